//! The nearest real name to one that does not exist.

/// Of these names the one that was probably meant by `word`, if one is near enough.
///
/// Names that differ only in case, or in `-`, `_` and `?`, are nearest. Else a
/// name may differ by about a letter in three, letters that changed places
/// counting as one. Of equally near names the first is given.
///
/// ```
/// use zrf::diagnostics::did_you_mean::nearest;
///
/// assert_eq!(nearest("emtpy?", ["enemy?", "empty?"]), Some("empty?"));
/// assert_eq!(nearest("Notempty", ["enemy?", "not-empty?"]), Some("not-empty?"));
/// assert_eq!(nearest("castle", ["enemy?", "empty?"]), None);
/// ```
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let plain_word = plain(word);
    let length = word.chars().count();
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        // A name of quite another length is never near; this also keeps long junk cheap.
        if name == word || name.chars().count().abs_diff(length) > 3 + length / 3 {
            continue;
        }
        let distance = if plain(name) == plain_word && !plain_word.is_empty() {
            0
        } else {
            let distance = strsim::damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase());
            let allowed = match length.max(name.chars().count()) {
                // One letter for another in a short name is another name: `n` is not a slip for `s`.
                0..=2 => 0,
                3..=5 => 1,
                longest => longest / 3,
            };
            if distance > allowed {
                continue;
            }
            distance
        };
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// The nearest name as a help text: "did you mean `x`?".
pub fn help<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    nearest(word, names).map(|name| format!("did you mean `{name}`?"))
}

/// The names that there are, if they are few: "the zones are `a` and `b`".
pub fn all<'n>(what: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    const FEW: usize = 8;
    let names: Vec<String> = names.into_iter().take(FEW + 1).map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((only, [])) => Some(format!("the only {what} is {only}")),
        Some((last, rest)) if rest.len() < FEW => {
            Some(format!("the {what}s are {} and {last}", rest.join(", ")))
        }
        _ => None,
    }
}

/// Looks for nearest names as long as that is worth its time.
///
/// A board may have tens of thousands of positions, and a broken file may name as many that
/// do not exist; so one search through a file compares a bounded number of names.
#[derive(Clone, Debug)]
pub struct Finder {
    left: usize,
}

impl Default for Finder {
    fn default() -> Self {
        Self { left: 200_000 }
    }
}

impl Finder {
    /// The same as [`help`], until the names that may be compared are used up.
    pub fn help<'n>(&mut self, word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
        let left = self.left;
        let names = names.into_iter().take(left).inspect(|_| self.left -= 1);
        help(word, names)
    }
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn other_case_is_nearest_of_all() {
        assert_eq!(nearest("KING", ["Kong", "King"]), Some("King"));
        assert_eq!(nearest("n", ["e", "N"]), Some("N"));
    }

    #[test]
    fn one_letter_names_are_never_slips_of_each_other() {
        assert_eq!(nearest("x", ["n", "s", "e", "w"]), None);
    }

    #[test]
    fn the_word_itself_is_no_suggestion() {
        assert_eq!(nearest("add", ["add"]), None);
    }

    #[test]
    fn swapped_letters_count_as_one_slip() {
        assert_eq!(nearest("vreify", ["verify"]), Some("verify"));
    }

    #[test]
    fn far_names_are_not_offered() {
        assert_eq!(nearest("promotion-zone", ["board", "goal"]), None);
    }
}

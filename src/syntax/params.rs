//! Macro parameters in the text of names and strings: `$1`, `$12`, `p$1`, `images/$2/$1.bmp`.

/// A stretch of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// Text as it is.
    Text(&'a str),
    /// The parameter `$n`, with its text.
    Param(usize, &'a str),
}

/// Numbers above this are not parameters but text; no macro has so many.
const MAX_PARAM: usize = 9999;

/// Whether a parameter occurs in the text.
pub fn has_params(text: &str) -> bool {
    text.as_bytes().contains(&b'$') && pieces(text).any(|p| matches!(p, Piece::Param(..)))
}

/// If the text is one parameter and nothing else: its number.
pub fn as_param(text: &str) -> Option<usize> {
    if !text.starts_with('$') {
        return None;
    }
    match pieces(text).next()? {
        Piece::Param(n, whole) if whole.len() == text.len() => Some(n),
        _ => None,
    }
}

/// Whether the text, pasted into a name, leaves it a name.
pub fn is_name_text(text: &str) -> bool {
    !text.contains(|c: char| c <= ' ' || matches!(c, '(' | ')' | ';' | '"' | '\u{a0}' | '\u{feff}'))
}

/// The text cut into parameters and what stands between them.
///
/// All digits behind a `$` belong to the number: `$10` is parameter ten.
pub fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((n, len)) = param_at_start(rest) {
            let (param, tail) = rest.split_at(len);
            rest = tail;
            return Some(Piece::Param(n, param));
        }
        let end = rest
            .match_indices('$')
            .map(|(at, _)| at)
            .find(|&at| param_at_start(&rest[at..]).is_some())
            .unwrap_or(rest.len());
        let (plain, tail) = rest.split_at(end);
        rest = tail;
        Some(Piece::Text(plain))
    })
}

/// The number of a parameter at the start of the text, and its length in bytes.
fn param_at_start(text: &str) -> Option<(usize, usize)> {
    let digits = text.strip_prefix('$')?;
    let len = digits.bytes().take_while(u8::is_ascii_digit).count();
    let n = digits[..len].parse().ok().filter(|&n| (1..=MAX_PARAM).contains(&n))?;
    Some((n, len + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<Piece<'_>> {
        pieces(text).collect()
    }

    #[test]
    fn all_digits_belong_to_the_parameter() {
        assert_eq!(cut("$10"), [Piece::Param(10, "$10")]);
        assert_eq!(
            cut("a$1$2-x"),
            [Piece::Text("a"), Piece::Param(1, "$1"), Piece::Param(2, "$2"), Piece::Text("-x")]
        );
    }

    #[test]
    fn a_dollar_without_a_number_is_text() {
        for text in ["$", "$0", "$x", "a$", "$$", "$99999999999999999999"] {
            assert_eq!(cut(text), [Piece::Text(text)]);
            assert!(!has_params(text));
        }
        assert_eq!(cut("$$1"), [Piece::Text("$"), Piece::Param(1, "$1")]);
    }

    #[test]
    fn only_a_whole_name_is_a_parameter() {
        assert_eq!(as_param("$12"), Some(12));
        assert_eq!(as_param("$1x"), None);
        assert_eq!(as_param("x$1"), None);
    }
}

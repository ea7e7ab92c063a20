//! Words of other dialects: engines that took over the language and added to it.
//!
//! Rule files wander between programs; an author is helped more by the name of the dialect than by the
//! nearest word of this one.

/// Words that Dagaz adds, a player of such games in the browser.
const DAGAZ: [&str; 12] = [
    "glyph",
    "sliding-puzzle",
    "deferred captures",
    "deferred-captures",
    "shared pieces",
    "shared-pieces",
    "smart-from",
    "smart-to",
    "detect loops",
    "advisor-wait",
    "show hints",
    "show-hints",
];

/// What to tell about a word that is none of the language, if another dialect has it.
///
/// ```
/// use zrf::syntax::dialect;
///
/// assert!(dialect::help("sliding-puzzle").unwrap().contains("Dagaz"));
/// assert!(dialect::help("tafl-extension").unwrap().contains("Dagaz"));
/// assert_eq!(dialect::help("piece"), None);
/// ```
pub fn help(word: &str) -> Option<String> {
    let is_family = ["extension", "invariant"].iter().any(|end| word.ends_with(end));
    let is_dagaz = DAGAZ.contains(&word) || is_family;
    is_dagaz.then(|| {
        format!("`{word}` is a word of Dagaz, another program with a dialect of its own; leave it out here")
    })
}

//! The canonical layout of a rules file: what `zrf fmt` does to a text.
//!
//! Works on the text as it is written, before includes and macros. It changes white space only:
//! words, strings and comments stay as they are and in their order. The rules, from the whole to the parts:
//!
//! - Lines have at most 100 characters where they can be broken. A step of indentation is 2 spaces.
//! - At most one empty line in a row stays, none behind an opening or before a closing parenthesis.
//! - A list that is short and was on several lines is joined; one that fits and was on one line stays so.
//! - A list on several lines ends with its `)` on a line of its own, under the line that it began on.
//!   Pictures and terms of conditions stand under each other instead.
//! - Sections of games, boards and pieces begin lines.
//! - Otherwise the author's rows stay: where he ended a line between two items, it ends.
//! - Comments stay with what they are about: above it, or behind it. Those behind neighbouring lines stand
//!   under each other.
//!
//! What is laid out so is laid out so again: formatting twice is formatting once.

mod layout;
mod lines;
mod style;
mod tree;

use crate::diagnostics::Diagnostic;
use crate::source::SourceId;
use crate::syntax::{Limits, lexer, reader};

/// Lays a text out anew.
///
/// Line ends become those that most lines of the text have; those in strings stay.
///
/// ```
/// use zrf::format::format;
///
/// let text = "(define step (\n   $1   (verify not-friend?)\n add  ; arrive\n))";
/// assert_eq!(
///     format(text).unwrap(),
///     "(define step (\n  $1 (verify not-friend?)\n  add ; arrive\n))\n"
/// );
/// ```
///
/// # Errors
/// If a parenthesis or a quote is missing or there is one too many, also where Zillions puts up with it: then
/// nobody knows what belongs together. The places are in the text that has the id 0.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (source, limits) = (SourceId(0), Limits::default());
    let lexed = lexer::lex(text, source, &limits);
    let (_, mut diagnostics) = reader::read(text, source, &lexed.tokens, &limits);
    diagnostics.extend(lexed.diagnostics.iter().cloned());
    if !diagnostics.is_empty() {
        diagnostics.sort_by_key(|d| d.primary.span);
        return Err(diagnostics);
    }
    let formatted = layout::write(&tree::tree(text, &lexed), line_end(text));
    debug_assert_eq!(words(text), words(&formatted), "the formatter changes white space only");
    Ok(formatted)
}

/// The words, strings and comments of a text.
fn words(text: &str) -> Vec<&str> {
    let lexed = lexer::lex(text, SourceId(0), &Limits::default());
    let mut tokens = [lexed.tokens, lexed.comments].concat();
    tokens.sort_by_key(|token| token.start);
    tokens.iter().map(|token| token.text(text).trim_end()).collect()
}

/// The line end that most lines have.
fn line_end(text: &str) -> &'static str {
    let windows = text.matches("\r\n").count();
    let unix = text.matches('\n').count() - windows;
    let old_mac = text.matches('\r').count() - windows;
    if windows > unix && windows >= old_mac {
        "\r\n"
    } else if old_mac > unix {
        "\r"
    } else {
        "\n"
    }
}

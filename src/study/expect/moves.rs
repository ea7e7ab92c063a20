//! Expectations about the list of legal moves.

use super::Failure;
use super::file::{Moves, Test};
use crate::game::save::normalize;
use crate::game::{Position, RuntimeError, replay};

/// Differences are shown up to so many lines.
const MOST_LINES: usize = 40;

/// What does not hold of the legal moves.
pub fn check(test: &Test, position: &mut Position) -> Result<Vec<Failure>, RuntimeError> {
    let moves = position.legal_moves()?;
    let legal: Vec<String> = moves.iter().map(|mv| position.print(mv)).collect();
    let mut failures = Vec::new();
    if let Some(expected) = &test.moves {
        failures.extend(exactly("moves", "", expected, &legal));
    }
    for (name, expected) in &test.moves_from {
        let Some(pos) = position.game().rules().find_pos(name) else {
            failures.push(Failure::new("moves-from", format!("the board has no position `{name}`")));
            continue;
        };
        let of = moves.iter().zip(&legal).filter(|(mv, _)| mv.from() == Some(pos));
        let of: Vec<String> = of.map(|(_, text)| text.clone()).collect();
        failures.extend(exactly("moves-from", &format!("{name}: "), expected, &of));
    }
    let is_legal = |text: &String| legal.contains(&normalize(text));
    for text in test.contains.0.iter().filter(|text| !is_legal(text)) {
        let nearest = replay::nearest(position, text)?.into_iter().map(|text| format!("legal: {text}"));
        let message = format!("\"{}\" is not legal", normalize(text));
        failures.push(Failure::new("contains", message).differing(nearest));
    }
    for text in test.lacks.0.iter().filter(|text| is_legal(text)) {
        failures.push(Failure::new("lacks", format!("\"{}\" is legal", normalize(text))));
    }
    if let Some(expected) = test.count.filter(|&n| n != legal.len()) {
        let message = format!("there are {} legal moves, expected {expected}", legal.len());
        failures.push(Failure::new("count", message));
    }
    Ok(failures.into_iter().map(|failure| failure.on(position)).collect())
}

/// The moves are these and no others.
fn exactly(key: &'static str, of: &str, expected: &Moves, legal: &[String]) -> Option<Failure> {
    let mut left: Vec<&str> = legal.iter().map(String::as_str).collect();
    let mut missing = Vec::new();
    for text in expected.0.iter().map(|text| normalize(text)) {
        match left.iter().position(|legal| *legal == text) {
            Some(at) => drop(left.remove(at)),
            None => missing.push(text),
        }
    }
    if missing.is_empty() && left.is_empty() {
        return None;
    }
    let message = match (missing.len(), left.len()) {
        (missing, 0) => format!("{missing} expected and not legal"),
        (0, more) => format!("{more} legal and not expected"),
        (missing, more) => format!("{missing} expected and not legal, {more} legal and not expected"),
    };
    let missing = missing.iter().map(|text| format!("- {text}"));
    let more = left.iter().map(|text| format!("+ {text}"));
    let mut lines: Vec<String> = missing.chain(more).collect();
    if lines.len() > MOST_LINES {
        let cut = lines.split_off(MOST_LINES).len();
        lines.push(format!("... and {cut} more"));
    }
    Some(Failure::new(key, format!("{of}{message}")).differing(lines))
}

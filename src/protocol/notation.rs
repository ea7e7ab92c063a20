//! Moves as other programs write them.
//!
//! A move is told by its first movement: `e2e4`, with a letter for a promotion (`e7e8q`); a drop as `N@e2`;
//! a pass as `0000` (UCI) or `@@@@` (CECP). Where several moves of a position would be written alike, the
//! second one gets `/2` behind it, the third `/3`, in the order of generation. The parts of a turn made of
//! partial moves are joined by commas.

use super::board::Board;
use zrf::game::{Effect, Move, Position, RuntimeError};

/// How a protocol writes moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The number of the lowest rank.
    pub first_rank: usize,
    /// Passing.
    pub pass: &'static str,
}

/// Longer turns are not followed.
const LONGEST: usize = 200;

/// The text of one part of a turn, which other parts may share; `None` if there are no words for it.
fn plain(board: &Board, style: Style, mv: &Move) -> Option<String> {
    if mv.is_pass() {
        return Some(style.pass.to_owned());
    }
    let square = |pos| board.square(pos, style.first_rank);
    let mut text = match *mv.effects().first()? {
        Effect::Move { from, to, .. } => format!("{}{}", square(from)?, square(to)?),
        Effect::Drop { piece, pos, .. } => format!("{}@{}", board.letter(piece), square(pos)?),
        // A move that moves nothing: told by the place that it is made for.
        _ => {
            let place = square(mv.to().or(mv.from())?)?;
            format!("{place}{place}")
        }
    };
    let promotion = mv.effects().iter().find_map(|e| match *e {
        Effect::Promote { piece, .. } => Some(piece),
        _ => None,
    });
    text.extend(promotion.map(|kind| board.letter(kind).to_ascii_lowercase()));
    Some(text)
}

/// The texts of all legal parts.
fn texts(board: &Board, style: Style, moves: &[Move]) -> Vec<Option<String>> {
    let mut counts = std::collections::HashMap::new();
    moves
        .iter()
        .map(|mv| {
            let text = plain(board, style, mv)?;
            let count = counts.entry(text.clone()).or_insert(0u32);
            *count += 1;
            Some(if *count > 1 { format!("{text}/{count}") } else { text })
        })
        .collect()
}

/// The legal moves with their texts.
pub fn legal(
    board: &Board,
    style: Style,
    position: &mut Position,
) -> Result<Vec<(Move, Option<String>)>, RuntimeError> {
    let moves = position.legal_moves()?;
    let texts = texts(board, style, &moves);
    Ok(moves.into_iter().zip(texts).collect())
}

/// The text of a legal move.
pub fn print(
    board: &Board,
    style: Style,
    position: &mut Position,
    mv: &Move,
) -> Result<String, RuntimeError> {
    let found = legal(board, style, position)?.into_iter().find(|(other, _)| other == mv);
    Ok(found.and_then(|(_, text)| text).unwrap_or_else(|| "????".to_owned()))
}

/// A line of moves, the parts of each turn joined.
pub fn print_line(
    board: &Board,
    style: Style,
    position: &Position,
    line: &[Move],
) -> Result<Vec<String>, RuntimeError> {
    let mut position = position.clone();
    let mut turns: Vec<String> = Vec::new();
    let mut in_chain = position.chain().is_some();
    for mv in line {
        let text = print(board, style, &mut position, mv)?;
        match turns.last_mut().filter(|_| in_chain) {
            Some(turn) => {
                turn.push(',');
                turn.push_str(&text);
            }
            None => turns.push(text),
        }
        position.play(mv)?;
        in_chain = position.chain().is_some();
    }
    Ok(turns)
}

/// Why a text is no move here.
#[derive(Debug)]
pub enum NoMove {
    /// It is not legal.
    Illegal,
    /// The rules misbehave.
    Failed(RuntimeError),
}

impl From<RuntimeError> for NoMove {
    fn from(error: RuntimeError) -> NoMove {
        NoMove::Failed(error)
    }
}

/// Plays the turn that a text tells; gives the number of moves played. The position is unchanged if that
/// fails. A comma at the end says that the turn goes on; without one a chain that may be ended by a pass is
/// ended.
pub fn play(board: &Board, style: Style, position: &mut Position, text: &str) -> Result<usize, NoMove> {
    let mut played = 0;
    let result = play_parts(board, style, position, text, &mut played);
    if result.is_err() {
        for _ in 0..played {
            position.undo();
        }
    }
    result.map(|()| played)
}

fn play_parts(
    board: &Board,
    style: Style,
    position: &mut Position,
    text: &str,
    played: &mut usize,
) -> Result<(), NoMove> {
    for part in text.split(',').filter(|p| !p.is_empty()).take(LONGEST) {
        let moves = legal(board, style, position)?;
        let is_it = |t: &Option<String>| t.as_deref().is_some_and(|t| t.eq_ignore_ascii_case(part));
        let Some((mv, _)) = moves.iter().find(|(_, t)| is_it(t)) else { return Err(NoMove::Illegal) };
        position.play(mv)?;
        *played += 1;
    }
    if *played == 0 {
        return Err(NoMove::Illegal);
    }
    if position.chain().is_some() && !text.ends_with(',') {
        let pass = position.legal_moves()?.into_iter().find(Move::is_pass).ok_or(NoMove::Illegal)?;
        position.play(&pass)?;
        *played += 1;
    }
    Ok(())
}

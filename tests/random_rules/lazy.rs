//! Lazy random games draw from the moves before check is looked at. Followed here draw by draw: what is drawn is legal,
//! and every legal move can be drawn.

use zrf::game::trace::Stage;
use zrf::game::{Drawing, Move, Position, RuntimeError};
use zrf::resolve::rules::{MaximalCaptures, PassTurn};
use zrf::study::playout;

/// Of longer lists the first draws are not tried one by one.
const LONGEST_LIST: usize = 60;

/// What moves are drawn from.
struct Urn {
    /// Before check is looked at; none for a pass that is not legal.
    moves: Vec<Option<Move>>,
    legal: Vec<Move>,
    /// They are counted, and found by their numbers.
    is_counted: bool,
}

impl Urn {
    fn of(position: &mut Position) -> Result<Urn, RuntimeError> {
        let legal = position.legal_moves()?;
        if let Some(moves) = position.moves_by_number(Stage::Chosen)? {
            return Ok(Urn { moves: moves.into_iter().map(Some).collect(), legal, is_counted: true });
        }
        let mut moves: Vec<_> = position.moves_at(Stage::Chosen)?.into_iter().map(Some).collect();
        let options = &position.game().rules().options;
        let passes = match position.chain() {
            Some(_) => options.pass_partial,
            None => options.pass_turn == PassTurn::Always,
        };
        if passes {
            moves.push(legal.iter().find(|mv| mv.is_pass()).cloned());
        }
        Ok(Urn { moves, legal, is_counted: false })
    }

    fn legal(&self, index: usize) -> Option<&Move> {
        self.moves[index].as_ref().filter(|mv| self.legal.contains(mv))
    }

    /// A pass that is legal because nothing else is.
    fn forced_pass(&self) -> Option<&Move> {
        let pass = self.legal.first().filter(|mv| mv.is_pass() && self.legal.len() == 1);
        pass.filter(|mv| !self.moves.contains(&Some((*mv).clone())))
    }
}

/// Whether moves are drawn lazily: without royal pieces, and where whole lists are needed, they are not.
fn is_lazy(position: &Position, has_royals: bool) -> bool {
    has_royals && position.game().rules().options.maximal_captures == MaximalCaptures::No
}

/// Draws each of the moves first: it is made if it is legal, and else another one.
pub fn first_draws(position: &mut Position, has_royals: bool, what: &str) {
    let Ok(urn) = Urn::of(position) else { return };
    if urn.legal.is_empty() || urn.moves.len() > LONGEST_LIST || !is_lazy(position, has_royals) {
        return;
    }
    for first in 0..urn.moves.len() {
        let legal = urn.legal(first);
        if let Some(mv) = legal {
            // Where the game ends behind it, more may be drawn there.
            let goes_on = position.play(mv).is_ok();
            let goes_on = goes_on && position.legal_moves().is_ok_and(|moves| !moves.is_empty());
            position.undo();
            if !goes_on {
                continue;
            }
        }
        let mut draws = 0;
        let made = position.playout(Drawing::Lazy, 1, &mut |n| {
            draws += 1;
            if draws == 1 { first.min(n - 1) } else { 0 }
        });
        let Ok(made) = made else { continue };
        assert_eq!(made.plies, 1, "{what}: a move is drawn");
        let is_made = draws == 1 && urn.forced_pass().is_none();
        assert!(
            is_made == legal.is_some() || urn.forced_pass().is_some(),
            "{what}: {:?} is drawn, legal: {}",
            urn.moves[first].as_ref().map(|mv| position.print(mv)),
            legal.is_some()
        );
    }
}

/// So often a game is played again before what differs is wrong.
const TRIES: usize = 6;

/// A random game drawn lazily: each of its moves is legal, and it ends as the position says.
///
/// Moves that are counted before check is looked at may be in another order than listed ones, and which way is taken may
/// depend on what was learnt of a piece since. So a game that can't be followed is played again: it learns no more then.
pub fn game(position: &mut Position, has_royals: bool, seed: u64, plies: u64, what: &str) {
    let height = position.ply();
    for tries in 1..=TRIES {
        let followed = follow(position, is_lazy(position, has_royals), seed, plies);
        while position.ply() > height {
            position.undo();
        }
        match followed {
            Ok(()) => return,
            Err(trouble) => assert!(tries < TRIES, "{what}, lazily, {trouble}"),
        }
    }
}

/// Plays a game and follows it; what is wrong with that.
fn follow(position: &mut Position, is_lazy: bool, seed: u64, plies: u64) -> Result<(), String> {
    let mut random = playout::generator(seed, plies);
    let mut picks = Vec::new();
    let made = position.playout(Drawing::Lazy, plies, &mut |n| {
        picks.push((n, playout::below(&mut random, n)));
        picks[picks.len() - 1].1
    });
    let Ok(made) = made else { return Ok(()) };
    let mut picks = &picks[..];
    for ply in 0..made.plies {
        let Ok(urn) = Urn::of(position) else { return Ok(()) };
        let drawn = drawn(&urn, is_lazy, &mut picks).map_err(|trouble| format!("ply {ply}: {trouble}"))?;
        if drawn.is_none_or(|mv| position.play(&mv).is_err()) {
            return Ok(());
        }
    }
    match position.outcome() {
        Ok(outcome) if outcome != made.outcome && (made.outcome.is_some() || made.plies < plies) => {
            Err(format!("how it ended: {:?} instead of {outcome:?}", made.outcome))
        }
        _ => Ok(()),
    }
}

/// The move that was drawn; none if that can't be told.
fn drawn(urn: &Urn, is_lazy: bool, picks: &mut &[(usize, usize)]) -> Result<Option<Move>, String> {
    let mut next = |from: usize| {
        let (&(n, pick), rest) = picks.split_first().ok_or("nothing is drawn")?;
        *picks = rest;
        if n == from { Ok(pick) } else { Err(format!("drawn from {n} instead of {from}")) }
    };
    if urn.legal.is_empty() {
        return Err("there is no legal move".to_owned());
    }
    if !is_lazy || urn.is_counted && urn.moves.is_empty() {
        return Ok(Some(urn.legal[next(urn.legal.len())?].clone()));
    }
    let mut left: Vec<usize> = (0..urn.moves.len()).collect();
    while !left.is_empty() {
        let at = next(left.len())?;
        if let Some(mv) = urn.legal(left[at]) {
            return Ok(Some(mv.clone()));
        }
        if urn.is_counted {
            return drawn_again(urn, picks);
        }
        left.swap_remove(at);
    }
    Ok(urn.forced_pass().cloned())
}

/// The same moves are drawn from again, now and then, and the legal ones at last.
fn drawn_again(urn: &Urn, picks: &mut &[(usize, usize)]) -> Result<Option<Move>, String> {
    if urn.moves.len() == urn.legal.len() {
        return Ok(None);
    }
    while let Some((&(n, pick), rest)) = picks.split_first() {
        *picks = rest;
        if n == urn.legal.len() {
            return Ok(Some(urn.legal[pick].clone()));
        }
        if n != urn.moves.len() {
            return Err(format!("drawn again from {n} instead of {}", urn.moves.len()));
        }
        if let Some(mv) = urn.legal(pick) {
            return Ok(Some(mv.clone()));
        }
    }
    Err("no move is drawn".to_owned())
}

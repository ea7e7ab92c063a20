//! What must be the same in a position: by the engine, in each of its ways, and by the plain definition.

use super::goals::{History, Judge};
use super::lazy;
use super::plain::{Plain, PlainMove, Said, State};
use super::support::looks;
use std::iter::Sum;
use zrf::game::perft::{perft, perft_played};
use zrf::game::trace::Stage;
use zrf::game::{Drawing, Game, Move, Outcome, Position, RuntimeError};
use zrf::study::playout;

/// Games of each rules.
pub const GAMES: u64 = 3;
/// Moves in each of them.
const PLIES: u64 = 14;
/// Instructions that the engine may use for a list, so that rules without an end don't take long.
const FUEL: u64 = 2_000_000;
/// Instructions that the plain definition may follow in a position.
const PLAIN_FUEL: u64 = 400_000;
/// If the plain definition needs fewer, the engine has no reason to run out of its own.
const CHEAP: u64 = 40_000;
/// Longer random games are cut.
const LONGEST: u64 = 40;

/// What was looked at.
#[derive(Clone, Copy, Default, Debug)]
pub struct Seen {
    /// Positions.
    pub positions: usize,
    /// Those of which the plain definition could say all.
    pub plain: usize,
    /// Moves listed there.
    pub moves: usize,
    /// Moves that check forbids.
    pub forbidden: usize,
    /// Games that ended.
    pub ended: usize,
    /// Positions that the engine could not answer.
    pub errors: usize,
}

impl Sum for Seen {
    fn sum<I: Iterator<Item = Seen>>(seen: I) -> Seen {
        seen.fold(Seen::default(), |a, b| Seen {
            positions: a.positions + b.positions,
            plain: a.plain + b.plain,
            moves: a.moves + b.moves,
            forbidden: a.forbidden + b.forbidden,
            ended: a.ended + b.ended,
            errors: a.errors + b.errors,
        })
    }
}

/// What the plain definition says of a position.
struct Told {
    chosen: Vec<PlainMove>,
    legal: Vec<PlainMove>,
    outcome: Option<Outcome>,
    is_over: bool,
    checks: Vec<bool>,
    used: u64,
}

fn tell(plain: &Plain<'_>, state: &State, history: &History) -> Said<Told> {
    plain.fuel.set(PLAIN_FUEL);
    let chosen = plain.chosen(state)?;
    let legal = plain.legal(state)?;
    let judge = Judge { plain, state, history, has_moves: !legal.is_empty() };
    let checks = plain.players().map(|p| judge.in_check(p)).collect::<Said<_>>()?;
    let (outcome, is_over) = (judge.outcome()?, judge.is_over(true)?);
    Ok(Told { chosen, legal, outcome, is_over, checks, used: PLAIN_FUEL - plain.fuel.get() })
}

/// Plays a random game, looking at each position.
pub fn play(game: &Game, seed: u64, number: u64) -> Seen {
    let plain = Plain::new(game.rules(), game.program());
    let mut position = game.start();
    position.set_max_fuel(FUEL);
    let mut state = State::of(&position);
    let mut history = History::default();
    let mut random = playout::generator(seed, number);
    let mut seen = Seen::default();
    random_games(&mut position, seed, number);
    for ply in 0..PLIES {
        let what = format!("game {number}, ply {ply}");
        seen.positions += 1;
        is_state(&position, &state, &what);
        let told = tell(&plain, &state, &history);
        let Ok(listed) = answer(position.legal_moves(), &told) else {
            seen.errors += 1;
            break;
        };
        if let Ok(told) = &told {
            if !agrees(&mut position, told, &listed, &what) {
                seen.errors += 1;
                break;
            }
            seen.plain += 1;
            seen.moves += told.legal.len();
            seen.forbidden += told.chosen.len().saturating_sub(told.legal.len());
        }
        if looks::look(&mut position, &what).is_none() {
            break;
        }
        counts(&mut position, &plain, &state, &listed, &what);
        lazy::first_draws(&mut position, !plain.royals.is_empty(), &what);
        lazy::game(&mut position, !plain.royals.is_empty(), seed ^ number << 32 ^ ply << 40, LONGEST, &what);
        if listed.is_empty() {
            seen.ended += 1;
            break;
        }
        let mv = &listed[playout::below(&mut random, listed.len())];
        looks::goals_agree(&mut position, mv, &what);
        let Ok(after) = plain.make(&state, &PlainMove::of(mv)) else { break };
        if position.play(mv).is_err() {
            break;
        }
        history.push(&state);
        state = after;
    }
    seen
}

/// The engine's answer; an error of its own must have a reason.
fn answer<T>(answer: Result<T, RuntimeError>, told: &Said<Told>) -> Result<T, ()> {
    answer.map_err(|error| {
        if let Ok(told) = told {
            assert!(told.used > CHEAP, "{error}, and it takes {} instructions plainly", told.used);
        }
    })
}

/// A position is in a state.
fn is_state(position: &Position, state: &State, what: &str) {
    let is = State { moved: None, captured: Vec::new(), quiet: 0, progress: false, ..state.clone() };
    let mut was = State::of(position);
    was.chain = position.chain().zip(position.chain_type());
    assert_eq!(was, is, "{what}: the state");
}

/// Whether the engine has answers; they agree with what is told.
fn agrees(position: &mut Position, told: &Told, listed: &[Move], what: &str) -> bool {
    let Ok(chosen) = position.moves_at(Stage::Chosen) else { return false };
    assert_eq!(plainly(&chosen), told.chosen, "{what}: the moves before check is looked at");
    let legal = if told.is_over { &[][..] } else { &told.legal };
    assert_eq!(plainly(listed), legal, "{what}: the legal moves");
    let Ok(outcome) = position.outcome() else { return false };
    assert_eq!(outcome, told.outcome, "{what}: the outcome");
    for (player, &check) in told.checks.iter().enumerate() {
        let player = zrf::ids::PlayerId::from_index(player);
        let Ok(found) = position.in_check(player) else { return false };
        assert_eq!(found, check, "{what}: check of player {player:?}");
    }
    true
}

/// Sequences of two moves, counted in each way.
fn counts(position: &mut Position, plain: &Plain<'_>, state: &State, listed: &[Move], what: &str) {
    for depth in 1..=2 {
        let (Ok(counted), Ok(played)) = (perft(position, depth), perft_played(position, depth)) else {
            return;
        };
        assert_eq!(counted, played, "{what}: counted and played, depth {depth}");
        let copied = zrf::game::perft::perft_copying(position, depth);
        assert_eq!(Ok(counted), copied, "{what}: counted and copied, depth {depth}");
    }
    if listed.is_empty() || listed.len() > 30 {
        return;
    }
    let (Ok(counted), Ok(moves)) = (perft(position, 2), zrf::game::perft::perft_moves(position)) else {
        return;
    };
    let mut summed = 0;
    plain.fuel.set(PLAIN_FUEL);
    for mv in &moves {
        if position.play(mv).is_err() {
            return;
        }
        let after = zrf::game::perft::perft_moves(position);
        position.undo();
        let Ok(after) = after else { return };
        summed += after.len() as u64;
        if let Ok(told) = plain_moves(plain, state, mv) {
            assert_eq!(plainly(&after), told, "{what}: moves after `{}`", position.print(mv));
        }
    }
    assert_eq!(counted, summed, "{what}: counted and summed");
}

/// The moves after a move, if repetition and slowness end no game.
fn plain_moves(plain: &Plain<'_>, state: &State, mv: &Move) -> Said<Vec<PlainMove>> {
    let after = plain.make(state, &PlainMove::of(mv))?;
    let legal = plain.legal(&after)?;
    let judge = Judge { plain, state: &after, history: &History::default(), has_moves: !legal.is_empty() };
    Ok(if judge.is_over(false)? { Vec::new() } else { legal })
}

fn plainly(moves: &[Move]) -> Vec<PlainMove> {
    moves.iter().map(PlainMove::of).collect()
}

/// Random games inside the engine draw from the lists, and end as the position says.
fn random_games(position: &mut Position, seed: u64, number: u64) {
    let mut random = playout::generator(seed, number);
    let mut picks = Vec::new();
    let made = position.playout(Drawing::Full, LONGEST, &mut |n| {
        picks.push((n, playout::below(&mut random, n)));
        picks[picks.len() - 1].1
    });
    let Ok(made) = made else { return };
    assert_eq!(made.plies, picks.len() as u64, "moves of a random game");
    for (ply, &(n, pick)) in picks.iter().enumerate() {
        let Ok(moves) = position.legal_moves() else { break };
        assert_eq!(moves.len(), n, "random game {number}, ply {ply}");
        if position.play(&moves[pick]).is_err() {
            break;
        }
    }
    if position.ply() as u64 == made.plies
        && let Ok(outcome) = position.outcome()
        && (made.outcome.is_some() || made.plies < LONGEST)
    {
        assert_eq!(made.outcome, outcome, "how random game {number} ended");
    }
    while position.undo() {}
}

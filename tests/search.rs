//! The computer player: sound, repeatable, and not to be beaten where that can be had.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use zrf::document::Document;
use zrf::game::{Game, Position};
use zrf::ids::PlayerId;
use zrf::loader::{DiskLoader, builtin};
use zrf::search::{Limits, Method, Random, Settings, Thinker, TimeLimit};

fn game(name: &str) -> Game {
    let source = builtin::load(&format!("zrf/{name}.zrf")).expect("a shipped game");
    let loader = DiskLoader::new(Vec::new());
    let document = Document::load(&source.name, &source.bytes, &loader);
    let number = document.default_variant().expect("a variant").number;
    document.game(number).0.expect("a shipped game compiles")
}

fn thinker(game: &Game, method: Option<Method>) -> Thinker {
    let settings = Settings { method, table_megabytes: 4, ..Settings::default() };
    Thinker::new(game, settings).expect("the rules run")
}

fn nodes(n: u64) -> Limits<'static> {
    Limits { nodes: Some(n), ..Limits::default() }
}

/// Plays as `player`; the other side is tried with every move it has.
fn is_never_beaten(position: &mut Position, thinker: &mut Thinker, player: PlayerId) -> bool {
    if let Some(outcome) = position.outcome().unwrap() {
        return outcome.winner.is_none_or(|w| w == player);
    }
    let moves = if position.mover() == player {
        let best = thinker.think(position, nodes(30_000), &mut |_| {}).unwrap();
        vec![best.expect("a move where the game goes on").mv]
    } else {
        position.legal_moves().unwrap()
    };
    moves.iter().all(|mv| {
        position.play(mv).unwrap();
        let holds = is_never_beaten(position, thinker, player);
        position.undo();
        holds
    })
}

#[test]
fn tic_tac_toe_is_never_lost_by_looking_ahead() {
    let game = game("tic-tac-toe");
    let mut thinker = thinker(&game, Some(Method::LookAhead));
    assert!(is_never_beaten(&mut game.start(), &mut thinker, PlayerId(0)));
    assert!(is_never_beaten(&mut game.start(), &mut thinker, PlayerId(1)));
}

#[test]
fn tic_tac_toe_is_never_lost_by_playouts() {
    let game = game("tic-tac-toe");
    let mut thinker = thinker(&game, Some(Method::Playouts));
    assert!(is_never_beaten(&mut game.start(), &mut thinker, PlayerId(0)));
}

#[test]
fn the_same_seed_and_number_of_positions_find_the_same_move() {
    for (name, method) in [("chess", Method::LookAhead), ("reversi", Method::Playouts)] {
        let game = game(name);
        let find = || {
            let mut thinker = thinker(&game, Some(method));
            let best = thinker.think(&game.start(), nodes(3000), &mut |_| {}).unwrap().unwrap();
            (best.mv.clone(), best.score(), best.info.nodes)
        };
        assert_eq!(find(), find(), "{name}");
    }
}

/// Plays against random moves, as each side in turn; gives the number of games won.
fn wins_against_random(name: &str, games: u64, n: u64) -> u64 {
    let game = game(name);
    let mut thinker = thinker(&game, None);
    (0..games)
        .filter(|&number| {
            let player = PlayerId((number % 2) as u8);
            let mut random = Random::new(7, number);
            let mut position = game.start();
            loop {
                if let Some(outcome) = position.outcome().unwrap() {
                    return outcome.winner == Some(player);
                }
                let legal = position.legal_moves().unwrap();
                let mv = if position.mover() == player {
                    thinker.think(&position, nodes(n), &mut |_| {}).unwrap().unwrap().mv
                } else {
                    legal[random.below(legal.len())].clone()
                };
                assert!(legal.contains(&mv), "{name}: an illegal move");
                position.play(&mv).unwrap();
            }
        })
        .count() as u64
}

#[test]
fn connect_four_is_won_against_random_moves() {
    assert_eq!(wins_against_random("connect-four", 20, 2000), 20);
}

#[test]
fn breakthrough_is_won_against_random_moves() {
    assert_eq!(wins_against_random("breakthrough", 10, 1000), 10);
}

/// Every shipped game is played against itself for some moves, with both methods; every move is legal.
#[test]
fn every_shipped_game_is_played_with_legal_moves() {
    for (path, _) in builtin::games() {
        let name = path.trim_start_matches("zrf/").trim_end_matches(".zrf");
        if name.contains('/') {
            continue;
        }
        let game = game(name);
        for method in [Method::LookAhead, Method::Playouts] {
            let mut thinker = thinker(&game, Some(method));
            let mut position = game.start();
            for _ in 0..12 {
                if position.outcome().unwrap().is_some() {
                    break;
                }
                let best = thinker.think(&position, nodes(60), &mut |_| {}).unwrap();
                let best = best.unwrap_or_else(|| panic!("{name}: no move, but the game goes on"));
                let legal = position.legal_moves().unwrap();
                assert!(legal.contains(&best.mv), "{name}: {} is not legal", position.print(&best.mv));
                let mut line = position.clone();
                for mv in best.line() {
                    assert!(line.legal_moves().unwrap().contains(mv), "{name}: the line is not legal");
                    line.play(mv).unwrap();
                }
                position.play(&best.mv).unwrap();
            }
        }
    }
}

#[test]
fn a_search_ends_when_it_is_told_to_and_still_has_a_move() {
    let game = game("chess");
    let mut thinker = thinker(&game, None);
    let stop = AtomicBool::new(true);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    assert!(thinker.think(&game.start(), limits, &mut |_| {}).unwrap().is_some());
    let stop = AtomicBool::new(false);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    let observer = &mut |info: &zrf::search::Info| stop.store(info.depth >= 3, Ordering::Relaxed);
    let best = thinker.think(&game.start(), limits, observer).unwrap().unwrap();
    assert_eq!(best.info.depth, 3);
}

#[test]
fn no_time_at_all_still_gives_a_move() {
    let game = game("chess");
    let mut thinker = thinker(&game, None);
    let clock = || Duration::from_secs(1);
    let limits =
        Limits { time: Some(TimeLimit::exactly(Duration::ZERO)), clock: Some(&clock), ..Limits::default() };
    assert!(thinker.think(&game.start(), limits, &mut |_| {}).unwrap().is_some());
}

#[test]
fn a_finished_game_has_no_best_move() {
    let game = game("tic-tac-toe");
    let mut position = game.start();
    while position.outcome().unwrap().is_none() {
        let moves = position.legal_moves().unwrap();
        position.play(&moves[0]).unwrap();
    }
    let mut thinker = thinker(&game, None);
    assert_eq!(thinker.think(&position, nodes(100), &mut |_| {}).unwrap(), None);
}

#[test]
fn two_threads_find_a_legal_move() {
    let game = game("chess");
    for method in [Method::LookAhead, Method::Playouts] {
        let settings =
            Settings { method: Some(method), threads: 2, table_megabytes: 4, ..Settings::default() };
        let mut thinker = Thinker::new(&game, settings).unwrap();
        let best = thinker.think(&game.start(), nodes(4000), &mut |_| {}).unwrap().unwrap();
        assert!(game.start().legal_moves().unwrap().contains(&best.mv));
    }
}

#[test]
fn a_queen_is_worth_more_than_a_rook_and_a_rook_more_than_a_knight() {
    let game = game("chess");
    let thinker = thinker(&game, None);
    let value = |name: &str| {
        let kind = game.rules().find_piece(name).unwrap();
        thinker.evaluation().pieces().iter().find(|p| p.kind == kind).unwrap().value
    };
    assert_eq!(value("Pawn"), 100);
    assert!(value("Knight") > 250 && value("Bishop") >= value("Knight"));
    assert!(value("Rook") > value("Bishop") && value("Queen") > value("Rook") + value("Knight"));
}

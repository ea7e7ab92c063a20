//! Properties of every position: what unmake restores, what the hash says, what is listed, printed
//! and found again, and that attacks worked out in advance are those of the plain definition.

#![allow(clippy::print_stderr)] // The counts are worth reading.

mod support;

use std::collections::HashSet;
use support::looks::{goals_agree, look};
use zrf::game::perft::perft;
use zrf::game::trace::Stage;
use zrf::game::{Drawing, Piece, Position};
use zrf::ids::{PieceId, PlayerId, PosId};
use zrf::study::playout;

/// Walks at random through a game, looking at each position.
fn walk(game: &zrf::game::Game, what: &str, seed: u64, plies: u64) -> u64 {
    let mut position = game.start();
    position.set_max_fuel(5_000_000);
    let mut random = playout::generator(seed, 0);
    let mut looked = 0;
    for ply in 0..plies {
        let Some(moves) = look(&mut position, &format!("{what}, seed {seed}, ply {ply}")) else { break };
        looked += 1;
        if moves.is_empty() {
            break;
        }
        let mv = &moves[playout::below(&mut random, moves.len())];
        goals_agree(&mut position, mv, &format!("{what}, seed {seed}, ply {ply}"));
        if position.play(mv).is_err() {
            break;
        }
    }
    looked
}

#[test]
fn shipped_games_keep_the_properties() {
    let mut looked = 0;
    for (name, game) in support::shipped_games() {
        for seed in 0..2 {
            looked += walk(&game, &name, seed, 60);
        }
    }
    eprintln!("{looked} positions");
    assert!(looked > 1000, "only {looked} positions");
}

#[test]
fn corpus_games_keep_the_properties() {
    let Some(games) = support::corpus_games() else {
        eprintln!("skipped: no corpus");
        return;
    };
    let mut looked = 0;
    for (name, game) in games {
        looked += walk(&game, &name, 1, 15);
    }
    eprintln!("{looked} positions");
    assert!(looked > 2000, "only {looked} positions");
}

#[test]
fn full_and_lazy_playouts_draw_from_the_same_distribution() {
    // The first two moves of random chess games, and which of them are drawn: with 400 pairs and 20,000
    // games the statistic is chi-squared with 399 degrees of freedom; 520 is beyond the 0.002 % tail.
    let game = support::shipped_game("chess");
    let mut position = game.start();
    let pairs = |position: &mut Position, drawing: Drawing, base: u64| {
        let mut counts = std::collections::HashMap::new();
        for number in 0..20_000u64 {
            let mut random = playout::generator(base, number);
            let mut picks = Vec::new();
            let made = position.playout(drawing, 2, &mut |n| {
                let pick = playout::below(&mut random, n);
                picks.push((n, pick));
                pick
            });
            made.unwrap();
            *counts.entry(picks).or_insert(0u32) += 1;
        }
        counts
    };
    let full = pairs(&mut position, Drawing::Full, 1);
    let lazy = pairs(&mut position, Drawing::Lazy, 2);
    let keys: HashSet<_> = full.keys().chain(lazy.keys()).cloned().collect();
    assert_eq!(keys.len(), 400);
    let statistic: f64 = keys
        .iter()
        .map(|k| {
            let (a, b) = (f64::from(*full.get(k).unwrap_or(&0)), f64::from(*lazy.get(k).unwrap_or(&0)));
            (a - b) * (a - b) / (a + b)
        })
        .sum();
    assert!(statistic < 520.0, "chi-squared {statistic}");
}

#[test]
fn full_playouts_draw_from_the_lists() {
    for (name, game) in support::shipped_games() {
        for number in 0..2 {
            let mut random = playout::generator(3, number);
            let mut picks = Vec::new();
            let mut position = game.start();
            let made = position.playout(Drawing::Full, 300, &mut |n| {
                picks.push((n, playout::below(&mut random, n)));
                picks[picks.len() - 1].1
            });
            let made = made.unwrap();
            assert_eq!(made.plies, picks.len() as u64);
            for (ply, &(n, pick)) in picks.iter().enumerate() {
                let moves = position.legal_moves().unwrap();
                assert_eq!(moves.len(), n, "{name}, game {number}, ply {ply}");
                assert_eq!(perft(&mut position, 1).unwrap(), n as u64, "{name}, game {number}, ply {ply}");
                position.play(&moves[pick]).unwrap();
            }
            if made.outcome.is_some() {
                assert_eq!(position.outcome().unwrap(), made.outcome, "{name}, game {number}");
            }
        }
    }
}

#[test]
fn lazy_draws_are_uniform_over_the_legal_moves_in_check() {
    // A king in check with three ways out among many pseudo-legal moves.
    let game = support::shipped_game("chess");
    let mut position = game.start();
    let rules = game.rules();
    let ops = zrf::game::setup::parse_setup(
        rules,
        "(White King a1 !castles?) (White Rook h2 !castles?) (White Queen h7) (Black Rook a8 !castles?) (Black King d5 !castles?)",
    )
    .unwrap();
    position.clear();
    zrf::game::setup::apply(&mut position, &ops);
    let legal = position.legal_moves().unwrap();
    assert!(legal.len() >= 3);
    let chosen = position.moves_by_number(Stage::Chosen).unwrap().expect("chess moves are counted");
    let mut counts = std::collections::HashMap::new();
    const GAMES: u32 = 30_000;
    for number in 0..GAMES {
        let mut random = playout::generator(9, u64::from(number));
        let mut picks = Vec::new();
        let made = position.playout(Drawing::Lazy, 1, &mut |n| {
            picks.push((n, playout::below(&mut random, n)));
            picks[picks.len() - 1].1
        });
        assert_eq!(made.unwrap().plies, 1);
        // After a move that turns out to be illegal the legal ones are drawn from.
        let drawn = match picks[..] {
            [(n, at)] if n == chosen.len() => &chosen[at],
            [(n, at), (m, again)] if n == chosen.len() && m == legal.len() => {
                assert!(!legal.contains(&chosen[at]));
                &legal[again]
            }
            _ => panic!("drawn from other lists: {picks:?}"),
        };
        assert!(legal.contains(drawn));
        *counts.entry(position.print(drawn)).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), legal.len());
    let expected = f64::from(GAMES) / legal.len() as f64;
    let statistic: f64 =
        counts.values().map(|&n| (f64::from(n) - expected) * (f64::from(n) - expected) / expected).sum();
    assert!(statistic < 10.0 + 5.0 * legal.len() as f64, "chi-squared {statistic}");
}

#[test]
fn bits_that_stand_for_no_attribute_are_left_out() {
    for (name, game) in support::shipped_games() {
        let mut position = game.start();
        let piece = position.new_piece(PlayerId(0), PieceId(0));
        position.set_piece(PosId(0), Some(Piece { attributes: u64::MAX, ..piece }));
        let known = (1u64 << game.rules().attributes.len()) - 1;
        assert_eq!(position.piece_at(PosId(0)).map(|p| p.attributes), Some(known), "{name}");
    }
}

//! The finer rules of the shipped games, each in a position made for it.

use std::fs;
use std::path::Path;
use zrf::document::Document;
use zrf::game::save::SavedGame;
use zrf::game::{Game, Position, Reason, replay, setup};
use zrf::loader::MemoryLoader;
use zrf::loader::builtin;
use zrf::resolve::rules::GoalLineKind;

// ---------------------------------------------------------------------------
// Helpers
// ---------------------------------------------------------------------------

fn game(name: &str) -> Game {
    variant(name, 0)
}

fn variant(name: &str, number: usize) -> Game {
    let path = format!("zrf/{name}.zrf");
    let (_, bytes) = builtin::games().iter().find(|(p, _)| *p == path).expect("a shipped game");
    let (game, diagnostics) = Document::load(&path, bytes, &MemoryLoader::default()).game(number);
    game.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

/// A position set up as on the command line.
fn position(game: &Game, pieces: &str, turn: usize) -> Position {
    let mut position = game.start();
    position.clear();
    setup::apply(&mut position, &setup::parse_setup(game.rules(), pieces).unwrap());
    position.set_turn(turn);
    position
}

fn moves(position: &mut Position) -> Vec<String> {
    let moves = position.legal_moves().unwrap();
    moves.iter().map(|m| position.print(m)).collect()
}

fn moves_of(position: &mut Position, begin: &str) -> Vec<String> {
    moves(position).into_iter().filter(|m| m.starts_with(begin)).collect()
}

#[track_caller]
fn play(position: &mut Position, texts: &[&str]) {
    for text in texts {
        let found = position.parse(text).unwrap();
        let found = found.unwrap_or_else(|| panic!("`{text}` is not among {:#?}", moves(position)));
        position.play(&found).unwrap();
    }
}

/// The kind of goal that ended the game, and the winner.
fn end(position: &mut Position) -> Option<(GoalLineKind, Option<String>)> {
    let outcome = position.outcome().unwrap()?;
    let winner = outcome.winner.map(|p| position.game().rules().player_name(p).to_string());
    match outcome.reason {
        Reason::Goal { kind, .. } => Some((kind, winner)),
        other => panic!("ended by {other:?}"),
    }
}

fn won_by(name: &str, kind: GoalLineKind) -> Option<(GoalLineKind, Option<String>)> {
    Some((kind, Some(name.to_string())))
}

fn stock(position: &Position, player: &str, piece: &str) -> u32 {
    let rules = position.game().rules();
    position.stock(rules.find_player(player).unwrap(), rules.find_piece(piece).unwrap())
}

// ---------------------------------------------------------------------------
// Chess
// ---------------------------------------------------------------------------

const CASTLE_SHORT: &str = "King e1 - g1 Rook h1 - f1 @ f1 0 0 @ g1 0 0";
const CASTLE_LONG: &str = "King e1 - c1 Rook a1 - d1 @ d1 0 0 @ c1 0 0";

#[test]
fn castling_moves_king_and_rook_and_spends_the_right() {
    let chess = game("chess");
    let mut p = position(&chess, "(White King e1) (White Rook a1 h1) (Black King e8)", 0);
    assert_eq!(moves(&mut p).iter().filter(|m| m.contains(" Rook ")).count(), 2);
    play(&mut p, &[CASTLE_SHORT]);
    p.undo();
    play(&mut p, &[CASTLE_LONG]);
}

#[test]
fn a_king_or_rook_that_has_moved_and_returned_does_not_castle() {
    let chess = game("chess");
    let mut p = position(&chess, "(White King e1) (White Rook a1 h1) (Black King e8)", 0);
    play(&mut p, &["Rook h1 - h2 @ h2 0 0", "King e8 - f8 @ f8 0 0", "Rook h2 - h1", "King f8 - g8"]);
    let all = moves(&mut p);
    assert!(!all.contains(&CASTLE_SHORT.to_string()) && all.contains(&CASTLE_LONG.to_string()), "{all:?}");
    play(&mut p, &["King e1 - e2 @ e2 0 0", "King g8 - g7", "King e2 - e1", "King g7 - g8"]);
    assert!(!moves(&mut p).contains(&CASTLE_LONG.to_string()));
}

#[test]
fn a_king_does_not_castle_out_of_through_or_into_check() {
    let chess = game("chess");
    let castles = |rook: &str| {
        let pieces = format!("(White King e1) (White Rook a1 h1) (Black King h8) (Black Rook {rook})");
        let all = moves(&mut position(&chess, &pieces, 0));
        (all.contains(&CASTLE_LONG.to_string()), all.contains(&CASTLE_SHORT.to_string()))
    };
    assert_eq!(castles("e5"), (false, false), "in check");
    assert_eq!(castles("f5"), (true, false), "over f1");
    assert_eq!(castles("g5"), (true, false), "to g1");
    assert_eq!(castles("d5"), (false, true), "over d1");
    assert_eq!(castles("b5"), (true, true), "b1 is crossed by the rook only");
}

#[test]
fn a_rook_that_was_a_pawn_does_not_castle() {
    let chess = game("chess");
    let mut p = position(&chess, "(White King e1) (White Pawn h7) (Black King a5)", 0);
    play(&mut p, &["Pawn h7 - h8 = Rook", "King a5 - b5", "Rook h8 - h1", "King b5 - a5"]);
    assert!(!moves(&mut p).contains(&CASTLE_SHORT.to_string()));
}

#[test]
fn a_pawn_is_taken_in_passing_at_once_or_never() {
    let chess = game("chess");
    let mut p = position(&chess, "(White King e1) (White Pawn e5) (Black King e8) (Black Pawn d7 f5)", 1);
    play(&mut p, &["Pawn d7 - d5"]);
    assert_eq!(moves_of(&mut p, "Pawn"), ["Pawn e5 - e6", "Pawn e5 - d6 x d5"]);
    play(&mut p, &["King e1 - e2 @ e2 0 0", "King e8 - e7 @ e7 0 0"]);
    assert_eq!(moves_of(&mut p, "Pawn"), ["Pawn e5 - e6"]);
}

#[test]
fn chess_ends_by_mate_stalemate_repetition_and_lack_of_progress() {
    let chess = game("chess");
    let mut mate = chess.start();
    play(&mut mate, &["Pawn f2 - f3", "Pawn e7 - e5", "Pawn g2 - g4", "Queen d8 - h4"]);
    assert_eq!(end(&mut mate), won_by("Black", GoalLineKind::Loss));

    let mut stalemate =
        position(&chess, "(White King c6 !castles?) (White Queen b1) (Black King a8 !castles?)", 0);
    play(&mut stalemate, &["Queen b1 - b6"]);
    assert_eq!(end(&mut stalemate), Some((GoalLineKind::Draw, None)));

    let there_and_back = ["Knight g1 - f3", "Knight g8 - f6", "Knight f3 - g1", "Knight f6 - g8"];
    let mut repeated = chess.start();
    play(&mut repeated, &there_and_back);
    assert_eq!(end(&mut repeated), None);
    play(&mut repeated, &there_and_back);
    assert_eq!(end(&mut repeated), Some((GoalLineKind::Draw, None)));
}

// ---------------------------------------------------------------------------
// Draughts
// ---------------------------------------------------------------------------

#[test]
fn crowning_ends_the_move_in_english_draughts() {
    let draughts = game("english-draughts");
    let mut p = position(&draughts, "(White Man d6) (Black Man e7 g7)", 1);
    play(&mut p, &["Man d6 - f8 x e7 = King on f8"]);
    assert_eq!(p.chain(), None, "a king could have jumped g7");
    assert!(moves(&mut p).iter().all(|m| m.starts_with("Man g7")));
}

#[test]
fn jumping_comes_before_walking_in_english_draughts() {
    let draughts = game("english-draughts");
    let mut p = position(&draughts, "(White Man c3 h2) (Black Man d4 a7)", 1);
    assert!(moves(&mut p).iter().all(|m| m.contains(" x d4")));
}

#[test]
fn a_man_that_only_touches_the_last_row_stays_a_man() {
    let draughts = game("international-draughts");
    let mut p = position(&draughts, "(White Man c7) (Black Man d8 f8 j4)", 0);
    let first = moves(&mut p);
    assert_eq!(first.len(), 1, "{first:?}");
    play(&mut p, &[&first[0]]);
    let second = moves(&mut p);
    assert_eq!(second, ["Man e9 - g7 x f8 x d8"]);
}

#[test]
fn jumped_pieces_stand_until_the_end_and_are_not_jumped_twice() {
    let draughts = game("international-draughts");
    // The king could go round for ever if jumped men could be jumped again.
    let mut p = position(&draughts, "(White King c3) (Black Man d4 f4 f2 d2)", 0);
    let mut parts = 0;
    while p.chain().is_some() || parts == 0 {
        let next = moves(&mut p)[0].clone();
        play(&mut p, &[&next]);
        parts += 1;
    }
    assert_eq!(parts, 4);
    assert_eq!(end(&mut p), won_by("White", GoalLineKind::Loss));
}

// ---------------------------------------------------------------------------
// Shogi
// ---------------------------------------------------------------------------

#[test]
fn a_promoted_piece_comes_into_the_hand_unpromoted() {
    let shogi = game("shogi");
    let mut p = position(&shogi, "(Sente King 5i) (Gote King 5a) (Sente Rook 2h) (Gote Dragon 2d)", 0);
    let take = moves_of(&mut p, "Rook 2h x 2d");
    assert_eq!(take, ["Rook 2h x 2d Dragon 2d - tray = Rook = Sente on tray x tray"]);
    play(&mut p, &[&take[0]]);
    assert_eq!((stock(&p, "Sente", "Rook"), stock(&p, "Gote", "Rook")), (1, 0));
    play(&mut p, &["King 5a - 4a"]);
    assert!(moves(&mut p).contains(&"Sente Rook 5e".to_string()));
}

#[test]
fn a_second_pawn_is_not_dropped_on_a_file() {
    let shogi = game("shogi");
    let pieces = "(Sente King 5i) (Gote King 5a) (Sente Pawn 3g off 1) (Sente Tokin 4g) (Gote Pawn 2c)";
    let mut p = position(&shogi, &pieces.replace(" off 1", ""), 0);
    setup::apply(&mut p, &setup::parse_setup(shogi.rules(), "(Sente Pawn off 1)").unwrap());
    let drops = moves_of(&mut p, "Sente Pawn");
    assert!(drops.iter().all(|m| !m.contains(" 3")), "{drops:?}");
    assert!(drops.contains(&"Sente Pawn 4e".to_string()), "a promoted pawn does not count");
    assert!(drops.contains(&"Sente Pawn 2e".to_string()), "nor does an enemy pawn");
    assert!(drops.iter().all(|m| !m.ends_with('a')), "a pawn on the last rank could never move");
}

#[test]
fn mate_by_a_pawn_drop_loses_and_by_a_pawn_move_wins() {
    let shogi = game("shogi");
    // The king on 1a cannot leave: 2a is its own knight's, the golds guard 1b and 2b.
    let board = "(Sente King 9i) (Gote King 1a) (Gote Knight 2a) (Sente Gold 1c 2c)";
    let mut dropped = position(&shogi, &format!("{board} (Sente Pawn off 1)"), 0);
    play(&mut dropped, &["Sente Pawn 1b = CheckPawn"]);
    assert_eq!(end(&mut dropped), won_by("Gote", GoalLineKind::Win));

    let board = board.replace("1c ", "").replace("2c", "2c 2d");
    let mut moved = position(&shogi, &format!("{board} (Sente Pawn 1c)"), 0);
    play(&mut moved, &["Pawn 1c - 1b"]);
    assert_eq!(end(&mut moved), won_by("Sente", GoalLineKind::Loss));
}

#[test]
fn a_pawn_dropped_with_check_is_a_plain_pawn_once_it_moves() {
    let shogi = game("shogi");
    let mut p = position(&shogi, "(Sente King 9i) (Gote King 5d) (Sente Pawn off 1)", 0);
    play(&mut p, &["Sente Pawn 5e = CheckPawn", "King 5d - 4c"]);
    assert_eq!(moves_of(&mut p, "CheckPawn"), ["CheckPawn 5e - 5d = Pawn"]);
}

#[test]
fn pieces_that_could_not_move_on_must_promote() {
    let shogi = game("shogi");
    let mut p = position(&shogi, "(Sente King 9i) (Gote King 9a) (Sente Pawn 1b) (Sente Knight 3d 6e)", 0);
    assert_eq!(moves_of(&mut p, "Pawn"), ["Pawn 1b - 1a = Tokin"]);
    assert!(moves_of(&mut p, "Knight 3d").iter().all(|m| m.ends_with("= PromotedKnight")));
    assert_eq!(moves_of(&mut p, "Knight 6e").len(), 4, "on the third rank it may stay a knight");
}

// ---------------------------------------------------------------------------
// Other games
// ---------------------------------------------------------------------------

#[test]
fn generals_do_not_face_each_other() {
    let xiangqi = game("xiangqi");
    let mut p = position(&xiangqi, "(Red General e1) (Red Chariot e5) (Black General e10)", 0);
    let off_file =
        moves_of(&mut p, "Chariot e5").iter().filter(|m| !m.contains("- e") && !m.contains("x e")).count();
    assert_eq!(off_file, 0);
}

#[test]
fn the_solutions_of_solitaire_solve_it() {
    for number in [0, 2] {
        let game = variant("peg-solitaire", number);
        let file = game.rules().texts.solution.clone().expect("a solution");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("zrf").join(file);
        let saved = SavedGame::parse(&fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(saved.variant, game.rules().title);
        let mut p = replay::start(&game, &saved).unwrap();
        replay::play_all(&mut p, &saved.moves, false).unwrap();
        assert_eq!(end(&mut p), won_by("Player", GoalLineKind::Win));
    }
}

#[test]
fn reversi_is_counted_when_neither_can_move() {
    let reversi = game("reversi");
    let mut p = position(&reversi, "(Black Disc a1 a2 off 9) (White Disc c1 off 9)", 0);
    play(&mut p, &["Pass", "Pass", "Pass", "Pass"]);
    assert_eq!(end(&mut p), won_by("Black", GoalLineKind::Count));
}

#[test]
fn a_player_without_discs_has_lost_reversi() {
    let reversi = game("reversi");
    let mut p = position(&reversi, "(Black Disc a1 off 9) (White Disc b1 off 9)", 0);
    play(&mut p, &["Black Disc c1 flip b1"]);
    assert_eq!(end(&mut p), won_by("Black", GoalLineKind::Loss));
}

#[test]
fn a_man_that_is_hit_begins_again() {
    let race = game("race");
    let mut p = position(&race, "(White Man t1) (Black Man t3) (?Die Two die)", 1);
    play(&mut p, &["Man t1 x t3"]);
    assert_eq!(stock(&p, "Black", "Man"), 1);
}

#[test]
fn men_run_into_their_own_lane_and_must_come_home_exactly() {
    let race = game("race");
    let mut white = position(&race, "(White Man t16 w2) (Black Man t8) (?Die Three die)", 1);
    assert_eq!(moves(&mut white), ["Man t16 - w3"]);
    let mut black = position(&race, "(White Man t16) (Black Man t8) (?Die Two die)", 3);
    assert_eq!(moves(&mut black), ["Man t8 - b2"]);
    let mut stuck = position(&race, "(White Man w2) (Black Man t8) (?Die Two die)", 1);
    assert_eq!(moves(&mut stuck), ["Pass"]);
}

#[test]
fn a_man_crosses_the_bridge_from_its_foot_only() {
    let race = game("race");
    let mut p = position(&race, "(White Man t2 t3) (?Die Two die)", 1);
    assert_eq!(moves(&mut p), ["Man t2 - t6", "Man t3 - t5"]);
}

#[test]
fn seeds_are_taken_backward_as_long_as_pits_hold_two_or_three() {
    let mancala = game("mancala");
    let pieces = "(South P4 d1) (South P0 a1 b1 c1) (North P1 b2 d2) (North P2 a2) (North P4 c2)";
    let mut p = position(&mancala, pieces, 0);
    let all = moves(&mut p);
    assert_eq!(all.len(), 1);
    play(&mut p, &[&all[0]]);
    let rules = mancala.rules();
    let kind =
        |pos: &str| p.piece_at(rules.find_pos(pos).unwrap()).map(|x| rules.piece_name(x.kind).to_string());
    let name = |s: &str| Some(s.to_string());
    // a2 held two and got one: taken; b2 held one and got one: taken; c2 now holds five: the end.
    assert_eq!(
        [kind("a2"), kind("b2"), kind("c2"), kind("d2")],
        [name("P0"), name("P0"), name("P5"), name("P2")]
    );
    assert_eq!((kind("s5"), kind("s6")), (name("Seed"), None));
}

#[test]
fn a_full_camp_with_one_own_man_wins_halma() {
    let halma = game("four-corner-halma");
    let pieces = "(South Man g6) (North Man h8 g8 h7 f8 h6) (West Man a1) (East Man b1)";
    let mut p = position(&halma, pieces, 0);
    play(&mut p, &["Man g6 - g7"]);
    assert_eq!(end(&mut p), won_by("South", GoalLineKind::Win));
}

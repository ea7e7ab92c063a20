//! Inheritance, players, turn order, pieces, set-up, options and numbers.

mod support;

use support::{codes, document, rules};
use zrf::ast::file::GoalLineKind;
use zrf::resolve::rules::{MaximalCaptures, PassTurn};
use zrf::resolve::{Rules, VariantError};

/// A game with every section that a variant may replace.
const GAME: &str = r#"
(game
  (title "Base")
  (description "of the game") (history "h") (strategy "s") (solution "x.zsg")
  (default)
  (players White Black)
  (turn-order White Black)
  (move-priorities fast slow)
  (option "pass turn" true)
  (option "Recycle  Captures" true)
  (board (positions (a 0 0 1 1) (b 1 0 2 1)) (links e (a b)))
  (board-setup (White (Man a)) (Black (Man b)))
  (piece (name Man) (help "old") (moves (move-type fast) (e add)))
  (piece (name King) (moves (e add)))
  (win-condition (White) stalemated)
  (loss-condition (White Black) (captured King))
)
"#;

fn variant(sections: &str) -> Rules {
    rules(&format!("{GAME}(variant (title \"V\") {sections})"), 1)
}

#[test]
fn a_variant_without_sections_is_its_game_under_another_title() {
    let v = variant("");
    assert_eq!(v.title, "V");
    assert_eq!(v.players.len(), 2);
    assert_eq!(v.turn_order.entries.len(), 2);
    assert_eq!(v.priorities.len(), 2);
    assert_eq!(v.board.positions.len(), 2);
    assert_eq!(v.setup.len(), 2);
    assert_eq!(v.pieces.len(), 2);
    assert_eq!(v.goals.len(), 2);
    assert_eq!(v.options.pass_turn, PassTurn::Always);
}

#[test]
fn texts_are_not_inherited() {
    let v = variant("");
    assert_eq!(v.texts.description, None);
    assert_eq!(v.texts.history, None);
    assert_eq!(v.texts.strategy, None);
    assert_eq!(v.texts.solution, None);
    let document = document(&format!("{GAME}(variant (title \"V\"))"));
    assert!(document.variants()[0].is_default);
    assert!(!document.variants()[1].is_default);
}

#[test]
fn a_section_of_a_variant_replaces_that_of_the_game_as_a_whole() {
    let v = variant("(players White Black Red) (turn-order Red White Black) (move-priorities slow)");
    assert_eq!(v.players.keys().collect::<Vec<_>>(), ["White", "Black", "Red"]);
    assert_eq!(v.turn_order.entries.len(), 3);
    assert_eq!(v.priorities.len(), 1);
    let v = variant("(board (positions (a 0 0 1 1) (b 0 0 1 1) (c 0 0 1 1))) (board-setup (White (Man c)))");
    assert_eq!(v.board.positions.len(), 3);
    assert!(v.board.directions.is_empty());
    assert_eq!(v.setup.len(), 1);
}

#[test]
fn a_piece_of_a_variant_replaces_the_piece_of_that_name_in_its_place() {
    let v = variant("(piece (name Man) (moves (e add) (e e add))) (piece (name Queen) (moves (e add)))");
    assert_eq!(v.pieces.keys().collect::<Vec<_>>(), ["Man", "King", "Queen"]);
    assert_eq!(v.pieces["Man"].moves.len(), 2);
    assert_eq!(v.pieces["Man"].help, None, "parts of a piece are not merged");
}

#[test]
fn one_goal_of_a_variant_drops_all_goals_of_the_game() {
    let v = variant("(draw-condition (White Black) repetition)");
    assert_eq!(v.goals.len(), 1);
    assert_eq!(v.goals[0].kind, GoalLineKind::Draw);
}

#[test]
fn options_are_inherited_one_by_one_whatever_their_spelling() {
    let v = variant("(option \"maximal captures\" 2) (pass-turn forced)");
    assert_eq!(v.options.pass_turn, PassTurn::Forced);
    assert_eq!(v.options.maximal_captures, MaximalCaptures::MostValuable);
    assert!(v.options.recycle_captures);
    let v = variant("(option \"PASS TURN\" FALSE) (recycle-captures false) (pass-partial true)");
    assert_eq!(v.options.pass_turn, PassTurn::Never);
    assert!(!v.options.recycle_captures);
    assert!(v.options.pass_partial);
}

#[test]
fn a_variant_belongs_to_the_nearest_game_above_else_to_the_first_below() {
    let text = "
        (variant (title \"before\"))
        (game (title \"one\") (players A) (turn-order A) (board (positions (a 0 0 1 1))) (piece (name P)))
        (variant (title \"after one\"))
        (game (title \"two\") (players B) (turn-order B) (board (positions (a 0 0 1 1))) (piece (name P)))
        (variant (title \"after two\"))";
    let player = |n| rules(text, n).players.keys().next().unwrap().to_string();
    assert_eq!([0, 1, 2, 3, 4].map(player), ["A", "A", "A", "B", "B"]);
}

#[test]
fn a_variant_does_not_inherit_from_another_variant() {
    let text = format!("{GAME}(variant (title \"V\") (turn-order White)) (variant (title \"W\"))");
    assert_eq!(rules(&text, 1).turn_order.entries.len(), 1);
    assert_eq!(rules(&text, 2).turn_order.entries.len(), 2);
}

#[test]
fn separators_are_not_counted() {
    let text = format!("{GAME}(variant (title \"-\")) (variant (title \"V\") (default))");
    let document = document(&text);
    let titles: Vec<_> = document.variants().iter().map(|v| (v.number, v.title.as_str())).collect();
    assert_eq!(titles, [(0, "Base"), (1, "V")]);
    assert_eq!(document.rules(1).0.unwrap().title, "V");
    assert!(document.rules(2).0.is_none());
}

#[test]
fn a_variant_is_found_by_title_then_without_case_then_by_number_then_by_beginning() {
    let game = "(game (title \"Chess\"))";
    let document = document(&format!(
        "{game}(variant (title \"chess\")) (variant (title \"Fairy chess\")) (variant (title \"Fair play\"))
         (variant (title \"0\")) (variant (title \"chess\"))"
    ));
    let number = |name| document.find_variant(name).map(|f| f.variant.number);
    assert_eq!(number("Chess"), Ok(0));
    assert_eq!(number("chess"), Ok(1));
    assert_eq!(number("CHESS"), Ok(0));
    assert_eq!(number("fairy"), Ok(2));
    assert_eq!(number("0"), Ok(4), "a title goes before a number");
    assert_eq!(number("3"), Ok(3));
    assert!(document.find_variant("chess").unwrap().is_ambiguous);
    assert!(!document.find_variant("Chess").unwrap().is_ambiguous);
    assert!(matches!(number("fair"), Err(VariantError::Ambiguous { .. })));
    let error = number("Fairy ches5").unwrap_err();
    assert_eq!(error.to_string(), "there is no variant `Fairy ches5`; did you mean `Fairy chess`?");
    assert!(number("").is_err());
}

#[test]
fn the_first_variant_with_default_is_chosen_else_the_first_of_the_file() {
    let number = |text: &str| document(text).default_variant().map(|v| v.number);
    assert_eq!(number("(game (title \"a\")) (variant (title \"b\") (default)) (variant (default))"), Some(1));
    assert_eq!(number("(game (title \"a\")) (variant (title \"b\"))"), Some(0));
    assert_eq!(number(""), None);
}

/// A game with these sections, on a board of two positions.
fn game(sections: &str) -> String {
    format!("(game (title \"G\") (board (positions (a 0 0 1 1) (b 0 0 1 1)) (links e (a b))) {sections})")
}

#[test]
fn a_turn_order_entry_names_who_moves_as_whom_with_which_type() {
    let r = rules(
        &game(
            "(players White Black ?Dice Gaia) (piece (name P))
             (turn-order White (Black slow) repeat (White Black) (?Dice White quick) ?Dice)",
        ),
        0,
    );
    let name = |p| r.player_name(p).as_str();
    let entries: Vec<_> = r
        .turn_order
        .entries
        .iter()
        .map(|e| {
            let kind = e.move_type.map(|t| r.move_types[t.index()].as_str());
            (name(e.mover), name(e.acts_as), kind)
        })
        .collect();
    assert_eq!(
        entries,
        [
            ("White", "White", None),
            ("Black", "Black", Some("slow")),
            ("White", "Black", None),
            ("?Dice", "White", Some("quick")),
            ("?Dice", "?Dice", None),
        ]
    );
    assert_eq!(r.turn_order.repeat, 2);
    assert!(r.players["?Dice"].is_random && !r.players["White"].is_random);
    assert!(r.players["Gaia"].is_neutral && !r.players["Black"].is_neutral);
}

#[test]
fn without_a_turn_order_the_players_alternate_with_a_warning() {
    let text = game("(players White Black) (piece (name P))");
    assert_eq!(rules(&text, 0).turn_order.entries.len(), 2);
    assert!(codes(&text, 0).contains(&"W0407"));
}

#[test]
fn move_types_stand_for_the_blocks_behind_them() {
    let r = rules(
        &game(
            "(players W) (turn-order W)
             (piece (name P) (moves (e add) (move-type t) (e add) (e e add)) (drops (add) (move-type u) (add)))",
        ),
        0,
    );
    let types = |blocks: &[zrf::resolve::rules::TypedBlock]| {
        blocks.iter().map(|b| b.move_type.map(|t| r.move_types[t.index()].to_string())).collect::<Vec<_>>()
    };
    let (t, u) = (Some("t".to_owned()), Some("u".to_owned()));
    assert_eq!(types(&r.pieces["P"].moves), [None, t.clone(), t]);
    assert_eq!(types(&r.pieces["P"].drops), [None, u]);
}

#[test]
fn the_setup_fills_board_and_stocks() {
    let r = rules(
        &game(
            "(players W B) (turn-order W B) (piece (name P)) (piece (name Q))
               (board-setup (W (P a off 3) (Q off 1)) (B (P off 2 b)) (W (P off 1)))",
        ),
        0,
    );
    let setup: Vec<_> = r
        .setup
        .iter()
        .map(|s| format!("{} {} {}", r.player_name(s.player), r.piece_name(s.piece), r.pos_name(s.pos)))
        .collect();
    assert_eq!(setup, ["W P a", "B P b"]);
    let stocks: Vec<_> = r
        .stocks
        .iter()
        .map(|s| format!("{} {} {}", r.player_name(s.player), r.piece_name(s.piece), s.count))
        .collect();
    assert_eq!(stocks, ["W P 4", "W Q 1", "B P 2"]);
}

#[test]
fn of_two_pieces_set_up_on_one_position_the_later_stands_with_a_warning() {
    let text =
        game("(players W) (turn-order W) (piece (name P)) (piece (name Q)) (board-setup (W (P a) (Q a)))");
    let r = rules(&text, 0);
    assert_eq!(r.setup.len(), 1);
    assert_eq!(r.piece_name(r.setup[0].piece), "Q");
    assert!(codes(&text, 0).contains(&"W0413"));
}

#[test]
fn of_two_pieces_of_one_name_the_later_counts_in_the_place_of_the_earlier() {
    let text = game(
        "(players W) (turn-order W) (piece (name P) (help \"1\")) (piece (name Q)) (piece (name P) (help \"2\"))",
    );
    let r = rules(&text, 0);
    assert_eq!(r.pieces.keys().collect::<Vec<_>>(), ["P", "Q"]);
    assert_eq!(r.pieces["P"].help.as_deref(), Some("2"));
}

#[test]
fn options_for_draws_without_progress_name_their_pieces() {
    let r = rules(
        &game(
            "(players W) (turn-order W) (piece (name P)) (piece (name Q))
               (option \"no-progress draw\" 50) (option \"progress pieces\" \"Q P\")",
        ),
        0,
    );
    assert_eq!(r.options.no_progress_draw, Some(50));
    let names: Vec<_> = r.options.progress_pieces.iter().map(|&p| r.piece_name(p).as_str()).collect();
    assert_eq!(names, ["Q", "P"]);
}

#[test]
fn move_types_are_numbered_by_priorities_then_turn_order_then_pieces_from_the_end() {
    let r = rules(
        &game(
            "(players W B) (move-priorities first second) (turn-order (W third) (B fourth) (W B fifth))
             (piece (name P) (moves (move-type p1) (e add) (move-type p2)))
             (piece (name Q)
               (drops (move-type q4) (add))
               (moves
                 (move-type q1)
                 (e (add-partial q3) (if empty? (add-partial then) else (add-partial else)) (add-partial P q2))
                 (move-type second)
                 (e add-partial)))",
        ),
        0,
    );
    let expected =
        ["second", "first", "fifth", "fourth", "third", "q1", "q2", "else", "then", "q3", "q4", "p1", "p2"];
    assert_eq!(r.move_types.iter().collect::<Vec<_>>(), expected);
    assert_eq!(r.move_type_numbers, (1..=13).collect::<Vec<_>>());
}

#[test]
fn a_macro_that_is_called_twice_counts_where_it_is_met_first() {
    let text = format!(
        "(define go-on (add-partial $1) (add-partial shared)){}",
        game(
            "(players W) (turn-order W)
             (piece (name P) (moves ((go-on one)) ((while empty? (go-on two)) (go-on one))))",
        )
    );
    let r = rules(&text, 0);
    assert_eq!(r.move_types.iter().collect::<Vec<_>>(), ["shared", "one", "two"]);
}

#[test]
fn attributes_are_numbered_from_the_last_of_the_last_piece() {
    let r = rules(
        &game(
            "(players W) (turn-order W)
             (piece (name P) (attribute a true) (attribute b false))
             (piece (name Q) (attribute c false) (attribute a false))",
        ),
        0,
    );
    assert_eq!(r.attributes.iter().collect::<Vec<_>>(), ["a", "c", "b"]);
    assert_eq!(r.attribute_numbers, [0, 1, 2]);
    let a = r.find_attr("a").unwrap();
    assert_eq!(r.pieces["P"].attributes[0], (a, true));
    assert!(r.pieces["Q"].attributes.contains(&(a, false)));
}

#[test]
fn variants_share_the_blocks_of_their_game() {
    let document = document(&format!("{GAME}(variant (title \"V\"))"));
    let (base, variant) = (document.rules(0).0.unwrap(), document.rules(1).0.unwrap());
    let block = |r: &Rules| std::sync::Arc::as_ptr(&r.pieces["Man"].moves[0].block);
    assert_eq!(block(&base), block(&variant));
}

#[test]
fn one_expansion_of_a_macro_is_lowered_once() {
    use zrf::ast::block::InstrKind;
    let text = format!(
        "(define step $1 (verify empty?)){}",
        game("(players W) (turn-order W) (piece (name P) (moves ((step e) add) ((step e) (step e) add)))")
    );
    let r = rules(&text, 0);
    let splice = |block: usize, instr: usize| match &r.pieces["P"].moves[block].block.instrs[instr].kind {
        InstrKind::Splice(s) => std::sync::Arc::as_ptr(s),
        other => panic!("{other:?}"),
    };
    assert_eq!(splice(0, 0), splice(1, 0));
    assert_eq!(splice(1, 0), splice(1, 1));
}

#[test]
fn a_block_in_a_macro_is_lowered_and_compiled_once_for_all_pieces() {
    let pieces = "(piece (name P) (moves (steps e))) (piece (name Q) (moves (steps e) (steps a)))";
    let text = format!(
        "(define steps ($1 add) (add)){}",
        game(&format!("(players W) (turn-order W) {pieces} (board-setup (W (P a)))"))
    );
    let document = document(&text);
    let game = document.game(0).0.expect("a game without errors");
    let block =
        |piece: &str, block: usize| std::sync::Arc::as_ptr(&game.rules().pieces[piece].moves[block].block);
    let addr = |piece: usize, block: usize| game.program().pieces[piece].moves[block].addr;
    for n in 0..2 {
        assert_eq!(block("P", n), block("Q", n));
        assert_eq!(addr(0, n), addr(1, n));
    }
    // With another argument it is another block; where there is nothing to put in, the same.
    assert_ne!(addr(1, 0), addr(1, 2));
    assert_eq!(addr(1, 1), addr(1, 3));
}

#[test]
fn messages_name_the_place_and_the_nearest_name() {
    let text = std::fs::read_to_string(support::data("resolve/errors.zrf")).unwrap();
    let document = document(&text);
    let mut out = support::messages(document.sources(), document.diagnostics());
    for variant in document.variants() {
        out += &format!("== {} {}\n", variant.number, variant.title);
        out += &support::messages(document.sources(), &document.rules(variant.number).1);
    }
    support::golden("resolve/errors.txt", &out);
}

//! The feature examples: in positions made for them their moves are those that the specification says.

use zrf::document::Document;
use zrf::game::{Position, setup};
use zrf::loader::{DiskLoader, builtin};

/// The moves of an example in this position, after these moves.
fn moves(name: &str, variant: usize, pieces: &str, turn: usize, played: &[&str]) -> Vec<String> {
    let path = format!("built-in:zrf/examples/{name}.zrf");
    let source = builtin::load(&path).unwrap();
    let (game, diagnostics) = Document::load(&path, &source.bytes, &DiskLoader::default()).game(variant);
    let game = game.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let mut position = game.start();
    if !pieces.is_empty() {
        position.clear();
        setup::apply(&mut position, &setup::parse_setup(game.rules(), pieces).unwrap());
    }
    position.set_turn(turn);
    for text in played {
        let found = position.parse(text).unwrap();
        let found = found.unwrap_or_else(|| panic!("`{text}` is not among {:#?}", list(&mut position)));
        position.play(&found).unwrap();
    }
    list(&mut position)
}

fn list(position: &mut Position) -> Vec<String> {
    let moves = position.legal_moves().unwrap();
    moves.iter().map(|m| position.print(m)).collect()
}

fn beginning(moves: Vec<String>, with: &str) -> Vec<String> {
    moves.into_iter().filter(|m| m.starts_with(with)).collect()
}

#[test]
fn a_copy_goes_on_while_the_original_stays() {
    let first = moves("copies", 0, "(White Lichen a1) (Black Lichen e5)", 0, &[]);
    assert_eq!(first, ["partial 2 Lichen a1 - a2", "partial 2 Lichen a1 - b1", "Lichen a1 - b2 = Bud"]);
    let played = ["partial 2 Lichen a1 - a2"];
    let then = moves("copies", 0, "(White Lichen a1) (Black Lichen e5)", 0, &played);
    assert_eq!(
        then,
        ["Lichen a2 - a3", "Lichen a2 - b2", "Pass"],
        "not back to a1, where the original stands"
    );
}

#[test]
fn a_copy_may_be_of_another_type_and_go_on_as_that() {
    let played = ["partial 1 Lichen a1 - a2 = Bud"];
    let then = moves("copies", 1, "(White Lichen a1) (Black Lichen e5)", 0, &played);
    assert_eq!(then, ["= Lichen on a2", "Pass"]);
}

#[test]
fn a_shadow_follows_the_last_move() {
    let pieces = "(White Lancer a1) (White Champion c1) (Black Shadow e5) (Black Lancer e1)";
    let shadow = beginning(moves("last-move", 0, pieces, 0, &["Champion c1 - c2"]), "Shadow");
    assert_eq!(shadow, ["Shadow e5 - c1"], "where it came from, which is also behind it");
    let shadow = beginning(moves("last-move", 0, pieces, 0, &["Champion c1 - d2"]), "Shadow");
    assert_eq!(shadow, ["Shadow e5 - c1", "Shadow e5 - d1"]);
}

#[test]
fn a_lancer_strikes_behind_its_square_and_is_promoted_there() {
    let lancer = moves("last-move", 0, "(White Lancer b3) (Black Champion b5 e5)", 0, &[]);
    assert_eq!(lancer, ["Lancer b3 - b4 x b5", "Lancer b3 - b4"]);
    let beside_the_edge = moves("last-move", 0, "(White Lancer b4) (Black Champion e5)", 0, &[]);
    assert_eq!(beside_the_edge, ["Lancer b4 - b5"], "nothing can stand behind b5");
}

#[test]
fn a_mule_draws_the_friend_behind_it() {
    let pieces =
        "(White Mule b2) (White Champion b1) (White Lancer a5) (Black Champion e5) (Black Lancer e4)";
    let mule = beginning(moves("last-move", 0, pieces, 0, &[]), "Mule");
    assert_eq!(mule[0], "Mule b2 - b3 Champion b1 x b2");
}

#[test]
fn a_row_is_pushed_and_its_last_piece_falls_at_the_edge() {
    let pieces = "(White Pusher a1 b1) (Black Pusher c1 d1 e1)";
    let pushes = moves("cascades", 0, pieces, 0, &[]);
    assert!(pushes.contains(&"Pusher a1 x b1 Pusher b1 x c1 Pusher c1 x d1 Pusher d1 x e1".to_string()));
    assert!(pushes.contains(&"Pusher b1 x c1 Pusher c1 x d1 Pusher d1 x e1".to_string()));
    let swap = beginning(moves("cascades", 0, "(White Dancer a1) (White Pusher a2)", 0, &[]), "Dancer a1 x");
    assert_eq!(swap, ["Dancer a1 x a2 Pusher a2 x a1"]);
}

#[test]
fn spells_change_the_pieces_next_to_a_wizard() {
    let pieces = "(White Wizard c1) (Black Imp d1) (Black Wizard e5) (Nobody Rock b1)";
    let spells = moves("changes", 0, pieces, 0, &[]);
    assert_eq!(
        spells[3..],
        [
            "White Imp c2 @ c1 1 1",
            "Nobody Rock d2 @ c1 1 1",
            "Nobody Rock b2 @ c1 1 1",
            "= White on b1 = Imp on b1 @ c1 1 1",
            "= Nobody on d1 = Rock on d1 @ c1 1 1",
            "flip d1 @ c1 1 1",
        ]
    );
    let tired = moves("changes", 0, &pieces.replace("c1)", "c1 tired?)"), 0, &[]);
    assert!(tired.iter().all(|m| !m.contains("flip") && !m.contains("Imp c2")), "{tired:?}");
}

#[test]
fn an_imp_changes_leaves_things_behind_and_wakes_its_friend() {
    let pieces = "(White Wizard a1) (White Imp b2 bold?) (White Imp b3) (Black Wizard e5)";
    let imps = moves("changes", 0, pieces, 0, &[]);
    assert!(imps.contains(&"Imp b3 - b4 @ b2 0 1 @ b4 0 0".to_string()), "the imp left behind becomes bold");
    assert!(imps.contains(&"Imp b2 - c2 @ c2 0 0 White Imp b2".to_string()), "a bold imp splits");
    assert!(
        imps.contains(&"Imp b3 - c3 = Wizard White Imp b3 = White on b3 flip b3".to_string()),
        "{imps:?}"
    );
}

#[test]
fn watchmen_look_before_they_move() {
    let dodging = "(White Captain a1) (White Guard b3) (Black Archer a3) (White Scout e4)";
    let all = moves("conditions", 0, dodging, 0, &[]);
    assert!(all.contains(&"Captain a1 - c1".to_string()), "in danger it may run");
    assert!(!all.contains(&"Guard b3 x a3".to_string()), "no friend could retake there");
    let safe = moves("conditions", 0, &dodging.replace("(Black Archer a3) ", "(Black Archer e1) "), 0, &[]);
    assert!(!safe.contains(&"Captain a1 - c1".to_string()));

    let duel = "(White Duelist c2) (Black Scout c3) (Wood Tree b2)";
    let duelist = moves("conditions", 0, duel, 0, &[]);
    assert!(duelist.contains(&"x c3".to_string()), "the only enemy next to it");
    assert!(!duelist.iter().any(|m| m.contains("b2")), "a tree is no enemy");
    let two = moves("conditions", 0, &duel.replace("c3)", "c3 d3)"), 0, &[]);
    assert!(!two.contains(&"x d3".to_string()));

    let runner = moves("conditions", 0, "(White Runner c1) (Black Guard a5)", 0, &[]);
    assert_eq!(runner, ["Runner c1 - c3", "Runner c1 - c5"], "the middle and the goal");
}

#[test]
fn the_board_is_linked_as_written() {
    let west = moves("boards", 0, "(West Man b1 c2 f3 a1) (East Man e3) (West Man off 1)", 0, &[]);
    assert!(west.contains(&"Man c2 - bridge-west".to_string()));
    assert!(west.contains(&"Man b1 - f1".to_string()), "by ferry");
    assert!(west.contains(&"Man f3 - lagoon".to_string()));
    assert!(west.contains(&"Man a1 - b3".to_string()), "along the shore, up to where it is broken");
    assert!(!west.iter().any(|m| m.contains("g3")), "no way leads there");
    assert!(!west.iter().any(|m| m.starts_with("West")), "the harbour is taken");
    let east = moves("boards", 0, "(West Man a1) (East Man bridge-east)", 1, &[]);
    assert_eq!(east, ["Man bridge-east - bridge-west", "Man bridge-east - e2"]);
}

#[test]
fn parts_go_on_by_type_or_with_any_move() {
    let sprint = moves("partial-moves", 0, "", 0, &["partial 0 Sprinter a1 - a2"]);
    assert_eq!(
        sprint,
        ["partial 0 Sprinter a2 - a3", "partial 0 Sprinter a2 - b3", "Sprinter a2 - a1", "Pass"]
    );
    let pieces = "(White Recruit b1 c2) (Black Rider d4 e4)";
    let trained = moves("partial-moves", 0, pieces, 0, &["partial 2 Recruit c2 - c3 = Rider"]);
    assert_eq!(trained, ["Rider c3 x d4", "Rider c3 - b4", "Rider c3 - d2", "Rider c3 - b2", "Pass"]);
    let stopped = moves("partial-moves", 0, pieces, 0, &["partial 2 Recruit c2 - c1"]);
    assert!(stopped.iter().all(|m| m.contains("Rider d4") || m.contains("Rider e4")), "the turn is over");
}

#[test]
fn players_move_for_others_and_by_type() {
    let ann_as_blue = moves("turn-orders", 1, "", 2, &[]);
    assert!(ann_as_blue.contains(&"Soldier a5 - a4".to_string()), "{ann_as_blue:?}");
    let storm = "(White Soldier a1) (Black Soldier e5) (?Storm Rock c3) (White Soldier c1)";
    assert!(moves("turn-orders", 2, storm, 2, &[]).iter().all(|m| m.starts_with("Rock")));
    assert!(
        moves("turn-orders", 2, storm, 3, &[]).iter().all(|m| m.contains(" a1 - ") || m.contains(" c1 - "))
    );
    let shots = moves("turn-orders", 0, "(White Soldier a1) (Black Soldier a3)", 7, &[]);
    assert_eq!(shots, ["Soldier a1 x a3"], "in its turn to shoot it cannot walk");
}

#[test]
fn a_promotion_comes_from_the_stock_and_the_pawn_goes_there() {
    let pieces = "(White Pawn a4) (Black Pawn a5) (White Knight off 1)";
    let promotions = beginning(moves("options", 0, pieces, 0, &[]), "Pawn");
    assert_eq!(promotions, ["Pawn a4 x a5 = Knight"], "there is no bishop in the stock");
    let drops = moves("options", 0, pieces, 0, &["Pawn a4 x a5 = Knight", "Pass"]);
    assert!(drops.contains(&"White Pawn c3".to_string()));
}

#[test]
fn macros_make_names_texts_and_moves() {
    let red = moves("macros", 0, "(Red RedRunner b1) (Red Dog c2) (Green GreenTurtle d2 e5)", 0, &[]);
    let runner = ["b2", "b3", "c1", "d1", "a1"].map(|to| format!("RedRunner b1 - {to}"));
    assert_eq!(red[..5], runner);
    assert_eq!(red[5..], ["Dog c2 x d2", "Dog c2 - c3", "Dog c2 - c1", "Dog c2 - b2"]);
}

//! Boards: every item of `(board ...)`, carried out in the order written.

mod support;

use support::{codes, rules};
use zrf::resolve::Rules;
use zrf::resolve::rules::PositionKind;

fn text(items: &str) -> String {
    format!(
        "(game (title \"G\") (players White Black) (turn-order White Black) (piece (name P))
           (board-setup (White (P off 1)) (Black (P off 1))) (board {items}))"
    )
}

fn board(items: &str) -> Rules {
    rules(&text(items), 0)
}

/// Where a direction leads from a position.
fn go(r: &Rules, dir: &str, from: &str) -> Option<String> {
    lookup(r, &r.board.links, dir, from)
}

/// Where the opposite of a direction leads from a position.
fn opposite(r: &Rules, dir: &str, from: &str) -> Option<String> {
    lookup(r, &r.board.opposites, dir, from)
}

fn lookup(r: &Rules, table: &[Option<zrf::ids::PosId>], dir: &str, from: &str) -> Option<String> {
    let (dir, from) = (r.find_dir(dir).unwrap(), r.find_pos(from).unwrap());
    let to = table[dir.index() * r.board.positions.len() + from.index()];
    to.map(|p| r.pos_name(p).to_string())
}

fn to(name: &str) -> Option<String> {
    Some(name.to_owned())
}

const GRID: &str = r#"
  (grid (start-rectangle 10 20 59 69)
    (dimensions ("a/b/c" (50 0)) ("2/1" (0 60)))
    (directions (n 0 -1) (s 0 1) (e 1 0) (ne 1 -1)))"#;

#[test]
fn grid_positions_are_all_combinations_and_the_first_dimension_varies_slowest() {
    let r = board(GRID);
    assert_eq!(r.board.positions.keys().collect::<Vec<_>>(), ["a2", "a1", "b2", "b1", "c2", "c1"]);
    let b1 = &r.board.positions["b1"];
    assert_eq!(b1.rect, Some([60, 80, 109, 129]));
    assert_eq!(b1.grid, Some((0, vec![1, 1])));
    let grid = &r.board.grids[0];
    assert_eq!(grid.cells.len(), 6);
    assert_eq!(grid.first, grid.cells[0]);
}

#[test]
fn a_grid_direction_links_positions_within_the_grid() {
    let r = board(GRID);
    assert_eq!(go(&r, "n", "a1"), to("a2"));
    assert_eq!(go(&r, "n", "a2"), None);
    assert_eq!(go(&r, "ne", "a1"), to("b2"));
    assert_eq!(go(&r, "e", "c1"), None, "no wrapping into the next row");
}

#[test]
fn a_grid_may_have_one_dimension_or_three_and_missing_steps_are_zero() {
    let r = board(
        r#"(grid (start-rectangle 0 0 9 9) (dimensions ("1/2/3" (10 0))) (directions (r 1)))
           (grid (start-rectangle 0 0 9 9) (dimensions ("A/B" (50 0)) ("x/y" (10 0)) ("u/v" (0 10)))
             (directions (up 1) (diagonal 1 1 1) (back 0 -1 0)))"#,
    );
    assert_eq!(r.board.positions.len(), 3 + 8);
    assert_eq!(go(&r, "r", "2"), to("3"));
    assert_eq!(go(&r, "up", "Axu"), to("Bxu"));
    assert_eq!(go(&r, "diagonal", "Axu"), to("Byv"));
    assert_eq!(go(&r, "back", "Byv"), to("Bxv"));
    assert_eq!(go(&r, "up", "2"), None, "directions are shared by grids, links are not");
}

#[test]
fn labels_may_be_empty() {
    let r = board(
        r#"(grid (start-rectangle 0 0 9 9) (dimensions ("p/q" (10 0)) ("/'" (0 10))) (directions (x 0 1)))"#,
    );
    assert_eq!(r.board.positions.keys().collect::<Vec<_>>(), ["p", "p'", "q", "q'"]);
    assert_eq!(go(&r, "x", "p"), to("p'"));
}

#[test]
fn two_grids_may_share_positions() {
    let r = board(
        r#"(grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (10 0))) (directions (e 1)))
           (grid (start-rectangle 0 0 9 9) (dimensions ("b/c" (10 0))) (directions (e 1)))"#,
    );
    assert_eq!(r.board.positions.len(), 3);
    assert_eq!(go(&r, "e", "a"), to("b"));
    assert_eq!(go(&r, "e", "b"), to("c"));
    assert_eq!(r.board.grids[1].cells[0], r.find_pos("b").unwrap());
}

#[test]
fn links_add_and_replace_one_way_and_make_their_direction() {
    let r = board(&format!("{GRID} (links n (a2 c1)) (links ring (a1 c1) (c1 a1)) (links ring (a1 b1))"));
    assert_eq!(go(&r, "n", "a2"), to("c1"));
    assert_eq!(go(&r, "n", "a1"), to("a2"));
    assert_eq!(go(&r, "ring", "a1"), to("b1"));
    assert_eq!(go(&r, "ring", "c1"), to("a1"));
    assert_eq!(go(&r, "ring", "b1"), None);
}

#[test]
fn unlink_of_a_position_removes_all_its_links_both_ways() {
    let r = board(&format!("{GRID} (unlink b2)"));
    assert_eq!(go(&r, "s", "b2"), None);
    assert_eq!(go(&r, "n", "b1"), None);
    assert_eq!(go(&r, "ne", "a1"), None);
    assert!(r.find_pos("b2").is_some(), "it stays on the board");
}

#[test]
fn unlink_of_two_positions_removes_the_links_between_them() {
    let r = board(&format!("{GRID} (unlink (a1 a2))"));
    assert_eq!(go(&r, "n", "a1"), None);
    assert_eq!(go(&r, "s", "a2"), None);
    assert_eq!(go(&r, "e", "a1"), to("b1"));
}

#[test]
fn unlink_of_a_position_and_a_direction_removes_that_link() {
    let r = board(&format!("{GRID} (unlink (a1 n))"));
    assert_eq!(go(&r, "n", "a1"), None);
    assert_eq!(go(&r, "s", "a2"), to("a1"));
}

#[test]
fn items_see_only_what_stands_before_them() {
    let r = board(&format!("{GRID} (unlink a1) (links n (a1 b2))"));
    assert_eq!(go(&r, "n", "a1"), to("b2"));
    assert!(codes(&text(&format!("(links n (a1 a2)) {GRID}")), 0).contains(&"E0404"));
}

#[test]
fn a_killed_position_is_off_the_board_with_all_its_links() {
    let r = board(&format!("{GRID} (zone (name z) (positions a1 b1)) (kill-positions b1)"));
    assert_eq!(r.find_pos("b1"), None);
    assert_eq!(r.board.positions["b1"].kind, PositionKind::Killed);
    assert_eq!(go(&r, "e", "a1"), None);
    assert_eq!(r.board.zones["z"].positions[0].as_ref().unwrap().len(), 1);
}

#[test]
fn what_names_a_killed_position_has_no_effect_and_a_warning() {
    let items = format!("{GRID} (kill-positions b1) (links far (a1 b1) (a1 c1))");
    assert_eq!(go(&board(&items), "far", "a1"), to("c1"));
    assert!(codes(&text(&items), 0).contains(&"W0412"));
}

#[test]
fn a_killed_position_comes_back_when_it_is_defined_again() {
    let r = board(&format!("{GRID} (kill-positions b1) (positions (b1 1 2 3 4))"));
    assert_eq!(r.board.positions["b1"].kind, PositionKind::Square);
    assert_eq!(r.board.positions["b1"].rect, Some([1, 2, 3, 4]));
    assert_eq!(go(&r, "e", "a1"), None);
}

#[test]
fn dummies_are_made_or_marked_and_can_be_linked() {
    let r = board(&format!("{GRID} (dummy START c1) (links next (START a1))"));
    assert_eq!(r.board.positions["START"].kind, PositionKind::Dummy);
    assert_eq!(r.board.positions["c1"].kind, PositionKind::Dummy);
    assert_eq!(go(&r, "next", "START"), to("a1"));
}

#[test]
fn symmetry_changes_directions_of_one_player_and_is_not_transitive() {
    let r = board(&format!("{GRID} (symmetry Black (n s) (s e))"));
    let meaning = |player: &str, dir: &str| {
        let row = &r.board.symmetry[r.find_player(player).unwrap().index()];
        r.dir_name(row[r.find_dir(dir).unwrap().index()]).to_string()
    };
    assert_eq!(meaning("Black", "n"), "s");
    assert_eq!(meaning("Black", "s"), "e");
    assert_eq!(meaning("Black", "ne"), "ne");
    assert_eq!(meaning("White", "n"), "n");
}

#[test]
fn a_zone_holds_for_the_players_it_names_and_may_be_given_in_parts() {
    let r = board(&format!(
        "{GRID} (zone (name home) (players White) (positions b1 a1))
         (zone (name home) (players Black) (positions a2)) (zone (name home) (players White) (positions a1 c1))
         (zone (name all) (positions c2))"
    ));
    let zone = |name: &str, player: usize| {
        let positions = r.board.zones[name].positions[player].as_ref();
        positions.map(|ps| ps.iter().map(|&p| r.pos_name(p).as_str()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(zone("home", 0), to("a1 b1 c1"));
    assert_eq!(zone("home", 1), to("a2"));
    assert_eq!(zone("all", 0), to("c2"));
    assert_eq!(zone("all", 1), to("c2"));
    let r = board(&format!("{GRID} (zone (name z) (players White) (positions a1))"));
    assert_eq!(r.board.zones["z"].positions[1], None);
}

#[test]
fn the_opposite_of_a_grid_direction_is_the_negated_step() {
    let r = board(&format!("{GRID} (links n (a2 c1)) (unlink (b2 s))"));
    assert_eq!(opposite(&r, "n", "a2"), to("a1"));
    assert_eq!(opposite(&r, "n", "c1"), None, "the way back of an added link is not a step to the south");
    assert_eq!(opposite(&r, "n", "b2"), None, "a link to the south that was removed is no opposite");
}

#[test]
fn without_a_direction_of_the_negated_step_the_opposite_leads_back() {
    let r = board(GRID);
    assert_eq!(opposite(&r, "e", "b1"), to("a1"));
    assert_eq!(opposite(&r, "e", "a1"), None);
    let r = board(&format!("{GRID} (links ring (a1 b1) (b1 b2) (b2 a2) (a2 a1))"));
    assert_eq!(opposite(&r, "ring", "a1"), to("a2"));
    assert_eq!(opposite(&r, "ring", "b1"), to("a1"));
    assert_eq!(opposite(&r, "ring", "c1"), None);
}

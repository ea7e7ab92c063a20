//! One lost parenthesis gives one good message, and the rest of the file is read as it was meant.

mod support;

use zrf::diagnostics::Diagnostic;
use zrf::loader::MemoryLoader;
use zrf::syntax::form::{Form, flat};
use zrf::syntax::{Limits, parse};

/// Laid out as people do it.
const GAME: &str = "\
(define step ($1 (verify not-friend?) add))
(define slide
  (
    $1 (while empty? add $1)
    (verify not-friend?) add
  )
)
(game
  (title \"Rooks\")
  (players White Black)
  (turn-order White Black)
  (board
    (grid
      (start-rectangle 0 0 49 49)
      (dimensions
        (\"a/b/c\" (50 0))
        (\"3/2/1\" (0 50))
      )
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))
    )
    (zone (name home) (players White) (positions a1 b1 c1))
  )
  (board-setup
    (White (Rook a1))
    (Black (Rook c3))
  )
  (piece
    (name Rook)
    (moves (slide n) (slide s) (slide e) (slide w))
  )
  (piece
    (name King)
    (moves
      (step n)
      (step s)
    )
  )
  (win-condition (White Black) (captured Rook))
)
(variant
  (title \"Kings\")
  (board-setup
    (White (King a1))
    (Black (King c3))
  )
)
";

/// The heads of the forms at top level, and of what stands in them.
fn outline(text: &str) -> (Vec<String>, Vec<Diagnostic>) {
    let (_, expanded, found) = parse("t.zrf", text.as_bytes(), &MemoryLoader::new(), &Limits::default());
    let mut heads: Vec<String> = expanded.macros.keys().map(|name| format!("macro {name}")).collect();
    for (form, _) in flat(&expanded.forms, None) {
        let Form::List(list) = form else { continue };
        let head = |list: &zrf::syntax::form::List| list.head().map(ToString::to_string).unwrap_or_default();
        heads.push(head(list));
        let sections = list.flat(None).filter_map(|(section, _)| match section {
            Form::List(section) => Some(format!("  {}", head(section))),
            _ => None,
        });
        heads.extend(sections);
    }
    (heads, found)
}

fn without(at: usize) -> String {
    GAME[..at].to_string() + &GAME[at + 1..]
}

fn line(at: usize) -> usize {
    GAME[..at].matches('\n').count() + 1
}

#[test]
fn a_lost_closing_parenthesis_gives_one_message_in_its_list_and_keeps_the_outline() {
    let (whole, found) = outline(GAME);
    assert!(found.is_empty());
    for (at, _) in GAME.match_indices(')') {
        let (heads, found) = outline(&without(at));
        assert_eq!(found.len(), 1, "without `)` of line {}: {found:#?}", line(at));
        // What is lost at the end of a section's own line is found there; sections after it stand.
        assert_eq!(heads, whole, "without `)` of line {}", line(at));
        // What is named, a list or a line, begins no further down than the loss.
        let named = found[0].primary.span.start as usize;
        assert!(line(named) <= line(at), "without `)` of line {}: named is line {}", line(at), line(named));
    }
}

#[test]
fn a_lost_opening_parenthesis_gives_one_or_two_messages() {
    for (at, _) in GAME.match_indices('(') {
        let (_, found) = outline(&without(at));
        assert!((1..=2).contains(&found.len()), "without `(` of line {}: {found:#?}", line(at));
    }
}

#[test]
fn a_lost_opening_parenthesis_of_a_section_keeps_the_outline() {
    let (whole, _) = outline(GAME);
    for head in ["define step", "game", "turn-order", "board\n", "piece", "variant", "board-setup"] {
        let at = GAME.find(&format!("({head}")).unwrap();
        let (heads, found) = outline(&without(at));
        assert_eq!(heads, whole, "without `(` of {head}");
        assert_eq!(found.iter().map(|d| d.code.id).collect::<Vec<_>>(), ["E0109"], "{head}");
    }
}

#[test]
fn a_doubled_closing_parenthesis_gives_one_message_and_loses_no_section() {
    let (whole, _) = outline(GAME);
    for (at, _) in GAME.match_indices("))\n") {
        let text = GAME[..at].to_string() + ")" + &GAME[at..];
        let (heads, found) = outline(&text);
        assert_eq!(found.len(), 1, "with one `)` more in line {}: {found:#?}", line(at));
        assert!(heads.len() >= whole.len() - 1, "with one `)` more in line {}: {heads:#?}", line(at));
    }
}

#[test]
fn a_lost_quote_gives_one_message_and_keeps_the_outline() {
    let (whole, _) = outline(GAME);
    for (at, _) in GAME.match_indices('"').skip(1).step_by(2) {
        let (heads, found) = outline(&without(at));
        assert_eq!(found.iter().filter(|d| d.code.id == "E0101").count(), 1, "line {}", line(at));
        if !GAME[..at].ends_with("a/b/c") && !GAME[..at].ends_with("3/2/1") {
            assert_eq!(found.len(), 1, "without the quote of line {}: {found:#?}", line(at));
            assert_eq!(heads, whole, "without the quote of line {}", line(at));
        }
    }
}

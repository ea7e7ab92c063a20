//! `(board ...)`.

use super::cursor::{Call, Item, Lower};
use crate::ast::board::*;
use crate::ast::place::Word;
use crate::diagnostics::codes::lower as codes;
use crate::syntax::form::Form;
use crate::syntax::keyword::Category;
use smol_str::SmolStr;

impl Lower {
    pub(super) fn board(&mut self, call: Call<'_>) -> BoardDef {
        let mut items = Vec::new();
        for item in &call.args {
            let Some(form) = self.call(item, "a board item like `(grid ...)`") else { continue };
            items.extend(self.board_item(form));
        }
        BoardDef { items, at: call.at }
    }

    fn board_item(&mut self, call: Call<'_>) -> Option<BoardItem> {
        let args = call.args.as_slice();
        Some(match call.head.text.as_str() {
            "image" => BoardItem::Image(self.words(args, "a file")),
            "grid" => BoardItem::Grid(self.grid(call)?),
            "positions" => {
                BoardItem::Positions(args.iter().filter_map(|i| self.single_position(i)).collect())
            }
            "kill-positions" => BoardItem::Kill(self.words(args, "a position")),
            "dummy" => BoardItem::Dummy(self.words(args, "a position")),
            "unlink" => BoardItem::Unlink(args.iter().filter_map(|i| self.unlink(i)).collect()),
            "links" => {
                let (dir, pairs) = self.head_and_pairs(&call, "a direction", "`(FROM TO)`")?;
                BoardItem::Links(dir, pairs)
            }
            "symmetry" => {
                let (player, pairs) = self.head_and_pairs(&call, "a player", "`(DIRECTION DIRECTION)`")?;
                BoardItem::Symmetry(player, pairs)
            }
            "zone" => BoardItem::Zone(self.zone(call)?),
            "translate" => return None,
            name => {
                let at = call.head_at();
                self.unknown(&codes::UNKNOWN_BOARD_ITEM, &at, name, "item of a board", &[Category::Board]);
                return None;
            }
        })
    }

    /// `NAME (A B)...` after the keyword.
    fn head_and_pairs(
        &mut self,
        call: &Call<'_>,
        head: &str,
        pair: &str,
    ) -> Option<(Word, Vec<(Word, Word)>)> {
        let Some((first, rest)) = call.args.split_first() else {
            self.misshaped(&call.head_at(), Category::Board, &call.head.text, &format!("needs {head} first"));
            return None;
        };
        let name = self.word(first, head)?;
        let pairs = rest.iter().filter_map(|i| self.pair(i, pair)).collect();
        Some((name, pairs))
    }

    fn pair(&mut self, item: &Item<'_>, what: &str) -> Option<(Word, Word)> {
        if let Form::List(list) = item.form {
            let parts = self.flatten(&list.items, &item.via);
            if let [a, b] = parts.as_slice() {
                return Some((self.word(a, "a name")?, self.word(b, "a name")?));
            }
        }
        self.wrong(item, what);
        None
    }

    fn unlink(&mut self, item: &Item<'_>) -> Option<Unlink> {
        if let Form::List(_) = item.form {
            let (a, b) = self.pair(item, "`(POSITION POSITION)` or `(POSITION DIRECTION)`")?;
            return Some(Unlink::Pair(a, b));
        }
        self.word(item, "a position").map(Unlink::Position)
    }

    /// `(NAME L T R B)`.
    fn single_position(&mut self, item: &Item<'_>) -> Option<(Word, [i32; 4])> {
        let what = "`(POSITION LEFT TOP RIGHT BOTTOM)`";
        let Form::List(list) = item.form else {
            self.wrong(item, what);
            return None;
        };
        let parts = self.flatten(&list.items, &item.via);
        let Some((name, rect)) = parts.split_first() else {
            self.wrong(item, what);
            return None;
        };
        let name = self.word(name, "a position")?;
        let rect = self.rectangle(rect, item, what)?;
        Some((name, rect))
    }

    fn rectangle(&mut self, numbers: &[Item<'_>], whole: &Item<'_>, what: &str) -> Option<[i32; 4]> {
        let [l, t, r, b] = numbers else {
            self.wrong(whole, what);
            return None;
        };
        let [left, top] = [self.number(l, "a number")?, self.number(t, "a number")?];
        let [right, bottom] = [self.number(r, "a number")?, self.number(b, "a number")?];
        if right < left || bottom < top {
            self.report(
                whole
                    .at()
                    .diagnostic(&codes::REVERSED_RECTANGLE, "the rectangle ends before it begins")
                    .label("expected LEFT TOP RIGHT BOTTOM"),
            );
        }
        Some([left, top, right, bottom])
    }

    fn grid(&mut self, call: Call<'_>) -> Option<GridDef> {
        let mut grid =
            GridDef { start: [0; 4], dimensions: Vec::new(), directions: Vec::new(), at: call.at.clone() };
        for item in &call.args {
            let Some(part) = self.call(item, "a part like `(dimensions ...)`") else { continue };
            match part.head.text.as_str() {
                "start-rectangle" => {
                    let what = "`(start-rectangle LEFT TOP RIGHT BOTTOM)`";
                    grid.start = self.rectangle(&part.args, item, what).unwrap_or_default();
                }
                "dimensions" => grid.dimensions.extend(part.args.iter().filter_map(|d| self.dimension(d))),
                "directions" => grid.directions.extend(part.args.iter().filter_map(|d| self.direction(d))),
                name => {
                    let at = part.head_at();
                    self.unknown(&codes::UNKNOWN_BOARD_ITEM, &at, name, "part of a grid", &[Category::Grid]);
                }
            }
        }
        if grid.dimensions.is_empty() {
            self.misshaped(
                &call.head_at(),
                Category::Board,
                "grid",
                "has no dimensions, so it has no positions",
            );
            return None;
        }
        for (name, steps) in &grid.directions {
            if steps.len() > grid.dimensions.len() {
                let problem = format!(
                    "the direction `{}` has {} steps, but the grid only {} dimensions",
                    name.text,
                    steps.len(),
                    grid.dimensions.len()
                );
                self.report(
                    name.at.diagnostic(&codes::WRONG_SHAPE, problem).label("one step for each dimension"),
                );
            }
        }
        Some(grid)
    }

    /// `("a/b/c" (DX DY))`.
    fn dimension(&mut self, item: &Item<'_>) -> Option<Dimension> {
        let what = "`(\"a/b/c\" (DX DY))`";
        let Form::List(list) = item.form else {
            self.wrong(item, what);
            return None;
        };
        let parts = self.flatten(&list.items, &item.via);
        let (labels, step) = match parts.as_slice() {
            [labels] => (labels, None),
            [labels, step] => (labels, Some(step)),
            _ => {
                self.wrong(item, what);
                return None;
            }
        };
        let labels_word = self.word(labels, "labels like \"a/b/c\"")?;
        let step = step.and_then(|s| self.steps(s, what)).unwrap_or_default();
        Some(Dimension {
            labels: labels_word.text.split('/').map(SmolStr::new).collect(),
            step: (step.first().copied().unwrap_or(0), step.get(1).copied().unwrap_or(0)),
            span: labels_word.at.span,
        })
    }

    /// `(N...)`.
    fn steps(&mut self, item: &Item<'_>, what: &str) -> Option<Vec<i32>> {
        let Form::List(list) = item.form else {
            self.wrong(item, what);
            return None;
        };
        let parts = self.flatten(&list.items, &item.via);
        Some(parts.iter().filter_map(|p| self.number(p, "a number")).collect())
    }

    /// `(DIRECTION STEP...)`.
    fn direction(&mut self, item: &Item<'_>) -> Option<(Word, Vec<i32>)> {
        let what = "`(DIRECTION STEP...)`";
        let Form::List(list) = item.form else {
            self.wrong(item, what);
            return None;
        };
        let parts = self.flatten(&list.items, &item.via);
        let Some((name, steps)) = parts.split_first() else {
            self.wrong(item, what);
            return None;
        };
        let name = self.word(name, "a direction")?;
        let steps = steps.iter().filter_map(|p| self.number(p, "a step")).collect();
        Some((name, steps))
    }

    fn zone(&mut self, call: Call<'_>) -> Option<ZoneDef> {
        let (mut name, mut players, mut positions) = (None, None, Vec::new());
        for item in &call.args {
            let Some(part) = self.call(item, "a part like `(name ...)`") else { continue };
            match part.head.text.as_str() {
                "name" => name = self.one_word(&part, Category::Zone),
                "players" => players.get_or_insert_with(Vec::new).extend(self.words(&part.args, "a player")),
                "positions" => positions.extend(self.words(&part.args, "a position")),
                other => {
                    let at = part.head_at();
                    self.unknown(&codes::UNKNOWN_BOARD_ITEM, &at, other, "part of a zone", &[Category::Zone]);
                }
            }
        }
        if name.is_none() {
            self.misshaped(&call.head_at(), Category::Board, "zone", "has no name");
        }
        Some(ZoneDef { name: name?, players, positions })
    }
}

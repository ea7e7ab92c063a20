//! `(board ...)`.

use super::cursor::{Call, Item, Lower, how_many, without_rows};
use crate::ast::board::*;
use crate::ast::place::{Place, Word};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lower as codes;
use crate::source::Span;
use crate::syntax::form::Form;
use crate::syntax::keyword::Category;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

impl Lower {
    pub(super) fn board(&mut self, call: Call<'_>) -> BoardDef {
        let mut items = Vec::new();
        let before = self.errors();
        for item in without_rows(&call.args) {
            let Some(form) = self.call(item, "a board item like `(grid ...)`") else { continue };
            items.extend(self.board_item(form));
        }
        BoardDef { items, is_whole: self.errors() == before, at: call.at }
    }

    fn board_item(&mut self, call: Call<'_>) -> Option<BoardItem> {
        let args = call.args.as_slice();
        Some(match call.head.text.as_str() {
            "image" => BoardItem::Image(self.words(args, "a file")),
            "grid" => BoardItem::Grid(self.grid(call)?),
            "positions" => {
                BoardItem::Positions(without_rows(args).filter_map(|i| self.single_position(i)).collect())
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
            _ => {
                let known = &[Category::Board];
                self.unknown_call(&codes::UNKNOWN_BOARD_ITEM, &call, "item of a board", known);
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
        let pairs = without_rows(rest).filter_map(|i| self.pair(i, pair)).collect();
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
        let rect = self.rectangle(rect, name.at.clone(), &format!("the position `{}`", name.text), what)?;
        Some((name, rect))
    }

    /// Four numbers; `owner` is what they are about, at this place.
    fn rectangle(&mut self, numbers: &[Item<'_>], at: Place, owner: &str, what: &str) -> Option<[i32; 4]> {
        let [l, t, r, b] = numbers else {
            let message = format!("{owner} takes four numbers, found {}", how_many(numbers));
            self.report(at.diagnostic(&codes::WRONG_SHAPE, message).label(format!("expected {what}")));
            return None;
        };
        let [left, top] = [self.number(l, "a number")?, self.number(t, "a number")?];
        let [right, bottom] = [self.number(r, "a number")?, self.number(b, "a number")?];
        if right < left || bottom < top {
            self.report(
                at.diagnostic(&codes::REVERSED_RECTANGLE, "the rectangle ends before it begins")
                    .label("expected LEFT TOP RIGHT BOTTOM"),
            );
        }
        Some([left, top, right, bottom])
    }

    fn grid(&mut self, call: Call<'_>) -> Option<GridDef> {
        let mut grid =
            GridDef { start: [0; 4], dimensions: Vec::new(), directions: Vec::new(), at: call.at.clone() };
        let mut has_bad_dimensions = false;
        for item in without_rows(&call.args) {
            let Some(part) = self.call(item, "a part like `(dimensions ...)`") else { continue };
            match part.head.text.as_str() {
                "start-rectangle" => {
                    let what = "`(start-rectangle LEFT TOP RIGHT BOTTOM)`";
                    let owner = "`start-rectangle`";
                    grid.start = self.rectangle(&part.args, part.head_at(), owner, what).unwrap_or_default();
                }
                "dimensions" => {
                    let before = self.errors();
                    let dimensions = without_rows(&part.args);
                    grid.dimensions.extend(dimensions.filter_map(|d| self.dimension(d)));
                    has_bad_dimensions |= self.errors() != before;
                }
                "directions" => {
                    let directions = without_rows(&part.args);
                    grid.directions.extend(directions.filter_map(|d| self.direction(d)));
                }
                _ => {
                    let known = &[Category::Grid];
                    self.unknown_call(&codes::UNKNOWN_BOARD_ITEM, &part, "part of a grid", known);
                }
            }
        }
        if has_bad_dimensions {
            return None;
        }
        if grid.dimensions.is_empty() {
            let problem = "has no dimensions, so it has no positions";
            self.misshaped(&call.head_at(), Category::Board, "grid", problem);
            return None;
        }
        let mut given: FxHashMap<&str, Span> = FxHashMap::default();
        for (name, steps) in &grid.directions {
            match given.get(name.text.as_str()) {
                Some(&first) => self.given_twice("direction", &name.text, &name.at, first),
                None => drop(given.insert(&name.text, name.at.span)),
            }
            if steps.iter().all(|&step| step == 0) {
                let message = format!("the direction `{}` leads from each position to itself", name.text);
                let d = name.at.diagnostic(&codes::NO_STEP, message);
                self.report(d.label("expected a step that is not 0").help("write `(DIRECTION STEP...)`"));
            }
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
        self.check_labels(&labels_word);
        Some(Dimension {
            labels: labels_word.text.split('/').map(SmolStr::new).collect(),
            step: (step.first().copied().unwrap_or(0), step.get(1).copied().unwrap_or(0)),
            span: labels_word.at.span,
        })
    }

    /// Warns of blanks and line ends in labels: no name can hold them.
    fn check_labels(&mut self, labels: &Word) {
        let span = labels.at.span;
        // With macro parameters in it the text is not the one in the file.
        let is_verbatim = span.end as usize - span.start as usize == labels.text.len() + 2;
        let mut start = span.start + 1;
        for label in labels.text.split('/') {
            let end = start + label.len() as u32;
            if label.contains(|c: char| c.is_whitespace()) {
                let at = if is_verbatim { Span::new(span.source, start, end) } else { span };
                let trimmed = label.trim();
                let d = Diagnostic::new(&codes::BLANK_IN_LABEL, at, "a label with a blank or line end in it")
                    .via(labels.at.via.clone())
                    .label("no name of a position can hold it, so these positions cannot be named");
                let is_sure = is_verbatim && !trimmed.is_empty() && !trimmed.contains(char::is_whitespace);
                self.report(match is_sure {
                    true => d.help(format!("write `{trimmed}`")).fix(at, trimmed),
                    false => d,
                });
            }
            start = end + 1;
        }
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
        let steps: Option<Vec<i32>> = steps.iter().map(|p| self.number(p, "a step")).collect();
        Some((name, steps?))
    }

    fn zone(&mut self, call: Call<'_>) -> Option<ZoneDef> {
        let (mut name, mut players, mut positions) = (None, None, Vec::new());
        if let Some(item) = call.args.first()
            && let Some(bare) = item.form.as_name()
        {
            let d =
                item.at().diagnostic(&codes::WRONG_SHAPE, "the name of a zone stands in a list of its own");
            let mend = format!("(name {bare})");
            self.report(d.help(format!("write `{mend}`")).fix(item.form.span(), mend));
            return None;
        }
        for item in without_rows(&call.args) {
            let Some(part) = self.call(item, "a part like `(name ...)`") else { continue };
            match part.head.text.as_str() {
                "name" => name = self.one_word(&part, Category::Zone),
                "players" => players.get_or_insert_with(Vec::new).extend(self.words(&part.args, "a player")),
                "positions" => positions.extend(self.words(&part.args, "a position")),
                _ => {
                    let known = &[Category::Zone];
                    self.unknown_call(&codes::UNKNOWN_BOARD_ITEM, &part, "part of a zone", known);
                }
            }
        }
        if name.is_none() {
            self.misshaped(&call.head_at(), Category::Board, "zone", "has no name");
        }
        Some(ZoneDef { name: name?, players, positions })
    }
}

//! Names in blocks and goals that stand for nothing.

use crate::ast::block::Name;
use crate::diagnostics::did_you_mean::{self, Finder};
use crate::diagnostics::{Code, Diagnostic};
use crate::resolve::Rules;
use crate::syntax::keyword::{self, Category};
use crate::syntax::params::{Piece, pieces};
use smol_str::SmolStr;

/// What a name could have stood for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Instruction,
    Condition,
    Macro,
    Direction,
    Position,
    Zone,
    Player,
    Piece,
    Attribute,
    MoveType,
}

/// Makes the messages about unknown names.
#[derive(Default)]
pub(super) struct Unknown {
    finder: Finder,
}

impl Unknown {
    /// A message that there is no `what` of this name, with the nearest name of these sorts.
    pub(super) fn diagnostic(
        &mut self,
        rules: &Rules,
        code: &'static Code,
        what: &str,
        name: &Name,
        sorts: &[Sort],
    ) -> Diagnostic {
        let mut d = Diagnostic::new(code, name.span, format!("unknown {what} `{}`", name.text))
            .label(format!("there is no {what} of this name"));
        if let Some(number) = missing_argument(&name.text) {
            d.message = format!("no argument for `{number}`: `{}` is nothing by itself", name.text);
            d.primary.text = "the call of the macro gives too few arguments".to_owned();
            return d;
        }
        let elsewhere = elsewhere(rules, &name.text, what, sorts);
        let nearest =
            |finder: &mut Finder| finder.help(&name.text, sorts.iter().flat_map(|&sort| names(rules, sort)));
        let help = elsewhere.or_else(|| nearest(&mut self.finder)).or_else(|| few(rules, sorts));
        if let Some(help) = help {
            d = d.help(help);
        }
        d
    }
}

/// The parameter in a name that no argument replaced: `$1` in `$1-type`.
pub(super) fn missing_argument(name: &str) -> Option<&str> {
    pieces(name).find_map(|piece| match piece {
        Piece::Param(_, written) => Some(written),
        Piece::Text(_) => None,
    })
}

/// What the name is, if it is something else than was expected.
fn elsewhere(rules: &Rules, name: &str, expected: &str, sorts: &[Sort]) -> Option<String> {
    let all = [
        (Sort::Player, "a player"),
        (Sort::Piece, "a piece type"),
        (Sort::Zone, "a zone"),
        (Sort::Attribute, "an attribute"),
        (Sort::MoveType, "a move type"),
        (Sort::Direction, "a direction"),
        (Sort::Position, "a position"),
    ];
    let is_other = |sort: Sort| !sorts.contains(&sort) && names(rules, sort).any(|known| known == name);
    if let Some((_, is)) = all.into_iter().find(|&(sort, _)| is_other(sort)) {
        return Some(format!("`{name}` is {is}; expected here: {expected}"));
    }
    let is_instruction = sorts.contains(&Sort::Instruction);
    is_instruction.then(|| keyword::belongs(name, &[Category::Instruction])).flatten()
}

/// The names that there are of the first sort that is expected, if they are few.
fn few(rules: &Rules, sorts: &[Sort]) -> Option<String> {
    let (sort, what) = sorts.iter().find_map(|&sort| match sort {
        Sort::Zone => Some((sort, "zone")),
        Sort::Piece => Some((sort, "piece type")),
        Sort::Player => Some((sort, "player")),
        Sort::Direction => Some((sort, "direction")),
        _ => None,
    })?;
    did_you_mean::all(what, names(rules, sort))
}

/// The names of a sort.
fn names(rules: &Rules, sort: Sort) -> Box<dyn Iterator<Item = &str> + '_> {
    fn text<'a>(names: impl Iterator<Item = &'a SmolStr> + 'a) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        Box::new(names.map(SmolStr::as_str))
    }
    match sort {
        Sort::Instruction => Box::new(keyword::names(Category::Instruction).map(|name| name as &str)),
        Sort::Condition => Box::new(keyword::names(Category::Condition).map(|name| name as &str)),
        Sort::Macro => text(rules.macros.iter()),
        Sort::Direction => text(rules.board.directions.keys()),
        Sort::Position => text(rules.board.positions.keys()),
        Sort::Zone => text(rules.board.zones.keys()),
        Sort::Player => text(rules.players.keys()),
        Sort::Piece => text(rules.pieces.keys()),
        Sort::Attribute => text(rules.attributes.iter()),
        Sort::MoveType => text(rules.move_types.iter()),
    }
}

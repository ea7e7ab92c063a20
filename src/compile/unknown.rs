//! Names in blocks and goals that stand for nothing.

use crate::ast::block::Name;
use crate::diagnostics::did_you_mean::Finder;
use crate::diagnostics::{Code, Diagnostic};
use crate::resolve::Rules;
use crate::syntax::keyword::{self, Category};
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
        if let Some(help) = self.finder.help(&name.text, sorts.iter().flat_map(|&sort| names(rules, sort))) {
            d = d.help(help);
        }
        d
    }
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

//! How each kind of list is laid out.

use super::tree::{Kind, List, Node};
use crate::syntax::keyword::{Category, find};

/// Lines are no longer than this, in characters, where they can be broken.
pub(super) const WIDTH: usize = 100;
/// Columns by which what is inside a list is indented.
pub(super) const STEP: usize = 2;
/// A list that its author wrote on several lines is joined if it is no wider than this.
const SHORT: usize = 60;

/// The kinds of list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// `(game ...)` and `(variant ...)`: never on one line if there are several sections.
    Game,
    /// `(board ...)`, `(grid ...)`, `(piece ...)`: each section begins a line.
    Sections,
    /// `(define NAME ...)`.
    Define,
    /// `(zone ...)`.
    Zone,
    /// `(board-setup ...)`.
    Setup,
    /// The pieces of one player in a set-up.
    PlayerSetup,
    /// Rows of things, with so many names before them: `(moves ...)`, `(links DIRECTION ...)`.
    Table(usize),
    /// `(image PLAYER "FILE" ...)`: one row for each player, under each other.
    Pairs,
    /// `(if ...)` and `(while ...)`.
    Control,
    /// `(and ...)`, `(or ...)`, `(not ...)`: under each other.
    Terms,
    /// Instructions without a name before them.
    Block,
    /// Anything else: instructions, macro calls.
    Plain,
}

impl Role {
    /// The role of a list; `parent` is that of the list around it.
    pub fn of(list: &List, parent: Option<Role>) -> Role {
        let Some(head) = list.head() else {
            let begins_with_list = list.items.first().is_some_and(|item| item.as_list().is_some());
            return if begins_with_list { Role::Block } else { Role::Plain };
        };
        match head {
            "game" | "variant" => Role::Game,
            "board" | "grid" | "piece" => Role::Sections,
            "define" => Role::Define,
            "zone" => Role::Zone,
            "board-setup" => Role::Setup,
            _ if parent == Some(Role::Setup) => Role::PlayerSetup,
            "moves" | "drops" | "dimensions" | "directions" | "positions" | "kill-positions" | "unlink"
            | "dummy" | "turn-order" | "players" | "move-priorities" => Role::Table(0),
            "links" | "symmetry" => Role::Table(1),
            "image" | "open" => Role::Pairs,
            "if" | "while" => Role::Control,
            "and" | "or" | "not" => Role::Terms,
            "mark" | "back" | "from" | "to" | "cascade" => Role::Block,
            _ if is_parameter(head) => Role::Block,
            _ => Role::Plain,
        }
    }

    /// How many items behind the first stay on its line whatever the author did.
    pub fn lead(self) -> usize {
        match self {
            Role::Define | Role::Control => 1,
            Role::Table(lead) => lead,
            _ => 0,
        }
    }

    /// Whether the item `at` begins a line whatever the author did.
    pub fn begins_line(self, list: &List, at: usize) -> bool {
        let item = &list.items[at];
        match self {
            Role::Game | Role::Sections => at == 1 || (at > 1 && !is_row_of_calls(&list.items[at - 1], item)),
            Role::Setup => at > 0,
            Role::PlayerSetup => at == 1,
            Role::Table(lead) => at == lead + 1,
            Role::Control => item.as_name() == Some("else"),
            Role::Block => at == 0,
            Role::Pairs => {
                item.as_name().is_some() && at > 1 && matches!(list.items[at - 1].kind, Kind::Str(_))
            }
            _ => false,
        }
    }
}

/// Whether a list is written on one line if there is room.
pub(super) fn is_flat(node: &Node, parent: Option<Role>) -> bool {
    let Some(width) = node.flat else { return false };
    let Some(list) = node.as_list() else { return true };
    let role = Role::of(list, parent);
    let may_be = match role {
        Role::Game => list.items.len() <= 2 && width <= SHORT,
        _ => !list.is_broken || joins(list, role, width),
    };
    may_be && list.items.iter().all(|item| is_flat(item, Some(role)))
}

/// Whether a list that the author wrote on several lines is joined to one.
fn joins(list: &List, role: Role, width: usize) -> bool {
    let is_control =
        |item: &Node| item.as_list().is_some_and(|inner| Role::of(inner, Some(role)) == Role::Control);
    match role {
        Role::Sections => list.items.len() <= 2 && width <= SHORT,
        // Only what is in its last item was on several lines.
        _ if list.items.iter().all(|item| item.breaks == 0) => true,
        Role::Setup | Role::Pairs => false,
        Role::Zone => true,
        Role::Control => width <= SHORT && !list.items.iter().any(is_control),
        _ => width <= SHORT,
    }
}

/// Whether a list is a name with texts, which stay on its line however long they are.
pub(super) fn is_text(node: &Node) -> bool {
    let Some(list) = node.as_list() else { return false };
    let is_plain = |item: &Node| item.as_list().is_none() && item.behind.is_none() && item.above.is_empty();
    let has_text = list.items.iter().any(Node::is_long_string)
        || (list.items.len() == 2 && matches!(list.items[1].kind, Kind::Str(_)));
    has_text && list.opening.is_none() && list.closing.is_empty() && list.items.iter().all(is_plain)
}

/// Whether two sections beside each other are macro calls, which may share a line.
fn is_row_of_calls(before: &Node, item: &Node) -> bool {
    let is_call = |node: &Node| match node.as_list() {
        Some(list) => list.head().is_some_and(|head| !is_section(head)),
        None => true,
    };
    is_call(before) && is_call(item)
}

fn is_section(head: &str) -> bool {
    use Category::{Board, Grid, OldOption, Piece, Section, TopLevel};
    [TopLevel, Section, OldOption, Board, Grid, Piece].iter().any(|&category| find(category, head).is_some())
}

fn is_parameter(name: &str) -> bool {
    name.strip_prefix('$').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

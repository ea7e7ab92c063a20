//! Writes the tree down again.

use super::lines::Lines;
use super::style::{Role, STEP, WIDTH, is_flat, is_text};
use super::tree::{Comment, Kind, List, Node, Tree};
use crate::deep::deep;

/// The text of a tree with these line ends.
pub(super) fn write(tree: &Tree, line_end: &str) -> String {
    let mut writer = Writer { lines: Lines::new() };
    let mut before: Option<&Node> = None;
    for node in &tree.nodes {
        writer.begin(node, before.and_then(|b| b.behind.as_ref()), 0, before.is_none());
        writer.node(node, None, Room { base: 0, tail: 0 });
        writer.behind(node.behind);
        before = Some(node);
    }
    writer.own_lines(&tree.end, before.and_then(|b| b.behind.as_ref()), 0, before.is_none());
    writer.lines.finish(line_end)
}

/// Rows of more items are not spread, but filled line by line; this bounds the work.
const MOST_SPREAD: usize = 200;

/// Where something is written.
#[derive(Clone, Copy)]
struct Room {
    /// The indentation of its line; a list on several lines ends there.
    base: usize,
    /// How many characters follow on its last line.
    tail: usize,
}

/// How something was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    OnOneLine,
    OnSeveral,
}

struct Writer<'t> {
    lines: Lines<'t>,
}

impl<'t> Writer<'t> {
    /// Whether so many characters have room on the current line.
    fn fits(&self, width: usize) -> bool {
        self.lines.column + width <= WIDTH
    }

    /// Begins a line for a node, with its comments above it.
    fn begin(&mut self, node: &Node<'t>, behind: Option<&Comment<'t>>, indent: usize, is_first: bool) {
        self.own_lines(&node.above, behind, indent, is_first);
        if node.breaks > 1 && !(is_first && node.above.is_empty()) {
            self.lines.empty();
        }
        self.lines.begin(indent);
    }

    /// Comments on lines of their own; `behind` is the one behind the last line.
    fn own_lines(
        &mut self,
        comments: &[Comment<'t>],
        behind: Option<&Comment<'t>>,
        indent: usize,
        is_first: bool,
    ) {
        let mut under = behind;
        for (at, comment) in comments.iter().enumerate() {
            under = under.filter(|above| comment.is_under(above)).map(|_| comment);
            if under.is_some() {
                self.lines.comment_under(comment.text);
                continue;
            }
            if comment.breaks > 1 && !(is_first && at == 0) {
                self.lines.empty();
            }
            self.lines.begin(indent);
            self.lines.push(comment.text);
        }
    }

    fn behind(&mut self, comment: Option<Comment<'t>>) {
        if let Some(comment) = comment {
            self.lines.comment(comment.text);
        }
    }

    /// Writes a node at the current column.
    fn node(&mut self, node: &Node<'t>, parent: Option<Role>, room: Room) -> Written {
        match &node.kind {
            Kind::Name(text) | Kind::Str(text) => self.lines.push(text),
            Kind::List(list) => {
                let is_flat = is_flat(node, parent) && node.flat.is_some_and(|w| self.fits(w + room.tail));
                if !is_flat && !is_text(node) {
                    deep(|| self.open_list(list, Role::of(list, parent), room));
                    return Written::OnSeveral;
                }
                self.flat_list(list);
            }
        }
        Written::OnOneLine
    }

    /// Writes a list without breaking its line.
    fn flat_list(&mut self, list: &List<'t>) {
        self.lines.push("(");
        for (at, item) in list.items.iter().enumerate() {
            if at > 0 {
                self.lines.push(" ");
            }
            match &item.kind {
                Kind::Name(text) | Kind::Str(text) => self.lines.push(text),
                Kind::List(list) => self.flat_list(list),
            }
        }
        self.lines.push(")");
    }

    fn open_list(&mut self, list: &List<'t>, role: Role, room: Room) {
        self.lines.push("(");
        self.behind(list.opening);
        match self.aligned_column(list, role, room.tail) {
            Some(column) => self.aligned_items(list, role, Room { base: column, ..room }, room.base),
            None => self.indented_items(list, role, room),
        }
        self.lines.push(")");
    }

    /// The column under which the items stand that follow the head, if they are to stand under each other.
    fn aligned_column(&self, list: &List, role: Role, tail: usize) -> Option<usize> {
        let (head, items) = list.items.split_first()?;
        let first = items.first()?;
        let wants = match role {
            Role::Terms => first.breaks == 0,
            Role::Pairs => true,
            _ => false,
        };
        let can = list.opening.is_none() && head.behind.is_none() && first.above.is_empty();
        let column = self.lines.column + head.flat? + 1;
        let fits = |item: &Node| item.flat.is_none_or(|width| column + width + tail < WIDTH);
        (wants && can && items.iter().all(fits)).then_some(column)
    }

    /// Items under each other, the closing parenthesis behind the last one.
    fn aligned_items(&mut self, list: &List<'t>, role: Role, room: Room, base: usize) {
        let last = list.items.len() - 1;
        let mut written = Written::OnOneLine;
        for (at, item) in list.items.iter().enumerate() {
            let tail = if at == last { room.tail + 1 } else { 0 };
            if at == 1 {
                self.lines.push(" ");
            } else if at > 1 {
                let before = &list.items[at - 1];
                let begins = role == Role::Terms || self.must_begin(list, role, at, written);
                if begins || item.breaks > 0 || !item.flat.is_some_and(|w| self.fits(1 + w + tail)) {
                    self.begin(item, before.behind.as_ref(), room.base, false);
                } else {
                    self.lines.push(" ");
                }
            }
            written = self.node(item, Some(role), Room { tail, ..room });
            self.behind(item.behind);
        }
        self.end_items(list, Room { base, ..room }, true);
    }

    /// Items in rows that are indented, the closing parenthesis on a line of its own.
    fn indented_items(&mut self, list: &List<'t>, role: Role, room: Room) {
        let inner = room.base + STEP;
        let mut row = room.base;
        let mut written = Written::OnOneLine;
        // The first item that no longer belongs to the line, where a row is spread over several lines.
        let mut line_end = usize::MAX;
        for (at, item) in list.items.iter().enumerate() {
            let tail = if at + 1 == list.items.len() { room.tail + 1 } else { 0 };
            if at == line_end || self.begins_row(list, role, at, row == room.base, written) {
                let is_else = role == Role::Control && item.as_name() == Some("else");
                row = if is_else { room.base } else { inner };
                let behind = if at == 0 { &list.opening } else { &list.items[at - 1].behind };
                self.begin(item, behind.as_ref(), row, at <= 1);
                line_end = spread(list, role, at, WIDTH.saturating_sub(row));
            } else if at > 0 {
                self.lines.push(" ");
            }
            // What ends on the line of this list's own end is followed by it.
            let tail = if row == room.base { tail } else { 0 };
            written = self.node(item, Some(role), Room { base: row, tail });
            self.behind(item.behind);
        }
        self.end_items(list, room, written == Written::OnSeveral && row == room.base);
    }

    /// Makes ready for the closing parenthesis; `joins` if it follows the last item.
    fn end_items(&mut self, list: &List<'t>, room: Room, joins: bool) {
        let behind = list.items.last().map_or(list.opening, |item| item.behind);
        self.own_lines(&list.closing, behind.as_ref(), room.base + STEP, list.items.is_empty());
        if !joins || behind.is_some() || !list.closing.is_empty() {
            self.lines.begin(room.base);
        }
    }

    /// Whether an item begins a line for reasons that the author has no say in.
    fn must_begin(&self, list: &List, role: Role, at: usize, written: Written) -> bool {
        let behind = if at == 0 { &list.opening } else { &list.items[at - 1].behind };
        behind.is_some()
            || !list.items[at].above.is_empty()
            || written == Written::OnSeveral
            || role.begins_line(list, at)
    }

    /// Whether an item begins a line; `on_head` if that of the list's head is still written on.
    fn begins_row(&self, list: &List, role: Role, at: usize, on_head: bool, written: Written) -> bool {
        let item = &list.items[at];
        if self.must_begin(list, role, at, written) {
            return true;
        }
        if at == 0 {
            return role == Role::Plain && item.breaks > 0;
        }
        if at <= role.lead() {
            return false;
        }
        if role == Role::Define && !is_flat(item, Some(role)) {
            match item.as_list().map(|inner| Role::of(inner, Some(role))) {
                Some(Role::Block) if list.items.len() == 3 => return false,
                Some(Role::Control | Role::Terms) => return true,
                _ => {}
            }
        }
        // A list that its author wrote on one line and that is too long is broken behind its head.
        if item.breaks > 0 || (!list.is_broken && at == role.lead() + 1) {
            return true;
        }
        if is_text(item) || item.is_long_string() {
            return false;
        }
        if is_flat(item, Some(role)) {
            return !item.flat.is_some_and(|width| self.fits(1 + width));
        }
        let Some(inner) = item.as_list() else { return false };
        let may_open_here = inner.is_broken && (!on_head || at + 1 == list.items.len());
        !may_open_here || !self.fits(1 + opening_width(inner, Role::of(inner, Some(role))))
    }
}

/// Where the line ends that begins with the item `at`, if the author's row is too long for one line.
///
/// Its items are spread over as few lines as will do, as many on each, so that none is left alone.
fn spread(list: &List, role: Role, at: usize, room: usize) -> usize {
    let goes_on = |next: usize| {
        let item = &list.items[next];
        item.breaks == 0
            && item.above.is_empty()
            && list.items[next - 1].behind.is_none()
            && !role.begins_line(list, next)
    };
    let row = 1 + (at + 1..list.items.len()).take(MOST_SPREAD).take_while(|&next| goes_on(next)).count();
    let items = &list.items[at..at + row];
    if row > MOST_SPREAD || !items.iter().all(|item| is_flat(item, Some(role))) {
        return usize::MAX;
    }
    let widths: Vec<usize> = items.iter().map(|item| item.flat.unwrap_or(WIDTH)).collect();
    let width = |widths: &[usize]| widths.iter().sum::<usize>() + widths.len() - 1;
    let fit = |per_line: &usize| widths.chunks(*per_line).all(|line| width(line) <= room);
    let Some(most) = (1..=row).rev().find(fit) else { return usize::MAX };
    if most == row { usize::MAX } else { at + row.div_ceil(row.div_ceil(most)) }
}

/// The width of what stays on the first line of a list on several lines.
fn opening_width(list: &List, role: Role) -> usize {
    let lead = list.items.iter().take(1 + role.lead()).filter_map(|item| item.flat);
    1 + lead.map(|width| width + 1).sum::<usize>()
}

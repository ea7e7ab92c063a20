//! Forms as text again: what `zrf expand` shows.

use super::form::{Flat, Form, List, flat};
use crate::deep::deep;
use std::fmt;

/// Lists that fit in this column are written on one line.
const WIDTH: usize = 100;
/// How far the items of a list are moved in.
const STEP: usize = 2;
/// Deeper lists are not moved in further, else deep nesting would be mostly spaces.
const MAX_INDENT: usize = 60;

/// Why printing stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// The text is longer than wanted.
    #[error("the text is longer than {0} bytes")]
    TooLong(usize),
    /// The text could not be written.
    #[error("the text could not be written")]
    Write,
}

/// Writes forms as a rules file that means the same, at most `max_bytes` of it.
///
/// Splices are laid open. Forms share their parts, so the text may be very much larger than
/// what it is made from; it is written as it is made.
///
/// # Errors
/// If the text is longer than `max_bytes` or `out` fails; what was written until then stays.
pub fn print(forms: &[Form], out: &mut dyn fmt::Write, max_bytes: usize) -> Result<(), Stopped> {
    let mut printer = Printer { out, left: max_bytes, max_bytes, column: 0 };
    for (at, (form, _)) in flat(forms, None).enumerate() {
        if at > 0 {
            printer.text("\n")?;
        }
        printer.form(form, 0)?;
        printer.text("\n")?;
    }
    Ok(())
}

struct Printer<'o> {
    out: &'o mut dyn fmt::Write,
    left: usize,
    max_bytes: usize,
    column: usize,
}

impl Printer<'_> {
    fn text(&mut self, text: &str) -> Result<(), Stopped> {
        self.left = self.left.checked_sub(text.len()).ok_or(Stopped::TooLong(self.max_bytes))?;
        self.column = match text.rfind('\n') {
            Some(at) => text[at + 1..].chars().count(),
            None => self.column + text.chars().count(),
        };
        self.out.write_str(text).map_err(|_| Stopped::Write)
    }

    fn new_line(&mut self, indent: usize) -> Result<(), Stopped> {
        self.text("\n")?;
        self.text(&" ".repeat(indent.min(MAX_INDENT)))
    }

    /// A form at the current column; `indent` is that of the line it stands on.
    fn form(&mut self, form: &Form, indent: usize) -> Result<(), Stopped> {
        match form {
            Form::Name(atom) => self.text(&atom.text),
            Form::Str(atom) => {
                self.text("\"")?;
                self.text(&atom.text)?;
                self.text("\"")
            }
            Form::List(list) => deep(|| self.list(list, indent)),
            Form::Splice(splice) => {
                flat(splice.forms(), None).try_for_each(|(form, _)| self.form(form, indent))
            }
        }
    }

    fn list(&mut self, list: &List, indent: usize) -> Result<(), Stopped> {
        let on_one_line = width(list.flat(None), WIDTH.saturating_sub(self.column)).is_some();
        self.text("(")?;
        let mut before = Before::Start;
        for (item, _) in list.flat(None) {
            let is_list = matches!(item, Form::List(_));
            let fits = || item_width(item, WIDTH).is_some_and(|width| self.column + 1 + width <= WIDTH);
            match before {
                Before::Start => {}
                // Atoms follow on the line as long as they fit; lists and what stands behind them begin lines.
                _ if on_one_line => self.text(" ")?,
                Before::Atom if !is_list && fits() => self.text(" ")?,
                _ => self.new_line(indent + STEP)?,
            }
            self.form(item, indent + STEP)?;
            before = if is_list { Before::List } else { Before::Atom };
        }
        if !on_one_line {
            self.new_line(indent)?;
        }
        self.text(")")
    }
}

/// What was written before an item.
enum Before {
    Start,
    Atom,
    List,
}

/// How wide a list of these items is on one line, if it fits in `room`. Looks at no more than that.
fn width(items: Flat<'_>, room: usize) -> Option<usize> {
    let mut used = 2;
    for (at, (item, _)) in items.enumerate() {
        used += usize::from(at > 0);
        used += item_width(item, room.checked_sub(used)?)?;
    }
    (used <= room).then_some(used)
}

fn item_width(item: &Form, room: usize) -> Option<usize> {
    let width = match item {
        Form::Name(atom) => atom.text.chars().count(),
        Form::Str(atom) if atom.text.contains(['\n', '\r']) => return None,
        Form::Str(atom) => atom.text.chars().count() + 2,
        Form::List(list) => width(list.flat(None), room)?,
        Form::Splice(splice) => width(flat(splice.forms(), None), room)?,
    };
    (width <= room).then_some(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::MemoryLoader;
    use crate::syntax::{Limits, parse};

    fn printed(text: &str) -> String {
        let (_, expanded, _) = parse("t.zrf", text.as_bytes(), &MemoryLoader::new(), &Limits::default());
        let mut out = String::new();
        print(&expanded.forms, &mut out, 1 << 20).unwrap();
        out
    }

    #[test]
    fn short_lists_stay_on_one_line() {
        assert_eq!(printed("(a\n (b c)\n \"d\")(e)"), "(a (b c) \"d\")\n\n(e)\n");
    }

    #[test]
    fn calls_are_laid_open() {
        assert_eq!(printed("(define two $1 $1) (game (two (two x)) ((two y)))"), "(game x x x x (y y))\n");
    }

    #[test]
    fn items_of_long_lists_begin_lines() {
        let name = "n".repeat(60);
        assert_eq!(
            printed(&format!("(piece x (a {name}) y {name} {name} (b))")),
            format!("(piece x\n  (a {name})\n  y {name}\n  {name}\n  (b)\n)\n")
        );
    }

    #[test]
    fn printing_stops_at_the_limit() {
        let mut text = String::from("(define m0 x x)");
        for n in 1..60 {
            text += &format!("(define m{n} ((m{0}) (m{0})))", n - 1);
        }
        text += "(game (m59))";
        let (_, expanded, _) = parse("t.zrf", text.as_bytes(), &MemoryLoader::new(), &Limits::default());
        let mut out = String::new();
        assert_eq!(print(&expanded.forms, &mut out, 10_000), Err(Stopped::TooLong(10_000)));
        assert!(out.len() <= 10_000 && out.len() > 9_000);
    }
}

//! W0603, W0604: a flag that is set and never tested, or tested and never set.

use super::Variant;
use super::tally::Tally;
use super::walk::{Node, walk};
use crate::ast::block::{CondKind, InstrKind, Name};
use crate::diagnostics::codes::lint::{FLAG_NEVER_SET, FLAG_NEVER_TESTED};
use crate::diagnostics::{Code, Diagnostic, did_you_mean};
use crate::names::IndexMap;
use smol_str::SmolStr;

/// Where flags of one kind are first set and tested.
#[derive(Default)]
struct Flags {
    set: IndexMap<SmolStr, Name>,
    tested: IndexMap<SmolStr, Name>,
}

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let (mut flags, mut position_flags) = (Flags::default(), Flags::default());
    walk(variant.rules, |node| {
        let (map, name) = match node {
            Node::Instr(instr) => match &instr.kind {
                InstrKind::SetFlag(parts) => (&mut flags.set, &parts.0),
                InstrKind::SetPositionFlag(parts) => (&mut position_flags.set, &parts.0),
                _ => return,
            },
            Node::Cond(cond) => match &cond.kind {
                CondKind::Flag(name) => (&mut flags.tested, name),
                CondKind::PositionFlag(name, _) => (&mut position_flags.tested, name),
                _ => return,
            },
        };
        map.entry(name.text.clone()).or_insert_with(|| name.clone());
    });
    for (flags, what) in [(&flags, "flag"), (&position_flags, "position flag")] {
        for name in flags.set.values() {
            let message = || format!("the {what} `{}` is set, but never tested", name.text);
            judge(tally, &FLAG_NEVER_TESTED, name, &flags.tested, message);
        }
        for name in flags.tested.values() {
            let message =
                || format!("the {what} `{}` is tested, but never set: it is always false", name.text);
            judge(tally, &FLAG_NEVER_SET, name, &flags.set, message);
        }
    }
}

/// A flag is in order if it stands on the other side too.
fn judge(
    tally: &mut Tally,
    code: &'static Code,
    name: &Name,
    others: &IndexMap<SmolStr, Name>,
    message: impl Fn() -> String,
) {
    let found = || {
        let mut d = Diagnostic::new(code, name.span, message());
        d.help = did_you_mean::help(&name.text, others.keys().map(SmolStr::as_str));
        d
    };
    if others.contains_key(&name.text) {
        tally.fine(code, name.span);
    } else {
        tally.suspect(found());
    }
}

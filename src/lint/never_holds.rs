//! W0610: a condition that never holds (or always does), so that what stands behind it is never reached. W0611: a
//! step for which there is no link.
//!
//! Only what is really followed by something that is never reached is told; a check that is merely not needed is
//! left alone, and so is whatever a further call of the same macro makes use of.

use super::Variant;
use super::explore::Seen;
use super::tally::Tally;
use crate::compile::{Op, Test};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint::{NEVER_HOLDS, NO_SUCH_STEP};
use crate::ids::Addr;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let ops = &variant.facts.ops;
    for (i, &op) in variant.program.code.iter().enumerate() {
        let span = variant.program.spans[i];
        let seen = ops[i];
        match op {
            Op::Branch { test, when, target, .. } => {
                // What is wrong with a flag that is never set is told where it is named.
                if !seen.reached || matches!(test, Test::Flag(_) | Test::PosFlag(_)) {
                    continue;
                }
                let behind = Addr(i as u32 + 1);
                let dead = match seen {
                    Seen { fell_through: false, branched: true, .. } => Some((behind, when)),
                    Seen { fell_through: true, branched: false, .. } => Some((target, !when)),
                    _ => None,
                };
                match dead {
                    Some((dead, value)) if is_missed(variant, dead) => {
                        let (message, label) = if value {
                            (
                                "this condition always holds here",
                                "the way for when it does not is never taken",
                            )
                        } else {
                            ("this condition never holds here", "what needs it is never reached")
                        };
                        tally.suspect(Diagnostic::new(&NEVER_HOLDS, span, message).label(label));
                    }
                    _ => tally.fine(&NEVER_HOLDS, span),
                }
            }
            Op::Step(dir) | Op::StepOpposite(dir) if seen.reached => {
                if seen.fell_through || !is_missed(variant, Addr(i as u32 + 1)) {
                    tally.fine(&NO_SUCH_STEP, span);
                } else {
                    let name = variant.rules.dir_name(dir);
                    let message = format!("from here no link leads in the direction `{name}`");
                    let d = Diagnostic::new(&NO_SUCH_STEP, span, message);
                    tally.suspect(d.label("the run always ends here; nothing behind it is reached"));
                }
            }
            _ => {}
        }
    }
}

/// Whether something of worth begins there and is never reached.
fn is_missed(variant: &Variant<'_>, at: Addr) -> bool {
    let is_worth = |op: &Op| !matches!(op, Op::End | Op::Return | Op::Jump(_));
    variant.program.code.get(at.index()).is_some_and(is_worth) && !variant.facts.ops[at.index()].reached
}

//! What a move takes and what it makes.

use crate::game::Effect;
use crate::game::bits::Bits;
use crate::game::core::Cx;
use crate::game::movebuf::Head;
use crate::game::state::{Code, State};
use crate::ids::PlayerId;

/// What a move wins at first sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gain {
    /// The worth of what is taken and made, less the worth of what is given away.
    pub worth: i32,
    /// Something of an enemy is taken, or a piece becomes another one for good.
    pub is_tactical: bool,
}

/// What a move wins at first sight. `values` are those of the codes.
#[inline]
pub(crate) fn gain<B: Bits>(
    cx: &Cx<B>,
    state: &State<B>,
    values: &[i32],
    head: Head,
    effects: &[Effect],
) -> Gain {
    if head.is_simple() {
        let taken = state.cells[head.to.index()];
        if taken == 0 || head.from == head.to {
            return Gain::default();
        }
        let mover = cx.codes.player(state.cells[head.from.index()]);
        return take(cx, values, mover, taken);
    }
    of_effects(cx, state, values, effects)
}

#[inline]
fn take<B: Bits>(cx: &Cx<B>, values: &[i32], mover: PlayerId, taken: Code) -> Gain {
    let worth = values[usize::from(taken)];
    if cx.codes.player(taken) == mover {
        Gain { worth: -worth, is_tactical: false }
    } else {
        Gain { worth, is_tactical: true }
    }
}

fn of_effects<B: Bits>(cx: &Cx<B>, state: &State<B>, values: &[i32], effects: &[Effect]) -> Gain {
    let mut gain = Gain::default();
    let mut add = |other: Gain| {
        gain.worth += other.worth;
        gain.is_tactical |= other.is_tactical;
    };
    let entry = &cx.rules.turn_order.entries[usize::from(state.turn.entry)];
    let mover = entry.acts_as;
    // The piece that moved last, and where it is.
    let mut last = (0, crate::compile::NO_POS);
    for (i, effect) in effects.iter().enumerate() {
        match *effect {
            Effect::Move { from, to, .. } => {
                last = (state.cells[from.index()], to);
                let taken = state.cells[to.index()];
                let moves_off =
                    effects[..i].iter().any(|e| matches!(*e, Effect::Move { from, .. } if from == to));
                let moves_on =
                    effects[i..].iter().any(|e| matches!(*e, Effect::Move { from, .. } if from == to));
                if taken != 0 && from != to {
                    // What is carried off (into a hand) is as good as taken if it changes its owner;
                    // what is carried off and stays an enemy's is only pushed.
                    let is_enemy = cx.codes.player(taken) != mover;
                    if !(moves_off || moves_on) || is_enemy && changes_owner(effects) {
                        add(take(cx, values, mover, taken));
                    }
                }
            }
            Effect::Drop { player, piece, pos } => {
                last = (cx.codes.code(player, piece), pos);
                let taken = state.cells[pos.index()];
                if taken != 0 {
                    add(take(cx, values, mover, taken));
                }
            }
            Effect::Capture { pos } => {
                let taken = state.cells[pos.index()];
                if taken != 0 && pos != last.1 {
                    add(take(cx, values, mover, taken));
                }
            }
            Effect::Promote { pos, piece } if pos == last.1 && last.0 != 0 => {
                let new = cx.codes.code(cx.codes.player(last.0), piece);
                let worth = values[usize::from(new)] - values[usize::from(last.0)];
                add(Gain { worth, is_tactical: worth > 0 });
            }
            _ => {}
        }
    }
    gain
}

fn changes_owner(effects: &[Effect]) -> bool {
    effects.iter().any(|e| matches!(e, Effect::Flip { .. } | Effect::ChangeOwner { .. }))
}

/// Whether a move takes something of an enemy or promotes. `ones` is 1 for each code.
pub(crate) fn takes_or_promotes<B: Bits>(
    cx: &Cx<B>,
    state: &State<B>,
    ones: &[i32],
    head: Head,
    effects: &[Effect],
) -> bool {
    effects.iter().any(|e| matches!(e, Effect::Promote { .. }))
        || gain(cx, state, ones, head, effects).is_tactical
}

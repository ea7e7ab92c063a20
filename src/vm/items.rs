//! What the next move added by a run will do.

use crate::game::mv::Effect;
use crate::ids::{FlagId, PosId};

/// Something that a run adds to its pending items.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// A movement finished by `cascade`.
    Movement(Effect),
    /// A change of the piece that will stand somewhere, or a new piece.
    Change(Effect),
    /// An attribute set.
    Attribute(Effect),
    /// A capture.
    Capture(PosId),
    /// A flag set or cleared, if flags are logged.
    Flag(FlagId, bool),
}

/// What the next move added by a run will do besides its last movement.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Items {
    /// Movements finished by `cascade`, in order.
    pub movements: Vec<Effect>,
    /// Pending changes, in order.
    pub changes: Vec<Effect>,
    /// Pending captures, in order.
    pub captures: Vec<PosId>,
}

impl Items {
    /// Forgets pending changes and captures, as after an `add`.
    pub fn clear_pending(&mut self) {
        self.changes.clear();
        self.captures.clear();
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.movements.len() + self.changes.len() + self.captures.len()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.movements.clear();
        self.clear_pending();
    }

    /// Adds something.
    ///
    /// The program keeps movements, changes and captures in one list; a new item goes to the end
    /// and is swapped with the first item of each later group, which turns those groups round by one
    /// (specification, 7.3; the saved games of Daldosa, GufuuShogi and Chase show it).
    pub fn add(&mut self, pending: Pending) {
        match pending {
            Pending::Movement(movement) => {
                self.movements.push(movement);
                let first = match self.changes.first() {
                    Some(&Effect::SetAttribute { pos, .. }) => attribute_item(&self.changes, pos).len(),
                    Some(_) => 1,
                    None => 0,
                };
                self.changes.rotate_left(first);
                self.turn_captures();
            }
            Pending::Change(change) => {
                self.changes.push(change);
                self.turn_captures();
            }
            Pending::Attribute(change) => self.set_attribute(change),
            Pending::Capture(pos) => self.captures.push(pos),
            Pending::Flag(..) => {}
        }
    }

    fn turn_captures(&mut self) {
        if !self.captures.is_empty() {
            self.captures.rotate_left(1);
        }
    }

    /// All attribute changes of one position are one item.
    fn set_attribute(&mut self, change: Effect) {
        let Effect::SetAttribute { pos, attr: wanted, .. } = change else { return };
        let item = attribute_item(&self.changes, pos);
        if item.is_empty() {
            return self.add(Pending::Change(change));
        }
        let same = |e: &&mut Effect| matches!(e, Effect::SetAttribute { attr, .. } if *attr == wanted);
        match self.changes[item.clone()].iter_mut().find(same) {
            Some(old) => *old = change,
            None => self.changes.insert(item.end, change),
        }
    }
}

/// The range of the attribute changes of one position; they stand together.
fn attribute_item(changes: &[Effect], wanted: PosId) -> std::ops::Range<usize> {
    let is_of = |e: &Effect| matches!(e, Effect::SetAttribute { pos, .. } if *pos == wanted);
    let start = changes.iter().position(is_of).unwrap_or(changes.len());
    let len = changes[start..].iter().take_while(|e| is_of(e)).count();
    start..start + len
}

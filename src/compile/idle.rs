//! Loops that pass over squares on which there is nothing to do.
//!
//! Blocks that look the board over have a loop that steps on and asks something of each square; on most of them the
//! answer is no and nothing is done. That way round the loop is found here; the machine goes along it without carrying
//! out its instructions one by one.

use super::{At, Op, Test};
use crate::ids::DirId;
use smallvec::SmallVec;
use std::ops::Range;

/// No way round has more instructions.
const LONGEST: usize = 12;

/// Questions about the cursor, with their answers.
pub type Answers = SmallVec<[(Test, bool); 2]>;

/// A way round a loop that does nothing but step on once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The step.
    pub dir: DirId,
    /// The answers before it.
    pub before: Answers,
    /// The answers behind it.
    pub after: Answers,
    /// Instructions.
    pub cost: u64,
}

/// A way that was followed so far.
#[derive(Clone, Default)]
struct Way {
    at: usize,
    step: Option<DirId>,
    /// It asked whether there is a neighbour there.
    on_board: Option<DirId>,
    before: Answers,
    after: Answers,
}

impl Idle {
    /// The shortest such way round a loop, within its instructions, if there is one.
    pub(super) fn find(code: &[Op], range: Range<usize>) -> Option<Idle> {
        let mut ways = vec![Way { at: range.start, ..Way::default() }];
        // Where ways were, behind the step or not: no longer way is followed from there.
        let mut been: SmallVec<[(usize, bool); 16]> = SmallVec::new();
        for cost in 1..=LONGEST {
            let mut next = Vec::new();
            for way in ways {
                way.follow(code, &mut next);
            }
            if let Some(way) = next.iter().find(|way| way.at == range.start && way.is_whole()) {
                let Way { step, before, after, .. } = way.clone();
                return Some(Idle { dir: step?, before, after, cost: cost as u64 });
            }
            next.retain(|way| {
                let here = (way.at, way.step.is_some());
                let goes_on = way.at != range.start && range.contains(&way.at) && !been.contains(&here);
                been.extend(goes_on.then_some(here));
                goes_on
            });
            ways = next;
        }
        None
    }
}

impl Way {
    fn is_whole(&self) -> bool {
        self.step.is_some() && self.on_board.is_none_or(|dir| self.step == Some(dir))
    }

    /// Goes on over one instruction: by both of its answers, if it asks.
    fn follow(mut self, code: &[Op], ways: &mut Vec<Way>) {
        match code[self.at] {
            Op::Jump(to) => {
                self.at = to.index();
                ways.push(self);
            }
            Op::Step(dir) if self.step.is_none() => {
                self.step = Some(dir);
                self.at += 1;
                ways.push(self);
            }
            Op::Branch { test: Test::OnBoard, at: At::Dir(dir), when, target }
                if self.step.is_none() && self.on_board.is_none() =>
            {
                self.on_board = Some(dir);
                self.at = if when { target.index() } else { self.at + 1 };
                ways.push(self);
            }
            Op::Branch { test, at: At::Here, when, target } if is_seen(test) => {
                for answer in [false, true] {
                    let mut way = self.clone();
                    way.at = if answer == when { target.index() } else { self.at + 1 };
                    let answers = if way.step.is_some() { &mut way.after } else { &mut way.before };
                    answers.push((test, answer));
                    ways.push(way);
                }
            }
            _ => {}
        }
    }
}

/// Whether the machine sees the answer by itself.
fn is_seen(test: Test) -> bool {
    !test.is_about_attacks() && !matches!(test, Test::OnBoard | Test::AdjacentToEnemy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Addr, PieceId};

    const TOP: Addr = Addr(1);

    fn branch(test: Test, at: At, when: bool, target: u32) -> Op {
        Op::Branch { test, at, when, target: Addr(target) }
    }

    fn man() -> Test {
        Test::Piece(PieceId(0))
    }

    #[test]
    fn the_way_round_past_squares_without_a_man_is_found() {
        let next = DirId(3);
        let code = [
            Op::Mark,
            branch(Test::OnBoard, At::Dir(next), false, 7),
            Op::Step(next),
            branch(Test::Friend, At::Here, false, 6),
            branch(man(), At::Here, false, 6),
            Op::Capture(At::Here),
            Op::Jump(TOP),
            Op::End,
        ];
        let idle = Idle::find(&code, 1..7).unwrap();
        assert_eq!(idle.dir, next);
        assert_eq!((idle.before.as_slice(), idle.after.as_slice()), (&[][..], &[(Test::Friend, false)][..]));
        assert_eq!(idle.cost, 4);
    }

    #[test]
    fn a_way_on_which_something_is_done_is_none() {
        let next = DirId(3);
        let step_on = branch(Test::OnBoard, At::Dir(next), false, 4);
        let code = [Op::Mark, step_on, Op::Capture(At::Here), Op::Jump(Addr(5)), Op::End, Op::Step(next)];
        let mut code = code.to_vec();
        code.push(Op::Jump(TOP));
        assert_eq!(Idle::find(&code, 1..7), None);
        code[2] = branch(Test::Empty, At::Here, true, 4);
        let idle = Idle::find(&code, 1..7).unwrap();
        assert_eq!((idle.before.as_slice(), idle.after.as_slice()), (&[(Test::Empty, false)][..], &[][..]));
        // A neighbour in another direction than the step's is another question.
        code[5] = Op::Step(DirId(0));
        assert_eq!(Idle::find(&code, 1..7), None);
    }
}

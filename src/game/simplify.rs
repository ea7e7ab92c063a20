//! Takes out of a graph what need not be asked.
//!
//! The board does not change while a block runs, so an answer holds for the rest of it: a square that was
//! empty is no enemy's, and is still empty when it is asked about again. Answers are followed down the graph;
//! where ways meet, what they knew before they parted is known. A link to a question whose answer is known along that link
//! goes on behind it. At last questions whose both answers lead to the same place are left out, and equal
//! nodes are one.

use super::graph::{Node, is_about_board};
use crate::compile::{NO_POS, Test};
use crate::ids::PosId;
use rustc_hash::FxHashMap;

/// An answer to a question about a position.
pub type Fact = (PosId, Test, bool);

/// What is known of the position; and whether some player is neutral, so that who is no friend need not be an enemy.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Answers that hold from the start.
    pub facts: &'a [Fact],
    /// Some player is neutral.
    pub has_neutral: bool,
}

/// What is to be simplified.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// Its nodes.
    pub nodes: &'a [Node],
    /// So many of the first ones are ends and stay where they are.
    pub ends: u32,
    /// Each node that can be reached behind those that it leads to.
    pub order: &'a [u32],
    /// What is known before.
    pub known: Known<'a>,
}

/// No nodes are reached.
const NOWHERE: u32 = u32::MAX;

/// Simplifies graphs, one after the other, in the same memory.
#[derive(Debug, Default)]
pub struct Simplifier {
    /// How many questions there are about each position.
    asked: Vec<u32>,
    answers: Vec<Answer>,
    /// What is known when a node is come to: the last answer.
    knows: Vec<u32>,
    /// For each node that can be reached where its links lead, questions with a known answer passed over.
    links: Vec<[u32; 2]>,
    /// For each node where it stands among the new ones.
    index: Vec<u32>,
    /// Equal nodes are one.
    shared: FxHashMap<Node, u32>,
    new: Vec<Node>,
}

/// The same, once.
pub fn simplify(task: Task<'_>, roots: &mut [u32]) -> Vec<Node> {
    let mut simplifier = Simplifier::default();
    simplifier.simplify(task, roots);
    simplifier.new
}

impl Simplifier {
    /// Gives the new nodes, each behind those that it leads to, and sets the roots to where they are now.
    pub fn simplify(&mut self, task: Task<'_>, roots: &mut [u32]) -> &[Node] {
        self.follow_answers(task, roots);
        let Task { nodes, ends, order, .. } = task;
        let Simplifier { links, index, shared, new, .. } = self;
        new.clear();
        new.extend_from_slice(&nodes[..ends as usize]);
        index.clear();
        index.resize(nodes.len(), NOWHERE);
        (0..ends).for_each(|end| index[end as usize] = end);
        shared.clear();
        for &node in order {
            let [first, second] = links[node as usize];
            if node < ends || first == NOWHERE {
                continue;
            }
            let to = |link: u32| if link == NOWHERE { NOWHERE } else { index[link as usize] };
            let (a, b) = (to(first), to(second));
            index[node as usize] = match nodes[node as usize].with_links(a, b) {
                Node::Ask { yes, no, .. } if yes == no => yes,
                moved => *shared.entry(moved).or_insert_with(|| {
                    new.push(moved);
                    new.len() as u32 - 1
                }),
            };
        }
        roots.iter_mut().for_each(|root| *root = index[*root as usize]);
        new
    }

    /// Finds the links; also moves the roots on.
    fn follow_answers(&mut self, Task { nodes, ends, order, known }: Task<'_>, roots: &mut [u32]) {
        self.count_questions(nodes);
        let Simplifier { asked, answers, knows, links, .. } = self;
        answers.clear();
        answers.push(Answer { fact: (NO_POS, Test::Empty, true), before: START, depth: 0 });
        knows.clear();
        knows.resize(nodes.len(), NOWHERE);
        links.clear();
        links.resize(nodes.len(), [NOWHERE; 2]);
        let mut pass = Pass { nodes, has_neutral: known.has_neutral, asked, answers, knows };
        let start = known.facts.iter().fold(START, |before, &fact| pass.learn(before, fact));
        for root in roots {
            *root = pass.enter(*root, start);
        }
        for &node in order.iter().rev() {
            let knows = pass.knows[node as usize];
            if node < ends || knows == NOWHERE {
                continue;
            }
            links[node as usize] = match nodes[node as usize] {
                Node::Ask { test, pos, yes, no } => {
                    let (if_yes, if_no) =
                        (pass.learn(knows, (pos, test, true)), pass.learn(knows, (pos, test, false)));
                    [pass.enter(yes, if_yes), pass.enter(no, if_no)]
                }
                other => [other.links().next().map_or(NOWHERE, |link| pass.enter(link, knows)), NOWHERE],
            };
        }
    }

    fn count_questions(&mut self, nodes: &[Node]) {
        self.asked.clear();
        for node in nodes {
            if let Node::Ask { pos, .. } = *node
                && pos != NO_POS
            {
                if self.asked.len() <= pos.index() {
                    self.asked.resize(pos.index() + 1, 0);
                }
                self.asked[pos.index()] += 1;
            }
        }
    }
}

/// Answers are kept as a tree: what is known at a node is an answer and all before it.
#[derive(Debug)]
struct Answer {
    fact: Fact,
    before: u32,
    depth: u32,
}

/// Nothing is known.
const START: u32 = 0;

struct Pass<'a> {
    nodes: &'a [Node],
    has_neutral: bool,
    asked: &'a [u32],
    answers: &'a mut Vec<Answer>,
    knows: &'a mut [u32],
}

impl Pass<'_> {
    /// What is known after one more answer.
    fn learn(&mut self, before: u32, fact: Fact) -> u32 {
        let (pos, test, _) = fact;
        let is_last = matches!(test, Test::LastFrom | Test::LastTo);
        // Of a position that is asked about once nothing need be known.
        let is_asked_again = self.asked.get(pos.index()).is_some_and(|&n| n > 1);
        if !is_about_board(test) || !is_last && !is_asked_again {
            return before;
        }
        let depth = self.answers[before as usize].depth + 1;
        self.answers.push(Answer { fact, before, depth });
        self.answers.len() as u32 - 1
    }

    /// What both know, as far as they know it from the same answers.
    fn common(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            if self.answers[a as usize].depth >= self.answers[b as usize].depth {
                a = self.answers[a as usize].before;
            } else {
                b = self.answers[b as usize].before;
            }
        }
        a
    }

    /// Comes to a node knowing something; gives the node from which it goes on.
    fn enter(&mut self, mut node: u32, knows: u32) -> u32 {
        while let Node::Ask { test, pos, yes, no } = self.nodes[node as usize]
            && let Some(answer) = self.answer(knows, pos, test)
        {
            node = if answer { yes } else { no };
        }
        let old = self.knows[node as usize];
        self.knows[node as usize] = if old == NOWHERE { knows } else { self.common(old, knows) };
        node
    }

    /// The answer to a question, if it follows from others.
    fn answer(&self, knows: u32, pos: PosId, test: Test) -> Option<bool> {
        if !is_about_board(test) {
            return None;
        }
        let (mut is_occupied, mut no_friend, mut no_enemy) = (false, false, false);
        let mut at = knows;
        while at != START {
            let Answer { fact: (about, asked, answer), before, .. } = self.answers[at as usize];
            at = before;
            if about != pos {
                // The last move came from one place.
                if answer && asked == test && matches!(test, Test::LastFrom | Test::LastTo) {
                    return Some(false);
                }
                continue;
            }
            if asked == test {
                return Some(answer);
            }
            match (asked, answer) {
                (Test::Empty, true) if is_about_piece(test) => return Some(false),
                (Test::Friend, true) if test == Test::Enemy => return Some(false),
                (Test::Enemy, true) if matches!(test, Test::Friend | Test::Neutral) => return Some(false),
                (Test::Neutral, true) if test == Test::Enemy => return Some(false),
                (Test::Piece(_), true) if matches!(test, Test::Piece(_)) => return Some(false),
                _ => {}
            }
            is_occupied |= match asked {
                Test::Empty => !answer,
                _ => answer && is_about_piece(asked),
            };
            no_friend |= asked == Test::Friend && !answer;
            no_enemy |= asked == Test::Enemy && !answer;
        }
        match test {
            Test::Empty if is_occupied => Some(false),
            Test::Empty if no_friend && no_enemy && !self.has_neutral => Some(true),
            Test::Enemy if is_occupied && no_friend && !self.has_neutral => Some(true),
            Test::Friend if is_occupied && no_enemy && !self.has_neutral => Some(true),
            _ => None,
        }
    }
}

/// Whether the answer is no on an empty position.
pub(super) fn is_about_piece(test: Test) -> bool {
    matches!(test, Test::Friend | Test::Enemy | Test::Neutral | Test::Piece(_) | Test::Attr(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::graph::{END, Part, post_order};

    fn ask(test: Test, pos: u16, yes: u32, no: u32) -> Node {
        Node::Ask { test, pos: PosId(pos), yes, no }
    }

    fn simplified(nodes: &[Node], root: u32) -> (Vec<Node>, u32) {
        let order = post_order(nodes, &[Part { move_type: None, root }]).unwrap();
        let mut roots = [root];
        let known = Known { facts: &[], has_neutral: false };
        let new = simplify(Task { nodes, ends: 1, order: &order, known }, &mut roots);
        (new, roots[0])
    }

    #[test]
    fn what_is_known_is_not_asked_again() {
        // A square that is neither empty nor a friend's is an enemy's.
        let add = |head| Node::Add { head, next: END };
        let nodes = [
            Node::End,
            add(0),
            add(1),
            ask(Test::Enemy, 7, 1, 2),
            ask(Test::Friend, 7, END, 3),
            ask(Test::Empty, 7, END, 4),
        ];
        let (new, root) = simplified(&nodes, 5);
        let Node::Ask { test: Test::Empty, no, .. } = new[root as usize] else { panic!("{new:?}") };
        let Node::Ask { test: Test::Friend, no, .. } = new[no as usize] else { panic!("{new:?}") };
        assert_eq!(new[no as usize], add(0));
        assert_eq!(new.len(), 4);
    }

    #[test]
    fn where_ways_meet_only_what_all_know_is_known() {
        // Both answers about square 1 lead to a question about square 2, of which one way knows the answer.
        let nodes = [
            Node::End,
            Node::Add { head: 0, next: END },
            ask(Test::Empty, 2, 1, END),
            Node::Add { head: 1, next: 2 },
            ask(Test::Enemy, 2, 3, 2),
            ask(Test::Empty, 1, 4, 2),
        ];
        let (new, root) = simplified(&nodes, 5);
        let Node::Ask { yes, no, .. } = new[root as usize] else { panic!("{new:?}") };
        assert!(matches!(new[no as usize], Node::Ask { test: Test::Empty, pos: PosId(2), yes: 1, no: END }));
        // On an enemy's square nothing is asked again.
        let Node::Ask { test: Test::Enemy, yes, no: other, .. } = new[yes as usize] else {
            panic!("{new:?}")
        };
        assert_eq!(new[yes as usize], Node::Add { head: 1, next: END });
        assert_eq!(other, no);
    }

    #[test]
    fn a_question_without_consequences_is_left_out() {
        let nodes = [Node::End, Node::Add { head: 0, next: END }, ask(Test::Attacked, 3, 1, 1)];
        let (new, root) = simplified(&nodes, 2);
        assert_eq!((new.len(), new[root as usize]), (2, Node::Add { head: 0, next: END }));
    }
}

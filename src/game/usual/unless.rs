//! The positions in which what is taken for granted does not hold.

use crate::compile::{NO_POS, Test};
use crate::game::bits::Bits;
use crate::game::state::State;
use crate::ids::{AttrId, PlayerId, PosId};

/// The positions in which answers are not as was taken for granted: in any of these cases.
#[derive(Clone, Debug)]
pub struct Unless<B> {
    /// The last move came from one of these squares.
    pub(super) last_from: B,
    /// It went to one of these.
    pub(super) last_to: B,
    /// A man of the player's own stands there.
    pub(super) friends: B,
    /// Somebody else stands there.
    pub(super) others: B,
    /// Somebody with the attribute stands there.
    attr: Option<(AttrId, B)>,
    /// What few graphs have.
    more: Option<Box<More<B>>>,
}

/// Rarer cases.
#[derive(Clone, Debug)]
struct More<B> {
    /// Somebody with another attribute stands there.
    attrs: Vec<(AttrId, B)>,
    /// A move that was left out may be possible.
    rare: Vec<Needs<B>>,
    /// No man of the player's own stands there.
    with: Option<PosId>,
}

/// What a move needs, at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs<B> {
    /// These squares must be empty.
    pub empty: B,
    /// On these men of the player's own must stand.
    pub friends: B,
    /// On these somebody else must stand.
    pub others: B,
    /// On these somebody with the attribute must stand.
    pub(super) attrs: Vec<(AttrId, PosId)>,
}

impl<B: Bits> Needs<B> {
    pub fn nothing(positions: usize) -> Needs<B> {
        let none = B::empty(positions);
        Needs { empty: none.clone(), friends: none.clone(), others: none, attrs: Vec::new() }
    }

    fn are_met(&self, state: &State<B>, own: &B) -> bool {
        let has = |&(attr, pos): &(AttrId, PosId)| state.by_attr[attr.index()].has(pos);
        // What is rarest first.
        self.empty.is_disjoint(&state.occupied)
            && self.others.is_within(&state.occupied)
            && self.others.is_disjoint(own)
            && self.friends.is_within(own)
            && self.attrs.iter().all(has)
    }

    /// Whether it says nothing of squares.
    pub fn is_nothing(&self) -> bool {
        self.empty.is_empty() && self.friends.is_empty() && self.others.is_empty()
    }

    /// Whether it is that one man stands somewhere, whatever else is so.
    pub fn is_one_man(&self) -> bool {
        self.empty.is_empty() && self.attrs.is_empty() && self.friends.len() + self.others.len() == 1
    }

    /// What holds after an answer.
    pub fn learn(&mut self, test: Test, pos: PosId, answer: bool) {
        if !answer || pos == NO_POS {
            return;
        }
        match test {
            Test::Empty => self.empty.insert(pos),
            Test::Friend => self.friends.insert(pos),
            Test::Enemy => self.others.insert(pos),
            Test::Attr(attr) if !self.attrs.contains(&(attr, pos)) => self.attrs.push((attr, pos)),
            _ => {}
        }
    }

    /// Forgets what does not hold on another way, too.
    pub fn keep(&mut self, other: &Needs<B>) {
        self.empty.keep(&other.empty);
        self.friends.keep(&other.friends);
        self.others.keep(&other.others);
        self.attrs.retain(|needed| other.attrs.contains(needed));
    }

    /// Whether it is met wherever the other one is.
    pub fn follows_from(&self, other: &Needs<B>) -> bool {
        self.empty.is_within(&other.empty)
            && self.friends.is_within(&other.friends)
            && self.others.is_within(&other.others)
            && self.attrs.iter().all(|needed| other.attrs.contains(needed))
    }
}

impl<B: Bits> Unless<B> {
    pub fn never(positions: usize) -> Unless<B> {
        let none = B::empty(positions);
        Unless {
            last_from: none.clone(),
            last_to: none.clone(),
            friends: none.clone(),
            others: none,
            attr: None,
            more: None,
        }
    }

    /// Whether it is not so in a position.
    #[inline(always)]
    pub fn is_usual(&self, state: &State<B>, player: PlayerId) -> bool {
        let is_in = |pos: PosId, set: &B| pos != NO_POS && set.has(pos);
        let own = &state.by_player[player.index()];
        let mut others = self.others.clone();
        others.keep(&state.occupied);
        others.remove_all(own);
        let has_attr = match &self.attr {
            Some((attr, squares)) => !squares.is_disjoint(&state.by_attr[attr.index()]),
            None => false,
        };
        !is_in(state.turn.last_from, &self.last_from)
            && !is_in(state.turn.last_to, &self.last_to)
            && self.friends.is_disjoint(own)
            && others.is_empty()
            && !has_attr
            && match &self.more {
                Some(more) => more.is_usual(state, own),
                None => true,
            }
    }

    /// Whether men must not stand somewhere.
    pub fn is_about_men(&self) -> bool {
        !self.friends.is_empty() || !self.others.is_empty()
    }

    /// Puts in the squares about which something is asked, beside the last move.
    pub fn insert_asked(&self, asked: &mut B) {
        asked.insert_all(&self.friends);
        asked.insert_all(&self.others);
        let rare = self.more.iter().flat_map(|more| &more.rare);
        let attrs = self.more.iter().flat_map(|more| &more.attrs);
        self.attr.iter().chain(attrs).for_each(|(_, squares)| asked.insert_all(squares));
        for needs in rare {
            [&needs.empty, &needs.friends, &needs.others].into_iter().for_each(|set| asked.insert_all(set));
            needs.attrs.iter().for_each(|&(_, pos)| asked.insert(pos));
        }
        self.more.iter().filter_map(|more| more.with).for_each(|pos| asked.insert(pos));
    }

    /// Whether it is about the last move.
    pub fn asks_last(&self) -> bool {
        !self.last_from.is_empty() || !self.last_to.is_empty()
    }

    /// Puts in the squares of which the last move must not come from one, nor go to one; whether there are any.
    pub fn insert_last(&self, from: &mut B, to: &mut B) -> bool {
        from.insert_all(&self.last_from);
        to.insert_all(&self.last_to);
        self.asks_last()
    }

    /// The square on which a man of the player's own is taken to be missing, if it is the only one.
    pub fn companion(&self) -> Option<PosId> {
        let mut friends = self.friends.clone();
        friends.pop().filter(|_| friends.is_empty())
    }

    pub fn note(&mut self, test: Test, pos: PosId) {
        match test {
            Test::LastFrom => self.last_from.insert(pos),
            Test::LastTo => self.last_to.insert(pos),
            Test::Friend => self.friends.insert(pos),
            Test::Enemy => self.others.insert(pos),
            Test::Attr(attr) => self.squares_with(attr).insert(pos),
            _ => {}
        }
    }

    /// Moves that were left out may be possible where these needs are met.
    pub fn set_rare(&mut self, rare: Vec<Needs<B>>) {
        self.more().rare = rare;
    }

    /// A man of the player's own must stand there.
    pub fn set_companion(&mut self, at: PosId) {
        self.more().with = Some(at);
    }

    /// What the moves need that were left out.
    #[cfg(test)]
    pub fn rare(&self) -> &[Needs<B>] {
        self.more.as_ref().map_or(&[], |more| &more.rare)
    }

    fn more(&mut self) -> &mut More<B> {
        self.more.get_or_insert_with(|| Box::new(More { attrs: Vec::new(), rare: Vec::new(), with: None }))
    }

    /// The squares on which nobody may have an attribute.
    fn squares_with(&mut self, attr: AttrId) -> &mut B {
        let none = self.friends.none();
        if self.attr.as_ref().is_none_or(|first| first.0 == attr) {
            return &mut self.attr.get_or_insert((attr, none)).1;
        }
        let attrs = &mut self.more().attrs;
        let at = attrs.iter().position(|(a, _)| *a == attr).unwrap_or_else(|| {
            attrs.push((attr, none));
            attrs.len() - 1
        });
        &mut attrs[at].1
    }
}

impl<B: Bits> More<B> {
    fn is_usual(&self, state: &State<B>, own: &B) -> bool {
        self.with.is_none_or(|pos| own.has(pos))
            && self.attrs.iter().all(|(attr, squares)| squares.is_disjoint(&state.by_attr[attr.index()]))
            && !self.rare.iter().any(|needs| needs.are_met(state, own))
    }
}

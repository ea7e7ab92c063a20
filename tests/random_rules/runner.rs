//! One run of a block, followed as it is written (specification, section 7).

use super::plain::{Plain, PlainMove, Said, State, Unsaid, Which};
use std::collections::HashSet;
use zrf::ast::block::{Add, Arg, Block, Cond, CondKind, GoTarget, Instr, InstrKind, Name, SimpleCond, Where};
use zrf::game::{Continuation, Effect};
use zrf::ids::{AttrId, MoveTypeId, PieceId, PlayerId, PosId};

/// Whose block it is, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub player: PlayerId,
    pub kind: PieceId,
    pub pos: PosId,
    pub is_drop: bool,
}

/// Below one level of questions about attacks in the moves that such a question tries, the answer is no.
const NESTING: u8 = 2;

/// A run that adds more moves is followed no further.
const MOST_MOVES: usize = 2000;

/// Why a run stops.
enum Stop {
    /// It is over.
    End,
    Unsaid(Unsaid),
}

impl From<Unsaid> for Stop {
    fn from(unsaid: Unsaid) -> Stop {
        Stop::Unsaid(unsaid)
    }
}

/// The groups of what a move does, in order.
const MOVEMENTS: usize = 0;
const CHANGES: usize = 1;
const CAPTURES: usize = 2;

/// A run.
pub struct Walk<'a> {
    plain: &'a Plain<'a>,
    state: &'a State,
    mover: Mover,
    /// In how many questions about attacks.
    depth: u8,
    at: PosId,
    from: Option<PosId>,
    to: Option<PosId>,
    mark: PosId,
    flags: HashSet<String>,
    place_flags: HashSet<(String, PosId)>,
    /// Each with its group; all attributes of one position are one item.
    items: Vec<(usize, Vec<Effect>)>,
    added: Vec<PlainMove>,
}

impl<'a> Walk<'a> {
    /// The moves that a block adds.
    pub fn run(
        plain: &'a Plain<'a>,
        state: &'a State,
        mover: Mover,
        block: &Block,
        depth: u8,
    ) -> Said<Vec<PlainMove>> {
        let mut walk = Walk {
            plain,
            state,
            mover,
            depth,
            at: mover.pos,
            from: (!mover.is_drop).then_some(mover.pos),
            to: None,
            mark: mover.pos,
            flags: HashSet::new(),
            place_flags: HashSet::new(),
            items: Vec::new(),
            added: Vec::new(),
        };
        match walk.block(block) {
            Ok(()) | Err(Stop::End) => Ok(walk.added),
            Err(Stop::Unsaid(unsaid)) => Err(unsaid),
        }
    }

    fn block(&mut self, block: &Block) -> Result<(), Stop> {
        block.instrs.iter().try_for_each(|instr| self.instr(instr))
    }

    /// An instruction is dearer the more was collected: it may have to be copied.
    fn spend(&self) -> Result<(), Stop> {
        let cost = 1 + self.items.len() as u64;
        let left = self.plain.fuel.get().checked_sub(cost).ok_or(Unsaid::TooLong)?;
        self.plain.fuel.set(left);
        if self.added.len() > MOST_MOVES { Err(Unsaid::TooLong.into()) } else { Ok(()) }
    }

    fn instr(&mut self, instr: &Instr) -> Result<(), Stop> {
        self.spend()?;
        match &instr.kind {
            InstrKind::Go(name) => self.at = self.named(name).ok_or(Stop::End)?,
            InstrKind::GoOpposite(name) => self.at = self.opposite(name).ok_or(Stop::End)?,
            InstrKind::Mark => self.mark = self.at,
            InstrKind::Back => self.at = self.mark,
            InstrKind::GoTo(target) => {
                let place = match target {
                    GoTarget::From => self.from,
                    GoTarget::To => self.to,
                    GoTarget::Mark => Some(self.mark),
                    GoTarget::LastFrom => self.state.last.0,
                    GoTarget::LastTo => self.state.last.1,
                };
                self.at = place.ok_or(Stop::End)?;
            }
            InstrKind::From => self.from = Some(self.at),
            InstrKind::To => self.to = Some(self.at),
            InstrKind::Cascade => {
                let movement = self.movement(false);
                self.put_in(MOVEMENTS, movement);
                self.from = Some(self.at);
                self.to = None;
            }
            InstrKind::Add(add) => self.add(add),
            InstrKind::Capture(place) => {
                self.pend(self.place(place.as_ref()), CAPTURES, |pos| Effect::Capture { pos });
            }
            InstrKind::Flip(place) => {
                self.pend(self.place(place.as_ref()), CHANGES, |pos| Effect::Flip { pos });
            }
            InstrKind::ChangeOwner(args) => {
                let named = self.named_args(args, true, false);
                let player = named.player.unwrap_or(self.mover.player);
                self.pend(named.place, CHANGES, |pos| Effect::ChangeOwner { pos, player });
            }
            InstrKind::ChangeType(args) => {
                let named = self.named_args(args, false, true);
                let piece = named.piece.expect("a type");
                self.pend(named.place, CHANGES, |pos| Effect::ChangeType { pos, piece });
            }
            InstrKind::Create(args) => {
                let named = self.named_args(args, true, true);
                let player = named.player.unwrap_or(self.mover.player);
                let piece = named.piece.unwrap_or(self.mover.kind);
                self.pend(named.place, CHANGES, |pos| Effect::Create { player, piece, pos });
            }
            InstrKind::SetAttribute(parts) => {
                let (name, cond, place) = &**parts;
                let attr = self.plain.rules.find_attr(&name.text).expect("an attribute");
                let (value, place) = (self.holds(cond)?, self.place(place.as_ref()));
                if let Some(pos) = place {
                    self.set_attribute(pos, attr, value);
                }
            }
            InstrKind::SetFlag(parts) => {
                let (name, cond) = &**parts;
                if self.holds(cond)? {
                    self.flags.insert(name.text.to_string());
                } else {
                    self.flags.remove(name.text.as_str());
                }
            }
            InstrKind::SetPositionFlag(parts) => {
                let (name, cond, place) = &**parts;
                let (value, place) = (self.holds(cond)?, self.place(place.as_ref()));
                if let Some(pos) = place {
                    let key = (name.text.to_string(), pos);
                    if value {
                        self.place_flags.insert(key)
                    } else {
                        self.place_flags.remove(&key)
                    };
                }
            }
            InstrKind::If(parts) => {
                let (cond, then, otherwise) = &**parts;
                let chosen = if self.holds(cond)? { then } else { otherwise };
                self.block(chosen)?;
            }
            InstrKind::While(parts) => {
                while self.holds(&parts.0)? {
                    self.spend()?;
                    self.block(&parts.1)?;
                }
            }
            InstrKind::Verify(cond) => {
                if !self.holds(cond)? {
                    return Err(Stop::End);
                }
            }
            InstrKind::Nested(block) => self.block(block)?,
            InstrKind::Splice(splice) => self.block(&splice.block)?,
            InstrKind::Unknown => return Err(Stop::End),
        }
        Ok(())
    }

    // Places.

    /// A direction's neighbour, or a position.
    fn named(&self, name: &Name) -> Option<PosId> {
        let rules = self.plain.rules;
        match rules.find_dir(&name.text) {
            Some(dir) => self.plain.next(self.mover.player, dir, self.at),
            None => Some(rules.find_pos(&name.text).expect("a direction or position")),
        }
    }

    fn opposite(&self, name: &Name) -> Option<PosId> {
        let dir = self.plain.rules.find_dir(&name.text).expect("a direction");
        self.plain.opposite(self.mover.player, dir, self.at)
    }

    /// `[where]`; none off the board.
    fn place(&self, place: Option<&Where>) -> Option<PosId> {
        match place {
            None => Some(self.at),
            Some(Where::Name(name)) => self.named(name),
            Some(Where::Opposite(name)) => self.opposite(name),
        }
    }

    fn named_args(&self, args: &[Arg], players: bool, pieces: bool) -> Named {
        let rules = self.plain.rules;
        let mut named = Named { player: None, piece: None, place: Some(self.at) };
        for arg in args {
            match arg {
                Arg::Opposite(name) => named.place = self.opposite(name),
                Arg::Name(name) => match (rules.find_player(&name.text), rules.find_piece(&name.text)) {
                    (Some(player), _) if players => named.player = Some(player),
                    (_, Some(piece)) if pieces => named.piece = Some(piece),
                    _ => named.place = self.named(name),
                },
            }
        }
        named
    }

    // What a move collects.

    fn movement(&self, copy: bool) -> Effect {
        let to = self.to.unwrap_or(self.at);
        match self.from {
            Some(from) => Effect::Move { from, to, copy },
            None => Effect::Drop { player: self.mover.player, piece: self.mover.kind, pos: to },
        }
    }

    fn pend(&mut self, place: Option<PosId>, group: usize, effect: impl Fn(PosId) -> Effect) {
        if let Some(pos) = place {
            self.put_in(group, effect(pos));
        }
    }

    /// A new item is put at the end and swapped with the first item of each later group.
    fn put_in(&mut self, group: usize, effect: Effect) {
        self.items.push((group, vec![effect]));
        let mut new = self.items.len() - 1;
        for later in (group + 1..=CAPTURES).rev() {
            if let Some(first) = self.items.iter().position(|item| item.0 == later) {
                self.items.swap(first, new);
                new = first;
            }
        }
    }

    fn set_attribute(&mut self, pos: PosId, attr: AttrId, value: bool) {
        let effect = Effect::SetAttribute { pos, attr, value };
        let is_of = |e: &Effect| matches!(e, Effect::SetAttribute { pos: p, .. } if *p == pos);
        let Some(item) = self.items.iter_mut().find(|item| is_of(&item.1[0])) else {
            return self.put_in(CHANGES, effect);
        };
        let same = |e: &&mut Effect| matches!(e, Effect::SetAttribute { attr: a, .. } if *a == attr);
        match item.1.iter_mut().find(same) {
            Some(old) => *old = effect,
            None => item.1.push(effect),
        }
    }

    fn add(&mut self, add: &Add) {
        let rules = self.plain.rules;
        let types: Vec<PieceId> = add.args.iter().filter_map(|name| rules.find_piece(&name.text)).collect();
        let last = add.args.last().filter(|name| rules.find_piece(&name.text).is_none());
        let then = last.map(|name| rules.find_move_type(&name.text).expect("a move type"));
        let continuation = add.partial.then(|| then.map_or(Continuation::Any, Continuation::Type));
        let last = self.movement(add.copy);
        let arrival = match last {
            Effect::Move { to, .. } => to,
            Effect::Drop { pos, .. } => pos,
            _ => unreachable!("a movement"),
        };
        let of = |items: &[(usize, Vec<Effect>)], group: usize| -> Vec<Effect> {
            items.iter().filter(|item| item.0 == group).flat_map(|item| item.1.clone()).collect()
        };
        let mut effects = of(&self.items, MOVEMENTS);
        effects.push(last);
        effects.extend(of(&self.items, CHANGES));
        effects.extend(of(&self.items, CAPTURES));
        if types.is_empty() {
            self.added.push(PlainMove { effects, continuation });
        } else {
            for piece in types {
                let stock = self.state.stocks[self.mover.player.index()][piece.index()];
                if stock == 0 && rules.options.recycle_promotions {
                    continue;
                }
                let mut effects = effects.clone();
                effects.push(Effect::Promote { pos: arrival, piece });
                self.added.push(PlainMove { effects, continuation });
            }
        }
        self.items.retain(|item| item.0 == MOVEMENTS);
    }

    // Conditions.

    fn holds(&mut self, cond: &Cond) -> Result<bool, Stop> {
        self.spend()?;
        let plain = self.plain;
        let rules = plain.rules;
        let player = self.mover.player;
        Ok(match &cond.kind {
            CondKind::Const(value) => *value,
            CondKind::And(parts) => {
                for part in parts.iter() {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            CondKind::Or(parts) => {
                for part in parts.iter() {
                    if self.holds(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            CondKind::Not(part) => !self.holds(part)?,
            CondKind::Splice(inner) => self.holds(&inner.1)?,
            CondKind::Flag(name) => self.flags.contains(name.text.as_str()),
            CondKind::PositionFlag(name, place) => {
                let place = self.place(place.as_ref());
                place.is_some_and(|pos| self.place_flags.contains(&(name.text.to_string(), pos)))
            }
            CondKind::Simple(simple, place) => {
                self.place(place.as_ref()).is_some_and(|pos| self.is(*simple, pos))
            }
            CondKind::Piece(name, place) => {
                let kind = rules.find_piece(&name.text).expect("a piece type");
                let piece = self.place(place.as_ref()).and_then(|pos| self.state.at(pos));
                piece.is_some_and(|piece| piece.kind == kind)
            }
            CondKind::InZone(name, place) => {
                let zone = &rules.board.zones[name.text.as_str()].positions[player.index()];
                let pos = self.place(place.as_ref());
                pos.is_some_and(|pos| zone.as_ref().is_some_and(|zone| zone.contains(&pos)))
            }
            CondKind::Position(name) => rules.find_pos(&name.text) == Some(self.at),
            CondKind::Attribute(name, place) => {
                let piece = self.place(place.as_ref()).and_then(|pos| self.state.at(pos));
                let has = |attr: AttrId| piece.is_some_and(|p| p.attributes >> attr.0 & 1 != 0);
                match (rules.find_attr(&name.text), name.text.strip_prefix("not-")) {
                    (Some(attr), _) => has(attr),
                    (None, Some(bare)) => !has(rules.find_attr(bare).expect("an attribute")),
                    (None, None) => panic!("no attribute {}", name.text),
                }
            }
            CondKind::Attack { defended, args } => {
                let (place, by) = self.attack_args(args);
                match place {
                    None => false,
                    Some(_) if self.depth >= NESTING => false,
                    Some(pos) if *defended => self.is_defended(pos, by)?,
                    Some(pos) => self.is_attacked(pos, by)?,
                }
            }
        })
    }

    fn is(&self, simple: SimpleCond, pos: PosId) -> bool {
        let player = self.mover.player;
        let owner = self.state.at(pos).map(|piece| piece.player);
        let plain = self.plain;
        match simple {
            SimpleCond::Empty => owner.is_none(),
            SimpleCond::Friend => owner == Some(player),
            SimpleCond::Enemy => owner.is_some_and(|p| plain.is_enemy(player, p)),
            SimpleCond::Neutral => owner.is_some_and(|p| plain.rules.players[p.index()].is_neutral),
            SimpleCond::OnBoard => true,
            SimpleCond::LastFrom => self.state.last.0 == Some(pos),
            SimpleCond::LastTo => self.state.last.1 == Some(pos),
            SimpleCond::Marked => self.mark == pos,
            SimpleCond::AdjacentToEnemy => (0..plain.rules.board.directions.len()).any(|dir| {
                let next = plain.next(player, zrf::ids::DirId::from_index(dir), pos);
                let piece = next.and_then(|next| self.state.at(next));
                piece.is_some_and(|piece| plain.is_enemy(player, piece.player))
            }),
            SimpleCond::GoalPosition => super::goals::is_goal_position(plain, player, pos),
        }
    }

    fn attack_args(&self, args: &[Arg]) -> (Option<PosId>, Which) {
        let rules = self.plain.rules;
        let (mut place, mut by) = (Some(self.at), Which::All);
        for arg in args {
            match arg {
                Arg::Opposite(name) => place = self.opposite(name),
                Arg::Name(name) => {
                    let text = &name.text;
                    if rules.find_dir(text).is_some() || rules.find_pos(text).is_some() {
                        place = self.named(name);
                    } else {
                        let t: MoveTypeId = rules.find_move_type(text).expect("a move type");
                        by = Which::Typed(t);
                    }
                }
            }
        }
        (place, by)
    }

    /// With a piece of the player on the square.
    fn is_attacked(&self, pos: PosId, by: Which) -> Said<bool> {
        let (plain, player) = (self.plain, self.mover.player);
        let mut state = self.state.clone();
        if state.at(pos).is_none_or(|piece| piece.player != player) {
            let kind = plain.stand_in(player, self.mover.kind);
            state.cells[pos.index()] = Some(plain.new_piece(player, kind));
        }
        plain.enemies_attack(&state, player, pos, by, self.depth)
    }

    /// With a piece of an enemy on the square.
    fn is_defended(&self, pos: PosId, by: Which) -> Said<bool> {
        let (plain, player) = (self.plain, self.mover.player);
        let mut enemies = plain
            .players()
            .filter(|&p| plain.is_enemy(player, p) && !plain.rules.players[p.index()].is_random);
        let Some(enemy) = enemies.next() else { return Ok(false) };
        let mut state = self.state.clone();
        if state.at(pos).is_none_or(|piece| !plain.is_enemy(player, piece.player)) {
            let kind = plain.stand_in(enemy, self.mover.kind);
            state.cells[pos.index()] = Some(plain.new_piece(enemy, kind));
        }
        plain.attacks(&state, player, pos, by, self.depth)
    }
}

/// What arguments name.
struct Named {
    player: Option<PlayerId>,
    piece: Option<PieceId>,
    place: Option<PosId>,
}

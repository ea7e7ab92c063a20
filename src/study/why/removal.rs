//! Why a move is not among the legal ones.

use super::effects::move_type;
use super::{Asker, Hit, Reason, Why, drop_of};
use crate::compile::Entry;
use crate::game::trace::{Stage, Trace};
use crate::game::{Continuation, Move, RuntimeError};
use crate::ids::{MoveTypeId, PieceId, PlayerId, PosId};
use crate::view::words;
use crate::vm::Start;

/// Of so many blocks that fail the ends are told.
const MOST_FAILED: usize = 12;

impl Asker<'_> {
    pub(super) fn why_not(&mut self) -> Result<Why, RuntimeError> {
        let starts = match self.starts() {
            Ok(starts) => starts,
            Err(why) => return Ok(why),
        };
        let mut traces = Vec::new();
        for start in starts {
            traces.extend(self.traces(start)?);
        }
        let mut hits = self.hits(&traces, |trace| &trace.added);
        // A block that the turn lets run makes the better example.
        hits.sort_by_key(|hit| !self.is_let_run(hit.trace.entry));
        if let Some(hit) = hits.into_iter().next() {
            return self.why_removed(&hit);
        }
        if let Some(hit) = self.hits(&traces, |trace| &trace.lacking).into_iter().next() {
            let summary = "The piece that it would become is not in the stock (\"recycle promotions\").";
            return self.removed(Reason::Stock, summary.to_owned(), &hit);
        }
        self.why_no_block(traces)
    }

    fn hits(&self, traces: &[Trace], moves: impl Fn(&Trace) -> &Vec<(usize, Move)>) -> Vec<Hit> {
        let of = |trace: &Trace| {
            let wanted = moves(trace).iter().find(|(_, mv)| self.fits(mv))?;
            Some(Hit { trace: trace.clone(), step: wanted.0, mv: wanted.1.clone() })
        };
        traces.iter().filter_map(of).collect()
    }

    /// The runs that could make the move, or why there are none.
    fn starts(&self) -> Result<Vec<Start>, Why> {
        match (self.intent.from, self.teller.position.chain()) {
            (Some(from), _) => self.start_from(from).map(|start| vec![start]),
            (None, Some(chain)) => self.start_from(chain).map(|start| vec![start]),
            (None, None) => self.starts_anywhere(),
        }
    }

    /// The run of the piece somewhere, if it may move at all.
    fn start_from(&self, from: PosId) -> Result<Start, Why> {
        let position = &self.teller.position;
        let rules = position.game().rules();
        let name = rules.pos_name(from);
        let Some(start) = self.start_at(from) else {
            return Err(Why::new(Reason::NoPiece, format!("Nothing stands on {name}.")));
        };
        let stands = self.teller.standing(from);
        let is_other = self.intent.piece.is_some_and(|kind| kind != start.kind)
            || self.intent.player.is_some_and(|player| player != start.player);
        if is_other {
            return Err(Why::new(Reason::NoPiece, format!("It is {stands}.")));
        }
        if let Some(chain) = position.chain().filter(|&chain| chain != from) {
            let goes_on = self.teller.standing(chain);
            return Err(Why::new(
                Reason::Chain,
                format!("The turn goes on with {goes_on}; no other piece may move."),
            ));
        }
        let entry = position.turn_entry();
        if position.chain().is_none() && start.player != entry.acts_as {
            let turn = words::turn_entry(rules, entry);
            return Err(Why::new(Reason::OtherPlayer, format!("It is {stands}, but {turn} is to move.")));
        }
        Ok(start)
    }

    /// All runs of pieces of the type that is meant, or of any.
    fn starts_anywhere(&self) -> Result<Vec<Start>, Why> {
        let position = &self.teller.position;
        let rules = position.game().rules();
        let acting = position.turn_entry().acts_as;
        if let Some(player) = self.intent.player.filter(|&player| player != acting) {
            let (name, turn) = (rules.player_name(player), words::turn_entry(rules, position.turn_entry()));
            return Err(Why::new(
                Reason::OtherPlayer,
                format!("It would be a move of {name}, but {turn} is to move."),
            ));
        }
        let wants = |kind: PieceId| self.intent.piece.is_none_or(|wanted| wanted == kind);
        let places = (0..rules.board.positions.len()).map(PosId::from_index);
        // Whoever names the player means a drop.
        let moves = places.filter(|_| self.intent.player.is_none()).filter_map(|pos| self.start_at(pos));
        let mut starts: Vec<Start> =
            moves.filter(|start| start.player == acting && wants(start.kind)).collect();
        let kinds = (0..rules.pieces.len()).map(PieceId::from_index).filter(|&kind| wants(kind));
        let is_dropped = |kind: &PieceId| !position.game().program().pieces[kind.index()].drops.is_empty();
        let dropped: Vec<PieceId> = kinds.filter(is_dropped).collect();
        let (held, lacking): (Vec<PieceId>, Vec<PieceId>) =
            dropped.into_iter().partition(|&kind| position.stock(acting, kind) > 0);
        if let Some(to) = self.intent.to {
            starts.extend(held.into_iter().map(|kind| drop_of(acting, kind, to)));
        }
        if starts.is_empty() { Err(self.nothing_to_move(acting, &lacking)) } else { Ok(starts) }
    }

    fn nothing_to_move(&self, acting: PlayerId, lacking: &[PieceId]) -> Why {
        let rules = self.teller.position.game().rules();
        let player = rules.player_name(acting);
        let summary = match (lacking, self.intent.piece) {
            ([kind, ..], _) => format!("{player} has no {} left to drop.", rules.piece_name(*kind)),
            ([], Some(kind)) if self.intent.player.is_some() => {
                format!("No {} is ever dropped: its piece type has no drops.", rules.piece_name(kind))
            }
            ([], Some(kind)) => format!("{player} has no {}.", rules.piece_name(kind)),
            ([], None) => format!("{player} has no pieces."),
        };
        Why::new(Reason::NoPiece, summary)
    }

    /// The type of moves that the turn asks for.
    fn wanted_type(&self) -> Option<MoveTypeId> {
        let position = &self.teller.position;
        match (position.chain(), position.chain_type()) {
            (None, _) => position.turn_entry().move_type,
            (Some(_), Some(Continuation::Type(t))) => Some(t),
            (Some(_), _) => None,
        }
    }

    /// Whether the turn lets a block run, priorities aside.
    pub(super) fn is_let_run(&self, entry: Entry) -> bool {
        self.wanted_type().is_none_or(|wanted| entry.move_type == Some(wanted))
    }

    /// A block makes the move, and something removes it.
    fn why_removed(&mut self, hit: &Hit) -> Result<Why, RuntimeError> {
        let game = self.teller.position.game().clone();
        let rules = game.rules();
        let has_type = match hit.trace.entry.move_type {
            Some(t) => format!("is of type {}", move_type(rules, t)),
            None => "has no type".to_owned(),
        };
        if let Some(wanted) = self.wanted_type().filter(|_| !self.is_let_run(hit.trace.entry)) {
            let wanted = move_type(rules, wanted);
            let summary = format!("The move {has_type}, but the turn asks for moves of type {wanted}.");
            return self.removed(Reason::MoveType, summary, hit);
        }
        let chosen = self.teller.position.moves_at(Stage::Chosen)?;
        let is_in = |asker: &Self, list: &[Move]| list.iter().any(|mv| asker.is_same(mv, &hit.mv));
        if !is_in(self, &chosen) {
            let summary = self.why_not_chosen(&has_type, &chosen)?;
            return self.removed(Reason::Priority, summary, hit);
        }
        let safe = self.teller.position.moves_at(Stage::Safe)?;
        if !is_in(self, &safe) {
            let summary = self.why_unsafe(&hit.mv)?;
            return self.removed(Reason::Check, summary, hit);
        }
        let summary = self.why_shorter(&hit.mv)?;
        self.removed(Reason::Maximal, summary, hit)
    }

    fn removed(&mut self, reason: Reason, summary: String, hit: &Hit) -> Result<Why, RuntimeError> {
        let mut why = Why::new(reason, summary);
        why.moves.push(self.explained(&hit.mv, Some(hit))?);
        Ok(why)
    }

    fn why_not_chosen(&mut self, has_type: &str, chosen: &[Move]) -> Result<String, RuntimeError> {
        let game = self.teller.position.game().clone();
        let mut text = format!("The move {has_type}, and moves of an earlier type shut it out");
        if let Some(mv) = chosen.first() {
            text += &format!(": `{}`", self.teller.position.print(mv));
            if let Some(t) = self.maker_of(mv)?.and_then(|hit| hit.trace.entry.move_type) {
                text += &format!(", of type {}", move_type(game.rules(), t));
            }
        }
        Ok(text + " (move-priorities).")
    }

    fn why_unsafe(&mut self, mv: &Move) -> Result<String, RuntimeError> {
        let Some(danger) = self.teller.position.danger(mv)? else {
            return Ok("A royal piece could be taken after it.".to_owned());
        };
        let owner = self.teller.position.turn_entry().acts_as;
        let was_attacked = danger.royal.player == owner && self.teller.position.in_check(owner)?;
        let still = if was_attacked { "still " } else { "" };
        let (royal, attacker) = (self.teller.piece(danger.royal), self.teller.piece(danger.attacker));
        let rules = self.teller.position.game().rules();
        let (at, from) = (rules.pos_name(danger.at), rules.pos_name(danger.from));
        Ok(format!("After it, {royal} on {at} is {still}attacked, by {attacker} on {from}."))
    }

    fn why_shorter(&mut self, mv: &Move) -> Result<String, RuntimeError> {
        let position = &mut *self.teller.position;
        let legal = position.legal_moves()?;
        let Some(best) = legal.iter().find(|mv| !mv.is_pass()) else {
            return Ok("The rules allow no move here.".to_owned());
        };
        let (parts, most) = (position.chain_length(mv)?, position.chain_length(best)?);
        let text = position.print(best);
        if parts == most {
            return Ok(format!("Its captures count for less than those of `{text}` (\"maximal captures\")."));
        }
        let moves = if parts == 1 { "1 move".to_owned() } else { format!("{parts} moves") };
        Ok(format!(
            "The longest chain that begins with it has {moves}, that of `{text}` has {most} (\"maximal captures\")."
        ))
    }

    /// No block makes the move: where those end that could.
    fn why_no_block(&mut self, mut traces: Vec<Trace>) -> Result<Why, RuntimeError> {
        let game = self.teller.position.game().clone();
        let rules = game.rules();
        let to = self.intent.to;
        let goal = to.map_or("there", |to| rules.pos_name(to).as_str());
        traces.retain(|trace| self.is_let_run(trace.entry) || !trace.added.is_empty());
        let subject = match (self.intent.from, &traces[..]) {
            (Some(from), _) => self.teller.standing(from),
            (None, [first, ..]) if traces.iter().all(|t| t.start.kind == first.start.kind) => {
                let (player, kind) = (first.start.player, first.start.kind);
                format!("{} {}", rules.player_name(player), rules.piece_name(kind))
            }
            (None, _) => "a piece".to_owned(),
        };
        let becomes =
            self.intent.promote.map_or(String::new(), |kind| format!(" as {}", rules.piece_name(kind)));
        let blocks = match traces.len() {
            0 => "The rules have no block".to_owned(),
            1 => "The one block".to_owned(),
            n => format!("None of {n} blocks"),
        };
        let does = if traces.len() == 1 { "does not take" } else { "takes" };
        let does = if traces.is_empty() { "that could take" } else { does };
        let mut why = Why::new(Reason::NoBlock, format!("{blocks} {does} {subject} to {goal}{becomes}."));
        // The nearest: those that got to the place, then those that got furthest.
        traces.sort_by_key(|trace| {
            let got_there = trace.steps.iter().any(|step| Some(step.cursor) == to);
            (!got_there, std::cmp::Reverse(trace.steps.len()))
        });
        for trace in traces.iter().take(MOST_FAILED) {
            let story = self.teller.story(trace, usize::MAX)?;
            why.failed.push(story);
        }
        Ok(why)
    }
}

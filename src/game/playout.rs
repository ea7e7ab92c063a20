//! Random games inside the engine.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::ending::Scope;
use super::movebuf::{Head, MoveBuf};
use super::mv::Effect;
use super::outcome::{Outcome, RuntimeError};
use super::tally::Tally;
use super::trace::Stage;
use crate::resolve::rules::{MaximalCaptures, PassTurn};

/// How moves are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// From the list of all legal moves.
    Full,
    /// From the moves before check is looked at; if the one drawn turns out to be illegal, another one is
    /// drawn from those that are not. The legal moves are as likely as with [`Drawing::Full`], but the games of
    /// a seed are others. Where the rules need whole lists ("maximal captures") it is the same as that.
    Lazy,
}

/// A random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How it ended; none if it was cut.
    pub outcome: Option<Outcome>,
    /// Moves made; each part of a partial move is one.
    pub plies: u64,
    /// The lengths of all lists from which a move was drawn, added up.
    pub choices: u64,
}

/// So often another move is drawn in place of an illegal one before the legal ones are counted.
const DRAWS: usize = 3;

/// What came of drawing a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Drawn {
    Made,
    /// It was illegal.
    Illegal,
    /// There was none.
    Nothing,
}

impl<B: Bits> Core<B> {
    /// Plays random moves to the end of the game, or for `max_plies`; then takes them all back.
    /// `pick(n)` gives a number below `n`.
    pub fn playout(
        &mut self,
        cx: &Cx<B>,
        drawing: Drawing,
        max_plies: u64,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Playout, RuntimeError> {
        let height = self.frames.len();
        let mut buf = std::mem::take(&mut self.playout_buf);
        let result = self.random_game(cx, drawing, max_plies, pick, &mut buf);
        while self.frames.len() > height {
            self.unmake(cx);
        }
        self.playout_buf = buf;
        result
    }

    fn random_game(
        &mut self,
        cx: &Cx<B>,
        drawing: Drawing,
        max_plies: u64,
        pick: &mut dyn FnMut(usize) -> usize,
        buf: &mut MoveBuf,
    ) -> Result<Playout, RuntimeError> {
        let is_lazy = drawing == Drawing::Lazy && cx.rules.options.maximal_captures == MaximalCaptures::No;
        let mut game = Playout { outcome: None, plies: 0, choices: 0 };
        loop {
            self.refuel();
            let over = self.over_despite_moves(cx, Scope::All)?;
            if over.is_none() && game.plies >= max_plies && self.has_moves(cx)? {
                return Ok(game);
            }
            buf.clear();
            let moved = if over.is_some() {
                false
            } else if is_lazy {
                self.draw_lazily(cx, pick, buf, &mut game.choices)?
            } else {
                self.draw_from_list(cx, pick, buf, &mut game.choices)?
            };
            if !moved {
                game.outcome = self.outcome_of(cx, over)?;
                return Ok(game);
            }
            game.plies += 1;
        }
    }

    /// Draws from all legal moves, listed or told by patterns; `false` if there is none.
    fn draw_from_list(
        &mut self,
        cx: &Cx<B>,
        pick: &mut dyn FnMut(usize) -> usize,
        buf: &mut MoveBuf,
        choices: &mut u64,
    ) -> Result<bool, RuntimeError> {
        if let Some((patterns, count)) = self.moves_by_patterns(cx)
            && let Some((head, effects)) = self.nth_by_patterns(cx, patterns, pick(count as usize))
        {
            *choices += count;
            self.make(cx, head, effects)?;
            return Ok(true);
        }
        if let Some(drawn) = self.draw_by_number(cx, Stage::Safe, pick, choices)? {
            let has_moved = drawn == Drawn::Made;
            if !has_moved {
                self.known.has_moves = Some(false);
            }
            return Ok(has_moved);
        }
        self.legal(cx, buf)?;
        if buf.heads.is_empty() {
            return Ok(false);
        }
        *choices += buf.heads.len() as u64;
        let head = buf.heads[pick(buf.heads.len())];
        self.make(cx, head, buf.effects(head))?;
        Ok(true)
    }

    /// Draws and makes a move; `false` if there is none.
    fn draw_lazily(
        &mut self,
        cx: &Cx<B>,
        pick: &mut dyn FnMut(usize) -> usize,
        buf: &mut MoveBuf,
        choices: &mut u64,
    ) -> Result<bool, RuntimeError> {
        let options = &cx.rules.options;
        if cx.goals.royals.is_empty() {
            return self.draw_from_list(cx, pick, buf, choices);
        }
        match self.draw_by_number(cx, Stage::Chosen, pick, choices)? {
            Some(Drawn::Made) => return Ok(true),
            // Whatever was illegal, the legal moves are as likely as each other now.
            Some(Drawn::Illegal | Drawn::Nothing) => return self.draw_from_list(cx, pick, buf, choices),
            None => {}
        }
        let mark = buf.mark();
        self.pseudo_legal(cx, buf, mark)?;
        *choices += buf.heads.len() as u64;
        let passes = match self.state.turn.chain {
            Some(_) => options.pass_partial,
            None => options.pass_turn == PassTurn::Always,
        };
        if passes {
            buf.heads.push(Head::pass());
        }
        while !buf.heads.is_empty() {
            let i = pick(buf.heads.len());
            let head = buf.heads[i];
            if self.make_if_legal(cx, head, buf.effects(head))? {
                return Ok(true);
            }
            buf.heads.swap_remove(i);
        }
        let may_pass = self.state.turn.chain.is_none() && options.pass_turn == PassTurn::Forced;
        if may_pass && self.make_if_legal(cx, Head::pass(), &[])? {
            return Ok(true);
        }
        self.known.has_moves = Some(false);
        Ok(false)
    }

    /// Draws from moves that are counted and not listed; `None` if they must be listed.
    fn draw_by_number(
        &mut self,
        cx: &Cx<B>,
        stage: Stage,
        pick: &mut dyn FnMut(usize) -> usize,
        choices: &mut u64,
    ) -> Result<Option<Drawn>, RuntimeError> {
        let mut tally = std::mem::take(&mut self.tally);
        let drawn = self.draw_from_tally(cx, stage, pick, choices, &mut tally);
        self.tally = tally;
        drawn
    }

    fn draw_from_tally(
        &mut self,
        cx: &Cx<B>,
        stage: Stage,
        pick: &mut dyn FnMut(usize) -> usize,
        choices: &mut u64,
        tally: &mut Tally,
    ) -> Result<Option<Drawn>, RuntimeError> {
        if !self.count_moves(cx, stage, tally)? {
            return Ok(None);
        }
        let count = tally.total;
        if count == 0 {
            return Ok(Some(Drawn::Nothing));
        }
        *choices += count as u64;
        let Some((head, effects)) = self.nth(cx, tally, pick(count))? else { return Ok(None) };
        if stage == Stage::Safe {
            self.make(cx, head, effects)?;
            return Ok(Some(Drawn::Made));
        }
        if self.make_if_legal(cx, head, effects)? {
            return Ok(Some(Drawn::Made));
        }
        self.draw_again(cx, pick, tally)
    }

    /// After an illegal move: draws from the same moves again, a few times. In check there is little hope in that.
    fn draw_again(
        &mut self,
        cx: &Cx<B>,
        pick: &mut dyn FnMut(usize) -> usize,
        tally: &mut Tally,
    ) -> Result<Option<Drawn>, RuntimeError> {
        let enemy = self.next_acting(cx);
        if !self.attacks_royal(cx, enemy)? {
            for _ in 0..DRAWS {
                let Some((head, effects)) = self.nth(cx, tally, pick(tally.total))? else { break };
                if self.make_if_legal(cx, head, effects)? {
                    return Ok(Some(Drawn::Made));
                }
            }
        }
        Ok(Some(Drawn::Illegal))
    }

    fn make_if_legal(&mut self, cx: &Cx<B>, head: Head, effects: &[Effect]) -> Result<bool, RuntimeError> {
        self.make(cx, head, effects)?;
        let next = self.acting(cx);
        if self.attacks_royal(cx, next)? {
            self.unmake(cx);
            return Ok(false);
        }
        Ok(true)
    }
}

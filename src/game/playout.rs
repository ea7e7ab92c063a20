//! Random games inside the engine.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::goals::Scope;
use super::movebuf::{Head, MoveBuf};
use super::outcome::{Outcome, RuntimeError};
use crate::resolve::rules::{MaximalCaptures, PassTurn};

/// How moves are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// From the list of all legal moves.
    Full,
    /// From the moves before check is looked at; one that turns out to be illegal is dropped and
    /// another one drawn. The legal moves are as likely as with [`Drawing::Full`], but the games of
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
            let is_over = self.is_over_despite_moves(cx, Scope::All)?;
            if !is_over && game.plies >= max_plies && self.has_moves(cx)? {
                return Ok(game);
            }
            buf.clear();
            let moved = if is_over {
                false
            } else if is_lazy {
                self.draw_lazily(cx, pick, buf, &mut game.choices)?
            } else {
                self.draw_from_list(cx, pick, buf, &mut game.choices)?
            };
            if !moved {
                game.outcome = self.outcome(cx)?;
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
            if self.make_if_legal(cx, head, buf)? {
                return Ok(true);
            }
            buf.heads.swap_remove(i);
        }
        let may_pass = self.state.turn.chain.is_none() && options.pass_turn == PassTurn::Forced;
        if may_pass && self.make_if_legal(cx, Head::pass(), buf)? {
            return Ok(true);
        }
        self.known.has_moves = Some(false);
        Ok(false)
    }

    fn make_if_legal(&mut self, cx: &Cx<B>, head: Head, buf: &MoveBuf) -> Result<bool, RuntimeError> {
        self.make(cx, head, buf.effects(head))?;
        let next = self.acting(cx);
        if self.attacks_royal(cx, next)? {
            self.unmake(cx);
            return Ok(false);
        }
        Ok(true)
    }
}

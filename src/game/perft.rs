//! Counting move sequences.
//!
//! A ply is one entry of the list of legal moves: each part of a partial move, a
//! pass and a random player's move count like any other. A finished game has no
//! moves; draws by repetition and by no progress do not end a line.

use super::Position;
use super::bits::Bits;
use super::core::{Core, Cx};
use super::ending::Scope;
use super::graph::Graph;
use super::movebuf::{Mark, MoveBuf};
use super::mv::Move;
use super::outcome::RuntimeError;
use super::targets::Targets;
use super::telling::{PlainDrop, Taker, Whose};
use super::trace::Stage;

/// What is done with the moves of the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// They are only counted: what is known of the position before is used.
    Counted,
    /// They are generated and counted, those of each position anew.
    Generated,
    /// Each is played, so that every leaf position exists.
    Played,
}

/// The number of move sequences of this length.
pub fn perft(position: &mut Position, depth: u32) -> Result<u64, RuntimeError> {
    position.engine.perft(depth, Leaves::Counted)
}

/// The same, with the moves of the last ply generated for each position anew: a measure of how fast that is.
pub fn perft_generated(position: &mut Position, depth: u32) -> Result<u64, RuntimeError> {
    position.engine.perft(depth, Leaves::Generated)
}

/// The same, with each leaf position made.
pub fn perft_played(position: &mut Position, depth: u32) -> Result<u64, RuntimeError> {
    position.engine.perft(depth, Leaves::Played)
}

/// The same as [`perft_played`], with states copied instead of moves taken back: for `benches/copying.rs`.
#[doc(hidden)]
pub fn perft_copying(position: &mut Position, depth: u32) -> Result<u64, RuntimeError> {
    position.engine.perft_copying(depth)
}

/// The moves that perft counts at the first ply: those of [`Position::legal_moves`], also where the
/// game is a draw by repetition or no progress.
pub fn perft_moves(position: &mut Position) -> Result<Vec<Move>, RuntimeError> {
    position.list(Scope::Position)
}

impl<B: Bits> Core<B> {
    /// See [`perft`] and [`perft_played`].
    pub fn perft(&mut self, cx: &Cx<B>, depth: u32, leaves: Leaves) -> Result<u64, RuntimeError> {
        let height = self.frames.len();
        let mut buf = std::mem::take(&mut self.playout_buf);
        buf.clear();
        let nodes = self.count_sequences(cx, depth, leaves, &mut buf);
        self.playout_buf = buf;
        // After an error the position is that before the moves tried.
        while self.frames.len() > height {
            self.unmake(cx);
        }
        nodes
    }

    /// The number of legal moves, if that can be told without a list.
    fn count_legal(&mut self, cx: &Cx<B>, leaves: Leaves) -> Result<Option<u64>, RuntimeError> {
        if let Some((_, count)) = self.moves_by_patterns(cx) {
            return Ok(Some(count));
        }
        self.refuel();
        let mut buf = std::mem::take(&mut self.tried);
        buf.clear();
        let is_anew = leaves == Leaves::Generated;
        let mut counter = Counter { count: 0, is_anew, buf: &mut buf };
        let is_counted = self.tell_moves(cx, Stage::Safe, &mut counter);
        let count = counter.count as u64;
        self.tried = buf;
        Ok(is_counted?.then_some(count))
    }

    /// A loop with its own stack of levels: where every move is forced, a depth of millions is no
    /// more than a long line.
    fn count_sequences(
        &mut self,
        cx: &Cx<B>,
        depth: u32,
        leaves: Leaves,
        buf: &mut MoveBuf,
    ) -> Result<u64, RuntimeError> {
        let mut levels: Vec<Level> = Vec::with_capacity(depth.min(USUAL_DEPTH) as usize);
        let mut nodes = 0;
        loop {
            // A position was entered.
            let left = depth as usize - levels.len();
            let mut is_done = true;
            if left == 0 {
                nodes += 1;
            } else if !self.is_over_despite_moves(cx, Scope::Position)? {
                let is_counted = left == 1 && leaves != Leaves::Played;
                if is_counted && let Some(count) = self.count_legal(cx, leaves)? {
                    nodes += count;
                } else {
                    let mark = buf.mark();
                    self.legal_in_any_order(cx, buf)?;
                    let end = buf.heads.len();
                    if is_counted {
                        nodes += (end - mark.heads) as u64;
                        buf.truncate(mark);
                    } else {
                        if left == 2 && leaves == Leaves::Counted {
                            self.kept_targets.found_on(&cx.codes, &self.state, self.next_acting(cx));
                        }
                        levels.push(Level { mark, next: mark.heads, end });
                        is_done = false;
                    }
                }
            }
            // On to the next one: the nearest level that has a move left.
            loop {
                let Some(level) = levels.last_mut() else { return Ok(nodes) };
                if is_done {
                    self.unmake(cx);
                }
                if level.next < level.end {
                    let head = buf.heads[level.next];
                    level.next += 1;
                    self.make(cx, head, buf.effects(head))?;
                    break;
                }
                buf.truncate(level.mark);
                levels.pop();
                is_done = true;
            }
        }
    }
}

/// The moves of a position, counted and no more.
struct Counter<'a> {
    count: usize,
    /// Nothing that is kept is used.
    is_anew: bool,
    /// Where moves are listed to be tried.
    buf: &'a mut MoveBuf,
}

impl<B: Bits> Taker<B> for Counter<'_> {
    #[inline(always)]
    fn takes(&self, _: &Targets<B>) -> bool {
        true
    }

    #[inline(always)]
    fn squares(&mut self, whose: Whose<'_, B>, squares: B, _: bool) {
        self.count += (squares.len() * whose.targets.weight) as usize;
    }

    fn only_counts(&self) -> bool {
        !self.is_anew
    }

    #[inline(always)]
    fn count(&mut self, moves: u32) {
        self.count += moves as usize;
    }

    fn drops(&mut self, _: PlainDrop, squares: B) {
        self.count += squares.len() as usize;
    }

    #[inline(always)]
    fn takes_numbers(&self) -> bool {
        true
    }

    fn graph(&mut self, _: &Graph<B>, count: usize) {
        self.count += count;
    }

    #[inline(always)]
    fn buf(&mut self) -> &mut MoveBuf {
        self.buf
    }

    fn listed(&mut self, mark: Mark) {
        self.count += self.buf.heads.len() - mark.heads;
        self.buf.truncate(mark);
    }

    fn pass(&mut self) {
        self.count += 1;
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.count
    }
}

/// The stack of levels grows only beyond this depth.
const USUAL_DEPTH: u32 = 64;

/// A ply of the line being counted: its moves, and those of them that are still to be played.
struct Level {
    mark: Mark,
    next: usize,
    end: usize,
}

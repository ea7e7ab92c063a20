//! Why a move is legal, or why it is not.
//!
//! The text is read as a player means it. Then the stages of making moves are gone through: who moves, which
//! pieces there are, what their blocks come to, and what removes moves afterwards.

mod effects;
mod intent;
mod removal;
mod story;

pub use story::{Line, Story};

use crate::compile::Entry;
use crate::game::trace::Trace;
use crate::game::{Effect, Move, Position, RuntimeError};
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::rules::PassTurn;
use crate::source::SourceMap;
use crate::view::words;
use crate::vm::Start;
use intent::Intent;
use story::Teller;

/// No more moves than this are explained at once.
const MOST_MOVES: usize = 4;

/// Why a move is legal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is legal.
    Legal,
    /// The game is over.
    Over,
    /// The text is no move of this game.
    Unreadable,
    /// There is no such piece, on the board or to be dropped.
    NoPiece,
    /// The piece belongs to somebody else.
    OtherPlayer,
    /// The turn goes on with another piece.
    Chain,
    /// The turn asks for moves of another type.
    MoveType,
    /// Moves of an earlier type come first.
    Priority,
    /// A royal piece could be taken.
    Check,
    /// Other chains of partial moves are longer.
    Maximal,
    /// The piece that it would become is not in the stock.
    Stock,
    /// Passing is not allowed.
    Pass,
    /// No block of the rules makes it.
    NoBlock,
}

impl Reason {
    /// The reason in one word, for programs.
    pub fn key(&self) -> &'static str {
        match self {
            Reason::Legal => "legal",
            Reason::Over => "over",
            Reason::Unreadable => "unreadable",
            Reason::NoPiece => "no-piece",
            Reason::OtherPlayer => "other-player",
            Reason::Chain => "chain",
            Reason::MoveType => "move-type",
            Reason::Priority => "priority",
            Reason::Check => "check",
            Reason::Maximal => "maximal-captures",
            Reason::Stock => "stock",
            Reason::Pass => "pass",
            Reason::NoBlock => "no-block",
        }
    }
}

/// The explanation of a move.
#[derive(Clone, Debug)]
pub struct Why {
    /// Why.
    pub reason: Reason,
    /// The same in a sentence or two.
    pub summary: String,
    /// The moves that are meant, as they are printed. None if no block makes one.
    pub moves: Vec<Explained>,
    /// Where the blocks end that could have made it, the nearest first.
    pub failed: Vec<Story>,
}

impl Why {
    fn new(reason: Reason, summary: impl Into<String>) -> Why {
        Why { reason, summary: summary.into(), moves: Vec::new(), failed: Vec::new() }
    }
}

/// A move that a block makes.
#[derive(Clone, Debug)]
pub struct Explained {
    /// As it is printed.
    pub text: String,
    /// The run that adds it, as far as that; none for a pass, or if it is that of the move before.
    pub story: Option<Story>,
    /// What it does, one thing each.
    pub effects: Vec<String>,
}

/// Explains a move of a position.
///
/// ```
/// use zrf::document::Document;
/// use zrf::loader::{DiskLoader, builtin};
/// use zrf::study::why::{Reason, why};
///
/// let source = builtin::load("zrf/chess.zrf")?;
/// let document = Document::load(&source.name, &source.bytes, &DiskLoader::default());
/// let mut position = document.game(0).0.expect("chess compiles").start();
/// let why = why(&mut position, document.sources(), "e2-e5")?;
/// assert_eq!(why.reason, Reason::NoBlock);
/// assert!(why.failed[0].lines.iter().any(|line| line.code == "n" && line.result == "to e4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the rules misbehave.
pub fn why(position: &mut Position, sources: &SourceMap, text: &str) -> Result<Why, RuntimeError> {
    if let Some(outcome) = position.outcome()? {
        let outcome = words::outcome(position.game().rules(), &outcome);
        return Ok(Why::new(Reason::Over, format!("The game is over: {outcome}.")));
    }
    let exact = position.parse(text)?;
    let intent = match (intent::parse(position.game().rules(), text), &exact) {
        (Ok(intent), _) => intent,
        (Err(_), Some(_)) => Intent::default(),
        (Err(message), None) => return Ok(Why::new(Reason::Unreadable, format!("{message}."))),
    };
    let mut asker = Asker { teller: Teller::new(position, sources), intent };
    let legal = match exact {
        Some(mv) => vec![mv],
        None => asker.legal()?,
    };
    if !legal.is_empty() {
        return asker.explain_legal(&legal);
    }
    if asker.intent.is_pass { asker.why_no_pass() } else { asker.why_not() }
}

/// A question about a move.
struct Asker<'a> {
    teller: Teller<'a>,
    intent: Intent,
}

/// A block that makes a move that is meant.
struct Hit {
    trace: Trace,
    step: usize,
    mv: Move,
}

impl Asker<'_> {
    /// The legal moves that are meant.
    fn legal(&mut self) -> Result<Vec<Move>, RuntimeError> {
        let moves = self.teller.position.legal_moves()?;
        Ok(moves.into_iter().filter(|mv| self.fits(mv)).collect())
    }

    fn fits(&self, mv: &Move) -> bool {
        self.intent.fits(mv, self.maker(mv))
    }

    /// Owner and type of the piece that makes a move.
    fn maker(&self, mv: &Move) -> Option<(PlayerId, PieceId)> {
        mv.effects().iter().find_map(|effect| match *effect {
            Effect::Move { from, .. } => self.teller.position.piece_at(from).map(|p| (p.player, p.kind)),
            Effect::Drop { player, piece, .. } => Some((player, piece)),
            _ => None,
        })
    }

    fn explain_legal(&mut self, legal: &[Move]) -> Result<Why, RuntimeError> {
        let summary = match legal.len() {
            1 => "It is a legal move.".to_owned(),
            n => format!("These are {n} legal moves."),
        };
        let mut why = Why::new(Reason::Legal, summary);
        let mut told: Option<(Start, Entry)> = None;
        for mv in legal.iter().take(MOST_MOVES) {
            let hit = self.maker_of(mv)?;
            let run = hit.as_ref().map(|hit| (hit.trace.start, hit.trace.entry));
            let mut explained = self.explained(mv, hit.as_ref())?;
            // Promotions come of one block.
            if run.is_some() && told == run {
                explained.story = None;
            }
            told = run;
            why.moves.push(explained);
        }
        Ok(why)
    }

    fn explained(&mut self, mv: &Move, hit: Option<&Hit>) -> Result<Explained, RuntimeError> {
        let story = hit.map(|hit| self.teller.story(&hit.trace, hit.step)).transpose()?;
        let text = self.teller.position.print(mv);
        Ok(Explained { text, story, effects: effects::effects(self.teller.position, mv) })
    }

    /// The first block that makes a legal or chosen move.
    fn maker_of(&mut self, mv: &Move) -> Result<Option<Hit>, RuntimeError> {
        if mv.is_pass() {
            return Ok(None);
        }
        for start in self.all_starts() {
            for trace in self.traces(start)? {
                let found = trace.added.iter().find(|(_, added)| self.is_same(added, mv)).cloned();
                if let Some((step, mv)) = found
                    && self.is_let_run(trace.entry)
                {
                    return Ok(Some(Hit { trace, step, mv }));
                }
            }
        }
        Ok(None)
    }

    /// Whether two moves are one: they print the same and go on the same way.
    fn is_same(&self, a: &Move, b: &Move) -> bool {
        let position = &self.teller.position;
        a.continuation() == b.continuation() && position.print(a) == position.print(b)
    }

    /// All runs that the player to move could make.
    fn all_starts(&self) -> Vec<Start> {
        let position = &self.teller.position;
        let rules = position.game().rules();
        let acting = position.turn_entry().acts_as;
        let places = || (0..rules.board.positions.len()).map(PosId::from_index);
        let mut starts: Vec<Start> = match position.chain() {
            Some(pos) => self.start_at(pos).into_iter().collect(),
            None => places()
                .filter(|&pos| position.piece_at(pos).is_some_and(|piece| piece.player == acting))
                .filter_map(|pos| self.start_at(pos))
                .collect(),
        };
        if position.chain().is_none() {
            let kinds = (0..rules.pieces.len()).map(PieceId::from_index);
            let stocked = kinds.filter(|&kind| position.stock(acting, kind) > 0);
            starts.extend(stocked.flat_map(|kind| places().map(move |pos| drop_of(acting, kind, pos))));
        }
        starts
    }

    fn start_at(&self, pos: PosId) -> Option<Start> {
        let piece = self.teller.position.piece_at(pos)?;
        Some(Start { player: piece.player, kind: piece.kind, pos, is_drop: false })
    }

    /// The runs of all blocks from somewhere.
    fn traces(&mut self, start: Start) -> Result<Vec<Trace>, RuntimeError> {
        let position = &mut *self.teller.position;
        let code = &position.game().program().pieces[start.kind.index()];
        let entries: Vec<Entry> = if start.is_drop { code.drops.clone() } else { code.moves.clone() };
        entries.into_iter().map(|entry| position.trace(start, entry)).collect()
    }

    /// Why the player may not pass.
    fn why_no_pass(&mut self) -> Result<Why, RuntimeError> {
        let position = &mut *self.teller.position;
        let options = &position.game().rules().options;
        let text = match (position.chain(), options.pass_turn) {
            (Some(pos), _) if !options.pass_partial => {
                let at = position.game().rules().pos_name(pos);
                format!("The piece on {at} has to go on: the option \"pass partial\" is not set.")
            }
            (None, PassTurn::Never) => {
                "Nobody may pass in this game: the option \"pass turn\" is not set.".to_owned()
            }
            (None, PassTurn::Forced) if !position.legal_moves()?.is_empty() => {
                "There are other moves, and the option \"pass turn\" is \"forced\": who can move must."
                    .to_owned()
            }
            _ => "A royal piece could be taken after it.".to_owned(),
        };
        Ok(Why::new(Reason::Pass, text))
    }
}

fn drop_of(player: PlayerId, kind: PieceId, pos: PosId) -> Start {
    Start { player, kind, pos, is_drop: true }
}

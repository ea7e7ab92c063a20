//! The first moves of a search: one depth after the other, on one thread or several.

use super::limits::{Control, Limits};
use super::lookahead::{Reductions, Window};
use super::plan::{Method, Plan};
use super::score::{INFINITE, SURE, Score};
use super::searcher::{Found, Halt, Job, Searcher, chain_before, salt};
use super::sides::{Side, Sides};
use super::table::Table;
use super::{Best, Evaluation, Info, Line, Settings, playouts};
use crate::game::bits::Bits;
use crate::game::core::{Core, Cx};
use crate::game::ending::Scope;
use crate::game::movebuf::MoveBuf;
use crate::game::{Move, RuntimeError};
use crate::search::eval::Scales;
use crate::search::random::Random;

/// What a search is asked for.
pub struct Thinking<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) table: &'a Table,
    pub(crate) settings: &'a Settings,
    pub(crate) method: Method,
    pub(crate) limits: Limits<'a>,
    pub(crate) observer: &'a mut dyn FnMut(&Info),
}

/// Looks for the best move of a position; none if the game is over.
pub(crate) fn think<B: Bits>(
    cx: &Cx<B>,
    core: &Core<B>,
    thinking: Thinking<'_>,
) -> Result<Option<Best>, RuntimeError> {
    let Thinking { evaluation, table, settings, method, limits, observer } = thinking;
    let mut core = core.clone();
    if core.is_over_despite_moves(cx, Scope::All)? {
        return Ok(None);
    }
    let mut buf = MoveBuf::default();
    core.legal(cx, &mut buf)?;
    if buf.heads.is_empty() {
        return Ok(None);
    }
    let moves = moves_to_choose_from(cx, &mut core, &buf)?;
    let searcher = cx.rules.turn_order.entries[usize::from(core.state.turn.entry)].mover;
    let sides = Sides::new(&cx.rules, searcher);
    let side = match sides.at(core.state.turn.entry) {
        Side::Player(side) => side,
        Side::Chance => {
            let mut random = Random::new(settings.seed, core.frames.len() as u64);
            let mv = random.below(moves.len());
            return Ok(moves.into_iter().nth(mv).map(Best::only));
        }
    };
    if method == Method::Playouts {
        let start = playouts::Start { cx, core: &core, moves: &moves, sides: &sides, evaluation, settings };
        return playouts::think(&start, limits, observer);
    }
    let threads = settings.threads.max(1);
    let job = Job {
        evaluation,
        scales: Scales::new(evaluation, &sides, cx.tables().players),
        plan: Plan::new(cx, &evaluation.facts, &sides),
        sides,
        table,
        control: Control::new(limits, threads),
        reductions: Reductions::new(),
        salt: salt(cx, searcher),
    };
    table.grow_older();
    let mut root = Root::new(Searcher::new(cx, &core, &job), side, &moves, settings.lines)?;
    std::thread::scope(|scope| {
        for number in 1..threads {
            let (job, core, moves) = (&job, &core, &moves);
            scope.spawn(move || {
                // A helper only fills the table; what goes wrong on it goes wrong on the main thread too.
                if let Ok(mut root) = Root::new(Searcher::new(cx, core, job), side, moves, 1) {
                    let _ = root.deepen(number as u32, &mut |_| {});
                }
            });
        }
        let result = root.deepen(0, observer);
        job.control.halt();
        result
    })?;
    Ok(Some(root.best()))
}

/// The legal moves in `buf`, without those that lead a chain of partial moves back to where it was; all
/// of them if there are no others.
fn moves_to_choose_from<B: Bits>(
    cx: &Cx<B>,
    core: &mut Core<B>,
    buf: &MoveBuf,
) -> Result<Vec<Move>, RuntimeError> {
    let before = chain_before(cx, core);
    let mut moves = Vec::new();
    for &head in &buf.heads {
        if !before.is_empty() {
            core.make(cx, head, buf.effects(head))?;
            let goes_round = core.state.turn.chain.is_some() && before.contains(&core.key());
            core.unmake(cx);
            if goes_round {
                continue;
            }
        }
        moves.push(buf.to_move(head, &cx.codes));
    }
    if moves.is_empty() {
        moves.extend(buf.heads.iter().map(|&head| buf.to_move(head, &cx.codes)));
    }
    Ok(moves)
}

/// A first move.
#[derive(Debug)]
struct RootMove {
    score: i32,
    pv: Vec<Move>,
}

struct Root<'a, B> {
    searcher: Searcher<'a, B>,
    side: u8,
    /// The legal moves, the best ones first.
    moves: Vec<RootMove>,
    /// How many of them are wanted with their scores.
    lines: usize,
    depth: u32,
}

impl<'a, B: Bits> Root<'a, B> {
    /// `moves` are the moves to choose from.
    fn new(
        mut searcher: Searcher<'a, B>,
        side: u8,
        moves: &[Move],
        lines: usize,
    ) -> Result<Root<'a, B>, RuntimeError> {
        for mv in moves {
            searcher.buf.push_move(mv);
        }
        searcher.rate(0, 0)?;
        let moves: Vec<RootMove> = (0..moves.len())
            .map(|i| {
                let head = searcher.pick(i);
                RootMove { score: -INFINITE, pv: vec![searcher.buf.to_move(head, &searcher.cx.codes)] }
            })
            .collect();
        searcher.buf.clear();
        let lines = lines.clamp(1, moves.len());
        Ok(Root { searcher, side, moves, lines, depth: 0 })
    }

    /// Searches deeper and deeper until a limit is reached. Threads begin at different depths.
    fn deepen(&mut self, offset: u32, observer: &mut dyn FnMut(&Info)) -> Result<(), RuntimeError> {
        let most = self.searcher.job.control.max_depth();
        for depth in 1 + offset % 2..=most {
            self.searcher.round = depth as usize;
            self.searcher.deepest = 0;
            match self.round(depth as i32) {
                Ok(()) => {}
                Err(Halt::Stopped) => break,
                Err(Halt::Failed(error)) => return Err(error),
            }
            self.depth = depth;
            observer(&self.info());
            if offset == 0 && self.is_enough(depth) {
                break;
            }
        }
        Ok(())
    }

    /// Whether going on would not change the move.
    fn is_enough(&self, depth: u32) -> bool {
        let control = &self.searcher.job.control;
        let best = &self.moves[0];
        let is_timed = control.elapsed().is_some() && !control.is_free();
        if is_timed && control.is_flexible() && self.moves.len() == 1 {
            return true;
        }
        if self.lines == 1 && best.score.abs() > SURE && depth as i32 > super::score::WIN - best.score.abs() {
            return true;
        }
        control.is_flexible() && control.has_used(60)
    }

    /// One depth.
    fn round(&mut self, depth: i32) -> Found<()> {
        for first in 0..self.lines {
            let guess = self.moves[first].score;
            let mut margin = 24;
            let mut window = Window::FULL;
            if depth >= 4 && guess.abs() < SURE {
                window = Window { alpha: guess - margin, beta: guess + margin };
            }
            loop {
                let score = self.first_moves(first, window, depth)?;
                margin *= 3;
                if score <= window.alpha && window.alpha > -INFINITE {
                    let alpha = if margin > 1000 { -INFINITE } else { score - margin };
                    window = Window { alpha, beta: window.beta };
                } else if score >= window.beta && window.beta < INFINITE {
                    let beta = if margin > 1000 { INFINITE } else { score + margin };
                    window = Window { alpha: window.alpha, beta };
                } else {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Searches the first moves from `first` on and brings the best one there.
    fn first_moves(&mut self, first: usize, window: Window, depth: i32) -> Found<i32> {
        let mut alpha = window.alpha;
        let mut best = -INFINITE;
        for i in first..self.moves.len() {
            let (score, pv) = self.first_move(i, Window { alpha, beta: window.beta }, depth, i == first)?;
            if score > best {
                best = score;
            }
            if i == first || score > alpha {
                let mut mv = self.moves.remove(i);
                mv.score = score;
                if score > window.alpha || mv.pv.len() < 2 {
                    mv.pv = pv;
                }
                // The first move keeps its place until another one is better.
                self.moves.insert(first, mv);
            }
            alpha = alpha.max(score);
            if alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn first_move(
        &mut self,
        index: usize,
        window: Window,
        depth: i32,
        is_first: bool,
    ) -> Found<(i32, Vec<Move>)> {
        let mv = &self.moves[index].pv[0];
        let searcher = &mut self.searcher;
        searcher.buf.clear();
        let head = searcher.buf.push_move(mv);
        let mv = mv.clone();
        searcher.play(head)?;
        let goes_on = searcher.is_in_chain();
        let depth = if goes_on { depth } else { depth - 1 };
        let mut score = -INFINITE;
        let mut is_open = is_first;
        if !is_first {
            score = searcher.child(self.side, window.narrow(), depth)?;
            is_open = score > window.alpha;
        }
        if is_open {
            score = searcher.child(self.side, window, depth)?;
        }
        let mut pv = vec![mv];
        pv.append(&mut searcher.plies[1].pv);
        searcher.unplay();
        Ok((score, pv))
    }

    fn line(&self, mv: &RootMove) -> Line {
        Line { score: Score(mv.score), moves: mv.pv.clone() }
    }

    fn info(&self) -> Info {
        let control = &self.searcher.job.control;
        Info {
            depth: self.depth,
            deepest: self.searcher.deepest as u32,
            nodes: control.nodes().max(self.searcher.nodes),
            lines: self.moves[..self.lines].iter().map(|m| self.line(m)).collect(),
            fullness: self.searcher.job.table.fullness(),
            method: Method::LookAhead,
        }
    }

    fn best(&self) -> Best {
        let info = self.info();
        Best { mv: self.moves[0].pv[0].clone(), info }
    }
}

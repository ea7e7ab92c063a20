//! What the goals of a game look at, and whether one holds.

use super::bits::Bits;
use super::core::{Core, Cx};
use super::lines::{Lines, ROOM, Rows};
use super::outcome::RuntimeError;
use super::watch::Watch;
use crate::compile::{GoalCode, GoalExpr, Op, Pattern, Place, Program};
use crate::deep::deep;
use crate::ids::{PieceId, PlayerId, PosId};
use crate::resolve::Rules;

/// What the goals say of a game as a whole.
#[derive(Debug, Default)]
pub struct Goals {
    /// Royal pieces: owner and type.
    pub royals: Vec<(PlayerId, PieceId)>,
    /// For each goal line: it can hold while the player to move has legal moves.
    pub with_moves: Vec<bool>,
    /// The lines of which that is true, in file order.
    pub lines_with_moves: Vec<usize>,
    /// For each goal line: it speaks of repetition.
    pub of_repetition: Vec<bool>,
    /// Some instruction turns a piece into a royal one, or a royal one can be dropped.
    pub makes_royals: bool,
    /// For each code: a move of the piece is progress.
    pub is_progress: Vec<bool>,
    /// For "maximal captures" 2: what each type counts.
    pub capture_values: Vec<u32>,
    /// Players who can win or lose: not neutral, not random.
    pub contenders: Vec<PlayerId>,
    /// For each relative configuration and player where it can match.
    pub lines: Vec<Vec<Lines>>,
    /// For each goal line that asks for rows of one kind of piece and nothing else: those rows.
    pub rows: Vec<Option<Rows>>,
    /// For each goal line what it looks at, if that is not everything.
    pub watches: Vec<Option<Watch>>,
}

impl Goals {
    /// Looks at the goals of a game.
    pub fn new(rules: &Rules, program: &Program) -> Goals {
        let mut royals: Vec<(PlayerId, PieceId)> = Vec::new();
        let mut capturable: Vec<(PlayerId, PieceId)> = Vec::new();
        for goal in &program.goals {
            goal.expr.walk(&mut |expr, negated| match expr {
                GoalExpr::Checkmated(kinds) if !negated => {
                    royals.extend(goal.players.iter().flat_map(|&p| kinds.iter().map(move |&k| (p, k))));
                }
                GoalExpr::Captured(kinds) => {
                    capturable.extend(goal.players.iter().flat_map(|&p| kinds.iter().map(move |&k| (p, k))));
                }
                _ => {}
            });
        }
        // A piece whose capture is a goal of its own may be left to be taken
        // (specification, 9.6; the saved game of PassiveChess).
        royals.retain(|r| !capturable.contains(r));
        royals.sort_unstable();
        royals.dedup();
        let contenders = rules.contenders().collect();
        let kinds = rules.pieces.len();
        let is_progress = |code: usize| {
            code > 0 && rules.options.progress_pieces.contains(&PieceId::from_index((code - 1) % kinds))
        };
        let with_moves: Vec<bool> = program.goals.iter().map(|g| !needs_no_moves(&g.expr)).collect();
        let is_royal = |kind: PieceId| royals.iter().any(|r| r.1 == kind);
        let is_dropped = |k: &PieceId| !program.pieces[k.index()].drops.is_empty();
        let drops_royals = royals.iter().any(|r| is_dropped(&r.1));
        let makes_royals = drops_royals
            || program.code.iter().any(|op| match *op {
                Op::Add { promote: Some(kind), .. } | Op::ChangeType(kind, _) => is_royal(kind),
                _ => false,
            });
        let lines = find_lines(program);
        let rows = program.goals.iter().map(|goal| find_rows(goal, program, &lines)).collect();
        Goals {
            rows,
            watches: program.goals.iter().map(|goal| Watch::new(goal, &program.tables)).collect(),
            makes_royals,
            royals,
            lines_with_moves: (0..with_moves.len()).filter(|&i| with_moves[i]).collect(),
            is_progress: (0..1 + rules.players.len() * kinds).map(is_progress).collect(),
            with_moves,
            of_repetition: program.goals.iter().map(|g| speaks_of_repetition(&g.expr)).collect(),
            // A piece that comes later in the file counts as the more valuable one: promoted
            // pieces stand behind those they come from.
            capture_values: (0..rules.pieces.len() as u32).map(|i| 1 + i).collect(),
            contenders,
            lines,
        }
    }
}

/// The lines of every relative configuration, for each player.
fn find_lines(program: &Program) -> Vec<Vec<Lines>> {
    let mut lines = Vec::new();
    let mut room = ROOM;
    for goal in &program.goals {
        goal.expr.walk(&mut |expr, _| {
            if let GoalExpr::Relative(pattern) = expr {
                let players = (0..program.tables.players).map(PlayerId::from_index);
                let mut of =
                    |p| Lines::new(pattern, p, &program.tables, goal.players.contains(&p), &mut room);
                lines.push((pattern.index, players.map(&mut of).collect()));
            }
        });
    }
    lines.sort_by_key(|l: &(usize, Vec<Lines>)| l.0);
    lines.into_iter().map(|l| l.1).collect()
}

/// The rows of a goal that asks for rows of one kind of piece and nothing else.
fn find_rows(goal: &GoalCode, program: &Program, lines: &[Vec<Lines>]) -> Option<Rows> {
    let parts = match &goal.expr {
        GoalExpr::Or(parts) => &parts[..],
        part => std::slice::from_ref(part),
    };
    let mut rows = Rows::default();
    for part in parts {
        let GoalExpr::Relative(pattern) = part else { return None };
        for &player in &goal.players {
            rows.add(player, &lines[pattern.index][player.index()], &program.tables)?;
        }
    }
    Some(rows)
}

/// Whether the goal can only hold when the player to move has no legal move.
fn needs_no_moves(expr: &GoalExpr) -> bool {
    match expr {
        GoalExpr::Checkmated(_) | GoalExpr::Stalemated | GoalExpr::Never => true,
        GoalExpr::And(parts) => parts.iter().any(|part| deep(|| needs_no_moves(part))),
        GoalExpr::Or(parts) => parts.iter().all(|part| deep(|| needs_no_moves(part))),
        _ => false,
    }
}

fn speaks_of_repetition(expr: &GoalExpr) -> bool {
    let mut found = false;
    expr.walk(&mut |e, _| found |= matches!(e, GoalExpr::Repetition));
    found
}

impl<B: Bits> Core<B> {
    fn is_to_move(&self, cx: &Cx<B>, player: PlayerId) -> bool {
        let entry = &cx.rules.turn_order.entries[usize::from(self.state.turn.entry)];
        player == entry.mover || player == entry.acts_as
    }

    /// Whether a goal holds for a player. `was_false`: it did not before the last move.
    pub(super) fn holds(
        &mut self,
        cx: &Cx<B>,
        expr: &GoalExpr,
        player: PlayerId,
        was_false: bool,
    ) -> Result<bool, RuntimeError> {
        Ok(match expr {
            GoalExpr::Never => false,
            GoalExpr::Stalemated => {
                self.is_to_move(cx, player) && !self.has_moves(cx)? && !self.in_check(cx, player)?
            }
            GoalExpr::Checkmated(kinds) => {
                if !self.is_to_move(cx, player) || self.has_moves(cx)? {
                    return Ok(false);
                }
                for &kind in kinds {
                    if self.is_any_attacked(cx, player, kind)? {
                        return Ok(true);
                    }
                }
                false
            }
            GoalExpr::Repetition => {
                let moved = self.last_mover(cx).is_some_and(|(a, b)| a == player || b == player);
                moved && self.occurrences(cx) >= 3
            }
            GoalExpr::Captured(kinds) => self.captured_by_last().iter().any(|&code| {
                let codes = &cx.codes;
                codes.player(code) == player && kinds.contains(&codes.kind(code))
            }),
            GoalExpr::PiecesRemaining(n, kind) => self.count(cx, player, *kind) == *n,
            GoalExpr::TotalPieceCount(n, kind) => {
                let players = (0..cx.tables().players).map(PlayerId::from_index);
                players.map(|p| self.count(cx, p, *kind)).sum::<u32>() == *n
            }
            GoalExpr::Absolute(config) => config.places.iter().all(|place| match *place {
                Place::Pos(pos) => config.holder.is_met(player, self.piece_at(cx, pos)),
                Place::Zone(zone) if config.holder.own_kinds().is_some() => {
                    let kinds = config.holder.own_kinds().unwrap_or(&[]);
                    let words = cx.tables().zone_words(player, zone);
                    kinds.iter().any(|&kind| {
                        let set = &self.state.by_code[usize::from(cx.codes.code(player, kind))];
                        set.words().iter().zip(words).any(|(a, b)| a & b != 0)
                    })
                }
                Place::Zone(zone) => {
                    let words = cx.tables().zone_words(player, zone).iter().enumerate();
                    let mut places = words.flat_map(|(i, &word)| {
                        (0..64)
                            .filter(move |b| word >> b & 1 != 0)
                            .map(move |b| PosId::from_index(64 * i + b))
                    });
                    places.any(|pos| config.holder.is_met(player, self.piece_at(cx, pos)))
                }
            }),
            GoalExpr::Relative(pattern) => self.has_line(cx, pattern, player, was_false),
            GoalExpr::And(parts) => {
                for part in parts {
                    if !deep(|| self.holds(cx, part, player, false))? {
                        return Ok(false);
                    }
                }
                true
            }
            GoalExpr::Or(parts) => {
                for part in parts {
                    if deep(|| self.holds(cx, part, player, was_false))? {
                        return Ok(true);
                    }
                }
                false
            }
            GoalExpr::Not(part) => !deep(|| self.holds(cx, part, player, false))?,
        })
    }

    /// Whether a relative configuration matches somewhere; if it did not before the last move, through a
    /// position that the move has changed.
    fn has_line(&self, cx: &Cx<B>, pattern: &Pattern, player: PlayerId, was_false: bool) -> bool {
        let lines = &cx.goals.lines[pattern.index][player.index()];
        let Some(through) = &lines.through else {
            let starts = (0..cx.tables().positions).map(PosId::from_index);
            return starts.into_iter().any(|start| {
                let line = Lines::from(pattern, player, cx.tables(), start);
                line.is_some_and(|line| {
                    line.iter().all(|(pos, holder)| holder.is_met(player, self.piece_at(cx, *pos)))
                })
            });
        };
        let is_there = |line: &u32| {
            let cells = lines.cells(*line);
            match lines.kind {
                // Lines of one kind of piece: a look at the codes is enough.
                Some(kind) => {
                    let code = cx.codes.code(player, kind);
                    cells.iter().all(|pos| self.state.cells[pos.index()] == code)
                }
                None => cells
                    .iter()
                    .zip(&lines.holders)
                    .all(|(&pos, holder)| holder.is_met(player, self.piece_at(cx, pos))),
            }
        };
        if was_false {
            let holds = lines.kind.map(|kind| cx.codes.code(player, kind));
            self.any_changed(|pos| {
                // A line of one kind of piece goes only through squares that hold it.
                holds.is_none_or(|code| self.state.cells[pos.index()] == code)
                    && through[pos.index()].iter().any(is_there)
            })
        } else {
            (0..lines.count()).any(|line| is_there(&line))
        }
    }

    /// For whom a row of one kind goes through a position that the last move has changed; the one who moved comes
    /// first.
    #[inline]
    pub(super) fn completer(&self, cx: &Cx<B>, rows: &Rows) -> Option<PlayerId> {
        let last = self.last_mover(cx).map(|(_, acted)| acted);
        let mut completer: Option<PlayerId> = None;
        self.any_changed(|pos| {
            let code = self.state.cells[pos.index()];
            if !rows.is_complete(code, pos, &self.state) {
                return false;
            }
            let owner = cx.codes.player(code);
            let is_last = Some(owner) == last;
            let rank = |player| rows.players.iter().position(|p| *p == player);
            if is_last || completer.is_none_or(|other| rank(owner) < rank(other)) {
                completer = Some(owner);
            }
            is_last
        });
        completer
    }

    /// Pieces of a player (of a type); those in stock count unless captures are recycled.
    fn count(&self, cx: &Cx<B>, player: PlayerId, kind: Option<PieceId>) -> u32 {
        let first = usize::from(cx.codes.code(player, PieceId(0)));
        let (on_board, codes) = match kind {
            Some(kind) => {
                let code = first + kind.index();
                (u32::from(self.state.counts[code]), code..code + 1)
            }
            None => (self.state.by_player[player.index()].len(), first..first + cx.tables().pieces),
        };
        if cx.rules.options.recycle_captures {
            return on_board;
        }
        on_board + self.state.stock[codes].iter().map(|&n| u32::from(n)).sum::<u32>()
    }
}

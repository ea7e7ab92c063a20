//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.

use super::fen;
use super::host::{End, Host};
use super::input::{Input, Line, Manners, Urgency, send};
use super::notation::{self, NoMove, Style};
use super::pieces;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use zrf::game::{Move, Position, RuntimeError};
use zrf::ids::PieceId;
use zrf::search::{Info, Limits, Score, TimeLimit};
use zrf::view::words;

/// What the protocol calls chess.
const NORMAL: &str = "normal";
const CHESS_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The clock of the engine.
#[derive(Default)]
struct Clock {
    /// Moves of one period; 0 for the whole game.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// Exactly so long for each move.
    fixed: Option<Duration>,
    /// What is left, if that was told.
    left: Option<Duration>,
    depth: Option<u32>,
}

struct Cecp {
    host: Host,
    input: Input,
    style: Style,
    /// The side that the engine plays: whether it has the capitals.
    engine: Option<bool>,
    clock: Clock,
    /// For each turn of the game how many moves it was made of.
    turns: Vec<usize>,
    shows_thinking: bool,
    is_analyzing: bool,
    /// The end of the game was told.
    is_over: bool,
    /// The position amid a move that the user is making.
    hand: Option<Position>,
}

/// Talks until the other program has had enough.
pub fn talk(host: Host) -> Result<(), RuntimeError> {
    let urgency = |word: &str| match word {
        "?" => Urgency::Ends,
        "force" | "new" | "quit" | "result" | "undo" | "remove" | "setboard" | "variant" | "analyze"
        | "exit" => Urgency::Cancels,
        _ => Urgency::None,
    };
    let input = Input::new(Manners { urgency, answers: |_, _| None });
    let style = style(&host);
    let mut cecp = Cecp {
        host,
        input,
        style,
        engine: None,
        clock: Clock::default(),
        turns: Vec::new(),
        shows_thinking: false,
        is_analyzing: false,
        is_over: false,
        hand: None,
    };
    loop {
        let Some(line) = cecp.input.next() else { return Ok(()) };
        let result = cecp.line(&line).and_then(|()| cecp.analyze());
        match result {
            Ok(()) => {}
            Err(End::Asked) => return Ok(()),
            Err(End::Failed(error)) => {
                let _ = send(&format!("tellusererror {error}"));
                return Err(error);
            }
        }
    }
}

/// Ranks are counted from 0 on boards with ten of them.
fn style(host: &Host) -> Style {
    Style { first_rank: usize::from(host.board.height != 10), pass: "@@@@" }
}

impl Cecp {
    fn line(&mut self, line: &Line) -> Result<(), End> {
        let (word, rest) = line.text.split_once(char::is_whitespace).unwrap_or((&line.text, ""));
        let rest = rest.trim();
        match word {
            "protover" => self.introduce()?,
            "ping" => send(&format!("pong {rest}"))?,
            "new" => {
                self.host.forget();
                self.begin();
                self.engine = Some(false);
                self.clock.depth = None;
            }
            "variant" => self.choose(rest)?,
            "setboard" => self.set_board(rest)?,
            "force" => self.engine = None,
            "go" => {
                self.engine = Some(self.is_white());
                self.answer(line.at)?;
            }
            "playother" => self.engine = Some(!self.is_white()),
            "usermove" => self.user_move(rest, line.at)?,
            "undo" => self.undo(1),
            "remove" => self.undo(2),
            "level" => self.set_level(rest)?,
            "st" => match rest.parse::<f64>() {
                Ok(seconds) if (0.0..1e7).contains(&seconds) => {
                    self.clock.fixed = Some(Duration::from_secs_f64(seconds));
                }
                _ => send(&format!("Error (expected seconds): {}", line.text))?,
            },
            "sd" => match rest.parse::<u32>() {
                Ok(depth) if depth > 0 => self.clock.depth = Some(depth),
                _ => send(&format!("Error (expected a depth): {}", line.text))?,
            },
            "time" => {
                let centis = rest.parse::<i64>().unwrap_or(0).max(0) as u64;
                self.clock.left = Some(Duration::from_millis(centis * 10));
            }
            "post" => self.shows_thinking = true,
            "nopost" => self.shows_thinking = false,
            "memory" => {
                if let Ok(megabytes) = rest.parse::<usize>() {
                    // Half of it: the program itself needs some.
                    self.host.change(|s| s.table_megabytes = (megabytes / 2).clamp(1, 65536));
                }
            }
            "cores" => {
                if let Ok(cores) = rest.parse::<usize>() {
                    self.host.change(|s| s.threads = cores.clamp(1, 256));
                }
            }
            "analyze" => {
                self.engine = None;
                self.is_analyzing = true;
                self.input.signals.is_touchy.store(true, Ordering::SeqCst);
            }
            "exit" => {
                self.is_analyzing = false;
                self.input.signals.is_touchy.store(false, Ordering::SeqCst);
            }
            "hint" => self.hint()?,
            "lift" | "put" => self.touch(word == "lift", rest)?,
            "result" => {
                self.is_over = true;
                self.engine = None;
            }
            "quit" => return Err(End::Asked),
            "xboard" | "accepted" | "rejected" | "otim" | "hard" | "easy" | "random" | "computer"
            | "name" | "rating" | "ics" | "draw" | "hover" | "?" | "." | "bk" | "white" | "black" | "nps"
            | "option" | "pause" | "resume" | "exclude" | "include" => {}
            _ => {
                // Without "usermove" a move stands by itself.
                let looks_like_a_move = notation_like(&line.text);
                if looks_like_a_move {
                    self.user_move(&line.text, line.at)?;
                } else {
                    send(&format!("Error (unknown command): {}", line.text))?;
                }
            }
        }
        Ok(())
    }

    fn is_white(&self) -> bool {
        self.host.board.is_white(&self.host.position)
    }

    fn introduce(&self) -> Result<(), End> {
        let names: Vec<String> = self.host.variants.iter().map(|v| self.protocol_name(v)).collect();
        let mut names: Vec<String> = names.into_iter().filter(|n| !n.is_empty()).collect();
        // XBoard begins with normal chess where it is offered, else with the first one.
        let own = self.protocol_name_of(self.host.variant());
        names.sort_by_key(|n| *n != own);
        let title = &self.host.game.rules().title;
        send("feature done=0")?;
        send(&format!("feature myname=\"zrf {} ({})\"", env!("CARGO_PKG_VERSION"), title.replace('"', "'")))?;
        send(&format!("feature variants=\"{}\"", names.join(",")))?;
        send("feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=0 colors=0 analyze=1")?;
        send("feature sigint=0 sigterm=0 reuse=1 name=0 nps=0 memory=1 smp=1 highlight=1 debug=1 done=1")?;
        Ok(())
    }

    /// What the protocol calls a variant.
    fn protocol_name(&self, variant: &(String, usize)) -> String {
        self.protocol_name_of(&variant.0)
    }

    fn protocol_name_of(&self, name: &str) -> String {
        let is_present = name == self.host.variant();
        if name == "chess" || is_present && fen::print(&self.host.board, &self.host.game.start()) == CHESS_FEN
        {
            NORMAL.into()
        } else {
            name.into()
        }
    }

    /// Changes the variant and tells what is needed to show it.
    fn choose(&mut self, name: &str) -> Result<(), End> {
        let found = self.host.variants.iter().find(|v| self.protocol_name(v) == name || v.0 == name);
        let found = found.map(|v| v.0.clone());
        let result = match found {
            Some(own) => self.host.choose(&own),
            None => Err(format!("there is no variant `{name}`")),
        };
        if let Err(message) = result {
            return Ok(send(&format!("Error ({message}): variant {name}"))?);
        }
        self.begin();
        if name != NORMAL {
            self.describe()?;
        }
        Ok(())
    }

    /// The board and the pieces.
    fn describe(&self) -> Result<(), End> {
        let Host { board, game, .. } = &self.host;
        let (parent, holdings) =
            if board.has_drops { ("crazyhouse", board.letters().len().min(9)) } else { ("fairy", 0) };
        send(&format!(
            "setup ({}) {}x{}+{holdings}_{parent} {}",
            pieces::table(game, board),
            board.width,
            board.height,
            fen::print(board, &game.start())
        ))?;
        for kind in (0..board.letters().len()).map(PieceId::from_index) {
            if let Some(text) = pieces::betza(game, board, kind)? {
                send(&format!("piece {}& {text}", board.letter(kind)))?;
            }
        }
        Ok(())
    }

    /// At the initial position of the present variant.
    fn begin(&mut self) {
        self.host.reset();
        self.style = style(&self.host);
        self.turns.clear();
        self.is_over = false;
        self.hand = None;
    }

    fn set_board(&mut self, text: &str) -> Result<(), End> {
        match fen::parse(&self.host.board, &self.host.game, text) {
            Ok(position) => {
                self.host.set(position);
                self.turns.clear();
                self.is_over = false;
                Ok(())
            }
            Err(message) => Ok(send(&format!("tellusererror Illegal position: {message}"))?),
        }
    }

    fn user_move(&mut self, text: &str, at: Instant) -> Result<(), End> {
        self.hand = None;
        if self.is_over || self.host.position.outcome()?.is_some() {
            return Ok(send(&format!("Illegal move (the game is over): {text}"))?);
        }
        match notation::play(&self.host.board, self.style, &mut self.host.position, text) {
            Ok(count) => self.turns.push(count),
            Err(NoMove::Failed(error)) => return Err(error.into()),
            Err(NoMove::Illegal) => return Ok(send(&format!("Illegal move: {text}"))?),
        }
        if !self.tell_end()? {
            self.answer(at)?;
        }
        Ok(())
    }

    /// Tells the result if the game is over.
    fn tell_end(&mut self) -> Result<bool, End> {
        let Some(outcome) = self.host.position.outcome()? else { return Ok(false) };
        let result = match outcome.winner {
            Some(winner) if winner == self.host.board.players[0] => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        let text = words::outcome(self.host.game.rules(), &outcome).replace(['{', '}'], "");
        send(&format!("{result} {{{text}}}"))?;
        self.is_over = true;
        Ok(true)
    }

    /// Makes a move if it is the engine's turn.
    fn answer(&mut self, since: Instant) -> Result<(), End> {
        if self.engine != Some(self.is_white()) || self.is_over {
            return Ok(());
        }
        if self.host.position.outcome()?.is_some() {
            self.tell_end()?;
            return Ok(());
        }
        let limits = Limits { depth: self.clock.depth, time: self.time(), ..Limits::default() };
        let best = self.search(limits, since)?;
        // After a command that changes the game the move is no longer wanted.
        let Some(best) = best.filter(|_| !self.input.signals.is_cancelled()) else { return Ok(()) };
        let turn = self.host.turn(&best)?;
        let text = self.host.print_turn(self.style, &turn)?;
        let parts: Vec<&str> = text.split(',').collect();
        for (i, part) in parts.iter().enumerate() {
            let more = if i + 1 < parts.len() { "," } else { "" };
            send(&format!("move {part}{more}"))?;
        }
        for mv in &turn {
            self.host.position.play(mv)?;
        }
        self.turns.push(turn.len());
        self.tell_end()?;
        Ok(())
    }

    /// How long the next move may take.
    fn time(&self) -> Option<TimeLimit> {
        if let Some(fixed) = self.clock.fixed {
            return Some(TimeLimit::exactly(fixed.saturating_sub(Duration::from_millis(20))));
        }
        let left = self.clock.left.or((!self.clock.base.is_zero()).then_some(self.clock.base));
        let Some(left) = left else {
            // Nothing was said.
            return self.clock.depth.is_none().then(|| TimeLimit::exactly(Duration::from_secs(2)));
        };
        let own = (self.turns.len() / 2) as u32;
        let moves = (self.clock.moves > 0).then(|| self.clock.moves - own % self.clock.moves);
        Some(TimeLimit::share(left, self.clock.increment, moves))
    }

    fn search(&mut self, limits: Limits<'_>, since: Instant) -> Result<Option<zrf::search::Best>, End> {
        let signals = self.input.signals.clone();
        let is_endless = limits.time.is_none() && limits.depth.is_none() && limits.nodes.is_none();
        signals.begin(is_endless);
        let clock = || since.elapsed();
        let limits = Limits { clock: Some(&clock), stop: Some(&signals.stop), ..limits };
        let (board, position, style) = (self.host.board.clone(), self.host.position.clone(), self.style);
        let shows = self.shows_thinking || self.is_analyzing;
        let mut trouble: Result<(), End> = Ok(());
        let best = self.host.think(limits, &mut |info| {
            if shows && trouble.is_ok() {
                let lines = describe(&board, style, &position, info, since.elapsed());
                trouble = lines
                    .map_err(End::from)
                    .and_then(|lines| lines.iter().try_for_each(|line| send(line)).map_err(End::from));
            }
            if trouble.is_err() {
                signals.stop.store(true, Ordering::SeqCst);
            }
        });
        signals.end();
        trouble?;
        Ok(best?)
    }

    /// Thinks about the present position until the next line comes.
    fn analyze(&mut self) -> Result<(), End> {
        if !self.is_analyzing || self.host.position.outcome()?.is_some() {
            return Ok(());
        }
        self.search(Limits::default(), Instant::now())?;
        Ok(())
    }

    fn undo(&mut self, turns: usize) {
        for _ in 0..turns {
            let Some(count) = self.turns.pop() else { break };
            for _ in 0..count {
                self.host.position.undo();
            }
        }
        self.is_over = false;
        self.hand = None;
    }

    /// `level MOVES BASE INCREMENT`; the base is in minutes, or minutes and seconds.
    fn set_level(&mut self, text: &str) -> Result<(), End> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let parsed = (|| {
            let [moves, base, increment] = fields[..] else { return None };
            let moves = moves.parse::<u32>().ok()?;
            let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
            let base = minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?;
            let increment = increment.parse::<f64>().ok()?;
            let seconds = |s: f64| (0.0..1e7).contains(&s).then(|| Duration::from_secs_f64(s));
            Some((moves, seconds(base)?, seconds(increment)?))
        })();
        match parsed {
            Some((moves, base, increment)) => {
                self.clock = Clock { moves, base, increment, depth: self.clock.depth, ..Clock::default() };
                Ok(())
            }
            None => Ok(send(&format!("Error (expected moves, minutes and seconds): level {text}"))?),
        }
    }

    fn hint(&mut self) -> Result<(), End> {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        if let Some(best) = self.search(limits, Instant::now())? {
            let text = self.host.print_turn(self.style, &[best.mv])?;
            send(&format!("Hint: {text}"))?;
        }
        Ok(())
    }

    /// The user picks a piece up or puts it down: where it can go from there.
    fn touch(&mut self, is_lift: bool, square: &str) -> Result<(), End> {
        let Some(pos) = self.host.board.parse_square(square.trim_end_matches(','), self.style.first_rank)
        else {
            return Ok(());
        };
        let board = &self.host.board;
        if is_lift {
            self.hand = None;
        } else {
            // Put down amid a turn of several parts: go on from there.
            let mut position = self.hand.take().unwrap_or_else(|| self.host.position.clone());
            let moves = position.legal_moves()?;
            let here: Vec<&Move> = moves.iter().filter(|m| m.to() == Some(pos)).collect();
            let choices: String = here.iter().filter_map(|m| promotion(m)).map(|k| board.letter(k)).collect();
            if !choices.is_empty() {
                send(&format!("choice {choices}"))?;
            }
            let Some(mv) = here.first() else { return Ok(()) };
            position.play(mv)?;
            if position.chain().is_none() {
                return Ok(());
            }
            self.hand = Some(position);
        }
        let mut position = self.hand.clone().unwrap_or_else(|| self.host.position.clone());
        let from = if is_lift { pos } else { position.chain().unwrap_or(pos) };
        let mut colors: std::collections::HashMap<(usize, usize), char> = Default::default();
        for mv in position.legal_moves()? {
            let start = match mv.effects().first() {
                Some(&zrf::game::Effect::Move { from, to, .. }) => Some((from, to)),
                _ => None,
            };
            let Some((_, to)) = start.filter(|s| s.0 == from) else { continue };
            let Some(place) = board.place(to) else { continue };
            let color = if promotion(&mv).is_some() {
                'M'
            } else if mv.continuation().is_some() {
                'C'
            } else if position.piece_at(to).is_some() {
                'R'
            } else {
                'Y'
            };
            let old = colors.insert(place, color);
            if old == Some('M') {
                colors.insert(place, 'M');
            }
        }
        let mut rows = Vec::new();
        for rank in (0..board.height).rev() {
            let mut row = String::new();
            let mut gap = 0;
            for file in 0..board.width {
                match colors.get(&(file, rank)) {
                    Some(color) => {
                        if gap > 0 {
                            row.push_str(&gap.to_string());
                        }
                        gap = 0;
                        row.push(*color);
                    }
                    None => gap += 1,
                }
            }
            if gap > 0 {
                row.push_str(&gap.to_string());
            }
            rows.push(row);
        }
        Ok(send(&format!("highlight {}", rows.join("/")))?)
    }
}

fn promotion(mv: &Move) -> Option<PieceId> {
    mv.effects().iter().find_map(|e| match *e {
        zrf::game::Effect::Promote { piece, .. } => Some(piece),
        _ => None,
    })
}

/// Whether a line looks like a move rather than a command: squares, a drop or a pass.
fn notation_like(text: &str) -> bool {
    let is_square_like = |t: &str| {
        let mut chars = t.chars();
        chars.next().is_some_and(|c| c.is_ascii_lowercase())
            && chars.next().is_some_and(|c| c.is_ascii_digit())
    };
    !text.contains(' ') && (text.starts_with("@@@@") || text.contains('@') || is_square_like(text))
}

fn describe(
    board: &super::board::Board,
    style: Style,
    position: &Position,
    info: &Info,
    elapsed: Duration,
) -> Result<Vec<String>, RuntimeError> {
    let mut lines = Vec::new();
    for line in &info.lines {
        let pv = notation::print_line(board, style, position, &line.moves)?;
        lines.push(format!(
            "{} {} {} {} {}",
            info.depth,
            score(line.score),
            elapsed.as_millis() / 10,
            info.nodes,
            pv.join(" ")
        ));
    }
    Ok(lines)
}

/// Ends are 100000 and the number of full moves.
fn score(score: Score) -> i32 {
    match score.end() {
        Some(plies) if plies >= 0 => 100_000 + (plies + 1) / 2,
        Some(plies) => -100_000 + (plies - 1) / 2,
        None => score.0,
    }
}

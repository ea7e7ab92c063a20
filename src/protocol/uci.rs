//! The Universal Chess Interface.

use super::fen;
use super::host::{End, Host};
use super::input::{Input, Line, Manners, Signals, Urgency, send};
use super::notation::{self, NoMove, Style};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};
use zrf::game::{Move, RuntimeError, perft};
use zrf::search::{Info, Level, Limits, Method, Score, TimeLimit};

const STYLE: Style = Style { first_rank: 1, pass: "0000" };

/// When the opponent has made the move that was expected.
static HIT: Mutex<Option<Instant>> = Mutex::new(None);

/// Talks until the other program has had enough.
pub fn talk(mut host: Host) -> Result<(), RuntimeError> {
    let urgency = |word: &str| if matches!(word, "stop" | "quit") { Urgency::Ends } else { Urgency::None };
    let input = Input::new(Manners { urgency, answers: at_once });
    loop {
        let Some(line) = input.next() else { return Ok(()) };
        match command(&mut host, &input, &line) {
            Ok(()) => {}
            Err(End::Asked) => return Ok(()),
            Err(End::Failed(error)) => return Err(error),
        }
    }
}

fn at_once(text: &str, signals: &Signals) -> Option<String> {
    match text {
        "isready" => Some("readyok".into()),
        "ponderhit" => {
            *HIT.lock().unwrap_or_else(|p| p.into_inner()) = Some(Instant::now());
            signals.is_pondering.store(false, Ordering::SeqCst);
            Some(String::new())
        }
        _ => None,
    }
}

fn command(host: &mut Host, input: &Input, line: &Line) -> Result<(), End> {
    let (word, rest) = line.text.split_once(char::is_whitespace).unwrap_or((&line.text, ""));
    match word {
        "uci" => introduce(host)?,
        "isready" => {
            host.prepare()?;
            send("readyok")?;
        }
        "ucinewgame" => host.forget(),
        "setoption" => set_option(host, rest)?,
        "position" => position(host, rest)?,
        "go" => go(host, input, rest, line.at)?,
        "d" => {
            let style = zrf::view::text::Style::default();
            for line in zrf::view::text::draw(&host.position, style).lines() {
                send(line)?;
            }
            send(&format!("Fen: {}", fen::print(&host.board, &host.position)))?;
        }
        "stop" | "ponderhit" | "debug" | "register" => {}
        "quit" => return Err(End::Asked),
        _ => send(&format!("info string unknown command: {word}"))?,
    }
    Ok(())
}

fn introduce(host: &Host) -> Result<(), End> {
    send(&format!("id name zrf {} ({})", env!("CARGO_PKG_VERSION"), host.game.rules().title))?;
    send("id author the zrf project")?;
    send(&format!("option name Hash type spin default {} min 1 max 65536", host.settings().table_megabytes))?;
    send(&format!("option name Threads type spin default {} min 1 max 256", host.settings().threads))?;
    send("option name MultiPV type spin default 1 min 1 max 100")?;
    send("option name Ponder type check default false")?;
    send("option name Clear Hash type button")?;
    send("option name Skill Level type spin default 10 min 1 max 10")?;
    send("option name Method type combo default auto var auto var ahead var playouts")?;
    let names: Vec<String> = host.variants.iter().map(|(name, _)| format!(" var {name}")).collect();
    send(&format!("option name UCI_Variant type combo default {}{}", host.variant(), names.concat()))?;
    send("uciok")?;
    Ok(())
}

fn set_option(host: &mut Host, text: &str) -> Result<(), End> {
    let text = text.strip_prefix("name").unwrap_or(text).trim();
    let (name, value) = match text.split_once(" value ") {
        Some((name, value)) => (name.trim(), value.trim()),
        None => (text.trim_end_matches(" value"), ""),
    };
    let number = value.parse::<usize>();
    let result: Result<(), String> = match (name.to_lowercase().as_str(), number) {
        ("hash", Ok(n)) => {
            host.change(|s| s.table_megabytes = n.clamp(1, 65536));
            Ok(())
        }
        ("threads", Ok(n)) => {
            host.change(|s| s.threads = n.clamp(1, 256));
            Ok(())
        }
        ("multipv", Ok(n)) => {
            host.change(|s| s.lines = n.clamp(1, 100));
            Ok(())
        }
        ("skill level", Ok(n)) => match u8::try_from(n).ok().and_then(Level::new) {
            Some(level) => {
                host.level = level;
                Ok(())
            }
            None => Err("expected a level from 1 to 10".into()),
        },
        ("clear hash", _) => {
            host.forget();
            Ok(())
        }
        ("ponder", _) => Ok(()),
        ("method", _) => set_method(host, value),
        ("uci_variant", _) => host.choose(value),
        ("hash" | "threads" | "multipv" | "skill level", Err(_)) => Err("expected a number".into()),
        _ => Err("there is no such option".into()),
    };
    if let Err(message) = result {
        send(&format!("info string option {name}: {message}"))?;
    }
    Ok(())
}

fn set_method(host: &mut Host, value: &str) -> Result<(), String> {
    let method = match value {
        "auto" => None,
        "ahead" => Some(Method::LookAhead),
        "playouts" => Some(Method::Playouts),
        _ => return Err("expected auto, ahead or playouts".into()),
    };
    host.change(|s| s.method = method);
    Ok(())
}

/// `startpos` or `fen ...`, then moves.
fn position(host: &mut Host, text: &str) -> Result<(), End> {
    let (place, moves) = match text.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (text.trim(), ""),
    };
    if let Some(fen) = place.strip_prefix("fen") {
        match fen::parse(&host.board, &host.game, fen.trim()) {
            Ok(position) => host.set(position),
            Err(message) => return Ok(send(&format!("info string {message}"))?),
        }
    } else if place == "startpos" {
        host.reset();
    } else {
        return Ok(send(&format!("info string expected startpos or fen, found `{place}`"))?);
    }
    for text in moves.split_whitespace() {
        match notation::play(&host.board, STYLE, &mut host.position, text) {
            Ok(_) => {}
            Err(NoMove::Failed(error)) => return Err(error.into()),
            Err(NoMove::Illegal) => {
                return Ok(send(&format!(
                    "info string `{text}` is not a legal move; the moves before it stand"
                ))?);
            }
        }
    }
    Ok(())
}

/// What `go` asks for.
#[derive(Default)]
struct Order {
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
    /// Time and increment, of the capitals and of the others.
    time: [Option<u64>; 2],
    increment: [u64; 2],
    moves: Option<u32>,
    is_infinite: bool,
    is_ponder: bool,
    perft: Option<u32>,
}

impl Order {
    fn parse(text: &str) -> Result<Order, String> {
        let mut order = Order::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().unwrap_or("");
                value
                    .parse::<i64>()
                    .map(|n| n.max(0) as u64)
                    .map_err(|_| format!("expected a number behind {word}"))
            };
            match word {
                "depth" => order.depth = Some(number()?.clamp(1, 10_000) as u32),
                // Mate in so many full moves.
                "mate" => order.depth = Some((number()?.clamp(1, 1000) * 2) as u32),
                "nodes" => order.nodes = Some(number()?.max(1)),
                "movetime" => order.movetime = Some(number()?),
                "wtime" => order.time[0] = Some(number()?),
                "btime" => order.time[1] = Some(number()?),
                "winc" => order.increment[0] = number()?,
                "binc" => order.increment[1] = number()?,
                "movestogo" => order.moves = Some(number()?.clamp(1, 1000) as u32),
                "perft" => order.perft = Some(number()?.min(100) as u32),
                "infinite" => order.is_infinite = true,
                "ponder" => order.is_ponder = true,
                "searchmoves" => return Err("searchmoves is not supported".into()),
                _ => {}
            }
        }
        Ok(order)
    }

    fn limit(&self, side: usize) -> Option<TimeLimit> {
        let millis = Duration::from_millis;
        if self.is_infinite {
            return None;
        }
        match (self.movetime, self.time[side]) {
            (Some(ms), _) => Some(TimeLimit::exactly(millis(ms))),
            (None, Some(left)) => {
                Some(TimeLimit::share(millis(left), millis(self.increment[side]), self.moves))
            }
            (None, None) => None,
        }
    }
}

fn go(host: &mut Host, input: &Input, text: &str, since: Instant) -> Result<(), End> {
    let order = match Order::parse(text) {
        Ok(order) => order,
        Err(message) => {
            send(&format!("info string {message}; thinking for a second"))?;
            Order { movetime: Some(1000), ..Order::default() }
        }
    };
    if let Some(depth) = order.perft {
        return count(host, depth);
    }
    let side = usize::from(!host.board.is_white(&host.position));
    let limits =
        Limits { depth: order.depth, nodes: order.nodes, time: order.limit(side), ..Limits::default() };
    let is_open = limits.time.is_none() && limits.depth.is_none() && limits.nodes.is_none();
    let signals = input.signals.clone();
    signals.is_pondering.store(order.is_ponder, Ordering::SeqCst);
    *HIT.lock().unwrap_or_else(|p| p.into_inner()) = None;
    signals.begin(is_open || order.is_ponder);
    let clock = || {
        let begin = match (order.is_ponder, *HIT.lock().unwrap_or_else(|p| p.into_inner())) {
            (false, _) => since,
            (true, Some(hit)) => hit,
            (true, None) => return Duration::ZERO,
        };
        begin.elapsed()
    };
    let limits = Limits { clock: Some(&clock), stop: Some(&signals.stop), ..limits };
    let (board, position) = (host.board.clone(), host.position.clone());
    let mut trouble: Result<(), End> = Ok(());
    let best = host.think(limits, &mut |info| {
        if trouble.is_ok() {
            let lines = describe(&board, &position, info, since.elapsed());
            trouble = lines
                .map_err(End::from)
                .and_then(|lines| lines.iter().try_for_each(|l| send(l)).map_err(End::from));
        }
        if trouble.is_err() {
            signals.stop.store(true, Ordering::SeqCst);
        }
    });
    // Neither on the opponent's time nor without an end is a move wanted before it is asked for.
    let waits = || signals.is_pondering.load(Ordering::SeqCst) || order.is_infinite;
    while waits() && !signals.is_stopped() && !signals.is_closed.load(Ordering::SeqCst) {
        sleep(Duration::from_millis(2));
    }
    signals.end();
    trouble?;
    let Some(best) = best? else {
        send("info string the game is over")?;
        return Ok(send("bestmove (none)")?);
    };
    let turn = host.turn(&best)?;
    let mut text = format!("bestmove {}", host.print_turn(STYLE, &turn)?);
    if let Some(reply) = notation::print_line(&host.board, STYLE, &host.position, best.line())?.get(1)
        && best.line().first() == Some(&best.mv)
    {
        text.push_str(&format!(" ponder {reply}"));
    }
    Ok(send(&text)?)
}

fn describe(
    board: &super::board::Board,
    position: &zrf::game::Position,
    info: &Info,
    elapsed: Duration,
) -> Result<Vec<String>, RuntimeError> {
    let millis = elapsed.as_millis();
    let speed = info.nodes as f64 / elapsed.as_secs_f64().max(1e-3);
    let mut lines = Vec::new();
    for (i, line) in info.lines.iter().enumerate() {
        let pv = notation::print_line(board, STYLE, position, &line.moves)?;
        lines.push(format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed:.0} hashfull {} time {millis} pv {}",
            info.depth,
            info.deepest.max(info.depth),
            i + 1,
            score(line.score),
            info.nodes,
            info.fullness,
            pv.join(" ")
        ));
    }
    Ok(lines)
}

/// Ends are told in full moves.
fn score(score: Score) -> String {
    match score.end() {
        Some(plies) if plies >= 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", (plies - 1) / 2),
        None => format!("cp {}", score.0),
    }
}

/// `go perft`.
fn count(host: &mut Host, depth: u32) -> Result<(), End> {
    let mut total = 0;
    if depth == 0 {
        total = 1;
    } else {
        let moves: Vec<(Move, Option<String>)> = notation::legal(&host.board, STYLE, &mut host.position)?;
        for (mv, text) in moves {
            host.position.play(&mv)?;
            let below = perft::perft(&mut host.position, depth - 1);
            host.position.undo();
            let below = below?;
            total += below;
            send(&format!("{}: {below}", text.unwrap_or_default()))?;
        }
        send("")?;
    }
    Ok(send(&format!("Nodes searched: {total}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_in_full_moves() {
        let won = |plies: i32| score(Score(zrf::search::score::WIN - plies));
        let lost = |plies: i32| score(Score(plies - zrf::search::score::WIN));
        assert_eq!((won(1), won(3)), ("mate 1".into(), "mate 2".into()));
        assert_eq!((lost(2), lost(4)), ("mate -1".into(), "mate -2".into()));
        assert_eq!(score(Score(-34)), "cp -34");
    }

    #[test]
    fn an_order_is_read() {
        let order = Order::parse("wtime 1000 btime -5 winc 10 movestogo 7 depth 3").unwrap();
        assert_eq!((order.time, order.increment), ([Some(1000), Some(0)], [10, 0]));
        assert_eq!((order.moves, order.depth), (Some(7), Some(3)));
        assert!(Order::parse("depth x").is_err());
    }
}

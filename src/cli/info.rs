//! `zrf info FILE`.

use super::args::Json;
use super::evaluation;
use super::failure::Failure;
use super::input;
use super::session::Session;
use super::variant::{self, Chosen};
use super::worth::Refine;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::Write;
use zrf::document::Document;
use zrf::ids::{PieceId, PlayerId};
use zrf::resolve::Rules;
use zrf::resolve::rules::{MaximalCaptures, Options, PassTurn, PieceType, PositionKind};
use zrf::view::words;

/// Show what a rules file holds
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A rules file, a saved game, `-` for standard input, or the name of a shipped game
    file: String,

    /// The rules of a saved game, instead of the file that it names
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,

    /// Number or title of the game or variant [default: that of the saved game; the first `(default)`; 0]
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    /// Show what the computer player has found out about the worth of things
    #[arg(long)]
    evaluation: bool,

    #[command(flatten)]
    refine: Refine,

    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let opened = input::open(session, &args.file, args.rules.as_deref())?;
    let wanted = args.variant.as_deref().or(opened.saved.as_ref().map(|saved| saved.variant.as_str()));
    let document = &opened.document;
    let chosen = variant::choose(session, document, wanted)?;
    if args.evaluation || args.refine.refine.is_some() {
        let game = variant::game(session, document, chosen.number)?;
        return evaluation::report(session, document, &game, args.refine, args.output.json);
    }
    let rules = variant::rules(session, document, chosen.number)?;
    if args.output.json {
        writeln!(session.out, "{}", as_json(document, &chosen, &rules))?;
    } else {
        write!(session.out, "{}", as_text(document, &chosen, &rules))?;
    }
    Ok(())
}

fn as_text(document: &Document, chosen: &Chosen, rules: &Rules) -> String {
    let mut out = String::new();
    section(&mut out, "title", std::slice::from_ref(&rules.title));
    let variants: Vec<String> = document
        .variants()
        .iter()
        .map(|v| {
            let shown = if v.number == chosen.number { " (shown here)" } else { "" };
            let default = if v.is_default { " (default)" } else { "" };
            format!("{} {}{default}{shown}", v.number, v.title)
        })
        .collect();
    section(&mut out, "variants", &variants);
    let players = rules.players.iter().map(|(name, player)| match (player.is_random, player.is_neutral) {
        (true, _) => format!("{name} (random)"),
        (_, true) => format!("{name} (neutral)"),
        _ => name.to_string(),
    });
    section(&mut out, "players", &[players.collect::<Vec<_>>().join(", ")]);
    section(&mut out, "turn order", &[turn_order(rules).join(" ")]);
    section(&mut out, "board", &board(rules));
    let pieces: Vec<String> =
        rules.pieces.iter().enumerate().map(|(i, (name, kind))| piece(rules, i, name, kind)).collect();
    section(&mut out, "pieces", &pieces);
    let options: Vec<String> =
        options(rules).iter().map(|(name, value)| format!("\"{name}\" {value}")).collect();
    section(&mut out, "options", &options);
    if !rules.priorities.is_empty() {
        section(&mut out, "priorities", &[priorities(rules).join(" > ")]);
    }
    section(&mut out, "goals", &goals(rules));
    section(&mut out, "not supported", &unsupported(rules));
    out
}

/// A heading with lines behind it; nothing if there are none.
fn section(out: &mut String, heading: &str, lines: &[String]) {
    for (i, line) in lines.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{:14}{line}", if i == 0 { heading } else { "" });
    }
}

fn turn_order(rules: &Rules) -> Vec<String> {
    let order = &rules.turn_order;
    let mut words: Vec<String> = order.entries.iter().map(|entry| words::turn_entry(rules, entry)).collect();
    if order.repeat > 0 {
        words.insert(order.repeat, "repeat".into());
    }
    words
}

fn priorities(rules: &Rules) -> Vec<&str> {
    rules
        .priorities
        .iter()
        .filter_map(|t| rules.move_types.get_index(t.index()))
        .map(|name| name.as_str())
        .collect()
}

fn board(rules: &Rules) -> Vec<String> {
    let board = &rules.board;
    let count = |kind| board.positions.values().filter(|p| p.kind == kind).count();
    let mut lines = vec![format!("{} positions", count(PositionKind::Square))];
    match count(PositionKind::Dummy) {
        0 => {}
        n => lines[0].push_str(&format!(", {n} dummy")),
    }
    for grid in &board.grids {
        let sizes: Vec<String> = grid.dimensions.iter().map(|labels| labels.len().to_string()).collect();
        lines.push(format!("grid {}", sizes.join("×")));
    }
    let names = |names: Vec<&str>| names.join(" ");
    if !board.directions.is_empty() {
        lines.push(format!("directions {}", names(board.directions.keys().map(|n| n.as_str()).collect())));
    }
    if !board.zones.is_empty() {
        lines.push(format!("zones {}", names(board.zones.keys().map(|n| n.as_str()).collect())));
    }
    lines
}

fn piece(rules: &Rules, index: usize, name: &str, kind: &PieceType) -> String {
    let mut text = name.to_owned();
    if let Some(notation) = &kind.notation {
        let _ = write!(text, " \"{notation}\"");
    }
    let counts: Vec<String> = (0..rules.players.len())
        .map(PlayerId::from_index)
        .filter_map(|player| {
            let (board, stock) = start_count(rules, player, PieceId::from_index(index));
            let count = match (board, stock) {
                (0, 0) => return None,
                (_, 0) => board.to_string(),
                (0, _) => format!("{stock} off"),
                _ => format!("{board} and {stock} off"),
            };
            Some(format!("{} {count}", rules.player_name(player)))
        })
        .collect();
    if !counts.is_empty() {
        let _ = write!(text, ": {}", counts.join(", "));
    }
    if kind.is_dummy {
        text.push_str("; dummy");
    }
    if !kind.attributes.is_empty() {
        let attributes: Vec<String> = kind
            .attributes
            .iter()
            .filter_map(|&(attr, value)| {
                let name = rules.attributes.get_index(attr.index())?;
                Some(if value { name.to_string() } else { format!("!{name}") })
            })
            .collect();
        let _ = write!(text, "; attributes {}", attributes.join(" "));
    }
    text
}

/// How many pieces a player has at the start: on the board, in the stock.
fn start_count(rules: &Rules, player: PlayerId, piece: PieceId) -> (usize, u32) {
    let board = rules.setup.iter().filter(|p| p.player == player && p.piece == piece).count();
    let stock = rules.stocks.iter().filter(|s| s.player == player && s.piece == piece).map(|s| s.count).sum();
    (board, stock)
}

/// The options that differ from their defaults, with their values as written in a file.
fn options(rules: &Rules) -> Vec<(&'static str, String)> {
    let Options {
        pass_turn,
        pass_partial,
        maximal_captures,
        recycle_captures,
        recycle_promotions,
        discard_cascades,
        no_progress_draw,
        progress_pieces,
        ..
    } = &rules.options;
    let mut list: Vec<(&'static str, String)> = Vec::new();
    match pass_turn {
        PassTurn::Never => {}
        PassTurn::Always => list.push(("pass turn", "true".into())),
        PassTurn::Forced => list.push(("pass turn", "forced".into())),
    }
    match maximal_captures {
        MaximalCaptures::No => {}
        MaximalCaptures::Longest => list.push(("maximal captures", "true".into())),
        MaximalCaptures::MostValuable => list.push(("maximal captures", "2".into())),
    }
    let switches = [
        ("pass partial", *pass_partial),
        ("recycle captures", *recycle_captures),
        ("recycle promotions", *recycle_promotions),
        ("discard cascades", *discard_cascades),
    ];
    list.extend(switches.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| (name, "true".to_owned())));
    list.extend(no_progress_draw.map(|moves| ("no-progress draw", moves.to_string())));
    if !progress_pieces.is_empty() {
        let names: Vec<&str> =
            progress_pieces.iter().map(|&piece| rules.piece_name(piece).as_str()).collect();
        list.push(("progress pieces", format!("\"{}\"", names.join(" "))));
    }
    list
}

fn goals(rules: &Rules) -> Vec<String> {
    let line = |line: &zrf::resolve::rules::GoalLine| {
        let players: Vec<&str> = line.players.iter().map(|&p| rules.player_name(p).as_str()).collect();
        format!("({} ({}) {})", words::goal_line_kind(line.kind), players.join(" "), words::goal(&line.goal))
    };
    rules.goals.iter().map(line).collect()
}

/// What the file asks for and does not get.
fn unsupported(rules: &Rules) -> Vec<String> {
    let engine = rules.engine.as_ref().map(|(dll, _)| {
        format!("(engine \"{dll}\"): the rules live in a Windows DLL, so moves cannot be known from the file")
    });
    engine.into_iter().collect()
}

fn as_json(document: &Document, chosen: &Chosen, rules: &Rules) -> Value {
    let variants: Vec<Value> = document
        .variants()
        .iter()
        .map(|v| json!({ "number": v.number, "title": v.title, "default": v.is_default }))
        .collect();
    let players: Vec<Value> = rules
        .players
        .iter()
        .map(|(name, p)| json!({ "name": name.as_str(), "random": p.is_random, "neutral": p.is_neutral }))
        .collect();
    let board = &rules.board;
    let positions = |kind| -> Vec<&str> {
        board.positions.iter().filter(|(_, p)| p.kind == kind).map(|(name, _)| name.as_str()).collect()
    };
    let grids: Vec<Vec<usize>> =
        board.grids.iter().map(|grid| grid.dimensions.iter().map(Vec::len).collect()).collect();
    let pieces: Vec<Value> = rules
        .pieces
        .iter()
        .map(|(name, kind)| {
            let attributes: Map<String, Value> = kind
                .attributes
                .iter()
                .filter_map(|&(attr, value)| {
                    Some((rules.attributes.get_index(attr.index())?.to_string(), value.into()))
                })
                .collect();
            json!({ "name": name.as_str(), "notation": kind.notation, "attributes": attributes })
        })
        .collect();
    let options: Map<String, Value> =
        options(rules).into_iter().map(|(name, value)| (name.into(), value.into())).collect();
    json!({
        "title": rules.title,
        "variant": chosen.number,
        "variants": variants,
        "players": players,
        "turn_order": rules.turn_order.entries.iter().map(|e| words::turn_entry(rules, e)).collect::<Vec<_>>(),
        "repeat": rules.turn_order.repeat,
        "positions": positions(PositionKind::Square),
        "dummies": positions(PositionKind::Dummy),
        "grids": grids,
        "directions": board.directions.keys().map(|n| n.as_str()).collect::<Vec<_>>(),
        "zones": board.zones.keys().map(|n| n.as_str()).collect::<Vec<_>>(),
        "pieces": pieces,
        "options": options,
        "priorities": priorities(rules),
        "goals": goals(rules),
        "unsupported": unsupported(rules),
    })
}

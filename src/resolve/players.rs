//! Players and the turn order.

use super::numbering;
use super::overlay::Overlay;
use super::report::Report;
use super::rules::{PieceType, Placement, Player, Stock, TurnEntry, TurnOrder};
use crate::ast::file::{Names, TurnItem, TurnOrderDef};
use crate::ast::place::Word;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::resolve as codes;
use crate::ids::PlayerId;
use crate::names::{IndexMap, IndexSet};
use smol_str::SmolStr;

/// Players at most.
const MAX_PLAYERS: usize = 250;

/// Entries of the turn order at most.
const MAX_ENTRIES: usize = 60_000;

/// The players in order. Whether they are neutral is found out by the turn order.
pub(super) fn players(overlay: &Overlay<'_>, report: &mut Report) -> Option<IndexMap<SmolStr, Player>> {
    let Some(section) = overlay.players.filter(|p| !p.names.is_empty()) else {
        // An empty section has been reported as such, and what a game lacks is told once.
        if overlay.players.is_none() && !overlay.has_base {
            let d = overlay.at.diagnostic(&codes::NO_PLAYERS, "the game has no players");
            report.add(d.help("add `(players White Black)`"));
        }
        return None;
    };
    let mut players: IndexMap<SmolStr, Player> = IndexMap::default();
    for name in &section.names {
        if let Some(first) = players.get(&name.text) {
            report.add(
                name.at
                    .diagnostic(
                        &codes::DUPLICATE_PLAYER,
                        format!("the player `{}` is named twice", name.text),
                    )
                    .with(first.span, "named here before"),
            );
            continue;
        }
        if players.len() == MAX_PLAYERS {
            let d = name.at.diagnostic(&codes::TOO_MANY, "the game has too many players");
            report.add(d.label(format!("at most {MAX_PLAYERS}")));
            break;
        }
        let player = Player { is_random: name.text.starts_with('?'), is_neutral: true, span: name.at.span };
        players.insert(name.text.clone(), player);
    }
    Some(players)
}

/// The entries of a turn order, without `repeat`.
pub(super) fn entries(order: &TurnOrderDef) -> impl DoubleEndedIterator<Item = &Names> {
    order.items.iter().filter_map(|item| match item {
        TurnItem::Entry(names) => Some(names),
        TurnItem::Repeat(_) => None,
    })
}

/// What the names of an entry stand for.
pub(super) struct Parts<'a> {
    mover: &'a Word,
    acts_as: Option<&'a Word>,
    pub(super) move_type: Option<&'a Word>,
}

/// Tells the names of an entry apart: `(White Black)` moves as Black, `(White type)` has a type.
pub(super) fn parts<'a>(entry: &'a Names, players: &IndexMap<SmolStr, Player>) -> Parts<'a> {
    let (mover, acts_as, move_type) = match entry.names.as_slice() {
        [mover, second] if players.contains_key(&second.text) => (mover, Some(second), None),
        [mover, second] => (mover, None, Some(second)),
        [mover, acts_as, move_type, ..] => (mover, Some(acts_as), Some(move_type)),
        names => (&names[0], None, None),
    };
    Parts { mover, acts_as, move_type }
}

/// The turn order; marks the players that take part in it.
pub(super) fn turn_order(
    overlay: &Overlay<'_>,
    players: &mut IndexMap<SmolStr, Player>,
    move_types: &IndexSet<SmolStr>,
    report: &mut Report,
) -> Option<TurnOrder> {
    let mut has_unknown = false;
    let mut order = TurnOrder { entries: Vec::new(), repeat: 0 };
    let mut repeat_at = None;
    match overlay.turn_order {
        Some(section) => {
            for item in &section.items {
                match item {
                    TurnItem::Repeat(at) if repeat_at.is_some() => {
                        let d = at.diagnostic(&codes::BAD_REPEAT, "`repeat` stands twice in the turn order");
                        report.add(d.label("the first one counts"));
                    }
                    TurnItem::Repeat(at) => {
                        repeat_at = Some(at);
                        order.repeat = order.entries.len();
                    }
                    TurnItem::Entry(names) => {
                        let entry = turn_entry(names, players, move_types, report);
                        has_unknown |= entry.is_none();
                        order.entries.extend(entry);
                    }
                }
            }
        }
        None => {
            // Of a variant it is told with its game.
            if !overlay.has_base {
                let d = overlay.at.diagnostic(&codes::NO_TURN_ORDER, "the game has no turn order");
                report.add(d.label("the players move one after the other"));
            }
            order.entries =
                (0..players.len()).map(PlayerId::from_index).map(|p| alternating(p, players)).collect();
        }
    }
    if order.entries.len() > MAX_ENTRIES {
        let at = overlay.turn_order.map_or(overlay.at, |t| &t.at);
        let d = at.diagnostic(&codes::TOO_MANY, "the turn order is too long");
        report.add(d.label(format!("at most {MAX_ENTRIES} entries")));
        order.entries.truncate(MAX_ENTRIES);
    }
    if order.entries.is_empty() {
        // Who was meant to move has been told already if the names are unknown.
        if !has_unknown {
            let at = overlay.turn_order.map_or(overlay.at, |t| &t.at);
            report.add(at.diagnostic(&codes::NOBODY_MOVES, "nobody moves in this turn order"));
        }
        return None;
    }
    if order.repeat >= order.entries.len() {
        if let Some(at) = repeat_at {
            let d = at.diagnostic(&codes::BAD_REPEAT, "no entry stands behind `repeat`");
            report.add(d.label("the turn order restarts at its first entry"));
        }
        order.repeat = 0;
    }
    for entry in &order.entries {
        for player in [entry.mover, entry.acts_as] {
            players[player.index()].is_neutral = false;
        }
    }
    Some(order)
}

fn alternating(player: PlayerId, players: &IndexMap<SmolStr, Player>) -> TurnEntry {
    TurnEntry { mover: player, acts_as: player, move_type: None, span: players[player.index()].span }
}

fn turn_entry(
    names: &Names,
    players: &IndexMap<SmolStr, Player>,
    move_types: &IndexSet<SmolStr>,
    report: &mut Report,
) -> Option<TurnEntry> {
    let parts = parts(names, players);
    let mover = find(parts.mover, players, report)?;
    let acts_as = match parts.acts_as {
        Some(word) => find(word, players, report)?,
        None => mover,
    };
    let move_type = parts.move_type.and_then(|t| numbering::find(move_types, &t.text));
    Some(TurnEntry { mover, acts_as, move_type, span: names.at.span })
}

/// Looks a player up; an unknown one is reported.
pub(super) fn find(
    word: &Word,
    players: &IndexMap<SmolStr, Player>,
    report: &mut Report,
) -> Option<PlayerId> {
    let found = players.get_index_of(&word.text);
    if found.is_none() {
        report.unknown(&codes::UNKNOWN_PLAYER, word, "player", players.keys().map(SmolStr::as_str));
    }
    found.map(PlayerId::from_index)
}

/// Warns of players who have a turn but nothing to move.
pub(super) fn idle_players(
    overlay: &Overlay<'_>,
    players: &IndexMap<SmolStr, Player>,
    pieces: &IndexMap<SmolStr, PieceType>,
    order: &TurnOrder,
    setup: &[Placement],
    stocks: &[Stock],
    report: &mut Report,
) {
    // An error may be what left the pieces out.
    if overlay.engine.is_some() || report.has_errors() || overlay.setup.is_some_and(|s| !s.is_whole) {
        return;
    }
    let mut owned = vec![Owned::Nothing; players.len()];
    let owners = setup.iter().map(|s| (s.player, s.piece)).chain(stocks.iter().map(|s| (s.player, s.piece)));
    for (player, piece) in owners {
        let has_blocks = pieces.get_index(piece.index()).is_some_and(|(_, piece)| piece.has_blocks());
        let owned = &mut owned[player.index()];
        *owned = (*owned).max(if has_blocks { Owned::Movers } else { Owned::Still });
    }
    for entry in &order.entries {
        let player = entry.acts_as;
        let (name, info) = players.get_index(player.index()).expect("an id of this table");
        // Each player is warned of once.
        let (code, what) = match std::mem::replace(&mut owned[player.index()], Owned::Movers) {
            Owned::Nothing => (&codes::IDLE_PLAYER, "no pieces, on the board or off it"),
            Owned::Still => (&codes::NO_MOVES, "only pieces without moves and drops"),
            Owned::Movers => continue,
        };
        let span = overlay.setup.map_or(info.span, |s| s.at.span);
        let message = format!("the player `{name}` has a turn but {what}");
        report.add(Diagnostic::new(code, span, message).with(entry.span, "moves here"));
    }
}

/// What a player begins with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Owned {
    Nothing,
    /// Pieces, but no moves of theirs.
    Still,
    Movers,
}

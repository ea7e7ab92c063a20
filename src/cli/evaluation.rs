//! `zrf info --evaluation FILE`: what the computer player has found out about a game.

use super::failure::Failure;
use super::session::Session;
use super::worth::Refine;
use super::{searching, variant};
use serde_json::{Value, json};
use std::io::Write;
use zrf::document::Document;
use zrf::game::Game;
use zrf::search::Settings;

pub fn report(
    session: &mut Session,
    document: &Document,
    game: &Game,
    refine: Refine,
    as_json: bool,
) -> Result<(), Failure> {
    let settings = Settings { table_megabytes: 1, ..Settings::default() };
    let thinker = refine
        .thinker(game, settings)
        .map_err(|e| Failure::input(variant::runtime_error(document.sources(), &e)))?;
    let rules = game.rules();
    let evaluation = thinker.evaluation();
    let facts = evaluation.facts();
    let method = searching::method_word(thinker.method());
    if as_json {
        let pieces: Vec<Value> = evaluation
            .pieces()
            .iter()
            .map(|piece| {
                json!({
                    "player": rules.player_name(piece.player).as_str(),
                    "piece": rules.piece_name(piece.kind).as_str(),
                    "mobility": piece.mobility,
                    "value": piece.value,
                    "royal": piece.is_royal,
                })
            })
            .collect();
        let terms: Vec<Value> =
            evaluation.terms().iter().map(|t| json!({ "term": t.name, "detail": t.detail })).collect();
        let value = json!({
            "title": rules.title,
            "method": method,
            "terms": terms,
            "pieces": pieces,
            "games": facts.games,
            "plies": facts.plies,
            "branching": facts.branching,
            "tactical": facts.tactical,
            "foresight": facts.foresight,
        });
        writeln!(session.out, "{value}")?;
        return Ok(());
    }
    let out = &mut session.out;
    writeln!(out, "title         {}", rules.title)?;
    writeln!(out, "method        {method}")?;
    writeln!(
        out,
        "random games  {} played, {} ended; {:.1} plies, {:.1} moves to choose from, {:.0} % of them take or promote",
        facts.games,
        facts.ended,
        facts.plies,
        facts.branching,
        facts.tactical * 100.0
    )?;
    writeln!(out, "foresight     {:+.2}", facts.foresight)?;
    for term in evaluation.terms() {
        writeln!(out, "term          {}: {}", term.name, term.detail)?;
    }
    for piece in evaluation.pieces() {
        let worth = if piece.is_royal { "royal".to_owned() } else { piece.value.to_string() };
        writeln!(
            out,
            "piece         {} {}: {worth}, mobility {:.1}",
            rules.player_name(piece.player),
            rules.piece_name(piece.kind),
            piece.mobility
        )?;
    }
    Ok(())
}

//! Open rule files and their variants against counts of an independent implementation
//! of the same specification (`reference.json` of the corpus).
//!
//! `ZRF_ONLY=Chase` looks at the files with that in their path alone, and tells how long each variant takes.

#![allow(clippy::print_stderr)] // The counts are worth reading.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use zrf::document::Document;
use zrf::game::Position;
use zrf::loader::DiskLoader;

fn corpus() -> Option<PathBuf> {
    let dir = std::env::var_os("ZRF_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    dir.join("reference.json").exists().then_some(dir)
}

fn digest(texts: &[String]) -> String {
    let mut sorted: Vec<&str> = texts.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let hash = Sha256::digest(sorted.join("\n"));
    hash.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

fn texts(position: &mut Position) -> Result<Vec<String>, String> {
    let moves = position.legal_moves().map_err(|e| e.to_string())?;
    Ok(moves.iter().map(|m| position.print(m)).collect())
}

#[test]
fn moves_and_walks_equal_the_reference() {
    let Some(corpus) = corpus() else {
        eprintln!("skipped: no corpus");
        return;
    };
    let data = std::fs::read_to_string(corpus.join("reference.json")).unwrap();
    let files: Vec<Value> = serde_json::from_str(&data).unwrap();
    let only = std::env::var("ZRF_ONLY").ok();
    let mut failures = Vec::new();
    let (mut variants, mut lists) = (0, 0);
    for file in &files {
        let name = file["path"].as_str().unwrap();
        if only.as_ref().is_some_and(|o| !name.contains(o.as_str())) {
            continue;
        }
        let repo = file["repo"].as_str().unwrap().replace('/', "+");
        let path = corpus.join(repo).join(name);
        let bytes = std::fs::read(&path).unwrap();
        let document = Document::load(&path.to_string_lossy(), &bytes, &DiskLoader::default());
        for variant in file["variants"].as_array().unwrap() {
            variants += 1;
            let before = failures.len();
            let started = std::time::Instant::now();
            check(&document, variant, &mut lists, &mut |what: String| {
                failures.push(format!("{name} / {}: {what}", variant["title"]));
            });
            if only.is_some() || started.elapsed().as_secs() > 3 {
                eprintln!("{name} / {} {:?}", variant["title"], started.elapsed());
            }
            for f in &failures[before..] {
                eprintln!("{f}");
            }
        }
    }
    eprintln!("{variants} variants, {lists} move lists, {} failures", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(document: &Document, variant: &Value, lists: &mut usize, fail: &mut dyn FnMut(String)) {
    let number = variant["n"].as_u64().unwrap() as usize;
    let (game, diagnostics) = document.game(number);
    let Some(game) = game else {
        if !variant["error"].is_null() {
            return; // neither can read it
        }
        return fail(format!(
            "no game: {:?} (reference: {})",
            diagnostics.first().map(|d| &d.message),
            variant["error"]
        ));
    };
    if !variant["error"].is_null() {
        eprintln!("reference error: {} {}", game.rules().title, variant["error"]);
    }
    if variant["depth1"].is_null() {
        return;
    }
    let mut position = game.start();
    let list = match texts(&mut position) {
        Ok(list) => list,
        Err(e) => return fail(e),
    };
    *lists += 1;
    let wanted = variant["depth1"].as_u64().unwrap() as usize;
    if list.len() != wanted || digest(&list) != variant["moves_sha"].as_str().unwrap_or_default() {
        let theirs: Vec<String> = variant["moves"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|m| m.as_str().unwrap().to_owned())
            .collect();
        let extra: Vec<_> = list.iter().filter(|m| !theirs.contains(m)).take(5).collect();
        let missing: Vec<_> = theirs.iter().filter(|m| !list.contains(m)).take(5).collect();
        return fail(format!("{} moves, not {wanted}; extra {extra:?}, missing {missing:?}", list.len()));
    }
    if let Some(depth2) = variant["depth2"].as_u64() {
        match zrf::game::perft::perft(&mut position, 2) {
            Ok(n) if n == depth2 => {}
            other => fail(format!("depth 2: {other:?}, not {depth2}")),
        }
    }
    for walk in variant["walks"].as_array().into_iter().flatten() {
        let mut position = game.start();
        let plies = walk["plies"].as_array().unwrap();
        for (i, ply) in plies.iter().enumerate() {
            let list = match texts(&mut position) {
                Ok(list) => list,
                Err(e) => return fail(e),
            };
            *lists += 1;
            let (count, sha) = (ply[0].as_u64().unwrap() as usize, ply[1].as_str().unwrap());
            let wanted = ply[2].as_str().unwrap();
            if list.len() != count || digest(&list) != sha {
                let before: Vec<_> =
                    plies[i.saturating_sub(4)..i].iter().map(|p| p[2].as_str().unwrap()).collect();
                return fail(format!(
                    "ply {i}: {} moves, not {count} (before: {before:?}; played: {wanted}); ours: {:?} outcome {:?}",
                    list.len(),
                    &list[..list.len().min(12)],
                    position.outcome(),
                ));
            }
            let Some(mv) = position.parse(wanted).unwrap() else {
                return fail(format!("ply {i}: no move {wanted}"));
            };
            position.play(&mv).unwrap();
        }
        let outcome = position.outcome().unwrap();
        // A walk of full length was not looked at for its end.
        let was_cut = walk["end"].is_null() && (plies.len() >= 40 || variant["cut"] == true);
        if !was_cut && walk["end"].is_null() == outcome.is_some() {
            fail(format!("end {}, ours {outcome:?}, after {} plies", walk["end"], plies.len()));
        }
    }
}

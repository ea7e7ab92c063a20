//! Broken files give messages, never a panic or a hang.
//!
//! A short run is part of the tests; `ZRF_FUZZ_SECONDS=60` makes it a long one.

mod support;

use std::time::{Duration, Instant};
use support::mutate::{Rng, mutate};
use zrf::diagnostics::{render_short, render_text, select};
use zrf::loader::MemoryLoader;
use zrf::source::{SourceMap, Span};
use zrf::syntax::print::print;
use zrf::syntax::{Limits, parse};

fn seeds() -> Vec<Vec<u8>> {
    ["syntax/tokens", "syntax/forms", "syntax/expand", "syntax/diagnostics"]
        .iter()
        .flat_map(|folder| support::inputs(folder, "zrf"))
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

fn assert_within(span: Span, sources: &SourceMap, text: &[u8]) {
    let source = &sources.get(span.source).text;
    let is_within = source.get(span.start as usize..span.end as usize).is_some();
    assert!(is_within, "{span:?} is not in {:?}", String::from_utf8_lossy(text));
}

fn check(text: &[u8], loader: &MemoryLoader) {
    let limits = Limits { max_forms: 50_000, ..Limits::default() };
    let (sources, expanded, found) = parse("seed.zrf", text, loader, &limits);
    for diagnostic in &found {
        assert_within(diagnostic.primary.span, &sources, text);
        diagnostic.secondary.iter().for_each(|label| assert_within(label.span, &sources, text));
    }
    let shown = select(&found, 5).shown;
    render_text(shown.iter().copied(), &sources, true);
    assert_eq!(render_short(shown.iter().copied(), &sources).lines().count(), shown.len());

    let mut once = String::new();
    if print(&expanded.forms, &mut once, 100_000).is_ok() && found.is_empty() {
        let (_, again, found) = parse("printed.zrf", once.as_bytes(), loader, &limits);
        let mut twice = String::new();
        // What macros make may look like a definition or an include, which is then not printed again.
        if again.macros.is_empty() && again.includes.is_empty() && found.is_empty() {
            print(&again.forms, &mut twice, 100_000).unwrap();
            assert_eq!(once, twice, "{:?}", String::from_utf8_lossy(text));
        }
    }
}

#[test]
fn mutated_files_never_panic_or_hang() {
    let seeds = seeds();
    let mut loader = MemoryLoader::new();
    for name in ["parts/macros.zrf", "cycle-a.zrf"] {
        loader = loader.file(name, seeds[seeds.len() / 2].clone());
    }
    let seconds = std::env::var("ZRF_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let (start, least) = (Instant::now(), 3000);
    let mut round = 0;
    while round < least || start.elapsed() < Duration::from_secs(seconds) {
        let mut rng = Rng::new(round);
        let mut text = mutate(&seeds[rng.below(seeds.len())], &mut rng);
        if rng.below(4) == 0 {
            text.extend(mutate(&seeds[rng.below(seeds.len())], &mut rng));
        }
        let began = Instant::now();
        check(&text, &loader);
        let took = began.elapsed();
        assert!(took < Duration::from_secs(5), "round {round} took {took:?}");
        round += 1;
    }
}

//! Every rule file of the corpus is read and expanded within the bounds.

#![allow(clippy::print_stderr)] // The counts are worth reading.

mod support;

use std::time::{Duration, Instant};
use zrf::loader::DiskLoader;
use zrf::syntax::form::flat;
use zrf::syntax::{Limits, parse};

#[test]
fn every_corpus_file_reads_and_expands() {
    let Some(files) = support::corpus("zrf") else { return };
    let (loader, limits) = (DiskLoader::default(), Limits::default());
    let (mut forms, mut diagnostics, mut slowest) = (0, 0, (Duration::ZERO, String::new()));
    for path in &files {
        let bytes = std::fs::read(path).unwrap();
        let start = Instant::now();
        let (_, expanded, found) = parse(&path.display().to_string(), &bytes, &loader, &limits);
        let took = start.elapsed();
        let any = flat(&expanded.forms, None).next().is_some() || !expanded.macros.is_empty();
        assert!(any, "{} is empty", path.display());
        forms += expanded.forms.len();
        diagnostics += found.len();
        if took > slowest.0 {
            slowest = (took, path.display().to_string());
        }
        if std::env::var_os("ZRF_VERBOSE").is_some() {
            for d in &found {
                eprintln!("{}: {} {:?}", path.display(), d.message, d.primary.span);
            }
        }
    }
    eprintln!(
        "{} files, {forms} forms at top level, {diagnostics} diagnostics, slowest {:?} for {}",
        files.len(),
        slowest.0,
        slowest.1
    );
}

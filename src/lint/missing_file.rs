//! W0640, off by itself: an image or a sound that is not there.
//!
//! Rule files are often passed on without their pictures, and nothing here needs them.

use super::HasFile;
use super::tally::Tally;
use crate::ast::board::BoardItem;
use crate::ast::place::Place;
use crate::diagnostics::codes::lint::MISSING_FILE;
use crate::document::Document;
use rustc_hash::FxHashMap;

pub(super) fn check(document: &Document, has_file: HasFile<'_>, tally: &mut Tally) {
    let mut known: FxHashMap<String, bool> = FxHashMap::default();
    let mut judge = |path: &str, at: &Place| {
        let from = &document.sources().get(at.span.source).name;
        let is_there =
            *known.entry(path.to_string()).or_insert_with(|| path.is_empty() || has_file(path, from));
        if !is_there {
            tally.suspect(at.diagnostic(&MISSING_FILE, format!("the file `{path}` is not there")));
        }
    };
    for game in &document.file().games {
        let sections = &game.sections;
        for item in sections.board.iter().flat_map(|board| &board.items) {
            if let BoardItem::Image(files) = item {
                files.iter().for_each(|file| judge(&file.text, &file.at));
            }
        }
        for (_, files) in sections.pieces.iter().flat_map(|piece| &piece.images) {
            files.iter().for_each(|file| judge(&file.text, &file.at));
        }
        sections.sounds.iter().for_each(|(_, file)| judge(&file.text, &file.at));
    }
}

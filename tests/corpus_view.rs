//! Every board of the corpus can be drawn, with every piece on it somewhere.

mod support;

use std::fs;
use zrf::document::Document;
use zrf::ids::PosId;
use zrf::loader::DiskLoader;
use zrf::view::svg;
use zrf::view::symbols::Symbols;
use zrf::view::text::{Style, draw};

#[test]
fn every_first_position_of_the_corpus_can_be_drawn() {
    let Some(files) = support::corpus("zrf") else { return };
    let (mut drawn, mut as_list) = (0, 0);
    for path in files {
        let bytes = fs::read(&path).expect("a file of the corpus");
        let document = Document::load(&path.to_string_lossy(), &bytes, &DiskLoader::default());
        for variant in document.variants() {
            let (Some(game), _) = document.game(variant.number) else { continue };
            let position = game.start();
            let text = draw(&position, Style::default());
            let rules = game.rules();
            let symbols = Symbols::new(rules);
            for placed in &rules.setup {
                let sign = symbols.of(placed.player, placed.piece);
                let listed = format!("{}: ", rules.pos_name(placed.pos));
                assert!(text.contains(&sign) || text.contains(&listed), "{}: {text}", path.display());
            }
            let picture = svg::draw(&position);
            let figures = rules.setup.iter().filter(|placed| position.piece_at(placed.pos).is_some()).count();
            let below = (0..rules.board.positions.len()).map(PosId::from_index).filter(|&pos| {
                let listed = format!(">{}: ", rules.pos_name(pos));
                position.piece_at(pos).is_some() && picture.contains(&listed.replace('&', "&amp;"))
            });
            assert_eq!(picture.matches("<g><title>").count() + below.count(), figures, "{}", path.display());
            assert!(!picture.contains("NaN") && !picture.contains("inf\""), "{}", path.display());
            assert!(text.lines().all(|line| line.chars().count() < 1000), "{}", path.display());
            drawn += 1;
            as_list += usize::from(text.lines().filter(|line| line.contains(": ")).count() > 20);
        }
    }
    assert!(drawn > 300, "only {drawn} boards were drawn");
    assert!(as_list * 10 < drawn, "{as_list} of {drawn} boards are mostly lists");
}

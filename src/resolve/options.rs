//! Options (specification, section 12).

use super::overlay::Overlay;
use super::report::Report;
use super::rules::{MaximalCaptures, Options, PassTurn, PieceType};
use crate::ast::file::OptionDef;
use crate::ast::place::Word;
use crate::diagnostics::codes::resolve as codes;
use crate::diagnostics::did_you_mean;
use crate::ids::PieceId;
use crate::names::IndexMap;
use crate::syntax::dialect;
use crate::syntax::keyword::{self, Category};
use smol_str::SmolStr;

pub(super) fn options(
    overlay: &Overlay<'_>,
    pieces: &IndexMap<SmolStr, PieceType>,
    report: &mut Report,
) -> Options {
    let mut options = Options::default();
    for option in overlay.options.values() {
        let value = option.value.text.to_lowercase();
        let known = match option.name.as_str() {
            "pass turn" => set(&mut options.pass_turn, pass_turn(&value)),
            "maximal captures" => set(&mut options.maximal_captures, maximal_captures(&value)),
            "pass partial" => set(&mut options.pass_partial, boolean(&value)),
            "recycle captures" => set(&mut options.recycle_captures, boolean(&value)),
            "recycle promotions" => set(&mut options.recycle_promotions, boolean(&value)),
            "discard cascades" => set(&mut options.discard_cascades, boolean(&value)),
            "no-progress draw" => {
                set(&mut options.no_progress_draw, value.parse().ok().filter(|&n| n > 0).map(Some))
            }
            "progress pieces" => {
                options.progress_pieces = progress_pieces(option, pieces, report);
                true
            }
            name => {
                // Of display only; any value will do.
                if keyword::find(Category::Option, name).is_none() {
                    unknown_option(option, report);
                }
                true
            }
        };
        if !known {
            let shape = keyword::find(Category::Option, &option.name).map_or("", |k| k.shape);
            let message = format!("the option \"{}\" does not take `{}`", option.name, option.value.text);
            let d = option.value.at.diagnostic(&codes::OPTION_VALUE, message);
            report.add(d.label(format!("expected {}", choices(shape))));
        }
    }
    options
}

/// `true|false|2` in words.
fn choices(shape: &str) -> String {
    let names: Vec<String> = shape.split('|').map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ if shape == "NUMBER" => "a number above 0".to_owned(),
        _ => shape.to_owned(),
    }
}

/// Stores a value that was understood; tells whether it was.
fn set<T>(option: &mut T, value: Option<T>) -> bool {
    value.map(|v| *option = v).is_some()
}

fn boolean(value: &str) -> Option<bool> {
    match value {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

fn pass_turn(value: &str) -> Option<PassTurn> {
    match value {
        "forced" | "2" => Some(PassTurn::Forced),
        _ => boolean(value).map(|v| if v { PassTurn::Always } else { PassTurn::Never }),
    }
}

fn maximal_captures(value: &str) -> Option<MaximalCaptures> {
    match value {
        "2" => Some(MaximalCaptures::MostValuable),
        _ => boolean(value).map(|v| if v { MaximalCaptures::Longest } else { MaximalCaptures::No }),
    }
}

fn progress_pieces(
    option: &OptionDef,
    pieces: &IndexMap<SmolStr, PieceType>,
    report: &mut Report,
) -> Vec<PieceId> {
    let mut found = Vec::new();
    for name in option.value.text.split_whitespace() {
        match pieces.get_index_of(name) {
            Some(index) => found.push(PieceId::from_index(index)),
            None => {
                let word = Word { text: SmolStr::new(name), at: option.value.at.clone() };
                report.unknown(
                    &codes::UNKNOWN_PIECE,
                    &word,
                    "piece type",
                    pieces.keys().map(SmolStr::as_str),
                );
            }
        }
    }
    found
}

fn unknown_option(option: &OptionDef, report: &mut Report) {
    let d = option
        .name_at
        .diagnostic(&codes::UNKNOWN_OPTION, format!("there is no option \"{}\"", option.name))
        .label("without effect");
    let nearest = || did_you_mean::help(&option.name, keyword::names(Category::Option));
    report.add(match dialect::help(&option.name).or_else(nearest) {
        Some(help) => d.help(help),
        None => d,
    });
}

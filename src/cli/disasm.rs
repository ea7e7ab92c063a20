//! `zrf disasm FILE`.

use super::failure::Failure;
use super::output::Adapter;
use super::session::Session;
use super::{input, variant};
use zrf::compile::disasm;
use zrf::diagnostics::did_you_mean::nearest;

/// Show the compiled instructions under the source lines that they come from
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A rules file, `-` for standard input, or the name of a shipped game
    file: String,

    /// Number or title of the game or variant [default: the first `(default)`; 0]
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    /// Only the blocks of this piece type
    #[arg(long, value_name = "P")]
    piece: Option<String>,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let document = input::open_rules(session, &args.file)?;
    let chosen = variant::choose(session, &document, args.variant.as_deref())?;
    let game = variant::compiled(session, &document, chosen.number)?;
    let rules = game.rules();
    let piece = match &args.piece {
        Some(name) => Some(rules.find_piece(name).ok_or_else(|| {
            let near = nearest(name, rules.pieces.keys().map(|n| n.as_str()));
            let hint = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
            Failure::input(format!("no piece is called `{name}`{hint}"))
        })?),
        None => None,
    };
    let mut out = Adapter::new(&mut session.out);
    let written = disasm::listing(rules, game.program(), document.sources(), piece, &mut out);
    out.finish(written)
}

//! `zrf list`.

use super::args::Json;
use super::failure::Failure;
use super::input;
use super::session::Session;
use serde_json::json;
use std::io::Write;

/// Name the shipped games
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    output: Json,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    let names: Vec<&str> = input::shipped_games().map(|(name, _)| name).collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    for name in names {
        let document = input::open_rules(session, name)?;
        let title = document.variants().first().map_or("", |v| v.title.as_str());
        if args.output.json {
            let titles: Vec<&str> = document.variants().iter().map(|v| v.title.as_str()).collect();
            writeln!(session.out, "{}", json!({ "name": name, "title": title, "variants": titles }))?;
        } else {
            let more = match document.variants().len() {
                0 | 1 => String::new(),
                n => format!(" ({n} variants)"),
            };
            writeln!(session.out, "{name:width$}  {title}{more}")?;
        }
    }
    Ok(())
}

//! `zrf fmt PATH...`.

use super::config::Config;
use super::failure::Failure;
use super::session::Session;
use super::{emit, fix, input};
use similar::TextDiff;
use std::io::Write;
use std::path::Path;
use zrf::format::format;
use zrf::source::{SourceMap, decode, encode_like};

/// Lay rule files out anew; comments stay, and what the rules mean
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Rule files, folders to search for them, or `-` for standard input (to standard output)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// Change nothing; list the files that are laid out otherwise, and fail if there are any
    #[arg(long)]
    check: bool,

    /// Change nothing; print the differences
    #[arg(long)]
    diff: bool,
}

pub fn run(args: Args, session: &mut Session) -> Result<(), Failure> {
    session.watch(Some(super::limits::DEFAULT_TIMEOUT));
    let mut files = Vec::new();
    let config = Config::load(None)?;
    for path in &args.paths {
        // What is excluded is formatted only if it is named itself.
        let is_wanted = |file: &String| !Path::new(path).is_dir() || !config.excludes_from_fmt(file);
        files.extend(input::rule_files(path)?.into_iter().filter(is_wanted));
    }
    let mut counts = Counts::default();
    for file in &files {
        match one(&args, file, session) {
            Ok(Found::AsItShould) => {}
            Ok(Found::Otherwise) => counts.otherwise += 1,
            Ok(Found::Broken) => counts.broken += 1,
            // The other files can still be formatted.
            Err(Failure::Tool(error)) => {
                session.note(&format!("error: {error:#}"))?;
                counts.unread += 1;
            }
            Err(failure) => return Err(failure),
        }
    }
    summary(&args, files.len(), &counts, session)?;
    match counts {
        Counts { unread: 1.., .. } => Err(Failure::tool("not all files could be read and written")),
        Counts { broken: 1.., .. } => Err(Failure::Reported),
        Counts { otherwise: 1.., .. } if args.check => Err(Failure::Reported),
        _ => Ok(()),
    }
}

#[derive(Default)]
struct Counts {
    otherwise: usize,
    broken: usize,
    unread: usize,
}

/// How a file is laid out.
enum Found {
    AsItShould,
    Otherwise,
    /// Nobody can tell; the diagnostics were printed.
    Broken,
}

fn one(args: &Args, file: &str, session: &mut Session) -> Result<Found, Failure> {
    let (name, bytes) = input::rules_text(file)?;
    let old = decode(&bytes);
    let new = match format(&old) {
        Ok(new) => new,
        Err(diagnostics) => {
            let mut sources = SourceMap::default();
            sources.add(name, old);
            session.note(emit::text(&sources, &diagnostics, session.color_errors).trim_end())?;
            return Ok(Found::Broken);
        }
    };
    let encoded = encode_like(&bytes, &new)
        .ok_or_else(|| Failure::tool(format!("{name}: its code page cannot hold the formatted text")))?;
    let is_same = new == old;
    if args.diff {
        diff(&name, &old, &new, session)?;
    } else if args.check {
        if !is_same {
            writeln!(session.out, "{name}")?;
        }
    } else if file == input::STDIN {
        session.out.write_all(&encoded)?;
    } else if !is_same {
        fix::write(Path::new(file), &encoded)?;
    }
    Ok(if is_same { Found::AsItShould } else { Found::Otherwise })
}

/// Prints what would change, as `diff -u` does.
fn diff(name: &str, old: &str, new: &str, session: &mut Session) -> Result<(), Failure> {
    let diff = TextDiff::from_lines(old, new);
    let text = diff.unified_diff().header(name, &format!("{name} (formatted)")).to_string();
    for line in text.split_inclusive('\n') {
        let color = match line.as_bytes() {
            [b'@', b'@', ..] => "36",
            [b'+', ..] => "32",
            [b'-', ..] => "31",
            _ => "",
        };
        if session.color && !color.is_empty() {
            writeln!(session.out, "\x1b[{color}m{}\x1b[0m", line.trim_end_matches('\n'))?;
        } else {
            write!(session.out, "{line}")?;
        }
    }
    Ok(())
}

fn summary(args: &Args, files: usize, counts: &Counts, session: &mut Session) -> Result<(), Failure> {
    let verb = if args.check || args.diff { "would be formatted" } else { "formatted" };
    let mut text = format!("{files} files: {} {verb}", counts.otherwise);
    if files == 1 {
        text = format!("1 file: {} {verb}", counts.otherwise);
    }
    if counts.broken > 0 {
        text += &format!(", {} left as they are: parentheses or quotes do not pair up", counts.broken);
    }
    session.note(&text)
}

//! The steps of `docs/writing-a-variant.md`, in order, in a folder of their own.
//!
//! A block with the info string `zrf NAME` is a file to be written. In a `console` block a line that
//! begins with `$ ` is a command, and the lines behind it are all that it prints to standard output.

use pretty_assertions::assert_eq;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page asks the reader to do.
#[derive(Debug)]
enum Step {
    Write { name: String, text: String },
    Run { line: usize, command: String, output: String },
}

#[test]
fn each_step_of_the_tutorial_does_what_it_shows() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/writing-a-variant.md");
    let steps = steps(&fs::read_to_string(page).expect("the page"));
    let runs = steps.iter().filter(|step| matches!(step, Step::Run { .. })).count();
    assert!(runs >= 15, "the page has {runs} commands only");
    let folder = folder();
    for step in &steps {
        match step {
            Step::Write { name, text } => fs::write(folder.join(name), text).expect("a file"),
            Step::Run { line, command, output } => {
                assert_eq!(run(&folder, command), *output, "line {line}: {command}");
            }
        }
    }
    fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// An empty folder for the files of the page.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("zrf-tutorial-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// What a command prints, with `zrf` being the program under test.
fn run(folder: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_zrf")).parent().expect("the program is in a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .expect("sh runs");
    assert!(output.status.code().is_some_and(|code| code < 2), "{command}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut block: Option<&str> = None;
    for (number, line) in (1..).zip(page.lines()) {
        if let Some(info) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(info) };
            if let Some(name) = block.and_then(|info| info.strip_prefix("zrf ")) {
                steps.push(Step::Write { name: name.to_owned(), text: String::new() });
            }
            continue;
        }
        let is_file = block.is_some_and(|info| info.starts_with("zrf "));
        match (block, line.strip_prefix("$ "), steps.last_mut()) {
            (Some("console"), Some(command), _) => {
                steps.push(Step::Run { line: number, command: command.to_owned(), output: String::new() });
            }
            (Some("console"), None, Some(Step::Run { output: text, .. })) => add_line(text, line),
            (_, _, Some(Step::Write { text, .. })) if is_file => add_line(text, line),
            _ => {}
        }
    }
    steps
}

fn add_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

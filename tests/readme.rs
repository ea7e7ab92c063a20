//! The commands of the README do what it shows.
//!
//! In a `console` block a line that begins with `$ ` is a command and the lines behind it are its
//! output; a line `...` stands for any number of lines. Commands without shown output only have to
//! succeed. `cargo run --release --` is the program under test; other `cargo` commands are run by
//! `.ci/run`, not from within themselves.

use std::path::Path;
use std::process::Command;

/// A command with the output shown for it.
struct Example {
    line: usize,
    command: String,
    output: Vec<String>,
}

#[test]
fn the_commands_of_the_readme_do_what_it_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("README.md")).expect("README.md can be read");
    let examples = examples(&text);
    assert!(examples.len() >= 8, "the README shows {} commands only", examples.len());
    for example in examples {
        let Some(command) = runnable(&example.command) else { continue };
        let output = run(root, &command);
        let place = format!("README.md:{}: `{}`", example.line, example.command);
        let printed = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{place} fails with {}:\n{printed}{errors}", output.status);
        if !example.output.is_empty() {
            let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
            assert!(
                matches(&example.output, &lines),
                "{place} prints\n{printed}but the README shows\n{}",
                example.output.join("\n")
            );
        }
    }
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_console = false;
    for (i, line) in text.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            is_console = info == "console";
        } else if !is_console {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { line: i + 1, command: command.to_owned(), output: Vec::new() });
        } else if let Some(example) = examples.last_mut() {
            example.output.push(line.trim_end().to_owned());
        }
    }
    examples
}

/// The command with the program under test in place of a build; `None` for other cargo commands.
fn runnable(command: &str) -> Option<String> {
    let command = command.replace("cargo run --release --", "zrf");
    (!command.starts_with("cargo ")).then_some(command)
}

fn run(root: &Path, command: &str) -> std::process::Output {
    let folder = Path::new(env!("CARGO_BIN_EXE_zrf")).parent().expect("the program is in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    Command::new("sh")
        .args(["-c", command])
        .current_dir(root)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .expect("sh runs")
}

/// Whether the lines are those shown, where `...` stands for any number of lines.
fn matches(shown: &[String], lines: &[&str]) -> bool {
    match shown {
        [] => lines.is_empty(),
        [first, rest @ ..] if first == "..." => (0..=lines.len()).any(|n| matches(rest, &lines[n..])),
        [first, rest @ ..] => lines.first() == Some(&first.as_str()) && matches(rest, &lines[1..]),
    }
}

#[test]
fn three_dots_stand_for_any_number_of_lines() {
    let shown = |lines: &[&str]| lines.iter().map(|l| l.to_string()).collect::<Vec<_>>();
    assert!(matches(&shown(&["a", "...", "z"]), &["a", "b", "c", "z"]));
    assert!(matches(&shown(&["a", "..."]), &["a"]));
    assert!(!matches(&shown(&["a", "...", "z"]), &["a", "b"]));
    assert!(!matches(&shown(&["a"]), &["a", "b"]));
}

//! The action, the hooks of pre-commit and the recipes of docs/ci.md, tried as far as that can be done without
//! the services: their commands are run in a repository of rule files.

#![cfg(unix)] // They are written for bash.

mod support;

use serde_yaml_ng::Value;
use std::path::Path;
use std::process::{Command, Output};
use support::program::Folder;

const UGLY: &str = "(define step (\n   $1  (verify empty?)\n add))\n";

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn yaml(text: &str) -> Value {
    serde_yaml_ng::from_str(text).unwrap_or_else(|e| panic!("{e}:\n{text}"))
}

/// A repository with a game that is in order, its tests, and a macro file.
fn repository(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.zrf(&["new", "games/first"]).with_code(0);
    folder.write("lib/step.zrf", "; One step.\n(define one-step ($1 (verify empty?) add))\n");
    folder
}

/// Runs a script of bash as the services do: it ends at the first command that fails.
fn bash(folder: &Folder, script: &str, env: &[(String, String)]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_zrf")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
        .current_dir(folder.path("."))
        .env("PATH", path)
        .envs(env.iter().cloned())
        .output()
        .unwrap()
}

/// Runs the steps of the action with these inputs, but for the installation; gives what is printed up to the
/// first step that fails, and whether one did.
fn action(folder: &Folder, with: &[(&str, &str)]) -> (String, bool) {
    let action = yaml(&read("action.yml"));
    let input = |name: &str| -> String {
        let given = with.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        let default = action["inputs"][name]["default"].as_str().unwrap_or_else(|| panic!("no input {name}"));
        given.unwrap_or(default.to_owned())
    };
    let mut out = String::new();
    for step in action["runs"]["steps"].as_sequence().unwrap() {
        let script = step["run"].as_str().unwrap();
        if script.contains("cargo install") || !applies(step["if"].as_str(), &input) {
            continue;
        }
        let env = step["env"].as_mapping().map_or(Vec::new(), |env| {
            env.iter()
                .map(|(name, value)| (name.as_str().unwrap().to_owned(), expand(value, &input)))
                .collect()
        });
        let ran = bash(folder, script, &env);
        out += &String::from_utf8(ran.stdout).unwrap();
        out += &String::from_utf8(ran.stderr).unwrap();
        if !ran.status.success() {
            return (out, false);
        }
    }
    (out, true)
}

/// `${{ inputs.NAME }}`.
fn expand(value: &Value, input: &impl Fn(&str) -> String) -> String {
    let text = value.as_str().unwrap();
    let name = text.strip_prefix("${{ inputs.").and_then(|rest| rest.strip_suffix(" }}")).unwrap();
    input(name)
}

/// `inputs.NAME == 'TEXT'` and `inputs.NAME != 'TEXT'`.
fn applies(condition: Option<&str>, input: &impl Fn(&str) -> String) -> bool {
    let Some(condition) = condition else { return true };
    let words: Vec<&str> = condition.split(' ').collect();
    let [name, sign, text] = words[..] else { panic!("{condition}") };
    let is_equal = input(name.strip_prefix("inputs.").unwrap()) == text.trim_matches('\'');
    if sign == "==" { is_equal } else { !is_equal }
}

#[test]
fn the_action_passes_what_is_in_order() {
    let folder = repository("ci-action");
    let all = [("paths", "games\n  \nlib\n"), ("deny", "warnings"), ("fmt", "true"), ("test", "games")];
    let (out, passed) = action(&folder, &all);
    assert!(passed, "{out}");
    assert!(out.contains("2 files: no errors, no warnings"), "{out}");
    assert!(out.contains("games end"), "{out}");
    let (out, passed) = action(&folder, &[]);
    assert!(passed && !out.contains("games end"), "{out}");
}

#[test]
fn the_action_fails_for_mistakes_with_annotations() {
    let folder = repository("ci-action-mistake");
    folder.write("games/broken.zrf", "(game (title \"x\")");
    let (out, passed) = action(&folder, &[("sarif", "zrf.sarif")]);
    assert!(!passed);
    assert!(out.contains("::warning file=") || out.contains("::error file="), "{out}");
    let log: serde_json::Value = serde_json::from_str(&folder.read("zrf.sarif")).unwrap();
    assert!(!log["runs"][0]["results"].as_array().unwrap().is_empty());
}

#[test]
fn the_action_fails_for_the_layout_and_for_tests_only_if_asked() {
    let folder = repository("ci-action-layout");
    folder.write("lib/ugly.zrf", UGLY);
    assert!(action(&folder, &[]).1);
    let (out, passed) = action(&folder, &[("fmt", "true")]);
    assert!(!passed && out.contains("+++ ./lib/ugly.zrf (formatted)"), "{out}");
    folder.write("games/first.test.toml", "[[test]]\nname = \"wrong\"\ncount = 1\n");
    assert!(action(&folder, &[]).1);
    let (out, passed) = action(&folder, &[("test", "games")]);
    assert!(!passed && out.contains("wrong"), "{out}");
}

#[test]
fn the_hooks_run_as_they_are_written() {
    let folder = repository("ci-hooks");
    folder.write("lib/ugly.zrf", UGLY);
    for hook in yaml(&read(".pre-commit-hooks.yaml")).as_sequence().unwrap() {
        let entry = hook["entry"].as_str().unwrap();
        let names = match hook["pass_filenames"].as_bool() {
            Some(false) => "",
            _ => "games/first.zrf lib/ugly.zrf",
        };
        let ran = bash(&folder, &format!("{entry} {names}"), &[]);
        assert!(ran.status.success(), "{entry}: {}", String::from_utf8_lossy(&ran.stderr));
    }
    // The hook that formats has changed the file, which is what fails a commit.
    assert_ne!(folder.read("lib/ugly.zrf"), UGLY);
}

/// The blocks of docs/ci.md whose fence begins so, with the number of their line.
fn blocks(fence: &str) -> Vec<(usize, String)> {
    let text = read("docs/ci.md");
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut is_wanted = false;
    for (at, line) in text.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            is_wanted = !is_wanted && info == fence;
            if is_wanted {
                found.push((at + 1, String::new()));
            }
        } else if let (true, Some((_, block))) = (is_wanted, found.last_mut()) {
            *block += &format!("{line}\n");
        }
    }
    assert!(!found.is_empty(), "no block {fence}");
    found
}

#[test]
fn recipes_name_what_there_is() {
    let action = yaml(&read("action.yml"));
    let mut used = 0;
    for (line, block) in blocks("yaml github") {
        let workflow = yaml(&block);
        for step in workflow["jobs"]["rules"]["steps"].as_sequence().unwrap() {
            if step["uses"].as_str() == Some("OWNER/zrf@VERSION") {
                for (input, _) in step["with"].as_mapping().unwrap() {
                    let input = input.as_str().unwrap();
                    assert!(action["inputs"].get(input).is_some(), "docs/ci.md:{line}: no input {input}");
                    used += 1;
                }
            }
        }
    }
    assert!(used >= 5, "{used} inputs are shown");
    let hooks = yaml(&read(".pre-commit-hooks.yaml"));
    let ids: Vec<&str> = hooks.as_sequence().unwrap().iter().map(|h| h["id"].as_str().unwrap()).collect();
    for (line, block) in blocks("yaml pre-commit") {
        for hook in yaml(&block)["repos"][0]["hooks"].as_sequence().unwrap() {
            let id = hook["id"].as_str().unwrap();
            assert!(ids.contains(&id), "docs/ci.md:{line}: no hook {id}");
        }
    }
}

#[test]
fn the_commands_of_the_recipes_pass_what_is_in_order() {
    let folder = repository("ci-recipes");
    let mut ran = 0;
    let mut run = |line: usize, script: &str| {
        let output = bash(&folder, script, &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "docs/ci.md:{line}: {script}: {told}");
        ran += 1;
    };
    for (line, block) in blocks("yaml gitlab") {
        for command in yaml(&block)["rule-files"]["script"].as_sequence().unwrap() {
            let command = command.as_str().unwrap();
            if !command.starts_with("cargo install") {
                run(line, command);
            }
        }
    }
    for (line, block) in blocks("sh") {
        run(line, &block);
    }
    for (line, block) in blocks("console") {
        block.lines().filter_map(|l| l.strip_prefix("$ ")).for_each(|command| run(line, command));
    }
    assert!(ran >= 8, "{ran} commands");
    let report = folder.read("check.xml");
    assert_eq!(junit_parser::from_reader(report.as_bytes()).unwrap().failures, 0);
}

#[test]
fn the_settings_that_are_shown_are_taken() {
    let folder = repository("ci-settings");
    folder.zrf(&["check", "--write-baseline", "zrf-baseline.txt", "."]).with_code(0);
    folder.write("zrf.toml", &blocks("toml")[0].1);
    folder.write("drafts/broken.zrf", "(game");
    folder.write("old-game.zrf", "(game");
    folder.write("vendor/ugly.zrf", UGLY);
    let ran = folder.zrf(&["check", "."]).with_code(0);
    assert!(ran.err.contains("3 files: no errors, no warnings"), "{}", ran.err);
    let ran = folder.zrf(&["fmt", "--check", "games", "lib", "vendor/ugly.zrf"]).with_code(1);
    assert_eq!(ran.out, "vendor/ugly.zrf\n");
}

//! The figures of `zrf`, as its own commands print them.

use crate::figures::{Figures, add};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// The shipped games: the names of the files in `zrf/`.
pub fn games(root: &Path) -> Result<Vec<String>> {
    let mut games: Vec<String> = rule_files(&root.join("zrf"), false)?
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    games.sort();
    Ok(games)
}

/// Measures a shipped game, or a variant of it (`NAME@NUMBER`), by `zrf bench`.
pub fn bench(zrf: &Path, game: &str, seconds: f64, figures: &mut Figures) -> Result<()> {
    let (name, variant) = game.split_once('@').unwrap_or((game, "0"));
    let output = Command::new(zrf)
        .args(["bench", name, "--variant", variant, "--seconds", &seconds.to_string()])
        .stderr(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", zrf.display()))?;
    ensure!(output.status.success(), "`zrf bench {name} --variant {variant}` failed");
    for (figure, value) in lines(&output.stdout) {
        add(figures, "zrf", game, &figure, value);
    }
    Ok(())
}

/// How many milliseconds a rules file takes to load. What comes behind the load does not matter.
pub fn load_ms(zrf: &Path, file: &Path) -> Option<f64> {
    let output = Command::new(zrf)
        .arg("bench")
        .arg(file)
        .args(["--variant", "0", "--seconds", "0.2", "--timeout", "20"])
        .stderr(Stdio::null())
        .output()
        .ok()?;
    lines(&output.stdout).into_iter().find(|(name, _)| name == "load-ms").map(|(_, ms)| ms)
}

/// Lines of a name and a number.
fn lines(output: &[u8]) -> Vec<(String, f64)> {
    String::from_utf8_lossy(output)
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, value)| Some((name.to_owned(), value.trim().parse().ok()?)))
        .collect()
}

/// The largest resident memory of a process that does nothing but a perft of chess, in megabytes.
/// Its last state before the end is what counts, so it is looked at all the time. Linux only.
pub fn perft_memory(zrf: &Path) -> Option<f64> {
    let mut child = Command::new(zrf)
        .args(["perft", "chess", "5", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while let Ok(None) = child.try_wait() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        peak = text.lines().find_map(|l| l.strip_prefix("VmHWM:")).and_then(kilobytes).or(peak);
        thread::sleep(Duration::from_millis(2));
    }
    peak
}

fn kilobytes(text: &str) -> Option<f64> {
    text.trim().trim_end_matches("kB").trim().parse::<f64>().ok().map(|kb| kb / 1024.0)
}

/// Moves a second in 100 random games of game 0 of each file below a folder that can run.
pub fn corpus_speeds(zrf: &Path, corpus: &Path) -> Result<Vec<(PathBuf, f64)>> {
    let mut speeds = Vec::new();
    for file in rule_files(corpus, true)? {
        let output = Command::new(zrf)
            .args(["playout", "--json", "--variant", "0", "-n", "100", "--seed", "1", "--threads", "1"])
            .args(["--timeout", "60"])
            .arg(&file)
            .stderr(Stdio::null())
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let field = text.split_once("\"moves_per_second\":").map(|(_, rest)| rest);
        let number = field.and_then(|f| f.split([',', '}']).next()?.trim().parse::<f64>().ok());
        speeds.extend(number.filter(|&n| output.status.success() && n > 0.0).map(|n| (file, n)));
    }
    Ok(speeds)
}

/// The rule files of a folder, sorted; with those of the folders in it if wanted.
pub fn rule_files(folder: &Path, is_deep: bool) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            if is_deep {
                files.extend(rule_files(&path, true)?);
            }
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

//! `zrf.toml`: what a repository has settled about its rule files (`docs/ci.md`).

use super::failure::Failure;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use zrf::diagnostics::Policy;

/// The name of the file, looked for in the current folder and those above it.
const NAME: &str = "zrf.toml";

/// The settings, and the folder that paths in them start from.
#[derive(Debug, Default)]
pub struct Config {
    /// What `zrf check` reports.
    pub check: Check,
    fmt: Fmt,
    /// Further folders for includes.
    pub include: Vec<PathBuf>,
    folder: PathBuf,
}

#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
struct FileFormat {
    #[serde(default)]
    include: Vec<PathBuf>,
    #[serde(default)]
    check: Check,
    #[serde(default)]
    fmt: Fmt,
}

/// The table `[fmt]`.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
struct Fmt {
    /// Files that are left out when folders are searched.
    #[serde(default)]
    exclude: Vec<String>,
}

/// The table `[check]`.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// As `--deny`.
    #[serde(default)]
    pub deny: Vec<String>,
    /// As `--select`.
    #[serde(default)]
    pub select: Vec<String>,
    /// As `--warn`.
    #[serde(default)]
    pub warn: Vec<String>,
    /// As `--allow`.
    #[serde(default)]
    pub allow: Vec<String>,
    /// As `--baseline`.
    pub baseline: Option<PathBuf>,
    /// Files that are left out when folders are searched.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Further settings for some files.
    #[serde(default)]
    pub files: Vec<FileRule>,
}

/// A table `[[check.files]]`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct FileRule {
    /// Which files.
    pub paths: Vec<String>,
    /// As `--allow`, for these files.
    #[serde(default)]
    pub allow: Vec<String>,
    /// As `--warn`, for these files.
    #[serde(default)]
    pub warn: Vec<String>,
    /// As `--deny`, for these files.
    #[serde(default)]
    pub deny: Vec<String>,
}

impl Config {
    /// The file that is named, else the nearest `zrf.toml`; without one, no settings.
    pub fn load(named: Option<&Path>) -> Result<Config, Failure> {
        let path = match named {
            Some(path) => path.to_path_buf(),
            None => match find() {
                Some(path) => path,
                None => return Ok(Config::default()),
            },
        };
        let at = path.display();
        let text = fs::read_to_string(&path).map_err(|e| Failure::tool(format!("cannot read {at}: {e}")))?;
        let FileFormat { include, check, fmt } =
            toml::from_str(&text).map_err(|e| Failure::tool(format!("{at}: {e}")))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let include = include.iter().map(|i| folder.join(i)).collect();
        let config = Config { check, fmt, include, folder };
        // A slip in the settings of some file is found though that file may not be checked now.
        for file in &config.check.files {
            add_rule(&mut Policy::default(), file).map_err(|e| e.context(at.to_string()))?;
        }
        Ok(config)
    }

    /// The baseline, if there is one.
    pub fn baseline(&self) -> Option<PathBuf> {
        self.check.baseline.as_ref().map(|path| self.folder.join(path))
    }

    /// Whether a file found in a folder is not to be checked.
    pub fn excludes(&self, file: &str) -> bool {
        self.is_among(&self.check.exclude, file)
    }

    /// Whether a file found in a folder is not to be formatted.
    pub fn excludes_from_fmt(&self, file: &str) -> bool {
        self.is_among(&self.fmt.exclude, file)
    }

    fn is_among(&self, patterns: &[String], file: &str) -> bool {
        let path = self.relative(file);
        patterns.iter().any(|pattern| matches(pattern, &path))
    }

    /// Adds what is settled for a file to a policy.
    pub fn extend(&self, policy: &mut Policy, file: &str) -> Result<(), Failure> {
        let path = self.relative(file);
        for rule in &self.check.files {
            if rule.paths.iter().any(|pattern| matches(pattern, &path)) {
                add_rule(policy, rule)?;
            }
        }
        Ok(())
    }

    /// The path of a file from the folder of the settings, with `/`.
    fn relative(&self, file: &str) -> String {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let (file, folder) = (absolute(Path::new(file)), absolute(&self.folder.join(".")));
        let path = file.strip_prefix(&folder).unwrap_or(&file);
        path.to_string_lossy().replace('\\', "/")
    }
}

fn add_rule(policy: &mut Policy, rule: &FileRule) -> Result<(), Failure> {
    policy.allow(&rule.allow)?;
    policy.warn(&rule.warn)?;
    policy.deny(&rule.deny)?;
    Ok(())
}

fn find() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// Whether a path is meant by a pattern, or lies in a folder that is. `*` stands for any characters within a
/// name, `**` for any at all, `?` for one.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern = pattern.trim_end_matches('/').as_bytes();
    let ends = std::iter::once(path.len()).chain(path.match_indices('/').map(|(at, _)| at));
    ends.into_iter().any(|end| matches_whole(pattern, &path.as_bytes()[..end]))
}

fn matches_whole(pattern: &[u8], path: &[u8]) -> bool {
    match pattern {
        [] => path.is_empty(),
        [b'*', b'*', b'/', rest @ ..] if matches_whole(rest, path) => true,
        [b'*', b'*', rest @ ..] => (0..=path.len()).any(|at| matches_whole(rest, &path[at..])),
        [b'*', rest @ ..] => {
            let name = path.iter().take_while(|&&b| b != b'/').count();
            (0..=name).any(|at| matches_whole(rest, &path[at..]))
        }
        [b'?', rest @ ..] => path.first().is_some_and(|&b| b != b'/') && matches_whole(rest, &path[1..]),
        [byte, rest @ ..] => path.first() == Some(byte) && matches_whole(rest, &path[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_names_folders_and_what_is_in_folders() {
        for (pattern, path, is_match) in [
            ("old", "old/a.zrf", true),
            ("old/", "old/deep/a.zrf", true),
            ("old", "older/a.zrf", false),
            ("*.zrf", "a.zrf", true),
            ("*.zrf", "old/a.zrf", false),
            ("**/*.zrf", "old/a.zrf", true),
            ("**/*.zrf", "a.zrf", true),
            ("old/**/draft-?.zrf", "old/x/y/draft-1.zrf", true),
            ("old/*/a.zrf", "old/a.zrf", false),
        ] {
            assert_eq!(matches(pattern, path), is_match, "{pattern} {path}");
        }
    }
}

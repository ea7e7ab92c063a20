//! How files are found: whatever their case and separators, in a fixed order of places.

use std::fs;
use std::path::{Path, PathBuf};
use zrf::loader::{DiskLoader, LoadError, MemoryLoader, SourceLoader, builtin};

/// A fresh folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

fn load(loader: &dyn SourceLoader, path: &str, from: &Path) -> Result<String, LoadError> {
    let found = loader.load(path, Some(&from.display().to_string()))?;
    Ok(String::from_utf8(found.bytes).unwrap())
}

#[test]
fn every_part_of_a_path_is_found_in_any_case() {
    let root = folder("case", &[("Rules/Common/Base.ZRF", "base"), ("Rules/game.zrf", "")]);
    let game = root.join("Rules/game.zrf");
    for path in ["common/base.zrf", r"COMMON\base.ZRF", r".\common\.\BASE.zrf", "../rules/Common/Base.ZRF"] {
        assert_eq!(load(&DiskLoader::default(), path, &game).as_deref(), Ok("base"), "{path}");
    }
}

#[test]
fn the_exact_spelling_wins_over_another_case() {
    let root = folder("exact", &[("a.zrf", "small"), ("A.zrf", "large"), ("game.zrf", "")]);
    if fs::read_dir(&root).unwrap().count() == 3 {
        assert_eq!(load(&DiskLoader::default(), "a.zrf", &root.join("game.zrf")).as_deref(), Ok("small"));
        assert_eq!(load(&DiskLoader::default(), "A.zrf", &root.join("game.zrf")).as_deref(), Ok("large"));
    }
}

#[test]
fn the_own_folder_comes_before_include_folders_and_these_before_the_built_in_files() {
    let (name, _) = builtin::stdlib().first().expect("there is a standard library");
    let root = folder("order", &[("own/x.zrf", "own"), ("inc/x.zrf", "inc"), ("inc/y.zrf", "inc y")]);
    let game = root.join("own/game.zrf");
    let plain = DiskLoader::default();
    assert!(load(&plain, name, &game).is_ok());
    let with_include = DiskLoader::new([root.join("nowhere"), root.join("inc")]);
    assert_eq!(load(&with_include, "x.zrf", &game).as_deref(), Ok("own"));
    assert_eq!(load(&with_include, "y.zrf", &game).as_deref(), Ok("inc y"));
    fs::create_dir_all(root.join("inc/stdlib")).unwrap();
    fs::write(root.join("inc").join(name), "mine").unwrap();
    assert_eq!(load(&with_include, name, &game).as_deref(), Ok("mine"));
    assert_ne!(load(&plain, name, &game).as_deref(), Ok("mine"));
}

#[test]
fn built_in_files_are_found_with_both_separators_and_from_each_other() {
    let (name, bytes) = builtin::stdlib().first().expect("there is a standard library");
    let loader = MemoryLoader::new();
    let found = loader.load(&name.replace('/', "\\").to_uppercase(), Some("game.zrf")).unwrap();
    assert_eq!(found.bytes, *bytes);
    let file = name.strip_prefix("stdlib/").unwrap();
    assert_eq!(loader.load(file, Some(&found.name)).unwrap(), found);
    assert_eq!(builtin::load(name).unwrap(), found);
}

#[test]
fn the_same_file_has_the_same_key_however_it_is_reached() {
    let root = folder("key", &[("a/x.zrf", "x"), ("b/y.zrf", "y")]);
    let loader = DiskLoader::default();
    let from = |name: &str| root.join(name).display().to_string();
    let one = loader.load("x.zrf", Some(&from("a/game.zrf"))).unwrap();
    let two = loader.load("../A/X.zrf", Some(&from("b/y.zrf"))).unwrap();
    assert_eq!(one.key, two.key);
}

#[test]
fn what_is_not_found_says_where_it_was_looked_for_and_what_is_there() {
    let root = folder("missing", &[("lib/riders.zrf", ""), ("lib/notes.txt", ""), ("game.zrf", "")]);
    let error =
        DiskLoader::default().load("lib/rider.zrf", Some(&root.join("game.zrf").display().to_string()));
    let Err(LoadError::NotFound { path, tried, seen }) = error else { panic!("{error:?}") };
    assert_eq!(path, "lib/rider.zrf");
    assert!(tried[0].ends_with("lib/rider.zrf"));
    assert_eq!(seen[0], "lib/riders.zrf");
    assert!(!seen.iter().any(|name| name.ends_with("notes.txt")));
}

#[cfg(not(windows))]
#[test]
fn windows_paths_are_refused_by_name() {
    for path in [r"C:\Zillions\x.zrf", "c:x.zrf", r"\\server\share\x.zrf"] {
        let error = DiskLoader::default().load(path, None);
        assert!(matches!(error, Err(LoadError::WindowsPath { .. })), "{path}: {error:?}");
    }
}

#[test]
fn folders_are_no_files() {
    let root = folder("folder", &[("lib.zrf/x.zrf", ""), ("game.zrf", "")]);
    assert!(load(&DiskLoader::default(), "lib.zrf", &root.join("game.zrf")).is_err());
}

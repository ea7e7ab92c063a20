//! Paths as they are written in rule files.

/// The folders and the file name of a path; `.` and empty ones left out, `..` kept.
pub(super) fn components(path: &str) -> impl Iterator<Item = &str> {
    path.split(['/', '\\']).map(str::trim).filter(|c| !c.is_empty() && *c != ".")
}

/// Whether the path begins with a drive (`C:\`) or a share (`\\server\`) of Windows.
pub(super) fn is_windows_absolute(path: &str) -> bool {
    let bytes = path.as_bytes();
    let drive = bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    drive || path.starts_with("\\\\")
}

/// The folder part of a name, with its last separator; empty if there is none.
pub(super) fn folder(name: &str) -> &str {
    name.rfind(['/', '\\']).map_or("", |at| &name[..=at])
}

/// Whether two names are the same but for upper and lower case.
pub(super) fn same_but_for_case(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

/// `path` seen from `folder`, with `..` worked out: a key for tables of names. `None` if it leads out of the root.
pub(super) fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in components(folder).chain(components(path)) {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    Some(parts.join("/"))
}

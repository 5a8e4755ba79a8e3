//! The names of files in preprocessed text, seen from another directory.
//!
//! A build calls its compiler in directories of its own, and line markers (`# 7 "../src/list.c" 1`) name files as they are
//! seen from there. Reports shall name them as the user sees them.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};

/// The text with the names of files as they are seen from `here`; they are written as seen from `there`.
pub fn seen_from(here: &Path, there: &Path, text: &[u8]) -> Vec<u8> {
    let mut names: HashMap<Vec<u8>, Vec<u8>> = HashMap::new();
    let mut result = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match marker(line) {
            Some((before, name, after)) => {
                let seen = names.entry(name.to_vec()).or_insert_with(|| renamed(here, there, name));
                result.extend_from_slice(before);
                result.extend_from_slice(seen);
                result.extend_from_slice(after);
            }
            None => result.extend_from_slice(line),
        }
    }
    result
}

/// The names of the files that a text was made from, each once.
pub fn files(text: &[u8]) -> Vec<String> {
    let lines = text.split(|&byte| byte == b'\n').filter_map(marker);
    let names = lines.filter_map(|(_, name, _)| std::str::from_utf8(name).ok());
    let names = names.filter(|name| !name.starts_with('<') && !name.ends_with('/') && !name.contains('\\'));
    let names: BTreeSet<&str> = names.collect();
    names.into_iter().map(str::to_owned).collect()
}

/// Parts a line marker: what comes before the name, the name, what comes after it, quotes included there.
fn marker(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let rest = line.strip_prefix(b"# ")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || !rest[digits..].starts_with(b" \"") {
        return None;
    }
    let start = 2 + digits + 2;
    let mut end = start;
    while *line.get(end)? != b'"' {
        end += if line[end] == b'\\' { 2 } else { 1 };
    }
    Some((&line[..start], line.get(start..end)?, &line[end..]))
}

/// Names with escapes in them, and those that are no files, stay as they are.
fn renamed(here: &Path, there: &Path, name: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(name).ok().filter(|text| !text.contains('\\') && !text.starts_with('<'));
    let Some(text) = text else { return name.to_vec() };
    // Compilers tell their own directory as a name with two slashes at its end.
    if text.ends_with("//") {
        return name.to_vec();
    }
    let path = short(here, &there.join(text));
    match path.to_str() {
        Some(path) if !path.contains(['"', '\\', '\n']) => path.as_bytes().to_vec(),
        _ => name.to_vec(),
    }
}

/// A path without `..` where that is the same file, and relative to `here` if it is below.
pub fn short(here: &Path, path: &Path) -> PathBuf {
    let plain = without_dots(path);
    let is_same = !path.components().any(|part| part == Component::ParentDir)
        || matches!((plain.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
    let path = if is_same { plain } else { path.to_owned() };
    path.strip_prefix(here).map(Path::to_owned).unwrap_or(path)
}

fn without_dots(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            part => result.push(part),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_seen_from_elsewhere() {
        let text = b"# 1 \"list.c\"\nint x; // # 1 \"y\"\n# 2 \"<built-in>\" 1\n# 3 \"/usr/include/x.h\" 1 3 4\n# 4 \"/p/b//\"\n";
        let seen = seen_from(Path::new("/p"), Path::new("/p/b"), text);
        let expected = "# 1 \"b/list.c\"\nint x; // # 1 \"y\"\n# 2 \"<built-in>\" 1\n# 3 \"/usr/include/x.h\" 1 3 4\n# 4 \"/p/b//\"\n";
        assert_eq!(String::from_utf8(seen).unwrap(), expected);
    }

    #[test]
    fn rubbish_stays_as_it_is() {
        for text in ["# 1 \"open", "# x \"a\"\n", "# 1 \"a\\", "#", "# 1", "# 1 \"a\\\"b\"\n", ""] {
            assert_eq!(seen_from(Path::new("/p"), Path::new("/p"), text.as_bytes()), text.as_bytes());
        }
    }

    #[test]
    fn parents_are_left_out_where_that_is_the_same_file() {
        let folder = std::env::temp_dir();
        let path = folder.join("..").join(folder.file_name().unwrap());
        assert_eq!(short(Path::new("/nowhere"), &path), folder);
        assert_eq!(short(Path::new("/p"), Path::new("/p/nowhere/../a.c")), Path::new("nowhere/../a.c"));
    }
}

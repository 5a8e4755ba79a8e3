//! Patterns of paths: `vendor/` is a folder and all below it, `*` stands for a part of a name, `**` for
//! any folders.

use std::path::{Component, Path, PathBuf};

/// A pattern, seen from the folder of the file that it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// One for each folder, the last one for a file or folder.
    parts: Vec<String>,
}

impl Pattern {
    pub fn new(folder: &Path, text: &str) -> Pattern {
        // A name alone is meant wherever it is, as in other files of this kind.
        let is_anywhere = !text.trim_end_matches('/').contains('/') && !text.ends_with('/');
        let mut parts = parts_of(&absolute(folder));
        parts.extend(is_anywhere.then(|| "**".to_owned()));
        parts.extend(parts_of(Path::new(text)));
        Pattern { parts }
    }

    /// Whether the pattern stands for this file or for a folder that it is in.
    pub fn matches(&self, file: &Path) -> bool {
        let names = parts_of(&absolute(file));
        (1..=names.len()).any(|length| matches(&self.parts, &names[..length]))
    }
}

/// Seen from the root, so that it does not matter from where a file is named.
fn absolute(path: &Path) -> PathBuf {
    let path = if path == Path::new("") { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The names of folders and the file, without what says nothing.
fn parts_of(path: &Path) -> Vec<String> {
    let names = path.components().filter(|part| *part != Component::CurDir);
    names.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
}

fn matches(parts: &[String], names: &[String]) -> bool {
    match (parts, names) {
        ([], _) => names.is_empty(),
        ([first, rest @ ..], _) if first == "**" => {
            (0..=names.len()).any(|skipped| matches(rest, &names[skipped..]))
        }
        ([first, parts @ ..], [name, names @ ..]) => {
            name_matches(first.as_bytes(), name.as_bytes()) && matches(parts, names)
        }
        (_, []) => false,
    }
}

fn name_matches(pattern: &[u8], name: &[u8]) -> bool {
    match pattern {
        [] => name.is_empty(),
        [b'*', rest @ ..] => (0..=name.len()).any(|skipped| name_matches(rest, &name[skipped..])),
        [byte, rest @ ..] => {
            name.split_first().is_some_and(|(first, name)| first == byte && name_matches(rest, name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(folder: &str, pattern: &str, file: &str) -> bool {
        Pattern::new(Path::new(folder), pattern).matches(Path::new(file))
    }

    #[test]
    fn folders_stand_for_all_below_them() {
        assert!(matches("", "vendor/", "vendor/zlib/inflate.c"));
        assert!(matches("", "vendor/zlib", "./vendor/zlib/inflate.c"));
        assert!(!matches("", "vendor/", "src/vendor/a.c"));
        assert!(matches("p", "vendor/", "p/vendor/a.c") && !matches("p", "vendor/", "vendor/a.c"));
    }

    #[test]
    fn names_alone_are_meant_anywhere() {
        assert!(matches("", "*_test.c", "src/a/list_test.c") && matches("", "*_test.c", "list_test.c"));
        assert!(!matches("", "*_test.c", "src/list_tests.c"));
        assert!(matches("", "third_party", "src/third_party/a.c"));
    }

    #[test]
    fn stars_stand_for_names_and_folders() {
        assert!(matches("", "src/**/gen.c", "src/gen.c") && matches("", "src/**/gen.c", "src/a/b/gen.c"));
        assert!(matches("", "src/*/gen.c", "src/a/gen.c") && !matches("", "src/*/gen.c", "src/a/b/gen.c"));
    }
}

//! Which files of a project are analysed, and where their headers are.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What was found below the folder of a project.
#[derive(Default)]
pub struct Found {
    /// In order.
    pub sources: Vec<PathBuf>,
    pub folders_of_headers: BTreeSet<PathBuf>,
    /// Folders with headers of what is beside the project itself; they are looked through last.
    pub folders_beside: BTreeSet<PathBuf>,
}

/// Folders that do not belong to the project itself, or that nobody would ship.
const BESIDE: &[&str] = &[
    "test", "tests", "testes", "example", "examples", "fuzz", "fuzzing", "ossfuzz", "deps", "vendor",
    "contrib", "doc", "docs", "build", "old", "cpp", "tinytest",
];

pub fn below(project: &Path, all: bool) -> Result<Found, String> {
    let mut found = Found::default();
    collect(project, all, false, &mut found)?;
    found.sources.sort();
    Ok(found)
}

fn collect(folder: &Path, all: bool, is_beside: bool, found: &mut Found) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.is_file() {
        found.sources.push(folder.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') {
                let is_beside = is_beside || !all && BESIDE.contains(&&*name);
                collect(&path, all, is_beside, found)?;
            }
        } else if name.ends_with(".c") && !is_beside {
            found.sources.push(path);
        } else if name.ends_with(".h") {
            let folders = if is_beside { &mut found.folders_beside } else { &mut found.folders_of_headers };
            folders.insert(folder.to_owned());
        }
    }
    Ok(())
}

/// At most so many of the files, from the first to the last.
pub fn spread(files: &[PathBuf], most: Option<usize>) -> Vec<&PathBuf> {
    let most = most.unwrap_or(files.len()).min(files.len());
    (0..most).map(|index| &files[index * files.len() / most]).collect()
}

/// The folder of the file first, as the compiler does.
pub fn include_flags(file: &Path, found: &Found) -> Vec<OsString> {
    let own = file.parent().map(Path::to_owned);
    let others = found.folders_of_headers.iter().chain(&found.folders_beside);
    let all = own.iter().chain(others.filter(|folder| Some(*folder) != own.as_ref()));
    all.flat_map(|folder| [OsString::from("-I"), folder.clone().into_os_string()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_files_are_spread_over_all() {
        let files: Vec<PathBuf> = (0..10).map(|number| PathBuf::from(format!("{number}.c"))).collect();
        let some: Vec<String> =
            spread(&files, Some(3)).iter().map(|path| path.display().to_string()).collect();
        assert_eq!(some, ["0.c", "3.c", "6.c"]);
        assert_eq!(spread(&files, None).len(), 10);
        assert!(spread(&[], Some(3)).is_empty());
    }

    #[test]
    fn the_folder_of_the_file_comes_first() {
        let found = Found {
            folders_of_headers: BTreeSet::from([PathBuf::from("a"), PathBuf::from("b")]),
            folders_beside: BTreeSet::from([PathBuf::from("a/deps")]),
            ..Found::default()
        };
        let flags = include_flags(Path::new("b/x.c"), &found);
        assert_eq!(flags, ["-I", "b", "-I", "a", "-I", "a/deps"]);
    }
}

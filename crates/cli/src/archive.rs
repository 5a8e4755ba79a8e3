//! Results in a file that one command writes and others read: what units of work hand on ([`crate::unit`]).
//!
//! An archive has the entries of a folder of results ([`crate::cache`]) with the same keys, in their order, so that the same
//! results are the same bytes.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
pub struct Archive {
    answers: BTreeMap<String, String>,
}

impl Archive {
    /// Reads an archive; `Err` says why it cannot be read.
    pub fn read(path: &Path) -> Result<Archive, String> {
        let text =
            std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        serde_json::from_slice(&text).map_err(|error| format!("`{}` has no results: {error}", path.display()))
    }

    /// Writes the archive, unless the file has this content: who looks at the time of change sees none then.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let bad = |error: &dyn std::fmt::Display| format!("cannot write `{}`: {error}", path.display());
        let mut text = serde_json::to_vec(self).map_err(|error| bad(&error))?;
        text.push(b'\n');
        write_if_changed(path, &text).map_err(|error| bad(&error))
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.answers.get(key).map(String::as_str)
    }

    pub fn insert(&mut self, key: String, answer: String) {
        self.answers.insert(key, answer);
    }

    pub fn extend(&mut self, other: Archive) {
        self.answers.extend(other.answers);
    }
}

/// Replaces a file as a whole, if it has another content or is not there.
pub fn write_if_changed(path: &Path, text: &[u8]) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|before| before == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}", std::process::id()));
    let unfinished = path.with_file_name(name);
    std::fs::write(&unfinished, text)?;
    std::fs::rename(&unfinished, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_read_as_they_were_written() {
        let folder = std::env::temp_dir().join(format!("besom-archive-{}", std::process::id()));
        let path = folder.join("a.results");
        assert!(Archive::read(&path).unwrap_err().contains("cannot read"));
        let mut archive = Archive::default();
        archive.insert("b".to_owned(), "{\"x\":1}".to_owned());
        archive.insert("a".to_owned(), "{}".to_owned());
        archive.write(&path).unwrap();
        let time = std::fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(Archive::read(&path), Ok(archive.clone()));
        archive.write(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), time, "nothing has changed");
        std::fs::write(&path, "{").unwrap();
        assert!(Archive::read(&path).unwrap_err().contains("has no results"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

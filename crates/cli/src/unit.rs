//! Units of work: parts of the check of a build that one command does, as a function of files alone.
//!
//! `besom plan` describes each in a file of its own. A unit reads the preprocessed texts of the build and the results of the units
//! that come before it, and writes the results of its functions or its program; the last one tells everything. All of them do what
//! the check of the whole build does, in the same order, and look up what is in the results: so it does not matter who does
//! which part, and what is not in the results is found out where it is needed.

use crate::archive::Archive;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Unit {
    pub work: Work,
    /// The results of units before it, as seen from the folder of the description.
    pub reads: Vec<PathBuf>,
    /// Where its results go, as seen from there.
    pub writes: Option<PathBuf>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// The program of this name, from its `main` on.
    Program(String),
    /// The functions of these files, for all callers; files by their numbers in the build.
    Files(Vec<usize>),
    /// Everything.
    Report,
}

impl Unit {
    /// Reads a description. Paths in it are seen from the current directory afterwards.
    pub fn read(path: &Path) -> Result<Unit, String> {
        let text =
            std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let unit: Unit = serde_json::from_slice(&text)
            .map_err(|error| format!("`{}` describes no unit of work: {error}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let reads = unit.reads.iter().map(|path| folder.join(path)).collect();
        Ok(Unit { reads, writes: unit.writes.map(|path| folder.join(path)), ..unit })
    }

    /// The results of the units before it.
    pub fn results(&self) -> Result<Archive, String> {
        let mut all = Archive::default();
        for path in &self.reads {
            all.extend(Archive::read(path)?);
        }
        Ok(all)
    }

    /// What it wrote when it was done the last time: most of it may still be true.
    pub fn results_before(&self) -> Archive {
        self.writes.as_ref().and_then(|path| Archive::read(path).ok()).unwrap_or_default()
    }
}

//! Which parts of a project are wanted: `--target`, `--file`, `--function`, `--changed-since`.

use crate::configuration::Pattern;
use clap::Args;
use source::{Diagnostic, Span};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Parts of a project")]
pub struct SelectionArguments {
    /// Only this program of the project (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub target: Vec<String>,

    /// Only functions in these files, for all callers (`src/*.c`; may be repeated)
    #[arg(long, value_name = "GLOB")]
    pub file: Vec<String>,

    /// Only functions of this name, for all callers (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,

    /// Only functions in files that git says have changed, or that include such files
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
}

/// What is wanted.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub targets: Vec<String>,
    patterns: Vec<Pattern>,
    functions: BTreeSet<String>,
    /// Absolute paths.
    changed: Option<BTreeSet<PathBuf>>,
}

impl Selection {
    pub fn new(arguments: &SelectionArguments, here: &Path) -> Result<Selection, Diagnostic> {
        let changed = match &arguments.changed_since {
            Some(revision) => {
                let changed = changed_files(revision, here);
                Some(changed.map_err(|message| Diagnostic::error("input", Span::NONE, message))?)
            }
            None => None,
        };
        Ok(Selection {
            targets: arguments.target.clone(),
            patterns: arguments.file.iter().map(|glob| Pattern::new(here, glob)).collect(),
            functions: arguments.function.iter().cloned().collect(),
            changed,
        })
    }

    /// Single functions are wanted: then they are analysed for all callers, and programs are not.
    pub fn is_of_functions(&self) -> bool {
        !self.patterns.is_empty() || !self.functions.is_empty() || self.changed.is_some()
    }

    /// Whether a function is wanted that is defined in this file. `mentions` tells which files its text was made from.
    pub fn wants(&self, function: &str, file: &Path, mentions: &dyn Fn(&Path) -> bool) -> bool {
        let is_named = self.functions.is_empty() || self.functions.contains(function);
        let is_in_file =
            self.patterns.is_empty() || self.patterns.iter().any(|pattern| pattern.matches(file));
        is_named
            && is_in_file
            && self.changed.as_ref().is_none_or(|changed| changed.iter().any(|file| mentions(file)))
    }
}

/// The files that differ between a revision and the folder, those included that git does not know.
fn changed_files(revision: &str, here: &Path) -> Result<BTreeSet<PathBuf>, String> {
    if revision.starts_with('-') {
        return Err(format!("`{revision}` is no revision"));
    }
    let top = git(here, &["rev-parse", "--show-toplevel"])?;
    let top = Path::new(top.trim_end_matches('\n'));
    let changed = git(here, &["diff", "--name-only", "-z", revision, "--"])?;
    let untracked = git(top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let names = changed.split('\0').chain(untracked.split('\0')).filter(|name| !name.is_empty());
    Ok(names.map(|name| top.join(name)).collect())
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("`git` cannot be started: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!("`git {}` failed: {}", arguments.join(" "), said.lines().next().unwrap_or_default()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_chosen_by_name_file_and_change() {
        let here = Path::new("/p");
        let arguments = SelectionArguments {
            file: vec!["src/*.c".to_owned()],
            function: vec!["f".to_owned()],
            ..SelectionArguments::default()
        };
        let mut selection = Selection::new(&arguments, here).unwrap();
        assert!(selection.is_of_functions());
        assert!(selection.wants("f", Path::new("/p/src/a.c"), &|_| false));
        assert!(!selection.wants("g", Path::new("/p/src/a.c"), &|_| false));
        assert!(!selection.wants("f", Path::new("/p/lib/a.c"), &|_| false));
        selection.changed = Some([PathBuf::from("/p/src/a.h")].into());
        assert!(!selection.wants("f", Path::new("/p/src/a.c"), &|_| false));
        assert!(selection.wants("f", Path::new("/p/src/a.c"), &|file| file == Path::new("/p/src/a.h")));
    }

    #[test]
    fn everything_is_wanted_by_default() {
        let all = Selection::default();
        assert!(!all.is_of_functions() && all.wants("f", Path::new("x.c"), &|_| false));
    }

    #[test]
    fn options_are_no_revisions() {
        assert!(changed_files("--output=x", Path::new(".")).unwrap_err().contains("no revision"));
    }
}

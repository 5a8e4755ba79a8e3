//! `besom.toml`: what a project always wants, so that nobody has to type it.
//!
//! The file is looked for in the folder of the first input and in the folders above it. Every key has
//! the name of the option that it stands for; what the command line says comes on top of it.

mod document;
mod patterns;

use crate::compiler_flags::CompilerFlags;
use document::Document;
pub use patterns::Pattern;
use source::DataModel;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of the file.
pub const FILE_NAME: &str = "besom.toml";

/// What the file of a project says. Without a file, nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Configuration {
    /// Where it was found.
    pub path: Option<PathBuf>,
    /// Flags for the preprocessor. Folders in them are seen from the folder of the file.
    pub flags: CompilerFlags,
    pub malloc_never_fails: bool,
    pub overflow: bool,
    pub at_exit: bool,
    pub limits: Limits,
    /// What functions of the project do, by name: `my_alloc = "malloc"`.
    pub models: BTreeMap<String, String>,
    /// How findings of a rule are told, by its identifier.
    pub levels: BTreeMap<String, Level>,
    exclude: Vec<Pattern>,
    /// The findings that are known already.
    pub baseline: Option<PathBuf>,
}

/// How far the analysis may go; what is not said is left to the analysis.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    pub hunt_steps: Option<u64>,
    pub proof_steps: Option<u64>,
}

/// How a finding of a rule is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not at all.
    Off,
    /// Told, and the exit status stays 0.
    Note,
    /// A warning, whatever is known; the exit status is 1.
    Warning,
    /// An error, whatever is known; the exit status is 1.
    Error,
}

impl Configuration {
    /// Reads the file that belongs to an input: the one that is named, or the nearest one above the
    /// input. No file is no configuration.
    pub fn find(named: Option<&Path>, input: &Path) -> Result<Configuration, String> {
        match named {
            Some(path) => Configuration::read(path),
            None => match nearest(input) {
                Some(path) => Configuration::read(&path),
                None => Ok(Configuration::default()),
            },
        }
    }

    fn read(path: &Path) -> Result<Configuration, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        Configuration::parse(path, &text)
    }

    /// The configuration that a text says. Messages start with its place.
    pub fn parse(path: &Path, text: &str) -> Result<Configuration, String> {
        let document = Document::parse(text).map_err(|error| error.at(path, text))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut flags = CompilerFlags::default();
        flags.extend(crate::compilation_database::with_absolute_directories(
            &folder,
            document.flags.into_iter(),
        ));
        if document.data_model.is_some() {
            flags.data_model = document.data_model;
        }
        Ok(Configuration {
            path: Some(path.to_owned()),
            flags,
            malloc_never_fails: document.malloc_never_fails,
            overflow: document.overflow,
            at_exit: document.at_exit,
            limits: document.limits,
            models: document.models,
            levels: document.levels,
            baseline: document.baseline.map(|path| folder.join(path)),
            exclude: document.exclude.iter().map(|pattern| Pattern::new(&folder, pattern)).collect(),
        })
    }

    /// The flags of the file, then those of the command line, which are thus stronger.
    pub fn with_flags(&self, flags: &CompilerFlags, option: Option<DataModel>) -> CompilerFlags {
        let mut all = self.flags.clone();
        all.flags.extend(flags.flags.iter().cloned());
        // An option of the command line is compared with the flags there, not with the file.
        all.data_model = flags.data_model.or(if option.is_some() { None } else { all.data_model });
        all
    }

    /// Whether the project does not want to hear of this file.
    pub fn excludes(&self, file: &Path) -> bool {
        self.exclude.iter().any(|pattern| pattern.matches(file))
    }

    /// How findings of a rule are told, if the file says so.
    pub fn level(&self, rule: &str) -> Option<Level> {
        self.levels.get(rule).copied()
    }
}

/// The file in the folder of the input, or in the nearest folder above it.
fn nearest(input: &Path) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let input = if input == Path::new("-") { here.clone() } else { here.join(input) };
    let mut candidates = input.ancestors().map(|folder| folder.join(FILE_NAME));
    let found = candidates.find(|candidate| candidate.is_file())?;
    // Short names make short messages.
    Some(found.strip_prefix(&here).map_or_else(|_| found.clone(), Path::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Configuration, String> {
        Configuration::parse(Path::new("project/besom.toml"), text)
    }

    #[test]
    fn keys_have_the_names_of_options() {
        let configuration = parse(
            "flags = ['-Iinclude', '-DX', '-m32']\nmalloc-never-fails = true\nexclude = ['vendor/']\n\
             [limits]\nproof-steps = 7\n[models]\nmy_alloc = 'malloc'\n[rules]\nmemory-lost = 'off'\n",
        )
        .unwrap();
        assert_eq!(configuration.flags.flags, ["-I", "project/include", "-DX"]);
        assert_eq!(configuration.flags.data_model, Some(DataModel::Ilp32));
        assert!(configuration.malloc_never_fails && !configuration.overflow);
        assert_eq!(configuration.limits, Limits { hunt_steps: None, proof_steps: Some(7) });
        assert_eq!(configuration.models["my_alloc"], "malloc");
        assert_eq!(configuration.level("memory-lost"), Some(Level::Off));
        assert!(configuration.excludes(Path::new("project/vendor/a.c")));
        assert!(!configuration.excludes(Path::new("vendor/a.c")));
    }

    #[test]
    fn the_command_line_is_stronger() {
        let configuration = parse("data-model = 'ILP32'\nflags = ['-DX=1']").unwrap();
        let flags = CompilerFlags { flags: vec!["-DX=2".into()], data_model: Some(DataModel::Lp64) };
        let all = configuration.with_flags(&flags, None);
        assert_eq!(all.flags, ["-DX=1", "-DX=2"]);
        assert_eq!(all.data_model, Some(DataModel::Lp64));
        let none = CompilerFlags::default();
        assert_eq!(configuration.with_flags(&none, None).data_model, Some(DataModel::Ilp32));
        assert_eq!(configuration.with_flags(&none, Some(DataModel::Lp64)).data_model, None);
    }

    #[test]
    fn mistakes_have_a_line_and_a_column() {
        for (text, message) in [
            ("overflow = 3\n", "project/besom.toml:1:12: invalid type: integer `3`, expected a boolean"),
            ("\nmaloc = true\n", "project/besom.toml:2:1: unknown field `maloc`"),
            ("[rules]\nx = 'off'\n", "project/besom.toml:2:1: there is no rule called `x`"),
            ("[rules]\nmemory-lost = 'of'\n", "project/besom.toml:2:15: unknown variant `of`"),
            ("a = [\n", "project/besom.toml:1:6: unclosed array"),
            ("data-model = 'LP32'\n", "project/besom.toml:1:14: unknown variant `LP32`"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}

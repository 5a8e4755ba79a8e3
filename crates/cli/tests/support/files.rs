//! Files of test programs: where they are, with which options they run, and which line a finding is on.

use clap::Parser;
use cli::arguments::{Arguments, Command, RunArguments};
use interpreter::{Fault, FaultClass};
use libtest_mimic::Failed;
use source::{Diagnostic, Severity, SourceMap, Span};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use test_kit::{Certainty, Directives, Finding, TraceStep};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All C files below a directory, in order.
pub fn c_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(directory).map(|entries| entries.flatten().collect());
    let mut entries: Vec<std::fs::DirEntry> = entries.unwrap_or_default();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for path in entries.into_iter().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(c_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    files
}

/// What `besom run` is called with for a program.
pub fn run_arguments(path: &Path, directives: &Directives) -> Result<RunArguments, Failed> {
    let mut words: Vec<OsString> = vec!["besom".into(), "run".into()];
    words.extend(directives.options.iter().map(OsString::from));
    if let Some(choices) = &directives.choices {
        words.push(format!("--choices={choices}").into());
    }
    words.push(path.into());
    words.push("--".into());
    words.extend(directives.arguments.iter().map(OsString::from));
    match Arguments::try_parse_from(words)?.command {
        Command::Run(arguments) => Ok(arguments),
        _ => Err("the options make another command".into()),
    }
}

/// Turns spans into lines of the test program.
pub struct Places<'a> {
    pub map: &'a SourceMap,
    pub file: &'a str,
}

impl Places<'_> {
    pub fn line(&self, span: Span) -> Option<u32> {
        let place = self.map.place(span)?;
        (*place.file == *self.file).then_some(place.line)
    }

    fn trace(&self, diagnostic: &Diagnostic) -> Vec<TraceStep> {
        let step =
            |label: &source::Label| TraceStep { line: self.line(label.span), text: label.text.clone() };
        diagnostic.labels.iter().map(step).collect()
    }

    pub fn finding(&self, diagnostic: &Diagnostic) -> Option<Finding> {
        let certainty = match diagnostic.severity {
            Severity::Error => Certainty::Certain,
            Severity::Warning => Certainty::Warning,
            Severity::Note => return None,
        };
        Some(Finding {
            certainty,
            id: diagnostic.id.to_owned(),
            message: diagnostic.message.clone(),
            line: self.line(diagnostic.span),
            trace: self.trace(diagnostic),
        })
    }

    pub fn fault(&self, fault: &Fault) -> Finding {
        let certainty = match fault.kind.class() {
            FaultClass::Limit => Certainty::GaveUp,
            FaultClass::Undefined | FaultClass::Leak | FaultClass::Assertion | FaultClass::OnRequest => {
                Certainty::Certain
            }
        };
        Finding {
            certainty,
            id: fault.kind.id().to_owned(),
            message: fault.message.clone(),
            line: self.line(fault.span),
            trace: self.trace(&fault.to_diagnostic()),
        }
    }
}

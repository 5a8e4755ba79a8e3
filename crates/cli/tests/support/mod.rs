//! What the tests of whole programs share: taking a C file through the tool, and through others.

pub mod compiler;

use analyzer::front_end;
use clap::Parser;
use cli::arguments::{Arguments, Command, RunArguments};
use cli::commands::run::{Plan, Watch};
use cli::compiler_flags::CompilerFlags;
use interpreter::{Fault, FaultClass, RunResult};
use libtest_mimic::Failed;
use source::{DataModel, Diagnostic, Severity, SourceMap, Span};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use test_kit::{Certainty, Directives, Finding, Observed, TraceStep};

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

/// What a program reads from its standard input: the file next to it, or its `input` directives.
pub fn standard_input(path: &Path, directives: &Directives) -> Vec<u8> {
    std::fs::read(path.with_extension("stdin")).unwrap_or_else(|_| {
        directives.input.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
    })
}

/// The flag of the data model.
fn machine_flag(data_model: DataModel) -> &'static str {
    match data_model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    }
}

/// Whether the program makes sense for the data model: it names none, or this one.
pub fn is_meant_for(directives: &Directives, data_model: DataModel) -> bool {
    let named = directives.flags.iter().find(|flag| ["-m32", "-m64"].contains(&flag.as_str()));
    named.is_none_or(|flag| flag == machine_flag(data_model))
}

/// What the tool finds in a program, and how its execution ended. There is no execution if the front end
/// refuses the program.
pub type Observation = (Observed, Option<RunResult>);

/// Takes a program through the front end and the interpreter.
pub fn observe(path: &Path, directives: &Directives, data_model: DataModel) -> Result<Observation, Failed> {
    let mut flags = CompilerFlags::default();
    let words = std::iter::once(machine_flag(data_model)).chain(directives.flags.iter().map(String::as_str));
    flags.extend(words.map(OsString::from).collect());
    let loaded = cli::input::load(path, &flags, data_model)
        .map_err(|error| format!("{}{}", error.preprocessor_messages, error.diagnostic.message))?;
    let mut map = SourceMap::new();
    let result = front_end(&mut map, &loaded.input, &|_| {});
    let places = Places { map: &map, file: &loaded.input.name };
    let mut observed = Observed::default();
    observed.findings.extend(result.diagnostics.iter().filter_map(|diagnostic| places.finding(diagnostic)));
    if result.has_errors() {
        return Ok((observed, None));
    }
    let mut plan = Plan::new(&run_arguments(path, directives)?).map_err(|error| error.message)?;
    plan.stdin = standard_input(path, directives);
    let run = plan.run(&result.module, &Watch::default())?;
    observed.findings.extend(run.recorded.iter().chain(&run.fault).map(|fault| places.fault(fault)));
    Ok((observed, Some(run)))
}

fn run_arguments(path: &Path, directives: &Directives) -> Result<RunArguments, Failed> {
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
struct Places<'a> {
    map: &'a SourceMap,
    file: &'a str,
}

impl Places<'_> {
    fn line(&self, span: Span) -> Option<u32> {
        let place = self.map.place(span)?;
        (*place.file == *self.file).then_some(place.line)
    }

    fn trace(&self, diagnostic: &Diagnostic) -> Vec<TraceStep> {
        let step =
            |label: &source::Label| TraceStep { line: self.line(label.span), text: label.text.clone() };
        diagnostic.labels.iter().map(step).collect()
    }

    fn finding(&self, diagnostic: &Diagnostic) -> Option<Finding> {
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

    fn fault(&self, fault: &Fault) -> Finding {
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

//! What the tests of whole programs share: taking a C file through the tool, and through others.

pub mod compiler;
mod files;

use analyzer::front_end;
use cli::commands::run::{Plan, Watch};
use cli::compiler_flags::CompilerFlags;
use files::{Places, run_arguments};
pub use files::{c_files, root};
use interpreter::RunResult;
use libtest_mimic::Failed;
use source::{DataModel, SourceMap};
use std::ffi::OsString;
use std::path::Path;
use test_kit::{Directives, Observed};

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

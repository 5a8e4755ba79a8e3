//! Every program under `tests/run` does the same in the interpreter as when compiled by `cc`: the same
//! output, the same exit status, for every data model that this machine can run.

#[path = "support/tools.rs"]
mod tools;

mod support;

use interpreter::{Exit, RunResult};
use libtest_mimic::{Arguments, Failed, Trial};
use source::DataModel;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Output;
use support::compiler::{self, Executable};

/// The number of the signal that `abort` raises.
const SIGNAL_OF_ABORT: i32 = 6;

fn main() {
    let arguments = Arguments::from_args();
    let folder = support::root().join("tests/run");
    let mut trials = Vec::new();
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let name = name_of(data_model);
        if let Some(reason) = compiler::obstacle(compiler::machine_flags(data_model)) {
            tools::missing(&format!("a compiler ({reason})"), &format!("compiled programs for {name}"));
            continue;
        }
        for path in support::c_files(&folder) {
            let file = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
            trials.push(Trial::test(format!("{file} {name}"), move || compare(&path, data_model)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn name_of(data_model: DataModel) -> &'static str {
    match data_model {
        DataModel::Lp64 => "LP64",
        DataModel::Ilp32 => "ILP32",
    }
}

fn compare(path: &Path, data_model: DataModel) -> Result<(), Failed> {
    let directives = test_kit::parse(&std::fs::read_to_string(path)?)?.directives;
    if !support::is_meant_for(&directives, data_model) {
        return Ok(());
    }
    let (observed, run) = support::observe(path, &directives, data_model)?;
    if let Some(finding) = observed.findings.first() {
        let line = finding.line.map(|line| format!(" in line {line}")).unwrap_or_default();
        return Err(format!("found{line}: {} [{}]", finding.message, finding.id).into());
    }
    let run = run.ok_or("the program does not run")?;
    let executable = Executable::compile(path, compiler::machine_flags(data_model))?;
    let compiled = executable.run(&[], &directives.arguments, &support::standard_input(path, &directives))?;
    agree(&run, &compiled).map_err(Failed::from)
}

fn agree(run: &RunResult, compiled: &Output) -> Result<(), String> {
    let has_same_end = match run.exit {
        Exit::Status(status) => compiled.status.code() == Some(status),
        Exit::Aborted => compiled.status.signal() == Some(SIGNAL_OF_ABORT),
        Exit::Faulted | Exit::AssumptionFailed | Exit::NotStarted => false,
    };
    if !has_same_end {
        return Err(format!("it ends with {:?} here and with {} when compiled", run.exit, compiled.status));
    }
    if run.stdout == compiled.stdout {
        return Ok(());
    }
    let here = String::from_utf8_lossy(&run.stdout);
    let there = String::from_utf8_lossy(&compiled.stdout);
    let (mut ours, mut theirs) = (here.lines(), there.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (ours.next(), theirs.next()) {
            (None, None) => return Err("the outputs differ in their line ends".to_owned()),
            (a, b) if a != b => {
                return Err(format!("line {number} of the output is {a:?} here and {b:?} when compiled"));
            }
            _ => {}
        }
    }
}

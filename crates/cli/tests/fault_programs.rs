//! Every program under `tests/faults/KIND` has one error of that kind, and the interpreter stops there.
//!
//! What other tools can see, they must see too: a program names them with `//@ seen-by:`.

#[path = "support/tools.rs"]
mod tools;

mod support;

use interpreter::{FaultClass, FaultKind};
use libtest_mimic::{Arguments, Failed, Trial};
use source::DataModel;
use std::path::Path;
use std::process::Output;
use support::compiler::{self, Executable};
use test_kit::{Directives, ExpectationKind, NoFormulas, TestProgram};

/// The exit status by which valgrind says that it found something.
const VALGRIND_STATUS: i32 = 97;

fn main() {
    let arguments = Arguments::from_args();
    let folder = support::root().join("tests/faults");
    let mut trials = vec![Trial::test("every kind has a program", {
        let folder = folder.clone();
        move || every_kind_has_a_program(&folder)
    })];
    let has_valgrind = tools::has("valgrind", "comparisons with valgrind");
    let sanitizer_obstacle = compiler::obstacle(&["-fsanitize=address,undefined"]);
    if let Some(reason) = &sanitizer_obstacle {
        tools::missing(&format!("a sanitizer that works ({reason})"), "comparisons with sanitizers");
    }
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        if let Some(reason) = compiler::obstacle(compiler::machine_flags(data_model)) {
            tools::missing(&format!("a compiler ({reason})"), &format!("wrong programs for {data_model:?}"));
            continue;
        }
        for path in support::c_files(&folder) {
            let file = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
            let name = format!("{file} {data_model:?}");
            trials.push(Trial::test(name, move || is_found(&path, data_model)));
        }
    }
    for path in support::c_files(&folder) {
        let program = std::fs::read_to_string(&path).ok().and_then(|text| test_kit::parse(&text).ok());
        for tool in program.map(|program| program.directives.seen_by).unwrap_or_default() {
            let is_there = match tool.starts_with("valgrind") {
                true => has_valgrind,
                false => sanitizer_obstacle.is_none(),
            };
            if !is_there {
                continue;
            }
            let file = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
            let path = path.clone();
            trials.push(Trial::test(format!("{file} {tool}"), move || is_seen_by(&tool, &path)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn every_kind_has_a_program(folder: &Path) -> Result<(), Failed> {
    let missing: Vec<&str> = FaultKind::ALL
        .iter()
        .map(|kind| kind.id())
        .filter(|id| support::c_files(&folder.join(id)).is_empty())
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no program has {}", missing.join(", ")).into()) }
}

/// The interpreter stops at the declared line with the declared kind, which is that of the folder.
fn is_found(path: &Path, data_model: DataModel) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let program = test_kit::parse(&text)?;
    has_the_error_of_its_folder(path, &program)?;
    if !support::is_meant_for(&program.directives, data_model) {
        return Ok(());
    }
    let (observed, _) = support::observe(path, &program.directives, data_model)?;
    let mismatches = test_kit::check(&program, &observed, &NoFormulas);
    let problems: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

fn has_the_error_of_its_folder(path: &Path, program: &TestProgram) -> Result<(), String> {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let kind = FaultKind::from_id(&folder).ok_or(format!("`{folder}` is no kind of fault"))?;
    let expected = match kind.class() {
        FaultClass::Limit => ExpectationKind::GaveUp,
        FaultClass::Undefined | FaultClass::Leak | FaultClass::Assertion | FaultClass::OnRequest => {
            ExpectationKind::Error
        }
    };
    let faults: Vec<_> =
        program.expectations.iter().filter(|expectation| expectation.kind != ExpectationKind::Note).collect();
    match &faults[..] {
        [fault] if fault.kind == expected && fault.id == kind.id() => Ok(()),
        _ => Err(format!("the program does not declare exactly one `{}[{folder}]`", expected.name())),
    }
}

/// Another tool reports an error in the compiled program.
fn is_seen_by(tool: &str, path: &Path) -> Result<(), Failed> {
    let directives = test_kit::parse(&std::fs::read_to_string(path)?)?.directives;
    let output = match tool {
        "asan" => sanitized(path, &directives, &["-fsanitize=address"])?,
        "ubsan" => {
            let flags =
                ["-fsanitize=undefined", "-fsanitize=float-cast-overflow", "-fno-sanitize-recover=all"];
            sanitized(path, &directives, &flags)?
        }
        "valgrind" => under_valgrind(path, &directives, &["--leak-check=no"])?,
        "valgrind-leak" => {
            let options = ["--leak-check=full", "--errors-for-leak-kinds=definite,indirect"];
            under_valgrind(path, &directives, &options)?
        }
        _ => return Err(format!("`{tool}` is no tool that is known here").into()),
    };
    let words = String::from_utf8_lossy(&output.stderr);
    let has_reported = match tool {
        "asan" => words.contains("AddressSanitizer"),
        "ubsan" => words.contains("runtime error:"),
        _ => output.status.code() == Some(VALGRIND_STATUS) || words.contains("Process terminating"),
    };
    if has_reported && !output.status.success() {
        return Ok(());
    }
    Err(format!("{tool} sees nothing: the program ends with {} and says\n{words}", output.status).into())
}

fn sanitized(path: &Path, directives: &Directives, flags: &[&str]) -> Result<Output, String> {
    let executable = Executable::compile(path, flags)?;
    executable.run(&[], &directives.arguments, &support::standard_input(path, directives))
}

fn under_valgrind(path: &Path, directives: &Directives, options: &[&str]) -> Result<Output, String> {
    let executable = Executable::compile(path, &[])?;
    let status = format!("--error-exitcode={VALGRIND_STATUS}");
    let tool = [&["valgrind", "-q", &status], options].concat();
    executable.run(&tool, &directives.arguments, &support::standard_input(path, directives))
}

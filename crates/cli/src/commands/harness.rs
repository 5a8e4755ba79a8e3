//! `besom harness`: a C program that calls a function in the memory of its errors and contracts.

mod c_text;

use super::check::own_functions;
use super::contracts::not_defined;
use super::repeat::quoted;
use crate::Status;
use crate::arguments::HarnessArguments;
use crate::compiler_flags::CompilerFlags;
use crate::input::{self, LoadError};
use crate::output::Output;
use crate::terminal::Terminal;
use crate::watch::stop_of;
use analyzer::{Property, Question, front_end, harness};
use c_text::Writer;
use source::{DataModel, Diagnostic, SourceMap, Span};
use std::fmt::Write as _;
use std::path::Path;

pub fn run(terminal: &Terminal, mut flags: CompilerFlags, arguments: &HarnessArguments) -> Status {
    flags.extend(arguments.compiler_flags.clone());
    match write(terminal, &flags, arguments) {
        Ok(status) => status,
        Err(error) => {
            terminal.write(&error.preprocessor_messages);
            terminal.complain(&error.diagnostic);
            Status::Bad
        }
    }
}

fn write(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &HarnessArguments,
) -> Result<Status, LoadError> {
    if arguments.file == Path::new("-") {
        let message = "a harness includes the file that it tests, so the file needs a name";
        return Err(Diagnostic::error("input", Span::NONE, message).into());
    }
    let data_model = input::data_model(flags, arguments.data_model.map(Into::into))?;
    let loaded = input::load(&arguments.file, flags, data_model)?;
    let mut map = SourceMap::new();
    let mut result = front_end(&mut map, &loaded.input, &|_| {});
    crate::models::apply(&mut result.module, &arguments.configuration.models, &arguments.models)?;
    terminal.write(&loaded.preprocessor_messages);
    terminal.report(&map, &result.diagnostics, loaded.originals_on_disk);
    let question = Question {
        allocation_may_fail: !arguments.malloc_never_fails,
        stop: stop_of(arguments.watch),
        ..Question::new(Property::NoError)
    };
    let module = &result.module;
    let harness = harness(module, &question, &arguments.function)
        .map_err(|message| Diagnostic::error("internal", Span::NONE, message))?;
    let Some(harness) = harness else {
        return Err(not_defined(module, &arguments.function, &own_functions(module, &map)).into());
    };
    let writer = Writer {
        module,
        map: &map,
        function: &arguments.function,
        file: &arguments.file.display().to_string(),
        command: &command(flags, data_model, arguments.output.as_deref()),
    };
    let written = writer.write(&harness);
    let mut output = Output::create(arguments.output.as_deref())?;
    // What goes wrong is told at the end.
    let _ = output.write_str(&written.text);
    output.finish()?;
    if let Some(file) = &arguments.output {
        terminal.write(&format!("{}: {}\n", file.display(), written.summary));
    }
    Ok(match (result.has_errors(), written.calls) {
        (true, _) | (_, 0) => Status::Bad,
        _ => Status::Success,
    })
}

/// How the harness is compiled, without its file.
fn command(flags: &CompilerFlags, data_model: DataModel, output: Option<&Path>) -> String {
    let mut words = vec!["cc".to_owned(), "-g".to_owned(), "-I".to_owned(), ".".to_owned()];
    if data_model == DataModel::Ilp32 {
        words.push("-m32".to_owned());
    }
    words.extend(flags.flags.iter().map(|flag| quoted(&flag.to_string_lossy())));
    let file = output.map_or("harness.c".to_owned(), |file| quoted(&file.display().to_string()));
    words.push(file);
    words.join(" ")
}

//! `besom ir`: the intermediate representation as text.

use crate::Status;
use crate::arguments::IrArguments;
use crate::compiler_flags::CompilerFlags;
use crate::input::{self, LoadError, Loaded};
use crate::output::Output;
use crate::terminal::Terminal;
use analyzer::{FrontEnd, Pass, Statistics, front_end};
use source::{Diagnostic, SourceMap, Span};
use std::fmt::{self, Write};

pub fn run(terminal: &Terminal, mut flags: CompilerFlags, arguments: IrArguments) -> Status {
    flags.extend(arguments.compiler_flags.clone());
    match print_files(terminal, &flags, &arguments) {
        Ok(status) => status,
        Err(diagnostic) => {
            terminal.complain(&diagnostic);
            Status::Bad
        }
    }
}

fn print_files(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &IrArguments,
) -> Result<Status, Diagnostic> {
    let data_model = input::data_model(flags, arguments.data_model.map(Into::into))?;
    let mut output = Output::create(arguments.output.as_deref())?;
    let mut statistics = Statistics::default();
    let mut status = Status::Success;
    let progress = terminal.progress(arguments.files.len());
    for path in &arguments.files {
        if output.is_closed() {
            break;
        }
        progress.set_message(format!("{}: preprocess", path.display()));
        let loaded = match input::load(path, flags, data_model) {
            Ok(loaded) => loaded,
            Err(LoadError { preprocessor_messages, diagnostic }) => {
                progress.suspend(|| {
                    terminal.write(&preprocessor_messages);
                    terminal.complain(&diagnostic);
                });
                status = Status::Bad;
                continue;
            }
        };
        let mut map = SourceMap::new();
        let on_pass = |pass: Pass| progress.set_message(format!("{}: {}", path.display(), pass.name()));
        let result = front_end(&mut map, &loaded.input, &on_pass);
        let missing = missing_functions(&result, &arguments.function, &loaded);
        progress.suspend(|| {
            terminal.write(&loaded.preprocessor_messages);
            terminal.report(&map, &result.diagnostics, loaded.originals_on_disk);
            terminal.report(&map, &missing, false);
            // A closed output is noticed at the top of the loop.
            let _ = print_module(&mut output, &map, &result, arguments, &loaded);
        });
        if result.has_errors() || !missing.is_empty() {
            status = Status::Bad;
        }
        statistics.add(&result.statistics);
        progress.inc(1);
    }
    progress.finish_and_clear();
    output.finish()?;
    if arguments.stats {
        terminal.write(&statistics_table(&statistics));
    }
    Ok(status)
}

fn missing_functions(result: &FrontEnd, wanted: &[String], loaded: &Loaded) -> Vec<Diagnostic> {
    let is_missing = |name: &&String| result.module.function_named(name).is_none();
    let complain = |name: &String| {
        let message = format!("`{}` has no function called `{name}`", loaded.input.name);
        Diagnostic::error("input", Span::NONE, message)
    };
    wanted.iter().filter(is_missing).map(complain).collect()
}

fn print_module(
    output: &mut Output,
    map: &SourceMap,
    result: &FrontEnd,
    arguments: &IrArguments,
    loaded: &Loaded,
) -> fmt::Result {
    let module = &result.module;
    if arguments.files.len() > 1 {
        writeln!(output, "; {}", loaded.input.name.replace('\n', " "))?;
    }
    if arguments.call_graph {
        return call_graph::print_text(module, &call_graph::CallGraph::new(module), output);
    }
    if arguments.exact {
        return ir::text::print(module, output);
    }
    if arguments.function.is_empty() {
        return ir::text::print_readable(module, map, output);
    }
    let printer = ir::text::Printer::readable(module, map);
    for name in &arguments.function {
        if let Some(function) = module.function_named(name) {
            printer.print_function(function, output)?;
        }
    }
    Ok(())
}

/// Times and counts for people.
pub fn statistics_table(statistics: &Statistics) -> String {
    let mut text = String::new();
    let total = statistics.times.total().as_secs_f64();
    for pass in Pass::ALL {
        let seconds = statistics.times.of(pass).as_secs_f64();
        let share = if total > 0.0 { 100.0 * seconds / total } else { 0.0 };
        let _ = writeln!(
            text,
            "{:8} {:10.3} ms {share:5.1} %  {}",
            pass.name(),
            seconds * 1e3,
            pass.description()
        );
    }
    let megabytes = statistics.bytes as f64 / 1e6;
    let speed = if total > 0.0 { megabytes / total } else { 0.0 };
    let _ = writeln!(text, "total    {:10.3} ms, {megabytes:.3} MB, {speed:.1} MB/s", total * 1e3);
    let counts = [
        ("files", statistics.files),
        ("functions", statistics.functions),
        ("declarations", statistics.declarations),
        ("globals", statistics.globals),
        ("blocks", statistics.blocks),
        ("instructions", statistics.instructions),
        ("assembly", statistics.assembly),
        ("functions with unsupported constructs", statistics.functions_with_unsupported),
    ];
    for (name, count) in counts {
        let _ = writeln!(text, "{count:8} {name}");
    }
    for (reason, count) in &statistics.unsupported {
        let _ = writeln!(text, "{count:8} unsupported: {reason}");
    }
    text
}

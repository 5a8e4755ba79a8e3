//! Checks preprocessed files and prints errors, counts and the speed.
//!
//! `cargo run --release -p besom-c-types --example check -- [--m32] [--warnings] FILES…`

use c_types::typed::{ExprKind, Program, StatementKind};
use source::{DataModel, Severity, SourceMap};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Totals {
    files: usize,
    bytes: usize,
    functions: usize,
    functions_with_errors: usize,
    errors: usize,
    /// How often each reason occurs for which something has no lowering.
    unsupported: BTreeMap<String, usize>,
    parsing: Duration,
    checking: Duration,
}

fn main() {
    let mut model = DataModel::Lp64;
    let mut shows_warnings = false;
    let mut paths = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--m32" => model = DataModel::Ilp32,
            "--warnings" => shows_warnings = true,
            _ => paths.push(argument),
        }
    }
    let worker = std::thread::Builder::new()
        .stack_size(c_syntax::limits::STACK_BYTES)
        .spawn(move || run(&paths, model, shows_warnings));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(())) => {}
        _ => std::process::exit(2),
    }
}

fn run(paths: &[String], model: DataModel, shows_warnings: bool) {
    let mut totals = Totals::default();
    for path in paths {
        match std::fs::read(path) {
            Ok(text) => check(path, text, model, shows_warnings, &mut totals),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    for (reason, count) in &totals.unsupported {
        println!("unsupported: {reason}: {count}");
    }
    let seconds = (totals.parsing + totals.checking).as_secs_f64().max(1e-9);
    let megabytes = totals.bytes as f64 / 1e6;
    println!(
        "{} files, {megabytes:.1} MB, {} functions, {} with errors, {} errors; parsing {:.2} s, checking {:.2} s, {:.1} MB/s",
        totals.files,
        totals.functions,
        totals.functions_with_errors,
        totals.errors,
        totals.parsing.as_secs_f64(),
        totals.checking.as_secs_f64(),
        megabytes / seconds,
    );
}

fn check(path: &str, text: Vec<u8>, model: DataModel, shows_warnings: bool, totals: &mut Totals) {
    let mut map = SourceMap::new();
    totals.files += 1;
    totals.bytes += text.len();
    let Ok(file) = map.add(path, text) else { return };
    let start = Instant::now();
    let parsed = c_syntax::parse(map.text(file), map.start(file));
    totals.parsing += start.elapsed();
    let start = Instant::now();
    let checked = c_types::check(parsed.unit, model);
    totals.checking += start.elapsed();
    let functions = checked.program.functions.as_slice();
    totals.functions += functions.iter().filter(|function| function.body.is_some()).count();
    totals.functions_with_errors += functions.iter().filter(|function| function.has_errors).count();
    count_unsupported(&checked.program, totals);
    for diagnostic in parsed.diagnostics.iter().chain(&checked.diagnostics) {
        let is_error = diagnostic.severity == Severity::Error;
        totals.errors += usize::from(is_error);
        if is_error || shows_warnings {
            let place = map.place(diagnostic.span).map_or_else(String::new, |place| place.to_string());
            let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
            println!("{path}: {place}: [{}] {}{help}", diagnostic.id, diagnostic.message);
        }
    }
}

fn count_unsupported(program: &Program, totals: &mut Totals) {
    let exprs = program.exprs.as_slice().iter().filter_map(|expr| match &expr.kind {
        ExprKind::Unsupported(reason) => Some(reason),
        _ => None,
    });
    let statements = program.statements.as_slice().iter().filter_map(|statement| match &statement.kind {
        StatementKind::Unsupported(reason) => Some(reason),
        _ => None,
    });
    for reason in exprs.chain(statements) {
        *totals.unsupported.entry(reason.clone()).or_default() += 1;
    }
}

//! `cargo xtask check-contracts`: the contracts of open code against executions.
//!
//! For every contract of every function of the files, memories that satisfy the precondition are built,
//! with up to four nodes in lists. The interpreter calls the function on them; it must make no error
//! and leave behind what the contract says.
//!
//! The other way round, small memories are enumerated and the function is called in each of them. Its
//! contracts are complete when every memory in which it makes no error satisfies a precondition.
//!
//! All of these calls are compared with the contracts as they are printed, too, whose text is read back.

use analyzer::{Completeness, Coverage, Execution, Printed, execute_printed};
use clap::Args;
use cli::compiler_flags::CompilerFlags;
use source::Severity;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Arguments {
    /// C files
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Assume that allocations never fail
    #[arg(long)]
    malloc_never_fails: bool,

    /// How many memories are tried for each function to measure completeness; 0 leaves it out
    #[arg(long, default_value_t = 20_000)]
    memories: usize,

    /// How many memories are printed for each function that its contracts do not describe
    #[arg(long, default_value_t = 1)]
    undescribed: usize,

    /// Only these functions
    #[arg(long = "function")]
    functions: Vec<String>,

    /// Flags for the preprocessor
    #[arg(last = true)]
    flags: Vec<OsString>,
}

/// What came of one function.
struct Measured {
    name: String,
    contracts: usize,
    certain: Vec<String>,
    execution: Execution,
    completeness: Option<Completeness>,
    printed: Printed,
    time: Duration,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let (mut total, mut printed) = (Execution::default(), Printed::default());
    let mut time = Duration::ZERO;
    let (mut functions, mut contracts, mut findings) = (0, 0, 0);
    let mut reached = [0; 3];
    for path in &arguments.files {
        println!("{}", path.display());
        for measured in measure(arguments, path)? {
            functions += 1;
            contracts += measured.contracts;
            findings += measured.certain.len();
            time += measured.time;
            print_function(&measured, arguments.undescribed);
            if let Some(completeness) = &measured.completeness {
                reached[completeness.coverage() as usize] += 1;
            }
            total.add(measured.execution);
            printed.add(measured.printed);
        }
    }
    for wrong in &total.wrong {
        eprintln!("{wrong}\n");
    }
    for wrong in &printed.wrong {
        eprintln!("as it is printed: {wrong}\n");
    }
    let [complete, partial, none] = reached;
    println!(
        "{functions} functions: {complete} complete, {partial} partial, {none} none; {findings} certain errors; \
         {} ms; {contracts} contracts, {} of them without a memory; {} calls, {} undecided, {} wrong; \
         {} calls in memories that printed contracts describe, {} wrong",
        time.as_millis(),
        total.without_memory,
        total.calls,
        total.undecided,
        total.wrong.len(),
        printed.calls,
        printed.wrong.len()
    );
    match total.wrong.len() + printed.wrong.len() {
        0 => Ok(()),
        count => Err(format!("{count} executions contradict a contract")),
    }
}

fn measure(arguments: &Arguments, path: &Path) -> Result<Vec<Measured>, String> {
    let mut flags = CompilerFlags::default();
    flags.extend(arguments.flags.clone());
    let data_model = cli::input::data_model(&flags, None).map_err(|error| error.message)?;
    let loaded = cli::input::load(path, &flags, data_model).map_err(|error| error.diagnostic.message)?;
    let mut map = source::SourceMap::new();
    let front_end = analyzer::front_end(&mut map, &loaded.input, &|_| {});
    if let Some(error) =
        front_end.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
    {
        println!("  {}", error.message);
    }
    let module = &front_end.module;
    let question = analyzer::Question {
        allocation_may_fail: !arguments.malloc_never_fails,
        ..analyzer::Question::new(analyzer::Property::NoError)
    };
    let mut names = cli::commands::check::own_functions(module, &map);
    if !arguments.functions.is_empty() {
        names.retain(|name| arguments.functions.contains(name));
    }
    analyzer::on_large_stack(|| {
        let mut results = Vec::new();
        let mut start = Instant::now();
        for mut open in analyzer::open_functions(module, &question, &names) {
            let time = start.elapsed();
            let certain = open.certain.iter().map(|error| {
                let finding = &error.finding;
                let line = map.place(finding.fault.span).map_or(0, |place| place.line);
                format!("line {line}: {} [{}]", finding.fault.message, finding.fault.kind.id())
            });
            let certain = certain.collect();
            let (execution, completeness, printed) = execute_printed(&mut open, arguments.memories);
            let name = module.functions[open.function].name.clone();
            let contracts = open.contracts.len();
            results.push(Measured { name, contracts, certain, execution, completeness, printed, time });
            start = Instant::now();
        }
        results
    })
}

fn print_function(measured: &Measured, undescribed: usize) {
    let mut text = format!("  {:24} {:2} contracts", measured.name, measured.contracts);
    if let Some(completeness) = &measured.completeness {
        let coverage = match completeness.coverage() {
            Coverage::Complete => "complete",
            Coverage::Partial => "partial",
            Coverage::Nothing => "none",
        };
        text.push_str(&format!(
            ", {coverage:8} {} of {} good memories, {} tried",
            completeness.covered, completeness.good, completeness.tried
        ));
        if completeness.is_cut_short {
            text.push_str(" (more are possible)");
        }
        if completeness.undecided > 0 {
            text.push_str(&format!(", {} undecided", completeness.undecided));
        }
    }
    println!("{text}, {} ms", measured.time.as_millis());
    for certain in &measured.certain {
        println!("      error: {certain}");
    }
    let uncovered = measured.completeness.iter().flat_map(|measured| &measured.uncovered);
    for memory in uncovered.take(undescribed) {
        println!("      not described: {memory}");
    }
}

//! `cargo xtask survey DIR…`: what the analysis of open code tells of real projects, and what is in its way.
//!
//! Every C file is analysed by itself, each of its functions for all callers. Headers are looked for in all folders of
//! the project that have some; a file that cannot be preprocessed this way says nothing about the analysis.
//! Flags and models come from the `besom.toml` of a project, as in `besom check`.

mod causes;
pub mod files;
mod table;

use analyzer::{Notation, Property, Question, Workers, contracts_by, front_end, on_large_stack};
use causes::Obstacles;
use clap::Args;
use cli::commands::check::own_functions;
use cli::compiler_flags::CompilerFlags;
use cli::configuration::Configuration;
use source::{DataModel, SourceMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Arguments {
    /// Folders of projects; each is a row of the table
    #[arg(required = true, value_name = "DIR")]
    projects: Vec<PathBuf>,

    /// Take at most so many files of each project, spread over all of them
    #[arg(long, value_name = "N")]
    files: Option<usize>,

    /// For how long a processor may work on one function, like `500ms` or `2s`
    #[arg(long, value_name = "TIME", value_parser = cli::watch::parse_time)]
    function_limit: Option<Duration>,

    /// Look into folders of tests, examples and copies of other projects, too
    #[arg(long)]
    all: bool,

    /// Print a line for every function
    #[arg(long)]
    verbose: bool,

    /// Assume that allocations never fail
    #[arg(long)]
    malloc_never_fails: bool,

    /// Flags for the preprocessor
    #[arg(last = true)]
    flags: Vec<OsString>,
}

/// What became of the files of one project.
#[derive(Default)]
struct Row {
    name: String,
    files: usize,
    lines: usize,
    /// Files that the preprocessor does not take.
    not_preprocessed: usize,
    /// Files in which the front end found errors.
    refused: usize,
    functions: usize,
    with_contract: usize,
    /// Those with a contract and no open question.
    without_question: usize,
    /// Those of them of which all cases were looked at.
    settled: usize,
    /// Functions for which the time of their file did not suffice.
    left_out: usize,
    certain: usize,
    /// Functions that took longer than [`SLOW`].
    slow: usize,
    time: Duration,
    obstacles: Obstacles,
}

/// A function that takes longer is called slow.
const SLOW: Duration = Duration::from_millis(100);

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let mut total = Row { name: "total".to_owned(), ..Row::default() };
    let mut rows = Vec::new();
    for project in &arguments.projects {
        let row = on_large_stack(|| survey(project, arguments))??;
        eprintln!("{}: {} functions in {:.1} s", row.name, row.functions, row.time.as_secs_f64());
        total.add(&row);
        rows.push(row);
    }
    if rows.len() > 1 {
        rows.push(total);
    }
    print!("{}", table::text(&rows));
    Ok(())
}

fn survey(project: &Path, arguments: &Arguments) -> Result<Row, String> {
    let name = project.file_name().unwrap_or(project.as_os_str()).to_string_lossy().into_owned();
    let mut row = Row { name, ..Row::default() };
    let found = files::below(project, arguments.all)?;
    for path in files::spread(&found.sources, arguments.files) {
        let configuration = Configuration::find(None, path)?;
        let mut flags = CompilerFlags::default();
        flags.extend(files::include_flags(path, &found));
        flags.extend(arguments.flags.clone());
        let flags = configuration.with_flags(&flags, None);
        survey_file(path, &flags, &configuration, arguments, &mut row);
    }
    Ok(row)
}

fn survey_file(
    path: &Path,
    flags: &CompilerFlags,
    configuration: &Configuration,
    arguments: &Arguments,
    row: &mut Row,
) {
    row.files += 1;
    let Ok(loaded) = cli::input::load(path, flags, DataModel::Lp64) else {
        row.not_preprocessed += 1;
        if arguments.verbose {
            eprintln!("{}: not preprocessed", path.display());
        }
        return;
    };
    row.lines += std::fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count());
    let mut map = SourceMap::new();
    let mut result = front_end(&mut map, &loaded.input, &|_| {});
    if result.has_errors() {
        row.refused += 1;
        if arguments.verbose {
            eprintln!("{}: refused", path.display());
        }
    }
    let models = &configuration.models;
    if let Err(mistake) = cli::models::apply(&mut result.module, models, &[]) {
        eprintln!("{}: {}", path.display(), mistake.message);
    }
    let mut own = own_functions(&result.module, &map);
    own.retain(|name| !cli::models::has_model(name, models, &[]));
    let question =
        Question { allocation_may_fail: !arguments.malloc_never_fails, ..Question::new(Property::NoError) };
    let workers = Workers { function_limit: arguments.function_limit, ..Workers::default() };
    let Ok(functions) = contracts_by(&workers, &result.module, &question, &own, Notation::Readable) else {
        row.functions += own.len();
        row.left_out += own.len();
        return;
    };
    for function in functions {
        row.functions += 1;
        row.time += function.time;
        row.slow += usize::from(function.time > SLOW);
        row.certain += function.certain.len();
        let has_contract = !function.contracts.is_empty();
        let is_without_question = has_contract && function.open.is_empty();
        let is_settled = is_without_question && !function.is_cut_short;
        row.with_contract += usize::from(has_contract);
        row.without_question += usize::from(is_without_question);
        row.settled += usize::from(is_settled);
        row.obstacles.note(has_contract, function.open.iter().map(|open| open.reason.as_str()));
        if arguments.verbose {
            let place = |span| map.place(span).map(|place| format!("{place}: ")).unwrap_or_default();
            println!(
                "{}: {}: {} contracts, {} open questions, {} errors, {} conditions, {} steps, {} ms{}",
                path.display(),
                function.name,
                function.contracts.len(),
                function.open.len(),
                function.certain.len(),
                function.conditional.len(),
                function.steps,
                function.time.as_millis(),
                if function.is_cut_short { ", cut short" } else { "" },
            );
            for open in &function.open {
                println!("    open: {}{}", place(open.span), open.reason);
            }
        }
    }
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.files += other.files;
        self.lines += other.lines;
        self.not_preprocessed += other.not_preprocessed;
        self.refused += other.refused;
        self.functions += other.functions;
        self.with_contract += other.with_contract;
        self.without_question += other.without_question;
        self.settled += other.settled;
        self.left_out += other.left_out;
        self.certain += other.certain;
        self.slow += other.slow;
        self.time += other.time;
        self.obstacles.add(&other.obstacles);
    }
}

//! `cargo xtask coverage`: how much real code the front end takes.

mod tasks;

use analyzer::{Input, Statistics, front_end};
use clap::Args;
use cli::arguments::DataModelChoice;
use cli::compiler_flags::CompilerFlags;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use source::{DataModel, Severity, SourceMap};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tasks::{Task, files_of};

#[derive(Args)]
pub struct Arguments {
    /// Directories, files, or `.set` files of an sv-benchmarks checkout; each is a row of the table.
    /// `NAME=PATH,PATH…` joins several into one row
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<String>,

    /// Sizes of types
    #[arg(long, value_enum, default_value = "LP64")]
    pub data_model: DataModelChoice,

    /// Take at most so many files of each row
    #[arg(long)]
    limit: Option<usize>,

    /// How many threads to use
    #[arg(short, long, default_value_t = 1)]
    jobs: usize,

    /// Print every message, not only counts
    #[arg(long)]
    verbose: bool,

    /// Where a `.i` and a `.c` file have the same name, take the `.i` file only
    #[arg(long)]
    pub prefer_preprocessed: bool,

    /// Flags for the preprocessor
    #[arg(last = true)]
    flags: Vec<OsString>,
}

/// What became of the files of one row.
#[derive(Default)]
struct Row {
    name: String,
    statistics: Statistics,
    files: usize,
    lines: usize,
    files_failed: usize,
    /// Files with errors that the system's compiler refuses, too.
    refused_by_cc: usize,
    /// Files that the preprocessor does not take; they say nothing about us.
    not_preprocessed: usize,
    /// How often each kind of message appeared, with the first place.
    failures: BTreeMap<String, (usize, String)>,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let mut flags = CompilerFlags::default();
    flags.extend(arguments.flags.clone());
    let mut total = Row { name: "total".to_owned(), ..Row::default() };
    let mut rows = Vec::new();
    for path in &arguments.paths {
        let (name, mut files) = files_of(path, arguments)?;
        files.truncate(arguments.limit.unwrap_or(usize::MAX));
        let row = cover(name, &files, arguments, &flags);
        total.add(&row);
        rows.push(row);
    }
    if rows.len() > 1 {
        rows.push(total);
    }
    print_table(&rows);
    match rows.iter().any(|row| row.files_failed > 0) {
        true => Err("some files failed".to_owned()),
        false => Ok(()),
    }
}

fn cover(name: String, files: &[Task], arguments: &Arguments, flags: &CompilerFlags) -> Row {
    let bar = ProgressBar::with_draw_target(Some(files.len() as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(name.clone());
    let row = Mutex::new(Row { name, ..Row::default() });
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let one = cover_file(file, arguments, flags);
                    // A poisoned lock means that another thread panicked; its panic is reported.
                    let Ok(mut row) = row.lock() else { return };
                    row.add(&one);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    row.into_inner().unwrap_or_default()
}

fn cover_file(task: &Task, arguments: &Arguments, flags: &CompilerFlags) -> Row {
    let mut row = Row { files: 1, ..Row::default() };
    let Task { path, data_model } = task;
    let loaded = match cli::input::load(path, flags, *data_model) {
        Ok(loaded) => loaded,
        Err(error) => {
            row.not_preprocessed = 1;
            if arguments.verbose {
                eprintln!("{}: {}", path.display(), error.diagnostic.message);
            }
            return row;
        }
    };
    row.lines = std::fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count());
    let mut map = SourceMap::new();
    let input: &Input = &loaded.input;
    let start = Instant::now();
    let result = front_end(&mut map, input, &|_| {});
    let seconds = start.elapsed().as_secs_f64();
    if seconds > 10.0 {
        eprintln!("{}: {seconds:.1} s", path.display());
    }
    if result.has_errors() && !compiles(&input.text, *data_model) {
        row.refused_by_cc = 1;
        return row;
    }
    row.files_failed = usize::from(result.has_errors());
    for diagnostic in &result.diagnostics {
        if diagnostic.severity != Severity::Error {
            continue;
        }
        let place = map.place(diagnostic.span).map_or_else(String::new, |place| place.to_string());
        let example = format!("{} ({place})", path.display());
        if arguments.verbose {
            eprintln!("{example}: {} [{}]", diagnostic.message, diagnostic.id);
        }
        let reason = format!("{}: {}", diagnostic.id, without_names(&diagnostic.message));
        row.failures.entry(reason).or_insert((0, example)).0 += 1;
    }
    if arguments.verbose {
        for (reason, count) in &result.statistics.unsupported {
            eprintln!("{}: unsupported: {reason} ({count} times)", path.display());
        }
    }
    row.statistics = result.statistics;
    row
}

/// Whether the system's compiler accepts a preprocessed text.
fn compiles(text: &[u8], data_model: DataModel) -> bool {
    let machine = if data_model == DataModel::Ilp32 { "-m32" } else { "-m64" };
    let mut command = Command::new("cc");
    command.args(["-fsyntax-only", "-w", machine, "-x", "cpp-output", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without a compiler nothing is excused.
    let Ok(mut child) = command.spawn() else { return true };
    if let Some(mut stdin) = child.stdin.take() {
        // The compiler may stop reading at the first error.
        let _ = stdin.write_all(text);
    }
    child.wait().is_ok_and(|status| status.success())
}

/// The message with quoted names left out, so that equal reasons are counted together.
fn without_names(message: &str) -> String {
    let parts = message.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 0 { part } else { "…" }).collect()
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.files += other.files;
        self.lines += other.lines;
        self.files_failed += other.files_failed;
        self.refused_by_cc += other.refused_by_cc;
        self.not_preprocessed += other.not_preprocessed;
        self.statistics.add(&other.statistics);
        for (reason, (count, example)) in &other.failures {
            self.failures.entry(reason.clone()).or_insert((0, example.clone())).0 += count;
        }
    }
}

fn print_table(rows: &[Row]) {
    println!(
        "| set | files | lines | MB | functions | files with errors | functions with unsupported | asm | MB/s | refused by cc too | not preprocessed |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for row in rows {
        let statistics = &row.statistics;
        let megabytes = statistics.bytes as f64 / 1e6;
        let seconds = statistics.times.total().as_secs_f64();
        let speed = if seconds > 0.0 { megabytes / seconds } else { 0.0 };
        println!(
            "| {} | {} | {} | {megabytes:.1} | {} | {} | {} | {} | {speed:.1} | {} | {} |",
            row.name,
            row.files,
            row.lines,
            statistics.functions,
            row.files_failed,
            statistics.functions_with_unsupported,
            statistics.assembly,
            row.refused_by_cc,
            row.not_preprocessed
        );
    }
    for row in rows.iter().filter(|row| rows.len() == 1 || row.name != "total") {
        for (reason, (count, example)) in &row.failures {
            println!("{}: {count} × {reason}, first in {example}", row.name);
        }
        for (reason, count) in &row.statistics.unsupported {
            println!("{}: {count} × unsupported: {reason}", row.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_separate_reasons() {
        assert_eq!(without_names("`x` is not a `struct`"), "… is not a …");
        assert_eq!(without_names("no names"), "no names");
    }
}

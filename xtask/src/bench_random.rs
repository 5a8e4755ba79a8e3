//! `cargo xtask bench-random`: how long answers take, over many random programs.
//!
//! Each program of `check-soundness` is asked about as `besom check` does, with the steps of a user, and has to end by itself:
//! what needs more than the limit, by more than a tenth, fails. A processor's time is counted, not that of the wall, so that
//! other work on the machine does not decide.

use analyzer::{Input, Property, Question, front_end, on_large_stack};
use clap::Args;
use interprocedural::{Verdict, check};
use random_programs::{HeapProgram, Random};
use source::{DataModel, SourceMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use symbolic_execution::stop::now;

#[derive(Args)]
pub struct Arguments {
    /// How many programs are asked about
    #[arg(long, default_value_t = 5000)]
    programs: usize,

    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// For how long a processor may work on one program, like `500ms` or `20s`
    #[arg(long, value_name = "TIME", value_parser = cli::watch::parse_time, default_value = "10s")]
    limit: Duration,

    /// How many programs are asked about at the same time; as many as there are processors if not given
    #[arg(short, long)]
    jobs: Option<usize>,
}

/// What was said of one program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Proved,
    Found,
    Unknown,
    /// Unknown, because the limit was reached.
    Stopped,
}

struct Row {
    number: usize,
    said: Said,
    time: Duration,
    steps: u64,
}

/// Which shares of the programs take no longer than what is printed.
const SHARES: [(&str, usize); 6] =
    [("half", 500), ("90 %", 900), ("99 %", 990), ("99.5 %", 995), ("99.9 %", 999), ("all", 1000)];

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let jobs = arguments.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.programs {
                        break;
                    }
                    let row = ask(arguments, number);
                    if let Ok(mut rows) = rows.lock() {
                        rows.push(row);
                    }
                }
            });
        }
    });
    let rows = rows.into_inner().unwrap_or_default();
    let mut rows = rows.into_iter().collect::<Result<Vec<Row>, String>>()?;
    if rows.is_empty() {
        return Err("there are no programs".to_owned());
    }
    rows.sort_by_key(|row| (row.time, row.number));
    print(&rows);
    let allowed = arguments.limit + arguments.limit / 10;
    let late: Vec<&Row> = rows.iter().filter(|row| row.time > allowed).collect();
    match late[..] {
        [] => Ok(()),
        [..] => Err(format!(
            "{} programs took longer than their limit by more than a tenth: {}",
            late.len(),
            late.iter().map(|row| row.number.to_string()).collect::<Vec<_>>().join(", ")
        )),
    }
}

/// Asks about one program.
fn ask(arguments: &Arguments, number: usize) -> Result<Row, String> {
    let mut random = Random::new(arguments.seed.wrapping_mul(0x9e37_79b9).wrapping_add(number as u64));
    let allocation_may_fail = random.chance(20);
    let data_model = if random.chance(50) { DataModel::Lp64 } else { DataModel::Ilp32 };
    let program = HeapProgram::generate(random.next_u64(), allocation_may_fail);
    let input = Input { name: "program.c".to_owned(), text: program.text().as_bytes().into(), data_model };
    let result = front_end(&mut SourceMap::new(), &input, &|_| {});
    // A mistake was made in some programs, which then may be no C.
    if result.has_errors() {
        return Ok(Row { number, said: Said::Unknown, time: Duration::ZERO, steps: 0 });
    }
    let question = Question { allocation_may_fail, ..Question::new(Property::NoError) };
    on_large_stack(|| {
        let start = now();
        let mut request = question.request();
        request.options.stop = request.options.stop.with_limit(Some(arguments.limit));
        let answer = check(&result.module, &request);
        let said = match answer.verdict {
            Verdict::Proved => Said::Proved,
            Verdict::Certain(_) => Said::Found,
            Verdict::Unknown { .. } if request.options.stop.reason().is_some() => Said::Stopped,
            Verdict::Unknown { .. } | Verdict::NotStarted(_) => Said::Unknown,
            Verdict::Contradiction(_) => {
                return Err(format!("program {number}: proved, and certain at the same time"));
            }
        };
        Ok(Row { number, said, time: now() - start, steps: answer.effort.steps })
    })?
}

/// The table, and the programs that took longest.
fn print(rows: &[Row]) {
    println!("| answer | programs | {} |", SHARES.map(|(name, _)| format!("{name} within ms")).join(" | "));
    println!("|---|---:|{}", "---:|".repeat(SHARES.len()));
    let is_any = |_: &Row| true;
    print_row("all", rows, is_any);
    for (name, said) in [
        ("proved", Said::Proved),
        ("found", Said::Found),
        ("unknown", Said::Unknown),
        ("stopped by the limit", Said::Stopped),
    ] {
        print_row(name, rows, |row| row.said == said);
    }
    let longest: Vec<String> = rows
        .iter()
        .rev()
        .take(5)
        .map(|row| format!("{} ({} ms, {} steps)", row.number, row.time.as_millis(), row.steps))
        .collect();
    println!("longest: {}", longest.join(", "));
}

fn print_row(name: &str, rows: &[Row], is_meant: impl Fn(&Row) -> bool) {
    let times: Vec<Duration> = rows.iter().filter(|row| is_meant(row)).map(|row| row.time).collect();
    if times.is_empty() {
        return;
    }
    let within = |permille: usize| times[(times.len() * permille).div_ceil(1000).max(1) - 1].as_millis();
    let cells: Vec<String> = SHARES.iter().map(|&(_, permille)| within(permille).to_string()).collect();
    println!("| {name} | {} | {} |", times.len(), cells.join(" | "));
}

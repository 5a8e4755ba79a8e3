//! `cargo xtask fuzz`: the front end must survive every input.
//!
//! Input number `n` of a run with seed `s` is always the same text, so a failure can be repeated.
//! An input is a seed from `tests/fuzz-seeds` or a generated snippet, with a few mutations. It fails
//! if a pass panics, if the IR breaks its own rules or does not print and parse back, or if it
//! takes too long. With `--run`, accepted programs are also executed for a few thousand steps.

mod grammar;
mod mutate;
mod random;

use analyzer::{Input, front_end_here};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use interpreter::Options;
use random::Random;
use source::{DataModel, SourceMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Arguments {
    /// How many inputs to try
    #[arg(long, default_value_t = 1_000_000)]
    inputs: u64,

    /// Which sequence of inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The number of the first input; with `--inputs 1`, a failure is repeated
    #[arg(long, default_value_t = 0)]
    first: u64,

    /// How many threads to use
    #[arg(short, long, default_value_t = 2)]
    jobs: usize,

    /// Also execute the programs that the front end accepts
    #[arg(long)]
    run: bool,

    /// Print every input before it is tried
    #[arg(long)]
    print: bool,
}

/// An input that takes longer than this hangs. Ordinary ones take a fraction of a millisecond.
const LONGEST_TIME: Duration = Duration::from_secs(20);

struct Failure {
    number: u64,
    what: String,
    input: Vec<u8>,
}

#[derive(Default)]
struct Shared {
    next: AtomicU64,
    accepted: AtomicU64,
    /// The panics' places, most recent last; the hook fills it.
    failures: Mutex<Vec<Failure>>,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let seeds = seeds()?;
    if !arguments.print {
        // Panics are reported with their input.
        std::panic::set_hook(Box::new(|_| {}));
    }
    let shared = Shared::default();
    let current: Vec<Mutex<Option<(u64, Instant)>>> =
        (0..arguments.jobs.max(1)).map(|_| Mutex::new(None)).collect();
    let start = Instant::now();
    let bar = ProgressBar::with_draw_target(Some(arguments.inputs), ProgressDrawTarget::stderr_with_hz(2));
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} inputs, {per_sec} {eta}") {
        bar.set_style(style);
    }
    std::thread::scope(|scope| -> Result<(), String> {
        let mut threads = Vec::new();
        for slot in &current {
            let (shared, seeds, bar) = (&shared, &seeds, &bar);
            let builder = std::thread::Builder::new().stack_size(512 << 20);
            let work = move || worker(arguments, seeds, shared, slot, bar);
            threads.push(builder.spawn_scoped(scope, work).map_err(|error| error.to_string())?);
        }
        while threads.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(100));
            for slot in &current {
                if let Some((number, began)) = slot.lock().ok().and_then(|slot| *slot)
                    && began.elapsed() > LONGEST_TIME
                {
                    hang(arguments, &seeds, number);
                }
            }
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let accepted = shared.accepted.load(Ordering::Relaxed);
    println!(
        "{} inputs with seed {} in {seconds:.0} s ({:.0} per second), {accepted} accepted without error",
        arguments.inputs,
        arguments.seed,
        arguments.inputs as f64 / seconds
    );
    let failures = shared.failures.into_inner().unwrap_or_default();
    for failure in failures.iter().take(40) {
        print_failure(arguments, failure);
    }
    match failures.len() {
        0 => Ok(()),
        count => Err(format!("{count} inputs failed")),
    }
}

/// The seeds that are in the repository, in order.
fn seeds() -> Result<Vec<Vec<u8>>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz-seeds");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(&folder).map_err(failed)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).map_err(failed)).collect()
}

/// The input with this number.
fn input(arguments: &Arguments, seeds: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut random = Random::new(arguments.seed.wrapping_mul(0xa076_1d64_78bd_642f) ^ number);
    let mut text = match seeds.is_empty() || random.one_in(2) {
        true => grammar::generate(&mut random),
        false => seeds[random.below(seeds.len())].clone(),
    };
    let other = match seeds.is_empty() {
        true => Vec::new(),
        false => seeds[random.below(seeds.len())].clone(),
    };
    for _ in 0..random.below(6) {
        mutate::mutate(&mut text, &other, &mut random);
    }
    text
}

fn worker(
    arguments: &Arguments,
    seeds: &[Vec<u8>],
    shared: &Shared,
    slot: &Mutex<Option<(u64, Instant)>>,
    bar: &ProgressBar,
) {
    let show = |value| {
        if let Ok(mut slot) = slot.lock() {
            *slot = value;
        }
    };
    loop {
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        if index >= arguments.inputs {
            return show(None);
        }
        let number = arguments.first + index;
        let text = input(arguments, seeds, number);
        show(Some((number, Instant::now())));
        if arguments.print {
            println!("--- input {number}\n{}", String::from_utf8_lossy(&text));
        }
        match try_input(&text, number, arguments.run) {
            Ok(accepted) => {
                shared.accepted.fetch_add(u64::from(accepted), Ordering::Relaxed);
            }
            Err(what) => {
                let input = reduce(text, &what, number, arguments.run);
                if let Ok(mut failures) = shared.failures.lock() {
                    failures.push(Failure { number, what, input });
                }
            }
        }
        if index.is_multiple_of(1024) {
            bar.set_position(index);
        }
    }
}

/// Whether the input was accepted without an error; or what is wrong with us.
fn try_input(text: &[u8], number: u64, run: bool) -> Result<bool, String> {
    let data_model = if number.is_multiple_of(2) { DataModel::Lp64 } else { DataModel::Ilp32 };
    catch_unwind(AssertUnwindSafe(|| check_input(text, data_model, number, run))).unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = message.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(format!("panic: {message}"))
    })
}

fn check_input(text: &[u8], data_model: DataModel, number: u64, run: bool) -> Result<bool, String> {
    let mut map = SourceMap::new();
    let input = Input { name: "fuzz.i".to_owned(), text: text.into(), data_model };
    let result = front_end_here(&mut map, &input);
    if let Some(defect) = result.diagnostics.iter().find(|diagnostic| diagnostic.id == "internal") {
        return Err(defect.message.clone());
    }
    let length = text.len() as u32;
    if let Some(lost) = result.diagnostics.iter().find(|diagnostic| diagnostic.span.end > length + 2) {
        return Err(format!("a message lies outside the text: {}", lost.message));
    }
    if number.is_multiple_of(16) {
        let printed = result.module.to_string();
        match ir::text::parse(&printed) {
            Ok(parsed) if parsed == result.module => {}
            Ok(_) => return Err("the printed module parses to another one".to_owned()),
            Err(error) => return Err(format!("the printed module does not parse: {error}")),
        }
        let graph = call_graph::CallGraph::new(&result.module);
        let mut text = String::new();
        let _ = call_graph::print_text(&result.module, &graph, &mut text);
    }
    if run && !result.has_errors() {
        let mut options = Options::default();
        options.limits.steps = 5_000;
        options.limits.memory_bytes = 1 << 22;
        interpreter::run_main(&result.module, options);
    }
    Ok(!result.has_errors())
}

/// Makes a failing input smaller as long as it fails in the same way.
fn reduce(mut text: Vec<u8>, what: &str, number: u64, run: bool) -> Vec<u8> {
    let fails = |text: &[u8]| try_input(text, number, run).is_err_and(|other| other == what);
    let mut size = text.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start < text.len() {
            let end = (start + size).min(text.len());
            let shorter = [&text[..start], &text[end..]].concat();
            if fails(&shorter) {
                text = shorter;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
    text
}

fn print_failure(arguments: &Arguments, failure: &Failure) {
    let run = if arguments.run { " --run" } else { "" };
    println!("\n{}", failure.what);
    println!(
        "repeat with: cargo xtask fuzz --print --seed {} --first {} --inputs 1{run}",
        arguments.seed, failure.number
    );
    println!("reduced input: {:?}", String::from_utf8_lossy(&failure.input));
}

/// A thread that hangs cannot be stopped, so the whole run ends.
fn hang(arguments: &Arguments, seeds: &[Vec<u8>], number: u64) -> ! {
    let input = input(arguments, seeds, number);
    print_failure(arguments, &Failure { number, what: format!("no end after {LONGEST_TIME:?}"), input });
    std::process::exit(1)
}

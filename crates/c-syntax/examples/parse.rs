//! `cargo run --release -p besom-c-syntax --example parse -- [--dump] FILES…`: parses preprocessed files
//! and prints messages, counts and speed.

use source::SourceMap;
use std::time::{Duration, Instant};

fn main() {
    let worker = std::thread::Builder::new().stack_size(c_syntax::limits::STACK_BYTES).spawn(run);
    let failures = worker.expect("a thread can be started").join().unwrap_or(1);
    std::process::exit(if failures == 0 { 0 } else { 2 });
}

fn run() -> usize {
    let (mut files, mut failures, mut bytes, mut functions) = (0, 0, 0, 0);
    let mut elapsed = Duration::ZERO;
    let mut dumps = false;
    for argument in std::env::args().skip(1) {
        if argument == "--dump" {
            dumps = true;
            continue;
        }
        let text = match std::fs::read(&argument) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{argument}: {error}");
                failures += 1;
                continue;
            }
        };
        let begin = Instant::now();
        let result = c_syntax::parse(&text, 1);
        elapsed += begin.elapsed();
        files += 1;
        bytes += text.len();
        functions += result.unit.functions.len();
        if dumps {
            print!("{}", c_syntax::dump::dump(&result.unit));
        }
        if result.diagnostics.is_empty() {
            continue;
        }
        failures += 1;
        let mut map = SourceMap::new();
        if map.add(&argument, text).is_err() {
            eprintln!("{argument}: too large");
            continue;
        }
        for diagnostic in &result.diagnostics {
            let place = map.place(diagnostic.span).map_or(String::new(), |place| place.to_string());
            println!("{argument}: {place}: {}[{}]", diagnostic.message, diagnostic.id);
        }
    }
    let megabytes = bytes as f64 / 1e6;
    let speed = megabytes / elapsed.as_secs_f64().max(1e-9);
    println!("{files} files, {functions} functions, {failures} failures, {megabytes:.1} MB, {speed:.0} MB/s");
    failures
}

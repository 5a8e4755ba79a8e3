//! Throughput of printing, parsing and verifying on a large module: `cargo bench -p ir`.

use std::fmt::Write;
use std::time::{Duration, Instant};

const FUNCTIONS: usize = 20_000;
const ROUNDS: usize = 5;

fn main() {
    let text = module_text();
    let module = ir::text::parse(&text).expect("the generated module parses");
    let instructions: usize = (module.functions.iter())
        .filter_map(|(_, function)| function.body.as_ref())
        .flat_map(|body| body.blocks.as_slice())
        .map(|block| block.instructions.len() + 1)
        .sum();
    let megabytes = text.len() as f64 / 1e6;
    println!("{megabytes:.1} MB of text, {instructions} instructions, best of {ROUNDS}");
    let report = |what: &str, time: Duration| {
        let seconds = time.as_secs_f64();
        let speed = megabytes / seconds;
        let rate = instructions as f64 / seconds / 1e6;
        println!("{what:8} {:7.1} ms {speed:7.0} MB/s {rate:6.1} million instructions/s", seconds * 1e3);
    };
    let mut printed = String::with_capacity(text.len());
    let printing = best(|| {
        printed.clear();
        ir::text::print(&module, &mut printed).expect("printing to a string does not fail");
    });
    assert_eq!(printed, text);
    report("print", printing);
    report("parse", best(|| assert!(ir::text::parse(&text).is_ok())));
    report("verify", best(|| assert_eq!(ir::verify(&module), Ok(()))));
}

fn best(mut run: impl FnMut()) -> Duration {
    (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Many functions that walk a list, as lowering would make them.
fn module_text() -> String {
    let mut text = String::from("module LP64\n\nsignature s0 (i64, i32) -> i32 #7\n\n");
    for number in 0..FUNCTIONS {
        let _ = writeln!(text, "global internal @table.{number} size 64 align 8 = {{ 0: \"some text\" }}");
    }
    for number in 0..FUNCTIONS {
        let _ = write!(
            text,
            "
function external @sum.{number} s0 (%0: i64, %1: i32) {{
b0:
    %2: i32 = copy 0i32
    %3: i64 = copy %0
    goto b1
b1:
    %4: i32 = compare.pointer %3 != 0i64
    branch %4, b2, b3
b2:
    %5: i64 = ptr_add %3, 8i64
    %6: i32 = load [%5]
    %7: i32 = mul.signed %6, %1
    %2: i32 = add.signed %2, %7
    %8: i32 = call @sum.{number}(@table.{number}+8, %2) s0
    store [%5], %8
    %9: i64 = ptr_add %3, 0i64
    %3: i64 = load [%9]
    goto b1
b3:
    return %2
}}
"
        );
    }
    let module = ir::text::parse(&text).expect("the template parses");
    module.to_string()
}

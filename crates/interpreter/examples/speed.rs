//! Measures how many instructions a second the interpreter executes, on programs written as IR.
//!
//! `cargo run --release -p besom-interpreter --example speed`

use interpreter::{Exit, Options, run_main};
use std::time::Instant;

/// Sums a million times a few products and remainders: registers only.
const ARITHMETIC: &str = r#"module LP64

signature s0 () -> i32 #1

function external @main s0 () {
b0:
    %0: i32 = copy 0i32
    %1: i32 = copy 0i32
    goto b1
b1:
    %2: i32 = compare.signed %1 < 5000000i32
    branch %2, b2, b3
b2:
    %3: i32 = mul %1, 17i32
    %4: i32 = xor %3, %0
    %5: i32 = and %4, 65535i32
    %0: i32 = add %0, %5
    %1: i32 = add.signed %1, 1i32
    goto b1
b3:
    return 0i32
}
"#;

/// A sieve over an array in memory.
const MEMORY: &str = r#"module LP64

signature s0 () -> i32 #1

global internal @sieve size 1000000 align 16 = zero

function external @main s0 () {
b0:
    %0: i64 = copy 2i64
    goto b1
b1:
    %1: i32 = compare.signed %0 < 1000000i64
    branch %1, b2, b7
b2:
    %2: i64 = ptr_add @sieve, %0 * 1
    %3: i8 = load [%2]
    branch %3, b6, b3
b3:
    %4: i64 = add.signed %0, %0
    goto b4
b4:
    %5: i32 = compare.signed %4 < 1000000i64
    branch %5, b5, b6
b5:
    %6: i64 = ptr_add @sieve, %4 * 1
    store [%6], 1i8
    %4: i64 = add.signed %4, %0
    goto b4
b6:
    %0: i64 = add.signed %0, 1i64
    goto b1
b7:
    return 0i32
}
"#;

/// The thirtieth Fibonacci number by recursion.
const CALLS: &str = r#"module LP64

signature s0 () -> i32 #1
signature s1 (i32) -> i32 #2

function external @main s0 () {
b0:
    %0: i32 = call @fibonacci(30i32) s1
    return 0i32
}

function external @fibonacci s1 (%0: i32) {
b0:
    %1: i32 = compare.signed %0 < 2i32
    branch %1, b1, b2
b1:
    return %0
b2:
    %2: i32 = sub.signed %0, 1i32
    %3: i32 = call @fibonacci(%2) s1
    %4: i32 = sub.signed %0, 2i32
    %5: i32 = call @fibonacci(%4) s1
    %6: i32 = add.signed %3, %5
    return %6
}
"#;

fn main() {
    for (name, text) in [("arithmetic", ARITHMETIC), ("memory", MEMORY), ("calls", CALLS)] {
        let module = match ir::text::parse(text) {
            Ok(module) => module,
            Err(error) => {
                eprintln!("{name}: {error:?}");
                continue;
            }
        };
        let start = Instant::now();
        let result = run_main(&module, Options::default());
        let seconds = start.elapsed().as_secs_f64();
        let steps = result.statistics.steps;
        println!(
            "{name:12} {:>12} instructions {seconds:>8.3} s {:>8.1} million/s{}",
            steps,
            steps as f64 / seconds / 1e6,
            if result.exit == Exit::Status(0) { "" } else { "   did not end well" }
        );
        if let Some(fault) = result.fault {
            println!("    {}: {}", fault.kind, fault.message);
        }
    }
}

//! Programs as IR text, and running them.

use interpreter::{Exit, Fault, FaultKind, Options, RunResult, run_main};

/// The signatures and functions of the library that the programs of the tests use.
const PRELUDE: &str = r#"
signature s0 () -> i32 #1
signature s1 (i64) -> i64 #2
signature s2 (i64) -> void #3
signature s3 (i64, i64) -> i64 #4
signature s4 (i64, ...) -> i32 #5
signature s5 (i32) -> i32 #6
signature s6 (i64, i64, i64, i64) -> void #7
signature s7 (i64, i64) -> i32 #8
signature s8 (i64, i64, i64) -> i64 #9
signature s9 (i32) -> void #10
signature s10 () -> void #11
signature s11 (i64, i32) -> void #12

function external @malloc s1
function external @calloc s3
function external @realloc s3
function external @free s2
function external @printf s4
function external @exit s9 noreturn
function external @abort s10 noreturn
function external @atexit s1
function external @qsort s6
function external @memcpy s8
function external @strlen s1
function external @strcmp s7
function external @setjmp s1
function external @longjmp s11 noreturn
function external @__VERIFIER_nondet_int s0
function external @mystery s0
"#;

/// A 64-bit program with the prelude.
pub fn program(text: &str) -> ir::Module {
    let text = format!("module LP64\n{PRELUDE}\n{text}");
    let module = ir::text::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    if let Err(violations) = ir::verify(&module) {
        panic!("{}\n{text}", violations[0].describe(&module));
    }
    module
}

pub fn run(text: &str) -> RunResult {
    run_with(text, Options::default())
}

pub fn run_with(text: &str, options: Options<'static>) -> RunResult {
    // Options bound to `'static` want a module that lives as long.
    run_main(Box::leak(Box::new(program(text))), options)
}

/// The body of `main`, one block.
pub fn main_of(body: &str) -> String {
    format!("function external @main s0 () {{\nb0:\n{body}\n}}\n")
}

/// Runs the body of `main` and expects this exit status.
pub fn expect_status(body: &str, status: i32) {
    let result = run(&main_of(body));
    assert!(result.fault.is_none(), "{:?}\n{body}", result.fault);
    assert_eq!(result.exit, Exit::Status(status), "{body}");
}

/// Runs the body of `main` and expects a fault of this kind.
pub fn expect_fault(body: &str, kind: FaultKind) -> Fault {
    expect_fault_of(run(&main_of(body)), kind)
}

pub fn expect_fault_of(result: RunResult, kind: FaultKind) -> Fault {
    let fault = result.fault.unwrap_or_else(|| panic!("no fault but {:?}", result.exit));
    assert_eq!(fault.kind, kind, "{}", fault.message);
    fault
}

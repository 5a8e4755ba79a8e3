//! Library functions that are more than a computation: they call back, jump, or end the program.

use crate::common::{expect_fault_of, main_of, run, run_with};
use interpreter::{Exit, FaultKind, Limits, Options};

/// Sorts four numbers with a comparison of the program, and prints them.
#[test]
fn sorting_calls_the_program_and_is_stable() {
    let text = "global internal @numbers size 16 align 4 = { 0: \"\\x03\\x01\\x00\\x00\\x01\\x02\\x00\\x00\\x03\\x03\\x00\\x00\\x02\\x04\\x00\\x00\" }
global internal @format size 6 align 1 constant = { 0: \"%x %x\\n\" }
function internal @order s7 (%0: i64, %1: i64) {
b0:
    %2: i8 = load [%0]
    %3: i8 = load [%1]
    %4: i8 = sub %2, %3
    %5: i32 = sign_extend %4
    return %5
}
function external @main s0 () {
b0:
    call @qsort(@numbers, 4i64, 4i64, @order) s6
    %0: i32 = load [@numbers]
    %1: i64 = ptr_add @numbers, 2i64 * 4
    %2: i32 = load [%1]
    %3: i32 = call @printf(@format, %0, %2) s4
    return 0i32
}
";
    let text = text.replace("size 6 align 1", "size 7 align 1");
    let result = run(&text);
    assert_eq!(result.exit, Exit::Status(0), "{:?}", result.fault);
    // The two elements with the key 3 keep their order: 3.1 comes before 3.3.
    assert_eq!(String::from_utf8(result.stdout).unwrap(), "201 103\n");
}

#[test]
fn a_sort_inside_a_sort_inside_a_sort_needs_no_host_stack() {
    let text = "global internal @pair size 8 align 4 = zero
function internal @order s7 (%0: i64, %1: i64) {
b0:
    call @qsort(@pair, 2i64, 4i64, @order) s6
    return 0i32
}
function external @main s0 () {
b0:
    call @qsort(@pair, 2i64, 4i64, @order) s6
    return 0i32
}
";
    expect_fault_of(run(text), FaultKind::RecursionLimit);
    let limits = Limits { call_depth: 50, ..Limits::default() };
    expect_fault_of(run_with(text, Options { limits, ..Options::default() }), FaultKind::RecursionLimit);
}

#[test]
fn a_library_function_may_be_the_comparison() {
    // `strcmp` on the elements themselves: two strings of four bytes.
    let text = "global internal @words size 8 align 4 = { 0: \"bee\\x00ant\\x00\" }
function external @main s0 () {
b0:
    call @qsort(@words, 2i64, 4i64, @strcmp) s6
    %0: i32 = call @printf(@words) s4
    return 0i32
}
";
    let result = run(text);
    assert_eq!(result.stdout, b"ant", "{:?}", result.fault);
}

#[test]
fn handlers_run_in_reverse_order_at_the_end() {
    let text = "global internal @a size 2 align 1 = { 0: \"a\\x00\" }
global internal @b size 2 align 1 = { 0: \"b\\x00\" }
global internal @m size 2 align 1 = { 0: \"m\\x00\" }
function internal @first s10 () {
b0:
    %0: i32 = call @printf(@a) s4
    return
}
function internal @second s10 () {
b0:
    %0: i32 = call @printf(@b) s4
    return
}
function external @main s0 () {
b0:
    %0: i64 = call @atexit(@first) s1
    %1: i64 = call @atexit(@second) s1
    %2: i32 = call @printf(@m) s4
    RETURN
}
";
    for end in ["return 5i32", "call @exit(5i32) s9\n    unreachable"] {
        let result = run(&text.replace("RETURN", end));
        assert_eq!((result.exit, &result.stdout[..]), (Exit::Status(5), &b"mba"[..]), "{:?}", result.fault);
    }
    let result = run(&text.replace("RETURN", "call @abort() s10\n    unreachable"));
    assert_eq!((result.exit, &result.stdout[..]), (Exit::Aborted, &b"m"[..]));
}

const JUMP: &str = "global internal @buffer size 200 align 16 = zero
function internal @thrower s5 (%0: i32) {
b0:
    branch %0, b1, b2
b1:
    %1: i32 = sub %0, 1i32
    %2: i32 = call @thrower(%1) s5
    return %2
b2:
    call @longjmp(@buffer, 7i32) s11
    unreachable
}
function external @main s0 () {
b0:
    %0: i64 = call @setjmp(@buffer) s1
    %1: i32 = truncate %0
    branch %1, b2, b1
b1:
    %2: i32 = call @thrower(20i32) s5
    return 1i32
b2:
    return %1
}
";

#[test]
fn a_long_jump_returns_once_more_from_setjmp() {
    let result = run(JUMP);
    assert_eq!(result.exit, Exit::Status(7), "{:?}", result.fault);
}

#[test]
fn a_long_jump_to_nowhere_is_noticed() {
    let unset = JUMP.replace("%0: i64 = call @setjmp(@buffer) s1", "%0: i64 = copy 0i64");
    expect_fault_of(run(&unset), FaultKind::BadLongJump);
}

#[test]
fn reading_past_the_end_of_a_string_is_noticed() {
    let text = format!(
        "global internal @text size 3 align 1 = {{ 0: \"abc\" }}\n{}",
        main_of("    %0: i64 = call @strlen(@text) s1\n    return 0i32")
    );
    expect_fault_of(run(&text), FaultKind::UnterminatedString);
}

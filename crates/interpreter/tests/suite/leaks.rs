//! Lost memory is reported at the instruction that loses it.

use crate::common::{expect_fault, expect_fault_of, expect_status, main_of, run, run_with};
use interpreter::{Exit, FaultKind, FaultSet, Options};

#[test]
fn a_result_that_nobody_takes_is_lost_at_once() {
    let fault = expect_fault(
        "    %0: i64 = call @malloc(4i64) s1 !10..11
    %1: i32 = copy 0i32 !20..21
    return %1 !30..31",
        FaultKind::MemoryLost,
    );
    assert_eq!(fault.span.start, 10);
    assert_eq!(fault.allocated_at.unwrap().span.start, 10);
}

#[test]
fn a_variable_holds_its_block_until_it_is_overwritten() {
    let text = format!(
        "{}\ntype t0 = scalar \"char *\" size 8\n",
        main_of(
            "    %0: i64 = call @malloc(4i64) s1 !10..11
    store [%0], 1i8 !20..21
    %1: i32 = copy 3i32 !25..26
    %0: i64 = copy 0i64 !30..31
    return 0i32 !40..41"
        )
        .replace("b0:", "    variable %0 \"p\" t0 in register\nb0:")
    );
    assert_eq!(expect_fault_of(run(&text), FaultKind::MemoryLost).span.start, 30);
}

#[test]
fn the_end_of_a_function_loses_what_only_its_variables_held() {
    let leaky = "function internal @leaky s10 () {
    variable %0 \"p\" t0 in register
b0:
    %0: i64 = call @malloc(4i64) s1 !10..11
    store [%0], 1i8 !20..21
    return !30..31
}
type t0 = scalar \"char *\" size 8
";
    let text = format!("{}{leaky}", main_of("    call @leaky() s10 !40..41\n    return 0i32 !50..51"));
    let fault = expect_fault_of(run(&text), FaultKind::MemoryLost);
    assert_eq!(fault.span.start, 30);
    assert_eq!(fault.call_stack.len(), 2);
}

#[test]
fn the_right_instruction_is_found_in_a_long_run() {
    // The list is cut at its hundredth node, long after and long before anything else happens.
    let text = format!(
        "global internal @head size 8 align 8 = zero\n{}",
        main_of(
            "    %0: i32 = copy 0i32
    goto b1
b1:
    %1: i32 = compare.signed %0 < 3000i32
    branch %1, b2, b3
b2:
    %2: i64 = call @malloc(8i64) s1
    %3: i64 = load [@head]
    store [%2], %3
    store [@head], %2
    %0: i32 = add.signed %0, 1i32
    goto b1
b3:
    %4: i64 = load [@head]
    %5: i64 = load [%4]
    %6: i64 = load [%5]
    store [%6], 0i64 !77..78
    %0: i32 = copy 0i32
    goto b4
b4:
    %7: i32 = compare.signed %0 < 100000i32
    %0: i32 = add.signed %0, 1i32
    branch %7, b4, b5
b5:
    return 0i32"
        )
    );
    assert_eq!(expect_fault_of(run(&text), FaultKind::MemoryLost).span.start, 77);
}

#[test]
fn a_cycle_of_lost_blocks_is_lost() {
    let fault = expect_fault(
        "    %0: i64 = call @malloc(8i64) s1 !1..2
    %1: i64 = call @malloc(8i64) s1 !2..3
    store [%0], %1 !3..4
    store [%1], %0 !4..5
    return 0i32 !5..6",
        FaultKind::MemoryLost,
    );
    assert_eq!(fault.span.start, 4);
}

#[test]
fn freeing_the_owner_loses_what_it_owns() {
    let fault = expect_fault(
        "    %0: i64 = call @malloc(8i64) s1 !1..2
    %1: i64 = call @malloc(8i64) s1 !2..3
    store [%0], %1 !3..4
    call @free(%0) s2 !4..5
    return 0i32 !5..6",
        FaultKind::MemoryLost,
    );
    assert_eq!(fault.span.start, 4);
}

#[test]
fn hidden_references_keep_blocks_alive() {
    // Tagged, moved, cut into bytes, and mixed with another address.
    for disguise in [
        "    %1: i64 = or %0, 1i64\n    store [@keep], %1\n",
        "    %1: i64 = ptr_add %0, 100i64 * 8\n    store [@keep], %1\n",
        "    %1: i64 = xor %0, @keep\n    store [@keep], %1\n",
        "    %1: i64 = not %0\n    store [@keep], %1\n",
    ] {
        let text = format!(
            "global internal @keep size 8 align 8 = zero\n{}",
            main_of(&format!(
                "    %0: i64 = call @malloc(8i64) s1\n{disguise}    %2: i32 = copy 0i32\n    return %2"
            ))
        );
        let result = run(&text);
        assert_eq!(result.exit, Exit::Status(0), "{disguise}{:?}", result.fault);
    }
    // An index computed from an address does not keep the block.
    let text = format!(
        "global internal @keep size 8 align 8 = zero\n{}",
        main_of(
            "    %0: i64 = call @malloc(8i64) s1\n    %1: i64 = urem %0, 64i64\n    store [@keep], %1\n    return 0i32"
        )
    );
    expect_fault_of(run(&text), FaultKind::MemoryLost);
    // A disguised address that is overwritten no longer does.
    let text = format!(
        "global internal @keep size 8 align 8 = zero\n{}",
        main_of(
            "    %0: i64 = call @malloc(8i64) s1\n    %1: i64 = not %0\n    store [@keep], %1\n    store [@keep], 0i64\n    return 0i32"
        )
    );
    expect_fault_of(run(&text), FaultKind::MemoryLost);
}

#[test]
fn what_is_still_referenced_at_exit_is_another_kind() {
    let text = format!(
        "global internal @keep size 8 align 8 = zero\n{}",
        main_of("    %0: i64 = call @malloc(8i64) s1 !1..2\n    store [@keep], %0\n    return 0i32")
    );
    assert_eq!(run(&text).exit, Exit::Status(0));
    let stop_on = FaultSet::default_stops().with(FaultKind::NotFreedAtExit);
    let result = run_with(&text, Options { stop_on, ..Options::default() });
    let fault = expect_fault_of(result, FaultKind::NotFreedAtExit);
    assert_eq!(fault.allocated_at.unwrap().span.start, 1);
}

#[test]
fn leaving_by_exit_keeps_the_locals_of_active_functions() {
    let text = format!(
        "{}type t0 = scalar \"char *\" size 8\n",
        main_of("    %0: i64 = call @malloc(8i64) s1\n    call @exit(3i32) s9\n    unreachable")
            .replace("b0:", "    variable %0 \"p\" t0 in register\nb0:")
    );
    assert_eq!(run(&text).exit, Exit::Status(3));
}

#[test]
fn lost_memory_before_another_error_comes_first() {
    let fault = expect_fault(
        "    %0: i64 = call @malloc(8i64) s1 !1..2
    %1: i32 = load [0i64] !5..6
    return 0i32",
        FaultKind::MemoryLost,
    );
    assert_eq!(fault.span.start, 1);
}

#[test]
fn blocks_that_are_freed_are_not_lost() {
    expect_status(
        "    %0: i64 = call @malloc(8i64) s1
    %1: i64 = call @realloc(%0, 100i64) s3
    call @free(%1) s2
    return 0i32",
        0,
    );
}

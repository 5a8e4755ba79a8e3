//! Every kind of error is noticed where it happens, and what only looks like one is not.

use crate::common::{expect_fault, expect_fault_of, expect_status, main_of, run, run_with};
use interpreter::{Exit, FaultKind, FaultSet, Limits, Options};

#[test]
fn null_is_not_dereferenced() {
    expect_fault("    %0: i32 = load [0i64]\n    return %0", FaultKind::NullDereference);
    expect_fault(
        "    %0: i64 = ptr_add 0i64, 3i64 * 8\n    store [%0], 1i32\n    return 0i32",
        FaultKind::NullDereference,
    );
}

#[test]
fn freed_blocks_name_both_places() {
    let fault = expect_fault(
        "    %0: i64 = call @malloc(4i64) s1 !10..20
    call @free(%0) s2 !30..40
    %1: i32 = load [%0] !50..60
    return 0i32",
        FaultKind::UseAfterFree,
    );
    assert_eq!((fault.span.start, fault.span.end), (50, 60));
    assert_eq!(fault.allocated_at.unwrap().span.start, 10);
    assert_eq!(fault.freed_at.unwrap().span.start, 30);
    assert_eq!(fault.call_stack.len(), 1);
    assert_eq!(fault.call_stack[0].function, "main");
}

#[test]
fn accesses_stay_inside_their_block() {
    for (offset, size, inside) in [
        (0, "i32", true),
        (4, "i32", true),
        (5, "i32", false),
        (8, "i8", false),
        (-1, "i8", false),
        (7, "i8", true),
    ] {
        let body = format!(
            "    %0: i64 = stack_alloc.local 8i64 align 8
    %1: i64 = ptr_add %0, {offset}i64 * 1
    store [%1], 0{size}
    return 0i32"
        );
        if inside {
            expect_status(&body, 0);
        } else {
            expect_fault(&body, FaultKind::OutOfBounds);
        }
    }
}

#[test]
fn pointers_outside_may_be_computed_and_compared() {
    expect_status(
        "    %0: i64 = stack_alloc.local 8i64 align 8
    %1: i64 = ptr_add %0, 100i64 * 8
    %2: i64 = ptr_add %1, -100i64 * 8
    %3: i32 = compare.pointer %0 == %2
    store [%2], %3
    %4: i32 = load [%0]
    return %4",
        1,
    );
}

#[test]
fn ended_locals_are_out_of_scope() {
    expect_fault(
        "    %0: i64 = stack_alloc.local 8i64 align 8
    stack_end %0
    store [%0], 0i8
    return 0i32",
        FaultKind::UseAfterScope,
    );
}

#[test]
fn frees_must_name_the_start_of_a_living_heap_block() {
    expect_fault(
        "    %0: i64 = call @malloc(4i64) s1\n    call @free(%0) s2\n    call @free(%0) s2\n    return 0i32",
        FaultKind::DoubleFree,
    );
    expect_fault(
        "    %0: i64 = call @malloc(4i64) s1\n    %1: i64 = ptr_add %0, 1i64 * 1\n    call @free(%1) s2\n    return 0i32",
        FaultKind::FreeInsideBlock,
    );
    expect_fault(
        "    %0: i64 = stack_alloc.local 8i64 align 8\n    call @free(%0) s2\n    return 0i32",
        FaultKind::FreeNotHeap,
    );
    expect_fault("    call @free(@main) s2\n    return 0i32", FaultKind::FreeNotHeap);
    expect_status("    call @free(0i64) s2\n    return 0i32", 0);
}

#[test]
fn uninitialised_values_may_be_copied_but_not_decide() {
    let prefix = "    %0: i64 = stack_alloc.local 8i64 align 8\n    %1: i32 = load [%0]\n";
    expect_status(
        &format!("{prefix}    %2: i64 = stack_alloc.local 8i64 align 8\n    store [%2], %1\n    return 0i32"),
        0,
    );
    expect_fault(&format!("{prefix}    return %1"), FaultKind::UninitialisedUse);
    expect_fault(
        &format!(
            "{prefix}    %2: i64 = zero_extend %1\n    %3: i64 = ptr_add %0, %2 * 1\n    store [%3], 0i8\n    return 0i32"
        ),
        FaultKind::UninitialisedUse,
    );
    expect_fault(
        &format!("{prefix}    %2: i32 = sdiv 1i32, %1\n    return 0i32"),
        FaultKind::UninitialisedUse,
    );
    expect_fault(
        &format!("{prefix}    switch %1 {{ 1: b1, else: b1 }}\nb1:\n    return 0i32"),
        FaultKind::UninitialisedUse,
    );
    // Masking leaves only the bits that are known; comparing what is known to differ is defined.
    expect_status(
        &format!(
            "{prefix}    store [%0], 5i8\n    %2: i32 = load [%0]\n    %3: i32 = and %2, 255i32\n    return %3"
        ),
        5,
    );
    expect_status(
        &format!(
            "{prefix}    %2: i32 = or %1, 1i32\n    %3: i32 = compare.unsigned %2 == 0i32\n    return %3"
        ),
        0,
    );
    expect_status(&format!("{prefix}    %2: i32 = mul %1, 0i32\n    return %2"), 0);
}

#[test]
fn a_caller_may_ask_to_go_on() {
    let body = "    %0: i32 = add.signed 2147483647i32, 1i32
    %1: i32 = shl %0, 33i32
    branch %1, b1, b1
b1:
    return 7i32";
    let options = Options { stop_on: FaultSet::EMPTY, record: FaultSet::all(), ..Options::default() };
    let result = run_with(&main_of(body), options);
    assert_eq!(result.exit, Exit::Status(7));
    let kinds: Vec<FaultKind> = result.recorded.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::SignedOverflow, FaultKind::ShiftOutOfRange]);
}

#[test]
fn arithmetic_faults() {
    expect_fault("    %0: i32 = add.signed 2147483647i32, 1i32\n    return 0i32", FaultKind::SignedOverflow);
    expect_fault("    %0: i8 = mul.signed 16i8, 16i8\n    return 0i32", FaultKind::SignedOverflow);
    expect_fault("    %0: i32 = negate.signed -2147483648i32\n    return 0i32", FaultKind::SignedOverflow);
    expect_fault("    %0: i32 = sdiv -2147483648i32, -1i32\n    return 0i32", FaultKind::SignedOverflow);
    expect_fault("    %0: i32 = urem 1i32, 0i32\n    return 0i32", FaultKind::DivisionByZero);
    expect_fault("    %0: i64 = shl 1i64, -1i32\n    return 0i32", FaultKind::ShiftOutOfRange);
    expect_fault(
        "    %0: i32 = float_to_signed 2147483648.0f64\n    return 0i32",
        FaultKind::FloatToIntegerRange,
    );
    expect_status("    %0: i32 = add 2147483647i32, 1i32\n    return 0i32", 0);
}

#[test]
fn copies_must_not_overlap_where_it_is_forbidden() {
    let copy = |how: &str, distance: u32| {
        format!(
            "    %0: i64 = stack_alloc.local 8i64 align 8
    block_set %0, 0i8, 8i64
    %1: i64 = ptr_add %0, {distance}i64 * 1
    block_copy.{how} %1, %0, 4i64
    return 0i32"
        )
    };
    expect_fault(&copy("disjoint", 3), FaultKind::OverlappingCopy);
    expect_fault(&copy("disjoint", 0), FaultKind::OverlappingCopy);
    expect_fault(&copy("exact", 1), FaultKind::OverlappingCopy);
    expect_status(&copy("exact", 0), 0);
    expect_status(&copy("overlapping", 3), 0);
    expect_status(&copy("disjoint", 4), 0);
}

#[test]
fn a_copy_of_nothing_accesses_nothing() {
    expect_status("    %0: i64 = call @memcpy(0i64, 0i64, 0i64) s8\n    return 0i32", 0);
    expect_status("    block_copy.disjoint 0i64, 0i64, 0i64\n    return 0i32", 0);
}

#[test]
fn calls_need_functions_and_arguments() {
    expect_fault("    %0: i32 = call *0i64() s0\n    return 0i32", FaultKind::BadCallTarget);
    expect_fault(
        "    %0: i64 = stack_alloc.local 8i64 align 8\n    %1: i32 = call *%0() s0\n    return 0i32",
        FaultKind::BadCallTarget,
    );
    expect_fault("    %0: i32 = call @mystery() s0\n    return 0i32", FaultKind::UnknownExternal);
    let text = format!(
        "{}\nfunction internal @two s7 (%0: i64, %1: i64) {{\nb0:\n    return 0i32\n}}\n",
        main_of("    %0: i64 = copy @two\n    %1: i32 = call *%0() s0\n    return 0i32")
    );
    expect_fault_of(run(&text), FaultKind::WrongSignature);
}

#[test]
fn a_missing_result_may_be_ignored_but_not_used() {
    let callee = "\nfunction internal @forgetful s0 () {\nb0:\n    return\n}\n";
    let ignore = main_of("    %0: i32 = call @forgetful() s0\n    return 0i32");
    assert_eq!(run(&format!("{ignore}{callee}")).exit, Exit::Status(0));
    let used = main_of(
        "    %0: i32 = call @forgetful() s0\n    %1: i32 = compare.signed %0 < 3i32\n    branch %1, b1, b1\nb1:\n    return 0i32",
    );
    expect_fault_of(run(&format!("{used}{callee}")), FaultKind::MissingReturnValue);
}

#[test]
fn unreachable_unsupported_and_assembly() {
    expect_fault("    unreachable", FaultKind::UnreachableReached);
    let fault = expect_fault("    unsupported \"nested functions\"\n    return 0i32", FaultKind::Unsupported);
    assert_eq!(fault.message, "nested functions");
    expect_fault("    asm \"nop\" out() in() clobber()\n    return 0i32", FaultKind::AssemblyReached);
    // Assembly code without an instruction moves its tied input.
    expect_status("    asm \"\" out(\"=r\" %0: i32) in(\"0\" 5i32) clobber(\"memory\")\n    return %0", 5);
}

#[test]
fn an_assumption_that_fails_ends_the_run_without_a_fault() {
    let result = run(&main_of("    assume 0i32\n    unreachable"));
    assert_eq!((result.exit, result.fault), (Exit::AssumptionFailed, None));
}

#[test]
fn constant_objects_are_not_written() {
    let text = format!(
        "global internal @text size 4 align 1 constant = {{ 0: \"abc\" }}\n{}",
        main_of("    store [@text], 0i8\n    return 0i32")
    );
    expect_fault_of(run(&text), FaultKind::WriteToConstant);
}

#[test]
fn misaligned_accesses_are_reported_on_request_only() {
    let body = "    %0: i64 = stack_alloc.local 16i64 align 16
    %1: i64 = ptr_add %0, 2i64 * 1
    store [%1], 3i64
    %2: i64 = load [%1]
    return 0i32";
    expect_status(body, 0);
    let stop_on = FaultSet::default_stops().with(FaultKind::MisalignedAccess);
    let result = run_with(&main_of(body), Options { stop_on, ..Options::default() });
    expect_fault_of(result, FaultKind::MisalignedAccess);
}

#[test]
fn unrelated_pointers_are_reported_on_request_only() {
    let body = "    %0: i64 = stack_alloc.local 16i64 align 16
    %1: i64 = stack_alloc.local 16i64 align 16
    %2: i32 = compare.pointer %0 < %1
    %3: i64 = ptr_sub %0, %1 / 4
    return 0i32";
    expect_status(body, 0);
    let stop_on = FaultSet::default_stops().with(FaultKind::UnrelatedPointers);
    let result = run_with(&main_of(body), Options { stop_on, ..Options::default() });
    expect_fault_of(result, FaultKind::UnrelatedPointers);
}

#[test]
fn limits_end_runs_that_would_not_end() {
    let limited = |text: &str, limits: Limits| run_with(text, Options { limits, ..Options::default() });
    let forever = main_of("    goto b1\nb1:\n    goto b1");
    let result = limited(&forever, Limits { steps: 100_000, ..Limits::default() });
    assert_eq!(expect_fault_of(result, FaultKind::StepLimit).step, 100_000);

    let deep = format!(
        "{}\nfunction internal @deep s5 (%0: i32) {{\nb0:\n    %1: i32 = call @deep(%0) s5\n    return %1\n}}\n",
        main_of("    %0: i32 = call @deep(1i32) s5\n    return 0i32")
    );
    let fault = expect_fault_of(run(&deep), FaultKind::RecursionLimit);
    // Every place once: the innermost call, and `main`.
    let times: Vec<usize> = fault.call_stack.iter().map(|site| site.times).collect();
    assert_eq!(times, [fault.call_stack[0].times, 1]);
    assert!(times[0] > 100_000);
    let narrow = Limits { register_bytes: 10_000, ..Limits::default() };
    expect_fault_of(limited(&deep, narrow), FaultKind::RecursionLimit);

    let huge = main_of("    %0: i64 = call @malloc(100000000000i64) s1\n    return 0i32");
    expect_fault_of(run(&huge), FaultKind::MemoryLimit);
    let absurd = main_of(
        "    %0: i64 = call @malloc(-1i64) s1\n    %1: i32 = compare.pointer %0 == 0i64\n    return %1",
    );
    assert_eq!(run(&absurd).exit, Exit::Status(1));
    let stack = main_of("    %0: i64 = stack_alloc.local 100000000000i64 align 8\n    return 0i32");
    expect_fault_of(run(&stack), FaultKind::MemoryLimit);
    let negative = main_of("    %0: i64 = stack_alloc.local -1i64 align 8\n    return 0i32");
    expect_fault_of(run(&negative), FaultKind::BadArrayLength);
    let large = main_of("    %0: i64 = stack_alloc.local -5i64 align 8\n    return 0i32");
    expect_fault_of(run(&large), FaultKind::MemoryLimit);

    let chatty = format!(
        "global internal @text size 11 align 1 constant = {{ 0: \"0123456789\" }}\n{}",
        main_of("    goto b1\nb1:\n    %0: i32 = call @printf(@text) s4\n    goto b1")
    );
    let result = limited(&chatty, Limits { output_bytes: 1000, ..Limits::default() });
    assert_eq!(result.stdout.len(), 1000);
    expect_fault_of(result, FaultKind::OutputLimit);
}

#[test]
fn programs_without_main_are_not_started() {
    let module = crate::common::program("function internal @other s0 () {\nb0:\n    return 0i32\n}\n");
    let result = interpreter::run_main(&module, Options::default());
    assert!(result.fault.unwrap().message.contains("main"));
}

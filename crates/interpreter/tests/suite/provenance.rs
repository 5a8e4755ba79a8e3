//! Pointers stay pointers however they travel.

use crate::common::{expect_fault, expect_status, main_of, run_with};
use interpreter::{Exit, FaultKind, Options, Policies};

const BLOCKS: &str = "    %0: i64 = stack_alloc.local 16i64 align 16
    %1: i64 = stack_alloc.local 8i64 align 8
    %2: i64 = stack_alloc.local 16i64 align 16
    store [%0], 42i32
    store [%1], %0
";

#[test]
fn bytes_of_a_pointer_make_a_pointer() {
    let mut body = BLOCKS.to_owned();
    for index in 0..8 {
        let (from, to, byte) = (10 + 3 * index, 11 + 3 * index, 12 + 3 * index);
        body += &format!(
            "    %{from}: i64 = ptr_add %1, {index}i64 * 1\n    %{to}: i64 = ptr_add %2, {index}i64 * 1\n    %{byte}: i8 = load [%{from}]\n    store [%{to}], %{byte}\n"
        );
    }
    body += "    %3: i64 = load [%2]\n    %4: i32 = load [%3]\n    return %4";
    expect_status(&numbered(&body), 42);
}

/// Registers are numbered in the order of their appearance; the gaps left above are closed.
fn numbered(body: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut result = String::new();
    let mut rest = body;
    while let Some(position) = rest.find('%') {
        result += &rest[..=position];
        rest = &rest[position + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let name = rest[..digits].to_owned();
        let index = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        result += &index.to_string();
        rest = &rest[digits..];
    }
    result + rest
}

#[test]
fn halves_of_a_pointer_make_a_pointer() {
    expect_status(
        &format!(
            "{BLOCKS}    %3: i32 = load [%1]
    %4: i64 = ptr_add %1, 4i64 * 1
    %5: i32 = load [%4]
    %6: i64 = ptr_add %2, 4i64 * 1
    store [%6], %5
    store [%2], %3
    %7: i64 = load [%2]
    %8: i32 = load [%7]
    return %8"
        ),
        42,
    );
}

#[test]
fn integer_arithmetic_keeps_pointing() {
    for disguise in [
        "    %3: i64 = or %0, 1i64\n    %4: i64 = and %3, -2i64\n",
        "    %3: i64 = xor %0, 12345i64\n    %4: i64 = xor %3, 12345i64\n",
        "    %3: i64 = xor %0, %1\n    %4: i64 = xor %3, %1\n",
        "    %3: i64 = add %0, 1000000i64\n    %4: i64 = sub %3, 1000000i64\n",
        "    %3: i64 = ushr %0, 4i32\n    %4: i64 = shl %3, 4i32\n",
        "    %3: i64 = not %0\n    %4: i64 = not %3\n",
        "    %3: i64 = sub %0, %1\n    %4: i64 = add %3, %1\n",
        "    %3: i128 = zero_extend %0\n    %4: i64 = truncate %3\n",
    ] {
        expect_status(&format!("{BLOCKS}{disguise}    %5: i32 = load [%4]\n    return %5"), 42);
    }
}

#[test]
fn a_pointer_to_one_block_does_not_reach_another() {
    // The distance is right, but the pointer still belongs to its own block.
    expect_fault(
        &format!(
            "{BLOCKS}    %3: i64 = ptr_sub %1, %0 / 1
    %4: i64 = ptr_add %0, %3 * 1
    %5: i64 = load [%4]
    return 0i32"
        ),
        FaultKind::OutOfBounds,
    );
}

#[test]
fn an_integer_that_was_a_pointer_to_freed_memory_is_noticed() {
    expect_fault(
        "    %0: i64 = call @malloc(8i64) s1
    %1: i64 = xor %0, 255i64
    call @free(%0) s2
    %2: i64 = xor %1, 255i64
    %3: i32 = load [%2]
    return 0i32",
        FaultKind::UseAfterFree,
    );
}

#[test]
fn addresses_of_freed_blocks_come_back_only_if_asked_for() {
    let body = "    %0: i64 = call @malloc(24i64) s1
    call @free(%0) s2
    %1: i64 = call @malloc(20i64) s1
    call @free(%1) s2
    %2: i32 = compare.pointer %0 == %1
    return %2";
    expect_status(body, 0);
    let policies = Policies { reuse_addresses: true, ..Policies::default() };
    let result = run_with(&main_of(body), Options { policies, ..Options::default() });
    assert_eq!(result.exit, Exit::Status(1));
}

#[test]
fn one_past_the_end_is_no_other_block_unless_asked_for() {
    let body = "    %0: i64 = call @malloc(32i64) s1
    %1: i64 = call @malloc(32i64) s1
    %2: i64 = ptr_add %0, 32i64 * 1
    %3: i32 = compare.pointer %2 == %1
    call @free(%0) s2
    call @free(%1) s2
    return %3";
    expect_status(body, 0);
    let policies = Policies { blocks_may_touch: true, ..Policies::default() };
    let result = run_with(&main_of(body), Options { policies, ..Options::default() });
    assert_eq!(result.exit, Exit::Status(1));
}

//! Folding a state keeps all its memories.

use crate::families::Family;
use crate::models::{Laboratory, Models, rounds};
use heap_rules::fold::{Precision, abstract_state};
use pure_logic::Solver;
use symbolic_heap::State;

fn check(family: fn(&mut Solver) -> Family, usual: usize) {
    let mut laboratory = Laboratory::new(family, 3);
    for _ in 0..rounds(usual) {
        let (state, before) = laboratory.satisfiable_state();
        check_state(&mut laboratory, &state, &before);
    }
    laboratory.finish();
}

fn check_state(laboratory: &mut Laboratory, state: &State, before: &Models) {
    let usual =
        [Precision::Shapes, Precision::Kinds, Precision::Parts, Precision::Members, Precision::Optional];
    let sorted = (!laboratory.family.keys().is_empty()).then_some(Precision::Sorted);
    for precision in usual.into_iter().chain(sorted) {
        let folded = abstract_state(&mut laboratory.solver, state, precision);
        let after = laboratory.models(&folded);
        laboratory.demand_subset(before, &after, |laboratory| {
            format!("{}\nis folded to\n{}", laboratory.text(state), laboratory.text(&folded))
        });
    }
}

/// Checks written states; every one of them has a memory.
fn check_written(family: fn(&mut Solver) -> Family, texts: &[&str]) {
    let mut laboratory = Laboratory::new(family, 0);
    for text in texts {
        let ranges = "0 <= x < 2^64 && 0 <= y < 2^64 && 0 <= z < 2^64 && 0 <= w < 2^64 && 0 <= l < 2^64 && 0 <= p < 2^64";
        let blocks = "1 <= a < 2^64 - 16 && a mod 16 = 0 && 1 <= b < 2^64 - 16 && b mod 16 = 0";
        let (state, before) = laboratory.written_state(&format!("{ranges} && {blocks} && {text}"));
        assert!(before.contains(&true), "no memory satisfies {text}");
        check_state(&mut laboratory, &state, &before);
    }
    laboratory.finish();
}

#[test]
fn rows_that_may_be_circles_are_not_folded_to_segments() {
    let data = "8..16: uninit";
    let node = "node 16 entry 0 link 0 word 8 { 8..16: uninit }";
    check_written(
        Family::single,
        &[
            &format!(
                "registers[2] {{ 0: a, 1: z }} && block a: heap[16] {{ 0..8: x, {data} }} * seg(x -> z; count n >= 0; {node})"
            ),
            &format!(
                "registers[2] {{ 0: x, 1: z }} && seg(x -> y; count n >= 1; {node}) * seg(y -> z; count m >= 1; {node})"
            ),
            &format!(
                "registers[2] {{ 0: a, 1: z }} && block a: heap[16] {{ 0..8: b, {data} }} * block b: heap[16] {{ 0..8: z, {data} }}"
            ),
            &format!(
                "registers[2] {{ 0: a }} && block a: heap[16] {{ 0..8: b, {data} }} * block b: heap[16] {{ 0..8: z, {data} }}"
            ),
            &format!(
                "registers[2] {{ 0: a }} && block a: heap[16] {{ 0..8: b, {data} }} * block b: heap[16] {{ 0..8: z, {data} }} * seg(z -> w; count n >= 0; {node})"
            ),
            &format!(
                "registers[2] {{ 0: a }} && block a: heap[16] {{ 0..8: b, {data} }} * block b: heap[16] {{ 0..8: x, {data} }} * seg(x -> a; count n >= 0; {node})"
            ),
        ],
    );
    let node = "node 16 entry 0 link 0 back 8 word 8 {}";
    check_written(
        Family::double,
        &[
            &format!(
                "registers[2] {{ 0: a }} && block a: heap[16] {{ 0..8: x, 8..16: p }} * seg(x -> 0; back l -> a; count n >= 0; {node})"
            ),
            "registers[2] { 0: a, 1: p } && block a: heap[16] { 0..8: b, 8..16: p } * block b: heap[16] { 0..8: 0, 8..16: a }",
            "registers[2] { 0: a, 1: p } && block a: heap[16] { 0..8: b, 8..16: 0 } * block b: heap[16] { 0..8: p, 8..16: a }",
        ],
    );
}

#[test]
fn fold_single() {
    check(Family::single, 40);
    check(Family::single_inside, 100);
}

#[test]
fn fold_double() {
    check(Family::double, 25);
    check(Family::double_to_links, 25);
}

#[test]
fn fold_circular() {
    check(Family::circular, 12);
}

#[test]
fn fold_optional_blocks() {
    check(Family::optional, 40);
}

#[test]
fn fold_nested() {
    check(Family::nested, 40);
}

#[test]
fn boundaries_that_nothing_speaks_of_vanish() {
    check_written(
        Family::single,
        &[
            "0 <= n && n <= 8 && registers[2] { 0: a } && block a: heap[16] { 0..8: 0, 8 .. n + 8: any, n + 8 .. 16: uninit }",
            "n = 4 && registers[2] { 0: a } && block a: heap[16] { 0..8: 0, 8 .. n + 8: any, n + 8 .. 16: uninit }",
            "0 <= n && n <= 8 && registers[2] { 0: a, 1: n } && block a: heap[16] { 0..8: 0, 8 .. n + 8: any, n + 8 .. 16: uninit }",
            "0 <= n && n <= 8 && registers[2] { 0: a } && block a: heap[16] { 0..8: b, 8 .. n + 8: uninit, n + 8 .. 16: any } * block b: heap[16] { 0..8: 0, 8..16: uninit }",
        ],
    );
}

#[test]
fn fold_bounded() {
    check(Family::bounded, 60);
}

#[test]
fn of_lists_that_end_at_their_owner_or_where_it_leads() {
    check(Family::two_levels, 40);
    check(Family::three_levels, 40);
    check(Family::below_the_third_level, 40);
    check(Family::parents, 40);
    check(Family::rings, 40);
}

#[test]
fn fold_encoded() {
    check(Family::tagged, 60);
    check(Family::relative, 60);
}

/// Folds written states, each to one segment.
fn check_folded(family: fn(&mut Solver) -> Family, texts: &[&str]) {
    check_written(family, texts);
    let mut laboratory = Laboratory::new(family, 0);
    for text in texts {
        let blocks =
            "1 <= a < 2^64 - 16 && a mod 16 = 0 && 1 <= b < 2^64 - 16 && b mod 16 = 0 && 0 <= x < 2^64";
        let (state, _) = laboratory.written_state(&format!("{blocks} && {text}"));
        let folded = abstract_state(&mut laboratory.solver, &state, Precision::Shapes);
        let heap = &folded.heap;
        assert!(heap.segments().len() == 1 && heap.blocks().count() == 0, "{}", laboratory.text(&folded));
    }
}

#[test]
fn nodes_with_and_without_tags_in_their_links_are_one_row() {
    let node = "node 16 entry 0 link 0 word 8";
    check_folded(
        Family::tagged,
        &[
            "registers[2] { 0: a } && block a: heap[16] { 0..8: b + 1, 8..16: uninit } * block b: heap[16] { 0..8: 0, 8..16: uninit }",
            "registers[2] { 0: a + 1 } && block a: heap[16] { 0..8: b, 8..16: uninit } * block b: heap[16] { 0..8: 0, 8..16: uninit }",
            &format!(
                "registers[2] {{ 0: a }} && block a: heap[16] {{ 0..8: x + 1, 8..16: uninit }} * seg(x -> 0; count n >= 1; {node} {{ 8..16: uninit }})"
            ),
            &format!(
                "registers[2] {{ 0: a }} && block a: heap[16] {{ 0..8: x, 8..16: uninit }} * seg(x -> 0; count n >= 1; {node} {{ 0..8: link 1, 8..16: uninit }})"
            ),
        ],
    );
    check_folded(
        Family::relative,
        &[
            "registers[2] { 0: a } && block a: heap[16] { 0..8: b - a, 8..16: uninit } * block b: heap[16] { 0..8: 0, 8..16: uninit }",
            "registers[2] { 0: a } && block a: heap[16] { 0..8: b - a + 1, 8..16: uninit } * block b: heap[16] { 0..8: 0, 8..16: uninit }",
            &format!(
                "registers[2] {{ 0: a }} && block a: heap[16] {{ 0..8: x - a, 8..16: uninit }} * seg(x -> b; count n >= 1; {node} {{ 0..8: relative 0, 8..16: uninit }}) * block b: heap[16] {{ 0..8: 0, 8..16: uninit }}"
            ),
        ],
    );
}

#[test]
fn rows_of_the_lower_level_that_end_the_list_are_lifted() {
    let lower = "node 16 entry 0 link 0 word 8 { 8..16: fill 0 }";
    let bodies = ["{ 0..8: like 8 }".to_owned(), format!("{{ 0..8: owns list >= 0 to like 8 {lower} }}")];
    let mut texts = Vec::new();
    for body in &bodies {
        for (upper_minimum, lower_minimum) in [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)] {
            texts.push(format!(
                "registers[1] {{ 0: x }} && 0 <= y < 2^64 && {upper_minimum} <= n && {lower_minimum} <= m
                 && seg(x -> y; count n >= {upper_minimum}; node 16 entry 0 link 8 word 8 {body})
                 * seg(y -> 0; count m >= {lower_minimum}; {lower})"
            ));
        }
    }
    let written: Vec<&str> = texts.iter().map(String::as_str).collect();
    check_folded(Family::two_levels, &written);
    // The nodes of the second row may be linked on the upper level, or it may not be the last one.
    check_written(
        Family::two_levels,
        &[
            "registers[1] { 0: x } && seg(x -> y; count n >= 1; node 16 entry 0 link 8 word 8 { 0..8: like 8 }) * seg(y -> 0; count m >= 1; node 16 entry 0 link 0 word 8 { 8..16: any })",
            "registers[1] { 0: x } && block a: heap[16] { 0..8: 0, 8..16: 0 } * seg(x -> y; count n >= 1; node 16 entry 0 link 8 word 8 { 0..8: like 8 }) * seg(y -> a; count m >= 1; node 16 entry 0 link 0 word 8 { 8..16: fill 0 })",
        ],
    );
}

#[test]
fn fold_partly() {
    check(Family::partly, 60);
}

#[test]
fn fold_counting() {
    check(Family::counting, 150);
}

#[test]
fn rows_that_count_are_folded_only_where_they_do() {
    let node = |name: &str, next: &str, value: &str| {
        format!("block {name}: heap[16] {{ 0..8: {next}, 8..12: {value}, 12..16: uninit }}")
    };
    let counting =
        "node 16 entry 0 link 0 word 8 shared 1 { 8..12: counting to 0 by 1, 12..16: uninit }; with 0";
    let others = "1 <= c < 2^64 - 16 && c mod 16 = 0 && registers[2] { 0: a }";
    let row = |values: [&str; 3]| {
        let [first, second, third] = values;
        let nodes = [node("a", "b", first), node("b", "c", second), node("c", "0", third)];
        format!("{others} && {}", nodes.join(" * "))
    };
    let behind = |value: &str| {
        format!(
            "1 <= n && n <= 2 && registers[2] {{ 0: a }} && {} * seg(x -> 0; count n >= 1; {counting})",
            node("a", "x", value)
        )
    };
    let texts = [
        row(["2", "1", "0"]),
        row(["0", "1", "2"]),
        row(["2", "1", "1"]),
        row(["1", "0", "1"]),
        behind("n"),
        behind("1"),
        behind("n - 1"),
    ];
    check_written(Family::counting, &texts.each_ref().map(String::as_str));
}

#[test]
fn fold_tails() {
    check(Family::tailed, 60);
    check(Family::buffers, 60);
}

#[test]
fn fold_tails_with_texts() {
    check(Family::tailed, 60);
    check(Family::texts, 60);
    check(Family::names, 60);
}

#[test]
fn texts_between_constant_places_are_closed_and_opened() {
    let node = |name: &str, next: &str, text: &str| {
        format!("block {name}: heap[11] {{ 0..8: {next}, {text}, 10..11: any }}")
    };
    let open = "8..z: any, z .. z + 1: fill 0, z + 1 .. 10: uninit";
    let [first, second] = [node("a", "b", open), node("b", "0", "8..9: any, 9..10: fill 0")];
    let closed = node("b", "0", "8..10: text");
    let facts = "8 <= z && z <= 9 && registers[1] { 0: a }";
    check_folded(
        Family::names,
        &[&format!("{facts} && {first} * {second}"), &format!("{facts} && {first} * {closed}")],
    );
    // Without a zero there is no text.
    let letters = node("b", "0", "8..10: any");
    check_written(Family::names, &[&format!("{facts} && {first} * {letters}")]);
}

#[test]
fn a_node_that_may_be_missing_is_a_row() {
    let node = |next: &str| format!("{{ 0..8: {next}, 8..10: text, 10..11: any }}");
    let facts = "0 <= b < 2^64 && registers[1] { 0: a }";
    let [first, last] = ["b", "0"].map(node);
    check_folded(
        Family::names,
        &[&format!("{facts} && block a: heap[11] {first} * block b: heap[11] optional {last}")],
    );
}

#[test]
fn single_nodes_in_arrays_become_segments() {
    let table = "block table: static[24]";
    let node = "8..9: any";
    let texts = [
        format!(
            "registers[1] {{ 0: 0 }} && {table} {{ 0..8: a, 8..24: fill 0 }} * block a: heap[9] {{ 0..8: 0, {node} }}"
        ),
        format!(
            "registers[1] {{ 0: a }} && {table} {{ 0..8: a, 8..24: fill 0 }} * block a: heap[9] {{ 0..8: 0, {node} }}"
        ),
        format!(
            "registers[1] {{ 0: 0 }} && {table} {{ 0..8: a, 8..16: a, 16..24: 0 }} * block a: heap[9] {{ 0..8: 0, {node} }}"
        ),
        format!(
            "registers[1] {{ 0: 0 }} && {table} {{ 0..8: a, 8..16: 0, 16..24: b }} * block a: heap[9] {{ 0..8: 0, {node} }} * block b: heap[9] {{ 0..8: 0, {node} }}"
        ),
        format!(
            "registers[1] {{ 0: 0 }} && {table} {{ 0..8: a, 8..16: 0, 16..24: b }} * block a: heap[9] {{ 0..8: b, {node} }} * block b: heap[9] {{ 0..8: 0, {node} }}"
        ),
        format!(
            "registers[1] {{ 0: 0 }} && {table} {{ 0..8: a, 8..16: x, 16..24: 0 }} * block a: heap[9] {{ 0..8: 0, {node} }} * seg(x -> 0; count n >= 0; node 9 entry 0 link 0 word 8 {{ 8..9: any }})"
        ),
        format!(
            "registers[1] {{ 0: 0 }} && {table} {{ 0..8: a, 8..16: 0, 16..24: 0 }} * block a: heap[9] {{ 0..8: a, {node} }}"
        ),
    ];
    check_written(Family::table, &texts.each_ref().map(String::as_str));
}

#[test]
fn fold_on_the_stack() {
    check(Family::on_the_stack, 60);
}

#[test]
fn fold_sorted() {
    check(Family::sorted, 150);
    check(Family::sorted_double, 60);
    check(Family::sorted_intervals, 60);
}

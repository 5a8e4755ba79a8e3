//! What is said to be an instance of a state has no memories that the state has not.

use crate::families::Family;
use crate::models::{Laboratory, Models, rounds};
use heap_rules::entail::entails;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::rearrange::unfold_first;
use pure_logic::Solver;
use symbolic_heap::State;

pub type Choice = fn(&mut Laboratory) -> Precision;

/// A way to fold and join lists that tells where nodes are.
pub fn with_places(laboratory: &mut Laboratory) -> Precision {
    if laboratory.random.one_in(2) { Precision::Kinds } else { Precision::Shapes }
}

/// A way to fold and join lists.
pub fn some_precision(laboratory: &mut Laboratory) -> Precision {
    if !laboratory.family.keys().is_empty() {
        return Precision::Sorted;
    }
    match laboratory.random.below(6) {
        0 | 1 => Precision::Members,
        2 => Precision::Optional,
        _ => with_places(laboratory),
    }
}

/// States, some of them folded or unfolded from others, so that many entail one another.
pub fn related_states(laboratory: &mut Laboratory, count: usize, precision: Choice) -> Vec<(State, Models)> {
    let mut states = Vec::new();
    while states.len() < count {
        let (state, models) = laboratory.satisfiable_state();
        let precision = precision(laboratory);
        let folded = abstract_state(&mut laboratory.solver, &state, precision);
        let mut more = Vec::new();
        for index in 0..folded.heap.segments().len().min(2) {
            more.extend(unfold_first(&mut laboratory.solver, &folded, index));
        }
        states.push((state, models));
        more.push(folded);
        for state in more {
            let models = laboratory.models(&state);
            states.push((state, models));
        }
    }
    states
}

/// Facts about the names that written states use: addresses, and bases of blocks.
pub const NAMES: &str = "0 <= x < 2^64 && 0 <= y < 2^64 && 0 <= z < 2^64 && 0 <= l < 2^64 && 1 <= a < 2^64 - 32 \
    && a mod 16 = 0 && 1 <= b < 2^64 - 32 && b mod 16 = 0 && 1 <= head < 2^64 - 32 && head mod 16 = 0";

/// Neither state is said to entail the other unless it does.
fn check_written(family: fn(&mut Solver) -> Family, special: &str, general: &str) {
    let mut laboratory = Laboratory::new(family, 0);
    let (special, special_models) = laboratory.written_state(&format!("{NAMES} && {special}"));
    let (general, general_models) = laboratory.written_state(&format!("{NAMES} && {general}"));
    assert!(special_models.contains(&true), "no memory satisfies {}", laboratory.text(&special));
    if entails(&mut laboratory.solver, &special, &general).is_proved() {
        laboratory.demand_subset(&special_models, &general_models, |laboratory| {
            format!("{}\nis said to entail\n{}", laboratory.text(&special), laboratory.text(&general))
        });
    }
    laboratory.finish();
}

const DOUBLE: &str = "node 16 entry 0 link 0 back 8 word 8 {}";
const LINUX: &str = "node 24 entry 8 link 8 back 16 word 8 { 0..8: uninit }";

#[test]
fn backward_links_inside_a_row_lead_back() {
    check_written(
        Family::double,
        &format!(
            "registers[2] {{ 0: a, 1: 0 }} && block a: heap[16] {{ 0..8: b, 8..16: 0 }} * block b: heap[16] {{ 0..8: x, 8..16: l }}
             * seg(x -> 0; back l -> b; count n >= 0; {DOUBLE})"
        ),
        &format!("2 <= n && registers[2] {{ 0: x, 1: 0 }} && seg(x -> 0; back l -> 0; count n >= 2; {DOUBLE})"),
    );
    check_written(
        Family::circular,
        &format!(
            "1 <= n && registers[1] {{ 0: 0 }} && block a: heap[24] {{ 0..8: uninit, 8..16: x, 16..24: head }}
             * block head: static[16] {{ 0..8: a + 8, 8..16: l }} * seg(x -> head; back l -> 0; count n >= 1; {LINUX})"
        ),
        &format!(
            "1 <= n && registers[1] {{}} && block head: static[16] {{ 0..8: x, 8..16: l }}
             * seg(x -> head; back l -> head; count n >= 1; {LINUX})"
        ),
    );
}

#[test]
fn the_last_node_of_a_row_is_the_last_node_of_the_segment() {
    let blocks = "block a: heap[16] { 0..8: b, 8..16: 0 } * block b: heap[16] { 0..8: 0, 8..16: a }";
    for register in ["a", "b"] {
        check_written(
            Family::double,
            &format!("registers[2] {{ 0: a, 1: {register} }} && {blocks}"),
            &format!("registers[2] {{ 1: l }} && seg(x -> 0; back l -> 0; count n >= 2; {DOUBLE})"),
        );
    }
}

#[test]
fn a_row_does_not_end_inside_itself() {
    let node = "node 16 entry 0 link 0 word 8 { 8..16: uninit }";
    check_written(
        Family::single,
        "registers[2] { 0: a, 1: a } && block a: heap[16] { 0..8: a, 8..16: uninit }",
        &format!(
            "registers[2] {{ 0: x, 1: x }} && seg(x -> y; count n >= 0; {node}) * seg(y -> z; count m >= 0; {node})
             * seg(z -> y; count k >= 0; {node})"
        ),
    );
}

fn check(family: fn(&mut Solver) -> Family, usual: usize) {
    let count = rounds(usual);
    let mut laboratory = Laboratory::new(family, 4);
    let states = related_states(&mut laboratory, count, some_precision);
    let mut proved = 0;
    for (special, special_models) in &states {
        for (general, general_models) in &states {
            if !entails(&mut laboratory.solver, special, general).is_proved() {
                continue;
            }
            proved += 1;
            laboratory.demand_subset(special_models, general_models, |laboratory| {
                format!("{}\nis said to entail\n{}", laboratory.text(special), laboratory.text(general))
            });
        }
    }
    assert!(proved > count, "only {proved} of {} pairs were related", count * count);
    laboratory.finish();
}

#[test]
fn entail_single() {
    check(Family::single, 60);
    check(Family::single_inside, 60);
}

#[test]
fn entail_double() {
    check(Family::double, 40);
    check(Family::double_to_links, 40);
}

#[test]
fn entail_circular() {
    check(Family::circular, 25);
}

#[test]
fn entail_optional_blocks() {
    check(Family::optional, 60);
}

#[test]
fn entail_nested() {
    check(Family::nested, 60);
}

#[test]
fn entail_bounded() {
    check(Family::bounded, 60);
}

#[test]
fn of_lists_that_end_at_their_owner_or_where_it_leads() {
    check(Family::two_levels, 40);
    check(Family::three_levels, 24);
    check(Family::below_the_third_level, 24);
    check(Family::parents, 40);
    check(Family::rings, 40);
}

#[test]
fn entail_encoded() {
    check(Family::tagged, 60);
    check(Family::relative, 60);
}

#[test]
fn entail_partly() {
    check(Family::partly, 60);
}

#[test]
fn entail_counting() {
    check(Family::counting, 60);
}

#[test]
fn a_row_counts_in_the_direction_of_its_segment() {
    let node = |name: &str, next: &str, value: i32| {
        format!("block {name}: heap[16] {{ 0..8: {next}, 8..12: {value}, 12..16: uninit }}")
    };
    for (first, second, end) in [(1, 0, 0), (0, 1, 0), (0, 1, 1), (2, 1, 1), (2, 0, 0), (1, 1, 1)] {
        check_written(
            Family::counting,
            &format!("registers[2] {{ 0: a }} && {} * {}", node("a", "b", first), node("b", "0", second)),
            &format!(
                "registers[2] {{ 0: x }} && seg(x -> 0; count n >= 0; node 16 entry 0 link 0 word 8 shared 1 {{ 8..12: counting to 0 by 1, 12..16: uninit }}; with {end})"
            ),
        );
    }
}

#[test]
fn entail_tails() {
    check(Family::tailed, 60);
    check(Family::buffers, 60);
}

#[test]
fn entail_tails_with_texts() {
    check(Family::tailed, 60);
    check(Family::texts, 60);
    check(Family::names, 60);
}

#[test]
fn entail_on_the_stack() {
    check(Family::on_the_stack, 60);
}

#[test]
fn entail_sorted() {
    check(Family::sorted, 60);
    check(Family::sorted_double, 30);
    check(Family::sorted_intervals, 30);
}

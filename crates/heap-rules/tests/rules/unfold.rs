//! Unfolding a segment gives cases that together describe every memory of the state.

use crate::families::Family;
use crate::models::{Laboratory, Models, rounds};
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::rearrange::{unfold_first, unfold_last};
use pure_logic::Solver;
use symbolic_heap::State;

type Unfold = fn(&mut Solver, &State, usize) -> Vec<State>;

fn check(family: fn(&mut Solver) -> Family, usual: usize, unfold: Unfold) {
    let mut laboratory = Laboratory::new(family, 1);
    for _ in 0..rounds(usual) {
        let (state, before) = laboratory.satisfiable_state();
        check_state(&mut laboratory, &state, &before, unfold);
        // Of members it is told apart whether they are the node that is exposed.
        let folded = abstract_state(&mut laboratory.solver, &state, Precision::Members);
        if folded.heap.segments().iter().any(|segment| !segment.members.is_empty()) {
            let before = laboratory.models(&folded);
            check_state(&mut laboratory, &folded, &before, unfold);
        }
    }
    laboratory.finish();
}

fn check_state(laboratory: &mut Laboratory, state: &State, before: &Models, unfold: Unfold) {
    for index in 0..state.heap.segments().len() {
        let cases = unfold(&mut laboratory.solver, state, index);
        let mut after = vec![false; before.len()];
        for case in &cases {
            for (union, holds) in after.iter_mut().zip(laboratory.models(case)) {
                *union |= holds;
            }
        }
        laboratory.demand_subset(before, &after, |laboratory| {
            let cases: Vec<String> = cases.iter().map(|case| laboratory.text(case)).collect();
            format!("segment {index} of\n{}\nunfolds to\n{}", laboratory.text(state), cases.join("\nor\n"))
        });
    }
}

#[test]
fn unfold_first_single() {
    check(Family::single, 40, unfold_first);
    check(Family::single_inside, 60, unfold_first);
}

#[test]
fn unfold_first_double() {
    check(Family::double, 25, unfold_first);
    check(Family::double_to_links, 25, unfold_first);
}

#[test]
fn unfold_first_circular() {
    check(Family::circular, 12, unfold_first);
}

#[test]
fn unfold_first_optional_blocks() {
    check(Family::optional, 40, unfold_first);
}

#[test]
fn unfold_first_nested() {
    check(Family::nested, 40, unfold_first);
}

#[test]
fn unfold_last_double() {
    check(Family::double, 25, unfold_last);
    check(Family::double_to_links, 25, unfold_last);
}

#[test]
fn unfold_last_circular() {
    check(Family::circular, 12, unfold_last);
}

#[test]
fn unfold_first_bounded() {
    check(Family::bounded, 40, unfold_first);
}

#[test]
fn of_lists_that_end_at_their_owner_or_where_it_leads() {
    check(Family::two_levels, 30, unfold_first);
    check(Family::three_levels, 20, unfold_first);
    check(Family::below_the_third_level, 20, unfold_first);
    check(Family::parents, 30, unfold_first);
    check(Family::rings, 30, unfold_first);
}

#[test]
fn unfold_first_encoded() {
    check(Family::tagged, 40, unfold_first);
    check(Family::relative, 40, unfold_first);
}

#[test]
fn unfold_first_partly() {
    check(Family::partly, 40, unfold_first);
}

#[test]
fn unfold_first_counting() {
    check(Family::counting, 40, unfold_first);
}

#[test]
fn unfold_first_tails() {
    check(Family::tailed, 60, unfold_first);
    check(Family::buffers, 60, unfold_first);
}

#[test]
fn unfold_first_tails_with_texts() {
    check(Family::tailed, 60, unfold_first);
    check(Family::texts, 60, unfold_first);
    check(Family::names, 60, unfold_first);
}

#[test]
fn unfold_first_on_the_stack() {
    check(Family::on_the_stack, 60, unfold_first);
}

#[test]
fn unfold_sorted() {
    check(Family::sorted, 80, unfold_first);
    check(Family::sorted_intervals, 40, unfold_first);
    check(Family::sorted_double, 40, unfold_first);
    check(Family::sorted_double, 40, unfold_last);
}

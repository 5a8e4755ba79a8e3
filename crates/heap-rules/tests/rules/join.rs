//! What two states are joined or widened to has all memories of both.

use crate::entail::{NAMES, related_states, some_precision};
use crate::families::Family;
use crate::models::{Laboratory, Models, rounds};
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use pure_logic::Solver;
use symbolic_heap::State;

/// Whether the pair can be joined, and then correctly.
fn check_pair(
    laboratory: &mut Laboratory,
    (older, older_models): (&State, &Models),
    (newer, newer_models): (&State, &Models),
    mode: JoinMode<'_>,
) -> bool {
    let precision = some_precision(laboratory);
    let alternatives = laboratory.random.one_in(2);
    let likeness = Likeness { precision, alternatives, ..Likeness::default() };
    let Some(joined) = join(&mut laboratory.solver, older, newer, mode, likeness) else { return false };
    let models = laboratory.models(&joined);
    for side in [older_models, newer_models] {
        laboratory.demand_subset(side, &models, |laboratory| {
            let texts = [older, newer, &joined].map(|state| laboratory.text(state));
            format!("{mode:?} of\n{}\nand\n{}\nis\n{}", texts[0], texts[1], texts[2])
        });
    }
    true
}

fn check(family: fn(&mut Solver) -> Family, usual: usize) {
    let count = rounds(usual);
    let mut laboratory = Laboratory::new(family, 5);
    let states = related_states(&mut laboratory, count, some_precision);
    let mut joined_pairs = 0;
    for (older, older_models) in &states {
        for (newer, newer_models) in &states {
            let mode = if laboratory.random.one_in(2) { JoinMode::Join } else { JoinMode::Widen(&[2, 3]) };
            let (older, newer) = ((older, older_models), (newer, newer_models));
            joined_pairs += usize::from(check_pair(&mut laboratory, older, newer, mode));
        }
    }
    assert!(joined_pairs > count, "only {joined_pairs} pairs were joined");
    laboratory.finish();
}

#[test]
fn a_row_does_not_end_inside_itself() {
    let node = "node 16 entry 8 link 8 word 8 { 0..8: uninit }";
    let mut laboratory = Laboratory::new(Family::single_inside, 0);
    let (older, older_models) = laboratory.written_state(&format!(
        "{NAMES} && 2 <= n && 1 <= m && registers[2] {{ 0: x, 1: y }} && seg(x -> y; count n >= 2; {node})
         * seg(y -> x; count m >= 1; {node})"
    ));
    let (newer, newer_models) = laboratory.written_state(&format!(
        "{NAMES} && 1 <= n && registers[2] {{ 0: x }} && block b: heap[16] {{ 0..8: uninit, 8..16: x }}
         * seg(x -> b + 8; count n >= 1; {node})"
    ));
    assert!(newer_models.contains(&true));
    for mode in [JoinMode::Join, JoinMode::Widen(&[])] {
        check_pair(&mut laboratory, (&older, &older_models), (&newer, &newer_models), mode);
        check_pair(&mut laboratory, (&newer, &newer_models), (&older, &older_models), mode);
    }
    laboratory.finish();
}

/// The words of one node lead to a list that another one has behind the other word.
#[test]
fn what_a_word_owns_is_not_forgotten_because_another_leads_there() {
    let inner = "node 24 entry 0 link 0 word 8 { 8..16: like 0, 16..24: fill 0 }";
    let node = "node 24 entry 0 link 16 word 8";
    let rows = [
        format!("{node} {{ 0..8: owns list >= 1 to like 16 {inner}, 8..16: like 0 }}"),
        format!("{node} {{ 0..8: like 8, 8..16: owns list >= 1 to like 16 {inner} }}"),
        format!(
            "{node} {{ 0..8: owns list >= 0 to like 8 {inner}, 8..16: owns list >= 0 to like 16 {inner} }}"
        ),
    ];
    for family in [Family::three_levels, Family::below_the_third_level] {
        let mut laboratory = Laboratory::new(family, 0);
        let mut states = Vec::new();
        for row in &rows {
            let text =
                format!("{NAMES} && 1 <= n && registers[1] {{ 0: x }} && seg(x -> 0; count n >= 1; {row})");
            let (state, models) = laboratory.written_state(&text);
            assert!(models.contains(&true), "no memory satisfies {text}");
            states.push((state, models));
        }
        for older in &states {
            for newer in &states {
                check_pair(&mut laboratory, (&older.0, &older.1), (&newer.0, &newer.1), JoinMode::Join);
            }
        }
        laboratory.finish();
    }
}

#[test]
fn join_single() {
    check(Family::single, 20);
    check(Family::single_inside, 24);
}

#[test]
fn join_double() {
    check(Family::double, 14);
    check(Family::double_to_links, 14);
}

#[test]
fn join_circular() {
    check(Family::circular, 8);
}

#[test]
fn join_optional_blocks() {
    check(Family::optional, 20);
}

#[test]
fn join_nested() {
    check(Family::nested, 20);
}

#[test]
fn join_bounded() {
    check(Family::bounded, 24);
}

#[test]
fn of_lists_that_end_at_their_owner_or_where_it_leads() {
    check(Family::two_levels, 16);
    check(Family::three_levels, 12);
    check(Family::below_the_third_level, 12);
    check(Family::parents, 16);
    check(Family::rings, 16);
}

#[test]
fn join_encoded() {
    check(Family::tagged, 24);
    check(Family::relative, 24);
}

#[test]
fn join_partly() {
    check(Family::partly, 24);
}

#[test]
fn join_counting() {
    check(Family::counting, 24);
}

#[test]
fn join_tails() {
    check(Family::tailed, 24);
    check(Family::buffers, 24);
}

#[test]
fn join_tails_with_texts() {
    check(Family::tailed, 24);
    check(Family::texts, 24);
    check(Family::names, 24);
}

#[test]
fn join_on_the_stack() {
    check(Family::on_the_stack, 24);
}

#[test]
fn join_sorted() {
    check(Family::sorted, 24);
    check(Family::sorted_double, 16);
    check(Family::sorted_intervals, 16);
}

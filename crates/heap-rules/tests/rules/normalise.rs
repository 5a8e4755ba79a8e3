//! Normalising a state keeps all its memories, and says that there are none only if there are none.

use crate::families::Family;
use crate::models::{Laboratory, rounds};
use heap_rules::rearrange::normalise;
use pure_logic::Solver;

fn check(family: fn(&mut Solver) -> Family, usual: usize) {
    let mut laboratory = Laboratory::new(family, 2);
    for _ in 0..rounds(usual) {
        let (state, before) = laboratory.satisfiable_state();
        let normal = normalise(&mut laboratory.solver, state.clone());
        let after = match &normal {
            Some(normal) => laboratory.models(normal),
            None => vec![false; before.len()],
        };
        laboratory.demand_subset(&before, &after, |laboratory| {
            let normal = normal.map_or("nothing".into(), |normal| laboratory.text(&normal));
            format!("{}\nbecomes\n{normal}", laboratory.text(&state))
        });
    }
    laboratory.finish();
}

#[test]
fn normalise_single() {
    check(Family::single, 40);
    check(Family::single_inside, 100);
}

#[test]
fn normalise_double() {
    check(Family::double, 25);
    check(Family::double_to_links, 25);
}

#[test]
fn normalise_circular() {
    check(Family::circular, 12);
}

#[test]
fn normalise_optional_blocks() {
    check(Family::optional, 40);
}

#[test]
fn normalise_nested() {
    check(Family::nested, 40);
}

#[test]
fn of_lists_that_end_at_their_owner_or_where_it_leads() {
    check(Family::two_levels, 30);
    check(Family::three_levels, 20);
    check(Family::below_the_third_level, 20);
    check(Family::parents, 30);
    check(Family::rings, 30);
}

#[test]
fn normalise_encoded() {
    check(Family::tagged, 60);
    check(Family::relative, 60);
}

//! A contract that changes nothing, applied to a state, leaves every memory that the state has.
//!
//! So what is found for the parts of a contract is there, nothing is found twice, and what is not part of the
//! contract stays as it is.

use crate::entail::{related_states, with_places};
use crate::families::Family;
use crate::models::{Laboratory, rounds};
use heap_rules::apply::{Applied, Call, Memory, Precondition, Touched, apply, fit};
use heap_rules::frame::names;
use pure_logic::Solver;
use pure_logic::term::{Atom, AtomKind};
use symbolic_heap::{Region, State, Value};

/// An entry that asks for some of the memory of a state.
fn part_of(laboratory: &mut Laboratory, state: &State) -> State {
    let mut entry = state.clone();
    let bases: Vec<Atom> = state.heap.blocks().map(|block| block.base).collect();
    for base in bases {
        if laboratory.random.one_in(4) {
            entry.heap.remove_block(base);
        }
    }
    for index in (0..state.heap.segments().len()).rev() {
        if laboratory.random.one_in(4) {
            entry.heap.remove_segment(index);
        }
    }
    entry
}

/// The entry with its names told at the exit, too.
fn held(solver: &Solver, entry: &State) -> State {
    let own = names(&solver.terms, entry).into_iter();
    let variables = own.filter(|(atom, _)| matches!(solver.terms.kind(*atom), AtomKind::Variable(_)));
    State { held: variables.map(|(_, term)| Some(Value::defined(term))).collect(), ..entry.clone() }
}

fn check(family: fn(&mut Solver) -> Family, usual: usize) {
    let count = rounds(usual);
    let mut laboratory = Laboratory::new(family, 11);
    let states = related_states(&mut laboratory, count, with_places);
    let (mut applied, mut with_lists) = (0, 0);
    for (state, models) in &states {
        for (general, _) in &states {
            let mut entry = part_of(&mut laboratory, general);
            let arguments: Vec<Option<Value>> = state.registers.clone();
            let pairs = arguments.iter().zip(&entry.registers);
            let both: Vec<(Value, Value)> =
                pairs.filter_map(|(a, b)| a.zip(*b)).filter(|_| !laboratory.random.one_in(5)).collect();
            entry.registers = both.iter().map(|(_, own)| Some(*own)).collect();
            let arguments: Vec<Value> = both.iter().map(|(value, _)| *value).collect();
            let entry = held(&laboratory.solver, &entry);
            let exit = State { registers: Vec::new(), ..entry.clone() };
            let mut touched = Touched::default();
            let sizes = general.heap.segments().iter().map(|segment| segment.shape.node_size);
            for size in sizes.filter(|_| laboratory.random.one_in(2)) {
                touched.insert(Memory::Heap(i128::from(size)), (0, i128::from(size)));
            }
            let contract = Precondition { entry: &entry, touched: &touched };
            let call = Call { state, arguments: &arguments, names: 0 };
            let permanent: Vec<Atom> = general
                .heap
                .blocks()
                .chain(state.heap.blocks())
                .filter(|block| matches!(block.region, Region::Static))
                .map(|block| block.base)
                .collect();
            let Some(fit) = fit(&mut laboratory.solver, call, contract) else { continue };
            let Some(after) = apply(&mut laboratory.solver, state, &fit, (contract, &exit), &|atom| {
                permanent.contains(&atom)
            }) else {
                continue;
            };
            applied += 1;
            with_lists += usize::from(!entry.heap.segments().is_empty());
            let after_models = match &after {
                Applied::Goes(after, _) => laboratory.models(after),
                Applied::Impossible => vec![false; models.len()],
            };
            laboratory.demand_subset(models, &after_models, |laboratory| {
                let after = match &after {
                    Applied::Goes(after, _) => laboratory.text(after),
                    Applied::Impossible => "impossible".to_owned(),
                };
                let (state, entry) = (laboratory.text(state), laboratory.text(&entry));
                format!("{state}\nafter a function that needs and leaves\n{entry}\nis\n{after}")
            });
        }
    }
    assert!(
        applied > count && with_lists > count / 4,
        "only {applied} contracts fit, {with_lists} with lists"
    );
    laboratory.finish();
}

#[test]
fn apply_single() {
    check(Family::single, 40);
    check(Family::single_inside, 40);
}

#[test]
fn apply_double() {
    check(Family::double, 30);
    check(Family::double_to_links, 30);
}

#[test]
fn apply_circular() {
    check(Family::circular, 25);
}

#[test]
fn apply_optional_blocks() {
    check(Family::optional, 40);
}

#[test]
fn apply_nested() {
    check(Family::nested, 40);
    check(Family::two_levels, 40);
    check(Family::parents, 40);
    check(Family::rings, 40);
}

#[test]
fn apply_with_data() {
    check(Family::bounded, 40);
    check(Family::counting, 40);
    check(Family::partly, 40);
}

#[test]
fn apply_encoded() {
    check(Family::tagged, 40);
    check(Family::relative, 40);
}

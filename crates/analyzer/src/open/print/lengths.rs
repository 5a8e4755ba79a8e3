//! How long lists are by how long they were: `list result -> 0: exactly count#1 + count#2`.
//!
//! That a list keeps its nodes is what one expects, and is not told.

use super::Printer;
use interprocedural::contracts::Ending;
use interprocedural::open::OpenContract;
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Content, State};

impl Printer<'_, '_> {
    /// The numbers of nodes of the precondition's lists of which exits say something.
    pub fn told_lengths(&mut self, contract: &OpenContract) -> BTreeSet<Atom> {
        let lengths = held_lengths(&self.context.solver, contract);
        let mut told = BTreeSet::new();
        if lengths.is_empty() {
            return told;
        }
        for (ending, exit) in &contract.exits {
            if *ending != Ending::EndsProgram {
                let exit = self.with_old_names(contract, exit);
                tell(&self.context.solver, contract, &exit, &lengths, &mut told);
            }
        }
        told
    }
}

/// The numbers of nodes that exits hold.
pub(super) fn held_lengths(solver: &Solver, contract: &OpenContract) -> BTreeSet<Atom> {
    let held: BTreeSet<Term> = contract.start.held.iter().flatten().map(|value| value.term).collect();
    let segments = contract.entry.state.heap.segments().iter();
    let counts = segments.map(|segment| segment.count).filter(|count| held.contains(count));
    counts.filter_map(|count| solver.terms.as_atom(count)).collect()
}

/// Enters the lengths that an exit says more of than that a list has its nodes.
fn tell(
    solver: &Solver,
    contract: &OpenContract,
    exit: &State,
    lengths: &BTreeSet<Atom>,
    told: &mut BTreeSet<Atom>,
) {
    let lengths_in = |term: Term| {
        let mut found = BTreeSet::new();
        solver.terms.for_each_atom(term, &mut |atom| _ = found.insert(atom));
        found.retain(|atom| lengths.contains(atom));
        found
    };
    // Numbers that are returned or stored.
    for value in exit.registers.iter().flatten() {
        told.extend(lengths_in(value.term));
    }
    for cell in exit.heap.blocks().flat_map(|block| block.cells.iter()) {
        if let Content::Scalar(value) = cell.content {
            told.extend(lengths_in(value.term));
        }
    }
    // Lists of other nodes, or of those of several lists.
    let mut seen = BTreeSet::new();
    for segment in exit.heap.segments() {
        let counts = lengths_in(segment.count);
        let begins_there = |count: Atom| {
            let before = contract.entry.state.heap.segments().iter();
            let own = solver.terms.atom_term(count);
            before.filter(|one| one.count == own).any(|one| one.first == segment.first)
        };
        let is_expected = counts.len() <= 1 && counts.iter().all(|&count| begins_there(count));
        if !is_expected || counts.iter().any(|count| seen.contains(count)) {
            told.extend(&counts);
        }
        seen.extend(counts);
    }
    // What is known of them beside that: `m <= count`.
    for &fact in exit.facts.as_slice() {
        let mut atoms = BTreeSet::new();
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| _ = atoms.insert(atom));
        if atoms.len() > 1 && fact != Fact::True {
            told.extend(atoms.intersection(lengths));
        }
    }
}

/// The exit without the lengths that are not told.
pub(super) fn without_untold(
    solver: &Solver,
    contract: &OpenContract,
    mut exit: State,
    told: &BTreeSet<Atom>,
) -> State {
    let lengths = held_lengths(solver, contract);
    for (old, new) in contract.start.held.iter().zip(&mut exit.held) {
        let atom = old.and_then(|old| solver.terms.as_atom(old.term));
        if atom.is_some_and(|atom| lengths.contains(&atom) && !told.contains(&atom)) {
            *new = None;
        }
    }
    exit
}

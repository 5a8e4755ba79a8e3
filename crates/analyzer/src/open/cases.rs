//! One contract where the cases of several, which differ in numbers alone, are all there are.
//!
//! ```text
//!   {M * F ∧ A} f {Q}    {M * F ∧ B} f {Q}
//!   ──────────────────────────────────────   F ⊨ A ∨ B
//!              {M * F} f {Q}
//! ```
//!
//! `realloc` looks at whether a block grows, a caller does not.

use super::Contract;
use super::print::Printer;
use crate::limits::CONTRACTS_UNITED;
use findings::formula::{Assertion, Formula};
use interprocedural::open::entry::Entry;
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver};
use std::collections::BTreeSet;

/// A contract in words, and what its precondition was printed from: the entry, and the lengths of lists that have names.
pub(super) struct Printed {
    pub contract: Contract,
    pub entry: Entry,
    pub lengths: BTreeSet<Atom>,
}

/// Unites contracts.
pub(super) fn unite(printer: &mut Printer<'_, '_>, contracts: &mut Vec<Printed>) {
    if contracts.len() > CONTRACTS_UNITED {
        return;
    }
    let mut first = 0;
    while first < contracts.len() {
        let united = (first + 1..contracts.len()).find_map(|second| {
            let (printed, other) = (&contracts[first], &contracts[second]);
            if !differ_in_numbers(&printed.contract, &other.contract) {
                return None;
            }
            let facts = union(printer.solver(), &printed.entry, &other.entry)?;
            Some((second, facts))
        });
        let Some((second, facts)) = united else {
            first += 1;
            continue;
        };
        let Printed { contract, entry, lengths } = &mut contracts[first];
        entry.state.facts = facts;
        contract.requires = printer.entry_telling(entry, lengths.clone());
        contracts.remove(second);
    }
}

/// Whether two contracts promise the same and ask for the same memory.
fn differ_in_numbers(contract: &Contract, other: &Contract) -> bool {
    let memory = |contract: &Contract| -> Vec<Formula> {
        let is_number = |line: &&Formula| !matches!(line.assertion, Assertion::Fact { .. });
        contract.requires.iter().filter(is_number).cloned().collect()
    };
    contract.ensures == other.ensures
        && contract.callbacks == other.callbacks
        && contract.assumed == other.assumed
        && memory(contract) == memory(other)
}

/// What holds in both cases, if that is one of them or the other.
fn union(solver: &mut Solver, entry: &Entry, other: &Entry) -> Option<Facts> {
    let (left, right) = (&entry.state.facts, &other.state.facts);
    let known = Facts::from_facts(solver, &entry.trivial);
    let (common, own) = split(solver, left, right);
    let (more, others) = split(solver, right, left);
    let mut union = Facts::from_facts(solver, &common);
    union.assume_all(solver, &more);
    let mut all = union.clone();
    all.assume_all(solver, known.as_slice());
    for &fact in &own {
        let mut without = all.clone();
        let negation = solver.terms.negation(fact);
        without.assume_all(solver, &negation);
        if !without.proves_all(solver, &others).is_proved() {
            return None;
        }
    }
    Some(union)
}

/// The facts that hold there, too, and the others.
fn split(solver: &mut Solver, facts: &Facts, there: &Facts) -> (Vec<Fact>, Vec<Fact>) {
    facts.as_slice().iter().partition(|&&fact| there.proves(solver, fact).is_proved())
}

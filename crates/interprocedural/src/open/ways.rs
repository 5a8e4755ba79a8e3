//! Errors that happen on several ways: they are certain if every caller goes one of them.

use super::entry::Entry;
use crate::finding::Finding;
use crate::limits::PATHS_TO_AN_ERROR;
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts};
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_heap::Content;

/// Memory from an allocator lies at multiples of this.
const MALLOC_ALIGNMENT: i128 = 16;

/// The errors to which every caller comes that provides the memory, though none of the ways is one for all callers:
///
/// ```text
///   error at s from P ∧ F₁,  …,  error at s from P ∧ Fₙ        P ⊨ F₁ ∨ … ∨ Fₙ
///  ─────────────────────────────────────────────────────────────────────────────
///   error at s from P                                         P tells only memory
/// ```
pub fn certain_together(context: &mut Context<'_>, ways: &[(Entry, Finding)]) -> Vec<(Entry, Finding)> {
    let mut certain: Vec<(Entry, Finding)> = Vec::new();
    for (entry, finding) in ways {
        if certain.iter().any(|(_, other)| other.is_at_place_of(finding))
            || !tells_only_memory(context, entry)
        {
            continue;
        }
        let bare = entry.bare(context);
        let others = ways
            .iter()
            .filter(|(other, there)| there.is_at_place_of(finding) && other.state.heap == entry.state.heap);
        let assumed: Vec<Vec<Fact>> = others.map(|(other, _)| assumed(context, &bare, other)).collect();
        let is_few =
            assumed.len() <= PATHS_TO_AN_ERROR && assumed.iter().all(|way| way.len() <= PATHS_TO_AN_ERROR);
        if assumed.len() > 1 && is_few && is_complete(context, bare.state.facts.clone(), &assumed) {
            certain.push((bare, finding.clone()));
        }
    }
    certain
}

/// Whether an entry without its facts assumes nothing of words: each is a variable of its own.
fn tells_only_memory(context: &Context<'_>, entry: &Entry) -> bool {
    let cells =
        entry.state.heap.blocks().filter(|block| entry.owns(block.base)).flat_map(|block| block.cells.iter());
    let stored = cells.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value),
        _ => None,
    });
    let mut words: BTreeSet<Atom> = BTreeSet::new();
    entry.aliases == 0
        && entry.state.registers.iter().flatten().copied().chain(stored).all(|value| {
            let atom = context.solver.terms.as_atom(value.term);
            atom.is_some_and(|atom| words.insert(atom))
        })
}

/// What an entry says beyond another one with the same memory.
fn assumed(context: &mut Context<'_>, bare: &Entry, entry: &Entry) -> Vec<Fact> {
    let solver = &mut context.solver;
    let mut facts: Vec<Fact> = Vec::new();
    // An argument that is equal to something is called so.
    for (own, other) in bare.state.registers.iter().zip(&entry.state.registers) {
        if let (Some(own), Some(other)) = (own, other) {
            facts.push(solver.terms.equal(own.term, other.term));
        }
    }
    facts.extend(entry.state.facts.as_slice());
    // That memory is aligned is part of there being memory.
    let mut placed = bare.state.facts.clone();
    for base in bare.state.heap.blocks().map(|block| block.base).filter(|&base| bare.owns(base)) {
        let own = solver.terms.atom_term(base);
        let aligned = solver.terms.divides(MALLOC_ALIGNMENT, own);
        if facts.contains(&aligned) {
            placed.assume(solver, aligned);
        }
    }
    facts.retain(|&fact| !placed.proves(solver, fact).is_proved());
    facts
}

/// Whether wherever the facts hold, all facts of one of the ways do.
fn is_complete(context: &mut Context<'_>, facts: Facts, ways: &[Vec<Fact>]) -> bool {
    if facts.is_unsat(&mut context.solver).is_proved() {
        return true;
    }
    let Some((way, others)) = ways.split_first() else { return false };
    way.iter().all(|&fact| {
        let mut elsewhere = facts.clone();
        let negation = context.solver.terms.negation(fact);
        elsewhere.assume_all(&mut context.solver, &negation);
        is_complete(context, elsewhere, others)
    })
}

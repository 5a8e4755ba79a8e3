//! Links that lead back: a child knows its parent, an element the place that leads to it.
//!
//! ```text
//!   error from P * node { back: q } * q {…}        contract from P' * node { back: P }
//!  ─────────────────────────────────────────────────────────────────────────────────────
//!   the error is one of callers whose node does not lead back
//! ```
//!
//! `c->parent->child = c->sibling; free(c);` changes the parent that `c` was found in, if its child leads back to it. For
//! separate memory, which is where an error is looked for first, it changes another one, and the freed child is found again. Usual
//! callers keep such links, so where a contract was proved for memory that leads back, the error is none of theirs.
//!
//! This only ever takes an error out of those that are told, so that it need not be exact.

use super::OpenContract;
use super::entry::Entry;
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Term};
use std::collections::BTreeMap;
use symbolic_execution::Context;
use symbolic_heap::{Content, Location, State};

/// The block in which a word was found, and where in it; none for arguments.
type Found = Option<(Atom, i128)>;

/// What a name of a condition stands for in a contract.
#[derive(Clone, Copy)]
struct Bound {
    /// The address of what begins at the name.
    place: Term,
    /// The word that it was found by.
    pointer: Term,
    found: Found,
}

/// Whether a contract holds for callers that keep the condition, but for a node that leads back to what it was found in.
pub fn holds_where_nodes_lead_back(
    context: &mut Context<'_>,
    contracts: &[OpenContract],
    condition: &Entry,
) -> bool {
    contracts.iter().any(|contract| {
        let bound = bind(context, condition, &contract.entry.state);
        let names: Vec<Atom> = bound.keys().copied().collect();
        names.into_iter().any(|name| leads_back(context, condition, &contract.entry.state, &bound, name))
            && is_same_way(context, condition, &contract.entry.state, &bound)
    })
}

/// What names of the condition stand for where the arguments are those of the contract.
fn bind(context: &mut Context<'_>, condition: &Entry, contract: &State) -> BTreeMap<Atom, Bound> {
    let terms = &mut context.solver.terms;
    let mut bound: BTreeMap<Atom, Bound> = BTreeMap::new();
    let mut work: Vec<(Term, Term, Found)> = Vec::new();
    for (own, other) in condition.state.registers.iter().zip(&contract.registers) {
        if let (Some(own), Some(other)) = (own, other) {
            work.push((own.term, other.term, None));
        }
    }
    while let Some((own, pointer, found)) = work.pop() {
        let [(name, 1)] = *terms.summands(own) else { continue };
        if bound.contains_key(&name) {
            continue;
        }
        let place = terms.add_constant(pointer, -terms.constant_part(own));
        bound.insert(name, Bound { place, pointer, found });
        let Some(block) = condition.state.heap.block(name) else { continue };
        let Location::Block { base, offset } = contract.heap.locate(terms, place) else { continue };
        let there = contract.heap.block(base).into_iter().flat_map(|block| block.cells.iter());
        let words: Vec<(Term, Term)> = there
            .filter_map(|cell| match cell.content {
                Content::Scalar(value) => Some((cell.start, value.term)),
                _ => None,
            })
            .collect();
        for cell in block.cells.iter() {
            let (Content::Scalar(value), Some(start)) = (cell.content, terms.as_constant(cell.start)) else {
                continue;
            };
            let at = terms.add_constant(offset, start);
            if let Some(&(_, other)) = words.iter().find(|(start, _)| *start == at) {
                work.push((value.term, other, Some((name, start))));
            }
        }
    }
    bound
}

/// Whether a name leads from a node back to the record that the node was found in, to the link or before it, by another link than
/// that which was followed. (A row that leads back by its own link only ends there.)
fn leads_back(
    context: &mut Context<'_>,
    condition: &Entry,
    contract: &State,
    bound: &BTreeMap<Atom, Bound>,
    name: Atom,
) -> bool {
    let terms = &mut context.solver.terms;
    let mut locate = |term: Term| match contract.heap.locate(terms, term) {
        Location::Block { base, offset } => Some((base, terms.as_constant(offset)?)),
        _ => None,
    };
    let mut find = || {
        let place = bound.get(&name)?;
        let (node_name, link) = place.found?;
        let node = bound.get(&node_name)?;
        let (owner_name, link_to_node) = node.found?;
        let owner = bound.get(&owner_name)?;
        let (back_to, at) = locate(place.pointer)?;
        let (owner_base, owner_at) = locate(owner.place)?;
        let (node_base, node_at) = locate(node.place)?;
        let (_, node_pointer) = locate(node.pointer)?;
        let leads_there = back_to == owner_base && node_base != owner_base;
        let followed = owner_at + link_to_node;
        // Links are compared by where they lie behind the address by which their records are known.
        let is_same_place = followed - at == node_at + link - node_pointer;
        let types = [name, node_name]
            .map(|name| condition.types.get(&name).map(|&(ty, _)| context.module.types.c_name(ty)));
        let is_same_link = is_same_place && (types[0] == types[1] || types.contains(&None));
        Some(leads_there && (owner_at..=followed).contains(&at) && !is_same_link)
    };
    find().unwrap_or(false)
}

/// Whether calls as the contract tells them may go the way of the condition: its memory is there, and nothing that it assumes of numbers is
/// against it.
fn is_same_way(
    context: &mut Context<'_>,
    condition: &Entry,
    contract: &State,
    bound: &BTreeMap<Atom, Bound>,
) -> bool {
    let solver = &mut context.solver;
    let is_null = |place: &Bound| solver.terms.as_constant(place.pointer) == Some(0);
    if bound.iter().any(|(&name, place)| condition.owns(name) && is_null(place)) {
        return false;
    }
    let is_number = |name: &Atom| condition.state.heap.block(*name).is_none();
    let numbers: Vec<(Atom, Term)> = bound
        .iter()
        .filter(|(name, _)| is_number(name))
        .map(|(&name, place)| (name, place.pointer))
        .collect();
    let assumed = condition.state.facts.as_slice().iter().copied().filter(|&fact| {
        let mut is_known = true;
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            is_known &= numbers.iter().any(|(name, _)| *name == atom);
        });
        is_known
    });
    let mut facts: Vec<Fact> = assumed.collect();
    facts.extend(contract.facts.as_slice());
    for (name, other) in numbers {
        let own = solver.terms.atom_term(name);
        facts.push(solver.terms.equal(own, other));
    }
    !Facts::from_facts(solver, &facts).proves(solver, Fact::False).is_proved()
}

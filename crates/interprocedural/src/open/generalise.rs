//! From preconditions with a few nodes to preconditions with lists.
//!
//! A loop over a caller's list is executed for lists of no, one, two, … nodes. The rows of nodes are
//! folded, with any number of nodes from zero on, then from one on, then as many as there were. The
//! second round says which of these hold.

mod back_links;
mod circles;
mod in_step;
mod trees;

pub use circles::with_circle;
pub use trees::{Branching, branching, with_all_links, with_trees};

use super::entry::{CALLERS, Dependence, Entry, visible};
use super::hints;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::posed;
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_execution::Context;
use symbolic_heap::{Block, Content, Location, Region, State};

/// How many nodes of its kind a precondition has that are linked with each other.
pub fn row(context: &mut Context<'_>, entry: &Entry) -> usize {
    linked_blocks(context, entry).len()
}

/// More general preconditions, the most general first.
pub fn generalise(context: &mut Context<'_>, entry: &Entry) -> Vec<Entry> {
    let nodes = linked_blocks(context, entry);
    let Some(whole) = with_nodes(context, entry, &nodes).filter(|_| !nodes.is_empty()) else {
        return match entry.state.heap.segments() {
            [] => Vec::new(),
            _ => more_general(context, entry.clone()),
        };
    };
    let mut entries = Vec::new();
    if let Some(ended) = in_step::with_ended_rows(context, &whole, &nodes)
        && let Some(folded) = fold(context, entry, ended, &nodes)
    {
        entries.extend(more_general(context, folded).into_iter().next());
    }
    if let Some((more, all)) = in_step::with_rows_for_singles(context, entry, &nodes)
        && let Some(folded) = fold(context, entry, more, &all)
    {
        entries.extend(more_general(context, folded).into_iter().next());
    }
    for linked in back_links::with_back_links(context, &whole, &nodes) {
        if let Some(folded) = fold(context, entry, linked, &nodes) {
            entries.extend(more_general(context, folded));
        }
    }
    if let Some(folded) = fold(context, entry, whole, &nodes) {
        entries.extend(more_general(context, folded));
    }
    entries
}

/// The entry with lists of fewer nodes and other numbers, the most general first.
fn more_general(context: &mut Context<'_>, folded: Entry) -> Vec<Entry> {
    let numbers = numbers(context, &folded);
    let is_pointer = |atom: &Atom| {
        let own = context.solver.terms.atom_term(*atom);
        folded.pointers.iter().any(|(pointer, _)| *pointer == own)
    };
    let counters: Vec<Atom> = numbers.iter().copied().filter(|atom| !is_pointer(atom)).collect();
    let counted = with_counters(context, &folded, &counters);
    let solver = &mut context.solver;
    let least = folded.state.heap.segments().iter().map(|segment| segment.minimum).min().unwrap_or(0);
    let mut entries = Vec::new();
    for minimum in 0..least.min(2) {
        let Some(general) = with_minimum(solver, &folded, minimum) else { continue };
        let without = without_numbers(solver, &general, &numbers);
        // Where nothing is assumed of numbers, there is nothing more general.
        let position = if without.is_some() { usize::MAX } else { 0 };
        let mut forms: Vec<Entry> = without.into_iter().collect();
        if minimum == 0 {
            forms.extend(counted.clone());
        }
        forms.insert(position.min(forms.len()), general);
        entries.extend(forms);
    }
    entries.push(folded);
    entries
}

/// The words of the caller that are no addresses.
fn numbers(context: &Context<'_>, entry: &Entry) -> BTreeSet<Atom> {
    let (solver, types) = (&context.solver, &context.module.types);
    let mut addresses: BTreeSet<Atom> = BTreeSet::new();
    let mut note = |term: Term| solver.terms.for_each_atom(term, &mut |atom| _ = addresses.insert(atom));
    // A pointer to anything is compared, and not followed.
    for &(term, _) in entry.pointers.iter().filter(|(_, ty)| hints::record_size(types, *ty).is_some()) {
        note(term);
    }
    for block in entry.state.heap.blocks() {
        note(block.size);
    }
    for segment in entry.state.heap.segments() {
        segment.terms().for_each(&mut note);
    }
    let is_number = |atom: &Atom| !addresses.contains(atom) && entry.state.heap.block(*atom).is_none();
    visible(solver, &entry.state).into_iter().filter(is_number).collect()
}

/// The entry with nothing assumed of numbers; `None` if nothing is.
fn without_numbers(solver: &mut Solver, entry: &Entry, numbers: &BTreeSet<Atom>) -> Option<Entry> {
    let mut more = entry.clone();
    more.state.facts = entry.state.facts.project(solver, &|atom| !numbers.contains(&atom));
    more.state.facts.assume_all(solver, &trivial_facts(solver, entry, numbers));
    let is_more = !more.state.facts.proves_all(solver, entry.state.facts.as_slice()).is_proved();
    is_more.then_some(more)
}

/// What holds of these numbers in any case.
fn trivial_facts(solver: &Solver, entry: &Entry, numbers: &BTreeSet<Atom>) -> Vec<Fact> {
    let is_about_numbers = |fact: &&Fact| {
        let mut all = true;
        solver.terms.for_each_atom_of_fact(**fact, &mut |atom| all &= numbers.contains(&atom));
        all
    };
    entry.trivial.iter().filter(is_about_numbers).copied().collect()
}

/// Where a counter ends a loop, the list need not end: with as many nodes as the counter says, however many.
///
/// ```text
///   list a → b of k nodes * … ∧ n = k + d
///  ────────────────────────────────────────────────────
///   list a → b of c nodes * … ∧ n ≤ c + d     any c, n; or n = c + d
/// ```
///
/// Where nothing is known of `n`, the nodes of the list may be all, or one more is told beside it.
fn with_counters(context: &mut Context<'_>, folded: &Entry, counters: &[Atom]) -> Vec<Entry> {
    let [segment] = folded.state.heap.segments() else { return Vec::new() };
    let minimum = i128::from(segment.minimum);
    let solver = &mut context.solver;
    let mut entries = Vec::new();
    for &number in counters {
        let distances = match fixed_value(solver, folded, number) {
            Some(value) => vec![value - minimum],
            None => vec![1, 0],
        };
        let Some(mut more) = with_minimum(solver, folded, 0) else { continue };
        more.state.facts = more.state.facts.project(solver, &|atom| atom != number);
        more.state.facts.assume_all(solver, &trivial_facts(solver, folded, &BTreeSet::from([number])));
        let [general] = more.state.heap.segments() else { continue };
        let (own, count) = (solver.terms.atom_term(number), general.count);
        for distance in distances {
            let most = solver.terms.add_constant(count, distance);
            for fact in [solver.terms.at_most(own, most), solver.terms.equal(own, most)] {
                let mut counted = more.clone();
                counted.state.facts.assume(solver, fact);
                entries.push(counted);
            }
        }
    }
    entries
}

/// The value of a number, if the facts say it.
fn fixed_value(solver: &mut Solver, entry: &Entry, number: Atom) -> Option<i128> {
    let own = solver.terms.atom_term(number);
    let model = entry.state.facts.model(solver)?;
    let value = model.evaluate(&solver.terms, own)?;
    let constant = solver.terms.constant(value);
    let is_fixed = solver.terms.equal(own, constant);
    entry.state.facts.proves(solver, is_fixed).is_proved().then_some(value)
}

/// Preconditions of loops over arrays: a block of unknown size has as many elements as an argument says.
pub fn with_lengths(context: &mut Context<'_>, entry: &Entry) -> Vec<Entry> {
    let solver = &mut context.solver;
    let arrays: Vec<_> = entry
        .state
        .heap
        .blocks()
        .filter(|block| block.region == CALLERS && solver.terms.as_constant(block.size).is_none())
        .cloned()
        .collect();
    if arrays.is_empty() {
        return Vec::new();
    }
    let is_number = |term: Term| !entry.pointers.iter().any(|(pointer, _)| *pointer == term);
    let lengths: Vec<Term> = entry
        .state
        .registers
        .iter()
        .flatten()
        .map(|value| value.term)
        .filter(|&term| solver.terms.as_atom(term).is_some_and(|atom| entry.state.heap.block(atom).is_none()))
        .filter(|&term| is_number(term))
        .collect();
    let mut entries = Vec::new();
    for length in lengths {
        let mut more = entry.clone();
        more.dependence = Dependence::Values;
        more.state.facts = Facts::from_facts(solver, &entry.trivial);
        for block in entry.state.heap.blocks() {
            let base = solver.terms.atom_term(block.base);
            let end = solver.terms.add(base, block.size);
            let (zero, one) = (solver.terms.constant(0), solver.terms.constant(1));
            let highest = solver.terms.constant((1 << (8 * context.module.pointer_scalar().bytes())) - 1);
            let facts = [
                solver.terms.at_most(one, base),
                solver.terms.at_most(zero, block.size),
                solver.terms.at_most(end, highest),
            ];
            more.state.facts.assume_all(solver, &facts);
        }
        for block in &arrays {
            let ty = entry.types.get(&block.base).map(|&(ty, _)| ty);
            let element = ty.and_then(|ty| hints::size_of(&context.module.types, ty)).unwrap_or(1).max(1);
            let bytes = solver.terms.scale(i128::from(element), length);
            let fact = solver.terms.at_most(bytes, block.size);
            more.state.facts.assume(solver, fact);
            posed::forget_contents(&mut solver.terms, &mut more.state, block.base);
        }
        entries.push(more);
    }
    entries
}

/// The entry with its rows of nodes folded, which are whole blocks already; `None` if it has none.
fn fold(context: &mut Context<'_>, entry: &Entry, whole: Entry, nodes: &BTreeSet<Atom>) -> Option<Entry> {
    // A function that takes nodes with a block and nodes without one mostly does so in any order.
    let precisions = [Precision::Optional, Precision::Kinds];
    let mut folded = precisions
        .into_iter()
        .map(|precision| abstract_state(&mut context.solver, &whole.state, precision))
        .find(|folded| !folded.heap.segments().is_empty())?;
    // What did not become part of a list need not come from an allocator.
    let mut restored = BTreeSet::new();
    for &base in nodes {
        if let Some(old) = entry.state.heap.block(base)
            && posed::restore(&context.solver.terms, &mut folded, old)
        {
            restored.insert(base);
        }
    }
    let solver = &mut context.solver;
    let seen = visible(solver, &folded);
    folded.facts = folded.facts.project(solver, &|atom| !restored.contains(&atom));
    let known = entry.state.facts.project(solver, &|atom| seen.contains(&atom));
    folded.facts.assume_all(solver, known.as_slice());
    keep_names(solver, &entry.state, &mut folded);
    Some(Entry { state: folded, dependence: Dependence::Values, ..whole })
}

/// The entry with these parts as whole blocks from an allocator, of one size.
pub fn with_nodes(context: &mut Context<'_>, entry: &Entry, nodes: &BTreeSet<Atom>) -> Option<Entry> {
    let mut whole = entry.clone();
    let mut size = 0;
    let is_part = |base: &&Atom| entry.state.heap.block(**base).is_some_and(|block| block.is_part());
    for &base in nodes.iter().filter(is_part) {
        let (low, high) = entry.reach(context, base)?;
        let known = entry.types.get(&base).and_then(|&(ty, _)| hints::record_size(&context.module.types, ty));
        size = size.max(high - low).max(known.map_or(0, i128::from));
    }
    for &base in nodes {
        match entry.state.heap.block(base)?.region {
            Region::Part => {
                whole.make_whole(context, base, 0, Some(size))?;
            }
            CALLERS => posed::set_region(&mut whole.state, base, Region::Heap),
            _ => {}
        }
    }
    let solver = &mut context.solver;
    let state = heap_rules::rearrange::normalise(solver, whole.state)?;
    Some(Entry { state: posed::with_equal_fields(solver, state), ..whole })
}

/// The caller's memory that points to, or is pointed to by, other memory of its kind.
fn linked_blocks(context: &mut Context<'_>, entry: &Entry) -> BTreeSet<Atom> {
    let mut linked = BTreeSet::new();
    let state = &entry.state;
    let blocks: Vec<_> = state.heap.blocks().filter(|block| block.is_live()).cloned().collect();
    let kind = |block: &Block| {
        let known = entry.types.get(&block.base).map(|&(ty, shift)| (context.module.types.c_name(ty), shift));
        // One of them may be freed, and so a whole block.
        let size = if block.is_part() || known.is_some() { None } else { Some(block.size) };
        (known, size)
    };
    let kinds: BTreeMap<Atom, _> = blocks.iter().map(|block| (block.base, kind(block))).collect();
    for block in blocks.iter().filter(|block| super::infer::is_callers(block.region)) {
        for cell in block.cells.iter() {
            let Content::Scalar(value) = cell.content else { continue };
            let Location::Block { base, .. } = state.heap.locate(&mut context.solver.terms, value.term)
            else {
                continue;
            };
            let twin = state.heap.block(base).is_some_and(|other| {
                super::infer::is_callers(other.region)
                    && kinds.get(&base) == kinds.get(&block.base)
                    && base != block.base
            });
            if twin {
                linked.extend([base, block.base]);
            }
        }
    }
    linked
}

/// Folding gives the ends of segments new names; where a word of the caller was that end, its name
/// comes back.
fn keep_names(solver: &mut Solver, before: &State, after: &mut State) {
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    for (old, new) in before.registers.iter().zip(&after.registers) {
        pairs.extend(old.zip(*new).map(|(old, new)| (old.term, new.term)));
    }
    for block in after.heap.blocks() {
        let Some(old) = before.heap.block(block.base) else { continue };
        for (old, new) in old.cells.iter().zip(block.cells.iter()) {
            if let (Content::Scalar(old), Content::Scalar(new)) = (old.content, new.content) {
                pairs.push((old.term, new.term));
            }
        }
    }
    for (old, new) in pairs {
        let taken = visible(solver, after);
        if let (Some(old), Some(atom)) = (solver.terms.as_atom(old), solver.terms.as_atom(new))
            && old != atom
            && taken.contains(&atom)
            && !taken.contains(&old)
            && after.heap.block(atom).is_none()
        {
            let name = solver.terms.atom_term(old);
            after.substitute(solver, &[(atom, name)]);
        }
    }
}

/// The entry with segments of at least so many nodes.
fn with_minimum(solver: &mut Solver, entry: &Entry, minimum: u64) -> Option<Entry> {
    let state = posed::with_minimum(solver, entry.state.clone(), minimum)?;
    Some(Entry { state, ..entry.clone() })
}

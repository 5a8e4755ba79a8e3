//! Which preconditions make others superfluous.

use super::entry::{self, Entry};
use super::generalise;
use heap_rules::entail::{differ_at_first_sight, entails};
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::posed;
use heap_rules::trees::TreeKinds;
use pure_logic::Term;
use pure_logic::term::Atom;
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_heap::Region;
use symbolic_heap::part::are_apart;

/// Whether a precondition has lists, or arrays of any length.
pub(super) fn is_general(context: &Context<'_>, entry: &Entry) -> bool {
    let heap = &entry.state.heap;
    let is_array = |base: Term| context.solver.terms.as_constant(base).is_none();
    has_rows(entry) || heap.blocks().any(|block| block.region == entry::CALLERS && is_array(block.size))
}

/// Whether a precondition has lists or trees.
pub(super) fn has_rows(entry: &Entry) -> bool {
    !entry.state.heap.segments().is_empty() || entry.state.heap.has_instances()
}

/// The kinds of nodes of the trees of a precondition.
pub(super) fn trees_of(context: &Context<'_>, entry: &Entry) -> TreeKinds {
    let instances = entry.state.heap.instances();
    TreeKinds::of_definitions(&context.solver.terms, instances.map(|(_, instance)| &*instance.definition))
}

/// Whether one precondition makes another superfluous: it wants no other memory, and of that no other
/// bytes. Where the general one wants nodes of a list to come from an allocator, the special one is
/// taken to mean such nodes, too.
pub(super) fn covers(context: &mut Context<'_>, general: &Entry, special: &Entry) -> bool {
    if differ_at_first_sight(&context.solver, &special.state, &general.state) {
        return false;
    }
    let is_list = has_rows(general);
    let parts = |entry: &Entry| entry.state.heap.blocks().filter(|block| block.is_part()).count();
    if !is_list && parts(general) != parts(special) {
        return false;
    }
    if !is_list && outline(context, general, general) != outline(context, special, general) {
        return false;
    }
    let special = with_bytes_of(context, special, general);
    let special = with_names_of(context, &special, general);
    let (a, b) = (&special.state, &general.state);
    let is_same_heap = a.heap == b.heap && a.registers == b.registers;
    let solver = &mut context.solver;
    if is_same_heap && a.facts.proves_all(solver, b.facts.as_slice()).is_proved() {
        return true;
    }
    if entails(solver, a, b).is_proved() {
        return true;
    }
    if !is_list {
        return false;
    }
    let is_node = |base: &Atom| {
        let stays = general.state.heap.block(*base).is_some_and(|block| block.region != Region::Heap);
        let block = special.state.heap.block(*base);
        !stays && block.is_some_and(|block| matches!(block.region, entry::CALLERS | Region::Part))
    };
    let bases: Vec<Atom> = special.state.heap.blocks().map(|block| block.base).collect();
    let nodes: BTreeSet<Atom> = bases.into_iter().filter(is_node).collect();
    if nodes.iter().any(|&node| may_coincide(context, &special, node)) {
        return false;
    }
    let whole = match trees_of(context, general) {
        trees if trees.is_empty() => generalise::with_nodes(context, &special, &nodes),
        trees => generalise::with_all_links(context, &special, trees, &nodes),
    };
    let Some(whole) = whole else { return false };
    let solver = &mut context.solver;
    if entails(solver, &whole.state, &general.state).is_proved() {
        return true;
    }
    // Nodes of which some lack a block are alike only where all may.
    let folded = abstract_state(solver, &whole.state, Precision::Optional);
    !folded.heap.segments().is_empty() && entails(solver, &folded, &general.state).is_proved()
}

/// Which bytes the parts of a precondition have, whatever the parts are called, without those that another one does not
/// need. Where these differ, there is no need to compare what is in them.
fn outline(context: &Context<'_>, entry: &Entry, needed: &Entry) -> Vec<(i128, i128, i128)> {
    let terms = &context.solver.terms;
    let parts = entry.state.heap.blocks().filter(|block| block.is_part());
    let mut outline: Vec<(i128, i128, i128)> = parts
        .map(|part| {
            let needed = needed.state.heap.block(part.base).filter(|block| block.is_part());
            let needed = needed.map(|needed| needed.present(terms));
            let is_kept = |&(start, end): &(i128, i128)| {
                needed.as_ref().is_none_or(|needed| needed.iter().any(|own| own.0 < end && start < own.1))
            };
            // The first byte, the last, and how many there are.
            let kept = part.present(terms).into_iter().filter(is_kept);
            kept.fold((i128::MAX, i128::MIN, 0), |(first, last, count), (start, end)| {
                (first.min(start), last.max(end), count + end - start)
            })
        })
        .collect();
    outline.sort_unstable();
    outline
}

/// What is the same of preconditions that mean the same: the constants among their arguments, how many lists they have, and
/// where their memory lives and which bytes of it are there.
pub(super) type Silhouette = (Vec<Option<i128>>, usize, Vec<(Region, Option<i128>, usize)>);

/// Comparing two preconditions is work; most of those that differ do so at first sight. (Two that mean the same, but do not look
/// so, are both tried.)
pub(super) fn silhouette(context: &Context<'_>, entry: &Entry) -> Silhouette {
    let terms = &context.solver.terms;
    let state = &entry.state;
    let arguments = state.registers.iter().flatten().map(|value| terms.as_constant(value.term)).collect();
    let blocks = state.heap.blocks();
    let mut blocks: Vec<_> = blocks
        .map(|block| (block.region, terms.as_constant(block.size), block.cells.iter().count()))
        .collect();
    blocks.sort_unstable();
    (arguments, state.heap.segments().len(), blocks)
}

/// Whether a part may have the address of another one. As a node, which is a whole block, it could not.
fn may_coincide(context: &mut Context<'_>, entry: &Entry, base: Atom) -> bool {
    let zero = context.constant(0);
    let Some(node) = entry.state.heap.block(base).filter(|block| block.is_part()) else { return false };
    let others = entry.state.heap.blocks().filter(|block| block.is_part() && block.base != base);
    others.into_iter().any(|other| {
        let (a, b) = (context.solver.terms.atom_term(base), context.solver.terms.atom_term(other.base));
        let differ = context.solver.terms.not_equal(a, b);
        let facts = &entry.state.facts;
        !are_apart(&mut context.solver, facts, (node, zero), (other, zero))
            && !facts.proves(&mut context.solver, differ).is_proved()
    })
}

/// The special precondition, with its rows called as in the general one where they are at the same places.
fn with_names_of(context: &mut Context<'_>, special: &Entry, general: &Entry) -> Entry {
    let mut entry = special.clone();
    let (own, other) = (special.state.heap.segments(), general.state.heap.segments());
    if own.len() != other.len() {
        return entry;
    }
    let taken = entry::visible(&context.solver, &special.state);
    let mut names: Vec<(Atom, Term)> = Vec::new();
    for (a, b) in own.iter().zip(other) {
        for (from, to) in [(a.first, b.first), (a.next, b.next), (a.count, b.count)] {
            let terms = &context.solver.terms;
            let (Some(atom), Some(name)) = (terms.as_atom(from), terms.as_atom(to)) else { continue };
            // Two names must not become one.
            let is_new =
                !taken.contains(&name) && !names.iter().any(|(known, by)| *known == atom || *by == to);
            if is_new && special.state.heap.block(atom).is_none() {
                names.push((atom, to));
            }
        }
    }
    entry.state.substitute(&mut context.solver, &names);
    entry
}

/// The special precondition, without the bytes of its parts that the general one does not need.
fn with_bytes_of(context: &Context<'_>, special: &Entry, general: &Entry) -> Entry {
    let terms = &context.solver.terms;
    let mut entry = special.clone();
    posed::without_bytes_beyond(terms, &mut entry.state, &general.state);
    entry
}

//! Links back: where one node of a row is seen to lead back to the node before it, all of them may.

use super::super::entry::Entry;
use heap_rules::posed::Slot;
use pure_logic::Term;
use pure_logic::term::{Atom, AtomKind};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_execution::Context;
use symbolic_heap::{Content, State, Value};

/// A word of a node that leads to another node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Link {
    pub from: Atom,
    pub offset: i128,
    pub to: Atom,
}

/// The entry with all nodes of its row linked back:
///
/// ```text
///   x { f: y } * y { f: z, b: x } * z { b: ? }
///  ──────────────────────────────────────────────────────────────────────────
///   x { f: y, b: null or as it is } * y { f: z, b: x } * z { f: null or as it is, b: y }
/// ```
///
/// It asks for more than was seen, as every list with both links does that is in order.
pub fn with_back_links(context: &mut Context<'_>, whole: &Entry, nodes: &BTreeSet<Atom>) -> Vec<Entry> {
    let links = links(context, &whole.state, nodes);
    let Some((forward, back)) = directions(&links) else { return Vec::new() };
    let rows: Vec<Link> = links.iter().filter(|link| link.offset == forward).copied().collect();
    let mut state = whole.state.clone();
    let mut is_changed = false;
    for link in &rows {
        let before = context.solver.terms.atom_term(link.from);
        match lead_to(context, &mut state, link.to, back, before) {
            Some(changed) => is_changed |= changed,
            None => return Vec::new(),
        }
    }
    let is_first = |node: &&Atom| !rows.iter().any(|link| link.to == **node);
    let is_last = |node: &&Atom| !rows.iter().any(|link| link.from == **node);
    let only = |nodes: Vec<&Atom>| match nodes[..] {
        [&node] => Some(node),
        _ => None,
    };
    let first = only(nodes.iter().filter(is_first).collect());
    let last = only(nodes.iter().filter(is_last).collect());
    let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
    let null = context.constant(0);
    let mut ended = state.clone();
    let begins = lead_to(context, &mut ended, first, back, null);
    let ends = lead_to(context, &mut ended, last, forward, null);
    let is_ended = begins.is_some() && ends.is_some() && (is_changed || begins.max(ends) == Some(true));
    let mut entries = Vec::new();
    for (state, is_changed) in [(ended, is_ended), (state, is_changed)] {
        let state = heap_rules::rearrange::normalise(&mut context.solver, state).filter(|_| is_changed);
        entries.extend(state.map(|state| Entry { state, ..whole.clone() }));
    }
    entries
}

pub(super) fn links(context: &mut Context<'_>, state: &State, nodes: &BTreeSet<Atom>) -> Vec<Link> {
    let terms = &context.solver.terms;
    let mut links = Vec::new();
    for &from in nodes {
        let Some(block) = state.heap.block(from) else { continue };
        for cell in block.cells.iter() {
            let Content::Scalar(value) = cell.content else { continue };
            let to = terms.as_atom(value.term).filter(|to| nodes.contains(to) && *to != from);
            if let (Some(to), Some(offset)) = (to, terms.as_constant(cell.start)) {
                links.push(Link { from, offset, to });
            }
        }
    }
    links
}

/// Where nodes link forward and back: in opposite directions at least once, forward most often.
fn directions(links: &[Link]) -> Option<(i128, i128)> {
    let mut counts: BTreeMap<i128, usize> = BTreeMap::new();
    for link in links {
        *counts.entry(link.offset).or_default() += 1;
    }
    let count = |offset: i128| counts.get(&offset).copied().unwrap_or(0);
    let opposite = |link: &Link| {
        let back = links
            .iter()
            .find(|other| other.from == link.to && other.to == link.from && other.offset != link.offset)?;
        Some((link.offset, back.offset))
    };
    links.iter().filter_map(opposite).max_by_key(|&(forward, back)| (count(forward), -forward, -back))
}

/// Lets a word of a node be an address: whether that changes anything; `None` if it is something else.
pub(super) fn lead_to(
    context: &mut Context<'_>,
    state: &mut State,
    node: Atom,
    offset: i128,
    target: Term,
) -> Option<bool> {
    let word = i128::from(context.pointer_bits() / 8);
    let (start, end) = (context.constant(offset), context.constant(offset + word));
    let slot = Slot::at(&mut context.solver, state, node, (start, end))?;
    match slot.content()? {
        Content::Scalar(value) if value.term == target => return Some(false),
        Content::Scalar(value) => {
            let is_free = context.solver.terms.as_atom(value.term).is_some_and(|atom| {
                matches!(context.solver.terms.kind(atom), AtomKind::Variable(_))
                    && state.heap.block(atom).is_none()
            });
            if !is_free {
                return None;
            }
            let fact = context.solver.terms.equal(value.term, target);
            state.assume(&mut context.solver, fact);
            return Some(true);
        }
        Content::Uninitialised
        | Content::Text
        | Content::Each(_)
        | Content::Striped(_)
        | Content::Unknown
        | Content::Letters => {}
        Content::Fill(_) | Content::Owning(_) | Content::Tiles(_) | Content::Absent => return None,
    }
    slot.put(state, Content::Scalar(Value::defined(target)));
    Some(true)
}

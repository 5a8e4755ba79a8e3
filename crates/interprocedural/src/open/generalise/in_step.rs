//! Rows that a loop walks in step: it stops at the end of the first of them, so that no execution sees where the others end.

use super::super::entry::Entry;
use super::back_links::{Link, lead_to, links};
use super::with_nodes;
use crate::limits::BEGINNINGS_BESIDE_A_ROW;
use heap_rules::posed::{self, Slot};
use ir::debug::TypeId;
use pure_logic::term::Atom;
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_heap::{Content, Region, State};

/// Nodes from an allocator lie at multiples of this.
const ALIGNMENT: u64 = 16;

/// The entry whose rows all end with null, where one of them was seen to:
///
/// ```text
///   x { f: y } * y { f: 0 } * u { f: v } * v { f: anything }
///  ──────────────────────────────────────────────────────────
///   x { f: y } * y { f: 0 } * u { f: v } * v { f: 0 }
/// ```
///
/// It asks for more than was seen, but with any number of nodes in each of the rows. `None` where there is nothing to end.
pub fn with_ended_rows(context: &mut Context<'_>, whole: &Entry, nodes: &BTreeSet<Atom>) -> Option<Entry> {
    let links = links(context, &whole.state, nodes);
    let offsets: BTreeSet<i128> = links.iter().map(|link| link.offset).collect();
    let null = context.constant(0);
    let mut state = whole.state.clone();
    let mut is_changed = false;
    for offset in offsets {
        let (ended, open): (Vec<Atom>, Vec<Atom>) = lasts(&links, offset)
            .into_iter()
            .partition(|&node| is_null_at(context, &whole.state, node, offset));
        if ended.is_empty() {
            continue;
        }
        for node in open {
            is_changed |= lead_to(context, &mut state, node, offset, null)?;
        }
    }
    let state = heap_rules::rearrange::normalise(&mut context.solver, state).filter(|_| is_changed)?;
    Some(Entry { state, ..whole.clone() })
}

/// The entry whose single records of the kind of a row, one of which ends with null, are rows that do, too, and all of its nodes:
///
/// ```text
///   x { f: y } * y { f: 0 } * u { … }
///  ───────────────────────────────────────────────────
///   x { f: y } * y { f: 0 } * u { f: v } * v { f: 0 }
/// ```
///
/// A loop that takes from one of two lists at a time sees the end of the first before it has gone far along the other, as in a merge.
/// That the record is the beginning of a list of any length is a guess, to be confirmed like all others. `None` where there is none.
pub fn with_rows_for_singles(
    context: &mut Context<'_>,
    entry: &Entry,
    nodes: &BTreeSet<Atom>,
) -> Option<(Entry, BTreeSet<Atom>)> {
    let links = links(context, &entry.state, nodes);
    let kind = *entry.types.get(&links.first()?.from)?;
    let types = &context.module.types;
    let name_of = |&(ty, shift): &(TypeId, i128)| (types.c_name(ty), shift);
    let is_read = |content: Content| matches!(content, Content::Scalar(_) | Content::Unknown);
    let blocks = entry.state.heap.blocks();
    let singles: Vec<Atom> = blocks
        .filter(|block| entry.owns(block.base) && !nodes.contains(&block.base))
        .filter(|block| entry.types.get(&block.base).map(name_of) == Some(name_of(&kind)))
        .filter(|block| block.cells.iter().any(|cell| is_read(cell.content)))
        .map(|block| block.base)
        .collect();
    let offsets: BTreeSet<i128> = links.iter().map(|link| link.offset).collect();
    let offset = offsets.into_iter().find(|&offset| {
        let mut ends = lasts(&links, offset).into_iter().chain(singles.iter().copied());
        ends.any(|node| is_null_at(context, &entry.state, node, offset))
    })?;
    if singles.is_empty() || singles.len() > BEGINNINGS_BESIDE_A_ROW {
        return None;
    }
    let mut all: BTreeSet<Atom> = nodes.iter().chain(&singles).copied().collect();
    let mut whole = with_nodes(context, entry, &all)?;
    let null = context.constant(0);
    for single in singles {
        let first = whole.state.heap.block(single)?.clone();
        let next = context.fresh("next");
        let base = context.solver.terms.as_atom(next)?;
        context.place_block(&mut whole.state, base, first.size, ALIGNMENT, Region::Heap, Content::Unknown);
        // It has the same fields, whatever they hold.
        posed::with_fields_of(&mut whole.state, base, &first)?;
        lead_to(context, &mut whole.state, base, offset, null)?;
        if is_null_at(context, &whole.state, single, offset) {
            forget_link(context, &mut whole.state, single, offset)?;
        }
        lead_to(context, &mut whole.state, single, offset, next)?;
        whole.types.insert(base, kind);
        all.insert(base);
    }
    whole.state = heap_rules::rearrange::normalise(&mut context.solver, whole.state)?;
    let ended = with_ended_rows(context, &whole, &all);
    Some((ended.unwrap_or(whole), all))
}

/// Forgets where the link of a node leads.
fn forget_link(context: &mut Context<'_>, state: &mut State, node: Atom, offset: i128) -> Option<()> {
    let word = i128::from(context.pointer_bits() / 8);
    let (start, end) = (context.constant(offset), context.constant(offset + word));
    Slot::at(&mut context.solver, state, node, (start, end))?.put(state, Content::Unknown);
    Some(())
}

/// The last nodes of rows of two or more that are linked by this word.
fn lasts(links: &[Link], offset: i128) -> Vec<Atom> {
    let own = || links.iter().filter(move |link| link.offset == offset);
    let lasts: BTreeSet<Atom> =
        own().map(|link| link.to).filter(|node| !own().any(|link| link.from == *node)).collect();
    lasts.into_iter().collect()
}

fn is_null_at(context: &Context<'_>, state: &State, node: Atom, offset: i128) -> bool {
    let terms = &context.solver.terms;
    state.heap.block(node).is_some_and(|block| {
        block.cells.iter().any(|cell| {
            let is_null =
                matches!(cell.content, Content::Scalar(value) if terms.as_constant(value.term) == Some(0));
            is_null && terms.as_constant(cell.start) == Some(offset)
        })
    })
}

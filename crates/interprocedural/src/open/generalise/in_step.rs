//! Rows that a loop walks in step: it stops at the end of the first of them, so that no execution sees where the others end.

use super::super::entry::Entry;
use super::back_links::{Link, lead_to, links};
use pure_logic::term::Atom;
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_heap::{Content, State};

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

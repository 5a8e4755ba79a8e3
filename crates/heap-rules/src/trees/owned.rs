//! Blocks that a node owns: definitions that are not used again.
//!
//! ```text
//!   owned(self)  :=  self = 0  |  self -> block[size] { 0..size: stored }            (where none is null, each is an instance with nodes)
//! ```

use super::fields::NodeFields;
use pure_logic::term::Atom;
use pure_logic::{Fact, TermTable};
use std::sync::Arc;
use symbolic_heap::{Block, Cell, Cells, Content, Definition, Heap, Lifetime, PlaceTag, Region};

/// A block of which only its size, if all have the same, and whether all of it was stored are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Plain {
    entry: u64,
    size: Option<i128>,
    is_stored: bool,
}

/// The definition of blocks like this one, which holds no addresses.
pub(super) fn define(terms: &mut TermTable, block: &Block, entry: u64) -> Arc<Definition> {
    let is_stored = block.cells.iter().all(|cell| match cell.content {
        Content::Scalar(value) => value.is_defined(),
        Content::Fill(_) | Content::Each(_) | Content::Owning(_) | Content::Unknown | Content::Letters => {
            true
        }
        Content::Uninitialised | Content::Text | Content::Tiles(_) | Content::Absent => false,
    });
    close(terms, Plain { entry, size: terms.as_constant(block.size), is_stored })
}

/// What covers two owned blocks or two owned trees.
pub(super) fn join(
    left: &Arc<Definition>,
    right: &Arc<Definition>,
    terms: &mut TermTable,
) -> Option<Arc<Definition>> {
    if left == right {
        return Some(Arc::clone(left));
    }
    if !left.uses.is_empty() && !right.uses.is_empty() {
        let (one, two) = (NodeFields::of_definition(terms, left)?, NodeFields::of_definition(terms, right)?);
        return Some(Arc::new(one.join(&two, terms)?.close(terms)));
    }
    let (one, two) = (read(terms, left)?, read(terms, right)?);
    if one.entry != two.entry {
        return None;
    }
    let size = one.size.filter(|_| one.size == two.size);
    Some(close(terms, Plain { entry: one.entry, size, is_stored: one.is_stored && two.is_stored }))
}

fn read(terms: &TermTable, definition: &Definition) -> Option<Plain> {
    if !definition.uses.is_empty() || definition.formals.len() != 1 {
        return None;
    }
    let block = definition.body.block(definition.hidden[0])?;
    let is_stored = block.cells.iter().all(|cell| cell.content == Content::Unknown);
    Some(Plain { entry: definition.entry, size: terms.as_constant(block.size), is_stored })
}

fn close(terms: &mut TermTable, plain: Plain) -> Arc<Definition> {
    let (own, base) = (Definition::formal(terms, 0), Definition::hidden_name(terms, 0));
    let (mut hidden, mut facts): (Vec<Atom>, Vec<Fact>) = (Vec::new(), Vec::new());
    hidden.extend(terms.as_atom(base));
    let (zero, one) = (terms.constant(0), terms.constant(1));
    let size = match plain.size {
        Some(size) => terms.constant(size),
        None => {
            let size = Definition::hidden_name(terms, 1);
            hidden.extend(terms.as_atom(size));
            facts.push(terms.at_most(zero, size));
            size
        }
    };
    facts.push(terms.at_most(one, base));
    let content = if plain.is_stored { Content::Unknown } else { Content::Uninitialised };
    let mut body = Heap::new();
    body.insert_block(Block {
        base: hidden[0],
        size,
        region: Region::Heap,
        lifetime: Lifetime::Live,
        allocated_at: PlaceTag::default(),
        stride: symbolic_heap::Stride::default(),
        cells: Cells::from_cells(vec![Cell { start: zero, end: size, content }]),
    });
    let formals = terms.as_atom(own).into_iter().collect();
    Arc::new(Definition { formals, hidden, entry: plain.entry, facts, body, uses: Vec::new() })
}

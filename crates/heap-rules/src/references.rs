//! Who refers to what: the places from which an address can be read.

use pure_logic::TermTable;
use pure_logic::term::Atom;
use std::collections::BTreeMap;
use symbolic_heap::{Content, InstanceId, State};

/// A place that holds an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Holder {
    Register(usize),
    Held(usize),
    /// The cell at this position of a block.
    Cell(Atom, usize),
    /// An end or a parameter of the segment at this position.
    SegmentNext(usize),
    SegmentPrevious(usize),
    SegmentParameter(usize),
    /// An argument of an instance or of its hole, but not that for its first node.
    Instance(InstanceId),
    /// A size or an offset: no reference, but the name must survive.
    Arithmetic,
}

/// For every variable, the places whose value mentions it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct References {
    holders: BTreeMap<Atom, Vec<Holder>>,
}

impl References {
    pub fn of(terms: &TermTable, state: &State) -> References {
        let mut references = References::default();
        let mut note = |term, holder| {
            terms.for_each_atom(term, &mut |atom| references.holders.entry(atom).or_default().push(holder));
        };
        for (index, value) in state.registers.iter().enumerate() {
            if let Some(value) = value {
                note(value.term, Holder::Register(index));
            }
        }
        for (index, value) in state.held.iter().enumerate() {
            if let Some(value) = value {
                note(value.term, Holder::Held(index));
            }
        }
        for block in state.heap.blocks() {
            note(block.size, Holder::Arithmetic);
            for (index, cell) in block.cells.iter().enumerate() {
                note(cell.start, Holder::Arithmetic);
                if let Content::Scalar(value) = cell.content {
                    note(value.term, Holder::Cell(block.base, index));
                }
            }
        }
        for (index, segment) in state.heap.segments().iter().enumerate() {
            note(segment.next, Holder::SegmentNext(index));
            if let Some(ends) = segment.back {
                note(ends.previous, Holder::SegmentPrevious(index));
            }
            for &parameter in &segment.parameters {
                note(parameter, Holder::SegmentParameter(index));
            }
        }
        for (id, instance) in state.heap.instances() {
            instance.terms().skip(1).for_each(|term| note(term, Holder::Instance(id)));
        }
        references
    }

    pub fn to(&self, atom: Atom) -> &[Holder] {
        self.holders.get(&atom).map_or(&[], Vec::as_slice)
    }
}

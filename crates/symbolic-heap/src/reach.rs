//! Which blocks are referred to from where. An integer that was computed from an address counts
//! as a reference, so that tagged and offset pointers keep their blocks.

use crate::cells::Content;
use crate::heap::Heap;
use crate::state::State;
use pure_logic::term::Atom;
use pure_logic::{Term, TermTable};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a heap that can be reached.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reachable {
    pub blocks: BTreeSet<Atom>,
    /// Positions of segments.
    pub segments: BTreeSet<usize>,
}

impl Heap {
    /// Everything that can be reached from values through live blocks and segments.
    ///
    /// A segment is reached from its first node's entry and, with a backward link, from its last
    /// node's; from it, everything its ends and parameters mention is reached.
    pub fn reachable(&self, terms: &TermTable, roots: impl IntoIterator<Item = Term>) -> Reachable {
        let mut heads: BTreeMap<Atom, Vec<usize>> = BTreeMap::new();
        for (index, segment) in self.segments().iter().enumerate() {
            for head in std::iter::once(segment.first).chain(segment.back.map(|ends| ends.last)) {
                terms.for_each_atom(head, &mut |atom| heads.entry(atom).or_default().push(index));
            }
        }
        let mut reached = Reachable::default();
        let mut seen: BTreeSet<Atom> = BTreeSet::new();
        let mut work: Vec<Atom> = Vec::new();
        for root in roots {
            terms.for_each_atom(root, &mut |atom| work.push(atom));
        }
        while let Some(atom) = work.pop() {
            if !seen.insert(atom) {
                continue;
            }
            if let Some(block) = self.block(atom) {
                reached.blocks.insert(atom);
                for cell in block.cells.iter() {
                    if let Content::Scalar(value) = cell.content {
                        terms.for_each_atom(value.term, &mut |inner| work.push(inner));
                    }
                }
            }
            for &index in heads.get(&atom).into_iter().flatten() {
                if reached.segments.insert(index) {
                    for term in self.segments()[index].terms() {
                        terms.for_each_atom(term, &mut |inner| work.push(inner));
                    }
                }
            }
        }
        reached
    }
}

impl State {
    /// The terms from which memory is in use: registers, held values, static and stack blocks.
    pub fn roots(&self, terms: &TermTable) -> Vec<Term> {
        let mut roots: Vec<Term> = self.registers.iter().flatten().map(|value| value.term).collect();
        roots.extend(self.held.iter().flatten().map(|value| value.term));
        roots.extend(
            self.heap
                .blocks()
                .filter(|block| block.is_live() && block.region != crate::block::Region::Heap)
                .map(|block| terms.atom_term(block.base)),
        );
        roots
    }
}

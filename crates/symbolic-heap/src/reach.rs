//! Which blocks are referred to from where. An integer from which the address can be computed again
//! (an offset or tagged pointer) counts as a reference; a few bits of it, or what a comparison said
//! of it, do not.

use crate::block::Region;
use crate::cells::Content;
use crate::definition::InstanceId;
use crate::heap::Heap;
use crate::state::State;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Term, TermTable};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a heap that can be reached.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reachable {
    pub blocks: BTreeSet<Atom>,
    /// Positions of segments.
    pub segments: BTreeSet<usize>,
    pub instances: BTreeSet<InstanceId>,
}

impl Heap {
    /// Everything that can be reached from values through live blocks and segments.
    ///
    /// A segment is reached from its first node's entry and, with a backward link, from its last
    /// node's; from it, everything its ends and parameters mention is reached. An instance is reached from
    /// its first node and, if nodes refer to the one before them, from the node before its hole.
    pub fn reachable(&self, terms: &TermTable, roots: impl IntoIterator<Item = Term>) -> Reachable {
        let mut heads: BTreeMap<Atom, Vec<usize>> = BTreeMap::new();
        for (index, segment) in self.segments().iter().enumerate() {
            for head in std::iter::once(segment.first).chain(segment.back.map(|ends| ends.last)) {
                for_each_address(terms, head, &mut |atom| heads.entry(atom).or_default().push(index));
            }
        }
        let mut roots_of_instances: BTreeMap<Atom, Vec<InstanceId>> = BTreeMap::new();
        for (id, instance) in self.instances() {
            for head in instance.heads(terms) {
                for_each_address(terms, head, &mut |atom| {
                    roots_of_instances.entry(atom).or_default().push(id)
                });
            }
        }
        let mut reached = Reachable::default();
        let mut seen: BTreeSet<Atom> = BTreeSet::new();
        let mut work: Vec<Atom> = Vec::new();
        for root in roots {
            for_each_address(terms, root, &mut |atom| work.push(atom));
        }
        while let Some(atom) = work.pop() {
            if !seen.insert(atom) {
                continue;
            }
            if let Some(block) = self.block(atom) {
                reached.blocks.insert(atom);
                for cell in block.cells.iter() {
                    if let Content::Scalar(value) = cell.content {
                        for_each_address(terms, value.term, &mut |inner| work.push(inner));
                    }
                }
            }
            for &index in heads.get(&atom).into_iter().flatten() {
                if reached.segments.insert(index) {
                    for term in self.segments()[index].terms() {
                        for_each_address(terms, term, &mut |inner| work.push(inner));
                    }
                }
            }
            for &id in roots_of_instances.get(&atom).into_iter().flatten() {
                if reached.instances.insert(id) {
                    for term in self.instance(id).into_iter().flat_map(|instance| instance.leads_to()) {
                        for_each_address(terms, term, &mut |inner| work.push(inner));
                    }
                }
            }
        }
        reached
    }
}

/// The variables whose value a term carries in full: its summands, also below the wrap-around of a
/// whole pointer.
fn for_each_address(terms: &TermTable, term: Term, visit: &mut dyn FnMut(Atom)) {
    for &(atom, _) in terms.summands(term) {
        match terms.kind(atom) {
            AtomKind::Variable(_) => visit(atom),
            AtomKind::Modulo(inner, modulus) if modulus >= 1 << 32 => for_each_address(terms, inner, visit),
            AtomKind::Modulo(..)
            | AtomKind::Divide(..)
            | AtomKind::Truth(_)
            | AtomKind::Apply(..)
            | AtomKind::Opaque(_) => {}
        }
    }
}

impl State {
    /// The terms from which memory is in use: registers, held values, static and stack blocks.
    pub fn roots(&self, terms: &TermTable) -> Vec<Term> {
        let mut roots: Vec<Term> = self.registers.iter().flatten().map(|value| value.term).collect();
        roots.extend(self.held.iter().flatten().map(|value| value.term));
        let is_variable = |region: Region| {
            !region.has_nodes() && !matches!(region, Region::Kept | Region::Library | Region::Arguments)
        };
        roots.extend(
            self.heap
                .blocks()
                .filter(|block| block.is_live() && is_variable(block.region))
                .map(|block| terms.atom_term(block.base)),
        );
        roots
    }
}

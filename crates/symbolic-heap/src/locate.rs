//! From an address to the atom that holds the byte there, by the form of the address alone.

use crate::definition::InstanceId;
use crate::heap::Heap;
use pure_logic::term::Atom;
use pure_logic::{Term, TermTable};

/// Where an address lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// At an offset from the base of a block, live or not, perhaps outside of it.
    Block { base: Atom, offset: Term },
    /// At a constant distance from the entry of the first node of a segment (by its position).
    FirstNode { segment: usize, distance: i128 },
    /// At a constant distance from the entry of the last node of a segment.
    LastNode { segment: usize, distance: i128 },
    /// At a constant distance from an address that is null or the entry of some node of a segment.
    Member { segment: usize, member: Term, distance: i128 },
    /// At a constant distance from the address of the first node of an instance.
    Root { instance: InstanceId, distance: i128 },
    /// At a constant distance from the address of the node before the hole of an instance.
    BeforeHole { instance: InstanceId, distance: i128 },
    /// A number: null, or an address that belongs to nothing.
    Number(i128),
    /// The form of the address does not tell.
    Unknown,
}

impl Heap {
    /// Finds the atom that an address belongs to. Canonical forms make this a matter of looking:
    /// an address inside a block is its base plus something that mentions no base.
    pub fn locate(&self, terms: &mut TermTable, address: Term) -> Location {
        if let Some(number) = terms.as_constant(address) {
            return Location::Number(number);
        }
        for (index, segment) in self.segments().iter().enumerate() {
            if let Some(distance) = terms.constant_difference(address, segment.first) {
                return Location::FirstNode { segment: index, distance };
            }
            if let Some(ends) = segment.back
                && let Some(distance) = terms.constant_difference(address, ends.last)
            {
                return Location::LastNode { segment: index, distance };
            }
        }
        for (index, segment) in self.segments().iter().enumerate() {
            let found = segment.members.iter().find_map(|&member| {
                terms.constant_difference(address, member).map(|distance| (member, distance))
            });
            if let Some((member, distance)) = found {
                return Location::Member { segment: index, member, distance };
            }
        }
        for (id, instance) in self.instances() {
            if let Some(distance) = terms.constant_difference(address, instance.root()) {
                return Location::Root { instance: id, distance };
            }
            let mut last = instance.before_hole(terms);
            if let Some(distance) = last.find_map(|last| terms.constant_difference(address, last)) {
                return Location::BeforeHole { instance: id, distance };
            }
        }
        let mut found = None;
        for &(atom, coefficient) in terms.summands(address) {
            if self.block(atom).is_none() {
                continue;
            }
            if coefficient != 1 || found.is_some() {
                return Location::Unknown;
            }
            found = Some(atom);
        }
        match found {
            Some(base) => {
                let base_term = terms.atom_term(base);
                Location::Block { base, offset: terms.subtract(address, base_term) }
            }
            None => Location::Unknown,
        }
    }
}

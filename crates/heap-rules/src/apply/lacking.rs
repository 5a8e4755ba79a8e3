//! What is missing at a call for a contract to fit: the anti-frame.
//!
//! ```text
//!   state * ?  ⊢  θ(entry) * frame
//! ```
//!
//! Only memory of a caller that is not known may be missing: fields at an address that comes from there, the rest of a
//! record, a whole list behind the last node that is there, or in front of one that is there (*alias*), and facts
//! about numbers that come from there. Found are guesses, the first ones needed: once they are part of a precondition, the call
//! is looked at again. They are minimal in that what is there is not asked for again.

use super::search::{Found, Search};
use super::{Call, Precondition};
use crate::limits::{LACKS_OF_A_CONTRACT, RECORDS_TO_LEAD_TO};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::part::Extent;
use symbolic_heap::segment::BackEnds;
use symbolic_heap::{Block, Cell, Content, Location, Region, Segment, Tail};

/// Something that a caller has to provide so that a contract comes closer to fitting.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Lack {
    /// *learn*: bytes at an address, and whether they are read.
    pub fields: Vec<(Term, Extent, bool)>,
    /// Words of which it is only known that they are stored: offsets in blocks.
    pub words: Vec<(Atom, Extent)>,
    /// Records of which only some fields are known, and which are nodes of this size.
    pub nodes: Vec<(Atom, u64)>,
    /// *learn-finish*: a list, in names of the caller and new ones.
    pub list: Option<Segment>,
    /// *learn-pure*: what has to hold of the names of the caller.
    pub facts: Vec<Fact>,
}

/// What is lacking for a contract to fit a call, in a few ways; nothing if it fits, or never does. `is_callers` tells
/// the names that come from an unknown caller.
pub fn lacking(
    solver: &mut Solver,
    call: Call<'_>,
    contract: Precondition<'_>,
    is_callers: &dyn Fn(Atom) -> bool,
) -> Vec<Lack> {
    let mut search = Search::new(solver, call, contract);
    let mut lacks = Lacking { is_callers, found: Vec::new() };
    search.run_with(Some(&mut lacks));
    lacks.found
}

/// What was found to be lacking.
pub(super) struct Lacking<'a> {
    is_callers: &'a dyn Fn(Atom) -> bool,
    found: Vec<Lack>,
}

impl Lacking<'_> {
    fn push(&mut self, lack: Lack) {
        if lack != Lack::default() && self.found.len() < LACKS_OF_A_CONTRACT && !self.found.contains(&lack) {
            self.found.push(lack);
        }
    }
}

impl Search<'_> {
    /// A name of the caller at which there is no memory, and the distance from it.
    fn missing_place(&self, address: Term, lacks: &Lacking<'_>) -> Option<(Atom, i128)> {
        match self.solver.terms.summands(address) {
            [(atom, 1)]
                if (lacks.is_callers)(*atom)
                    && matches!(self.solver.terms.kind(*atom), AtomKind::Variable(_)) =>
            {
                Some((*atom, self.solver.terms.constant_part(address)))
            }
            _ => None,
        }
    }

    /// A block of the contract that is not there, or of which some bytes are not, or whose words have no names.
    pub(super) fn lack_of_block(&mut self, found: &Found, own: &Block, lacks: &mut Lacking<'_>) {
        let Some(&address) = found.meaning.get(&own.base) else { return };
        let mut lack = Lack::default();
        let located = self.call.state.heap.locate(&mut self.solver.terms, address);
        let there = match located {
            Location::Block { base, offset } => {
                let (block, offset) =
                    (self.call.state.heap.block(base), self.solver.terms.as_constant(offset));
                let Some(there) = block.zip(offset) else { return };
                if !there.0.is_live() {
                    return;
                }
                Some(there)
            }
            Location::Unknown if self.missing_place(address, lacks).is_some() => None,
            _ => return,
        };
        if own.region == Region::Heap {
            match there {
                Some((block, 0)) if block.is_part() => {
                    let size =
                        self.solver.terms.as_constant(own.size).and_then(|size| u64::try_from(size).ok());
                    lack.nodes.extend(size.map(|size| (block.base, size)));
                    lacks.push(lack);
                    return;
                }
                Some((block, 0)) if block.region == Region::Heap => {}
                _ => return,
            }
        }
        for cell in own.cells.iter().filter(|cell| cell.content.is_present()) {
            let terms = &self.solver.terms;
            let Some(extent) = terms.as_constant(cell.start).zip(terms.as_constant(cell.end)) else { return };
            let is_read = cell.content != Content::Uninitialised;
            match there {
                None => lack.fields.push((address, extent, is_read)),
                Some((block, offset)) => {
                    let bytes = (extent.0 + offset, extent.1 + offset);
                    if block.is_part() && !super::search::has_bytes(self.solver, block, bytes) {
                        lack.fields.push((address, extent, is_read));
                    } else if matches!(cell.content, Content::Scalar(_)) && self.is_unnamed(block, bytes) {
                        lack.words.push((block.base, bytes));
                    }
                }
            }
        }
        if !lack.fields.is_empty() {
            lack.words.clear();
        }
        lacks.push(lack);
    }

    /// Whether a word is stored, and has no name.
    fn is_unnamed(&self, block: &Block, (start, end): Extent) -> bool {
        let terms = &self.solver.terms;
        let around = |cell: &&Cell| {
            let (from, to) = (terms.as_constant(cell.start), terms.as_constant(cell.end));
            from.is_some_and(|from| from <= start) && to.is_some_and(|to| end <= to)
        };
        let content = block.cells.iter().find(around).map(|cell| cell.content);
        matches!(content, Some(Content::Unknown))
            || matches!(content, Some(Content::Uninitialised)) && block.is_part()
    }

    /// A list of the contract that is not there, or only its first nodes.
    ///
    /// ```text
    ///   node * … * node → t, nothing known at t
    ///  ──────────────────────────────────────── learn-finish      and with `t → b`, where the nodes from b on lead to y: alias
    ///   node * … * node * [ list t → y ]
    /// ```
    pub(super) fn lack_of_list(&mut self, found: &Found, segment: &Segment, lacks: &mut Lacking<'_>) {
        let Some(start) = self.image(found, segment.first) else { return };
        if segment.shape.tail != Tail::Empty || segment.shape.region != Region::Heap {
            return;
        }
        let next = self.image(found, segment.next);
        let walked = self.walk(found, segment, start, next);
        let Walked { nodes, end, seen } = match walked {
            Walk::Ends(walked) => walked,
            Walk::LacksField(lack) => return lacks.push(*lack),
            Walk::Fails => return,
        };
        if Some(end) == next {
            return lacks.push(Lack { nodes, ..Lack::default() });
        }
        if self.missing_place(end, lacks).is_none_or(|(_, distance)| distance != 0) {
            return;
        }
        // In front of nodes that are there, and lead to the end of the list.
        let mut ends = Vec::new();
        let is_record = |block: &&std::sync::Arc<Block>| matches!(block.region, Region::Part | Region::Heap);
        let records = self.call.state.heap.blocks().filter(is_record).count();
        let blocks = self.call.state.heap.blocks().filter(|block| {
            matches!(block.region, Region::Part | Region::Heap)
                && block.is_live()
                && !seen.contains(&block.base)
                && !found.has_block(block.base)
        });
        let bases: Vec<Atom> = blocks.map(|block| block.base).collect();
        // Where there are many, what is the same memory is found out by fewer of them.
        for base in bases.into_iter().filter(|_| records <= RECORDS_TO_LEAD_TO) {
            let own = self.solver.terms.atom_term(base);
            let entry = self.solver.terms.add_constant(own, i128::from(segment.shape.entry));
            let Walk::Ends(rest) = self.walk(found, segment, entry, next) else { continue };
            let is_row = !rest.seen.is_empty() && (Some(rest.end) == next || next.is_none());
            if is_row && rest.seen.is_disjoint(&seen) {
                let more: Vec<(Atom, u64)> = nodes.iter().chain(&rest.nodes).copied().collect();
                ends.push((entry, more));
            }
        }
        let last = next.unwrap_or_else(|| self.solver.terms.fresh_variable("end"));
        let list = self.missing_list(found, segment, end, last, seen.is_empty());
        lacks.push(Lack { nodes: nodes.clone(), list, ..Lack::default() });
        for (entry, nodes) in ends {
            let list = self.missing_list(found, segment, end, entry, seen.is_empty());
            lacks.push(Lack { nodes, list, ..Lack::default() });
        }
    }

    /// The list of the contract, from one address to another, with new names for everything else.
    fn missing_list(
        &mut self,
        found: &Found,
        segment: &Segment,
        first: Term,
        next: Term,
        is_all: bool,
    ) -> Option<Segment> {
        let parameters = segment.parameters.iter().map(|&parameter| {
            let known = self.image(found, parameter);
            known.unwrap_or_else(|| self.solver.terms.fresh_variable("shared"))
        });
        let parameters = parameters.collect();
        let back = match segment.back {
            None => None,
            // What leads back to the nodes before is not told.
            Some(_) if !is_all => return None,
            Some(ends) => {
                let previous = self.image(found, ends.previous);
                let previous = previous.unwrap_or_else(|| self.solver.terms.fresh_variable("previous"));
                Some(BackEnds { last: self.solver.terms.fresh_variable("last"), previous })
            }
        };
        let minimum = if is_all { segment.minimum } else { 0 };
        let count = self.solver.terms.fresh_variable("count");
        let (members, sorted, each) = (Vec::new(), Vec::new(), None);
        Some(Segment {
            first,
            next,
            back,
            minimum,
            count,
            parameters,
            members,
            sorted,
            each,
            ..segment.clone()
        })
    }

    /// Follows the links of nodes that are there, also of those of which only some fields are known.
    fn walk(&mut self, found: &Found, segment: &Segment, start: Term, next: Option<Term>) -> Walk {
        let state = self.call.state;
        let shape = &segment.shape;
        let (entry, link) = (i128::from(shape.entry), i128::from(shape.link));
        let mut walked = Walked { nodes: Vec::new(), end: start, seen: BTreeSet::new() };
        while Some(walked.end) != next {
            let (block, offset) = match state.heap.locate(&mut self.solver.terms, walked.end) {
                Location::Block { base, offset } => match (state.heap.block(base), offset) {
                    (Some(block), offset) => (block, self.solver.terms.as_constant(offset)),
                    (None, _) => return Walk::Fails,
                },
                Location::FirstNode { segment: index, distance: 0 } => {
                    walked.end = state.heap.segments()[index].next;
                    continue;
                }
                Location::Unknown => return Walk::Ends(walked),
                Location::FirstNode { .. }
                | Location::LastNode { .. }
                | Location::Root { .. }
                | Location::BeforeHole { .. }
                | Location::Member { .. }
                | Location::Number(_) => {
                    return Walk::Fails;
                }
            };
            let Some(offset) = offset.filter(|_| block.is_live() && !found.has_block(block.base)) else {
                return Walk::Fails;
            };
            if !walked.seen.insert(block.base) {
                return Walk::Fails;
            }
            let bytes = (offset - entry + link, offset - entry + link + i128::from(shape.link_bytes));
            match block.region {
                Region::Heap if offset == entry => {}
                Region::Part => {
                    let base = self.solver.terms.atom_term(block.base);
                    if !super::search::has_bytes(self.solver, block, bytes) {
                        let fields = vec![(base, bytes, true)];
                        return Walk::LacksField(Box::new(Lack { fields, ..Lack::default() }));
                    }
                    if offset != entry {
                        return Walk::Fails;
                    }
                    walked.nodes.push((block.base, shape.node_size));
                }
                _ => return Walk::Fails,
            }
            if self.is_unnamed(block, bytes) {
                let words = vec![(block.base, bytes)];
                return Walk::LacksField(Box::new(Lack { words, ..Lack::default() }));
            }
            let word =
                block.cells.iter().find(|cell| self.solver.terms.as_constant(cell.start) == Some(bytes.0));
            walked.end = match word.map(|cell| cell.content) {
                Some(Content::Scalar(value)) if value.is_defined() => value.term,
                Some(Content::Fill(0)) => self.solver.terms.constant(0),
                _ => return Walk::Fails,
            };
        }
        Walk::Ends(walked)
    }

    /// Facts that are not known, of names that come from the caller.
    pub(super) fn lack_of_facts(&mut self, found: &Found, lacks: &mut Lacking<'_>) {
        let meaning: Vec<(Atom, Term)> = found.meaning.iter().map(|(&atom, &term)| (atom, term)).collect();
        let mut facts = Vec::new();
        let mut known = self.call.state.facts.clone();
        for &fact in self.contract.entry.facts.as_slice() {
            let mut is_told = true;
            self.solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
                is_told &= found.meaning.contains_key(&atom)
                    || !matches!(self.solver.terms.kind(atom), AtomKind::Variable(_) | AtomKind::Opaque(_));
            });
            let image = self.solver.terms.substitute_in_fact(fact, &meaning);
            if is_told && known.proves(self.solver, image).is_proved() {
                continue;
            }
            let mut is_callers = true;
            self.solver.terms.for_each_atom_of_fact(image, &mut |atom| {
                is_callers &= (lacks.is_callers)(atom)
                    || !matches!(self.solver.terms.kind(atom), AtomKind::Variable(_) | AtomKind::Opaque(_));
            });
            if !is_told || !is_callers {
                return;
            }
            known.assume(self.solver, image);
            facts.push(image);
        }
        if known.model(self.solver).is_some() {
            lacks.push(Lack { facts, ..Lack::default() });
        }
    }
}

/// Where the links of nodes lead.
struct Walked {
    /// Nodes of which only some fields are known.
    nodes: Vec<(Atom, u64)>,
    end: Term,
    seen: BTreeSet<Atom>,
}

enum Walk {
    Ends(Walked),
    LacksField(Box<Lack>),
    Fails,
}

//! What a node owns: blocks and lists that nothing outside of it refers to.
//!
//! ```text
//!   block b { …, f: x, g: y }  *  seg(x → y; …)        only b, and what b owns, refers to x
//!  ────────────────────────────────────────────────────────────────────────────────────────
//!   node b { …, f: owns a list that ends where g leads, g: y }
//! ```
//!
//! Sound: a list ends at null, at a byte of its owner or where another word of its owner leads; so do its
//! shared values. Every cell of the owner is described, and nobody else knows what vanishes.

use super::node::{constant, mentions_memory, word_of};
use super::tail::{Layout, NumberAt, measures, say_text, shorten_tail, tail_content};
use crate::limits::BLOCKS_IN_BLOCKS;
use crate::references::{Holder, References};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Solver, Term};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::shape::{
    FieldContent, OwnedHeap, OwnedList, RelativeAddress, Shape, ShapeField, Sibling, TAIL_END, Tail,
};
use symbolic_heap::{
    Block, Content, HeapRule, Location, Numbers, Origin, Region, Segment, State, Value, is_broken,
};

/// A block whose cells are described.
pub(super) struct Owner<'a> {
    block: &'a Block,
    pub layout: Layout,
    /// Its words of the size of a pointer, by their offsets.
    pub words: Vec<(u64, Term)>,
    /// Its stored numbers.
    pub numbers: Vec<NumberAt>,
    pointer_bytes: u64,
}

impl<'a> Owner<'a> {
    pub fn of(solver: &mut Solver, block: &'a Block, layout: Layout, pointer_bytes: u64) -> Owner<'a> {
        let mut words = Vec::new();
        for &(start, end, content) in &layout.cells {
            if end == start + pointer_bytes
                && let Some(word) = word_of(solver, content)
            {
                words.push((start, word));
            }
        }
        let numbers = layout.numbers(solver);
        Owner { block, layout, words, numbers, pointer_bytes }
    }

    pub fn word(&self, offset: u64) -> Option<Term> {
        self.words.iter().find(|word| word.0 == offset).map(|word| word.1)
    }

    /// An address as seen from the owner; not by the word at `holder` itself.
    fn place(
        &self,
        solver: &mut Solver,
        address: Term,
        holder: u64,
        links: &[u64],
    ) -> Option<RelativeAddress> {
        if solver.terms.as_constant(address) == Some(0) {
            return Some(RelativeAddress::Null);
        }
        if let Some(distance) = self.own_distance(solver, address) {
            return Some(RelativeAddress::Own(distance));
        }
        // Links first: they are in every node.
        let is_link = |field: &u64| links.contains(field);
        let others = self.words.iter().map(|word| word.0).filter(|field| !is_link(field) && *field != holder);
        let candidates: Vec<u64> = links.iter().copied().chain(others).collect();
        candidates.into_iter().find_map(|field| {
            let plus = solver.terms.constant_difference(address, self.word(field)?)?;
            Some(RelativeAddress::Like(Sibling { field, plus: i64::try_from(plus).ok()? }))
        })
    }

    /// How far an address lies from the base of the block.
    fn own_distance(&self, solver: &mut Solver, address: Term) -> Option<i64> {
        let own = solver.terms.atom_term(self.block.base);
        i64::try_from(solver.terms.constant_difference(address, own)?).ok()
    }

    /// The cell that holds a word.
    fn cell_with(&self, word: Term) -> Option<usize> {
        self.layout.cells.iter().position(|cell| cell.2 == Content::Scalar(Value::defined(word)))
    }
}

/// What can be told of a number in a word of so many bytes without a value that is shared.
fn number_by_itself(solver: &Solver, number: Term, bytes: u64) -> FieldContent {
    match solver.terms.as_constant(number) {
        Some(0) => FieldContent::Fill(0),
        Some(number) if bytes <= 8 => FieldContent::Within(Numbers::one(number)),
        _ => FieldContent::Anything,
    }
}

/// What becomes of values that the fields of a block share with what is outside of it.
pub(super) enum Shared<'a> {
    /// They are parameters of the node.
    Values(&'a mut Vec<Term>),
    /// Addresses are seen from the owner of the block, at one of its words; of numbers only constants are
    /// kept.
    Seen { from: &'a Owner<'a>, at: u64, links: &'a [u64], addresses: &'a mut Vec<RelativeAddress> },
}

/// What vanishes into a node.
#[derive(Clone, Default)]
pub(super) struct Owned {
    pub blocks: Vec<Atom>,
    /// The positions of segments.
    pub lists: Vec<usize>,
    /// The names of what vanishes: nothing outside may refer to them.
    pub names: Vec<Atom>,
}

/// A node being described.
pub(super) struct Description<'a> {
    solver: &'a mut Solver,
    state: &'a State,
    references: &'a References,
    /// Names that are no part of the node.
    known_outside: &'a [Atom],
    owned: Owned,
}

impl<'a> Description<'a> {
    pub fn new(
        solver: &'a mut Solver,
        state: &'a State,
        references: &'a References,
        known_outside: &'a [Atom],
    ) -> Description<'a> {
        Description { solver, state, references, known_outside, owned: Owned::default() }
    }

    /// What vanishes into the node; or a name to which somebody else refers. What stays visible of the node
    /// are its links and what it shares.
    pub fn finish(self, node: Atom, visible: &[Term]) -> Result<Owned, Atom> {
        let is_inside = |holder: &Holder| match *holder {
            Holder::Cell(base, _) => base == node || self.owned.blocks.contains(&base),
            Holder::SegmentNext(index) | Holder::SegmentPrevious(index) | Holder::SegmentParameter(index) => {
                self.owned.lists.contains(&index)
            }
            Holder::Register(_) | Holder::Held(_) | Holder::Instance(_) | Holder::Arithmetic => false,
        };
        let is_known_outside = |&&name: &&Atom| {
            !self.references.to(name).iter().all(is_inside)
                || visible.iter().any(|&term| self.solver.terms.mentions(term, name))
        };
        match self.owned.names.iter().find(is_known_outside) {
            Some(&name) => Err(name),
            None => Ok(self.owned),
        }
    }

    /// Whether something may turn out to be owned by a block: no variable and no other block refers to it,
    /// unless that block may be owned as well.
    fn may_be_owned(&self, name: Atom, owner: Atom) -> bool {
        self.is_only_known_near(name, owner, 0)
    }

    fn is_only_known_near(&self, name: Atom, owner: Atom, nesting: usize) -> bool {
        let is_possible = |holder: &Holder| match *holder {
            Holder::Cell(base, _) if base == name || base == owner => true,
            Holder::Cell(base, _) => {
                let block = self.state.heap.block(base);
                nesting < BLOCKS_IN_BLOCKS
                    && block.is_some_and(|block| block.is_live() && block.region == Region::Heap)
                    && self.is_only_known_near(base, owner, nesting + 1)
            }
            Holder::SegmentNext(_) | Holder::SegmentPrevious(_) | Holder::SegmentParameter(_) => true,
            Holder::Register(_) | Holder::Held(_) | Holder::Instance(_) | Holder::Arithmetic => false,
        };
        !self.known_outside.contains(&name) && self.references.to(name).iter().all(is_possible)
    }

    /// All cells of a block but its links; its tail is one of them.
    pub fn fields(
        &mut self,
        owner: &Owner<'_>,
        links: &[u64],
        shared: &mut Shared<'_>,
        nesting: usize,
    ) -> Option<Vec<ShapeField>> {
        let cells = owner.layout.cells.as_slice();
        let mut described: Vec<Option<FieldContent>> = vec![None; cells.len()];
        let mut is_described: Vec<bool> =
            cells.iter().map(|&(start, end, _)| start == end || links.contains(&start)).collect();
        // Lists first: they may take a second cell, and others may be told by them.
        for index in self.beginnings_of_lists(owner, links) {
            if is_described[index] {
                continue;
            }
            if let Some((list, last)) = self.list_at(owner, index, links) {
                let heap = Arc::new(OwnedHeap::List(list));
                described[index] = Some(match is_broken(self.solver, HeapRule::FoldForgetsOwned) {
                    false => FieldContent::Owned(heap),
                    true => FieldContent::Anything,
                });
                is_described[index] = true;
                if let Some(last) = last {
                    is_described[last] = true;
                }
            }
        }
        // Where several cells hold the address of a block the last one owns it: of the links to nodes of
        // several levels it is that of the highest.
        for index in (0..cells.len()).rev() {
            if !is_described[index] {
                let (start, end, content) = cells[index];
                described[index] = Some(self.field(owner, (start, end), content, links, shared, nesting)?);
            }
        }
        let mut fields = Vec::with_capacity(cells.len());
        for (&(start, end, _), content) in cells.iter().zip(described) {
            if let Some(content) = content {
                fields.push(ShapeField { start, end, content });
            }
        }
        if let Some(tail) = owner.layout.tail {
            let content = tail_content(tail.content);
            fields.push(ShapeField { start: owner.layout.size, end: TAIL_END, content });
        }
        Some(fields)
    }

    fn field(
        &mut self,
        owner: &Owner<'_>,
        (start, end): (u64, u64),
        content: Content,
        links: &[u64],
        shared: &mut Shared<'_>,
        nesting: usize,
    ) -> Option<FieldContent> {
        let mut value = match content {
            Content::Uninitialised | Content::Striped(_) => return Some(FieldContent::Uninitialised),
            Content::Text => return Some(FieldContent::Text),
            Content::Fill(byte) => return Some(FieldContent::Fill(byte)),
            Content::Each(_) | Content::Unknown | Content::Letters => return Some(FieldContent::Anything),
            Content::Owning(_) | Content::Tiles(_) | Content::Absent => return None,
            Content::Scalar(value) => value,
        };
        value.term = self.with_decided_flags(value.term);
        if !value.is_defined() && end - start <= 8 {
            return Some(self.partly_stored(value, end - start, shared));
        }
        if !mentions_memory(self.solver, self.state, value.term) {
            if !value.is_defined() {
                return Some(FieldContent::Uninitialised);
            }
            return Some(match shared {
                Shared::Values(values) => {
                    values.push(value.term);
                    FieldContent::Shared(values.len() - 1)
                }
                Shared::Seen { .. } => number_by_itself(self.solver, value.term, end - start),
            });
        }
        if !value.is_defined() {
            return None;
        }
        if let Some(distance) = owner.own_distance(self.solver, value.term) {
            return Some(FieldContent::Own(distance));
        }
        // What leads to something that vanishes can only be told by the word that owns it.
        if self.owned.names.iter().any(|&name| self.solver.terms.mentions(value.term, name)) {
            if let Some(RelativeAddress::Like(sibling)) = owner.place(self.solver, value.term, start, links) {
                return Some(FieldContent::Like(sibling));
            }
            return match shared {
                Shared::Values(_) => None,
                Shared::Seen { .. } => self.shared_address(value.term, shared),
            };
        }
        if let Location::Block { base, offset } = self.state.heap.locate(&mut self.solver.terms, value.term) {
            let before = self.owned.clone();
            if let Some(content) = self.owned_block((owner, start, links), (base, offset), nesting) {
                return Some(match is_broken(self.solver, HeapRule::FoldForgetsOwned) {
                    false => content,
                    true => FieldContent::Anything,
                });
            }
            self.owned = before;
        }
        self.shared_address(value.term, shared)
    }

    /// An address that a field shares with what is outside of its block.
    fn shared_address(&mut self, address: Term, shared: &mut Shared<'_>) -> Option<FieldContent> {
        match shared {
            Shared::Values(values) => {
                values.push(address);
                Some(FieldContent::Shared(values.len() - 1))
            }
            Shared::Seen { from, at, links, addresses } => {
                addresses.push(from.place(self.solver, address, *at, links)?);
                Some(FieldContent::Shared(addresses.len() - 1))
            }
        }
    }

    /// A word of which some bits were never stored.
    fn partly_stored(&mut self, value: Value, bytes: u64, shared: &mut Shared<'_>) -> FieldContent {
        let ones = (1i128 << (8 * bytes)) - 1;
        let defined = !value.undefined as i128 & ones;
        let term = self.solver.terms.and_constant(value.term, defined);
        match shared {
            Shared::Values(values) if defined != 0 && !mentions_memory(self.solver, self.state, term) => {
                values.push(term);
                let undefined = (ones & !defined) as u128;
                FieldContent::Partly { index: values.len() - 1, undefined }
            }
            Shared::Values(_) | Shared::Seen { .. } => FieldContent::Uninitialised,
        }
    }

    /// The term with constants for those truth values that the facts decide: a flag that was tested is a
    /// constant.
    fn with_decided_flags(&mut self, term: Term) -> Term {
        let mut flags = BTreeSet::new();
        self.solver.terms.for_each_atom(term, &mut |atom| {
            if matches!(self.solver.terms.kind(atom), AtomKind::Truth(_)) {
                flags.insert(atom);
            }
        });
        let numbers = [0, 1].map(|number| self.solver.terms.constant(number));
        let mut decided = Vec::new();
        for flag in flags {
            let term = self.solver.terms.atom_term(flag);
            let value = numbers
                .into_iter()
                .find(|&value| self.state.facts.equal(self.solver, term, value).is_proved());
            decided.extend(value.map(|value| (flag, value)));
        }
        if decided.is_empty() { term } else { self.solver.terms.substitute(term, &decided) }
    }

    /// A block that only its owner refers to; it may have ended.
    fn owned_block(
        &mut self,
        (owner, at, links): (&Owner<'_>, u64, &[u64]),
        (base, offset): (Atom, Term),
        nesting: usize,
    ) -> Option<FieldContent> {
        let block: Arc<Block> = Arc::clone(self.state.heap.block(base)?);
        if block.region != Region::Heap
            || nesting > BLOCKS_IN_BLOCKS
            || !self.may_be_owned(base, owner.block.base)
        {
            return None;
        }
        let entry = constant(self.solver, offset)?;
        self.owned.blocks.push(base);
        self.owned.names.push(base);
        let heap = match block.may_be_live() {
            // How large it was makes no difference any more.
            false => OwnedHeap::Ended { size: constant(self.solver, block.size).unwrap_or(0), entry },
            true => {
                let layout = Layout::of(self.solver, self.state, &block, None)?;
                let inner = Owner::of(self.solver, &block, layout, owner.pointer_bytes);
                let tail = self.tail(owner, &inner);
                let mut parameters = Vec::new();
                let mut shared = Shared::Seen { from: owner, at, links, addresses: &mut parameters };
                let mut fields = self.fields(&inner, &[], &mut shared, nesting + 1)?;
                let mut size = inner.layout.size;
                say_text(&mut fields, tail);
                if tail == Tail::Open {
                    let least = self.state.facts.bounds(self.solver, block.size).lower;
                    size = shorten_tail(&mut fields, size, least);
                }
                let origin = Origin::of(block.allocated_at);
                let heap =
                    OwnedHeap::Block { size, tail, entry, fields, parameters, is_optional: false, origin };
                if block.is_optional() { heap.optional()? } else { heap }
            }
        };
        Some(FieldContent::Owned(Arc::new(heap)))
    }

    /// How long the tail of a block is that another one owns.
    fn tail(&mut self, owner: &Owner<'_>, block: &Owner<'_>) -> Tail {
        let Some(tail) = block.layout.tail else { return Tail::Empty };
        for numbers in [(&owner.numbers[..], true), (&block.numbers[..], false)] {
            let told = measures(self.solver, self.state, tail.length, numbers);
            if let Some(&measure) = told.first() {
                return Tail::Told(measure);
            }
        }
        if tail.is_text { Tail::Text } else { Tail::Open }
    }

    /// The cells with which lists may begin. Where several cells hold the beginning, the one that is where
    /// the list's own nodes have their links comes first; of several such that of the highest level.
    fn beginnings_of_lists(&mut self, owner: &Owner<'_>, links: &[u64]) -> Vec<usize> {
        let mut beginnings = Vec::new();
        for (index, &(start, _, content)) in owner.layout.cells.iter().enumerate() {
            let Content::Scalar(value) = content else { continue };
            let segment = match self.state.heap.locate(&mut self.solver.terms, value.term) {
                Location::FirstNode { segment, distance: 0 }
                | Location::LastNode { segment, distance: 0 } => segment,
                _ => continue,
            };
            if value.is_defined() && !links.contains(&start) {
                let shape = &self.state.heap.segments()[segment].shape;
                let is_second = shape.second_links().any(|second| second == start);
                let is_link = start == shape.link || is_second;
                beginnings.push((!is_link, is_link.then_some(Reverse(index)), index));
            }
        }
        beginnings.sort_unstable();
        beginnings.into_iter().map(|(_, _, index)| index).collect()
    }

    /// The list that begins with a cell, and the cell that holds its last node.
    fn list_at(
        &mut self,
        owner: &Owner<'_>,
        index: usize,
        links: &[u64],
    ) -> Option<(OwnedList, Option<usize>)> {
        let &(start, _, content) = owner.layout.cells.get(index)?;
        let Content::Scalar(value) = content else { return None };
        let (position, segment) = match self.state.heap.locate(&mut self.solver.terms, value.term) {
            Location::FirstNode { segment, distance: 0 } => {
                (segment, (*self.state.heap.segments()[segment]).clone())
            }
            Location::LastNode { segment, distance: 0 } => {
                (segment, self.state.heap.segments()[segment].reversed(&mut self.solver.terms)?)
            }
            _ => return None,
        };
        if segment.shape.turn() != 0 || self.owned.lists.contains(&position) {
            return None;
        }
        let segment = segment.relinked(start).unwrap_or(segment);
        let first = self.solver.terms.as_atom(segment.first)?;
        if !self.may_be_owned(first, owner.block.base) {
            return None;
        }
        let next = match links.first() {
            Some(&link) if is_broken(self.solver, HeapRule::OwnedListsEndAtNextNode) => {
                RelativeAddress::Like(Sibling { field: link, plus: 0 })
            }
            _ => owner.place(self.solver, segment.next, start, links)?,
        };
        let (mut last, mut previous) = (None, RelativeAddress::Null);
        let mut names = vec![first];
        if let Some(ends) = segment.back {
            previous = owner.place(self.solver, ends.previous, start, links)?;
            let name = self.solver.terms.as_atom(ends.last)?;
            if !self.may_be_owned(name, owner.block.base) {
                return None;
            }
            if !self.references.to(name).is_empty() {
                last = Some(owner.cell_with(ends.last).filter(|&last| last != index)?);
            }
            names.push(name);
        }
        let (shape, parameters) = self.shape_seen_from(owner, &segment, start, links)?;
        let last_at = match last {
            Some(last) => Some(owner.layout.cells.get(last)?.0),
            None => None,
        };
        if last_at.is_some_and(|offset| links.contains(&offset)) {
            return None;
        }
        self.owned.lists.push(position);
        self.owned.names.extend(names);
        let shape = Arc::new(shape);
        let list = OwnedList { shape, minimum: segment.minimum, next, previous, last: last_at, parameters };
        Some((list, last))
    }

    /// The shape of a segment, and its shared values as seen from the owner. Of shared numbers only constants
    /// are kept.
    fn shape_seen_from(
        &mut self,
        owner: &Owner<'_>,
        segment: &Segment,
        holder: u64,
        links: &[u64],
    ) -> Option<(Shape, Vec<RelativeAddress>)> {
        let mut shape = (*segment.shape).clone();
        let mut places: Vec<RelativeAddress> = Vec::new();
        for field in shape.bodies.iter_mut().flat_map(|body| &mut body.fields) {
            let index = match field.content {
                FieldContent::Shared(index) => index,
                FieldContent::Partly { .. } => {
                    field.content = FieldContent::Uninitialised;
                    continue;
                }
                FieldContent::Counting { .. } => {
                    field.content = FieldContent::Anything;
                    continue;
                }
                _ => continue,
            };
            let value = segment.parameters[index];
            field.content = if mentions_memory(self.solver, self.state, value) {
                let place = owner.place(self.solver, value, holder, links)?;
                let known = places.iter().position(|&other| other == place);
                FieldContent::Shared(known.unwrap_or_else(|| {
                    places.push(place);
                    places.len() - 1
                }))
            } else {
                number_by_itself(self.solver, value, field.end - field.start)
            };
        }
        shape.parameters = places.len();
        Some((shape, places))
    }
}

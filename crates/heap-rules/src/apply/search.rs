//! Finding the memory of a contract in that of a caller.
//!
//! ```text
//!   own{i..j: a}  is  block B{…, k+i..k+j: v, …}     at  θ(own) = B + k,  θ(a) = v        match, split
//!   list x → y    is  a row of nodes and lists       at  θ(x), up to θ(y)                 see `rows`
//! ```
//!
//! A part of the contract may lie anywhere in a larger block of the caller; the rest of that block is frame.

use super::lacking::Lacking;
use super::rows::{Row, Target};
use super::{Call, Fit, Memory, Place, Precondition};
use crate::fold::{OpenContent, OpenField};
use crate::limits::CHAINS_TRIED;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Facts, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_heap::part::Extent;
use symbolic_heap::{
    Block, Cell, Cells, Content, FieldContent, HeapRule, Location, Region, Segment, State, Tail, is_broken,
};

pub(super) struct Search<'a> {
    pub solver: &'a mut Solver,
    pub call: Call<'a>,
    pub contract: Precondition<'a>,
    tries: usize,
}

/// What was found so far.
#[derive(Clone, Default)]
pub(super) struct Found {
    pub meaning: BTreeMap<Atom, Term>,
    /// Bytes of the caller that belong to the contract already.
    taken: Vec<(Atom, Extent)>,
    places: Vec<Place>,
    pub rows: Vec<Row>,
    kept: BTreeMap<u64, Vec<OpenField>>,
    /// What is still to be found.
    blocks: Vec<Atom>,
    segments: Vec<usize>,
}

impl<'a> Search<'a> {
    pub fn new(solver: &'a mut Solver, call: Call<'a>, contract: Precondition<'a>) -> Search<'a> {
        Search { solver, call, contract, tries: CHAINS_TRIED }
    }

    pub fn run(mut self) -> Option<Fit> {
        self.run_with(None)
    }

    /// Searches, and writes down what is lacking where the search fails.
    pub fn run_with(&mut self, mut lacks: Option<&mut Lacking<'_>>) -> Option<Fit> {
        let entry = self.contract.entry;
        if entry.registers.len() != self.call.arguments.len() {
            return None;
        }
        let mut found = Found {
            blocks: entry.heap.blocks().map(|block| block.base).collect(),
            segments: (0..entry.heap.segments().len()).collect(),
            ..Found::default()
        };
        // Variables and functions of the program are the same everywhere.
        for block in entry.heap.blocks().filter(|block| is_permanent(block.region)) {
            let own = self.solver.terms.atom_term(block.base);
            found.meaning.insert(block.base, own);
        }
        for (register, value) in entry.registers.iter().zip(self.call.arguments) {
            let register = (*register)?;
            self.unify(&mut found, register.term, value.is_defined().then_some(value.term)?)?;
        }
        let mut found = self.complete(found, &mut lacks)?;
        self.forget_what_differs(&mut found)?;
        let meaning = found.meaning.into_iter().collect();
        Some(Fit { meaning, places: found.places, rows: found.rows, kept: found.kept })
    }

    /// Finds everything that is left: first what lies at known addresses, then lists, the longest rows first.
    fn complete(&mut self, mut found: Found, lacks: &mut Option<&mut Lacking<'_>>) -> Option<Found> {
        while let Some(known) = found.blocks.iter().position(|base| found.meaning.contains_key(base)) {
            let own = found.blocks.remove(known);
            let block = Arc::clone(self.contract.entry.heap.block(own)?);
            let before = lacks.is_some().then(|| found.clone());
            if self.place(&mut found, &block).is_none() {
                if let (Some(lacks), Some(before)) = (lacks, before) {
                    self.lack_of_block(&before, &block, lacks);
                }
                return None;
            }
        }
        let Some((position, target)) = self.next_list(&found) else {
            if !found.blocks.is_empty() || !found.segments.is_empty() {
                return None;
            }
            if self.facts_hold(&found) {
                return Some(found);
            }
            if let Some(lacks) = lacks {
                self.lack_of_facts(&found, lacks);
            }
            return None;
        };
        let index = found.segments.remove(position);
        let segment = Arc::clone(&self.contract.entry.heap.segments()[index]);
        for row in self.rows(&found, &segment, target) {
            self.tries = self.tries.checked_sub(1)?;
            let mut next = found.clone();
            if self.take_row(&mut next, &segment, row).is_some()
                && let Some(complete) = self.complete(next, lacks)
            {
                return Some(complete);
            }
        }
        if let Some(lacks) = lacks {
            self.lack_of_list(&found, &segment, lacks);
        }
        None
    }

    /// A list of the contract one of whose ends is known: rather one whose other end is known, too.
    fn next_list(&self, found: &Found) -> Option<(usize, Target)> {
        let segments = self.contract.entry.heap.segments();
        let knows = |term: Term| self.is_known(found, term);
        let candidates = found.segments.iter().enumerate().filter_map(|(position, &index)| {
            let segment = &segments[index];
            let target = match segment.back {
                _ if knows(segment.first) => Target::First,
                Some(ends) if knows(ends.last) => Target::Last,
                _ => return None,
            };
            let is_open = match target {
                Target::First => !knows(segment.next),
                Target::Last => segment.back.is_some_and(|ends| !knows(ends.previous)),
            };
            Some((is_open, position, target))
        });
        candidates
            .min_by_key(|&(is_open, position, _)| (is_open, position))
            .map(|(_, position, target)| (position, target))
    }

    fn is_known(&self, found: &Found, term: Term) -> bool {
        let summands = self.solver.terms.summands(term);
        summands.iter().all(|(atom, _)| found.meaning.contains_key(atom))
    }

    /// What a term of the contract is at the call, if all its names are known.
    pub fn image(&mut self, found: &Found, term: Term) -> Option<Term> {
        let known: Vec<(Atom, Term)> = found.meaning.iter().map(|(&atom, &term)| (atom, term)).collect();
        self.is_known(found, term).then(|| self.solver.terms.substitute(term, &known))
    }

    /// Lets a term of the contract be a term of the caller.
    pub fn unify(&mut self, found: &mut Found, own: Term, there: Term) -> Option<()> {
        let terms = &mut self.solver.terms;
        let unknown: Vec<(Atom, i128)> = terms
            .summands(own)
            .iter()
            .filter(|(atom, _)| !found.meaning.contains_key(atom))
            .copied()
            .collect();
        let known: Vec<(Atom, Term)> = found.meaning.iter().map(|(&atom, &term)| (atom, term)).collect();
        match unknown[..] {
            [] => {
                let image = terms.substitute(own, &known);
                self.call.state.facts.equal(self.solver, image, there).is_proved().then_some(())
            }
            [(atom, factor)] if factor.abs() == 1 && matches!(terms.kind(atom), AtomKind::Variable(_)) => {
                let variable = terms.atom_term(atom);
                let rest = terms.add_scaled(own, -factor, variable);
                let rest = terms.substitute(rest, &known);
                let difference = terms.subtract(there, rest);
                let meaning = terms.scale(factor, difference);
                found.meaning.insert(atom, meaning);
                Some(())
            }
            _ => None,
        }
    }

    /// Finds the bytes of a block of the contract.
    fn place(&mut self, found: &mut Found, own: &Block) -> Option<()> {
        if matches!(own.region, Region::Constant | Region::Code) {
            return Some(());
        }
        let address = *found.meaning.get(&own.base)?;
        let located = self.call.state.heap.locate(&mut self.solver.terms, address);
        let Location::Block { base, offset } = located else { return None };
        let offset = self.solver.terms.as_constant(offset)?;
        let block = self.call.state.heap.block(base)?.clone();
        let is_memory = block.region.is_allocated()
            || matches!(block.region, Region::Stack(_) | Region::Static | Region::Part);
        if !own.is_live() || !block.is_live() || !is_memory {
            return None;
        }
        match own.region {
            Region::Part => {}
            Region::Heap if block.region.is_allocated() && offset == 0 => {
                self.unify(found, own.size, block.size)?;
                self.solver.terms.as_constant(block.size)?;
            }
            Region::Static if own.base == base => {}
            _ => return None,
        }
        for cell in own.cells.iter().filter(|cell| cell.content.is_present()) {
            let terms = &self.solver.terms;
            let (start, end) =
                (terms.as_constant(cell.start)? + offset, terms.as_constant(cell.end)? + offset);
            let is_taken =
                |(other, extent): &(Atom, Extent)| *other == base && extent.0 < end && start < extent.1;
            let may_overlap = is_broken(self.solver, HeapRule::ContractsShareBytes);
            if found.taken.iter().any(is_taken) && !may_overlap
                || !has_bytes(self.solver, &block, (start, end))
            {
                return None;
            }
            found.taken.push((base, (start, end)));
            let cells = cells_in(self.solver, &self.call.state.facts, &block.cells, (start, end))?;
            self.match_content(found, cell.content, &cells)?;
        }
        found.places.push(Place { own: own.base, base, offset });
        Some(())
    }

    fn match_content(&mut self, found: &mut Found, own: Content, there: &[Cell]) -> Option<()> {
        match own {
            // It need not have been stored.
            Content::Uninitialised => Some(()),
            // What holds of every word, or of a string, is not looked for among the caller's.
            Content::Each(_)
            | Content::Owning(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Text => None,
            Content::Unknown => there.iter().all(|cell| is_stored(cell.content)).then_some(()),
            Content::Letters => there.iter().all(|cell| is_letters(cell.content)).then_some(()),
            Content::Fill(_) => there.iter().all(|cell| cell.content == own).then_some(()),
            Content::Scalar(value) if value.is_defined() => {
                let word = match there {
                    [Cell { content: Content::Scalar(other), .. }] if other.is_defined() => other.term,
                    _ if !there.is_empty() && there.iter().all(|cell| cell.content == Content::Fill(0)) => {
                        self.solver.terms.constant(0)
                    }
                    _ => return None,
                };
                self.unify(found, value.term, word)
            }
            Content::Scalar(_) | Content::Absent => None,
        }
    }

    /// Takes a row of the caller for a list of the contract, if the list covers it.
    fn take_row(&mut self, found: &mut Found, segment: &Segment, row: Row) -> Option<()> {
        let size = segment.shape.node_size;
        // What a function does to nodes is told by their size and region.
        if segment.shape.tail != Tail::Empty || segment.shape.region != Region::Heap {
            return None;
        }
        let bytes: Extent = (0, i128::from(size));
        let is_free = |base: &Atom| !found.taken.iter().any(|(taken, _)| taken == base);
        if !row.blocks().all(is_free) || row.segments.iter().any(|index| found.has_segment(*index)) {
            return None;
        }
        let kept = self.kept_fields(segment, &row);
        for (name, term) in self.covered_by(found, segment, &row, &kept)? {
            match found.meaning.get(&name) {
                None => {
                    found.meaning.insert(name, term);
                }
                Some(&known) => {
                    self.call.state.facts.equal(self.solver, known, term).is_proved().then_some(())?;
                }
            }
        }
        match found.kept.get_mut(&size) {
            _ if row.is_empty() => {}
            None => {
                found.kept.insert(size, kept);
            }
            Some(other) => join_kept(other, &kept)?,
        }
        found.taken.extend(row.blocks().map(|&base| (base, bytes)));
        found.rows.push(row);
        Some(())
    }

    /// The bytes of nodes to which the function does nothing, and of which it says nothing: what the caller's nodes
    /// hold there.
    fn kept_fields(&self, segment: &Segment, row: &Row) -> Vec<OpenField> {
        let memory = Memory::Heap(i128::from(segment.shape.node_size));
        let Some(kinds) = &row.kinds else { return Vec::new() };
        let is_left_alone = |field: &&OpenField| {
            let (start, end) = (field.start, field.end);
            let extent = (i128::from(start), i128::from(end));
            let told = |body: &symbolic_heap::Body| {
                let around = body.fields.iter().find(|other| other.start <= start && end <= other.end);
                around.is_none_or(|other| other.content != FieldContent::Uninitialised)
            };
            !self.contract.touched.has_byte_in(&memory, extent)
                && !segment.shape.bodies.iter().any(told)
                && is_independent(&field.content)
        };
        let Some((first, others)) = kinds.bodies.split_first() else { return Vec::new() };
        let in_all = |field: &&OpenField| others.iter().all(|body| body.fields.contains(field));
        first.fields.iter().filter(is_left_alone).filter(in_all).cloned().collect()
    }

    /// Whole blocks of the contract, which may become nodes, may hold something else than the nodes.
    fn forget_what_differs(&mut self, found: &mut Found) -> Option<()> {
        for place in &found.places {
            let own = self.contract.entry.heap.block(place.own)?;
            let Some(Memory::Heap(size)) = Memory::of(self.solver, own) else { continue };
            let Some(kept) = u64::try_from(size).ok().and_then(|size| found.kept.get_mut(&size)) else {
                continue;
            };
            let cells = self.call.state.heap.block(place.base)?.cells.clone();
            let facts = &self.call.state.facts;
            let mut fields = Vec::new();
            for field in std::mem::take(kept) {
                let extent = (i128::from(field.start), i128::from(field.end));
                let there = cells_in(self.solver, facts, &cells, extent);
                let is_same = there.is_some_and(|there| {
                    there.iter().all(|cell| match (&field.content, cell.content) {
                        (OpenContent::Fixed(FieldContent::Anything), content) => is_stored(content),
                        (OpenContent::Fixed(FieldContent::Fill(byte)), Content::Fill(other)) => {
                            *byte == other
                        }
                        _ => false,
                    })
                });
                match field.content {
                    _ if is_same => fields.push(field),
                    OpenContent::Fixed(FieldContent::Owned(_)) => return None,
                    _ => {}
                }
            }
            *kept = fields;
        }
        Some(())
    }

    fn facts_hold(&mut self, found: &Found) -> bool {
        let state = self.call.state;
        if is_broken(self.solver, HeapRule::ContractsIgnoreFacts) {
            return true;
        }
        let meaning: Vec<(Atom, Term)> = found.meaning.iter().map(|(&atom, &term)| (atom, term)).collect();
        facts_hold(self.solver, &self.contract.entry.facts, state, &meaning)
    }
}

impl Found {
    pub fn has_segment(&self, index: usize) -> bool {
        self.rows.iter().any(|row| row.segments.contains(&index))
    }

    pub fn has_block(&self, base: Atom) -> bool {
        self.taken.iter().any(|(taken, _)| *taken == base)
    }
}

/// Whether something has one address for the whole program.
pub(super) fn is_permanent(region: Region) -> bool {
    matches!(region, Region::Static | Region::Constant | Region::Code)
}

/// Whether what a field holds does not depend on other fields of the node or on its place in the row.
fn is_independent(content: &OpenContent) -> bool {
    match content {
        OpenContent::Value(_) => true,
        OpenContent::Partly { .. } | OpenContent::Counting { .. } => false,
        OpenContent::Fixed(content) => match content {
            FieldContent::Fill(_)
            | FieldContent::Anything
            | FieldContent::Text
            | FieldContent::Within(_)
            | FieldContent::Own(_) => true,
            FieldContent::Owned(heap) => heap.is_independent(),
            FieldContent::Uninitialised
            | FieldContent::Shared(_)
            | FieldContent::Partly { .. }
            | FieldContent::Counting { .. }
            | FieldContent::Like(_)
            | FieldContent::Link(_) => false,
        },
    }
}

/// What two rows of nodes hold that may become one; `None` if memory would be lost.
fn join_kept(kept: &mut Vec<OpenField>, other: &[OpenField]) -> Option<()> {
    let owns = |field: &OpenField| matches!(field.content, OpenContent::Fixed(FieldContent::Owned(_)));
    let is_lost = |field: &&OpenField, there: &[OpenField]| owns(field) && !there.contains(field);
    if kept.iter().any(|field| is_lost(&field, other)) || other.iter().any(|field| is_lost(&field, kept)) {
        return None;
    }
    kept.retain(|field| other.contains(field));
    Some(())
}

pub(super) fn is_stored(content: Content) -> bool {
    match content {
        Content::Scalar(value) => value.is_defined(),
        Content::Each(_) | Content::Unknown | Content::Letters | Content::Fill(_) => true,
        Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Uninitialised
        | Content::Text
        | Content::Absent => false,
    }
}

/// Whether bytes of this content are stored and none of them is zero.
fn is_letters(content: Content) -> bool {
    matches!(content, Content::Letters | Content::Fill(1..))
}

/// Whether a block has all these bytes.
pub(super) fn has_bytes(solver: &Solver, block: &Block, extent: Extent) -> bool {
    if !block.is_part() {
        let size = solver.terms.as_constant(block.size);
        return extent.0 >= 0 && size.is_some_and(|size| extent.1 <= size);
    }
    let own = merged(block.present(&solver.terms));
    own.iter().any(|own| own.0 <= extent.0 && extent.1 <= own.1)
}

/// Runs of bytes in order, with no gaps inside of one.
pub(super) fn merged(mut extents: Vec<Extent>) -> Vec<Extent> {
    extents.sort_unstable();
    let mut runs: Vec<Extent> = Vec::new();
    for extent in extents {
        match runs.last_mut() {
            Some(last) if last.1 >= extent.0 => last.1 = last.1.max(extent.1),
            _ => runs.push(extent),
        }
    }
    runs
}

fn cells_in(solver: &mut Solver, facts: &Facts, cells: &Cells, extent: Extent) -> Option<Vec<Cell>> {
    let (start, end) = (solver.terms.constant(extent.0), solver.terms.constant(extent.1));
    let mut cells = cells.clone();
    let range = cells.isolate(solver, facts, start, end).ok()?;
    Some(cells.as_slice()[range].to_vec())
}

fn facts_hold(solver: &mut Solver, entry: &Facts, state: &State, meaning: &[(Atom, Term)]) -> bool {
    let known: BTreeSet<Atom> = meaning.iter().map(|(atom, _)| *atom).collect();
    entry.as_slice().iter().all(|&fact| {
        let mut is_known = true;
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            let is_name = matches!(solver.terms.kind(atom), AtomKind::Variable(_) | AtomKind::Opaque(_));
            is_known &= !is_name || known.contains(&atom);
        });
        let image = solver.terms.substitute_in_fact(fact, meaning);
        is_known && state.facts.proves(solver, image).is_proved()
    })
}

//! The lists of a contract and the rows of a caller.
//!
//! ```text
//!   list x → y  covers  nothing                          θ(x) = θ(y)                  (at least 0)
//!                       node * list, list * node         unrolled from the left or from the right
//!                       list * list, and so on           the whole row, up to θ(y)
//! ```
//!
//! What the parts of the row are is judged by entailment: the row alone, without the rest of the memory, is an
//! instance of the list alone. That its ends lie outside of it is judged by the whole memory.

use super::search::{Found, Search};
use crate::acyclic::{Parts, leads_outside};
use crate::entail::instance_of_segment;
use crate::fold::{
    Known, NodeKinds, NodePattern, OpenContent, OpenField, Precision, describe_node, have_same_layout,
    mentions_memory, unify_bodies,
};
use crate::references::References;
use pure_logic::Term;
use pure_logic::term::Atom;
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::shape::{Body, FieldContent, Shape, ShapeField};
use symbolic_heap::{Content, Heap, Location, Segment, State, Value};

/// Which end of a list is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    First,
    Last,
}

/// Nodes and segments of the caller that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub first: Term,
    pub next: Term,
    /// What a backward link to the last node holds, and what that of the first node holds.
    pub back: Option<(Term, Term)>,
    pub nodes: Vec<Atom>,
    /// Blocks that the nodes own.
    owned_blocks: Vec<Atom>,
    /// The positions of the segments of the row and of those that its nodes own.
    pub segments: Vec<usize>,
    /// `None` for a row without nodes.
    pub kinds: Option<NodeKinds>,
    minimum: u64,
}

impl Row {
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.segments.is_empty()
    }

    /// The blocks that become part of the list.
    pub fn blocks(&self) -> impl Iterator<Item = &Atom> {
        self.nodes.iter().chain(&self.owned_blocks)
    }
}

impl Search<'_> {
    /// The rows of the caller that a list of the contract may stand for: the one that ends where the list does, or
    /// if that is not known all of them, the longest first.
    pub fn rows(&mut self, found: &Found, segment: &Segment, target: Target) -> Vec<Row> {
        let state = self.call.state;
        let references = References::of(&self.solver.terms, state);
        let starts = match target {
            Target::First => self.image(found, segment.first).into_iter().collect(),
            Target::Last => self.starts(found, segment),
        };
        let mut rows = Vec::new();
        for start in starts {
            rows.extend(self.rows_from(found, segment, start, &references));
        }
        let next = self.image(found, segment.next);
        let back = segment.back.map(|ends| (self.image(found, ends.last), self.image(found, ends.previous)));
        let facts = &state.facts;
        rows.retain(|row| {
            let mut is_at = |known: Option<Term>, term: Term| {
                known.is_none_or(|known| facts.equal(self.solver, known, term).is_proved())
            };
            let (last, previous) = back.unwrap_or_default();
            is_at(next, row.next)
                && row.back.is_none_or(|ends| is_at(last, ends.0) && is_at(previous, ends.1))
        });
        rows.sort_by_key(|row| std::cmp::Reverse(row.nodes.len() + row.segments.len()));
        rows
    }

    /// The rows that begin at an address, shortest first.
    fn rows_from(
        &mut self,
        found: &Found,
        segment: &Segment,
        start: Term,
        references: &References,
    ) -> Vec<Row> {
        let state = self.call.state;
        let pattern = NodePattern::of(&segment.shape);
        let mut row = Row {
            first: start,
            next: start,
            back: None,
            nodes: Vec::new(),
            owned_blocks: Vec::new(),
            segments: Vec::new(),
            kinds: None,
            minimum: 0,
        };
        let mut rows = vec![row.clone()];
        loop {
            let (kinds, count, minimum, ends) = match state.heap.locate(&mut self.solver.terms, row.next) {
                Location::FirstNode { segment: index, distance: 0 }
                    if !found.has_segment(index) && !row.segments.contains(&index) =>
                {
                    let part = Arc::clone(&state.heap.segments()[index]);
                    let part = match part.shape.link == segment.shape.link {
                        true => part,
                        false => part.relinked(segment.shape.link).map_or(part, Arc::new),
                    };
                    if !have_same_layout(&part.shape, &segment.shape) {
                        return rows;
                    }
                    row.segments.push(index);
                    row.next = part.next;
                    let ends = part.back.map(|ends| (ends.last, ends.previous));
                    (NodeKinds::of_segment(&part), part.count, part.minimum, ends)
                }
                Location::Block { base, offset }
                    if self.solver.terms.as_constant(offset) == Some(i128::from(pattern.entry))
                        && !found.has_block(base)
                        && !row.nodes.contains(&base) =>
                {
                    let Some(node) = describe_node(self.solver, state, references, base, pattern) else {
                        return rows;
                    };
                    if node.shape.node_size != segment.shape.node_size {
                        return rows;
                    }
                    row.nodes.push(base);
                    row.owned_blocks.extend(&node.owned_blocks);
                    row.segments.extend(&node.owned_lists);
                    let last = self.solver.terms.add_constant(row.next, segment.shape.turn());
                    row.next = node.link;
                    let ends = node.back.map(|previous| (last, previous));
                    let one = self.solver.terms.constant(1);
                    (NodeKinds::of_node(&self.solver.terms, &node), one, 1, ends)
                }
                _ => return rows,
            };
            // Inside the row every backward link leads to the part before.
            row.back = match (row.back, ends) {
                (Some(so_far), Some(ends)) if so_far.0 != ends.1 => return rows,
                (Some(so_far), Some(ends)) => Some((ends.0, so_far.1)),
                (None, ends) => ends,
                (Some(_), None) => return rows,
            };
            let known = Known { state, precision: Precision::Shapes };
            let joined = match &row.kinds {
                None => Some(kinds),
                Some(so_far) => so_far.then(
                    self.solver,
                    row.minimum,
                    (&kinds, count),
                    minimum,
                    Precision::Shapes,
                    &mut |solver, a, b, precision| unify_bodies(solver, a, b, precision, known),
                ),
            };
            let Some(joined) = joined else { return rows };
            row.kinds = Some(joined);
            row.minimum += minimum;
            rows.push(row.clone());
        }
    }

    /// Where rows may begin that end with a known node: back along the backward links.
    fn starts(&mut self, found: &Found, segment: &Segment) -> Vec<Term> {
        let state = self.call.state;
        let mut starts = Vec::new();
        let Some((ends, back)) = segment.back.zip(segment.shape.back) else { return starts };
        let Some(mut last) = self.image(found, ends.last) else { return starts };
        let end = self.image(found, ends.previous);
        for _ in 0..=state.heap.blocks().count() + state.heap.segments().len() {
            if end == Some(last) {
                // Nothing stands between the ends.
                starts.extend(self.image(found, segment.next));
                return starts;
            }
            let (first, previous) = match state.heap.locate(&mut self.solver.terms, last) {
                Location::LastNode { segment: index, distance: 0 } => {
                    let part = &state.heap.segments()[index];
                    let Some(ends) = part.back else { return starts };
                    (part.first, ends.previous)
                }
                Location::Block { base, .. } => {
                    let word = state.heap.block(base).and_then(|block| {
                        let is_link = |cell: &&symbolic_heap::Cell| {
                            self.solver.terms.as_constant(cell.start) == Some(i128::from(back))
                        };
                        block.cells.iter().find(is_link).map(|cell| cell.content)
                    });
                    let previous = match word {
                        Some(Content::Scalar(value)) if value.is_defined() => value.term,
                        Some(Content::Fill(0)) => self.solver.terms.constant(0),
                        _ => return starts,
                    };
                    let base = self.solver.terms.atom_term(base);
                    (self.solver.terms.add_constant(base, i128::from(segment.shape.entry)), previous)
                }
                _ => return starts,
            };
            starts.push(first);
            last = previous;
        }
        starts
    }

    /// Whether a list of the contract covers a row of the caller: what the names of the list are there. Fields that the
    /// function leaves alone are as in the caller's nodes.
    pub fn covered_by(
        &mut self,
        found: &Found,
        segment: &Segment,
        row: &Row,
        kept: &[OpenField],
    ) -> Option<Vec<(Atom, Term)>> {
        let state = self.call.state;
        let is_one_segment = row.nodes.is_empty() && row.segments.len() <= 1;
        if !is_one_segment {
            let (node_size, entry) = (segment.shape.node_size, segment.shape.entry);
            let parts = Parts { nodes: &row.nodes, segments: &row.segments, node_size, entry };
            let previous = row.back.map(|ends| ends.1);
            let ends = std::iter::once(row.next).chain(previous);
            for end in ends {
                leads_outside(self.solver, state, end, &parts).then_some(())?;
            }
        }
        if self.is_known_from_outside(found, row) {
            return None;
        }
        let mut names: Vec<Atom> = Vec::new();
        let terms = &mut self.solver.terms;
        let special = with_fields(segment, kept, &mut |_| {
            let name = terms.fresh_variable("kept");
            names.extend(terms.as_atom(name));
            name
        });
        // What stands before an empty row is not told by it.
        let previous = match (row.back, segment.back) {
            (Some(ends), _) => Some(ends.1),
            (None, Some(ends)) => self.image(found, ends.previous),
            (None, None) => None,
        };
        let own = [Some(segment.first), Some(segment.next), segment.back.map(|ends| ends.previous)];
        let there = [Some(row.first), Some(row.next), previous];
        let values = |terms: [Option<Term>; 3]| terms.map(|term| term.map(Value::defined)).to_vec();
        let mut general = State { registers: values(own), ..State::new(0) };
        general.heap.push_segment(special);
        let mut alone = State { facts: state.facts.clone(), registers: values(there), ..State::new(0) };
        alone.heap = row_alone(&state.heap, row);
        let meaning = instance_of_segment(self.solver, &alone, &general)?;
        self.keeps_addresses(row, segment, &meaning, &names).then_some(())?;
        Some(meaning.into_iter().filter(|(name, _)| !names.contains(name)).collect())
    }

    /// Whether something outside of the row refers to the inside: after the call, the list does not tell what that is.
    fn is_known_from_outside(&mut self, found: &Found, row: &Row) -> bool {
        let terms = &self.solver.terms;
        let state = self.call.state;
        let mut inside: BTreeSet<Atom> = row.blocks().copied().collect();
        let note = |term: Term, atoms: &mut BTreeSet<Atom>| {
            terms.for_each_atom(term, &mut |atom| {
                atoms.insert(atom);
            });
        };
        for &index in &row.segments {
            let segment = &state.heap.segments()[index];
            note(segment.first, &mut inside);
            if let Some(ends) = segment.back {
                note(ends.last, &mut inside);
            }
        }
        let mut known = BTreeSet::new();
        note(row.first, &mut known);
        let back = row.back.into_iter().flat_map(|(last, previous)| [last, previous]);
        std::iter::once(row.next).chain(back).for_each(|end| note(end, &mut known));
        inside.retain(|atom| !known.contains(atom));
        let mut mentioned = BTreeSet::new();
        for value in state.registers.iter().chain(state.held.iter().skip(self.call.names)).flatten() {
            note(value.term, &mut mentioned);
        }
        for block in state.heap.blocks().filter(|block| !row.blocks().any(|&base| base == block.base)) {
            for cell in block.cells.iter() {
                if let Content::Scalar(value) = cell.content {
                    note(value.term, &mut mentioned);
                }
            }
        }
        for (index, segment) in state.heap.segments().iter().enumerate() {
            if !row.segments.contains(&index) && !found.has_segment(index) {
                segment.terms().for_each(|term| note(term, &mut mentioned));
            }
        }
        inside.iter().any(|atom| mentioned.contains(atom))
    }

    /// Whether all addresses of memory outside of the row that its nodes hold are told by the list: shared by all
    /// nodes, or where the function changes nothing.
    fn keeps_addresses(
        &self,
        row: &Row,
        segment: &Segment,
        meaning: &[(Atom, Term)],
        names: &[Atom],
    ) -> bool {
        let Some(kinds) = &row.kinds else { return true };
        let mut told: Vec<Term> =
            meaning.iter().filter(|(name, _)| names.contains(name)).map(|(_, term)| *term).collect();
        for &parameter in &segment.parameters {
            let known = meaning.iter().find(|(name, _)| self.solver.terms.as_atom(parameter) == Some(*name));
            told.extend(known.map(|(_, term)| *term));
        }
        let fields = kinds.bodies.iter().flat_map(|body| &body.fields);
        fields.into_iter().all(|field| match &field.content {
            OpenContent::Value(value) | OpenContent::Partly { value, .. } => {
                told.contains(value) || !mentions_memory(self.solver, self.call.state, *value)
            }
            OpenContent::Counting { .. } | OpenContent::Fixed(_) => true,
        })
    }
}

/// The memory of a row, without anything else.
fn row_alone(heap: &Heap, row: &Row) -> Heap {
    let mut alone = Heap::new();
    for &base in row.blocks() {
        if let Some(block) = heap.block(base) {
            alone.insert_block((**block).clone());
        }
    }
    for &index in &row.segments {
        alone.push_segment((*heap.segments()[index]).clone());
    }
    alone
}

/// The list with other contents where it says nothing; values that its nodes share there are called so by `name`.
fn with_fields(segment: &Segment, kept: &[OpenField], name: &mut dyn FnMut(Term) -> Term) -> Segment {
    let mut parameters = segment.parameters.clone();
    let mut closed = Vec::with_capacity(kept.len());
    for field in kept {
        let content = match &field.content {
            OpenContent::Fixed(content) => content.clone(),
            OpenContent::Value(value)
            | OpenContent::Partly { value, .. }
            | OpenContent::Counting { last: value, .. } => {
                parameters.push(name(*value));
                FieldContent::Shared(parameters.len() - 1)
            }
        };
        closed.push(ShapeField { start: field.start, end: field.end, content });
    }
    let shape = Shape {
        bodies: segment.shape.bodies.iter().map(|body| with_parts(body, &closed)).collect(),
        parameters: parameters.len(),
        ..(*segment.shape).clone()
    };
    Segment { shape: Arc::new(shape), parameters, ..segment.clone() }
}

/// The list as the caller sees it: with what its nodes hold where the function changes nothing. `None` if the list
/// says something there.
pub(super) fn with_kept(segment: &Segment, kept: &[OpenField]) -> Option<Segment> {
    let says_nothing = |body: &Body, field: &OpenField| {
        body.fields.iter().any(|other| {
            other.start <= field.start
                && field.end <= other.end
                && other.content == FieldContent::Uninitialised
        })
    };
    let mut bodies = segment.shape.bodies.iter();
    let fits = bodies.all(|body| kept.iter().all(|field| says_nothing(body, field)));
    fits.then(|| with_fields(segment, kept, &mut |value| value))
}

/// A body with some of its fields, or of their parts, replaced.
fn with_parts(body: &Body, parts: &[ShapeField]) -> Body {
    let mut fields = Vec::new();
    for field in &body.fields {
        let mut start = field.start;
        for part in parts.iter().filter(|part| field.start <= part.start && part.end <= field.end) {
            if start < part.start {
                fields.push(ShapeField { start, end: part.start, ..field.clone() });
            }
            fields.push(part.clone());
            start = part.end;
        }
        if start < field.end {
            fields.push(ShapeField { start, ..field.clone() });
        }
    }
    Body { fields }
}

//! Access to a node of a list of which it is not known where in the list it is.
//!
//! Such a node is not exposed: it holds what all nodes of the list hold, and what is written to it makes the word one
//! that may differ from node to node (`heap_rules::rearrange::member`).

use crate::context::Context;
use crate::outcome::{Interrupt, Step};
use crate::path::Path;
use heap_rules::rearrange::{glimpse, note_member, overwrite};
use ir::Scalar;
use pure_logic::Term;
use std::sync::Arc;
use symbolic_heap::shape::{Encoding, FieldContent};
use symbolic_heap::{Location, State, Value};

/// A word in some node of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct SomeNode {
    /// The position of the segment.
    segment: usize,
    /// The offset in the node.
    offset: u64,
    /// It is the first or the last node: that may be exposed as well.
    is_at_an_end: bool,
}

impl Context<'_> {
    /// The node that an address leads to, if it is a member of a list, or an end of a list with members: which of
    /// them it is would be a case for each.
    pub(super) fn some_node(
        &mut self,
        state: &State,
        address: Value,
        scalar: Scalar,
    ) -> Step<Option<SomeNode>> {
        if state.heap.segments().iter().all(|segment| segment.members.is_empty()) {
            return Ok(None);
        }
        let (segment, member, distance, is_at_an_end) =
            match state.heap.locate(&mut self.solver.terms, address.term) {
                Location::Member { segment, member, distance } => (segment, Some(member), distance, false),
                Location::FirstNode { segment, distance } | Location::LastNode { segment, distance } => {
                    (segment, None, distance, true)
                }
                Location::Block { .. }
                | Location::Root { .. }
                | Location::BeforeHole { .. }
                | Location::Number(_)
                | Location::Unknown => return Ok(None),
            };
        let known = Arc::clone(&state.heap.segments()[segment]);
        if known.members.is_empty() {
            return Ok(None);
        }
        self.require_defined(address, "an address")?;
        match member {
            Some(member) => {
                let is_null = self.solver.terms.zero(member);
                if !self.decides_not(&state.facts, is_null) {
                    return Err(Interrupt::Split(is_null));
                }
            }
            None if known.minimum == 0 => {
                return Err(Interrupt::Split(self.solver.terms.equal(known.first, known.next)));
            }
            None => {}
        }
        let offset = i128::from(known.shape.entry) + distance;
        let bytes = i128::from(scalar.bytes());
        let is_inside = 0 <= offset && offset + bytes <= i128::from(known.shape.node_size);
        match u64::try_from(offset) {
            Ok(offset) if is_inside => Ok(Some(SomeNode { segment, offset, is_at_an_end })),
            _ if is_at_an_end => Ok(None),
            _ => Err(Interrupt::gave_up(
                "an access beside a node of which it is not known where in its list it is",
            )),
        }
    }

    /// A member is used for something else than to read or write a word.
    pub(super) fn use_of_a_member(&mut self, state: &State, member: Term) -> Interrupt {
        let is_null = self.solver.terms.zero(member);
        if !self.decides_not(&state.facts, is_null) {
            return Interrupt::Split(is_null);
        }
        Interrupt::gave_up("it is not known where in its list this node is")
    }

    pub(super) fn load_from_some_node(
        &mut self,
        state: &mut State,
        path: &mut Path,
        node: SomeNode,
        scalar: Scalar,
    ) -> Step<Value> {
        let segment = Arc::clone(&state.heap.segments()[node.segment]);
        let shape = &segment.shape;
        let unknown = || Interrupt::gave_up("it is not known which node of a list this word is in");
        let run = (node.offset, node.offset + scalar.bytes());
        let overlaps = |offset: u64| offset < run.1 && run.0 < offset + shape.link_bytes;
        let is_link = |offset: u64| run == (offset, offset + shape.link_bytes);
        if is_link(shape.link) {
            return self.neighbour(state, node.segment, segment.next).ok_or_else(unknown);
        }
        if let (Some(back), Some(ends)) = (shape.back, segment.back)
            && is_link(back)
        {
            return self.neighbour(state, node.segment, ends.previous).ok_or_else(unknown);
        }
        let fields = shape.bodies.iter().flat_map(|body| &body.fields);
        let mut fields = fields.filter(|field| field.start < run.1 && run.0 < field.end);
        let is_of_the_node = |content: &FieldContent| {
            matches!(content, FieldContent::Owned(_) | FieldContent::Like(_) | FieldContent::Own(_))
        };
        if overlaps(shape.link)
            || shape.back.is_some_and(overlaps)
            || fields.any(|field| is_of_the_node(&field.content))
        {
            return Err(unknown());
        }
        let mut seen = Vec::new();
        for kind in 0..shape.bodies.len() {
            let (mut copy, base) = glimpse(&mut self.solver, state, node.segment, kind);
            let offset = self.constant(i128::from(node.offset));
            let value = self.read_word(&mut copy, path, base, offset, scalar).map_err(|_| unknown())?;
            if self.solver.terms.mentions(value.term, base) {
                return Err(unknown());
            }
            seen.push((value, copy.facts));
        }
        if let [(value, facts)] = &seen[..] {
            state.facts = facts.clone();
            return Ok(*value);
        }
        let is_number = |value: &Value| {
            value.is_defined() && !heap_rules::fold::mentions_memory(&self.solver, state, value.term)
        };
        if !seen.iter().all(|(value, _)| is_number(value)) {
            return Err(unknown());
        }
        match seen.iter().all(|(value, _)| *value == seen[0].0)
            && self.solver.terms.as_constant(seen[0].0.term).is_some()
        {
            true => Ok(seen[0].0),
            false => Ok(Value::defined(self.unknown_word(state, scalar, "m"))),
        }
    }

    /// What a link of some node holds, where the list ends with null: null or the address of another node.
    fn neighbour(&mut self, state: &mut State, index: usize, end: Term) -> Option<Value> {
        let segment = Arc::clone(&state.heap.segments()[index]);
        let is_plain = segment.shape.bodies.iter().all(|body| body.encoding() == Encoding::default());
        if self.solver.terms.as_constant(end) != Some(0) || segment.shape.turn() != 0 || !is_plain {
            return None;
        }
        let neighbour = self.fresh("next");
        note_member(&mut self.solver, state, index, neighbour);
        Some(Value::defined(neighbour))
    }

    /// `false` if the node has to be exposed, which it can be.
    pub(super) fn store_to_some_node(
        &mut self,
        state: &mut State,
        node: SomeNode,
        value: Value,
        scalar: Scalar,
    ) -> Step<bool> {
        let run = (node.offset, node.offset + scalar.bytes());
        let is_written =
            value.is_defined() && overwrite(&mut self.solver, state, node.segment, run, value.term);
        match is_written {
            true => Ok(true),
            false if node.is_at_an_end => Ok(false),
            false => {
                Err(Interrupt::gave_up("a write to a node of which it is not known where in its list it is"))
            }
        }
    }
}

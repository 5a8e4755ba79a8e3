//! What holds at loop heads.

use crate::contracts::ContractId;
use crate::disjuncts::{Arrival, Disjuncts, Treatment};
use crate::limits::SHORTEST_ARRAY;
use crate::proof::LoopHead;
use crate::thread::Place;
use pure_logic::Solver;
use std::collections::BTreeMap;
use symbolic_heap::shape::{FieldContent, OwnedHeap, Shape};
use symbolic_heap::{Block, Cell, Content, Region, State};

#[derive(Default)]
pub struct Invariants {
    by_place: BTreeMap<Place, Disjuncts>,
}

impl Invariants {
    /// Enters a folded state.
    pub fn arrive(
        &mut self,
        solver: &mut Solver,
        place: Place,
        state: State,
        treatment: Treatment<'_>,
    ) -> Arrival {
        self.by_place.entry(place).or_default().arrive(solver, state, treatment)
    }

    /// All states of all loop heads, each with its place.
    pub fn loop_heads(&self) -> Vec<LoopHead> {
        let heads = self.iter().map(|(place, state)| {
            let &(function, block, _) = place.activations.first()?;
            let is_whole = place.contract == ContractId::PROGRAM;
            Some(LoopHead { function, block, is_whole, state: state.clone() })
        });
        heads.flatten().collect()
    }

    /// How many states a loop head has.
    pub fn count(&self, place: &Place) -> usize {
        self.by_place.get(place).map_or(0, Disjuncts::len)
    }

    /// Whether loops go on while there is memory that may be an array: a long run of bytes, or one whose length is a name.
    pub fn have_arrays(&self, solver: &Solver) -> bool {
        let is_run = |cell: &Cell| {
            let place = |term| solver.terms.as_constant(term);
            let length = place(cell.start).zip(place(cell.end)).map(|(start, end)| end - start);
            !matches!(cell.content, Content::Scalar(_) | Content::Absent)
                && length.is_none_or(|length| length >= SHORTEST_ARRAY)
        };
        let is_array = |block: &Block| {
            block.is_live() && block.region != Region::Constant && block.cells.iter().any(is_run)
        };
        self.iter().any(|(_, state)| state.heap.blocks().any(|block| is_array(block)))
    }

    /// Whether loops go on while there are lists or trees.
    pub fn have_lists(&self) -> bool {
        self.iter().any(|(_, state)| !state.heap.segments().is_empty() || state.heap.has_instances())
    }

    /// Whether loops go on while nodes of a list may own a block, or hold null in its place.
    pub fn have_optional_blocks(&self) -> bool {
        let differ = |shape: &Shape| {
            let fields = |body: usize| shape.bodies[body].fields.iter();
            let owners = (0..shape.bodies.len()).flat_map(|body| {
                fields(body).filter(|field| matches!(field.content, FieldContent::Owned(_)))
            });
            let owners: Vec<(u64, u64)> = owners.map(|field| (field.start, field.end)).collect();
            (0..shape.bodies.len()).flat_map(fields).any(|field| match &field.content {
                FieldContent::Owned(heap) => matches!(**heap, OwnedHeap::Block { is_optional: true, .. }),
                _ => owners.contains(&(field.start, field.end)),
            })
        };
        self.iter().any(|(_, state)| state.heap.segments().iter().any(|segment| differ(&segment.shape)))
    }

    /// All states of all loop heads.
    pub fn iter(&self) -> impl Iterator<Item = (&Place, &State)> {
        self.by_place.iter().flat_map(|(place, states)| states.iter().map(move |state| (place, state)))
    }
}

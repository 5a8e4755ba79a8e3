//! Blocks that begin and end: where they lie, how large they may be, and who may free them.

use super::Access;
use crate::context::{Context, Run};
use crate::outcome::{Interrupt, Step};
use heap_rules::rearrange::release_elements;
use interpreter::FaultKind;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{
    Block, Cells, Content, HeapRule, Lifetime, Location, PlaceTag, Region, State, Stride, Value, is_broken,
};

impl Context<'_> {
    /// A new block. Its address is not null, is aligned, and the block does not wrap around.
    pub fn new_block(
        &mut self,
        state: &mut State,
        hint: &str,
        size: Term,
        alignment: u64,
        region: Region,
        content: Content,
    ) -> Term {
        let address = self.fresh(hint);
        let base = self.solver.terms.as_atom(address).expect("a fresh variable is an atom");
        self.place_block(state, base, size, alignment, region, content);
        address
    }

    /// As [`Context::new_block`], with a base that is given.
    pub fn place_block(
        &mut self,
        state: &mut State,
        base: Atom,
        size: Term,
        alignment: u64,
        region: Region,
        content: Content,
    ) {
        self.assume_place(state, (base, 1), size, alignment);
        self.let_addresses_be_reused(state);
        let cells = Cells::uniform(&mut self.solver.terms, size, content);
        let allocated_at = self.origin();
        state.heap.insert_block(Block {
            base,
            size,
            region,
            lifetime: Lifetime::Live,
            allocated_at,
            stride: Stride::default(),
            cells,
        });
    }

    /// A new block on the heap that is there unless its address, which is returned, is null.
    pub fn new_optional_block(
        &mut self,
        state: &mut State,
        hint: &str,
        size: Term,
        alignment: u64,
        content: Content,
    ) -> Term {
        let address = self.fresh(hint);
        let base = self.solver.terms.as_atom(address).expect("a fresh variable is an atom");
        self.assume_place(state, (base, 0), size, alignment);
        self.let_addresses_be_reused(state);
        let cells = Cells::uniform(&mut self.solver.terms, size, content);
        let (lifetime, allocated_at) = (Lifetime::Optional, self.origin());
        state.heap.insert_block(Block {
            base,
            size,
            region: Region::Heap,
            lifetime,
            allocated_at,
            stride: Stride::default(),
            cells,
        });
        address
    }

    /// A block lies between the lowest address that it may have and the highest that there is.
    fn assume_place(&mut self, state: &mut State, (base, lowest): (Atom, i128), size: Term, alignment: u64) {
        let bits = self.pointer_bits();
        let terms = &mut self.solver.terms;
        let address = terms.atom_term(base);
        let end = terms.add(address, size);
        let (zero, lowest) = (terms.constant(0), terms.constant(lowest));
        let highest = terms.constant((1 << bits) - 1);
        let facts = [
            terms.at_most(lowest, address),
            terms.at_most(zero, size),
            terms.at_most(end, highest),
            terms.divides(i128::from(alignment.max(1)), address),
        ];
        state.facts.assume_all(&mut self.solver, &facts);
    }

    /// The largest size of a block that an allocator provides: `PTRDIFF_MAX`.
    pub fn largest_block(&mut self) -> Term {
        let bits = self.pointer_bits();
        self.constant((1 << (bits - 1)) - 1)
    }

    /// Notes again, where it may have been forgotten, that no block of an allocator is too large.
    pub fn assume_sizes(&mut self, state: &mut State) {
        let largest = self.largest_block();
        let blocks = state.heap.blocks().filter(|block| block.may_be_live() && block.region.is_allocated());
        let sizes: Vec<Term> = blocks.map(|block| block.size).collect();
        for size in sizes {
            if self.solver.terms.as_constant(size).is_none() {
                let fact = self.solver.terms.at_most(size, largest);
                state.facts.assume(&mut self.solver, fact);
            }
        }
    }

    /// A new block may have the address of any block that has ended.
    pub(crate) fn let_addresses_be_reused(&mut self, state: &mut State) {
        let ended: Vec<(Atom, PlaceTag)> = state
            .heap
            .blocks()
            .filter_map(|block| match block.lifetime {
                Lifetime::Ended(at) => Some((block.base, at)),
                Lifetime::Live | Lifetime::Optional | Lifetime::Reusable(_) => None,
            })
            .collect();
        for (base, at) in ended {
            if let Some(block) = state.heap.block_mut(base) {
                block.lifetime = Lifetime::Reusable(at);
            }
        }
    }

    /// Ends a block's life.
    pub fn end_block(&mut self, state: &mut State, base: Atom) {
        release_elements(&mut self.solver, state, base);
        let place = self.place();
        if let Some(block) = state.heap.block_mut(base) {
            // Of a block that may not have been there the address may still be null.
            block.lifetime = match block.lifetime {
                Lifetime::Optional => Lifetime::Reusable(place),
                Lifetime::Live | Lifetime::Ended(_) | Lifetime::Reusable(_) => Lifetime::Ended(place),
            };
            block.cells = Cells::empty();
        }
    }

    /// `free(pointer)`.
    pub fn free(&mut self, state: &mut State, pointer: Value) -> Step<()> {
        self.require_defined(pointer, "a pointer passed to free")?;
        if self.solver.terms.as_constant(pointer.term) == Some(0) {
            return Ok(());
        }
        let is_null = self.solver.terms.zero(pointer.term);
        let location = state.heap.locate(&mut self.solver.terms, pointer.term);
        if location == Location::Unknown && self.proves(&state.facts, is_null) {
            return Ok(());
        }
        if let Location::Block { base, offset } = location
            && self.solver.terms.as_constant(offset) == Some(0)
            && state.heap.block(base).is_some_and(|block| block.is_optional() && block.region == Region::Heap)
        {
            // Either there is a block, and it is freed, or the pointer is null, and nothing happens.
            self.end_block(state, base);
            return Ok(());
        }
        let has_own_address = |base| state.heap.block(base).is_some_and(|block| block.has_own_address());
        let is_known = matches!(location, Location::Block { base, .. } if has_own_address(base));
        if !is_known && !matches!(location, Location::Number(_)) {
            let may_be_null = !self.decides_not(&state.facts, is_null);
            if may_be_null && !self.proves(&state.facts, is_null) {
                return Err(Interrupt::Split(is_null));
            }
        }
        let (base, offset) = match self.locate(state, pointer.term, Access::Write) {
            Err(Interrupt::Fault { .. }) => {
                return Err(Interrupt::fault(
                    FaultKind::FreeNotHeap,
                    "free of an address that belongs to no block",
                ));
            }
            other => other?,
        };
        let block = state.heap.block(base).expect("an address was located in this block").clone();
        let fault =
            |kind, message: &str| Err(Interrupt::Fault { kind, message: message.into(), block: Some(base) });
        if !block.region.is_allocated() {
            self.doubtful_accesses.insert(Run { base, start: offset, end: offset });
            return fault(FaultKind::FreeNotHeap, "free of memory that does not come from malloc");
        }
        if !block.is_live() && is_broken(&self.solver, HeapRule::FreedBlockIsFreeable) {
            return Ok(());
        }
        if !block.is_live() {
            return fault(FaultKind::DoubleFree, "free of memory that was already freed");
        }
        let at_start = self.solver.terms.zero(offset);
        if !self.proves(&state.facts, at_start) && !is_broken(&self.solver, HeapRule::FreeInsideBlock) {
            return Err(Interrupt::Require {
                fact: at_start,
                kind: FaultKind::FreeInsideBlock,
                message: "free of a pointer that is not the start of its block".into(),
                block: Some(base),
            });
        }
        self.end_block(state, base);
        Ok(())
    }
}

//! Memory that a precondition asks for: more bytes, whole blocks, larger blocks.

use super::{CALLERS, Entry, name_of};
use crate::limits::SIZE_OF_A_CALLERS_BLOCK;
use crate::open::hints;
use heap_rules::posed;
use pure_logic::term::Atom;
use pure_logic::{Fact, Term};
use std::collections::BTreeSet;
use symbolic_execution::{Context, Run};
use symbolic_heap::part::Extent;
use symbolic_heap::{Block, Content, Region, State};

/// Bytes that an execution needs and that are not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need {
    /// A word of the caller from which the address is computed.
    pub atom: Atom,
    /// How far the bytes are from there, if that is constant.
    pub distance: Option<i128>,
    /// The constant in that distance.
    pub constant: i128,
    /// How many bytes, if that is constant.
    pub bytes: Option<i128>,
    pub is_read: bool,
}

impl Need {
    pub fn extent(&self) -> Option<Extent> {
        let distance = self.distance?;
        Some((distance, distance + self.bytes?))
    }
}

impl Entry {
    /// Learn: the caller owns the bytes that are accessed, separately from all others.
    ///
    /// ```text
    ///   {P} … access of k bytes at v + d is stuck          v a word of the caller
    ///  ────────────────────────────────────────────────────────────────────────────
    ///   {P * part v { d..d+k: any }}
    /// ```
    ///
    /// Where the length of an array is not known, all of it is learned as a block of its own:
    /// `{P * block v: [n ≥ d + …]}`.
    pub fn with_memory(&self, context: &mut Context<'_>, need: &Need) -> Option<Entry> {
        if need.distance.is_some_and(|distance| distance.abs() > SIZE_OF_A_CALLERS_BLOCK) {
            return None;
        }
        let mut entry = self.clone();
        if self.state.heap.block(need.atom).is_some() {
            let extent = self.extent(context, need)?;
            entry.add_bytes(context, need.atom, extent, need.is_read)?;
            return entry.normalised(context);
        }
        entry.blocks += 1;
        let pointee = self.pointee(context, need.atom);
        let record = pointee.and_then(|ty| hints::record_size(&context.module.types, ty)).map(i128::from);
        let element = pointee.and_then(|ty| hints::size_of(&context.module.types, ty));
        let is_field = record.is_some() || pointee.is_some() && (element.is_none() || !self.has_arrays);
        if let Some(extent) = self.extent(context, need).filter(|_| is_field) {
            place_part(context, &mut entry.state, need.atom, extent.0.min(0), record);
            if let Some(ty) = pointee {
                entry.types.insert(need.atom, (ty, 0));
            }
            entry.add_bytes(context, need.atom, extent, need.is_read)?;
            return entry.normalised(context);
        }
        if need.distance.is_some_and(|distance| distance < 0) {
            return None;
        }
        let size = context.solver.terms.variable(&format!("size({})", name_of(&context.solver, need.atom)));
        place(context, &mut entry.state, need.atom, size, 1);
        entry.limit_size(context, size);
        if let Some(ty) = pointee {
            entry.types.insert(need.atom, (ty, 0));
        }
        if need.bytes == Some(1)
            && pointee.and_then(|ty| hints::element_size(&context.module.types, ty)).is_none()
        {
            entry.bytewise.insert(need.atom);
        }
        entry.normalised(context)
    }

    /// How far an address is from a word of the caller at least, as the facts tell; how far it is if all other words in it are
    /// zero, if they tell nothing.
    pub fn least_distance(&self, context: &mut Context<'_>, atom: Atom, address: Term) -> Option<i128> {
        let own = context.solver.terms.atom_term(atom);
        let distance = context.solver.terms.subtract(address, own);
        let constant = context.solver.terms.constant_part(distance);
        let least = self.state.facts.bounds(&mut context.solver, distance).lower;
        Some(least.unwrap_or(constant).max(constant)).filter(|least| least.abs() <= SIZE_OF_A_CALLERS_BLOCK)
    }

    /// Learn one pointer of an array whose index is not constant, where the array as a whole cannot be told: executions
    /// that access another one stay open.
    ///
    /// ```text
    ///   {P} … access of k bytes at v + t is stuck          t may be d
    ///  ───────────────────────────────────────────────────────────────
    ///   {P * part v { d..d+k: any }}
    /// ```
    pub fn with_element(&self, context: &mut Context<'_>, need: &Need, least: i128) -> Option<Entry> {
        let extent = (least, least + need.bytes?);
        let part = self.state.heap.block(need.atom).filter(|block| block.is_part() && block.is_live())?;
        // Letters and numbers are told as strings and arrays.
        let is_pointer = need.bytes == Some(i128::from(context.pointer_bits() / 8));
        if !is_pointer || need.distance.is_some() || part.has_byte_in(&context.solver.terms, extent) {
            return None;
        }
        let mut entry = self.clone();
        entry.add_bytes(context, need.atom, extent, need.is_read)?;
        entry.normalised(context)
    }

    /// No object is larger than the largest distance between two pointers.
    pub(super) fn limit_size(&mut self, context: &mut Context<'_>, size: Term) {
        let largest = context.constant((1 << (context.pointer_bits() - 1)) - 1);
        let fact = context.solver.terms.at_most(size, largest);
        self.state.facts.assume(&mut context.solver, fact);
        self.trivial.push(fact);
    }

    /// Which bytes to learn: those that are accessed, or the whole array in a record of which they are
    /// an element.
    fn extent(&self, context: &Context<'_>, need: &Need) -> Option<Extent> {
        let types = &context.module.types;
        let array = |offset: i128| {
            let (ty, shift) = match self.types.get(&need.atom) {
                Some(&known) => known,
                None => (self.pointee(context, need.atom)?, 0),
            };
            let (start, end) = hints::array_around(types, ty, u64::try_from(offset - shift).ok()?)?;
            Some((i128::from(start) + shift, i128::from(end) + shift))
        };
        match need.distance {
            Some(distance) => {
                let own = (distance, distance + need.bytes?);
                let whole = array(distance).filter(|all| self.has_arrays && all.1 >= own.1);
                Some(whole.unwrap_or(own))
            }
            None => {
                let all = array(need.constant)?;
                let part = self.state.heap.block(need.atom);
                let is_there = part.is_some_and(|part| part.has_byte_in(&context.solver.terms, all));
                (!is_there).then_some(all)
            }
        }
    }

    /// Makes bytes of a part present. Those that are only written need not have been stored before.
    fn add_bytes(
        &mut self,
        context: &mut Context<'_>,
        base: Atom,
        extent: Extent,
        is_read: bool,
    ) -> Option<()> {
        if extent.1 - extent.0 > SIZE_OF_A_CALLERS_BLOCK {
            return None;
        }
        let types = &context.module.types;
        let (ty, shift) = self.types.get(&base).copied().unzip();
        let size = ty.and_then(|ty| hints::record_size(types, ty)).map(i128::from);
        let begins = shift.unwrap_or(0);
        let is_outside = size.is_some_and(|size| extent.0 < begins || extent.1 > begins + size);
        if let (Some(ty), Some(0), true) = (ty, shift, is_outside)
            && let Some((container, offset)) = hints::container(context.module, ty, extent)
        {
            self.types.insert(base, (container, -offset));
        }
        let content = if is_read { Content::Unknown } else { Content::Uninitialised };
        let mut part = Block::clone(self.state.heap.block(base)?);
        part.add_bytes(&mut context.solver.terms, extent, content);
        let facts = range_of_part(context, &part);
        posed::replace_part(&mut self.state, part);
        self.state.facts.assume_all(&mut context.solver, &facts);
        self.trivial.extend(facts);
        Some(())
    }

    /// Writes a word of the caller as an address `before` bytes behind a new base.
    fn move_to_base(&mut self, context: &mut Context<'_>, atom: Atom, before: i128) -> Option<Atom> {
        let name = format!("({} - {before})", name_of(&context.solver, atom));
        let base = context.solver.terms.variable(&name);
        let address = context.solver.terms.add_constant(base, before);
        self.substitute(context, atom, address);
        context.solver.terms.as_atom(base)
    }

    /// The function frees the block, so it has to come from an allocator, whole.
    pub fn with_heap_block(
        &self,
        context: &mut Context<'_>,
        base: Atom,
        accesses: &BTreeSet<Run>,
    ) -> Option<Entry> {
        let mut entry = self.clone();
        let freed = accesses.iter().filter(|access| access.base == base && access.start == access.end);
        let freed: Vec<Term> = freed.map(|access| access.start).collect();
        let starts = freed.into_iter().filter_map(|start| context.solver.terms.as_constant(start));
        let start = starts.min().unwrap_or(0);
        match entry.state.heap.block(base)?.region {
            CALLERS => posed::set_region(&mut entry.state, base, Region::Heap),
            Region::Part => {
                if let Some(&(member, 0)) = entry.types.get(&base)
                    && let Some(offset) = u64::try_from(-start).ok().filter(|&offset| offset > 0)
                    && let Some(record) = hints::container_with(context.module, member, offset)
                {
                    entry.types.insert(base, (record, start));
                }
                entry.make_whole(context, base, start, None)?;
            }
            _ => return None,
        }
        entry.normalised(context)
    }

    /// Makes a part a whole block from an allocator that begins at an offset or before, and has the size
    /// of its type, or the size that is given, or one that is not fixed. Returns its base.
    pub fn make_whole(
        &mut self,
        context: &mut Context<'_>,
        base: Atom,
        start: i128,
        size: Option<i128>,
    ) -> Option<Atom> {
        let part = Block::clone(self.state.heap.block(base).filter(|block| block.is_part())?);
        let (low, high) = self.reach(context, base)?;
        let low = low.min(start);
        let name = name_of(&context.solver, base);
        let known = self.types.get(&base).and_then(|&(ty, _)| hints::record_size(&context.module.types, ty));
        let size = match (size, known) {
            (Some(size), _) if size >= high - low => context.constant(size),
            (None, Some(size)) if i128::from(size) >= high - low => context.constant(i128::from(size)),
            (None, None) => context.solver.terms.variable(&format!("size({name})")),
            _ => context.constant(high - low),
        };
        posed::take_block(&mut self.state, base);
        let new_base = if low == 0 { base } else { self.move_to_base(context, base, -low)? };
        let word = u64::from(context.pointer_bits() / 8);
        context.place_block(&mut self.state, new_base, size, 2 * word, Region::Heap, Content::Uninitialised);
        // Only bytes that are accessed have to be there.
        let accessed = part.present(&context.solver.terms).iter().map(|extent| extent.1).max()?;
        let room = context.constant(accessed - low);
        let fits = context.solver.terms.at_most(room, size);
        self.state.facts.assume(&mut context.solver, fits);
        let moved = context.solver.terms.atom_term(new_base);
        let moved = context.solver.terms.add_constant(moved, -low);
        let replacement = if low == 0 { Vec::new() } else { vec![(base, moved)] };
        let held = part.cells.substitute(&mut context.solver.terms, &replacement);
        let present = held.iter().filter(|cell| cell.content.is_present()).copied();
        let cells = posed::shifted_into(&mut context.solver, &self.state, new_base, present, -low)?;
        posed::set_cells(&mut self.state, new_base, cells);
        posed::forget_place(&mut self.state, new_base);
        if let Some((ty, shift)) = self.types.remove(&base) {
            self.types.insert(new_base, (ty, shift - low));
        }
        Some(new_base)
    }

    /// Where a part begins and how far it goes, as far as its bytes and its type tell.
    pub fn reach(&self, context: &Context<'_>, base: Atom) -> Option<Extent> {
        let present = self.state.heap.block(base)?.present(&context.solver.terms);
        let begins = self.types.get(&base).map_or(0, |&(_, shift)| shift);
        let low = present.iter().map(|extent| extent.0).min()?.min(begins).min(0);
        let word = i128::from(context.pointer_bits() / 8);
        let high = present.iter().map(|extent| extent.1).max()?;
        Some((low, round_up(high, word)))
    }

    /// The block reaches further, as far as the accesses do; `None` if it does already or need not.
    pub fn with_larger_block(
        &self,
        context: &mut Context<'_>,
        base: Atom,
        accesses: &BTreeSet<Run>,
    ) -> Option<Entry> {
        let block = self.state.heap.block(base).filter(|_| self.owns(base))?.clone();
        let old = context.solver.terms.as_constant(block.size)?;
        let (mut low, mut high) = (0, old);
        for access in accesses.iter().filter(|access| access.base == base) {
            low = low.min(context.solver.terms.as_constant(access.start)?);
            high = high.max(context.solver.terms.as_constant(access.end)?);
        }
        if (low, high) == (0, old) || high - low > SIZE_OF_A_CALLERS_BLOCK {
            return None;
        }
        let word = i128::from(context.pointer_bits() / 8);
        let before = round_up(-low, word);
        let size = before + if high == old { old } else { round_up(high, word) };
        let mut entry = self.clone();
        posed::take_block(&mut entry.state, base);
        let new_base = match before {
            0 => base,
            _ => entry.move_to_base(context, base, before)?,
        };
        let size = context.constant(size);
        place(context, &mut entry.state, new_base, size, 1);
        let held = block.cells.iter().copied();
        let cells = posed::shifted_into(&mut context.solver, &entry.state, new_base, held, before)?;
        let own = context.solver.terms.atom_term(base);
        let moved = context.solver.terms.atom_term(new_base);
        let moved = context.solver.terms.add_constant(moved, before);
        let replacement = if before == 0 { Vec::new() } else { vec![(base, moved)] };
        debug_assert!(before == 0 || own != moved, "a moved block has a new base");
        let cells = cells.substitute(&mut context.solver.terms, &replacement);
        posed::set_cells(&mut entry.state, new_base, cells);
        posed::set_region(&mut entry.state, new_base, block.region);
        if let Some((ty, shift)) = entry.types.remove(&base) {
            entry.types.insert(new_base, (ty, shift + before));
        }
        entry.normalised(context)
    }
}

/// Puts a block of the caller into a state, with unknown contents.
pub(super) fn place(context: &mut Context<'_>, state: &mut State, base: Atom, size: Term, alignment: u64) {
    context.place_block(state, base, size, alignment, CALLERS, Content::Unknown);
    posed::forget_place(state, base);
}

/// Puts a part into a state that has no bytes yet.
fn place_part(context: &mut Context<'_>, state: &mut State, base: Atom, low: i128, record: Option<i128>) {
    let word = i128::from(context.pointer_bits() / 8);
    let alignment = match record {
        Some(size) if size % word == 0 => word,
        Some(size) if size % 4 == 0 => 4,
        _ => 1,
    };
    let own = context.solver.terms.atom_term(base);
    let fact = context.solver.terms.divides(alignment, own);
    state.facts.assume(&mut context.solver, fact);
    let size = context.constant(low);
    posed::place_part(state, base, size);
}

/// A part is not at null and does not wrap around.
fn range_of_part(context: &mut Context<'_>, part: &Block) -> [Fact; 3] {
    let bits = context.pointer_bits();
    let low = part.cells.iter().next().map_or(part.size, |cell| cell.start);
    let terms = &mut context.solver.terms;
    let own = terms.atom_term(part.base);
    let (start, end) = (terms.add(own, low), terms.add(own, part.size));
    let (one, highest) = (terms.constant(1), terms.constant((1 << bits) - 1));
    [terms.at_most(one, own), terms.at_most(one, start), terms.at_most(end, highest)]
}

fn round_up(number: i128, unit: i128) -> i128 {
    (number + unit - 1) / unit * unit
}

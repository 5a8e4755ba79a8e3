//! What one node of a row holds, and what it owns.

use super::memory::ConcreteBlock;
use super::propagate::add_word;
use super::rows::{Links, Shared, turned};
use super::search::{Branch, Contradiction, Search};
use crate::block::Region;
use crate::owning::{Owning, is_owner};
use crate::shape::{
    Body, Encoding, FieldContent, OwnedHeap, OwnedList, RelativeAddress, Shape, ShapeField, Sibling,
    TAIL_END, Tail,
};
use crate::value::Value;
use pure_logic::Term;

impl Search<'_> {
    /// Nothing counts in what nodes own.
    pub(super) fn only_parameters<'p>(&mut self, parameters: &'p [Term]) -> Shared<'p> {
        Shared { parameters, behind: self.solver.terms.constant(0) }
    }

    /// Describes one block as a node with this entry address, and everything the node owns.
    pub(super) fn node(
        &mut self,
        branch: &mut Branch,
        shape: &Shape,
        body: &Body,
        shared: Shared<'_>,
        entry: u64,
    ) -> Result<Links, Contradiction> {
        let base = entry.checked_sub(shape.entry).ok_or(Contradiction)?;
        let block = self.take_block(branch, (base, shape.region), (shape.node_size, shape.tail), None)?;
        let word = |offset: u64| {
            let end = offset.checked_add(shape.link_bytes)?;
            u64::try_from(block.defined_word(offset, end)?.bits).ok()
        };
        let Encoding { tag, is_relative } = body.encoding();
        let origin = if is_relative { base } else { 0 };
        let link = word(shape.link).ok_or(Contradiction)?;
        let highest = u64::MAX >> (64 - 8 * shape.link_bytes.clamp(1, 8));
        let link = link.wrapping_add(origin).wrapping_add_signed(tag.wrapping_neg()) & highest;
        let back = match shape.back {
            Some(offset) => Some(word(offset).ok_or(Contradiction)?),
            None => None,
        };
        self.fields(branch, (block, base), &body.fields, shared, shape.link_bytes)?;
        Ok(Links { link, back })
    }

    pub(super) fn take_block<'s>(
        &self,
        branch: &mut Branch,
        (base, region): (u64, Region),
        (size, tail): (u64, Tail),
        owner: Option<&ConcreteBlock>,
    ) -> Result<&'s ConcreteBlock, Contradiction>
    where
        Self: 's,
    {
        let fits = |block: &&ConcreteBlock| {
            let length = (block.bytes.len() as u64).checked_sub(size);
            let fits = length.is_some_and(|length| is_length(tail, length, block, owner));
            block.live && block.region == region && fits
        };
        let block = self.memory.blocks.get(&base).filter(fits).ok_or(Contradiction)?;
        let is_taken = branch.taken.iter().any(|&(taken, _)| taken == base);
        if !is_taken && branch.used.insert(base) { Ok(block) } else { Err(Contradiction) }
    }

    pub(super) fn fields(
        &mut self,
        branch: &mut Branch,
        (block, base): (&ConcreteBlock, u64),
        fields: &[ShapeField],
        shared: Shared<'_>,
        pointer_bytes: u64,
    ) -> Result<(), Contradiction> {
        let parameters = shared.parameters;
        for field in fields {
            let end = if field.end == TAIL_END { block.bytes.len() as u64 } else { field.end };
            let bytes = block.range(field.start, end).ok_or(Contradiction)?;
            let fits = match &field.content {
                FieldContent::Uninitialised => true,
                FieldContent::Fill(byte) => bytes.iter().all(|other| *other == Some(*byte)),
                FieldContent::Anything => bytes.iter().all(Option::is_some),
                FieldContent::Text => is_text(bytes),
                FieldContent::Within(numbers) => {
                    let word = block.defined_word(field.start, field.end).ok_or(Contradiction)?;
                    numbers.admits(word.bits, word.width)
                }
                FieldContent::Shared(index) => {
                    let word = block.word(field.start, field.end).ok_or(Contradiction)?;
                    let parameter = parameters.get(*index).ok_or(Contradiction)?;
                    add_word(branch, Value::defined(*parameter), word)?;
                    true
                }
                // The word is looked at as a link.
                FieldContent::Link(_) => true,
                FieldContent::Partly { index, undefined } => {
                    let word = block.word(field.start, field.end).ok_or(Contradiction)?;
                    let term = *parameters.get(*index).ok_or(Contradiction)?;
                    add_word(branch, Value { term, undefined: *undefined }, word)?;
                    true
                }
                FieldContent::Counting { index, step } => {
                    let word = block.word(field.start, field.end).ok_or(Contradiction)?;
                    let last = *parameters.get(*index).ok_or(Contradiction)?;
                    let number = self.solver.terms.add_scaled(last, *step, shared.behind);
                    add_word(branch, Value::defined(number), word)?;
                    true
                }
                FieldContent::Own(distance) => {
                    let word = block.defined_word(field.start, field.end).ok_or(Contradiction)?;
                    let own = i128::from(base) + i128::from(*distance);
                    (own as u128 ^ word.bits) & word.ones() == 0
                }
                FieldContent::Like(sibling) => {
                    let word = block.defined_word(field.start, field.end).ok_or(Contradiction)?;
                    sibling_word(block, *sibling, field.end - field.start) == u64::try_from(word.bits).ok()
                }
                FieldContent::Owned(heap) => {
                    let word = block.defined_word(field.start, field.end).ok_or(Contradiction)?;
                    let address = u64::try_from(word.bits).map_err(|_| Contradiction)?;
                    self.owned(branch, heap, (block, base), address, pointer_bytes)?;
                    true
                }
            };
            if !fits {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Describes words of an array each of which may own something, with the first kind that fits: one that owns memory, if it can.
    pub(super) fn elements(
        &mut self,
        branch: &mut Branch,
        owning: Owning,
        owner: (&ConcreteBlock, u64),
        (start, end): (u64, u64),
    ) -> Result<(), Contradiction> {
        let bytes = u64::from(owning.size.bytes);
        if !end.saturating_sub(start).is_multiple_of(bytes.max(1)) {
            return Err(Contradiction);
        }
        let mut kinds = owning.kinds(&self.solver.terms).to_vec();
        let rows = owning.rows(&self.solver.terms);
        kinds.sort_by_key(|kind| !is_owner(kind));
        let mut from = start;
        while from < end {
            let fitting = kinds.iter().find_map(|kind| {
                let mut trial = branch.clone();
                let at = |field: &ShapeField| ShapeField {
                    start: from + field.start,
                    end: from + field.end,
                    content: field.content.clone(),
                };
                let fields: Vec<ShapeField> = kind.iter().map(at).collect();
                let shared = self.only_parameters(&[]);
                self.fields(&mut trial, owner, &fields, shared, u64::from(owning.size.word)).ok()?;
                if let Some(rows) = rows {
                    self.equal_rows(&mut trial, owner.0, &fields, rows).ok()?;
                }
                Some(trial)
            });
            *branch = fitting.ok_or(Contradiction)?;
            from += bytes;
        }
        Ok(())
    }

    /// The blocks that an element owns and that are as large as those of all others have so many bytes.
    pub(super) fn equal_rows(
        &mut self,
        branch: &mut Branch,
        element: &ConcreteBlock,
        fields: &[ShapeField],
        rows: Term,
    ) -> Result<(), Contradiction> {
        for field in fields {
            let FieldContent::Owned(heap) = &field.content else { continue };
            let OwnedHeap::Block { tail: Tail::Shared, entry, .. } = &**heap else { continue };
            let address = element.defined_word(field.start, field.end).ok_or(Contradiction)?;
            let address = u64::try_from(address.bits).map_err(|_| Contradiction)?;
            if address == 0 {
                continue;
            }
            let base = address.checked_sub(*entry).ok_or(Contradiction)?;
            let block = self.memory.blocks.get(&base).ok_or(Contradiction)?;
            let length = self.solver.terms.constant(block.bytes.len() as i128);
            branch.facts.push(self.solver.terms.equal(rows, length));
        }
        Ok(())
    }

    /// Describes what a node owns through a field of its block that holds this address.
    pub(super) fn owned(
        &mut self,
        branch: &mut Branch,
        heap: &OwnedHeap,
        owner: (&ConcreteBlock, u64),
        address: u64,
        pointer_bytes: u64,
    ) -> Result<(), Contradiction> {
        match heap {
            OwnedHeap::Block { is_optional: true, .. } if address == 0 => Ok(()),
            OwnedHeap::Block { size, tail, entry, fields, parameters, .. } => {
                let base = address.checked_sub(*entry).ok_or(Contradiction)?;
                let inner = self.take_block(branch, (base, Region::Heap), (*size, *tail), Some(owner.0))?;
                let parameters = self.seen_from(owner, parameters, pointer_bytes)?;
                let shared = self.only_parameters(&parameters);
                self.fields(branch, (inner, base), fields, shared, pointer_bytes)
            }
            // Its address may be in use again: any address that is not null may be that of a block
            // that has ended.
            OwnedHeap::Ended { size, entry } => {
                let base = address.checked_sub(*entry).filter(|&base| base > 0).ok_or(Contradiction)?;
                base.checked_add(*size).map(|_| ()).ok_or(Contradiction)
            }
            OwnedHeap::List(list) => self.owned_list(branch, list, owner, address),
        }
    }

    /// Addresses that nodes share with their owner, as terms.
    pub(super) fn seen_from(
        &mut self,
        owner: (&ConcreteBlock, u64),
        addresses: &[RelativeAddress],
        pointer_bytes: u64,
    ) -> Result<Vec<Term>, Contradiction> {
        let mut terms = Vec::with_capacity(addresses.len());
        for &address in addresses {
            let address = absolute(owner, address, pointer_bytes).ok_or(Contradiction)?;
            terms.push(self.solver.terms.constant(i128::from(address)));
        }
        Ok(terms)
    }

    pub(super) fn owned_list(
        &mut self,
        branch: &mut Branch,
        list: &OwnedList,
        (block, base): (&ConcreteBlock, u64),
        first: u64,
    ) -> Result<(), Contradiction> {
        let shape = &list.shape;
        let owner = (block, base);
        let end = absolute(owner, list.next, shape.link_bytes).ok_or(Contradiction)?;
        let previous = absolute(owner, list.previous, shape.link_bytes).ok_or(Contradiction)?;
        let parameters = self.seen_from(owner, &list.parameters, shape.link_bytes)?;
        let before = shape.back.map(|_| previous);
        let entries = self.closed_row(branch, shape, &parameters, (first, end), before)?;
        if let Some(offset) = list.last {
            let word_end = offset.checked_add(shape.link_bytes).ok_or(Contradiction)?;
            let last = block.defined_word(offset, word_end).ok_or(Contradiction)?;
            let turned = entries.last().map(|&entry| turned(shape, entry));
            if last.bits != u128::from(turned.unwrap_or(previous)) {
                return Err(Contradiction);
            }
        }
        if entries.len() as u64 >= list.minimum { Ok(()) } else { Err(Contradiction) }
    }

    /// The entries of the nodes from `first` to `end`, each of which points back to the one before
    /// if that of the first is given. Ends because no block is taken twice.
    pub(super) fn closed_row(
        &mut self,
        branch: &mut Branch,
        shape: &Shape,
        parameters: &[Term],
        (first, end): (u64, u64),
        before: Option<u64>,
    ) -> Result<Vec<u64>, Contradiction> {
        let mut entries: Vec<u64> = Vec::new();
        let mut at = first;
        while at != end {
            // The first kind that fits: what nodes of a nested list own tells the kinds apart.
            let fitting = shape.bodies.iter().find_map(|body| {
                let mut trial = branch.clone();
                let shared = self.only_parameters(parameters);
                let links = self.node(&mut trial, shape, body, shared, at).ok()?;
                Some((trial, links))
            });
            let (trial, links) = fitting.ok_or(Contradiction)?;
            *branch = trial;
            if before.is_some() && links.back != entries.last().map(|&entry| turned(shape, entry)).or(before)
            {
                return Err(Contradiction);
            }
            entries.push(at);
            at = links.link;
        }
        Ok(entries)
    }
}

/// Whether the tail of a block may have this length.
pub(super) fn is_length(
    tail: Tail,
    length: u64,
    block: &ConcreteBlock,
    owner: Option<&ConcreteBlock>,
) -> bool {
    let measure = match tail {
        Tail::Empty => return length == 0,
        // How large blocks are together is asked of all of them.
        Tail::Open | Tail::Shared => return true,
        Tail::Text => {
            return is_text(&block.bytes[block.bytes.len() - length as usize..]);
        }
        Tail::Told(measure) => measure,
    };
    let holder = if measure.is_owners { owner } else { Some(block) };
    let end = measure.field.checked_add(measure.bytes);
    let word = holder.zip(end).and_then(|(holder, end)| holder.defined_word(measure.field, end));
    let number = word.and_then(|word| i128::try_from(word.bits).ok());
    number.is_some_and(|number| {
        let told = i128::from(measure.factor) * number + i128::from(measure.plus);
        number <= measure.highest() && told == i128::from(length)
    })
}

/// Whether bytes are stored up to one that is zero.
pub(super) fn is_text(bytes: &[Option<u8>]) -> bool {
    bytes.iter().copied().find(|byte| matches!(byte, None | Some(0))) == Some(Some(0))
}

/// Where an address leads that is seen from a block.
pub(super) fn absolute(
    (block, base): (&ConcreteBlock, u64),
    address: RelativeAddress,
    pointer_bytes: u64,
) -> Option<u64> {
    match address {
        RelativeAddress::Null => Some(0),
        RelativeAddress::Own(distance) => base.checked_add_signed(distance),
        RelativeAddress::Like(sibling) => sibling_word(block, sibling, pointer_bytes),
    }
}

/// What a word of a block holds, plus a constant.
pub(super) fn sibling_word(block: &ConcreteBlock, sibling: Sibling, bytes: u64) -> Option<u64> {
    let word = block.defined_word(sibling.field, sibling.field.checked_add(bytes)?)?;
    u64::try_from(word.bits).ok()?.checked_add_signed(sibling.plus)
}

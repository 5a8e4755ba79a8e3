//! Segments, followed node by node, and what nodes own.

use super::memory::{ConcreteBlock, Word};
use super::search::{Branch, Contradiction, Search, add_word};
use crate::block::Region;
use crate::each_node::EachNode;
use crate::owning::{Owning, is_owner};
use crate::segment::Segment;
use crate::shape::{
    Body, Encoding, FieldContent, OwnedHeap, OwnedList, RelativeAddress, Shape, ShapeField, Sibling,
    TAIL_END, Tail,
};
use crate::sorted::Sorted;
use crate::value::Value;
use pure_logic::Term;
use std::sync::Arc;

/// A segment, and how far it has been followed.
#[derive(Clone)]
pub(super) struct Row {
    segment: Arc<Segment>,
    /// `None` before the first node.
    walk: Option<Walk>,
}

#[derive(Clone)]
struct Walk {
    /// The entries of the nodes so far.
    entries: Vec<u64>,
    /// The kind of the last of them.
    kind: usize,
    /// What the last node's forward link holds.
    link: u64,
    /// What the first node's backward link holds.
    back: Option<u64>,
}

/// What the links of a node hold.
struct Links {
    link: u64,
    back: Option<u64>,
}

/// What a node has in common with the others of its row.
#[derive(Clone, Copy)]
struct Shared<'a> {
    parameters: &'a [Term],
    /// How many nodes come after it.
    behind: Term,
}

impl Row {
    pub fn new(segment: &Arc<Segment>) -> Row {
        Row { segment: Arc::clone(segment), walk: None }
    }
}

impl Search<'_> {
    /// The ways to go on with a segment whose next node is known.
    pub(super) fn row_choices(&mut self, branch: &Branch) -> Option<Vec<Branch>> {
        for index in 0..branch.rows.len() {
            let row = &branch.rows[index];
            match &row.walk {
                Some(walk) => {
                    let link = walk.link;
                    let mut choices: Vec<Branch> = self.stop(branch, index);
                    choices.extend(self.go_on(branch, index, link));
                    return Some(choices);
                }
                None => {
                    let Some(first) = branch.values.evaluate(&self.solver.terms, row.segment.first) else {
                        continue;
                    };
                    let mut choices: Vec<Branch> = self.empty(branch, index).into_iter().collect();
                    if let Ok(first) = u64::try_from(first) {
                        choices.extend(self.go_on(branch, index, first));
                    }
                    return Some(choices);
                }
            }
        }
        None
    }

    /// The ways to begin a segment of which nothing else says where it begins.
    pub(super) fn unplaced_row_choices(&mut self, branch: &Branch) -> Option<Vec<Branch>> {
        if branch.rows.is_empty() {
            return None;
        }
        let mut choices: Vec<Branch> = self.empty(branch, 0).into_iter().collect();
        let entry = branch.rows[0].segment.shape.entry;
        let starts: Vec<u64> = self.free_blocks(branch).map(|(base, _)| base + entry).collect();
        for start in starts {
            for mut choice in self.go_on(branch, 0, start) {
                let first = branch.rows[0].segment.first;
                self.demand_equal(&mut choice, first, i128::from(start));
                choices.push(choice);
            }
        }
        Some(choices)
    }

    pub(super) fn demand_equal(&mut self, branch: &mut Branch, term: Term, value: i128) {
        let value = self.solver.terms.constant(value);
        branch.facts.push(self.solver.terms.equal(term, value));
    }

    /// The segment at a position has no nodes.
    fn empty(&mut self, branch: &Branch, index: usize) -> Option<Branch> {
        let segment = Arc::clone(&branch.rows[index].segment);
        if segment.minimum > 0 {
            return None;
        }
        let mut branch = branch.clone();
        branch.rows.remove(index);
        let terms = &mut self.solver.terms;
        branch.facts.push(terms.equal(segment.first, segment.next));
        branch.facts.push(terms.zero(segment.count));
        branch.facts.extend(segment.members.iter().map(|&member| terms.zero(member)));
        branch.facts.extend(segment.sorted.iter().map(|sorted| sorted.fact(terms)));
        if let Some(ends) = segment.back {
            branch.facts.push(terms.equal(ends.last, ends.previous));
        }
        Some(branch)
    }

    /// The segment at a position ends after the nodes so far.
    fn stop(&mut self, branch: &Branch, index: usize) -> Vec<Branch> {
        let Some((branch, segment, entries)) = self.stopped(branch, index) else { return Vec::new() };
        self.with_members(branch, &segment, &entries)
    }

    /// As above, whatever the members are; also the segment and the entries of its nodes.
    fn stopped(&mut self, branch: &Branch, index: usize) -> Option<(Branch, Arc<Segment>, Vec<u64>)> {
        let mut branch = branch.clone();
        let Row { segment, walk } = branch.rows.remove(index);
        let walk = walk?;
        let count = walk.entries.len() as u64;
        let shape = Arc::clone(&segment.shape);
        let is_acyclic = !walk.entries.contains(&walk.link)
            && walk.back.is_none_or(|back| !walk.entries.iter().any(|&entry| turned(&shape, entry) == back));
        if count < segment.minimum || !is_acyclic || !segment.order.lasts.contains(walk.kind) {
            return None;
        }
        add_link(&mut branch, &segment.shape, segment.next, walk.link).ok()?;
        self.demand_equal(&mut branch, segment.count, i128::from(count));
        if let (Some(ends), Some(back), Some(last)) = (segment.back, walk.back, walk.entries.last()) {
            add_link(&mut branch, &segment.shape, ends.previous, back).ok()?;
            self.demand_equal(&mut branch, ends.last, i128::from(turned(&shape, *last)));
        }
        for sorted in &segment.sorted {
            self.demand_order(&mut branch, sorted, &shape, &walk.entries)?;
        }
        if let Some(each) = &segment.each {
            self.demand_of_each(&mut branch, each, &shape, &walk.entries)?;
        }
        Some((branch, segment, walk.entries))
    }

    /// What is said of every node holds of the nodes at these entries.
    fn demand_of_each(
        &mut self,
        branch: &mut Branch,
        each: &EachNode,
        shape: &Shape,
        entries: &[u64],
    ) -> Option<()> {
        for &entry in entries {
            let block = self.memory.blocks.get(&entry.checked_sub(shape.entry)?)?;
            let mut numbers = Vec::with_capacity(each.words().len());
            for word in each.words() {
                let (start, end) = word.place();
                let number = word.key().of_bits(block.defined_word(start, end)?.bits)?;
                numbers.push(self.solver.terms.constant(number));
            }
            let terms = &mut self.solver.terms;
            branch.facts.extend(each.instance(terms, &numbers));
            if entries.first() == Some(&entry)
                && let Some(first) = each.first()
            {
                let first = first.iter().zip(&numbers);
                branch.facts.extend(first.map(|(&told, &number)| terms.equal(told, number)));
            }
        }
        Some(())
    }

    /// The nodes at these entries are in order, and between the bounds.
    fn demand_order(
        &mut self,
        branch: &mut Branch,
        sorted: &Sorted,
        shape: &Shape,
        entries: &[u64],
    ) -> Option<()> {
        let number = |entry: u64, offset: u64| {
            let block = self.memory.blocks.get(&entry.checked_sub(shape.entry)?)?;
            let word = block.defined_word(offset, offset.checked_add(sorted.key.bytes)?)?;
            sorted.key.of_bits(word.bits)
        };
        let mut numbers = Vec::new();
        for &entry in entries {
            numbers.push((number(entry, sorted.key.enter)?, number(entry, sorted.key.leave)?));
        }
        let step = if sorted.key.is_descending { -sorted.step() } else { sorted.step() };
        let are_in_order = numbers.iter().all(|&(enter, leave)| sorted.key.is_at_most(enter, leave))
            && numbers.windows(2).all(|pair| sorted.key.is_at_most(pair[0].1 + step, pair[1].0));
        let (&(first, _), &(_, last)) = (numbers.first()?, numbers.last()?);
        let terms = &mut self.solver.terms;
        let (first, last) = (terms.constant(first), terms.constant(last + step));
        branch.facts.push(match sorted.entry_is_first {
            true => terms.equal(sorted.entry, first),
            false => sorted.key.at_most(terms, sorted.entry, first),
        });
        branch.facts.push(match sorted.exit_is_last {
            true => terms.equal(last, sorted.exit),
            false => sorted.key.at_most(terms, last, sorted.exit),
        });
        are_in_order.then_some(())
    }

    /// Every member is null or one of the nodes.
    fn with_members(&mut self, branch: Branch, segment: &Segment, entries: &[u64]) -> Vec<Branch> {
        let mut branches = vec![branch];
        for &member in &segment.members {
            let places: Vec<i128> =
                std::iter::once(0).chain(entries.iter().map(|&entry| i128::from(entry))).collect();
            let mut placed = Vec::new();
            for branch in branches {
                let known = branch.values.evaluate(&self.solver.terms, member);
                for &place in places.iter().filter(|&&place| known.is_none_or(|known| known == place)) {
                    let mut branch = branch.clone();
                    self.demand_equal(&mut branch, member, place);
                    placed.push(branch);
                }
            }
            branches = placed;
        }
        branches
    }

    /// The segment at a position goes on with the node at this entry address, of any kind that may
    /// come next.
    fn go_on(&mut self, branch: &Branch, index: usize, entry: u64) -> Vec<Branch> {
        let row = &branch.rows[index];
        let segment = Arc::clone(&row.segment);
        let kinds = match &row.walk {
            None => segment.order.firsts,
            Some(walk) => segment.order.follows.get(walk.kind).copied().unwrap_or_default(),
        };
        kinds.iter().filter_map(|kind| self.go_on_with(branch, index, entry, kind)).collect()
    }

    fn go_on_with(&mut self, branch: &Branch, index: usize, entry: u64, kind: usize) -> Option<Branch> {
        let mut branch = branch.clone();
        let segment = Arc::clone(&branch.rows[index].segment);
        let body = segment.shape.bodies.get(kind)?;
        let position = branch.rows[index].walk.as_ref().map_or(0, |walk| walk.entries.len());
        let behind = self.solver.terms.add_constant(segment.count, -1 - position as i128);
        let shared = Shared { parameters: &segment.parameters, behind };
        let links = self.node(&mut branch, &segment.shape, body, shared, entry).ok()?;
        let walk = &mut branch.rows[index].walk;
        match walk {
            None => *walk = Some(Walk { entries: vec![entry], kind, link: links.link, back: links.back }),
            Some(walk) => {
                let before = walk.entries.last().map(|&entry| turned(&segment.shape, entry));
                if links.back.is_some() && links.back != before {
                    return None;
                }
                walk.entries.push(entry);
                walk.kind = kind;
                walk.link = links.link;
            }
        }
        Some(branch)
    }

    /// Nothing counts in what nodes own.
    fn only_parameters<'p>(&mut self, parameters: &'p [Term]) -> Shared<'p> {
        Shared { parameters, behind: self.solver.terms.constant(0) }
    }

    /// Describes one block as a node with this entry address, and everything the node owns.
    fn node(
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

    fn take_block<'s>(
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

    fn fields(
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
    fn equal_rows(
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
    fn owned(
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
    fn seen_from(
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

    fn owned_list(
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
    fn closed_row(
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
fn is_length(tail: Tail, length: u64, block: &ConcreteBlock, owner: Option<&ConcreteBlock>) -> bool {
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

/// Where backward links lead to the node that forward links reach at an address.
fn turned(shape: &Shape, entry: u64) -> u64 {
    entry.wrapping_sub(shape.entry).wrapping_add(shape.back_entry)
}

/// Where an address leads that is seen from a block.
fn absolute(
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
fn sibling_word(block: &ConcreteBlock, sibling: Sibling, bytes: u64) -> Option<u64> {
    let word = block.defined_word(sibling.field, sibling.field.checked_add(bytes)?)?;
    u64::try_from(word.bits).ok()?.checked_add_signed(sibling.plus)
}

/// A link holds the value of a term.
fn add_link(branch: &mut Branch, shape: &Shape, term: Term, link: u64) -> Result<(), Contradiction> {
    let width = u32::try_from(8 * shape.link_bytes).map_err(|_| Contradiction)?;
    add_word(branch, Value::defined(term), Word { bits: u128::from(link), width, undefined: 0 })
}

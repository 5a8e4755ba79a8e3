//! Access to memory: where an address lies, whether the access is allowed, what is read or written.

mod blocks;
mod chunks;
mod elements;
mod families;
mod in_order;
mod members;
mod nodes;
mod somewhere;
mod tables;
mod texts;
mod words;

use crate::context::{Context, Run};
use crate::limits::{CELLS_OF_A_TABLE, LETTERS_TOLD_APART};
use crate::outcome::{Interrupt, Step, Wanted};
use crate::path::Path;
use interpreter::FaultKind;
use ir::Scalar;
use pure_logic::term::{Atom, TermTable};
use pure_logic::{Fact, Facts, Term};
use std::ops::Range;
use symbolic_heap::{
    Block, Cell, Cells, Content, HeapRule, Lifetime, Location, Region, State, Value, is_broken,
};

/// Addresses below this are taken for offsets from a null pointer.
pub(crate) const NULL_PAGE: i128 = 4096;

/// What an access is for, in the words of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
}

impl Access {
    fn verb(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
        }
    }
}

impl Context<'_> {
    /// The block and the offset of an access to `size` bytes, which is known to be allowed.
    pub fn access(
        &mut self,
        state: &State,
        address: Value,
        size: Term,
        access: Access,
    ) -> Step<(Atom, Term)> {
        // Where indeterminate values may be used, an index is any number; an address that is any number leads nowhere.
        let is_known_block = !self.options.check_uninitialised
            && matches!(state.heap.locate(&mut self.solver.terms, address.term), Location::Block { .. });
        if !is_known_block {
            self.require_defined(address, "an address")?;
        }
        let (base, offset) = match self.locate(state, address.term, access) {
            Err(Interrupt::Missing { address, is_read, wanted, reason, .. }) => {
                return Err(Interrupt::Missing { address, bytes: size, is_read, wanted, reason });
            }
            other => other?,
        };
        let block = state.heap.block(base).expect("an address was located in this block").clone();
        self.require_usable(&block, access)?;
        let zero = self.constant(0);
        let end = self.solver.terms.add(offset, size);
        if block.is_part() {
            self.require_present(state, &block, (offset, end), access)?;
            return Ok((base, offset));
        }
        self.require_start(state, &block, (offset, end))?;
        let limit = match is_broken(&self.solver, HeapRule::AccessBeyondEnd) {
            false => block.size,
            true => self.solver.terms.add_constant(block.size, 1),
        };
        let low = self.solver.terms.at_most(zero, offset);
        let high = self.solver.terms.at_most(end, limit);
        for fact in [low, high] {
            let is_skipped = fact == low && is_broken(&self.solver, HeapRule::AccessBeforeStart);
            if !is_skipped && !self.proves(&state.facts, fact) {
                let message = self.describe_bounds(&state.facts, &block, offset, size, access);
                self.doubtful_accesses.insert(Run { base, start: offset, end });
                if access == Access::Write {
                    self.doubtful_writes.insert(base);
                }
                return Err(Interrupt::Require {
                    fact,
                    kind: FaultKind::OutOfBounds,
                    message,
                    block: Some(base),
                });
            }
        }
        self.require_open(state, &block, (offset, end))?;
        // What the array of arguments holds is not told, but that it is strings. Where states meet, anything else would be lost.
        let may_meet = !self.options.split_on_offsets;
        if may_meet && access == Access::Write && block.region == Region::Arguments {
            return Err(Interrupt::gave_up("a write to the array of arguments"));
        }
        Ok((base, offset))
    }

    /// The bytes `[start, end)` of a part are there. Where they are not, they are missing: the memory
    /// that the part belongs to may well have them.
    fn require_present(
        &mut self,
        state: &State,
        part: &Block,
        (start, end): (Term, Term),
        access: Access,
    ) -> Step<()> {
        let mut cells = part.cells.clone();
        let missing = |context: &mut Self| {
            let base = context.solver.terms.atom_term(part.base);
            Interrupt::Missing {
                address: context.solver.terms.add(base, start),
                bytes: context.solver.terms.subtract(end, start),
                is_read: access == Access::Read,
                wanted: Wanted::Bytes,
                reason: format!("it is not known whether there is memory where this {} goes", access.verb()),
            }
        };
        let (Some(first), Some(last)) = (part.cells.as_slice().first(), part.cells.as_slice().last()) else {
            return Err(missing(self));
        };
        let inside =
            [self.solver.terms.at_most(first.start, start), self.solver.terms.at_most(end, last.end)];
        for fact in inside {
            if self.proves(&state.facts, fact) {
                continue;
            }
            if self.leads_out_of_record(part.base, start) || self.decides_not(&state.facts, fact) {
                return Err(missing(self));
            }
            return Err(Interrupt::Split(fact));
        }
        if cells.iter().all(|cell| cell.content.is_present()) {
            return Ok(());
        }
        match cells.isolate(&mut self.solver, &state.facts, start, end) {
            Ok(range) if cells.as_slice()[range.clone()].iter().all(|cell| cell.content.is_present()) => {
                Ok(())
            }
            Ok(_) => Err(missing(self)),
            Err(undecided) => Err(Interrupt::Split(undecided.fact)),
        }
    }

    /// Whether a place that is not known to be in a part is taken to lie outside: any constant one is, and in a record one that is
    /// a sum of words.
    fn leads_out_of_record(&self, base: Atom, start: Term) -> bool {
        let terms = &self.solver.terms;
        let is_sum = || terms.summands(start).iter().all(|&(_, factor)| factor.abs() == 1);
        terms.as_constant(start).is_some() || self.records.contains(&base) && is_sum()
    }

    /// The block that an address belongs to, and the offset in it.
    pub fn locate(&mut self, state: &State, address: Term, access: Access) -> Step<(Atom, Term)> {
        match state.heap.locate(&mut self.solver.terms, address) {
            Location::Block { base, offset } => {
                if state.heap.block(base).is_some_and(|block| block.is_optional()) {
                    let block = self.solver.terms.atom_term(base);
                    return Err(Interrupt::Split(self.solver.terms.zero(block)));
                }
                Ok((base, offset))
            }
            Location::FirstNode { segment, .. } => Err(Interrupt::UnfoldFirst(segment)),
            Location::LastNode { segment, .. } => Err(Interrupt::UnfoldLast(segment)),
            Location::Member { member, .. } => Err(self.use_of_a_member(state, member)),
            Location::Root { instance, .. } => Err(Interrupt::ExposeRoot(instance)),
            Location::BeforeHole { instance, .. } => Err(Interrupt::ExposeBeforeHole(instance)),
            Location::Number(number) if (0..NULL_PAGE).contains(&number) => Err(Interrupt::fault(
                FaultKind::NullDereference,
                format!("{} through a null pointer", access.verb()),
            )),
            Location::Number(number) => Err(Interrupt::fault(
                FaultKind::NoProvenance,
                format!("{} at address {number:#x}, which belongs to no block", access.verb()),
            )),
            Location::Unknown => {
                if let Some(node) = self.node_at_an_index(state, address) {
                    return Err(node);
                }
                // The facts may still know the number.
                let range = state.facts.bounds(&mut self.solver, address);
                if range.lower.is_some_and(|low| low >= 0) && range.upper.is_some_and(|high| high < NULL_PAGE)
                {
                    return Err(Interrupt::fault(
                        FaultKind::NullDereference,
                        format!("{} through a null pointer", access.verb()),
                    ));
                }
                if self.is_made_of_inputs(address) {
                    return Err(self.use_of_an_input(state, address, access));
                }
                let reason = format!("it is not known where the address of this {} points", access.verb());
                let bytes = self.constant(1);
                Err(Interrupt::Missing {
                    address,
                    bytes,
                    is_read: access == Access::Read,
                    wanted: Wanted::Bytes,
                    reason,
                })
            }
        }
    }

    /// An input is no address of a block: it is in the page of null, or belongs to nothing.
    fn use_of_an_input(&mut self, state: &State, address: Term, access: Access) -> Interrupt {
        let page = self.between(0, address, NULL_PAGE - 1);
        for fact in page {
            if self.decides_not(&state.facts, fact) {
                let message = format!("{} at an address that is an input of the program", access.verb());
                return Interrupt::fault(FaultKind::NoProvenance, message);
            }
            if !self.proves(&state.facts, fact) {
                return Interrupt::Split(fact);
            }
        }
        Interrupt::fault(FaultKind::NullDereference, format!("{} through a null pointer", access.verb()))
    }

    pub fn require_defined(&self, value: Value, what: &str) -> Step<()> {
        if value.is_defined() {
            return Ok(());
        }
        Err(Interrupt::fault(FaultKind::UninitialisedUse, format!("{what} was never initialised")))
    }

    /// An address that must lead somewhere although nothing is read there.
    pub(crate) fn require_not_null(&mut self, state: &State, address: Value) -> Step<()> {
        let fact = self.solver.terms.non_zero(address.term);
        match self.proves(&state.facts, fact) {
            true => Ok(()),
            false => Err(Interrupt::Require {
                fact,
                kind: FaultKind::NullDereference,
                message: "a null pointer is given to a library function".into(),
                block: None,
            }),
        }
    }

    fn require_usable(&self, block: &Block, access: Access) -> Step<()> {
        let fault = |kind, message: &str| {
            Err(Interrupt::Fault { kind, message: message.into(), block: Some(block.base) })
        };
        match (block.lifetime, block.region) {
            (Lifetime::Ended(_) | Lifetime::Reusable(_), Region::Heap | Region::Kept)
                if is_broken(&self.solver, HeapRule::FreedBlockIsUsable) =>
            {
                Ok(())
            }
            (Lifetime::Ended(_) | Lifetime::Reusable(_), Region::Heap | Region::Kept) => {
                fault(FaultKind::UseAfterFree, &format!("{} of memory that was freed", access.verb()))
            }
            (Lifetime::Ended(_) | Lifetime::Reusable(_), _) => fault(
                FaultKind::UseAfterScope,
                &format!("{} of a local whose scope has ended", access.verb()),
            ),
            // The same string may have several blocks, one for each time its address was asked for.
            (Lifetime::Live, Region::Library)
                if access == Access::Write && self.solver.terms.as_constant(block.size).is_none() =>
            {
                Err(Interrupt::gave_up("a write to a string that the system owns"))
            }
            (Lifetime::Live, Region::Constant) if access == Access::Write => {
                fault(FaultKind::WriteToConstant, "write to constant memory")
            }
            (Lifetime::Live, Region::Code) => {
                fault(FaultKind::NoProvenance, "access to the code of a function")
            }
            (Lifetime::Live, _) => Ok(()),
            (Lifetime::Optional, _) => {
                Err(Interrupt::gave_up("it is not known whether there is memory at this address"))
            }
        }
    }

    fn describe_bounds(
        &mut self,
        facts: &Facts,
        block: &Block,
        offset: Term,
        size: Term,
        access: Access,
    ) -> String {
        let number = |context: &mut Self, term: Term| {
            let range = facts.bounds(&mut context.solver, term);
            match (range.lower, range.upper) {
                (Some(low), Some(high)) if low == high => Some(low.to_string()),
                (Some(low), Some(high)) if high - low < 1_000_000_000 => Some(format!("{low} to {high}")),
                _ => None,
            }
        };
        let bytes =
            |number: Option<String>| number.map_or("unknown size".into(), |count| format!("{count} bytes"));
        let size = bytes(number(self, size));
        let offset = number(self, offset).map_or("an unknown offset".into(), |at| format!("offset {at}"));
        let total = bytes(number(self, block.size));
        format!("{} of {size} at {offset} of a block of {total}", access.verb())
    }

    /// The word of this scalar at an address.
    pub fn load(
        &mut self,
        state: &mut State,
        path: &mut Path,
        address: Value,
        scalar: Scalar,
    ) -> Step<Value> {
        if let Some(node) = self.some_node(state, address, scalar)? {
            return self.load_from_some_node(state, path, node, scalar);
        }
        let size = self.constant(i128::from(scalar.bytes()));
        let (base, offset) = self.access(state, address, size, Access::Read)?;
        self.read_word(state, path, base, offset, scalar)
    }

    /// Reads a word inside a block that is known to contain it.
    pub fn read_word(
        &mut self,
        state: &mut State,
        path: &mut Path,
        base: Atom,
        offset: Term,
        scalar: Scalar,
    ) -> Step<Value> {
        let block = state.heap.block(base).expect("the block was just located").clone();
        if block.region == Region::Arguments && scalar == self.pointer_scalar() {
            return self.read_argument(state, path, &block, offset);
        }
        let end = self.solver.terms.add_constant(offset, i128::from(scalar.bytes()));
        self.require_exposed(state, &block, (offset, end), Access::Read)?;
        let mut cells = block.cells.clone();
        let is_letter = !self.options.split_on_offsets
            && scalar == Scalar::I8
            && is_terminated_run(&self.solver.terms, block.cells.as_slice(), offset);
        if is_letter && self.is_the_end_of_a_string(state, &block.cells, offset)? {
            return Ok(Value::defined(self.constant(0)));
        }
        let range = match cells.isolate(&mut self.solver, &state.facts, offset, end) {
            Ok(range) => range,
            Err(undecided) => {
                let is_table = block.region == Region::Constant && cells.as_slice().len() > CELLS_OF_A_TABLE;
                if self.options.split_on_offsets && !is_table || is_letter {
                    return Err(Interrupt::Split(undecided.fact));
                }
                if self.may_read_pointers(state, &block.cells, (offset, end)) {
                    return match self.one_of_few_places(state, base, offset, scalar)? {
                        Some(place) => self.read_word(state, path, base, place, scalar),
                        None => Err(Interrupt::SpreadElements {
                            array: base,
                            run: (offset, end),
                            undecided: undecided.fact,
                            reason: "a read at an unknown index of an array of pointers".into(),
                        }),
                    };
                }
                return self.read_somewhere(state, path, &block.cells, (offset, end), scalar);
            }
        };
        self.narrow_orders(state, &block.cells, &mut cells, &range);
        let range = self.without_empty_ends(&state.facts, &cells, range);
        if let [Cell { content: Content::Unknown, .. }] = cells.as_slice()[range.clone()]
            && self.solver.terms.as_constant(offset).is_none()
            && let Some(words) = self.words_of_constants(state, &block.cells, offset, scalar)
        {
            // A constant word was cut where it is not known which of its bytes are read.
            path.approximate("a read at an unknown index");
            return Ok(self.word_of_table(state, &words, offset));
        }
        if scalar.bytes() == 1 && range.len() > 1 {
            self.require_one_cell(&state.facts, &cells.as_slice()[range.clone()])?;
        }
        let is_unknown = |cell: &Cell| {
            matches!(cell.content, Content::Unknown | Content::Letters | Content::Uninitialised)
        };
        if let [cell] = &cells.as_slice()[range.clone()]
            && is_unknown(cell)
        {
            if cell.content == Content::Unknown
                && let Some(first) = self.first_element(state, &block, offset, scalar)?
            {
                return self.read_word(state, path, base, first, scalar);
            }
            self.unknown_reads.insert(Run { base, start: offset, end });
        }
        let is_others = matches!(block.region, Region::Kept | Region::Stack(1..)) || self.is_foreign(base);
        let is_from_others =
            is_others && matches!(cells.as_slice()[range.clone()], [Cell { content: Content::Unknown, .. }]);
        let value = self.word_of_cells(state, path, &cells.as_slice()[range.clone()], scalar);
        if is_from_others && scalar == self.pointer_scalar() {
            self.note_foreign(value.term);
        }
        if is_from_others {
            self.note_number_of_others(value.term);
        }
        // What was read is known from now on: a second read gives the same word.
        // The end of a text stays one, and so does an array of zeroes, or of words that are known already.
        let is_known = match cells.as_slice()[range.clone()] {
            [Cell { content: Content::Fill(_), .. }] => true,
            [Cell { content: Content::Each(family), start, .. }] => self.is_told(family, start),
            [Cell { content: Content::Striped(stripes), start, .. }] => {
                let stripe = self.stripe_at(&state.facts, stripes, start, scalar);
                stripe.is_some_and(|family| self.is_told(family, start))
            }
            _ => false,
        };
        let is_field = scalar != Scalar::I8
            && self.solver.terms.as_constant(offset).is_some()
            && !matches!(
                cells.as_slice()[range.clone()],
                [Cell { content: Content::Each(_) | Content::Striped(_), .. }]
            );
        // A constant is what it is: its words are not cut into those that were read.
        let is_constant =
            block.region == Region::Constant && self.solver.terms.as_constant(value.term).is_some();
        if value.is_defined() && (!is_known || is_field) && !is_constant {
            let place = place_of(&cells, &range, (offset, end));
            cells.replace(range, Cell { content: Content::Scalar(value), ..place });
            self.set_cells(state, base, cells);
        }
        Ok(value)
    }

    /// The cells of a range without those at its ends that have no bytes, as the facts show.
    fn without_empty_ends(&mut self, facts: &Facts, cells: &Cells, mut range: Range<usize>) -> Range<usize> {
        let mut is_empty = |index: usize| {
            let cell = cells.as_slice()[index];
            let length = self.solver.terms.subtract(cell.end, cell.start);
            if self.solver.terms.as_constant(length).is_some() {
                return false;
            }
            let none = self.solver.terms.zero(length);
            self.proves(facts, none)
        };
        while range.len() > 1 && is_empty(range.end - 1) {
            range.end -= 1;
        }
        while range.len() > 1 && is_empty(range.start) {
            range.start += 1;
        }
        range
    }

    /// Cells that have one byte together: all but one are empty. Splits if it is open which one that is.
    fn require_one_cell(&mut self, facts: &Facts, cells: &[Cell]) -> Step<()> {
        for cell in cells {
            let is_empty = self.solver.terms.equal(cell.start, cell.end);
            if !self.proves(facts, is_empty) && !self.decides_not(facts, is_empty) {
                return Err(Interrupt::Split(is_empty));
            }
        }
        Ok(())
    }

    /// Whether an offset is that of the zero at the end of a string; splits if that is open.
    fn is_the_end_of_a_string(&mut self, state: &State, cells: &Cells, offset: Term) -> Step<bool> {
        let zeroes = cells.iter().filter(|cell| cell.content == Content::Fill(0));
        for cell in zeroes {
            let is_empty = self.solver.terms.at_most(cell.end, cell.start);
            if !self.decides_not(&state.facts, is_empty) {
                continue;
            }
            let fact = self.solver.terms.equal(offset, cell.start);
            if self.proves(&state.facts, fact) {
                return Ok(true);
            }
            if !self.decides_not(&state.facts, fact) {
                return Err(Interrupt::Split(fact));
            }
        }
        Ok(false)
    }

    /// Whether a cell and a run of bytes of the same block are known to have no byte in common.
    fn are_apart(&mut self, facts: &Facts, cell: &Cell, (start, end): (Term, Term)) -> bool {
        let before = self.solver.terms.at_most(cell.end, start);
        if self.proves(facts, before) {
            return true;
        }
        let after = self.solver.terms.at_most(end, cell.start);
        self.proves(facts, after)
    }

    /// Whether a term is computed from the address of something tracked.
    pub fn mentions_a_block(&self, state: &State, term: Term) -> bool {
        let mut found = false;
        let heap = &state.heap;
        self.solver.terms.for_each_atom(term, &mut |atom| {
            found |= heap.block(atom).is_some()
                || heap
                    .segments()
                    .iter()
                    .any(|segment| segment.terms().any(|end| self.solver.terms.mentions(end, atom)))
                || heap
                    .instances()
                    .any(|(_, instance)| instance.terms().any(|end| self.solver.terms.mentions(end, atom)));
        });
        found
    }

    /// Writes a word.
    pub fn store(
        &mut self,
        state: &mut State,
        path: &mut Path,
        address: Value,
        value: Value,
        scalar: Scalar,
    ) -> Step<()> {
        if let Some(node) = self.some_node(state, address, scalar)?
            && self.store_to_some_node(state, node, value, scalar)?
        {
            return Ok(());
        }
        let size = self.constant(i128::from(scalar.bytes()));
        let (base, offset) = self.access(state, address, size, Access::Write)?;
        let end = self.solver.terms.add(offset, size);
        self.expose_in_order(state, path, (base, offset), scalar)?;
        let content = match self.solver.terms.as_constant(value.term) {
            _ if value.undefined == u128::MAX => Content::Uninitialised,
            // The end of a string, perhaps.
            Some(0) if scalar == Scalar::I8 && value.is_defined() => Content::Fill(0),
            _ => Content::Scalar(value),
        };
        let is_about_pointers =
            self.mentions_a_block(state, value.term) || self.overwrites_pointers(state, base, (offset, end));
        if is_about_pointers && let Some(place) = self.one_of_few_places(state, base, offset, scalar)? {
            let end = self.solver.terms.add(place, size);
            return self.write_run(state, path, base, place, end, content);
        }
        self.write_run(state, path, base, offset, end, content)
    }

    /// Whether a write may change a pointer, at a place that is not known well enough.
    fn overwrites_pointers(&mut self, state: &State, base: Atom, run: (Term, Term)) -> bool {
        let Some(block) = state.heap.block(base) else { return false };
        let mut cells = block.cells.clone();
        cells.isolate(&mut self.solver, &state.facts, run.0, run.1).is_err()
            && self.may_read_pointers(state, &block.cells, run)
    }

    /// Gives the bytes `[start, end)` of a block a content.
    pub fn write_run(
        &mut self,
        state: &mut State,
        path: &mut Path,
        base: Atom,
        start: Term,
        end: Term,
        content: Content,
    ) -> Step<()> {
        let block = state.heap.block(base).expect("the block was just located").clone();
        self.require_exposed(state, &block, (start, end), Access::Write)?;
        let mut cells = block.cells.clone();
        match cells.isolate(&mut self.solver, &state.facts, start, end) {
            Ok(range) => {
                let place = place_of(&cells, &range, (start, end));
                cells.replace(range, Cell { content, ..place });
            }
            Err(undecided) if self.options.split_on_offsets => return Err(Interrupt::Split(undecided.fact)),
            Err(undecided) => {
                if let Some(is_at_the_end) = self.grows_a_run(state, &block.cells, (start, end), content) {
                    return Err(Interrupt::Split(is_at_the_end));
                }
                if content == Content::Fill(0)
                    && self.solver.terms.constant_difference(end, start) == Some(1)
                    && let Some(cells) = self.with_zero(state, &block.cells, (start, end))
                {
                    path.approximate("a zero at an unknown place of a text");
                    self.set_cells(state, base, cells);
                    return Ok(());
                }
                let place = (base, undecided.fact);
                self.write_somewhere(state, path, &mut cells, place, (start, end), content)?;
            }
        }
        self.set_cells(state, base, cells);
        Ok(())
    }

    /// A write at a place that is not known well enough: every cell where it may be keeps its content or
    /// gets the new one.
    fn write_somewhere(
        &mut self,
        state: &State,
        path: &mut Path,
        cells: &mut Cells,
        (array, undecided): (Atom, Fact),
        run: (Term, Term),
        content: Content,
    ) -> Step<()> {
        let is_pointer = |context: &Self, content| match content {
            Content::Scalar(value) => context.mentions_a_block(state, value.term),
            _ => false,
        };
        let count = cells.as_slice().len();
        let concerned: Vec<usize> = (0..count)
            .filter(|&index| !self.are_apart(&state.facts, &cells.as_slice()[index], run))
            .collect();
        let concerns_pointers =
            concerned.iter().any(|&index| is_pointer(self, cells.as_slice()[index].content));
        if is_pointer(self, content) || concerns_pointers {
            let reason = "a write at an unknown index of an array of pointers".into();
            return Err(Interrupt::SpreadElements { array, run, undecided, reason });
        }
        path.approximate("a write at an unknown index");
        if is_broken(&self.solver, HeapRule::UnknownWriteIsLost) {
            return Ok(());
        }
        for index in concerned {
            let old = cells.as_slice()[index].content;
            if !old.is_present() {
                continue;
            }
            let cell = cells.as_slice()[index];
            let merged = if let Some(words) = self.either_word(state, &cell, run, content) {
                words
            } else if may_be_undefined(old) || may_be_undefined(content) {
                Content::Uninitialised
            } else if old == content && matches!(old, Content::Fill(_)) {
                old
            } else {
                Content::Unknown
            };
            cells.set_content(index, merged);
        }
        Ok(())
    }

    pub fn set_cells(&mut self, state: &mut State, base: Atom, cells: Cells) {
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = cells;
        }
    }

    /// Whether the facts prove the opposite of a fact.
    pub fn decides_not(&mut self, facts: &Facts, fact: pure_logic::Fact) -> bool {
        let opposite = self.solver.terms.negation(fact);
        !opposite.is_empty() && opposite.into_iter().all(|fact| self.proves(facts, fact))
    }

    /// The cells of `[start, end)` inside a block, for copying; splits or gives up where the place
    /// is not known.
    pub fn isolate_run(
        &mut self,
        state: &State,
        base: Atom,
        start: Term,
        end: Term,
    ) -> Step<(Cells, Range<usize>)> {
        let (cells, range) = self.isolate_elements(state, base, start, end)?;
        match self.has_elements(state, &cells.as_slice()[range.clone()]) {
            true => Err(Interrupt::gave_up("a copy of an array whose elements own memory")),
            false => Ok((cells, range)),
        }
    }

    /// As [`Context::isolate_run`], elements that own memory included.
    pub(crate) fn isolate_elements(
        &mut self,
        state: &State,
        base: Atom,
        start: Term,
        end: Term,
    ) -> Step<(Cells, Range<usize>)> {
        let mut cells = state.heap.block(base).expect("the block was just located").cells.clone();
        match cells.isolate(&mut self.solver, &state.facts, start, end) {
            Ok(range) => Ok((cells, range)),
            Err(undecided) => Err(Interrupt::Split(undecided.fact)),
        }
    }
}

/// Bytes of unknown contents, and among them a zero: a string, whose end a loop looks for. Whether an
/// offset lies before the zero or at it is then worth a case of its own. Letters that were read already do not change that where another one is
/// read at a constant offset, as in `s[0] == '-' && s[1] == '-' && s[2] == 0`.
fn is_terminated_run(terms: &TermTable, cells: &[Cell], offset: Term) -> bool {
    let is_run = |cell: &Cell| match cell.content {
        Content::Each(_)
        | Content::Striped(_)
        | Content::Unknown
        | Content::Letters
        | Content::Uninitialised
        | Content::Text
        | Content::Fill(_) => true,
        Content::Scalar(_) | Content::Owning(_) | Content::Tiles(_) | Content::Absent => false,
    };
    let is_letter = |cell: &Cell| {
        matches!(cell.content, Content::Scalar(_))
            && terms.constant_difference(cell.end, cell.start) == Some(1)
    };
    let letters = cells.iter().filter(|cell| is_letter(cell)).count();
    let is_few = letters == 0 || letters <= LETTERS_TOLD_APART && terms.as_constant(offset).is_some();
    is_few
        && (2..=4).contains(&(cells.len() - letters))
        && cells.iter().all(|cell| is_run(cell) || is_letter(cell))
        && cells.iter().any(|cell| cell.content == Content::Fill(0))
}

/// The run that a range of cells makes up, by the names that its ends have: those are constants if they can be.
fn place_of(cells: &Cells, range: &Range<usize>, (start, end): (Term, Term)) -> Cell {
    let row = cells.as_slice().get(range.clone()).unwrap_or_default();
    Cell {
        start: row.first().map_or(start, |cell| cell.start),
        end: row.last().map_or(end, |cell| cell.end),
        content: Content::Unknown,
    }
}

pub(crate) fn may_be_undefined(content: Content) -> bool {
    match content {
        Content::Uninitialised | Content::Striped(_) | Content::Text | Content::Tiles(_) => true,
        Content::Scalar(value) => !value.is_defined(),
        Content::Fill(_)
        | Content::Each(_)
        | Content::Owning(_)
        | Content::Unknown
        | Content::Letters
        | Content::Absent => false,
    }
}

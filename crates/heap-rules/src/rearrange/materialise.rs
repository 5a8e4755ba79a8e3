//! Adding one node of a shape to a heap, with everything that it owns.

use crate::{each, sorted};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::owning::Kind;
use symbolic_heap::segment::BackEnds;
use symbolic_heap::shape::{
    Encoding, FieldContent, Measure, OwnedHeap, OwnedList, RelativeAddress, ShapeField, Sibling, TAIL_END,
    Tail,
};
use symbolic_heap::{
    Block, Cell, Cells, Content, HeapRule, Lifetime, NodeKeys, Numbers, Order, Origin, Owning, PlaceTag,
    Region, Segment, State, Value, is_broken, with_free_bits,
};

/// Of which kind a new node is, and what its links hold.
pub(super) struct Node {
    pub kind: usize,
    pub link: Term,
    pub back: Option<Term>,
}

/// A node that was added.
pub(super) struct Added {
    /// Its entry address.
    pub entry: Term,
    /// Its numbers, for each of the orders of its segment.
    pub keys: Vec<Option<NodeKeys>>,
    /// Its numbers of which the segment tells something.
    pub numbers: Option<Vec<Term>>,
}

/// Adds a block for one node of the segment's shape.
pub(super) fn add_node(solver: &mut Solver, state: &mut State, segment: &Segment, node: &Node) -> Added {
    let shape = &segment.shape;
    let base = solver.terms.fresh_variable("node");
    let atom = solver.terms.as_atom(base).expect("a fresh variable is an atom");
    let mut block =
        NewBlock { region: shape.region, origin: shape.origin, ..NewBlock::new(atom, shape.link_bytes) };
    let encoding = match is_broken(solver, HeapRule::UnfoldForgetsTags) {
        false => shape.bodies[node.kind].encoding(),
        true => Encoding::default(),
    };
    block.add_word(shape.link, encoding.encode(&mut solver.terms, node.link, base));
    if let (Some(offset), Some(back)) = (shape.back, node.back) {
        block.add_word(offset, back);
    }
    let behind = solver.terms.add_constant(segment.count, -1);
    let shared = Shared { parameters: &segment.parameters, behind };
    block.add_fields(solver, state, &shape.bodies[node.kind].fields, shared);
    let keys = sorted::expose_numbers(solver, state, segment, &mut block.cells);
    let numbers = each::expose(solver, state, segment, &mut block.cells);
    let size = block.size(solver, state, (shape.node_size, shape.tail), None);
    block.insert(solver, state, size, shape.node_size);
    let entry = solver.terms.add_constant(base, i128::from(shape.entry));
    let positive = solver.terms.constant(1);
    let fact = solver.terms.at_most(positive, segment.count);
    state.assume(solver, fact);
    Added { entry, keys, numbers }
}

/// Adds what an element of an array owns, and returns what its bytes hold. It shares nothing with others but how large blocks are.
pub(super) fn add_element(
    solver: &mut Solver,
    state: &mut State,
    array: Atom,
    owning: Owning,
    kind: &Kind,
) -> Vec<(u64, u64, Content)> {
    let mut element = NewBlock::new(array, u64::from(owning.size.word));
    element.rows = owning.rows(&solver.terms);
    let behind = solver.terms.constant(0);
    element.add_fields(solver, state, kind, Shared { parameters: &[], behind });
    element.cells.sort_by_key(|cell| cell.0);
    element.cells
}

/// What a node has in common with the others of its row.
#[derive(Clone, Copy)]
struct Shared<'a> {
    parameters: &'a [Term],
    /// How many nodes come after it.
    behind: Term,
}

/// A block whose cells are being put together.
struct NewBlock {
    base: Atom,
    region: Region,
    cells: Vec<(u64, u64, Content)>,
    pointer_bytes: u64,
    lifetime: Lifetime,
    origin: Origin,
    /// Where the zero is that ends the string of its tail.
    zero: Option<Term>,
    /// How large blocks are that it owns and that are as large as those of others.
    rows: Option<Term>,
}

impl NewBlock {
    fn new(base: Atom, pointer_bytes: u64) -> NewBlock {
        let lifetime = Lifetime::Live;
        let origin = Origin::default();
        let (region, cells) = (Region::Heap, Vec::new());
        NewBlock { base, region, cells, pointer_bytes, lifetime, origin, zero: None, rows: None }
    }

    fn add_word(&mut self, start: u64, term: Term) {
        self.cells.push((start, start + self.pointer_bytes, Content::Scalar(Value::defined(term))));
    }

    /// The word at an offset. What other words are told by is a word, whatever else is known of it.
    fn word(&mut self, solver: &mut Solver, state: &mut State, offset: u64) -> Term {
        let position = self.cells.iter().position(|cell| cell.0 == offset);
        let is_whole = |&position: &usize| self.cells[position].1 >= offset + self.pointer_bytes;
        let content = position.filter(is_whole).map(|position| self.cells[position].2);
        match content {
            Some(Content::Scalar(value)) if value.is_defined() => value.term,
            Some(Content::Fill(0)) => solver.terms.constant(0),
            _ => {
                let word = solver.terms.fresh_variable("word");
                self.assume_address(solver, state, word);
                if let Some(position) = position
                    && self.cells[position].1 == offset + self.pointer_bytes
                {
                    self.cells[position].2 = Content::Scalar(Value::defined(word));
                }
                word
            }
        }
    }

    /// A number in the range of a pointer.
    fn assume_address(&self, solver: &mut Solver, state: &mut State, address: Term) {
        let highest = (1 << (8 * self.pointer_bytes)) - 1;
        let (zero, highest) = (solver.terms.constant(0), solver.terms.constant(highest));
        let range = [solver.terms.at_most(zero, address), solver.terms.at_most(address, highest)];
        state.facts.assume_all(solver, &range);
    }

    fn address(&mut self, solver: &mut Solver, state: &mut State, place: RelativeAddress) -> Term {
        match place {
            RelativeAddress::Null => solver.terms.constant(0),
            RelativeAddress::Own(distance) => {
                let own = solver.terms.atom_term(self.base);
                solver.terms.add_constant(own, i128::from(distance))
            }
            RelativeAddress::Like(Sibling { field, plus }) => {
                let word = self.word(solver, state, field);
                let address = solver.terms.add_constant(word, i128::from(plus));
                if plus != 0 {
                    self.assume_address(solver, state, address);
                }
                address
            }
        }
    }

    /// Adds fields; those that are told by others come after them.
    fn add_fields(
        &mut self,
        solver: &mut Solver,
        state: &mut State,
        fields: &[ShapeField],
        shared: Shared<'_>,
    ) {
        let mut waiting: Vec<&ShapeField> = fields.iter().collect();
        while !waiting.is_empty() {
            let is_ready = |field: &&ShapeField| {
                !tellers(&field.content)
                    .iter()
                    .any(|&(start, end)| waiting.iter().any(|other| other.start < end && start < other.end))
            };
            // Words that are told by each other in a circle are left open.
            let position = waiting.iter().position(is_ready).unwrap_or(0);
            let field = waiting.remove(position);
            self.add_field(solver, state, field, shared);
        }
    }

    fn add_field(&mut self, solver: &mut Solver, state: &mut State, field: &ShapeField, shared: Shared<'_>) {
        let parameters = shared.parameters;
        let content = match &field.content {
            FieldContent::Uninitialised => Content::Uninitialised,
            FieldContent::Fill(byte) => Content::Fill(*byte),
            FieldContent::Anything => Content::Unknown,
            FieldContent::Text => Content::Text,
            FieldContent::Within(numbers) => {
                Content::Scalar(Value::defined(some_number(solver, state, numbers)))
            }
            FieldContent::Shared(index) => Content::Scalar(Value::defined(parameters[*index])),
            // The word is there already, as a link.
            FieldContent::Link(_) => return,
            FieldContent::Partly { index, undefined } => {
                let bits = u32::try_from(8 * (field.end - field.start)).unwrap_or(u32::MAX);
                let term = with_free_bits(solver, &mut state.facts, parameters[*index], *undefined, bits);
                let undefined = match is_broken(solver, HeapRule::UnfoldStoresAllBits) {
                    false => *undefined,
                    true => 0,
                };
                Content::Scalar(Value { term, undefined })
            }
            FieldContent::Counting { index, step } => {
                let number = solver.terms.add_scaled(parameters[*index], *step, shared.behind);
                Content::Scalar(Value::defined(number))
            }
            FieldContent::Own(distance) => {
                Content::Scalar(Value::defined(self.address(solver, state, RelativeAddress::Own(*distance))))
            }
            FieldContent::Like(sibling) => {
                Content::Scalar(Value::defined(self.address(solver, state, RelativeAddress::Like(*sibling))))
            }
            FieldContent::Owned(heap) => {
                let address = self.add_owned(solver, state, heap);
                Content::Scalar(Value::defined(address))
            }
        };
        self.cells.push((field.start, field.end, content));
    }

    /// Adds what a node owns through a field, and returns what the field holds.
    fn add_owned(&mut self, solver: &mut Solver, state: &mut State, heap: &OwnedHeap) -> Term {
        match heap {
            OwnedHeap::Block { size, tail, entry, fields, parameters, is_optional, origin } => {
                let base = solver.terms.fresh_variable("owned");
                let atom = solver.terms.as_atom(base).expect("a fresh variable is an atom");
                let mut block = NewBlock { origin: *origin, ..NewBlock::new(atom, self.pointer_bytes) };
                if *is_optional {
                    block.lifetime = Lifetime::Optional;
                }
                let parameters: Vec<Term> =
                    parameters.iter().map(|&address| self.address(solver, state, address)).collect();
                // Nothing counts in what nodes own.
                let behind = solver.terms.constant(0);
                let shared = Shared { parameters: &parameters, behind };
                block.add_fields(solver, state, fields, shared);
                let least = *size;
                let size = block.size(solver, state, (least, *tail), Some(self));
                block.insert(solver, state, size, least);
                solver.terms.add_constant(base, i128::from(*entry))
            }
            OwnedHeap::Ended { size, entry } => {
                let base = solver.terms.fresh_variable("ended");
                let atom = solver.terms.as_atom(base).expect("a fresh variable is an atom");
                let terms = &mut solver.terms;
                let (one, size) = (terms.constant(1), terms.constant(i128::from(*size)));
                let highest = terms.constant((1 << (8 * self.pointer_bytes)) - 1);
                let end = terms.add(base, size);
                let facts = [terms.at_most(one, base), terms.at_most(end, highest)];
                state.facts.assume_all(solver, &facts);
                state.heap.insert_block(Block {
                    base: atom,
                    size,
                    region: Region::Heap,
                    lifetime: Lifetime::Reusable(PlaceTag::default()),
                    allocated_at: PlaceTag::default(),
                    stride: symbolic_heap::Stride::default(),
                    cells: Cells::empty(),
                });
                solver.terms.add_constant(base, i128::from(*entry))
            }
            OwnedHeap::List(list) => self.add_list(solver, state, list),
        }
    }

    fn add_list(&mut self, solver: &mut Solver, state: &mut State, list: &OwnedList) -> Term {
        let first = solver.terms.fresh_variable("list");
        let next = self.address(solver, state, list.next);
        let previous = self.address(solver, state, list.previous);
        let parameters: Vec<Term> =
            list.parameters.iter().map(|&place| self.address(solver, state, place)).collect();
        let minimum = match is_broken(solver, HeapRule::OwnedListsHaveNodes) {
            false => list.minimum,
            true => list.minimum.max(1),
        };
        let count = fresh_count(solver, state, minimum);
        let back = list.shape.back.map(|_| BackEnds { last: solver.terms.fresh_variable("last"), previous });
        let segment = Segment {
            shape: Arc::clone(&list.shape),
            first,
            next,
            back,
            minimum,
            count,
            parameters,
            order: Order::any(list.shape.bodies.len()),
            members: Vec::new(),
            sorted: Vec::new(),
            each: None,
        };
        for end in std::iter::once(first).chain(back.map(|ends| ends.last)) {
            for fact in segment.range_of_end(&mut solver.terms, end) {
                state.facts.assume(solver, fact);
            }
        }
        if let (Some(offset), Some(ends)) = (list.last, back) {
            self.add_word(offset, ends.last);
        }
        state.heap.push_segment(segment.canonical(&mut solver.terms));
        first
    }

    /// The number in a word that tells a length.
    fn number(&mut self, solver: &mut Solver, state: &mut State, measure: Measure) -> Option<Term> {
        let (start, end) = (measure.field, measure.field + measure.bytes);
        let (zero, highest) = (solver.terms.constant(0), solver.terms.constant(measure.highest()));
        let range = |solver: &mut Solver, number: Term| {
            [solver.terms.at_most(zero, number), solver.terms.at_most(number, highest)]
        };
        let position = self.cells.iter().position(|cell| cell.0 <= start && end <= cell.1)?;
        let (from, to, content) = self.cells[position];
        match content {
            Content::Scalar(value) => {
                let range = range(solver, value.term);
                let is_number =
                    (from, to) == (start, end) && state.facts.proves_all(solver, &range).is_proved();
                (is_number && value.is_defined()).then_some(value.term)
            }
            Content::Fill(0) => Some(zero),
            // It is stored, whatever else is known of it.
            Content::Fill(_)
            | Content::Each(_)
            | Content::Unknown
            | Content::Letters
            | Content::Uninitialised
            | Content::Text => {
                let content = if content == Content::Text { Content::Uninitialised } else { content };
                let number = solver.terms.fresh_variable("length");
                let range = range(solver, number);
                state.facts.assume_all(solver, &range);
                let word = Content::Scalar(Value::defined(number));
                let pieces = [(from, start, content), (start, end, word), (end, to, content)];
                self.cells.splice(position..=position, pieces.into_iter().filter(|piece| piece.0 < piece.1));
                Some(number)
            }
            Content::Owning(_) | Content::Striped(_) | Content::Tiles(_) | Content::Absent => None,
        }
    }

    /// How large the block is: so many bytes and a tail.
    fn size(
        &mut self,
        solver: &mut Solver,
        state: &mut State,
        (size, tail): (u64, Tail),
        owner: Option<&mut NewBlock>,
    ) -> Term {
        let size = solver.terms.constant(i128::from(size));
        let number = match (tail, owner) {
            (Tail::Empty, _) => return size,
            (Tail::Shared, Some(NewBlock { rows: Some(rows), .. })) => {
                // The bytes that all such blocks have are there.
                let fact = solver.terms.at_most(size, *rows);
                state.facts.assume(solver, fact);
                return match is_broken(solver, HeapRule::RowsAreLarger) {
                    false => *rows,
                    true => solver.terms.add_constant(*rows, 1),
                };
            }
            (Tail::Open | Tail::Shared, _) => None,
            (Tail::Text, _) => return self.size_of_text(solver, state, size),
            (Tail::Told(measure), Some(owner)) if measure.is_owners => {
                owner.number(solver, state, measure).map(|number| (measure, number))
            }
            (Tail::Told(measure), _) => self.number(solver, state, measure).map(|number| (measure, number)),
        };
        let mut length = match number {
            Some((measure, number)) => measure.length(&mut solver.terms, number),
            None => solver.terms.fresh_variable("length"),
        };
        let zero = solver.terms.constant(0);
        let fact = solver.terms.at_most(zero, length);
        state.facts.assume(solver, fact);
        if number.is_some() && is_broken(solver, HeapRule::UnfoldLengthensTails) {
            length = solver.terms.add_constant(length, 1);
        }
        solver.terms.add(size, length)
    }

    /// How large the block is behind whose first bytes a string begins.
    fn size_of_text(&mut self, solver: &mut Solver, state: &mut State, first: Term) -> Term {
        let (letters, rest) = (solver.terms.fresh_variable("length"), solver.terms.fresh_variable("rest"));
        let nothing = solver.terms.constant(0);
        let facts = [solver.terms.at_most(nothing, letters), solver.terms.at_most(nothing, rest)];
        state.facts.assume_all(solver, &facts);
        let zero = solver.terms.add(first, letters);
        self.zero = Some(zero);
        let behind = solver.terms.add_constant(zero, 1);
        solver.terms.add(behind, rest)
    }

    /// Makes it a block of at least so many bytes; the cells cover it.
    fn insert(mut self, solver: &mut Solver, state: &mut State, size: Term, least: u64) {
        self.cells.sort_by_key(|cell| cell.0);
        let mut cells = Vec::new();
        for (start, end, content) in self.cells {
            let start = solver.terms.constant(i128::from(start));
            match (end, self.zero) {
                (TAIL_END, Some(zero)) => {
                    cells.extend(crate::texts::cells_of(solver, (start, zero, size), content))
                }
                (TAIL_END, None) => cells.push(Cell { start, end: size, content }),
                (end, _) => {
                    cells.push(Cell { start, end: solver.terms.constant(i128::from(end)), content });
                }
            }
        }
        let terms = &mut solver.terms;
        let address = terms.atom_term(self.base);
        let end = terms.add(address, size);
        let lowest = terms.constant(if self.lifetime == Lifetime::Optional { 0 } else { 1 });
        let highest = terms.constant((1 << (8 * self.pointer_bytes)) - 1);
        // What every allocation guarantees: not null, no wrap-around; on the heap, aligned for what fits into it.
        let mut facts = vec![terms.at_most(lowest, address), terms.at_most(end, highest)];
        if self.region == Region::Heap {
            let alignment = 1 << least.clamp(1, 2 * self.pointer_bytes).ilog2();
            facts.push(terms.divides(alignment, address));
        }
        for fact in facts {
            state.facts.assume(solver, fact);
        }
        state.heap.insert_block(Block {
            base: self.base,
            size,
            region: self.region,
            lifetime: self.lifetime,
            allocated_at: self.origin.tag(),
            stride: symbolic_heap::Stride::default(),
            cells: Cells::from_cells(cells),
        });
    }
}

/// The places of the words of the same block by which a content is told.
fn tellers(content: &FieldContent) -> Vec<(u64, u64)> {
    let of_sibling = |sibling: Sibling| (sibling.field, sibling.field + 1);
    let of_place = |place: &RelativeAddress| match place {
        RelativeAddress::Like(sibling) => Some(of_sibling(*sibling)),
        RelativeAddress::Null | RelativeAddress::Own(_) => None,
    };
    match content {
        FieldContent::Like(sibling) => vec![of_sibling(*sibling)],
        FieldContent::Owned(heap) => match &**heap {
            OwnedHeap::List(list) => {
                [list.next, list.previous].iter().chain(&list.parameters).filter_map(of_place).collect()
            }
            OwnedHeap::Block { tail, parameters, .. } => {
                let of_tail = match tail {
                    Tail::Told(measure) if measure.is_owners => {
                        Some((measure.field, measure.field + measure.bytes))
                    }
                    Tail::Empty | Tail::Told(_) | Tail::Open | Tail::Shared | Tail::Text => None,
                };
                parameters.iter().filter_map(of_place).chain(of_tail).collect()
            }
            OwnedHeap::Ended { .. } => Vec::new(),
        },
        FieldContent::Uninitialised
        | FieldContent::Fill(_)
        | FieldContent::Anything
        | FieldContent::Text
        | FieldContent::Within(_)
        | FieldContent::Shared(_)
        | FieldContent::Partly { .. }
        | FieldContent::Counting { .. }
        | FieldContent::Own(_)
        | FieldContent::Link(_) => Vec::new(),
    }
}

/// A new name for one of the numbers.
fn some_number(solver: &mut Solver, state: &mut State, numbers: &Numbers) -> Term {
    if numbers.single().is_some() || is_broken(solver, HeapRule::UnfoldTakesLowestNumber) {
        return solver.terms.constant(numbers.low());
    }
    let value = solver.terms.fresh_variable("value");
    let (low, high) = (solver.terms.constant(numbers.low()), solver.terms.constant(numbers.high()));
    let mut facts = vec![solver.terms.at_most(low, value), solver.terms.at_most(value, high)];
    for &exception in numbers.exceptions() {
        let exception = solver.terms.constant(exception);
        facts.push(solver.terms.not_equal(value, exception));
    }
    state.facts.assume_all(solver, &facts);
    value
}

fn fresh_count(solver: &mut Solver, state: &mut State, minimum: u64) -> Term {
    let count = solver.terms.fresh_variable("count");
    let least = solver.terms.constant(i128::from(minimum));
    let fact = solver.terms.at_most(least, count);
    state.assume(solver, fact);
    count
}

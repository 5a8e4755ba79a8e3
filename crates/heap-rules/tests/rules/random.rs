//! Random states of a family, by the kind of steps that symbolic execution takes: rows of nodes
//! and segments, most of them linked in order, seen from registers.

use crate::families::Family;
use pure_logic::{Solver, Term, Width};
use std::sync::Arc;
use symbolic_heap::segment::BackEnds;
use symbolic_heap::shape::{OwnedHeap, RelativeAddress, TAIL_END, Tail};
use symbolic_heap::{
    Block, Cell, Cells, Content, EachNode, FieldContent, Kinds, Lifetime, NodeWord, Order, PlaceTag, Region,
    Segment, Shape, ShapeField, Sorted, State, Value,
};

/// A small generator of numbers, so that every run makes the same states.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A node or a segment of the row that is being made.
#[derive(Clone, Copy)]
struct Part {
    first: Term,
    last: Term,
    is_segment: bool,
}

struct Builder<'a> {
    solver: &'a mut Solver,
    family: &'a Family,
    random: &'a mut Random,
    state: State,
    /// Addresses that something may hold.
    pool: Vec<Term>,
    /// The lengths of segments.
    counts: Vec<Term>,
    /// Numbers that nodes hold or are compared with.
    numbers: Vec<Term>,
}

/// A random state of a family.
pub fn random_state(solver: &mut Solver, family: &Family, random: &mut Random) -> State {
    let state = State::new(family.world.registers.len());
    let null = solver.terms.constant(0);
    let mut builder =
        Builder { solver, family, random, state, pool: vec![null], counts: Vec::new(), numbers: Vec::new() };
    builder.build();
    builder.state
}

/// Where the nodes of a shape hold the length of their tail or of what they own.
fn length_word(shape: &Shape) -> Option<u64> {
    let owned = shape.bodies[0].fields.iter().filter_map(|field| match &field.content {
        FieldContent::Owned(heap) => match &**heap {
            OwnedHeap::Block { tail, .. } => Some(*tail),
            _ => None,
        },
        _ => None,
    });
    owned.chain([shape.tail]).find_map(|tail| match tail {
        Tail::Told(measure) => Some(measure.field),
        Tail::Empty | Tail::Open | Tail::Shared | Tail::Text => None,
    })
}

/// The node that owns something.
#[derive(Clone, Copy)]
struct Owner {
    base: Term,
    link: Term,
    /// What its length says, if it has one.
    number: Term,
}

impl Builder<'_> {
    fn build(&mut self) {
        let entry = i128::from(self.family.shape.entry);
        let head = self.family.head.map(|head| self.solver.terms.atom_term(head));
        self.pool.extend(head);
        if self.random.one_in(3) {
            let free = self.solver.terms.fresh_variable("z");
            self.assume_address(free);
            self.pool.push(free);
        }
        let length = self.random.below(4);
        let parts: Vec<Part> = (0..length)
            .map(|_| {
                if self.random.one_in(2) {
                    let base = self.solver.terms.fresh_variable("b");
                    let first = self.solver.terms.add_constant(base, entry);
                    let last = self.solver.terms.add_constant(first, self.family.shape.turn());
                    Part { first, last, is_segment: false }
                } else {
                    let first = self.solver.terms.fresh_variable("x");
                    let last = self.solver.terms.fresh_variable("l");
                    Part { first, last, is_segment: true }
                }
            })
            .collect();
        for part in &parts {
            self.pool.push(part.first);
            if part.is_segment && self.family.shape.back.is_some() {
                self.pool.push(part.last);
            }
        }
        // Where the whole row ends: at null, or back at the head.
        let end = head.unwrap_or(self.pool[0]);
        for (index, part) in parts.iter().enumerate() {
            let next = parts.get(index + 1).map_or(end, |after| after.first);
            let next = self.usually(next);
            let previous = if index == 0 { end } else { parts[index - 1].last };
            let previous = self.usually(previous);
            if part.is_segment {
                self.add_segment(*part, next, previous);
            } else {
                self.add_node(part.first, next, previous);
            }
        }
        if let Some(base) = self.family.head {
            let first = self.usually(parts.first().map_or(end, |part| part.first));
            let last = self.usually(parts.last().map_or(end, |part| part.last));
            self.add_head(base, first, last);
        }
        self.add_registers(&parts, end);
        self.add_facts();
    }

    /// Nearly always what pointers are: numbers in their range.
    fn assume_address(&mut self, term: Term) {
        if self.random.one_in(10) {
            return;
        }
        let width = Width { bits: 64, signed: false };
        if let Some(facts) = self.solver.terms.in_range(term, width) {
            self.state.facts.assume_all(self.solver, &facts);
        }
    }

    /// The given address, but now and then another one.
    fn usually(&mut self, address: Term) -> Term {
        if self.random.one_in(16) {
            let pool = self.pool.clone();
            return self.random.pick(&pool);
        }
        address
    }

    fn add_head(&mut self, base: pure_logic::Atom, first: Term, last: Term) {
        let zero = self.solver.terms.constant(0);
        let (eight, sixteen) = (self.solver.terms.constant(8), self.solver.terms.constant(16));
        let mut cells =
            vec![Cell { start: zero, end: eight, content: Content::Scalar(Value::defined(first)) }];
        let mut size = eight;
        if self.family.shape.back.is_some() {
            cells.push(Cell { start: eight, end: sixteen, content: Content::Scalar(Value::defined(last)) });
            size = sixteen;
        }
        self.add_block(base, size, Region::Static, cells);
    }

    fn add_node(&mut self, first: Term, next: Term, previous: Term) {
        let shape = Arc::clone(&self.family.shape);
        let base_term = self.solver.terms.add_constant(first, -i128::from(shape.entry));
        let base = self.solver.terms.as_atom(base_term).expect("a node has a name");
        let body = &shape.bodies[self.random.below(shape.bodies.len())];
        let link = body.encoding().encode(&mut self.solver.terms, next, base_term);
        let mut fields = vec![(shape.link, shape.link + 8, Content::Scalar(Value::defined(link)))];
        if let Some(back) = shape.back {
            fields.push((back, back + 8, Content::Scalar(Value::defined(previous))));
        }
        let is_link = |field: &&ShapeField| matches!(field.content, FieldContent::Link(_));
        let number = self.length();
        let length_at = length_word(&shape);
        for field in body.fields.iter().filter(|field| !is_link(field)) {
            let owner = Owner { base: base_term, link: next, number };
            let content = match length_at == Some(field.start) && !self.random.one_in(16) {
                true => Content::Scalar(Value::defined(number)),
                false => self.node_content(&field.content, owner),
            };
            fields.push((field.start, field.end, content));
        }
        let size = self.size(shape.node_size, shape.tail, number);
        let cells = self.cells(fields, size);
        self.add_block(base, size, shape.region, cells);
    }

    /// A length, as nodes hold it: a constant or a small number that is not known.
    fn length(&mut self) -> Term {
        match self.random.below(3) {
            0 => {
                let length = self.random.below(3) as i128;
                self.solver.terms.constant(length)
            }
            _ => self.number_between(0, 2),
        }
    }

    /// How large a block with a tail is that a number tells, usually.
    fn size(&mut self, size: u64, tail: Tail, number: Term) -> Term {
        let size = self.solver.terms.constant(i128::from(size));
        let mut length = match tail {
            Tail::Empty => return size,
            Tail::Open | Tail::Shared | Tail::Text => self.length(),
            Tail::Told(measure) => measure.length(&mut self.solver.terms, number),
        };
        if self.random.one_in(16) {
            length = self.length();
        }
        let zero = self.solver.terms.constant(0);
        let fact = self.solver.terms.at_most(zero, length);
        self.state.facts.assume(self.solver, fact);
        self.solver.terms.add(size, length)
    }

    fn cells(&mut self, mut fields: Vec<(u64, u64, Content)>, size: Term) -> Vec<Cell> {
        fields.sort_by_key(|field| field.0);
        let mut cells = Vec::new();
        for (start, end, content) in fields {
            let start = self.solver.terms.constant(i128::from(start));
            match end {
                TAIL_END => cells.extend(self.tail_cells(start, size, content)),
                end => cells.push(Cell { start, end: self.solver.terms.constant(i128::from(end)), content }),
            }
        }
        cells
    }

    /// The bytes of a tail: all of one content, or stored up to a zero somewhere.
    fn tail_cells(&mut self, start: Term, size: Term, content: Content) -> Vec<Cell> {
        if content != Content::Uninitialised || self.random.one_in(2) {
            return vec![Cell { start, end: size, content }];
        }
        let letters = self.length();
        let zero = self.solver.terms.add(start, letters);
        let behind = self.solver.terms.add_constant(zero, 1);
        let nothing = self.solver.terms.constant(0);
        let facts = [self.solver.terms.at_most(nothing, letters), self.solver.terms.at_most(behind, size)];
        self.state.facts.assume_all(self.solver, &facts);
        let stored = if self.random.one_in(6) { Content::Uninitialised } else { Content::Unknown };
        vec![
            Cell { start, end: zero, content: stored },
            Cell { start: zero, end: behind, content: Content::Fill(0) },
            Cell { start: behind, end: size, content },
        ]
    }

    fn add_block(&mut self, base: pure_logic::Atom, size: Term, region: Region, cells: Vec<Cell>) {
        let terms = &mut self.solver.terms;
        let address = terms.atom_term(base);
        let end = terms.add(address, size);
        let is_optional = region == Region::Heap && self.random.one_in(16);
        let lowest = terms.constant(if is_optional { 0 } else { 1 });
        let highest = terms.constant((1 << 64) - 1);
        let facts = [terms.at_most(lowest, address), terms.at_most(end, highest), terms.divides(16, address)];
        self.state.facts.assume_all(self.solver, &facts);
        self.state.heap.insert_block(Block {
            base,
            size,
            region,
            lifetime: if is_optional { Lifetime::Optional } else { Lifetime::Live },
            allocated_at: PlaceTag::default(),
            stride: symbolic_heap::Stride::default(),
            cells: Cells::from_cells(cells),
        });
    }

    /// What a node may hold where the family's shape has this content.
    fn node_content(&mut self, content: &FieldContent, owner: Owner) -> Content {
        match content {
            FieldContent::Uninitialised => Content::Uninitialised,
            FieldContent::Like(sibling) => {
                let address = self.solver.terms.add_constant(owner.link, i128::from(sibling.plus));
                Content::Scalar(Value::defined(self.usually(address)))
            }
            FieldContent::Owned(heap) => {
                // A null pointer, a pointer of the pool, or something of its own.
                match self.random.below(4) {
                    0 => Content::Scalar(Value::defined(self.pool[0])),
                    1 => {
                        let pool = self.pool.clone();
                        Content::Scalar(Value::defined(self.random.pick(&pool)))
                    }
                    _ => self.owned_content(heap, owner),
                }
            }
            FieldContent::Within(numbers) if self.random.one_in(2) => {
                Content::Scalar(Value::defined(self.number_between(numbers.low(), numbers.high())))
            }
            FieldContent::Anything if !self.family.keys().is_empty() && !self.random.one_in(4) => {
                Content::Scalar(Value::defined(self.some_number()))
            }
            FieldContent::Counting { .. } if !self.random.one_in(4) => {
                let value = self.random.below(3) as i128;
                let mut term = self.solver.terms.constant(value);
                // Sometimes the number is told by the length of a list.
                if let Some(&count) = self.counts.last()
                    && self.random.one_in(2)
                {
                    term = self.solver.terms.add_constant(count, value - 1);
                }
                Content::Scalar(Value::defined(term))
            }
            FieldContent::Partly { undefined, .. } if !self.random.one_in(4) => {
                let term = match self.random.below(3) {
                    0 => self.solver.terms.fresh_variable("v"),
                    value => self.solver.terms.constant(value as i128 - 1),
                };
                let undefined = if self.random.one_in(3) { 0 } else { *undefined };
                Content::Scalar(Value { term, undefined })
            }
            _ => match self.random.below(6) {
                0 => Content::Unknown,
                1 => Content::Uninitialised,
                2 => Content::Fill(0),
                3 => {
                    let value = self.solver.terms.fresh_variable("v");
                    Content::Scalar(Value::defined(value))
                }
                _ => {
                    let value = self.random.below(2) as i128;
                    Content::Scalar(Value::defined(self.solver.terms.constant(value)))
                }
            },
        }
    }

    /// A variable with bounds near these, perhaps with an exception.
    fn number_between(&mut self, low: i128, high: i128) -> Term {
        let value = self.solver.terms.fresh_variable("v");
        let lowest = self.solver.terms.constant(low + self.random.below(2) as i128);
        let highest = self.solver.terms.constant(high + self.random.below(2) as i128);
        let mut facts =
            vec![self.solver.terms.at_most(lowest, value), self.solver.terms.at_most(value, highest)];
        if self.random.one_in(3) {
            let exception = self.solver.terms.constant(self.random.below(3) as i128 - 1);
            facts.push(self.solver.terms.not_equal(value, exception));
        }
        self.state.facts.assume_all(self.solver, &facts);
        value
    }

    /// A block that a node owns, whose size the node may hold.
    fn owned_block(&mut self, heap: &OwnedHeap, owner: Owner) -> Content {
        let OwnedHeap::Block { size, tail, fields, .. } = heap else {
            return Content::Scalar(Value::defined(self.pool[0]));
        };
        if matches!(heap, OwnedHeap::Block { is_optional: true, .. }) && self.random.one_in(3) {
            return Content::Scalar(Value::defined(self.solver.terms.constant(0)));
        }
        let base_term = self.solver.terms.fresh_variable("o");
        let base = self.solver.terms.as_atom(base_term).expect("a fresh variable is an atom");
        let size = self.size(*size, *tail, owner.number);
        let mut contents = Vec::new();
        for field in fields {
            let content = self.node_content(&field.content, owner);
            contents.push((field.start, field.end, content));
        }
        let cells = self.cells(contents, size);
        self.add_block(base, size, Region::Heap, cells);
        Content::Scalar(Value::defined(base_term))
    }

    /// A block or a list that a node owns.
    fn owned_content(&mut self, heap: &OwnedHeap, owner: Owner) -> Content {
        let Some(inner) = self.family.inner_shape.clone() else { return self.owned_block(heap, owner) };
        let (next, shared) = match heap {
            OwnedHeap::List(list) => (list.next, list.parameters.clone()),
            OwnedHeap::Block { parameters, .. } => (RelativeAddress::Null, parameters.clone()),
            OwnedHeap::Ended { .. } => (RelativeAddress::Null, Vec::new()),
        };
        let end = self.seen_from(owner, next);
        // Now and then no nodes at all.
        if self.random.one_in(4) {
            return Content::Scalar(Value::defined(end));
        }
        if self.random.one_in(2) {
            let base_term = self.solver.terms.fresh_variable("o");
            let base = self.solver.terms.as_atom(base_term).expect("a fresh variable is an atom");
            let size = self.solver.terms.constant(i128::from(inner.node_size));
            let link = self.usually(end);
            let mut fields = vec![(inner.link, inner.link + 8, Content::Scalar(Value::defined(link)))];
            for field in &inner.bodies[0].fields {
                let content = match field.content {
                    FieldContent::Shared(index) if index < shared.len() => {
                        let address = self.seen_from(owner, shared[index]);
                        Content::Scalar(Value::defined(self.usually(address)))
                    }
                    _ => self.node_content(&field.content, Owner { base: base_term, link, ..owner }),
                };
                fields.push((field.start, field.end, content));
            }
            let cells = self.cells(fields, size);
            self.add_block(base, size, Region::Heap, cells);
            return Content::Scalar(Value::defined(base_term));
        }
        let first = self.solver.terms.fresh_variable("i");
        let next = self.usually(end);
        self.push_segment(&inner, first, next, None);
        let index = self.state.heap.segments().len() - 1;
        if !shared.is_empty() {
            let mut segment = (*self.state.heap.remove_segment(index)).clone();
            for (parameter, address) in segment.parameters.iter_mut().zip(shared) {
                let address = self.seen_from(owner, address);
                *parameter = self.usually(address);
            }
            self.state.heap.push_segment(segment);
        }
        Content::Scalar(Value::defined(first))
    }

    fn seen_from(&mut self, owner: Owner, address: RelativeAddress) -> Term {
        match address {
            RelativeAddress::Null => self.pool[0],
            RelativeAddress::Own(distance) => {
                self.solver.terms.add_constant(owner.base, i128::from(distance))
            }
            RelativeAddress::Like(sibling) => {
                self.solver.terms.add_constant(owner.link, i128::from(sibling.plus))
            }
        }
    }

    fn add_segment(&mut self, part: Part, next: Term, previous: Term) {
        let mut shape = (*self.family.shape).clone();
        if let Some(inner) = &self.family.shape_without_sharing
            && self.random.one_in(2)
        {
            shape = (**inner).clone();
        }
        if self.random.one_in(3) {
            self.add_kind(&mut shape);
        }
        let back = shape.back.map(|_| BackEnds { last: part.last, previous });
        self.push_segment(&Arc::new(shape), part.first, next, back);
    }

    /// Nodes of a second kind: their shared value is another one, or anything.
    fn add_kind(&mut self, shape: &mut symbolic_heap::Shape) {
        let mut body = shape.bodies[0].clone();
        let is_shared = self.random.one_in(2);
        for field in &mut body.fields {
            field.content = match &field.content {
                FieldContent::Shared(_) if is_shared => FieldContent::Shared(shape.parameters),
                FieldContent::Shared(_) => FieldContent::Anything,
                FieldContent::Counting { step, .. } if is_shared => {
                    FieldContent::Counting { index: shape.parameters, step: -step }
                }
                FieldContent::Counting { .. } => FieldContent::Anything,
                FieldContent::Partly { undefined, .. } if is_shared => {
                    FieldContent::Partly { index: shape.parameters, undefined: *undefined }
                }
                FieldContent::Partly { .. } => FieldContent::Uninitialised,
                FieldContent::Owned { .. } => FieldContent::Fill(0),
                same => same.clone(),
            };
        }
        if shape.parameters > 0 && is_shared {
            shape.parameters += 1;
        }
        shape.bodies.push(body);
    }

    fn some_kinds(&mut self, count: usize) -> Kinds {
        (0..count)
            .filter(|_| !self.random.one_in(3))
            .fold(Kinds::default(), |set, kind| set.union(Kinds::one(kind)))
    }

    /// Some of the orders that nodes of the family may be in.
    fn some_orders(&mut self) -> Vec<Sorted> {
        let mut orders = Vec::new();
        for key in self.family.keys() {
            if self.random.one_in(3) {
                let (entry, exit) = (self.some_number(), self.some_number());
                orders.push(Sorted {
                    key,
                    is_strict: self.random.one_in(2),
                    entry,
                    exit,
                    entry_is_first: self.random.one_in(2),
                    exit_is_last: self.random.one_in(2),
                });
            }
        }
        orders
    }

    /// What holds of every node, of words by which nodes may be in order.
    fn some_each(&mut self) -> Option<EachNode> {
        let keys = self.family.keys();
        if keys.is_empty() || self.random.one_in(2) {
            return None;
        }
        let is_signed = self.random.one_in(2);
        let mut words: Vec<NodeWord> = keys
            .iter()
            .flat_map(|key| {
                [key.enter, key.leave].map(|offset| NodeWord { offset, bytes: key.bytes, is_signed })
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        let mut facts = Vec::new();
        for &word in &words {
            let (name, number) = (word.name(&mut self.solver.terms), self.some_number());
            let terms = &mut self.solver.terms;
            facts.push(match self.random.below(4) {
                0 => terms.at_most(name, number),
                1 => terms.at_most(number, name),
                2 => terms.not_equal(name, number),
                _ => continue,
            });
        }
        if let [first, .., last] = words[..]
            && self.random.one_in(2)
        {
            let terms = &mut self.solver.terms;
            let (first, last) = (first.name(terms), last.name(terms));
            facts.push(terms.at_most(first, last));
        }
        let is_first_known = self.random.one_in(3);
        let first = is_first_known.then(|| words.iter().map(|_| self.some_number()).collect());
        Some(EachNode::new(&mut self.solver.terms, words, first, &facts))
    }

    /// A number that nodes may hold or be compared with: a constant, or a variable, perhaps one that occurs already.
    fn some_number(&mut self) -> Term {
        match self.random.below(4) {
            0 => {
                let number = self.random.pick(&[-2, -1, 0, 1, 2, 3, 1 << 32]);
                self.solver.terms.constant(number)
            }
            1 | 2 if !self.numbers.is_empty() => {
                let numbers = self.numbers.clone();
                self.random.pick(&numbers)
            }
            _ => {
                let number = self.number_between(-2, 2);
                self.numbers.push(number);
                number
            }
        }
    }

    fn push_segment(
        &mut self,
        shape: &Arc<symbolic_heap::Shape>,
        first: Term,
        next: Term,
        back: Option<BackEnds>,
    ) {
        self.assume_address(first);
        if let Some(ends) = back {
            self.assume_address(ends.last);
        }
        let minimum = self.random.below(3) as u64;
        let count = self.solver.terms.fresh_variable("n");
        let least = self.solver.terms.constant(i128::from(minimum));
        let fact = self.solver.terms.at_most(least, count);
        self.state.facts.assume(self.solver, fact);
        self.counts.push(count);
        let parameters: Vec<Term> = (0..shape.parameters)
            .map(|_| match self.random.below(3) {
                0 => self.solver.terms.fresh_variable("p"),
                value => self.solver.terms.constant(value as i128 - 1),
            })
            .collect();
        let kinds = shape.bodies.len();
        let order = if kinds == 1 {
            Order::any(1)
        } else {
            Order {
                firsts: self.some_kinds(kinds),
                lasts: self.some_kinds(kinds),
                follows: (0..kinds).map(|_| self.some_kinds(kinds)).collect(),
            }
        };
        let (sorted, each) = (self.some_orders(), self.some_each());
        self.state.heap.push_segment(Segment {
            shape: Arc::clone(shape),
            first,
            next,
            back,
            minimum,
            count,
            parameters,
            order,
            members: Vec::new(),
            sorted,
            each,
        });
    }

    fn add_registers(&mut self, parts: &[Part], end: Term) {
        for index in 0..self.state.registers.len() {
            let usual = match index {
                0 => parts.first().map_or(end, |part| part.first),
                _ => {
                    let pool = self.pool.clone();
                    self.random.pick(&pool)
                }
            };
            let term = self.usually(usual);
            self.state.registers[index] = match self.random.below(8) {
                0 => None,
                _ => Some(Value::defined(term)),
            };
        }
    }

    fn add_facts(&mut self) {
        let pool = self.pool.clone();
        for _ in 0..self.random.below(3) {
            let (left, right) = (self.random.pick(&pool), self.random.pick(&pool));
            let fact = match self.random.below(4) {
                0 => self.solver.terms.equal(left, right),
                _ => self.solver.terms.not_equal(left, right),
            };
            self.state.facts.assume(self.solver, fact);
        }
        if !self.numbers.is_empty() {
            for _ in 0..self.random.below(3) {
                let (left, right) = (self.some_number(), self.some_number());
                let fact = self.solver.terms.at_most(left, right);
                self.state.facts.assume(self.solver, fact);
            }
        }
        if !self.counts.is_empty() && self.random.one_in(3) {
            let counts = self.counts.clone();
            let (left, right) = (self.random.pick(&counts), self.random.pick(&counts));
            let terms = &mut self.solver.terms;
            let fact = match self.random.below(3) {
                0 => {
                    let two = terms.constant(2);
                    terms.at_most(left, two)
                }
                1 => terms.equal(left, right),
                _ => {
                    let longer = terms.add_constant(right, 1);
                    terms.at_most(left, longer)
                }
            };
            self.state.facts.assume(self.solver, fact);
        }
    }
}

//! What a node holds, byte by byte: from it a definition is made, and of a definition it can be read again.
//!
//! ```text
//!   zero ⊑ stored ⊑ uninitialised      zero ⊑ null or owned(D)      owned(D) ⊑ null or owned(D)      link, parent: only equal to themselves
//! ```
//!
//! The join of two nodes is that of their fields; where there is none they are not nodes of one definition.

use super::kind::{Told, TreeKind};
use super::order::{self, Order};
use super::tags::{self, Nullness, Tag};
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, TermTable};
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::{
    Block, Cell, Cells, Content, Definition, Heap, HeapRule, Instance, Lifetime, Region, Value, is_broken,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// The address of a child.
    Link,
    /// The address of the parent.
    Parent,
    /// A word that holds zero: data, or the address of nothing.
    Zero,
    /// Something stored that is no address.
    Stored,
    /// Perhaps nothing was stored here; no address is.
    Uninitialised,
    /// The address of something that the node alone owns, by the definition of that.
    Owned { definition: Arc<Definition>, may_be_null: bool },
}

/// The fields of one kind of node, with their extents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeFields {
    pub kind: TreeKind,
    /// INVARIANT: ascending, without gaps, from zero to the size of the kind. Neighbours of bytes that are stored, or
    /// of bytes that are not, are one field.
    pub fields: Vec<(u64, u64, Field)>,
    /// What numbers say of the links.
    /// INVARIANT: each is a part of a field that is stored.
    pub(super) tags: Vec<Tag>,
    /// In which orders the nodes are, by numbers that are parts of stored fields.
    /// INVARIANT: empty if there are tags.
    pub orders: Vec<Order>,
}

impl NodeFields {
    /// Puts fields together, in their order.
    pub fn new(kind: TreeKind, fields: impl IntoIterator<Item = (u64, u64, Field)>) -> NodeFields {
        let mut merged: Vec<(u64, u64, Field)> = Vec::new();
        for (start, end, field) in fields {
            match merged.last_mut() {
                Some((_, last, before))
                    if *before == field && matches!(field, Field::Stored | Field::Uninitialised) =>
                {
                    *last = end;
                }
                _ => merged.push((start, end, field)),
            }
        }
        NodeFields { kind, fields: merged, tags: Vec::new(), orders: Vec::new() }
    }

    /// The same fields, with those tags that are parts of stored ones.
    #[must_use]
    pub(super) fn with_tags(mut self, tags: Vec<Tag>) -> NodeFields {
        let is_stored = |tag: &Tag| {
            let mut fields = self.fields.iter();
            fields
                .any(|(start, end, field)| *start <= tag.start && tag.end <= *end && *field == Field::Stored)
        };
        let nullness = |at: u64| {
            let (_, _, field) = self.fields.iter().find(|field| field.0 == at)?;
            match field {
                Field::Link | Field::Owned { may_be_null: true, .. } => Some(Nullness::Either),
                Field::Owned { may_be_null: false, .. } => Some(Nullness::Some),
                Field::Zero => Some(Nullness::Null),
                Field::Parent | Field::Stored | Field::Uninitialised => None,
            }
        };
        self.tags = tags.iter().filter(|tag| is_stored(tag)).map(|tag| tag.restricted(nullness)).collect();
        self
    }

    /// What is told of numbers of nodes.
    pub fn told(&self) -> Told {
        match (self.tags.is_empty(), self.orders.is_empty()) {
            (true, true) => Told::Nothing,
            (false, _) => Told::Tags,
            (true, false) => Told::Orders,
        }
    }

    /// The same fields, with those orders whose numbers are parts of stored ones.
    #[must_use]
    pub fn with_orders(mut self, orders: impl IntoIterator<Item = Order>) -> NodeFields {
        let is_stored = |order: &Order| {
            let end = order.key.enter + order.key.bytes;
            let mut fields = self.fields.iter();
            fields.any(|field| field.0 <= order.key.enter && end <= field.1 && field.2 == Field::Stored)
        };
        self.orders = orders.into_iter().filter(is_stored).collect();
        self
    }

    /// How many arguments of instances are no bounds.
    pub fn exact_arguments(&self) -> usize {
        1 + self.kind.parents.count_ones() as usize
    }

    /// What covers both; `None` if they are not nodes of one definition.
    pub fn join(&self, other: &NodeFields, solver: &mut Solver) -> Option<NodeFields> {
        if self.kind != other.kind {
            return None;
        }
        if self == other {
            return Some(self.clone());
        }
        let mut ends: Vec<u64> = self.fields.iter().chain(&other.fields).map(|field| field.1).collect();
        ends.sort_unstable();
        ends.dedup();
        let (mut left, mut right) = (self.fields.iter().peekable(), other.fields.iter().peekable());
        let (mut start, mut joined) = (0, Vec::new());
        for end in ends {
            let (one, two) = (*left.peek()?, *right.peek()?);
            let is_whole = |field: &(u64, u64, Field)| (field.0, field.1) == (start, end);
            joined.push((start, end, join_fields(&one.2, &two.2, is_whole(one) && is_whole(two), solver)?));
            left.next_if(|field| field.1 == end);
            right.next_if(|field| field.1 == end);
            start = end;
        }
        let joined =
            NodeFields::new(self.kind, joined).with_tags(tags::join(solver, &self.tags, &other.tags));
        Some(joined.with_orders(order::join(&self.orders, &other.orders)))
    }

    /// The definition of trees all of whose nodes have these fields.
    pub fn close(&self, terms: &mut TermTable) -> Definition {
        let own = Definition::formal(terms, 0);
        let mut formals = vec![own];
        let mut hidden = vec![Definition::hidden_name(terms, 0)];
        let (mut cells, mut links) = (Vec::new(), Vec::new());
        let (mut body, mut numbers, mut told) = (Heap::new(), Vec::new(), Vec::new());
        for (start, end, field) in &self.fields {
            let mut at = *start;
            let content = match field {
                Field::Link => {
                    let name = Definition::hidden_name(terms, hidden.len());
                    hidden.push(name);
                    links.push(name);
                    told.push((*start, name));
                    Content::Scalar(Value::defined(name))
                }
                Field::Parent => {
                    let name = Definition::formal(terms, formals.len());
                    formals.push(name);
                    Content::Scalar(Value::defined(name))
                }
                Field::Zero => Content::Scalar(Value::defined(terms.constant(0))),
                Field::Stored => {
                    for (from, to) in self.numbers_in(*start, *end) {
                        let name = Definition::hidden_name(terms, hidden.len());
                        hidden.push(name);
                        numbers.push((from, name));
                        cells.extend(cell(terms, at, from, Content::Unknown));
                        cells.extend(cell(terms, from, to, Content::Scalar(Value::defined(name))));
                        at = to;
                    }
                    Content::Unknown
                }
                Field::Uninitialised => Content::Uninitialised,
                Field::Owned { definition, may_be_null } => {
                    let name = Definition::hidden_name(terms, hidden.len());
                    hidden.push(name);
                    told.extend(may_be_null.then_some((*start, name)));
                    // Who the parent of its first node is, or was, is not told.
                    let mut arguments = vec![name];
                    for _ in 1..definition.formals.len() {
                        let unknown = Definition::hidden_name(terms, hidden.len());
                        hidden.push(unknown);
                        arguments.push(unknown);
                    }
                    body.add_instance(Instance {
                        definition: Arc::clone(definition),
                        arguments,
                        hole: None,
                        has_nodes: !may_be_null,
                    });
                    Content::Scalar(Value::defined(name))
                }
            };
            cells.extend(cell(terms, at, *end, content));
        }
        let atoms = |terms: &TermTable, names: &[pure_logic::Term]| -> Vec<Atom> {
            names.iter().filter_map(|&name| terms.as_atom(name)).collect()
        };
        let hidden = atoms(terms, &hidden);
        body.insert_block(Block {
            base: hidden[0],
            size: terms.constant(i128::from(self.kind.size)),
            region: Region::Heap,
            lifetime: Lifetime::Live,
            allocated_at: self.kind.origin,
            stride: symbolic_heap::Stride::default(),
            cells: Cells::from_cells(cells),
        });
        // What is true of every block of an allocator, and of every link to one or to none; `describe` asks it of words for parents.
        let mut facts = facts_of_block(terms, hidden[0], self.kind.size, self.kind.word);
        let (zero, highest) = (terms.constant(0), terms.constant(self.kind.highest_word()));
        let words = links.iter().chain(&formals[1..]);
        facts.extend(words.flat_map(|&word| [terms.at_most(zero, word), terms.at_most(word, highest)]));
        for tag in &self.tags {
            let number = numbers.iter().find(|number| number.0 == tag.start);
            facts.extend(number.into_iter().flat_map(|number| tag.facts(terms, number.1, &told)));
        }
        let mut uses: Vec<Vec<pure_logic::Term>> = Vec::new();
        for &link in &links {
            let mut passed = vec![own; formals.len()];
            passed[0] = link;
            uses.push(passed);
        }
        self.close_orders(terms, &numbers, &mut formals, &mut facts, &mut uses);
        Definition { uses, formals: atoms(terms, &formals), hidden, entry: self.kind.entry, facts, body }
    }

    /// The words in a stored field of which something is told.
    fn numbers_in(&self, start: u64, end: u64) -> BTreeSet<(u64, u64)> {
        let keys = self.orders.iter().map(|order| (order.key.enter, order.key.enter + order.key.bytes));
        let words = self.tags.iter().map(|tag| (tag.start, tag.end)).chain(keys);
        words.filter(|word| start <= word.0 && word.1 <= end).collect()
    }

    /// The formals, facts and uses that tell in which orders nodes are.
    fn close_orders(
        &self,
        terms: &mut TermTable,
        numbers: &[(u64, pure_logic::Term)],
        formals: &mut Vec<pure_logic::Term>,
        facts: &mut Vec<Fact>,
        uses: &mut [Vec<pure_logic::Term>],
    ) {
        for order in &self.orders {
            let Some(&(_, number)) = numbers.iter().find(|number| number.0 == order.key.enter) else {
                continue;
            };
            let first = formals.len();
            for _ in order.bounds() {
                let name = Definition::formal(terms, formals.len());
                formals.push(name);
            }
            let range = order.key.is_in_range(terms, number);
            facts.extend(range.iter().filter(|fact| !facts.contains(fact)).copied().collect::<Vec<Fact>>());
            facts.extend(order.facts(terms, &formals[first..], number));
            for (link, passed) in uses.iter_mut().enumerate() {
                passed.extend(order.passed(terms, link, &formals[first..], number));
            }
        }
    }

    /// The fields of a definition that was made by [`NodeFields::close`]: one that is used again, by its links.
    pub fn of_definition(terms: &TermTable, definition: &Definition) -> Option<NodeFields> {
        if definition.uses.is_empty() {
            return None;
        }
        let block = definition.body.block(definition.hidden[0])?;
        let size = u64::try_from(terms.as_constant(block.size)?).ok()?;
        let (entry, origin) = (definition.entry, block.allocated_at);
        let mut kind = TreeKind { size, origin, entry, word: 0, links: 0, parents: 0 };
        let (mut fields, mut numbers) = (Vec::new(), Vec::new());
        // What numbers tell something of, and what they do not have to tell.
        let (mut told, mut decided) = (Vec::new(), Vec::new());
        for cell in block.cells.iter() {
            let start = u64::try_from(terms.as_constant(cell.start)?).ok()?;
            let end = u64::try_from(terms.as_constant(cell.end)?).ok()?;
            let field = match cell.content {
                Content::Unknown => Field::Stored,
                Content::Uninitialised | Content::Text => Field::Uninitialised,
                Content::Scalar(value) if terms.as_constant(value.term) == Some(0) => Field::Zero,
                Content::Scalar(value) => {
                    let name = terms.as_atom(value.term)?;
                    let mut inner = definition.body.instances().map(|(_, instance)| instance);
                    if definition.uses.iter().any(|passed| passed[0] == value.term) {
                        Field::Link
                    } else if definition.formals.contains(&name) {
                        Field::Parent
                    } else if let Some(owned) = inner.find(|instance| instance.root() == value.term) {
                        Field::Owned {
                            definition: Arc::clone(&owned.definition),
                            may_be_null: !owned.has_nodes,
                        }
                    } else {
                        numbers.push((name, start, end));
                        Field::Stored
                    }
                }
                Content::Fill(_)
                | Content::Letters
                | Content::Each(_)
                | Content::Owning(_)
                | Content::Striped(_)
                | Content::Tiles(_)
                | Content::Absent => return None,
            };
            if matches!(field, Field::Link | Field::Parent) {
                kind.word = end - start;
                let bit = 1u64.checked_shl(u32::try_from(start / kind.word.max(1)).ok()?)?;
                match field {
                    Field::Link => kind.links |= bit,
                    _ => kind.parents |= bit,
                }
            }
            match (&field, cell.content) {
                (Field::Link | Field::Owned { may_be_null: true, .. }, Content::Scalar(value)) => {
                    told.push((start, value.term));
                }
                (Field::Zero | Field::Owned { .. }, _) => decided.push(start),
                _ => {}
            }
            fields.push((start, end, field));
        }
        let mut tags = Vec::new();
        let orders = Order::of_definition(terms, definition, &numbers)?;
        let is_key = |start: u64| orders.iter().any(|order| order.key.enter == start);
        for (name, start, end) in numbers.into_iter().filter(|number| !is_key(number.1)) {
            let tag = Tag::of_facts(terms, &definition.facts, name, &told, (start, end))?;
            tags.push(tag.with_words(&decided));
        }
        Some(NodeFields::new(kind, fields).with_tags(tags).with_orders(orders))
    }
}

/// The cell with these bytes, if there are any.
fn cell(terms: &mut TermTable, start: u64, end: u64, content: Content) -> Option<Cell> {
    let (first, last) = (terms.constant(i128::from(start)), terms.constant(i128::from(end)));
    (start < end).then_some(Cell { start: first, end: last, content })
}

/// Where a block of an allocator may be.
fn facts_of_block(terms: &mut TermTable, base: Atom, size: u64, word: u64) -> Vec<Fact> {
    let address = terms.atom_term(base);
    let (one, highest) = (terms.constant(1), terms.constant((1 << (8 * word)) - 1));
    let end = terms.add_constant(address, i128::from(size));
    vec![
        terms.at_most(one, address),
        terms.at_most(end, highest),
        terms.divides(2 * i128::from(word), address),
    ]
}

/// What covers two fields in the same bytes, all of both fields or not.
fn join_fields(left: &Field, right: &Field, is_whole: bool, solver: &mut Solver) -> Option<Field> {
    match (left, right) {
        (Field::Link, Field::Link) | (Field::Parent, Field::Parent) | (Field::Zero, Field::Zero)
            if is_whole =>
        {
            Some(left.clone())
        }
        (Field::Zero, Field::Owned { definition, .. }) | (Field::Owned { definition, .. }, Field::Zero)
            if is_whole =>
        {
            let may_be_null = !is_broken(solver, HeapRule::OwnedIsNeverNull);
            Some(Field::Owned { definition: Arc::clone(definition), may_be_null })
        }
        (
            Field::Owned { definition: one, may_be_null: one_may },
            Field::Owned { definition: two, may_be_null: two_may },
        ) if is_whole => Some(Field::Owned {
            definition: super::owned::join(one, two, solver)?,
            may_be_null: *one_may || *two_may,
        }),
        (Field::Link | Field::Parent | Field::Owned { .. }, _)
        | (_, Field::Link | Field::Parent | Field::Owned { .. }) => None,
        (Field::Uninitialised, Field::Zero | Field::Stored)
        | (Field::Zero | Field::Stored, Field::Uninitialised)
            if is_broken(solver, HeapRule::NodesOfTreesAreStored) =>
        {
            Some(Field::Stored)
        }
        (Field::Uninitialised, _) | (_, Field::Uninitialised) => Some(Field::Uninitialised),
        (Field::Zero | Field::Stored, Field::Zero | Field::Stored) => Some(Field::Stored),
    }
}

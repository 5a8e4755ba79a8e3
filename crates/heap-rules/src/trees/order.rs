//! In which order the numbers of the nodes of a tree are, as bounds that a node passes on to what is below it.
//!
//! ```text
//!   search(self, low, high)  :=  self = 0  |  low ≤ k ≤ high  *  search(l, low, k - s)  *  search(r, k + s, high)
//!   heap(self, low)          :=  self = 0  |  low ≤ k         *  heap(l, k + s)         *  heap(r, k + s)
//! ```
//!
//! With `s = 1` if it is strict and `s = 0` otherwise. Where it is descending, the greater numbers of a search tree are behind the first
//! link, and a heap has the greatest number first: its bound is an upper one.
//!
//! Sound: the facts are those of the definition, which exposing assumes; a fold proves them (`bounds.rs`).

use super::fields::{Field, NodeFields};
use crate::limits::KEYS_OF_TREE_NODES;
use crate::sorted::number_as;
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term, TermTable};
use symbolic_heap::{Content, Definition, Key, State, Variance};

/// How the number of a node is to those below it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Arrangement {
    /// What is below the first of two links is not greater, and what is below the second one is not less.
    Search,
    /// What is below is not less.
    Heap,
}

/// On which side numbers are bounded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Bound {
    Lower,
    Upper,
}

impl Bound {
    /// The fact that a bound is outside of a number, or of a narrower bound.
    pub fn is_outside(self, terms: &mut TermTable, outer: Term, inner: Term) -> Fact {
        match self {
            Bound::Lower => terms.at_most(outer, inner),
            Bound::Upper => terms.at_most(inner, outer),
        }
    }

    /// The number that is so many steps further inside.
    pub fn inside(self, terms: &mut TermTable, number: Term, steps: i128) -> Term {
        terms.add_constant(number, if self == Bound::Lower { steps } else { -steps })
    }

    /// The bound that no number is outside of.
    pub fn widest(self, key: Key) -> i128 {
        let (low, high) = key.range();
        if self == Bound::Lower { low } else { high }
    }
}

/// An order by one word of the nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Order {
    /// INVARIANT: `enter` is `leave`.
    pub key: Key,
    pub arrangement: Arrangement,
    pub is_strict: bool,
}

/// An order, and the bounds between which all numbers are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bounded {
    pub order: Order,
    /// INVARIANT: as many as [`Order::bounds`].
    pub bounds: Vec<Term>,
}

impl Order {
    /// The bounds that are passed down.
    pub fn bounds(self) -> &'static [Bound] {
        match (self.arrangement, self.key.is_descending) {
            (Arrangement::Search, _) => &[Bound::Lower, Bound::Upper],
            (Arrangement::Heap, false) => &[Bound::Lower],
            (Arrangement::Heap, true) => &[Bound::Upper],
        }
    }

    /// Whether a node passes a bound on as it is, not its own number.
    pub fn passes_own(self, link: usize, bound: Bound) -> bool {
        let has_lower_numbers = (link == 0) != self.key.is_descending;
        match self.arrangement {
            Arrangement::Search => has_lower_numbers == (bound == Bound::Lower),
            Arrangement::Heap => false,
        }
    }

    /// What a node with a number passes on to what is behind one of its links.
    pub fn passed(self, terms: &mut TermTable, link: usize, own: &[Term], number: Term) -> Vec<Term> {
        let steps = i128::from(self.is_strict);
        let pairs = self.bounds().iter().zip(own);
        let passed = pairs.map(|(&bound, &own)| match self.passes_own(link, bound) {
            true => own,
            false => bound.inside(terms, number, steps),
        });
        passed.collect()
    }

    /// What holds of the number of a node.
    pub fn facts(self, terms: &mut TermTable, own: &[Term], number: Term) -> Vec<Fact> {
        let pairs = self.bounds().iter().zip(own);
        pairs.map(|(&bound, &own)| bound.is_outside(terms, own, number)).collect()
    }

    /// What covers both; `None` if they are different orders.
    pub fn join(self, other: Order) -> Option<Order> {
        let is_strict = self.is_strict && other.is_strict;
        (Order { is_strict, ..self } == Order { is_strict, ..other }).then_some(Order { is_strict, ..self })
    }

    /// The same order with equal numbers.
    #[must_use]
    pub fn with_equals(self) -> Order {
        Order { is_strict: false, ..self }
    }

    /// Reads the order whose first bound is this formal; `numbers` are the names of words of the node.
    fn of_formal(
        terms: &TermTable,
        definition: &Definition,
        formal: usize,
        numbers: &[(Atom, u64, u64)],
    ) -> Option<Order> {
        let bound = match definition.variance(terms, formal) {
            Variance::Down => Bound::Lower,
            Variance::Up => Bound::Upper,
            Variance::Exact => return None,
        };
        let name = definition.formals[formal];
        let compared = definition.facts.iter().find_map(|fact| match *fact {
            Fact::NonNegative(term) if terms.mentions(term, name) => {
                terms.summands(term).iter().map(|summand| summand.0).find(|&atom| atom != name)
            }
            _ => None,
        });
        let &(number, start, end) = numbers.iter().find(|number| Some(number.0) == compared)?;
        let is_own = |passed: &&Vec<Term>| passed[formal] == terms.atom_term(name);
        let own = definition.uses.iter().position(|passed| is_own(&passed));
        let other = definition.uses.iter().find(|passed| !is_own(passed))?[formal];
        // The least number of the word says whether it has a sign. Any other lower bound is none of an order.
        let lowest = definition.facts.iter().find_map(|fact| match *fact {
            Fact::NonNegative(term) if terms.summands(term) == [(number, 1)] => {
                Some(-terms.constant_part(term))
            }
            _ => None,
        })?;
        let bits = u32::try_from(8 * (end - start)).ok()?;
        if lowest != 0 && lowest != -(1i128.checked_shl(bits - 1)?) {
            return None;
        }
        let (arrangement, is_descending) = match own {
            Some(link) => (Arrangement::Search, link != 0),
            None => (Arrangement::Heap, bound == Bound::Upper),
        };
        let key =
            Key { enter: start, leave: start, bytes: end - start, is_signed: lowest < 0, is_descending };
        Some(Order { key, arrangement, is_strict: terms.constant_part(other) != 0 })
    }

    /// The orders of a definition, in the order of its formals.
    pub fn of_definition(
        terms: &TermTable,
        definition: &Definition,
        numbers: &[(Atom, u64, u64)],
    ) -> Option<Vec<Order>> {
        let (mut formal, mut orders) = (definition.exact_arguments(terms), Vec::new());
        while formal < definition.formals.len() {
            let order = Order::of_formal(terms, definition, formal, numbers)?;
            formal += order.bounds().len();
            orders.push(order);
        }
        Some(orders)
    }
}

/// What covers the orders of two nodes or definitions.
pub(crate) fn join(left: &[Order], right: &[Order]) -> Vec<Order> {
    left.iter().filter_map(|one| right.iter().find_map(|two| one.join(*two))).collect()
}

/// The bounds of each order among the last arguments of an instance.
pub(crate) fn split(orders: &[Order], arguments: &[Term]) -> Vec<Bounded> {
    let count: usize = orders.iter().map(|order| order.bounds().len()).sum();
    let mut rest = &arguments[arguments.len() - count..];
    let mut found = Vec::with_capacity(orders.len());
    for &order in orders {
        let (own, others) = rest.split_at(order.bounds().len());
        found.push(Bounded { order, bounds: own.to_vec() });
        rest = others;
    }
    found
}

/// The bounds of an order, however strict it is there.
pub(crate) fn bounds_of(all: &[Bounded], order: Order) -> Option<&[Term]> {
    let found = all.iter().find(|bounded| bounded.order.with_equals() == order.with_equals())?;
    Some(&found.bounds)
}

/// The orders in which a single node is, with its numbers: all that its words allow.
pub(crate) fn of_node<'c>(
    solver: &mut Solver,
    state: &State,
    fields: &NodeFields,
    cells: impl Iterator<Item = (u64, u64, &'c Content)>,
) -> Vec<(Order, Term)> {
    let (mut found, mut words) = (Vec::new(), 0);
    if fields.kind.is_list() {
        return found;
    }
    for (start, end, content) in cells {
        let Content::Scalar(value) = *content else { continue };
        let bytes = end - start;
        if !value.is_defined() || !matches!(bytes, 1 | 2 | 4 | 8) || words == KEYS_OF_TREE_NODES {
            continue;
        }
        let stored =
            |field: &(u64, u64, Field)| field.0 <= start && end <= field.1 && field.2 == Field::Stored;
        if !fields.fields.iter().any(stored) {
            continue;
        }
        words += 1;
        let readings = [true, false].map(|is_signed| Key {
            enter: start,
            leave: start,
            bytes,
            is_signed,
            is_descending: false,
        });
        let is_read = |solver: &mut Solver, key: &Key| {
            let range = key.is_in_range(&mut solver.terms, value.term);
            state.facts.proves_all(solver, &range).is_proved()
        };
        let key = readings.into_iter().find(|key| is_read(solver, key)).unwrap_or(readings[0]);
        let Some(number) = number_as(solver, state, value.term, key) else { continue };
        for arrangement in [Arrangement::Search, Arrangement::Heap] {
            if arrangement == Arrangement::Search && fields.kind.links.count_ones() != 2 {
                continue;
            }
            for is_descending in [false, true] {
                let key = Key { is_descending, ..key };
                found.push((Order { key, arrangement, is_strict: true }, number));
            }
        }
    }
    found
}

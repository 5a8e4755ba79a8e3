//! Assuming a fact: equalities are solved and applied, bounds are merged, what follows at once is added.

use super::range::Range;
use super::state::{ORIGIN, Row, State, difference_ends};
use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::limits::{CONSEQUENCES_OF_A_FACT, ROUNDS_OF_A_DISJUNCTION};
use crate::number::floor_div;
use crate::term::{Atom, AtomKind, FLAG_COMPOUND, Term, TermTable, signature_bit};

enum Work {
    Fact(Fact),
    /// The values of the term (which need not be a normal shape) are in the range.
    Row(Term, Range),
}

/// Adds a fact, and what follows from it at once, to the state.
pub(crate) fn assume(terms: &mut TermTable, state: &mut State, fact: Fact) {
    let mut propagation =
        Propagation { terms, state, queue: vec![Work::Fact(fact)], bounds_changed: false, touched: 0 };
    propagation.run();
}

struct Propagation<'a> {
    terms: &'a mut TermTable,
    state: &'a mut State,
    queue: Vec<Work>,
    /// Whether the bounds of a single atom changed since remainders were last looked at.
    bounds_changed: bool,
    /// Signature of what changed since disjunctions were last looked at.
    touched: u64,
}

impl Propagation<'_> {
    fn run(&mut self) {
        let mut remaining = CONSEQUENCES_OF_A_FACT;
        let mut rounds = ROUNDS_OF_A_DISJUNCTION;
        loop {
            while let Some(work) = self.queue.pop() {
                if self.state.contradiction || remaining == 0 {
                    return;
                }
                remaining -= 1;
                match work {
                    Work::Fact(fact) => self.assume(fact),
                    Work::Row(term, range) => self.assume_row(term, range),
                }
            }
            if self.state.contradiction || rounds == 0 {
                return;
            }
            rounds -= 1;
            if self.bounds_changed {
                self.bounds_changed = false;
                self.resolve_quotients();
            }
            if self.queue.is_empty() {
                self.resolve_clauses();
                self.touched = 0;
            }
            if self.queue.is_empty() {
                return;
            }
        }
    }

    fn contradict(&mut self) {
        self.state.contradiction = true;
        self.queue.clear();
    }

    fn assume(&mut self, fact: Fact) {
        let fact = match fact {
            Fact::Zero(term) => {
                let term = self.state.normalise(self.terms, term);
                self.terms.plain_zero(term)
            }
            _ => self.state.normalise_fact(self.terms, fact),
        };
        match fact {
            Fact::True => {}
            Fact::False => self.contradict(),
            Fact::Zero(term) => self.assume_equality(term),
            Fact::NonNegative(term) => {
                let (shape, scale) = self.terms.shape(term);
                let constant = self.terms.constant_part(term);
                // The coefficients are coprime, so the scale is one or minus one.
                let range = if scale > 0 {
                    Range::between(Some(-constant), None)
                } else {
                    Range::between(None, Some(constant))
                };
                self.register(shape);
                self.merge_row(shape, range);
            }
            Fact::NonZero(term) => self.assume_disequality(term),
            Fact::AnyOf(clause) => {
                self.register_fact(fact);
                if !self.state.clauses.contains(&clause) {
                    self.state.clauses.push(clause);
                    self.touched |= self.terms.fact_summary(fact).signature;
                }
            }
            Fact::Distinct(list) => {
                self.register_fact(fact);
                if !self.state.distinct.contains(&list) {
                    self.state.distinct.push(list);
                }
            }
        }
    }

    /// Makes sure that the definitions of all atoms of a fact are known.
    fn register_fact(&mut self, fact: Fact) {
        let mut found = Vec::new();
        self.terms.for_each_term_of_fact(fact, &mut |term| {
            if self.terms.flags(term) & FLAG_COMPOUND != 0 {
                found.push(term);
            }
        });
        for term in found {
            self.register(term);
        }
    }

    /// Makes sure that the definitions of all compound atoms of a term are known.
    fn register(&mut self, term: Term) {
        if self.terms.flags(term) & FLAG_COMPOUND == 0 {
            return;
        }
        let mut compound = Vec::new();
        self.terms.for_each_atom(term, &mut |atom| {
            if self.terms.atom_flags(atom) & FLAG_COMPOUND != 0 {
                compound.push(atom);
            }
        });
        for atom in compound {
            self.register_atom(atom);
        }
    }

    fn register_atom(&mut self, atom: Atom) {
        let own = self.terms.atom_term(atom);
        match self.terms.kind(atom) {
            AtomKind::Variable(_) | AtomKind::Opaque(_) => {}
            AtomKind::Modulo(argument, modulus) => {
                if insert_sorted(&mut self.state.quotients, atom) {
                    self.bounds_changed = true;
                    self.queue.push(Work::Row(own, Range::between(Some(0), Some(modulus - 1))));
                    let difference = self.terms.subtract(argument, own);
                    self.queue.push(Work::Row(difference, Range::congruent(modulus, 0)));
                    let quotient = self.terms.divide(argument, modulus);
                    if let Some(quotient) = self.terms.as_atom(quotient)
                        && self.state.quotients.binary_search(&quotient).is_ok()
                    {
                        self.relate(argument, modulus, quotient, atom);
                    }
                }
            }
            AtomKind::Divide(argument, divisor) => {
                if insert_sorted(&mut self.state.quotients, atom) {
                    self.bounds_changed = true;
                    let rest = self.terms.add_scaled(argument, -divisor, own);
                    self.queue.push(Work::Row(rest, Range::between(Some(0), Some(divisor - 1))));
                    let remainder = self.terms.modulo(argument, divisor);
                    if let Some(remainder) = self.terms.as_atom(remainder)
                        && self.state.quotients.binary_search(&remainder).is_ok()
                    {
                        self.relate(argument, divisor, atom, remainder);
                    }
                }
            }
            AtomKind::Truth(_) => {
                if insert_sorted(&mut self.state.truths, atom) {
                    self.queue.push(Work::Row(own, Range::between(Some(0), Some(1))));
                }
            }
            AtomKind::Apply(..) => {
                insert_sorted(&mut self.state.applications, atom);
            }
        }
    }

    /// `argument = divisor·quotient + remainder`.
    fn relate(&mut self, argument: Term, divisor: i128, quotient: Atom, remainder: Atom) {
        let quotient = self.terms.atom_term(quotient);
        let remainder = self.terms.atom_term(remainder);
        let rest = self.terms.add_scaled(argument, -divisor, quotient);
        self.queue.push(Work::Fact(self.terms.equal(rest, remainder)));
    }

    fn assume_row(&mut self, term: Term, range: Range) {
        let term = self.state.normalise(self.terms, term);
        let constant = self.terms.constant_part(term);
        if let Some(value) = self.terms.as_constant(term) {
            if !range.contains(value) {
                self.contradict();
            }
            return;
        }
        let (shape, scale) = self.terms.shape(term);
        if let Some(range) = range.solve(scale, constant) {
            self.register(shape);
            self.merge_row(shape, range);
        }
    }

    /// Adds what is known of a normal shape.
    fn merge_row(&mut self, shape: Term, range: Range) {
        let position = self.state.rows.binary_search_by_key(&shape, |row| row.shape);
        let old = match position {
            Ok(position) => self.state.rows[position].range,
            Err(_) => Range::ALL,
        };
        let new = old.meet(&range);
        if new == old {
            return;
        }
        if new.is_empty() {
            self.contradict();
            return;
        }
        self.touched |= self.terms.signature(shape);
        self.state.touch(self.terms, shape);
        if let Some(value) = new.value() {
            // The equality, which replaces the row.
            if let Ok(position) = position {
                self.remove_row(position);
            }
            let equality = self.terms.add_constant(shape, -value);
            self.assume_equality(equality);
            return;
        }
        match position {
            Ok(position) => self.state.rows[position].range = new,
            Err(position) => self.state.rows.insert(position, Row { shape, range: new }),
        }
        self.add_edges(shape, &new);
        self.sharpen_by_disequalities(shape, new);
    }

    fn add_edges(&mut self, shape: Term, range: &Range) {
        if let Some((from, to)) = difference_ends(self.terms, shape) {
            self.bounds_changed |= from == ORIGIN;
            if let Some(upper) = range.upper {
                self.state.set_edge(from, to, upper);
            }
            if let Some(lower) = range.lower {
                self.state.set_edge(to, from, -lower);
            }
        }
    }

    /// A disequality at the end of a range moves the end.
    fn sharpen_by_disequalities(&mut self, shape: Term, range: Range) {
        for bound in [range.lower, range.upper].into_iter().flatten() {
            let Some(negated) = bound.checked_neg() else {
                continue;
            };
            let excluded = self.terms.add_constant(shape, negated);
            if self.state.disequalities.binary_search(&excluded).is_ok() {
                self.queue.push(Work::Fact(Fact::NonZero(excluded)));
            }
        }
    }

    fn assume_disequality(&mut self, term: Term) {
        self.register(term);
        let (shape, _) = self.terms.shape(term);
        let constant = self.terms.constant_part(term);
        if let Some(range) = self.state.row(shape).copied() {
            let value = -constant;
            if !range.contains(value) {
                return;
            }
            let step = range.modulus;
            if range.lower == Some(value) {
                self.merge_row(shape, Range::between(value.checked_add(step), None));
                return;
            }
            if range.upper == Some(value) {
                self.merge_row(shape, Range::between(None, value.checked_sub(step)));
                return;
            }
        }
        if insert_sorted(&mut self.state.disequalities, term) {
            self.touched |= self.terms.signature(term);
        }
    }

    fn assume_equality(&mut self, term: Term) {
        self.register(term);
        // A shape that is not yet solved but known to have another value contradicts.
        let (shape, _) = self.terms.shape(term);
        let constant = self.terms.constant_part(term);
        if let Some(range) = self.state.row(shape)
            && !range.contains(-constant)
        {
            self.contradict();
            return;
        }
        match self.choose_pivot(term) {
            Some((atom, coefficient)) => {
                let own = self.terms.atom_term(atom);
                let rest = self.terms.add_scaled(term, -coefficient, own);
                let replacement = if coefficient > 0 { self.terms.negate(rest) } else { rest };
                let replacement = if broken::is(self.terms.broken, BrokenRule::EqualityLosesConstantSign) {
                    let constant = self.terms.constant_part(replacement);
                    self.terms.add_constant(replacement, constant.abs() - constant)
                } else {
                    replacement
                };
                self.eliminate(atom, replacement);
            }
            None => self.store_equality_row(shape, -constant),
        }
    }

    /// An equality that no unit coefficient solves stays a row with a single value.
    fn store_equality_row(&mut self, shape: Term, value: i128) {
        let range = Range::exactly(value);
        match self.state.rows.binary_search_by_key(&shape, |row| row.shape) {
            Ok(position) if self.state.rows[position].range.value() == Some(value) => return,
            Ok(position) => self.state.rows[position].range = range,
            Err(position) => self.state.rows.insert(position, Row { shape, range }),
        }
        self.touched |= self.terms.signature(shape);
        self.state.touch(self.terms, shape);
    }

    /// The atom to solve an equality for: one with coefficient ±1 that does not occur below the others.
    /// Variables come before other atoms, later ones before earlier ones.
    fn choose_pivot(&self, term: Term) -> Option<(Atom, i128)> {
        let summands = self.terms.summands(term);
        let is_free = |atom: Atom| {
            summands.iter().all(|(other, _)| *other == atom || !self.terms.atom_mentions(*other, atom))
        };
        let units = || summands.iter().rev().filter(|summand| summand.1.abs() == 1);
        if !self.state.preferred.is_empty() {
            let preferred =
                units().find(|summand| self.state.preferred.contains(&summand.0) && is_free(summand.0));
            if preferred.is_some() {
                return preferred.copied();
            }
        }
        let compound = |atom: Atom| self.terms.atom_flags(atom) & FLAG_COMPOUND != 0;
        units()
            .find(|summand| !compound(summand.0) && is_free(summand.0))
            .or_else(|| units().find(|summand| compound(summand.0) && is_free(summand.0)))
            .copied()
    }

    /// Replaces an atom everywhere.
    fn eliminate(&mut self, atom: Atom, replacement: Term) {
        let own_bit = signature_bit(atom);
        self.touched |= self.terms.signature(replacement) | own_bit;
        self.state.touch(self.terms, replacement);
        self.state.touched.push(atom);
        match self.state.eliminated.binary_search_by_key(&atom, |entry| entry.0) {
            Ok(position) => {
                // Already eliminated, by an equality that was waiting: both replacements are equal.
                let other = self.state.eliminated[position].1;
                self.queue.push(Work::Fact(self.terms.equal(other, replacement)));
                return;
            }
            Err(position) => self.state.eliminated.insert(position, (atom, replacement)),
        }
        self.state.eliminated_signature |= own_bit;

        self.apply_to_replacements(atom);
        self.apply_to_rows(atom);
        self.apply_to_others(atom);

        if let (AtomKind::Truth(fact), Some(value)) =
            (self.terms.kind(atom), self.terms.as_constant(replacement))
        {
            let known = match value {
                0 => self.terms.negation(fact),
                _ => vec![fact],
            };
            self.queue.extend(known.into_iter().map(Work::Fact));
        }
        self.bounds_changed = true;
    }

    fn apply_to_replacements(&mut self, atom: Atom) {
        let mut index = 0;
        while index < self.state.eliminated.len() {
            let (key, replacement) = self.state.eliminated[index];
            if key != atom && self.terms.atom_mentions(key, atom) {
                // The eliminated atom itself changes its name: assume the equality anew.
                self.state.eliminated.remove(index);
                let own = self.terms.atom_term(key);
                self.queue.push(Work::Fact(self.terms.equal(own, replacement)));
                continue;
            }
            if self.terms.mentions(replacement, atom) {
                self.state.eliminated[index].1 = self.state.normalise(self.terms, replacement);
            }
            index += 1;
        }
        self.state.eliminated_signature =
            self.state.eliminated.iter().fold(0, |signature, entry| signature | signature_bit(entry.0));
    }

    fn apply_to_rows(&mut self, atom: Atom) {
        let terms = &*self.terms;
        let queue = &mut self.queue;
        let mut edges_change = false;
        let touched = &mut self.state.touched;
        self.state.rows.retain(|row| {
            let changes = terms.mentions(row.shape, atom);
            if changes {
                queue.push(Work::Row(row.shape, row.range));
                edges_change |= difference_ends(terms, row.shape).is_some();
                touched.extend(terms.summands(row.shape).iter().map(|summand| summand.0));
            }
            !changes
        });
        if edges_change {
            self.state.edges.retain(|from, to| {
                !(from != ORIGIN && terms.atom_mentions(from, atom)
                    || to != ORIGIN && terms.atom_mentions(to, atom))
            });
        }
    }

    fn remove_row(&mut self, position: usize) {
        let row = self.state.rows.remove(position);
        if let Some((from, to)) = difference_ends(self.terms, row.shape) {
            self.state.edges.remove_between(from, to);
        }
    }

    fn apply_to_others(&mut self, atom: Atom) {
        let terms = &*self.terms;
        let queue = &mut self.queue;
        self.state.disequalities.retain(|term| {
            let changes = terms.mentions(*term, atom);
            if changes {
                queue.push(Work::Fact(Fact::NonZero(*term)));
            }
            !changes
        });
        self.state.clauses.retain(|clause| {
            let changes = terms.fact_mentions(Fact::AnyOf(*clause), atom);
            if changes {
                queue.push(Work::Fact(Fact::AnyOf(*clause)));
            }
            !changes
        });
        self.state.distinct.retain(|list| {
            let changes = terms.fact_mentions(Fact::Distinct(*list), atom);
            if changes {
                queue.push(Work::Fact(Fact::Distinct(*list)));
            }
            !changes
        });
    }

    /// Remainders and quotients whose argument has bounds close enough are known.
    fn resolve_quotients(&mut self) {
        for index in 0..self.state.quotients.len() {
            let atom = self.state.quotients[index];
            if self.state.replacement(atom).is_some() {
                continue;
            }
            match self.terms.kind(atom) {
                AtomKind::Modulo(argument, modulus) => {
                    let argument = self.state.normalise(self.terms, argument);
                    let range = self.state.interval(self.terms, argument);
                    if let (Some(lower), Some(upper)) = (range.lower, range.upper)
                        && floor_div(lower, modulus) == floor_div(upper, modulus)
                    {
                        let own = self.terms.atom_term(atom);
                        let quotient = floor_div(lower, modulus);
                        if let Some(whole) = quotient.checked_mul(modulus).and_then(i128::checked_neg) {
                            let value = self.terms.add_constant(argument, whole);
                            self.assume_if_new(own, value);
                        }
                    }
                }
                AtomKind::Divide(argument, divisor) => {
                    let argument = self.state.normalise(self.terms, argument);
                    let range = self.state.interval(self.terms, argument);
                    let quotient = Range::between(
                        range.lower.map(|bound| floor_div(bound, divisor)),
                        range.upper.map(|bound| floor_div(bound, divisor)),
                    );
                    let own = self.terms.atom_term(atom);
                    let known = self.state.row(own).copied().unwrap_or(Range::ALL);
                    if known.meet(&quotient) != known {
                        self.queue.push(Work::Row(own, quotient));
                    }
                }
                AtomKind::Variable(_) | AtomKind::Opaque(_) | AtomKind::Truth(_) | AtomKind::Apply(..) => {}
            }
        }
        for index in 0..self.state.truths.len() {
            let atom = self.state.truths[index];
            if let AtomKind::Truth(fact) = self.terms.kind(atom)
                && self.state.replacement(atom).is_none()
            {
                let fact = self.state.normalise_fact(self.terms, fact);
                if let Some(holds) = self.state.decide_by_intervals(self.terms, fact) {
                    let own = self.terms.atom_term(atom);
                    let value = self.terms.constant(i128::from(holds));
                    self.assume_if_new(own, value);
                }
            }
        }
    }

    /// Assumes that two terms are equal, unless they already are known to be.
    fn assume_if_new(&mut self, left: Term, right: Term) {
        let difference = self.terms.subtract(left, right);
        let difference = self.state.normalise(self.terms, difference);
        match self.terms.plain_zero(difference) {
            Fact::True => {}
            equality => self.queue.push(Work::Fact(equality)),
        }
    }

    /// Drops alternatives that the bounds exclude; a single one that is left holds.
    fn resolve_clauses(&mut self) {
        let touched = self.touched;
        let mut index = 0;
        while index < self.state.clauses.len() {
            let clause = self.state.clauses[index];
            if self.terms.fact_summary(Fact::AnyOf(clause)).signature & touched == 0 {
                index += 1;
                continue;
            }
            let alternatives = self.terms.alternatives(clause).to_vec();
            let mut left = Vec::with_capacity(alternatives.len());
            let mut holds = false;
            for alternative in &alternatives {
                match self.state.decide_by_intervals(self.terms, *alternative) {
                    Some(true) => holds = true,
                    Some(false) => {}
                    None => left.push(*alternative),
                }
            }
            if broken::is(self.terms.broken, BrokenRule::ClauseDropsLiterals)
                && left.len() < alternatives.len()
            {
                left.truncate(1);
            }
            if holds {
                self.state.clauses.remove(index);
            } else if left.len() < alternatives.len() {
                self.state.clauses.remove(index);
                let rest = self.terms.any_of(&left);
                self.queue.push(Work::Fact(rest));
            } else {
                index += 1;
            }
        }
    }
}

fn insert_sorted<T: Ord + Copy>(list: &mut Vec<T>, item: T) -> bool {
    match list.binary_search(&item) {
        Ok(_) => false,
        Err(position) => {
            list.insert(position, item);
            true
        }
    }
}

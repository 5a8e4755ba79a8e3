//! Facts: what is known or asked about terms.

use crate::broken::{self, BrokenRule};
use crate::number::{ceil_div, floor_div};
use crate::operations::Width;
use crate::term::{Atom, AtomKind, Clause, Summary, Term, TermList, TermTable};

/// A normalised statement about terms.
///
/// Made by the methods of [`TermTable`], which divide by common divisors, round constants, choose signs and fold what is
/// decided, so that equal facts nearly always are the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// Always holds.
    True,
    /// Never holds.
    False,
    /// The term is zero. INVARIANT: coprime coefficients, the first one positive.
    Zero(Term),
    /// The term is not zero. INVARIANT: as for `Zero`.
    NonZero(Term),
    /// The term is at least zero. INVARIANT: coprime coefficients.
    NonNegative(Term),
    /// One of the alternatives holds. INVARIANT: at least two, sorted, none of them decided, none a disjunction.
    AnyOf(Clause),
    /// The terms are pairwise different. INVARIANT: at least three, sorted.
    Distinct(TermList),
}

impl TermTable {
    /// `term = 0`.
    pub fn zero(&mut self, term: Term) -> Fact {
        match self.fact_about_truth(term, |value| value == 0) {
            Some(fact) => fact,
            None => self.plain_zero(term),
        }
    }

    /// `term = 0`, where a truth value that is zero or one stays one: assuming it then fixes the truth value as well.
    pub(crate) fn plain_zero(&mut self, term: Term) -> Fact {
        let content = self.content(term);
        if content == 0 {
            return Fact::from(self.constant_part(term) == 0);
        }
        if self.constant_part(term) % content != 0 {
            return Fact::False;
        }
        Fact::Zero(self.oriented(term, content))
    }

    /// `term != 0`.
    pub fn non_zero(&mut self, term: Term) -> Fact {
        let content = self.content(term);
        if content == 0 {
            return Fact::from(self.constant_part(term) != 0);
        }
        if self.constant_part(term) % content != 0 {
            return Fact::True;
        }
        if let Some(fact) = self.fact_about_truth(term, |value| value != 0) {
            return fact;
        }
        Fact::NonZero(self.oriented(term, content))
    }

    /// `term >= 0`.
    pub fn non_negative(&mut self, term: Term) -> Fact {
        let content = self.content(term);
        let constant = self.constant_part(term);
        if content == 0 {
            return Fact::from(constant >= 0);
        }
        if let Some(fact) = self.fact_about_truth(term, |value| value >= 0) {
            return fact;
        }
        if content == 1 {
            return Fact::NonNegative(term);
        }
        let rounded = if broken::is(self.broken, BrokenRule::TighteningRoundsUp) {
            ceil_div(constant, content)
        } else {
            floor_div(constant, content)
        };
        let summands: Vec<(Atom, i128)> =
            self.summands(term).iter().map(|(atom, coefficient)| (*atom, coefficient / content)).collect();
        Fact::NonNegative(self.intern_linear(rounded, &summands))
    }

    /// Divides by the content and makes the first coefficient positive.
    fn oriented(&mut self, term: Term, content: i128) -> Term {
        let first = self.summands(term).first().map_or(1, |summand| summand.1);
        let divisor = if first < 0 { -content } else { content };
        if divisor == 1 { term } else { self.divide_exactly(term, divisor) }
    }

    /// A condition on `k·[f] + c` is `f`, its negation, or decided.
    fn fact_about_truth(&mut self, term: Term, holds: impl Fn(i128) -> bool) -> Option<Fact> {
        let [(atom, coefficient)] = self.summands(term) else {
            return None;
        };
        let AtomKind::Truth(fact) = self.kind(*atom) else {
            return None;
        };
        let constant = self.constant_part(term);
        let if_false = holds(constant);
        let if_true = holds(constant.checked_add(*coefficient)?);
        match (if_false, if_true) {
            (false, false) => Some(Fact::False),
            (true, true) => Some(Fact::True),
            (false, true) => Some(fact),
            (true, false) => self.negate_literal(fact),
        }
    }

    /// `left = right`.
    pub fn equal(&mut self, left: Term, right: Term) -> Fact {
        if left == right {
            return Fact::True;
        }
        let difference = self.subtract(left, right);
        self.zero(difference)
    }

    /// `left != right`.
    pub fn not_equal(&mut self, left: Term, right: Term) -> Fact {
        let difference = self.subtract(left, right);
        self.non_zero(difference)
    }

    /// `left <= right`.
    pub fn at_most(&mut self, left: Term, right: Term) -> Fact {
        let difference = self.subtract(right, left);
        self.non_negative(difference)
    }

    /// `left < right`.
    pub fn less_than(&mut self, left: Term, right: Term) -> Fact {
        let mut difference = self.subtract(right, left);
        if !broken::is(self.broken, BrokenRule::StrictIsWeak) {
            difference = self.add_constant(difference, -1);
        }
        self.non_negative(difference)
    }

    /// `modulus` divides `term`: alignment, congruences.
    pub fn divides(&mut self, modulus: i128, term: Term) -> Fact {
        let remainder = self.modulo(term, modulus);
        self.zero(remainder)
    }

    /// The two facts that say that a term lies in the range of a machine integer.
    pub fn in_range(&mut self, term: Term, width: Width) -> Option<[Fact; 2]> {
        let (least, greatest) = width.range()?;
        let above = self.add_constant(term, -least);
        let below = self.linear(greatest, &[(-1, term)]);
        Some([self.non_negative(above), self.non_negative(below)])
    }

    /// One of the alternatives holds; nested disjunctions are flattened.
    pub fn any_of(&mut self, alternatives: &[Fact]) -> Fact {
        let mut flat: Vec<Fact> = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            match alternative {
                Fact::True => return Fact::True,
                Fact::False => {}
                Fact::AnyOf(clause) => flat.extend_from_slice(self.alternatives(*clause)),
                Fact::Zero(_) | Fact::NonZero(_) | Fact::NonNegative(_) | Fact::Distinct(_) => {
                    flat.push(*alternative);
                }
            }
        }
        flat.sort_unstable();
        flat.dedup();
        match flat.as_slice() {
            [] => Fact::False,
            [single] => *single,
            _ => {
                for index in 0..flat.len() {
                    if let Some(negated) = self.negate_literal(flat[index])
                        && flat.binary_search(&negated).is_ok()
                    {
                        return Fact::True;
                    }
                }
                Fact::AnyOf(self.clause(&flat))
            }
        }
    }

    /// The terms are pairwise different.
    pub fn distinct(&mut self, terms: &[Term]) -> Fact {
        let mut sorted = terms.to_vec();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Fact::False;
        }
        match sorted.as_slice() {
            [] | [_] => Fact::True,
            [left, right] => self.not_equal(*left, *right),
            _ => Fact::Distinct(self.term_list(&sorted)),
        }
    }

    /// Two runs of bytes do not overlap: one ends before the other begins. Each is told by its start and its length.
    pub fn disjoint(&mut self, left: (Term, Term), right: (Term, Term)) -> Fact {
        let left_end = self.add(left.0, left.1);
        let right_end = self.add(right.0, right.1);
        let before = self.at_most(left_end, right.0);
        let after = self.at_most(right_end, left.0);
        self.any_of(&[before, after])
    }

    /// The negation of a fact that is not a disjunction or a distinctness.
    pub fn negate_literal(&mut self, fact: Fact) -> Option<Fact> {
        match fact {
            Fact::True => Some(Fact::False),
            Fact::False => Some(Fact::True),
            Fact::Zero(term) => Some(Fact::NonZero(term)),
            Fact::NonZero(term) => Some(Fact::Zero(term)),
            Fact::NonNegative(term) => {
                let below = self.linear(-1, &[(-1, term)]);
                Some(self.non_negative(below))
            }
            Fact::AnyOf(_) | Fact::Distinct(_) => None,
        }
    }

    /// The negation, as facts all of which hold.
    pub fn negation(&mut self, fact: Fact) -> Vec<Fact> {
        match fact {
            Fact::True | Fact::False | Fact::Zero(_) | Fact::NonZero(_) | Fact::NonNegative(_) => {
                self.negate_literal(fact).into_iter().collect()
            }
            Fact::AnyOf(clause) => {
                let alternatives = self.alternatives(clause).to_vec();
                alternatives.into_iter().flat_map(|alternative| self.negation(alternative)).collect()
            }
            Fact::Distinct(list) => {
                let terms = self.list(list).to_vec();
                let mut equalities = Vec::new();
                for (index, left) in terms.iter().enumerate() {
                    for right in &terms[index + 1..] {
                        equalities.push(self.equal(*left, *right));
                    }
                }
                vec![self.any_of(&equalities)]
            }
        }
    }

    pub(crate) fn fact_summary(&self, fact: Fact) -> Summary {
        let mut summary = Summary::default();
        self.for_each_term_of_fact(fact, &mut |term| summary.include(&self.terms[term.0 as usize]));
        summary
    }

    pub(crate) fn fact_mentions(&self, fact: Fact, atom: Atom) -> bool {
        let mut found = false;
        self.for_each_term_of_fact(fact, &mut |term| found |= self.mentions(term, atom));
        found
    }

    /// Calls `visit` for every term that the fact is directly about.
    pub fn for_each_term_of_fact(&self, fact: Fact, visit: &mut dyn FnMut(Term)) {
        match fact {
            Fact::True | Fact::False => {}
            Fact::Zero(term) | Fact::NonZero(term) | Fact::NonNegative(term) => visit(term),
            Fact::AnyOf(clause) => {
                for alternative in self.alternatives(clause) {
                    self.for_each_term_of_fact(*alternative, visit);
                }
            }
            Fact::Distinct(list) => {
                for term in self.list(list) {
                    visit(*term);
                }
            }
        }
    }

    /// Calls `visit` for every atom of the fact at every depth.
    pub fn for_each_atom_of_fact(&self, fact: Fact, visit: &mut dyn FnMut(Atom)) {
        self.for_each_term_of_fact(fact, &mut |term| self.for_each_atom(term, visit));
    }
}

impl From<bool> for Fact {
    fn from(holds: bool) -> Fact {
        if holds { Fact::True } else { Fact::False }
    }
}

//! Bounds, congruences and known low bits.
//!
//! A term lies in the range known for its own linear form, and in the sum of the ranges of its atoms.
//! Known low bits are congruences modulo a power of two.

use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::facts::range::Range;
use crate::facts::state::State;
use crate::number::gcd;
use crate::term::{Term, TermTable};

impl State {
    /// What the bounds of its linear form and of its atoms say about a normal term.
    pub(crate) fn interval(&self, terms: &mut TermTable, term: Term) -> Range {
        if let Some(value) = terms.as_constant(term) {
            return Range::exactly(value);
        }
        let sum = self.sum_of_atoms(terms, term);
        let (shape, scale) = terms.shape(term);
        match self.row(shape).and_then(|row| scaled(row, scale, terms.constant_part(term))) {
            Some(own) => own.meet(&sum),
            None => sum,
        }
    }

    /// The sum of what is known of the atoms.
    fn sum_of_atoms(&self, terms: &TermTable, term: Term) -> Range {
        let constant = terms.constant_part(term);
        let mut lower = Some(constant);
        let mut upper = Some(constant);
        // A modulus of zero says that the sum so far is the residue itself.
        let mut modulus = 0i128;
        let mut residue = Some(constant);
        for &(atom, coefficient) in terms.summands(term) {
            let range = self.atom_range(terms, atom);
            let (low, high) = if coefficient > 0 || broken::is(terms.broken, BrokenRule::IntervalIgnoresSign)
            {
                (range.lower, range.upper)
            } else {
                (range.upper, range.lower)
            };
            lower = add_scaled(lower, low, coefficient);
            upper = add_scaled(upper, high, coefficient);
            modulus = match coefficient.checked_mul(range.modulus) {
                Some(product) => gcd(modulus, product),
                None => 1,
            };
            residue = add_scaled(residue, Some(range.residue), coefficient);
        }
        let bounds = Range::between(lower, upper);
        match residue {
            Some(residue) if modulus > 1 => bounds.meet(&Range::congruent(modulus, residue)),
            _ => bounds,
        }
    }

    /// Decides a normal fact by bounds, congruences and the disequalities as they stand.
    /// The answer `Some(false)` says that the fact holds in no model.
    pub(crate) fn decide_by_intervals(&self, terms: &mut TermTable, fact: Fact) -> Option<bool> {
        match fact {
            Fact::True => Some(true),
            Fact::False => Some(false),
            Fact::Zero(term) => self.is_zero(terms, term),
            Fact::NonZero(term) => self.is_zero(terms, term).map(|zero| !zero),
            Fact::NonNegative(term) => {
                let range = self.interval(terms, term);
                if range.lower.is_some_and(|lower| lower >= 0) {
                    Some(true)
                } else if range.upper.is_some_and(|upper| upper < 0) {
                    Some(false)
                } else {
                    None
                }
            }
            Fact::AnyOf(clause) => {
                if self.clauses.contains(&clause) {
                    return Some(true);
                }
                let mut all_false = true;
                for index in 0..terms.alternatives(clause).len() {
                    let alternative = terms.alternatives(clause)[index];
                    match self.decide_by_intervals(terms, alternative) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => all_false = false,
                    }
                }
                all_false.then_some(false)
            }
            Fact::Distinct(list) => self.distinct.contains(&list).then_some(true),
        }
    }

    fn is_zero(&self, terms: &mut TermTable, term: Term) -> Option<bool> {
        let range = self.interval(terms, term);
        if range.value() == Some(0) {
            return Some(true);
        }
        let excluded = if broken::is(terms.broken, BrokenRule::CongruenceIsEquality) && range.modulus > 1 {
            return Some(range.contains(0));
        } else {
            !range.contains(0)
        };
        (excluded || self.disequalities.binary_search(&term).is_ok() || self.are_listed_distinct(terms, term))
            .then_some(false)
    }

    /// Whether the term is the difference of two terms of one list of pairwise different ones.
    fn are_listed_distinct(&self, terms: &mut TermTable, term: Term) -> bool {
        if terms.summands(term).len() > 4 {
            return false;
        }
        let signature = terms.signature(term);
        for &list in &self.distinct {
            for index in 0..terms.list(list).len() {
                let member = terms.list(list)[index];
                if terms.as_constant(member) == Some(0) || terms.signature(member) & signature != 0 {
                    let other = terms.subtract(member, term);
                    if other != member && terms.list(list).contains(&other) {
                        return true;
                    }
                    let other = terms.add(member, term);
                    if other != member && terms.list(list).contains(&other) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// `sum + factor·value`, absent if one of them is or if it overflows.
fn add_scaled(sum: Option<i128>, value: Option<i128>, factor: i128) -> Option<i128> {
    sum?.checked_add(value?.checked_mul(factor)?)
}

/// The range of `scale·v + offset` for `v` in the range.
fn scaled(range: &Range, scale: i128, offset: i128) -> Option<Range> {
    let image = |bound: Option<i128>| match bound {
        Some(bound) => bound.checked_mul(scale)?.checked_add(offset).map(Some),
        None => Some(None),
    };
    let (lower, upper) = (image(range.lower)?, image(range.upper)?);
    let (lower, upper) = if scale > 0 { (lower, upper) } else { (upper, lower) };
    let modulus = range.modulus.checked_mul(scale.checked_abs()?)?;
    let residue = range.residue.checked_mul(scale)?.checked_add(offset)?;
    Some(Range::between(lower, upper).meet(&Range::congruent(modulus, residue)))
}

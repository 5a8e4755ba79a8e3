//! What is known of a product of two numbers that are both not constant.
//!
//! ```text
//!   l₁ ≤ x ≤ h₁    l₂ ≤ y ≤ h₂                        0 ≤ x    1 ≤ y               x + 1 ≤ z    0 ≤ y
//!  ─────────────────────────────── range             ──────────────── grows       ───────────────────── order
//!   least corner ≤ x·y ≤ greatest                     x ≤ x·y                      x·y + y ≤ z·y
//! ```
//!
//! Products are uninterpreted terms otherwise, so this is said when they are computed, of the numbers that are then known.
//! *Sound because* a product of two intervals takes its extremes at corners, a square is not negative, and multiplying by a number that
//! is not negative keeps the order; all of it in integers, which the terms are.
//! By the last rule an element `i·m + j` of a matrix of `n·m` lies inside: `i·m + m ≤ n·m`.

use crate::context::Context;
use crate::limits::PRODUCTS_COMPARED;
use pure_logic::term::Atom;
use pure_logic::{Fact, Range, Term};
use symbolic_heap::{HeapRule, State, is_broken};

/// So many values are fewer than those of a word of four bytes, with or without a sign.
const SMALL_RANGE: i128 = (1 << 31) - 1;

impl Context<'_> {
    /// Adds what is known of the product of two terms.
    pub(crate) fn tell_product(&mut self, state: &mut State, left: Term, right: Term) {
        self.tell_multiple(state, left, right);
        let product = self.solver.terms.multiply(left, right);
        let products = self.solver.terms.products_of(product);
        for (atom, [x, y]) in products {
            if !self.options.check_overflow
                && ![x, y].into_iter().all(|factor| self.is_bounded(state, factor))
            {
                // Whatever is known of it then says hardly more than its type does.
                continue;
            }
            let own = self.solver.terms.atom_term(atom);
            let mut facts = self.range_of_product(state, own, x, y);
            facts.extend(self.growth_of_product(state, own, [x, y]));
            let others = state.facts.products(&self.solver.terms);
            let others = others.into_iter().filter(|(other, _)| *other != atom);
            for (other, factors) in others.take(PRODUCTS_COMPARED).collect::<Vec<_>>() {
                let other = self.solver.terms.atom_term(other);
                facts.extend(self.order_of_products(state, (own, [x, y]), (other, factors)));
            }
            state.facts.assume_all(&mut self.solver, &facts);
        }
    }

    /// A constant multiple of a number is no product, but it is compared with those of the same number: `2 ≤ x` gives `2·m ≤ x·m`.
    fn tell_multiple(&mut self, state: &mut State, left: Term, right: Term) {
        let shared = match (self.solver.terms.as_constant(left), self.solver.terms.as_constant(right)) {
            (Some(_), None) => right,
            (None, Some(_)) => left,
            _ => return,
        };
        let products = state.facts.products(&self.solver.terms);
        let of_it = products.into_iter().filter_map(|(atom, [x, y])| match (x == shared, y == shared) {
            (true, _) => Some((atom, y)),
            (false, true) => Some((atom, x)),
            (false, false) => None,
        });
        let of_it: Vec<(Atom, Term)> = of_it.take(PRODUCTS_COMPARED).collect();
        let zero = self.constant(0);
        let is_natural = self.solver.terms.at_most(zero, shared);
        if of_it.is_empty() || !self.proves(&state.facts, is_natural) {
            return;
        }
        let mut facts = Vec::new();
        for (atom, other) in of_it {
            let product = self.solver.terms.atom_term(atom);
            let range = state.facts.bounds(&mut self.solver, other);
            if let Some(low) = range.lower {
                let least = self.solver.terms.scale(low, shared);
                facts.push(self.solver.terms.at_most(least, product));
            }
            if let Some(high) = range.upper {
                let greatest = self.solver.terms.scale(high, shared);
                facts.push(self.solver.terms.at_most(product, greatest));
            }
        }
        state.facts.assume_all(&mut self.solver, &facts);
    }

    /// Whether more is known of a number than the range of a word of four bytes.
    fn is_bounded(&mut self, state: &State, number: Term) -> bool {
        let range = state.facts.bounds(&mut self.solver, number);
        range.lower.zip(range.upper).is_some_and(|(lower, upper)| upper - lower < SMALL_RANGE)
    }

    fn range_of_product(&mut self, state: &State, product: Term, x: Term, y: Term) -> Vec<Fact> {
        let (left, right) =
            (state.facts.bounds(&mut self.solver, x), state.facts.bounds(&mut self.solver, y));
        let (low, high) = corners(&left, &right, x == y);
        let terms = &mut self.solver.terms;
        let mut facts = Vec::new();
        if let Some(low) = low {
            let low = terms.constant(low);
            facts.push(terms.at_most(low, product));
        }
        if let Some(high) = high {
            let high = terms.constant(high);
            facts.push(terms.at_most(product, high));
        }
        facts
    }

    fn growth_of_product(&mut self, state: &State, product: Term, [x, y]: [Term; 2]) -> Vec<Fact> {
        let least = |context: &mut Self, term| state.facts.bounds(&mut context.solver, term).lower;
        let (of_x, of_y) = (least(self, x), least(self, y));
        let mut facts = Vec::new();
        for (own, of_own, of_other) in [(x, of_x, of_y), (y, of_y, of_x)] {
            if of_own.is_some_and(|least| least >= 0) && of_other.is_some_and(|least| least >= 1) {
                facts.push(self.solver.terms.at_most(own, product));
            }
        }
        facts
    }

    /// How a product lies to another one with which it has a factor in common.
    fn order_of_products(
        &mut self,
        state: &State,
        (own, [x, y]): (Term, [Term; 2]),
        (other, [u, v]): (Term, [Term; 2]),
    ) -> Option<Fact> {
        let (mine, theirs, shared) = [(x, u, y, v), (x, v, y, u), (y, u, x, v), (y, v, x, u)]
            .into_iter()
            .find_map(|(mine, theirs, shared, same)| (shared == same).then_some((mine, theirs, shared)))?;
        let zero = self.constant(0);
        let is_natural = self.solver.terms.at_most(zero, shared);
        if !self.proves(&state.facts, is_natural) && !is_broken(&self.solver, HeapRule::ProductsKeepTheOrder)
        {
            return None;
        }
        let sides = [(mine, own, theirs, other), (theirs, other, mine, own)];
        for (small, product, large, bound) in sides {
            let is_less = self.solver.terms.less_than(small, large);
            if self.proves(&state.facts, is_less) {
                let next = self.solver.terms.add(product, shared);
                return Some(self.solver.terms.at_most(next, bound));
            }
        }
        for (small, product, large, bound) in sides {
            let is_at_most = self.solver.terms.at_most(small, large);
            if self.proves(&state.facts, is_at_most) {
                return Some(self.solver.terms.at_most(product, bound));
            }
        }
        None
    }
}

/// Between which numbers the product of two numbers in these ranges lies, as far as that is known.
fn corners(left: &Range, right: &Range, is_square: bool) -> (Option<i128>, Option<i128>) {
    let all = [
        (left.lower, right.lower),
        (left.lower, right.upper),
        (left.upper, right.lower),
        (left.upper, right.upper),
    ];
    let products: Option<Vec<i128>> = all.into_iter().map(|(a, b)| a?.checked_mul(b?)).collect();
    let (mut low, high) = match products {
        Some(products) => (products.iter().min().copied(), products.iter().max().copied()),
        None => {
            let is_natural = |bound: Option<i128>| bound.is_some_and(|bound| bound >= 0);
            let both = is_natural(left.lower) && is_natural(right.lower);
            (left.lower.zip(right.lower).filter(|_| both).and_then(|(a, b)| a.checked_mul(b)), None)
        }
    };
    if is_square {
        low = Some(low.map_or(0, |low| low.max(0)));
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::corners;
    use pure_logic::Range;

    /// Every product of numbers of two small ranges lies between the corners, and both corners are met.
    #[test]
    fn corners_are_the_extremes() {
        for low in -4..=4i128 {
            for high in low..=4 {
                for below in -4..=4i128 {
                    for above in below..=4 {
                        let ranges =
                            [Range::between(Some(low), Some(high)), Range::between(Some(below), Some(above))];
                        let products = || (low..=high).flat_map(|x| (below..=above).map(move |y| x * y));
                        let found = corners(&ranges[0], &ranges[1], false);
                        assert_eq!(found, (products().min(), products().max()));
                    }
                }
                let range = Range::between(Some(low), Some(high));
                let (least, greatest) = corners(&range, &range, true);
                assert!((low..=high).all(|x| least <= Some(x * x) && Some(x * x) <= greatest));
            }
        }
    }

    #[test]
    fn without_an_upper_bound_natural_numbers_have_natural_products() {
        let natural = Range::between(Some(2), None);
        assert_eq!(corners(&natural, &Range::between(Some(3), Some(9)), false), (Some(6), None));
        assert_eq!(corners(&natural, &Range::between(Some(-1), Some(9)), false), (None, None));
        assert_eq!(corners(&Range::between(None, None), &Range::between(None, None), true), (Some(0), None));
    }
}

//! The bounds of the trees of both sides, where these are in the same order.
//!
//! ```text
//!   D(x, a)      D(y, b)           n = a on one side and n = b on the other
//!  ───────────────────────────────────────────────────────────────────────── pair
//!   D(z, n)
//! ```
//!
//! Sound: on either side all numbers are between the bounds that the names stand for there. Where there is no tree, they are between any.

use super::sorted::{BoundPair, RowEnd};
use super::trees::Standing;
use super::{Side, Walk};
use crate::trees::order::{Bound, Bounded, Order, bounds_of};
use pure_logic::Term;

impl Walk<'_> {
    /// The bounds of an instance of the result and of its hole, if it has one.
    pub(super) fn pair_bounds(
        &mut self,
        orders: &[Order],
        left: &Standing,
        right: &Standing,
    ) -> Option<(Vec<Term>, Vec<Term>)> {
        let has_hole = left.hole.is_some();
        let (mut own, mut of_hole) = (Vec::new(), Vec::new());
        for &order in orders {
            own.extend(self.paired_list(order, (&left.bounds, &right.bounds), false)?);
            if has_hole {
                of_hole.extend(self.paired_list(
                    order,
                    (&left.bounds_of_hole, &right.bounds_of_hole),
                    true,
                )?);
            }
        }
        Some((own, of_hole))
    }

    fn paired_list(
        &mut self,
        order: Order,
        (left, right): (&[Bounded], &[Bounded]),
        is_of_hole: bool,
    ) -> Option<Vec<Term>> {
        let sides = [bounds_of(left, order), bounds_of(right, order)].map(|list| list.map(<[Term]>::to_vec));
        let mut names = Vec::with_capacity(order.bounds().len());
        for (position, &bound) in order.bounds().iter().enumerate() {
            // A hole asks for what keeps to narrower bounds, an instance says that it keeps to wider ones.
            let end = match (bound == Bound::Lower) == is_of_hole {
                true => RowEnd::Exit,
                false => RowEnd::Entry,
            };
            let (pair, end) = match &sides {
                [Some(left), Some(right)] => ((left[position], right[position]), end),
                [Some(left), None] => {
                    let own = left[position];
                    ((own, self.bound_of_nothing_like(Side::Right, (order, bound), own)), RowEnd::Nothing)
                }
                [None, Some(right)] => {
                    let own = right[position];
                    ((self.bound_of_nothing_like(Side::Left, (order, bound), own), own), RowEnd::Nothing)
                }
                [None, None] => return None,
            };
            names.push(self.paired_tree_bound(order, pair, end));
        }
        Some(names)
    }

    fn paired_tree_bound(&mut self, order: Order, (left, right): (Term, Term), end: RowEnd) -> Term {
        if left == right && self.solver.terms.as_constant(left).is_some() {
            return left;
        }
        if let Some(&name) = self.known.get(&(left, right)) {
            return name;
        }
        // What a node passes on is its number and a constant.
        let ((one, steps), (other, same)) = (self.without_constant(left), self.without_constant(right));
        if let Some(&name) = self.known.get(&(one, other)).filter(|_| steps == same) {
            return self.solver.terms.add_constant(name, steps);
        }
        // The same pair is the same number, whatever bound it is.
        let same = self.bounds.iter().find(|pair| (pair.left, pair.right) == (left, right));
        let name = match same {
            Some(pair) => pair.name,
            None => self.solver.terms.fresh_variable("n"),
        };
        let key = symbolic_heap::Key { is_descending: false, ..order.key };
        self.bounds.push(BoundPair { name, left, right, end, key });
        name
    }

    /// Bounds for a part without nodes: those that the other side has under the names of this one, or the widest.
    pub(super) fn bounds_of_nothing(&mut self, side: Side, other: &[Bounded]) -> Vec<Bounded> {
        let mut found = Vec::with_capacity(other.len());
        for Bounded { order, bounds } in other {
            let ends = order.bounds().iter().zip(bounds);
            let bounds = ends.map(|(&bound, &own)| self.bound_of_nothing_like(side, (*order, bound), own));
            found.push(Bounded { order: *order, bounds: bounds.collect() });
        }
        found
    }

    /// A term in two parts.
    fn without_constant(&mut self, term: Term) -> (Term, i128) {
        let steps = self.solver.terms.constant_part(term);
        (self.solver.terms.add_constant(term, -steps), steps)
    }

    fn bound_of_nothing_like(&mut self, side: Side, (order, bound): (Order, Bound), other: Term) -> Term {
        let (name, steps) = self.without_constant(other);
        let of_names = match self.solver.terms.as_constant(other) {
            Some(_) => Some(other),
            None => self.counterpart(side, name).map(|name| self.solver.terms.add_constant(name, steps)),
        };
        let pairs = self.bounds.iter();
        let mut of_bounds = pairs.filter_map(|pair| match side {
            Side::Left => (pair.right == other).then_some(pair.left),
            Side::Right => (pair.left == other).then_some(pair.right),
        });
        let found = of_names.or_else(|| of_bounds.next_back());
        found.unwrap_or_else(|| self.solver.terms.constant(bound.widest(order.key)))
    }
}

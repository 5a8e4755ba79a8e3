//! In which order nodes of several kinds come: which kinds may be first, last, and follow which.

/// A set of kinds of nodes, by their position among the bodies of a shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Kinds(u32);

impl Kinds {
    /// How many kinds there can be.
    pub const MAXIMAL: usize = 32;

    /// The first `count` kinds.
    pub fn all(count: usize) -> Kinds {
        Kinds(if count >= Kinds::MAXIMAL { u32::MAX } else { (1 << count) - 1 })
    }

    pub fn one(kind: usize) -> Kinds {
        Kinds(1 << kind)
    }

    pub fn contains(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub fn union(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    #[must_use]
    pub fn intersection(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub fn is_subset(self, other: Kinds) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..Kinds::MAXIMAL).filter(move |&kind| self.contains(kind))
    }

    /// The kinds under other numbers.
    #[must_use]
    pub fn renumbered(self, numbers: &[usize]) -> Kinds {
        self.iter()
            .filter_map(|kind| numbers.get(kind))
            .fold(Kinds::default(), |set, &number| set.union(Kinds::one(number)))
    }
}

/// The rows that a segment stands for, if it has nodes: those that begin with one of `firsts`, end
/// with one of `lasts`, and in which a node of kind `k` is followed by one of `follows[k]`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Order {
    pub firsts: Kinds,
    pub lasts: Kinds,
    /// INVARIANT: as many as the shape has bodies.
    pub follows: Vec<Kinds>,
}

impl Order {
    /// Any row of nodes of so many kinds.
    pub fn any(kinds: usize) -> Order {
        let all = Kinds::all(kinds);
        Order { firsts: all, lasts: all, follows: vec![all; kinds] }
    }

    /// One node, of the only kind.
    pub fn single() -> Order {
        Order { firsts: Kinds::one(0), lasts: Kinds::one(0), follows: vec![Kinds::default()] }
    }

    /// The kinds that may come right before one.
    pub fn before(&self, kind: usize) -> Kinds {
        (0..self.follows.len())
            .filter(|&other| self.follows[other].contains(kind))
            .fold(Kinds::default(), |set, other| set.union(Kinds::one(other)))
    }

    /// The rows of this order, read from their ends.
    #[must_use]
    pub fn reversed(&self) -> Order {
        let follows = (0..self.follows.len()).map(|kind| self.before(kind)).collect();
        Order { firsts: self.lasts, lasts: self.firsts, follows }
    }

    /// The same order of kinds under other numbers, of which there are `count`.
    #[must_use]
    pub fn renumbered(&self, numbers: &[usize], count: usize) -> Order {
        let mut follows = vec![Kinds::default(); count];
        for (kind, after) in self.follows.iter().enumerate() {
            if let Some(&number) = numbers.get(kind) {
                follows[number] = follows[number].union(after.renumbered(numbers));
            }
        }
        Order { firsts: self.firsts.renumbered(numbers), lasts: self.lasts.renumbered(numbers), follows }
    }

    /// Rows of either order, over the same kinds.
    #[must_use]
    pub fn union(&self, other: &Order) -> Order {
        Order {
            firsts: self.firsts.union(other.firsts),
            lasts: self.lasts.union(other.lasts),
            follows: self.follows.iter().zip(&other.follows).map(|(a, b)| a.union(*b)).collect(),
        }
    }

    /// Rows of this order, then rows of another, over the same kinds; each may have no nodes if its
    /// minimum is zero.
    #[must_use]
    pub fn then(&self, minimum: u64, other: &Order, other_minimum: u64) -> Order {
        let mut both = self.union(other);
        both.firsts = if minimum == 0 { both.firsts } else { self.firsts };
        both.lasts = if other_minimum == 0 { both.lasts } else { other.lasts };
        for last in self.lasts.iter() {
            if let Some(follows) = both.follows.get_mut(last) {
                *follows = follows.union(other.firsts);
            }
        }
        both
    }

    pub fn covers(&self, other: &Order) -> bool {
        self.union(other) == *self
    }

    /// The kinds of which a row can have a node at all.
    pub fn useful(&self) -> Kinds {
        let reach = |start: Kinds, step: &dyn Fn(usize) -> Kinds| {
            let mut reached = start;
            loop {
                let next = reached.iter().fold(reached, |set, kind| set.union(step(kind)));
                if next == reached {
                    return reached;
                }
                reached = next;
            }
        };
        let forward = reach(self.firsts, &|kind| self.follows.get(kind).copied().unwrap_or_default());
        let backward = reach(self.lasts, &|kind| self.before(kind));
        forward.intersection(backward)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether an order allows a row.
    fn allows(order: &Order, row: &[usize]) -> bool {
        let (Some(&first), Some(&last)) = (row.first(), row.last()) else { return true };
        order.firsts.contains(first)
            && order.lasts.contains(last)
            && row.windows(2).all(|pair| order.follows[pair[0]].contains(pair[1]))
    }

    fn rows(length: usize) -> Vec<Vec<usize>> {
        (0..1 << length).map(|bits: usize| (0..length).map(|at| bits >> at & 1).collect()).collect()
    }

    /// All orders of two kinds.
    fn orders() -> Vec<Order> {
        let set = |bits: u32| Kinds(bits & 3);
        (0..256)
            .map(|bits| Order {
                firsts: set(bits),
                lasts: set(bits >> 2),
                follows: vec![set(bits >> 4), set(bits >> 6)],
            })
            .collect()
    }

    #[test]
    fn what_follows_each_other_is_allowed_in_the_whole() {
        for a in orders() {
            for b in orders().iter().step_by(7) {
                for left in (0..3).flat_map(rows).filter(|row| allows(&a, row)) {
                    for right in (0..3).flat_map(rows).filter(|row| allows(b, row)) {
                        let minimum = |row: &[usize]| u64::from(!row.is_empty());
                        let whole: Vec<usize> = left.iter().chain(&right).copied().collect();
                        assert!(allows(&a.then(minimum(&left), b, minimum(&right)), &whole));
                        assert!(allows(&a.then(0, b, 0), &whole));
                    }
                }
            }
        }
    }

    #[test]
    fn only_useful_kinds_occur() {
        for order in orders() {
            let useful = order.useful();
            for row in (1..4).flat_map(rows).filter(|row| allows(&order, row)) {
                assert!(row.iter().all(|&kind| useful.contains(kind)), "{order:?} allows {row:?}");
            }
        }
    }
}

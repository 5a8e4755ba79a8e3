//! Difference bounds as a graph: consistency, models, and the exact projection to a few atoms.
//!
//! In large states most rows bound an atom or a difference of two.
//! Only the atoms of the other rows need exact arithmetic: what the difference bounds say about these atoms is the weights of
//! the shortest paths between them, and a solution for them extends to all others.

use crate::facts::state::{ORIGIN, Row, difference_ends};
use crate::term::{Atom, TermTable};

/// Difference bounds between numbered nodes; the origin is always one of them.
pub(crate) struct Closure {
    /// INVARIANT: sorted; the origin is last.
    atoms: Vec<Atom>,
    /// Edges in order of their source: `(target, weight)` says `target - source <= weight`.
    edges: Vec<(u32, i128)>,
    /// Where the edges of each source start.
    starts: Vec<u32>,
}

/// Why there is no result.
pub(crate) enum Failure {
    /// A cycle of negative weight: the bounds contradict each other.
    Contradiction,
    Overflow,
}

/// Whether a row is nothing but a difference bound.
pub(crate) fn is_difference(terms: &TermTable, row: &Row) -> bool {
    row.range.modulus == 1 && difference_ends(terms, row.shape).is_some()
}

impl Closure {
    /// The graph of the rows that are difference bounds.
    pub fn new(terms: &TermTable, rows: &[Row]) -> Option<Closure> {
        let mut list: Vec<(Atom, Atom, i128)> = Vec::with_capacity(rows.len() * 2);
        let mut atoms = vec![ORIGIN];
        for row in rows {
            let Some((from, to)) = difference_ends(terms, row.shape) else {
                continue;
            };
            atoms.push(from);
            atoms.push(to);
            if let Some(upper) = row.range.upper {
                list.push((from, to, upper));
            }
            if let Some(lower) = row.range.lower {
                list.push((to, from, lower.checked_neg()?));
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
        list.sort_unstable();
        let index = |atom: Atom| atoms.binary_search(&atom).unwrap_or_default() as u32;
        let mut edges = Vec::with_capacity(list.len());
        let mut starts = vec![0u32; atoms.len() + 1];
        for (from, to, weight) in list {
            starts[index(from) as usize + 1] += 1;
            edges.push((index(to), weight));
        }
        for position in 1..starts.len() {
            starts[position] += starts[position - 1];
        }
        Some(Closure { atoms, edges, starts })
    }

    fn node(&self, atom: Atom) -> Option<usize> {
        self.atoms.binary_search(&atom).ok()
    }

    fn edges_from(&self, node: usize) -> &[(u32, i128)] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Lowers the distances along edges until nothing changes, starting from those that are set.
    /// `enters` says which nodes may be reached.
    fn relax(&self, distances: &mut [Option<i128>], enters: impl Fn(usize) -> bool) -> Result<(), Failure> {
        let mut queue: std::collections::VecDeque<usize> =
            (0..distances.len()).filter(|node| distances[*node].is_some()).collect();
        let mut waiting: Vec<bool> = distances.iter().map(Option::is_some).collect();
        let mut visits = vec![0u32; distances.len()];
        while let Some(node) = queue.pop_front() {
            waiting[node] = false;
            visits[node] += 1;
            if visits[node] as usize > distances.len() + 1 {
                return Err(Failure::Contradiction);
            }
            let Some(distance) = distances[node] else {
                continue;
            };
            for &(target, weight) in self.edges_from(node) {
                let target = target as usize;
                if !enters(target) {
                    continue;
                }
                let length = distance.checked_add(weight).ok_or(Failure::Overflow)?;
                if distances[target].is_none_or(|known| length < known) {
                    distances[target] = Some(length);
                    if !waiting[target] {
                        waiting[target] = true;
                        queue.push_back(target);
                    }
                }
            }
        }
        Ok(())
    }

    /// What the bounds say about the given atoms alone: triples `(from, to, weight)` for `to - from <= weight`.
    /// The origin is one of the ends where it matters.
    pub fn project(&self, atoms: &[Atom]) -> Result<Vec<(Atom, Atom, i128)>, Failure> {
        // A contradiction anywhere must show, also among the atoms that are left out.
        let mut everywhere: Vec<Option<i128>> = vec![Some(0); self.atoms.len()];
        self.relax(&mut everywhere, |_| true)?;
        let mut kept: Vec<usize> = atoms.iter().filter_map(|atom| self.node(*atom)).collect();
        kept.extend(self.node(ORIGIN));
        let mut result = Vec::new();
        for &from in &kept {
            let mut distances: Vec<Option<i128>> = vec![None; self.atoms.len()];
            distances[from] = Some(0);
            self.relax(&mut distances, |_| true)?;
            for &to in &kept {
                if let Some(weight) = distances[to]
                    && from != to
                {
                    result.push((self.atoms[from], self.atoms[to], weight));
                }
            }
        }
        Ok(without_implied(result))
    }

    /// Values of all atoms that satisfy the bounds and agree with the given values, which satisfy the projection.
    pub fn extend(&self, known: &[(Atom, i128)]) -> Result<Vec<(Atom, i128)>, Failure> {
        let mut distances: Vec<Option<i128>> = vec![None; self.atoms.len()];
        let mut is_fixed = vec![false; self.atoms.len()];
        for (atom, value) in known.iter().copied().chain([(ORIGIN, 0)]) {
            if let Some(node) = self.node(atom) {
                distances[node] = Some(value);
                is_fixed[node] = true;
            }
        }
        self.relax(&mut distances, |target| !is_fixed[target])?;
        // What no path bounds from above may be as large as its lower bounds ask for.
        let free: Vec<bool> = distances.iter().map(Option::is_none).collect();
        let mut relative: Vec<Option<i128>> = free.iter().map(|is_free| is_free.then_some(0)).collect();
        self.relax(&mut relative, |target| free[target])?;
        let mut shift = 0i128;
        for (node, own) in relative.iter().enumerate() {
            let Some(own) = *own else {
                continue;
            };
            for &(target, weight) in self.edges_from(node) {
                if let Some(value) = distances[target as usize] {
                    let needed = value.checked_sub(weight).and_then(|bound| bound.checked_sub(own));
                    shift = shift.max(needed.ok_or(Failure::Overflow)?);
                }
            }
        }
        let mut values = Vec::with_capacity(self.atoms.len());
        for (node, atom) in self.atoms.iter().enumerate() {
            let value = match (distances[node], relative[node]) {
                (Some(value), _) => Some(value),
                (None, Some(value)) => value.checked_add(shift),
                (None, None) => None,
            };
            if *atom != ORIGIN {
                values.push((*atom, value.ok_or(Failure::Overflow)?));
            }
        }
        Ok(values)
    }
}

/// Leaves out the bounds that two others imply: few remain, often none but those to the origin.
fn without_implied(bounds: Vec<(Atom, Atom, i128)>) -> Vec<(Atom, Atom, i128)> {
    let mut left: hashbrown::HashMap<(Atom, Atom), i128, rustc_hash::FxBuildHasher> =
        bounds.iter().map(|(from, to, weight)| ((*from, *to), *weight)).collect();
    let mut middles: Vec<Atom> = bounds.iter().map(|bound| bound.0).collect();
    middles.dedup();
    let mut result = Vec::new();
    for (from, to, weight) in bounds {
        let is_implied = middles.iter().any(|middle| {
            *middle != from
                && *middle != to
                && left.get(&(from, *middle)).zip(left.get(&(*middle, to))).is_some_and(|(first, second)| {
                    first.checked_add(*second).is_some_and(|sum| sum <= weight)
                })
        });
        if is_implied {
            left.remove(&(from, to));
        } else {
            result.push((from, to, weight));
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Range;

    /// All rows `to - from` over three atoms and the origin, with bounds drawn from a few.
    fn systems() -> Vec<(TermTable, Vec<Atom>, Vec<Row>)> {
        let bounds =
            [(None, None), (Some(-1), None), (None, Some(0)), (Some(0), Some(1)), (Some(1), Some(1))];
        let mut systems = Vec::new();
        for code in 0..bounds.len().pow(4) {
            let mut terms = TermTable::new();
            let atoms: Vec<Atom> = ["x", "y", "z"]
                .iter()
                .map(|name| {
                    let term = terms.variable(name);
                    terms.as_atom(term).expect("a variable")
                })
                .collect();
            let term = |terms: &TermTable, index: usize| terms.atom_term(atoms[index]);
            let (x, y, z) = (term(&terms, 0), term(&terms, 1), term(&terms, 2));
            let shapes = [x, terms.subtract(x, y), terms.subtract(y, z), terms.subtract(x, z)];
            let mut rest = code;
            let mut rows = Vec::new();
            for shape in shapes {
                let (lower, upper) = bounds[rest % bounds.len()];
                rest /= bounds.len();
                rows.push(Row { shape, range: Range::between(lower, upper) });
            }
            systems.push((terms, atoms, rows));
        }
        systems
    }

    fn satisfies(terms: &TermTable, rows: &[Row], values: &[(Atom, i128)]) -> bool {
        let model = crate::model::Model::new(values.to_vec());
        rows.iter().all(|row| row.range.contains(model.evaluate(terms, row.shape).expect("small numbers")))
    }

    #[test]
    fn projections_are_exact_and_solutions_extend() {
        let (mut consistent, mut contradictory) = (0, 0);
        for (terms, atoms, rows) in systems() {
            let closure = Closure::new(&terms, &rows).expect("small numbers");
            let kept = [atoms[0], atoms[2]];
            let bounds = match closure.project(&kept) {
                Ok(bounds) => bounds,
                Err(Failure::Contradiction) => {
                    contradictory += 1;
                    for (x, y, z) in points() {
                        let values = [(atoms[0], x), (atoms[1], y), (atoms[2], z)];
                        assert!(!satisfies(&terms, &rows, &values));
                    }
                    continue;
                }
                Err(Failure::Overflow) => panic!("small numbers"),
            };
            consistent += 1;
            for x in -3..=3 {
                for z in -3..=3 {
                    let value = |atom: Atom| {
                        if atom == atoms[0] {
                            x
                        } else if atom == atoms[2] {
                            z
                        } else {
                            0
                        }
                    };
                    let allowed = bounds.iter().all(|&(from, to, weight)| value(to) - value(from) <= weight);
                    let values = closure.extend(&[(atoms[0], x), (atoms[2], z)]);
                    if allowed {
                        let Ok(mut values) = values else { panic!("a solution extends") };
                        values.extend([(atoms[0], x), (atoms[2], z)]);
                        values.sort_unstable();
                        values.dedup();
                        assert_eq!(values.len(), 3, "one value for each atom");
                        assert!(satisfies(&terms, &rows, &values));
                    } else {
                        let none = (-6..=6).all(|y| {
                            !satisfies(&terms, &rows, &[(atoms[0], x), (atoms[1], y), (atoms[2], z)])
                        });
                        assert!(none, "the projection excludes nothing that extends");
                    }
                }
            }
        }
        assert!(consistent > 100 && contradictory > 20, "{consistent} {contradictory}");
    }

    fn points() -> impl Iterator<Item = (i128, i128, i128)> {
        (-4..=4).flat_map(|x| (-4..=4).flat_map(move |y| (-4..=4).map(move |z| (x, y, z))))
    }
}

//! Bounds of atoms and of differences of two atoms, as edges of a graph: `to - from <= weight`.

use crate::term::Atom;

/// `to - from <= weight`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub from: Atom,
    pub to: Atom,
    pub weight: i128,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    /// INVARIANT: sorted by `from`, then `to`; no two edges have the same ends.
    edges: Vec<Edge>,
    /// The ends of the same edges, `to` before `from`. INVARIANT: sorted.
    ends: Vec<(Atom, Atom)>,
}

impl Edges {
    /// Sets the weight of an edge, or adds the edge.
    pub fn set(&mut self, from: Atom, to: Atom, weight: i128) {
        match self.edges.binary_search_by_key(&(from, to), |edge| (edge.from, edge.to)) {
            Ok(position) => self.edges[position].weight = weight,
            Err(position) => {
                self.edges.insert(position, Edge { from, to, weight });
                if let Err(position) = self.ends.binary_search(&(to, from)) {
                    self.ends.insert(position, (to, from));
                }
            }
        }
    }

    /// Removes the edges with these ends.
    pub fn retain(&mut self, mut keeps: impl FnMut(Atom, Atom) -> bool) {
        self.edges.retain(|edge| keeps(edge.from, edge.to));
        if self.ends.len() > self.edges.len() {
            self.ends.retain(|&(to, from)| keeps(from, to));
        }
    }

    /// Removes the edges between two atoms, in either direction.
    pub fn remove_between(&mut self, one: Atom, other: Atom) {
        for (from, to) in [(one, other), (other, one)] {
            if let Ok(position) = self.edges.binary_search_by_key(&(from, to), |edge| (edge.from, edge.to)) {
                self.edges.remove(position);
            }
            if let Ok(position) = self.ends.binary_search(&(to, from)) {
                self.ends.remove(position);
            }
        }
    }

    /// The edges that leave an atom.
    pub fn leaving(&self, atom: Atom) -> impl Iterator<Item = (Atom, i128)> {
        let start = self.edges.partition_point(|edge| edge.from < atom);
        self.edges[start..]
            .iter()
            .take_while(move |edge| edge.from == atom)
            .map(|edge| (edge.to, edge.weight))
    }

    /// The edges that arrive at an atom, each with the atom that it comes from.
    pub fn arriving(&self, atom: Atom) -> impl Iterator<Item = (Atom, i128)> {
        let start = self.ends.partition_point(|ends| ends.0 < atom);
        self.ends[start..].iter().take_while(move |ends| ends.0 == atom).filter_map(|&(to, from)| {
            let position = self.edges.binary_search_by_key(&(from, to), |edge| (edge.from, edge.to)).ok()?;
            Some((from, self.edges[position].weight))
        })
    }
}

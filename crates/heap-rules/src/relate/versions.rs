//! The versions of arrays of which paired runs speak: which of two sides are one, and what they are called in the result.

use super::{Side, Walk};
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_heap::version;

impl Walk<'_> {
    /// Names the versions that paired runs speak of. Where one of two runs is empty, a version has the name that it has elsewhere.
    pub(super) fn name_versions(&mut self) -> Vec<(Side, Term, Term)> {
        let mut families = std::mem::take(&mut self.families);
        let spoken_of: Vec<(Vec<Atom>, Vec<Atom>)> = families
            .iter()
            .map(|pair| {
                (versions_of(self.solver, &pair.left.facts), versions_of(self.solver, &pair.right.facts))
            })
            .collect();
        let mut named: Vec<(Atom, Atom, Term)> = Vec::new();
        for (x, y) in paired_versions(&spoken_of) {
            let terms = (self.solver.terms.atom_term(x), self.solver.terms.atom_term(y));
            if let Some(name) = self.number(terms.0, terms.1) {
                named.push((x, y, name));
            }
        }
        let mut alone: Vec<(Side, Term, Term)> = Vec::new();
        for pair in &mut families {
            let left = versions_of(self.solver, &pair.left.facts);
            let right = versions_of(self.solver, &pair.right.facts);
            let mut meanings: [Vec<(Atom, Term)>; 2] = [Vec::new(), Vec::new()];
            for (side, own, others) in [(Side::Left, &left, &right), (Side::Right, &right, &left)] {
                let pick = |pair: &(Atom, Atom, Term)| match side {
                    Side::Left => (pair.0, pair.1),
                    Side::Right => (pair.1, pair.0),
                };
                for &version in own {
                    let here = |pair: &&(Atom, Atom, Term)| pick(pair).0 == version;
                    let together = named.iter().filter(here).find(|pair| others.contains(&pick(pair).1));
                    let anywhere = if others.is_empty() { named.iter().find(here) } else { None };
                    let term = self.solver.terms.atom_term(version);
                    let known_alone = alone.iter().find(|known| known.0 == side && known.2 == term);
                    let name = match (together.or(anywhere), known_alone) {
                        (Some(pair), _) => pair.2,
                        (None, Some(known)) => known.1,
                        (None, None) => {
                            let name = self.solver.terms.fresh_variable("array");
                            alone.push((side, name, term));
                            name
                        }
                    };
                    meanings[side as usize].push((version, name));
                }
            }
            let [left, right] = meanings;
            let named = &mut pair.named;
            for (side, told, mut meaning) in
                [(Side::Left, &mut named.0, left), (Side::Right, &mut named.1, right)]
            {
                meaning.extend(self.numbers_in_places(side, &told.facts));
                for fact in &mut told.facts {
                    *fact = self.solver.terms.substitute_in_fact(*fact, &meaning);
                }
            }
        }
        self.families = families;
        alone
    }

    /// What the numbers are called in the result by which facts tell places of words of versions: where a name is projected away, a fact
    /// is lost that mentions it inside of such a word.
    fn numbers_in_places(&mut self, side: Side, facts: &[Fact]) -> BTreeMap<Atom, Term> {
        let function = version::function(&mut self.solver.terms);
        let mut places: BTreeSet<Term> = BTreeSet::new();
        for &fact in facts {
            version::words_in_fact(&self.solver.terms, function, fact, &mut |word| {
                places.insert(word.place);
            });
        }
        let mut mentioned: BTreeSet<Term> = BTreeSet::new();
        for place in places {
            let summands = self.solver.terms.summands(place).iter();
            let atoms: Vec<Atom> = summands.map(|summand| summand.0).collect();
            mentioned.extend(atoms.into_iter().map(|atom| self.solver.terms.atom_term(atom)));
        }
        let mut meaning = BTreeMap::new();
        for &(name, left, right) in &self.numbers {
            let own = if side == Side::Left { left } else { right };
            if mentioned.contains(&own)
                && let Some(atom) = self.solver.terms.as_atom(own)
            {
                meaning.entry(atom).or_insert(name);
            }
        }
        meaning
    }
}

/// Which versions of two sides are one, by the versions that paired runs speak of. Runs that speak of one version each leave no choice,
/// and what has the same name on both sides was the same before; others are paired in the order in which facts speak of them.
fn paired_versions(runs: &[(Vec<Atom>, Vec<Atom>)]) -> Vec<(Atom, Atom)> {
    let mut pairs: Vec<(Atom, Atom)> = Vec::new();
    let pair = |pairs: &mut Vec<(Atom, Atom)>, x: Atom, y: Atom| {
        if !pairs.contains(&(x, y)) {
            pairs.push((x, y));
        }
    };
    for (left, right) in runs {
        if let ([x], [y]) = (&left[..], &right[..]) {
            pair(&mut pairs, *x, *y);
        }
    }
    let is_open = |pairs: &[(Atom, Atom)], x: Atom, others: &[Atom], side: Side| {
        !others.iter().any(|&y| pairs.contains(&if side == Side::Left { (x, y) } else { (y, x) }))
    };
    for (left, right) in runs {
        for &x in left.iter().filter(|x| right.contains(x)) {
            if is_open(&pairs, x, right, Side::Left) && is_open(&pairs, x, left, Side::Right) {
                pair(&mut pairs, x, x);
            }
        }
    }
    for (left, right) in runs {
        let open_left: Vec<Atom> =
            left.iter().copied().filter(|&x| is_open(&pairs, x, right, Side::Left)).collect();
        let open_right: Vec<Atom> =
            right.iter().copied().filter(|&y| is_open(&pairs, y, left, Side::Right)).collect();
        for (x, y) in open_left.into_iter().zip(open_right) {
            pair(&mut pairs, x, y);
        }
    }
    pairs
}

/// The versions that facts speak of, in the order in which they do.
pub(crate) fn versions_of(solver: &mut Solver, facts: &[Fact]) -> Vec<Atom> {
    let function = version::function(&mut solver.terms);
    let mut found = Vec::new();
    for &fact in facts {
        version::words_in_fact(&solver.terms, function, fact, &mut |word| {
            if !found.contains(&word.version) {
                found.push(word.version);
            }
        });
    }
    found
}

//! What holds of every chunk of a run, and what covers two runs.
//!
//! ```text
//!   [s, m): tiles { φ }  *  [m, e): tiles { ψ }
//!  ──────────────────────────────────────────────────────────────────────── compose
//!   [s, e): tiles { (s ≤ at ∧ at + len ≤ m ∧ φ) ⊔ (m ≤ at ∧ at + len ≤ e ∧ ψ) }
//! ```
//!
//! Sound: chunks that fill `[s, m)` and chunks that fill `[m, e)` fill `[s, e)`, and the facts hold of each of them.

use super::divided::{common_divisions, without_divisions};
use super::links::{agreed, common_bounds, common_links};
use super::measure::Measure;
use crate::limits::FACTS_OF_CHUNKS;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::tiles::{free_names, name_of};
use symbolic_heap::{Cell, Content, HeapRule, Layout, Tiling, division, is_broken};

/// A run of chunks of which something is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunks {
    pub start: Term,
    pub end: Term,
    pub layout: Layout,
    pub facts: Vec<Fact>,
}

impl Chunks {
    pub fn of(solver: &mut Solver, cell: &Cell) -> Option<Chunks> {
        let Content::Tiles(tiling) = cell.content else { return None };
        let layout = tiling.layout(&solver.terms)?;
        let facts = tiling.facts(&mut solver.terms);
        Some(Chunks { start: cell.start, end: cell.end, layout, facts })
    }

    pub fn cell(&self, solver: &mut Solver) -> Cell {
        let tiling = Tiling::new(&mut solver.terms, self.layout.clone(), &self.facts);
        Cell { start: self.start, end: self.end, content: Content::Tiles(tiling) }
    }

    /// The names that the facts have for the parts of a chunk.
    pub fn own_names(solver: &mut Solver, layout: &Layout) -> BTreeSet<Atom> {
        let terms = &mut solver.terms;
        let mut names = BTreeSet::from([name_of(terms, Tiling::place), name_of(terms, Tiling::length)]);
        names.extend(layout.words.iter().map(|word| name_of(terms, |terms| word.name(terms))));
        names
    }

    /// What is known of one chunk of the run, wherever it lies, under the facts of a state.
    pub fn hypotheses(&self, solver: &mut Solver, facts: &Facts) -> Facts {
        let mut known = facts.clone();
        let terms = &mut solver.terms;
        let (place, length) = (Tiling::place(terms), Tiling::length(terms));
        let behind = terms.add(place, length);
        let extent = terms.constant(self.layout.extent());
        let mut inside = vec![
            terms.at_most(self.start, place),
            terms.at_most(behind, self.end),
            terms.at_most(extent, length),
        ];
        if let Some(stride) = self.layout.stride {
            let stride = terms.constant(i128::from(stride));
            inside.push(terms.equal(length, stride));
        }
        for word in &self.layout.words {
            let (low, high) = word.range();
            let (low, high) = (terms.constant(low), terms.constant(high));
            let word = word.name(terms);
            inside.extend([terms.at_most(low, word), terms.at_most(word, high)]);
        }
        known.assume_all(solver, &inside);
        known.assume_all(solver, &self.facts);
        known
    }

    /// Whether everything that is told of `general` holds of the chunks of this run.
    pub fn is_covered_by(&self, solver: &mut Solver, facts: &Facts, general: &[Fact]) -> bool {
        if general.iter().all(|fact| self.facts.contains(fact)) {
            return true;
        }
        self.hypotheses(solver, facts).proves_all(solver, general).is_proved()
    }

    /// What holds of the chunks of both runs, which lie side by side, by names that stay.
    pub fn composed(
        &self,
        solver: &mut Solver,
        facts: &Facts,
        other: &Chunks,
        names: &BTreeSet<Atom>,
        tells_units: bool,
    ) -> Chunks {
        let [left, right] = agreed(solver, [facts, facts], self.clone(), other.clone());
        left.composed_alike(solver, facts, &right, names, tells_units)
    }

    /// As [`Chunks::composed`], where both tell the same words as links.
    fn composed_alike(
        &self,
        solver: &mut Solver,
        facts: &Facts,
        other: &Chunks,
        names: &BTreeSet<Atom>,
        tells_units: bool,
    ) -> Chunks {
        let layout = self.layout.common(&other.layout);
        let run = |layout, facts| Chunks { start: self.start, end: other.end, layout, facts };
        if is_broken(solver, HeapRule::TilesKeepFirstChunks) {
            return run(layout, self.facts.clone());
        }
        if self.layout == other.layout && self.facts == other.facts {
            return run(layout, self.facts.clone());
        }
        let known = [self, other].map(|side| side.known_by(solver, facts, &layout, names));
        let joined = match known.each_ref().map(|known| known.is_unsat(solver).is_proved()) {
            [true, _] => known[1].clone(),
            [false, true] => known[0].clone(),
            [false, false] => known[0].join(solver, &known[1]),
        };
        let told = about_chunks(solver, &joined, &layout);
        let told = without_hulls(solver, told, &known);
        let versions: Vec<Atom> = self.division(solver).into_iter().collect();
        let mut told = told;
        if versions.is_empty() || !tells_length(solver, &told) {
            told.extend(Measure::common(solver, &layout, &known));
        }
        if versions.is_empty() {
            told.extend(common_links(solver, &layout, &known));
        }
        told.extend(common_bounds(solver, &layout, &known, None));
        if tells_units && !versions.is_empty() {
            told.extend(Measure::common_unit(solver, &known));
        }
        let mut told = without_divisions(solver, told, &layout, !versions.is_empty());
        told.extend(common_divisions(solver, &layout, &known, &versions));
        run(layout, told).without_repetitions(solver, facts)
    }

    /// What is known of a chunk by these names and by those that a layout has.
    pub fn known_by(
        &self,
        solver: &mut Solver,
        facts: &Facts,
        layout: &Layout,
        names: &BTreeSet<Atom>,
    ) -> Facts {
        let mut kept = free_names(solver, names);
        kept.extend(Chunks::own_names(solver, layout));
        self.hypotheses(solver, facts).project(solver, &|atom| kept.contains(&atom))
    }

    /// Without what follows from the rest, from where a chunk lies, and from the facts of the state.
    #[must_use]
    pub fn without_repetitions(self, solver: &mut Solver, facts: &Facts) -> Chunks {
        let mut candidates = self.facts.clone();
        if let Some(stride) = self.layout.stride {
            let own = Chunks::own_names(solver, &self.layout);
            candidates.retain(|&fact| is_about_records(solver, fact, &own, i128::from(stride)));
        }
        let (divisions, mut candidates): (Vec<Fact>, Vec<Fact>) =
            candidates.into_iter().partition(|&fact| division::is_mentioned(solver, fact));
        candidates.sort_by_key(|fact| (!matches!(fact, Fact::Zero(_)), *fact));
        // Of which division the chunks are is looked for among the facts.
        let mut rest = Chunks { facts: divisions, ..self };
        let mut known = rest.hypotheses(solver, facts);
        // As long as there are few chunks, equations follow from where these lie; what the next one has in common with them is seen by
        // the equations.
        let mut equations = Facts::new();
        for fact in candidates {
            let follows = match fact {
                Fact::Zero(_) if rest.layout.stride.is_some() => equations.proves(solver, fact).is_proved(),
                _ => known.proves(solver, fact).is_proved(),
            };
            if rest.facts.len() < FACTS_OF_CHUNKS && !follows {
                known.assume(solver, fact);
                equations.assume(solver, fact);
                rest.facts.push(fact);
            }
        }
        rest
    }
}

/// The facts that mention a part of a chunk, and no value that a limit hides. Where all chunks are equally long, this is told once.
pub fn about_chunks(solver: &mut Solver, facts: &Facts, layout: &Layout) -> Vec<Fact> {
    let own = Chunks::own_names(solver, layout);
    let length = Tiling::length(&mut solver.terms);
    let name = name_of(&mut solver.terms, Tiling::length);
    let constant = facts.bounds(solver, length).value().map(|number| solver.terms.constant(number));
    let mut about = Vec::new();
    if let Some(constant) = constant.filter(|_| layout.stride.is_none()) {
        about.push(solver.terms.equal(length, constant));
    }
    for &fact in facts.as_slice() {
        let fact = match constant {
            Some(constant) => solver.terms.substitute_in_fact(fact, &[(name, constant)]),
            None => fact,
        };
        let terms = &solver.terms;
        let (mut mentions, mut is_hidden) = (false, false);
        terms.for_each_atom_of_fact(fact, &mut |atom| {
            mentions |= own.contains(&atom);
            is_hidden |= matches!(terms.kind(atom), AtomKind::Opaque(_));
        });
        if mentions && !is_hidden && !matches!(fact, Fact::Distinct(_)) && !about.contains(&fact) {
            about.push(fact);
        }
    }
    about
}

/// Whether an equation without remainders tells the length of chunks.
pub(crate) fn tells_length(solver: &mut Solver, facts: &[Fact]) -> bool {
    let name = name_of(&mut solver.terms, Tiling::length);
    facts.iter().any(|&fact| {
        let (mut mentions, mut is_plain) = (false, matches!(fact, Fact::Zero(_)));
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            mentions |= atom == name;
            is_plain &= matches!(solver.terms.kind(atom), AtomKind::Variable(_));
        });
        mentions && is_plain
    })
}

/// The facts without inequalities between several names that neither of two runs states: a join invents bounds that move with every
/// chunk, and what is true of all chunks is true of each.
pub(crate) fn without_hulls(solver: &Solver, facts: Vec<Fact>, known: &[Facts; 2]) -> Vec<Fact> {
    let is_stated = |fact: &Fact| match *fact {
        Fact::NonNegative(term) => {
            solver.terms.summands(term).len() < 2 || known.iter().any(|known| known.as_slice().contains(fact))
        }
        _ => true,
    };
    facts.into_iter().filter(is_stated).collect()
}

/// Whether a fact may hold of all records of an array, and not of a few of them by chance: a congruence of one name that the length of the
/// records has to do with, an equation between words of a record or with one other name.
fn is_about_records(solver: &Solver, fact: Fact, own: &BTreeSet<Atom>, stride: i128) -> bool {
    let terms = &solver.terms;
    let (mut is_plain, mut names) = (true, BTreeSet::new());
    terms.for_each_atom_of_fact(fact, &mut |atom| match terms.kind(atom) {
        AtomKind::Modulo(inner, modulus) => {
            is_plain &= stride % modulus == 0 && terms.summands(inner).len() == 1;
        }
        AtomKind::Variable(_) => {
            names.insert(atom);
        }
        _ => {}
    });
    let others = names.iter().filter(|atom| !own.contains(atom)).count();
    is_plain && (others == 0 || names.len() <= 2)
}

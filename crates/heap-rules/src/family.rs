//! What holds of every word of a run: from words to families, and what covers two of them.
//!
//! ```text
//!   [s, m): each b { φ }  *  [m, e): each b { ψ }
//!  ─────────────────────────────────────────────── gather
//!   [s, e): each b { (s ≤ at < m ∧ φ) ⊔ (m ≤ at < e ∧ ψ) }
//! ```
//!
//! Sound: the facts hold of the words of either run. Where a word lies is a hypothesis, so that `a[0] = 0` and `a[1] = 1` give
//! `4·it = at`, and what follows from the place of a word alone need not be told.

pub(crate) mod alternatives;

use crate::limits::FACTS_OF_WORDS;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term, TermTable, Width};
use std::collections::BTreeSet;
use std::ops::Range;
use symbolic_heap::version;
use symbolic_heap::{Cell, Content, Family, HeapRule, State, is_broken};

/// What is known of every word of so many bytes of a run; `None` if it is not made of such words.
pub fn told(solver: &mut Solver, content: Content, bytes: u8) -> Option<Vec<Fact>> {
    match content {
        Content::Each(family) if family.bytes == bytes => Some(family.facts(&mut solver.terms)),
        Content::Unknown | Content::Letters => Some(Vec::new()),
        Content::Fill(byte) if (1..=8).contains(&bytes) => {
            let number = (0..bytes).fold(0, |sum: i128, _| sum << 8 | i128::from(byte));
            let (word, number) = (Family::word(&mut solver.terms), solver.terms.constant(number));
            Some(vec![solver.terms.equal(word, number)])
        }
        Content::Each(_)
        | Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Scalar(_)
        | Content::Uninitialised
        | Content::Text
        | Content::Fill(_)
        | Content::Absent => None,
    }
}

/// The places of a run whose offsets have a remainder modulo a stride.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Grid {
    pub stride: u8,
    pub phase: u8,
}

/// A run of which something is told.
#[derive(Clone, Debug)]
pub struct Told {
    pub start: Term,
    pub end: Term,
    pub bytes: u8,
    pub facts: Vec<Fact>,
    /// Where its words are; side by side if that is not said.
    pub grid: Option<Grid>,
    /// Where two runs become one, it is also told which of two things holds of each word.
    pub alternatives: bool,
}

/// The remainder of a place modulo a stride, if it is known.
pub fn remainder(solver: &mut Solver, facts: &Facts, place: Term, stride: u8) -> Option<u8> {
    let rest = solver.terms.modulo(place, i128::from(stride));
    let number = match solver.terms.as_constant(rest) {
        Some(number) => Some(number),
        None => facts.bounds(solver, rest).value(),
    };
    number.and_then(|number| u8::try_from(number).ok())
}

impl Told {
    pub fn of(solver: &mut Solver, cell: &Cell, bytes: u8) -> Option<Told> {
        let facts = told(solver, cell.content, bytes)?;
        Some(Told { start: cell.start, end: cell.end, bytes, facts, grid: None, alternatives: false })
    }

    /// The content of the run: nothing is known of words of which nothing is told.
    pub fn content(&self, solver: &mut Solver) -> Content {
        if self.says_nothing(solver) {
            return Content::Unknown;
        }
        Content::Each(Family::new(&mut solver.terms, self.bytes, &self.facts))
    }

    /// Whether the facts only say that a word is in the range in which unknown words of its size are read.
    pub fn says_nothing(&self, solver: &mut Solver) -> bool {
        let bits = 8 * u32::from(self.bytes);
        let Some((low, high)) = Width { bits, signed: bits >= 32 }.range() else {
            return self.facts.is_empty();
        };
        let word = Family::word(&mut solver.terms);
        let (low, high) = (solver.terms.constant(low), solver.terms.constant(high));
        let range = [solver.terms.at_most(low, word), solver.terms.at_most(word, high)];
        let (word, _) = Family::names(&mut solver.terms);
        let terms = &solver.terms;
        self.facts.iter().all(|fact| range.contains(fact) || !mentions(terms, *fact, word))
    }

    /// What is known of one word of the run, wherever it lies, under the facts of a state.
    pub fn hypotheses(&self, solver: &mut Solver, facts: &Facts) -> Facts {
        let mut known = facts.clone();
        let place = Family::place(&mut solver.terms);
        let last = solver.terms.add_constant(self.end, -i128::from(self.bytes));
        let behind = solver.terms.add_constant(self.start, i128::from(self.bytes));
        let is_short = solver.terms.at_most(self.end, behind);
        if let Some(grid) = self.grid {
            self.assume_on_grid(solver, &mut known, grid, (place, last));
            known.assume_all(solver, &self.facts);
            return known;
        }
        // A run with room for one word has its word at its start: an equation says more to a join than two bounds that meet.
        if last == self.start || facts.proves(solver, is_short).is_proved() {
            let fact = solver.terms.equal(place, self.start);
            known.assume(solver, fact);
            if last != self.start {
                let is_there = solver.terms.at_most(behind, self.end);
                known.assume(solver, is_there);
            }
        } else {
            let distance = solver.terms.subtract(place, self.start);
            let inside = [
                solver.terms.at_most(self.start, place),
                solver.terms.at_most(place, last),
                solver.terms.divides(i128::from(self.bytes), distance),
            ];
            known.assume_all(solver, &inside);
        }
        known.assume_all(solver, &self.facts);
        known
    }

    /// That a word lies in the run, at one of the places of a grid. As above, an equation says more where there is only one place.
    fn assume_on_grid(
        &self,
        solver: &mut Solver,
        known: &mut Facts,
        grid: Grid,
        (place, last): (Term, Term),
    ) {
        let length = solver.terms.constant_difference(self.end, self.start);
        let phase = remainder(solver, known, self.start, grid.stride);
        if let (Some(length), Some(phase)) = (length, phase) {
            let stride = i128::from(grid.stride);
            let first = (i128::from(grid.phase) - i128::from(phase)).rem_euclid(stride);
            if first + stride + i128::from(self.bytes) > length {
                let only = solver.terms.add_constant(self.start, first);
                let fact = match first + i128::from(self.bytes) > length {
                    true => Fact::False,
                    false => solver.terms.equal(place, only),
                };
                known.assume(solver, fact);
                return;
            }
        }
        let distance = solver.terms.add_constant(place, -i128::from(grid.phase));
        let inside = [
            solver.terms.at_most(self.start, place),
            solver.terms.at_most(place, last),
            solver.terms.divides(i128::from(grid.stride), distance),
        ];
        known.assume_all(solver, &inside);
    }

    /// Whether everything that is told of `general` holds of the words of this run.
    pub fn is_covered_by(&self, solver: &mut Solver, facts: &Facts, general: &[Fact]) -> bool {
        if general.iter().all(|fact| self.facts.contains(fact)) {
            return true;
        }
        let known = self.hypotheses(solver, facts);
        known.proves_all(solver, general).is_proved()
    }

    /// What holds of the words of both runs, of one state. They lie side by side.
    pub fn joined(&self, solver: &mut Solver, facts: &Facts, other: &Told) -> Told {
        self.united(solver, facts, other, false)
    }

    /// As [`Told::joined`], and which of two things holds of each word where that is to be told.
    pub fn joined_or_either(&self, solver: &mut Solver, facts: &Facts, other: &Told) -> Told {
        self.united(solver, facts, other, self.alternatives || other.alternatives)
    }

    fn united(&self, solver: &mut Solver, facts: &Facts, other: &Told, alternatives: bool) -> Told {
        let merged = |facts| Told {
            start: self.start,
            end: other.end,
            bytes: self.bytes,
            facts,
            grid: self.grid,
            alternatives: self.alternatives || other.alternatives,
        };
        if is_broken(solver, HeapRule::FamilyKeepsFirstWords) {
            return merged(self.facts.clone());
        }
        if self.facts.is_empty() || other.facts.is_empty() {
            return merged(Vec::new());
        }
        let facts = &without_held_words(solver, facts);
        let (left, right) = (self.hypotheses(solver, facts), other.hypotheses(solver, facts));
        let joined = left.join(solver, &right);
        let mut told = about_words(solver, &joined);
        if alternatives {
            let finds_new = !tell_the_word(solver, &told);
            let more = alternatives::of_both(solver, (self, &left), (other, &right), finds_new);
            told.extend(more.into_iter().filter(|fact| !joined.as_slice().contains(fact)));
        }
        merged(told).without_repetitions(solver, facts)
    }

    /// Without what follows from the rest, from the place of a word, and from the facts of the state.
    #[must_use]
    pub fn without_repetitions(self, solver: &mut Solver, facts: &Facts) -> Told {
        let mut candidates = self.facts.clone();
        let function = version::function(&mut solver.terms);
        let own_place = Family::place(&mut solver.terms);
        // Words of versions first, and of these those that are told by the place of the word.
        let rank = |fact: &Fact| {
            let (mut is_held, mut is_by_place) = (false, false);
            version::words_in_fact(&solver.terms, function, *fact, &mut |word| {
                is_held = true;
                is_by_place |= word.place == own_place;
            });
            match fact {
                Fact::Zero(_) if is_by_place => 0,
                Fact::Zero(_) if is_held => 1,
                Fact::Zero(_) => 2,
                _ => 3,
            }
        };
        candidates.sort_by_cached_key(|fact| (rank(fact), *fact));
        let is_kept: BTreeSet<Fact> = candidates.iter().copied().filter(|fact| rank(fact) < 2).collect();
        let mut rest = Told { facts: Vec::new(), ..self };
        // What is known of single words of a version is forgotten as the loop goes on.
        let facts = &without_held_words(solver, facts);
        let mut known = rest.hypotheses(solver, facts);
        if known.is_unsat(solver).is_proved() {
            // No word is here: nothing that is said of them can be found again.
            return rest;
        }
        for fact in candidates {
            // Where there is only one word yet, several equations say the same of it; which holds of the next is not known.
            let is_news = is_kept.contains(&fact) || !known.proves(solver, fact).is_proved();
            if rest.facts.len() < FACTS_OF_WORDS && is_news {
                known.assume(solver, fact);
                rest.facts.push(fact);
            }
        }
        rest
    }
}

/// Whether an equation tells what the word is: then nothing else need be told of it.
pub(crate) fn tell_the_word(solver: &mut Solver, facts: &[Fact]) -> bool {
    let (word, _) = Family::names(&mut solver.terms);
    let terms = &solver.terms;
    facts.iter().any(|fact| match fact {
        Fact::Zero(term) => terms.summands(*term).iter().any(|summand| summand.0 == word),
        _ => false,
    })
}

/// The facts that mention the word, and no value that a limit hides. Equations that tell where the words are count, too: as long as a
/// loop has stored one word only, that is how it is seen later what the next one has in common with it.
/// What is said of a word of a version that is the word itself is said of the word.
pub fn about_words(solver: &mut Solver, facts: &Facts) -> Vec<Fact> {
    let (word, place) = Family::names(&mut solver.terms);
    let itself = words_that_are(solver, facts, word);
    let is_about = |terms: &TermTable, fact: Fact| {
        let (mut mentions_word, mut is_hidden) = (false, false);
        terms.for_each_atom_of_fact(fact, &mut |atom| {
            mentions_word |= atom == word || atom == place && matches!(fact, Fact::Zero(_));
            is_hidden |= matches!(terms.kind(atom), AtomKind::Opaque(_));
        });
        mentions_word && !is_hidden && !matches!(fact, Fact::Distinct(_))
    };
    let mut about = Vec::new();
    for &fact in facts.as_slice() {
        if is_about(&solver.terms, fact) {
            about.push(fact);
        }
        if itself.is_empty() || mentions(&solver.terms, fact, word) {
            continue;
        }
        // One after the other: that two of them are the same says of each that it is the word.
        for own in &itself {
            let fact = solver.terms.substitute_in_fact(fact, std::slice::from_ref(own));
            if mentions(&solver.terms, fact, word) && is_about(&solver.terms, fact) && !about.contains(&fact)
            {
                about.push(fact);
            }
        }
    }
    about
}

/// The words of versions that facts say are the word of which a family speaks, with it in their place.
fn words_that_are(solver: &mut Solver, facts: &Facts, word: Atom) -> Vec<(Atom, Term)> {
    let function = version::function(&mut solver.terms);
    let own = solver.terms.atom_term(word);
    let mut held: BTreeSet<Atom> = BTreeSet::new();
    for &fact in facts.as_slice() {
        version::words_in_fact(&solver.terms, function, fact, &mut |other| {
            held.insert(other.atom);
        });
    }
    let mut found = Vec::new();
    for other in held.into_iter().take(FACTS_OF_WORDS) {
        let term = solver.terms.atom_term(other);
        if facts.equal(solver, own, term).is_proved() {
            found.push((other, own));
        }
    }
    found
}

/// What the facts say without words of versions: what is known of these is told by the runs where they are, by other names.
pub(crate) fn without_held_words(solver: &mut Solver, facts: &Facts) -> Facts {
    let function = version::function(&mut solver.terms);
    let mut words: BTreeSet<Atom> = BTreeSet::new();
    for &fact in facts.as_slice() {
        version::words_in_fact(&solver.terms, function, fact, &mut |word| {
            words.insert(word.atom);
        });
    }
    let words: Vec<Term> = words.into_iter().map(|atom| solver.terms.atom_term(atom)).collect();
    facts.forget(solver, &words)
}

fn mentions(terms: &TermTable, fact: Fact, name: Atom) -> bool {
    let mut found = false;
    terms.for_each_atom_of_fact(fact, &mut |atom| found |= atom == name);
    found
}

/// The facts that have to do with some terms and with no memory.
pub fn connected(solver: &mut Solver, state: &State, seeds: &[Term]) -> Facts {
    let mut names: BTreeSet<Atom> = BTreeSet::new();
    for &term in seeds {
        solver.terms.for_each_atom(term, &mut |atom| {
            names.insert(atom);
        });
    }
    let facts = state.facts.as_slice();
    let mut atoms: Vec<Atom> = Vec::with_capacity(4 * facts.len());
    let mut open: Vec<(Fact, Range<usize>)> = Vec::with_capacity(facts.len());
    for &fact in facts.iter().filter(|fact| !matches!(fact, Fact::Distinct(_))) {
        let first = atoms.len();
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| atoms.push(atom));
        if atoms[first..].iter().all(|&atom| state.heap.block(atom).is_none()) {
            open.push((fact, first..atoms.len()));
        } else {
            atoms.truncate(first);
        }
    }
    let is_name = |solver: &Solver, atom: Atom| matches!(solver.terms.kind(atom), AtomKind::Variable(_));
    let mut taken: Vec<bool> = vec![false; open.len()];
    loop {
        let mut changed = false;
        for (index, (_, own)) in open.iter().enumerate() {
            let own = &atoms[own.clone()];
            if !taken[index] && own.iter().any(|atom| names.contains(atom)) {
                taken[index] = true;
                changed = true;
                names.extend(own.iter().copied().filter(|&atom| is_name(solver, atom)));
            }
        }
        if !changed {
            break;
        }
    }
    let kept: Vec<Fact> =
        open.iter().zip(&taken).filter(|(_, taken)| **taken).map(|((fact, _), _)| *fact).collect();
    Facts::from_facts(solver, &kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_told_in_each_of_the_ways_that_are_the_same() {
        let mut solver = Solver::default();
        let [array, size] = ["array", "n"].map(|name| solver.terms.variable(name));
        let (word, place) = (Family::word(&mut solver.terms), Family::place(&mut solver.terms));
        let [above, below] = [solver.terms.subtract(place, size), solver.terms.subtract(size, place)];
        let [above, below] = [above, below].map(|place| version::held(&mut solver.terms, array, place));
        let facts = [solver.terms.equal(above, below), solver.terms.equal(word, above)];
        let mut known = Facts::new();
        known.assume_all(&mut solver, &facts);
        let told = about_words(&mut solver, &known);
        for held in [above, below] {
            let equation = solver.terms.equal(word, held);
            assert!(told.contains(&equation), "{told:?}");
        }
    }
}

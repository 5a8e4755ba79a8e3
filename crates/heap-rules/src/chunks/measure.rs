//! How a word of a chunk tells its length.

use super::told::Chunks;
use crate::limits::{FLAGS_OF_A_HEADER, UNITS_OF_A_HEADER};
use pure_logic::{Fact, Facts, Solver, Term};
use symbolic_heap::{Layout, TileWord, Tiling};

/// A way in which the length of a chunk is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Measure {
    /// By a word, without the flags in its low bits: `len = unit · (it - it mod flags)`.
    Word { word: TileWord, unit: i128, flags: i128 },
    /// All chunks are equally long.
    Constant(i128),
}

impl Measure {
    /// All ways in which one of the words may tell a length.
    pub fn by_words(words: &[TileWord]) -> Vec<Measure> {
        let mut measures = Vec::new();
        for &word in words.iter().filter(|word| word.bytes > 1) {
            for flags in FLAGS_OF_A_HEADER {
                let units = UNITS_OF_A_HEADER.into_iter().filter(|_| flags == 1 || word.bytes >= 2);
                measures.extend(units.map(|unit| Measure::Word { word, unit, flags }));
            }
        }
        measures
    }

    /// The ways in which the lengths of the chunks of all runs are told.
    pub fn of(solver: &mut Solver, runs: &[Chunks], facts: &Facts) -> Vec<Measure> {
        let Some(first) = runs.first() else { return Vec::new() };
        let layout = runs.iter().skip(1).fold(first.layout.clone(), |layout, run| layout.common(&run.layout));
        let known: Vec<Facts> = runs.iter().map(|run| run.hypotheses(solver, facts)).collect();
        let length = Tiling::length(&mut solver.terms);
        let mut measures = Measure::by_words(&layout.words);
        measures.retain(|measure| {
            let told = measure.told(solver, &layout);
            told.is_some_and(|told| known.iter().all(|known| known.equal(solver, told, length).is_proved()))
        });
        let lengths: Vec<Option<i128>> =
            known.iter().map(|known| known.bounds(solver, length).value()).collect();
        if let [Some(constant), rest @ ..] = &lengths[..]
            && rest.iter().all(|other| other.as_ref() == Some(constant))
        {
            measures.push(Measure::Constant(*constant));
        }
        measures
    }

    /// What both of two runs say of how lengths are told. A join finds equations between numbers, but not those that speak of flags.
    pub fn common(solver: &mut Solver, layout: &Layout, known: &[Facts; 2]) -> Vec<Fact> {
        let length = Tiling::length(&mut solver.terms);
        let with_flags = |measure: &Measure| matches!(measure, Measure::Word { flags: 2.., .. });
        let mut found = Vec::new();
        for measure in Measure::by_words(&layout.words).into_iter().filter(with_flags) {
            let Some(told) = measure.told(solver, layout) else { continue };
            if found.is_empty() && known.iter().all(|known| known.equal(solver, told, length).is_proved()) {
                found.push(solver.terms.equal(told, length));
            }
        }
        found
    }

    /// The length by the names of a tiling.
    fn told(self, solver: &mut Solver, layout: &Layout) -> Option<Term> {
        match self {
            Measure::Word { word, .. } if layout.words.contains(&word) => {
                let name = word.name(&mut solver.terms);
                Some(self.length(solver, Some(name))?)
            }
            Measure::Word { .. } => None,
            Measure::Constant(length) => Some(solver.terms.constant(length)),
        }
    }

    /// The word that tells the length.
    pub fn word(self) -> Option<TileWord> {
        match self {
            Measure::Word { word, .. } => Some(word),
            Measure::Constant(_) => None,
        }
    }

    /// The length of a chunk whose word has a value.
    pub fn length(self, solver: &mut Solver, value: Option<Term>) -> Option<Term> {
        match self {
            Measure::Word { unit, flags, .. } => {
                let value = value?;
                let low = solver.terms.modulo(value, flags);
                let number = solver.terms.subtract(value, low);
                Some(solver.terms.scale(unit, number))
            }
            Measure::Constant(length) => Some(solver.terms.constant(length)),
        }
    }
}

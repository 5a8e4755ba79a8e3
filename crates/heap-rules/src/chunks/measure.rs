//! How a word of a chunk tells its length.

use super::told::Chunks;
use crate::limits::{FLAGS_OF_A_HEADER, UNCOUNTED_BYTES, UNITS_OF_A_HEADER, UNITS_OF_LENGTHS};
use pure_logic::{Fact, Facts, Solver, Term};
use symbolic_heap::{Layout, TileWord, Tiling};

/// A way in which the length of a chunk is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Measure {
    /// By a word, without the flags in its low bits, and the bytes that it does not count: `len = unit · (it - it mod flags) + uncounted`.
    Word { word: TileWord, unit: i128, flags: i128, uncounted: i128 },
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
                measures.extend(units.map(|unit| Measure::Word { word, unit, flags, uncounted: 0 }));
            }
        }
        for &word in words.iter().filter(|word| word.bytes > 1) {
            let uncounted = UNCOUNTED_BYTES.into_iter().filter(|&uncounted| word.end() <= uncounted);
            measures.extend(uncounted.flat_map(|uncounted| {
                FLAGS_OF_A_HEADER.map(|flags| Measure::Word { word, unit: 1, flags, uncounted })
            }));
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

    /// Of what number the lengths of the chunks of both of two runs are multiples. A join may tell it by the places of chunks, which are
    /// forgotten where blocks are divided.
    pub fn common_unit(solver: &mut Solver, known: &[Facts; 2]) -> Option<Fact> {
        let length = Tiling::length(&mut solver.terms);
        let multiples = UNITS_OF_LENGTHS.map(|unit| solver.terms.divides(unit, length));
        multiples.into_iter().find(|&fact| known.iter().all(|known| known.proves(solver, fact).is_proved()))
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

    /// The length of a chunk whose word is zero.
    pub fn length_of_nothing(self, solver: &mut Solver) -> Option<Term> {
        let zero = solver.terms.constant(0);
        self.length(solver, Some(zero))
    }

    /// The length of a chunk whose word has a value.
    pub fn length(self, solver: &mut Solver, value: Option<Term>) -> Option<Term> {
        match self {
            Measure::Word { unit, flags, uncounted, .. } => {
                let value = value?;
                let low = solver.terms.modulo(value, flags);
                let number = solver.terms.subtract(value, low);
                let counted = solver.terms.scale(unit, number);
                Some(solver.terms.add_constant(counted, uncounted))
            }
            Measure::Constant(length) => Some(solver.terms.constant(length)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symbolic_heap::Rest;

    const HEADER: TileWord = TileWord::number(0, 8);

    /// The measures of a run of which is told that chunks are longer than their first word by some bytes.
    fn measures_of(difference: i128) -> Vec<Measure> {
        let mut solver = Solver::default();
        let terms = &mut solver.terms;
        let [start, end] = [0, 64].map(|place| terms.constant(place));
        let (word, length) = (HEADER.name(terms), Tiling::length(terms));
        let told = terms.add_constant(word, difference);
        let facts = vec![terms.equal(length, told)];
        let layout = Layout { words: vec![HEADER], rest: Rest::Anything, stride: None };
        Measure::of(&mut solver, &[Chunks { start, end, layout, facts }], &Facts::new())
    }

    #[test]
    fn a_word_may_leave_out_the_header() {
        assert_eq!(measures_of(0), [Measure::Word { word: HEADER, unit: 1, flags: 1, uncounted: 0 }]);
        assert_eq!(measures_of(16), [Measure::Word { word: HEADER, unit: 1, flags: 1, uncounted: 16 }]);
        assert_eq!(measures_of(17), [], "no header is as long");
        assert_eq!(measures_of(4), [], "the word itself is longer");
    }

    #[test]
    fn lengths_are_multiples_of_what_both_runs_say() {
        let mut solver = Solver::default();
        let length = Tiling::length(&mut solver.terms);
        let sides = [16, 24].map(|unit| {
            let mut facts = Facts::new();
            let multiple = solver.terms.divides(unit, length);
            facts.assume(&mut solver, multiple);
            facts
        });
        let eight = solver.terms.divides(8, length);
        assert_eq!(Measure::common_unit(&mut solver, &sides), Some(eight));
        assert_eq!(Measure::common_unit(&mut solver, &[sides[0].clone(), Facts::new()]), None);
    }
}

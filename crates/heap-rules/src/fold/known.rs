//! What is known of the numbers in the fields of a node.

use super::kinds::{OpenContent, Precision};
use super::mentions_memory;
use pure_logic::{Fact, Solver, Term, Width};
use symbolic_heap::shape::FieldContent;
use symbolic_heap::{Numbers, State};

/// Longer words are not read as numbers.
const MAXIMAL_BYTES: u64 = 8;

/// A state whose facts say what the values in bodies are.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub state: &'a State,
    /// What is to be kept of the data in nodes.
    pub precision: Precision,
}

impl Known<'_> {
    /// Whether a value is a number and not computed from an address.
    pub fn is_plain(&self, solver: &Solver, value: Term) -> bool {
        !mentions_memory(solver, self.state, value)
    }

    /// The numbers of which a word of so many bytes holds one, where that says something and is to be
    /// kept.
    pub fn numbers(&self, solver: &mut Solver, content: &OpenContent, bytes: u64) -> Option<Numbers> {
        let bytes = Some(bytes).filter(|bytes| (1..=MAXIMAL_BYTES).contains(bytes))?;
        let bits = u32::try_from(8 * bytes).ok()?;
        if !self.precision.tells_data_apart() {
            return None;
        }
        let numbers = match content {
            OpenContent::Value(value) => self.numbers_of_word(solver, *value, bits)?,
            OpenContent::Fixed(FieldContent::Within(numbers)) => numbers.clone(),
            OpenContent::Fixed(FieldContent::Fill(byte)) => {
                let word = (0..bytes).fold(0, |word, _| word << 8 | i128::from(*byte));
                Numbers::one(word)
            }
            OpenContent::Counting { last, step, count } => {
                let behind = solver.terms.add_constant(*count, -1);
                let first = solver.terms.add_scaled(*last, *step, behind);
                let ends = [first, *last].map(|end| self.state.facts.bounds(solver, end));
                let low = ends[0].lower?.min(ends[1].lower?);
                let high = ends[0].upper?.max(ends[1].upper?);
                Numbers::between(low, high, [])?
            }
            OpenContent::Partly { .. } | OpenContent::Fixed(_) => return None,
        };
        numbers.is_narrower_than(bits).then_some(numbers)
    }

    /// The word as it is, read as a signed and as an unsigned number: what says the most.
    fn numbers_of_word(&self, solver: &mut Solver, value: Term, bits: u32) -> Option<Numbers> {
        if let Some(number) = solver.terms.as_constant(value) {
            return Numbers::between(number, number, []);
        }
        if !self.is_plain(solver, value) {
            return None;
        }
        let readings = [true, false].map(|signed| solver.terms.wrap(value, Width { bits, signed }));
        let readings = std::iter::once(value).chain(readings);
        let known = readings.filter_map(|reading| self.numbers_of(solver, reading));
        known.min_by_key(|numbers| numbers.high() - numbers.low() - numbers.exceptions().len() as i128)
    }

    fn numbers_of(&self, solver: &mut Solver, value: Term) -> Option<Numbers> {
        let bounds = self.state.facts.bounds(solver, value);
        let (low, high) = (bounds.lower?, bounds.upper?);
        let mut exceptions = Vec::new();
        for fact in self.state.facts.as_slice() {
            if let Fact::NonZero(term) = *fact
                && let Some(distance) = solver.terms.constant_difference(value, term)
            {
                exceptions.push(distance);
            }
        }
        Numbers::between(low, high, exceptions)
    }
}

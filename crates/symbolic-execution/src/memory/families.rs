//! Words of families: what a read learns, and what a write at an unknown place leaves.

use super::may_be_undefined;
use crate::context::Context;
use crate::limits::STORED_RUNS_BEFORE_A_GAP;
use heap_rules::family::{Told, about_words, connected, remainder};
use ir::Scalar;
use pure_logic::{Fact, Facts, Term};
use symbolic_heap::{Cell, Cells, Content, Family, HeapRule, State, Stripes, Value, is_broken};

impl Context<'_> {
    /// The word at an offset: what the family says of it, if that determines it, or a new name of which it holds.
    pub(super) fn word_of_family(
        &mut self,
        state: &mut State,
        family: Family,
        offset: Term,
        scalar: Scalar,
    ) -> Value {
        let word = Family::word(&mut self.solver.terms);
        let facts = family.instance(&mut self.solver.terms, offset, word);
        if facts.is_empty() {
            return Value::defined(self.unknown_word(state, scalar, "m"));
        }
        let term = match self.solution(&facts, word) {
            Some(term) => term,
            None => self.fresh("m"),
        };
        let facts = family.instance(&mut self.solver.terms, offset, term);
        state.facts.assume_all(&mut self.solver, &facts);
        Value::defined(term)
    }

    /// What holds of the word at a place of a run that is told by stripes, if it is known to which of them it belongs.
    pub(super) fn stripe_at(
        &mut self,
        facts: &Facts,
        stripes: Stripes,
        place: Term,
        scalar: Scalar,
    ) -> Option<Family> {
        let list = stripes.list(&self.solver.terms);
        let mut fitting = list.into_iter().filter(|stripe| u64::from(stripe.family.bytes) == scalar.bytes());
        if is_broken(&self.solver, HeapRule::StripesAreEverywhere) {
            return fitting.next().map(|stripe| stripe.family);
        }
        let phase = remainder(&mut self.solver, facts, place, stripes.stride)?;
        fitting.find(|stripe| stripe.phase == phase).map(|stripe| stripe.family)
    }

    /// What an equation says that the word is.
    fn solution(&mut self, facts: &[Fact], word: Term) -> Option<Term> {
        let atom = self.solver.terms.as_atom(word)?;
        facts.iter().find_map(|fact| {
            let Fact::Zero(term) = *fact else { return None };
            let coefficient = self.solver.terms.summands(term).iter().find(|summand| summand.0 == atom)?.1;
            if coefficient.abs() != 1 {
                return None;
            }
            let rest = self.solver.terms.add_scaled(term, -coefficient, word);
            (!self.solver.terms.mentions(rest, atom)).then(|| self.solver.terms.scale(-coefficient, rest))
        })
    }

    /// Whether a family says which word is at an offset, so that reading it again gives the same.
    pub(super) fn is_told(&mut self, family: Family, offset: Term) -> bool {
        let word = Family::word(&mut self.solver.terms);
        let facts = family.instance(&mut self.solver.terms, offset, word);
        self.solution(&facts, word).is_some()
    }

    /// A word that may be read from any of several runs: what holds of it in all of them holds of what was read. It is no word of the
    /// usual range, because the runs may speak of it as another number that has the same bits.
    pub(super) fn word_of_several(
        &mut self,
        state: &mut State,
        cells: &Cells,
        run: (Term, Term),
        scalar: Scalar,
    ) -> Option<Term> {
        let (word, common) = self.common(state, cells, run, scalar)?;
        if common.is_empty() {
            return None;
        }
        let atom = self.solver.terms.as_atom(word)?;
        let value = self.fresh("m");
        for fact in common {
            let fact = self.solver.terms.substitute_in_fact(fact, &[(atom, value)]);
            state.facts.assume(&mut self.solver, fact);
        }
        Some(value)
    }

    /// What holds of the word at a place that may lie in several runs, by the name that families have for it.
    fn common(
        &mut self,
        state: &State,
        cells: &Cells,
        run: (Term, Term),
        scalar: Scalar,
    ) -> Option<(Term, Vec<Fact>)> {
        let bytes = u8::try_from(scalar.bytes()).ok().filter(|bytes| *bytes <= 8)?;
        let concerned: Vec<Cell> =
            cells.iter().copied().filter(|cell| !self.are_apart(&state.facts, cell, run)).collect();
        if !concerned.iter().any(|cell| matches!(cell.content, Content::Each(_))) {
            return None;
        }
        let word = Family::word(&mut self.solver.terms);
        let mut seeds = vec![run.0];
        seeds.extend(concerned.iter().flat_map(|cell| [cell.start, cell.end]));
        seeds.extend(concerned.iter().filter_map(|cell| cell.content.term()));
        let known = connected(&mut self.solver, state, &seeds);
        let mut common: Option<Facts> = None;
        for cell in &concerned {
            let distance = self.solver.terms.subtract(run.0, cell.start);
            let is_between = self.solver.terms.divides(i128::from(bytes), distance);
            if !self.proves(&state.facts, is_between) {
                return None;
            }
            let facts = match cell.content {
                Content::Scalar(value) if value.is_defined() => {
                    let length = self.solver.terms.subtract(cell.end, cell.start);
                    let length = self.simplest(&state.facts, length);
                    if self.solver.terms.as_constant(length) != Some(i128::from(bytes)) {
                        return None;
                    }
                    vec![self.solver.terms.equal(word, value.term)]
                }
                content => {
                    Told::of(&mut self.solver, &Cell { content, ..*cell }, bytes)
                        .filter(|told| !told.facts.is_empty())?;
                    self.instances(content, run.0, word, bytes)?
                }
            };
            let mut here = known.clone();
            let inside =
                [self.solver.terms.at_most(cell.start, run.0), self.solver.terms.at_most(run.1, cell.end)];
            here.assume_all(&mut self.solver, &inside);
            here.assume_all(&mut self.solver, &facts);
            common = Some(match common {
                None => here,
                Some(before) => before.join(&mut self.solver, &here),
            });
        }
        let common = about_words(&mut self.solver, &common?);
        Some((word, common))
    }

    fn instances(&mut self, content: Content, place: Term, word: Term, bytes: u8) -> Option<Vec<Fact>> {
        match content {
            Content::Each(family) => Some(family.instance(&mut self.solver.terms, place, word)),
            other => heap_rules::family::told(&mut self.solver, other, bytes),
        }
    }

    /// Whether a write lies inside a run of stored bytes or just behind it, where nothing was stored yet: the fact that it is the
    /// latter. The two cases are worth being told apart, because in either of them it stays known up to where bytes are stored.
    pub(super) fn grows_a_run(
        &mut self,
        state: &State,
        cells: &Cells,
        run: (Term, Term),
        content: Content,
    ) -> Option<Fact> {
        let concerned: Vec<Cell> =
            cells.iter().copied().filter(|cell| !self.are_apart(&state.facts, cell, run)).collect();
        let [stored @ .., behind] = &concerned[..] else { return None };
        let is_stored = |cell: &Cell| {
            matches!(cell.content, Content::Unknown | Content::Letters | Content::Each(_) | Content::Fill(_))
        };
        let are_stored =
            !stored.is_empty() && stored.len() <= STORED_RUNS_BEFORE_A_GAP && stored.iter().all(is_stored);
        if !are_stored || behind.content != Content::Uninitialised || may_be_undefined(content) {
            return None;
        }
        let is_not_behind = self.solver.terms.at_most(run.0, behind.start);
        if !self.proves(&state.facts, is_not_behind) {
            return None;
        }
        // Between words: then what does not lie at the end lies before it as a whole.
        let length = self.solver.terms.subtract(run.1, run.0);
        // Letters are told by where their string ends, which two cases would only repeat; but for buffers of constant size, which
        // are filled again and again.
        let is_buffer =
            cells.as_slice().last().is_some_and(|last| self.solver.terms.as_constant(last.end).is_some());
        let length = self.solver.terms.as_constant(length).filter(|&length| length > 1 || is_buffer)?;
        let distance = self.solver.terms.subtract(behind.start, run.0);
        let is_between = self.solver.terms.divides(length, distance);
        self.proves(&state.facts, is_between).then(|| self.solver.terms.equal(run.0, behind.start))
    }

    /// What a run of words holds after one of them, perhaps, was replaced.
    pub(super) fn either_word(
        &mut self,
        state: &State,
        cell: &Cell,
        run: (Term, Term),
        content: Content,
    ) -> Option<Content> {
        let Content::Scalar(value) = content else { return None };
        let length = self.solver.terms.subtract(run.1, run.0);
        let length = self.simplest(&state.facts, length);
        let length = self.solver.terms.as_constant(length).filter(|length| matches!(length, 2 | 4 | 8))?;
        let bytes = u8::try_from(length).ok()?;
        let distance = self.solver.terms.subtract(run.0, cell.start);
        let is_between = self.solver.terms.divides(length, distance);
        let size = self.solver.terms.subtract(cell.end, cell.start);
        let is_whole = self.solver.terms.divides(length, size);
        let is_told = match cell.content {
            Content::Each(_) | Content::Fill(_) => true,
            // A word that is known beside others of which something is told. Parts of a longer one hold other numbers than it.
            Content::Scalar(old) => {
                self.solver.terms.as_constant(size) == Some(length)
                    && old.is_defined()
                    && !self.mentions_a_block(state, old.term)
            }
            _ => false,
        };
        if !value.is_defined()
            || !is_told
            || !self.proves(&state.facts, is_between)
            || !self.proves(&state.facts, is_whole)
        {
            return None;
        }
        let seeds: Vec<Term> =
            [cell.start, cell.end, run.0, run.1, value.term].into_iter().chain(cell.content.term()).collect();
        let known = connected(&mut self.solver, state, &seeds);
        let word = Family::word(&mut self.solver.terms);
        let one_word = |context: &mut Self, (start, end): (Term, Term), value: Value| {
            let facts = vec![context.solver.terms.equal(word, value.term)];
            Told { start, end, bytes, facts, grid: None, alternatives: false }
        };
        let old = match cell.content {
            Content::Scalar(old) => one_word(self, (cell.start, cell.end), old),
            _ => Told::of(&mut self.solver, cell, bytes)?,
        };
        let new = one_word(self, run, value);
        let joined = old.joined(&mut self.solver, &known, &new);
        Some(Told { start: cell.start, end: cell.end, ..joined }.content(&mut self.solver))
    }
}

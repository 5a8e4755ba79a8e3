//! Learning how long the caller's arrays and strings have to be.
//!
//! Executions on arrays of any length are joined where loops begin, so that all accesses of a loop are seen at once. Where
//! one is not known to be inside, numbers of the caller that bound it say how long the array has to be; letters that
//! nothing bounds are those of a string.

use super::super::entry::{self, Seen};
use super::{Entry, Report, Rounds};
use crate::finding::Finding;
use crate::limits::{
    ACCESSES_OF_A_LENGTH, FINDINGS_OF_A_LENGTH, GROWTHS_BY_CONSTANTS, HUNTED_ON_SHORT_STRINGS,
    LENGTHS_HUNTED, LENGTHS_SHOWN, LENGTHS_SHOWN_OF_SHORT_BLOCKS, SHOWN_ON_SHORT_STRINGS,
    SIZE_OF_A_CALLERS_BLOCK,
};
use interpreter::FaultKind;
use pure_logic::Fact;
use pure_logic::term::Atom;
use source::Span;
use std::collections::BTreeSet;
use symbolic_execution::{GaveUp, Run};
use symbolic_heap::{State, Value};

/// Accesses that are not known to be inside of one array of the caller.
struct Doubtful<'r> {
    base: Atom,
    /// Where the first of them is.
    span: Span,
    /// What it is called there, the state, and whether a string has no end.
    findings: Vec<(Atom, &'r State, FaultKind)>,
}

impl Rounds<'_, '_, '_> {
    /// Enqueues the precondition in which arrays and strings are long enough. Returns whether something was learned.
    pub(super) fn learn_lengths(
        &mut self,
        entry: &Entry,
        report: &Report,
        accesses: &BTreeSet<Run>,
        held: &[Option<Value>],
    ) -> bool {
        let arrays = self.doubtful_arrays(entry, report, held);
        let mut next = entry.clone();
        let mut is_learned = false;
        for array in &arrays {
            if let Some(longer) = self.longer(&next, array, accesses, held) {
                self.search.result.rules.lengths += 1;
                self.note("learn a length", &longer);
                next = longer;
                is_learned = true;
            }
        }
        // Once more is known of other arrays, a number may be found that bounds the rest.
        if !is_learned && entry.constants < GROWTHS_BY_CONSTANTS {
            for array in &arrays {
                if let Some(longer) = self.longer_by_constant(&next, array, accesses) {
                    self.search.result.rules.lengths += 1;
                    self.note("learn one more element", &longer);
                    next = Entry { constants: entry.constants + 1, ..longer };
                    is_learned = true;
                }
            }
        }
        if is_learned {
            self.search.enqueue(next);
        } else if let Some(array) = arrays.first() {
            let reason = "nothing tells how long an array of the caller is".to_owned();
            self.search.result.gave_up.insert(GaveUp { reason: reason.into(), span: array.span });
        }
        is_learned
    }

    /// The same error on strings of a few letters, where executions are followed as they are: what was joined before may
    /// have met no execution at all.
    pub(super) fn on_short_strings(&mut self, entry: &Entry, finding: &Finding) -> Option<(Entry, Finding)> {
        if !entry.state.heap.segments().is_empty() || self.search.shown >= SHOWN_ON_SHORT_STRINGS {
            return None;
        }
        self.search.shown += 1;
        let lengths = entry.lengths(&self.context.solver);
        let tried = if lengths.is_empty() { 1 } else { LENGTHS_SHOWN.len() };
        let shown = match finding.fault.kind {
            FaultKind::OutOfBounds if !lengths.is_empty() => LENGTHS_SHOWN_OF_SHORT_BLOCKS,
            _ => LENGTHS_SHOWN,
        };
        for length in shown.into_iter().take(tried) {
            let Some(short) = entry.with_lengths(self.context, &lengths, length) else { continue };
            let held = short.held(&self.context.solver).held;
            let report = self.run_generally(&short, false);
            let is_same = |other: &&Finding| {
                other.fault.span == finding.fault.span && other.fault.kind == finding.fault.kind
            };
            if let Some(same) = report.findings.iter().find(is_same)
                && let Some(condition) = short.assuming(self.context, &held, &same.configuration.state)
            {
                // How long strings are is the caller's affair, and any length may come.
                return Some((
                    Entry { dependence: entry.dependence.max(condition.dependence), ..condition },
                    same.clone(),
                ));
            }
        }
        None
    }

    /// Looks for errors on short strings where no more preconditions are executed: some of those that are left, or this one,
    /// would have taken too long.
    pub(super) fn hunt_at_the_end(&mut self, entry: &Entry) {
        let is_long = self.is_general(entry) && !self.has_rows_alone(entry);
        if is_long && entry.aliases == 0 && self.search.hunted == 0 && !self.context.is_stopped() {
            self.hunt_on_short_strings(entry);
        }
    }

    /// Executes the function on strings and arrays of a few elements, if executions on all of them take too long to see its
    /// end: there, those that leave early come first. What is found there happens to no more callers than say so.
    pub(super) fn hunt_on_short_strings(&mut self, entry: &Entry) {
        if !entry.state.heap.segments().is_empty() || self.search.hunted >= HUNTED_ON_SHORT_STRINGS {
            return;
        }
        self.search.hunted += 1;
        let lengths = entry.lengths(&self.context.solver);
        let tried = if lengths.is_empty() { 1 } else { LENGTHS_HUNTED.len() };
        for length in LENGTHS_HUNTED.into_iter().take(tried) {
            let Some(short) = entry.with_lengths(self.context, &lengths, length) else { continue };
            let held = short.held(&self.context.solver).held;
            for finding in self.run_generally(&short, false).findings {
                // What the caller's memory lacks is learned where it has any length.
                let state = &finding.configuration.state;
                let block =
                    finding.fault.block.map(|base| entry::base_at_start(self.context, &held, state, base));
                let is_of_caller = block.is_some_and(|base| short.owns(base));
                if is_of_caller && finding.fault.kind != FaultKind::MemoryLost {
                    continue;
                }
                if let Some(condition) = short.assuming(self.context, &held, &finding.configuration.state) {
                    let dependence = entry.dependence.max(condition.dependence);
                    self.search.result.conditional.push((Entry { dependence, ..condition }, finding));
                }
            }
        }
    }

    fn doubtful_arrays<'r>(
        &self,
        entry: &Entry,
        report: &'r Report,
        held: &[Option<Value>],
    ) -> Vec<Doubtful<'r>> {
        let mut arrays: Vec<Doubtful<'r>> = Vec::new();
        for finding in &report.findings {
            let (Some(here), state) = (finding.fault.block, &finding.configuration.state) else { continue };
            let base = entry::base_at_start(self.context, held, state, here);
            let kind = finding.fault.kind;
            if !entry.owns(base) || !matches!(kind, FaultKind::OutOfBounds | FaultKind::UnterminatedString) {
                continue;
            }
            match arrays.iter_mut().find(|array| array.base == base) {
                Some(array) => array.findings.push((here, state, kind)),
                None => arrays.push(Doubtful {
                    base,
                    span: finding.fault.span,
                    findings: vec![(here, state, kind)],
                }),
            }
        }
        arrays
    }

    /// The array reaches as far as a number of the caller says, or is a string, or reaches as far as a string is long.
    fn longer(
        &mut self,
        entry: &Entry,
        array: &Doubtful<'_>,
        accesses: &BTreeSet<Run>,
        held: &[Option<Value>],
    ) -> Option<Entry> {
        let base = array.base;
        let is_written = array.findings.iter().any(|(here, ..)| self.context.doubtful_writes.contains(here));
        let lengths = entry.lengths(&self.context.solver);
        let numbers = entry.numbers(&self.context.solver);
        let (lengths, others): (BTreeSet<Atom>, BTreeSet<Atom>) =
            numbers.into_iter().partition(|number| lengths.contains(number));
        if let Some(longer) = self.with_room(entry, array, accesses, held, &others) {
            return Some(longer);
        }
        if !is_written
            && entry.may_be_text(self.context, base)
            && let Some(string) = entry.with_string(self.context, base)
        {
            return Some(string);
        }
        if let Some(longer) = self.with_room(entry, array, accesses, held, &lengths) {
            return Some(longer);
        }
        entry.with_short_string(self.context, base)
    }

    /// The array reaches as far as one of these numbers says.
    fn with_room(
        &mut self,
        entry: &Entry,
        array: &Doubtful<'_>,
        accesses: &BTreeSet<Run>,
        held: &[Option<Value>],
        numbers: &BTreeSet<Atom>,
    ) -> Option<Entry> {
        // The last ones know of all rounds of a loop.
        let outside = array.findings.iter().rev().filter(|(_, _, kind)| *kind == FaultKind::OutOfBounds);
        outside.take(FINDINGS_OF_A_LENGTH).find_map(|&(here, state, _)| {
            let terms = &self.context.solver.terms;
            let is_indexed = |run: &Run| run.base == here && terms.as_constant(run.end).is_none();
            let own: Vec<Run> =
                accesses.iter().copied().filter(is_indexed).take(ACCESSES_OF_A_LENGTH).collect();
            let seen = Seen { accesses: &own, held, state };
            let facts: Vec<Fact> = entry.room(self.context, array.base, &seen, numbers);
            facts.into_iter().find_map(|fact| entry.with_fact(self.context, fact))
        })
    }

    /// The array has the elements that are accessed by constant indices.
    fn longer_by_constant(
        &mut self,
        entry: &Entry,
        array: &Doubtful<'_>,
        accesses: &BTreeSet<Run>,
    ) -> Option<Entry> {
        let is_here = |run: &&Run| array.findings.iter().any(|(here, ..)| *here == run.base);
        let terms = &self.context.solver.terms;
        let ends = accesses.iter().filter(is_here).filter_map(|run| terms.as_constant(run.end));
        let end = ends.filter(|&end| (0..=SIZE_OF_A_CALLERS_BLOCK).contains(&end)).max()?;
        let size = entry.state.heap.block(array.base)?.size;
        let end = self.context.constant(end);
        let fact = self.context.solver.terms.at_most(end, size);
        entry.with_fact(self.context, fact)
    }
}

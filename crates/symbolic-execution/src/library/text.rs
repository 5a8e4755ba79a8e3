//! Strings in memory: where they end.
//!
//! While errors are hunted, a string whose bytes are not known is every string it can be, one case for
//! each length. In the search for a proof it is one string whose length is a number between bounds; that
//! a zero lies at this distance is then written down, so that a buffer made for the string is known to
//! be large enough for it later.

use super::Call;
use super::rows::{Byte, End, Reach, Row};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::instruction::{assuming, attempt};
use crate::limits::BYTES_NAMED_FOR_TEXTS;
use crate::memory::{Access, may_be_undefined};
use crate::outcome::{Interrupt, Outcome, Step};
use heap_rules::letters::is_letters;
use interpreter::FaultKind;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Cell, Cells, Content, State, Value};

/// Whether there is a zero in bytes that are not known.
const WHERE_IT_ENDS: &str = "where a string ends";

/// A string, or as much of it as a function may look at.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// The address of its first byte.
    pub address: Value,
    /// How many bytes come before the zero or the limit.
    pub length: Term,
    /// These bytes, as numbers from 0 to 255, if all are known; then the length is constant.
    pub bytes: Option<Vec<Term>>,
}

impl Text {
    fn empty(context: &mut Context<'_>, address: Value) -> Text {
        Text { address, length: context.constant(0), bytes: Some(Vec::new()) }
    }

    /// The bytes, if all are constants.
    pub fn constant_bytes(&self, context: &Context<'_>) -> Option<Vec<u8>> {
        let number = |&term: &Term| u8::try_from(context.solver.terms.as_constant(term)?).ok();
        self.bytes.as_ref()?.iter().map(number).collect()
    }
}

/// What follows once the strings are known.
pub(super) type Phase<'p, 'a> = &'p mut dyn FnMut(&mut Context<'_>, Call<'a>, &Text) -> Step<Vec<Outcome>>;

/// Reads the string at an address, no further than a limit, and goes on with each string that it may be.
pub(super) fn with_text<'a>(
    context: &mut Context<'_>,
    call: &Call<'a>,
    address: Value,
    limit: Option<Term>,
    phase: Phase<'_, 'a>,
) -> Step<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    for (configuration, text) in context.texts(&call.configuration, address, limit)? {
        outcomes.extend(attempt(context, configuration, |context, configuration| match &text {
            Ok(text) => phase(context, call.with(configuration), text),
            Err(interrupt) => Err(interrupt.clone()),
        }));
    }
    Ok(outcomes)
}

/// As [`with_text`], for a string without limit given as an argument.
pub(super) fn with_argument<'a>(
    context: &mut Context<'_>,
    call: &Call<'a>,
    index: usize,
    phase: Phase<'_, 'a>,
) -> Step<Vec<Outcome>> {
    let address = call.pointer(context, index)?;
    with_text(context, call, address, None, phase)
}

type Cases = Vec<(Configuration, Step<Text>)>;

fn unterminated(base: Atom) -> Interrupt {
    Interrupt::Fault {
        kind: FaultKind::UnterminatedString,
        message: "a string has no terminating zero within its block".into(),
        block: Some(base),
    }
}

fn uninitialised(base: Atom) -> Interrupt {
    Interrupt::Fault {
        kind: FaultKind::UninitialisedUse,
        message: "a library function looks at bytes that are not initialised".into(),
        block: Some(base),
    }
}

impl Context<'_> {
    fn texts(&mut self, configuration: &Configuration, address: Value, limit: Option<Term>) -> Step<Cases> {
        self.require_defined(address, "the address of a string")?;
        let state = &configuration.state;
        if let Some(limit) = limit
            && self.is_zero(state, limit)?
        {
            return Ok(vec![(configuration.clone(), Ok(Text::empty(self, address)))]);
        }
        let one = self.constant(1);
        let (base, start) = self.access(state, address, one, Access::Read).map_err(Interrupt::of_text)?;
        self.require_open_from(state, base, start)?;
        let place = Place { address, base, start, limit };
        let row = self.row(state, base, start, Reach { limit, until_zero: true });
        match row {
            Ok(row) if self.options.split_on_offsets => self.all_texts(configuration.clone(), place, row),
            Ok(row) if self.is_decided(state, &row) => self.all_texts(configuration.clone(), place, row),
            Err(interrupt @ Interrupt::Missing { .. }) => Err(interrupt.of_text()),
            Err(interrupt) if self.options.split_on_offsets => Err(interrupt),
            row => {
                let sure = row.map_or(0, |row| self.leading_letters(state, &row));
                let mut configuration = configuration.clone();
                let text = self.some_text(&mut configuration, place, sure);
                Ok(vec![(configuration, text)])
            }
        }
    }

    /// Whether it is known of every byte of a row if it is zero.
    fn is_decided(&mut self, state: &State, row: &Row) -> bool {
        row.end != End::Unclear
            && row.bytes.iter().all(|byte| match *byte {
                Byte::Number(term) => {
                    let zero = self.solver.terms.zero(term);
                    self.proves(&state.facts, zero) || self.decides_not(&state.facts, zero)
                }
                Byte::Uninitialised => self.options.check_uninitialised,
                Byte::Unknown | Byte::Letter => false,
            })
    }

    /// How many bytes at the start are known not to be zero.
    fn leading_letters(&mut self, state: &State, row: &Row) -> usize {
        row.bytes
            .iter()
            .take_while(|byte| match **byte {
                Byte::Number(term) => {
                    let zero = self.solver.terms.zero(term);
                    self.decides_not(&state.facts, zero)
                }
                Byte::Letter => true,
                Byte::Unknown | Byte::Uninitialised => false,
            })
            .count()
    }

    /// One case for each byte that may be the terminating zero.
    fn all_texts(&mut self, mut configuration: Configuration, place: Place, mut row: Row) -> Step<Cases> {
        let Place { address, base, start, .. } = place;
        let state = &mut configuration.state;
        if !self.options.check_uninitialised && row.bytes.contains(&Byte::Uninitialised) {
            // Nobody asks: such a byte is any byte.
            row.bytes.iter_mut().filter(|byte| **byte == Byte::Uninitialised).for_each(|byte| {
                *byte = Byte::Unknown;
            });
            configuration.path.approximate("bytes that were never stored");
        }
        self.name_bytes(state, base, start, &mut row, BYTES_NAMED_FOR_TEXTS)?;
        let mut cases = Vec::new();
        let mut letters: Vec<Term> = Vec::new();
        for byte in &row.bytes {
            let term = match *byte {
                Byte::Number(term) => term,
                Byte::Uninitialised => {
                    cases.push((configuration, Err(uninitialised(base))));
                    return Ok(cases);
                }
                Byte::Unknown | Byte::Letter => {
                    let reason = "a string with many bytes from outside";
                    cases.push((configuration, Err(Interrupt::gave_up(reason))));
                    return Ok(cases);
                }
            };
            let zero = self.solver.terms.zero(term);
            if let Some(ends_here) = assuming(self, &configuration, &[zero]) {
                let length = self.constant(letters.len() as i128);
                cases.push((ends_here, Ok(Text { address, length, bytes: Some(letters.clone()) })));
            }
            let letter = self.solver.terms.non_zero(term);
            match assuming(self, &configuration, &[letter]) {
                Some(goes_on) => configuration = goes_on,
                None => return Ok(cases),
            }
            letters.push(term);
        }
        let last = match row.end {
            End::Zero => return Ok(cases),
            End::Limit => {
                let length = self.constant(letters.len() as i128);
                Ok(Text { address, length, bytes: Some(letters) })
            }
            End::Block => Err(unterminated(base)),
            End::Unclear => self.some_text(&mut configuration, place, letters.len()),
        };
        cases.push((configuration, last));
        Ok(cases)
    }

    /// A string of which only bounds of its length are known; at least `sure` bytes are no zeroes.
    fn some_text(&mut self, configuration: &mut Configuration, place: Place, sure: usize) -> Step<Text> {
        let Place { address, base, start, limit } = place;
        let state = &mut configuration.state;
        let cells = state.heap.block(base).expect("the block was just located").cells.clone();
        let size = state.heap.block(base).expect("the block was just located").size;
        let zero = cells.iter().find_map(|cell| self.zero_behind(state, cell, start));
        let most = match (zero, limit) {
            (Some(zero), _) => self.solver.terms.subtract(zero, start),
            (None, Some(limit)) => {
                let end = self.solver.terms.add(start, limit);
                let inside = self.solver.terms.at_most(end, size);
                if !self.proves(&state.facts, inside) {
                    configuration.path.approximate(WHERE_IT_ENDS);
                    return Err(unterminated(base));
                }
                limit
            }
            (None, None) => {
                configuration.path.approximate(WHERE_IT_ENDS);
                return Err(unterminated(base));
            }
        };
        let last = self.solver.terms.add(start, most);
        if zero.is_some() && self.are_letters(state, &cells, (start, last)) {
            let length = self.shorter(state, most, limit);
            return Ok(Text { address, length, bytes: None });
        }
        if self.options.check_uninitialised {
            for cell in cells.iter().filter(|cell| may_be_undefined(cell.content)) {
                let before = self.solver.terms.at_most(cell.end, start);
                let behind = self.solver.terms.at_most(last, cell.start);
                if !self.proves(&state.facts, before) && !self.proves(&state.facts, behind) {
                    return Err(uninitialised(base));
                }
            }
        }
        let length = self.fresh("length");
        let sure = self.constant(sure as i128);
        let facts = [self.solver.terms.at_most(sure, length), self.solver.terms.at_most(length, most)];
        state.facts.assume_all(&mut self.solver, &facts);
        configuration.path.approximate("the length of a string");
        if zero.is_none() {
            return Ok(Text { address, length, bytes: None });
        }
        self.remember_zero(state, base, start, length, last);
        let length = self.shorter(state, length, limit);
        Ok(Text { address, length, bytes: None })
    }

    /// Whether no byte of a run is zero, as far as that is known without looking at single ones.
    fn are_letters(&mut self, state: &State, cells: &Cells, (start, end): (Term, Term)) -> bool {
        cells.iter().all(|cell| {
            is_letters(&mut self.solver, &state.facts, cell) || {
                let before = self.solver.terms.at_most(cell.end, start);
                let behind = self.solver.terms.at_most(end, cell.start);
                self.proves(&state.facts, before) || self.proves(&state.facts, behind)
            }
        })
    }

    /// The smaller one of a length and a limit.
    fn shorter(&mut self, state: &mut State, length: Term, limit: Option<Term>) -> Term {
        let Some(limit) = limit else { return length };
        let (is_within, is_cut) =
            (self.solver.terms.at_most(length, limit), self.solver.terms.at_most(limit, length));
        if self.proves(&state.facts, is_within) {
            return length;
        }
        if self.proves(&state.facts, is_cut) {
            return limit;
        }
        let shorter = self.fresh("length");
        let terms = &mut self.solver.terms;
        let either = [terms.equal(shorter, length), terms.equal(shorter, limit)];
        let facts = [terms.at_most(shorter, length), terms.at_most(shorter, limit), terms.any_of(&either)];
        state.facts.assume_all(&mut self.solver, &facts);
        shorter
    }

    /// The offset of a byte of a cell that is surely zero and not before the start.
    pub(super) fn zero_behind(&mut self, state: &State, cell: &Cell, start: Term) -> Option<Term> {
        let zero = match cell.content {
            Content::Fill(0) => {
                let not_empty = self.solver.terms.less_than(cell.start, cell.end);
                self.proves(&state.facts, not_empty).then_some(cell.start)?
            }
            Content::Scalar(_) => {
                let length = self.solver.terms.subtract(cell.end, cell.start);
                let length = usize::try_from(self.solver.terms.as_constant(length)?).ok()?;
                let index = (0..length).find(|&index| match self.byte_of(cell.content, index) {
                    Byte::Number(term) => self.solver.terms.as_constant(term) == Some(0),
                    Byte::Unknown | Byte::Letter | Byte::Uninitialised => false,
                })?;
                self.solver.terms.add_constant(cell.start, index as i128)
            }
            Content::Fill(_)
            | Content::Each(_)
            | Content::Owning(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Unknown
            | Content::Letters
            | Content::Uninitialised
            | Content::Text
            | Content::Absent => return None,
        };
        let behind = self.solver.terms.at_most(start, zero);
        self.proves(&state.facts, behind).then_some(zero)
    }

    /// Writes down that the byte at this distance from the start is zero, where this costs nothing but
    /// what is known of single letters. The byte at the offset `last` is zero, too.
    fn remember_zero(&mut self, state: &mut State, base: Atom, start: Term, length: Term, last: Term) {
        let mut cells = state.heap.block(base).expect("the block was just located").cells.clone();
        let middle = self.solver.terms.add(start, length);
        let (behind, end) =
            (self.solver.terms.add_constant(middle, 1), self.solver.terms.add_constant(last, 1));
        let Ok(range) = cells.isolate(&mut self.solver, &state.facts, start, end) else { return };
        let mut has_address = false;
        let mut is_defined = true;
        for cell in &cells.as_slice()[range.clone()] {
            is_defined &= !may_be_undefined(cell.content);
            has_address |= self.leads_to_a_block(state, cell.content);
        }
        if has_address || !is_defined {
            return;
        }
        let cell = |start, end, content| Cell { start, end, content };
        let parts = [
            cell(start, middle, Content::Letters),
            cell(middle, behind, Content::Fill(0)),
            cell(behind, end, Content::Unknown),
        ];
        cells.replace_with(range, parts);
        self.set_cells(state, base, cells);
    }
}

/// Where a string starts, and how far a function looks.
#[derive(Clone, Copy)]
struct Place {
    address: Value,
    base: Atom,
    start: Term,
    limit: Option<Term>,
}

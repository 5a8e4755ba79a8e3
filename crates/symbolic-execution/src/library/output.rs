//! The functions of `stdio.h` that write. What is written goes nowhere; what is read must be readable.

use super::format::{Formatted, Passed, with_formatted};
use super::memory_functions::with_bytes;
use super::rows::Run;
use super::text::with_argument;
use super::{Call, Entry, allocation, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::memory::Access;
use crate::outcome::{Interrupt, Outcome, Step};
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Cell, Content, State, Value};

pub(super) const TABLE: &[Entry] = &[
    entry("putchar", 1, |context, call| put_character(context, call, None)),
    entry("putc", 2, |context, call| put_character(context, call, Some(1))),
    entry("fputc", 2, |context, call| put_character(context, call, Some(1))),
    entry("puts", 1, |context, call| put_string(context, call, None)),
    entry("fputs", 2, |context, call| put_string(context, call, Some(1))),
    entry("perror", 1, perror),
    entry("fwrite", 4, fwrite),
    entry("write", 3, write),
    entry("printf", 1, |context, call| print(context, call, 0, None, Passed::Behind)),
    entry("vprintf", 2, |context, call| print(context, call, 0, None, Passed::InList)),
    entry("fprintf", 2, |context, call| print(context, call, 1, Some(0), Passed::Behind)),
    entry("vfprintf", 3, |context, call| print(context, call, 1, Some(0), Passed::InList)),
    entry("dprintf", 2, |context, call| print(context, call, 1, None, Passed::Behind)),
    entry("sprintf", 2, |context, call| sprintf(context, call, Passed::Behind)),
    entry("vsprintf", 3, |context, call| sprintf(context, call, Passed::InList)),
    entry("snprintf", 3, |context, call| snprintf(context, call, Passed::Behind)),
    entry("vsnprintf", 4, |context, call| snprintf(context, call, Passed::InList)),
    entry("asprintf", 2, |context, call| asprintf(context, call, Passed::Behind)),
    entry("vasprintf", 3, |context, call| asprintf(context, call, Passed::InList)),
];

const WRITTEN: &str = "the result of an output function";

fn put_character(context: &mut Context<'_>, call: Call<'_>, stream: Option<usize>) -> Step<Vec<Outcome>> {
    let byte = call.byte(context, 0)?;
    if let Some(index) = stream {
        context.stream(&call, index)?;
    }
    call.returning_unless_it_fails(context, byte)
}

fn put_string(context: &mut Context<'_>, call: Call<'_>, stream: Option<usize>) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut |context, call, _| {
        if let Some(index) = stream {
            context.stream(&call, index)?;
        }
        call.returning_unknown(context, Some((-1, i128::from(i32::MAX))), WRITTEN)
    })
}

fn perror(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let text = call.pointer(context, 0)?;
    if context.is_null(&call.configuration, text)? {
        return call.returning_nothing();
    }
    with_argument(context, &call, 0, &mut |_, call, _| call.returning_nothing())
}

fn fwrite(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let from = call.pointer(context, 0)?;
    let (size, count) = (call.size(context, 1)?, call.size(context, 2)?);
    context.stream(&call, 3)?;
    let total = context.solver.terms.multiply(size, count);
    with_bytes(context, &call, from, total, &mut |context, call, _| {
        let zero = context.constant(0);
        call.returning_between(context, zero, count, WRITTEN)
    })
}

fn write(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    call.defined(context, 0)?;
    let from = call.pointer(context, 1)?;
    let count = call.size(context, 2)?;
    with_bytes(context, &call, from, count, &mut |context, call, _| {
        let failure = context.constant(-1);
        call.returning_between(context, failure, count, WRITTEN)
    })
}

fn print(
    context: &mut Context<'_>,
    call: Call<'_>,
    format: usize,
    stream: Option<usize>,
    passed: Passed,
) -> Step<Vec<Outcome>> {
    with_formatted(context, &call, format, passed, &mut |context, call, formatted| {
        if let Some(index) = stream {
            context.stream(&call, index)?;
        }
        call.returning_unless_it_fails(context, formatted.length)
    })
}

impl Call<'_> {
    /// The end of a call that writes: it returns this, or -1 where the output cannot be written.
    pub(super) fn returning_unless_it_fails(
        self,
        context: &mut Context<'_>,
        result: Term,
    ) -> Step<Vec<Outcome>> {
        if self.destination.is_none() {
            return self.returning_nothing();
        }
        let mut failure = self.clone();
        failure.configuration.path.approximate(WRITTEN);
        let mut outcomes = failure.returning_number(context, -1)?;
        outcomes.extend(self.returning_term(result)?);
        Ok(outcomes)
    }
}

impl Call<'_> {
    /// The end of a call that formats a text in memory: it returns the length, or a negative number if no `int` can hold the
    /// length or a character has no bytes in the current locale.
    fn returning_length(self, context: &mut Context<'_>, formatted: &Formatted) -> Step<Vec<Outcome>> {
        let most = context.constant(i128::from(i32::MAX));
        let fits = context.solver.terms.at_most(formatted.length, most);
        if !formatted.may_fail && context.proves(&self.configuration.state.facts, fits) {
            return self.returning_term(formatted.length);
        }
        let failure = self.clone();
        let mut outcomes = failure.returning_unknown(context, Some((i128::from(i32::MIN), -1)), WRITTEN)?;
        if let Some(success) = self.assuming(context, &[fits]) {
            outcomes.extend(success.returning_term(formatted.length)?);
        }
        Ok(outcomes)
    }
}

fn sprintf(context: &mut Context<'_>, call: Call<'_>, passed: Passed) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    with_formatted(context, &call, 1, passed, &mut |context, mut call, formatted| {
        context.write_formatted(&mut call.configuration, to, formatted, formatted.length)?;
        call.returning_length(context, formatted)
    })
}

fn snprintf(context: &mut Context<'_>, call: Call<'_>, passed: Passed) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let size = call.size(context, 1)?;
    with_formatted(context, &call, 2, passed, &mut |context, mut call, formatted| {
        let unwritten = call.clone();
        if !context.is_zero(&call.configuration.state, size)? {
            let fits = context.solver.terms.less_than(formatted.length, size);
            let written = if context.decide(&call.configuration, fits)? {
                formatted.length
            } else {
                context.solver.terms.add_constant(size, -1)
            };
            context.write_formatted(&mut call.configuration, to, formatted, written)?;
        }
        let mut outcomes = Vec::new();
        let most = context.constant(i128::from(i32::MAX));
        let is_usual = context.solver.terms.at_most(size, most);
        if !context.proves(&call.configuration.state.facts, is_usual) {
            // POSIX lets sizes fail that no `int` can hold.
            let mut failure = unwritten.clone();
            failure.configuration.path.approximate(WRITTEN);
            outcomes.extend(failure.returning_number(context, -1)?);
        }
        outcomes.extend(call.returning_length(context, formatted)?);
        Ok(outcomes)
    })
}

fn asprintf(context: &mut Context<'_>, call: Call<'_>, passed: Passed) -> Step<Vec<Outcome>> {
    let place = call.pointer(context, 0)?;
    with_formatted(context, &call, 1, passed, &mut |context, call, formatted| {
        let size = context.solver.terms.add_constant(formatted.length, 1);
        let mut outcomes = Vec::new();
        for (call, new) in allocation::allocate(context, &call, size, 1, Content::Uninitialised) {
            outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
                if let Some(new) = new {
                    context.write_formatted(&mut call.configuration, new, formatted, formatted.length)?;
                }
                let scalar = context.pointer_scalar();
                let Configuration { state, path } = &mut call.configuration;
                // What the pointer holds after a failure is undefined.
                let undefined = Value::indeterminate(context.unknown_word(state, scalar, "undef"));
                context.store(state, path, place, new.unwrap_or(undefined), scalar)?;
                match new {
                    Some(_) => call.returning_term(formatted.length),
                    None => call.returning_number(context, -1),
                }
            }));
        }
        Ok(outcomes)
    })
}

impl Context<'_> {
    /// Writes the first bytes of a formatted text, with a zero behind them.
    fn write_formatted(
        &mut self,
        configuration: &mut Configuration,
        to: Value,
        formatted: &Formatted,
        length: Term,
    ) -> Step<()> {
        let total = self.solver.terms.add_constant(length, 1);
        let (base, start) = self.access(&configuration.state, to, total, Access::Write)?;
        for &(string, read) in &formatted.strings {
            self.forbid_overlap(&configuration.state, (base, start), total, string, read)?;
        }
        let count = self.solver.terms.as_constant(length).and_then(|length| usize::try_from(length).ok());
        if let Some((bytes, count)) = formatted.bytes.as_ref().zip(count) {
            let mut bytes = bytes.get(..count).unwrap_or(bytes).to_vec();
            bytes.push(0);
            match self.write_constants(&mut configuration.state, (base, start), &bytes) {
                Err(Interrupt::Split(_)) if !self.options.split_on_offsets => {}
                other => return other,
            }
        }
        configuration.path.approximate("a formatted text is not known");
        let bytes = Run { start, length, content: Content::Unknown };
        self.write_loosely(&mut configuration.state, base, bytes, true)
    }

    /// Writes constant bytes, in words of eight, to a place that has room for them.
    fn write_constants(&mut self, state: &mut State, (base, start): (Atom, Term), bytes: &[u8]) -> Step<()> {
        let end = self.solver.terms.add_constant(start, bytes.len() as i128);
        let (mut cells, range) = self.isolate_run(state, base, start, end)?;
        let words: Vec<Cell> = bytes
            .chunks(8)
            .enumerate()
            .map(|(index, word)| {
                let start = self.solver.terms.add_constant(start, 8 * index as i128);
                let end = self.solver.terms.add_constant(start, word.len() as i128);
                let number = word.iter().rev().fold(0, |sum, &byte| sum << 8 | i128::from(byte));
                let content = Content::Scalar(Value::defined(self.constant(number)));
                Cell { start, end, content }
            })
            .collect();
        cells.replace_with(range, words);
        self.set_cells(state, base, cells);
        Ok(())
    }
}

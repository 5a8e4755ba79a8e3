//! The functions of `stdio.h` that read.
//!
//! What is read is not known. How many bytes are read is a number of its own, so that the case in which
//! too many arrive can be replayed; see [`Event::Read`].

use super::rows::Run;
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::memory::Access;
use crate::outcome::{Interrupt, Outcome, Step};
use crate::path::{Event, ReadPiece};
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Content, Value};

pub(super) const TABLE: &[Entry] = &[
    entry("getchar", 0, |context, call| read_character(context, call, None)),
    entry("getc", 1, |context, call| read_character(context, call, Some(0))),
    entry("fgetc", 1, |context, call| read_character(context, call, Some(0))),
    entry("ungetc", 2, ungetc),
    entry("fgets", 3, fgets),
    entry("gets", 1, gets),
    entry("fread", 4, fread),
    entry("read", 3, read),
];

const OUTSIDE: &str = "bytes from outside";

/// Notes what a replay has to supply, if that is in its power: only standard input is.
pub(super) fn note(context: &mut Context<'_>, call: &mut Call<'_>, stream: Option<Atom>, piece: ReadPiece) {
    let is_standard = stream.is_none_or(|stream| context.is_standard_input(stream));
    if is_standard {
        call.configuration.path.push(Event::Read { piece, span: context.span });
    } else {
        call.configuration.path.approximate_input(OUTSIDE);
    }
}

fn read_character(context: &mut Context<'_>, call: Call<'_>, stream: Option<usize>) -> Step<Vec<Outcome>> {
    let stream = match stream {
        Some(index) => Some(context.stream(&call, index)?),
        None => None,
    };
    let mut end = call.clone();
    note(context, &mut end, stream, ReadPiece::End);
    let mut outcomes = end.returning_number(context, -1)?;
    let byte = context.fresh("read");
    let facts = context.between(0, byte, 255);
    let mut call = call;
    call.configuration.state.facts.assume_all(&mut context.solver, &facts);
    note(context, &mut call, stream, ReadPiece::Byte(byte));
    outcomes.extend(call.returning_term(byte)?);
    Ok(outcomes)
}

/// What is put back is not remembered: the next byte is any byte anyway.
fn ungetc(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let byte = call.number(context, 0)?;
    context.stream(&call, 1)?;
    call.configuration.path.approximate("a byte that was put back");
    let end = context.constant(-1);
    let is_end = context.solver.terms.equal(byte, end);
    if context.decide(&call.configuration, is_end)? {
        return call.returning_number(context, -1);
    }
    // There may be no room for another byte.
    let mut outcomes = call.clone().returning_number(context, -1)?;
    let byte = context.solver.terms.modulo(byte, 256);
    outcomes.extend(call.returning_term(byte)?);
    Ok(outcomes)
}

impl Context<'_> {
    /// A number between bounds; `None` if there is none.
    pub(super) fn amount<'a>(
        &mut self,
        call: &Call<'a>,
        low: i128,
        high: Option<Term>,
    ) -> Option<(Call<'a>, Term)> {
        let amount = self.fresh("read");
        let low = self.constant(low);
        let mut facts = vec![self.solver.terms.at_most(low, amount)];
        let most = match high {
            Some(high) => high,
            None => self.largest_block(),
        };
        facts.push(self.solver.terms.at_most(amount, most));
        let mut call = call.assuming(self, &facts)?;
        call.configuration.path.read_outside();
        Some((call, amount))
    }

    /// Writes so many unknown bytes, with a zero behind them if that is said.
    pub(super) fn write_from_outside(
        &mut self,
        configuration: &mut Configuration,
        to: Value,
        length: Term,
        zero_follows: bool,
    ) -> Step<()> {
        let total = self.solver.terms.add_constant(length, i128::from(zero_follows));
        if self.is_zero(&configuration.state, total)? {
            return Ok(());
        }
        let (base, start) = self.access(&configuration.state, to, total, Access::Write)?;
        configuration.path.approximate_input(OUTSIDE);
        configuration.path.push(Event::Placed { address: to.term });
        let bytes = Run { start, length, content: Content::Unknown };
        self.write_loosely(&mut configuration.state, base, bytes, zero_follows)
    }
}

/// At most `size - 1` bytes, up to the end of the line; null at the end of input.
fn fgets(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let size = call.number(context, 1)?;
    let stream = context.stream(&call, 2)?;
    let one = context.constant(1);
    let is_tiny = context.solver.terms.at_most(size, one);
    if context.decide(&call.configuration, is_tiny)? {
        let is_one = context.solver.terms.equal(size, one);
        if !context.decide(&call.configuration, is_one)? {
            return call.returning_number(context, 0);
        }
        let mut outcomes = call.clone().returning_number(context, 0)?;
        let mut call = call;
        let zero = context.constant(0);
        context.write_from_outside(&mut call.configuration, to, zero, true)?;
        outcomes.extend(call.returning(to)?);
        return Ok(outcomes);
    }
    let most = context.solver.terms.add_constant(size, -1);
    read_line(context, call, to, Some(stream), Some(most), 1)
}

fn gets(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    read_line(context, call, to, None, None, 0)
}

fn read_line(
    context: &mut Context<'_>,
    call: Call<'_>,
    to: Value,
    stream: Option<Atom>,
    most: Option<Term>,
    least: i128,
) -> Step<Vec<Outcome>> {
    let mut end = call.clone();
    note(context, &mut end, stream, ReadPiece::End);
    let mut outcomes = end.returning_number(context, 0)?;
    outcomes.extend(read_error(context, &call, to, most));
    if let Some((mut call, length)) = context.amount(&call, least, most) {
        // The end of the line is one of the bytes that `fgets` stores.
        let letters = context.solver.terms.add_constant(length, -least);
        note(context, &mut call, stream, ReadPiece::Line(letters));
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
            context.write_from_outside(&mut call.configuration, to, length, true)?;
            call.returning(to)
        }));
    }
    Ok(outcomes)
}

/// An error in the middle of a line: some bytes have arrived, and no zero behind them.
fn read_error(context: &mut Context<'_>, call: &Call<'_>, to: Value, most: Option<Term>) -> Vec<Outcome> {
    let Some((mut call, length)) = context.amount(call, 1, most) else { return Vec::new() };
    call.configuration.path.approximate("an error of a stream");
    call.go_on(context, call.configuration.clone(), |context, mut call| {
        context.write_from_outside(&mut call.configuration, to, length, false)?;
        call.returning_number(context, 0)
    })
}

fn fread(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let (size, count) = (call.size(context, 1)?, call.size(context, 2)?);
    let stream = context.stream(&call, 3)?;
    let Some(each) = context.solver.terms.as_constant(size) else {
        return Err(Interrupt::gave_up("elements of unknown size are read"));
    };
    if each == 0 {
        return call.returning_number(context, 0);
    }
    let Some((mut call, complete)) = context.amount(&call, 0, Some(count)) else { return Ok(Vec::new()) };
    // The last element may have arrived in part.
    let whole = context.solver.terms.scale(each, complete);
    let (part, zero, last) = (context.fresh("part"), context.constant(0), context.constant(each - 1));
    let total = context.solver.terms.add(whole, part);
    let asked = context.solver.terms.scale(each, count);
    let facts = [
        context.solver.terms.at_most(zero, part),
        context.solver.terms.at_most(part, last),
        context.solver.terms.at_most(total, asked),
    ];
    for fact in facts {
        call.configuration.state.assume(&mut context.solver, fact);
    }
    note(context, &mut call, Some(stream), ReadPiece::Filler(total));
    Ok(call.go_on(context, call.configuration.clone(), |context, mut call| {
        context.write_from_outside(&mut call.configuration, to, total, false)?;
        call.returning_term(complete)
    }))
}

fn read(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let descriptor = call.number(context, 0)?;
    let to = call.pointer(context, 1)?;
    let count = call.size(context, 2)?;
    let is_standard = context.solver.terms.as_constant(descriptor) == Some(0);
    let mut failure = call.clone();
    failure.configuration.path.approximate(OUTSIDE);
    let mut outcomes = failure.returning_number(context, -1)?;
    if let Some((mut call, length)) = context.amount(&call, 0, Some(count)) {
        if is_standard {
            note(context, &mut call, None, ReadPiece::Filler(length));
        }
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
            context.write_from_outside(&mut call.configuration, to, length, false)?;
            call.returning_term(length)
        }));
    }
    Ok(outcomes)
}

//! Lengths of strings, and functions that copy strings.

use super::rows::Run;
use super::text::{Text, with_argument, with_text};
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::memory::Access;
use crate::outcome::{Interrupt, Outcome, Step};
use interpreter::FaultKind;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Cell, Content, Location, State, Value};

pub(super) const TABLE: &[Entry] = &[
    entry("strlen", 1, strlen),
    entry("strnlen", 2, strnlen),
    entry("strcpy", 2, |context, call| copy(context, call, Returns::Start)),
    entry("stpcpy", 2, |context, call| copy(context, call, Returns::End)),
    entry("strncpy", 3, |context, call| copy_bounded(context, call, Returns::Start)),
    entry("stpncpy", 3, |context, call| copy_bounded(context, call, Returns::End)),
    entry("strlcpy", 3, strlcpy),
    entry("strlcat", 3, strlcat),
    entry("strcat", 2, |context, call| append(context, call, None)),
    entry("strncat", 3, strncat),
    entry("strxfrm", 3, strxfrm),
];

/// What a copying function returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Returns {
    /// The address of the copy.
    Start,
    /// The address of what follows the copied letters.
    End,
}

fn strlen(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut |_, call, text| call.returning_term(text.length))
}

fn strnlen(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let address = call.pointer(context, 0)?;
    let limit = call.size(context, 1)?;
    with_text(context, &call, address, Some(limit), &mut |_, call, text| call.returning_term(text.length))
}

fn copy(context: &mut Context<'_>, call: Call<'_>, returns: Returns) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    with_argument(context, &call, 1, &mut |context, mut call, text| {
        context.write_string(&mut call.configuration, to, text, text.length)?;
        finish(context, call, to, text, returns)
    })
}

fn finish(
    context: &mut Context<'_>,
    call: Call<'_>,
    to: Value,
    text: &Text,
    returns: Returns,
) -> Step<Vec<Outcome>> {
    match returns {
        Returns::Start => call.returning(to),
        Returns::End => {
            let end = context.solver.terms.add(to.term, text.length);
            call.returning_term(end)
        }
    }
}

/// Copies at most so many letters and fills the rest with zeroes; without room for a zero, none is
/// written.
fn copy_bounded(context: &mut Context<'_>, call: Call<'_>, returns: Returns) -> Step<Vec<Outcome>> {
    let (to, from) = (call.pointer(context, 0)?, call.pointer(context, 1)?);
    let limit = call.size(context, 2)?;
    with_text(context, &call, from, Some(limit), &mut |context, mut call, text| {
        if !context.is_zero(&call.configuration.state, limit)? {
            context.write_padded(&mut call.configuration, to, text, limit)?;
        }
        finish(context, call, to, text, returns)
    })
}

fn append(context: &mut Context<'_>, call: Call<'_>, limit: Option<Term>) -> Step<Vec<Outcome>> {
    let (to, from) = (call.pointer(context, 0)?, call.pointer(context, 1)?);
    with_text(context, &call, to, None, &mut |context, call, old| {
        with_text(context, &call, from, limit, &mut |context, mut call, text| {
            let end = Value::defined(context.solver.terms.add(to.term, old.length));
            context.write_string(&mut call.configuration, end, text, text.length)?;
            call.returning(to)
        })
    })
}

fn strncat(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let limit = call.size(context, 2)?;
    append(context, call, Some(limit))
}

/// Copies what fits, always with a zero behind; the result is the length of the source.
fn strlcpy(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let limit = call.size(context, 2)?;
    with_argument(context, &call, 1, &mut |context, mut call, text| {
        context.write_what_fits(&mut call.configuration, to, text, limit)?;
        call.returning_term(text.length)
    })
}

/// In the "C" locale a copy; in others any text. If it does not fit, what is written is left open.
fn strxfrm(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let limit = call.size(context, 2)?;
    with_argument(context, &call, 1, &mut |context, mut call, text| {
        let mut length = text.length;
        if context.locale_may_change {
            let (low, high) = (context.constant(0), context.largest_block());
            length = context.fresh("length");
            let facts =
                [context.solver.terms.at_most(low, length), context.solver.terms.at_most(length, high)];
            call.configuration.state.facts.assume_all(&mut context.solver, &facts);
        }
        Ok(call.go_on(context, call.configuration.clone(), |context, mut call| {
            let fits = context.solver.terms.less_than(length, limit);
            if context.decide(&call.configuration, fits)? {
                if length == text.length {
                    context.write_string(&mut call.configuration, to, text, length)?;
                } else {
                    context.write_from_outside(&mut call.configuration, to, length, true)?;
                }
            } else if !context.is_zero(&call.configuration.state, limit)? {
                let Configuration { state, path } = &mut call.configuration;
                let (base, start) = context.access(state, to, limit, Access::Write)?;
                let end = context.solver.terms.add(start, limit);
                path.approximate("what C leaves open");
                context.write_run(state, path, base, start, end, Content::Uninitialised)?;
            }
            call.returning_term(length)
        }))
    })
}

fn strlcat(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let limit = call.size(context, 2)?;
    with_argument(context, &call, 1, &mut |context, call, text| {
        with_text(context, &call, to, Some(limit), &mut |context, mut call, old| {
            let end = Value::defined(context.solver.terms.add(to.term, old.length));
            let room = context.solver.terms.subtract(limit, old.length);
            context.write_what_fits(&mut call.configuration, end, text, room)?;
            let total = context.solver.terms.add(old.length, text.length);
            call.returning_term(total)
        })
    })
}

impl Context<'_> {
    /// Writes the first letters of a string, as many as are said, with a zero behind them.
    pub(super) fn write_string(
        &mut self,
        configuration: &mut Configuration,
        to: Value,
        text: &Text,
        length: Term,
    ) -> Step<()> {
        let total = self.solver.terms.add_constant(length, 1);
        let target = self.access(&configuration.state, to, total, Access::Write)?;
        self.forbid_overlap(&configuration.state, target, total, text.address, total)?;
        self.place_string(configuration, target, text, length)
    }

    fn place_string(
        &mut self,
        configuration: &mut Configuration,
        target: (Atom, Term),
        text: &Text,
        length: Term,
    ) -> Step<()> {
        let mut exact = configuration.clone();
        match self.copy_letters(&mut exact, target, text, length, Padding::Zero) {
            Err(Interrupt::Split(_)) if !self.options.split_on_offsets => {
                configuration.path.approximate("a string of unknown length is copied");
                let letters = Run { start: target.1, length, content: Content::Letters };
                self.write_loosely(&mut configuration.state, target.0, letters, true)
            }
            Ok(()) => {
                *configuration = exact;
                Ok(())
            }
            Err(interrupt) => Err(interrupt),
        }
    }

    /// Writes what fits into so many bytes, the terminating zero included; nothing if there is no room.
    fn write_what_fits(
        &mut self,
        configuration: &mut Configuration,
        to: Value,
        text: &Text,
        room: Term,
    ) -> Step<()> {
        if self.is_zero(&configuration.state, room)? {
            return Ok(());
        }
        let fits = self.solver.terms.less_than(text.length, room);
        let length = if self.decide(configuration, fits)? {
            text.length
        } else {
            self.solver.terms.add_constant(room, -1)
        };
        let total = self.solver.terms.add_constant(length, 1);
        let target = self.access(&configuration.state, to, total, Access::Write)?;
        let read = self.solver.terms.add_constant(text.length, 1);
        self.forbid_overlap(&configuration.state, target, total, text.address, read)?;
        self.place_string(configuration, target, text, length)
    }

    /// Writes the letters of a string and zeroes behind them, so many bytes together.
    fn write_padded(
        &mut self,
        configuration: &mut Configuration,
        to: Value,
        text: &Text,
        size: Term,
    ) -> Step<()> {
        let ends_before = self.solver.terms.less_than(text.length, size);
        let target = self.access(&configuration.state, to, size, Access::Write)?;
        let mut exact = configuration.clone();
        let copied = match self.decide(configuration, ends_before) {
            Ok(ends_before) => {
                let touched = self.solver.terms.add_constant(text.length, i128::from(ends_before));
                self.forbid_overlap(&configuration.state, target, touched, text.address, touched)?;
                self.copy_letters(&mut exact, target, text, text.length, Padding::UpTo(size))
            }
            Err(interrupt) => Err(interrupt),
        };
        match copied {
            Err(Interrupt::Split(_)) if !self.options.split_on_offsets => {
                self.forbid_overlap(&configuration.state, target, size, text.address, size)?;
                configuration.path.approximate("a string of unknown length is copied");
                let end = self.solver.terms.add(target.1, size);
                let Configuration { state, path } = configuration;
                self.write_run(state, path, target.0, target.1, end, Content::Unknown)
            }
            Ok(()) => {
                *configuration = exact;
                Ok(())
            }
            Err(interrupt) => Err(interrupt),
        }
    }

    fn copy_letters(
        &mut self,
        configuration: &mut Configuration,
        (target, start): (Atom, Term),
        text: &Text,
        length: Term,
        padding: Padding,
    ) -> Step<()> {
        let Configuration { state, path } = configuration;
        if self.solver.terms.as_constant(length) != Some(0) {
            let source = self.locate(state, text.address.term, Access::Read)?;
            self.move_run(state, path, source, (target, start), length)?;
            self.note_letters(state, target, (start, length));
        }
        let from = self.solver.terms.add(start, length);
        let to = match padding {
            Padding::Zero => self.solver.terms.add_constant(from, 1),
            Padding::UpTo(size) => self.solver.terms.add(start, size),
        };
        let (mut cells, range) = self.isolate_run(state, target, from, to)?;
        cells.replace(range, Cell { start: from, end: to, content: Content::Fill(0) });
        self.set_cells(state, target, cells);
        Ok(())
    }

    /// No byte of a run is zero, as far as it is not known what they are: they were copied from before the end of a string.
    fn note_letters(&mut self, state: &mut State, base: Atom, (start, length): (Term, Term)) {
        let end = self.solver.terms.add(start, length);
        let Ok((mut cells, range)) = self.isolate_run(state, base, start, end) else { return };
        for index in range {
            if cells.as_slice()[index].content == Content::Unknown {
                cells.set_content(index, Content::Letters);
            }
        }
        self.set_cells(state, base, cells);
    }

    /// So many bytes that are written and so many bytes that are read have none in common.
    pub(super) fn forbid_overlap(
        &mut self,
        state: &State,
        (target, start): (Atom, Term),
        written: Term,
        source: Value,
        read: Term,
    ) -> Step<()> {
        let Location::Block { base, offset } = state.heap.locate(&mut self.solver.terms, source.term) else {
            return Ok(());
        };
        if base != target {
            return Ok(());
        }
        let fact = self.solver.terms.disjoint((offset, read), (start, written));
        if self.proves(&state.facts, fact) {
            return Ok(());
        }
        Err(Interrupt::Require {
            fact,
            kind: FaultKind::OverlappingCopy,
            message: "a string is copied between places that overlap".into(),
            block: Some(target),
        })
    }
}

/// What follows the letters of a copy.
#[derive(Clone, Copy)]
enum Padding {
    /// One zero.
    Zero,
    /// Zeroes, until there are so many bytes together.
    UpTo(Term),
}

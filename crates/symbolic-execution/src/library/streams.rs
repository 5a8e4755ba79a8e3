//! Streams: `FILE` objects, of which programs only see the addresses.

use super::text::with_argument;
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::outcome::{Interrupt, Outcome, Step, Wanted};
use crate::path::Event;
use interpreter::{ChoiceKind, FaultKind};
use pure_logic::term::Atom;
use symbolic_heap::{Content, Location, Region, State};

pub(super) const TABLE: &[Entry] = &[
    entry("fopen", 2, open_named),
    entry("fdopen", 2, |context, call| Ok(opened(context, &call))),
    entry("tmpfile", 0, |context, call| Ok(opened(context, &call))),
    entry("popen", 2, open_named),
    entry("fclose", 1, |context, call| close(context, call, Some((-1, 0)))),
    entry("pclose", 1, |context, call| close(context, call, None)),
    entry("fflush", 1, flush),
    entry("setbuf", 2, |context, call| set_buffer(context, call, 1)),
    entry("setvbuf", 4, |context, call| set_buffer(context, call, 1)),
    entry("fseek", 3, |context, call| about_stream(context, call, Some((-1, 0)))),
    entry("ftell", 1, |context, call| about_stream(context, call, None)),
    entry("rewind", 1, |context, call| about_stream(context, call, None)),
    entry("feof", 1, |context, call| about_stream(context, call, None)),
    entry("ferror", 1, |context, call| about_stream(context, call, None)),
    entry("clearerr", 1, |context, call| about_stream(context, call, None)),
    entry("fileno", 1, |context, call| about_stream(context, call, Some((-1, i128::from(i32::MAX))))),
    entry("isatty", 1, |context, call| call.returning_unknown(context, Some((0, 1)), OUTSIDE)),
    entry("close", 1, |context, call| call.returning_unknown(context, Some((-1, 0)), OUTSIDE)),
    entry("remove", 1, about_file),
    entry("unlink", 1, about_file),
    entry("open", 2, open_descriptor),
];

const OUTSIDE: &str = "something that only the system knows";

/// Programs cannot look into a stream. No other object of the library has no bytes.
const STREAM_SIZE: i128 = 0;

/// The global variables that hold the standard streams.
const STANDARD: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Context<'_> {
    /// The stream that a global variable of the library holds from the start.
    pub(crate) fn standard_stream(&mut self, state: &mut State, name: &str) -> Option<Atom> {
        if !STANDARD.contains(&name) {
            return None;
        }
        let base = self.library_base(name);
        self.place_stream(state, base);
        Some(base)
    }

    /// Puts an open stream at an address of the caller.
    pub fn place_stream(&mut self, state: &mut State, base: Atom) {
        let size = self.constant(STREAM_SIZE);
        self.place_block(state, base, size, 16, Region::Library, Content::Unknown);
    }

    /// The stream that an argument refers to, which is open.
    pub(super) fn stream(&mut self, call: &Call<'_>, index: usize) -> Step<Atom> {
        let pointer = call.pointer(self, index)?;
        let state = &call.configuration.state;
        let fault =
            |kind, what: &str| Err(Interrupt::fault(kind, format!("`{}` is called with {what}", call.name)));
        let (base, offset) = match state.heap.locate(&mut self.solver.terms, pointer.term) {
            Location::Block { base, offset } => (base, offset),
            Location::Number(0) => {
                return fault(FaultKind::NullDereference, "a null pointer, which is no stream");
            }
            Location::Number(_) => return fault(FaultKind::BadArgument, "an address that is no stream"),
            Location::FirstNode { .. }
            | Location::LastNode { .. }
            | Location::Root { .. }
            | Location::BeforeHole { .. }
            | Location::Member { .. }
            | Location::Unknown => {
                let is_null = self.solver.terms.zero(pointer.term);
                if self.proves(&state.facts, is_null) {
                    return fault(FaultKind::NullDereference, "a null pointer, which is no stream");
                }
                // A caller may have opened it.
                let bytes = self.constant(STREAM_SIZE);
                let reason = "it is not known which stream this is".to_owned();
                let (address, wanted) = (pointer.term, Wanted::Stream);
                return Err(Interrupt::Missing { address, bytes, is_read: true, wanted, reason });
            }
        };
        let block = state.heap.block(base).expect("an address was located in this block");
        let is_stream = block.region == Region::Library
            && self.solver.terms.as_constant(block.size) == Some(STREAM_SIZE)
            && self.solver.terms.as_constant(offset) == Some(0);
        if !is_stream {
            return fault(FaultKind::BadArgument, "an address that is no stream");
        }
        if !block.is_live() {
            return fault(FaultKind::UseAfterFree, "a stream that was closed");
        }
        Ok(base)
    }

    /// Whether a stream is standard input, of which a replay supplies the bytes.
    pub(super) fn is_standard_input(&mut self, stream: Atom) -> bool {
        stream == self.library_base("stdin")
    }
}

fn open_named(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut |context, call, _| {
        with_argument(context, &call, 1, &mut |context, call, _| Ok(opened(context, &call)))
    })
}

/// A new stream, or null.
fn opened(context: &mut Context<'_>, call: &Call<'_>) -> Vec<Outcome> {
    let span = context.span;
    let mut outcomes = Vec::new();
    for opens in [0, 1] {
        let mut call = call.clone();
        let term = context.constant(opens);
        let Configuration { state, path } = &mut call.configuration;
        path.push(Event::Choice { kind: ChoiceKind::FileResult, term, bits: 1, span });
        let result = if opens == 1 {
            let size = context.constant(STREAM_SIZE);
            context.new_block(state, "stream", size, 16, Region::Library, Content::Unknown)
        } else {
            context.constant(0)
        };
        outcomes.extend(call.returning_term(result).unwrap_or_default());
    }
    outcomes
}

/// `pclose` returns how the process ended, which may be any number.
fn close(context: &mut Context<'_>, mut call: Call<'_>, range: Option<(i128, i128)>) -> Step<Vec<Outcome>> {
    let stream = context.stream(&call, 0)?;
    context.end_block(&mut call.configuration.state, stream);
    call.returning_unknown(context, range, OUTSIDE)
}

/// `fflush(NULL)` is about all streams.
fn flush(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let stream = call.pointer(context, 0)?;
    if !context.is_null(&call.configuration, stream)? {
        context.stream(&call, 0)?;
    }
    call.returning_unknown(context, Some((-1, 0)), OUTSIDE)
}

/// A buffer of the program would be written whenever the stream is used.
fn set_buffer(context: &mut Context<'_>, call: Call<'_>, index: usize) -> Step<Vec<Outcome>> {
    context.stream(&call, 0)?;
    let buffer = call.pointer(context, index)?;
    if context.solver.terms.as_constant(buffer.term) != Some(0) {
        return Err(Interrupt::not_modelled("a stream uses a buffer of the program"));
    }
    // Not 0 where the request cannot be met.
    call.returning_unknown(context, None, OUTSIDE)
}

fn about_stream(
    context: &mut Context<'_>,
    call: Call<'_>,
    range: Option<(i128, i128)>,
) -> Step<Vec<Outcome>> {
    context.stream(&call, 0)?;
    call.returning_unknown(context, range, OUTSIDE)
}

fn about_file(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut |context, call, _| {
        call.returning_unknown(context, Some((-1, 0)), OUTSIDE)
    })
}

fn open_descriptor(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut |context, call, _| {
        call.returning_unknown(context, Some((-1, i128::from(i32::MAX))), OUTSIDE)
    })
}

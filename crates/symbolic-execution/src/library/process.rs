//! Ending the program, assertions, the environment, the clock, the number of the last error.

use super::text::with_argument;
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::{Context, tag_of};
use crate::outcome::{Interrupt, Outcome, Step};
use crate::path::Path;
use interpreter::FaultKind;
use pure_logic::Term;
use pure_logic::term::Atom;
use source::Span;
use symbolic_heap::{Cell, Cells, Content, Lifetime, Region, State};

pub(super) const TABLE: &[Entry] = &[
    entry("exit", 1, exit),
    entry("_exit", 1, exit),
    entry("_Exit", 1, exit),
    entry("quick_exit", 1, exit),
    entry("abort", 0, |_, _| Err(Interrupt::Exit)),
    entry("__assert_fail", 4, |_, _| failed_assertion()),
    entry("__assert", 3, |_, _| failed_assertion()),
    entry("__assert_rtn", 4, |_, _| failed_assertion()),
    entry("__assert_perror_fail", 4, |_, _| failed_assertion()),
    entry("getenv", 1, getenv),
    entry("secure_getenv", 1, getenv),
    entry("setlocale", 2, setlocale),
    entry("strerror", 1, strerror),
    entry("__errno_location", 0, error_number),
    entry("__error", 0, error_number),
    entry("time", 1, time),
    entry("clock", 0, |context, call| call.returning_unknown(context, None, OUTSIDE)),
    entry("difftime", 2, |context, call| call.returning_unknown(context, None, OUTSIDE)),
    entry("sleep", 1, |context, call| call.returning_unknown(context, None, OUTSIDE)),
    entry("usleep", 1, |context, call| call.returning_unknown(context, Some((-1, 0)), OUTSIDE)),
    entry("sched_yield", 0, |context, call| call.returning_unknown(context, Some((-1, 0)), OUTSIDE)),
    entry("getpid", 0, |context, call| call.returning_unknown(context, Some((1, 0x7fff_ffff)), OUTSIDE)),
    entry("signal", 2, signal),
];

const OUTSIDE: &str = "something that only the system knows";

/// Functions after which the number of the last error is what it was before.
const WITHOUT_ERRORS: &[&str] = &[
    "__errno_location",
    "__error",
    "strlen",
    "strcmp",
    "strncmp",
    "strcpy",
    "strchr",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "abs",
];

/// The number of the last error may be another one after a call.
pub(super) fn forget_error_number(context: &mut Context<'_>, configuration: &mut Configuration, name: &str) {
    let base = context.library_base("errno");
    if WITHOUT_ERRORS.contains(&name) || configuration.state.heap.block(base).is_none() {
        return;
    }
    configuration.path.approximate("the number of the last error");
    let size = context.constant(4);
    let cells = Cells::uniform(&mut context.solver.terms, size, Content::Unknown);
    context.set_cells(&mut configuration.state, base, cells);
}

/// Where the number of the last error lies.
pub(super) fn place_error_number(context: &mut Context<'_>, state: &mut State) -> Atom {
    let base = context.library_base("errno");
    if state.heap.block(base).is_none() {
        let size = context.constant(4);
        context.place_block(state, base, size, 4, Region::Static, Content::Fill(0));
    }
    base
}

fn error_number(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let base = place_error_number(context, &mut call.configuration.state);
    let address = context.solver.terms.atom_term(base);
    call.returning_term(address)
}

fn exit(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    call.defined(context, 0)?;
    Err(Interrupt::Exit)
}

fn failed_assertion() -> Step<Vec<Outcome>> {
    Err(Interrupt::fault(FaultKind::AssertionFailure, "an assertion does not hold"))
}

impl Context<'_> {
    /// A string of the library with unknown contents. It may lie where an earlier one was.
    fn unknown_string(&mut self, call: &mut Call<'_>) -> Term {
        let Configuration { state, path } = &mut call.configuration;
        self.overwrite_strings(state);
        self.string_from_outside(state, path).0
    }

    /// Strings that functions such as `getenv` and `strerror` returned may be overwritten by later calls: then it is not even
    /// known that they end within their block.
    fn overwrite_strings(&mut self, state: &mut State) {
        let terms = &self.solver.terms;
        let returned = state.heap.blocks().filter(|block| {
            block.region == Region::Library
                && block.lifetime == Lifetime::Live
                && block.allocated_at != tag_of(Span::NONE)
                && terms.as_constant(block.size).is_none()
        });
        let blocks: Vec<(Atom, Term)> = returned.map(|block| (block.base, block.size)).collect();
        for (base, size) in blocks {
            let cells = Cells::uniform(&mut self.solver.terms, size, Content::Unknown);
            self.set_cells(state, base, cells);
        }
    }

    /// A string with unknown contents that the program may read: its address and its length.
    pub(crate) fn string_from_outside(&mut self, state: &mut State, path: &mut Path) -> (Term, Term) {
        let (length, zero) = (self.fresh("length"), self.constant(0));
        let size = self.solver.terms.add_constant(length, 1);
        path.approximate("a string from outside");
        // No object is larger than differences of addresses can say.
        let largest = self.largest_block();
        let facts = [self.solver.terms.at_most(zero, length), self.solver.terms.at_most(size, largest)];
        state.facts.assume_all(&mut self.solver, &facts);
        let address = self.new_block(state, "string", size, 1, Region::Library, Content::Unknown);
        if let Some(base) = self.solver.terms.as_atom(address) {
            let letters = Cell { start: zero, end: length, content: Content::Letters };
            let end = Cell { start: length, end: size, content: Content::Fill(0) };
            self.set_cells(state, base, Cells::from_cells(vec![letters, end]));
        }
        (address, length)
    }
}

/// A string of the library, or null.
fn string_or_null(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let mut missing = call.clone();
    context.overwrite_strings(&mut missing.configuration.state);
    let mut outcomes = missing.returning_number(context, 0)?;
    let address = context.unknown_string(&mut call);
    outcomes.extend(call.returning_term(address)?);
    Ok(outcomes)
}

/// Whether there is such a variable is for the caller to say, who may have set it.
fn getenv(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    context.note_decision_of_caller();
    call.configuration.path.decide_by_untold();
    with_argument(context, &call, 0, &mut |context, call, _| string_or_null(context, call))
}

fn setlocale(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let name = call.pointer(context, 1)?;
    if context.is_null(&call.configuration, name)? {
        return string_or_null(context, call);
    }
    with_argument(context, &call, 1, &mut |context, call, _| string_or_null(context, call))
}

fn strerror(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    call.defined(context, 0)?;
    let address = context.unknown_string(&mut call);
    call.returning_term(address)
}

fn time(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let place = call.pointer(context, 0)?;
    let stores = !context.is_null(&call.configuration, place)?;
    let scalar = context.pointer_scalar();
    let Configuration { state, path } = &mut call.configuration;
    // -1 if the time is not available; clocks may show a time before 1970.
    let now = context.opaque(state, path, scalar, 0, OUTSIDE);
    if stores {
        context.store(state, path, place, now, scalar)?;
    }
    call.returning(now)
}

/// Handlers would run at any time.
fn signal(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let handler = call.pointer(context, 1)?;
    match context.solver.terms.as_constant(handler.term) {
        // `SIG_DFL`, `SIG_IGN`, or `SIG_ERR` for what is no signal; no handler of the program was set before.
        Some(0 | 1) => call.returning_unknown(context, Some((-1, 2)), OUTSIDE),
        _ => Err(Interrupt::not_modelled("a function is called whenever a signal arrives")),
    }
}

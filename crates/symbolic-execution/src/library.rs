//! Functions that are not defined in the program.
//!
//! Each model says what the C standard says, as far as memory safety can tell, and agrees with the
//! interpreter's model of the same function: the same kinds of errors, in the same order, so that a
//! finding can be replayed. What has no model makes the analysis give up, by name.
//!
//! A model works in phases. Whatever it learns in one phase (the length of a string, say) is part of
//! the configuration in which [`Call::go_on`] starts the next one, so that conditions about it can be
//! split on and required there.

mod allocation;
mod builtins;
mod characters;
mod comparing;
mod format;
mod input;
mod integer_text;
mod lines;
mod math;
mod memory_functions;
mod names;
mod numbers;
mod output;
mod process;
mod rows;
mod scan;
mod searching;
mod sizes;
mod streams;
mod strings;
mod text;
mod tokens;
mod verifier;
mod wide;

use crate::configuration::Configuration;
use crate::context::Context;
use crate::instruction::{assuming, attempt};
use crate::outcome::{Interrupt, Outcome, Step};
use interpreter::FaultKind;
use ir::{Callee, InstructionKind, RegisterId, Scalar};
use pure_logic::{Fact, Facts, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Content, Location, State, Value};

/// Where the result of a call goes.
pub type Destination = Option<(RegisterId, Scalar)>;

/// A value passed to a function.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    pub value: Value,
    pub scalar: Scalar,
}

/// A call in progress.
#[derive(Clone)]
pub struct Call<'a> {
    pub name: &'a str,
    pub configuration: Configuration,
    pub arguments: &'a [Argument],
    pub destination: Destination,
}

type Model = fn(&mut Context<'_>, Call<'_>) -> Step<Vec<Outcome>>;

/// One function of the library.
struct Entry {
    name: &'static str,
    /// How many arguments it needs at least.
    arity: usize,
    model: Model,
}

const fn entry(name: &'static str, arity: usize, model: Model) -> Entry {
    Entry { name, arity, model }
}

const TABLES: &[&[Entry]] = &[
    allocation::TABLE,
    builtins::TABLE,
    characters::TABLE,
    comparing::TABLE,
    input::TABLE,
    lines::TABLE,
    math::TABLE,
    memory_functions::TABLE,
    numbers::TABLE,
    output::TABLE,
    process::TABLE,
    scan::TABLE,
    searching::TABLE,
    streams::TABLE,
    strings::TABLE,
    tokens::TABLE,
    verifier::TABLE,
    wide::TABLE,
];

fn find(name: &str) -> Option<&'static Entry> {
    TABLES.iter().flat_map(|table| table.iter()).find(|entry| entry.name == name)
}

/// The name of every function that has a model.
pub fn modelled_names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.iter()).map(|entry| entry.name)
}

/// Whether a function has a model.
pub fn is_modelled(name: &str) -> bool {
    let plain = names::without_checks(name, &[]).0;
    find(plain).is_some() || plain.starts_with("__VERIFIER_nondet_")
}

/// Why nothing is known behind a call.
fn why_not_modelled(name: &str) -> String {
    match name {
        "pthread_create" | "thrd_create" => {
            format!("`{name}` starts a thread: what threads do at the same time is out of scope")
        }
        _ => format!("the function `{name}` is neither defined nor known"),
    }
}

/// Calls a function that has no body.
pub fn call(
    context: &mut Context<'_>,
    mut configuration: Configuration,
    name: &str,
    arguments: &[Argument],
    destination: Destination,
) -> Step<Vec<Outcome>> {
    let (plain, arguments) = names::without_checks(name, arguments);
    let entry = match find(plain) {
        Some(entry) => entry,
        None if plain.starts_with("__VERIFIER_nondet_") => &verifier::ANY_INPUT,
        None => return Err(Interrupt::not_modelled(why_not_modelled(name))),
    };
    if arguments.len() < entry.arity {
        let (needed, given) = (entry.arity, arguments.len());
        let message = format!("`{name}` takes {needed} arguments, but is called with {given}");
        return Err(Interrupt::fault(FaultKind::WrongSignature, message));
    }
    configuration.path.enter_library(context.span);
    process::forget_error_number(context, &mut configuration, plain);
    (entry.model)(context, Call { name: plain, configuration, arguments: &arguments, destination })
}

impl<'a> Call<'a> {
    /// An argument that the function computes with.
    fn defined(&self, context: &Context<'_>, index: usize) -> Step<Argument> {
        let argument = self.arguments[index];
        if !argument.value.is_defined() {
            let what = format!("argument {} of `{}`", index + 1, self.name);
            context.require_defined(argument.value, &what)?;
        }
        Ok(argument)
    }

    fn pointer(&self, context: &Context<'_>, index: usize) -> Step<Value> {
        Ok(self.defined(context, index)?.value)
    }

    /// An argument of type `size_t`.
    fn size(&self, context: &mut Context<'_>, index: usize) -> Step<Term> {
        let argument = self.defined(context, index)?;
        let bits = context.pointer_bits();
        let facts = &self.configuration.state.facts;
        let size = context.unsigned(facts, argument.value.term, bits);
        Ok(context.simplest(facts, size))
    }

    /// An argument of a signed type.
    fn number(&self, context: &mut Context<'_>, index: usize) -> Step<Term> {
        let argument = self.defined(context, index)?;
        let facts = &self.configuration.state.facts;
        let number = context.signed(facts, argument.value.term, argument.scalar.bits());
        Ok(context.simplest(facts, number))
    }

    /// The byte that an argument of type `int` stands for, as a number from 0 to 255.
    fn byte(&self, context: &mut Context<'_>, index: usize) -> Step<Term> {
        let argument = self.defined(context, index)?;
        let byte = context.solver.terms.modulo(argument.value.term, 256);
        Ok(context.simplest(&self.configuration.state.facts, byte))
    }

    /// The end of the call, with this result.
    fn returning(mut self, value: Value) -> Step<Vec<Outcome>> {
        if let Some((register, _)) = self.destination {
            self.configuration.state.registers[register.index()] = Some(value);
        }
        Ok(vec![Outcome::Continue(self.configuration)])
    }

    fn returning_term(self, term: Term) -> Step<Vec<Outcome>> {
        self.returning(Value::defined(term))
    }

    fn returning_number(self, context: &mut Context<'_>, number: i128) -> Step<Vec<Outcome>> {
        let term = context.constant(number);
        self.returning_term(term)
    }

    fn returning_nothing(self) -> Step<Vec<Outcome>> {
        Ok(vec![Outcome::Continue(self.configuration)])
    }

    /// The end of the call; of its result only bounds are known, if any.
    fn returning_unknown(
        mut self,
        context: &mut Context<'_>,
        range: Option<(i128, i128)>,
        why: &'static str,
    ) -> Step<Vec<Outcome>> {
        let Some((_, scalar)) = self.destination else { return self.returning_nothing() };
        let Configuration { state, path } = &mut self.configuration;
        let value = match range {
            None => context.opaque(state, path, scalar, 0, why),
            Some((low, high)) => {
                // The range of the result says how its bits are read: it replaces that of the word.
                path.approximate(why);
                let term = context.fresh("v");
                let facts = context.between(low, term, high);
                state.facts.assume_all(&mut context.solver, &facts);
                Value::defined(term)
            }
        };
        self.returning(value)
    }

    /// The end of the call with a result between two terms, both included.
    fn returning_between(
        mut self,
        context: &mut Context<'_>,
        low: Term,
        high: Term,
        why: &'static str,
    ) -> Step<Vec<Outcome>> {
        let term = context.fresh("result");
        let facts = [context.solver.terms.at_most(low, term), context.solver.terms.at_most(term, high)];
        let Configuration { state, path } = &mut self.configuration;
        state.facts.assume_all(&mut context.solver, &facts);
        path.approximate(why);
        self.returning_term(term)
    }

    /// The call again, in another configuration.
    fn with(&self, configuration: Configuration) -> Call<'a> {
        Call { configuration, ..self.clone_parts() }
    }

    fn clone_parts(&self) -> Call<'a> {
        Call {
            name: self.name,
            configuration: self.configuration.clone(),
            arguments: self.arguments,
            destination: self.destination,
        }
    }

    /// The next phase: what is known now stays known when it has to be started again.
    fn go_on(
        &self,
        context: &mut Context<'_>,
        configuration: Configuration,
        mut phase: impl FnMut(&mut Context<'_>, Call<'a>) -> Step<Vec<Outcome>>,
    ) -> Vec<Outcome> {
        attempt(context, configuration, |context, configuration| phase(context, self.with(configuration)))
    }

    /// The call with more facts, if they are possible.
    fn assuming(&self, context: &mut Context<'_>, facts: &[Fact]) -> Option<Call<'a>> {
        assuming(context, &self.configuration, facts).map(|configuration| self.with(configuration))
    }

    /// Null, or else an address that so many bytes at most lie before.
    fn returning_place_or_null(
        self,
        context: &mut Context<'_>,
        start: Value,
        last: Term,
        why: &'static str,
    ) -> Step<Vec<Outcome>> {
        let mut missing = self.clone();
        missing.configuration.path.approximate(why);
        let mut outcomes = missing.returning_number(context, 0)?;
        let zero = context.constant(0);
        let facts = [context.solver.terms.at_most(zero, last)];
        if let Some(mut found) = self.assuming(context, &facts) {
            let distance = context.fresh("place");
            let facts =
                [context.solver.terms.at_most(zero, distance), context.solver.terms.at_most(distance, last)];
            let Configuration { state, path } = &mut found.configuration;
            state.facts.assume_all(&mut context.solver, &facts);
            path.approximate(why);
            let address = context.solver.terms.add(start.term, distance);
            if let Location::Block { base, offset } = state.heap.locate(&mut context.solver.terms, address) {
                context.cut_out(state, base, offset);
            }
            outcomes.extend(found.returning_term(address)?);
        }
        Ok(outcomes)
    }
}

impl Context<'_> {
    /// Makes the objects that the library keeps for the functions that the program calls, so that they
    /// are there on every path.
    pub(crate) fn prepare_library(&mut self, state: &mut State) {
        let module = self.module;
        let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
        let blocks = bodies.flat_map(|body| body.blocks.iter().map(|(_, block)| block));
        let called: BTreeSet<&str> = blocks
            .flat_map(|block| &block.instructions)
            .filter_map(|instruction| match instruction.kind {
                InstructionKind::Call { callee: Callee::Direct(callee), .. } => {
                    Some(module.functions[callee].name.as_str())
                }
                _ => None,
            })
            .collect();
        for name in called {
            match name {
                "__errno_location" | "__error" => {
                    process::place_error_number(self, state);
                }
                "strtok" => {
                    tokens::place_of_rest(self, state);
                }
                _ => characters::place_table(self, state, name),
            }
        }
    }

    /// Whether a fact holds; splits if that is open.
    fn decide(&mut self, configuration: &Configuration, fact: Fact) -> Step<bool> {
        let facts = &configuration.state.facts;
        if self.proves(facts, fact) {
            return Ok(true);
        }
        if self.decides_not(facts, fact) {
            return Ok(false);
        }
        Err(Interrupt::Split(fact))
    }

    /// The constant that a term equals, as the facts show, or the term itself.
    pub(crate) fn simplest(&mut self, facts: &Facts, term: Term) -> Term {
        if self.solver.terms.as_constant(term).is_some() {
            return term;
        }
        let range = facts.bounds(&mut self.solver, term);
        match (range.lower, range.upper) {
            (Some(low), Some(high)) if low == high => self.constant(low),
            _ => term,
        }
    }

    /// Whether a pointer is null; splits if that is open.
    fn is_null(&mut self, configuration: &Configuration, pointer: Value) -> Step<bool> {
        if let Some(number) = self.solver.terms.as_constant(pointer.term) {
            return Ok(number == 0);
        }
        let heap = &configuration.state.heap;
        if let Location::Block { base, offset } = heap.locate(&mut self.solver.terms, pointer.term)
            && self.solver.terms.as_constant(offset) == Some(0)
            && heap.block(base).is_some_and(|block| block.has_own_address())
        {
            return Ok(false);
        }
        let fact = self.solver.terms.zero(pointer.term);
        self.decide(configuration, fact)
    }

    /// Stores what only the outside knows: any bytes, none of them an address of the program.
    fn store_unknown(&mut self, call: &mut Call<'_>, place: Value, size: Term) -> Step<()> {
        let Configuration { state, path } = &mut call.configuration;
        let (base, start) = self.access(state, place, size, crate::memory::Access::Write)?;
        let end = self.solver.terms.add(start, size);
        path.approximate("bytes from outside");
        self.write_run(state, path, base, start, end, Content::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_modelled_once_and_by_the_interpreter_too() {
        let mut names: Vec<&str> = modelled_names().collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "a function is modelled twice");
        let unknown: Vec<&&str> = names.iter().filter(|name| !interpreter::is_modelled(name)).collect();
        assert!(unknown.is_empty(), "the interpreter does not know {unknown:?}");
    }
}

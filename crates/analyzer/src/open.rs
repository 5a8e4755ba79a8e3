//! Open code: the contracts of functions whose callers are not known.

mod alike;
mod cases;
mod errors;
mod harness;
mod keep;
mod print;
mod schedule;

use crate::closed::{OpenQuestion, Question};
use cases::Printed;
pub use errors::OpenError;
use findings::formula::{Formula, lines};
pub use harness::{
    CallerBlock, CallerMemory, Harness, HarnessCase, Home, Purpose, Word, field_name, harness,
    parameter_types,
};
use interprocedural::contracts::Ending;
use interprocedural::more_errors::last_failing_allocation;
pub use interprocedural::open::Rules;
use interprocedural::open::entry::bodies;
use interprocedural::open::known::KnownContracts;
use interprocedural::open::reallocations::fatal_reallocations;
use interprocedural::open::{OpenContract, OpenFunction, analyse_with, callees_first, unreached};
use ir::{FunctionId, Module};
pub use keep::{Keep, Key};
use print::Printer;
pub use schedule::Workers;
use serde::{Deserialize, Serialize};
use source::Span;
use std::collections::BTreeSet;
use std::time::Duration;

/// What was found out about one function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FunctionContracts {
    pub name: String,
    pub parameters: Vec<String>,
    pub span: Span,
    /// Each of them was confirmed by a proof without any guessing.
    pub contracts: Vec<Contract>,
    /// How many preconditions were guessed and not confirmed.
    pub unconfirmed: usize,
    /// Errors whatever the caller does.
    pub certain: Vec<OpenError>,
    /// Such errors of functions that it calls, which are told there.
    pub of_callees: Vec<OpenError>,
    /// Errors for callers that satisfy a condition.
    pub conditional: Vec<(Vec<String>, OpenError)>,
    /// Those of them whose condition any caller may satisfy.
    pub likely: Vec<OpenError>,
    pub open: Vec<OpenQuestion>,
    /// There are more cases than were looked at.
    pub is_cut_short: bool,
    /// Instructions executed on symbolic states.
    pub steps: u64,
    /// How often the rules were applied by which preconditions are found.
    pub rules: Rules,
    /// Questions to the solver.
    pub questions: u64,
    /// Which rules were applied, if that was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derivation: Vec<String>,
    /// For how long a processor has worked on it; no part of what is known of the function.
    #[serde(skip)]
    pub time: Duration,
}

/// A contract as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contract {
    pub requires: Vec<Formula>,
    /// One of these holds afterwards.
    pub ensures: Vec<Outcome>,
    /// Where functions of the caller are called: the contract holds if they leave its memory as it is.
    pub callbacks: Vec<Span>,
    /// Functions without a body that are called: the contract holds if they free nothing and change no other memory
    /// than it tells.
    pub assumed: Vec<String>,
    /// What attributes say that these free all the same: "argument 1 of `handle_close`".
    pub given_back: Vec<String>,
}

/// One way in which a function ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The whole program ends in it.
    pub ends_program: bool,
    pub formulas: Vec<Formula>,
}

/// How formulas are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// With the names of parameters and fields.
    Readable,
    /// With offsets and all facts.
    Raw,
}

/// The contracts of the functions with these names that have a body, in the order of the source.
pub fn contracts(
    module: &Module,
    question: &Question,
    names: &[String],
    notation: Notation,
) -> Result<Vec<FunctionContracts>, String> {
    contracts_by(&Workers::default(), module, question, names, notation)
}

/// As [`contracts`], by several workers.
pub fn contracts_by(
    workers: &Workers<'_>,
    module: &Module,
    question: &Question,
    names: &[String],
    notation: Notation,
) -> Result<Vec<FunctionContracts>, String> {
    let mut functions = Vec::new();
    let mut keep = |mut more: Vec<FunctionContracts>| functions.append(&mut more);
    contracts_as_they_come(module, question, names, notation, workers, &|_| {}, &mut keep)?;
    functions.sort_by_key(|function| function.span.start);
    errors::tell_each_cause_once(&mut functions);
    Ok(functions)
}

/// As [`contracts_by`], but likely errors with the same cause are told of each function, and functions are handed over as soon as they are analysed, callees before their
/// callers, in an order that does not depend on the number of workers. `on_start` hears which function is begun.
pub fn contracts_as_they_come(
    module: &Module,
    question: &Question,
    names: &[String],
    notation: Notation,
    workers: &Workers<'_>,
    on_start: &(dyn Fn(&str) + Sync),
    on_result: &mut dyn FnMut(Vec<FunctionContracts>),
) -> Result<(), String> {
    let wanted = wanted(module, names);
    schedule::run(module, question, &wanted, notation, workers, on_start, on_result)
}

/// What is known of every function with a body and one of these names, one after the other.
pub fn open_functions<'m>(
    module: &'m Module,
    question: &Question,
    names: &[String],
) -> impl Iterator<Item = OpenFunction<'m>> {
    let request = question.request();
    let mut known = KnownContracts::default();
    callees_first(module, &wanted(module, names)).into_iter().map(move |id| {
        let open = analyse_with(module, id, &request, &known);
        known.add(&open);
        open
    })
}

/// The functions with a body that no execution of the program gets to, by name.
pub fn unreached_functions(module: &Module) -> Vec<String> {
    unreached(module).into_iter().map(|id| module.functions[id].name.clone()).collect()
}

fn wanted(module: &Module, names: &[String]) -> Vec<FunctionId> {
    let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let is_wanted = |id: &FunctionId| names.contains(module.functions[*id].name.as_str());
    let mut wanted: Vec<FunctionId> = bodies(module).map(|(id, _)| id).filter(is_wanted).collect();
    wanted.sort_by_key(|&id| module.functions[id].span.start);
    wanted
}

/// What is said of a function that was not analysed, or not to its end.
fn left_open(module: &Module, function: FunctionId, reason: String) -> FunctionContracts {
    let definition = &module.functions[function];
    FunctionContracts {
        time: Duration::ZERO,
        name: definition.name.clone(),
        parameters: Vec::new(),
        span: definition.span,
        contracts: Vec::new(),
        unconfirmed: 0,
        certain: Vec::new(),
        of_callees: Vec::new(),
        conditional: Vec::new(),
        likely: Vec::new(),
        open: vec![OpenQuestion { reason, span: definition.span }],
        is_cut_short: true,
        steps: 0,
        rules: Rules::default(),
        questions: 0,
        derivation: Vec::new(),
    }
}

/// The contracts of a function as they are printed.
pub(crate) fn printed_contracts(open: &mut OpenFunction<'_>) -> Vec<Contract> {
    let mut printer = Printer::new(&mut open.context, open.function, Notation::Readable);
    print_contracts(&mut printer, &open.contracts, Notation::Readable)
}

/// Which arguments of functions without a body are freed, as attributes of allocators say.
fn given_back(module: &Module, assumed: &BTreeSet<String>) -> Vec<String> {
    let positions = assumed.iter().filter_map(|name| {
        let position = module.functions[module.function_named(name)?].promises.frees?;
        Some(format!("argument {} of `{name}`", position + 1))
    });
    positions.collect()
}

fn print_contracts(
    printer: &mut Printer<'_, '_>,
    contracts: &[OpenContract],
    notation: Notation,
) -> Vec<Contract> {
    let mut contracts: Vec<Printed> = contracts
        .iter()
        .map(|contract| {
            let lengths = printer.told_lengths(contract);
            let requires = printer.entry_telling(&contract.entry, lengths.clone());
            let ensures = contract.exits.iter().map(|(ending, exit)| Outcome {
                ends_program: *ending == Ending::EndsProgram,
                formulas: printer.exit(contract, *ending, exit),
            });
            let ensures: Vec<Outcome> = ensures.collect();
            let callbacks = contract.callbacks.iter().copied().collect();
            let assumed = contract.assumed.iter().cloned().collect();
            let given_back = given_back(printer.context.module, &contract.assumed);
            let entry = contract.entry.clone();
            let contract = Contract { requires, ensures, callbacks, assumed, given_back };
            Printed { contract, entry, lengths }
        })
        .collect();
    if notation == Notation::Readable {
        contracts.iter_mut().for_each(|printed| alike::unite_ends(&mut printed.contract.ensures));
        cases::unite(printer, &mut contracts);
    }
    let mut contracts: Vec<Contract> = contracts.into_iter().map(|printed| printed.contract).collect();
    if notation == Notation::Readable {
        alike::leave_out_alike(&mut contracts);
    }
    contracts
}

fn describe(mut open: OpenFunction<'_>, notation: Notation) -> FunctionContracts {
    let module = open.context.module;
    let definition = &module.functions[open.function];
    let contracts = std::mem::take(&mut open.contracts);
    let conditional = std::mem::take(&mut open.conditional);
    let terms = &open.context.solver.terms;
    let fatal = fatal_reallocations(module, open.function);
    let likely = open
        .likely
        .iter()
        .map(|(_, finding)| (finding, last_failing_allocation(terms, finding)))
        .collect::<Vec<_>>();
    let mut likely = errors::likely(&likely, &fatal);
    errors::once_for_each_allocation(&mut likely);
    let mut printer = Printer::new(&mut open.context, open.function, notation);
    let contracts = print_contracts(&mut printer, &contracts, notation);
    let conditional = conditional
        .iter()
        .map(|(entry, finding)| (lines(&printer.entry(entry)), OpenError::possible(finding)))
        .collect();
    FunctionContracts {
        time: Duration::ZERO,
        name: definition.name.clone(),
        parameters: printer.parameters().to_vec(),
        span: definition.span,
        contracts,
        unconfirmed: open.unconfirmed.len(),
        certain: open.certain.iter().map(OpenError::certain).collect(),
        of_callees: Vec::new(),
        conditional,
        likely,
        open: open
            .gave_up
            .iter()
            .map(|open| OpenQuestion { reason: open.reason.to_string(), span: open.span })
            .collect(),
        is_cut_short: open.is_cut_short,
        steps: open.steps,
        rules: open.rules,
        questions: open.context.solver.statistics.questions,
        derivation: crate::closed::derivation(&open.context.solver),
    }
}

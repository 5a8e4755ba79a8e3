//! Calls of a function as data: one for each of its errors and contracts, with the memory in which it is called.

use super::{Notation, OpenError, Printer, open_functions};
use crate::closed::Question;
use crate::stack::on_large_stack;
use findings::formula::lines;
pub use interprocedural::open::caller::{CallerBlock, CallerMemory, Home, Word};
use interprocedural::open::caller::{of_contract, of_error};
use interprocedural::open::hints::{self, ParameterHint};
use ir::Module;
use ir::debug::Type;

/// What a call shows.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// It ends in this error. Whether all callers meet it, or those with this condition.
    Error { error: OpenError, is_certain: bool },
    /// It makes no error. The functions without a body are those that it assumes something of.
    Contract { number: usize, assumed: Vec<String> },
}

/// One call.
#[derive(Clone, Debug)]
pub struct HarnessCase {
    pub purpose: Purpose,
    /// The precondition.
    pub requires: Vec<String>,
    /// `None` if none was found.
    pub memory: Option<CallerMemory>,
}

/// The calls that show what is known of a function.
#[derive(Clone, Debug)]
pub struct Harness {
    pub parameters: Vec<ParameterHint>,
    /// Errors first, the certain ones before others.
    pub cases: Vec<HarnessCase>,
}

/// What is known of the function of this name. `None` if it has no body, an error if the analysis has a defect.
pub fn harness(module: &Module, question: &Question, name: &str) -> Result<Option<Harness>, String> {
    on_large_stack(|| build(module, question, name))
}

fn build(module: &Module, question: &Question, name: &str) -> Option<Harness> {
    let mut open = open_functions(module, question, &[name.to_owned()]).next()?;
    let function = open.function;
    let mut cases = Vec::new();
    let context = &mut open.context;
    let certain = open.certain.iter().map(|certain| (&certain.entry, OpenError::certain(certain), true));
    let conditional =
        open.conditional.iter().map(|(entry, finding)| (entry, OpenError::possible(finding), false));
    for (entry, error, is_certain) in certain.chain(conditional) {
        let memory = of_error(context, function, entry, (error.kind, error.span));
        let requires = lines(&Printer::new(context, function, Notation::Readable).entry(entry));
        cases.push(HarnessCase { purpose: Purpose::Error { error, is_certain }, requires, memory });
    }
    for (index, contract) in open.contracts.iter().enumerate() {
        let memory = of_contract(context, function, contract);
        let requires = lines(&Printer::new(context, function, Notation::Readable).requires(contract));
        let assumed = contract.assumed.iter().cloned().collect();
        cases.push(HarnessCase {
            purpose: Purpose::Contract { number: index + 1, assumed },
            requires,
            memory,
        });
    }
    let body = module.functions[function].body.as_ref()?;
    Some(Harness { parameters: hints::parameters(body), cases })
}

/// The name of the field of a block at this place, if its type tells.
pub fn field_name(module: &Module, block: &CallerBlock, offset: u64, bytes: u64) -> Option<String> {
    let (ty, shift) = block.ty?;
    let offset = u64::try_from(i128::from(offset) - shift).ok()?;
    let (path, _) = hints::field_at(&module.types, ty, offset, bytes)?;
    (!path.is_empty()).then_some(path)
}

/// The parameters of a function with a body, and their types where those are known.
pub fn parameter_types<'m>(module: &'m Module, function: &str) -> Vec<(String, Option<&'m Type>)> {
    let body = module.function_named(function).and_then(|id| module.functions[id].body.as_ref());
    let hints = body.map(hints::parameters).unwrap_or_default();
    hints.into_iter().map(|hint| (hint.name, hint.ty.and_then(|ty| module.types.types.get(ty)))).collect()
}

//! What a proof knows of the numbers in a function's variables whenever a loop is about to go on, in the words of C.
//!
//! Sound because an execution that comes to a loop head is in one of the states that a complete proof has there: a clause is
//! told only if all of them entail it.

use crate::limits::VARIABLES_RELATED;
use interprocedural::{Knowledge, LoopHead};
use ir::debug::{Type, TypeTable, Variable, VariablePlace};
use ir::{BlockId, FunctionId, Module, RegisterId};
use pure_logic::{Solver, Term};
use source::Span;
use std::collections::BTreeMap;
use symbolic_heap::State;

/// What holds whenever a loop is about to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInvariant {
    pub function: String,
    /// Where the decision to go on begins.
    pub span: Span,
    pub clauses: Vec<Clause>,
}

/// A C expression that is true, and where the variables in it are declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    pub text: String,
    pub declared: Vec<Span>,
}

/// All that can be said, loop by loop in the order of functions and blocks.
pub(crate) fn loop_invariants(module: &Module, proof: Knowledge) -> Vec<LoopInvariant> {
    let mut heads: BTreeMap<(FunctionId, BlockId), Vec<State>> = BTreeMap::new();
    for LoopHead { function, block, state, .. } in proof.invariants.loop_heads() {
        heads.entry((function, block)).or_default().push(state);
    }
    let mut solver = proof.solver;
    let told = heads.into_iter().filter_map(|((function, block), states)| {
        let function = module.functions.get(function)?;
        let body = function.body.as_ref()?;
        let block = &body.blocks[block];
        let span = block.instructions.first().map_or(block.terminator.span, |first| first.span);
        let variables = numbers(&module.types, &body.names.variables);
        let clauses = clauses(&mut solver, &states, &variables);
        let is_told = span != Span::NONE && !clauses.is_empty();
        is_told.then(|| LoopInvariant { function: function.name.clone(), span, clauses })
    });
    told.collect()
}

/// A variable that holds a number in a register.
struct Number<'a> {
    register: RegisterId,
    variable: &'a Variable,
    /// Its type compares as C compares plain numbers: it is as wide as `int` or narrower, or both sides are alike.
    type_name: &'a str,
    /// The greatest number that it holds if it is signed. Numbers up to that one are themselves, whatever the sign of
    /// the type is.
    greatest: i128,
}

/// Variables with a name of their own: where two have the same, an expression does not say which is meant.
fn numbers<'a>(types: &'a TypeTable, variables: &'a BTreeMap<RegisterId, Variable>) -> Vec<Number<'a>> {
    let is_alone = |name: &str| variables.values().filter(|variable| variable.name == name).count() == 1;
    let number = |(&register, variable): (&RegisterId, &'a Variable)| {
        let Type::Scalar { name, size, .. } = types.types.get(variable.ty)? else { return None };
        let is_integer = ["char", "short", "int", "long"].iter().any(|word| name.contains(word))
            && !["double", "128"].iter().any(|word| name.contains(word));
        let is_told = variable.place == VariablePlace::Register
            && is_integer
            && matches!(size, 1 | 2 | 4 | 8)
            && variable.span != Span::NONE
            && is_alone(&variable.name);
        let greatest = (1i128 << (8 * size - 1)) - 1;
        is_told.then_some(Number { register, variable, type_name: name, greatest })
    };
    variables.iter().filter_map(number).collect()
}

fn clauses(solver: &mut Solver, states: &[State], numbers: &[Number<'_>]) -> Vec<Clause> {
    let mut told = Vec::new();
    let mut bounded = Vec::new();
    for number in numbers {
        let Some((lower, upper)) = bounds(solver, states, number) else { continue };
        let name = &number.variable.name;
        let declared = vec![number.variable.span];
        let text = match upper {
            Some(upper) if lower == upper => format!("{name} == {lower}"),
            Some(upper) => format!("{name} >= {lower} && {name} <= {upper}"),
            None => format!("{name} >= {lower}"),
        };
        if upper.is_some() || !number.type_name.contains("unsigned") || lower > 0 {
            told.push(Clause { text, declared });
        }
        if upper.is_none_or(|upper| lower < upper) {
            bounded.push(number);
        }
    }
    for (index, left) in bounded.iter().enumerate().take(VARIABLES_RELATED) {
        for right in bounded.iter().skip(index + 1).take(VARIABLES_RELATED) {
            for (less, more) in [(left, right), (right, left)] {
                // Otherwise one of the two is converted before it is compared.
                if less.type_name == more.type_name && is_at_most(solver, states, less, more) {
                    let text = format!("{} <= {}", less.variable.name, more.variable.name);
                    told.push(Clause { text, declared: vec![less.variable.span, more.variable.span] });
                }
            }
        }
    }
    told
}

/// The number that a variable holds in a state, if it holds one.
fn term(state: &State, number: &Number<'_>) -> Option<Term> {
    let value = (*state.registers.get(number.register.index())?)?;
    value.is_defined().then_some(value.term)
}

/// The least and the greatest number of a variable over all states; nothing if it may be negative, because numbers in
/// registers are what their bits say without a sign.
fn bounds(solver: &mut Solver, states: &[State], number: &Number<'_>) -> Option<(i128, Option<i128>)> {
    let mut all: Option<(i128, i128)> = None;
    for state in states {
        let range = state.facts.bounds(solver, term(state, number)?);
        let (lower, upper) = (range.lower?, range.upper?);
        if lower < 0 || upper > number.greatest {
            return None;
        }
        all = Some(all.map_or((lower, upper), |(least, most)| (least.min(lower), most.max(upper))));
    }
    all.map(|(lower, upper)| (lower, (upper < number.greatest).then_some(upper)))
}

fn is_at_most(solver: &mut Solver, states: &[State], less: &Number<'_>, more: &Number<'_>) -> bool {
    states.iter().all(|state| {
        let terms = term(state, less).zip(term(state, more));
        terms.is_some_and(|(less, more)| {
            let goal = solver.terms.at_most(less, more);
            state.facts.proves(solver, goal).is_proved()
        })
    })
}

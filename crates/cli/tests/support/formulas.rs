//! Formulas in test programs: what loops keep and what contracts promise, decided by the analysis' own entailment.

use analyzer::{KnownState, OpenFunction};
use heap_rules::entail::{entails, instance};
use ir::Module;
use pure_logic::derivation::Derivation;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_heap::parse::parse_state;
use symbolic_heap::print::display_state;
use symbolic_heap::{State, Value};
use test_kit::{FormulaJudge, InferredContract};

/// What an analysis has found out about a program, as it is printed.
#[derive(Default)]
pub struct Formulas {
    loops: Vec<Loop>,
    contracts: BTreeMap<String, Vec<PrintedContract>>,
}

/// What holds at the head of a loop, each time it is reached in one way.
struct Loop {
    line: Option<u32>,
    formula: String,
    /// The variables with their registers; several may have one name.
    variables: Vec<(String, usize)>,
}

struct PrintedContract {
    parameters: Vec<String>,
    start: String,
    exits: Vec<String>,
}

impl Formulas {
    /// Notes what is known at loop heads.
    pub fn note_states(
        &mut self,
        module: &Module,
        states: &[KnownState],
        line: impl Fn(&KnownState) -> Option<u32>,
    ) {
        for state in states {
            let Some((_, rest)) = state.at.split_once("loop in `") else { continue };
            let name = rest.split('`').next().unwrap_or_default();
            let body = module.function_named(name).and_then(|id| module.functions[id].body.as_ref());
            let variables = body.iter().flat_map(|body| &body.names.variables);
            let variables = variables.map(|(register, variable)| (variable.name.clone(), register.index()));
            self.loops.push(Loop {
                line: line(state),
                formula: without_places(&state.formula),
                variables: variables.collect(),
            });
        }
    }

    /// Notes the contracts of a function.
    pub fn note_contracts(&mut self, module: &Module, open: &OpenFunction<'_>) {
        let function = &module.functions[open.function];
        let Some(body) = &function.body else { return };
        let solver = &open.context.solver;
        let name = |register| body.names.variables.get(register).map(|variable| variable.name.clone());
        let parameters = body.parameters.iter().map(|register| name(register).unwrap_or_default());
        let contracts = open.contracts.iter().map(|contract| PrintedContract {
            parameters: parameters.clone().collect(),
            start: display_state(solver, &contract.start),
            exits: contract.exits.iter().map(|exit| display_state(solver, &exit.1)).collect(),
        });
        self.contracts.entry(function.name.clone()).or_default().extend(contracts);
    }

    /// What of the contracts is printed, but cannot be read, or is read as something else.
    pub fn unreadable(&self) -> Vec<String> {
        let contracts = self.contracts.values().flatten();
        let texts = contracts.flat_map(|contract| contract.exits.iter().chain([&contract.start]));
        texts.filter_map(|text| misread(text)).collect()
    }
}

/// The text of a state without the places of allocations, which tests do not name: they are numbers made from paths.
fn without_places(text: &str) -> String {
    let mut parts = text.split(" @");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start_matches(|letter: char| letter.is_ascii_digit()))
}

/// Why a printed state is not what is read from it.
pub fn misread(text: &str) -> Option<String> {
    let mut solver = Solver::new();
    match parse_state(&mut solver, text) {
        // Shapes that nest deeper than that are refused, so that reading needs no more than so much of the stack.
        Err(error) if error.message.contains("nested too deeply") => None,
        Err(error) => Some(format!("{} at {}, in\n{text}", error.message, error.position)),
        Ok(state) => {
            let again = display_state(&solver, &state);
            (again != *text).then(|| format!("this is printed:\n{text}\nand read as:\n{again}"))
        }
    }
}

fn read(solver: &mut Solver, text: &str) -> Result<State, String> {
    parse_state(solver, text).map_err(|error| format!("{} at {} in\n{text}", error.message, error.position))
}

/// The variables of a state, by their names.
fn names(solver: &Solver, state: &State) -> BTreeMap<String, Atom> {
    let mut atoms: BTreeSet<Atom> = state.heap.blocks().map(|block| block.base).collect();
    state.for_each_term(&mut |term| solver.terms.for_each_atom(term, &mut |atom| _ = atoms.insert(atom)));
    for &fact in state.facts.as_slice() {
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| _ = atoms.insert(atom));
    }
    let variables =
        atoms.into_iter().filter(|&atom| matches!(solver.terms.kind(atom), AtomKind::Variable(_)));
    variables.map(|atom| (solver.terms.display_term(solver.terms.atom_term(atom)), atom)).collect()
}

/// The part of a state that these values lead to, with what is known of numbers.
fn reached(solver: &Solver, state: &State, values: Vec<Option<Value>>) -> State {
    let roots: Vec<Term> = values.iter().flatten().map(|value| value.term).collect();
    let reached = state.heap.reachable(&solver.terms, roots);
    let mut part = State { facts: state.facts.clone(), registers: values, ..State::new(0) };
    for block in state.heap.blocks().filter(|block| reached.blocks.contains(&block.base)) {
        part.heap.insert_block((**block).clone());
    }
    for (index, segment) in state.heap.segments().iter().enumerate() {
        if reached.segments.contains(&index) {
            part.heap.push_segment((**segment).clone());
        }
    }
    for (_, instance) in state.heap.instances().filter(|(id, _)| reached.instances.contains(id)) {
        part.heap.add_instance((**instance).clone());
    }
    part
}

/// Whether one state entails another one, with the reason from the derivation.
fn check(solver: &mut Solver, special: &State, general: &State) -> Result<(), String> {
    solver.derivation = Derivation::kept();
    let answer = entails(solver, special, general);
    let steps: Vec<String> = solver.derivation.steps().iter().map(ToString::to_string).collect();
    match answer.is_proved() {
        true => Ok(()),
        false => Err(format!("{}\nof\n{}", steps.join("\n"), display_state(solver, special))),
    }
}

impl FormulaJudge for Formulas {
    /// The names of variables of the function stand for what they hold, all other names for anything. The formula says
    /// all of the memory that these variables lead to.
    fn invariant_entails(&self, line: u32, formula: &str) -> Result<(), String> {
        let mut is_known = false;
        for known in self.loops.iter().filter(|known| known.line == Some(line)) {
            is_known = true;
            let mut solver = Solver::new();
            let state = read(&mut solver, &known.formula)?;
            let mut general = read(&mut solver, formula)?;
            let mut values = Vec::new();
            for (name, atom) in names(&solver, &general) {
                let own = known.variables.iter().filter(|(variable, _)| *variable == name);
                let mut held =
                    own.filter_map(|&(_, register)| state.registers.get(register).copied().flatten());
                if let Some(value) = held.next() {
                    values.push(Some(value));
                    general.registers.push(Some(Value::defined(solver.terms.atom_term(atom))));
                }
            }
            let special = reached(&solver, &state, values);
            check(&mut solver, &special, &general)?;
        }
        match is_known {
            true => Ok(()),
            false => Err("no loop begins on this line in what was proved".into()),
        }
    }

    /// `requires FORMULA ensures FORMULA`: the names of parameters stand for what is passed, `result` for what is returned.
    /// Names of the first formula mean the same in the second one.
    fn contract_at_least(&self, inferred: &InferredContract, demanded: &str) -> Result<(), String> {
        let words = demanded.trim().strip_prefix("requires").and_then(|rest| rest.split_once("ensures"));
        let (requires, ensures) = words.ok_or("expected `requires FORMULA ensures FORMULA`")?;
        let contracts = self.contracts.get(&inferred.function).into_iter().flatten();
        let mut reasons = String::new();
        for contract in contracts {
            match is_promised(contract, requires, ensures) {
                Ok(()) => return Ok(()),
                Err(reason) => reasons += &format!("\n{reason}"),
            }
        }
        Err(reasons)
    }
}

/// Whether a contract promises this.
fn is_promised(contract: &PrintedContract, requires: &str, ensures: &str) -> Result<(), String> {
    let mut solver = Solver::new();
    let start = read(&mut solver, &without_places(&contract.start))?;
    let mut before = read(&mut solver, requires)?;
    for (index, value) in start.registers.iter().enumerate() {
        let parameter = contract.parameters.get(index).filter(|_| value.is_some());
        let term = parameter.map(|name| solver.terms.variable(name));
        before.registers.push(term.map(Value::defined));
    }
    let known = State { held: Vec::new(), ..start.clone() };
    solver.derivation = Derivation::kept();
    let Some(meaning) = instance(&mut solver, &before, &known) else {
        let steps: Vec<String> = solver.derivation.steps().iter().map(ToString::to_string).collect();
        return Err(format!("the precondition demands more: {}", steps.join("\n")));
    };
    // What the second formula does not speak of may be anywhere.
    let general = read(&mut solver, ensures)?;
    let (own, told) = (names(&solver, &before), names(&solver, &general));
    let common = own.into_iter().filter(|(name, _)| told.contains_key(name));
    let fixed = common.map(|(_, atom)| Some(Value::defined(solver.terms.atom_term(atom))));
    let fixed: Vec<Option<Value>> = fixed.collect();
    for exit in &contract.exits {
        let mut special = read(&mut solver, &without_places(exit))?;
        let held = std::mem::replace(&mut special.held, fixed.clone());
        let facts = before.facts.as_slice().to_vec();
        special.facts.assume_all(&mut solver, &facts);
        for (then, now) in start.held.iter().zip(&held) {
            let (Some(then), Some(now)) = (then, now) else { continue };
            let then = solver.terms.substitute(then.term, &meaning);
            let fact = solver.terms.equal(now.term, then);
            special.assume(&mut solver, fact);
        }
        let mut general = State { held: fixed.clone(), ..general.clone() };
        let result = special.registers.first().copied().flatten();
        let result = result.map(|_| Value::defined(solver.terms.variable("result")));
        general.registers = if special.registers.is_empty() { Vec::new() } else { vec![result] };
        check(&mut solver, &special, &general)?;
    }
    Ok(())
}

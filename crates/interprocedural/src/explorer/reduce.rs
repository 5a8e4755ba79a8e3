//! Loops that only collect what arrays hold are not followed.
//!
//! ```text
//!   i = a,  r = r₀,  the words of x at [a, n) are w          the loop:  while (i < n) { r = r ⊕ g(x[i]); i++; }
//!  ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   n ≤ a:  as it was          or          a < n,  i = n,  r = r₀ ⊕ g(w₁) ⊕ … ⊕ g(wₖ)
//! ```
//!
//! Sound: the loop ends after `n - a` rounds, because its counter goes up by one and its bound stays the same. Every round is allowed: the
//! words are inside their block and stored, which is asked here of all of them, and what else a round does is executed once, in
//! a state in which there is a first round, with the same operands as in all others. A loop of which that cannot be shown is followed as any other.

use super::Explorer;
use crate::limits::COST_OF_A_SUM;
use crate::reductions::{Addend, Collection, Element, Reduction};
use crate::thread::Thread;
use ir::{Comparison, Function, Instruction, InstructionKind, Scalar};
use pure_logic::{Term, Width};
use symbolic_execution::instruction::{assuming, assuming_not};
use symbolic_execution::totals::{Measure, Reading, Words};
use symbolic_execution::{Configuration, Outcome, step};
use symbolic_heap::{State, Value};

impl Explorer<'_, '_> {
    /// The executions behind a loop and those that do not enter it, all at its head, if it only collects what arrays hold.
    pub(super) fn sum_up(&mut self, thread: &Thread) -> Option<Vec<Thread>> {
        if !self.limits.sums_up || !self.mode.folds() || self.context.options.check_overflow {
            return None;
        }
        let info = self.program.info(thread.function);
        let reduction = info.reduction(thread.block)?;
        self.report.steps += COST_OF_A_SUM;
        let module = self.context.module;
        let function = &module.functions[thread.function];
        let body = function.body.as_ref()?;
        let head = &body.blocks[thread.block].instructions;
        let after = self.execute(function, head, thread.configuration.clone())?;
        let (first, end) = self.counted(function, reduction, &after)?;
        let enters = self.context.solver.terms.less_than(first, end);
        let mut threads = Vec::new();
        if let Some(configuration) = assuming_not(self.context, &thread.configuration, enters) {
            threads.push(Thread { configuration, ..thread.clone() });
        }
        let Some(mut configuration) = assuming(self.context, &thread.configuration, &[enters]) else {
            return Some(threads);
        };
        let arrays = self.arrays(thread, reduction, &configuration, (first, end))?;
        let mut results = Vec::new();
        for (register, scalar, collection) in &reduction.results {
            let before =
                configuration.state.registers[register.index()].filter(|value| value.is_defined())?;
            let state = &mut configuration.state;
            let term = self.collected(state, &arrays, (first, end), (before.term, *scalar), collection)?;
            results.push((*register, term));
        }
        for (register, term) in results {
            configuration.state.registers[register.index()] = Some(Value::defined(term));
        }
        configuration.state.registers[reduction.counter.0.index()] = Some(Value::defined(end));
        configuration.path.join("a loop that collects");
        threads.push(Thread { configuration, ..thread.clone() });
        Some(threads)
    }

    /// Executes instructions that have one outcome.
    fn execute(
        &mut self,
        function: &Function,
        instructions: &[Instruction],
        configuration: Configuration,
    ) -> Option<Configuration> {
        instructions.iter().try_fold(configuration, |configuration, instruction| {
            let mut outcomes = step(self.context, function, instruction, configuration);
            match (outcomes.pop(), outcomes.is_empty()) {
                (Some(Outcome::Continue(configuration)), true) => Some(configuration),
                _ => None,
            }
        })
    }

    /// The numbers from which and up to which the loop counts: the latter is the first that it does not reach.
    fn counted(
        &mut self,
        function: &Function,
        reduction: &Reduction,
        after: &Configuration,
    ) -> Option<(Term, Term)> {
        let (counter, scalar) = reduction.counter;
        let mut state = after.state.clone();
        let bound_scalar = self.context.scalar_of(function, reduction.bound);
        let first = state.registers[counter.index()].filter(|value| value.is_defined())?;
        let bound = self.context.operand(&mut state, function, reduction.bound);
        if !bound.is_defined() {
            return None;
        }
        let signed = reduction.is_signed;
        let width = Width { bits: scalar.bits(), signed };
        let first = self.context.reading(&state.facts, first.term, width);
        let bound =
            self.context.reading(&state.facts, bound.term, Width { bits: bound_scalar.bits(), signed });
        let (_, largest) = width.range()?;
        let largest = self.context.constant(largest);
        match reduction.comparison {
            Comparison::Less => {}
            // The counter must be able to pass the bound.
            Comparison::LessEqual => {
                let fits = self.context.solver.terms.less_than(bound, largest);
                self.context.proves(&state.facts, fits).then_some(())?;
                return Some((first, self.context.solver.terms.add_constant(bound, 1)));
            }
            Comparison::NotEqual => {
                let is_before = self.context.solver.terms.at_most(first, bound);
                self.context.proves(&state.facts, is_before).then_some(())?;
            }
            Comparison::Equal | Comparison::Greater | Comparison::GreaterEqual => return None,
        }
        // A bound of a wider type may be one that the counter never reaches.
        let fits = self.context.solver.terms.at_most(bound, largest);
        self.context.proves(&state.facts, fits).then_some((first, bound))
    }

    /// The words along which the loop runs. What every round does before its first branch is executed once.
    fn arrays(
        &mut self,
        thread: &Thread,
        reduction: &Reduction,
        configuration: &Configuration,
        (first, end): (Term, Term),
    ) -> Option<Vec<Words>> {
        let module = self.context.module;
        let function = &module.functions[thread.function];
        let body = function.body.as_ref()?;
        let head = &body.blocks[thread.block].instructions;
        let mut current = self.execute(function, head, configuration.clone())?;
        let count = self.context.solver.terms.subtract(end, first);
        let mut found: Vec<Option<Words>> = vec![None; reduction.arrays.len()];
        for (position, block) in reduction.prefix.iter().enumerate() {
            for (index, instruction) in body.blocks[*block].instructions.iter().enumerate() {
                let here = reduction.arrays.iter().position(|array| array.read == (position, index));
                if let (Some(array), InstructionKind::Load { address, .. }) = (here, &instruction.kind) {
                    let address = self.context.operand(&mut current.state, function, *address);
                    let bytes = reduction.arrays[array].bytes;
                    found[array] = self.context.words_from(&configuration.state, address, count, bytes);
                }
                current = self.execute(function, std::slice::from_ref(instruction), current)?;
            }
        }
        found.into_iter().collect()
    }

    /// What a register holds behind the loop.
    fn collected(
        &mut self,
        state: &mut State,
        arrays: &[Words],
        (first, end): (Term, Term),
        (before, scalar): (Term, Scalar),
        collection: &Collection,
    ) -> Option<Term> {
        match collection {
            Collection::Sum(addends) => {
                let mut sum = before;
                for addend in addends {
                    let (factor, part) = match addend {
                        Addend::Number(number) => (*number, self.context.solver.terms.subtract(end, first)),
                        Addend::Counter { factor, name } => {
                            (*factor, self.context.total_of_numbers(name, first, end))
                        }
                        Addend::Words { factor, array, element } => {
                            let measure = measure_of_sum(arrays[*array].bytes, element);
                            (*factor, self.context.total(state, &arrays[*array], &measure)?)
                        }
                    };
                    sum = self.context.solver.terms.add_scaled(sum, factor, part);
                }
                Some(self.context.named(state, sum))
            }
            Collection::Fold { operation, is_signed, array, element } => {
                let words = &arrays[*array];
                let width = Width { bits: scalar.bits(), signed: *is_signed };
                self.context.folded(state, words, operation, width, before, &reading(element))
            }
        }
    }
}

fn reading(element: &Element) -> Reading {
    match element {
        Element::Signed => Reading::Signed,
        Element::Unsigned => Reading::Unsigned,
        Element::Other(name) => Reading::Other(name.clone()),
    }
}

/// The sum of a function of words of so many bytes.
fn measure_of_sum(bytes: u8, element: &Element) -> Measure {
    let name = match element {
        Element::Signed => format!("sum_signed{bytes}"),
        Element::Unsigned => format!("sum_unsigned{bytes}"),
        Element::Other(name) => format!("sum{name}"),
    };
    Measure { name, reading: reading(element) }
}

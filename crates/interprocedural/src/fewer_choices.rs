//! Executions at random stumble over errors after thousands of choices, of which a few matter. Here as many of them as possible become
//! zero, what a run does by itself (no allocation fails, an input is zero), as long as the same error happens at the same place.
//!
//! This is delta debugging towards zero: halves, quarters and so on of the choices that are not zero are tried, the last ones first,
//! because what is chosen after the cause of an error matters least.

use crate::limits::{EXECUTIONS_FOR_FEWER_CHOICES, READABLE_CHOICES, STEPS_FOR_FEWER_CHOICES};
use crate::random_runs::{Attempt, choices_of};
use interpreter::{ChoiceKind, Image, ListedChoices, NoObserver, RunResult};

/// The same error, by fewer choices if there are many.
pub fn with_fewer_choices(image: &Image<'_>, attempt: &Attempt<'_>, result: RunResult) -> RunResult {
    let mut best = result;
    let mut choices = choices_of(&best.choices_used);
    let mut steps = 0;
    let mut executions = 0;
    let mut parts = 1;
    loop {
        let chosen = positions_of_choices(&choices);
        if chosen.len() <= READABLE_CHOICES || parts > chosen.len() {
            return best;
        }
        let size = chosen.len().div_ceil(parts);
        let mut is_simpler = false;
        for part in chosen.rchunks(size) {
            if executions >= EXECUTIONS_FOR_FEWER_CHOICES
                || steps >= STEPS_FOR_FEWER_CHOICES
                || attempt.stop.reason().is_some()
            {
                return best;
            }
            let mut fewer = choices.clone();
            part.iter().for_each(|&position| fewer[position].1 = 0);
            let run =
                interpreter::run_image(image, attempt.options(Box::new(listed(&fewer))), &mut NoObserver);
            executions += 1;
            steps += run.statistics.steps;
            if is_same_error(&best, &run) {
                choices = choices_of(&run.choices_used);
                best = run;
                is_simpler = true;
                // Positions in the choices are others now.
                break;
            }
        }
        if !is_simpler {
            parts *= 2;
        }
    }
}

fn positions_of_choices(choices: &[(ChoiceKind, u128)]) -> Vec<usize> {
    choices.iter().enumerate().filter(|(_, choice)| choice.1 != 0).map(|(position, _)| position).collect()
}

fn listed(choices: &[(ChoiceKind, u128)]) -> ListedChoices {
    let mut listed = ListedChoices::default();
    choices.iter().for_each(|&(kind, value)| listed.push(kind, value));
    listed
}

fn is_same_error(one: &RunResult, other: &RunResult) -> bool {
    match (&one.fault, &other.fault) {
        (Some(one), Some(other)) => one.kind == other.kind && one.span == other.span,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::random_runs::{Runs, stumble};
    use interpreter::{FaultKind, Image};

    /// A thousand allocations that may fail and a hundred inputs, one of which matters.
    #[test]
    fn of_a_thousand_choices_the_one_that_matters_is_left() {
        let text = "extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
            int main(void) {
                int seen = 0, any = 0;
                for (int i = 0; i < 1000; i++) { int *p = malloc(4); if (p) { *p = i; any += *p; free(p); } }
                for (int i = 0; i < 100; i++) seen |= __VERIFIER_nondet_int() & (i == 50);
                int *q = 0;
                return seen ? *q : any & 1;
            }";
        let parsed = c_syntax::parse(text.as_bytes(), 1);
        let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
        assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
        let module = ir_lowering::lower(&checked.program);
        let counts = |kind| kind == FaultKind::NullDereference;
        let options = symbolic_execution::Options {
            allocation_may_fail: true,
            check_overflow: false,
            check_uninitialised: true,
            volatile_may_change: true,
            allocates_optional_blocks: false,
            keeps_derivation: false,
            check_shifts: false,
            split_on_offsets: false,
            broken_rule: None,
            stop: Default::default(),
        };
        let runs = Runs { count: 20, steps: 100_000 };
        let (_, replay) = stumble(&Image::new(&module), &counts, &options, runs).expect("the error");
        let chosen = replay.choices.iter().filter(|choice| choice.1 != 0).count();
        assert!(
            (1..=super::READABLE_CHOICES).contains(&chosen),
            "{chosen} of {} choices",
            replay.choices.len()
        );
    }
}

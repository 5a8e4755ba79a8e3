//! One random program, what the analysis says of it, and what its executions do.

use super::loop_heads::{LoopHeads, Tally};
use super::probes::Probe;
use analyzer::{Input, front_end_here};
use heap_rules::fold::{Precision, Strides};
use interpreter::{ChoiceKind, FaultKind, FaultSet, Limits, ListedChoices, Policies, UninitialisedContents};
use interprocedural::{Proof, Request, Verdict, check, prove, prove_and_tell_rules};
use ir::Module;
use random_programs::{HeapProgram, Random};
use source::{DataModel, SourceMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use symbolic_execution::Options;
use symbolic_heap::HeapRule;

/// How often each program is executed.
const RUNS: usize = 64;

/// In how many of them the states at loop heads are compared.
const OBSERVED_RUNS: usize = 40;

/// Executions that take longer are not considered.
const STEPS_OF_A_RUN: u64 = 20_000;

const HUNT_STEPS: u64 = 4_000;
const PROOF_STEPS: u64 = 12_000;

/// How closely a proof looks.
pub const PRECISIONS: [Precision; 11] = [
    Precision::Shapes,
    Precision::Words,
    Precision::Fields(Strides::new([8, 12, 16])),
    Precision::Chunks,
    // As long as the nodes that random programs have, and those of the fixed ones, with pointers of either size.
    Precision::Cells(Strides::new([32, 16, 24])),
    Precision::Kinds,
    Precision::Parts,
    Precision::Members,
    Precision::Sorted,
    Precision::Optional,
    Precision::Ordered,
];

/// How many smaller programs are tried to make a disagreement easier to understand.
const REDUCTIONS: usize = 2_000;

/// One program with what is asked about it.
#[derive(Clone)]
pub struct Case {
    pub number: usize,
    pub allocation_may_fail: bool,
    pub check_cleanup: bool,
    pub data_model: DataModel,
    /// Where the random inputs start.
    pub seed: u64,
    pub program: HeapProgram,
    /// A rule of the analysis that is broken on purpose.
    pub broken_rule: Option<HeapRule>,
    /// How long a proof is looked for.
    pub proof_steps: u64,
}

/// What the analysis said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    Refused(String),
    Proved,
    Found(FaultKind),
    Unknown(Vec<String>),
    Contradiction(String),
    Panicked(String),
}

pub struct Judgement {
    pub claim: Claim,
    /// The first execution with an error that counts.
    pub error: Option<Execution>,
    pub disagreement: Option<String>,
    pub loop_heads: Tally,
}

/// What the analysis says; for a certain error also what the interpreter does with its choices, and
/// for a proof what it knows.
struct Answer<'m> {
    claim: Claim,
    replay: Option<(FaultKind, String)>,
    proof: Option<Proof<'m>>,
}

/// What an execution gets from outside.
struct Inputs {
    choices: ListedChoices,
    /// New blocks get the addresses of freed ones.
    reuses_addresses: bool,
    /// Blocks follow each other without a gap.
    blocks_touch: bool,
    text: String,
}

pub struct Execution {
    pub kind: FaultKind,
    pub message: String,
    pub inputs: String,
}

impl Case {
    pub fn new(seed: u64, number: usize) -> Case {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number as u64));
        let allocation_may_fail = random.chance(20);
        Case {
            number,
            allocation_may_fail,
            check_cleanup: random.chance(50),
            data_model: if random.chance(50) { DataModel::Lp64 } else { DataModel::Ilp32 },
            seed: random.next_u64(),
            program: HeapProgram::generate(random.next_u64(), allocation_may_fail),
            broken_rule: None,
            proof_steps: PROOF_STEPS,
        }
    }

    /// A program of the fixed ones.
    pub fn of(probe: &Probe) -> Case {
        Case {
            number: 0,
            allocation_may_fail: probe.allocation_may_fail,
            check_cleanup: true,
            data_model: DataModel::Lp64,
            seed: 1,
            program: HeapProgram::from_text(&probe.text()),
            broken_rule: None,
            proof_steps: probe.effort * PROOF_STEPS,
        }
    }

    fn counts(&self, kind: FaultKind) -> bool {
        counts(kind) || self.check_cleanup && kind == FaultKind::NotFreedAtExit
    }

    pub fn judge(&self, program: &HeapProgram) -> Judgement {
        let module = match self.module(program) {
            Ok(module) => module,
            Err(message) => {
                let claim = Claim::Refused(message);
                return Judgement { claim, error: None, disagreement: None, loop_heads: Tally::default() };
            }
        };
        let Answer { claim, replay, proof } = guarded(|| self.ask(&module));
        let error = self.first_error_of(program, &module);
        let mut loop_heads = Tally::default();
        let disagreement = match &claim {
            Claim::Contradiction(text) => Some(format!("proved, and certain at the same time: {text}")),
            Claim::Panicked(message) => Some(format!("panic: {message}")),
            Claim::Found(kind) if replay.as_ref().is_none_or(|again| again.0 != *kind) => Some(format!(
                "certain {}, but with these choices {}",
                kind.id(),
                replay.map_or("nothing happens".to_owned(), |(kind, text)| format!("{text} [{}]", kind.id()))
            )),
            // Where the hunt is fast, the proof is never asked: so it is asked alone.
            Claim::Found(_) => {
                let precision = PRECISIONS[self.number % PRECISIONS.len()];
                self.contradiction_of_a_proof(&module, error.as_ref(), precision, &mut loop_heads)
            }
            Claim::Proved => match &error {
                Some(error) => Some(format!("proved, but {error}")),
                // Executions of the program itself would take too long; others of its kind are compared.
                None if program.is_hidden() => None,
                None => proof.and_then(|proof| self.uncovered(&module, proof, &mut loop_heads)),
            },
            Claim::Refused(_) | Claim::Unknown(_) => None,
        };
        Judgement { claim, error, disagreement, loop_heads }
    }

    /// Searches for a proof alone. It must not succeed where an execution has an error, and must
    /// cover all states of executions at loop heads.
    pub fn contradiction_of_a_proof(
        &self,
        module: &Module,
        error: Option<&Execution>,
        precision: Precision,
        tally: &mut Tally,
    ) -> Option<String> {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let proof = prove(module, &self.request(), precision)?;
            match error {
                Some(error) => Some(format!("proved by itself ({precision:?}), but {error}")),
                None => self.uncovered(module, proof, tally),
            }
        }));
        result.unwrap_or_else(|payload| Some(format!("the proof alone panics: {}", panic_text(payload))))
    }

    /// The rules about which a search for a proof asks; a panic of it is told by [`Self::contradiction_of_a_proof`].
    pub fn rules_of_a_proof(&self, module: &Module, precision: Precision) -> Vec<HeapRule> {
        let asked = || prove_and_tell_rules(module, &self.request(), precision).1;
        let asked = catch_unwind(AssertUnwindSafe(asked)).unwrap_or_default();
        HeapRule::ALL.iter().copied().filter(|&rule| asked.contains(rule as u16)).collect()
    }

    /// How proofs of every precision contradict executions.
    pub fn contradictions(&self, program: &HeapProgram, error: Option<&Execution>) -> Vec<String> {
        let Ok(module) = self.module(program) else { return Vec::new() };
        let contradiction =
            |precision| self.contradiction_of_a_proof(&module, error, precision, &mut Tally::default());
        PRECISIONS.into_iter().filter_map(contradiction).collect()
    }

    /// The precisions with which a search for a proof succeeds.
    pub fn proofs(&self, program: &HeapProgram) -> Vec<Precision> {
        let Ok(module) = self.module(program) else { return Vec::new() };
        let is_proved = |precision: &Precision| prove(&module, &self.request(), *precision).is_some();
        PRECISIONS.into_iter().filter(is_proved).collect()
    }

    /// A state of an execution at a loop head that the proof does not cover.
    fn uncovered(&self, module: &Module, proof: Proof<'_>, tally: &mut Tally) -> Option<String> {
        let mut heads = LoopHeads::new(module, proof);
        for execution in self.executions().take(OBSERVED_RUNS) {
            let mut options = self.options(execution.choices, false, STEPS_OF_A_RUN);
            options.policies.reuse_addresses = execution.reuses_addresses;
            options.policies.blocks_may_touch = execution.blocks_touch;
            options.stop_on = options.stop_on.without(FaultKind::MemoryLost);
            interpreter::run_main_observed(module, options, &mut heads);
        }
        *tally = heads.tally;
        heads.uncovered
    }

    pub fn module(&self, program: &HeapProgram) -> Result<Module, String> {
        let text = program.text();
        let input =
            Input { name: "program.c".to_owned(), text: text.as_bytes().into(), data_model: self.data_model };
        let mut map = SourceMap::new();
        let result = front_end_here(&mut map, &input);
        match result.diagnostics.iter().find(|_| result.has_errors()) {
            None => Ok(result.module),
            Some(diagnostic) => Err(diagnostic.message.clone()),
        }
    }

    fn request(&self) -> Request {
        Request {
            options: Options {
                allocation_may_fail: self.allocation_may_fail,
                check_overflow: false,
                check_uninitialised: true,
                volatile_may_change: true,
                check_shifts: false,
                split_on_offsets: false,
                allocates_optional_blocks: false,
                keeps_derivation: false,
                broken_rule: self.broken_rule,
                stop: Default::default(),
            },
            counts,
            check_cleanup: self.check_cleanup,
            hunt_steps: HUNT_STEPS,
            proof_steps: self.proof_steps,
        }
    }

    fn ask<'m>(&self, module: &'m Module) -> Answer<'m> {
        let request = self.request();
        let answer = check(module, &request);
        let mut replay = None;
        let claim = match answer.verdict {
            Verdict::Proved => Claim::Proved,
            Verdict::Contradiction(found) => {
                let (finding, replay) = *found;
                Claim::Contradiction(format!("{} with {:?}", finding.fault.message, replay.choices))
            }
            Verdict::NotStarted(message) => Claim::Refused(message),
            Verdict::Unknown { possible, gave_up } => {
                let mut reasons: Vec<String> =
                    possible.iter().map(|finding| format!("possible {}", finding.fault.kind.id())).collect();
                reasons.extend(gave_up.iter().map(|open| open.reason.to_string()));
                reasons.sort();
                reasons.dedup();
                Claim::Unknown(reasons)
            }
            Verdict::Certain(found) => {
                let kind = found.0.fault.kind;
                let mut choices = ListedChoices::default();
                for &(kind, value) in &found.1.choices {
                    choices.push(kind, value);
                }
                let until_exit = kind == FaultKind::NotFreedAtExit;
                let mut options = self.options(choices, until_exit, 20_000_000);
                // Memory that is lost before gives way to other errors.
                if kind != FaultKind::MemoryLost {
                    options.stop_on = options.stop_on.without(FaultKind::MemoryLost);
                }
                // As much memory as the analysis had when it executed the error.
                options.limits.memory_bytes = Limits::default().memory_bytes;
                let fault = interpreter::run_main(module, options).fault;
                replay = fault.map(|fault| (fault.kind, fault.message));
                Claim::Found(kind)
            }
        };
        let proof = answer.proof.map(|knowledge| Proof::of(module, &request, knowledge));
        Answer { claim, replay, proof }
    }

    fn options<'o>(&self, choices: ListedChoices, until_exit: bool, steps: u64) -> interpreter::Options<'o> {
        // What is not asked about does not end the execution.
        let mut stop_on = FaultSet::default_stops();
        for &kind in FaultKind::ALL {
            let is_limit = kind.class() == interpreter::FaultClass::Limit;
            let goes_on = until_exit && kind == FaultKind::MemoryLost;
            stop_on = match (self.counts(kind) && !goes_on) || is_limit {
                true => stop_on.with(kind),
                false => stop_on.without(kind),
            };
        }
        interpreter::Options {
            choices: Box::new(choices),
            stop_on,
            policies: Policies {
                allocations_may_fail: self.allocation_may_fail,
                large_blocks_end_the_run: !self.allocation_may_fail,
                uninitialised: UninitialisedContents::Byte(0),
                ..Policies::default()
            },
            limits: Limits { steps, memory_bytes: 1 << 24, ..Limits::default() },
            ..interpreter::Options::default()
        }
    }

    /// The executions: with all short lists of zeroes and ones, then with random inputs.
    fn executions(&self) -> impl Iterator<Item = Inputs> {
        let mut random = Random::new(self.seed);
        (0..RUNS).map(move |run| {
            let inputs = inputs(&mut random, run);
            let mut choices = ListedChoices::of_inputs(inputs.iter().copied());
            let mut text = format!("inputs {inputs:?}, then 0");
            if self.allocation_may_fail && run % 2 == 1 {
                let succeeding = random.below(5);
                for _ in 0..succeeding {
                    choices.push(ChoiceKind::AllocationFails, 0);
                }
                choices.push(ChoiceKind::AllocationFails, 1);
                text.push_str(&format!("; allocation {} fails", succeeding + 1));
            }
            let reuses_addresses = run % 4 == 3;
            if reuses_addresses {
                text.push_str("; addresses are used again");
            }
            let blocks_touch = run % 8 == 5;
            if blocks_touch {
                text.push_str("; blocks follow each other without a gap");
            }
            Inputs { choices, reuses_addresses, blocks_touch, text }
        })
    }

    /// The first execution of a program with an error. A start that only hides the rest from searches is left out.
    fn first_error_of(&self, program: &HeapProgram, module: &Module) -> Option<Execution> {
        match program.is_hidden() {
            true => self.first_error(&self.module(&program.shown()).ok()?),
            false => self.first_error(module),
        }
    }

    /// The first execution with an error.
    pub fn first_error(&self, module: &Module) -> Option<Execution> {
        self.executions().find_map(|Inputs { choices, reuses_addresses, blocks_touch, text }| {
            let mut options = self.options(choices, false, STEPS_OF_A_RUN);
            options.policies.reuse_addresses = reuses_addresses;
            options.policies.blocks_may_touch = blocks_touch;
            let fault = interpreter::run_main(module, options).fault?;
            self.counts(fault.kind).then_some(Execution {
                kind: fault.kind,
                message: fault.message,
                inputs: text,
            })
        })
    }

    /// The smallest program found that shows the same kind of disagreement.
    pub fn reduce(&self) -> HeapProgram {
        let class = |judgement: &Judgement| {
            let kind = judgement.error.as_ref().map(|error| error.kind);
            match &judgement.claim {
                Claim::Proved => (0, kind),
                Claim::Found(_) => (1, kind),
                Claim::Contradiction(_) => (2, None),
                Claim::Panicked(_) => (3, None),
                Claim::Refused(_) | Claim::Unknown(_) => (4, None),
            }
        };
        let wanted = class(&self.judge(&self.program));
        self.reduce_while(|judgement| judgement.disagreement.is_some() && class(judgement) == wanted)
    }

    /// The smallest program found that has no error in executions and stays open for the same reasons.
    pub fn reduce_open(&self) -> HeapProgram {
        let Claim::Unknown(reasons) = self.judge(&self.program).claim else { return self.program.clone() };
        self.reduce_while(|judgement| match &judgement.claim {
            Claim::Unknown(remaining) => {
                judgement.error.is_none() && remaining.iter().all(|reason| reasons.contains(reason))
            }
            _ => false,
        })
    }

    fn reduce_while(&self, is_kept: impl Fn(&Judgement) -> bool) -> HeapProgram {
        let mut smallest = self.program.clone();
        let mut tries = 0;
        'again: loop {
            for smaller in smallest.reductions() {
                tries += 1;
                if tries > REDUCTIONS {
                    return smallest;
                }
                if is_kept(&self.judge(&smaller)) {
                    smallest = smaller;
                    continue 'again;
                }
            }
            return smallest;
        }
    }
}

impl std::fmt::Display for Execution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}] with {}", self.message, self.kind.id(), self.inputs)
    }
}

fn guarded<'m>(work: impl FnOnce() -> Answer<'m>) -> Answer<'m> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let claim = Claim::Panicked(panic_text(payload));
        Answer { claim, replay: None, proof: None }
    })
}

fn panic_text(payload: Box<dyn std::any::Any + Send>) -> String {
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

/// The inputs of one of the executions. When a list is used up, zeroes follow.
fn inputs(random: &mut Random, run: usize) -> Vec<i128> {
    // 0, 1, 00, 01, 10, 11, 000, …: the run's number in binary, without its first digit.
    let number = run + 2;
    if number < 32 {
        let digits = number.ilog2();
        return (0..digits).rev().map(|digit| (number >> digit & 1) as i128).collect();
    }
    let values = [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 4, 5, 9, -1, 77, 1 << 31, (1 << 31) - 1];
    let length = 2 + random.below(20);
    // A share of the executions has small inputs only, so that loops end.
    let choice = if run.is_multiple_of(2) { 12 } else { values.len() };
    (0..length).map(|_| values[random.below(choice)]).collect()
}

pub fn counts(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::NullDereference
            | FaultKind::UseAfterFree
            | FaultKind::OutOfBounds
            | FaultKind::UseAfterScope
            | FaultKind::NoProvenance
            | FaultKind::UninitialisedUse
            | FaultKind::BadCallTarget
            | FaultKind::WriteToConstant
            | FaultKind::UnterminatedString
            | FaultKind::DoubleFree
            | FaultKind::FreeInsideBlock
            | FaultKind::FreeNotHeap
            | FaultKind::MemoryLost
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_without_mistakes_have_no_errors() {
        for seed in 0..600 {
            let new = Case::new(1, seed);
            let program = HeapProgram::correct(seed as u64, new.allocation_may_fail);
            let case = Case { program, check_cleanup: true, ..new };
            let text = case.program.text();
            let module = case.module(&case.program).unwrap_or_else(|message| panic!("{message}\n{text}"));
            let error = case.first_error(&module).filter(|_| !case.allocation_may_fail);
            assert!(error.is_none(), "{}\n{text}", error.map(|error| error.to_string()).unwrap_or_default());
        }
    }
}

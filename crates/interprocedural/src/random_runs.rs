//! Plain executions with random inputs. What they stumble over needs no further proof, and they
//! cost next to nothing compared with following all executions at once.

use crate::finding::Finding;
use crate::replay::Replay;
use crate::story::story;
use interpreter::{FaultKind, FaultSet, Limits, Policies, SeededChoices, UninitialisedContents};
use ir::Module;
use symbolic_execution::{Configuration, Fault, Path};
use symbolic_heap::State;

/// How many executions are tried, and how long each may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runs {
    pub count: u64,
    pub steps: u64,
}

/// The first execution that ends in an error that counts.
pub fn stumble(
    module: &Module,
    counts: &dyn Fn(FaultKind) -> bool,
    allocation_may_fail: bool,
    runs: Runs,
) -> Option<(Finding, Replay)> {
    let stop_on = FaultKind::ALL
        .iter()
        .fold(FaultSet::EMPTY, |set, &kind| if counts(kind) { set.with(kind) } else { set });
    for seed in 0..runs.count {
        let options = || interpreter::Options {
            choices: Box::new(SeededChoices::new(seed)),
            stop_on,
            policies: Policies {
                allocations_may_fail: allocation_may_fail,
                large_blocks_end_the_run: !allocation_may_fail,
                uninitialised: if seed % 2 == 0 {
                    UninitialisedContents::Byte(0)
                } else {
                    UninitialisedContents::Chosen
                },
                ..Policies::default()
            },
            limits: Limits { steps: runs.steps, ..Limits::default() },
            ..interpreter::Options::default()
        };
        let result = interpreter::run_main(module, options());
        let Some(fault) = &result.fault else { continue };
        if !counts(fault.kind) {
            continue;
        }
        let finding = Finding {
            fault: Fault { kind: fault.kind, message: fault.message.clone(), span: fault.span, block: None },
            configuration: Configuration { state: State::new(0), path: Path::default() },
        };
        let choices = result
            .choices_used
            .entries
            .iter()
            .flat_map(|entry| (0..entry.times).map(|_| (entry.kind, entry.value)))
            .collect();
        let story = story(module, options(), fault.step);
        return Some((finding, Replay { choices, stdin: Vec::new(), arguments: Vec::new(), result, story }));
    }
    None
}

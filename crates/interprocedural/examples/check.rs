//! Analyses preprocessed files: `check [ILP32|LP64] FILE.i…`.

use interpreter::FaultKind;
use interprocedural::{Request, Verdict, check};
use source::{DataModel, SourceMap};
use symbolic_execution::Options;

fn counts(kind: FaultKind) -> bool {
    subproperty(kind).is_some()
}

fn subproperty(kind: FaultKind) -> Option<&'static str> {
    match kind {
        FaultKind::NullDereference
        | FaultKind::UseAfterFree
        | FaultKind::OutOfBounds
        | FaultKind::UseAfterScope
        | FaultKind::NoProvenance
        | FaultKind::UninitialisedUse
        | FaultKind::BadCallTarget
        | FaultKind::WriteToConstant
        | FaultKind::UnterminatedString => Some("valid-deref"),
        FaultKind::DoubleFree | FaultKind::FreeInsideBlock | FaultKind::FreeNotHeap => Some("valid-free"),
        FaultKind::MemoryLost => Some("valid-memtrack"),
        FaultKind::NotFreedAtExit => Some("valid-memcleanup"),
        _ => None,
    }
}

fn main() {
    let cleanup = std::env::var("CLEANUP").is_ok();
    for name in std::env::args().skip(1) {
        let text = std::fs::read(&name).expect("the file can be read");
        let mut map = SourceMap::new();
        let file = map.add(&name, text.clone()).expect("the file is not too large");
        let parsed = c_syntax::parse(&text, map.start(file));
        let checked = c_types::check(parsed.unit, DataModel::Ilp32);
        let module = ir_lowering::lower(&checked.program);
        let request = Request {
            options: Options {
                allocation_may_fail: false,
                check_overflow: false,
                check_uninitialised: false,
                split_on_offsets: false,
                broken_rule: None,
            },
            counts,
            check_cleanup: cleanup,
            hunt_steps: 20_000,
            proof_steps: 60_000,
        };
        let started = std::time::Instant::now();
        let answer = check(&module, &request);
        let place = |span| map.place(span).map_or("?".to_string(), |place| place.to_string());
        match &answer.verdict {
            Verdict::Proved => println!("{name}: proved"),
            Verdict::Certain(found) => println!(
                "{name}: certain {} at {}: {}",
                found.0.fault.kind.id(),
                place(found.0.fault.span),
                found.0.fault.message
            ),
            Verdict::Contradiction(_) => println!("{name}: CONTRADICTION"),
            Verdict::NotStarted(why) => println!("{name}: not started: {why}"),
            Verdict::Unknown { possible, gave_up } => {
                println!("{name}: unknown");
                for finding in possible.iter().take(3) {
                    println!(
                        "    possible {} at {}: {}",
                        finding.fault.kind.id(),
                        place(finding.fault.span),
                        finding.fault.message
                    );
                }
                if std::env::var("DBG").is_ok() {
                    for finding in possible.iter().take(2) {
                        eprintln!(
                            "{}",
                            symbolic_heap::print::display_state(&answer.solver, &finding.configuration.state)
                        );
                    }
                }
                for open in gave_up.iter().take(3) {
                    println!("    open at {}: {}", place(open.span), open.reason);
                }
            }
        }
        match &answer.verdict {
            Verdict::Proved => println!("VERDICT: true"),
            Verdict::Certain(found) => println!(
                "VERDICT: false({})",
                if cleanup { "valid-memcleanup" } else { subproperty(found.0.fault.kind).unwrap_or("?") }
            ),
            _ => println!("VERDICT: unknown"),
        }
        println!(
            "    {} steps, {} questions, {:?}",
            answer.steps,
            answer.solver_questions,
            started.elapsed()
        );
    }
}

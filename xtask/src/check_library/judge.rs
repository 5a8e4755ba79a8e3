//! What libraries do must be possible for the analysis and for the interpreter.

use super::calls::{Call, Seen};
use super::native::{DECLARATIONS, Effect};
use analyzer::{Input, front_end_here, with_models, with_models_for_execution};
use heap_rules::fold::Precision;
use interpreter::{FaultKind, Limits};
use interprocedural::{Request, prove};
use ir::Module;
use source::{DataModel, SourceMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use symbolic_execution::Options;
use symbolic_heap::HeapRule;

/// What came of a call.
#[derive(Clone, Default, Debug)]
pub struct Judgement {
    pub disagreements: Vec<String>,
    /// Whether the analysis excludes something that did not happen: only then could it have excluded what did.
    pub is_exact: bool,
    pub is_fault: bool,
}

/// The condition that what was seen is seen again.
fn condition(call: &Call, seen: &[String], with_error_number: bool) -> String {
    let mut parts = vec!["1".to_owned()];
    for (what, value) in call.seen.iter().zip(seen) {
        match what {
            Seen::Number(name) if name.contains("errno") => {
                if with_error_number {
                    parts.push(format!("{name} == {value}"));
                }
            }
            // The least number has no literal.
            Seen::Number(name) if value == "-9223372036854775808" => {
                parts.push(format!("{name} == -9223372036854775807LL - 1"));
            }
            Seen::Number(name) => parts.push(format!("{name} == {value}LL")),
            Seen::Address { value: name, .. } if value == "null" => parts.push(format!("{name} == 0")),
            Seen::Address { value: name, .. } if value == "other" => parts.push(format!("{name} != 0")),
            Seen::Address { value: name, buffers } => {
                let (index, offset) = value.split_once('+').unwrap_or(("0", "0"));
                let buffer = index.parse().ok().and_then(|index: usize| buffers.get(index));
                let start = buffer.map_or("0", |buffer| &buffer.name);
                parts.push(format!("(char *){name} == (char *){start} + {offset}"));
            }
            Seen::Bytes(buffer) => parts.extend(
                bytes(value)
                    .enumerate()
                    .map(|(index, byte)| format!("((unsigned char *){})[{index}] == {byte}", buffer.name)),
            ),
            Seen::Text(name) if value == "null" => parts.push(format!("{name} == 0")),
            Seen::Text(name) => {
                parts.push(format!("{name} != 0"));
                parts.push(format!("strlen({name}) == {}", value.len() / 2));
                parts.extend(
                    bytes(value)
                        .enumerate()
                        .map(|(index, byte)| format!("((unsigned char *){name})[{index}] == {byte}")),
                );
            }
        }
    }
    parts.join(" && ")
}

fn bytes(text: &str) -> impl Iterator<Item = u8> + '_ {
    (0..text.len() / 2).filter_map(|index| u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok())
}

/// A program that makes the call and reaches an error if a condition holds.
pub fn program(call: &Call, condition: &str) -> String {
    let prototype = call.prototype.as_ref().map_or(String::new(), |prototype| format!("{prototype};\n"));
    format!(
        "{DECLARATIONS}{prototype}void reach_error(void);\n\nint main(void)\n{{\n{}    *__errno_location() = 0;\n    {}\n    \
         if ({condition}) {{\n        reach_error();\n    }}\n{}    return 0;\n}}\n",
        call.setup, call.statement, call.finish
    )
}

fn module(text: &str) -> Result<Module, String> {
    let input =
        Input { name: "call.c".to_owned(), text: text.as_bytes().into(), data_model: DataModel::Lp64 };
    let mut map = SourceMap::new();
    let result = front_end_here(&mut map, &input);
    match result.diagnostics.iter().find(|_| result.has_errors()) {
        None => Ok(result.module),
        Some(diagnostic) => Err(diagnostic.message.clone()),
    }
}

fn is_proved(text: &str, broken_rule: Option<HeapRule>) -> Result<bool, String> {
    let module = module(text)?;
    let module = with_models(&module).unwrap_or(module);
    let request = Request {
        options: Options {
            allocation_may_fail: true,
            check_overflow: false,
            check_shifts: true,
            check_uninitialised: true,
            volatile_may_change: true,
            split_on_offsets: false,
            allocates_optional_blocks: false,
            keeps_derivation: false,
            broken_rule,
            stop: Default::default(),
        },
        counts: |_| true,
        check_cleanup: false,
        hunt_steps: 4_000,
        proof_steps: 8_000,
    };
    catch_unwind(AssertUnwindSafe(|| prove(&module, &request, Precision::Shapes).is_some()))
        .map_err(|_| "the analysis panics".to_owned())
}

/// How the interpreter ends: with the error that the condition leads to, with another one, or without any.
fn run(text: &str, stdin: &[u8]) -> Result<Option<FaultKind>, String> {
    let module = with_models_for_execution(module(text)?);
    let options = interpreter::Options {
        stdin: stdin.to_vec(),
        limits: Limits { steps: 100_000, memory_bytes: 1 << 24, ..Limits::default() },
        ..interpreter::Options::default()
    };
    catch_unwind(AssertUnwindSafe(|| interpreter::run_main(&module, options).fault.map(|fault| fault.kind)))
        .map_err(|_| "the interpreter panics".to_owned())
}

/// Errors that a sanitizer finds as well. Others are about what C forbids and libraries put up with.
fn is_about_memory(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::NullDereference
            | FaultKind::OutOfBounds
            | FaultKind::UseAfterFree
            | FaultKind::UseAfterScope
            | FaultKind::DoubleFree
            | FaultKind::FreeNotHeap
            | FaultKind::FreeInsideBlock
            | FaultKind::UnterminatedString
            | FaultKind::NoProvenance
            | FaultKind::WriteToConstant
    )
}

/// Judges a call by what libraries did, of which the sanitizer's is the last.
pub fn judge(
    call: &Call,
    libraries: &[(&str, Effect)],
    sanitized: &Effect,
    broken_rule: Option<HeapRule>,
) -> Judgement {
    let mut judgement = Judgement::default();
    if let Err(why) = judge_call(call, libraries, sanitized, broken_rule, &mut judgement) {
        judgement.disagreements.push(why);
    }
    judgement
}

fn judge_call(
    call: &Call,
    libraries: &[(&str, Effect)],
    sanitized: &Effect,
    broken_rule: Option<HeapRule>,
    judgement: &mut Judgement,
) -> Result<(), String> {
    let is_system_fault = libraries.first().is_some_and(|(_, effect)| *effect == Effect::Fault);
    judgement.is_fault = is_system_fault || *sanitized == Effect::Fault;
    if judgement.is_fault {
        if is_proved(&program(call, "0"), broken_rule)? {
            judgement.disagreements.push("proved, but it is an error".to_owned());
        }
        return Ok(());
    }
    let mut interpreted = Vec::new();
    for (name, effect) in libraries {
        let Effect::Seen(seen) = effect else { continue };
        if is_proved(&program(call, &condition(call, seen, true)), broken_rule)? {
            judgement.disagreements.push(format!("excluded by the analysis, but {name} does: {seen:?}"));
        }
        interpreted.push(run(&program(call, &condition(call, seen, false)), &call.stdin)?);
    }
    if let Some((_, Effect::Seen(seen))) = libraries.first() {
        let other = format!("!({})", condition(call, seen, false));
        judgement.is_exact = is_proved(&program(call, &other), broken_rule)?;
    }
    // Not every function is watched by the sanitizer: where the interpreter sees an error, there is one.
    if interpreted.iter().flatten().any(|&kind| is_about_memory(kind)) {
        judgement.is_fault = true;
        if is_proved(&program(call, "0"), broken_rule)? {
            judgement.disagreements.push("proved, but the interpreter finds an error".to_owned());
        }
        return Ok(());
    }
    if !call.is_free && !interpreted.is_empty() && interpreted.iter().all(Option::is_none) {
        judgement.disagreements.push("the interpreter gives another result".to_owned());
    }
    Ok(())
}

//! `besom svcomp`: answers a task of the verification competition.

mod statement;
mod witness;

use crate::Status;
use crate::arguments::SvcompArguments;
use crate::compiler_flags::CompilerFlags;
use crate::input;
use crate::terminal::Terminal;
use crate::watch::stop_of;
use analyzer::{Certain, Conclusion, Property, Question, check_closed, front_end, past_lost_memory};
use interpreter::{Fault, FaultClass, FaultKind, Subject};
use ir::Module;
use source::{DataModel, Severity, SourceMap, Span};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

pub fn run(terminal: &Terminal, flags: CompilerFlags, arguments: &SvcompArguments) -> Status {
    if let Some(watch) = arguments.watch {
        watch.set_last_words("VERDICT: unknown\n");
    }
    let properties = std::fs::read_to_string(&arguments.property)
        .map_err(|error| format!("cannot read `{}`: {error}", arguments.property.display()))
        .and_then(|text| parse_properties(&text));
    let (text, verdict) =
        match properties.and_then(|properties| answer(terminal, &flags, arguments, &properties)) {
            Ok(answer) => answer,
            Err(reason) => (format!("unknown: {reason}\n"), "unknown".to_owned()),
        };
    // Nobody is left to be told about a closed output.
    let _ = std::io::stdout().lock().write_all(format!("{text}VERDICT: {verdict}\n").as_bytes());
    Status::Success
}

/// One line of a property file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Subproperty {
    ValidFree,
    ValidDeref,
    ValidMemtrack,
    ValidMemcleanup,
    UnreachCall,
    NoOverflow,
}

impl Subproperty {
    fn name(self) -> &'static str {
        match self {
            Subproperty::ValidFree => "valid-free",
            Subproperty::ValidDeref => "valid-deref",
            Subproperty::ValidMemtrack => "valid-memtrack",
            Subproperty::ValidMemcleanup => "valid-memcleanup",
            Subproperty::UnreachCall => "unreach-call",
            Subproperty::NoOverflow => "no-overflow",
        }
    }

    /// The question that covers it.
    fn property(self) -> Property {
        match self {
            Subproperty::ValidFree | Subproperty::ValidDeref | Subproperty::ValidMemtrack => {
                Property::MemorySafety
            }
            Subproperty::ValidMemcleanup => Property::MemoryCleanup,
            Subproperty::UnreachCall => Property::ErrorUnreachable,
            Subproperty::NoOverflow => Property::NoOverflow,
        }
    }

    /// Which subproperty an error violates, if the question was this one.
    fn violated(fault: &Fault, property: Property) -> Option<Subproperty> {
        match property {
            Property::MemoryCleanup => Some(Subproperty::ValidMemcleanup),
            Property::ErrorUnreachable => Some(Subproperty::UnreachCall),
            Property::NoOverflow => Some(Subproperty::NoOverflow),
            Property::MemorySafety => match fault.kind {
                FaultKind::DoubleFree | FaultKind::FreeInsideBlock | FaultKind::FreeNotHeap => {
                    Some(Subproperty::ValidFree)
                }
                // What is freed must be a pointer, too; elsewhere only addresses count.
                FaultKind::UninitialisedUse => match fault.subject {
                    Subject::Freed => Some(Subproperty::ValidFree),
                    Subject::Address => Some(Subproperty::ValidDeref),
                    Subject::Value => None,
                },
                FaultKind::MemoryLost => Some(Subproperty::ValidMemtrack),
                FaultKind::NullDereference
                | FaultKind::UseAfterFree
                | FaultKind::OutOfBounds
                | FaultKind::UseAfterScope
                | FaultKind::NoProvenance
                | FaultKind::BadCallTarget
                | FaultKind::WriteToConstant
                | FaultKind::UnterminatedString => Some(Subproperty::ValidDeref),
                _ => None,
            },
            Property::NoError | Property::NoErrorNoOverflow => None,
        }
    }
}

/// Reads all `CHECK( init(main()), LTL(G …) )` of a property file. An unknown one is an error: a
/// proof of the others would prove too little.
fn parse_properties(text: &str) -> Result<BTreeSet<Subproperty>, String> {
    let mut properties = BTreeSet::new();
    for line in text.lines() {
        let compact: String = line.chars().filter(|character| !character.is_whitespace()).collect();
        if compact.is_empty() {
            continue;
        }
        let unknown = || format!("the property `{}` is not known", line.trim());
        let formula = compact
            .strip_prefix("CHECK(init(main()),LTL(G")
            .and_then(|rest| rest.strip_suffix("))"))
            .ok_or_else(unknown)?;
        properties.insert(match formula {
            "valid-free" => Subproperty::ValidFree,
            "valid-deref" => Subproperty::ValidDeref,
            "valid-memtrack" => Subproperty::ValidMemtrack,
            "valid-memcleanup" => Subproperty::ValidMemcleanup,
            "!overflow" => Subproperty::NoOverflow,
            "!call(__VERIFIER_error())" | "!call(reach_error())" => Subproperty::UnreachCall,
            _ => return Err(unknown()),
        });
    }
    if properties.is_empty() { Err("the property file has no property".to_owned()) } else { Ok(properties) }
}

/// The properties as a property file writes them.
fn specification(properties: &BTreeSet<Subproperty>) -> String {
    let line = |property: &Subproperty| {
        let formula = match property {
            Subproperty::UnreachCall => "! call(reach_error())",
            Subproperty::NoOverflow => "! overflow",
            other => other.name(),
        };
        format!("CHECK( init(main()), LTL(G {formula}) )")
    };
    properties.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The error that decides. Memory that an execution loses on its way to an access or a call of `free`
/// that is not allowed is not what a task is about.
fn violation(module: &Module, certain: &Certain, question: &Question) -> Fault {
    let asks_for_more = question.property == Property::MemorySafety;
    let next = (asks_for_more && certain.fault.kind == FaultKind::MemoryLost)
        .then(|| past_lost_memory(module, certain, question.allocation_may_fail))
        .flatten();
    let is_violation = |fault: &Fault| {
        fault.kind.class() == FaultClass::Undefined
            && Subproperty::violated(fault, question.property).is_some()
    };
    next.filter(is_violation).unwrap_or_else(|| certain.fault.clone())
}

/// What is to be said about the task, and the verdict.
fn answer(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &SvcompArguments,
    properties: &BTreeSet<Subproperty>,
) -> Result<(String, String), String> {
    let option = arguments.data_model.map(Into::into);
    let option = if flags.data_model.is_none() { option.or(Some(DataModel::Ilp32)) } else { option };
    let data_model = input::data_model(flags, option).map_err(|diagnostic| diagnostic.message)?;
    let loaded = input::load(&arguments.file, flags, data_model)
        .map_err(|error| format!("{}{}", error.preprocessor_messages, error.diagnostic.message))?;
    let mut map = SourceMap::new();
    let result = front_end(&mut map, &loaded.input, &|_| {});
    if result.has_errors() {
        let errors =
            result.diagnostics.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let errors: Vec<_> = errors.take(10).collect();
        terminal.report(&map, &errors, loaded.originals_on_disk);
        return Err("the file has errors".to_owned());
    }
    let specification = specification(properties);
    let bytes = match arguments.witness {
        Some(_) => std::fs::read(&arguments.file).ok(),
        None => None,
    };
    let task = || match &bytes {
        Some(bytes) => {
            Ok(witness::Task { file: &arguments.file, bytes, specification: &specification, data_model })
        }
        None => Err("the file cannot be read again"),
    };
    let place = |span: Span| map.place(span).map_or_else(|| "?".to_owned(), |place| place.to_string());
    let mut text = String::new();
    let mut is_proved = true;
    let mut invariants = Vec::new();
    for property in properties.iter().map(|property| property.property()).collect::<BTreeSet<_>>() {
        // The tasks of the competition take `volatile` objects for ordinary ones.
        let question = Question {
            allocation_may_fail: false,
            check_uninitialised: false,
            volatile_may_change: false,
            tell_invariants: arguments.witness.is_some(),
            stop: stop_of(arguments.watch),
            ..Question::new(property)
        };
        let closed = check_closed(&result.module, &question);
        match closed.conclusion {
            Conclusion::Proved => invariants.extend(closed.invariants),
            Conclusion::NotStarted(why) => return Err(why),
            Conclusion::Found(certain) => {
                let fault = violation(&result.module, &certain, &question);
                let _ = writeln!(text, "{}: {} [{}]", place(fault.span), fault.message, fault.kind.id());
                match Subproperty::violated(&fault, property).filter(|name| properties.contains(name)) {
                    Some(name) => {
                        let witness = match name {
                            // What is lost is not lost in one statement.
                            Subproperty::ValidMemtrack | Subproperty::ValidMemcleanup => {
                                Err("violations of this kind have no place")
                            }
                            _ => task().and_then(|task| {
                                witness::violation(&task, &map, &result.module, &certain, fault.span)
                            }),
                        };
                        if let Some(file) = &arguments.witness {
                            text.push_str(&written(file, witness));
                        }
                        return Ok((text, format!("false({})", name.name())));
                    }
                    // What happens after an error that nobody asked for has no meaning.
                    None => is_proved = false,
                }
            }
            Conclusion::Open { possible, open } => {
                is_proved = false;
                for finding in possible {
                    let _ = writeln!(
                        text,
                        "{}: possibly {} [{}]",
                        place(finding.span),
                        finding.message,
                        finding.kind.id()
                    );
                }
                for open in open {
                    let _ = writeln!(text, "{}: open: {}", place(open.span), open.reason);
                }
            }
        }
        let effort = closed.effort;
        let questions: u64 = effort.solver.iter().map(|solver| solver.questions).sum();
        let _ = writeln!(text, "{} steps, {questions} solver questions", effort.steps);
    }
    if let Some(file) = &arguments.witness
        && is_proved
    {
        text.push_str(&written(file, task().map(|task| witness::correctness(&task, &map, &invariants))));
    }
    Ok((text, if is_proved { "true" } else { "unknown" }.to_owned()))
}

/// Writes a witness. The answer stays what it is without one, so what goes wrong is only told.
fn written(file: &Path, witness: Result<String, &'static str>) -> String {
    match witness {
        Err(why) => format!("no witness: {why}\n"),
        Ok(text) => match std::fs::write(file, text) {
            Ok(()) => String::new(),
            Err(error) => format!("cannot write `{}`: {error}\n", file.display()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<&'static str>, String> {
        parse_properties(text).map(|set| set.into_iter().map(Subproperty::name).collect())
    }

    #[test]
    fn property_files_are_read() {
        let safety = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                      CHECK( init(main()), LTL(G valid-memtrack) )\n\n";
        assert_eq!(names(safety), Ok(vec!["valid-free", "valid-deref", "valid-memtrack"]));
        assert_eq!(names("CHECK( init(main()), LTL(G valid-memcleanup) )"), Ok(vec!["valid-memcleanup"]));
        for name in ["__VERIFIER_error", "reach_error"] {
            let text = format!("CHECK( init(main()), LTL(G ! call({name}())) )");
            assert_eq!(names(&text), Ok(vec!["unreach-call"]));
        }
        assert_eq!(names("CHECK( init(main()), LTL(G ! overflow) )"), Ok(vec!["no-overflow"]));
    }

    #[test]
    fn unknown_properties_are_refused() {
        assert!(names("CHECK( init(main()), LTL(F end) )").is_err());
        assert!(names("CHECK( init(main()), LTL(G ! call(failed())) )").is_err());
        assert!(names("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").is_err());
        assert!(names("\n").is_err());
    }
}

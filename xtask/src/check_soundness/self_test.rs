//! The check is itself checked: every rule that is broken on purpose must be noticed.

use super::case::{Case, Execution, PRECISIONS};
use super::loop_heads::Tally;
use super::{open_probes, probes};
use heap_rules::fold::Precision;
use ir::Module;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use symbolic_heap::HeapRule;

/// A program that rules are tried on.
struct Subject {
    name: String,
    case: Case,
    module: Module,
    error: Option<Execution>,
    /// About which rules each precision asks as long as none is broken.
    asked: Vec<Vec<HeapRule>>,
}

/// What is broken, and on which programs it is tried.
pub struct Choice<'a> {
    pub seed: u64,
    /// How many random programs there are besides the short ones.
    pub programs: usize,
    /// Words of which the name of a rule has one; every rule if there are none.
    pub rules: &'a [String],
    /// Words of which the name of a short program has one; every program if there are none.
    pub probes: &'a [String],
    pub jobs: usize,
}

/// Breaks the rules in turn, and looks for a program that shows it.
pub fn run(Choice { seed, programs, rules, probes, jobs }: Choice<'_>) -> Result<(), String> {
    let has_one = |words: &[String], name: &str| {
        words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
    };
    // A panic is noticed, too.
    std::panic::set_hook(Box::new(|_| {}));
    let fixed = [false, true].into_iter().flat_map(|check_cleanup| {
        let case = move |probe| Case { check_cleanup, ..Case::of(probe) };
        let chosen = probes::all().filter(|probe| has_one(probes, probe.name));
        chosen.map(move |probe| (format!("the program that {}", probe.name), case(probe)))
    });
    let random = (0..programs).map(|number| (format!("program {number}"), Case::new(seed, number)));
    // Most rules are noticed by the short program that was written for them, in much less time than by random ones.
    let cases: Vec<(String, Case)> = fixed.chain(random).collect();
    let subjects = all_subjects(cases, jobs);
    let is_chosen = |rule: &&HeapRule| has_one(rules, &format!("{rule:?}"));
    let rules: Vec<HeapRule> = HeapRule::ALL.iter().filter(is_chosen).copied().collect();
    let mut unnoticed = 0;
    for &rule in &rules {
        let in_programs = notice(&subjects, rule, jobs).map(|(subject, text)| (subject.name.clone(), text));
        let in_open_code =
            || open_probes::notice(rule).map(|(name, text)| (format!("open code that {name}"), text));
        let word = match in_programs.or_else(in_open_code) {
            Some((name, text)) => format!("noticed by {name}: {text}"),
            None => {
                unnoticed += 1;
                "NOT NOTICED".to_owned()
            }
        };
        println!("{:28} {word}", format!("{rule:?}"));
    }
    let _ = std::panic::take_hook();
    println!("{} rules broken, {} noticed", rules.len(), rules.len() - unnoticed);
    match unnoticed {
        0 => Ok(()),
        _ => Err(format!("{unnoticed} broken rules were not noticed")),
    }
}

impl Subject {
    fn new(name: String, case: Case) -> Option<Subject> {
        // No search is made here, so nothing needs to be hidden from one.
        let case = Case { program: case.program.shown(), ..case };
        let module = case.module(&case.program).ok()?;
        let error = case.first_error(&module);
        let mut subject = Subject { name, case, module, error, asked: Vec::new() };
        let rules_of = |precision| subject.case.rules_of_a_proof(&subject.module, precision);
        subject.asked = PRECISIONS.into_iter().map(rules_of).collect();
        Some(subject)
    }

    /// How the analysis with a broken rule does not agree with executions.
    fn contradiction(&self, rule: HeapRule) -> Option<String> {
        // Some rules are about kinds of nodes or about arrays, which only closer looks tell apart. Where a rule is never asked about, it does
        // not matter that it is broken.
        let asking = PRECISIONS.into_iter().zip(&self.asked).filter(|(_, asked)| asked.contains(&rule));
        let text = asking.into_iter().find_map(|(precision, _)| self.contradiction_by(rule, precision))?;
        text.lines().next().map(str::to_owned)
    }

    fn contradiction_by(&self, rule: HeapRule, precision: Precision) -> Option<String> {
        let case = Case { broken_rule: Some(rule), ..self.case.clone() };
        case.contradiction_of_a_proof(&self.module, self.error.as_ref(), precision, &mut Tally::default())
    }
}

/// The programs, in order, each with what is known of it before a rule is broken.
fn all_subjects(cases: Vec<(String, Case)>, jobs: usize) -> Vec<Subject> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Subject)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((name, case)) = cases.get(index) else { break };
                    let subject = Subject::new(name.clone(), case.clone());
                    if let (Some(subject), Ok(mut found)) = (subject, found.lock()) {
                        found.push((index, subject));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, subject)| subject).collect()
}

/// The first program for which the analysis with a broken rule does not agree with executions.
fn notice(subjects: &[Subject], rule: HeapRule, jobs: usize) -> Option<(&Subject, String)> {
    let next = AtomicUsize::new(0);
    let is_done = AtomicBool::new(false);
    let noticed: Mutex<Option<(usize, String)>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(subject) = subjects.get(index) else { break };
                    if let Some(text) = subject.contradiction(rule)
                        && let Ok(mut noticed) = noticed.lock()
                    {
                        is_done.store(true, Ordering::Relaxed);
                        // The earlier one wins, so that the output is the same every time.
                        if noticed.as_ref().is_none_or(|(other, _)| index < *other) {
                            *noticed = Some((index, text));
                        }
                    }
                }
            });
        }
    });
    let (index, text) = noticed.into_inner().ok().flatten()?;
    Some((&subjects[index], text))
}

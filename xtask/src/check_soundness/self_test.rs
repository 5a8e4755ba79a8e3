//! The check is itself checked: every rule that is broken on purpose must be noticed.

use super::case::Case;
use super::workers;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use symbolic_heap::HeapRule;

/// Breaks every rule in turn, and looks for a program that shows it.
pub fn run(seed: u64, programs: usize) -> Result<(), String> {
    // A panic is noticed, too.
    std::panic::set_hook(Box::new(|_| {}));
    let mut unnoticed = 0;
    for &rule in HeapRule::ALL {
        let word = match notice(seed, programs, rule) {
            Some((number, text)) => format!("noticed by program {number}: {text}"),
            None => {
                unnoticed += 1;
                "NOT NOTICED".to_owned()
            }
        };
        println!("{:28} {word}", format!("{rule:?}"));
    }
    let _ = std::panic::take_hook();
    println!("{} rules broken, {} noticed", HeapRule::ALL.len(), HeapRule::ALL.len() - unnoticed);
    match unnoticed {
        0 => Ok(()),
        _ => Err(format!("{unnoticed} broken rules were not noticed")),
    }
}

/// A program for which the analysis with a broken rule does not agree with executions.
fn notice(seed: u64, programs: usize, rule: HeapRule) -> Option<(usize, String)> {
    let next = AtomicUsize::new(0);
    let is_done = AtomicBool::new(false);
    let noticed: Mutex<Option<(usize, String)>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..workers() {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= programs {
                        break;
                    }
                    let case = Case { broken_rule: Some(rule), ..Case::new(seed, number) };
                    if let Some(text) = case.contradiction_of_the_proof()
                        && let Ok(mut noticed) = noticed.lock()
                    {
                        is_done.store(true, Ordering::Relaxed);
                        // The smaller number wins, so that the output is the same every time.
                        if noticed.as_ref().is_none_or(|(other, _)| number < *other) {
                            *noticed = Some((number, text));
                        }
                    }
                }
            });
        }
    });
    noticed.into_inner().ok().flatten()
}

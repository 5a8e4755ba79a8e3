//! The check is itself checked: every rule that is broken on purpose must be noticed.

use pure_logic::broken::BrokenRule;

use crate::check::{self, Options};

/// Breaks each rule in turn and returns the number of those that went unnoticed.
pub fn run(options: &Options) -> usize {
    let mut unnoticed = 0;
    for &rule in BrokenRule::ALL {
        let report = check::run(&Options { broken: Some(rule), stop_at_first: true, ..*options });
        let drawn: u64 = report.tallies.iter().map(|tally| tally.drawn).sum();
        if report.disagreements() > 0 {
            println!("{rule:?}: noticed by query {drawn}");
        } else {
            println!("{rule:?}: NOT noticed in {drawn} queries");
            unnoticed += 1;
        }
    }
    let rules = BrokenRule::ALL.len();
    println!("self-test: {rules} broken rules, {} noticed, {unnoticed} not", rules - unnoticed);
    unnoticed
}

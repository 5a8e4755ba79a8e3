//! What came out for all programs together.

use super::case::{Case, Claim, Judgement};
use random_programs::HIDDEN_LABEL;
use std::collections::BTreeMap;

/// What stays open, by reason, apart for programs with and without an error.
#[derive(Default)]
pub struct Reasons {
    programs: BTreeMap<(bool, String), Vec<usize>>,
}

impl Reasons {
    pub fn add(&mut self, case: &Case, judgement: &Judgement) {
        if let Claim::Unknown(texts) = &judgement.claim {
            for text in texts {
                let key = (judgement.error.is_some(), text.clone());
                self.programs.entry(key).or_default().push(case.number);
            }
        }
    }
}

impl std::fmt::Display for Reasons {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for ((is_wrong, text), numbers) in &self.programs {
            let word = if *is_wrong { "wrong" } else { "safe" };
            let some: Vec<String> = numbers.iter().take(5).map(usize::to_string).collect();
            writeln!(f, "{:5} {word:5} {text} (programs {} …)", numbers.len(), some.join(", "))?;
        }
        Ok(())
    }
}

/// How many safe programs were proved and how many wrong ones found, by what kind they are.
#[derive(Default)]
pub struct Table {
    rows: BTreeMap<&'static str, Shares>,
}

#[derive(Clone, Copy, Default)]
struct Shares {
    safe: usize,
    proved: usize,
    wrong: usize,
    found: usize,
}

impl Shares {
    fn add(&mut self, judgement: &Judgement) {
        let is_found = matches!(judgement.claim, Claim::Found(_));
        // An error that only the analysis found, and replayed, is one as well.
        if judgement.error.is_some() || is_found {
            self.wrong += 1;
            self.found += usize::from(is_found);
        } else if !matches!(judgement.claim, Claim::Refused(_)) {
            self.safe += 1;
            self.proved += usize::from(judgement.claim == Claim::Proved);
        }
    }
}

impl Table {
    pub fn add(&mut self, case: &Case, judgement: &Judgement) {
        let is_missed = is_missed_by_searches(case, judgement);
        for &label in case.program.labels().iter().filter(|&&label| !is_missed || label == HIDDEN_LABEL) {
            self.rows.entry(label).or_default().add(judgement);
        }
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:40} {:>6} {:>8} {:>6} {:>8}", "kind of program", "safe", "proved", "wrong", "found")?;
        // What is special in addition comes behind the kinds.
        let is_addition = |label: &str| label.starts_with('+');
        for additions in [false, true] {
            for (label, shares) in self.rows.iter().filter(|(label, _)| is_addition(label) == additions) {
                let (proved, found) =
                    (percent(shares.proved, shares.safe), percent(shares.found, shares.wrong));
                let (safe, wrong) = (shares.safe, shares.wrong);
                writeln!(f, "{label:40} {safe:6} {proved:6.1} % {wrong:6} {found:6.1} %")?;
            }
        }
        Ok(())
    }
}

/// Whether an error lies behind a start that no search passes: it is not meant to be found.
fn is_missed_by_searches(case: &Case, judgement: &Judgement) -> bool {
    case.program.is_hidden() && judgement.error.is_some()
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[derive(Default)]
pub struct Totals {
    programs: usize,
    refused: usize,
    proved: usize,
    found: usize,
    unknown: usize,
    pub disagreements: usize,
    shares: Shares,
    compared: usize,
    undecided: usize,
    hidden: usize,
    hidden_wrong: usize,
}

impl Totals {
    pub fn add(&mut self, case: &Case, judgement: &Judgement) {
        self.programs += 1;
        self.compared += judgement.loop_heads.compared;
        self.undecided += judgement.loop_heads.undecided;
        match &judgement.claim {
            Claim::Refused(_) => self.refused += 1,
            Claim::Proved => self.proved += 1,
            Claim::Found(_) => self.found += 1,
            Claim::Unknown(_) | Claim::Contradiction(_) | Claim::Panicked(_) => self.unknown += 1,
        }
        self.hidden += usize::from(case.program.is_hidden());
        match is_missed_by_searches(case, judgement) {
            true => self.hidden_wrong += 1,
            false => self.shares.add(judgement),
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shares { safe, proved, wrong, found } = self.shares;
        write!(
            f,
            "{} programs, {} not C, {} proved, {} found, {} unknown; {:.1} % of {} safe ones proved, {:.1} % of {} wrong ones found; {} behind a hidden start, {} of them wrong; {} states at loop heads, {} undecided; {} disagreements",
            self.programs,
            self.refused,
            self.proved,
            self.found,
            self.unknown,
            percent(proved, safe),
            safe,
            percent(found, wrong),
            wrong,
            self.hidden,
            self.hidden_wrong,
            self.compared,
            self.undecided,
            self.disagreements
        )
    }
}

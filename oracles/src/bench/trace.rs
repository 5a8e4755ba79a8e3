//! The recorded questions of the analysis: ours against Z3 in the same process.

use std::path::Path;
use std::time::{Duration, Instant};

use pure_logic::trace::{self, Action, Step};
use pure_logic::{Answer, Facts, Solver};
use z3::ast::Bool;

use super::{Times, keep_least};
use crate::z3_oracle::Oracle;

/// How much faster the median must be.
const MEDIAN_MARK: f64 = 30.0;

pub fn run(folder: &Path, repetitions: u32) -> Result<bool, String> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    println!(
        "recorded questions, microseconds with the facts assumed since the question before, best of {repetitions}"
    );
    println!(
        "| trace | questions | unknown | ours: median | mean | 99.9 % | Z3: median | mean | 99.9 % | ratio of medians |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let (mut all_ours, mut all_theirs) = (Vec::new(), Vec::new());
    let (mut questions, mut unknown) = (0, 0);
    for path in &files {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let measured = measure(&text, repetitions).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        questions += measured.ours.len();
        unknown += measured.unknown;
        print_row(&name, measured.unknown, &measured.ours, &measured.theirs);
        all_ours.extend(measured.ours);
        all_theirs.extend(measured.theirs);
    }
    print_row("all", unknown, &all_ours, &all_theirs);
    let (ours, theirs) = (Times::new(all_ours), Times::new(all_theirs));
    let ratio = theirs.quantile(0.5) / ours.quantile(0.5);
    let (ours_tail, theirs_tail) = (ours.quantile(0.999), theirs.quantile(0.999));
    let known = unknown * 100 < questions;
    println!(
        "\nmarks: median {ratio:.0} times faster (at least {MEDIAN_MARK}), 99.9th percentile {ours_tail:.1} against {theirs_tail:.1} (no slower), {unknown} of {questions} unknown (fewer than 1 %)"
    );
    Ok(ratio >= MEDIAN_MARK && ours_tail <= theirs_tail && known)
}

fn print_row(name: &str, unknown: usize, ours: &[Duration], theirs: &[Duration]) {
    let (ours, theirs) = (Times::new(ours.to_vec()), Times::new(theirs.to_vec()));
    println!(
        "| {name} | {} | {unknown} | {:.2} | {:.2} | {:.1} | {:.1} | {:.1} | {:.1} | {:.0} |",
        ours.0.len(),
        ours.quantile(0.5),
        ours.mean(),
        ours.quantile(0.999),
        theirs.quantile(0.5),
        theirs.mean(),
        theirs.quantile(0.999),
        theirs.quantile(0.5) / ours.quantile(0.5)
    );
}

struct Measured {
    ours: Vec<Duration>,
    theirs: Vec<Duration>,
    unknown: usize,
}

fn measure(text: &str, repetitions: u32) -> Result<Measured, String> {
    let mut fresh = Solver::new();
    let steps = trace::parse(&mut fresh.terms, text).map_err(|error| error.to_string())?;
    let mut measured = Measured { ours: Vec::new(), theirs: Vec::new(), unknown: 0 };
    let mut oracle = Oracle::new();
    let formulas = translate(&fresh, &steps, &mut oracle)?;
    for _ in 0..repetitions {
        let mut solver = fresh.clone();
        let (times, answers) = replay(&mut solver, &steps);
        keep_least(&mut measured.ours, times);
        measured.unknown = answers.iter().filter(|answer| matches!(answer, Answer::Unknown(_))).count();
        let (times, theirs) = replay_in_z3(&formulas);
        for (answer, other) in answers.iter().zip(theirs) {
            let disagree = match other {
                Some(true) => *answer == Answer::Refuted,
                Some(false) => *answer == Answer::Proved,
                None => false,
            };
            if disagree {
                return Err("the answers differ".to_owned());
            }
        }
        keep_least(&mut measured.theirs, times);
    }
    Ok(measured)
}

/// Our times and answers, one for each question.
fn replay(solver: &mut Solver, steps: &[Step]) -> (Vec<Duration>, Vec<Answer>) {
    let (mut times, mut answers) = (Vec::new(), Vec::new());
    let mut facts = Facts::new();
    let mut saved = Vec::new();
    let mut start = Instant::now();
    for step in steps {
        match &step.action {
            Action::Start => {
                facts = Facts::new();
                saved.clear();
            }
            Action::Assume(more) => facts.assume_all(solver, more),
            Action::Ask(goals, _) => {
                answers.push(facts.proves_all(solver, goals));
                times.push(start.elapsed());
                start = Instant::now();
            }
            Action::Enter => saved.push(facts.clone()),
            Action::Leave => facts = saved.pop().unwrap_or_default(),
        }
    }
    (times, answers)
}

/// A step with its formulas built beforehand, as ours are.
enum Z3Step {
    Start,
    Assume(Vec<Bool>),
    /// The negation of all goals together.
    Ask(Bool),
    Enter,
    Leave,
}

fn translate(solver: &Solver, steps: &[Step], oracle: &mut Oracle) -> Result<Vec<Z3Step>, String> {
    steps
        .iter()
        .map(|step| {
            let mut formulas = |facts: &[pure_logic::Fact]| -> Result<Vec<Bool>, String> {
                let formulas: Option<Vec<Bool>> =
                    facts.iter().map(|&fact| oracle.fact(&solver.terms, fact)).collect();
                formulas.ok_or_else(|| format!("line {} has no form in Z3", step.line))
            };
            Ok(match &step.action {
                Action::Start => Z3Step::Start,
                Action::Assume(facts) => Z3Step::Assume(formulas(facts)?),
                Action::Ask(goals, _) => Z3Step::Ask(Bool::and(&formulas(goals)?).not()),
                Action::Enter => Z3Step::Enter,
                Action::Leave => Z3Step::Leave,
            })
        })
        .collect()
}

/// Z3's times and answers: one solver, with `push` and `pop` where states are saved and questions asked.
fn replay_in_z3(steps: &[Z3Step]) -> (Vec<Duration>, Vec<Option<bool>>) {
    let (mut times, mut answers) = (Vec::new(), Vec::new());
    let solver = z3::Solver::new();
    let mut depth = 0;
    solver.push();
    let mut start = Instant::now();
    for step in steps {
        match step {
            Z3Step::Start => {
                solver.pop(depth + 1);
                solver.push();
                depth = 0;
            }
            Z3Step::Assume(formulas) => {
                for formula in formulas {
                    solver.assert(formula);
                }
            }
            Z3Step::Ask(negated_goal) => {
                solver.push();
                solver.assert(negated_goal);
                let result = solver.check();
                solver.pop(1);
                answers.push(match result {
                    z3::SatResult::Unsat => Some(true),
                    z3::SatResult::Sat => Some(false),
                    z3::SatResult::Unknown => None,
                });
                times.push(start.elapsed());
                start = Instant::now();
            }
            Z3Step::Enter => {
                solver.push();
                depth += 1;
            }
            Z3Step::Leave => {
                solver.pop(1);
                depth -= 1;
            }
        }
    }
    (times, answers)
}

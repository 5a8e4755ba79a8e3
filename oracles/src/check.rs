//! The comparison of the solver with the oracles.

use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;

use pure_logic::broken::BrokenRule;
use pure_logic::term::BASE;
use pure_logic::{Answer, Facts, Layer, Model, Solver};

use crate::back_end::Z3BackEnd;
use crate::problem::{Condition, Kind, Problem, Valuation};
use crate::random::Random;
use crate::to_terms::{self, Question, variable_name};
use crate::z3_oracle::Oracle;
use crate::{generate, index_sets, lattice};

/// One problem in this many, of those with machine types, is also compared over bit-vectors, which takes Z3 long.
const VECTOR_SAMPLE: u64 = 300;
/// One problem in this many also has its state, bounds, join, widening and projection checked.
const STATE_SAMPLE: u64 = 20;
/// A cube of more points than this is enumerated in one of ten cases only.
const CHEAP_ENUMERATION: i128 = 2_500;
/// The solver under test is renewed after this many problems, so that its tables stay small.
const RENEWAL: u64 = 500;
/// A long run says after this many problems how far it is.
const PROGRESS: u64 = 50_000;
/// Disagreements printed in full.
const SHOWN: usize = 8;

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub queries: u64,
    pub seed: u64,
    pub kind: Option<Kind>,
    pub broken: Option<BrokenRule>,
    /// Ends the run at the first disagreement.
    pub stop_at_first: bool,
    /// Prints the questions that stay open.
    pub show_unknown: bool,
}

/// What was seen of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub drawn: u64,
    pub proved: u64,
    pub refuted: u64,
    pub unknown: u64,
    pub contradictory: u64,
    pub disagreements: u64,
    /// Questions that no oracle decided.
    pub oracle_open: u64,
    pub enumerated: u64,
    pub vectors: u64,
}

#[derive(Default)]
pub struct Report {
    pub tallies: [Tally; Kind::ALL.len()],
    pub layers: [u64; Layer::ALL.len()],
    pub states: u64,
    /// Open questions that the external back end, which is off otherwise, decided.
    pub by_back_end: u64,
    /// Why questions stayed open.
    pub reasons: BTreeMap<String, u64>,
    pub messages: Vec<String>,
}

impl Report {
    pub fn disagreements(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.disagreements).sum()
    }

    pub fn tally(&mut self, kind: Kind) -> &mut Tally {
        &mut self.tallies[kind as usize]
    }

    pub fn disagree(&mut self, kind: Kind, message: impl FnOnce() -> String) {
        self.tally(kind).disagreements += 1;
        if self.messages.len() < SHOWN {
            self.messages.push(message());
        }
    }
}

pub fn run(options: &Options) -> Report {
    let mut report = Report::default();
    let mut oracle = Oracle::new();
    let mut solver = new_solver(options);
    let mut number = 0;
    let mut drawn = 0;
    while drawn < options.queries {
        let mut random = Random::for_problem(options.seed, number);
        number += 1;
        let kind = generate::kind(&mut random);
        if options.kind.is_some_and(|only| only != kind) {
            continue;
        }
        drawn += 1;
        if drawn % RENEWAL == 0 {
            solver = new_solver(options);
        }
        if drawn % PROGRESS == 0 {
            eprintln!("{drawn} queries, {} disagreements", report.disagreements());
        }
        report.tally(kind).drawn += 1;
        if kind == Kind::IndexSets {
            index_sets::check(&mut random, options, &oracle, &mut report);
        } else {
            let problem = generate::problem(kind, &mut random);
            let open = report.tally(kind).unknown;
            check_problem(&problem, &mut random, &mut solver, &mut oracle, &mut report);
            if options.show_unknown && report.tally(kind).unknown > open {
                println!("unknown, problem {}:\n{problem}", number - 1);
            }
        }
        if options.stop_at_first && report.disagreements() > 0 {
            break;
        }
    }
    report
}

fn new_solver(options: &Options) -> Solver {
    let mut solver = Solver::new();
    solver.break_rule(options.broken);
    solver
}

fn check_problem(
    problem: &Problem,
    random: &mut Random,
    solver: &mut Solver,
    oracle: &mut Oracle,
    report: &mut Report,
) {
    let kind = problem.kind;
    let question = to_terms::question(solver, problem);
    let answer = question.facts.proves(solver, question.goal);
    let tally = report.tally(kind);
    match answer {
        Answer::Proved => tally.proved += 1,
        Answer::Refuted => tally.refuted += 1,
        Answer::Unknown(reason) => {
            tally.unknown += 1;
            *report.reasons.entry(format!("{}: {reason}", kind.name())).or_default() += 1;
        }
    }
    let expected = oracle.entails(&problem.facts, &problem.goal);
    let enumerated = enumerate(problem, random);
    if enumerated.is_some() {
        report.tally(kind).enumerated += 1;
    }
    if expected.is_none() && enumerated.is_none() {
        report.tally(kind).oracle_open += 1;
    }
    compare("z3", expected, answer, problem, report);
    compare("enumeration", enumerated, answer, problem, report);
    if problem.widths.is_some() && random.next() % VECTOR_SAMPLE == 0 {
        let vectors = oracle.entails_as_vectors(problem);
        if vectors.is_some() {
            report.tally(kind).vectors += 1;
        }
        compare("z3 over bit-vectors", vectors, answer, problem, report);
    }
    let expected = expected.or(enumerated);
    if let Answer::Unknown(_) = answer {
        check_back_end(problem, &question, expected, solver, report);
    }
    check_layers(problem, &question, expected, solver, report);
    if answer == Answer::Refuted {
        check_counterexample(problem, &question, solver, report);
    }
    if random.next() % STATE_SAMPLE == 0 {
        report.states += 1;
        check_state(problem, &question.facts, random, solver, oracle, report);
    }
}

/// Whether the facts entail the goal, by trying all points of the cube.
fn enumerate(problem: &Problem, random: &mut Random) -> Option<bool> {
    let radius = problem.radius?;
    let points = (2 * radius + 1).checked_pow(u32::try_from(problem.variables).ok()?)?;
    if points > CHEAP_ENUMERATION && !random.chance(10) {
        return None;
    }
    let mut point = generate::Point(vec![-radius; problem.variables]);
    loop {
        let mut model = true;
        for fact in &problem.facts {
            if !fact.evaluate(&point)? {
                model = false;
                break;
            }
        }
        if model && !problem.goal.evaluate(&point)? {
            return Some(false);
        }
        let mut position = 0;
        while position < point.0.len() && point.0[position] == radius {
            point.0[position] = -radius;
            position += 1;
        }
        if position == point.0.len() {
            return Some(true);
        }
        point.0[position] += 1;
    }
}

fn compare(oracle: &str, expected: Option<bool>, answer: Answer, problem: &Problem, report: &mut Report) {
    let agrees = match (expected, answer) {
        (Some(true), Answer::Refuted) | (Some(false), Answer::Proved) => false,
        (None | Some(_), _) => true,
    };
    if !agrees {
        report.disagree(problem.kind, || {
            format!("{}: we say {answer}, {oracle} disagrees\n{problem}", problem.kind.name())
        });
    }
}

/// Asks every layer alone.
fn check_layers(
    problem: &Problem,
    question: &Question,
    expected: Option<bool>,
    solver: &mut Solver,
    report: &mut Report,
) {
    for layer in Layer::ALL {
        if layer == Layer::Fallback {
            continue;
        }
        solver.use_only(Some(layer));
        let answer = question.facts.proves(solver, question.goal);
        if !matches!(answer, Answer::Unknown(_)) {
            report.layers[layer as usize] += 1;
            let name = format!("z3 (layer: {})", layer.name());
            compare(&name, expected, answer, problem, report);
        }
    }
    solver.use_only(None);
}

/// Passes a question that stayed open to the external back end.
fn check_back_end(
    problem: &Problem,
    question: &Question,
    expected: Option<bool>,
    solver: &mut Solver,
    report: &mut Report,
) {
    solver.use_only(None);
    solver.fallback = Some(Arc::new(Z3BackEnd));
    let answer = question.facts.proves(solver, question.goal);
    solver.fallback = None;
    solver.use_only(None);
    if !matches!(answer, Answer::Unknown(_)) {
        report.by_back_end += 1;
    }
    compare("z3 (back end)", expected, answer, problem, report);
}

/// A model of the solver under test.
struct Values<'a> {
    solver: std::cell::RefCell<&'a mut Solver>,
    model: &'a Model,
}

impl Valuation for Values<'_> {
    fn variable(&self, index: usize) -> i128 {
        let mut solver = self.solver.borrow_mut();
        let term = solver.terms.variable(&variable_name(index));
        self.model.evaluate(&solver.terms, term).unwrap_or(0)
    }

    fn apply(&self, function: usize, arguments: &[i128]) -> i128 {
        let symbol = self.solver.borrow_mut().terms.symbol(&format!("f{function}"));
        let mut rows = self.model.functions().iter();
        rows.find(|row| row.0 == symbol && *row.1 == *arguments).map_or(0, |row| row.2)
    }

    fn base(&self, address: i128) -> i128 {
        let mut rows = self.model.functions().iter();
        rows.find(|row| row.0 == BASE && *row.1 == [address]).map_or(0, |row| row.2)
    }
}

/// A counterexample satisfies the facts and violates the goal by the evaluation of the problem, not of the terms.
fn check_counterexample(problem: &Problem, question: &Question, solver: &mut Solver, report: &mut Report) {
    let Some(model) = question.facts.counterexample(solver, question.goal) else {
        report.disagree(problem.kind, || format!("refuted without a counterexample\n{problem}"));
        return;
    };
    let values = Values { solver: std::cell::RefCell::new(solver), model: &model };
    let facts_hold = problem.facts.iter().all(|fact| fact.evaluate(&values) != Some(false));
    if !facts_hold || problem.goal.evaluate(&values) == Some(true) {
        report.disagree(problem.kind, || {
            format!("the counterexample {:?} is none\n{problem}", model.variables())
        });
    }
}

/// Contradiction, bounds, and the lattice operations of the state itself.
fn check_state(
    problem: &Problem,
    facts: &Facts,
    random: &mut Random,
    solver: &mut Solver,
    oracle: &mut Oracle,
    report: &mut Report,
) {
    let never = Condition::AnyOf(Vec::new());
    let contradictory = oracle.entails(&problem.facts, &never);
    if contradictory == Some(true) {
        report.tally(problem.kind).contradictory += 1;
    }
    let answer = facts.is_unsat(solver);
    compare("z3 (contradiction)", contradictory, answer, problem, report);
    let mut session = lattice::Session { solver, oracle, report };
    lattice::check(problem, facts, random, &mut session);
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for message in &self.messages {
            writeln!(formatter, "disagreement: {message}")?;
        }
        writeln!(
            formatter,
            "{:13} {:>9} {:>9} {:>9} {:>8} {:>13} {:>11} {:>11}",
            "kind", "drawn", "proved", "refuted", "unknown", "no oracle", "enumerated", "bit-vectors"
        )?;
        for kind in Kind::ALL {
            let tally = self.tallies[kind as usize];
            if tally.drawn > 0 {
                writeln!(
                    formatter,
                    "{:13} {:>9} {:>9} {:>9} {:>8} {:>13} {:>11} {:>11}",
                    kind.name(),
                    tally.drawn,
                    tally.proved,
                    tally.refuted,
                    tally.unknown,
                    tally.oracle_open,
                    tally.enumerated,
                    tally.vectors
                )?;
            }
        }
        let mut layers = String::new();
        for layer in Layer::ALL {
            let answers = self.layers[layer as usize];
            write!(layers, " {} {answers},", layer.name())?;
        }
        writeln!(formatter, "answers of each layer alone:{}", layers.trim_end_matches(','))?;
        let contradictory: u64 = self.tallies.iter().map(|tally| tally.contradictory).sum();
        writeln!(
            formatter,
            "states with join, widening, projection and bounds checked: {}, of them contradictory {contradictory}",
            self.states
        )?;
        for (reason, count) in &self.reasons {
            writeln!(formatter, "unknown, {reason}: {count}")?;
        }
        writeln!(formatter, "of the unknown ones decided by the optional back end: {}", self.by_back_end)?;
        let total = |part: fn(&Tally) -> u64| -> u64 { self.tallies.iter().map(part).sum() };
        let drawn = total(|tally| tally.drawn);
        let unknown = total(|tally| tally.unknown);
        let mut kinds = String::new();
        for kind in Kind::ALL {
            let tally = self.tallies[kind as usize];
            if tally.drawn > 0 {
                write!(kinds, "{} {}, ", kind.name(), tally.drawn)?;
            }
        }
        let share = 100.0 * (drawn - unknown) as f64 / drawn.max(1) as f64;
        writeln!(
            formatter,
            "check-solver: {drawn} queries ({}), decided {} ({share:.2} %), unknown {unknown}, disagreements {}",
            kinds.trim_end_matches(", "),
            drawn - unknown,
            self.disagreements()
        )
    }
}

//! Recorded questions with their answers, as text.
//!
//! One step per line; `#` starts a comment.
//!
//! | line | meaning |
//! |---|---|
//! | `state` | start with no facts |
//! | `assume FORMULA` | add facts |
//! | `proved GOAL` | the facts entail the goal |
//! | `refuted GOAL` | they do not |
//! | `consistent`, `inconsistent` | the facts have a model, or none |
//! | `enter`, `leave` | save the state, return to the one saved |

use crate::answer::Answer;
use crate::fact::Fact;
use crate::facts::Facts;
use crate::parse::{ParseError, parse_facts};
use crate::solver::Solver;
use crate::term::TermTable;

/// One line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its line number, from one.
    pub line: usize,
    /// What it does.
    pub action: Action,
}

/// What a line of a trace does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Start with no facts.
    Start,
    /// Add facts.
    Assume(Vec<Fact>),
    /// Ask whether the facts entail all the goals, and expect this answer.
    Ask(Vec<Fact>, Answer),
    /// Save the state.
    Enter,
    /// Return to the state saved last.
    Leave,
}

/// A question of a trace and what was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The line of the question.
    pub line: usize,
    /// The recorded answer.
    pub expected: Answer,
    /// The answer of the solver.
    pub answer: Answer,
}

/// Reads a trace. The position of an error is a byte offset in the whole text.
pub fn parse(terms: &mut TermTable, text: &str) -> Result<Vec<Step>, ParseError> {
    let mut steps = Vec::new();
    let mut start = 0;
    for (index, line) in text.split('\n').enumerate() {
        let content = line.split('#').next().unwrap_or_default();
        let trimmed = content.trim();
        if !trimmed.is_empty() {
            let position = start + (content.len() - content.trim_start().len());
            steps.push(Step { line: index + 1, action: parse_action(terms, trimmed, position)? });
        }
        start += line.len() + 1;
    }
    Ok(steps)
}

fn parse_action(terms: &mut TermTable, text: &str, position: usize) -> Result<Action, ParseError> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut formula = || {
        parse_facts(terms, rest).map_err(|error| ParseError {
            position: position + word.len() + 1 + error.position,
            message: error.message,
        })
    };
    match word {
        "state" => Ok(Action::Start),
        "assume" => Ok(Action::Assume(formula()?)),
        "proved" => Ok(Action::Ask(formula()?, Answer::Proved)),
        "refuted" => Ok(Action::Ask(formula()?, Answer::Refuted)),
        "consistent" => Ok(Action::Ask(vec![Fact::False], Answer::Refuted)),
        "inconsistent" => Ok(Action::Ask(vec![Fact::False], Answer::Proved)),
        "enter" => Ok(Action::Enter),
        "leave" => Ok(Action::Leave),
        _ => Err(ParseError { position, message: format!("unknown step `{word}`") }),
    }
}

/// Asks all the questions of a trace.
pub fn replay(solver: &mut Solver, steps: &[Step]) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut facts = Facts::new();
    let mut saved = Vec::new();
    for step in steps {
        match &step.action {
            Action::Start => {
                facts = Facts::new();
                saved.clear();
            }
            Action::Assume(more) => facts.assume_all(solver, more),
            Action::Ask(goals, expected) => {
                let answer = facts.proves_all(solver, goals);
                outcomes.push(Outcome { line: step.line, expected: *expected, answer });
            }
            Action::Enter => saved.push(facts.clone()),
            Action::Leave => facts = saved.pop().unwrap_or_default(),
        }
    }
    outcomes
}

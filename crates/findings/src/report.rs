//! Everything that one run of the analysis has to say.

use crate::finding::{Finding, Location};
use serde::Serialize;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
}

/// What was found out about a program or a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Proved,
    Found,
    Unknown,
}

impl Answer {
    pub fn name(self) -> &'static str {
        match self {
            Answer::Proved => "proved",
            Answer::Found => "found",
            Answer::Unknown => "unknown",
        }
    }
}

/// Something that the analysis does not know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpenQuestion {
    pub reason: String,
    pub place: Option<Location>,
}

/// One way in which a function ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// The whole program ends in it.
    pub ends_program: bool,
    pub formulas: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Contract {
    pub requires: Vec<String>,
    /// One of these holds afterwards.
    pub ensures: Vec<Outcome>,
    /// Where functions of the caller are called, which are assumed to leave this memory as it is.
    pub calls_back_at: Vec<Location>,
    /// Functions without a body that are assumed to free nothing.
    pub assumes: Vec<String>,
}

/// An error that depends on the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ConditionalError {
    pub rule: &'static str,
    pub message: String,
    pub place: Option<Location>,
    pub condition: Vec<String>,
}

/// What was found out about a function for all its callers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FunctionResult {
    pub name: String,
    pub parameters: Vec<String>,
    pub place: Option<Location>,
    pub answer: Answer,
    pub contracts: Vec<Contract>,
    pub errors_if_called: Vec<ConditionalError>,
    pub open: Vec<OpenQuestion>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    pub tool: Tool,
    /// The inputs, as they were named.
    pub files: Vec<String>,
    /// Of the program from `main` on; `None` if there is no `main`.
    pub answer: Option<Answer>,
    /// The closing lines: what was proved, found and left open.
    pub summary: Vec<String>,
    pub assumptions: Vec<String>,
    pub findings: Vec<Finding>,
    /// Of the program from `main` on.
    pub open: Vec<OpenQuestion>,
    /// Those that were analysed for all callers.
    pub functions: Vec<FunctionResult>,
}

impl Report {
    /// The findings that are told.
    pub fn told(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.suppression.is_none())
    }
}

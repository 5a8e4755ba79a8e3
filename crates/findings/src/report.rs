//! Everything that one run of the analysis has to say.

use crate::finding::{Finding, Location};
use crate::formula::Formula;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
}

/// What was found out about a program or a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenQuestion {
    pub reason: String,
    pub place: Option<Location>,
}

/// One way in which a function ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The whole program ends in it.
    pub ends_program: bool,
    pub formulas: Vec<Formula>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contract {
    pub requires: Vec<Formula>,
    /// One of these holds afterwards.
    pub ensures: Vec<Outcome>,
    /// Where functions of the caller are called, which are assumed to leave this memory as it is.
    pub calls_back_at: Vec<Location>,
    /// Functions without a body that are assumed to free nothing.
    pub assumes: Vec<String>,
}

/// An error that depends on the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ConditionalError {
    /// Whoever reads a kept result sets it anew.
    #[serde(skip_deserializing)]
    pub rule: &'static str,
    pub message: String,
    pub place: Option<Location>,
    pub condition: Vec<String>,
}

/// What was found out about a function for all its callers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionResult {
    pub name: String,
    pub parameters: Vec<String>,
    pub place: Option<Location>,
    pub answer: Answer,
    pub contracts: Vec<Contract>,
    pub errors_if_called: Vec<ConditionalError>,
    pub open: Vec<OpenQuestion>,
}

impl FunctionResult {
    /// All places that it mentions, in a fixed order.
    pub fn places_mut(&mut self) -> Vec<&mut Location> {
        let mut places: Vec<&mut Location> = self.place.iter_mut().collect();
        places.extend(self.contracts.iter_mut().flat_map(|contract| &mut contract.calls_back_at));
        places.extend(self.errors_if_called.iter_mut().filter_map(|error| error.place.as_mut()));
        places.extend(self.open.iter_mut().filter_map(|open| open.place.as_mut()));
        places
    }
}

/// What was found out about a program of a build, from its `main` on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProgramResult {
    pub name: String,
    pub answer: Answer,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    pub tool: Tool,
    /// The inputs, as they were named.
    pub files: Vec<String>,
    /// Of the program from `main` on; `None` if there is no `main`. Of a build with several programs, the worst.
    pub answer: Option<Answer>,
    /// The programs of a build.
    pub programs: Vec<ProgramResult>,
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
    /// All places that it mentions.
    pub fn places_mut(&mut self) -> Vec<&mut Location> {
        let mut places: Vec<&mut Location> = self.findings.iter_mut().flat_map(Finding::places_mut).collect();
        places.extend(self.open.iter_mut().filter_map(|open| open.place.as_mut()));
        places.extend(self.functions.iter_mut().flat_map(FunctionResult::places_mut));
        places
    }

    /// The findings that are told.
    pub fn told(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.suppression.is_none())
    }
}

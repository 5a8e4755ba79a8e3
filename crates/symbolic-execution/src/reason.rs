//! Why a path was not followed to its end.

use crate::stop::StopReason;
use std::cmp::Ordering;
use std::fmt;

/// Told apart is what would help: more steps, another kind of search, or nothing but a model of what the program uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The steps of the exploration were used up; it can go on with more of them.
    StepsUsedUp,
    /// There are more terms than are kept in memory.
    MemoryUsedUp,
    /// More executions waited than are kept side by side.
    TooManyExecutions,
    /// As many findings as were wanted.
    EnoughFindings,
    /// Nodes branch that this exploration does not take for nodes of trees.
    NodesBranch,
    /// Somebody asked for an end, or a limit of the user was reached.
    Stopped(StopReason),
    /// The program uses something that the analysis has no meaning for: however closely one looks, it stays open on this path.
    NotModelled(String),
    /// What is known of the state does not say what happens. A search that tells more apart, or less, may know it.
    NotKnown(String),
}

impl Reason {
    pub fn not_modelled(what: impl Into<String>) -> Reason {
        Reason::NotModelled(what.into())
    }

    /// In words, as users read it.
    pub fn text(&self) -> &str {
        match self {
            Reason::StepsUsedUp => "the step budget is used up",
            Reason::MemoryUsedUp => "the memory budget is used up",
            Reason::TooManyExecutions => "too many executions at the same time",
            Reason::EnoughFindings => "enough findings",
            Reason::NodesBranch => "nodes branch like those of trees",
            Reason::Stopped(stop) => stop.text(),
            Reason::NotModelled(text) | Reason::NotKnown(text) => text,
        }
    }

    /// A limit of the exploration was reached, and nothing else happened.
    pub fn is_limit(&self) -> bool {
        matches!(self, Reason::StepsUsedUp | Reason::MemoryUsedUp | Reason::TooManyExecutions)
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        Reason::NotKnown(text)
    }
}

impl From<&str> for Reason {
    fn from(text: &str) -> Reason {
        Reason::NotKnown(text.to_owned())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Reasons are told in the order of their words.
impl Ord for Reason {
    fn cmp(&self, other: &Reason) -> Ordering {
        let is_final = |reason: &Reason| matches!(reason, Reason::NotModelled(_));
        self.text().cmp(other.text()).then_with(|| is_final(self).cmp(&is_final(other)))
    }
}

impl PartialOrd for Reason {
    fn partial_cmp(&self, other: &Reason) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

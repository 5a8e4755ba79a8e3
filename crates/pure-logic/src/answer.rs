//! Answers, and the reasons for not having one.

use std::fmt;

/// What the solver says about a question.
///
/// For `facts.proves(goal)`: `Proved` when every model of the facts satisfies the goal, `Refuted` when some model of the
/// facts does not (so an unsatisfiable state proves everything and refutes nothing).
/// For `facts.is_unsat()`: `Proved` when there is no model, `Refuted` when there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The statement holds.
    Proved,
    /// A model shows that the statement does not hold.
    Refuted,
    /// Neither was established, for the given reason.
    Unknown(Reason),
}

impl Answer {
    /// Whether the statement was proved.
    pub fn is_proved(self) -> bool {
        self == Answer::Proved
    }

    /// Whether the statement was refuted by a model.
    pub fn is_refuted(self) -> bool {
        self == Answer::Refuted
    }
}

/// Why a question stayed open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A number left the 128 bits of checked arithmetic.
    Overflow,
    /// The step limit was reached.
    Steps,
    /// The limit of case splits was reached.
    Splits,
    /// A term was cut at a size or depth limit, so that a model of the rest says nothing.
    Limit,
    /// Only one layer was allowed to answer, and it passed the question on.
    Passed,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Reason::Overflow => "a number left the range of 128 bits",
            Reason::Steps => "the step limit was reached",
            Reason::Splits => "the limit of case splits was reached",
            Reason::Limit => "a term was cut at a size limit",
            Reason::Passed => "the layer passed the question on",
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Proved => formatter.write_str("proved"),
            Answer::Refuted => formatter.write_str("refuted"),
            Answer::Unknown(reason) => write!(formatter, "unknown: {reason}"),
        }
    }
}

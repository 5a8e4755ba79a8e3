//! One finding: what is wrong, where, how it comes about, and what is known about it.

use crate::picture::Picture;
use serde::{Deserialize, Serialize};
use source::Span;

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// An execution of the program was seen to end in it.
    Executed,
    /// The function was executed, and it happens whatever its callers do.
    ForEveryCaller,
    /// The same, for callers that pass memory where it is accessed.
    ForEveryCallerWithMemory,
    /// It depends on the caller, but only on what any caller does.
    Likely,
    /// It depends on the caller.
    IfCalled,
    /// It cannot be excluded.
    Possible,
}

impl Certainty {
    pub fn is_certain(self) -> bool {
        match self {
            Certainty::Executed | Certainty::ForEveryCaller | Certainty::ForEveryCallerWithMemory => true,
            Certainty::Likely | Certainty::IfCalled | Certainty::Possible => false,
        }
    }
}

/// How loudly a finding is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    Note,
    Warning,
    Error,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// A range of a file, as the programmer sees it. Lines and columns count from 1, columns count
/// characters, and the end lies behind the last character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// The line, for those who have no file to look at.
    pub text: String,
    /// The same range in the preprocessed text.
    #[serde(skip)]
    pub span: Span,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A function that was active, and where in it the execution was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub place: Option<Location>,
    /// How many activations were there: recursion passes the same place again and again.
    pub times: usize,
}

/// A value of the program, by the name the program has for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedValue {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    Input,
    AllocationFails,
    Branch,
    Switch,
    Allocated,
    Freed,
    Call,
    /// The error itself; the last event of a story.
    Error,
}

/// One step of a story.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Counts from 1 in the order in which things happen.
    pub number: usize,
    pub kind: EventKind,
    pub text: String,
    pub place: Option<Location>,
    pub values: Vec<NamedValue>,
    /// The active functions, innermost first; empty if they are not known.
    pub call_stack: Vec<Frame>,
    /// The memory just before it, if the execution was watched.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub memory: Option<Picture>,
}

/// Why a finding is not told any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suppression {
    pub kind: SuppressionKind,
    pub reason: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuppressionKind {
    /// A comment in the program says so.
    InSource,
    /// It was known when the baseline was written.
    Baseline,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What `besom explain` takes. Whoever reads a kept finding sets it anew.
    #[serde(skip_deserializing)]
    pub rule: &'static str,
    /// The most specific number in the Common Weakness Enumeration that fits.
    pub cwe: Option<u32>,
    pub certainty: Certainty,
    pub level: Level,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The function in which it is.
    pub function: Option<String>,
    pub place: Option<Location>,
    /// INVARIANT: numbered from 1; the last event is the error itself.
    pub story: Vec<Event>,
    /// Where the program was, innermost function first.
    pub call_stack: Vec<Frame>,
    pub values: Vec<NamedValue>,
    /// How to repair it, where that is sure.
    pub hint: Option<String>,
    /// A command that shows the error once more.
    pub replay: Option<String>,
    /// Stays the same when lines move.
    pub fingerprint: String,
    pub suppression: Option<Suppression>,
}

impl Finding {
    /// All places that it mentions, in a fixed order.
    pub fn places_mut(&mut self) -> Vec<&mut Location> {
        let frames = self.call_stack.iter_mut().filter_map(|frame| frame.place.as_mut());
        let mut places: Vec<&mut Location> = self.place.iter_mut().chain(frames).collect();
        for event in &mut self.story {
            places.extend(&mut event.place);
            places.extend(event.call_stack.iter_mut().filter_map(|frame| frame.place.as_mut()));
        }
        places
    }

    /// The message with what is known about its kind and certainty.
    pub fn headline(&self) -> String {
        let possibly = match (self.certainty, &self.function) {
            (Certainty::Possible, _) => "possibly ".to_owned(),
            (Certainty::Likely, Some(name)) => format!("likely, on a path of `{name}`: "),
            _ => String::new(),
        };
        let cwe = self.cwe.map(|number| format!(" (CWE-{number})")).unwrap_or_default();
        format!("{possibly}{}{cwe}", self.message)
    }

    /// Whether it counts: it is told, and it is more than a note.
    pub fn counts(&self) -> bool {
        self.suppression.is_none() && self.level > Level::Note
    }
}

//! A range of source text.

use serde::{Deserialize, Serialize};

/// A half-open range `[start, end)` of byte offsets in the [`SourceMap`](crate::SourceMap)'s offset space.
///
/// Its names in data tell it from everything else that has a start and an end, so that places can be found in data and moved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Span {
    #[serde(rename = "$start")]
    pub start: u32,
    #[serde(rename = "$end")]
    pub end: u32,
}

impl Span {
    /// The span of things that have no place in the source, such as what the compiler supplies.
    pub const NONE: Span = Span { start: 0, end: 0 };

    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// From the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: self.end.max(other.end) }
    }

    /// The empty span where `self` starts.
    pub fn at_start(self) -> Span {
        Span { start: self.start, end: self.start }
    }

    pub fn is_none(self) -> bool {
        self == Span::NONE
    }
}

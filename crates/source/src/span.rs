//! A range of source text.

/// A half-open range `[start, end)` of byte offsets in the [`SourceMap`](crate::SourceMap)'s offset space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Span {
    pub start: u32,
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

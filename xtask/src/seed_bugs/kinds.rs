//! The kinds of mistakes that are seeded, and which messages of a tool speak of them.

use clap::ValueEnum;

/// A mistake as programmers make it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The `free` of a local variable before an error return is left out.
    MissingFree,
    /// `free(p)` stands before the last statement that uses what `p` leads to.
    UseAfterFree,
    /// `free(p)` stands a second time, before the function leaves the block or at its end.
    SecondFree,
    /// `malloc(strlen(s) + 1)` without the `+ 1`.
    ShortBuffer,
    /// The check of an allocation is left out, and what was allocated is used.
    DroppedCheck,
    /// `p = realloc(p, n)`: where it fails, the old block is lost.
    LosingRealloc,
}

impl Kind {
    pub const ALL: [Kind; 6] = [
        Kind::MissingFree,
        Kind::UseAfterFree,
        Kind::SecondFree,
        Kind::ShortBuffer,
        Kind::DroppedCheck,
        Kind::LosingRealloc,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::MissingFree => "a missing `free` before an error return",
            Kind::UseAfterFree => "a use after `free`",
            Kind::SecondFree => "a second `free`",
            Kind::ShortBuffer => "one byte too few",
            Kind::DroppedCheck => "a dropped check of an allocation",
            Kind::LosingRealloc => "a reallocation that loses the old block",
        }
    }

    /// Whether a message of a tool is about this kind of mistake.
    pub fn is_told_by(self, tool: Tool, message: &str) -> bool {
        self.words(tool).iter().any(|words| message.contains(words))
    }

    /// Identifiers of rules where a tool has one for each kind, otherwise words of its messages.
    fn words(self, tool: Tool) -> &'static [&'static str] {
        match (self, tool) {
            (Kind::MissingFree | Kind::LosingRealloc, Tool::Besom) => &["[memory-lost]"],
            (Kind::MissingFree | Kind::LosingRealloc, Tool::Clang) => &["eak of memory"],
            (Kind::MissingFree | Kind::LosingRealloc, Tool::Gcc) => &["-Wanalyzer-malloc-leak"],
            (Kind::MissingFree | Kind::LosingRealloc, Tool::Cppcheck) => &["[memleak", "[leak"],
            (Kind::UseAfterFree, Tool::Besom) => &["[use-after-free]"],
            (Kind::UseAfterFree, Tool::Clang) => &["after it is freed"],
            (Kind::UseAfterFree, Tool::Gcc) => &["-Wanalyzer-use-after-free", "-Wuse-after-free"],
            (Kind::UseAfterFree, Tool::Cppcheck) => &["[deallocuse", "[deallocret"],
            (Kind::SecondFree, Tool::Besom) => &["[double-free]", "[use-after-free]"],
            (Kind::SecondFree, Tool::Clang) => &["free released memory", "after it is freed"],
            (Kind::SecondFree, Tool::Gcc) => {
                &["-Wanalyzer-double-free", "-Wanalyzer-use-after-free", "-Wuse-after-free"]
            }
            (Kind::SecondFree, Tool::Cppcheck) => &["[doubleFree", "[deallocuse"],
            (Kind::ShortBuffer, Tool::Besom) => &["[out-of-bounds]"],
            (Kind::ShortBuffer, Tool::Clang) => &["overflow", "ut of bound", "out-of-bound"],
            (Kind::ShortBuffer, Tool::Gcc) => &["out-of-bounds", "overflow", "allocation-size"],
            (Kind::ShortBuffer, Tool::Cppcheck) => &["OutOfBounds", "[bufferAccess", "Overrun"],
            (Kind::DroppedCheck, Tool::Besom) => &["[null-dereference]"],
            (Kind::DroppedCheck, Tool::Clang) => &["ull pointer"],
            (Kind::DroppedCheck, Tool::Gcc) => &["null-dereference", "null-argument"],
            (Kind::DroppedCheck, Tool::Cppcheck) => &["[nullPointer", "[ctunullpointer"],
        }
    }
}

/// What looks for the mistakes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Tool {
    Besom,
    Clang,
    Gcc,
    Cppcheck,
}

impl Tool {
    pub fn name(self) -> &'static str {
        match self {
            Tool::Besom => "besom",
            Tool::Clang => "clang",
            Tool::Gcc => "gcc",
            Tool::Cppcheck => "cppcheck",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_another_kind_does_not_count() {
        let lost = "the last reference to memory is lost (CWE-401) [memory-lost]";
        assert!(Kind::MissingFree.is_told_by(Tool::Besom, lost));
        assert!(!Kind::UseAfterFree.is_told_by(Tool::Besom, lost));
        let freed = "Use of memory after it is freed [unix.Malloc]";
        assert!(Kind::UseAfterFree.is_told_by(Tool::Clang, freed));
        assert!(!Kind::MissingFree.is_told_by(Tool::Clang, freed));
    }
}

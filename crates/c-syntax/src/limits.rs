//! The limits of the parser, in one place.

/// How deeply constructs may nest: parentheses, operators of one chain (`a + a + …` is a tree as
/// deep as it has operators), statements, declarators, initialiser lists. Everything that walks
/// the tree recursively relies on this bound and runs on a stack of [`STACK_BYTES`].
pub const MAX_DEPTH: u32 = 10_000;

/// The stack that a tree of the greatest depth needs, with a wide margin also for the recursive
/// walks of later phases and for builds without optimisation.
pub const STACK_BYTES: usize = 512 << 20;

/// After so many messages the rest is only counted.
pub const MAX_DIAGNOSTICS: usize = 20;

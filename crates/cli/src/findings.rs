//! The documentation pages of all kinds of findings, embedded in the binary.
//!
//! The folder `pages` of this package is a link to that of the documentation: a published package has only what is in it.

macro_rules! page {
    ($id:literal) => {
        ($id, include_str!(concat!("../pages/", $id, ".md")))
    };
}

/// Identifier and text of every page, in alphabetical order. A test compares the list with the
/// files and with the identifiers that the crates use.
pub const PAGES: &[(&str, &str)] = &[
    page!("argument-count"),
    page!("assembly-reached"),
    page!("assertion-failure"),
    page!("assign-to-const"),
    page!("bad-argument"),
    page!("bad-array-length"),
    page!("bad-call-target"),
    page!("bad-long-jump"),
    page!("bit-field-address"),
    page!("conflicting-types"),
    page!("division-by-zero"),
    page!("double-free"),
    page!("duplicate-case"),
    page!("error-reached"),
    page!("float-to-integer-range"),
    page!("free-inside-block"),
    page!("free-not-heap"),
    page!("implicit-declaration"),
    page!("incomplete-type"),
    page!("input"),
    page!("internal"),
    page!("invalid-alignment"),
    page!("invalid-array"),
    page!("invalid-bit-field"),
    page!("invalid-cast"),
    page!("invalid-function"),
    page!("invalid-initializer"),
    page!("invalid-number"),
    page!("invalid-sizeof"),
    page!("invalid-vector"),
    page!("link"),
    page!("memory-limit"),
    page!("memory-lost"),
    page!("misaligned-access"),
    page!("misplaced-jump"),
    page!("missing-return-value"),
    page!("no-association"),
    page!("no-member"),
    page!("no-provenance"),
    page!("not-a-function"),
    page!("not-a-value"),
    page!("not-an-lvalue"),
    page!("not-constant"),
    page!("not-freed-at-exit"),
    page!("null-dereference"),
    page!("out-of-bounds"),
    page!("output"),
    page!("output-limit"),
    page!("overlapping-copy"),
    page!("preprocessor"),
    page!("recursion-limit"),
    page!("redefinition"),
    page!("shift-out-of-range"),
    page!("shift-overflow"),
    page!("signed-overflow"),
    page!("static-assert"),
    page!("step-limit"),
    page!("syntax"),
    page!("too-deep"),
    page!("too-large"),
    page!("too-many-errors"),
    page!("type-mismatch"),
    page!("undeclared"),
    page!("uninitialised-use"),
    page!("unknown-external"),
    page!("unknown-type"),
    page!("unreachable-reached"),
    page!("unrelated-pointers"),
    page!("unsupported"),
    page!("unterminated-block"),
    page!("unterminated-comment"),
    page!("unterminated-literal"),
    page!("unterminated-string"),
    page!("use-after-free"),
    page!("use-after-scope"),
    page!("variadic-misuse"),
    page!("write-to-constant"),
    page!("wrong-signature"),
    page!("wrong-tag"),
];

/// The page of a kind of finding.
pub fn page(id: &str) -> Option<&'static str> {
    PAGES.iter().find(|(name, _)| *name == id).map(|(_, text)| *text)
}

/// What the first line of a page says after the identifier.
pub fn title(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    first.split_once(": ").map_or(first, |(_, title)| title)
}

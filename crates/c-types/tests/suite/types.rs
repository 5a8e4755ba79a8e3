//! Types as text, compatibility, fingerprints.

use crate::check_for;
use source::DataModel;

/// How the type of the last variable is shown.
fn shown(declaration: &str) -> String {
    let checked = check_for(DataModel::Lp64, declaration);
    assert_eq!(checked.diagnostics, []);
    let (_, last) = checked.program.globals.iter().next_back().expect("a variable");
    checked.program.display_qualified(last.ty)
}

#[test]
fn types_are_shown_as_declared() {
    for (declaration, expected) in [
        ("int *x;", "int *"),
        ("const char *const x;", "const char *const"),
        ("int *x[3];", "int *[3]"),
        ("int (*x)[3];", "int (*)[3]"),
        ("int (*x)(void);", "int (*)(void)"),
        ("int (*x)();", "int (*)()"),
        ("void (*(*x)(int))(char, ...);", "void (*(*)(int))(char, ...)"),
        ("struct node *x;", "struct node *"),
        ("unsigned long long x;", "unsigned long long"),
        ("enum e { A } x;", "enum e"),
        ("union { int a; } x;", "union <anonymous>"),
        ("extern int x[];", "int []"),
        ("_Complex double x;", "_Complex double"),
        ("int (*(*x[2])(void))[4];", "int (*(*[2])(void))[4]"),
    ] {
        assert_eq!(shown(declaration), expected, "{declaration}");
    }
}

fn fingerprints(text: &str) -> Vec<u64> {
    let checked = check_for(DataModel::Lp64, text);
    let program = &checked.program;
    program.functions.iter().map(|(_, function)| program.fingerprint(function.ty)).collect()
}

#[test]
fn fingerprints_are_shared_by_compatible_types_of_different_files() {
    let first = fingerprints(
        "struct s { int x; }; enum e { A }; int f(struct s *p, enum e e); void g(char); int h(int, ...); int k(int [3]);",
    );
    let second = fingerprints(
        "typedef struct s T; struct s; typedef unsigned u; int f(T *q, u e); void g(const char c); int h(int, ...); int k(int *);",
    );
    assert_eq!(first, second);
    let distinct: std::collections::BTreeSet<_> = first.iter().collect();
    assert_eq!(distinct.len(), first.len());
    let other = fingerprints("struct t; int f(struct t *p, unsigned e);");
    assert!(!first.contains(&other[0]));
}

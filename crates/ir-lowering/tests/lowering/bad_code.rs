//! Programs with errors: what is wrong is left out and says so, the rest is lowered.

use crate::{excerpt, lower_anything};
use source::DataModel;

#[test]
fn a_function_with_an_error_is_unsupported_and_the_others_are_not() {
    let text = "int f(int a) { return undeclared + a; } int g(int a) { return a; }";
    let (sources, module, diagnostics) = lower_anything(DataModel::Lp64, text);
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    let lines = excerpt(&sources, &module, &["function"]);
    assert_eq!(lines.matches("unsupported").count(), 1, "{lines}");
    assert!(lines.contains("return %0"), "{lines}");
}

#[test]
fn rubbish_is_lowered_to_something_that_keeps_the_rules() {
    for text in [
        "int f( { } int g(void) { return 1; }",
        "struct s; struct s x; int f(struct s a) { return 0; }",
        "int f(void) { goto nowhere; }",
        "int f(void) { break; continue; case 1: default: return 1; }",
        "void f(void) { struct s y; y = y; }",
        "int a[-1]; int b[] = { [5] = 1, [2 ... 1] = 3 };",
        "int f(int x) { return x.y->z; }",
        "_Complex double z; double f(void) { return z * 2; }",
        "void f(void) { int x = f(); x = f; f(1, 2, 3); }",
    ] {
        lower_anything(DataModel::Lp64, text);
        lower_anything(DataModel::Ilp32, text);
    }
}

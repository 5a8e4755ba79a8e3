//! Depth and size: too much nesting is a message, never a crash; time grows linearly.

use crate::support::{on_large_stack, render};
use c_syntax::limits::MAX_DEPTH;

/// Messages for a text, on a large stack.
fn messages(text: String) -> String {
    on_large_stack(move || {
        let result = c_syntax::parse(text.as_bytes(), 1);
        // Dropping and dumping what is left of the tree must be safe as well.
        c_syntax::dump::dump(&result.unit);
        render(&result, text.as_bytes())
    })
}

fn nest(before: &str, open: &str, middle: &str, close: &str, after: &str, count: usize) -> String {
    format!("{before}{}{middle}{}{after}", open.repeat(count), close.repeat(count))
}

/// Each as a function of the depth.
type Nesting = (&'static str, fn(usize) -> String);

const NESTINGS: &[Nesting] = &[
    ("parentheses", |n| nest("int x = ", "(", "1", ")", ";", n)),
    ("unary operators", |n| nest("int x = ", "- ", "1", "", ";", n)),
    ("casts", |n| nest("int x = ", "(int)", "1", "", ";", n)),
    ("sizeof", |n| nest("int x = ", "sizeof ", "1", "", ";", n)),
    ("additions", |n| nest("int x = ", "1 + ", "1", "", ";", n)),
    ("mixed operators", |n| nest("int x = ", "1 * 2 + 3 << ", "1", "", ";", n)),
    ("logical operators", |n| nest("int x = ", "1 && ", "1", "", ";", n)),
    ("commas", |n| nest("int f(void) { ", "1, ", "1", "", "; }", n)),
    ("assignments", |n| nest("int f(int x) { ", "x = ", "1", "", "; }", n)),
    ("conditionals", |n| nest("int x = ", "1 ? 2 : ", "1", "", ";", n)),
    ("middle conditionals", |n| nest("int x = ", "1 ? ", "1", ": 2", ";", n)),
    ("members", |n| nest("int f(void) { x", "->a", "", "", "; }", n)),
    ("indices", |n| nest("int f(void) { ", "a[", "0", "]", "; }", n)),
    ("postfix indices", |n| nest("int f(void) { a", "[0]", "", "", "; }", n)),
    ("calls", |n| nest("int f(void) { ", "f(", "0", ")", "; }", n)),
    ("statement expressions", |n| nest("int f(void) { ", "({", "0;", "});", "}", n)),
    ("typeof", |n| nest("", "typeof(", "int", ")", " x;", n)),
    ("generic selections", |n| nest("int x = ", "_Generic(0, default: ", "1", ")", ";", n)),
    ("compound literals", |n| nest("int f(void) { ", "(int){", "0", "}", "; }", n)),
    ("blocks", |n| nest("int f(void) {", "{", ";", "}", "}", n)),
    ("ifs", |n| nest("int f(void) {", "if (1) ", ";", "", "}", n)),
    ("else-ifs", |n| nest("int f(void) {", "if (1) ; else ", ";", "", "}", n)),
    ("loops", |n| nest("int f(void) {", "while (1) for (;;) do ", ";", " while (1);", "}", n)),
    ("switches", |n| nest("int f(void) {", "switch (1) case 1: ", ";", "", "}", n)),
    ("nested functions", |n| nest("int f(void) {", "int f(void) {", ";", "}", "}", n)),
    ("initialisers", |n| nest("int x = ", "{", "1", "}", ";", n)),
    ("pointers", |n| nest("int ", "*", "x", "", ";", n)),
    ("arrays", |n| nest("int x", "[1]", "", "", ";", n)),
    ("declarators", |n| nest("int ", "(", "x", ")", ";", n)),
    ("abstract declarators", |n| nest("int x = sizeof(int ", "(*", "", ")", ");", n)),
    ("parameters", |n| nest("int f", "(int (*)", "", ")", ";", n)),
    ("structs", |n| nest("", "struct { ", "int x;", "};", "", n)),
    ("attribute arguments", |n| nest("int x __attribute__((a(", "(", "1", ")", ")));", n)),
];

#[test]
fn moderate_nesting_is_accepted() {
    for (what, text) in NESTINGS {
        assert_eq!(messages(text(1000)), "", "{what}");
    }
}

#[test]
fn excessive_nesting_is_reported_once() {
    for (what, text) in NESTINGS {
        let messages = messages(text(100_000));
        let limit = format!("too-deep: this is nested too deeply: {MAX_DEPTH} levels are the limit\n");
        assert!(messages.ends_with(&limit), "{what}: {messages}");
        assert_eq!(messages.lines().count(), 1, "{what}: {messages}");
    }
}

#[test]
fn excessive_nesting_without_an_end_is_reported() {
    for open in [
        "(",
        "{",
        "[",
        "({",
        "int f(void) {",
        "struct {",
        "x = (",
        "- ",
        "*",
        "if (1) ",
        "else ",
        "int f(a) ",
    ] {
        for before in ["", "int f(void) {", "int x = "] {
            let messages = messages(nest(before, open, "", "", "", 100_000));
            assert!(!messages.is_empty(), "{before}{open}");
        }
    }
}

#[test]
fn the_rest_of_the_file_survives_excessive_nesting() {
    let text = nest("int before; int f(void) { return ", "(", "1", ")", "; } int after;", 50_000);
    let dump = on_large_stack(move || c_syntax::dump::dump(&c_syntax::parse(text.as_bytes(), 1).unit));
    expect_test::expect![[r#"
        (declare Int before)
        (function Int f[(prototype)] no-body)
        (declare Int after)
    "#]]
    .assert_eq(&dump);
}

#[test]
fn extension_markers_do_not_nest() {
    let markers = "__extension__ ".repeat(1_000_000);
    assert_eq!(messages(format!("{markers} int x;")), "");
    assert_eq!(messages(format!("int f(void) {{ {markers} int x; }}")), "");
}

#[test]
fn case_labels_do_not_nest() {
    let labels: String = (0..100_000).map(|value| format!("case {value}: ")).collect();
    assert_eq!(messages(format!("int f(int x) {{ switch (x) {{ {labels} ; }} }}")), "");
}

#[test]
fn a_large_initializer_is_read() {
    let elements: String = (0..500_000).map(|value| format!("{value},")).collect();
    let result = c_syntax::parse(format!("int table[] = {{{elements}}};").as_bytes(), 1);
    assert!(result.diagnostics.is_empty());
    let (_, list) = result.unit.initializer_lists.iter().next().unwrap();
    assert_eq!(list.items.len(), 500_000);
}

#[test]
fn a_large_string_is_read() {
    let text = format!("char text[] = \"{}\";", "abcdefghi\\n".repeat(5_000_000));
    let result = c_syntax::parse(text.as_bytes(), 1);
    assert!(result.diagnostics.is_empty());
    assert_eq!(result.unit.strings.as_slice()[0].units.len(), 50_000_000);
}

#[test]
fn unbalanced_braces_in_every_function_do_not_take_quadratic_time() {
    let text = "int f(void) { if (1) { return 1;\n}\n".repeat(50_000);
    let messages = messages(text);
    assert!(messages.contains("unterminated-block") || messages.contains("too-deep"), "{messages}");
}

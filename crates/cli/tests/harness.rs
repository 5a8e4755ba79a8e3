//! Programs that call functions in the memory of their errors and contracts: compiled by the command that they name, they
//! end as they say.

#[path = "support/tools.rs"]
mod tools;

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder for the files of one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("besom-harness-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            // Frama-C looks there.
            .env("PWD", &self.0)
            .stdin(Stdio::null())
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
    }

    fn besom(&self, arguments: &[&str]) -> (i32, String, String) {
        self.run(env!("CARGO_BIN_EXE_besom"), arguments)
    }

    /// Writes the harness of a function, compiles it by its own command, and returns its text.
    fn harness(&self, function: &str, options: &[&str]) -> String {
        let (status, _, stderr) =
            self.besom(&[&["harness", "a.c", function, "-o", "harness.c"], options].concat());
        assert_eq!(status, 0, "{function}: {stderr}");
        let text = self.read("harness.c");
        let command = text.lines().find(|line| line.trim_start().starts_with("cc ")).unwrap();
        let command = command.trim().strip_suffix(" && ./harness").unwrap();
        let (status, _, stderr) = self.run("sh", &["-c", command]);
        assert_eq!(status, 0, "{function}: {command}: {stderr}");
        text
    }

    /// Makes one call, or what the harness does without an argument.
    fn call(&self, number: &str) -> (i32, String) {
        let arguments: &[&str] = if number.is_empty() { &[] } else { &[number] };
        let (status, _, stderr) = self.run("./harness", arguments);
        (status, stderr)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const LISTS: &str = "\
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *first;
static void drop(struct node *n) { free(n); }
int use_after_free(struct node *n) { drop(n); return n->value; }
void free_twice(struct node *n) { drop(n); free(n); }
void unchecked(struct node *n) { if (n) n->value = 1; n->next = 0; }
struct node *make(int v) { struct node *n = malloc(sizeof *n); n->value = v; n->next = 0; return n; }
int past_end(void) { int *a = malloc(4 * sizeof *a); if (!a) return 0; int v = a[4] = 1; free(a); return v; }
int lose(int v) { int *p = malloc(sizeof v); if (!p) return 0; *p = v; return *p; }
int sum(const struct node *l) { int s = 0; for (; l; l = l->next) s += l->value; return s; }
void remember(struct node *n) { n->next = first; first = n; }
struct pair { int a, b; };
int add(struct pair p, double d) { return p.a + p.b + (int)d; }
int main(void) { return 0; }
";

/// Whether the compiler has the sanitizer; the harness itself needs none.
fn has_sanitizer() -> bool {
    let folder = Folder::new("probe");
    folder.file("a.c", "int main(void) { return 0; }\n");
    let is_there =
        folder.run("cc", &["-fsanitize=address", "a.c", "-o", "a"]).0 == 0 && folder.run("./a", &[]).0 == 0;
    is_there || tools::missing("the address sanitizer", "calls of harnesses")
}

#[test]
fn errors_happen_as_predicted() {
    if !has_sanitizer() {
        return;
    }
    let folder = Folder::new("errors");
    folder.file("a.c", LISTS);
    for (function, message) in [
        ("use_after_free", "heap-use-after-free"),
        ("free_twice", "attempting double-free"),
        ("unchecked", "SEGV"),
        ("make", "SEGV"),
        ("past_end", "heap-buffer-overflow"),
        ("lose", "detected memory leaks"),
    ] {
        let text = folder.harness(function, &[]);
        assert!(text.contains("  1  error["), "{text}");
        let (status, stderr) = folder.call("");
        assert!(status != 0 && stderr.contains(message), "{function}: {status} {stderr}");
    }
    // An allocation that succeeds, and a pointer that leads somewhere, are other calls.
    let text = folder.harness("make", &["--malloc-never-fails"]);
    assert!(!text.contains("error[") && !text.contains("--wrap"), "{text}");
    assert_eq!(folder.call("").0, 0);
}

#[test]
fn contracts_hold_when_they_are_called() {
    if !has_sanitizer() {
        return;
    }
    let folder = Folder::new("contracts");
    folder.file("a.c", LISTS);
    for function in ["drop", "unchecked", "sum", "remember", "add", "lose"] {
        let text = folder.harness(function, &[]);
        let contracts: Vec<&str> = text
            .lines()
            .take_while(|line| !line.starts_with("*/"))
            .filter(|line| line.contains("contract ") && line.ends_with(": no error"))
            .filter_map(|line| line.split_whitespace().next())
            .filter(|number| *number != "-")
            .collect();
        assert!(!contracts.is_empty() || function == "lose", "{text}");
        for number in contracts {
            let (status, stderr) = folder.call(number);
            assert_eq!(status, 0, "{function}, call {number}: {stderr}\n{text}");
        }
    }
    let text = folder.harness("sum", &[]);
    assert!(text.matches("besom_memory(16)").count() >= 4, "a list of several nodes: {text}");
}

#[test]
fn bad_calls_are_told() {
    let folder = Folder::new("bad");
    folder.file("a.c", "int f(void);\nint g(void) { return 0; }\n");
    for (arguments, message) in [
        (&["harness", "a.c", "h"][..], "no function called `h` is defined here; there are: g"),
        (&["harness", "a.c", "f"], "`f` is only declared here"),
        (&["harness", "-", "f"], "the file needs a name"),
        (&["harness", "missing.c", "f"], "missing.c"),
        (&["harness", "a.c"], "FUNCTION"),
        (&["contracts", "a.c", "--draw", "a.png"], "should end in .svg, .dot or .gv"),
        (&["contracts", "a.c", "--export", "latex"], "invalid value 'latex'"),
    ] {
        let (status, _, stderr) = folder.besom(arguments);
        assert!(status == 2 && stderr.contains(message), "{arguments:?}: {status} {stderr}");
    }
}

/// Functions whose contracts other tools prove.
const SMALL: &str = "\
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *first;
void drop(struct node *n) { free(n); }
void clear(struct node *n) { if (n) n->value = 1; n->next = 0; }
void remember(struct node *n) { n->next = first; first = n; }
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
struct node *push(struct node *l, int v) { struct node *n = malloc(sizeof *n); if (!n) return 0; n->value = v; n->next = l; return n; }
";

/// What CBMC understands, for a compiler that does not.
const CBMC: &str = "\
#define __CPROVER_requires(x)
#define __CPROVER_ensures(x)
#define __CPROVER_assigns(...)
#define __CPROVER_frees(...)
";

#[test]
fn contracts_are_proved_by_cbmc() {
    let folder = Folder::new("cbmc");
    folder.file("a.c", LISTS);
    let (status, cbmc, stderr) = folder.besom(&["contracts", "a.c", "--export", "cbmc"]);
    assert!(status < 2, "{stderr}");
    for part in [
        "__CPROVER_requires(__CPROVER_is_fresh(((struct node *)n), sizeof(struct node)))",
        "__CPROVER_ensures(__CPROVER_was_freed(n))",
        "void drop_contract_2(struct node *n)",
    ] {
        assert!(cbmc.contains(part), "{part} in {cbmc}");
    }
    folder.file("cbmc.c", &format!("{CBMC}{cbmc}"));
    let (status, _, stderr) = folder.run("cc", &["-fsyntax-only", "-w", "cbmc.c"]);
    assert_eq!(status, 0, "{stderr}\n{cbmc}");
    if !tools::has("goto-cc", "exported contracts proved by CBMC") {
        return;
    }
    folder.file("a.c", SMALL);
    let (_, text, _) = folder.besom(&["contracts", "a.c", "--export", "cbmc"]);
    folder.file("small.c", &text);
    let mut proved = 0;
    for contract in
        text.split(['(', ' ', '*']).filter(|word| word.contains("_contract_") && !word.contains('/'))
    {
        let function = contract.split("_contract_").next().unwrap();
        let harness = format!("{function}_harness");
        let pair = format!("{function}/{contract}");
        for (program, arguments) in [
            ("goto-cc", &["small.c", "-o", "a.gb", "--function", &harness][..]),
            ("goto-instrument", &["--dfcc", &harness, "--enforce-contract", &pair, "a.gb", "b.gb"]),
            ("cbmc", &["b.gb", "--malloc-may-fail", "--malloc-fail-null"]),
        ] {
            let (status, stdout, stderr) = folder.run(program, arguments);
            assert_eq!(status, 0, "{contract}: {program} {arguments:?}: {stdout}{stderr}\n{text}");
        }
        proved += 1;
    }
    assert_eq!(proved, 7, "{text}");
    // A contract that promises too much is not proved.
    folder.file("small.c", &text.replace("->value == v &&", "->value == v + 1 &&"));
    folder.run("goto-cc", &["small.c", "-o", "a.gb", "--function", "push_harness"]);
    let pair = "push/push_contract_1";
    folder.run("goto-instrument", &["--dfcc", "push_harness", "--enforce-contract", pair, "a.gb", "b.gb"]);
    assert_eq!(folder.run("cbmc", &["b.gb"]).0, 10);
}

#[test]
fn contracts_are_read_by_frama_c() {
    let folder = Folder::new("acsl");
    folder.file("a.c", LISTS);
    let (_, acsl, _) = folder.besom(&["contracts", "a.c", "--export", "acsl"]);
    for part in [
        "/*@ inductive besom_list_1{L}(struct node *a, struct node *b) {",
        "requires besom_list_1(l, ((struct node *)\\null));",
        "int sum(const struct node *l);",
    ] {
        assert!(acsl.contains(part), "{part} in {acsl}");
    }
    folder.file("acsl.c", &acsl);
    let (status, _, stderr) = folder.run("cc", &["-fsyntax-only", "-w", "acsl.c"]);
    assert_eq!(status, 0, "{stderr}\n{acsl}");
    if tools::has("frama-c", "exported contracts read by Frama-C") {
        let arguments = ["-kernel-warn-key", "annot-error=abort", "-machdep", "gcc_x86_64", "acsl.c"];
        let (status, stdout, stderr) = folder.run("frama-c", &arguments);
        assert_eq!(status, 0, "{stdout}{stderr}\n{acsl}");
    }
}

#[test]
fn contracts_are_drawn() {
    let folder = Folder::new("drawn");
    folder.file("a.c", LISTS);
    let (_, text, stderr) = folder.besom(&["contracts", "a.c", "drop", "remember", "--draw", "a.svg"]);
    assert!(text.contains("contract 1, proved") && stderr.is_empty(), "{stderr}");
    let svg = folder.read("a.svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    for part in ["drop(n), contract 2", "before", "after", "class=\"cross\"", "remember(n)"] {
        assert!(svg.contains(part), "{part} in {svg}");
    }
    folder.besom(&["contracts", "a.c", "remember", "--draw", "a.dot"]);
    let dot = folder.read("a.dot");
    assert!(dot.starts_with("digraph besom {") && dot.contains("remember(n), contract 1"), "{dot}");
}

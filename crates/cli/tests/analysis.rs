//! `besom check` and `besom svcomp` as their users see them.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder for the files of one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("besom-analysis-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn besom(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_besom"));
    command.env_remove("CC").env_remove("COLUMNS").stdin(Stdio::null()).args(arguments);
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("the command was not killed"), text(&output.stdout), text(&output.stderr))
}

const SAFE: &str = "#include <stdlib.h>\nint main(void)\n{\n  int *p = malloc(4);\n  if (p) *p = 1;\n  free(p);\n  return 0;\n}\n";
const UNSAFE: &str = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void)\n{\n  \
                      int *p = malloc(4);\n  if (__VERIFIER_nondet_int() == 7)\n    free(p);\n  free(p);\n  return 0;\n}\n";

#[test]
fn a_safe_program_is_proved() {
    let folder = Folder::new("safe");
    let (status, stdout, stderr) = besom(&["check", "--at-exit", "--stats", &folder.file("safe.c", SAFE)]);
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.starts_with("proved: no memory error") && stdout.contains("all memory freed at exit"));
    assert!(stdout.contains("allocations may fail"), "{stdout}");
    assert!(stderr.contains("steps on symbolic states"), "{stderr}");
}

#[test]
fn an_error_comes_with_a_command_that_repeats_it() {
    let folder = Folder::new("unsafe");
    let file = folder.file("unsafe.c", UNSAFE);
    let (status, stdout, stderr) = besom(&["check", "--format", "gcc", &file]);
    assert_eq!(status, 1);
    assert!(stdout.starts_with("found: 1 error"), "{stdout}");
    assert!(stderr.contains(":8:3: error: ") && stderr.contains("[double-free]"), "{stderr}");
    let is_input = |line: &str| line.contains(":6:7: note: ") && line.ends_with("the input here is 7");
    assert!(stderr.contains("CWE-415") && stderr.lines().any(is_input), "{stderr}");
    let (_, command) = stderr.split_once("repeat it: besom ").expect("there is a command");
    let words: Vec<&str> = command.split_whitespace().collect();
    let (status, _, stderr) = besom(&words);
    assert_eq!(status, 1);
    assert!(stderr.contains("error[double-free]"), "{stderr}");
}

#[test]
fn failing_allocations_are_repeated() {
    let folder = Folder::new("allocation");
    let text = "#include <stdlib.h>\nint main(void)\n{\n  int *p = malloc(4);\n  *p = 1;\n  free(p);\n  return 0;\n}\n";
    let file = folder.file("a.c", text);
    let (status, _, stderr) = besom(&["check", &file]);
    assert_eq!(status, 1);
    assert!(stderr.contains("this allocation fails"), "{stderr}");
    assert!(stderr.contains("besom run --malloc-may-fail --choices 'allocation-fails 1 1'"), "{stderr}");
    let words = ["run", "--malloc-may-fail", "--choices", "allocation-fails 1 1", &file];
    assert!(besom(&words).2.contains("error[null-dereference]"));
    assert_eq!(besom(&["check", "--malloc-never-fails", &file]).0, 0);
}

#[test]
fn overflow_is_an_error_on_request() {
    let folder = Folder::new("overflow");
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void)\n{\n  int x = __VERIFIER_nondet_int();\n  \
                x = x + 1;\n  return 0;\n}\n";
    let file = folder.file("o.c", text);
    assert_eq!(besom(&["check", &file]).0, 0);
    let (status, _, stderr) = besom(&["check", "--overflow", &file]);
    assert!(status == 1 && stderr.contains("error[signed-overflow]"), "{stderr}");
}

#[test]
fn files_are_linked_and_builds_are_read() {
    let folder = Folder::new("build");
    folder.file("give.c", "#include <stdlib.h>\nvoid *give(void) { return malloc(SIZE); }\n");
    folder.file(
        "main.c",
        "#include <stdlib.h>\nvoid *give(void);\nint main(void) { free(give()); return 0; }\n",
    );
    let directory = folder.0.display().to_string();
    let database = format!(
        r#"[{{"directory": "{directory}", "file": "give.c", "command": "cc -DSIZE=8 -c give.c -o give.o"}},
            {{"directory": "{directory}", "file": "main.c", "arguments": ["cc", "-c", "main.c"]}}]"#
    );
    folder.file("compile_commands.json", &database);
    let (status, stdout, stderr) = besom(&["check", "--no-cache", "-p", &directory]);
    assert!(status == 0 && stdout.starts_with("main: proved"), "{stdout}{stderr}");
    let (status, stdout, stderr) = besom(&["check", &format!("{directory}/give.c"), "-DSIZE=8"]);
    assert!(status == 0 && stdout.contains("1 of 1 functions have proved contracts"), "{stdout}{stderr}");
}

/// Which of two calls comes first is open, also if another file has the function, whatever it is called.
#[test]
fn calls_of_functions_of_other_files_are_made_in_either_order() {
    let folder = Folder::new("order");
    for name in ["take", "__take"] {
        let counter =
            folder.file("counter.c", &format!("static int n;\nint {name}(void) {{ return n++; }}\n"));
        let user = |difference: &str| {
            let text = format!(
                "#include <stdlib.h>\nint {name}(void);\nstatic int minus(int a, int b) {{ return a - b; }}\n\
                 int main(void) {{\n  int d = minus({name}(), {name}());\n  if ({difference}) abort();\n  \
                 return 4 / (d + 1);\n}}\n"
            );
            folder.file("user.c", &text)
        };
        let (status, _, stderr) = besom(&["check", &user("0"), &counter]);
        assert!(status == 1 && stderr.contains("error[division-by-zero]"), "{name}: {stderr}");
        let (status, stdout, stderr) = besom(&["check", &user("d < 0"), &counter]);
        assert!(status == 0 && stdout.starts_with("proved"), "{name}: {stdout}{stderr}");
    }
}

#[test]
fn what_is_not_known_is_explained() {
    let folder = Folder::new("unknown");
    let file = folder.file("u.c", "int mystery(void);\nint main(void) { return mystery(); }\n");
    let (status, stdout, stderr) = besom(&["check", "--explain-unknown", &file]);
    assert_eq!(status, 0);
    assert!(stdout.starts_with("unknown: nothing was found, but 1 question stays open"), "{stdout}");
    assert!(stderr.contains(":2:25: unknown: ") && stderr.contains("`mystery`"), "{stderr}");
}

/// An index that was never initialised is any number below four.
const ANY_INDEX: &str = "extern void __VERIFIER_assume(int);\nextern void __VERIFIER_error(void);\nint table[4];\n\
                         int main(void)\n{\n  unsigned index;\n  __VERIFIER_assume(index < 4);\n  \
                         if (table[index])\n    __VERIFIER_error();\n  return 0;\n}\n";

#[test]
fn competition_tasks_are_answered() {
    let folder = Folder::new("svcomp");
    let property =
        |name: &str, formula: &str| folder.file(name, &format!("CHECK( init(main()), LTL(G {formula}) )\n"));
    let free = property("free.prp", "valid-free");
    let cleanup = property("cleanup.prp", "valid-memcleanup");
    let reach = property("reach.prp", "! call(__VERIFIER_error())");
    let unknown = property("unknown.prp", "! deadlock");
    let task = folder.file("task.c", UNSAFE);
    let safe = folder.file("safe.c", SAFE);
    let any_index = folder.file("any_index.c", ANY_INDEX);
    let one_differs = ANY_INDEX.replace("table[4];", "table[4] = { 0, 0, 0, 1 };");
    let one_differs = folder.file("one_differs.c", &one_differs);
    let broken = folder.file("broken.i", "int main(void) { return x; }\n");
    for (property, file, verdict) in [
        (&free, &task, "VERDICT: false(valid-free)"),
        (&free, &safe, "VERDICT: true"),
        (&cleanup, &safe, "VERDICT: true"),
        (&reach, &safe, "VERDICT: true"),
        (&reach, &any_index, "VERDICT: true"),
        (&reach, &one_differs, "VERDICT: unknown"),
        (&unknown, &safe, "VERDICT: unknown"),
        (&free, &broken, "VERDICT: unknown"),
    ] {
        let (status, stdout, stderr) =
            besom(&["svcomp", "--property", property, "--data-model", "LP64", file]);
        assert_eq!(status, 0, "{stderr}");
        assert_eq!(stdout.lines().last(), Some(verdict), "{file}: {stdout}{stderr}");
    }
}

const CALLS: &str = "#include <stdlib.h>
static void release(int *block, int twice)
{
  free(block);
  if (block && twice)
    free(block);
}
void wrong(int *block)
{
  release(block, 1);
}
void wrong_as_well(int *block)
{
  wrong(block);
}
";

#[test]
fn a_call_that_violates_a_condition_is_an_error_once() {
    let folder = Folder::new("calls");
    let (status, stdout, stderr) =
        besom(&["check", "--format", "gcc", "--stats", &folder.file("calls.c", CALLS)]);
    assert_eq!(status, 1);
    assert!(stdout.contains("each of them executed: 1;"), "{stdout}");
    let places = [":10:3: error: ", ":4:3: note: 1. freed here", ":6:5: note: 4. the error happens here"];
    assert!(places.iter().all(|place| stderr.contains(place)), "{stderr}");
    assert_eq!(stderr.matches("error: ").count(), 1, "{stderr}");
    assert!(stderr.contains("wrong_as_well:\n") && stderr.contains("questions to the solver"), "{stderr}");
}

#[test]
fn what_main_runs_into_is_not_told_again_of_other_callers() {
    let folder = Folder::new("with-main");
    // `main` does not call `wrong`, which is analysed for all callers.
    let safe = format!("{CALLS}int main(void) {{ release(malloc(4), 0); return 0; }}\n");
    let (status, stdout, stderr) = besom(&["check", "--format", "gcc", &folder.file("safe.c", &safe)]);
    assert_eq!(status, 1, "{stdout}{stderr}");
    assert!(stdout.starts_with("proved: ") && stderr.contains(":10:3: error: "), "{stdout}{stderr}");
    let unsafe_ = format!("{CALLS}int main(void) {{ release(malloc(4), 1); return 0; }}\n");
    let (status, stdout, stderr) = besom(&["check", "--format", "gcc", &folder.file("unsafe.c", &unsafe_)]);
    assert_eq!(status, 1);
    assert!(stdout.starts_with("found: 1 error"), "{stdout}");
    assert!(stderr.contains(":6:5: error: ") && stderr.matches("error: ").count() == 1, "{stderr}");
}

#[test]
fn contracts_say_what_there_is_nothing_to_tell_about() {
    let folder = Folder::new("contracts");
    let empty = folder.file("empty.c", "");
    let (status, stdout, stderr) = besom(&["contracts", &empty]);
    assert!(status == 0 && stdout.is_empty(), "{stdout}");
    assert_eq!(stderr, "nothing to analyse: no function is defined here\n");
    let (status, stdout, _) = besom(&["contracts", "--format", "json", &empty]);
    assert!(status == 0 && stdout.split_whitespace().eq(["[", "]"]), "{stdout}");
    let declarations = folder.file("only.c", "int f(int);\nint number;\n");
    let (status, stdout, _) = besom(&["check", &declarations]);
    assert!(status == 0 && stdout == "nothing to analyse: no function is defined here\n", "{stdout}");
    let (status, stdout, stderr) = besom(&["check", "--function", "g", &declarations]);
    assert!(status == 2 && stdout.is_empty() && stderr.contains("no function called `g`"), "{stderr}");
    let (status, _, stderr) = besom(&["contracts", &declarations, "f"]);
    assert!(status == 2 && stderr.contains("`f` is only declared here"), "{stderr}");
    let two = folder.file("two.c", "int one(void) { return 1; }\nint two(void) { return 2; }\n");
    let (status, stdout, stderr) = besom(&["contracts", &two, "one", "three"]);
    assert!(status == 2 && stdout.contains("one()") && !stdout.contains("two()"), "{stdout}");
    assert!(stderr.contains("no function called `three` is defined here; there are: one, two"), "{stderr}");
    let (status, _, stderr) = besom(&["contracts", &two, "other.c"]);
    assert!(status == 2 && stderr.contains("takes one file, and then names of functions"), "{stderr}");
}

#[test]
fn errors_for_every_caller_are_findings_of_contracts_too() {
    let folder = Folder::new("contracts-findings");
    let file =
        folder.file("f.c", "#include <stdlib.h>\nint *f(int v) { int *p = malloc(4); *p = v; return p; }\n");
    let (status, stdout, _) = besom(&["contracts", &file]);
    assert!(status == 1 && stdout.contains("error for every caller: "), "{stdout}");
    let (status, stdout, _) = besom(&["contracts", "--malloc-never-fails", &file]);
    assert!(status == 0 && !stdout.contains("error"), "{stdout}");
    let (status, stdout, _) = besom(&["check", &file]);
    let expected = "open code (there is no function `main`): 0 of 1 functions have proved contracts; errors for every caller, \
                    each of them executed: 1; likely errors: 0 (allocations may fail)\n";
    assert!(status == 1 && stdout == expected, "{stdout}");
}

/// Three errors, each on a way of its own; the first one that a search finds is that the allocation fails.
const SEVERAL: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
  int *p = malloc(4);
  *p = 0;
  if (__VERIFIER_nondet_int() == 3) { free(p); *p = 1; }
  if (__VERIFIER_nondet_int() == 5) p[1] = 1;
  free(p);
  return 0;
}
";

#[test]
fn all_errors_are_told_and_those_without_failing_allocations_first() {
    let folder = Folder::new("several");
    let (status, stdout, stderr) = besom(&["check", "--short", &folder.file("several.c", SEVERAL)]);
    assert_eq!(status, 1);
    assert!(stdout.starts_with("found: 3 errors"), "{stdout}{stderr}");
    let errors: Vec<&str> = stderr.lines().filter(|line| line.contains(": error: ")).collect();
    assert_eq!(errors.len(), 3, "{stderr}");
    assert!(errors[2].contains(":6:3: ") && errors[2].contains("[null-dereference]"), "{stderr}");
}

/// With them, sizes would be wrong without a word.
#[test]
fn flags_that_change_layouts_are_refused() {
    let folder = Folder::new("layouts");
    let file = folder.file("enumeration.c", "enum e { A } x; int main(void) { return sizeof x == 4; }\n");
    let (status, _, stderr) = besom(&["check", "-fshort-enums", &file]);
    assert_eq!(status, 2);
    assert!(stderr.contains("`-fshort-enums` changes how types are laid out"), "{stderr}");
    // Text that is preprocessed already is no exception.
    let file = folder.file("enumeration.i", "enum e { A } x; int main(void) { return sizeof x == 4; }\n");
    let (status, _, stderr) = besom(&["check", "-fshort-enums", &file]);
    assert_eq!(status, 2, "{stderr}");
}

/// The second error needs an execution in which the first allocation succeeds.
#[test]
fn each_allocation_that_nobody_checks_is_told() {
    let folder = Folder::new("unchecked");
    let text = "#include <stdlib.h>
int main(void)
{
  int *first = malloc(4);
  *first = 1;
  int *second = malloc(4);
  *second = 1;
  free(first);
  free(second);
  return 0;
}
";
    let (_, stdout, stderr) = besom(&["check", "--short", &folder.file("unchecked.c", text)]);
    assert!(stdout.starts_with("found: 2 errors"), "{stdout}{stderr}");
    assert!(stderr.contains(":5:3: error: ") && stderr.contains(":7:3: error: "), "{stderr}");
}

#[test]
fn a_use_after_free_is_not_told_as_lost_memory() {
    let folder = Folder::new("freed-walk");
    let text = "#include <stdlib.h>
struct node { struct node *next; };
int main(void)
{
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->next = list;
    list = node;
  }
  while (list) {
    free(list);
    list = list->next;
  }
  return 0;
}
";
    let (status, _, stderr) = besom(&["check", "--short", &folder.file("walk.c", text)]);
    assert_eq!(status, 1);
    assert!(stderr.contains(":14:12: error: ") && stderr.contains("[use-after-free]"), "{stderr}");
    assert!(!stderr.contains("[memory-lost]"), "{stderr}");
}

#[test]
fn callers_that_get_by_an_error_are_told() {
    let folder = Folder::new("exceptions");
    let text = "#include <stdlib.h>
struct node { struct node *next; };
void drop(struct node *list) { while (list) { free(list); list = list->next; } }
int both(int *a, int *b) { *a = 1; *b = 2; if (*a == 1) return *(int *)0; return 0; }
struct own { int v, *p, w; };
int inside(struct own *s) { s->w = 0; *s->p = 1; if (s->w == 0) return *(int *)0; return 0; }
";
    let file = folder.file("drop.c", text);
    let (_, _, stderr) = besom(&["check", "--short", &file]);
    assert!(stderr.contains("for every caller of `drop` whose list `list` is not empty"), "{stderr}");
    // A caller that passes one address twice meets no error.
    assert!(!stderr.contains("`both`"), "{stderr}");
    // Nor does one whose pointer leads into its own record.
    assert!(!stderr.contains("`inside`"), "{stderr}");
}

/// The rules of a proof are printed by name, and where one fails, why.
#[test]
fn a_trace_reads_like_the_proof() {
    let folder = Folder::new("trace");
    let list = folder.file(
        "list.c",
        "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstruct node { struct node *next; int value; };\n\
         int main(void)\n{\n  struct node *head = 0;\n  while (__VERIFIER_nondet_int()) {\n    \
         struct node *node = malloc(sizeof *node);\n    if (!node) break;\n    node->value = 1;\n    \
         node->next = head;\n    head = node;\n  }\n  while (head) {\n    struct node *next = head->next;\n    \
         free(head);\n    head = next;\n  }\n  return 0;\n}\n",
    );
    let (status, plain, _) = besom(&["check", &list]);
    let (traced_status, traced, _) = besom(&["check", "--trace", &list]);
    assert_eq!((status, traced_status), (0, 0));
    for rule in ["fold: ", "join: ", "widen: ", "entail: holds", "entail: fails at ", "expose first: seg("] {
        assert!(traced.contains(rule), "{rule} is missing in {traced}");
    }
    assert!(traced.lines().filter(|line| line.contains("fails")).all(|line| line.contains(": ")));
    assert!(traced.ends_with(&plain) && !plain.contains("fold: "));
}

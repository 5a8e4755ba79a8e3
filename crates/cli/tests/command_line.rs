//! The command line as its users see it: what is printed where, and the exit status.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder for the files of one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("besom-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn besom() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_besom"));
    command.env_remove("CC").env_remove("NO_COLOR").env_remove("COLUMNS").stdin(Stdio::null());
    command
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

struct Result {
    status: i32,
    stdout: String,
    stderr: String,
}

fn result(output: Output) -> Result {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let result = Result {
        status: output.status.code().expect("the command was not killed"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    assert!(!result.stderr.contains("internal error"), "{}", result.stderr);
    assert!(!result.stderr.contains("panicked"), "{}", result.stderr);
    result
}

fn run(arguments: &[&str]) -> Result {
    result(besom().args(arguments).output().unwrap())
}

/// Runs `besom ir` on a file.
fn ir(path: &Path) -> Result {
    run(&["ir", path.to_str().unwrap()])
}

/// Asserts that the call is refused with a message that contains the parts.
fn refused(result: &Result, parts: &[&str]) {
    assert_eq!(result.status, 2, "{}", result.stderr);
    for part in parts {
        assert!(result.stderr.contains(part), "`{part}` is missing in:\n{}", result.stderr);
    }
}

#[test]
fn help_teaches_with_examples() {
    let help = run(&["--help"]);
    assert_eq!(help.status, 0);
    for part in ["Examples:", "besom run", "Exit status", "-isystem", "preprocessed"] {
        assert!(help.stdout.contains(part), "{part}");
    }
    for command in ["ir", "run"] {
        let help = run(&[command, "--help"]);
        assert!(help.status == 0 && help.stdout.contains("Examples:"), "{command}");
    }
    assert_eq!(run(&[]).status, 2);
    assert!(run(&["--version"]).stdout.starts_with("besom "));
}

#[test]
fn bad_calls_are_refused() {
    refused(&run(&["frobnicate"]), &["frobnicate"]);
    refused(&run(&["ir"]), &["FILE"]);
    refused(&run(&["ir", "--no-such-option", "x.c"]), &["--no-such-option"]);
    refused(&run(&["ir", "x.c", "-I"]), &["`-I` wants a value"]);
    refused(&run(&["ir", "-m32", "--data-model", "LP64", "x.i"]), &["contradict"]);
    refused(&run(&["run", "--stop-on", "nothing", "x.c"]), &["no kind of finding called `nothing`"]);
    refused(&run(&["run", "--max-memory", "lots", "x.c"]), &["lots"]);
    refused(&run(&["explain", "use-after-fre"]), &["did you mean `use-after-free`?"]);
}

#[test]
fn bad_files_are_refused_with_their_names() {
    let folder = Folder::new("bad-files");
    refused(&ir(&folder.0.join("missing.c")), &["missing.c", "No such file"]);
    refused(&ir(&folder.0), &["is a directory"]);
    refused(&ir(&folder.file("rubbish.c", b"\x7fELF\0\0\x01\x02")), &["is a binary file"]);
    let rubbish: Vec<u8> = (0..20_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 | 1).collect();
    refused(&ir(&folder.file("rubbish.i", rubbish)), &["rubbish.i:1:", "error["]);
    let missing = folder.0.join("missing").join("out.txt");
    let good = folder.file("good.c", "int x;");
    let result = run(&["ir", good.to_str().unwrap(), "--output", missing.to_str().unwrap()]);
    refused(&result, &["cannot write", "out.txt"]);
}

#[test]
fn the_preprocessor_may_fail() {
    let folder = Folder::new("preprocessor");
    let path = folder.file("a.c", "int x;\n#include \"nowhere.h\"\n");
    refused(&ir(&path), &["a.c:2:", "nowhere.h", "cannot preprocess", "-I DIR"]);
    let path = folder.file("b.c", "#error stop here\n");
    refused(&ir(&path), &["b.c:1:", "stop here"]);
    let output = besom().env("CC", "no-such-compiler").arg("ir").arg(&path).output().unwrap();
    refused(&result(output), &["`no-such-compiler` cannot be started", "install a C compiler"]);
}

#[test]
fn syntax_errors_have_places_and_lose_only_their_function() {
    let folder = Folder::new("syntax");
    let text =
        "int f(void) {\n  return 1 +;\n}\nint g(void) { return 2; }\nint h(void) { return nothing; }\n";
    let result = ir(&folder.file("a.c", text));
    refused(&result, &["a.c:2:13", "return 1 +;", "a.c:5:22", "error[undeclared]"]);
    assert!(result.stdout.contains("@g"), "{}", result.stdout);
    let short = run(&["ir", "--short", folder.0.join("a.c").to_str().unwrap()]);
    assert!(
        short.stderr.lines().any(|line| line.contains("a.c:2:13: error: ") && line.ends_with("[syntax]"))
    );
}

#[test]
fn truncated_files_are_not_a_problem() {
    let folder = Folder::new("truncated");
    let text = std::fs::read_to_string(example("tree_sort.c")).unwrap();
    let text: String = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    for length in (0..text.len()).step_by(37) {
        let result = ir(&folder.file("part.i", &text[..length]));
        assert!(result.status == 0 || result.status == 2);
        assert_eq!(result.status == 2, result.stderr.contains("error["), "at {length}: {}", result.stderr);
    }
}

#[test]
fn strange_but_legal_input_is_survived() {
    let folder = Folder::new("strange");
    let latin = folder.file("latin.i", b"char name[] = \"\xe9t\xe9\"; // \xff\n");
    assert_eq!(ir(&latin).status, 0);
    let deep = format!("int x = {}1{};\n", "(".repeat(100_000), ")".repeat(100_000));
    let result = ir(&folder.file("deep.i", deep));
    refused(&result, &["deep.i:1:", "error[too-deep]"]);
    assert!(result.stderr.len() < 5_000, "long lines are cut");
    let braces = format!("int x[] = {}1{};\n", "{".repeat(100_000), "}".repeat(100_000));
    refused(&ir(&folder.file("braces.i", braces)), &["error["]);
    let mut long = b"const char text[] = \"".to_vec();
    long.resize(50_000_000, b'x');
    long.extend_from_slice(b"\";\nint f(void) { return text[3]; }\n");
    let long = folder.file("long.i", long);
    let result = run(&["ir", "--function", "f", long.to_str().unwrap()]);
    assert_eq!(result.status, 0, "{}", result.stderr);
    assert!(result.stdout.contains("@f"));
}

#[test]
fn colours_are_used_when_asked_for() {
    let folder = Folder::new("colours");
    let path = folder.file("a.i", "int f(void) { return ; ; } }");
    let path = path.to_str().unwrap();
    assert!(run(&["ir", "--color", "always", path]).stderr.contains("\x1b["));
    assert!(!run(&["ir", "--color", "never", path]).stderr.contains("\x1b["));
    // The standard error is no terminal here.
    assert!(!run(&["ir", path]).stderr.contains("\x1b["));
}

#[test]
fn a_reader_may_go_away() {
    let folder = Folder::new("pipe");
    let text: String = (0..20_000).map(|n| format!("int f{n}(int x) {{ return x + {n}; }}\n")).collect();
    let path = folder.file("many.i", text);
    let mut child =
        besom().arg("ir").arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 16];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_standard_input_is_a_file() {
    for text in ["#define X 7\nint f(void) { return X; }\n", "# 1 \"x.c\"\nint f(void) { return 7; }\n"] {
        let mut child =
            besom().args(["ir", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && stdout.contains("return 7i32"), "{stdout}");
    }
}

#[test]
fn several_files_are_printed_one_after_the_other() {
    let folder = Folder::new("several");
    let a = folder.file("a.c", "int a(void) { return 1; }\n");
    let b = folder.file("b.i", "int b(void) { return 2; }\n");
    let missing = folder.0.join("c.c");
    let paths: Vec<&str> = [&a, &missing, &b].iter().map(|path| path.to_str().unwrap()).collect();
    let result = run(&["ir", paths[0], paths[1], paths[2]]);
    refused(&result, &["c.c"]);
    assert!(result.stdout.contains("@a") && result.stdout.contains("@b"), "{}", result.stdout);
    let out = folder.0.join("out.txt");
    let result = run(&["ir", paths[0], "--output", out.to_str().unwrap(), "--stats"]);
    assert!(result.status == 0 && result.stdout.is_empty());
    assert!(std::fs::read_to_string(out).unwrap().contains("@a"));
    assert!(result.stderr.contains("verify") && result.stderr.contains("MB/s"), "{}", result.stderr);
}

#[test]
fn the_exact_form_parses_back() {
    let path = example("tree_sort.c");
    let result = run(&["ir", "--exact", path.to_str().unwrap()]);
    assert_eq!(result.status, 0, "{}", result.stderr);
    let module = ir::text::parse(&result.stdout).unwrap();
    assert_eq!(module.to_string(), result.stdout);
}

#[test]
fn functions_and_the_call_graph_can_be_selected() {
    let path = example("tree_sort.c");
    let path = path.to_str().unwrap();
    let result = run(&["ir", "--function", "insert", path]);
    assert!(result.stdout.contains("@insert") && !result.stdout.contains("function external @main"));
    refused(&run(&["ir", "--function", "nothing", path]), &["no function called `nothing`"]);
    let graph = run(&["ir", "--call-graph", path]);
    assert!(graph.status == 0 && graph.stdout.contains("print_and_free"), "{}", graph.stdout);
}

#[test]
fn compiler_flags_reach_the_preprocessor() {
    let folder = Folder::new("flags");
    folder.file("inc.h", "int from_header(void) { return VALUE; }\n");
    let path = folder.file("a.c", "#include <inc.h>\n");
    let folder_flag = format!("-I{}", folder.0.display());
    let result = run(&["ir", &folder_flag, "-D", "VALUE=41", path.to_str().unwrap()]);
    assert!(result.status == 0 && result.stdout.contains("return 41i32"), "{}", result.stderr);
    let result = run(&["ir", path.to_str().unwrap(), "--", &folder_flag, "-DVALUE=42", "-O2", "-c"]);
    assert!(result.status == 0 && result.stdout.contains("return 42i32"), "{}", result.stderr);
    let long = folder.file("long.c", "int f(void) { return sizeof(long); }\n");
    for (flag, size) in
        [("-m32", "return 4i32"), ("-m64", "return 8i32"), ("--data-model=ILP32", "return 4i32")]
    {
        let result = run(&["ir", flag, long.to_str().unwrap()]);
        assert!(result.status == 0 && result.stdout.contains(size), "{flag}: {}", result.stdout);
    }
}

#[test]
fn every_kind_is_explained() {
    let list = run(&["explain"]);
    assert_eq!(list.status, 0);
    for kind in interpreter::FaultKind::ALL {
        assert!(list.stdout.lines().any(|line| line.starts_with(&format!("{kind} "))), "{kind}");
        let page = run(&["explain", kind.id()]);
        assert!(page.status == 0 && page.stdout.starts_with(&format!("# {kind}: ")), "{kind}");
    }
}

#[test]
fn a_clean_program_runs_and_a_wrong_one_is_stopped() {
    let clean = example("tree_sort.c");
    let result = run(&["run", clean.to_str().unwrap(), "--", "3", "1", "2"]);
    assert_eq!((result.status, result.stdout.as_str()), (0, "1\n2\n3\n"), "{}", result.stderr);
    let wrong = example("list_use_after_free.c");
    let result = run(&["run", wrong.to_str().unwrap()]);
    assert_eq!(result.status, 1);
    assert_eq!(result.stdout, "");
    for part in [
        "error[use-after-free]",
        "list_use_after_free.c:21:",
        "node = node->next",
        "allocated here",
        "freed here",
    ] {
        assert!(result.stderr.contains(part), "`{part}` is missing in:\n{}", result.stderr);
    }
    let wrong = example("off_by_one.c");
    let result = run(&["run", wrong.to_str().unwrap()]);
    assert!(result.status == 1 && result.stderr.contains("error[out-of-bounds]"), "{}", result.stderr);
}

#[test]
fn choices_decide_and_repeat_a_run() {
    let path = example("forgotten_branch.c");
    let path = path.to_str().unwrap();
    assert_eq!(run(&["run", "--choices", "1,2,1,0", path]).status, 0);
    let lost = run(&["run", "--choices", "1,1,2,0", path]);
    assert!(lost.status == 1 && lost.stderr.contains("error[memory-lost]"), "{}", lost.stderr);
    assert!(lost.stderr.contains("--choices 1,1"), "{}", lost.stderr);
    let folder = Folder::new("choices");
    let saved = folder.0.join("choices.txt");
    let saved = saved.to_str().unwrap();
    for seed in ["1", "2", "3", "4", "5"] {
        let first = run(&["run", "--seed", seed, "--save-choices", saved, path]);
        let again = run(&["run", "--choices", saved, path]);
        assert_eq!((first.status, first.stderr), (again.status, again.stderr), "seed {seed}");
    }
    let broken = folder.file("broken.txt", "input 32 1\ninput many\n");
    refused(&run(&["run", "--choices", broken.to_str().unwrap(), path]), &["line 2"]);
}

#[test]
fn programs_that_cannot_run_are_refused() {
    let folder = Folder::new("cannot-run");
    refused(&run(&["run", folder.file("a.i", "int x;").to_str().unwrap()]), &["main"]);
    let endless = folder.file("b.i", "int main(void) { for (;;) ; }");
    refused(&run(&["run", "--max-steps", "1000", endless.to_str().unwrap()]), &["error[step-limit]"]);
    refused(
        &run(&["run", folder.file("c.i", "int main(void) { return x; }").to_str().unwrap()]),
        &["undeclared"],
    );
}

#[test]
fn a_program_reads_its_standard_input_and_returns_a_status() {
    let folder = Folder::new("input");
    let text = "#include <stdio.h>\nint main(void) { int n = 0; if (scanf(\"%d\", &n) != 1) return 9; printf(\"%d\\n\", n * 2); return 3; }\n";
    let path = folder.file("double.c", text);
    let input = folder.file("input.txt", "21\n");
    let result = run(&["run", "--stdin", input.to_str().unwrap(), path.to_str().unwrap()]);
    assert_eq!((result.status, result.stdout.as_str()), (0, "42\n"), "{}", result.stderr);
    assert!(result.stderr.contains("exited with status 3"), "{}", result.stderr);
}

/// A list whose node is lost.
const LOSES_MEMORY: &str = "#include <stdlib.h>\nint main(void) { char *p = malloc(SIZE); if (!p) return 0; p = 0; return p != 0; }\n";

#[test]
fn settings_are_found_in_folders_above_the_input() {
    let folder = Folder::new("settings");
    std::fs::create_dir_all(folder.0.join("src")).unwrap();
    let file = folder.file("src/a.c", LOSES_MEMORY);
    let check = |settings: &str, options: &[&str]| {
        folder.file("besom.toml", settings);
        result(besom().arg("check").args(options).arg(&file).output().unwrap())
    };
    let lost = check("flags = ['-DSIZE=1']", &[]);
    assert!(lost.status == 1 && lost.stderr.contains("error[memory-lost]"), "{}", lost.stderr);
    assert_eq!(check("flags = ['-DSIZE=1']", &["--no-config"]).status, 2);
    let off = check("flags = ['-DSIZE=1']\n[rules]\nmemory-lost = 'off'", &[]);
    assert!(off.status == 0 && off.stderr.is_empty(), "{}", off.stderr);
    let note = check("flags = ['-DSIZE=1']\n[rules]\nmemory-lost = 'note'", &[]);
    assert!(note.status == 0 && note.stderr.contains("note[memory-lost]"), "{}", note.stderr);
    let excluded = check("flags = ['-DSIZE=1']\nexclude = ['src/']", &[]);
    assert!(excluded.status == 0 && excluded.stderr.is_empty(), "{}", excluded.stderr);
    refused(&check("flgs = 1", &[]), &["besom.toml:1:1: unknown field `flgs`"]);
    refused(&check("", &["--config", "nowhere.toml"]), &["cannot read `nowhere.toml`"]);
}

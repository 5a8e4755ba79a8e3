//! Limits of time and memory, interruptions, several cores.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A folder for the files of one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("besom-limits-{}-{test}", std::process::id()));
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

fn besom(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_besom"));
    command.env_remove("CC").env_remove("COLUMNS").stdin(Stdio::null()).args(arguments);
    command
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("it was not killed"), text(&output.stdout), text(&output.stderr))
}

/// A program whose analysis takes long: many lists that grow in turn.
fn endless() -> String {
    let mut text = String::from("#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n");
    text.push_str("struct n { struct n *next; int x; };\nint main(void) {\n");
    for index in 0..24 {
        text.push_str(&format!("  struct n *l{index} = 0;\n"));
    }
    text.push_str(
        "  while (__VERIFIER_nondet_int()) {\n    struct n *m = malloc(sizeof *m);\n    if (!m) break;\n",
    );
    text.push_str("    switch (__VERIFIER_nondet_int()) {\n");
    for index in 0..24 {
        text.push_str(&format!("    case {index}: m->next = l{index}; l{index} = m; break;\n"));
    }
    text.push_str("    default: free(m);\n    }\n  }\n");
    for index in 0..24 {
        text.push_str(&format!(
            "  while (l{index}) {{ struct n *m = l{index}; l{index} = m->next; free(m); }}\n"
        ));
    }
    text.push_str("  return 0;\n}\n");
    text
}

/// Functions of open code, some of which have errors.
fn many_functions(count: usize) -> String {
    let mut text = String::from("#include <stdlib.h>\nstruct n { struct n *next; int x; };\n");
    for index in 0..count {
        let callee = if index == 0 { "0".to_owned() } else { format!("f{}(l)", index / 2) };
        let error = if index % 7 == 3 { "free(q); free(q);" } else { "free(q);" };
        text.push_str(&format!(
            "int f{index}(struct n *l) {{ int s = 0; int *q = malloc(4); {error} \
             for (; l; l = l->next) s += l->x; return s + ({callee}); }}\n"
        ));
    }
    text
}

#[test]
fn the_time_limit_leaves_the_answer_open() {
    let folder = Folder::new("time");
    let file = folder.file("endless.c", &endless());
    let output = besom(&["check", "--time-limit", "1s", "--fail-on-unknown", &file]).output().unwrap();
    let (status, stdout, stderr) = told(&output);
    assert!(stdout.contains("the time limit is reached"), "{stdout}{stderr}");
    assert!(!stdout.contains("proved: "), "{stdout}");
    assert!(status == 3 || status == 1, "{status}");
    let properties = folder.file("p.prp", "CHECK( init(main()), LTL(G valid-memtrack) )\n");
    let output =
        besom(&["svcomp", "--property", &properties, "--time-limit", "500ms", &file]).output().unwrap();
    let (status, stdout, _) = told(&output);
    assert!(status == 0 && stdout.ends_with("VERDICT: unknown\n"), "{stdout}");
}

#[test]
fn the_memory_limit_leaves_the_answer_open() {
    let folder = Folder::new("memory");
    let file = folder.file("endless.c", &endless());
    let (_, stdout, stderr) = told(&besom(&["check", "--memory-limit", "1K", &file]).output().unwrap());
    assert!(stdout.contains("the memory limit is reached"), "{stdout}{stderr}");
}

#[test]
fn the_limit_of_a_function_leaves_that_function_open() {
    let folder = Folder::new("function");
    let file = folder.file("many.c", &many_functions(6));
    let words = ["check", "--function-limit", "1ms", "--explain-unknown", &file];
    let (status, stdout, stderr) = told(&besom(&words).output().unwrap());
    assert!(status == 0 || status == 1, "{stderr}");
    assert!(stderr.contains("the time limit for one function is reached"), "{stdout}{stderr}");
    assert!(stdout.contains("of 6 functions"), "{stdout}");
}

#[test]
fn bad_limits_are_refused() {
    for words in
        [["--time-limit", "x"], ["--time-limit", "0"], ["--memory-limit", "lots"], ["-j", "0"], ["-j", "x"]]
    {
        let (status, _, stderr) = told(&besom(&["check", words[0], words[1], "a.c"]).output().unwrap());
        assert!(status == 2 && stderr.contains(words[1]), "{stderr}");
    }
}

#[test]
fn an_interruption_prints_what_is_known() {
    let folder = Folder::new("interrupt");
    let file = folder.file("endless.c", &endless());
    let child = besom(&["check", &file]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let (status, stdout, stderr) = told(&child.wait_with_output().unwrap());
    assert_eq!(status, 130, "{stdout}{stderr}");
    assert!(stdout.contains("the analysis was interrupted"), "{stdout}{stderr}");
}

#[test]
fn the_number_of_cores_does_not_show() {
    let folder = Folder::new("cores");
    let file = folder.file("many.c", &many_functions(6));
    let answer = |command: &str, jobs: &str| {
        let (status, stdout, stderr) = told(&besom(&[command, "-j", jobs, &file]).output().unwrap());
        (status, stdout, stderr)
    };
    for command in ["check", "contracts"] {
        let one = answer(command, "1");
        assert_eq!(one.0, 1, "{}", one.2);
        for jobs in ["2", "8"] {
            assert!(answer(command, jobs) == one, "{command} -j {jobs}");
        }
    }
}

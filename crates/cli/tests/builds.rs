//! Builds as they are: compilation databases with the flags that build systems write.

#[path = "support/tools.rs"]
mod tools;

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder for the files of one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("besom-builds-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path.canonicalize().unwrap())
    }

    fn file(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }

    /// The names of all files below, in order.
    fn names(&self) -> Vec<PathBuf> {
        let mut folders = vec![self.0.clone()];
        let mut names = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                if entry.path().is_dir() {
                    folders.push(entry.path());
                }
                names.push(entry.path());
            }
        }
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
        let _ = std::fs::remove_dir_all(self.0.with_extension("cache"));
    }
}

fn besom(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_besom"));
    command
        .env_remove("CC")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .args(arguments)
        .current_dir(&folder.0)
        // A folder of results for each test, beside the project.
        .env("BESOM_CACHE", folder.0.with_extension("cache"));
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("the command was not killed"), text(&output.stdout), text(&output.stderr))
}

/// One file whose error shows only if all flags of the command were understood.
fn check_flags(test: &str, command: &str, text: &str) {
    let folder = Folder::new(test);
    folder.file("src/main.c", text);
    folder.file("inc/own.h", "#define OWN 1\n");
    folder.file("build/flags.txt", "-DFROM_FILE='\"a b\"' -MMD -MF made.d");
    let entry = format!(
        r#"[{{"directory": ".", "file": "../src/main.c", "output": "m.o", "command": {}}}]"#,
        serde_json::Value::from(command)
    );
    folder.file("build/compile_commands.json", &entry);
    let before = folder.names();
    let (status, stdout, stderr) = besom(&folder, &["check", "-p", "build"]);
    assert_eq!(status, 1, "{test}: {stdout}{stderr}");
    assert!(stderr.contains("--> src/main.c:") && stderr.contains("null-dereference"), "{test}: {stderr}");
    assert_eq!(folder.names(), before, "{test}: something was written");
}

#[test]
fn flags_of_build_systems_are_understood() {
    let null = "int main(void) { int *p = 0; return *p; }\n";
    let included = format!("#if !OWN\n#error not included\n#endif\n{null}");
    for (test, command, text) in [
        ("dependencies", "cc -MMD -MP -MF x.d -MT m.o -MQ m.o -c ../src/main.c -o m.o", null),
        ("wp", "cc -Wp,-MMD,.m.d -Wp,-MD,y.d -c ../src/main.c -o m.o", null),
        ("temps", "cc -save-temps -fdump-tree-all -c ../src/main.c -o m.o", null),
        ("include", "cc -include own.h -I ../inc -c ../src/main.c", &included),
        ("quote", "cc -iquote ../inc -include ../inc/own.h -O2 -g3 -Werror -c ../src/main.c", &included),
        ("launcher", "ccache env LANG=C cc -I../inc -include own.h -c ../src/main.c", &included),
        ("folder", "cd ../inc && cc -I. -include own.h -c ../src/main.c", &included),
        (
            "response",
            "cc @flags.txt -c ../src/main.c",
            "int main(void) { int *p = 0; return FROM_FILE[0] == 'a' ? *p : 0; }\n",
        ),
        (
            "spaces",
            "cc '-DNAME=\"x y\"' -c ../src/main.c",
            "int main(void) { int *p = 0; return NAME[1] == ' ' ? *p : 0; }\n",
        ),
        ("link", "cc ../src/main.c other.o -L. -lm -Wl,-O1 -o prog", null),
    ] {
        check_flags(test, command, text);
    }
}

#[test]
fn the_compiler_of_the_entry_is_called() {
    let text = "#include <stdlib.h>\n#include <math.h>\n#ifndef __clang__\n#error another compiler\n#endif\n\
                int main(void) { int *p = 0; return *p; }\n";
    if tools::has("clang", "an entry of a build that is compiled by clang") {
        check_flags("clang", "clang -Weverything -Werror -fcolor-diagnostics -c ../src/main.c", text);
    }
    let machine = "int main(void) { int *p = 0; return sizeof(long) == 4 ? *p : 0; }\n";
    check_flags("m32", "cc -m32 -c ../src/main.c", machine);
}

/// Compilers for other machines, where plain `char` is unsigned.
#[test]
fn other_machines_decide_whether_char_has_a_sign() {
    let text = "int main(void) {\n  char c = '\\377';\n  int *p = 0;\n  return c > 0 && '\\377' > 0 && (signed char)c < 0 ? *p : 0;\n}\n";
    check_flags("unsigned-char", "cc -fsigned-char -funsigned-char -c ../src/main.c", text);
    if tools::has("clang", "an entry of a build for another machine") {
        // As headers of that machine say.
        let own = "typedef long double _Float128;";
        let text = format!("#ifndef __aarch64__\n#error another machine\n#endif\n{own}\n{text}");
        check_flags("aarch64", "clang --target=aarch64-linux-gnu -c ../src/main.c", &text);
    }
    let folder = Folder::new("plain-char");
    folder.file("main.c", text);
    for (flags, status) in
        [(&["-funsigned-char"][..], 1), (&[], 0), (&["-funsigned-char", "-fsigned-char"], 0)]
    {
        let (seen, stdout, stderr) = besom(&folder, &[&["check"], flags, &["main.c"]].concat());
        assert_eq!(seen, status, "{flags:?}: {stdout}{stderr}");
    }
}

/// As compilers for other machines do, this one refuses the flags of x86 that choose a size.
#[test]
fn the_compiler_in_the_environment_decides_the_machine() {
    let folder = Folder::new("cc");
    let text = "int main(void) {\n  char c = '\\377';\n  int *p = 0;\n  return c > 0 ? *p : 0;\n}\n";
    folder.file("main.c", text);
    folder.file("armcc", "#!/bin/sh\nfor flag; do case $flag in -m*) echo \"unknown $flag\" >&2; exit 1; esac; done\nexec cc -funsigned-char \"$@\"\n");
    folder.file("bigcc", "#!/bin/sh\necho '#define __BYTE_ORDER__ __ORDER_BIG_ENDIAN__'\n");
    let check = |compiler: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_besom"));
        command.args(["check", "main.c"]).env("CC", compiler).current_dir(&folder.0).stdin(Stdio::null());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, told) = check("sh armcc");
    assert!(status == Some(1) && told.contains("null-dereference"), "{told}");
    assert_eq!(check("cc").0, Some(0));
    let (status, told) = check("sh bigcc");
    assert!(status == Some(2) && told.contains("big-endian"), "{told}");
    // The message is that of the preprocessor, as it is without any question about the machine.
    let (status, told) = check("no-such-compiler");
    assert!(status == Some(2) && told.contains("cannot be started"), "{told}");
}

#[test]
fn entries_of_other_languages_are_left_out() {
    let folder = Folder::new("languages");
    folder.file("main.c", "int main(void) { return 0; }\n");
    folder.file(
        "compile_commands.json",
        r#"[{"file": "main.c", "command": "cc -c main.c"},
        {"file": "x.cpp", "command": "c++ -c x.cpp"}, {"file": "y.S", "command": "cc -c y.S"}]"#,
    );
    let (status, stdout, stderr) = besom(&folder, &["check", "-p", "."]);
    assert!(status == 0 && stdout.starts_with("main: proved"), "{stdout}{stderr}");
    assert!(stderr.contains("1 files of C++") && stderr.contains("1 files of assembler"), "{stderr}");
}

/// Two programs that share a file, a library, and statics of the same name.
fn project(folder: &Folder) {
    folder.file("list.h", "struct node { struct node *next; int value; };\nint length(struct node *list);\n");
    folder.file(
        "list.c",
        "#include \"list.h\"\nstatic int one(void) { return 1; }\n\
         int length(struct node *list) { int n = 0; for (; list; list = list->next) n += one(); return n; }\n",
    );
    folder.file("good.c", "#include \"list.h\"\nint main(void) { return length(0); }\n");
    folder.file(
        "bad.c",
        "#include \"list.h\"\nstatic int one(void) { int *p = 0; return *p; }\nint main(void) { return length(0) + one(); }\n",
    );
    folder
        .file("spare.c", "#include <stdlib.h>\nvoid spare(void) { int *p = malloc(4); free(p); free(p); }\n");
    let entry =
        |name: &str| format!(r#"{{"directory": ".", "file": "{name}.c", "command": "cc -O2 -c {name}.c"}}"#);
    let entries: Vec<String> = ["spare", "bad", "list", "good"].map(entry).into();
    folder.file("compile_commands.json", &format!("[{}]", entries.join(", ")));
}

#[test]
fn every_main_is_a_program_and_the_rest_is_open_code() {
    let folder = Folder::new("targets");
    project(&folder);
    let (status, stdout, stderr) = besom(&folder, &["check", "-p", "."]);
    assert_eq!(status, 1, "{stdout}{stderr}");
    assert!(stdout.contains("bad: found: 1 error") && stdout.contains("good: proved"), "{stdout}");
    assert!(stdout.contains("library: open code"), "{stdout}");
    assert!(stderr.contains("double-free") && stderr.contains("spare.c:2:"), "{stderr}");
    for row in [
        "files       4",
        "programs    1 proved, 1 with an error, 0 open",
        "findings    1 double-free, 1 null-dereference",
    ] {
        assert!(stdout.contains(row), "`{row}` is missing in:\n{stdout}");
    }
    assert!(stderr.contains("time  ") && !stdout.contains("time  "));
    for jobs in ["1", "4"] {
        let again = besom(&folder, &["check", "-p", ".", "-j", jobs]);
        assert_eq!((again.0, again.1), (status, stdout.clone()), "-j {jobs}");
    }
}

#[test]
fn parts_of_a_project_can_be_chosen() {
    let folder = Folder::new("parts");
    project(&folder);
    let check = |words: &[&str]| besom(&folder, &[&["check", "-p", "."], words].concat());
    let (status, stdout, stderr) = check(&["--target", "good"]);
    assert!(status == 0 && stdout.starts_with("good: proved") && !stdout.contains("bad"), "{stdout}{stderr}");
    let (status, stdout, stderr) = check(&["--file", "list.c"]);
    assert!(status == 0 && stdout.contains("2 of 2 functions"), "{stdout}{stderr}");
    let (status, stdout, stderr) = check(&["--function", "spare"]);
    assert!(
        status == 1 && stdout.contains("of 1 functions") && stderr.contains("double-free"),
        "{stdout}{stderr}"
    );
    let (status, _, stderr) = check(&["--target", "nothing"]);
    assert!(status == 2 && stderr.contains("`bad`, `good`, `library`"), "{stderr}");
    let (status, _, stderr) = check(&["--changed-since", "no-such-revision"]);
    assert!(status == 2 && stderr.contains("git"), "{stderr}");
}

#[test]
fn changes_since_a_revision_choose_files_and_what_includes_them() {
    let folder = Folder::new("changes");
    project(&folder);
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=x", "-c", "user.email=x"]).args(words).current_dir(&folder.0);
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    assert!(git(&["init"]) && git(&["add", "."]) && git(&["commit", "-m", "x"]), "git is needed");
    let (status, stdout, stderr) = besom(&folder, &["check", "-p", ".", "--changed-since", "HEAD"]);
    assert!(status == 0 && stdout.contains("0 analysed for all callers"), "{stdout}{stderr}");
    folder.file("spare.c", "#include <stdlib.h>\nvoid spare(void) { free(malloc(4)); }\n");
    let (status, stdout, stderr) = besom(&folder, &["check", "-p", ".", "--changed-since", "HEAD"]);
    assert!(status == 0 && stdout.contains("1 analysed for all callers"), "{stdout}{stderr}");
    folder
        .file("list.h", "struct node { struct node *next; long value; };\nint length(struct node *list);\n");
    let (_, stdout, stderr) = besom(&folder, &["check", "-p", ".", "--changed-since", "HEAD"]);
    assert!(stdout.contains("6 analysed for all callers"), "{stdout}{stderr}");
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let folder = Folder::new("one-bad");
    project(&folder);
    folder.file("list.c", "#include \"nowhere.h\"\n");
    let (status, stdout, stderr) = besom(&folder, &["check", "-p", "."]);
    assert!(
        status == 2 && stderr.contains("nowhere.h") && stderr.contains("double-free"),
        "{stdout}{stderr}"
    );
    assert!(stdout.contains("1 with errors"), "{stdout}");
}

#[test]
fn a_build_is_recorded_while_it_runs() {
    let folder = Folder::new("record");
    project(&folder);
    std::fs::remove_file(folder.0.join("compile_commands.json")).unwrap();
    folder.file(
        "build.sh",
        "set -e\ncc --version > /dev/null\nfor f in list spare bad good; do gcc -O2 -c $f.c -o $f.o & done\nwait\n\
         cc -o good good.o list.o\ncc -o bad bad.o list.o\n",
    );
    let (status, stdout, stderr) = besom(&folder, &["check", "--", "sh", "build.sh"]);
    assert_eq!(status, 1, "{stdout}{stderr}");
    assert!(folder.0.join("good").exists() && folder.0.join("bad.o").exists(), "{stderr}");
    assert!(stdout.contains("bad: found: 1 error") && stdout.contains("good: proved"), "{stdout}{stderr}");
    assert!(stderr.contains("spare.c:2:"), "{stderr}");
    // A compiler that is called by its path is recorded as well.
    let path = Command::new("sh").args(["-c", "command -v cc"]).output().unwrap();
    let path = String::from_utf8(path.stdout).unwrap();
    let line = format!("exec {} -c spare.c -o spare.o", path.trim());
    let (status, stdout, stderr) = besom(&folder, &["check", "--", "sh", "-c", &line]);
    assert!(status == 1 && stderr.contains("spare.c:2:"), "{stdout}{stderr}");
    let (status, _, stderr) = besom(&folder, &["check", "--", "true"]);
    assert!(status == 2 && stderr.contains("`true` compiled no C file"), "{stderr}");
    let (status, _, stderr) = besom(&folder, &["check", "--", "no-such-command"]);
    assert!(status == 2 && stderr.contains("`no-such-command` cannot be started"), "{stderr}");
    let (status, _, stderr) = besom(&folder, &["check", "--", "sh", "-c", "cc -c spare.c && exit 3"]);
    assert!(status == 1 && stderr.contains("failed (exit status: 3)"), "{stderr}");
}

#[test]
fn results_are_kept_and_found_again() {
    let folder = Folder::new("kept");
    project(&folder);
    let cold = besom(&folder, &["check", "-p", ".", "--no-cache"]);
    let first = besom(&folder, &["check", "-p", "."]);
    let without_time =
        |text: &str| -> String { text.lines().filter(|line| !line.starts_with("time ")).collect() };
    assert_eq!((first.0, &first.1, without_time(&first.2)), (cold.0, &cold.1, without_time(&cold.2)));
    let kept = Folder(folder.0.with_extension("cache"));
    assert!(kept.names().iter().filter(|path| path.is_file()).count() >= 3, "{:?}", kept.names());
    let warm = besom(&folder, &["check", "-p", "."]);
    assert_eq!((warm.0, &warm.1, without_time(&warm.2)), (cold.0, &cold.1, without_time(&cold.2)));
    // Another text is another question, also if it is the old one again.
    folder.file("spare.c", "#include <stdlib.h>\nvoid spare(void) { free(malloc(4)); }\n");
    let repaired = besom(&folder, &["check", "-p", "."]);
    assert!(
        !repaired.2.contains("double-free") && repaired.1.contains("bad: found: 1 error"),
        "{}",
        repaired.1
    );
    // Damaged results are not taken.
    for path in kept.names().iter().filter(|path| path.is_file()) {
        std::fs::write(path, "rubbish").unwrap();
    }
    let after = besom(&folder, &["check", "-p", "."]);
    assert_eq!((after.0, &after.1), (repaired.0, &repaired.1));
}

/// What the last line says of functions: how many were analysed, and how many were known from before.
fn functions_analysed(messages: &str) -> (usize, usize) {
    let line = messages.lines().find(|line| line.starts_with("time ")).expect("the time is told");
    let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1])
}

#[test]
fn an_edit_asks_again_about_the_functions_that_see_it_and_no_others() {
    let folder = Folder::new("functions-kept");
    let callee = "int one(int *p) { return *p; }\n";
    let rest = "static const char *name(void) { return \"name\"; }\n\
                int two(int *p) { return one(p) + 1; }\n\
                int three(int *p) { return two(p) + name()[1]; }\n\
                int apart(int *p) { int *q = p; free(q); return *q; }\n";
    let write = |before: &str, callee: &str| {
        folder.file("a.c", &format!("{before}void free(void *);\n{callee}{rest}"));
    };
    write("", callee);
    folder.file(
        "compile_commands.json",
        &format!("[{{\"directory\":{:?},\"file\":\"a.c\",\"command\":\"cc -c a.c\"}}]", folder.0),
    );
    let run = |options: &[&str]| besom(&folder, &[&["check", "-p", "."], options].concat());
    let (status, cold, messages) = run(&[]);
    assert_eq!((status, functions_analysed(&messages)), (1, (5, 0)), "{cold}{messages}");
    // Nothing that was said depends on places: other lines, other functions before and after them, other string literals.
    write("/* moved */\n\n\nint new(void) { return \"text\"[0]; }\n", callee);
    let (_, warm, messages) = run(&[]);
    assert_eq!(functions_analysed(&messages), (1, 5), "{messages}");
    assert!(messages.contains("a.c:10"), "the place has moved: {messages}");
    let (_, again, without) = run(&["--no-cache"]);
    assert_eq!(warm, again);
    assert_eq!(messages.split("time ").next(), without.split("time ").next());
    // The function itself and those that reach it.
    write("", "int one(int *p) { return *p + 0x10; }\n");
    let (_, _, messages) = run(&[]);
    assert_eq!(functions_analysed(&messages), (3, 2), "{messages}");
    // Another question.
    let (_, _, messages) = run(&["--malloc-never-fails"]);
    assert_eq!(functions_analysed(&messages), (5, 0), "{messages}");
}

/// A function that mentions others and calls none is not asked about again when contracts of those are known.
#[test]
fn functions_that_are_only_mentioned_do_not_decide_what_is_kept() {
    let folder = Folder::new("functions-mentioned");
    let text = "typedef int (*step)(int);\nint one(int), two(int), three(int);\n\
                static const step all[] = { one, two, three };\n\
                int one(int x) { return all[0] != 0 && x > 1; }\n\
                int two(int x) { return all[1] != 0 && x > 2; }\n\
                int three(int x) { return all[2] != 0 && x > 3; }\n";
    folder.file("a.c", text);
    folder.file(
        "compile_commands.json",
        &format!("[{{\"directory\":{:?},\"file\":\"a.c\",\"command\":\"cc -c a.c\"}}]", folder.0),
    );
    let run = |options: &[&str]| besom(&folder, &[&["check", "-p", "."], options].concat());
    // Each of them by itself, when nothing is known of the others.
    for name in ["one", "two", "three"] {
        let (_, _, messages) = run(&["--function", name]);
        assert_eq!(functions_analysed(&messages), (1, 0), "{messages}");
    }
    let (_, warm, messages) = run(&[]);
    assert_eq!(functions_analysed(&messages), (0, 3), "{messages}");
    let (_, cold, _) = run(&["--no-cache"]);
    assert_eq!(warm, cold);
}

/// A build of two files.
fn two_files(folder: &Folder, first: &str, second: &str) {
    folder.file("a.c", first);
    folder.file("b.c", second);
    let entry = |name: &str| {
        format!("{{\"directory\":{:?},\"file\":\"{name}\",\"command\":\"cc -c {name}\"}}", folder.0)
    };
    folder.file("compile_commands.json", &format!("[{},{}]", entry("a.c"), entry("b.c")));
}

#[test]
fn what_keeps_a_library_from_being_analysed_is_told() {
    let folder = Folder::new("library-that-is-not-linked");
    two_files(&folder, "int ext(int x); int f(void) { return ext(3); }", "int g(void) { return 1; }");
    let (status, output, messages) =
        besom(&folder, &["check", "--no-cache", "-p", ".", "--model", "ext=frees argument 1"]);
    assert_eq!(status, 2, "{output}{messages}");
    assert!(messages.contains("the model of `ext`"), "{messages}");
}

#[test]
fn symbols_of_several_files_are_what_a_linker_makes_of_them() {
    let folder = Folder::new("symbols");
    two_files(
        &folder,
        "int shared;\nint strong(void);\n__attribute__((weak)) int choose(void) { return 1; }\n\
         int alias_of(void);\nstatic int helper(void) { return 10; }\ninline int twice(int x) { return 2 * x; }\n\
         int main(void) {\n  int *null = 0;\n  shared = 5;\n\
         if (strong() != 5) return *null;   /* tentative definitions are one variable */\n\
         if (choose() != 2) return *null;   /* a weak function gives way */\n\
         if (alias_of() != 7) return *null; /* an alias is its target, which calls the static function of its file */\n\
         if (helper() != 10) return *null;\n  if (twice(4) != 8) return *null;   /* inline */\n  return 0;\n}\n",
        "int shared;\nint strong(void) { return shared; }\nint choose(void) { return 2; }\n\
         static int helper(void) { return 7; }\nint target(void) { return helper(); }\n\
         int alias_of(void) __attribute__((alias(\"target\")));\n\
         inline int twice(int x) { return 2 * x; }\nextern inline int twice(int x);\n",
    );
    let (status, text, messages) = besom(&folder, &["check", "-p", "."]);
    assert!(status == 0 && text.contains("a: proved"), "{text}{messages}");
}

#[test]
fn declarations_that_do_not_fit_a_definition_are_found() {
    let folder = Folder::new("mismatch");
    two_files(
        &folder,
        "int f(int);\nextern int table[4];\nextern char open[];\nint k();\n\
         int main(void) { return f(1) + table[0] + open[0] + k(2); }\n",
        "int f(char *p, int q) { return p ? q : 0; }\nint table[2];\nchar open[3];\nint k(int x) { return x; }\n",
    );
    let (status, text, messages) = besom(&folder, &["check", "-p", "."]);
    let all = format!("{text}{messages}");
    assert_eq!(status, 1, "{all}");
    assert!(all.contains("`f` is declared with a type that does not fit its definition at b.c:1:"), "{all}");
    assert!(all.contains("`table` is declared with 16 bytes; its definition at b.c:2:"), "{all}");
    assert_eq!(all.matches("warning[link]").count(), 2, "{all}");
}

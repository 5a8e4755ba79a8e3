//! Bad input and bad calls: each ends with a message that names what is wrong, and with its status.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder for the files of one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("besom-bad-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn besom() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_besom"));
    command
        .env_remove("CC")
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .env("BESOM_CACHE", "/dev/null/none")
        .stdin(Stdio::null());
    command
}

struct Answer {
    status: i32,
    stdout: String,
    stderr: String,
}

fn answer(command: &mut Command) -> Answer {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().expect("the command was not killed");
    let answer = Answer { status, stdout: text(&output.stdout), stderr: text(&output.stderr) };
    assert!(
        !answer.stderr.contains("internal error") && !answer.stderr.contains("panicked"),
        "{}",
        answer.stderr
    );
    answer
}

/// The name of a file and its text.
type File = (&'static str, &'static str);

/// Files, a command line in whose words `%` is the folder, the status, and parts of what is printed.
struct Probe(&'static [File], &'static str, i32, &'static [&'static str]);

const DATABASE: &str = "compile_commands.json";
const SAFE: &str = "int main(void) { return 0; }\n";
const NULL: &str = "int main(void) { int *p = 0; return *p; }\n";

const PROBES: &[Probe] = &[
    // Files.
    Probe(&[], "check %/missing.c", 2, &["missing.c", "No such file"]),
    Probe(&[], "check %", 2, &["is a directory"]),
    Probe(&[("a.c", "\x7fELF\0\0")], "check %/a.c", 2, &["a.c", "is a binary file"]),
    Probe(&[("a.i", "\x7fELF\0\0")], "check %/a.i", 2, &["a.i", "is a binary file"]),
    Probe(&[("a.cpp", SAFE)], "check %/a.cpp", 2, &["a.cpp", "is C++, not C"]),
    Probe(&[("a.cc", SAFE)], "contracts %/a.cc", 2, &["is C++, not C"]),
    Probe(&[("a.C", SAFE)], "run %/a.C", 2, &["is C++, not C"]),
    Probe(&[("a.hpp", SAFE)], "ir %/a.hpp", 2, &["is C++, not C"]),
    Probe(&[("a.m", SAFE)], "check %/a.m", 2, &["is Objective-C, not C"]),
    Probe(&[("a.S", "nop\n")], "check %/a.S", 2, &["is assembler, not C"]),
    Probe(&[("a.o", SAFE)], "check %/a.o", 2, &["is machine code, not C"]),
    Probe(&[("a.c", "")], "check %/a.c", 0, &["nothing to analyse"]),
    Probe(&[("a.c", "int x;\n")], "check %/a.c", 0, &["nothing to analyse"]),
    Probe(&[("a.c", "int f(")], "check %/a.c", 2, &["a.c:", "error[syntax]"]),
    Probe(&[("a.c", "int f(void) { return x; }\n")], "check %/a.c", 2, &["error[undeclared]"]),
    Probe(&[("a.c", "/* no end")], "check %/a.c", 2, &["a.c:1:", "unterminated comment"]),
    Probe(&[("a.c", "#include \"a.c\"\n")], "check %/a.c", 2, &["nested", "cannot preprocess"]),
    Probe(&[("a.c", "#include \"no.h\"\n")], "check %/a.c", 2, &["no.h", "-I DIR"]),
    Probe(&[("a.c", "#include \".\"\n")], "check %/a.c", 2, &["cannot preprocess"]),
    Probe(&[("a.c", "#error never\n")], "check %/a.c", 2, &["a.c:1:2", "never"]),
    Probe(&[("a.c", "#if 1\n")], "check %/a.c", 2, &["unterminated"]),
    Probe(
        &[("a.c", SAFE), ("b.c", SAFE)],
        "check %/a.c %/b.c",
        2,
        &["`main` is defined twice", "first here"],
    ),
    Probe(
        &[("a.c", "int x = 1;"), ("b.c", "int x(void) { return 1; }")],
        "check %/a.c %/b.c",
        2,
        &["a function in one"],
    ),
    Probe(&[("a.c", "int main;\nint f(void) { return 1; }\n")], "check %/a.c", 0, &["open code"]),
    Probe(&[("-x.c", SAFE)], "check %/-x.c", 0, &["proved"]),
    Probe(&[("a b.c", SAFE)], "check %/a+b.c", 0, &["proved"]),
    Probe(
        &[("a.c", "int main(void) { int größe = 0; int *p = 0; return größe + *p; }\n")],
        "check --short %/a.c",
        1,
        &["a.c:1:6"],
    ),
    Probe(&[("ä.c", NULL)], "check %/ä.c", 1, &["ä.c:1:", "null-dereference"]),
    // Calls.
    Probe(&[], "check", 2, &["FILE"]),
    Probe(&[], "check --no-such-option a.c", 2, &["--no-such-option"]),
    Probe(&[], "check a.c -I", 2, &["`-I` wants a value"]),
    Probe(&[], "check --data-model LP32 a.c", 2, &["LP32"]),
    Probe(&[], "check -m32 --data-model LP64 a.c", 2, &["contradict"]),
    Probe(&[("a.c", SAFE)], "check -O2 -Wall -pthread -fPIC -g %/a.c", 0, &["proved"]),
    Probe(&[("a.c", SAFE)], "check %/a.c -- -no-such-flag-of-a-compiler", 2, &["cannot preprocess"]),
    Probe(&[("a.c", SAFE)], "contracts %/a.c nothing", 2, &["no function called `nothing`", "main"]),
    Probe(&[("a.c", SAFE)], "contracts %/a.c %/a.c", 2, &["takes one file"]),
    Probe(&[], "svcomp a.c", 2, &["--property"]),
    Probe(
        &[("a.c", SAFE)],
        "svcomp --property %/no.prp %/a.c",
        0,
        &["unknown: cannot read", "VERDICT: unknown"],
    ),
    Probe(
        &[("a.c", SAFE), ("p", "CHECK(x)")],
        "svcomp --property %/p %/a.c",
        0,
        &["is not known", "VERDICT: unknown"],
    ),
    // Databases.
    Probe(&[], "check -p %", 2, &[DATABASE, "No such file"]),
    Probe(&[], "check -p %/nowhere", 2, &["nowhere", "No such file"]),
    Probe(&[(DATABASE, "")], "check -p %", 2, &[DATABASE, "EOF while parsing", "line 1"]),
    Probe(&[(DATABASE, "[{\"file\": \"a.c\",\n ]")], "check -p %", 2, &["line 2"]),
    Probe(&[(DATABASE, "\u{feff}{")], "check -p %", 2, &["line 1"]),
    Probe(&[(DATABASE, "[]")], "check -p %", 2, &["names no file"]),
    Probe(&[(DATABASE, "{}")], "check -p %/compile_commands.json", 2, &["expected a list"]),
    Probe(&[(DATABASE, "[7]")], "check -p %", 2, &["entry 1: it is no object"]),
    Probe(&[(DATABASE, "[{\"directory\": \"/\"}]")], "check -p %", 2, &["entry 1: it has no `file`"]),
    Probe(
        &[(DATABASE, "[{\"file\": \"a.c\", \"command\": \"cc 'a.c\"}]")],
        "check -p %",
        2,
        &["a quote without"],
    ),
    Probe(
        &[(DATABASE, "[{\"file\": \"a.c\", \"command\": \"ccache\"}]")],
        "check -p %",
        2,
        &["names no compiler"],
    ),
    Probe(
        &[(DATABASE, "[{\"file\": \"a.c\", \"command\": \"cc a.c\"}]")],
        "check -p %",
        2,
        &["a.c", "No such file"],
    ),
    Probe(
        &[(DATABASE, "[{\"file\": \"a.cpp\", \"command\": \"c++ a.cpp\"}]")],
        "check -p %",
        2,
        &["names no C file, only 1 of C++"],
    ),
    Probe(
        &[("a.c", SAFE), (DATABASE, "[{\"file\": \"a.c\", \"command\": \"no-such-cc -c a.c\"}]")],
        "check -p %",
        2,
        &["no-such-cc", "cannot be started"],
    ),
    Probe(
        &[
            ("a.c", SAFE),
            (DATABASE, "[{\"directory\": \"gone\", \"file\": \"../a.c\", \"command\": \"cc -m64 ../a.c\"}]"),
        ],
        "check -p %",
        2,
        &["gone", "does not exist"],
    ),
    Probe(
        &[("a.c", SAFE), (DATABASE, "[{\"file\": \"a.c\", \"command\": \"cc -fshort-wchar a.c\"}]")],
        "check -p %",
        2,
        &["a.c", "`wchar_t` does not have four bytes"],
    ),
    Probe(
        &[
            ("a.c", SAFE),
            ("self", "@self"),
            (DATABASE, "[{\"file\": \"a.c\", \"command\": \"cc @self a.c\"}]"),
        ],
        "check -p %",
        2,
        &["names itself"],
    ),
    Probe(
        &[("a.c", "#include \"no.h\"\n"), (DATABASE, "[{\"file\": \"a.c\", \"command\": \"cc -c a.c\"}]")],
        "check -p %",
        2,
        &["no.h", "cannot preprocess"],
    ),
    // Statuses.
    Probe(&[("a.c", NULL)], "check %/a.c", 1, &["null-dereference", "found: 1 error"]),
    Probe(&[("a.c", NULL)], "check --fail-on-unknown %/a.c", 1, &["found: 1 error"]),
    Probe(&[("a.c", SAFE)], "check --fail-on-unknown %/a.c", 0, &["proved"]),
    Probe(&[("a.c", UNKNOWN)], "check %/a.c", 0, &["open"]),
    Probe(&[("a.c", UNKNOWN)], "check --fail-on-unknown %/a.c", 3, &["open"]),
];

/// Nobody knows what the function does.
const UNKNOWN: &str = "void f(int *); int main(void) { int x = 0; f(&x); return 0; }\n";

#[test]
fn bad_input_is_refused_with_a_message() {
    assert!(PROBES.len() >= 60, "{}", PROBES.len());
    let mut failures = Vec::new();
    for (index, Probe(files, line, status, parts)) in PROBES.iter().enumerate() {
        let folder = Folder::new(&format!("probe-{index}"));
        for (name, text) in *files {
            folder.file(name, text);
        }
        let words =
            line.split(' ').map(|word| word.replace('%', folder.0.to_str().unwrap()).replace('+', " "));
        let answer = answer(besom().args(words));
        let all = format!("{}{}", answer.stdout, answer.stderr);
        let lacking: Vec<&&str> = parts.iter().filter(|part| !all.contains(**part)).collect();
        if answer.status != *status || !lacking.is_empty() {
            failures.push(format!(
                "{line}: status {} instead of {status}, {lacking:?} missing in:\n{all}",
                answer.status
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn an_error_in_one_function_does_not_hide_the_others() {
    let folder = Folder::new("one-function");
    let file = folder.file(
        "one.c",
        "void free(void *);\nint bad(int x) { return x +; }\nvoid twice(char *p) { free(p); free(p); }\n",
    );
    let told = answer(besom().args(["check", &file]));
    assert_eq!(told.status, 2, "{}", told.stderr);
    assert!(
        told.stderr.contains("error[syntax]") && told.stderr.contains("error[double-free]"),
        "{}",
        told.stderr
    );
}

#[test]
fn an_error_outside_of_functions_leaves_all_of_them_open() {
    let folder = Folder::new("outside");
    let file = folder.file(
        "outside.c",
        "static const int table[] = { 1, missing, 3 };\n\
         int f(void) { int *p = 0; if (table[1]) return 0; return *p; }\n",
    );
    let told = answer(besom().args(["check", &file]));
    assert_eq!(told.status, 2, "{}", told.stderr);
    assert!(told.stderr.contains("error[undeclared]"), "{}", told.stderr);
    assert!(!told.stderr.contains("null-dereference"), "{}", told.stderr);
}

#[test]
fn pipes_are_read_once() {
    let folder = Folder::new("pipe");
    let fifo = folder.0.join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let writer = {
        let fifo = fifo.clone();
        std::thread::spawn(move || std::fs::write(fifo, NULL))
    };
    let result = answer(besom().arg("check").arg(&fifo));
    writer.join().unwrap().unwrap();
    assert_eq!(result.status, 1, "{}", result.stderr);
    assert!(
        result.stderr.contains("fifo:1:") && result.stderr.contains("null-dereference"),
        "{}",
        result.stderr
    );
    let program = folder.file("a.c", NULL);
    let line = format!("{} check <(cat {program})", env!("CARGO_BIN_EXE_besom"));
    let result = answer(Command::new("bash").args(["-c", &line]).env_remove("CC"));
    assert!(result.status == 1 && result.stdout.starts_with("found: 1 error"), "{}", result.stderr);
    let line = format!("{} check <(cc -E {program})", env!("CARGO_BIN_EXE_besom"));
    let result = answer(Command::new("bash").args(["-c", &line]).env_remove("CC"));
    assert!(result.status == 1 && result.stderr.contains("a.c:1:"), "{}", result.stderr);
}

#[test]
fn a_full_disk_is_told_and_a_closed_pipe_is_not() {
    let folder = Folder::new("full");
    let (safe, null) = (folder.file("safe.c", SAFE), folder.file("null.c", NULL));
    for words in [&["check", &safe][..], &["contracts", &safe], &["ir", &safe], &["check", &null]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let result = answer(besom().args(words).stdout(full));
        assert_eq!(result.status, 2, "{words:?}");
        assert!(result.stderr.contains("cannot write the standard output"), "{words:?}: {}", result.stderr);
    }
    for (file, status) in [(&safe, 0), (&null, 1)] {
        let mut child =
            besom().args(["check", file]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(status), "{said}");
        assert!(!said.contains("cannot write"), "{said}");
    }
}

#[test]
fn files_that_may_not_be_read_are_refused() {
    let folder = Folder::new("rights");
    let file = folder.file("a.c", SAFE);
    let mut rights = std::fs::metadata(&file).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut rights, 0o000);
    std::fs::set_permissions(&file, rights).unwrap();
    // Nothing is forbidden to the superuser, who can become somebody else.
    let mut command = besom();
    if std::fs::read(&file).is_ok() {
        let copy = folder.file("besom", std::fs::read(env!("CARGO_BIN_EXE_besom")).unwrap());
        for path in [folder.0.to_str().unwrap(), &copy] {
            let rights = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(path, rights).unwrap();
        }
        command = Command::new("setpriv");
        command.args(["--reuid=65534", "--clear-groups", &copy]).stdin(Stdio::null());
    }
    let result = answer(command.args(["check", &file]));
    assert!(result.status == 2 && result.stderr.contains("Permission denied"), "{}", result.stderr);
}

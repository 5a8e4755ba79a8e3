//! Builds as they are: compilation databases with the flags that build systems write.

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
    }
}

fn besom(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_besom"));
    command
        .env_remove("CC")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .args(arguments)
        .current_dir(&folder.0);
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("the command was not killed"), text(&output.stdout), text(&output.stderr))
}

fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
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
    if has("clang") {
        check_flags("clang", "clang -Weverything -Werror -fcolor-diagnostics -c ../src/main.c", text);
    }
    let machine = "int main(void) { int *p = 0; return sizeof(long) == 4 ? *p : 0; }\n";
    check_flags("m32", "cc -m32 -c ../src/main.c", machine);
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
    assert!(status == 0 && stdout.starts_with("proved"), "{stdout}{stderr}");
    assert!(stderr.contains("1 files of C++") && stderr.contains("1 files of assembler"), "{stderr}");
}

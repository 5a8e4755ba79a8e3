//! Witnesses of answers to tasks of the verification competition: their form, and whether what they say is so. Violations are
//! executed with the inputs that the witness tells, invariants are checked by executions each time their loops go on.

#[path = "support/schema.rs"]
mod schema;
#[path = "support/tools.rs"]
mod tools;

use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder for the files of one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("besom-witness-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn besom(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_besom"));
        let output = command.args(arguments).current_dir(&self.0).stdin(Stdio::null()).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A task of the competition, answered with a witness.
fn witnessed(folder: &Folder, text: &str, property: &str) -> (String, Option<Value>) {
    folder.file("task.c", text);
    folder.file("p.prp", property);
    let _ = std::fs::remove_file(folder.0.join("w.yml"));
    let arguments = ["svcomp", "--property", "p.prp", "--data-model", "LP64", "--witness", "w.yml", "task.c"];
    let (_, stdout, _) = folder.besom(&arguments);
    let witness = std::fs::read_to_string(folder.0.join("w.yml")).ok();
    let witness: Option<Value> = witness.map(|text| serde_json::from_str(&text).unwrap());
    if let Some(witness) = &witness {
        let form: Value = serde_json::from_str(include_str!("schema/witness-2.0.schema.json")).unwrap();
        assert_eq!(schema::violations(&form, witness), Vec::<String>::new());
    }
    (stdout, witness)
}

/// What a compiled program does that takes these inputs in turn: its status and what it says.
fn executed(folder: &Folder, program: &str, inputs: &[i64]) -> (Option<i32>, String) {
    let inputs: Vec<String> = inputs.iter().map(i64::to_string).collect();
    let source = format!(
        "#include <stdlib.h>\n#include <stdio.h>\nstatic int inputs[] = {{ {} }};\nstatic unsigned next;\n\
         int __VERIFIER_nondet_int(void) {{ if (next >= sizeof inputs / sizeof *inputs) exit(99); return inputs[next++]; }}\n\
         int holds(int what) {{ if (!what) {{ puts(\"it does not hold\"); exit(98); }} return 1; }}\n",
        inputs.join(", ")
    );
    folder.file("inputs.c", &source);
    folder.file("program.c", program);
    let compiled = Command::new("cc")
        .args([
            "-w",
            "-g",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover",
            "-o",
            "program",
            "program.c",
            "inputs.c",
        ])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut command = Command::new(folder.0.join("program"));
    let output = command.env("ASAN_OPTIONS", "detect_leaks=0").stdin(Stdio::null()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// The inputs that a witness of a violation tells.
fn told_inputs(witness: &Value) -> Vec<i64> {
    let segments = witness[0]["content"].as_array().unwrap().iter();
    let waypoints = segments.map(|segment| &segment["segment"][0]["waypoint"]);
    let returned = waypoints.filter(|waypoint| waypoint["type"] == "function_return");
    let value = |waypoint: &Value| {
        let text = waypoint["constraint"]["value"].as_str()?;
        text.strip_prefix("(\\result == ")?.strip_suffix(')')?.parse().ok()
    };
    returned.map(|waypoint| value(waypoint).unwrap()).collect()
}

#[test]
fn violations_happen_with_the_inputs_of_their_witnesses() {
    if !tools::has("cc", "the execution of witnesses") {
        return;
    }
    let folder = Folder::new("violations");
    let head = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n";
    for (program, verdict, said) in [
        (
            "int main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n < 3 || n > 9) return 0;\n  \
             int *a = malloc(4 * n);\n  for (int i = 0; i <= n; i++)\n    a[i] = i;\n  free(a);\n}\n",
            "false(valid-deref)",
            "heap-buffer-overflow",
        ),
        (
            "int main(void) {\n  char *p = malloc(3);\n  int a = __VERIFIER_nondet_int();\n  \
             int b = __VERIFIER_nondet_int();\n  if (a == 7 && b == -2)\n    free(p);\n  free(p);\n}\n",
            "false(valid-free)",
            "double-free",
        ),
    ] {
        let program = format!("{head}{program}");
        let (stdout, witness) = witnessed(&folder, &program, SAFETY);
        assert!(stdout.contains(verdict), "{stdout}");
        let inputs = told_inputs(&witness.unwrap());
        let (_, seen) = executed(&folder, &program, &inputs);
        assert!(seen.contains(said), "{inputs:?}: {seen}");
    }
}

#[test]
fn invariants_of_proofs_hold_in_executions() {
    if !tools::has("cc", "the execution of witnesses") {
        return;
    }
    let folder = Folder::new("invariants");
    let text = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nstruct node { struct node *next; };\nint main(void) {\n  \
                int n = __VERIFIER_nondet_int();\n  if (n < 0 || n > 100000)\n    return 0;\n  struct node *list = 0;\n  \
                int i = 0;\n  while (i < n) {\n    struct node *new = malloc(sizeof *new);\n    new->next = list;\n    \
                list = new;\n    i++;\n  }\n  while (list) {\n    struct node *next = list->next;\n    free(list);\n    \
                list = next;\n  }\n  return 0;\n}\n";
    let (stdout, witness) = witnessed(&folder, text, SAFETY);
    assert!(stdout.contains("VERDICT: true"), "{stdout}");
    let witness = witness.unwrap();
    let invariants = witness[0]["content"].as_array().unwrap();
    let first = &invariants[0]["invariant"];
    assert_eq!(
        (&first["location"]["line"], &first["location"]["column"]),
        (&json!(10), &json!(3)),
        "{witness:#}"
    );
    let value = first["value"].as_str().unwrap();
    assert!(value.contains("i >= 0") && value.contains("i <= n"), "{value}");
    // Each time a loop goes on, what is said of it holds; a wrong one is noticed.
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for invariant in invariants {
        let invariant = &invariant["invariant"];
        let line = &mut lines[invariant["location"]["line"].as_u64().unwrap() as usize - 1];
        let column = invariant["location"]["column"].as_u64().unwrap() as usize - 1;
        assert!(line[column..].starts_with("while ("), "{line}");
        line.insert_str(column + 7, &format!("holds({}), ", invariant["value"].as_str().unwrap()));
    }
    let program = lines.join("\n") + "\n";
    for input in [-1, 0, 1, 2, 1000, 100_000, 100_001] {
        let seen = executed(&folder, &program, &[input]);
        assert_eq!(seen, (Some(0), String::new()), "{input}");
    }
    let wrong = program.replace("i <= n", "i < n");
    assert_eq!(executed(&folder, &wrong, &[3]).0, Some(98));
}

const SAFETY: &str = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                      CHECK( init(main()), LTL(G valid-memtrack) )\n";

#[test]
fn answers_have_witnesses() {
    let folder = Folder::new("witnesses");
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int a[4] = {0};\n  int i = __VERIFIER_nondet_int();\n  \
                if (i < 0 || i > 4)\n    return 0;\n  if (i)\n    a[0] = a[i];\n  return a[0];\n}\n";
    let (stdout, witness) = witnessed(&folder, text, SAFETY);
    assert!(stdout.contains("VERDICT: false(valid-deref)"), "{stdout}");
    let witness = &witness.unwrap()[0];
    assert_eq!(
        (&witness["entry_type"], &witness["metadata"]["format_version"]),
        (&json!("violation_sequence"), &json!("2.0"))
    );
    let task = &witness["metadata"]["task"];
    assert_eq!((&task["data_model"], &task["input_files"]), (&json!("LP64"), &json!(["task.c"])));
    assert_eq!(task["input_file_hashes"]["task.c"].as_str().unwrap().len(), 64);
    let waypoint = |index: usize| &witness["content"][index]["segment"][0]["waypoint"];
    let input = waypoint(0);
    assert_eq!(
        (&input["type"], &input["constraint"]["value"]),
        (&json!("function_return"), &json!("(\\result == 4)"))
    );
    assert_eq!((&input["location"]["line"], &input["location"]["column"]), (&json!(4), &json!(33)));
    let target = waypoint(1);
    assert_eq!((&target["type"], &target["action"]), (&json!("target"), &json!("follow")));
    assert_eq!(
        target["location"],
        json!({ "file_name": "task.c", "line": 8, "column": 5, "function": "main" })
    );
    assert!(witness["content"].as_array().unwrap().len() == 2);

    let (stdout, witness) = witnessed(&folder, &text.replace("i > 4", "i > 3"), SAFETY);
    assert!(stdout.contains("VERDICT: true"), "{stdout}");
    let entry = &witness.unwrap()[0];
    assert_eq!((&entry["entry_type"], &entry["content"]), (&json!("invariant_set"), &json!([])));

    // What is lost is not lost in one place.
    let lost = "#include <stdlib.h>\nint main(void) { char *p = malloc(1); p = 0; return p != 0; }\n";
    let (stdout, witness) = witnessed(&folder, lost, SAFETY);
    assert!(stdout.contains("no witness: ") && stdout.contains("false(valid-memtrack)"), "{stdout}");
    assert!(witness.is_none());
}

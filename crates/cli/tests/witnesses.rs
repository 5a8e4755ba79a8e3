//! Witnesses of answers to tasks of the verification competition.

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
    (stdout, witness.map(|text| serde_json::from_str(&text).unwrap()))
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

//! Results in every format: they follow their schemas, and all of them tell the same.

#[path = "support/tools.rs"]
mod tools;

#[path = "support/schema.rs"]
mod schema;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// A folder for the files of one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("besom-reports-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        name.to_owned()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Runs the command in the folder.
    fn besom(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_besom"))
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .env_remove("CC")
            .env_remove("COLUMNS")
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schema_at(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(root().join(path)).unwrap()).unwrap()
}

/// A list, of which a node is used after it was freed, and an array with one element too few.
const LIST: &str = "\
#include <stdlib.h>
struct node { int value; struct node *next; };
static void drop(struct node *node) {
  free(node);
}
int main(void) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return 1;
  node->value = 1;
  node->next = NULL;
  drop(node);
  return node->value;
}
";

const ARRAY: &str = "\
#include <stdlib.h>
int main(void) {
  int *a = malloc(8 * sizeof *a);
  if (a == NULL)
    return 1;
  for (int i = 0; i <= 8; i++)
    a[i] = i;
  free(a);
  return 0;
}
";

const LEAK: &str = "\
#include <stdlib.h>
char *keep;
int main(void) {
  keep = malloc(4);
  keep = NULL;
  return 0;
}
";

const MACRO: &str = "\
#define NOTHING ((void *)0)
struct node { struct node *next, *other; };
int main(void) {
  struct node last = { NOTHING, NOTHING };
  struct node *first = &last;
  if (first == NOTHING || first->other == NOTHING)
    first = first->next;
  return first->next != NOTHING;
}
";

#[test]
fn conditions_with_macros_name_no_operators() {
    let folder = Folder::new("stories-of-macros");
    let (status, _, stderr) = folder.besom(&["check", &folder.file("macro.c", MACRO)]);
    assert_eq!(status, 1);
    assert!(stderr.contains("this holds"), "{stderr}");
    assert!(!stderr.contains("== NOTHING` is"), "a name is no condition:\n{stderr}");
}

#[test]
fn stories_are_numbered_and_tell_values() {
    let folder = Folder::new("stories");
    let (status, _, stderr) = folder.besom(&["check", &folder.file("list.c", LIST)]);
    assert_eq!(status, 1);
    for part in [
        "error[use-after-free]: read of 4 bytes in a heap block of 16 bytes that was freed (CWE-416)",
        "1. allocated here",
        "2. this holds: `node` is not null",
        "3. freed here, by the call at line 12",
        "4. used here",
        "repeat it: besom run",
    ] {
        assert!(stderr.contains(part), "`{part}` is missing in\n{stderr}");
    }
    let (_, _, stderr) = folder.besom(&["check", &folder.file("array.c", ARRAY)]);
    for part in ["CWE-122", "`i` is 8, and the block has 8 elements", "indices go from 0 to 7"] {
        assert!(stderr.contains(part), "`{part}` is missing in\n{stderr}");
    }
}

#[test]
fn names_of_values_that_were_never_set_are_told() {
    let folder = Folder::new("never-set");
    let text = "struct p { int x, y; };\nint main(void) { struct p p; struct p *q = &p; q->x = 1; if (q->y) return 1; return 0; }\n";
    let (_, _, stderr) = folder.besom(&["check", &folder.file("a.c", text)]);
    assert!(stderr.contains("`q->y` was never set"), "{stderr}");
}

#[test]
fn results_follow_their_schemas() {
    let folder = Folder::new("schemas");
    folder.file("open.c", "struct n { struct n *next; }; void f(struct n *a) { a->next = a; }\nint g(int *p) { *(int *)0 = 1; return *p; }\n");
    let (json_schema, sarif_schema) = (
        schema_at("docs/schema/report.schema.json"),
        schema_at("crates/cli/tests/schema/sarif-used.schema.json"),
    );
    // The published schema of SARIF is no file of ours; `cargo xtask test` fetches it.
    let published = std::env::var_os("BESOM_SARIF_SCHEMA").map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()
    });
    if published.is_none() {
        tools::missing("BESOM_SARIF_SCHEMA", "SARIF against the published schema");
    }
    for (name, text) in [("list.c", LIST), ("array.c", ARRAY), ("leak.c", LEAK), ("open.c", "")] {
        if !text.is_empty() {
            folder.file(name, text);
        }
        let (_, json, _) = folder.besom(&["check", "--format", "json", "--output", "out/a.sarif", name]);
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(schema::violations(&json_schema, &json), Vec::<String>::new(), "{name}");
        let sarif: Value = serde_json::from_str(&folder.read("out/a.sarif")).unwrap();
        for schema in [Some(&sarif_schema), published.as_ref()].into_iter().flatten() {
            assert_eq!(schema::violations(schema, &sarif), Vec::<String>::new(), "{name}");
        }
        assert!(!sarif["runs"][0]["results"].as_array().unwrap().is_empty(), "{name}");
    }
    if let Some(published) = &published {
        let wrong = json!({ "version": "2.1.0", "runs": [{ "tool": { "driver": {} }, "results": [{ "rank": 200 }] }] });
        let violations = schema::violations(published, &wrong);
        for part in ["`name` is missing", "`message` is missing", "200 is more than 100"] {
            assert!(violations.iter().any(|violation| violation.contains(part)), "{part}: {violations:?}");
        }
    }
    // The check itself notices what is wrong.
    let wrong = json!({ "version": 2, "tool": {}, "files": [1], "extra": 0 });
    let violations = schema::violations(&json_schema, &wrong);
    for part in ["$.version", "`extra` is not expected", "$.files[0]", "`findings` is missing"] {
        assert!(violations.iter().any(|violation| violation.contains(part)), "{part}: {violations:?}");
    }
}

/// Programs of the test suite: every one of them in which something is to be found, up to a number.
fn programs(count: usize) -> Vec<PathBuf> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => collect(&path, files),
                false if path.extension().is_some_and(|extension| extension == "c") => files.push(path),
                false => {}
            }
        }
    }
    let mut files = Vec::new();
    collect(&root().join("tests/faults"), &mut files);
    collect(&root().join("tests/programs"), &mut files);
    files.sort();
    files.retain(|file| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        text.contains("//~ error[") && !text.contains("//@ flags") && text.len() < 4_000
    });
    files.truncate(count);
    files
}

#[test]
fn every_format_tells_the_same() {
    let folder = Folder::new("same");
    // A short look is enough: whatever is found, all formats have to tell it.
    folder.file("besom.toml", "[limits]\nhunt-steps = 2000\nproof-steps = 2000\n");
    let programs = programs(200);
    assert_eq!(programs.len(), 200);
    let work = Mutex::new(programs.into_iter().enumerate());
    let findings = Mutex::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some((number, program)) = work.lock().unwrap().next() else { break };
                    let told = compare(&folder, number, &program);
                    *findings.lock().unwrap() += told;
                }
            });
        }
    });
    let findings = *findings.lock().unwrap();
    assert!(findings >= 100, "only {findings} findings were compared");
}

/// Compares all formats for one program. Returns how many findings there are.
fn compare(folder: &Folder, number: usize, program: &Path) -> usize {
    let name = |extension: &str| format!("{number}.{extension}");
    let outputs = ["json", "sarif", "html", "xml", "txt"].map(name);
    let mut arguments = vec!["check", "--config", "besom.toml", "--format", "github"];
    for output in &outputs {
        arguments.extend(["--output", output]);
    }
    let program = program.to_str().unwrap();
    arguments.push(program);
    let (status, github, stderr) = folder.besom(&arguments);
    assert!(status < 2, "{program}: {stderr}");
    let [json, sarif, html, junit, gcc] = outputs.map(|output| folder.read(&output));
    let json: Value = serde_json::from_str(&json).unwrap();
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let findings = json["findings"].as_array().unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(findings.len(), results.len(), "{program}");
    assert_eq!(github.matches("::").count() / 2, findings.len(), "{program}: {github}");
    assert_eq!(html.matches("class=\"finding\"").count(), findings.len(), "{program}");
    assert_eq!(junit.matches("<failure ").count(), findings.len(), "{program}");
    for (finding, result) in findings.iter().zip(results) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (rule, level) = (text(&finding["rule"]), text(&finding["level"]));
        let message = text(&result["message"]["text"]);
        assert!(message.contains(&text(&finding["message"])), "{program}: {message}");
        assert_eq!((&result["ruleId"], &result["level"]), (&finding["rule"], &finding["level"]), "{program}");
        assert_eq!(result["partialFingerprints"]["besom/v1"], finding["fingerprint"], "{program}");
        if let Some(cwe) = finding["cwe"].as_u64() {
            assert!(message.ends_with(&format!("(CWE-{cwe})")), "{program}: {message}");
        }
        let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().map_or(1, Vec::len);
        let story = finding["story"].as_array().unwrap();
        let placed = story.iter().filter(|event| !event["place"].is_null()).count();
        assert_eq!(steps, placed.max(1), "{program}");
        for event in story.iter().filter(|event| event["kind"] != "error" && !event["place"].is_null()) {
            let place = &event["place"];
            let line = format!(
                "{}:{}:{}: note: {}. {}\n",
                text(&place["file"]),
                place["line"],
                place["column"],
                event["number"],
                text(&event["text"])
            );
            assert!(gcc.contains(&line), "{program}: {line} in {gcc}");
        }
        let place = &finding["place"];
        if place.is_null() {
            continue;
        }
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!((&region["startLine"], &region["startColumn"]), (&place["line"], &place["column"]));
        let file = text(&place["file"]);
        let at = format!("{file}:{}:{}", place["line"], place["column"]);
        assert!(gcc.contains(&format!("{at}: {level}: {message} [{rule}]\n")), "{program}: {gcc}");
        let annotation =
            format!("line={},endLine={},col={}", place["line"], place["end_line"], place["column"]);
        assert!(
            github.contains(&annotation) && github.contains(&format!("title={rule}::")),
            "{program}: {github}"
        );
        assert!(junit.contains(&format!("{rule} at {}:{}", place["line"], place["column"])), "{program}");
        assert!(html.contains(&format!("{level}[{rule}]")) && html.contains(&at), "{program}");
    }
    findings.len()
}

/// A build of two programs that share a file with an error.
fn build(folder: &Folder) {
    folder.file("one.c", "void use(void);\nint main(void) { use(); return 0; }\n");
    folder.file("two.c", "void use(void);\nint main(void) { use(); return 0; }\n");
    folder.file("three.c", "int main(void) { return 0; }\n");
    folder.file(
        "use.c",
        "#include <stdlib.h>\nvoid use(void) {\n  char *p = malloc(1);\n  free(p);\n  if (p) free(p);\n}\n",
    );
    let entry =
        |name: &str| format!(r#"{{"directory": "..", "file": "{name}.c", "command": "cc -c {name}.c"}}"#);
    let entries = ["one", "two", "three", "use"].map(entry).join(",");
    folder.file("build/compile_commands.json", &format!("[{entries}]"));
}

#[test]
fn builds_are_reported_in_every_format_and_the_same_from_kept_results() {
    let folder = Folder::new("build");
    build(&folder);
    let outputs = ["o.json", "o.sarif", "o.html", "o.xml", "o.txt"];
    let mut arguments = vec!["check", "-p", "build", "--cache", "kept", "--format", "github"];
    arguments.extend(outputs.iter().flat_map(|output| ["--output", output]));
    let (status, github, stderr) = folder.besom(&arguments);
    assert_eq!(status, 1, "{stderr}");
    let texts = outputs.map(|output| folder.read(output));
    let (_, again, _) = folder.besom(&arguments);
    assert_eq!((&github, &texts), (&again, &outputs.map(|output| folder.read(output))));
    let json: Value = serde_json::from_str(&texts[0]).unwrap();
    let schema = schema_at("docs/schema/report.schema.json");
    assert_eq!(schema::violations(&schema, &json), Vec::<String>::new());
    let findings = json["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "programs that share an error tell it once: {github}");
    assert_eq!(findings[0]["place"]["file"], "use.c");
    assert_eq!(findings[0]["story"].as_array().unwrap().len(), 4);
    let answers: Vec<&str> = json["programs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|program| program["answer"].as_str().unwrap())
        .collect();
    let count = |answer| answers.iter().filter(|one| **one == answer).count();
    assert_eq!((count("found"), count("proved"), &json["answer"]), (2, 1, &json!("found")));
    let sarif: Value = serde_json::from_str(&texts[1]).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "double-free");
    assert!(texts[2].contains("class=\"memory\"") && texts[3].contains("<failure type=\"double-free\""));
    assert!(
        texts[4].starts_with("use.c:5:10: error: ") && github.starts_with("::error file=use.c,line=5"),
        "{}",
        texts[4]
    );
    let (status, _, stderr) = folder.besom(&["baseline", "-p", "build", "--no-cache"]);
    assert!(status == 0 && stderr.contains("holds 1 finding\n"), "{stderr}");
    let known = ["check", "-p", "build", "--no-cache", "--baseline", "besom-baseline.json"];
    assert_eq!(folder.besom(&known).0, 0);
    folder.file(
        "use.c",
        &folder
            .read("use.c")
            .replace("if (p) free(p);", "// besom: allow(double-free, \"a test\")\n  if (p) free(p);"),
    );
    let (status, _, stderr) = folder.besom(&["check", "-p", "build", "--cache", "kept"]);
    assert!(status == 0 && stderr.contains("1 finding is suppressed"), "{stderr}");
}

#[test]
fn the_page_is_complete_in_itself() {
    let folder = Folder::new("page");
    let (_, page, _) = folder.besom(&["check", "--format", "html", &folder.file("list.c", LIST)]);
    for href in page.match_indices("href=\"#").map(|(at, found)| &page[at + found.len()..]) {
        let target = href.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{target}\"")), "{target}");
    }
    assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("<link"));
    assert_eq!(page.matches("class=\"memory\"").count(), 4, "a picture for every step");
    assert!(page.contains("class=\"cross\""), "the freed block is crossed out");
    for tag in ["article", "section", "ol", "li", "figure", "svg", "pre", "span", "g"] {
        let opened = page.matches(&format!("<{tag} ")).count() + page.matches(&format!("<{tag}>")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn comments_suppress_findings_and_unused_ones_are_told() {
    let folder = Folder::new("allow");
    let allowed = LEAK.replace("  keep = NULL;", "  // besom: allow(leak, \"a test\")\n  keep = NULL;");
    let (status, _, stderr) =
        folder.besom(&["check", "--output", "a.sarif", &folder.file("leak.c", &allowed)]);
    assert_eq!(status, 0, "{stderr}");
    assert!(!stderr.contains("error[") && stderr.contains("1 finding is suppressed"), "{stderr}");
    let sarif: Value = serde_json::from_str(&folder.read("a.sarif")).unwrap();
    let suppression = &sarif["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!((&suppression["kind"], &suppression["justification"]), (&json!("inSource"), &json!("a test")));
    let unused = LEAK.replace("char *keep;", "char *keep; // besom: allow(leak, \"not here\")");
    let (status, _, stderr) = folder.besom(&["check", &folder.file("unused.c", &unused)]);
    assert_eq!(status, 1);
    assert!(stderr.contains("unused.c:2: `allow(memory-lost)` is about no finding"), "{stderr}");
    let proved = "int main(void) { return 0; } // besom: allow(leak, \"nothing is lost\")\n";
    let (_, _, stderr) = folder.besom(&["check", &folder.file("proved.c", proved)]);
    assert!(stderr.contains("proved.c:1: `allow(memory-lost)` is about no finding"), "{stderr}");
    let wrong = LEAK.replace("char *keep;", "char *keep; // besom: allow(leak)");
    let (_, _, stderr) = folder.besom(&["check", &folder.file("wrong.c", &wrong)]);
    assert!(stderr.contains("wrong.c:2: the reason is missing"), "{stderr}");
}

#[test]
fn a_baseline_keeps_known_findings_quiet_when_lines_move() {
    let folder = Folder::new("baseline");
    folder.file("leak.c", LEAK);
    let (status, _, stderr) = folder.besom(&["baseline", "leak.c"]);
    assert!(status == 0 && stderr.contains("`besom-baseline.json` holds 1 finding"), "{stderr}");
    let check = |text: &str| {
        folder.file("leak.c", text);
        folder.besom(&["check", "--baseline", "besom-baseline.json", "leak.c"])
    };
    assert_eq!(
        check(&format!("\n\n/* moved */\n{}", LEAK.replace("  keep = NULL;", "    keep = NULL;"))).0,
        0
    );
    let (status, _, stderr) = check(&LEAK.replace("keep = NULL", "keep = (char *)0"));
    assert_eq!(status, 1, "another line is another finding");
    assert!(stderr.contains("1 findings of `besom-baseline.json` are gone"), "{stderr}");
    folder.file("bad.json", "{");
    let (status, _, stderr) = folder.besom(&["check", "--baseline", "bad.json", "leak.c"]);
    assert!(
        status == 2 && stderr.contains("`bad.json` is no baseline") && stderr.contains("line 1"),
        "{stderr}"
    );
}

#[test]
fn projects_get_settings_shells_get_completions_and_readers_a_manual() {
    let folder = Folder::new("init");
    folder.file("CMakeLists.txt", "");
    let (status, _, stderr) = folder.besom(&["init"]);
    assert!(status == 0 && stderr.contains("built by CMake"), "{stderr}");
    assert_eq!(folder.besom(&["init"]).0, 2, "nothing is overwritten");
    assert_eq!(folder.besom(&["check", &folder.file("a.c", "int main(void) { return 0; }\n")]).0, 0);
    for shell in ["bash", "zsh", "fish"] {
        let (status, script, _) = folder.besom(&["completions", shell]);
        assert!(status == 0 && script.contains("malloc-never-fails"), "{shell}");
    }
    let (status, page, _) = folder.besom(&["man"]);
    assert!(status == 0 && page.contains(".SH NAME") && page.contains("besom"));
    assert_eq!(folder.besom(&["man", "pages"]).0, 0);
    assert!(folder.read("pages/besom-check.1").contains("malloc"));
}

/// What the documentation shows is what the commands print.
#[test]
fn transcripts_in_the_readme_are_true() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut compared = 0;
    for part in readme.split("```sh\ncargo run --release -- ").skip(1) {
        let (command, rest) = part.split_once("\n```").unwrap();
        let Some((_, rest)) = rest.split_once("```text\n") else { continue };
        let (transcript, _) = rest.split_once("\n```").unwrap();
        let folder = Folder::new("readme");
        let page = folder.0.join("report.html");
        let words = command.split_whitespace();
        let words = words.map(|word| if word == "report.html" { page.to_str().unwrap() } else { word });
        let output = Command::new(env!("CARGO_BIN_EXE_besom"))
            .args(words)
            .current_dir(root())
            .env_remove("CC")
            .env_remove("COLUMNS")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        for line in transcript.lines() {
            assert!(printed.lines().any(|other| other == line), "`{line}` is not in\n{printed}");
        }
        compared += 1;
    }
    assert!(compared >= 3, "{compared}");
}

/// Every example gets an answer: it is proved, or an error is found.
#[test]
fn every_example_gets_an_answer() {
    for entry in std::fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let folder = Folder::new("examples");
        let (status, stdout, stderr) = folder.besom(&["check", path.to_str().unwrap()]);
        let answer = stdout.lines().next().unwrap_or_default();
        let is_answer = answer.starts_with("proved: ") || answer.starts_with("found: ");
        assert!(status < 2 && is_answer, "{}: {stdout}{stderr}", path.display());
    }
}

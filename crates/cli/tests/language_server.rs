//! The language server as an editor sees it: messages on the standard streams.

#[path = "support/schema.rs"]
mod schema;
#[path = "support/tools.rs"]
mod tools;

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: PathBuf,
    next: u64,
    /// What was asked under each number and is not answered.
    asked: BTreeMap<u64, String>,
}

/// What the protocol says against a message of the server. `asked` is the request that a response answers.
fn violations(message: &Value, asked: Option<&str>) -> Vec<String> {
    let protocol: Value = serde_json::from_str(include_str!("schema/lsp-3.17-used.schema.json")).unwrap();
    let against = |part: &str, name: &str, value: &Value| {
        let Some(form) = protocol["$defs"][part].get(name) else {
            return vec![format!("{part} of `{name}`?")];
        };
        schema::violations(&with_definitions(&protocol, form), value)
    };
    let mut found = Vec::new();
    let members = ["jsonrpc", "id", "method", "params", "result", "error"];
    let strange = message.as_object().unwrap().keys().filter(|name| !members.contains(&name.as_str()));
    found.extend(strange.map(|name| format!("`{name}` is not expected")));
    match (message["method"].as_str(), asked) {
        (Some(method), _) => found.extend(against("params", method, &message["params"])),
        (None, Some(method)) if message.get("error").is_none() => {
            found.extend(against("results", method, &message["result"]));
            found.extend((message.get("result").is_none()).then(|| "no result".to_owned()));
        }
        (None, Some(_)) => {
            let form = with_definitions(&protocol, &protocol["$defs"]["error"]);
            found.extend(schema::violations(&form, &message["error"]));
        }
        (None, None) => found.push(format!("nothing was asked that {message} answers")),
    }
    found
}

/// A part of the schema that can be looked at alone.
fn with_definitions(protocol: &Value, part: &Value) -> Value {
    let mut form = part.clone();
    if let Some(form) = form.as_object_mut() {
        form.insert("$defs".to_owned(), protocol["$defs"].clone());
    }
    form
}

impl Editor {
    fn start(test: &str) -> Editor {
        let folder = std::env::temp_dir().join(format!("besom-lsp-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut server = Command::new(env!("CARGO_BIN_EXE_besom"))
            .arg("lsp")
            .current_dir(&folder)
            .env("BESOM_CACHE", folder.join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
        let mut editor = Editor { server, input, output, folder, next: 0, asked: BTreeMap::new() };
        let answer = editor.request("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.notify("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        if let (Some(id), Some(method)) = (message["id"].as_u64(), message["method"].as_str()) {
            self.asked.insert(id, method.to_owned());
        }
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        let message: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        let is_response = message.get("method").is_none();
        let asked = message["id"].as_u64().filter(|_| is_response).and_then(|id| self.asked.remove(&id));
        assert_eq!(violations(&message, asked.as_deref()), Vec::<String>::new(), "{message}");
        message
    }

    /// The answer to a request; other messages on the way are passed over.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }

    /// Waits for findings that are these.
    fn published_until(&mut self, expected: &Value) {
        while self.published()["diagnostics"] != *expected {}
    }

    /// The next findings that are published.
    fn published(&mut self) -> Value {
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"].clone();
            }
        }
    }

    /// What the editor is asked to show by the command of an action.
    fn shown_by(&mut self, action: &Value) -> String {
        let params = json!({ "command": action["command"], "arguments": action["arguments"] });
        self.next += 1;
        let id = self.next;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": "workspace/executeCommand", "params": params }),
        );
        let shown = loop {
            let message = self.receive();
            if message["method"] == "window/showDocument" {
                break message["params"]["uri"].as_str().unwrap().to_owned();
            }
        };
        while self.receive()["id"] != id {}
        std::fs::read_to_string(shown.strip_prefix("file://").unwrap()).unwrap()
    }

    fn refused(&mut self, command: &str, arguments: Value) {
        self.next += 1;
        let (id, params) = (self.next, json!({ "command": command, "arguments": arguments }));
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": "workspace/executeCommand", "params": params }),
        );
        // Findings may be published on the way.
        let answer = loop {
            let message = self.receive();
            if message["id"] == id {
                break message;
            }
        };
        assert!(answer.get("error").is_some(), "{answer}");
    }

    /// Types: the whole text is sent, and nothing is saved.
    fn type_text(&mut self, uri: &str, version: u64, text: &str) {
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] }),
        );
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        format!("file://{}", path.display())
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn stop(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

const WRONG: &str = "\
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 1;
  free(p);
  return *p;
}
";

/// Every message that any of these tests receives is checked; here is seen that the check notices what is wrong.
#[test]
fn wrong_messages_are_noticed() {
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": -1 } });
    let wrong = json!({ "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
        "params": { "uri": "file:///a.c", "diagnostics": [{ "range": range, "severity": 7 }] } });
    let found = violations(&wrong, None);
    for part in ["`message` is missing", "-1 is less than 0", "7 is none of"] {
        assert!(found.iter().any(|line| line.contains(part)), "{part}: {found:?}");
    }
    let wrong = json!({ "jsonrpc": "2.0", "id": 1, "result": { "contents": "text", "more": 1 } });
    let found = violations(&wrong, Some("textDocument/hover"));
    for part in ["$.contents: not of type", "`more` is not expected"] {
        assert!(found.iter().any(|line| line.contains(part)), "{part}: {found:?}");
    }
    assert!(!violations(&json!({ "jsonrpc": "2.0", "id": 1, "result": null }), None).is_empty());
    assert!(!violations(&json!({ "jsonrpc": "2.0", "method": "window/unknown" }), None).is_empty());
}

#[test]
fn findings_come_and_go_with_the_file() {
    let mut editor = Editor::start("findings");
    let uri = editor.write("a.c", WRONG);
    editor.open(&uri, WRONG);
    let published = editor.published();
    assert_eq!(published["uri"], uri.as_str());
    let finding = &published["diagnostics"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&json!("use-after-free"), &json!(1)));
    assert_eq!(finding["range"]["start"], json!({ "line": 6, "character": 9 }));
    let related = finding["relatedInformation"].as_array().unwrap();
    assert!(related.iter().any(|step| step["message"] == "3. freed here"), "{related:?}");
    let range = json!({ "start": { "line": 6, "character": 0 }, "end": { "line": 6, "character": 1 } });
    let document = json!({ "uri": uri });
    let actions = editor.request(
        "textDocument/codeAction",
        json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } }),
    );
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert_eq!(edit["newText"], "  // besom: allow(use-after-free, \"why\")\n");
    assert_eq!(
        (&actions[1]["command"], &actions[2]["command"]),
        (&json!("besom.story"), &json!("besom.replay"))
    );
    let replay = actions[2]["arguments"][0].as_str().unwrap();
    assert!(
        replay.starts_with("besom run ") && replay.contains(&*editor.folder.to_string_lossy()),
        "{replay}"
    );
    let shown = editor.shown_by(&actions[1]);
    assert!(shown.contains("3. ") && shown.contains("freed here") && shown.contains("free(p);"), "{shown}");
    let shown = editor.shown_by(&actions[2]);
    assert!(shown.starts_with("$ besom run ") && shown.contains("use-after-free"), "{shown}");
    editor.refused("besom.replay", json!(["rm -r /"]));
    editor.refused("besom.nothing", json!(["x"]));
    // Repaired and saved: nothing is left.
    editor.write("a.c", &WRONG.replace("return *p", "return 0"));
    editor.notify("textDocument/didSave", json!({ "textDocument": document }));
    editor.published_until(&json!([]));
    editor.notify("textDocument/didClose", json!({ "textDocument": document }));
    assert_eq!(editor.published()["diagnostics"], json!([]));
    editor.stop();
}

/// What the project knows already, and what a comment allows, an editor does not tell either.
#[test]
fn baselines_and_comments_are_heeded() {
    let mut editor = Editor::start("baseline");
    let uri = editor.write("src/a.c", WRONG);
    editor.write("besom.toml", "baseline = \"known.json\"\n");
    let mut besom = Command::new(env!("CARGO_BIN_EXE_besom"));
    besom.args(["baseline", "src/a.c"]).current_dir(&editor.folder).stdin(Stdio::null());
    let told = besom.output().unwrap();
    assert!(editor.folder.join("known.json").exists(), "{}", String::from_utf8_lossy(&told.stderr));
    editor.open(&uri, WRONG);
    assert_eq!(editor.published()["diagnostics"], json!([]));
    // Another one is new.
    let more = format!("{WRONG}int other(int *q) {{\n  free(q);\n  return *q;\n}}\n");
    editor.type_text(&uri, 2, &more);
    let finding = loop {
        let published = editor.published();
        if let Some(finding) = published["diagnostics"].get(0) {
            break finding.clone();
        }
    };
    assert_eq!(
        (&finding["code"], &finding["range"]["start"]["line"]),
        (&json!("use-after-free"), &json!(10))
    );
    let allowed = more.replace("  return *q", "  // besom: allow(use-after-free, \"a trial\")\n  return *q");
    editor.type_text(&uri, 3, &allowed);
    editor.published_until(&json!([]));
    editor.stop();
}

#[test]
fn contracts_are_shown_above_and_on_functions() {
    let mut editor = Editor::start("contracts");
    let text = "struct node { struct node *next; };\nvoid cut(struct node *n) {\n  n->next = 0;\n}\n";
    let uri = editor.write("a.c", text);
    editor.open(&uri, text);
    assert_eq!(editor.published()["diagnostics"], json!([]));
    let document = json!({ "uri": uri });
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": document }));
    assert_eq!(lenses[0]["range"]["start"]["line"], 1, "{lenses}");
    assert!(lenses[0]["command"]["title"].as_str().unwrap().contains("proved contract"), "{lenses}");
    let position = json!({ "line": 1, "character": 6 });
    let hover =
        editor.request("textDocument/hover", json!({ "textDocument": document, "position": position }));
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(text.contains("**cut**: proved") && text.contains("requires"), "{text}");
    let nowhere = editor.request(
        "textDocument/hover",
        json!({ "textDocument": document, "position": { "line": 3, "character": 0 } }),
    );
    assert!(nowhere.is_null());
    editor.stop();
}

#[test]
fn what_is_typed_is_analysed_and_what_is_overtaken_is_not() {
    let mut editor = Editor::start("typing");
    let uri = editor.write("a.c", "int main(void) { return 0; }\n");
    editor.write("own.h", "#include <stdlib.h>\n");
    editor.open(&uri, "int main(void) { return 0; }\n");
    assert_eq!(editor.published()["diagnostics"], json!([]));
    // Texts that come one after the other: only the last counts. Headers are those next to the file.
    let wrong = WRONG.replace("<stdlib.h>", "\"own.h\"");
    editor.type_text(&uri, 2, "int main(void) {");
    editor.type_text(&uri, 3, &wrong);
    let finding = loop {
        let published = editor.published();
        assert!(!published.to_string().contains("syntax"), "{published}");
        if let Some(finding) = published["diagnostics"].get(0) {
            break finding.clone();
        }
    };
    assert_eq!((&finding["code"], &finding["range"]["start"]["line"]), (&json!("use-after-free"), &json!(6)));
    assert!(finding["relatedInformation"][0]["location"]["uri"] == uri.as_str(), "{finding}");
    // What is not C is told where it is.
    editor.type_text(&uri, 4, "int main(void) {\n  return 0 0;\n}\n");
    let finding = loop {
        let finding = editor.published()["diagnostics"][0].clone();
        if finding["code"] != "use-after-free" {
            break finding;
        }
    };
    assert_eq!(
        (&finding["code"], &finding["range"]["start"]["line"]),
        (&json!("syntax"), &json!(1)),
        "{finding}"
    );
    editor.type_text(&uri, 5, "#include \"missing.h\"\n");
    let finding = loop {
        let finding = editor.published()["diagnostics"][0].clone();
        if finding["code"] != "syntax" {
            break finding;
        }
    };
    assert!(finding["message"].as_str().unwrap().contains("missing.h"), "{finding}");
    assert_eq!(
        std::fs::read_to_string(editor.folder.join("a.c")).unwrap().lines().count(),
        1,
        "nothing is saved"
    );
    editor.stop();
}

#[test]
fn an_analysis_that_would_not_end_is_given_up_when_something_is_typed() {
    let mut editor = Editor::start("endless");
    let mut text = String::from(
        "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nstruct n { struct n *next; };\nint main(void) {\n",
    );
    for index in 0..24 {
        text.push_str(&format!("  struct n *l{index} = NULL;\n"));
    }
    text.push_str("  while (__VERIFIER_nondet_int()) {\n    struct n *m = malloc(sizeof *m);\n    if (!m) return 1;\n    switch (__VERIFIER_nondet_int()) {\n");
    for index in 0..24 {
        text.push_str(&format!("    case {index}: m->next = l{index}; l{index} = m; break;\n"));
    }
    text.push_str("    default: free(m);\n    }\n  }\n  return 0;\n}\n");
    let uri = editor.write("a.c", &text);
    editor.open(&uri, &text);
    // Questions are answered meanwhile.
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(lenses, json!([]));
    editor.type_text(&uri, 2, WRONG);
    while editor.published()["diagnostics"][0]["code"] != "use-after-free" {}
    editor.stop();
}

#[test]
fn every_function_has_a_lens_also_those_of_a_program() {
    let mut editor = Editor::start("lenses");
    let text = "static int twice(int x) { return 2 * (x % 10); }\nint main(int argc, char **argv) {\n  return twice(argc);\n}\n";
    let uri = editor.write("a.c", text);
    editor.open(&uri, text);
    // What was found comes first, the contracts after it.
    for _ in 0..2 {
        assert_eq!(editor.published()["diagnostics"], json!([]));
    }
    let lenses = editor.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let told: Vec<(u64, &str)> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|lens| {
            let title = lens["command"]["title"].as_str().unwrap();
            (lens["range"]["start"]["line"].as_u64().unwrap(), title)
        })
        .collect();
    assert_eq!(
        told,
        [(0, "besom: 1 proved contract"), (1, "besom: the program is proved to be free of memory errors")]
    );
    assert!(std::fs::read_dir(editor.folder.join("cache")).is_ok_and(|entries| entries.count() > 0));
    editor.stop();
}

/// A script that opens a file, waits for findings, asks for the contract on hover, and writes what it sees.
const NEOVIM: &str = r#"
local function finish(text)
  local file = io.open("seen.txt", "w"); file:write(text); file:close(); vim.cmd("qa!")
end
vim.cmd("edit a.c")
local client = vim.lsp.start_client({ name = "besom", cmd = { os.getenv("BESOM"), "lsp" }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
local seen = vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
if not seen then finish("nothing") return end
local found = vim.diagnostic.get(0)[1]
local lines = { found.code or found.user_data.lsp.code, tostring(found.lnum), found.source }
vim.wait(60000, function()
  local answers = vim.lsp.buf_request_sync(0, "textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() }, 5000)
  local lenses = answers and answers[client] and answers[client].result or {}
  if #lenses > 0 then table.insert(lines, lenses[1].command.title) return true end
  return false
end, 100)
finish(table.concat(lines, "\n"))
"#;

#[test]
fn neovim_shows_findings_and_lenses() {
    if !tools::has("nvim", "findings in Neovim") {
        return;
    }
    let folder = std::env::temp_dir().join(format!("besom-nvim-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.c"), WRONG).unwrap();
    std::fs::write(folder.join("look.lua"), NEOVIM).unwrap();
    // A script with an error would wait for somebody to type.
    let status = Command::new("timeout")
        .args(["100", "nvim", "--headless", "--clean", "-n", "-S", "look.lua"])
        .current_dir(&folder)
        .env("BESOM", env!("CARGO_BIN_EXE_besom"))
        .env("BESOM_CACHE", folder.join("cache"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let seen = std::fs::read_to_string(folder.join("seen.txt")).unwrap();
    assert_eq!(seen, "use-after-free\n6\nbesom\nbesom: the program has an error");
    std::fs::remove_dir_all(&folder).unwrap();
}

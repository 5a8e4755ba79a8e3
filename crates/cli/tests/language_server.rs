//! The language server as an editor sees it: messages on the standard streams.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: PathBuf,
    next: u64,
}

impl Editor {
    fn start(test: &str) -> Editor {
        let folder = std::env::temp_dir().join(format!("besom-lsp-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut server = Command::new(env!("CARGO_BIN_EXE_besom"))
            .arg("lsp")
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
        let mut editor = Editor { server, input, output, folder, next: 0 };
        let answer = editor.request("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.notify("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
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

    /// The next findings that are published.
    fn published(&mut self) -> Value {
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"].clone();
            }
        }
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.join(name);
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
    assert_eq!(actions[1]["command"], "besom.replay");
    assert!(actions[1]["arguments"][0].as_str().unwrap().starts_with("besom run "));
    // Repaired and saved: nothing is left.
    editor.write("a.c", &WRONG.replace("return *p", "return 0"));
    editor.notify("textDocument/didSave", json!({ "textDocument": document }));
    assert_eq!(editor.published()["diagnostics"], json!([]));
    editor.notify("textDocument/didClose", json!({ "textDocument": document }));
    assert_eq!(editor.published()["diagnostics"], json!([]));
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

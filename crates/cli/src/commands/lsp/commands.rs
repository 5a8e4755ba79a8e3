//! Commands of actions: what they show is written to a file, which the editor is asked to open.

use super::convert::uri_of;
use super::state::{REPLAY, STORY};
use lsp_types::{ExecuteCommandParams, ShowDocumentParams};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What the editor shall show; `Err` says what is wrong with the command.
pub fn execute(params: &ExecuteCommandParams) -> Result<ShowDocumentParams, String> {
    let argument = params.arguments.first().and_then(serde_json::Value::as_str);
    let argument = argument.ok_or_else(|| format!("`{}` takes a text", params.command))?;
    let (name, text) = match params.command.as_str() {
        STORY => ("story.txt", argument.to_owned()),
        REPLAY => ("replay.txt", replay(argument)?),
        command => return Err(format!("there is no command `{command}`")),
    };
    let folder: PathBuf = std::env::temp_dir().join(format!("besom-shown-{}", std::process::id()));
    let path = folder.join(name);
    let bad = |error: std::io::Error| format!("cannot write `{}`: {error}", path.display());
    std::fs::create_dir_all(&folder).map_err(bad)?;
    std::fs::write(&path, text).map_err(bad)?;
    let uri =
        uri_of(&path.to_string_lossy()).ok_or_else(|| format!("`{}` has no address", path.display()))?;
    Ok(ShowDocumentParams { uri, external: None, take_focus: Some(true), selection: None })
}

/// Runs the program that the editor started, and nothing else, with the words of a command.
fn replay(line: &str) -> Result<String, String> {
    let words = shlex::split(line).unwrap_or_default();
    let Some(["besom", "run"]) = words.get(..2).map(|words| [words[0].as_str(), words[1].as_str()]) else {
        return Err(format!("`{line}` runs no error once more"));
    };
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program).args(&words[1..]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("`{line}` cannot be started: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(format!("$ {line}\n{}{}", text(&output.stdout), text(&output.stderr)))
}

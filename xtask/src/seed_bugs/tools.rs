//! Asks tools about a file and reads what they say.

use super::candidates::Candidate;
use super::kinds::{Kind, Tool};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// For how many seconds a tool may look at one file.
const SECONDS: &str = "600";

/// A file, and how it is compiled.
pub struct Subject {
    /// As it is seen from `directory`.
    pub file: PathBuf,
    pub directory: PathBuf,
    pub flags: Vec<OsString>,
}

/// How Besom is asked.
pub struct Besom {
    pub program: PathBuf,
    /// A folder for the database of the build and for kept results: what a change does not reach is not analysed again.
    pub scratch: PathBuf,
    pub configuration: Option<PathBuf>,
    pub function_limit: Option<String>,
}

/// One message with the places that belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    pub text: String,
    /// The first one is where it is told.
    pub places: Vec<(String, u32)>,
}

/// What a tool says about a file.
pub fn ask(tool: Tool, subject: &Subject, besom: &Besom) -> Result<Vec<Message>, String> {
    let mut command = Command::new("timeout");
    command.current_dir(&subject.directory).arg(SECONDS);
    match tool {
        Tool::Besom => {
            write_database(subject, &besom.scratch)?;
            command.arg(&besom.program).args(["check", "--format", "gcc", "-p"]).arg(&besom.scratch);
            command.arg("--cache").arg(besom.scratch.join("kept"));
            match &besom.configuration {
                Some(path) => command.arg("--config").arg(path),
                None => command.arg("--no-config"),
            };
            if let Some(limit) = &besom.function_limit {
                command.args(["--function-limit", limit]);
            }
        }
        Tool::Clang => {
            command.args(["clang", "--analyze", "--analyzer-output", "text", "-o", "/dev/null"]);
            command.args(&subject.flags).arg(&subject.file);
        }
        Tool::Gcc => {
            command.args(["gcc", "-fanalyzer", "-fdiagnostics-plain-output", "-S", "-o", "/dev/null"]);
            command.args(&subject.flags).arg(&subject.file);
        }
        Tool::Cppcheck => {
            command.args(["cppcheck", "--quiet", "--enable=warning", "--inconclusive"]);
            command.arg("--template={file}:{line}:{column}: {severity}: {message} [{id}]");
            command.arg("--template-location={file}:{line}:{column}: note: {info}");
            command.args(&subject.flags).arg(&subject.file);
        }
    }
    let output = command.output().map_err(|error| format!("{}: {error}", tool.name()))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    // The status of a command that takes too long.
    if output.status.code() == Some(124) {
        eprintln!("{}: {} takes too long", subject.file.display(), tool.name());
    }
    Ok(messages(&text))
}

/// Whether a compiler takes the file.
pub fn is_compiled(subject: &Subject) -> bool {
    let mut command = Command::new("gcc");
    command.current_dir(&subject.directory).args(["-fsyntax-only", "-w"]);
    command.args(&subject.flags).arg(&subject.file);
    command.output().is_ok_and(|output| output.status.success())
}

fn write_database(subject: &Subject, folder: &Path) -> Result<(), String> {
    let words = ["cc", "-c"].map(OsString::from).into_iter().chain(subject.flags.iter().cloned());
    let words = words.chain([subject.file.clone().into_os_string()]);
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let entry = serde_json::json!([{
        "directory": subject.directory, "file": subject.file, "arguments": words,
    }]);
    let path = folder.join("compile_commands.json");
    std::fs::write(&path, entry.to_string()).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads `file:line:column: severity: text` as compilers print it; notes belong to the message before them.
fn messages(text: &str) -> Vec<Message> {
    let mut found: Vec<Message> = Vec::new();
    for line in text.lines() {
        let mut parts = line.splitn(4, ':');
        let (Some(file), Some(number), Some(_), Some(rest)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let Ok(number) = number.parse::<u32>() else { continue };
        let place = (file.to_owned(), number);
        let rest = rest.trim();
        if rest.starts_with("note:") {
            if let Some(message) = found.last_mut() {
                message.places.push(place);
            }
        } else {
            found.push(Message { text: rest.to_owned(), places: vec![place] });
        }
    }
    found
}

/// Whether the changed file has a message of the right kind about the changed function that the original does not have.
pub fn is_told(
    tool: Tool,
    candidate: &Candidate,
    file: &Path,
    (before, after): (&[Message], &[Message]),
) -> bool {
    let before = about(tool, candidate.kind, file, candidate.lines, before);
    let after = about(tool, candidate.kind, file, candidate.lines, after);
    after.len() > before.len()
        && after.iter().any(|message| !before.iter().any(|old| old.places[0] == message.places[0]))
}

/// The messages of a kind that have to do with some lines of a file.
fn about<'a>(
    tool: Tool,
    kind: Kind,
    file: &Path,
    (first, last): (u32, u32),
    messages: &'a [Message],
) -> Vec<&'a Message> {
    let is_there = |(name, line): &(String, u32)| {
        Path::new(name).file_name() == file.file_name() && (first..=last).contains(line)
    };
    let all = messages.iter().filter(|message| kind.is_told_by(tool, &message.text));
    all.filter(|message| message.places.iter().any(is_there)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate() -> Candidate {
        Candidate {
            kind: Kind::SecondFree,
            function: "f".to_owned(),
            lines: (10, 20),
            line: 15,
            edits: Vec::new(),
        }
    }

    #[test]
    fn notes_belong_to_the_message_before_them() {
        let text = "a.c:12:3: warning: twice [double-free]\na.c:10:3: note: freed here\n\
                    a.c:30:1: error: gone [use-after-free]\nIn file included from x\n";
        let found = messages(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].places, [("a.c".to_owned(), 12), ("a.c".to_owned(), 10)]);
    }

    #[test]
    fn only_a_new_message_of_the_right_kind_in_the_function_counts() {
        let file = Path::new("src/a.c");
        let told = |before: &str, after: &str| {
            is_told(Tool::Besom, &candidate(), file, (&messages(before), &messages(after)))
        };
        let inside = "src/a.c:12:3: warning: twice [double-free]\n";
        let outside = "src/a.c:32:3: warning: twice [double-free]\n";
        let other = "src/a.c:12:3: warning: lost [memory-lost]\n";
        let moved = "src/a.c:13:3: warning: twice [double-free]\n";
        assert!(told("", inside));
        assert!(!told(inside, inside));
        assert!(!told("", outside));
        assert!(!told("", other));
        // What was told before at another place is not new.
        assert!(!told(inside, moved));
        // An error of a caller that happens in the function counts.
        assert!(told("", &format!("{outside}src/a.c:12:3: note: the error happens here\n")));
    }
}

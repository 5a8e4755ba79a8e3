//! Tools of others that tests need: a browser, a sanitizer, Frama-C.
//!
//! A test that leaves something out because a tool is not there must say so, or it looks as if it had passed. It is said on
//! the standard error, past the test runner, which would keep it to itself, and in the file that `cargo xtask test` asks for:
//! it lists what was left out, and fails where nobody reads the list.

// Every test uses a part of this.
#![allow(dead_code)]

use std::io::Write;
use std::process::{Command, Stdio};

/// The file in which tests note what they leave out.
pub const RECORD: &str = "BESOM_SKIPPED_TESTS";

/// Whether a program can be started; if not, what is left out is noted.
pub fn has(program: &str, left_out: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok() || missing(program, left_out)
}

/// The first of several programs that can be started; if there is none, what is left out is noted.
pub fn first_of<'p>(programs: &[&'p str], left_out: &str) -> Option<&'p str> {
    let found = programs.iter().find(|program| {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok()
    });
    if found.is_none() {
        missing(programs.first().unwrap_or(&"nothing"), left_out);
    }
    found.copied()
}

/// Notes that something is left out because a tool is missing. The answer is always that it is not there.
pub fn missing(tool: &str, left_out: &str) -> bool {
    let line = format!("skipped: {left_out}: {tool} is not there\n");
    // Where nobody listens, there is nobody to tell.
    let _ = std::io::stderr().write_all(line.as_bytes());
    if let Some(record) = std::env::var_os(RECORD) {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&record);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        assert!(written.is_ok(), "{}: {written:?}", record.to_string_lossy());
    }
    false
}

//! `cargo xtask check-engines`: a project is analysed by everything that can do it, and all print the same bytes.
//!
//! With one core and with several, with an empty folder of kept results and with a full one, with the files in another order,
//! in another directory, by Ninja, and by Bazel, whose actions run in its sandbox and on a remote executor.

mod bazel;
mod project;

use crate::release;
use clap::Args;
use project::Project;
use std::process::{Command, Stdio};

#[derive(Args)]
pub struct Arguments {
    /// Leave out Bazel, which needs a while to start
    #[arg(long)]
    without_bazel: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let besom = release::besom()?;
    let project = Project::new("engines", &besom)?;
    let expected = project.check(&["-j", "1", "--no-cache"])?;
    for part in ["use-after-free", "programs    1 proved, 1 with an error", "double-free"] {
        if !expected.contains(part) {
            return Err(format!("`{part}` is not in what is printed:\n{expected}"));
        }
    }
    let mut compared = vec!["-j 1".to_owned()];
    let mut same = |name: &str, printed: String| {
        if printed != expected {
            return Err(format!("{name} prints something else:\n{printed}\ninstead of:\n{expected}"));
        }
        compared.push(name.to_owned());
        Ok(())
    };
    same("-j 2", project.check(&["-j", "2", "--no-cache"])?)?;
    same("-j 7", project.check(&["-j", "7", "--no-cache"])?)?;
    same("cold", project.check(&[])?)?;
    same("warm", project.check(&[])?)?;
    for (number, name) in ["files in the opposite order", "files in another order"].iter().enumerate() {
        project.reorder(number)?;
        same(name, project.check(&["--no-cache"])?)?;
        same(&format!("warm, {name}"), project.check(&[])?)?;
    }
    let moved = Project::new("engines-moved-elsewhere", &besom)?;
    same("another directory", moved.check(&["--no-cache"])?)?;
    same("Ninja", moved.ninja()?)?;
    drop(moved);
    if !arguments.without_bazel {
        bazel::compare(&project)?;
        compared.push("Bazel in its sandbox".to_owned());
        match bazel::compare_remotely(&project)? {
            bazel::Remote::Compared => compared.push("Bazel with a remote executor".to_owned()),
            bazel::Remote::Missing(why) => {
                crate::tools::missing(&format!("an executor ({why})"), "Bazel with a remote executor");
            }
        }
    }
    println!("the same {} bytes: {}", expected.len(), compared.join(", "));
    Ok(())
}

/// Runs a command; what it prints, on both streams.
fn printed(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{command:?} cannot be started: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.code() {
        Some(0 | 1) => Ok(text(&output.stderr) + &text(&output.stdout)),
        _ => Err(format!(
            "{command:?} ended with {}:\n{}{}",
            output.status,
            text(&output.stderr),
            text(&output.stdout)
        )),
    }
}

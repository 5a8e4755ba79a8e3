//! `cargo xtask check-static`: a binary that needs nothing of the system it runs on.

use crate::release::cargo;
use clap::Args;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Args)]
pub struct Arguments {
    /// Optimise it as a release does, which takes some minutes
    #[arg(long)]
    release: bool,
}

const TARGET: &str = "x86_64-unknown-linux-musl";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let profile = if arguments.release { "release" } else { "smoke" };
    let mut build = Command::new(cargo());
    build.args([
        "build",
        "--quiet",
        "--locked",
        "--package",
        "cli",
        "--target",
        TARGET,
        "--profile",
        profile,
    ]);
    let status = build.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !status.success() {
        return Err(format!("the program cannot be built for {TARGET}"));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let besom = Path::new(&target).join(TARGET).join(profile).join("besom");
    let bytes = std::fs::read(&besom).map_err(|error| format!("{}: {error}", besom.display()))?;
    // Dynamic programs name their loader.
    if bytes.windows(8).any(|window| window == b"/lib/ld-" || window == b"ld-linux") {
        return Err(format!("{} is not linked statically", besom.display()));
    }
    for (file, expected) in [("examples/sorted_list.c", 1), ("examples/off_by_one.c", 1)] {
        let mut command = Command::new(&besom);
        command.args(["check", "--no-config", file]).stdin(Stdio::null());
        let output = command.output().map_err(|error| format!("{}: {error}", besom.display()))?;
        if output.status.code() != Some(expected) {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            return Err(format!("`besom check {file}` ended with {}:\n{text}", output.status));
        }
    }
    println!("{}: {} MB, linked statically, finds what it should", besom.display(), bytes.len() >> 20);
    Ok(())
}

//! `cargo xtask check-static`: a binary that needs nothing of the system it runs on.

use crate::release::cargo;
use crate::setup;
use clap::Args;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Args)]
pub struct Arguments {
    /// Optimise it as a release does, which takes some minutes
    #[arg(long)]
    release: bool,
}

/// The target of the released binary.
const MUSL: &str = "x86_64-unknown-linux-musl";
/// Where there is no Rust library for it, the system's C library is linked statically instead.
const GNU: &str = "x86_64-unknown-linux-gnu";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let profile = if arguments.release { "release" } else { "smoke" };
    let target = if setup::ensure(&setup::MUSL_TARGET) { MUSL } else { GNU };
    let mut build = Command::new(cargo());
    if target == GNU {
        build.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    build.args([
        "build",
        "--quiet",
        "--locked",
        "--package",
        "besom",
        "--target",
        target,
        "--profile",
        profile,
    ]);
    let status = build.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !status.success() {
        return Err(format!("the program cannot be built for {target}"));
    }
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let besom = Path::new(&folder).join(target).join(profile).join("besom");
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

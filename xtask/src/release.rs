//! Commands that measure or that run long are built with optimisation.

use std::process::Command;

/// Runs the work if this is a release build; otherwise builds one and hands the whole command
/// line over to it.
pub fn or_here(work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    if !cfg!(debug_assertions) {
        return work();
    }
    again(&[])
}

/// Hands the whole command line over to a release build, made with these further options.
pub fn again(options: &[&str]) -> Result<(), String> {
    let mut command = Command::new(cargo());
    command.args(["run", "--quiet", "--release", "--package", "xtask"]).args(options).arg("--");
    command.args(std::env::args_os().skip(1));
    let status = command.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    // The release build has already said what is wrong.
    if status.success() { Ok(()) } else { Err(format!("the release build ended with {status}")) }
}

/// The cargo that runs us.
pub fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

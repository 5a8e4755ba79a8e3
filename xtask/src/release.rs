//! Commands that measure or that run long are built with optimisation.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The profile by which everything is built that `cargo xtask test` runs: once, with optimisation and with checks.
pub const CHECKS: &str = "checks";

/// Runs the work if this program is built with optimisation; otherwise builds one and hands the whole command
/// line over to it.
pub fn or_here(work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    if own_profile() != "dev" {
        return work();
    }
    again(&["--release"])
}

/// Hands the whole command line over to another build of this program, made with these options.
pub fn again(options: &[&str]) -> Result<(), String> {
    let mut command = Command::new(cargo());
    command.args(["run", "--quiet", "--package", "xtask"]).args(options).arg("--");
    command.args(std::env::args_os().skip(1));
    let status = command.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    // The other build has already said what is wrong.
    if status.success() { Ok(()) } else { Err(format!("the optimised build ended with {status}")) }
}

/// The profile that this program was built by, which its folder tells.
pub fn own_profile() -> String {
    let own = std::env::current_exe().unwrap_or_default();
    let folder = own.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    if folder == "debug" { "dev".to_owned() } else { folder.into_owned() }
}

/// The program that users have, built as this one is: what this one was built from serves for that one, too.
pub fn besom() -> Result<PathBuf, String> {
    let mut command = Command::new(cargo());
    command.args(["build", "--quiet", "--profile", &own_profile(), "--package", "besom"]);
    if cfg!(feature = "broken-rules") {
        command.args(["--package", "xtask", "--features", "xtask/broken-rules"]);
    }
    let status = command.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !status.success() {
        return Err("the program cannot be built".to_owned());
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(own.with_file_name("besom"))
}

/// The cargo that runs us.
pub fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

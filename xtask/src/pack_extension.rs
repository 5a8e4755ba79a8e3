//! `cargo xtask pack-extension`: the extension for Visual Studio Code as a package that can be installed.

use clap::Args;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Args)]
pub struct Arguments {
    /// The package to write
    #[arg(long, default_value = "target/besom.vsix")]
    to: PathBuf,
}

/// The program that packs extensions, in a version that this was tried with.
const PACKER: &str = "@vscode/vsce@3";

pub fn run(arguments: &Arguments) -> Result<(), String> {
    if !crate::tools::has("npm", "the extension for Visual Studio Code") {
        return Ok(());
    }
    let folder = Path::new("target/extension");
    let bad = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(bad)?;
    for name in ["README.md", "extension.js", "package.json"] {
        std::fs::copy(Path::new("editors/vscode").join(name), folder.join(name)).map_err(bad)?;
    }
    std::fs::copy("LICENSE-MIT", folder.join("LICENSE")).map_err(bad)?;
    let package = std::path::absolute(&arguments.to).map_err(bad)?;
    let install = ["npm", "install", "--omit=dev", "--no-audit", "--no-fund", "--silent"];
    let pack = ["npx", "--yes", PACKER, "package", "--allow-missing-repository", "-o"];
    for (words, last) in [(&install[..], None), (&pack[..], Some(&package))] {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(last).current_dir(folder);
        printed(&mut command)?;
    }
    let size = std::fs::metadata(&package).map_err(bad)?.len();
    println!("{}: {} kB", package.display(), size >> 10);
    activate(&package, Path::new("target/extension-unpacked"))
}

/// What the unpacked extension does when an editor activates and deactivates it.
const EXPECTED: &str =
    r#"[{"server":{"command":"besom","args":["lsp"]},"documents":[{"language":"c"}]},"stopped"]"#;

/// Unpacks the package and has node activate what is in it.
fn activate(package: &Path, folder: &Path) -> Result<(), String> {
    // It is not there the first time.
    let _ = std::fs::remove_dir_all(folder);
    printed(Command::new("unzip").arg("-q").arg(package).arg("-d").arg(folder))?;
    let script = folder.join("activate.js");
    std::fs::write(&script, include_str!("pack_extension/activate.js")).map_err(|error| error.to_string())?;
    let said = printed(Command::new("node").arg(&script).arg(folder.join("extension")))?;
    match said.trim() == EXPECTED {
        true => Ok(()),
        false => Err(format!("the unpacked extension does {said} instead of {EXPECTED}")),
    }
}

/// What a command prints, if it succeeds.
pub fn printed(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(said),
        false => {
            let errors = String::from_utf8_lossy(&output.stderr);
            Err(format!("{command:?} ended with {}:\n{said}{errors}", output.status))
        }
    }
}

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
        command.args(&words[1..]).args(last).current_dir(folder).stdin(Stdio::null());
        let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
        if !output.status.success() {
            let said = [output.stdout, output.stderr].concat();
            return Err(format!(
                "{command:?} ended with {}:\n{}",
                output.status,
                String::from_utf8_lossy(&said)
            ));
        }
    }
    let size = std::fs::metadata(&package).map_err(bad)?.len();
    println!("{}: {} kB", package.display(), size >> 10);
    Ok(())
}

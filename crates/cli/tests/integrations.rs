//! What the repository offers to systems of others: their files say what is run, and that is run here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("besom-integrations-{}-{test}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The script of a step of the action: the lines below `run: |` that are indented further.
fn script(action: &str, step: &str) -> String {
    let mut lines = action.lines().skip_while(|line| line.trim() != format!("- name: {step}"));
    lines.by_ref().find(|line| line.trim() == "run: |").expect("the step runs something");
    let body = lines.take_while(|line| line.starts_with("        ") || line.is_empty());
    body.map(|line| format!("{}\n", line.trim_start())).collect()
}

const WRONG: &str = "int main(void) {\n  int *p = 0;\n  return *p;\n}\n";

#[test]
fn the_action_annotates_and_writes_sarif() {
    let action = std::fs::read_to_string(root().join("action.yml")).unwrap();
    let folder = folder("action");
    std::fs::write(folder.join("a.c"), WRONG).unwrap();
    let mut command = Command::new("bash");
    command.args(["-e", "-o", "pipefail", "-c", &script(&action, "Run besom")]).current_dir(&folder);
    command.env("BESOM", env!("CARGO_BIN_EXE_besom")).env("ARGUMENTS", "check --no-config a.c");
    let output = command.env("SARIF", "besom.sarif").stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    // The job fails because something was found.
    assert_eq!(output.status.code(), Some(1), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("::error file=a.c,line=3"), "{told}");
    let sarif: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("besom.sarif")).unwrap()).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "null-dereference");
    // Every file that the other steps need is one that the build makes.
    let build = script(&action, "Get the static binary");
    assert!(
        build.contains("--target x86_64-unknown-linux-musl") && build.contains("target/besom"),
        "{build}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every step of the workflow that runs something is run, in their order. The build stands in for that of `cargo xtask
/// check-static`, which is a test of its own, and `gh` for the program that would publish the release.
#[test]
fn the_release_has_the_binary_that_the_action_takes() {
    let workflow = std::fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    let steps: Vec<&str> = workflow.lines().filter_map(|line| line.trim().strip_prefix("- run: ")).collect();
    assert_eq!(steps.len(), 3, "{workflow}");
    let folder = folder("release");
    let programs = folder.join("programs");
    std::fs::create_dir_all(&programs).unwrap();
    let built = "target/x86_64-unknown-linux-musl/release";
    let cargo = format!(
        "#!/bin/sh\n[ \"$*\" = 'xtask check-static --release' ] || exit 1\nmkdir -p {built}\ncp \"$BESOM\" {built}/besom\n"
    );
    let gh = "#!/bin/sh\nfor last; do :; done\n\"./$last\" --version && echo \"$*\" && echo \"$GH_TOKEN\"\n";
    for (name, text) in [("cargo", cargo.as_str()), ("gh", gh)] {
        let path = programs.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut told = String::new();
    for step in steps {
        let mut command = Command::new("bash");
        command.args(["-e", "-c", step]).env("PATH", &path).current_dir(&folder).stdin(Stdio::null());
        command.env("BESOM", env!("CARGO_BIN_EXE_besom"));
        command.env("GITHUB_REF_NAME", "v1.2.3").env("GH_TOKEN", "none");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{step}: {}", String::from_utf8_lossy(&output.stderr));
        told += &String::from_utf8_lossy(&output.stdout);
    }
    assert!(told.starts_with("besom ") && told.contains("release create v1.2.3 "), "{told}");
    let asset = told.lines().nth(1).and_then(|line| line.split(' ').next_back()).unwrap();
    let action = std::fs::read_to_string(root().join("action.yml")).unwrap();
    assert!(
        action.contains(&format!("/releases/download/${{{{ github.action_ref }}}}/{asset}\n")),
        "{asset}"
    );
    // What the check builds, and where, is what the workflow copies.
    let check = std::fs::read_to_string(root().join("xtask/src/check_static.rs")).unwrap();
    assert!(check.contains("\"x86_64-unknown-linux-musl\""));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_hook_checks_files_one_by_one() {
    let hooks = std::fs::read_to_string(root().join(".pre-commit-hooks.yaml")).unwrap();
    let entry =
        hooks.lines().find_map(|line| line.trim().strip_prefix("entry: ")).expect("the hook runs something");
    let programs = Path::new(env!("CARGO_BIN_EXE_besom")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let folder = folder("hook");
    std::fs::write(folder.join("a.c"), WRONG).unwrap();
    std::fs::write(folder.join("b.c"), "int main(void) { return 0; }\n").unwrap();
    for (files, status) in [("b.c a.c", 1), ("a.c b.c", 1), ("b.c", 0)] {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{entry} {files}")]).env("PATH", &path).current_dir(&folder);
        assert_eq!(command.stdin(Stdio::null()).output().unwrap().status.code(), Some(status), "{files}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

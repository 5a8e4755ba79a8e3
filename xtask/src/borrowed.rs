//! Tools that the installed Debian does not have, from the next one.
//!
//! They are unpacked below `target/` with the libraries that they were linked with, and started by the loader that belongs to
//! these: nothing of the system changes. The packages are those of Debian, checked by its signatures.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The release that they are taken from.
const RELEASE: &str = "trixie";

const PACKAGES: [&str; 7] = ["cbmc", "minisat", "mdbook", "libc6", "libstdc++6", "libgcc-s1", "zlib1g"];

const PROGRAMS: [&str; 4] = ["cbmc", "goto-cc", "goto-instrument", "mdbook"];

/// Where the programs are, if they can be had.
pub fn programs() -> Option<PathBuf> {
    let folder = std::env::current_dir().ok()?.join("target/borrowed");
    let programs = folder.join("bin");
    if programs.join(PROGRAMS[0]).exists() {
        return Some(programs);
    }
    println!("fetching {} from Debian {RELEASE}, into {}", PROGRAMS.join(", "), folder.display());
    unpack(&folder).then_some(())?;
    write_programs(&folder, &programs).ok()?;
    Some(programs)
}

/// A package that has the crate with the published schema of SARIF in it among its dependencies.
const SARIF: &str = "[package]\nname = \"schema\"\nedition = \"2024\"\n[dependencies]\nserde-sarif = \"=0.8.0\"\n[workspace]\n";

/// Where the published schema of SARIF is, if it can be had.
pub fn sarif_schema() -> Option<PathBuf> {
    let folder = std::env::current_dir().ok()?.join("target/sarif");
    let schema = folder.join("vendor/serde-sarif-0.8.0/src/schema.json");
    if schema.exists() {
        return Some(schema);
    }
    std::fs::create_dir_all(folder.join("src")).ok()?;
    std::fs::write(folder.join("Cargo.toml"), SARIF).ok()?;
    std::fs::write(folder.join("src/lib.rs"), "").ok()?;
    let mut vendor = Command::new(crate::release::cargo());
    vendor.args(["vendor", "--quiet", "--versioned-dirs", "vendor"]).current_dir(&folder);
    (succeeds(&mut vendor) && schema.exists()).then_some(schema)
}

/// Where the packages of the installed Debian come from.
fn archive() -> Option<String> {
    let mut targets = Command::new("apt-get");
    targets.args(["indextargets", "--format", "$(ORIGIN) $(CODENAME) $(REPO_URI)"]);
    let output = targets.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut rows = text.lines().map(|line| line.split(' ').collect::<Vec<&str>>());
    // Releases with a part behind their name have nothing but updates.
    let row = rows.find(|row| matches!(row[..], ["Debian", codename, _] if !codename.contains('-')))?;
    Some(row[2].to_owned())
}

/// Has apt fetch the packages as if this were a machine with nothing installed, and unpacks them.
fn unpack(folder: &Path) -> bool {
    let lists = folder.join("lists/partial");
    let archives = folder.join("cache/archives/partial");
    let is_made = [&lists, &archives].iter().all(|path| std::fs::create_dir_all(path).is_ok());
    let Some(archive) = archive() else { return false };
    let source =
        format!("deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {archive} {RELEASE} main\n");
    let is_written = std::fs::write(folder.join("sources.list"), source).is_ok()
        && std::fs::write(folder.join("status"), "").is_ok();
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        for (key, value) in [
            ("Dir::Etc::sourcelist", "sources.list"),
            ("Dir::State::lists", "lists"),
            ("Dir::Cache", "cache"),
            ("Dir::State::status", "status"),
        ] {
            command.arg("-o").arg(format!("{key}={}", folder.join(value).display()));
        }
        command.args(["-q", "-o", "Dir::Etc::sourceparts=-", "-o", "Acquire::Languages=none"]).args(words);
        // Where this runs as root, the user that apt becomes may not write here, which it says and does not mind.
        command.args(["-o", "APT::Sandbox::User=root"]).current_dir(folder);
        succeeds(&mut command)
    };
    let fetch = [&["download"], &PACKAGES[..]].concat();
    if !(is_made && is_written && apt(&["update"]) && apt(&fetch)) {
        return false;
    }
    let packages = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut packages = packages.filter(|path| path.extension().is_some_and(|extension| extension == "deb"));
    packages.all(|package| {
        succeeds(Command::new("dpkg").arg("-x").args([package.as_path(), &folder.join("root")]))
    })
}

fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Programs of our own that start theirs.
fn write_programs(folder: &Path, programs: &Path) -> std::io::Result<()> {
    let libraries = folder.join("root/usr/lib/x86_64-linux-gnu");
    std::fs::create_dir_all(programs)?;
    for name in PROGRAMS {
        let mut text = "#!/bin/sh\n".to_owned();
        let _ = writeln!(
            text,
            "exec '{0}/ld-linux-x86-64.so.2' --library-path '{0}:{1}' --argv0 {name} '{2}' \"$@\"",
            libraries.display(),
            folder.join("root/usr/lib").display(),
            folder.join("root/usr/bin").join(name).display()
        );
        let path = programs.join(name);
        std::fs::write(&path, text)?;
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    }
    Ok(())
}

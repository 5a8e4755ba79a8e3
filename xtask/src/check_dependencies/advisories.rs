//! What is known to be wrong with packages, by the database of the RustSec project.
//!
//! The database is a repository of its own: a folder per package, a file per advisory, which begins with a table in TOML. It
//! is fetched where that is possible; where it is not, that is noted as something that was left out. A tool that does the
//! same would take longer to build than everything else together.

use semver::{Version, VersionReq};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use toml::Table;

const DATABASE: &str = "https://github.com/RustSec/advisory-db";

/// Names a folder that has the database already.
const OWN: &str = "BESOM_ADVISORIES";

/// Complaints about packages, as `cargo metadata` tells them; nothing if there is no database here.
pub fn complaints(packages: &[Value]) -> Result<Vec<String>, String> {
    let Some(database) = database() else {
        crate::tools::missing("the database of advisories", "advisories about dependencies");
        return Ok(Vec::new());
    };
    let mut complaints = Vec::new();
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
        let name = package["name"].as_str().unwrap_or_default();
        let version = Version::parse(package["version"].as_str().unwrap_or_default());
        let version = version.map_err(|error| format!("{name} has a version that is none: {error}"))?;
        for advisory in advisories(&database, name)? {
            match advisory.verdict(&version) {
                Verdict::Unaffected => {}
                Verdict::Noted => println!("{name} {version}: {}", advisory.text),
                Verdict::Affected => complaints.push(format!("{name} {version}: {}", advisory.text)),
            }
        }
    }
    println!("advisories were compared with {}", database.display());
    Ok(complaints)
}

/// Where the database is, as new as can be had.
fn database() -> Option<PathBuf> {
    if let Some(own) = std::env::var_os(OWN) {
        return Some(PathBuf::from(own));
    }
    let folder = PathBuf::from("target/advisories");
    // An old one is of little use, and a new one is small.
    let _ = std::fs::remove_dir_all(&folder);
    let mut git = Command::new("git");
    // A network that says nothing is none, and nobody is there to be asked for a password.
    git.args(["-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=20"]).env("GIT_TERMINAL_PROMPT", "0");
    git.args(["clone", "--quiet", "--depth", "1", DATABASE]).arg(&folder);
    let status = git.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success()).then_some(folder)
}

/// What an advisory means for a version.
#[derive(PartialEq, Debug)]
enum Verdict {
    Unaffected,
    /// Nobody looks after the package, or there is something to know: no reason to fail.
    Noted,
    Affected,
}

struct Advisory {
    text: String,
    /// Versions that are free of it, whether mended or never affected.
    free: Vec<VersionReq>,
    is_withdrawn: bool,
    /// The error is none by which a program can be attacked.
    is_note: bool,
}

impl Advisory {
    fn verdict(&self, version: &Version) -> Verdict {
        if self.is_withdrawn || self.free.iter().any(|free| free.matches(version)) {
            return Verdict::Unaffected;
        }
        if self.is_note { Verdict::Noted } else { Verdict::Affected }
    }

    /// `None` if the text does not begin as advisories do.
    fn read(text: &str) -> Option<Advisory> {
        let (table, rest) = text.strip_prefix("```toml\n")?.split_once("\n```")?;
        let table: Table = table.parse().ok()?;
        let advisory = table.get("advisory")?.as_table()?;
        let word = |name: &str| advisory.get(name).and_then(|value| value.as_str());
        let list = |name: &str| table.get("versions")?.get(name)?.as_array();
        let free = [list("patched"), list("unaffected")].into_iter().flatten().flatten();
        let free = free.map(|requirement| VersionReq::parse(requirement.as_str()?).ok());
        let title = rest.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        Some(Advisory {
            text: format!("{} {title}", word("id")?),
            free: free.collect::<Option<_>>()?,
            is_withdrawn: advisory.contains_key("withdrawn"),
            is_note: matches!(word("informational"), Some("unmaintained" | "notice")),
        })
    }
}

fn advisories(database: &Path, package: &str) -> Result<Vec<Advisory>, String> {
    let crates = database.join("crates");
    if !crates.is_dir() {
        return Err(format!("{} is no database of advisories", database.display()));
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(crates.join(package)).into_iter().flatten().flatten() {
        let path = entry.path();
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        // One that is not understood must not look as if there were none.
        let advisory = Advisory::read(&text).ok_or(format!("{} is not understood", path.display()))?;
        found.push(advisory);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advisory(more: &str) -> Advisory {
        let table = "[advisory]\nid = \"X-1\"\n".to_owned() + more;
        let versions =
            "[versions]\npatched = [\">= 0.6.14, < 1.0.0\", \">= 1.6.1\"]\nunaffected = [\"< 0.6.3\"]";
        Advisory::read(&format!("```toml\n{table}\n{versions}\n```\n\n# It breaks\n")).unwrap()
    }

    fn verdict(advisory: &Advisory, version: &str) -> Verdict {
        advisory.verdict(&Version::parse(version).unwrap())
    }

    #[test]
    fn versions_are_free_of_it_if_mended_or_never_affected() {
        let advisory = advisory("");
        assert_eq!(advisory.text, "X-1 It breaks");
        for version in ["0.6.2", "0.6.14", "0.9.0", "1.6.1", "2.0.0"] {
            assert_eq!(verdict(&advisory, version), Verdict::Unaffected, "{version}");
        }
        for version in ["0.6.3", "0.6.13", "1.0.0", "1.6.0"] {
            assert_eq!(verdict(&advisory, version), Verdict::Affected, "{version}");
        }
    }

    #[test]
    fn packages_without_maintainers_are_noted_and_withdrawn_advisories_are_not() {
        assert_eq!(verdict(&advisory("informational = \"unmaintained\""), "1.0.0"), Verdict::Noted);
        assert_eq!(verdict(&advisory("informational = \"unsound\""), "1.0.0"), Verdict::Affected);
        assert_eq!(verdict(&advisory("withdrawn = \"2025-01-01\""), "1.0.0"), Verdict::Unaffected);
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        let folder = std::env::temp_dir().join(format!("besom-advisories-{}", std::process::id()));
        let package = folder.join("crates/broken");
        std::fs::create_dir_all(&package).unwrap();
        std::fs::write(package.join("X-1.md"), "```toml\n[advisory]\nid = 1\n```\n").unwrap();
        assert!(advisories(&folder, "broken").is_err());
        assert_eq!(advisories(&folder, "other").unwrap().len(), 0);
        assert!(advisories(&folder.join("crates"), "other").is_err(), "no database");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

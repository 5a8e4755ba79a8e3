//! The test programs that cargo has built.

use super::pool::Job;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The test with one case per C program takes longest by far; whatever else there is runs beside it.
const LONGEST: &str = "programs";

/// One job per test program, from the messages of `cargo test --no-run --message-format json`.
pub fn jobs(messages: &str, part: usize) -> Vec<Job> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut jobs: Vec<Job> = messages.filter_map(|message| job(&message, part)).collect();
    jobs.sort_by_key(|job| !job.title.ends_with(&format!(" {LONGEST}")));
    jobs
}

fn job(message: &Value, part: usize) -> Option<Job> {
    let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let executable = message["executable"].as_str().filter(|_| is_test)?;
    // Tests are run in the folder of their package, as by cargo.
    let folder: PathBuf = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    Some(Job {
        part,
        title: format!("tests of {package}: {}", message["target"]["name"].as_str()?),
        program: vec![executable.to_owned(), "--quiet".to_owned()],
        variables: vec![("CARGO_MANIFEST_DIR", folder.to_string_lossy().into_owned())],
        folder: Some(folder),
        without: &[],
        builds_tests: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(reason: &str, test: bool, executable: &str, name: &str) -> String {
        format!(
            "{{\"reason\":\"{reason}\",\"profile\":{{\"test\":{test}}},\"executable\":{executable},\
             \"manifest_path\":\"/x/crates/cli/Cargo.toml\",\"target\":{{\"name\":\"{name}\"}}}}\n"
        )
    }

    #[test]
    fn tests_are_found_among_what_is_built() {
        let text = message("compiler-artifact", false, "\"/x/besom\"", "besom")
            + &message("compiler-artifact", true, "\"/x/a\"", "run_programs")
            + &message("compiler-artifact", true, "null", "library")
            + &message("build-script-executed", true, "\"/x/b\"", "build")
            + "no message\n"
            + &message("compiler-artifact", true, "\"/x/c\"", "programs");
        let jobs = jobs(&text, 3);
        let told: Vec<(&str, &str)> =
            jobs.iter().map(|job| (job.title.as_str(), job.program[0].as_str())).collect();
        assert_eq!(told, [("tests of cli: programs", "/x/c"), ("tests of cli: run_programs", "/x/a")]);
        assert_eq!(jobs[0].folder.as_deref(), Some(Path::new("/x/crates/cli")));
        assert!(jobs.iter().all(|job| job.part == 3));
    }
}

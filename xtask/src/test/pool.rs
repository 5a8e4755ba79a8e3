//! Runs the programs of all parts, two at a time.
//!
//! One program seldom keeps all cores busy: crates are built one after the other, and the last test of a program runs alone.
//! What a program prints is shown when it has ended, so that what two of them print does not mix.

use super::executables;
use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many programs run at the same time.
const AT_A_TIME: usize = 2;

/// A program that is to be run for a part.
pub struct Job {
    /// The number of the part.
    pub part: usize,
    /// What is said when it starts.
    pub title: String,
    pub program: Vec<String>,
    /// Where it is run; here, if not said.
    pub folder: Option<PathBuf>,
    pub variables: Vec<(&'static str, String)>,
    pub without: &'static [&'static str],
    /// It builds test programs, which are run next.
    pub builds_tests: bool,
}

/// How long the programs of a part took, and whether all of them succeeded.
#[derive(Clone, Debug)]
pub struct Result {
    pub is_passed: bool,
    /// From the start of the first to the end of the last one, by the clock.
    pub clock: Duration,
    /// By all processors together, also those of the programs that they started.
    pub processor: Duration,
    begun: Option<Instant>,
}

struct Shared {
    waiting: VecDeque<Job>,
    running: usize,
    started: usize,
    results: Vec<Result>,
}

/// Runs them all; what became of each of so many parts. `prepare` adds what all of them need.
pub fn run(
    jobs: Vec<Job>,
    parts: usize,
    logs: &Path,
    prepare: &(dyn Fn(&mut Command) + Sync),
) -> Vec<Result> {
    let nothing = Result { is_passed: true, clock: Duration::ZERO, processor: Duration::ZERO, begun: None };
    let shared =
        Mutex::new(Shared { waiting: jobs.into(), running: 0, started: 0, results: vec![nothing; parts] });
    let changed = Condvar::new();
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                while let Some((number, job)) = next(&shared, &changed) {
                    let ended = execute(&job, &logs.join(number.to_string()), prepare);
                    let mut state = lock(&shared);
                    state.finish(&job, ended);
                    drop(state);
                    changed.notify_all();
                }
            });
        }
    });
    shared.into_inner().unwrap_or_else(PoisonError::into_inner).results
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next one; `None` if there will be none any more.
fn next(shared: &Mutex<Shared>, changed: &Condvar) -> Option<(usize, Job)> {
    let mut state = lock(shared);
    loop {
        if let Some(job) = state.waiting.pop_front() {
            state.running += 1;
            state.started += 1;
            println!("== {}", job.title);
            state.results[job.part].begun.get_or_insert_with(Instant::now);
            return Some((state.started, job));
        }
        // Whatever is running may have others follow it.
        if state.running == 0 {
            return None;
        }
        state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

/// How a program has ended.
struct Ended {
    is_passed: bool,
    printed: String,
    processor: Duration,
    followers: Vec<Job>,
}

impl Shared {
    fn finish(&mut self, job: &Job, ended: Ended) {
        self.running -= 1;
        let result = &mut self.results[job.part];
        result.is_passed &= ended.is_passed;
        result.processor += ended.processor;
        result.clock = result.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let word = if ended.is_passed { "passed" } else { "FAILED" };
        println!("-- {word}: {}\n{}", job.title, ended.printed.trim_end());
        // Tests take longest, so they are not left for the end.
        for follower in ended.followers.into_iter().rev() {
            self.waiting.push_front(follower);
        }
    }
}

/// Has a shell run the program and note for how long processors worked for it. `log` is the beginning of names of files.
fn execute(job: &Job, log: &Path, prepare: &(dyn Fn(&mut Command) + Sync)) -> Ended {
    let failed = |printed: String| Ended {
        is_passed: false,
        printed,
        processor: Duration::ZERO,
        followers: Vec::new(),
    };
    let [printed, told, times] = ["log", "json", "times"].map(|extension| log.with_extension(extension));
    let (Ok(output), Ok(told_file)) = (File::create(&printed), File::create(&told)) else {
        return failed(format!("{} cannot be written", printed.display()));
    };
    let Ok(errors) = output.try_clone() else { return failed("too many files are open".to_owned()) };
    let mut command = Command::new("sh");
    prepare(&mut command);
    command.args(["-c", "\"$@\"; status=$?; times >\"$0\"; exit $status"]).arg(&times).args(&job.program);
    command.envs(job.variables.iter().map(|(name, value)| (name, value)));
    job.without.iter().for_each(|name| _ = command.env_remove(name));
    if let Some(folder) = &job.folder {
        command.current_dir(folder);
    }
    command.stdin(Stdio::null()).stdout(if job.builds_tests { told_file } else { output }).stderr(errors);
    let status = match command.status() {
        Ok(status) => status,
        Err(error) => return failed(format!("{command:?} cannot be started: {error}")),
    };
    let read = |path: &Path| String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
    let mut ended = Ended {
        is_passed: status.success(),
        printed: read(&printed),
        processor: of_children(&read(&times)),
        followers: Vec::new(),
    };
    if job.builds_tests && ended.is_passed {
        ended.followers = executables::jobs(&read(&told), job.part);
        // A build that tells of no test has told something else than was expected.
        ended.is_passed = !ended.followers.is_empty();
    }
    ended
}

/// The second line of what the shell's `times` prints: for how long processors worked for its children.
fn of_children(times: &str) -> Duration {
    let words = times.lines().nth(1).unwrap_or_default().split(' ');
    words.filter_map(duration).sum()
}

/// A time like `1m2.50s`.
fn duration(word: &str) -> Option<Duration> {
    let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
    let seconds: f64 = seconds.replace(',', ".").parse().ok()?;
    Duration::try_from_secs_f64(minutes.parse::<u32>().ok()? as f64 * 60.0 + seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(part: usize, script: &str) -> Job {
        let program = ["sh", "-c", script].map(str::to_owned).to_vec();
        let title = script.to_owned();
        Job { part, title, program, folder: None, variables: vec![], without: &[], builds_tests: false }
    }

    fn run_in(name: &str, jobs: Vec<Job>, parts: usize) -> Vec<Result> {
        let logs = std::env::temp_dir().join(format!("besom-pool-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&logs).unwrap();
        let results = run(jobs, parts, &logs, &|command| _ = command.env("BESOM_GIVEN", "given"));
        std::fs::remove_dir_all(logs).unwrap();
        results
    }

    #[test]
    fn a_part_has_passed_if_all_of_its_programs_have() {
        let jobs = vec![
            job(0, "exit 0"),
            job(1, "exit 3"),
            job(1, "exit 0"),
            job(2, "test $BESOM_GIVEN = given"),
            job(0, "exit 0"),
        ];
        let results = run_in("passed", jobs, 3);
        assert_eq!(results.iter().map(|result| result.is_passed).collect::<Vec<_>>(), [true, false, true]);
    }

    #[test]
    fn test_programs_follow_their_build() {
        let folder = std::env::temp_dir();
        let line = |executable: &str| {
            format!(
                "echo '{{\"reason\":\"compiler-artifact\",\"profile\":{{\"test\":true}},\"executable\":\"{executable}\",\
                 \"manifest_path\":\"{}/Cargo.toml\",\"target\":{{\"name\":\"it\"}}}}'",
                folder.display()
            )
        };
        let builds = |script: String| Job { builds_tests: true, ..job(0, &script) };
        assert!(run_in("follow", vec![builds(line("/bin/true"))], 1)[0].is_passed);
        assert!(!run_in("fail", vec![builds(line("/bin/false"))], 1)[0].is_passed);
        assert!(!run_in("none", vec![builds("true".to_owned())], 1)[0].is_passed, "no test was built");
    }

    #[test]
    fn times_of_shells_are_read() {
        let text = "0m0.00s 0m0.01s\n1m2.50s 0m0.25s\n";
        assert_eq!(of_children(text), Duration::from_millis(62_750));
        assert_eq!(of_children("0m0,000s 0m0,001s\n0m1,500s 0m0,500s\n"), Duration::from_secs(2));
        assert_eq!(of_children(""), Duration::ZERO);
    }
}

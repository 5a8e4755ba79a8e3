//! `cargo xtask check-cache`: what is remembered is what would be found out.
//!
//! A small random project is edited at random: numbers in a function, comments, the order of functions, new functions, moves to
//! other files. After every edit it is analysed with what is kept from before and without, on one core and on several; both must
//! print the same. Now and then a run is killed in the middle, and entries of the folder are damaged.

mod project;

use crate::release;
use clap::Args;
use project::RandomProject;
use random_programs::Random;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

#[derive(Args)]
pub struct Arguments {
    /// How many edits are made
    #[arg(long, default_value_t = 60)]
    edits: usize,

    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What a run printed, and what it says of functions.
struct Printed {
    text: String,
    analysed: usize,
    kept: usize,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let besom = release::besom()?;
    let folder = std::env::temp_dir().join(format!("besom-check-cache-{}", std::process::id()));
    let result = check(arguments, &besom, &folder);
    match &result {
        // Whoever looks for the cause wants to see the files.
        Err(_) => println!("the project is left in {}", folder.display()),
        Ok(()) => _ = std::fs::remove_dir_all(&folder),
    }
    result
}

fn check(arguments: &Arguments, besom: &Path, folder: &Path) -> Result<(), String> {
    let mut random = Random::new(arguments.seed);
    let mut project = RandomProject::new(&mut random);
    let cache = folder.join("kept");
    let (mut analysed, mut kept, mut whole, mut killed, mut damaged) = (0, 0, 0, 0, 0);
    for edit in 0..=arguments.edits {
        let what = if edit == 0 { "the project is new".to_owned() } else { project.edit(&mut random) };
        project.write(folder).map_err(|error| format!("the project cannot be written: {error}"))?;
        if random.below(6) == 0 {
            killed += usize::from(kill_a_run(besom, folder, &cache, &mut random)?);
        }
        if random.below(6) == 0 {
            damaged += usize::from(damage(&cache, &mut random));
        }
        let jobs = ["1", "2", "3"][random.below(3)];
        let with = analyse(besom, folder, &["-j", jobs, "--cache", "kept"])?;
        let without = analyse(besom, folder, &["-j", "1", "--no-cache"])?;
        if with.text != without.text {
            return Err(format!(
                "after edit {edit} (seed {}; {what}) another answer was remembered:\n{}\n-- than is found out:\n{}",
                arguments.seed, with.text, without.text
            ));
        }
        let again = analyse(besom, folder, &["-j", jobs, "--cache", "kept"])?;
        if again.text != without.text || again.analysed != 0 {
            return Err(format!(
                "after edit {edit} (seed {}; {what}) a second run analysed {} functions, or printed:\n{}",
                arguments.seed, again.analysed, again.text
            ));
        }
        analysed += with.analysed;
        kept += with.kept;
        whole += usize::from(with.analysed + with.kept == 0);
    }
    println!(
        "{} edits: {analysed} functions analysed, {kept} remembered, {whole} times all was known; {killed} runs killed, {damaged} \
         entries damaged; always the same output as without what is kept",
        arguments.edits
    );
    match kept {
        0 => Err("nothing was ever remembered".to_owned()),
        _ => Ok(()),
    }
}

fn command(besom: &Path, folder: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(besom);
    command.args(["check", "-p", "."]).args(options).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn analyse(besom: &Path, folder: &Path, options: &[&str]) -> Result<Printed, String> {
    let output = command(besom, folder, options).output();
    let output = output.map_err(|error| format!("{} cannot be started: {error}", besom.display()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (printed, messages) = (text(&output.stdout), text(&output.stderr));
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("the analysis ended with {}:\n{printed}{messages}", output.status));
    }
    let (time, messages): (Vec<&str>, Vec<&str>) =
        messages.lines().partition(|line| line.starts_with("time "));
    let mut numbers = time.iter().flat_map(|line| line.split(' ')).filter_map(|word| word.parse().ok());
    let (analysed, kept) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    let text = format!("{}\n{printed}{}", messages.join("\n"), output.status);
    Ok(Printed { text, analysed, kept })
}

/// Kills a run at some time. Returns whether it was still at it.
fn kill_a_run(besom: &Path, folder: &Path, cache: &Path, random: &mut Random) -> Result<bool, String> {
    let cache = cache.to_string_lossy();
    let run = command(besom, folder, &["-j", "2", "--cache", &cache]).spawn();
    let mut run = run.map_err(|error| format!("{} cannot be started: {error}", besom.display()))?;
    std::thread::sleep(Duration::from_millis(random.below(400) as u64));
    let was_running = run.try_wait().is_ok_and(|status| status.is_none());
    // One that has ended cannot be killed.
    let _ = run.kill();
    let _ = run.wait();
    Ok(was_running)
}

/// Cuts an entry short, or changes a byte of it. Returns whether there was one.
fn damage(cache: &Path, random: &mut Random) -> bool {
    let folders = std::fs::read_dir(cache).into_iter().flatten().flatten();
    let entries = folders.flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten().flatten());
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    if entries.is_empty() {
        return false;
    }
    let path = &entries[random.below(entries.len())];
    let Ok(mut bytes) = std::fs::read(path) else { return false };
    if bytes.is_empty() {
        return false;
    }
    let at = random.below(bytes.len());
    match random.below(2) {
        0 => bytes.truncate(at),
        _ => bytes[at] ^= 1 << random.below(8),
    }
    std::fs::write(path, bytes).is_ok()
}

//! Which files a row of the table stands for.

use super::Arguments;
use source::DataModel;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A file, and for which machine it is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    pub path: PathBuf,
    pub data_model: DataModel,
}

/// The name of a row and its files, in order.
pub fn files_of(argument: &str, arguments: &Arguments) -> Result<(String, Vec<Task>), String> {
    let (name, paths) = match argument.split_once('=') {
        Some((name, paths)) => (name.to_owned(), paths),
        None => {
            let last = Path::new(argument).file_stem().map(|name| name.to_string_lossy().into_owned());
            (last.unwrap_or_else(|| argument.to_owned()), argument)
        }
    };
    let data_model = arguments.data_model.into();
    let mut tasks = Vec::new();
    for path in paths.split(',').map(Path::new) {
        match has_ending(path, "set") {
            true => tasks.extend(benchmark_set(path)?),
            false => {
                let mut files = Vec::new();
                collect(path, &mut files)?;
                tasks.extend(files.into_iter().map(|path| Task { path, data_model }));
            }
        }
    }
    tasks.sort_by(|a, b| a.path.cmp(&b.path));
    tasks.dedup_by(|a, b| a.path == b.path);
    if arguments.prefer_preprocessed {
        let preprocessed: BTreeSet<PathBuf> =
            tasks.iter().filter(|task| has_ending(&task.path, "i")).map(|task| task.path.clone()).collect();
        tasks.retain(|task| {
            !has_ending(&task.path, "c") || !preprocessed.contains(&task.path.with_extension("i"))
        });
    }
    Ok((name, tasks))
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

/// All C files below a directory, or the file itself.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?.path();
        let is_dangling = !entry.exists();
        if is_dangling {
            eprintln!("note: {} is a link to nowhere", entry.display());
        } else if entry.is_dir() || has_ending(&entry, "i") || has_ending(&entry, "c") {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

/// The tasks of a `.set` file: each line names task definitions, `folder/*.yml`. The data model is
/// in the definition, or (in older checkouts) in the `.cfg` file beside the set.
fn benchmark_set(path: &Path) -> Result<Vec<Task>, String> {
    let read =
        |path: &Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let folder = path.parent().unwrap_or(Path::new("."));
    let default = match std::fs::read_to_string(path.with_extension("cfg")) {
        Ok(text) if text.contains("Architecture: 32 bit") => DataModel::Ilp32,
        _ => DataModel::Lp64,
    };
    let mut tasks = Vec::new();
    for line in read(path)?.lines().map(str::trim).filter(|line| line.ends_with(".yml")) {
        for definition in matching(folder, line)? {
            let text = read(&definition)?;
            let base = definition.parent().unwrap_or(folder);
            let data_model = match (text.contains("data_model: ILP32"), text.contains("data_model: LP64")) {
                (true, _) => DataModel::Ilp32,
                (_, true) => DataModel::Lp64,
                _ => default,
            };
            tasks.extend(input_files(&text).map(|file| Task { path: base.join(file), data_model }));
        }
    }
    Ok(tasks)
}

/// The files whose names fit a pattern with at most one `*` in its last part.
fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, String> {
    let pattern = folder.join(pattern);
    let name = pattern.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some((before, after)) = name.split_once('*') else { return Ok(vec![pattern]) };
    let folder = pattern.parent().unwrap_or(folder);
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("note: {} is missing in the checkout", folder.display());
        return Ok(Vec::new());
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.len() >= before.len() + after.len() && name.starts_with(before) && name.ends_with(after) {
            files.push(path);
        }
    }
    Ok(files)
}

/// The value of `input_files:`, which is a name, or a list of names on the following lines.
fn input_files(definition: &str) -> impl Iterator<Item = String> {
    let unquoted = |text: &str| text.trim().trim_matches(['\'', '"']).to_owned();
    let mut names = Vec::new();
    let mut lines = definition.lines().skip_while(|line| !line.starts_with("input_files:"));
    let first = lines.next().and_then(|line| line.strip_prefix("input_files:")).map(str::trim);
    match first {
        None => {}
        Some("") => names.extend(lines.map_while(|line| line.trim().strip_prefix("- ")).map(unquoted)),
        Some(list) => names.extend(list.trim_matches(['[', ']']).split(',').map(unquoted)),
    }
    names.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_files_are_found_in_all_forms() {
        let names = |text| input_files(text).collect::<Vec<_>>();
        assert_eq!(names("format_version: '1.0'\ninput_files: 'a.i'\n\nproperties:\n"), ["a.i"]);
        assert_eq!(names("input_files: [\"a.c\", 'b.c']\n"), ["a.c", "b.c"]);
        assert_eq!(names("input_files:\n  - 'a.c'\n  - b.c\nproperties:\n  - x\n"), ["a.c", "b.c"]);
        assert_eq!(names("properties:\n"), [""; 0]);
    }
}

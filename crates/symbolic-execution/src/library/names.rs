//! The names under which headers and compilers call the functions of the library.

use super::Argument;

/// The plain name of a function, and its arguments without those that only serve additional checks.
pub(super) fn without_checks<'n>(name: &'n str, arguments: &[Argument]) -> (&'n str, Vec<Argument>) {
    // The builtin functions that are not functions of the library keep their names.
    let name = match name.strip_prefix("__builtin_") {
        Some(rest) if super::find(name).is_none() => rest,
        _ => name,
    };
    let name = ["__isoc99_", "__isoc23_", "_IO_"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .or_else(|| name.strip_suffix("_unlocked"))
        .unwrap_or(name);
    let Some(plain) = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk")) else {
        let plain = match name {
            "__strdup" => "strdup",
            "__strndup" => "strndup",
            "__strtok_r" => "strtok_r",
            "__getdelim" => "getdelim",
            "__mempcpy" => "mempcpy",
            _ => name,
        };
        return (plain, arguments.to_vec());
    };
    // Which arguments the checking variant takes in addition; those behind the others do not matter.
    let additional: &[usize] = match plain {
        "printf" | "vprintf" => &[0],
        "fprintf" | "vfprintf" | "fgets" | "fread" => &[1],
        "sprintf" | "vsprintf" => &[1, 2],
        "snprintf" | "vsnprintf" => &[2, 3],
        _ => &[],
    };
    let kept = arguments.iter().enumerate().filter(|(index, _)| !additional.contains(index));
    (plain, kept.map(|(_, &argument)| argument).collect())
}

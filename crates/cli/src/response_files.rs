//! `@file` on a compiler's command line stands for the words in the file.

use std::path::Path;

/// How deep such files may name each other.
const DEPTH: usize = 16;

/// All words, with those of files in their place. As compilers do, a word whose file does not exist is taken as it is.
pub fn expanded(words: Vec<String>, directory: &Path) -> Result<Vec<String>, String> {
    let mut result = Vec::new();
    expand(words, directory, DEPTH, &mut result)?;
    Ok(result)
}

fn expand(
    words: Vec<String>,
    directory: &Path,
    depth: usize,
    result: &mut Vec<String>,
) -> Result<(), String> {
    for word in words {
        let Some(path) =
            word.strip_prefix('@').map(|name| directory.join(name)).filter(|path| path.is_file())
        else {
            result.push(word);
            continue;
        };
        if depth == 0 {
            return Err(format!("`{word}` names itself, or files that do"));
        }
        let text = std::fs::read_to_string(&path)
            .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let words =
            shlex::split(&text).ok_or_else(|| format!("`{}` has a quote without an end", path.display()))?;
        expand(words, directory, depth - 1, result)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_cycles_noticed() {
        let folder = std::env::temp_dir().join(format!("besom-response-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("flags"), "-DX='a b'\n-Iinc @more").unwrap();
        std::fs::write(folder.join("more"), "-O2").unwrap();
        std::fs::write(folder.join("self"), "@self").unwrap();
        std::fs::write(folder.join("open"), "'x").unwrap();
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let all = expanded(words("gcc @flags @nowhere a.c"), &folder).unwrap();
        assert_eq!(all, ["gcc", "-DX=a b", "-Iinc", "-O2", "@nowhere", "a.c"]);
        assert!(expanded(words("@self"), &folder).unwrap_err().contains("names itself"));
        assert!(expanded(words("@open"), &folder).unwrap_err().contains("quote"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

//! The tutorial is true: its files are written, its commands executed, and what it shows is in what they print.
//! The table of contents of the documentation names every page, and every page that it names is there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The fenced blocks of a page: language and lines.
fn blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut is_inside = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(language) if !is_inside => {
                blocks.push((language.to_owned(), Vec::new()));
                is_inside = true;
            }
            Some(_) => is_inside = false,
            None if is_inside => blocks.last_mut().unwrap().1.push(line.to_owned()),
            None => {}
        }
    }
    blocks
}

#[test]
fn the_tutorial_is_true() {
    let folder = std::env::temp_dir().join(format!("besom-tutorial-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let page = std::fs::read_to_string(docs().join("tutorial.md")).unwrap();
    let mut commands = 0;
    for (language, lines) in blocks(&page) {
        if let Some(name) = lines.first().and_then(|line| line.strip_prefix("// file: ")) {
            assert_eq!(language, "c");
            std::fs::write(folder.join(name), lines[1..].join("\n") + "\n").unwrap();
            continue;
        }
        let mut rest = String::new();
        for line in lines {
            match line.strip_prefix("$ besom ") {
                Some(command) => {
                    commands += 1;
                    let output = Command::new(env!("CARGO_BIN_EXE_besom"))
                        .args(command.split(' '))
                        .current_dir(&folder)
                        .stdin(Stdio::null())
                        .output()
                        .unwrap();
                    assert!(output.status.code().is_some_and(|status| status < 2), "{command}");
                    let (errors, results) = (output.stderr, output.stdout);
                    rest = String::from_utf8_lossy(&errors).into_owned() + &String::from_utf8_lossy(&results);
                }
                // Lines are shown in their order, some of them only in part.
                None => match rest.find(&line) {
                    Some(at) => rest = rest.split_off(at + line.len()),
                    None => panic!("`{line}` is not in\n{rest}"),
                },
            }
        }
    }
    assert!(commands >= 6, "{commands}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_table_of_contents_names_every_page() {
    let contents = std::fs::read_to_string(docs().join("SUMMARY.md")).unwrap();
    let named: Vec<&str> = contents.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    for page in &named {
        assert!(docs().join(page).is_file(), "{page} is not there");
    }
    for folder in ["", "findings/", "decisions/"] {
        for entry in std::fs::read_dir(docs().join(folder)).unwrap() {
            let name = format!("{folder}{}", entry.unwrap().file_name().to_string_lossy());
            if name.ends_with(".md") && name != "SUMMARY.md" {
                assert!(named.contains(&name.as_str()), "{name} is not in SUMMARY.md");
            }
        }
    }
}

#[test]
fn decisions_have_numbers_of_their_own() {
    let entries = std::fs::read_dir(docs().join("decisions")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for (index, name) in names.iter().enumerate() {
        let number = index + 1;
        assert!(name.starts_with(&format!("{number:04}-")), "{name} is not decision {number}");
        let text = std::fs::read_to_string(docs().join("decisions").join(name)).unwrap();
        assert!(text.starts_with(&format!("# {number}. ")), "{name} says another number");
    }
}

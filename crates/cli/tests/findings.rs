//! Every identifier of a message or fault has a page in `docs/findings`, and every page is about one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

/// The string literals in kebab case that are handed to functions which report something, with
/// the place of the first one. `Diagnostic::error("id", …)`, `self.error("id", …)` and the like.
fn reported_identifiers() -> BTreeMap<String, String> {
    let mut identifiers = BTreeMap::new();
    for name in ["c-syntax", "c-types", "ir-lowering", "analyzer", "cli"] {
        let mut sources = Vec::new();
        files(&root().join("crates").join(name).join("src"), "rs", &mut sources);
        for source in sources {
            let text = std::fs::read_to_string(&source).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for word in ["error(", "warning(", "warn("] {
                for (at, _) in code.match_indices(word) {
                    if let Some(id) = first_identifier(&code[at + word.len()..]) {
                        identifiers.entry(id.to_owned()).or_insert_with(|| source.display().to_string());
                    }
                }
            }
        }
    }
    identifiers
}

/// The literal that the arguments begin with, if it looks like an identifier.
fn first_identifier(arguments: &str) -> Option<&str> {
    let literal = arguments.trim_start().strip_prefix('"')?;
    let (literal, _) = literal.split_once('"')?;
    let is_kebab =
        literal.split('-').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase()));
    is_kebab.then_some(literal)
}

#[test]
fn the_list_of_pages_is_that_of_the_files() {
    let mut paths = Vec::new();
    files(&root().join("docs/findings"), "md", &mut paths);
    let on_disk: BTreeSet<String> =
        paths.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let embedded: Vec<String> = cli::findings::PAGES.iter().map(|(id, _)| (*id).to_owned()).collect();
    assert!(embedded.is_sorted());
    assert_eq!(on_disk, embedded.into_iter().collect::<BTreeSet<_>>());
}

#[test]
fn every_identifier_has_a_page_and_every_page_an_identifier() {
    let mut identifiers = reported_identifiers();
    assert!(identifiers.len() > 30, "the scan finds something: {identifiers:?}");
    for kind in interpreter::FaultKind::ALL {
        identifiers.insert(kind.id().to_owned(), "interpreter".to_owned());
    }
    for (id, place) in &identifiers {
        assert!(cli::findings::page(id).is_some(), "`{id}` of {place} has no page");
    }
    // Some identifiers are chosen by a condition; those stand as literals somewhere.
    let mut sources = Vec::new();
    files(&root().join("crates"), "rs", &mut sources);
    let everything: String = sources
        .iter()
        .filter(|path| !path.ends_with("findings.rs"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    for (id, _) in cli::findings::PAGES {
        assert!(everything.contains(&format!("\"{id}\"")), "nothing reports `{id}`");
    }
}

#[test]
fn pages_have_a_title_and_sentences() {
    for (id, text) in cli::findings::PAGES {
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("# {id}: ")), "{id}: {first}");
        assert!(text.lines().count() >= 3 && text.ends_with('\n'), "{id} explains something");
    }
}

#[test]
fn every_kind_of_weakness_is_named() {
    for kind in interpreter::FaultKind::ALL.iter().filter(|kind| kind.cwe() != 0) {
        let page = cli::findings::page(kind.id()).unwrap_or_default();
        assert!(page.contains(&format!("CWE-{}", kind.cwe())), "{kind} is CWE-{}", kind.cwe());
    }
}

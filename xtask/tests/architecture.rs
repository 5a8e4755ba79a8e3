//! The architecture's invariants that can be checked from outside (ARCHITECTURE.md).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Which crates of the project a crate may use. What is not listed, it does not know.
const ALLOWED: &[(&str, &[&str])] = &[
    ("stdx", &[]),
    ("source", &["stdx"]),
    // The program side.
    ("c-syntax", &["stdx", "source"]),
    ("c-types", &["stdx", "source", "c-syntax"]),
    ("ir", &["stdx", "source"]),
    ("ir-lowering", &["stdx", "source", "c-syntax", "c-types", "ir"]),
    ("call-graph", &["stdx", "source", "ir"]),
    ("interpreter", &["stdx", "source", "ir"]),
    ("random-programs", &[]),
    // The logic side.
    ("pure-logic", &["stdx"]),
    ("symbolic-heap", &["stdx", "pure-logic"]),
    ("heap-rules", &["stdx", "pure-logic", "symbolic-heap"]),
    // Where both sides meet.
    (
        "symbolic-execution",
        &["stdx", "source", "ir", "call-graph", "interpreter", "pure-logic", "symbolic-heap", "heap-rules"],
    ),
    (
        "interprocedural",
        &[
            "stdx",
            "source",
            "ir",
            "call-graph",
            "interpreter",
            "pure-logic",
            "symbolic-heap",
            "heap-rules",
            "symbolic-execution",
        ],
    ),
    // Results.
    ("findings", &["source"]),
    (
        "analyzer",
        &[
            "stdx",
            "source",
            "findings",
            "c-syntax",
            "c-types",
            "ir",
            "ir-lowering",
            "call-graph",
            "interpreter",
            "pure-logic",
            "symbolic-heap",
            "symbolic-execution",
            "interprocedural",
        ],
    ),
    ("report", &["source", "findings"]),
    ("test-kit", &[]),
    ("cli", &["stdx", "source", "findings", "analyzer", "report", "ir", "call-graph", "interpreter"]),
];

/// What code below `cli` does not contain: input, output, global state.
const FORBIDDEN: &[&str] = &[
    "std::fs",
    "std::io",
    "std::env",
    "std::process",
    "std::net",
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
    "dbg!",
    "static mut",
    "thread_local!",
    "OnceLock",
    "LazyLock",
    "OnceCell<",
    "SystemTime",
    "include_bytes!(\"/",
];

/// What changes the lists and trees of a heap: `heap-rules` alone does, because each such change is a rule.
const CHANGES_OF_SHAPES: &[&str] = &[
    ".push_segment(",
    ".remove_segment(",
    ".replace_segment(",
    ".add_instance(",
    ".remove_instance(",
    ".replace_instance(",
    ".remove_block(",
];

/// What changes blocks: `symbolic-execution` does at the address of an access, and where memory is allocated or freed.
const CHANGES_OF_BLOCKS: &[&str] =
    &[".insert_block(", ".block_mut(", ".isolate(", ".set_content(", ".replace_with(", "cells.replace("];

/// The crates that reason with heaps, and what of the above they may not do.
const READERS_OF_HEAPS: &[(&str, &[&[&str]])] = &[
    ("symbolic-execution", &[CHANGES_OF_SHAPES]),
    ("interprocedural", &[CHANGES_OF_SHAPES, CHANGES_OF_BLOCKS]),
    ("analyzer", &[CHANGES_OF_SHAPES, CHANGES_OF_BLOCKS]),
];

/// The crates whose limits steer the analysis. Each of them has a module `limits`, and no limit stands elsewhere.
const LIMITED: &[&str] =
    &["pure-logic", "symbolic-heap", "heap-rules", "symbolic-execution", "interprocedural", "analyzer"];

/// Numeric constants that bound nothing: they say what is so in C, in a layout or in an encoding, and stand where they are
/// used. Whoever adds one here says which of the two it is.
const FACTS: &[(&str, &str)] = &[
    // Words and bytes, as C and the machine have them.
    ("symbolic-heap/src/numbers.rs", "LARGEST"),
    ("heap-rules/src/fold/known.rs", "MAXIMAL_BYTES"),
    ("heap-rules/src/join/texts.rs", "LETTERS"),
    ("symbolic-execution/src/arithmetic.rs", "FAR"),
    ("symbolic-execution/src/products.rs", "SMALL_RANGE"),
    ("symbolic-execution/src/library/wide.rs", "WIDTH"),
    ("interprocedural/src/input_words.rs", "EXTREMES"),
    ("interprocedural/src/linked_records.rs", "SHORTEST"),
    ("interprocedural/src/explorer/touched.rs", "ALL"),
    // What allocators, systems and the C library do.
    ("symbolic-execution/src/memory.rs", "NULL_PAGE"),
    ("symbolic-execution/src/library/allocation.rs", "ENOMEM"),
    ("symbolic-execution/src/library/allocation.rs", "EINVAL"),
    ("symbolic-execution/src/library/characters.rs", "CAPITAL"),
    ("symbolic-execution/src/library/characters.rs", "SMALL"),
    ("symbolic-execution/src/library/format.rs", "BYTES_OF_A_CHARACTER"),
    ("symbolic-execution/src/library/format.rs", "NO_NUMBER"),
    ("symbolic-execution/src/library/streams.rs", "STREAM_SIZE"),
    ("interprocedural/src/open/ways.rs", "MALLOC_ALIGNMENT"),
    ("interprocedural/src/open/generalise/in_step.rs", "ALIGNMENT"),
    ("interprocedural/src/guided_runs.rs", "OUTERMOST"),
    // Layouts and encodings of our own.
    ("pure-logic/src/parse.rs", "RELATION_STRENGTH"),
    ("pure-logic/src/parse.rs", "UNARY_STRENGTH"),
    ("pure-logic/src/presburger/omega/inequalities.rs", "MULTIPLIER"),
    ("pure-logic/src/presburger/rows.rs", "SHARED"),
    ("pure-logic/src/solver.rs", "EMPTY_STAMP"),
    ("pure-logic/src/term.rs", "FLAG_COMPOUND"),
    ("pure-logic/src/term.rs", "FLAG_FUNCTION"),
    ("pure-logic/src/term.rs", "FLAG_OPAQUE"),
    ("pure-logic/src/term.rs", "FLAG_TRUTH"),
    ("interprocedural/src/open/simulation/state.rs", "ANY"),
    ("interprocedural/src/open/simulation/state.rs", "NEGATIVE"),
    ("interprocedural/src/open/simulation/state.rs", "POSITIVE"),
    ("interprocedural/src/open/simulation/state.rs", "ZERO"),
    ("symbolic-heap/src/order.rs", "MAXIMAL"),
    ("symbolic-heap/src/place.rs", "FOR_A_TYPE"),
    ("symbolic-heap/src/print.rs", "LINE_LENGTH"),
    ("symbolic-heap/src/shape.rs", "TAIL_END"),
    ("heap-rules/src/chunks/divided.rs", "NULL"),
    ("symbolic-execution/src/variadic.rs", "NOTE"),
    ("symbolic-execution/src/variadic.rs", "SLOT"),
    ("symbolic-execution/src/variadic.rs", "SPENT"),
    ("analyzer/src/open/keep.rs", "NOWHERE"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All crates under `crates/`, with the dependencies of the tool itself (not of its tests).
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let mut crates = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let package = if name == "cli" { "besom".to_owned() } else { format!("besom-{name}") };
        for name in [package, name.replace('-', "_")] {
            assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{folder:?} lacks the name {name}");
        }
        crates.insert(name, dependencies(&manifest));
    }
    crates
}

/// The names in the section `[dependencies]`.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let lines = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', '=', ' ']).next());
    names.filter(|name| !name.is_empty() && !name.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn crates_use_only_what_they_may_know() {
    let crates = crates();
    for (name, used) in &crates {
        let allowed = ALLOWED.iter().find(|(known, _)| known == name);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("`{name}` is missing in the table of this test"));
        let own = used.iter().filter(|dependency| crates.contains_key(*dependency));
        for dependency in own {
            assert!(allowed.contains(&dependency.as_str()), "`{name}` must not know `{dependency}`");
        }
    }
}

#[test]
fn program_side_and_logic_side_do_not_see_each_other() {
    let program = ["c-syntax", "c-types", "ir", "ir-lowering", "call-graph", "interpreter"];
    let logic = ["pure-logic", "symbolic-heap", "heap-rules"];
    for (name, allowed) in ALLOWED {
        let other: &[&str] = match (program.contains(name), logic.contains(name)) {
            (true, _) => &logic,
            (_, true) => &program,
            _ => continue,
        };
        assert!(!allowed.iter().any(|dependency| other.contains(dependency)), "`{name}` sees the other side");
    }
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The lines of a file that are code of the tool: no comments, no tests.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().take_while(|(_, line)| !line.starts_with("#[cfg(test)]\nmod"));
    let mut in_tests = false;
    lines.filter(move |(_, line)| {
        in_tests |= line.starts_with("#[cfg(test)]");
        // A test module in a file of its own is one line; code goes on after it.
        let is_tests_file = in_tests && line.starts_with("mod ") && line.ends_with(';');
        let keep = !in_tests && !line.trim_start().starts_with("//");
        in_tests &= !is_tests_file;
        keep
    })
}

#[test]
fn nothing_below_the_command_line_does_input_or_output() {
    let mut violations = Vec::new();
    for name in crates().keys().filter(|name| *name != "cli") {
        let mut files = Vec::new();
        rust_files(&root().join("crates").join(name).join("src"), &mut files);
        for file in files
            .iter()
            .filter(|file| !file.ends_with("tests.rs") && !file.to_string_lossy().contains("/tests/"))
        {
            let text = std::fs::read_to_string(file).unwrap();
            for (number, line) in code_lines(&text) {
                let found = FORBIDDEN.iter().find(|word| contains_word(line, word));
                violations.extend(found.map(|word| format!("{}:{}: `{word}`", file.display(), number + 1)));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// A published package has only the files of its folder, so what is built from it takes no other ones in.
#[test]
fn packages_include_only_their_own_files() {
    let mut outside = Vec::new();
    let mut seen = 0;
    for name in crates().keys() {
        let package = root().join("crates").join(name);
        let mut files = Vec::new();
        rust_files(&package.join("src"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            for (number, line) in text.lines().enumerate().filter(|(_, line)| is_including(line)) {
                seen += 1;
                let depth = file.strip_prefix(&package).unwrap().components().count() - 1;
                if line.matches("../").count() > depth || line.contains("(\"/") {
                    outside.push(format!("{}:{}: {line}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(outside.is_empty(), "{}", outside.join("\n"));
    assert!(seen > 10, "the scanner sees no line that includes a file");
}

#[test]
fn limits_stand_in_modules_of_their_own() {
    let crates = root().join("crates");
    let mut found = BTreeSet::new();
    for name in LIMITED {
        let source = crates.join(name).join("src");
        let mut files = Vec::new();
        rust_files(&source, &mut files);
        assert!(files.contains(&source.join("limits.rs")), "`{name}` has no module `limits`");
        files.retain(|file| !file.starts_with(source.join("limits")) && !file.ends_with("limits.rs"));
        for file in files.iter().filter(|file| !is_of_tests(file)) {
            let text = std::fs::read_to_string(file).unwrap();
            let code: Vec<&str> = code_lines(&text).map(|(_, line)| line).collect();
            let place = file.strip_prefix(&crates).unwrap().to_string_lossy().into_owned();
            found.extend(numeric_constants(&code.join("\n")).map(|constant| (place.clone(), constant)));
        }
    }
    let facts = FACTS.iter().map(|&(place, constant)| (place.to_owned(), constant.to_owned())).collect();
    let strays: Vec<_> = found.difference(&facts).collect();
    assert!(strays.is_empty(), "limits belong into the module `limits` of their crate: {strays:?}");
    let gone: Vec<_> = facts.difference(&found).collect();
    assert!(gone.is_empty(), "these facts are no longer there: {gone:?}");
}

#[test]
fn only_the_rules_change_heaps() {
    let mut changes = Vec::new();
    for (name, forbidden) in READERS_OF_HEAPS {
        let mut files = Vec::new();
        rust_files(&root().join("crates").join(name).join("src"), &mut files);
        for file in files.iter().filter(|file| !is_of_tests(file)) {
            let text = std::fs::read_to_string(file).unwrap();
            for (number, line) in code_lines(&text) {
                let found =
                    forbidden.iter().flat_map(|words| words.iter()).find(|word| line.contains(**word));
                changes.extend(found.map(|word| format!("{}:{}: `{word}`", file.display(), number + 1)));
            }
        }
    }
    assert!(changes.is_empty(), "this belongs into a rule of `heap-rules`:\n{}", changes.join("\n"));
    // The names are those of today: each of them is one of a function of `symbolic-heap`.
    let mut files = Vec::new();
    rust_files(&root().join("crates/symbolic-heap/src"), &mut files);
    let text: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for word in CHANGES_OF_SHAPES.iter().chain(CHANGES_OF_BLOCKS) {
        let name = word.rsplit('.').next().unwrap();
        assert!(text.contains(&format!("pub fn {name}")), "`symbolic-heap` has no `{name}` any more");
    }
}

/// A limit has one name and one place: no two crates have limits of the same name that differ.
#[test]
fn limits_of_the_same_name_are_the_same() {
    let mut values: BTreeMap<String, (String, PathBuf)> = BTreeMap::new();
    for name in LIMITED {
        let source = root().join("crates").join(name).join("src");
        let mut files = vec![source.join("limits.rs")];
        rust_files(&source.join("limits"), &mut files);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            for (constant, value) in constants(&text).map(|(constant, _, value)| (constant, value)) {
                let known = values.entry(constant.to_owned()).or_insert((value.to_owned(), file.clone()));
                assert_eq!(known.0, value, "`{constant}` of {file:?} is another one in {:?}", known.1);
            }
        }
    }
    assert!(values.len() > 200, "the scanner sees no limits");
}

fn is_of_tests(file: &Path) -> bool {
    file.to_string_lossy().ends_with("tests.rs") || file.components().any(|part| part.as_os_str() == "tests")
}

/// The constants of a text, each with its type and its value.
fn constants(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    text.match_indices("const ").filter_map(|(at, word)| {
        let (name, rest) = text[at + word.len()..].split_once(": ")?;
        let is_name =
            name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit());
        let (ty, value) = rest.split_once(" =")?;
        Some((name, ty, value.split_once(';')?.0.trim())).filter(|_| is_name)
    })
}

/// Those that are numbers, or hold nothing else: a record of numbers bounds things as well as a number does.
fn numeric_constants(text: &str) -> impl Iterator<Item = String> {
    constants(text)
        .filter(|(_, ty, value)| is_numeric(ty) || is_of_numbers(value))
        .map(|(name, ..)| name.to_owned())
}

/// Whether a type consists of numbers: `u64`, `[i128; 4]`, `(u64, u64)`.
fn is_numeric(ty: &str) -> bool {
    let mut words = ty.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is_number = |word: &str| {
        let bits = word.trim_start_matches(['u', 'i']);
        word.len() > bits.len() && (bits == "size" || bits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_length = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    ty.contains(['u', 'i']) && words.all(|word| is_number(word) || is_length(word))
}

/// Whether a value is a record whose fields are numbers: `Runs { count: 24, steps: 20_000 }`.
fn is_of_numbers(value: &str) -> bool {
    let Some((_, fields)) = value.split_once(" {") else { return false };
    let mut fields = fields.trim_end_matches('}').split(',').map(str::trim).filter(|field| !field.is_empty());
    fields.all(|field| {
        let value = field.split_once(": ").map(|(_, value)| value);
        value.is_some_and(|value| {
            value == "false" || value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
        })
    })
}

fn is_including(line: &str) -> bool {
    ["include_str!(", "include_bytes!(", "include!(", "#[path"].iter().any(|word| line.contains(word))
}

/// Whether the line contains the word, not as the end of a longer one (`println!` contains `print`).
fn contains_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].bytes().next_back();
        !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

#[test]
fn the_scanner_finds_what_it_looks_for() {
    let text = "pub const A: u64 =\n    1 << 3;\nconst B: [(i128, usize); 2] = [];\nconst C: &str = \"\";\n\
                const fn f(x: u8) {}\nconst D: Runs = Runs { count: 2, steps: 1_000 };\nconst E: Lookup = Lookup { name: \"\" };\n";
    assert_eq!(numeric_constants(text).collect::<Vec<_>>(), ["A", "B", "D"]);
    assert!(contains_word("    println!(\"x\");", "println!"));
    assert!(!contains_word("    eprintln!(\"x\");", "println!"));
    let text = "use std::fs;\n// println!\n#[cfg(test)]\nmod tests;\nlet x;\n#[cfg(test)]\nmod tests {\n    println!();\n";
    let kept: Vec<&str> = code_lines(text).map(|(_, line)| line).collect();
    assert_eq!(kept, ["use std::fs;", "let x;"]);
    assert_eq!(
        dependencies(
            "[package]\nname = \"x\"\n[dependencies]\na.workspace = true\nb = \"1\"\n\n[dev-dependencies]\nc = \"1\"\n"
        ),
        BTreeSet::from(["a".to_owned(), "b".to_owned()])
    );
}

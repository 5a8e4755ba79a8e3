//! Single-construct probes of GNU C: GCC accepts each, and so do we.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn probes() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 90, "{} probes", paths.len());
    paths
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// Whether `cc` is GCC; says so if there is nothing to compare with.
fn has_gcc() -> bool {
    let version = Command::new("cc").arg("--version").output();
    let is_gcc = version
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("Free Software Foundation"));
    if !is_gcc {
        println!("skipped: there is no GCC to compare with");
    }
    is_gcc
}

#[test]
fn every_probe_is_accepted() {
    for path in probes() {
        let text = std::fs::read(&path).unwrap();
        let result = c_syntax::parse(&text, 1);
        assert!(result.diagnostics.is_empty(), "{}: {:#?}", name(&path), result.diagnostics);
        assert!(!result.unit.items.is_empty(), "{}", name(&path));
        // The dump visits every node; a probe must not show a node that stands for an error.
        let dump = c_syntax::dump::dump(&result.unit);
        assert!(!dump.contains("error"), "{}:\n{dump}", name(&path));
    }
}

#[test]
fn gcc_accepts_every_probe() {
    if !has_gcc() {
        return;
    }
    for path in probes() {
        let output =
            Command::new("cc").args(["-fsyntax-only", "-std=gnu11", "-w"]).arg(&path).output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {messages}", name(&path));
    }
}

/// Every combination of up to three keywords is a type for us if and only if it is one for GCC.
#[test]
fn type_keywords_combine_as_in_gcc() {
    const KEYWORDS: [&str; 14] = [
        "void",
        "_Bool",
        "char",
        "short",
        "int",
        "long",
        "float",
        "double",
        "signed",
        "unsigned",
        "_Complex",
        "__int128",
        "_Float16",
        "_Float128",
    ];
    let mut combinations: Vec<String> = Vec::new();
    for first in KEYWORDS {
        combinations.push(first.to_owned());
        for second in KEYWORDS {
            combinations.push(format!("{first} {second}"));
            combinations.extend(KEYWORDS.iter().map(|third| format!("{first} {second} {third}")));
        }
    }
    let ours: Vec<&String> = combinations
        .iter()
        .filter(|keywords| c_syntax::parse(format!("{keywords} *x;").as_bytes(), 1).diagnostics.is_empty())
        .collect();
    assert_eq!(ours.len(), 177);
    if !has_gcc() {
        return;
    }
    // One declaration per line; the messages say which lines are wrong.
    let text: String =
        combinations.iter().enumerate().map(|(index, keywords)| format!("{keywords} *x{index};\n")).collect();
    let mut compiler = Command::new("cc")
        .args(["-fsyntax-only", "-std=gnu11", "-w", "-fmax-errors=0", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    compiler.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = compiler.wait_with_output().unwrap();
    let rejected: BTreeSet<usize> = String::from_utf8_lossy(&output.stderr)
        .lines()
        .filter(|line| line.contains(": error:"))
        .filter_map(|line| line.split(':').nth(1)?.parse().ok())
        .collect();
    let by_compiler: Vec<&String> = combinations
        .iter()
        .enumerate()
        .filter(|(index, _)| !rejected.contains(&(index + 1)))
        .map(|(_, keywords)| keywords)
        .collect();
    assert_eq!(ours, by_compiler);
}

/// The probes that lang-c 0.15 rejects, with what it does not know.
const REJECTED_BY_LANG_C: &[(&str, &str)] = &[
    ("address_of_label", "`&&label`"),
    ("alignas_type", "`_Alignas` on a member"),
    ("alignof_expression", "`__alignof__` of an expression"),
    ("asm_const_qualifiers", "`asm inline`"),
    ("asm_file_scope", "`asm` at file scope"),
    ("asm_goto", "`asm goto`"),
    ("attribute_empty_and_commas", "an attribute list that starts with a comma"),
    ("attribute_fallthrough", "an attribute as a statement"),
    ("attribute_on_label", "an attribute on a label"),
    ("attribute_standard", "`[[…]]`"),
    ("auto_type", "`__auto_type`"),
    ("builtin_types_compatible", "types as arguments of a built-in function"),
    ("c23_label_at_end_of_block", "a label before `}`"),
    ("c23_label_before_declaration", "a label before a declaration"),
    ("character_constants", "`\\e`"),
    ("complex_arithmetic", "`__real__`"),
    ("compound_literals", "`sizeof` of a compound literal"),
    ("computed_goto", "`&&label` and `goto *e`"),
    ("conditional_with_omitted_operand", "`a ?: b`"),
    ("digraphs", "`<:`"),
    ("dollar_in_names", "`$` in names"),
    ("empty_initializer", "`{}` as an initialiser"),
    ("empty_translation_pieces", "a stray `;` at file scope"),
    ("float_literals_of_gcc", "`__float128` and suffixes of GCC"),
    ("floating_types", "`__float80` and `__float128`"),
    ("forward_declared_parameters", "`f(int n; int a[n], int n)`"),
    ("implicit_int", "a declaration without a type"),
    ("implicit_int_parameter", "a parameter without a type"),
    ("int128", "`__int128`"),
    ("line_continuation", "a backslash before a line break"),
    ("line_markers_and_pragmas", "`_Pragma`"),
    ("local_labels", "`__label__`"),
    ("missing_semicolon_after_last_member", "what GCC forgives with a warning"),
    ("nested_comments", "comments"),
    ("nested_function", "a function inside a function"),
    ("static_assertion", "`_Static_assert` without a message"),
    ("string_concatenation", "comments"),
    ("string_escapes", "`\\e`"),
    ("thread_local_storage", "`static __thread`"),
    ("transparent_typeof", "`typeof` inside `typeof`"),
    ("universal_names_in_identifiers", "`\\u00e9` and UTF-8 in names"),
];

#[test]
fn agrees_with_lang_c() {
    let config = lang_c::driver::Config::with_gcc();
    let mut rejected = Vec::new();
    for path in probes() {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        if lang_c::driver::parse_preprocessed(&config, text).is_err() {
            rejected.push(name(&path));
        }
    }
    let expected: Vec<&str> = REJECTED_BY_LANG_C.iter().map(|(name, _)| *name).collect();
    assert_eq!(rejected, expected);
}

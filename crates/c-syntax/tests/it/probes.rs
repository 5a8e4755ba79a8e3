//! Single-construct probes of GNU C: GCC accepts each, and so do we.

use std::path::{Path, PathBuf};
use std::process::Command;

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
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no `cc` to compare with");
        return;
    }
    for path in probes() {
        let output =
            Command::new("cc").args(["-fsyntax-only", "-std=gnu11", "-w"]).arg(&path).output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {messages}", name(&path));
    }
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

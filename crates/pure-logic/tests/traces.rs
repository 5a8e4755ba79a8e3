//! Recorded questions of the analysis: every one answered as recorded, fewer than one in a hundred left open.

use std::fs;
use std::path::{Path, PathBuf};

use pure_logic::{Answer, Solver, trace};

fn trace_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of traces")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

#[test]
fn recorded_questions_have_the_recorded_answers() {
    let (mut questions, mut unknown) = (0, 0);
    let mut wrong = Vec::new();
    for path in trace_files() {
        let text = fs::read_to_string(&path).expect("a readable trace");
        let mut solver = Solver::new();
        let steps = trace::parse(&mut solver.terms, &text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        for outcome in trace::replay(&mut solver, &steps) {
            questions += 1;
            if matches!(outcome.answer, Answer::Unknown(_)) {
                unknown += 1;
            } else if outcome.answer != outcome.expected {
                wrong.push(format!(
                    "{name}:{}: {} instead of {}",
                    outcome.line, outcome.answer, outcome.expected
                ));
            }
        }
        println!("{name}\n{}", solver.statistics);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(questions >= 300, "only {questions} questions");
    assert!(unknown * 100 < questions, "{unknown} of {questions} unknown");
}

#[test]
fn malformed_traces_are_errors_with_their_position() {
    let mut solver = Solver::new();
    for (text, position) in [("state\nassume x <", 16), ("state\n  frobnicate", 8), ("proved x = = 1", 11)] {
        let error = trace::parse(&mut solver.terms, text).expect_err(text);
        assert_eq!(error.position, position, "{error}");
    }
}

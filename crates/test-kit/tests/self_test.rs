//! The test kit tested on itself: right expectations pass, every kind of wrong one fails.

use expect_test::{Expect, expect};
use test_kit::{
    Certainty, Finding, FormulaJudge, InferredContract, NoFormulas, Observed, Score, TraceStep, check, parse,
    rewrite,
};

fn finding(certainty: Certainty, id: &str, line: u32) -> Finding {
    Finding {
        certainty,
        id: id.to_owned(),
        message: format!("the message of {id}"),
        line: Some(line),
        trace: Vec::new(),
    }
}

fn observed(findings: Vec<Finding>) -> Observed {
    Observed { findings, contracts: Vec::new() }
}

/// Accepts the formula `yes` and no other.
struct Yes;

impl FormulaJudge for Yes {
    fn invariant_entails(&self, _: u32, formula: &str) -> Result<(), String> {
        (formula == "yes").then_some(()).ok_or_else(|| "it is not `yes`".to_owned())
    }

    fn contract_at_least(&self, _: &InferredContract, demanded: &str) -> Result<(), String> {
        self.invariant_entails(0, demanded)
    }
}

fn mismatches(text: &str, observed: &Observed) -> String {
    let program = parse(text).unwrap();
    check(&program, observed, &Yes).iter().map(|mismatch| format!("{mismatch}\n")).collect()
}

fn passes(text: &str, observed: &Observed) {
    assert_eq!(mismatches(text, observed), "", "{text}");
}

fn fails(text: &str, observed: &Observed, expected: Expect) {
    expected.assert_eq(&mismatches(text, observed));
}

#[test]
fn matching_comments_pass() {
    for (name, certainty) in [
        ("error", Certainty::Certain),
        ("alarm", Certainty::Possible),
        ("error-if-called", Certainty::IfCalled),
        ("gave-up", Certainty::GaveUp),
        ("warning", Certainty::Warning),
    ] {
        passes(&format!("x; //~ {name}[x]"), &observed(vec![finding(certainty, "x", 1)]));
    }
    passes("//~ false-alarm[x] \"why\"", &observed(vec![finding(Certainty::Possible, "x", 1)]));
    passes("//~ false-alarm[x] \"why\"", &observed(vec![finding(Certainty::Certain, "x", 1)]));
    passes("//~ missed[x] \"why\"", &observed(vec![]));
    passes("//~ error[x] \"message of x\"", &observed(vec![finding(Certainty::Certain, "x", 1)]));
    passes("//~ invariant yes", &observed(vec![]));
    passes("", &observed(vec![]));
}

#[test]
fn a_certainty_that_differs_fails() {
    let certainties =
        [Certainty::Certain, Certainty::Possible, Certainty::IfCalled, Certainty::GaveUp, Certainty::Warning];
    let names = ["error", "alarm", "error-if-called", "gave-up", "warning"];
    for (index, name) in names.iter().enumerate() {
        for (other, &certainty) in certainties.iter().enumerate() {
            let result = mismatches(&format!("//~ {name}[x]"), &observed(vec![finding(certainty, "x", 1)]));
            assert_eq!(result.is_empty(), index == other, "{name} against {certainty:?}: {result}");
        }
    }
}

#[test]
fn an_expected_error_that_is_not_reported_fails() {
    fails(
        "x; //~ error[x]",
        &observed(vec![]),
        expect![[r#"
        line 1: expected error[x], which is not reported
    "#]],
    );
}

#[test]
fn a_finding_without_a_comment_fails() {
    fails(
        "x;\ny;",
        &observed(vec![finding(Certainty::Certain, "x", 2)]),
        expect![[r#"
        line 2: unexpected error[x]: the message of x
    "#]],
    );
}

#[test]
fn another_id_fails_on_both_sides() {
    fails(
        "x; //~ error[x]",
        &observed(vec![finding(Certainty::Certain, "y", 1)]),
        expect![[r#"
        line 1: expected error[x], which is not reported
        line 1: unexpected error[y]: the message of y
    "#]],
    );
}

#[test]
fn another_line_fails_on_both_sides() {
    fails(
        "x; //~ error[x]\ny;",
        &observed(vec![finding(Certainty::Certain, "x", 2)]),
        expect![[r#"
        line 1: expected error[x], which is not reported
        line 2: unexpected error[x]: the message of x
    "#]],
    );
}

#[test]
fn another_certainty_is_named() {
    fails(
        "x; //~ error[x]",
        &observed(vec![finding(Certainty::Possible, "x", 1)]),
        expect![[r#"
        line 1: expected error[x], but it is reported as alarm: the message of x
    "#]],
    );
}

#[test]
fn another_message_is_shown() {
    fails(
        "//~ error[x] \"freed\"",
        &observed(vec![finding(Certainty::Certain, "x", 1)]),
        expect![[r#"
        line 1: expected "freed" in the message of [x], which is: the message of x
    "#]],
    );
}

#[test]
fn a_missed_fault_that_is_reported_fails() {
    fails(
        "//~ missed[x] \"why\"",
        &observed(vec![finding(Certainty::Certain, "x", 1)]),
        expect![[r#"
        line 1: no longer missed: make it `error[x]`
    "#]],
    );
}

#[test]
fn a_false_alarm_that_is_gone_fails() {
    fails(
        "//~ false-alarm[x] \"why\"",
        &observed(vec![]),
        expect![[r#"
        line 1: the false alarm [x] is no longer reported: delete the comment
    "#]],
    );
}

#[test]
fn two_findings_need_two_comments() {
    let twice = observed(vec![finding(Certainty::Certain, "x", 1), finding(Certainty::Certain, "x", 1)]);
    passes("x; //~ error[x] //~ error[x]", &twice);
    fails(
        "x; //~ error[x]",
        &twice,
        expect![[r#"
        line 1: unexpected error[x]: the message of x
    "#]],
    );
}

#[test]
fn notes_are_looked_up_in_the_traces() {
    let mut fault = finding(Certainty::Certain, "x", 2);
    fault.trace.push(TraceStep { line: Some(1), text: "freed here".to_owned() });
    let observed = observed(vec![fault]);
    passes("a; //~ note \"freed\"\nb; //~ error[x]", &observed);
    fails(
        "a;\nb; //~ error[x] //~ note \"freed\"",
        &observed,
        expect![[r#"
        line 2: no trace says "freed" here
    "#]],
    );
    fails(
        "a; //~ note \"allocated\"\nb; //~ error[x]",
        &observed,
        expect![[r#"
        line 1: no trace says "allocated" here
    "#]],
    );
}

#[test]
fn wrong_formulas_fail() {
    fails(
        "//~ invariant no",
        &observed(vec![]),
        expect![[r#"
        line 1: not an invariant: it is not `yes`
    "#]],
    );
    let program = parse("//~ invariant yes").unwrap();
    assert_eq!(check(&program, &Observed::default(), &NoFormulas).len(), 1);
}

#[test]
fn findings_without_a_place_have_their_own_mark() {
    let nowhere = Finding { line: None, ..finding(Certainty::Certain, "x", 1) };
    passes("//~? error[x]", &observed(vec![nowhere.clone()]));
    fails(
        "//~ error[x]",
        &observed(vec![nowhere]),
        expect![[r#"
        line 1: expected error[x], which is not reported
        unexpected error[x]: the message of x
    "#]],
    );
}

fn contracts() -> Observed {
    let contract = |function: &str, line, text: &str| InferredContract {
        function: function.to_owned(),
        line,
        text: text.to_owned(),
    };
    Observed { findings: vec![], contracts: vec![contract("f", 2, "emp  |-\n emp"), contract("g", 4, "yes")] }
}

#[test]
fn contracts_belong_to_the_function_below() {
    passes(
        "/*~ contract emp |- emp */\nvoid f() {}\n/*~ contract at-least yes */\nvoid g() {}",
        &contracts(),
    );
    fails(
        "/*~ contract x |-> y */\nvoid f() {}",
        &contracts(),
        expect![[r#"
        line 1: the contract of `f` is now
        emp  |-
         emp
    "#]],
    );
    fails(
        "\n\n/*~ contract at-least no */\nvoid g() {}",
        &contracts(),
        expect![[r#"
        line 3: the contract of `g` is weaker: it is not `yes`
    "#]],
    );
    fails(
        "\n\n\n\n/*~ contract x */\n",
        &contracts(),
        expect![[r#"
        line 5: no contract was inferred for the function below
    "#]],
    );
    assert!(parse("/*~ contract").is_err());
    assert!(parse("/*~ contrast */").is_err());
}

/// Rewrites a program, checks that the result passes and that rewriting it again changes nothing.
fn rewrites(text: &str, observed: &Observed, expected: Expect) {
    let program = parse(text).unwrap();
    let rewritten = rewrite(text, &program, observed, &Yes);
    expected.assert_eq(&rewritten);
    passes(&rewritten, observed);
    assert_eq!(rewrite(&rewritten, &parse(&rewritten).unwrap(), observed, &Yes), rewritten);
}

#[test]
fn right_comments_stay() {
    let text = "x;  //~ error[x] \"message\"\n";
    rewrites(
        text,
        &observed(vec![finding(Certainty::Certain, "x", 1)]),
        expect![[r#"
        x;  //~ error[x] "message"
    "#]],
    );
}

#[test]
fn new_findings_get_comments() {
    let nowhere = Finding { line: None, ..finding(Certainty::Possible, "z", 1) };
    let findings = vec![
        finding(Certainty::Certain, "x", 1),
        finding(Certainty::Warning, "w", 1),
        finding(Certainty::Possible, "y", 3),
        nowhere,
    ];
    rewrites(
        "a;\nb;\nc;",
        &observed(findings),
        expect![[r#"
        a; //~ error[x] //~ warning[w]
        b;
        c; //~ alarm[y]
        //~? alarm[z]
    "#]],
    );
}

#[test]
fn faults_that_disappear_become_missed_and_other_comments_go() {
    let text = "a; //~ error[x]\nb; //~ false-alarm[y] \"why\"\nc; //~ gave-up[z]\nd; //~ note \"n\"\n";
    rewrites(
        text,
        &observed(vec![]),
        expect![[r#"
        a; //~ missed[x] "not reported"
        b;
        c;
        d;
    "#]],
    );
}

#[test]
fn certainties_and_missed_faults_are_updated() {
    let findings = vec![finding(Certainty::Possible, "x", 1), finding(Certainty::Certain, "y", 2)];
    let text = "a; //~ error[x] \"m\"\nb;\n//~^ missed[y] \"why\"\n";
    rewrites(
        text,
        &observed(findings),
        expect![[r#"
        a; //~ alarm[x]
        b;
        //~^ error[y]
    "#]],
    );
}

#[test]
fn contracts_are_rewritten() {
    rewrites(
        "/*~ contract x */\nvoid f() {}\n",
        &contracts(),
        expect![[r#"
        /*~ contract emp  |-
             emp */
        void f() {}
    "#]],
    );
}

#[test]
fn the_score_counts_kinds() {
    let mut score = Score::default();
    score.add(&parse("//~ error[x]\n//~ error[y] //~ missed[z] \"why\"\n//~ alarm[x]").unwrap());
    score.add(&parse("//~ false-alarm[x] \"why\"\n//~ gave-up[x]\n//~ note \"x\"").unwrap());
    expect!["score of 2 programs: 2 errors found, 1 alarms, 1 false alarms, 1 missed, 1 given up"]
        .assert_eq(&score.to_string());
}

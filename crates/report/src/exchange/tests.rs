use super::*;
use findings::Outcome;
use findings::formula::{Assertion, BlockAssertion, CellAssertion, Formula, ListAssertion, Storage};

fn block(address: &str, storage: Storage, cells: &[(&str, &str)]) -> Formula {
    let cell = |&(field, content): &(&str, &str)| CellAssertion {
        field: field.to_owned(),
        content: content.to_owned(),
        is_pointer: false,
    };
    Formula::new(Assertion::Block(BlockAssertion {
        address: address.to_owned(),
        storage,
        ty: Some("struct node".to_owned()),
        bytes: Some(16),
        length: None,
        cells: cells.iter().map(cell).collect(),
    }))
}

fn list(first: &str) -> Formula {
    Formula::new(Assertion::List(ListAssertion {
        first: first.to_owned(),
        next: "0".to_owned(),
        backwards: None,
        minimum: 0,
        count: None,
        node: "struct node".to_owned(),
        entry: 0,
        link: "next".to_owned(),
        back_link: None,
        bodies: vec![Vec::new()],
        order: None,
    }))
}

fn equal(left: &str, right: &str) -> Formula {
    Formula::new(Assertion::Equal { left: left.to_owned(), right: right.to_owned() })
}

fn fact(text: &str) -> Formula {
    Formula::new(Assertion::Fact { fact: text.to_owned() })
}

fn function(requires: Vec<Formula>, ensures: Vec<Vec<Formula>>) -> ExportedFunction {
    let parameter = |name: &str, kind| ExportedParameter { name: name.to_owned(), kind };
    let ensures = ensures.into_iter().map(|formulas| Outcome { ends_program: false, formulas });
    ExportedFunction {
        name: "f".to_owned(),
        declaration: Some(("static int ".to_owned(), "(struct node *l, int n)".to_owned())),
        parameters: vec![parameter("l", ParameterKind::Pointer), parameter("n", ParameterKind::Number)],
        contracts: vec![Contract {
            requires,
            ensures: ensures.collect(),
            calls_back_at: Vec::new(),
            assumes: Vec::new(),
        }],
    }
}

fn text(dialect: Dialect, requires: Vec<Formula>, ensures: Vec<Vec<Formula>>) -> String {
    exported(dialect, "a.c", &BTreeSet::from(["first".to_owned()]), &[function(requires, ensures)])
}

#[test]
fn fields_become_valid_places() {
    let requires = vec![block("l", Storage::Any, &[("value", "?"), ("next", "next#1")]), fact("1 <= n")];
    let ensures = vec![vec![equal("result", "n + 1"), block("l", Storage::Any, &[("next", "next#1")])]];
    let acsl = text(Dialect::Acsl, requires.clone(), ensures.clone());
    for part in [
        "requires \\valid(&((struct node *)l)->value);",
        "requires \\initialized(&((struct node *)l)->next);",
        "requires 1 <= n;",
        "ensures \\result == n + 1 && ((struct node *)l)->next == \\old(((struct node *)l)->next);",
        "static int f(struct node *l, int n);",
    ] {
        assert!(acsl.contains(part), "{part} in {acsl}");
    }
    let cbmc = text(Dialect::Cbmc, requires, ensures);
    for part in [
        "int f_contract_1(struct node *l, int n)",
        "__CPROVER_requires(__CPROVER_is_fresh(((struct node *)l), sizeof(struct node)))",
        "__CPROVER_assigns(__CPROVER_object_whole(((struct node *)l)))",
        "void f_harness(void) { struct node *l; int n; f(l, n); besom_free(0); }",
    ] {
        assert!(cbmc.contains(part), "{part} in {cbmc}");
    }
    assert!(!cbmc.contains("static int"));
}

#[test]
fn lists_are_predicates_and_alone() {
    let acsl = text(Dialect::Acsl, vec![list("l")], vec![vec![equal("l", "0")]]);
    assert!(acsl.contains("inductive besom_list_1{L}(struct node *a, struct node *b)"), "{acsl}");
    assert!(acsl.contains("requires besom_list_1(l, ((struct node *)\\null));"), "{acsl}");
    assert!(acsl.contains("ensures l == 0;"), "{acsl}");
    // That the node is apart from the list would be lost.
    let both = text(Dialect::Acsl, vec![list("l"), block("l->next", Storage::Any, &[])], vec![]);
    assert!(both.contains("no words for `memory that is separate from a list`"), "{both}");
    assert!(text(Dialect::Cbmc, vec![list("l")], vec![]).contains("CBMC has no words for `list l -> 0"));
}

#[test]
fn what_is_required_is_never_left_out() {
    for line in [fact("n mod 2^64 = 0"), fact("l + 8 <= n"), equal("l", "x#1"), fact("other <= n")] {
        let acsl = text(Dialect::Acsl, vec![line.clone()], vec![]);
        assert!(acsl.contains("ACSL has no words for") && !acsl.contains("/*@"), "{acsl}");
    }
    // Of what holds afterwards, less may be said.
    let acsl = text(Dialect::Acsl, vec![], vec![vec![fact("n mod 2^64 = 0"), fact("1 <= n")]]);
    assert!(acsl.contains("ensures 1 <= n;"), "{acsl}");
    let nothing = text(Dialect::Acsl, vec![], vec![vec![fact("x#1 <= n")], vec![fact("1 <= n")]]);
    assert!(!nothing.contains("ensures"), "one of two that cannot be said makes both anything: {nothing}");
}

#[test]
fn assumptions_are_told() {
    let mut told = function(vec![], vec![vec![fact("1 <= n")]]);
    told.contracts[0].assumes = vec!["log_line".to_owned()];
    for dialect in [Dialect::Acsl, Dialect::Cbmc] {
        let text = exported(dialect, "a.c", &BTreeSet::from(["first".to_owned()]), &[told.clone()]);
        assert!(
            text.contains("proved if no memory that it tells is freed or changed by `log_line`"),
            "{text}"
        );
    }
    // A field that holds what it is called says nothing before the call.
    let own = text(Dialect::Acsl, vec![block("l", Storage::Any, &[("next", "l->next")])], vec![]);
    assert!(own.contains("\\initialized(&((struct node *)l)->next)") && !own.contains("=="), "{own}");
}

#[test]
fn variables_and_what_pointers_lead_to_are_told() {
    let requires = vec![
        block("&first", Storage::Any, &[("*", "first")]),
        block("l", Storage::Any, &[("*", "*l")]),
        fact("1 <= n"),
    ];
    let ensures =
        vec![vec![block("&first", Storage::Any, &[("*", "l")]), block("l", Storage::Any, &[("*", "first")])]];
    let cbmc = text(Dialect::Cbmc, requires.clone(), ensures.clone());
    for part in [
        "__CPROVER_assigns(first, __CPROVER_object_whole(((struct node *)l)))",
        "__CPROVER_ensures(first == l && *((struct node *)l) == __CPROVER_old(first))",
    ] {
        assert!(cbmc.contains(part), "{part} in {cbmc}");
    }
    let acsl = text(Dialect::Acsl, requires, ensures);
    assert!(acsl.contains("ensures first == l && *((struct node *)l) == \\old(first);"), "{acsl}");
    // A variable of another file is no name here.
    let other = text(Dialect::Cbmc, vec![block("&second", Storage::Any, &[("*", "second")])], vec![]);
    assert!(other.contains("CBMC has no words for `&second"), "{other}");
}

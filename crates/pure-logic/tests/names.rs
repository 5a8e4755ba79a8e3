//! Names that are made up are those that their text says.

use pure_logic::TermTable;
use pure_logic::term::AtomKind;

fn name_of(terms: &TermTable, term: pure_logic::Term) -> String {
    let atom = terms.as_atom(term).expect("a variable is one atom");
    let AtomKind::Variable(symbol) = terms.kind(atom) else { panic!("not a variable") };
    terms.name(symbol).into_owned()
}

#[test]
fn a_made_up_variable_is_found_by_its_text() {
    let mut terms = TermTable::new();
    let (one, other) = (terms.fresh_variable("x"), terms.fresh_variable("n"));
    assert_eq!([name_of(&terms, one), name_of(&terms, other)], ["x'1", "n'2"]);
    assert_eq!([terms.variable("x'1"), terms.variable("n'2")], [one, other]);
    for text in ["n'1", "x'01", "x'", "x'0", "x'3", "x'1'"] {
        let given = terms.variable(text);
        assert!(given != one && given != other, "{text}");
        assert_eq!(name_of(&terms, given), text);
    }
}

#[test]
fn a_name_that_was_given_is_not_made_up_again() {
    let mut terms = TermTable::new();
    let given = terms.variable("x'1");
    let made_up = terms.fresh_variable("x");
    assert_ne!(given, made_up);
    assert_eq!(name_of(&terms, made_up), "x'2");
    assert_eq!(terms.variable("x'1"), given);
    assert_eq!(terms.variable("x'2"), made_up);
}

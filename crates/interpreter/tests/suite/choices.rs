//! What is open is chosen by the caller, written down, and repeated exactly.

use crate::common::{main_of, run_with};
use interpreter::{
    ChoiceKind, ChoiceLog, Exit, FaultKind, FaultSet, ListedChoices, Options, Policies, SeededChoices,
    UninitialisedContents,
};

/// Asks for an input, allocates, reads uninitialised memory and an uninitialised register.
fn asking_program() -> String {
    main_of(
        "    %0: i32 = call @__VERIFIER_nondet_int() s0
    %1: i64 = call @malloc(8i64) s1
    branch %1, b1, b2
b1:
    %2: i32 = load [%1]
    %3: i32 = load [%1]
    %4: i32 = undefined
    %5: i32 = xor %2, %4
    %6: i32 = add %0, %5
    call @free(%1) s2
    %7: i32 = and %6, 127i32
    %8: i32 = compare.unsigned %2 == %3
    branch %8, b3, b2
b2:
    return 200i32
b3:
    return %7",
    )
}

fn open_options(choices: impl interpreter::Choices + 'static) -> Options<'static> {
    Options {
        choices: Box::new(choices),
        policies: Policies {
            uninitialised: UninitialisedContents::Chosen,
            allocations_may_fail: true,
            addresses_chosen: true,
            ..Policies::default()
        },
        stop_on: FaultSet::default_stops().without(FaultKind::UninitialisedUse),
        ..Options::default()
    }
}

#[test]
fn a_run_repeats_with_the_choices_it_used() {
    let text = asking_program();
    let mut statuses = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let first = run_with(&text, open_options(SeededChoices::new(seed)));
        let log = ChoiceLog::parse(&first.choices_used.to_string()).unwrap();
        let second = run_with(&text, open_options(ListedChoices::from(&log)));
        assert_eq!(first.exit, second.exit);
        assert_eq!(first.choices_used, second.choices_used);
        assert_eq!(first.statistics, second.statistics);
        if let Exit::Status(status) = first.exit {
            statuses.insert(status);
        }
    }
    assert!(statuses.contains(&200), "an allocation fails now and then");
    assert!(statuses.len() > 10, "the choices matter: {statuses:?}");
}

#[test]
fn contents_are_chosen_once() {
    // Both loads of the program see the same bytes, or it would return 200.
    let mut choices = ListedChoices::of_inputs([5]);
    choices.push(ChoiceKind::Uninitialised, 0x11);
    choices.push(ChoiceKind::Uninitialised, 0x01);
    let result = run_with(&asking_program(), open_options(choices));
    assert_eq!(result.exit, Exit::Status(5 + 0x10));
}

#[test]
fn inputs_come_from_a_list() {
    let text = main_of(
        "    %0: i32 = call @__VERIFIER_nondet_int() s0
    %1: i32 = call @__VERIFIER_nondet_int() s0
    %2: i32 = sub %0, %1
    return %2",
    );
    let choices = Box::new(ListedChoices::of_inputs([10, -4]));
    let result = run_with(&text, Options { choices, ..Options::default() });
    assert_eq!(result.exit, Exit::Status(14));
    assert_eq!(result.choices_used.to_string(), "input 32 10\ninput 32 4294967292\n");
}

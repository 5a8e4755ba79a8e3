//! Runs of an image are those of its module.

use crate::common::{main_of, program};
use interpreter::{Exit, Image, Limits, NoObserver, Options, SeededChoices, UninitialisedContents};

/// Adds inputs to a global, through a pointer that another global holds.
fn counting_program() -> ir::Module {
    let body = "    %0: i64 = load [@place]
    %1: i32 = load [%0]
    %2: i32 = call @__VERIFIER_nondet_int() s0
    %3: i32 = and %2, 7i32
    %4: i32 = add %1, %3
    store [%0], %4
    %5: i32 = load [@counter]
    return %5";
    let globals = "global internal @counter size 4 align 4 = { 0: \"\\x03\\x00\\x00\\x00\" }
global internal @place size 8 align 8 = { 0: @counter }";
    program(&format!("{globals}\n{}", main_of(body)))
}

fn options<'a>(seed: u64) -> Options<'a> {
    let mut options = Options { choices: Box::new(SeededChoices::new(seed)), ..Options::default() };
    if seed % 2 == 1 {
        options.policies.uninitialised = UninitialisedContents::Chosen;
    }
    options
}

#[test]
fn what_a_run_leaves_in_globals_is_not_there_in_the_next_one() {
    let module = counting_program();
    let image = Image::new(&module);
    let mut ends = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let own = interpreter::run_image(&image, options(seed), &mut NoObserver);
        let other = interpreter::run_main(&module, options(seed));
        assert_eq!(own.exit, other.exit);
        assert_eq!(own.choices_used, other.choices_used);
        assert_eq!(own.statistics, other.statistics);
        let Exit::Status(status) = own.exit else { panic!("{:?}", own.fault) };
        ends.insert(status);
    }
    assert!(ends.len() > 1 && ends.iter().all(|status| (3..=10).contains(status)), "{ends:?}");
}

#[test]
fn a_run_with_less_memory_does_not_get_that_of_another_one() {
    let module = counting_program();
    let image = Image::new(&module);
    assert_eq!(interpreter::run_image(&image, options(0), &mut NoObserver).fault, None);
    let limits = Limits { memory_bytes: 1, ..Limits::default() };
    let small = Options { limits, ..options(0) };
    assert!(interpreter::run_image(&image, small, &mut NoObserver).fault.is_some());
}

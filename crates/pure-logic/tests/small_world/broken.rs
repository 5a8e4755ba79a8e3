//! The checks of this folder are themselves checked: each rule that is broken on purpose is noticed.

use pure_logic::broken::BrokenRule;

use crate::answers::check_question;
use crate::operations::{check_join, check_projection};

/// The rules of the terms, the layers and the operations; those of exact arithmetic are checked where it is.
const RULES: [BrokenRule; 15] = [
    BrokenRule::ModuloStripsAnyInnerModulo,
    BrokenRule::SignedWrapForgetsSign,
    BrokenRule::OrIsAddition,
    BrokenRule::StrictIsWeak,
    BrokenRule::TighteningRoundsUp,
    BrokenRule::EqualityLosesConstantSign,
    BrokenRule::IntervalIgnoresSign,
    BrokenRule::CongruenceIsEquality,
    BrokenRule::DifferencePathDropsEdge,
    BrokenRule::ClauseDropsLiterals,
    BrokenRule::FunctionIgnoresArguments,
    BrokenRule::DisequalitySplitsOnce,
    BrokenRule::ModelIsNotChecked,
    BrokenRule::JoinKeepsLeftBounds,
    BrokenRule::ProjectionTakesZero,
];

/// The number of the first question that shows the rule to be broken.
fn first_detection(rule: BrokenRule) -> Option<u64> {
    (0..6000).find(|&seed| {
        check_question(1_000_000 + seed, true, Some(rule)).is_err()
            || check_question(seed, false, Some(rule)).is_err()
            || check_join(seed, Some(rule)).is_err()
            || check_projection(seed, Some(rule)).is_err()
    })
}

#[test]
fn every_broken_rule_is_noticed() {
    for rule in RULES {
        let found = first_detection(rule);
        println!("{rule:?}: noticed by question {found:?}");
        assert!(found.is_some(), "{rule:?} is not noticed");
    }
}

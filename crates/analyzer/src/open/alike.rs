//! One contract, and one way to end, where several differ in nothing that a caller can see.

use super::{Contract, Outcome};
use findings::formula::{Assertion, Formula};

/// Leaves out ways to end that others cover, and then contracts that others cover.
pub(super) fn leave_out_alike(contracts: &mut Vec<Contract>) {
    for contract in contracts.iter_mut() {
        keep_first(&mut contract.ensures, |outcome: &Outcome, other| {
            outcome.ends_program == other.ends_program && says_less(&other.formulas, &outcome.formulas)
        });
    }
    keep_first(contracts, |contract: &Contract, other| {
        contract.ensures == other.ensures
            && contract.callbacks == other.callbacks
            && contract.assumed == other.assumed
            && says_less(&other.requires, &contract.requires)
    });
}

/// Leaves out what another one covers; of two that cover each other, the later one.
fn keep_first<T>(all: &mut Vec<T>, is_covered: impl Fn(&T, &T) -> bool) {
    let mut position = 0;
    while position < all.len() {
        let covers = |index: usize| {
            is_covered(&all[position], &all[index])
                && (index < position || !is_covered(&all[index], &all[position]))
        };
        let is_left_out = (0..all.len()).any(|index| index != position && covers(index));
        match is_left_out {
            true => drop(all.remove(position)),
            false => position += 1,
        }
    }
}

/// Whether these lines say the same of memory as the others, and of numbers nothing that they do not say.
fn says_less(lines: &[Formula], others: &[Formula]) -> bool {
    let is_memory = |line: &&Formula| match line.assertion {
        Assertion::Block(_) | Assertion::Freed { .. } | Assertion::List(_) => true,
        Assertion::Equal { .. } | Assertion::Fact { .. } => false,
    };
    let memory = lines.iter().filter(is_memory).count();
    memory == others.iter().filter(is_memory).count() && lines.iter().all(|line| others.contains(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(text: &str) -> Formula {
        Formula::new(Assertion::Fact { fact: text.to_owned() })
    }

    fn freed(address: &str) -> Formula {
        Formula::new(Assertion::Freed { address: address.to_owned(), is_list: false })
    }

    fn contract(requires: Vec<Formula>, ensures: Vec<Vec<Formula>>) -> Contract {
        let outcome = |formulas| Outcome { ends_program: false, formulas };
        let ensures = ensures.into_iter().map(outcome).collect();
        Contract { requires, ensures, callbacks: Vec::new(), assumed: Vec::new() }
    }

    fn kept(mut contracts: Vec<Contract>) -> Vec<(usize, usize)> {
        leave_out_alike(&mut contracts);
        contracts.iter().map(|contract| (contract.requires.len(), contract.ensures.len())).collect()
    }

    #[test]
    fn what_says_more_of_numbers_is_covered_by_what_says_less() {
        let ends = vec![vec![freed("l"), fact("l = 0")], vec![freed("l")], vec![freed("l")]];
        assert_eq!(
            kept(vec![contract(vec![fact("1 <= n")], ends.clone()), contract(vec![], ends)]),
            [(0, 1)]
        );
    }

    #[test]
    fn what_says_other_things_of_memory_stays() {
        let ends = vec![vec![freed("l")], vec![], vec![freed("r")]];
        assert_eq!(
            kept(vec![contract(vec![freed("l")], ends.clone()), contract(vec![], ends)]),
            [(1, 3), (0, 3)]
        );
    }
}

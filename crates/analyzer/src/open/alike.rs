//! One contract, and one way to end, where several differ in nothing that a caller can see.

use super::{Contract, Outcome};
use findings::formula::{Assertion, Formula};

/// Makes one way to end of two that differ in one line each, of which always one holds.
pub(super) fn unite_ends(ends: &mut Vec<Outcome>) {
    let mut first = 0;
    while first < ends.len() {
        let united = (first + 1..ends.len()).find_map(|second| {
            let (left, right) = (&ends[first], &ends[second]);
            let line = only_opposite(&left.formulas, &right.formulas)?;
            (left.ends_program == right.ends_program).then_some((second, line))
        });
        match united {
            Some((second, line)) => {
                ends.remove(second);
                ends[first].formulas.remove(line);
            }
            None => first += 1,
        }
    }
}

/// The line of the first that the second has not, if that one says the opposite in its place and all others are equal.
fn only_opposite(lines: &[Formula], others: &[Formula]) -> Option<usize> {
    let own: Vec<usize> = (0..lines.len()).filter(|&line| !others.contains(&lines[line])).collect();
    let rest: Vec<&Formula> = others.iter().filter(|line| !lines.contains(line)).collect();
    let (&[line], &[other]) = (own.as_slice(), rest.as_slice()) else { return None };
    let (Assertion::Fact { fact }, Assertion::Fact { fact: opposite }) =
        (&lines[line].assertion, &other.assertion)
    else {
        return None;
    };
    (lines.len() == others.len() && is_opposite(fact, opposite)).then_some(line)
}

/// Whether one of two comparisons of numbers holds exactly if the other does not.
fn is_opposite(fact: &str, other: &str) -> bool {
    let (Some((left, sign, right)), Some((below, opposite, above))) = (comparison(fact), comparison(other))
    else {
        return false;
    };
    let is_next = |low: &str, high: &str| match (low.parse::<i128>(), high.parse::<i128>()) {
        (Ok(low), Ok(high)) => low.checked_add(1) == Some(high),
        _ => false,
    };
    match (sign, opposite) {
        ("<", "<=") | ("<=", "<") => left == above && right == below,
        // `17 <= n` and `n <= 16`.
        ("<=", "<=") => (right == below && is_next(above, left)) || (left == above && is_next(right, below)),
        ("=", "!=") | ("!=", "=") => left == below && right == above,
        _ => false,
    }
}

/// The sides and the sign of a comparison without connectives.
fn comparison(text: &str) -> Option<(&str, &str, &str)> {
    if ["&&", "||", "[", " is "].iter().any(|other| text.contains(other)) {
        return None;
    }
    let words: Vec<&str> = text.split(' ').filter(|word| ["<", "<=", "=", "!="].contains(word)).collect();
    let &[sign] = words.as_slice() else { return None };
    let (left, right) = text.split_once(&format!(" {sign} "))?;
    Some((left, sign, right))
}

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
        Assertion::Block(_) | Assertion::Freed { .. } | Assertion::List(_) | Assertion::Tree(_) => true,
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
        Contract { requires, ensures, callbacks: Vec::new(), assumed: Vec::new(), given_back: Vec::new() }
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
    fn opposite_cases_become_one() {
        let ends = |first: &str, second: &str| {
            let end = |text: &str| Outcome { ends_program: false, formulas: vec![freed("l"), fact(text)] };
            let mut ends = vec![end(first), end(second)];
            unite_ends(&mut ends);
            ends.iter().map(|end| end.formulas.len()).collect::<Vec<usize>>()
        };
        for (first, second) in [
            ("17 <= size(p)", "size(p) <= 16"),
            ("size(p) <= 16", "17 <= size(p)"),
            ("n < m", "m <= n"),
            ("n = m", "n != m"),
            ("0 <= n", "n <= -1"),
        ] {
            assert_eq!(ends(first, second), [1], "{first}, {second}");
        }
        for (first, second) in [
            ("17 <= size(p)", "size(p) <= 15"),
            ("17 <= size(p)", "size(q) <= 16"),
            ("n < m", "m < n"),
            ("n <= m", "m <= n"),
            ("16 <= n", "n <= 17"),
            ("n = m", "n != k"),
            ("n <= 4", "n <= 5"),
        ] {
            assert_eq!(ends(first, second), [2, 2], "{first}, {second}");
        }
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

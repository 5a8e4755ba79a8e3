//! Comparisons of strings.
//!
//! Both strings must end, even where they differ before: that is what programs mean, and what compiled
//! code, which reads several bytes at once, needs.

use super::text::with_text;
use super::{Call, Entry, entry};
use crate::context::Context;
use crate::outcome::{Outcome, Step};
use pure_logic::{Fact, Term};
use std::cmp::Ordering;

pub(super) const TABLE: &[Entry] = &[
    entry("strcmp", 2, |context, call| compare(context, call, None, Letters::AsTheyAre)),
    entry("strcoll", 2, |context, call| compare(context, call, None, Letters::AsTheyAre)),
    entry("strncmp", 3, |context, call| compare_bounded(context, call, Letters::AsTheyAre)),
    entry("strcasecmp", 2, |context, call| compare(context, call, None, Letters::Folded)),
    entry("strncasecmp", 3, |context, call| compare_bounded(context, call, Letters::Folded)),
];

const WHY: &str = "a comparison of unknown bytes";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    AsTheyAre,
    /// Small and capital letters are the same.
    Folded,
}

fn compare_bounded(context: &mut Context<'_>, call: Call<'_>, letters: Letters) -> Step<Vec<Outcome>> {
    let limit = call.size(context, 2)?;
    compare(context, call, Some(limit), letters)
}

fn compare(
    context: &mut Context<'_>,
    call: Call<'_>,
    limit: Option<Term>,
    letters: Letters,
) -> Step<Vec<Outcome>> {
    let (first, second) = (call.pointer(context, 0)?, call.pointer(context, 1)?);
    with_text(context, &call, first, limit, &mut |context, call, a| {
        with_text(context, &call, second, limit, &mut |context, call, b| {
            let constants = (a.constant_bytes(context), b.constant_bytes(context));
            let depends_on_locale = letters == Letters::Folded || call.name == "strcoll";
            if a.address == b.address {
                return call.returning_number(context, 0);
            }
            if depends_on_locale && context.locale_may_change {
                return any_order(context, call);
            }
            if let (Letters::Folded, (Some(a), Some(b))) = (letters, constants) {
                let fold = |text: Vec<u8>| text.to_ascii_lowercase();
                return order(context, call, difference_of_constants(&fold(a), &fold(b)));
            }
            match (&a.bytes, &b.bytes) {
                (Some(x), Some(y)) if letters == Letters::AsTheyAre => difference(context, call, x, y),
                _ => {
                    // Texts that are equal, as far as they are compared, are equally long. That is worth two cases where the
                    // length of one is a number: an equation between two names would tie texts to each other for no use.
                    let is_number = [a.length, b.length]
                        .into_iter()
                        .any(|length| context.solver.terms.as_constant(length).is_some());
                    let as_long = context.solver.terms.equal(a.length, b.length);
                    let if_equal = [as_long];
                    equal_or_not(context, call, if is_number { &if_equal[..] } else { &[] })
                }
            }
        })
    })
}

fn difference_of_constants(a: &[u8], b: &[u8]) -> Ordering {
    let at = |text: &[u8], index: usize| text.get(index).copied().unwrap_or(0);
    let orders = (0..a.len().max(b.len())).map(|index| at(a, index).cmp(&at(b, index)));
    orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The end of a comparison: the sign of the result is known, and nothing else of it.
fn order(context: &mut Context<'_>, call: Call<'_>, order: Ordering) -> Step<Vec<Outcome>> {
    let most = i128::from(i32::MAX);
    match order {
        Ordering::Less => call.returning_unknown(context, Some((-most - 1, -1)), "a comparison"),
        Ordering::Equal => call.returning_number(context, 0),
        Ordering::Greater => call.returning_unknown(context, Some((1, most)), "a comparison"),
    }
}

/// The end of a comparison of which nothing is known.
pub(super) fn any_order(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let range = (i128::from(i32::MIN), i128::from(i32::MAX));
    call.returning_unknown(context, Some(range), WHY)
}

/// The end of a comparison of which only is known what holds if all is equal.
pub(super) fn equal_or_not(
    context: &mut Context<'_>,
    call: Call<'_>,
    if_equal: &[Fact],
) -> Step<Vec<Outcome>> {
    if context.options.split_on_offsets || if_equal.is_empty() {
        return any_order(context, call);
    }
    let mut outcomes = Vec::new();
    if let Some(mut equal) = call.assuming(context, if_equal) {
        equal.configuration.path.approximate(WHY);
        outcomes = equal.returning_number(context, 0)?;
    }
    let (low, high) = (i128::from(i32::MIN), i128::from(i32::MAX));
    let result = context.fresh("order");
    let mut facts = context.between(low, result, high).to_vec();
    facts.push(context.solver.terms.non_zero(result));
    let Some(mut different) = call.assuming(context, &facts) else { return Ok(outcomes) };
    different.configuration.path.approximate(WHY);
    outcomes.extend(different.returning_term(result)?);
    Ok(outcomes)
}

/// The order of the first bytes that differ; the shorter row ends with a zero. In the search for a
/// proof only constants are told apart.
pub(super) fn difference(
    context: &mut Context<'_>,
    call: Call<'_>,
    a: &[Term],
    b: &[Term],
) -> Step<Vec<Outcome>> {
    let zero = context.constant(0);
    for index in 0..a.len().max(b.len()) {
        let x = a.get(index).copied().unwrap_or(zero);
        let y = b.get(index).copied().unwrap_or(zero);
        if x == y {
            continue;
        }
        let same = context.solver.terms.equal(x, y);
        let is_open = !context.proves(&call.configuration.state.facts, same)
            && !context.decides_not(&call.configuration.state.facts, same);
        if is_open && !context.options.split_on_offsets {
            let longest = a.len().max(b.len());
            let at = |row: &[Term], index: usize| row.get(index).copied().unwrap_or(zero);
            let same: Vec<Fact> = (index..longest)
                .map(|index| context.solver.terms.equal(at(a, index), at(b, index)))
                .collect();
            return equal_or_not(context, call, &same);
        }
        if !context.decide(&call.configuration, same)? {
            let is_less = context.solver.terms.less_than(x, y);
            let is_less = context.decide(&call.configuration, is_less)?;
            return order(context, call, if is_less { Ordering::Less } else { Ordering::Greater });
        }
    }
    call.returning_number(context, 0)
}

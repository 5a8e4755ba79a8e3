//! Comparisons of strings.
//!
//! Both strings must end, even where they differ before: that is what programs mean, and what compiled
//! code, which reads several bytes at once, needs.

use super::text::{Text, with_text};
use super::{Call, Entry, entry};
use crate::context::Context;
use crate::outcome::{Outcome, Step};
use pure_logic::Term;

pub(super) const TABLE: &[Entry] = &[
    entry("strcmp", 2, |context, call| compare(context, call, None, Letters::AsTheyAre)),
    entry("strcoll", 2, |context, call| compare(context, call, None, Letters::AsTheyAre)),
    entry("strncmp", 3, |context, call| compare_bounded(context, call, Letters::AsTheyAre)),
    entry("strcasecmp", 2, |context, call| compare(context, call, None, Letters::Folded)),
    entry("strncasecmp", 3, |context, call| compare_bounded(context, call, Letters::Folded)),
];

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
            if let (Letters::Folded, (Some(a), Some(b))) = (letters, constants) {
                let fold = |text: Vec<u8>| text.to_ascii_lowercase();
                return call.returning_number(context, difference_of_constants(&fold(a), &fold(b)));
            }
            match (&a.bytes, &b.bytes) {
                (Some(x), Some(y)) if letters == Letters::AsTheyAre => difference(context, call, x, y),
                _ => unknown(context, call, a, b),
            }
        })
    })
}

fn unknown(context: &mut Context<'_>, call: Call<'_>, a: &Text, b: &Text) -> Step<Vec<Outcome>> {
    if a.address == b.address {
        return call.returning_number(context, 0);
    }
    call.returning_unknown(context, Some((-255, 255)), "a comparison of unknown bytes")
}

fn difference_of_constants(a: &[u8], b: &[u8]) -> i128 {
    let at = |text: &[u8], index: usize| i128::from(text.get(index).copied().unwrap_or(0));
    (0..a.len().max(b.len())).map(|index| at(a, index) - at(b, index)).find(|&other| other != 0).unwrap_or(0)
}

/// The difference of the first bytes that differ; the shorter row ends with a zero. In the search for a
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
            return call.returning_unknown(context, Some((-255, 255)), "a comparison of unknown bytes");
        }
        if !context.decide(&call.configuration, same)? {
            let difference = context.solver.terms.subtract(x, y);
            return call.returning_term(difference);
        }
    }
    call.returning_number(context, 0)
}

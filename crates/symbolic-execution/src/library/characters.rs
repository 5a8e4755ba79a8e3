//! `ctype.h` in the "C" locale, and the tables that glibc's macros read.

use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::outcome::{Interrupt, Outcome, Step};
use interpreter::FaultKind;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Cell, Cells, Content, Region, State, Value};

pub(super) const TABLE: &[Entry] = &[
    entry("isalnum", 1, |context, call| classify(context, call, &[(48, 57), (65, 90), (97, 122)])),
    entry("isalpha", 1, |context, call| classify(context, call, &[(65, 90), (97, 122)])),
    entry("isblank", 1, |context, call| classify(context, call, &[(9, 9), (32, 32)])),
    entry("iscntrl", 1, |context, call| classify(context, call, &[(0, 31), (127, 127)])),
    entry("isdigit", 1, |context, call| classify(context, call, &[(48, 57)])),
    entry("isgraph", 1, |context, call| classify(context, call, &[(33, 126)])),
    entry("islower", 1, |context, call| classify(context, call, &[SMALL])),
    entry("isprint", 1, |context, call| classify(context, call, &[(32, 126)])),
    entry("ispunct", 1, |context, call| classify(context, call, &[(33, 47), (58, 64), (91, 96), (123, 126)])),
    entry("isspace", 1, |context, call| classify(context, call, &[(9, 13), (32, 32)])),
    entry("isupper", 1, |context, call| classify(context, call, &[CAPITAL])),
    entry("isxdigit", 1, |context, call| classify(context, call, &[(48, 57), (65, 70), (97, 102)])),
    entry("isascii", 1, isascii),
    entry("toascii", 1, toascii),
    entry("tolower", 1, |context, call| fold(context, call, CAPITAL, 32)),
    entry("toupper", 1, |context, call| fold(context, call, SMALL, -32)),
    entry("_tolower", 1, |context, call| fold(context, call, CAPITAL, 32)),
    entry("_toupper", 1, |context, call| fold(context, call, SMALL, -32)),
    entry("__ctype_b_loc", 0, |context, call| table(context, call, &FLAGS)),
    entry("__ctype_tolower_loc", 0, |context, call| table(context, call, &TO_LOWER)),
    entry("__ctype_toupper_loc", 0, |context, call| table(context, call, &TO_UPPER)),
    entry("__ctype_get_mb_cur_max", 0, |context, call| {
        let most = if context.locale_may_change { 16 } else { 1 };
        call.returning_unknown(context, Some((1, most)), LOCALE)
    }),
];

const CAPITAL: (i128, i128) = (65, 90);
const SMALL: (i128, i128) = (97, 122);

/// The argument: a character or `EOF`; everything else is undefined.
fn character(context: &mut Context<'_>, call: &Call<'_>) -> Step<Term> {
    let character = call.number(context, 0)?;
    for fact in context.between(-1, character, 255) {
        if !context.proves(&call.configuration.state.facts, fact) {
            return Err(Interrupt::Require {
                fact,
                kind: FaultKind::BadArgument,
                message: format!("`{}` is called with a number that is no character", call.name),
                block: None,
            });
        }
    }
    Ok(character)
}

/// Whether a number lies in one of some ranges, which are in ascending order.
fn is_in(context: &mut Context<'_>, call: &Call<'_>, number: Term, ranges: &[(i128, i128)]) -> Step<bool> {
    for &(low, high) in ranges {
        let (low, high) = (context.constant(low), context.constant(high));
        let before = context.solver.terms.less_than(number, low);
        if context.decide(&call.configuration, before)? {
            return Ok(false);
        }
        let inside = context.solver.terms.at_most(number, high);
        if context.decide(&call.configuration, inside)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn classify(context: &mut Context<'_>, call: Call<'_>, ranges: &[(i128, i128)]) -> Step<Vec<Outcome>> {
    let character = character(context, &call)?;
    if is_in(context, &call, character, ranges)? {
        return call.returning_truth(context);
    }
    // Other locales have more letters; digits are the same everywhere, and the end of the input is in no class.
    let end = context.constant(-1);
    let is_end = context.solver.terms.equal(character, end);
    let is_fixed = matches!(call.name, "isdigit" | "isxdigit") || !context.locale_may_change;
    if is_fixed || context.proves(&call.configuration.state.facts, is_end) {
        return call.returning_number(context, 0);
    }
    call.returning_unknown(context, None, LOCALE)
}

const LOCALE: &str = "the locale";

impl Call<'_> {
    /// The end of the call with any number but 0.
    fn returning_truth(mut self, context: &mut Context<'_>) -> Step<Vec<Outcome>> {
        let Some((_, scalar)) = self.destination else { return self.returning_nothing() };
        let Configuration { state, path } = &mut self.configuration;
        let value = context.opaque(state, path, scalar, 0, "which number stands for true");
        let fact = context.solver.terms.non_zero(value.term);
        state.facts.assume(&mut context.solver, fact);
        self.returning(value)
    }
}

fn isascii(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let number = call.number(context, 0)?;
    match is_in(context, &call, number, &[(0, 127)])? {
        true => call.returning_truth(context),
        false => call.returning_number(context, 0),
    }
}

fn toascii(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let number = call.number(context, 0)?;
    let low = context.solver.terms.modulo(number, 128);
    call.returning_term(low)
}

fn fold(
    context: &mut Context<'_>,
    call: Call<'_>,
    range: (i128, i128),
    distance: i128,
) -> Step<Vec<Outcome>> {
    let character = character(context, &call)?;
    if context.locale_may_change {
        let end = context.constant(-1);
        let is_end = context.solver.terms.equal(character, end);
        let is_end = context.decide(&call.configuration, is_end)?;
        let range = if is_end { (-1, -1) } else { (0, 255) };
        return call.returning_unknown(context, Some(range), LOCALE);
    }
    let is_folded = is_in(context, &call, character, &[range])?;
    if !is_folded && call.name.starts_with('_') {
        // Only letters of the other case have a meaning for `_tolower` and `_toupper`.
        return call.returning_unknown(context, None, "what C leaves open");
    }
    let result = context.solver.terms.add_constant(character, if is_folded { distance } else { 0 });
    call.returning_term(result)
}

/// A table from -128 to 255, of which programs get the address of a pointer to entry 0.
struct Lookup {
    name: &'static str,
    /// Bytes of an entry.
    width: u32,
    entry: fn(i32) -> u32,
}

const FLAGS: Lookup = Lookup {
    name: "classes of characters",
    width: 2,
    entry: |index| if index == -1 { 0 } else { classification(index as u8) },
};

const TO_LOWER: Lookup = Lookup {
    name: "small letters",
    width: 4,
    entry: |index| folded(index, (index as u8).to_ascii_lowercase()),
};

const TO_UPPER: Lookup = Lookup {
    name: "capital letters",
    width: 4,
    entry: |index| folded(index, (index as u8).to_ascii_uppercase()),
};

fn folded(index: i32, byte: u8) -> u32 {
    if index == -1 || (index as u8) >= 128 { index as u32 } else { u32::from(byte) }
}

/// The bits of glibc's classification table, in the order of `_ISbit` on little-endian machines.
fn classification(byte: u8) -> u32 {
    let is_space = matches!(byte, 9..=13 | 32);
    let tests = [
        (8, byte.is_ascii_uppercase()),
        (9, byte.is_ascii_lowercase()),
        (10, byte.is_ascii_alphabetic()),
        (11, byte.is_ascii_digit()),
        (12, byte.is_ascii_hexdigit()),
        (13, is_space),
        (14, byte.is_ascii_graphic() || byte == b' '),
        (15, byte.is_ascii_graphic()),
        (0, byte == b' ' || byte == b'\t'),
        (1, byte.is_ascii_control()),
        (2, byte.is_ascii_punctuation()),
        (3, byte.is_ascii_alphanumeric()),
    ];
    tests.iter().filter(|(_, holds)| *holds).map(|(bit, _)| 1 << bit).sum()
}

fn table(context: &mut Context<'_>, mut call: Call<'_>, lookup: &Lookup) -> Step<Vec<Outcome>> {
    let Configuration { state, .. } = &mut call.configuration;
    let address = table_in(context, state, lookup);
    call.returning(address)
}

/// The tables that a function gives out, in memory.
pub(super) fn place_table(context: &mut Context<'_>, state: &mut State, function: &str) {
    let lookup = match function {
        "__ctype_b_loc" => &FLAGS,
        "__ctype_tolower_loc" => &TO_LOWER,
        "__ctype_toupper_loc" => &TO_UPPER,
        _ => return,
    };
    table_in(context, state, lookup);
}

/// The table in memory, which is there once it was asked for.
fn table_in(context: &mut Context<'_>, state: &mut State, lookup: &Lookup) -> Value {
    let holder = context.library_base(lookup.name);
    let address = Value::defined(context.solver.terms.atom_term(holder));
    if state.heap.block(holder).is_some() {
        return address;
    }
    let entries = context.library_base(&format!("the table of {}", lookup.name));
    let size = context.constant(i128::from(384 * lookup.width));
    context.place_block(state, entries, size, 16, Region::Constant, Content::Unknown);
    if context.locale_may_change {
        place_holder(context, state, holder, entries, lookup);
        return address;
    }
    let mut cells = Vec::new();
    // Words of eight bytes, as in the initial contents of other tables.
    let in_word = 8 / lookup.width;
    for first in (0..384).step_by(in_word as usize) {
        let number = (0..in_word).rev().fold(0i128, |sum, index| {
            let entry = (lookup.entry)((first + index) as i32 - 128);
            sum << (8 * lookup.width) | i128::from(entry)
        });
        let start = context.constant(i128::from(first * lookup.width));
        let end = context.constant(i128::from(first * lookup.width + 8));
        let content = Content::Scalar(Value::defined(context.constant(number)));
        cells.push(Cell { start, end, content });
    }
    context.set_cells(state, entries, Cells::from_cells(cells));
    place_holder(context, state, holder, entries, lookup);
    address
}

/// The pointer to the middle of a table.
fn place_holder(context: &mut Context<'_>, state: &mut State, holder: Atom, entries: Atom, lookup: &Lookup) {
    let word = context.constant(i128::from(context.pointer_bits() / 8));
    context.place_block(state, holder, word, 16, Region::Static, Content::Unknown);
    let middle = context.solver.terms.atom_term(entries);
    let middle = context.solver.terms.add_constant(middle, i128::from(128 * lookup.width));
    let content = Content::Scalar(Value::defined(middle));
    let cells = Cells::uniform(&mut context.solver.terms, word, content);
    context.set_cells(state, holder, cells);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_the_bits_of_glibc() {
        assert_eq!(classification(b'A'), 0xd508);
        assert_eq!(classification(b'a'), 0xd608);
        assert_eq!(classification(b'7'), 0xd808);
        assert_eq!(classification(b' '), 0x6001);
        assert_eq!((TO_LOWER.entry)(i32::from(b'Q')), u32::from(b'q'));
        assert_eq!((TO_UPPER.entry)(-1), u32::MAX);
    }
}

//! `ctype.h` in the "C" locale, and the tables that glibc's macros read.

use super::{Call, Entry, Outcome, entry, offset_by};
use crate::machine::{Machine, Step};
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    entry("isalnum", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_alphanumeric())),
    entry("isalpha", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_alphabetic())),
    entry("isblank", 1, |machine, call| classify(machine, call, |byte| byte == b' ' || byte == b'\t')),
    entry("iscntrl", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_control())),
    entry("isdigit", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_digit())),
    entry("isgraph", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_graphic())),
    entry("islower", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_lowercase())),
    entry("isprint", 1, |machine, call| {
        classify(machine, call, |byte| byte.is_ascii_graphic() || byte == b' ')
    }),
    entry("ispunct", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_punctuation())),
    entry("isspace", 1, |machine, call| classify(machine, call, super::numbers::is_space)),
    entry("isupper", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_uppercase())),
    entry("isxdigit", 1, |machine, call| classify(machine, call, |byte| byte.is_ascii_hexdigit())),
    entry("isascii", 1, isascii),
    entry("toascii", 1, toascii),
    entry("tolower", 1, tolower),
    entry("toupper", 1, toupper),
    entry("_tolower", 1, tolower),
    entry("_toupper", 1, toupper),
    entry("__ctype_b_loc", 0, |machine, _| table(machine, 0)),
    entry("__ctype_tolower_loc", 0, |machine, _| table(machine, 1)),
    entry("__ctype_toupper_loc", 0, |machine, _| table(machine, 2)),
    entry("__ctype_get_mb_cur_max", 0, |_, _| Outcome::integer(1)),
];

/// The argument of a classification: a character or `EOF`; everything else is undefined.
fn character(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<i32> {
    let value = machine.int_argument(call, 0)?;
    if !(-1..=255).contains(&value) {
        machine.bad_argument(call, &format!("{value}, which is neither an unsigned char nor EOF"))?;
    }
    Ok(value)
}

fn classify(machine: &mut Machine<'_>, call: &Call<'_>, test: fn(u8) -> bool) -> Step<Outcome> {
    let value = character(machine, call)?;
    let holds = u8::try_from(value).is_ok_and(test);
    Outcome::integer(i128::from(holds))
}

fn isascii(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let value = machine.int_argument(call, 0)?;
    Outcome::integer(i128::from((0..128).contains(&value)))
}

fn toascii(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let value = machine.int_argument(call, 0)?;
    Outcome::integer(i128::from(value & 0x7f))
}

fn tolower(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let value = character(machine, call)?;
    let result = u8::try_from(value).map_or(value, |byte| i32::from(byte.to_ascii_lowercase()));
    Outcome::integer(i128::from(result))
}

fn toupper(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let value = character(machine, call)?;
    let result = u8::try_from(value).map_or(value, |byte| i32::from(byte.to_ascii_uppercase()));
    Outcome::integer(i128::from(result))
}

/// The bits of glibc's classification table, in the order of `_ISbit` on little-endian machines.
fn classification(byte: u8) -> u16 {
    let tests: [(u16, bool); 12] = [
        (1 << 8, byte.is_ascii_uppercase()),
        (1 << 9, byte.is_ascii_lowercase()),
        (1 << 10, byte.is_ascii_alphabetic()),
        (1 << 11, byte.is_ascii_digit()),
        (1 << 12, byte.is_ascii_hexdigit()),
        (1 << 13, super::numbers::is_space(byte)),
        (1 << 14, byte.is_ascii_graphic() || byte == b' '),
        (1 << 15, byte.is_ascii_graphic()),
        (1, byte == b' ' || byte == b'\t'),
        (1 << 1, byte.is_ascii_control()),
        (1 << 2, byte.is_ascii_punctuation()),
        (1 << 3, byte.is_ascii_alphanumeric()),
    ];
    tests.iter().filter(|(_, holds)| *holds).map(|(bit, _)| bit).sum()
}

/// glibc's tables go from -128 to 255; what programs get is the address of a pointer to entry 0.
fn table(machine: &mut Machine<'_>, which: usize) -> Step<Outcome> {
    if let Some(tables) = machine.library.classification {
        return Outcome::pointer(tables[which]);
    }
    let mut flags = Vec::new();
    let mut lower = Vec::new();
    let mut upper = Vec::new();
    for index in -128i32..256 {
        // Negative entries, except that for EOF, repeat those of the same unsigned character.
        let byte = index as u8;
        let is_eof = index == -1;
        let class = if is_eof { 0 } else { classification(byte) };
        flags.extend_from_slice(&class.to_le_bytes());
        let fold = |folded: u8| if is_eof || byte >= 128 { index } else { i32::from(folded) };
        lower.extend_from_slice(&fold(byte.to_ascii_lowercase()).to_le_bytes());
        upper.extend_from_slice(&fold(byte.to_ascii_uppercase()).to_le_bytes());
    }
    let mut tables = [Value::ZERO; 3];
    let pointer_size = vec![0; machine.memory.pointer_bytes];
    for (index, (bytes, width)) in [(flags, 2), (lower, 4), (upper, 4)].into_iter().enumerate() {
        let place = machine.static_text(&bytes)?;
        machine.memory.set_constant(place.provenance);
        let holder = machine.static_text(&pointer_size)?;
        machine.store_pointer(holder, offset_by(place, 128 * width))?;
        tables[index] = holder;
    }
    machine.library.classification = Some(tables);
    Outcome::pointer(tables[which])
}

#[cfg(test)]
mod tests {
    use super::classification;

    #[test]
    fn classes_have_glibc_s_bits() {
        // As `(*__ctype_b_loc())[c]` shows them.
        assert_eq!(classification(b'A'), 0xd508);
        assert_eq!(classification(b'a'), 0xd608);
        assert_eq!(classification(b'z'), 0xc608);
        assert_eq!(classification(b'7'), 0xd808);
        assert_eq!(classification(b' '), 0x6001);
        assert_eq!(classification(b'\n'), 0x2002);
        assert_eq!(classification(b'.'), 0xc004);
        assert_eq!(classification(200), 0);
    }
}

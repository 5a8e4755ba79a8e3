//! The values of numbers, characters and strings.

use crate::ast::{Encoding, FloatSuffix, IntegerLength, IntegerLiteral};

/// What a number token stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number<'a> {
    Integer(IntegerLiteral),
    /// The digits as written, without suffix.
    Float {
        digits: &'a str,
        suffix: FloatSuffix,
        is_imaginary: bool,
    },
}

/// Reads a preprocessing number; the error completes the sentence "the number … ".
pub fn parse_number(text: &[u8]) -> Result<Number<'_>, &'static str> {
    const NOT_A_NUMBER: &str = "has an invalid digit or suffix";
    // By far the most common case.
    if text.len() <= 18 && text.iter().all(u8::is_ascii_digit) && (text[0] != b'0' || text.len() == 1) {
        let value = text.iter().fold(0u64, |value, digit| value * 10 + u64::from(digit - b'0'));
        return Ok(Number::Integer(plain_integer(u128::from(value))));
    }
    let text = std::str::from_utf8(text).map_err(|_| NOT_A_NUMBER)?;
    let bytes = text.as_bytes();
    let (radix, start) = match bytes {
        [b'0', b'x' | b'X', ..] => (16, 2),
        [b'0', b'b' | b'B', ..] => (2, 2),
        _ => (10, 0),
    };
    let is_digit = |byte: &u8| if radix == 16 { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let mut end = start;
    let mut is_float = false;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'.' if radix != 2 && !is_float => is_float = true,
            b'\'' if end > start => {}
            byte if is_digit(byte) => {}
            _ => break,
        }
        end += 1;
    }
    if !bytes[start..end].iter().any(is_digit) {
        return Err(NOT_A_NUMBER);
    }
    let has_exponent = match bytes.get(end) {
        Some(b'e' | b'E') => radix == 10,
        Some(b'p' | b'P') => radix == 16,
        _ => false,
    };
    if has_exponent {
        is_float = true;
        end += 1;
        if matches!(bytes.get(end), Some(b'+' | b'-')) {
            end += 1;
        }
        let digits = bytes[end..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return Err("has an exponent without digits");
        }
        end += digits;
    } else if is_float && radix == 16 {
        return Err("is a hexadecimal fraction without an exponent");
    }
    let (digits, suffix) = (&text[..end], &text[end..]);
    if is_float {
        let (suffix, is_imaginary) = float_suffix(suffix).ok_or(NOT_A_NUMBER)?;
        return Ok(Number::Float { digits, suffix, is_imaginary });
    }
    let (is_unsigned, length, is_imaginary) = integer_suffix(suffix).ok_or(NOT_A_NUMBER)?;
    let radix = if radix == 10 && bytes[0] == b'0' { 8 } else { radix };
    let mut value: u128 = 0;
    for byte in bytes[start..end].iter().filter(|&&byte| byte != b'\'') {
        let digit = (*byte as char).to_digit(16).filter(|&digit| digit < radix).ok_or(NOT_A_NUMBER)?;
        value = value
            .checked_mul(u128::from(radix))
            .and_then(|value| value.checked_add(u128::from(digit)))
            .ok_or("is too large")?;
    }
    let is_decimal = radix == 10;
    Ok(Number::Integer(IntegerLiteral { value, is_decimal, is_unsigned, length, is_imaginary }))
}

/// The literal `0`, `1`, … without a suffix.
pub fn plain_integer(value: u128) -> IntegerLiteral {
    IntegerLiteral {
        value,
        // `0` is an octal number by the letter, but its type is `int` in either case.
        is_decimal: true,
        is_unsigned: false,
        length: IntegerLength::Plain,
        is_imaginary: false,
    }
}

/// `u`, `l`, `ll` and GCC's `i` or `j`, in any order and case.
fn integer_suffix(suffix: &str) -> Option<(bool, IntegerLength, bool)> {
    let (mut is_unsigned, mut length, mut is_imaginary) = (false, IntegerLength::Plain, false);
    let mut rest = suffix.as_bytes();
    while let Some(&byte) = rest.first() {
        let mut taken = 1;
        match byte {
            b'u' | b'U' if !is_unsigned => is_unsigned = true,
            b'i' | b'I' | b'j' | b'J' if !is_imaginary => is_imaginary = true,
            b'l' | b'L' if length == IntegerLength::Plain => {
                if rest.get(1) == Some(&byte) {
                    taken = 2;
                    length = IntegerLength::LongLong;
                } else {
                    length = IntegerLength::Long;
                }
            }
            _ => return None,
        }
        rest = &rest[taken..];
    }
    Some((is_unsigned, length, is_imaginary))
}

fn float_suffix(suffix: &str) -> Option<(FloatSuffix, bool)> {
    let is_unit = |character: char| matches!(character, 'i' | 'I' | 'j' | 'J');
    let (rest, is_imaginary) = match suffix.strip_suffix(is_unit).or(suffix.strip_prefix(is_unit)) {
        Some(rest) => (rest, true),
        None => (suffix, false),
    };
    let suffix = match rest {
        "" => FloatSuffix::None,
        "f" | "F" | "f32" | "F32" => FloatSuffix::Float,
        "l" | "L" | "w" | "W" | "f64x" | "F64x" => FloatSuffix::LongDouble,
        "d" | "D" | "f64" | "F64" | "f32x" | "F32x" => FloatSuffix::Double,
        "q" | "Q" | "f128" | "F128" => FloatSuffix::Float128,
        "f16" | "F16" => FloatSuffix::Float16,
        _ => return None,
    };
    Some((suffix, is_imaginary))
}

/// The encoding that the prefix of a literal asks for, and the length of the prefix.
pub fn encoding_of(text: &[u8]) -> (Encoding, usize) {
    match text {
        [b'L', ..] => (Encoding::Wide, 1),
        [b'U', ..] => (Encoding::Utf32, 1),
        [b'u', b'8', ..] => (Encoding::Utf8, 2),
        [b'u', ..] => (Encoding::Utf16, 1),
        _ => (Encoding::Plain, 0),
    }
}

pub fn unit_bytes(encoding: Encoding) -> usize {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => 1,
        Encoding::Utf16 => 2,
        Encoding::Utf32 | Encoding::Wide => 4,
    }
}

/// Appends the code units of what stands between the quotes of a literal. The error completes the
/// sentence "this literal … " and comes with the position in `text`.
pub fn decode_units(
    text: &[u8],
    encoding: Encoding,
    units: &mut Vec<u8>,
) -> Result<(), (usize, &'static str)> {
    let width = unit_bytes(encoding);
    units.reserve(text.len() * width);
    let mut position = 0;
    while position < text.len() {
        let rest = &text[position..];
        if rest[0] != b'\\' {
            position += if width == 1 {
                let plain = rest.iter().position(|&byte| byte == b'\\').unwrap_or(rest.len());
                units.extend_from_slice(&rest[..plain]);
                plain
            } else {
                let (character, length) = decode_utf8(rest);
                push_character(character, encoding, units);
                length
            };
            continue;
        }
        match decode_escape(rest).map_err(|message| (position, message))? {
            (Escape::Unit(value), length) => {
                units.extend_from_slice(&value.to_le_bytes()[..width]);
                position += length;
            }
            (Escape::Character(character), length) => {
                push_character(character, encoding, units);
                position += length;
            }
        }
    }
    Ok(())
}

enum Escape {
    /// A code unit as such: `\n`, `\x…`, `\17`.
    Unit(u32),
    /// A character that the encoding turns into units: `\u…`.
    Character(u32),
}

/// Reads an escape sequence at the start of `text`, which begins with a backslash.
fn decode_escape(text: &[u8]) -> Result<(Escape, usize), &'static str> {
    let Some(&letter) = text.get(1) else { return Err("ends with a lone `\\`") };
    let value = match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'0'..=b'7' => {
            let digits = text[1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
            let (value, length) = digits
                .fold((0, 1), |(value, length), digit| (value * 8 + u32::from(digit - b'0'), length + 1));
            return Ok((Escape::Unit(value), length));
        }
        b'x' => {
            let digits = text[2..].iter().map_while(|&byte| (byte as char).to_digit(16));
            // Only the low bits count in the end, as in GCC, which warns about the others.
            let (value, length) =
                digits.fold((0u32, 2), |(value, length), digit| ((value << 4) | digit, length + 1));
            if length == 2 {
                return Err("has a `\\x` without digits");
            }
            return Ok((Escape::Unit(value), length));
        }
        b'u' | b'U' => {
            let wanted = if letter == b'u' { 4 } else { 8 };
            let digits = text[2..].iter().take(wanted).map_while(|&byte| (byte as char).to_digit(16));
            let (value, count) =
                digits.fold((0u32, 0), |(value, count), digit| ((value << 4) | digit, count + 1));
            if count < wanted {
                return Err("has an incomplete universal character name");
            }
            if char::from_u32(value).is_none() {
                return Err("has a universal character name that is no character");
            }
            return Ok((Escape::Character(value), 2 + wanted));
        }
        // GCC takes any other letter as itself, with a warning.
        other => other,
    };
    Ok((Escape::Unit(u32::from(value)), 2))
}

fn push_character(character: u32, encoding: Encoding, units: &mut Vec<u8>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            let character = char::from_u32(character).unwrap_or(char::REPLACEMENT_CHARACTER);
            units.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        Encoding::Utf16 => {
            let character = char::from_u32(character).unwrap_or(char::REPLACEMENT_CHARACTER);
            for unit in character.encode_utf16(&mut [0; 2]) {
                units.extend_from_slice(&unit.to_le_bytes());
            }
        }
        Encoding::Utf32 | Encoding::Wide => units.extend_from_slice(&character.to_le_bytes()),
    }
}

/// The first character of a text; a byte that is not UTF-8 stands for itself.
fn decode_utf8(text: &[u8]) -> (u32, usize) {
    let first = text[0];
    if first < 0x80 {
        return (u32::from(first), 1);
    }
    let length = match first {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        _ => 4,
    };
    let character = text
        .get(..length)
        .and_then(|bytes| std::str::from_utf8(bytes).ok())
        .and_then(|text| text.chars().next());
    match character {
        Some(character) => (u32::from(character), length),
        None => (u32::from(first), 1),
    }
}

/// The value of a character constant from its code units, as GCC computes it for x86.
pub fn character_value(units: &[u8], encoding: Encoding) -> Option<i64> {
    let width = unit_bytes(encoding);
    // Of several wide characters the last one counts.
    let last = units.len().checked_sub(width)?;
    let last = &units[last..];
    Some(match encoding {
        Encoding::Plain if units.len() == 1 => i64::from(units[0] as i8),
        Encoding::Plain => {
            // More than four characters: the last four count.
            let value = units.iter().fold(0u32, |value, &unit| (value << 8) | u32::from(unit));
            i64::from(value as i32)
        }
        Encoding::Utf8 => i64::from(last[0]),
        Encoding::Utf16 => i64::from(u16::from_le_bytes([last[0], last[1]])),
        Encoding::Utf32 => i64::from(u32::from_le_bytes([last[0], last[1], last[2], last[3]])),
        Encoding::Wide => i64::from(i32::from_le_bytes([last[0], last[1], last[2], last[3]])),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(text: &str) -> (u128, bool, bool, IntegerLength) {
        match parse_number(text.as_bytes()) {
            Ok(Number::Integer(literal)) => {
                (literal.value, literal.is_decimal, literal.is_unsigned, literal.length)
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers_of_every_form() {
        use IntegerLength::*;
        assert_eq!(integer("0"), (0, true, false, Plain));
        assert_eq!(integer("017"), (15, false, false, Plain));
        assert_eq!(integer("0x1fUL"), (31, false, true, Long));
        assert_eq!(integer("0b101ll"), (5, false, false, LongLong));
        assert_eq!(integer("18446744073709551616"), (1 << 64, true, false, Plain));
        assert_eq!(integer("1'000'000"), (1_000_000, true, false, Plain));
        assert_eq!(integer("340282366920938463463374607431768211455u").0, u128::MAX);
        assert_eq!(parse_number(b"340282366920938463463374607431768211456"), Err("is too large"));
    }

    #[test]
    fn every_order_of_an_integer_suffix() {
        for (suffix, is_unsigned, length) in [
            ("u", true, IntegerLength::Plain),
            ("l", false, IntegerLength::Long),
            ("lu", true, IntegerLength::Long),
            ("ul", true, IntegerLength::Long),
            ("llu", true, IntegerLength::LongLong),
            ("uLL", true, IntegerLength::LongLong),
        ] {
            assert_eq!(integer(&format!("7{suffix}")), (7, true, is_unsigned, length), "{suffix}");
        }
        for suffix in ["lL", "uu", "lll", "lul", "x", "ii", "_"] {
            assert!(parse_number(format!("7{suffix}").as_bytes()).is_err(), "{suffix}");
        }
    }

    #[test]
    fn floats_keep_their_digits() {
        for (text, expected, suffix, is_imaginary) in [
            ("1.5", "1.5", FloatSuffix::None, false),
            (".5f", ".5", FloatSuffix::Float, false),
            ("1.", "1.", FloatSuffix::None, false),
            ("1e+3L", "1e+3", FloatSuffix::LongDouble, false),
            ("0x1.8p-3F64x", "0x1.8p-3", FloatSuffix::LongDouble, false),
            ("0xfp1f", "0xfp1", FloatSuffix::Float, false),
            ("09.5", "09.5", FloatSuffix::None, false),
            ("1.0if", "1.0", FloatSuffix::Float, true),
            ("1.0fj", "1.0", FloatSuffix::Float, true),
            ("2.0Q", "2.0", FloatSuffix::Float128, false),
        ] {
            let number = parse_number(text.as_bytes());
            assert_eq!(number, Ok(Number::Float { digits: expected, suffix, is_imaginary }), "{text}");
        }
        for text in ["1e", "1e+", "0x1.8", "0x.p1", "1.0g", "1.2.3", "0b1.1", "1e3e4"] {
            assert!(parse_number(text.as_bytes()).is_err(), "{text}");
        }
    }

    fn units(text: &[u8], encoding: Encoding) -> Vec<u8> {
        let mut units = Vec::new();
        decode_units(text, encoding, &mut units).unwrap();
        units
    }

    #[test]
    fn escapes_become_units() {
        assert_eq!(
            units(br#"\a\b\e\f\n\r\t\v\\\'\"\?"#, Encoding::Plain),
            b"\x07\x08\x1b\x0c\n\r\t\x0b\\'\"?"
        );
        assert_eq!(units(br"\0\18\1234\xff\x141", Encoding::Plain), b"\x00\x018S4\xff\x41");
        assert_eq!(units(br"\u20ac", Encoding::Plain), "€".as_bytes());
        assert_eq!(units(br"\u20ac\xffff", Encoding::Utf16), [0xac, 0x20, 0xff, 0xff]);
        assert_eq!(units(br"\U0001F600", Encoding::Utf16), [0x3d, 0xd8, 0x00, 0xde]);
        assert_eq!(units("é".as_bytes(), Encoding::Wide), [0xe9, 0, 0, 0]);
        assert_eq!(units(b"\xff\xc3", Encoding::Wide), [0xff, 0, 0, 0, 0xc3, 0, 0, 0]);
        assert_eq!(units(b"\xff\xc3", Encoding::Plain), [0xff, 0xc3]);
    }

    #[test]
    fn characters_have_the_values_that_gcc_gives_them() {
        let value = |text: &[u8], encoding| character_value(&units(text, encoding), encoding);
        assert_eq!(value(b"a", Encoding::Plain), Some(97));
        assert_eq!(value(br"\377", Encoding::Plain), Some(-1));
        assert_eq!(value(b"ab", Encoding::Plain), Some(0x6162));
        assert_eq!(value(br"\377\377\377\377", Encoding::Plain), Some(-1));
        assert_eq!(value(b"abcde", Encoding::Plain), Some(0x6263_6465));
        assert_eq!(value("é".as_bytes(), Encoding::Plain), Some(0xc3a9));
        assert_eq!(value(br"\xffffffff", Encoding::Wide), Some(-1));
        assert_eq!(value(br"\xffff", Encoding::Utf16), Some(0xffff));
        assert_eq!(value(b"ab", Encoding::Utf32), Some(98));
        assert_eq!(value(b"", Encoding::Plain), None);
    }
}

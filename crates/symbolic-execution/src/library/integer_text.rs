//! Integers in strings.

/// An integer found at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ParsedInteger {
    pub value: i128,
    /// How many bytes it takes, with space and sign; 0 if there is no number.
    pub length: usize,
}

/// Reads an integer as `strtol` does: space, sign, prefix, digits. `base` is 0 or from 2 to 36.
pub(super) fn parse_integer(text: &[u8], base: u32) -> ParsedInteger {
    let mut position = text.iter().take_while(|byte| matches!(byte, 9..=13 | 32)).count();
    let is_negative = text.get(position) == Some(&b'-');
    if matches!(text.get(position), Some(b'-' | b'+')) {
        position += 1;
    }
    let digit = |index: usize, base: u32| text.get(index).and_then(|&byte| char::from(byte).to_digit(base));
    let has_prefix = text.get(position) == Some(&b'0')
        && matches!(text.get(position + 1), Some(b'x' | b'X'))
        && digit(position + 2, 16).is_some();
    let base = match base {
        0 if has_prefix => 16,
        0 if text.get(position) == Some(&b'0') => 8,
        0 => 10,
        other => other,
    };
    if base == 16 && has_prefix {
        position += 2;
    }
    let start = position;
    let mut value = 0i128;
    while let Some(digit) = digit(position, base) {
        value = value.saturating_mul(i128::from(base)).saturating_add(i128::from(digit));
        position += 1;
    }
    let length = if position == start { 0 } else { position };
    ParsedInteger { value: if is_negative { -value } else { value }, length }
}

/// The nearest number of a type of so many bits, and whether the number itself does not fit. As with
/// `strtoul`, a negative number counts as its absolute value in an unsigned type, then negated.
pub(super) fn limit(value: i128, bits: u32, is_signed: bool) -> (i128, bool) {
    let (low, high) = if is_signed {
        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
    } else {
        (-((1i128 << bits) - 1), (1i128 << bits) - 1)
    };
    match (value < low, value > high) {
        (true, _) if is_signed => (low, true),
        (false, false) => (value, false),
        _ => (high, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_by_strtol() {
        let read = |text: &[u8], base| {
            let parsed = parse_integer(text, base);
            (parsed.value, parsed.length)
        };
        assert_eq!(read(b"  -12x", 10), (-12, 5));
        assert_eq!(read(b"0x1fg", 0), (31, 4));
        assert_eq!(read(b"0x", 16), (0, 1));
        assert_eq!(read(b"", 10), (0, 0));
        assert_eq!(limit(1 << 40, 32, true), (i128::from(i32::MAX), true));
        assert_eq!(limit(-1, 32, false), (-1, false));
        assert_eq!(limit(-(1 << 40), 32, false), (i128::from(u32::MAX), true));
    }
}

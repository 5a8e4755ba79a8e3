//! The formats of the `printf` family: which arguments they need, and how long the text becomes.

use super::text::{Text, with_argument, with_text};
use super::wide::with_wide_text;
use super::{Call, integer_text};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::limits::WIDTH_OF_A_CONVERSION;
use crate::outcome::{Interrupt, Outcome, Step};
use interpreter::FaultKind;
use ir::Scalar;
use pure_logic::Term;
use symbolic_heap::Value;

/// How many bytes a wide character may become.
const BYTES_OF_A_CHARACTER: i128 = 16;

/// What is printed at most for infinities and for no number: `-nan(0x` and sixteen digits.
const NO_NUMBER: i128 = 24;

/// A text that a format makes.
#[derive(Clone, Debug)]
pub(super) struct Formatted {
    pub length: Term,
    /// The bytes, if all are known.
    pub bytes: Option<Vec<u8>>,
    /// Where the strings lie that the text is made from, and how many bytes are read of them.
    pub strings: Vec<(Value, Term)>,
    /// Whether a character may have no bytes in the current locale, so that the call fails.
    pub may_fail: bool,
}

/// What follows once the text is known.
pub(super) type Phase<'p, 'a> =
    &'p mut dyn FnMut(&mut Context<'_>, Call<'a>, &Formatted) -> Step<Vec<Outcome>>;

/// What stands between `%` and the conversion letter.
#[derive(Clone, Default, Debug)]
pub(super) struct Directive {
    pub flags: Vec<u8>,
    pub width: Option<Number>,
    pub precision: Option<Number>,
    pub length: Length,
    pub conversion: u8,
}

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Written(i128),
    /// `*`: the next argument.
    Passed,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Length {
    #[default]
    None,
    Char,
    Short,
    Long,
    LongLong,
    LongDouble,
}

impl Length {
    /// The integer type that a conversion with this length is about.
    pub fn integer(self, pointer: Scalar) -> Scalar {
        match self {
            Length::None => Scalar::I32,
            Length::Char => Scalar::I8,
            Length::Short => Scalar::I16,
            Length::Long => pointer,
            Length::LongLong | Length::LongDouble => Scalar::I64,
        }
    }
}

/// A part of a format.
#[derive(Clone, Debug)]
enum Piece {
    Text(Vec<u8>),
    Conversion(Directive),
}

/// Reads a length modifier; how many bytes it takes.
pub(super) fn parse_length(text: &[u8]) -> (Length, usize) {
    match text {
        [b'h', b'h', ..] => (Length::Char, 2),
        [b'h', ..] => (Length::Short, 1),
        [b'l', b'l', ..] => (Length::LongLong, 2),
        [b'l' | b'z' | b't' | b'Z', ..] => (Length::Long, 1),
        [b'q' | b'j', ..] => (Length::LongLong, 1),
        [b'L', ..] => (Length::LongDouble, 1),
        _ => (Length::None, 0),
    }
}

fn parse_number(text: &[u8], position: &mut usize) -> Option<Number> {
    if text.get(*position) == Some(&b'*') {
        *position += 1;
        return Some(Number::Passed);
    }
    let digits = text[*position..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let number = integer_text::parse_integer(&text[*position..*position + digits], 10).value;
    *position += digits;
    Some(Number::Written(number))
}

fn parse(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut position = 0;
    while position < format.len() {
        let text = format[position..].iter().take_while(|&&byte| byte != b'%').count();
        if text > 0 {
            pieces.push(Piece::Text(format[position..position + text].to_vec()));
            position += text;
            continue;
        }
        position += 1;
        let flags = format[position..].iter().take_while(|byte| b"-+ #0'".contains(byte)).count();
        let mut directive =
            Directive { flags: format[position..position + flags].to_vec(), ..Directive::default() };
        position += flags;
        directive.width = parse_number(format, &mut position);
        if format.get(position) == Some(&b'.') {
            position += 1;
            directive.precision = Some(parse_number(format, &mut position).unwrap_or(Number::Written(0)));
        }
        let (length, bytes) = parse_length(&format[position..]);
        directive.length = length;
        position += bytes;
        directive.conversion = *format.get(position)?;
        position += 1;
        match directive.conversion {
            b'%' => pieces.push(Piece::Text(b"%".to_vec())),
            _ => pieces.push(Piece::Conversion(directive)),
        }
    }
    Some(pieces)
}

/// Reads the format at an argument and the arguments that it needs, and goes on with the text.
pub(super) fn with_formatted<'a>(
    context: &mut Context<'_>,
    call: &Call<'a>,
    format: usize,
    passed: Passed,
    phase: Phase<'_, 'a>,
) -> Step<Vec<Outcome>> {
    with_argument(context, call, format, &mut |context, call, text| {
        let Some(bytes) = text.constant_bytes(context) else {
            return Err(Interrupt::gave_up("a format that is not constant"));
        };
        with_format(context, call, &bytes, format + 1, passed, phase)
    })
}

/// As [`with_formatted`], for a format that is known; where its arguments begin.
pub(super) fn with_format<'a>(
    context: &mut Context<'_>,
    mut call: Call<'a>,
    format: &[u8],
    first: usize,
    passed: Passed,
    phase: Phase<'_, 'a>,
) -> Step<Vec<Outcome>> {
    let Some(pieces) = parse(format) else {
        let message = "a format ends in the middle of a conversion";
        return Err(Interrupt::fault(FaultKind::BadArgument, message));
    };
    let start = Formatted {
        length: context.constant(0),
        bytes: Some(Vec::new()),
        strings: Vec::new(),
        may_fail: false,
    };
    let arguments = match passed {
        Passed::Behind => Arguments::Behind(first),
        Passed::InList => {
            let list = call.pointer(context, first)?;
            let Configuration { state, path } = &mut call.configuration;
            let is_read = pieces.iter().any(|piece| matches!(piece, Piece::Conversion(_)));
            Arguments::InList(context.list_argument(state, path, list, is_read)?)
        }
    };
    continue_text(context, call, &pieces, arguments, start, phase)
}

/// How the arguments of a format are passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passed {
    /// As arguments behind the format.
    Behind,
    /// In a `va_list` behind the format.
    InList,
}

/// Appends what the pieces make.
fn continue_text<'a>(
    context: &mut Context<'_>,
    mut call: Call<'a>,
    pieces: &[Piece],
    mut arguments: Arguments,
    so_far: Formatted,
    phase: Phase<'_, 'a>,
) -> Step<Vec<Outcome>> {
    let Some((piece, rest)) = pieces.split_first() else {
        // Lengths that were found are fixed from here on.
        return Ok(
            call.go_on(context, call.configuration.clone(), |context, call| phase(context, call, &so_far))
        );
    };
    let directive = match piece {
        Piece::Text(text) => {
            let so_far = so_far.followed_by(context, text);
            return continue_text(context, call, rest, arguments, so_far, phase);
        }
        Piece::Conversion(directive) => directive,
    };
    let width = arguments.number(context, &mut call, directive.width)?.unwrap_or(0);
    if width.abs() > WIDTH_OF_A_CONVERSION {
        return Err(Interrupt::gave_up("a conversion of the format is very wide"));
    }
    let precision = arguments.number(context, &mut call, directive.precision)?.filter(|number| *number >= 0);
    if precision.is_some_and(|precision| precision > WIDTH_OF_A_CONVERSION) && directive.conversion != b's' {
        return Err(Interrupt::gave_up("a conversion of the format is very wide"));
    }
    let pointer = context.pointer_scalar();
    match directive.conversion {
        b's' if directive.length == Length::None => {
            let address = arguments.next(context, &mut call, pointer)?;
            context.require_defined(address, "a string that is printed")?;
            if precision == Some(0) {
                // Nothing is read, but there has to be an array (C11 7.21.6.1p8).
                context.require_not_null(&call.configuration.state, address)?;
            }
            let limit = precision.map(|number| context.constant(number));
            with_text(context, &call, address, limit, &mut |context, mut call, text| {
                let mut so_far = so_far.followed_by_text(context, &mut call, text, width, &directive.flags);
                let end = i128::from(limit.is_none());
                so_far.strings.push((address, context.solver.terms.add_constant(text.length, end)));
                continue_text(context, call, rest, arguments, so_far, phase)
            })
        }
        b's' if directive.length == Length::Long && precision.is_none() => {
            let address = arguments.next(context, &mut call, pointer)?;
            context.require_defined(address, "a string that is printed")?;
            with_wide_text(context, &call, address, None, &mut |context, mut call, text| {
                // How many bytes a character takes depends on the locale.
                let high = BYTES_OF_A_CHARACTER * text.len() as i128;
                let measured = length_between(context, &mut call, width.abs(), high.max(width.abs()));
                let mut so_far = so_far.followed_by_measured(context, measured);
                so_far.may_fail = true;
                continue_text(context, call, rest, arguments, so_far, phase)
            })
        }
        b'n' => {
            let place = arguments.next(context, &mut call, pointer)?;
            let scalar = directive.length.integer(pointer);
            let Configuration { state, path } = &mut call.configuration;
            context.store(state, path, place, Value::defined(so_far.length), scalar)?;
            continue_text(context, call, rest, arguments, so_far, phase)
        }
        _ => {
            let measured = measure(context, &mut call, directive, width, precision, &mut arguments)?;
            let so_far = so_far.followed_by_measured(context, measured);
            continue_text(context, call, rest, arguments, so_far, phase)
        }
    }
}

/// The arguments of a format, one after the other.
#[derive(Clone, Copy, Debug)]
enum Arguments {
    /// Those of the call from this index on.
    Behind(usize),
    /// Those of a list from this slot on.
    InList(Value),
}

impl Arguments {
    /// The next argument, which must have been passed as this scalar.
    fn next(&mut self, context: &mut Context<'_>, call: &mut Call<'_>, expected: Scalar) -> Step<Value> {
        let index = match self {
            Arguments::Behind(index) => index,
            Arguments::InList(slot) => {
                let Configuration { state, path } = &mut call.configuration;
                let (value, behind) = context.next_variadic(state, path, *slot, expected)?;
                *slot = Value::defined(behind);
                return Ok(value);
            }
        };
        let Some(argument) = call.arguments.get(*index) else {
            let message = "there is no argument for a conversion of the format";
            return Err(Interrupt::fault(FaultKind::VariadicMisuse, message));
        };
        *index += 1;
        let fits =
            argument.scalar.bytes() == expected.bytes() && argument.scalar.is_float() == expected.is_float();
        if !fits {
            let (passed, read) = (argument.scalar.name(), expected.name());
            let message = format!("an argument of a format is passed as {passed} and read as {read}");
            return Err(Interrupt::fault(FaultKind::VariadicMisuse, message));
        }
        Ok(argument.value)
    }

    fn number(
        &mut self,
        context: &mut Context<'_>,
        call: &mut Call<'_>,
        number: Option<Number>,
    ) -> Step<Option<i128>> {
        match number {
            None => Ok(None),
            Some(Number::Written(number)) => Ok(Some(number)),
            Some(Number::Passed) => {
                let value = self.next(context, call, Scalar::I32)?;
                context.require_defined(value, "the width of a conversion")?;
                let number = context.signed(&call.configuration.state.facts, value.term, 32);
                match context.solver.terms.as_constant(number) {
                    Some(number) => Ok(Some(number)),
                    None => Err(Interrupt::gave_up("the width of a conversion is not constant")),
                }
            }
        }
    }
}

/// What a conversion makes: the text itself, or how long it is at least and at most.
enum Measured {
    Bytes(Vec<u8>),
    Length(Term),
}

fn measure(
    context: &mut Context<'_>,
    call: &mut Call<'_>,
    directive: &Directive,
    width: i128,
    precision: Option<i128>,
    arguments: &mut Arguments,
) -> Step<Measured> {
    let pointer = context.pointer_scalar();
    let asked = width.abs().max(precision.unwrap_or(0));
    match directive.conversion {
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
            let scalar = directive.length.integer(pointer);
            let passed = if scalar.bits() < 32 { Scalar::I32 } else { scalar };
            let value = arguments.next(context, call, passed)?;
            context.require_defined(value, "a value that is printed")?;
            integer(context, call, directive, value, scalar, width, precision)
        }
        b'c' if directive.length == Length::None => {
            let value = arguments.next(context, call, Scalar::I32)?;
            context.require_defined(value, "a value that is printed")?;
            let byte = context.solver.terms.modulo(value.term, 256);
            let byte = context.simplest(&call.configuration.state.facts, byte);
            Ok(match context.solver.terms.as_constant(byte) {
                Some(byte) => Measured::Bytes(padded(&[byte as u8], width, &directive.flags)),
                None => Measured::Length(context.constant(width.abs().max(1))),
            })
        }
        b'p' => {
            let value = arguments.next(context, call, pointer)?;
            context.require_defined(value, "an address that is printed")?;
            // The form of an address is left open; with flags it may have a sign, with a precision more digits.
            let most = 18 + i128::from(!directive.flags.is_empty()) + precision.unwrap_or(0);
            Ok(length_between(context, call, 1.max(width.abs()), most.max(width.abs())))
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
            let (scalar, digits) = match directive.length {
                Length::LongDouble => (Scalar::F80, 4960),
                _ => (Scalar::F64, 330),
            };
            let value = arguments.next(context, call, scalar)?;
            context.require_defined(value, "a value that is printed")?;
            let groups = if is_grouped(context, directive) { digits * BYTES_OF_A_CHARACTER } else { 0 };
            let most = match directive.conversion {
                b'e' | b'E' | b'g' | b'G' => {
                    let point = if context.locale_may_change { BYTES_OF_A_CHARACTER } else { 1 };
                    // A sign, `e` with a sign and its digits; before the point, `%e` has one more digit than the precision says.
                    let exponent = if directive.length == Length::LongDouble { 4 } else { 3 };
                    let first = i128::from(matches!(directive.conversion, b'e' | b'E'));
                    let number = precision.unwrap_or(6).max(1) + first + point + 3 + exponent;
                    width.abs().max(number).max(NO_NUMBER) + groups
                }
                _ => asked + digits + groups,
            };
            Ok(length_between(context, call, width.abs().max(1), most))
        }
        _ => Err(Interrupt::not_modelled("a conversion of the format is not known")),
    }
}

fn length_between(context: &mut Context<'_>, call: &mut Call<'_>, low: i128, high: i128) -> Measured {
    let length = context.fresh("printed");
    let facts = context.between(low, length, high);
    let Configuration { state, path } = &mut call.configuration;
    state.facts.assume_all(&mut context.solver, &facts);
    path.approximate("the length of a printed value");
    Measured::Length(length)
}

fn integer(
    context: &mut Context<'_>,
    call: &mut Call<'_>,
    directive: &Directive,
    value: Value,
    scalar: Scalar,
    width: i128,
    precision: Option<i128>,
) -> Step<Measured> {
    let is_signed = matches!(directive.conversion, b'd' | b'i');
    let facts = &call.configuration.state.facts;
    let number = if is_signed {
        context.signed(facts, value.term, scalar.bits())
    } else {
        context.unsigned(facts, value.term, scalar.bits())
    };
    let number = context.simplest(facts, number);
    if is_grouped(context, directive) {
        // A separator may follow every digit.
        let most = (66.max(precision.unwrap_or(0)) + 2) * (1 + BYTES_OF_A_CHARACTER);
        let least = i128::from(precision != Some(0)).max(width.abs());
        return Ok(length_between(context, call, least, most.max(width.abs())));
    }
    if let Some(number) = context.solver.terms.as_constant(number) {
        return Ok(Measured::Bytes(integer_bytes(directive, number, width, precision)));
    }
    let is_plain = directive.flags.is_empty() && width == 0 && precision.is_none();
    let is_length_used = call.destination.is_some() || !is_only_printed(call.name);
    if context.options.split_on_offsets
        && is_length_used
        && is_plain
        && matches!(directive.conversion, b'd' | b'i' | b'u')
    {
        let length = decimal_length(context, call, number, scalar.bits())?;
        return Ok(Measured::Length(context.constant(length)));
    }
    let digits = match directive.conversion {
        b'x' | b'X' => i128::from(scalar.bits() / 4),
        b'o' => i128::from(scalar.bits().div_ceil(3)),
        _ => ((1i128 << scalar.bits()) - 1).to_string().len() as i128,
    };
    // A sign or a prefix of two characters.
    let most = digits.max(precision.unwrap_or(0)) + 2;
    let high = if is_plain && !is_signed {
        digits
    } else if is_plain {
        1 + (1i128 << (scalar.bits() - 1)).to_string().len() as i128
    } else {
        most.max(width.abs())
    };
    let least = if precision == Some(0) { 0 } else { precision.unwrap_or(1) };
    Ok(length_between(context, call, least.max(width.abs()), high))
}

/// Whether separators may stand between the digits of a number: not before the program has chosen a locale.
fn is_grouped(context: &Context<'_>, directive: &Directive) -> bool {
    directive.flags.contains(&b'\'') && context.locale_may_change
}

/// Whether the text goes nowhere, so that only the result of the call depends on its length.
fn is_only_printed(name: &str) -> bool {
    matches!(name, "printf" | "vprintf" | "fprintf" | "vfprintf" | "dprintf")
}

/// How many characters a number has in decimal, a case for each.
fn decimal_length(context: &mut Context<'_>, call: &Call<'_>, number: Term, bits: u32) -> Step<i128> {
    let zero = context.constant(0);
    let is_negative = context.solver.terms.less_than(number, zero);
    let is_negative = context.decide(&call.configuration, is_negative)?;
    let magnitude = if is_negative { context.solver.terms.negate(number) } else { number };
    let mut digits = 1;
    let mut power = 10i128;
    while power < 1i128 << bits {
        let bound = context.constant(power);
        let is_shorter = context.solver.terms.less_than(magnitude, bound);
        if context.decide(&call.configuration, is_shorter)? {
            break;
        }
        digits += 1;
        power *= 10;
    }
    Ok(digits + i128::from(is_negative))
}

fn integer_bytes(directive: &Directive, number: i128, width: i128, precision: Option<i128>) -> Vec<u8> {
    let has = |flag: u8| directive.flags.contains(&flag);
    let magnitude = number.unsigned_abs();
    let mut digits = match directive.conversion {
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        b'o' => format!("{magnitude:o}"),
        _ => magnitude.to_string(),
    };
    let is_signed = matches!(directive.conversion, b'd' | b'i');
    let mut prefix = match (number < 0, is_signed) {
        (true, _) => "-",
        (false, true) if has(b'+') => "+",
        (false, true) if has(b' ') => " ",
        _ => "",
    };
    if has(b'#') && number != 0 {
        match directive.conversion {
            b'x' => prefix = "0x",
            b'X' => prefix = "0X",
            b'o' => digits.insert(0, '0'),
            _ => {}
        }
    }
    // With `#`, octal numbers start with a zero even if they are nothing else.
    if precision == Some(0) && number == 0 && !(has(b'#') && directive.conversion == b'o') {
        digits.clear();
    }
    let at_least = |digits: String, count: i128| {
        let missing = usize::try_from(count).unwrap_or(0).saturating_sub(digits.len());
        "0".repeat(missing) + &digits
    };
    digits = at_least(digits, precision.unwrap_or(0));
    if has(b'0') && !has(b'-') && precision.is_none() && width > 0 {
        digits = at_least(digits, width - prefix.len() as i128);
    }
    padded((prefix.to_owned() + &digits).as_bytes(), width, &directive.flags)
}

/// Spaces before the text, or behind it.
fn padded(text: &[u8], width: i128, flags: &[u8]) -> Vec<u8> {
    let missing = usize::try_from(width.abs()).unwrap_or(0).saturating_sub(text.len());
    let spaces = vec![b' '; missing];
    if width < 0 || flags.contains(&b'-') { [text, &spaces].concat() } else { [&spaces, text].concat() }
}

impl Formatted {
    fn followed_by(&self, context: &mut Context<'_>, text: &[u8]) -> Formatted {
        let bytes = self.bytes.as_ref().map(|bytes| [bytes, text].concat());
        let length = context.solver.terms.add_constant(self.length, text.len() as i128);
        Formatted { length, bytes, ..self.clone() }
    }

    fn followed_by_measured(&self, context: &mut Context<'_>, measured: Measured) -> Formatted {
        match measured {
            Measured::Bytes(bytes) => self.followed_by(context, &bytes),
            Measured::Length(length) => {
                let length = context.solver.terms.add(self.length, length);
                Formatted { length, bytes: None, ..self.clone() }
            }
        }
    }

    fn followed_by_text(
        &self,
        context: &mut Context<'_>,
        call: &mut Call<'_>,
        text: &Text,
        width: i128,
        flags: &[u8],
    ) -> Formatted {
        if let Some(bytes) = text.constant_bytes(context) {
            return self.followed_by(context, &padded(&bytes, width, flags));
        }
        let width = width.abs();
        let length = match context.solver.terms.as_constant(text.length) {
            Some(length) => context.constant(length.max(width)),
            None if width == 0 => text.length,
            None => {
                let (printed, low) = (context.fresh("printed"), context.constant(width));
                let terms = &mut context.solver.terms;
                let high = terms.add(text.length, low);
                let facts = [
                    terms.at_most(low, printed),
                    terms.at_most(text.length, printed),
                    terms.at_most(printed, high),
                ];
                let state = &mut call.configuration.state;
                state.facts.assume_all(&mut context.solver, &facts);
                printed
            }
        };
        let length = context.solver.terms.add(self.length, length);
        Formatted { length, bytes: None, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_written_as_by_printf() {
        let write = |format: &[u8], number| match &parse(format).expect("a format")[..] {
            [Piece::Conversion(directive)] => {
                let number_of = |number: Option<Number>| match number {
                    Some(Number::Written(number)) => Some(number),
                    _ => None,
                };
                let (width, precision) = (number_of(directive.width), number_of(directive.precision));
                String::from_utf8(integer_bytes(directive, number, width.unwrap_or(0), precision))
                    .expect("digits")
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(write(b"%d", -12), "-12");
        assert_eq!(write(b"%05d", -12), "-0012");
        assert_eq!(write(b"%-5d", 12), "12   ");
        assert_eq!(write(b"%+.3d", 7), "+007");
        assert_eq!(write(b"%#x", 255), "0xff");
        assert_eq!(write(b"%8.4X", 255), "    00FF");
        assert_eq!(write(b"%#.0o", 0), "0");
        assert_eq!(write(b"%.0o", 0), "");
        assert_eq!(write(b"%lu", 18_446_744_073_709_551_615), "18446744073709551615");
    }
}

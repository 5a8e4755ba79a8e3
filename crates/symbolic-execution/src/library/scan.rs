//! The `scanf` family: how many of its conversions succeed is not known, and neither is what they store.

use super::format::{Length, parse_length};
use super::input::note;
use super::text::{with_argument, with_text};
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::outcome::{Interrupt, Outcome, Step};
use crate::path::ReadPiece;
use interpreter::FaultKind;
use ir::Scalar;
use pure_logic::term::Atom;
use symbolic_heap::Value;

pub(super) const TABLE: &[Entry] = &[
    entry("scanf", 1, |context, call| scan(context, call, Source::Input, 0)),
    entry("fscanf", 2, scan_stream),
    entry("sscanf", 2, scan_text),
];

const OUTSIDE: &str = "bytes from outside";

/// Where the characters come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Input,
    Stream(Atom),
    Text,
}

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(Vec<u8>),
    Conversion { is_assigned: bool, width: Option<i128>, length: Length, letter: u8 },
}

fn parse(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut position = 0;
    while position < format.len() {
        if format[position] != b'%' || format.get(position + 1) == Some(&b'%') {
            pieces.push(Piece::Text(vec![format[position]]));
            position += if format[position] == b'%' { 2 } else { 1 };
            continue;
        }
        position += 1;
        let is_assigned = format.get(position) != Some(&b'*');
        position += usize::from(!is_assigned);
        let digits = format[position..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let width = std::str::from_utf8(&format[position..position + digits]).ok()?.parse().ok();
        position += digits;
        let (length, bytes) = parse_length(&format[position..]);
        position += bytes;
        let letter = *format.get(position)?;
        position += 1;
        if letter == b'[' {
            position += usize::from(format.get(position) == Some(&b'^'));
            // A bracket that comes first belongs to the set.
            position += 1;
            while *format.get(position)? != b']' {
                position += 1;
            }
            position += 1;
        }
        pieces.push(Piece::Conversion { is_assigned, width, length, letter });
    }
    Some(pieces)
}

fn scan_stream(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let stream = context.stream(&call, 0)?;
    scan(context, call, Source::Stream(stream), 1)
}

fn scan_text(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let address = call.pointer(context, 0)?;
    with_text(context, &call, address, None, &mut |context, call, _| scan(context, call, Source::Text, 1))
}

fn scan(context: &mut Context<'_>, call: Call<'_>, source: Source, format: usize) -> Step<Vec<Outcome>> {
    with_argument(context, &call, format, &mut |context, call, text| {
        let Some(bytes) = text.constant_bytes(context) else {
            return Err(Interrupt::gave_up("a format that is not constant"));
        };
        let Some(pieces) = parse(&bytes) else {
            let message = "a format contains an unknown or incomplete conversion";
            return Err(Interrupt::fault(FaultKind::BadArgument, message));
        };
        let mut end = call.clone();
        supply(context, &mut end, source, ReadPiece::End);
        let mut outcomes = end.returning_number(context, -1)?;
        outcomes.extend(convert(context, call, source, &pieces, (format + 1, false), 0)?);
        Ok(outcomes)
    })
}

fn supply(context: &mut Context<'_>, call: &mut Call<'_>, source: Source, piece: ReadPiece) {
    match source {
        Source::Input => note(context, call, None, piece),
        Source::Stream(stream) => note(context, call, Some(stream), piece),
        Source::Text => call.configuration.path.approximate(OUTSIDE),
    }
}

impl Call<'_> {
    /// The end of a call before all conversions are done. That the input ends before anything counts has been looked at
    /// for calls that have not written anything.
    fn returning_short(
        self,
        context: &mut Context<'_>,
        stored: i128,
        is_written: bool,
    ) -> Step<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        if stored == 0 && is_written && self.destination.is_some() {
            let mut end = self.clone();
            end.configuration.path.approximate(OUTSIDE);
            outcomes.extend(end.returning_number(context, -1)?);
        }
        outcomes.extend(self.returning_number(context, stored)?);
        Ok(outcomes)
    }
}

/// The outcomes from here on: with the next argument, whether anything was written, and how many conversions count.
fn convert(
    context: &mut Context<'_>,
    mut call: Call<'_>,
    source: Source,
    pieces: &[Piece],
    (argument, is_written): (usize, bool),
    stored: i128,
) -> Step<Vec<Outcome>> {
    let Some((piece, rest)) = pieces.split_first() else { return call.returning_number(context, stored) };
    let (is_assigned, width, length, letter) = match piece {
        Piece::Text(text) => {
            // What is there may be something else; then it ends here. A conversion that follows may fail as well.
            let mut outcomes = Vec::new();
            if rest.iter().any(|piece| matches!(piece, Piece::Conversion { letter: b'n', .. })) {
                let mut failed = call.clone();
                supply(context, &mut failed, source, ReadPiece::Text(b"?".to_vec()));
                outcomes.extend(failed.returning_short(context, stored, is_written)?);
            }
            supply(context, &mut call, source, ReadPiece::Text(text.clone()));
            outcomes.extend(convert(context, call, source, rest, (argument, is_written), stored)?);
            return Ok(outcomes);
        }
        Piece::Conversion { is_assigned, width, length, letter } => (*is_assigned, *width, *length, *letter),
    };
    // What is there may not fit the conversion; then it ends here.
    let mut failed = call.clone();
    supply(context, &mut failed, source, ReadPiece::Text(b"?".to_vec()));
    let mut outcomes =
        if letter == b'n' { Vec::new() } else { failed.returning_short(context, stored, is_written)? };
    if !is_assigned {
        call.configuration.path.approximate_input(OUTSIDE);
        outcomes.extend(convert(context, call, source, rest, (argument, is_written), stored)?);
        return Ok(outcomes);
    }
    let pointer = context.pointer_scalar();
    let place = match call.arguments.get(argument) {
        Some(place) if place.scalar.bytes() == pointer.bytes() && !place.scalar.is_float() => place.value,
        _ => {
            let message = "there is no pointer for a conversion of the format";
            return Err(Interrupt::fault(FaultKind::VariadicMisuse, message));
        }
    };
    context.require_defined(place, "a pointer passed to `scanf`")?;
    let next = |context: &mut Context<'_>, call: Call<'_>, stored: i128| {
        convert(context, call, source, rest, (argument + 1, true), stored)
    };
    match letter {
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'p' | b'n' => {
            let scalar = if letter == b'p' { pointer } else { length.integer(pointer) };
            let state = &mut call.configuration.state;
            let number = context.unknown_word(state, scalar, "read");
            match letter {
                b'n' => call.configuration.path.approximate(OUTSIDE),
                b'd' | b'i' | b'u' => supply(context, &mut call, source, ReadPiece::Number(number)),
                _ => supply(context, &mut call, source, ReadPiece::Hexadecimal(number)),
            }
            outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
                let Configuration { state, path } = &mut call.configuration;
                context.store(state, path, place, Value::defined(number), scalar)?;
                next(context, call, stored + i128::from(letter != b'n'))
            }));
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
            let scalar = match length {
                Length::Long => Scalar::F64,
                Length::LongDouble => Scalar::F80,
                _ => Scalar::F32,
            };
            supply(context, &mut call, source, ReadPiece::Text(b"1".to_vec()));
            let size = context.constant(i128::from(scalar.bytes()));
            context.store_unknown(&mut call, place, size)?;
            outcomes.extend(next(context, call, stored + 1)?);
        }
        b'c' | b's' | b'[' if length != Length::None => {
            return Err(Interrupt::not_modelled("wide characters are read"));
        }
        b'c' => {
            let size = context.constant(width.unwrap_or(1));
            // If fewer characters are left, some libraries take them and others fail, with these in place.
            let Some((mut call, count)) = context.amount(&call, 1, Some(size)) else { return Ok(outcomes) };
            supply(context, &mut call, source, ReadPiece::Filler(count));
            outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
                context.write_from_outside(&mut call.configuration, place, count, false)?;
                let mut outcomes = Vec::new();
                let is_whole = context.solver.terms.equal(count, size);
                if !context.proves(&call.configuration.state.facts, is_whole) {
                    let mut failed = call.clone();
                    failed.configuration.path.approximate(OUTSIDE);
                    outcomes.extend(failed.returning_short(context, stored, true)?);
                }
                outcomes.extend(next(context, call, stored + 1)?);
                Ok(outcomes)
            }));
        }
        b's' | b'[' => {
            let most = width.map(|width| context.constant(width));
            let Some((mut call, count)) = context.amount(&call, 1, most) else { return Ok(outcomes) };
            supply(context, &mut call, source, ReadPiece::Filler(count));
            outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
                context.write_from_outside(&mut call.configuration, place, count, true)?;
                next(context, call, stored + 1)
            }));
        }
        _ => return Err(Interrupt::not_modelled("a conversion of the format is not known")),
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_cut_into_pieces() {
        let pieces = parse(b"%5s,%*d%[^]x]%ld").expect("a format");
        let conversion =
            |is_assigned, width, length, letter| Piece::Conversion { is_assigned, width, length, letter };
        let expected = [
            conversion(true, Some(5), Length::None, b's'),
            Piece::Text(vec![b',']),
            conversion(false, None, Length::None, b'd'),
            conversion(true, None, Length::None, b'['),
            conversion(true, None, Length::Long, b'd'),
        ];
        assert_eq!(pieces, expected);
        assert_eq!(parse(b"%["), None);
    }
}

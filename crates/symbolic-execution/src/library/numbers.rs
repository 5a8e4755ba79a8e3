//! Numbers: absolute values, numbers in strings, random numbers.

use super::integer_text::{limit, parse_integer};
use super::text::{Text, with_argument};
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::outcome::{Interrupt, Outcome, Step};
use crate::path::Event;
use interpreter::FaultKind;
use ir::Scalar;
use symbolic_heap::Value;

pub(super) const TABLE: &[Entry] = &[
    entry("abs", 1, absolute),
    entry("labs", 1, absolute),
    entry("llabs", 1, absolute),
    entry("imaxabs", 1, absolute),
    entry("atoi", 1, |context, call| read_simple(context, call, Bits::Int)),
    entry("atol", 1, |context, call| read_simple(context, call, Bits::Long)),
    entry("atoll", 1, |context, call| read_simple(context, call, Bits::LongLong)),
    entry("strtol", 3, |context, call| read_integer(context, call, Bits::Long, true)),
    entry("strtoll", 3, |context, call| read_integer(context, call, Bits::LongLong, true)),
    entry("strtoimax", 3, |context, call| read_integer(context, call, Bits::LongLong, true)),
    entry("strtoul", 3, |context, call| read_integer(context, call, Bits::Long, false)),
    entry("strtoull", 3, |context, call| read_integer(context, call, Bits::LongLong, false)),
    entry("strtoumax", 3, |context, call| read_integer(context, call, Bits::LongLong, false)),
    entry("atof", 1, atof),
    entry("strtod", 2, read_float),
    entry("strtof", 2, read_float),
    entry("strtold", 2, read_float),
    entry("rand", 0, random),
    entry("random", 0, random),
    entry("lrand48", 0, random),
    entry("rand_r", 1, rand_r),
    entry("drand48", 0, |context, call| call.returning_unknown(context, None, RANDOM)),
    entry("srand", 1, seed),
    entry("srandom", 1, seed),
    entry("srand48", 1, seed),
];

const RANDOM: &str = "a random number";
const WHY: &str = "a number in an unknown string";

/// How wide the result is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bits {
    Int,
    Long,
    LongLong,
}

impl Bits {
    fn number(self, context: &Context<'_>) -> u32 {
        match self {
            Bits::Int => 32,
            Bits::Long => context.pointer_bits(),
            Bits::LongLong => 64,
        }
    }
}

fn absolute(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let number = call.number(context, 0)?;
    if context.options.check_overflow {
        let least = context.constant(-(1i128 << (call.arguments[0].scalar.bits() - 1)));
        let fact = context.solver.terms.less_than(least, number);
        if !context.proves(&call.configuration.state.facts, fact) {
            return Err(Interrupt::Require {
                fact,
                kind: FaultKind::SignedOverflow,
                message: "the absolute value of the least number overflows".into(),
                block: None,
            });
        }
    }
    let zero = context.constant(0);
    let is_negative = context.solver.terms.less_than(number, zero);
    let result = if context.decide(&call.configuration, is_negative)? {
        context.solver.terms.negate(number)
    } else {
        number
    };
    call.returning_term(result)
}

/// `atoi` and its relatives: the behaviour for numbers that do not fit is undefined.
fn read_simple(context: &mut Context<'_>, call: Call<'_>, bits: Bits) -> Step<Vec<Outcome>> {
    let bits = bits.number(context);
    with_argument(context, &call, 0, &mut |context, call, text| {
        let does_not_fit = format!("`{}` is called with a number that does not fit", call.name);
        if let Some(bytes) = text.constant_bytes(context) {
            let (value, is_out_of_range) = limit(parse_integer(&bytes, 10).value, bits, true);
            if is_out_of_range && !context.options.check_overflow {
                return call.returning_unknown(context, None, WHY);
            }
            if is_out_of_range {
                return Err(Interrupt::fault(FaultKind::SignedOverflow, does_not_fit));
            }
            return call.returning_number(context, value);
        }
        // With so few letters every number fits.
        let most = context.constant(if bits == 32 { 9 } else { 18 });
        let fact = context.solver.terms.at_most(text.length, most);
        if context.options.check_overflow && !context.proves(&call.configuration.state.facts, fact) {
            let message = does_not_fit;
            return Err(Interrupt::Require { fact, kind: FaultKind::SignedOverflow, message, block: None });
        }
        returning_parsed(context, call, text, 10)
    })
}

/// The end of a call that takes an unknown text for a number. A replay writes the number that it needs into the text.
fn returning_parsed(
    context: &mut Context<'_>,
    mut call: Call<'_>,
    text: &Text,
    base: u32,
) -> Step<Vec<Outcome>> {
    let Some((_, scalar)) = call.destination else { return call.returning_nothing() };
    let Configuration { state, path } = &mut call.configuration;
    let value = context.opaque(state, path, scalar, 0, WHY);
    path.push(Event::Parsed { address: text.address.term, number: value.term, base });
    call.returning(value)
}

/// Tells the caller where the number ends, if that is asked for.
fn store_end(context: &mut Context<'_>, call: &mut Call<'_>, text: &Text, length: Option<usize>) -> Step<()> {
    let place = call.pointer(context, 1)?;
    if context.is_null(&call.configuration, place)? {
        return Ok(());
    }
    let Configuration { state, path } = &mut call.configuration;
    let length = match length {
        Some(length) => context.constant(length as i128),
        None => {
            let (length, zero) = (context.fresh("digits"), context.constant(0));
            let terms = &mut context.solver.terms;
            let facts = [terms.at_most(zero, length), terms.at_most(length, text.length)];
            state.facts.assume_all(&mut context.solver, &facts);
            path.approximate(WHY);
            length
        }
    };
    let end = Value::defined(context.solver.terms.add(text.address.term, length));
    let scalar = context.pointer_scalar();
    context.store(state, path, place, end, scalar)
}

fn read_integer(
    context: &mut Context<'_>,
    call: Call<'_>,
    bits: Bits,
    is_signed: bool,
) -> Step<Vec<Outcome>> {
    let bits = bits.number(context);
    let base = call.number(context, 2)?;
    let base = context.solver.terms.as_constant(base);
    with_argument(context, &call, 0, &mut |context, mut call, text| {
        let valid = base.and_then(|base| u32::try_from(base).ok()).filter(|base| matches!(base, 0 | 2..=36));
        let known = text.constant_bytes(context).filter(|bytes| !has_binary_prefix(bytes)).zip(valid);
        if let Some((bytes, base)) = known {
            let parsed = parse_integer(&bytes, base);
            store_end(context, &mut call, text, Some(parsed.length))?;
            return call.returning_number(context, limit(parsed.value, bits, is_signed).0);
        }
        let mut outcomes = Vec::new();
        if valid.is_none() {
            // For a base that is none, some libraries do not say where the number ends.
            let mut invalid = call.clone();
            invalid.configuration.path.approximate("a base that may be none");
            outcomes.extend(invalid.returning_number(context, 0)?);
        }
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
            store_end(context, &mut call, text, None)?;
            returning_parsed(context, call, text, valid.unwrap_or(10))
        }));
        Ok(outcomes)
    })
}

/// Whether a text may start with `0b`, which is a prefix of base 2 since C23 and ends the number before.
fn has_binary_prefix(text: &[u8]) -> bool {
    text.windows(2).any(|pair| matches!(pair, [b'0', b'b' | b'B']))
}

fn atof(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut |context, call, _| call.returning_unknown(context, None, WHY))
}

fn read_float(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut |context, mut call, text| {
        store_end(context, &mut call, text, None)?;
        call.returning_unknown(context, None, WHY)
    })
}

fn random(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    call.returning_unknown(context, Some((0, i128::from(i32::MAX))), RANDOM)
}

fn rand_r(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let place = call.pointer(context, 0)?;
    let Configuration { state, path } = &mut call.configuration;
    let seed = context.load(state, path, place, Scalar::I32)?;
    context.require_defined(seed, "the seed of `rand_r`")?;
    let size = context.constant(4);
    context.store_unknown(&mut call, place, size)?;
    call.returning_unknown(context, Some((0, i128::from(i32::MAX))), RANDOM)
}

fn seed(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    call.defined(context, 0)?;
    call.returning_nothing()
}

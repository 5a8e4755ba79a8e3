//! `math.h`.
//!
//! Functions of `float` compute in `double` and round. Functions of `long double` are exact where the result
//! is (rounding, remainder, square root, comparison); the others compute in `double`.

use super::{Call, Entry, Outcome, entry};
use crate::arithmetic::extended;
use crate::float::F80;
use crate::machine::{Machine, Step};
use crate::value::{Value, WideValue};
use ir::Scalar;

macro_rules! unary_functions {
    ($($double:literal $single:literal $long:literal $function:expr;)+) => {
        &[$(
            entry($double, 1, |machine, call| unary(machine, call, $function)),
            entry($single, 1, |machine, call| unary(machine, call, $function)),
            entry($long, 1, |machine, call| unary(machine, call, $function)),
        )+]
    };
}

pub(super) const UNARY: &[Entry] = unary_functions! {
    "sin" "sinf" "sinl" f64::sin;
    "cos" "cosf" "cosl" f64::cos;
    "tan" "tanf" "tanl" f64::tan;
    "asin" "asinf" "asinl" f64::asin;
    "acos" "acosf" "acosl" f64::acos;
    "atan" "atanf" "atanl" f64::atan;
    "sinh" "sinhf" "sinhl" f64::sinh;
    "cosh" "coshf" "coshl" f64::cosh;
    "tanh" "tanhf" "tanhl" f64::tanh;
    "asinh" "asinhf" "asinhl" f64::asinh;
    "acosh" "acoshf" "acoshl" f64::acosh;
    "atanh" "atanhf" "atanhl" f64::atanh;
    "exp" "expf" "expl" f64::exp;
    "exp2" "exp2f" "exp2l" f64::exp2;
    "expm1" "expm1f" "expm1l" f64::exp_m1;
    "log" "logf" "logl" f64::ln;
    "log2" "log2f" "log2l" f64::log2;
    "log10" "log10f" "log10l" f64::log10;
    "log1p" "log1pf" "log1pl" f64::ln_1p;
    "cbrt" "cbrtf" "cbrtl" f64::cbrt;
};

pub(super) const TABLE: &[Entry] = &[
    entry("sqrt", 1, square_root),
    entry("sqrtf", 1, square_root),
    entry("sqrtl", 1, square_root),
    entry("__builtin_sqrt", 1, square_root),
    entry("__builtin_sqrtf", 1, square_root),
    entry("__builtin_sqrtl", 1, square_root),
    entry("fabs", 1, absolute),
    entry("fabsf", 1, absolute),
    entry("fabsl", 1, absolute),
    entry("__builtin_fabs", 1, absolute),
    entry("__builtin_fabsf", 1, absolute),
    entry("__builtin_fabsl", 1, absolute),
    entry("floor", 1, |machine, call| rounded(machine, call, Rounding::Down)),
    entry("floorf", 1, |machine, call| rounded(machine, call, Rounding::Down)),
    entry("floorl", 1, |machine, call| rounded(machine, call, Rounding::Down)),
    entry("__builtin_floor", 1, |machine, call| rounded(machine, call, Rounding::Down)),
    entry("ceil", 1, |machine, call| rounded(machine, call, Rounding::Up)),
    entry("ceilf", 1, |machine, call| rounded(machine, call, Rounding::Up)),
    entry("ceill", 1, |machine, call| rounded(machine, call, Rounding::Up)),
    entry("__builtin_ceil", 1, |machine, call| rounded(machine, call, Rounding::Up)),
    entry("trunc", 1, |machine, call| rounded(machine, call, Rounding::ToZero)),
    entry("truncf", 1, |machine, call| rounded(machine, call, Rounding::ToZero)),
    entry("truncl", 1, |machine, call| rounded(machine, call, Rounding::ToZero)),
    entry("round", 1, |machine, call| rounded(machine, call, Rounding::HalfAway)),
    entry("roundf", 1, |machine, call| rounded(machine, call, Rounding::HalfAway)),
    entry("roundl", 1, |machine, call| rounded(machine, call, Rounding::HalfAway)),
    entry("rint", 1, |machine, call| rounded(machine, call, Rounding::HalfEven)),
    entry("rintf", 1, |machine, call| rounded(machine, call, Rounding::HalfEven)),
    entry("rintl", 1, |machine, call| rounded(machine, call, Rounding::HalfEven)),
    entry("nearbyint", 1, |machine, call| rounded(machine, call, Rounding::HalfEven)),
    entry("nearbyintf", 1, |machine, call| rounded(machine, call, Rounding::HalfEven)),
    entry("nearbyintl", 1, |machine, call| rounded(machine, call, Rounding::HalfEven)),
    entry("lround", 1, |machine, call| to_integer(machine, call, Rounding::HalfAway)),
    entry("lroundf", 1, |machine, call| to_integer(machine, call, Rounding::HalfAway)),
    entry("lroundl", 1, |machine, call| to_integer(machine, call, Rounding::HalfAway)),
    entry("llround", 1, |machine, call| to_integer(machine, call, Rounding::HalfAway)),
    entry("lrint", 1, |machine, call| to_integer(machine, call, Rounding::HalfEven)),
    entry("lrintf", 1, |machine, call| to_integer(machine, call, Rounding::HalfEven)),
    entry("llrint", 1, |machine, call| to_integer(machine, call, Rounding::HalfEven)),
    entry("pow", 2, |machine, call| binary(machine, call, f64::powf)),
    entry("powf", 2, |machine, call| binary(machine, call, f64::powf)),
    entry("powl", 2, |machine, call| binary(machine, call, f64::powf)),
    entry("__builtin_pow", 2, |machine, call| binary(machine, call, f64::powf)),
    entry("atan2", 2, |machine, call| binary(machine, call, f64::atan2)),
    entry("atan2f", 2, |machine, call| binary(machine, call, f64::atan2)),
    entry("hypot", 2, |machine, call| binary(machine, call, f64::hypot)),
    entry("hypotf", 2, |machine, call| binary(machine, call, f64::hypot)),
    entry("fmod", 2, remainder),
    entry("fmodf", 2, remainder),
    entry("fmodl", 2, remainder),
    entry("fmin", 2, |machine, call| select(machine, call, std::cmp::Ordering::Less)),
    entry("fminf", 2, |machine, call| select(machine, call, std::cmp::Ordering::Less)),
    entry("fminl", 2, |machine, call| select(machine, call, std::cmp::Ordering::Less)),
    entry("fmax", 2, |machine, call| select(machine, call, std::cmp::Ordering::Greater)),
    entry("fmaxf", 2, |machine, call| select(machine, call, std::cmp::Ordering::Greater)),
    entry("fmaxl", 2, |machine, call| select(machine, call, std::cmp::Ordering::Greater)),
    entry("fdim", 2, positive_difference),
    entry("fdimf", 2, positive_difference),
    entry("fdiml", 2, positive_difference),
    entry("copysign", 2, copy_sign),
    entry("copysignf", 2, copy_sign),
    entry("copysignl", 2, copy_sign),
    entry("__builtin_copysign", 2, copy_sign),
    entry("__builtin_copysignf", 2, copy_sign),
    entry("__builtin_copysignl", 2, copy_sign),
    entry("modf", 2, split),
    entry("modff", 2, split),
    entry("modfl", 2, split),
    entry("frexp", 2, take_apart),
    entry("frexpf", 2, take_apart),
    entry("frexpl", 2, take_apart),
    entry("ldexp", 2, scale),
    entry("ldexpf", 2, scale),
    entry("ldexpl", 2, scale),
    entry("scalbn", 2, scale),
    entry("nan", 1, |_, _| Outcome::double(f64::NAN)),
    entry("isnan", 1, |machine, call| test(machine, call, F80::is_nan)),
    entry("__isnan", 1, |machine, call| test(machine, call, F80::is_nan)),
    entry("__isnanf", 1, |machine, call| test(machine, call, F80::is_nan)),
    entry("__isnanl", 1, |machine, call| test(machine, call, F80::is_nan)),
    entry("__builtin_isnan", 1, |machine, call| test(machine, call, F80::is_nan)),
    entry("__builtin_isinf", 1, |machine, call| test(machine, call, F80::is_infinite)),
    entry("isinf", 1, infinity_sign),
    entry("isinff", 1, infinity_sign),
    entry("isinfl", 1, infinity_sign),
    entry("isnanf", 1, |machine, call| test(machine, call, F80::is_nan)),
    entry("isnanl", 1, |machine, call| test(machine, call, F80::is_nan)),
    entry("__isinf", 1, infinity_sign),
    entry("__isinff", 1, infinity_sign),
    entry("__isinfl", 1, infinity_sign),
    entry("__builtin_isinf_sign", 1, infinity_sign),
    entry("finite", 1, |machine, call| test(machine, call, is_finite)),
    entry("__finite", 1, |machine, call| test(machine, call, is_finite)),
    entry("__finitef", 1, |machine, call| test(machine, call, is_finite)),
    entry("__finitel", 1, |machine, call| test(machine, call, is_finite)),
    entry("__builtin_isfinite", 1, |machine, call| test(machine, call, is_finite)),
    entry("__builtin_isnormal", 1, is_normal),
    entry("__signbit", 1, |machine, call| test(machine, call, F80::is_negative)),
    entry("__signbitf", 1, |machine, call| test(machine, call, F80::is_negative)),
    entry("__signbitl", 1, |machine, call| test(machine, call, F80::is_negative)),
    entry("__builtin_signbit", 1, |machine, call| test(machine, call, F80::is_negative)),
    entry("__builtin_signbitf", 1, |machine, call| test(machine, call, F80::is_negative)),
    entry("__builtin_signbitl", 1, |machine, call| test(machine, call, F80::is_negative)),
    entry("__fpclassify", 1, classify),
    entry("__fpclassifyf", 1, classify),
    entry("__fpclassifyl", 1, classify),
];

fn number(machine: &mut Machine<'_>, call: &Call<'_>, index: usize) -> Step<(F80, Scalar)> {
    let argument = machine.defined(call, index)?;
    if argument.scalar.is_float() {
        return Ok((extended(argument.scalar, argument.value.bits), argument.scalar));
    }
    // Without a prototype an integer may come here.
    let value = machine.signed_argument(call, index)?;
    Ok((F80::from_signed(value), Scalar::F64))
}

fn encode(number: F80, scalar: Scalar) -> WideValue {
    WideValue::new(match scalar {
        Scalar::F32 => u128::from(number.to_f32().to_bits()),
        Scalar::F64 => u128::from(number.to_f64().to_bits()),
        _ => number.to_bits(),
    })
}

fn answer(number: F80, scalar: Scalar) -> Step<Outcome> {
    Ok(Outcome::Return(encode(number, scalar)))
}

fn unary(machine: &mut Machine<'_>, call: &Call<'_>, function: fn(f64) -> f64) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    answer(F80::from_f64(function(x.to_f64())), scalar)
}

fn binary(machine: &mut Machine<'_>, call: &Call<'_>, function: fn(f64, f64) -> f64) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    let (y, _) = number(machine, call, 1)?;
    answer(F80::from_f64(function(x.to_f64(), y.to_f64())), scalar)
}

/// Rounded once: the shorter formats must not be rounded by way of the longer one.
fn square_root(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    match scalar {
        Scalar::F32 => Ok(Outcome::Return(WideValue::new(u128::from(x.to_f32().sqrt().to_bits())))),
        Scalar::F64 => Outcome::double(x.to_f64().sqrt()),
        _ => answer(x.square_root(), scalar),
    }
}

fn absolute(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    answer(x.abs(), scalar)
}

#[derive(Clone, Copy)]
enum Rounding {
    Down,
    Up,
    ToZero,
    HalfAway,
    HalfEven,
}

fn round(x: F80, rounding: Rounding) -> F80 {
    if x.decompose().is_none() {
        return x;
    }
    let half = F80::from_f64(0.5);
    let result = match rounding {
        Rounding::Down => x.floor(),
        Rounding::Up => x.negate().floor().negate(),
        Rounding::ToZero => x.truncate(),
        Rounding::HalfAway => {
            let whole = x.truncate();
            let rest = x.minus(whole).abs();
            match rest.compare(half) {
                Some(std::cmp::Ordering::Less) | None => whole,
                _ if x.is_negative() => whole.minus(F80::from_unsigned(1)),
                _ => whole.plus(F80::from_unsigned(1)),
            }
        }
        Rounding::HalfEven => {
            let below = x.floor();
            let above = below.plus(F80::from_unsigned(1));
            match x.minus(below).compare(half) {
                Some(std::cmp::Ordering::Less) | None => below,
                Some(std::cmp::Ordering::Greater) => above,
                Some(std::cmp::Ordering::Equal) => {
                    if below.remainder(F80::from_unsigned(2)).is_zero() {
                        below
                    } else {
                        above
                    }
                }
            }
        }
    };
    // A result of zero keeps the sign of the argument.
    if result.is_zero() && result.is_negative() != x.is_negative() { result.negate() } else { result }
}

fn rounded(machine: &mut Machine<'_>, call: &Call<'_>, rounding: Rounding) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    answer(round(x, rounding), scalar)
}

fn to_integer(machine: &mut Machine<'_>, call: &Call<'_>, rounding: Rounding) -> Step<Outcome> {
    let (x, _) = number(machine, call, 0)?;
    match round(x, rounding).to_integer() {
        Some(value) => Outcome::integer(value),
        None => {
            machine.bad_argument(call, "a number that no integer type can hold")?;
            Outcome::integer(i128::from(i64::MIN))
        }
    }
}

fn remainder(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    let (y, _) = number(machine, call, 1)?;
    let rest = x.remainder(y);
    let signed = if rest.is_zero() && rest.is_negative() != x.is_negative() { rest.negate() } else { rest };
    answer(signed, scalar)
}

fn select(machine: &mut Machine<'_>, call: &Call<'_>, wanted: std::cmp::Ordering) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    let (y, _) = number(machine, call, 1)?;
    let chosen = match x.compare(y) {
        Some(order) if order == wanted => x,
        Some(_) => y,
        None if x.is_nan() => y,
        None => x,
    };
    answer(chosen, scalar)
}

fn positive_difference(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    let (y, _) = number(machine, call, 1)?;
    let greater = x.compare(y) == Some(std::cmp::Ordering::Greater);
    answer(if greater || x.is_nan() || y.is_nan() { x.minus(y) } else { F80::ZERO }, scalar)
}

fn copy_sign(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    let (y, _) = number(machine, call, 1)?;
    answer(if x.is_negative() == y.is_negative() { x } else { x.negate() }, scalar)
}

/// The fraction is the result; the integer part is stored.
fn split(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    let place = machine.pointer_value(call, 1)?;
    let whole = x.truncate();
    machine.store_wide(place, encode(whole, scalar), scalar.bytes() as usize)?;
    let fraction = if x.is_infinite() { F80::ZERO } else { x.minus(whole) };
    let signed = if fraction.is_negative() == x.is_negative() { fraction } else { fraction.negate() };
    answer(signed, scalar)
}

/// `x = result · 2^exponent` with the result from one half to below one.
fn take_apart(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    let place = machine.pointer_value(call, 1)?;
    let (result, exponent) = match x.decompose() {
        Some((negative, significand, exponent)) if significand != 0 => {
            let length = 64 - significand.leading_zeros() as i32;
            (F80::round(negative, u128::from(significand), -length, false), exponent + length)
        }
        _ => (x, 0),
    };
    machine.memory.store(place, Value::new(u64::from(exponent as u32)), 4)?;
    answer(result, scalar)
}

fn scale(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    let by = machine.int_argument(call, 1)?.clamp(-40_000, 40_000);
    match x.decompose() {
        Some((negative, significand, exponent)) => {
            answer(F80::round(negative, u128::from(significand), exponent + by, false), scalar)
        }
        None => answer(x, scalar),
    }
}

fn test(machine: &mut Machine<'_>, call: &Call<'_>, holds: fn(F80) -> bool) -> Step<Outcome> {
    let (x, _) = number(machine, call, 0)?;
    Outcome::integer(i128::from(holds(x)))
}

fn is_finite(x: F80) -> bool {
    x.decompose().is_some()
}

fn infinity_sign(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, _) = number(machine, call, 0)?;
    Outcome::integer(match (x.is_infinite(), x.is_negative()) {
        (true, false) => 1,
        (true, true) => -1,
        (false, _) => 0,
    })
}

/// Whether the number is below what the format can hold with full precision.
fn is_subnormal(x: F80, scalar: Scalar) -> bool {
    let smallest = match scalar {
        Scalar::F32 => F80::from_f32(f32::MIN_POSITIVE),
        Scalar::F64 => F80::from_f64(f64::MIN_POSITIVE),
        _ => F80::from_bits(0x0001_8000_0000_0000_0000),
    };
    !x.is_zero() && x.abs().compare(smallest) == Some(std::cmp::Ordering::Less)
}

fn is_normal(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    Outcome::integer(i128::from(is_finite(x) && !x.is_zero() && !is_subnormal(x, scalar)))
}

/// glibc's numbers: NaN 0, infinite 1, zero 2, subnormal 3, normal 4.
fn classify(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (x, scalar) = number(machine, call, 0)?;
    Outcome::integer(if x.is_nan() {
        0
    } else if x.is_infinite() {
        1
    } else if x.is_zero() {
        2
    } else if is_subnormal(x, scalar) {
        3
    } else {
        4
    })
}

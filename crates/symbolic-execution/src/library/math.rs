//! `math.h`: functions of numbers that the analysis does not follow. Their results are any numbers.

use super::{Call, Entry, entry};
use crate::context::Context;
use crate::outcome::{Outcome, Step};

/// Functions that only look at their arguments.
macro_rules! pure_functions {
    ($($name:literal)+) => {
        pub(super) const TABLE: &[Entry] = &[
            $(entry($name, 1, pure),)+
            entry("modf", 2, |context, call| with_part(context, call, None)),
            entry("modff", 2, |context, call| with_part(context, call, None)),
            entry("frexp", 2, |context, call| with_part(context, call, Some(4))),
            entry("frexpf", 2, |context, call| with_part(context, call, Some(4))),
        ];
    };
}

pure_functions! {
    "sqrt" "sqrtf" "sqrtl" "fabs" "fabsf" "fabsl" "floor" "floorf" "floorl" "ceil" "ceilf" "ceill"
    "trunc" "truncf" "truncl" "round" "roundf" "roundl" "rint" "rintf" "rintl" "nearbyint" "nearbyintf"
    "lround" "lroundf" "llround" "lrint" "lrintf" "llrint" "pow" "powf" "powl" "atan2" "atan2f" "hypot"
    "hypotf" "fmod" "fmodf" "fmodl" "fmin" "fminf" "fminl" "fmax" "fmaxf" "fmaxl" "fdim" "fdimf"
    "copysign" "copysignf" "copysignl" "ldexp" "ldexpf" "ldexpl" "scalbn" "sin" "cos" "tan" "asin" "acos"
    "atan" "sinh" "cosh" "tanh" "exp" "exp2" "log" "log2" "log10" "cbrt" "isnan" "__isnan" "__isnanf"
    "__isnanl" "isinf" "isinff" "isinfl" "isnanf" "isnanl" "__isinf" "__isinff" "__isinfl" "finite"
    "__finite" "__finitef" "__finitel" "__signbit" "__signbitf" "__signbitl" "__fpclassify"
    "__fpclassifyf" "__fpclassifyl"
}

fn pure(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    for index in 0..call.arguments.len() {
        call.defined(context, index)?;
    }
    call.returning_unknown(context, None, "floating-point arithmetic")
}

/// Functions that store a second result of so many bytes, or of the size of the argument.
fn with_part(context: &mut Context<'_>, mut call: Call<'_>, size: Option<i128>) -> Step<Vec<Outcome>> {
    let number = call.defined(context, 0)?;
    let place = call.pointer(context, 1)?;
    let size = context.constant(size.unwrap_or(i128::from(number.scalar.bytes())));
    context.store_unknown(&mut call, place, size)?;
    call.returning_unknown(context, None, "floating-point arithmetic")
}

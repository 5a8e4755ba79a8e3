//! Arithmetic agrees with the host's, on all values of 8 bits and on the edges of the others.

use interpreter::{FaultKind, FunctionOutcome, Machine, Options, Value, WideValue};

/// A machine with one function `f` of two arguments.
fn function(scalar: &str, result: &str, operation: &str) -> ir::Module {
    let text = format!(
        "module LP64\nsignature s0 ({scalar}, {scalar}) -> {result} #1\nfunction external @f s0 (%0: {scalar}, %1: {scalar}) {{\nb0:\n    %2: {result} = {operation}\n    return %2\n}}\n"
    );
    ir::text::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn call(machine: &mut Machine<'_>, a: u128, b: u128) -> Result<u128, FaultKind> {
    let f = machine.module().function_named("f").unwrap();
    match machine.call_function(f, &[WideValue::new(a), WideValue::new(b)]) {
        FunctionOutcome::Returned(Some(value)) => {
            assert_eq!(value.undefined, 0);
            Ok(value.bits)
        }
        FunctionOutcome::Faulted(fault) => Err(fault.kind),
        other => panic!("{other:?}"),
    }
}

/// An operation and what it is on 8 bits.
type Case = (&'static str, fn(i8, i8) -> Result<u8, FaultKind>);

fn checked(value: Option<i8>) -> Result<u8, FaultKind> {
    value.map(|value| value as u8).ok_or(FaultKind::SignedOverflow)
}

fn divided(b: i8, value: Option<i8>) -> Result<u8, FaultKind> {
    if b == 0 { Err(FaultKind::DivisionByZero) } else { checked(value) }
}

fn shifted(b: i8, value: impl Fn(u32) -> u8) -> Result<u8, FaultKind> {
    match u32::try_from(b) {
        Ok(count) if count < 8 => Ok(value(count)),
        _ => Err(FaultKind::ShiftOutOfRange),
    }
}

const CASES: &[Case] = &[
    ("add %0, %1", |a, b| Ok(a.wrapping_add(b) as u8)),
    ("sub %0, %1", |a, b| Ok(a.wrapping_sub(b) as u8)),
    ("mul %0, %1", |a, b| Ok(a.wrapping_mul(b) as u8)),
    ("add.signed %0, %1", |a, b| checked(a.checked_add(b))),
    ("sub.signed %0, %1", |a, b| checked(a.checked_sub(b))),
    ("mul.signed %0, %1", |a, b| checked(a.checked_mul(b))),
    ("sdiv %0, %1", |a, b| divided(b, a.checked_div(b))),
    ("srem %0, %1", |a, b| divided(b, a.checked_rem(b))),
    ("udiv %0, %1", |a, b| if b == 0 { Err(FaultKind::DivisionByZero) } else { Ok(a as u8 / b as u8) }),
    ("urem %0, %1", |a, b| if b == 0 { Err(FaultKind::DivisionByZero) } else { Ok(a as u8 % b as u8) }),
    ("and %0, %1", |a, b| Ok((a & b) as u8)),
    ("or %0, %1", |a, b| Ok((a | b) as u8)),
    ("xor %0, %1", |a, b| Ok((a ^ b) as u8)),
    ("shl %0, %1", |a, b| shifted(b, |count| (a as u8) << count)),
    ("sshr %0, %1", |a, b| shifted(b, |count| (a >> count) as u8)),
    ("ushr %0, %1", |a, b| shifted(b, |count| (a as u8) >> count)),
    ("compare.signed %0 < %1", |a, b| Ok(u8::from(a < b))),
    ("compare.signed %0 <= %1", |a, b| Ok(u8::from(a <= b))),
    ("compare.signed %0 > %1", |a, b| Ok(u8::from(a > b))),
    ("compare.signed %0 >= %1", |a, b| Ok(u8::from(a >= b))),
    ("compare.unsigned %0 < %1", |a, b| Ok(u8::from((a as u8) < b as u8))),
    ("compare.unsigned %0 >= %1", |a, b| Ok(u8::from(a as u8 >= b as u8))),
    ("compare.unsigned %0 == %1", |a, b| Ok(u8::from(a == b))),
    ("compare.unsigned %0 != %1", |a, b| Ok(u8::from(a != b))),
];

#[test]
fn all_operations_on_all_bytes() {
    for (operation, expected) in CASES {
        let module = function("i8", "i8", operation);
        let mut machine = Machine::new(&module, Options::default()).unwrap();
        for a in i8::MIN..=i8::MAX {
            for b in i8::MIN..=i8::MAX {
                let result = call(&mut machine, u128::from(a as u8), u128::from(b as u8));
                let expected = expected(a, b).map(u128::from);
                assert_eq!(result, expected, "{a} {b}: {operation}");
            }
        }
    }
}

/// A bit of the result is defined exactly if it is the same for all values of the undefined bits: for
/// bitwise operations. The others may call more bits undefined, never fewer.
#[test]
fn undefined_bits_are_never_taken_for_defined() {
    for operation in ["and %0, %1", "or %0, %1", "xor %0, %1", "add %0, %1", "sub %0, %1", "mul %0, %1"] {
        let module = function("i8", "i8", operation);
        let mut machine = Machine::new(&module, Options::default()).unwrap();
        let f = module.function_named("f").unwrap();
        let is_bitwise = ["and", "or", "xor"].iter().any(|name| operation.starts_with(name));
        for mask in [1u8, 0x10, 0x81, 0x3c, 0xff] {
            for a in [0u8, 1, 0x5a, 0x80, 0xff] {
                for b in [0u8, 1, 3, 0xa5, 0xff] {
                    let argument = WideValue { undefined: u128::from(mask), ..WideValue::new(u128::from(a)) };
                    let outcome = machine.call_function(f, &[argument, WideValue::new(u128::from(b))]);
                    let FunctionOutcome::Returned(Some(value)) = outcome else { panic!("{outcome:?}") };
                    let results: Vec<u8> = (0..=255u8)
                        .filter(|fill| fill & !mask == 0)
                        .map(|fill| {
                            let result = call(&mut machine, u128::from(a & !mask | fill), u128::from(b));
                            result.unwrap() as u8
                        })
                        .collect();
                    let varying = results.iter().fold(0, |bits, result| bits | (result ^ results[0]));
                    let undefined = value.undefined as u8;
                    assert_eq!(varying & !undefined, 0, "{operation} {a:#x} {b:#x} {mask:#x}");
                    if is_bitwise {
                        assert_eq!(varying, undefined, "{operation} {a:#x} {b:#x} {mask:#x}");
                    }
                }
            }
        }
    }
}

#[test]
fn wide_integers_agree_with_the_host() {
    let values: [i128; 7] = [0, 1, -1, i128::MAX, i128::MIN, 1 << 64, -(1 << 90) + 7];
    type WideCase = (&'static str, fn(i128, i128) -> Option<i128>);
    let cases: [WideCase; 6] = [
        ("add %0, %1", |a, b| Some(a.wrapping_add(b))),
        ("mul %0, %1", |a, b| Some(a.wrapping_mul(b))),
        ("sub.signed %0, %1", i128::checked_sub),
        ("sdiv %0, %1", i128::checked_div),
        ("srem %0, %1", i128::checked_rem),
        ("xor %0, %1", |a, b| Some(a ^ b)),
    ];
    for (operation, expected) in cases {
        let module = function("i128", "i128", operation);
        let mut machine = Machine::new(&module, Options::default()).unwrap();
        for a in values {
            for b in values {
                let result = call(&mut machine, a as u128, b as u128).ok();
                assert_eq!(result, expected(a, b).map(|value| value as u128), "{a} {b}: {operation}");
            }
        }
    }
}

#[test]
fn conversions_agree_with_the_host() {
    let module = function("i16", "i64", "sign_extend %0");
    let mut machine = Machine::new(&module, Options::default()).unwrap();
    for value in [0i16, 1, -1, i16::MIN, i16::MAX] {
        assert_eq!(call(&mut machine, value as u16 as u128, 0), Ok(i64::from(value) as u64 as u128));
    }
    let module = function("f64", "i32", "float_to_signed %0");
    let mut machine = Machine::new(&module, Options::default()).unwrap();
    for value in [0.0, 1.9, -1.9, 2_147_483_647.5, -2_147_483_648.9] {
        assert_eq!(
            call(&mut machine, f64::to_bits(value).into(), 0),
            Ok(value as i32 as u32 as u128),
            "{value}"
        );
    }
    for value in [2_147_483_648.0, -2_147_483_649.0, f64::NAN, f64::INFINITY] {
        assert_eq!(call(&mut machine, f64::to_bits(value).into(), 0), Err(FaultKind::FloatToIntegerRange));
    }
    let module = function("i64", "f64", "unsigned_to_float %0");
    let mut machine = Machine::new(&module, Options::default()).unwrap();
    for value in [0u64, 1, u64::MAX, 1 << 63, (1 << 53) + 1] {
        assert_eq!(call(&mut machine, value.into(), 0), Ok((value as f64).to_bits().into()));
    }
    let module = function("i64", "f80", "signed_to_float %0");
    let mut machine = Machine::new(&module, Options::default()).unwrap();
    assert_eq!(call(&mut machine, (-3i64) as u64 as u128, 0), Ok(0xc000_c000_0000_0000_0000));
}

#[test]
fn a_value_is_one_word_and_its_shadow() {
    assert_eq!(std::mem::size_of::<Value>(), 24);
}

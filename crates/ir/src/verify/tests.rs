//! One test per rule: a module that keeps all of them is changed so that it breaks exactly one.

use super::{Invariant, verify};
use crate::debug::{Type, TypeId};
use crate::*;
use std::collections::BTreeSet;

const GOOD: &str = r#"module LP64
signature s0 (i64, i32) -> i64 #1
signature s1 (i64, ...) -> i32 #2
signature s2 unprototyped () -> void #3
signature s3 (aggregate size 24 align 8) -> aggregate size 16 align 8 #4
signature s4 () -> void #5
global external @table size 16 align 8 type t0 = { 0: "ab", 8: @table+4 }
global external @other size 8 align 4
function external @main s0 (%0: i64, %1: i32) {
    variable %0 "p" t0 in register parameter
    temporary %2 t1
b0:
    %2: i64 = copy %0
    %3: i32 = undefined
    %3: i32 = negate.signed %1
    %3: i32 = not %1
    %3: i32 = add.signed %1, 1i32
    %2: i64 = shl %2, %1
    %4: f64 = fmul 1.5f64, 2.0f64
    %5: i32 = compare.signed %1 < %3
    %5: i32 = compare.pointer %0 == %2
    %5: i32 = compare.float %4 < 0.0f64
    %2: i64 = sign_extend %1
    %3: i32 = truncate %2
    %4: f64 = signed_to_float %3
    %3: i32 = float_to_signed %4
    %3: i32 = load [%0]
    store [%0], %3
    %3: i32 = load_bits.signed [%0] bit 3 width 7
    store_bits [%0] bit 3 width 7, %3
    %2: i64 = ptr_add %0, %2 * 4
    %2: i64 = ptr_sub %2, %0 / 4
    %6: i64 = stack_alloc.local 16i64 align 8
    %2: i64 = call @main(%0, %1) s0
    %3: i32 = call *%0(%0, %4, 1i8) s1
    call @declared(%4, 3i8) s2
    call *@aggregate(%6, %0) s3
    va_copy %6, %6
    block_copy.disjoint %6, %0, 8i64
    block_set %6, 0i8, 16i64
    asm "nop" out("=r" %7: i16, "=m" [%6] size 4) in("r" %3) clobber("memory")
    store [%6], %7
    stack_end %6
    assume %5
    switch %1 { 0: b1, 2..=4: b2, else: b2 }
b1:
    branch %5, b2, b1
b2:
    return %2
}
function external @variadic s1 (%0: i64) {
b0:
    va_start %0
    %1: i32 = va_arg %0
    va_end %0
    return
}
function external @aggregate s3 (%0: i64, %1: i64) {
b0:
    return
}
function external @declared s2
function internal @empty s4 () {
b0:
    return
}
constructor @empty
type t0 = pointer t1
type t1 = record "struct s" size 4 { "x" at 0: t2 }
type t2 = scalar "int" size 4
"#;

fn good() -> Module {
    text::parse(GOOD).unwrap()
}

fn broken(module: &Module) -> BTreeSet<Invariant> {
    verify(module).err().unwrap_or_default().into_iter().map(|violation| violation.invariant).collect()
}

fn entry(module: &mut Module) -> &mut BasicBlock {
    let body = module.functions[FunctionId::from_raw(0)].body.as_mut().unwrap();
    &mut body.blocks[BlockId::from_raw(0)]
}

#[test]
fn a_good_module_keeps_every_rule() {
    assert_eq!(verify(&good()), Ok(()));
}

/// What is replaced in the good module by what, to break which rule.
const BREAKING_TEXTS: &[(Invariant, &str, &str)] = &[
    (Invariant::SignaturesAreUnique, "s4 () -> void #5", "s4 unprototyped () -> void #3"),
    (Invariant::AlignmentIsPowerOfTwo, "size 8 align 4", "size 8 align 0"),
    (Invariant::AlignmentIsPowerOfTwo, "16i64 align 8", "16i64 align 12"),
    (Invariant::AlignmentIsPowerOfTwo, "aggregate size 16 align 8", "aggregate size 16 align 3"),
    (Invariant::AlignmentIsPowerOfTwo, "aggregate size 24 align 8", "aggregate size 24 align 6"),
    (Invariant::ChunksAreOrdered, "8: @table+4", "1: @table+4"),
    (Invariant::ChunksAreInside, "8: @table+4", "9: @table+4"),
    (Invariant::ChunksAreInside, "8: @table+4", "18446744073709551615: \"ab\""),
    (Invariant::BodyHasEntry, "@empty s4 () {\nb0:\n    return\n}", "@empty s4 () {\n}"),
    (Invariant::EntryHasNoPredecessor, "branch %5, b2, b1", "branch %5, b2, b0"),
    (Invariant::ParametersMatchSignature, "@empty s4 () {", "@empty s4 (%0: i32) {"),
    (Invariant::ParametersMatchSignature, "@aggregate s3 (%0: i64, %1: i64)", "@aggregate s3 (%0: i64)"),
    (Invariant::ParametersMatchSignature, "@aggregate s3 (%0: i64,", "@aggregate s3 (%0: i32,"),
    (
        Invariant::ParametersAreDistinct,
        "@aggregate s3 (%0: i64, %1: i64)",
        "@aggregate s3 (%0: i64, %0: i64)",
    ),
    (Invariant::ReadRegisterIsAssigned, "    return %2", "    return %8"),
    (Invariant::ScalarsAgree, "%2: i64 = copy %0", "%2: i64 = copy %1"),
    (Invariant::ScalarsAgree, "negate.signed %1", "negate.signed %0"),
    (Invariant::ScalarsAgree, "add.signed %1, 1i32", "add.signed %1, 1i64"),
    (Invariant::ScalarsAgree, "add.signed %1, 1i32", "add.signed %0, 1i64"),
    (Invariant::ScalarsAgree, "compare.signed %1 < %3", "compare.signed %1 < 3i8"),
    (Invariant::OperatorFitsScalar, "fmul 1.5f64, 2.0f64", "mul 1.5f64, 2.0f64"),
    (Invariant::OperatorFitsScalar, "add.signed %1, 1i32", "fadd %1, 1i32"),
    (Invariant::OperatorFitsScalar, "shl %2, %1", "shl %2, %4"),
    (Invariant::OperatorFitsScalar, "%4: f64 = fmul 1.5f64, 2.0f64", "%4: f64 = not 1.5f64"),
    (Invariant::DomainFitsScalar, "compare.signed %1 < %3", "compare.pointer %1 < %3"),
    (Invariant::DomainFitsScalar, "compare.signed %1 < %3", "compare.float %1 < %3"),
    (Invariant::DomainFitsScalar, "compare.float %4 < 0.0f64", "compare.unsigned %4 < 0.0f64"),
    (Invariant::ComparisonGivesInteger, "%5: i32 = compare.float %4", "%4: f64 = compare.float %4"),
    (Invariant::ConversionFitsScalars, "sign_extend %1", "sign_extend %0"),
    (Invariant::ConversionFitsScalars, "= truncate %2", "= zero_extend %2"),
    (Invariant::ConversionFitsScalars, "sign_extend %1", "truncate %1"),
    (Invariant::ConversionFitsScalars, "signed_to_float %3", "float_to_float %3"),
    (Invariant::ConversionFitsScalars, "float_to_signed %4", "unsigned_to_float %4"),
    (Invariant::AddressHasPointerSize, "%3: i32 = load [%0]", "%3: i32 = load [%1]"),
    (Invariant::AddressHasPointerSize, "    store [%0], %3", "    store [%1], %3"),
    (Invariant::AddressHasPointerSize, "[%0] bit 3 width 7\n", "[%1] bit 3 width 7\n"),
    (Invariant::AddressHasPointerSize, "[%0] bit 3 width 7,", "[%1] bit 3 width 7,"),
    (Invariant::AddressHasPointerSize, "ptr_add %0, %2 * 4", "ptr_add %1, %2 * 4"),
    (Invariant::AddressHasPointerSize, "%2: i64 = ptr_add", "%3: i32 = ptr_add"),
    (Invariant::AddressHasPointerSize, "ptr_sub %2, %0", "ptr_sub %1, %0"),
    (Invariant::AddressHasPointerSize, "call *%0(", "call *%1("),
    (Invariant::AddressHasPointerSize, "stack_end %6", "stack_end %1"),
    (Invariant::AddressHasPointerSize, "va_copy %6, %6", "va_copy %6, %1"),
    (Invariant::AddressHasPointerSize, "va_end %0", "va_end %1"),
    (Invariant::AddressHasPointerSize, "block_copy.disjoint %6, %0", "block_copy.disjoint %6, %1"),
    (Invariant::AddressHasPointerSize, "block_set %6", "block_set %1"),
    (Invariant::AddressHasPointerSize, "[%6] size 4", "[%1] size 4"),
    (Invariant::LengthHasPointerSize, "ptr_add %0, %2 * 4", "ptr_add %0, %1 * 4"),
    (Invariant::LengthHasPointerSize, "%2: i64 = ptr_sub", "%3: i32 = ptr_sub"),
    (Invariant::LengthHasPointerSize, "stack_alloc.local 16i64", "stack_alloc.local 16i32"),
    (Invariant::LengthHasPointerSize, "%6, %0, 8i64", "%6, %0, 8i32"),
    (Invariant::LengthHasPointerSize, "0i8, 16i64", "0i8, 16i32"),
    (Invariant::ScaleIsNotZero, "ptr_sub %2, %0 / 4", "ptr_sub %2, %0 / 0"),
    (Invariant::BitRangeFits, "bit 3 width 7\n", "bit 8 width 7\n"),
    (Invariant::BitRangeFits, "bit 3 width 7\n", "bit 3 width 33\n"),
    (Invariant::BitRangeFits, "bit 3 width 7,", "bit 3 width 0,"),
    (Invariant::BitRangeFits, "bit 3 width 7, %3", "bit 3 width 7, %4"),
    (Invariant::FillIsInteger, "block_set %6, 0i8", "block_set %6, 0.0f32"),
    (Invariant::ArgumentCountFits, "call @main(%0, %1) s0", "call @main(%0) s0"),
    (Invariant::ArgumentCountFits, "call @main(%0, %1) s0", "call @main(%0, %1, %1) s0"),
    (Invariant::ArgumentCountFits, "call *%0(%0, %4, 1i8) s1", "call *%0() s1"),
    (Invariant::ArgumentCountFits, "call *@aggregate(%6, %0) s3", "call *@aggregate(%6) s3"),
    (Invariant::ArgumentScalarFits, "call @main(%0, %1) s0", "call @main(%0, %0) s0"),
    (Invariant::ArgumentScalarFits, "call *@aggregate(%6, %0) s3", "call *@aggregate(%6, %1) s3"),
    (Invariant::ArgumentScalarFits, "call *@aggregate(%6, %0) s3", "call *@aggregate(%1, %0) s3"),
    (Invariant::CallResultFits, "%2: i64 = call @main", "%3: i32 = call @main"),
    (Invariant::CallResultFits, "call @declared(%4", "%3: i32 = call @declared(%4"),
    (Invariant::CallResultFits, "call *@aggregate(", "%2: i64 = call *@aggregate("),
    (Invariant::ListBeginsInVariadicFunction, "va_copy %6, %6", "va_start %6"),
    (Invariant::ConditionIsInteger, "assume %5", "assume %4"),
    (Invariant::ConditionIsInteger, "branch %5", "branch 1.0f64"),
    (Invariant::CasesAreOrdered, "0: b1, 2..=4: b2", "3: b1, 2..=4: b2"),
    (Invariant::CasesAreOrdered, "0: b1, 2..=4: b2", "2: b1, 2..=4: b2"),
    (Invariant::CasesAreOrdered, "2..=4: b2", "4..=2: b2"),
    (Invariant::CasesFitScalar, "2..=4: b2", "2..=4294967296: b2"),
    (Invariant::ReturnMatchesResult, "    return %2\n}", "    return %1\n}"),
    (
        Invariant::ReturnMatchesResult,
        "@aggregate s3 (%0: i64, %1: i64) {\nb0:\n    return",
        "@aggregate s3 (%0: i64, %1: i64) {\nb0:\n    return %0",
    ),
];

/// What the text form cannot say.
type Breaking = (Invariant, fn(&mut Module));
const BREAKING_CHANGES: &[Breaking] = &[
    (Invariant::RegisterExists, |module| {
        let destination = RegisterId::from_raw(99);
        entry(module).instructions[1].kind = InstructionKind::Undefine { destination };
    }),
    (Invariant::RegisterExists, |module| {
        let address = Operand::Register(RegisterId::from_raw(99));
        entry(module)
            .instructions
            .push(Instruction { kind: InstructionKind::StackEnd { address }, span: source::Span::NONE });
    }),
    (Invariant::RegisterExists, |module| {
        let body = module.functions[FunctionId::from_raw(2)].body.as_mut().unwrap();
        body.parameters[1] = RegisterId::from_raw(99);
    }),
    (Invariant::RegisterExists, |module| {
        let body = module.functions[FunctionId::from_raw(0)].body.as_mut().unwrap();
        body.names.temporaries.insert(RegisterId::from_raw(99), TypeId::from_raw(0));
    }),
    (Invariant::BlockExists, |module| {
        entry(module).terminator.kind = TerminatorKind::Goto(BlockId::from_raw(9));
    }),
    (Invariant::FunctionExists, |module| module.destructors.push(FunctionId::from_raw(9))),
    (Invariant::FunctionExists, |module| {
        if let InstructionKind::Call { callee, .. } = &mut entry(module).instructions[23].kind {
            *callee = Callee::Direct(FunctionId::from_raw(9));
        }
    }),
    (Invariant::FunctionExists, |module| {
        if let InstructionKind::Copy { source, .. } = &mut entry(module).instructions[0].kind {
            *source = Operand::Function(FunctionId::from_raw(9));
        }
    }),
    (Invariant::GlobalExists, |module| {
        if let InstructionKind::Copy { source, .. } = &mut entry(module).instructions[0].kind {
            *source = Operand::Global(GlobalId::from_raw(9), 0);
        }
    }),
    (Invariant::GlobalExists, |module| {
        let global = &mut module.globals[GlobalId::from_raw(0)];
        let symbol = SymbolReference::Global(GlobalId::from_raw(9));
        global.initializer.as_mut().unwrap().chunks[1].data = InitializerData::Address(symbol, 0);
    }),
    (Invariant::SignatureExists, |module| {
        module.functions[FunctionId::from_raw(3)].signature = SignatureId::from_raw(9);
    }),
    (Invariant::SignatureExists, |module| {
        if let InstructionKind::Call { signature, .. } = &mut entry(module).instructions[23].kind {
            *signature = SignatureId::from_raw(9);
        }
    }),
    (Invariant::TypeExists, |module| {
        module.types.types.push(Type::Pointer(TypeId::from_raw(9)));
    }),
    (Invariant::TypeExists, |module| {
        module.globals[GlobalId::from_raw(0)].ty = Some(TypeId::from_raw(9));
    }),
    (Invariant::NamesAreUnique, |module| {
        module.globals[GlobalId::from_raw(1)].name = "table".into();
    }),
    (Invariant::NamesAreUnique, |module| {
        module.globals[GlobalId::from_raw(1)].name = "empty".into();
    }),
];

#[test]
fn every_rule_can_be_broken_alone() {
    let mut covered = BTreeSet::new();
    for &(invariant, from, to) in BREAKING_TEXTS {
        assert!(GOOD.contains(from), "nothing to replace: {from}");
        let mut text = GOOD.replacen(from, to, 1);
        if to.contains("%8") {
            text = text.replacen("    variable", "    register %8: i64\n    variable", 1);
        }
        let module = text::parse(&text).unwrap_or_else(|error| panic!("{to}: {error}"));
        assert_eq!(broken(&module), BTreeSet::from([invariant]), "{from} -> {to}");
        covered.insert(invariant);
    }
    for (index, &(invariant, change)) in BREAKING_CHANGES.iter().enumerate() {
        let mut module = good();
        change(&mut module);
        assert_eq!(broken(&module), BTreeSet::from([invariant]), "change {index}");
        covered.insert(invariant);
    }
    let missing: Vec<_> = Invariant::ALL.iter().filter(|invariant| !covered.contains(invariant)).collect();
    assert!(missing.is_empty(), "no test breaks {missing:?}");
}

#[test]
fn the_manual_lists_every_rule() {
    let manual = include_str!("../../README.md");
    for invariant in Invariant::ALL {
        let row = format!("| `{invariant:?}` | {invariant} |");
        assert!(manual.contains(&row), "missing in README.md: {row}");
    }
}

#[test]
fn a_violation_says_where_and_what() {
    let text = GOOD.replacen("call @main(%0, %1) s0", "call @main(%0, %0) s0", 1);
    let module = text::parse(&text).unwrap();
    let violations = verify(&module).unwrap_err();
    assert_eq!(violations.len(), 1);
    assert_eq!(
        violations[0].describe(&module),
        "in `main`, block b0, instruction 22: argument 2 is i64, not i32. Rule: An argument has the scalar \
         of its parameter, pointer size for an aggregate."
    );
    let id = FunctionId::from_raw(0);
    assert_eq!(super::verify_function(&module, id, &module.functions[id]).unwrap_err(), violations);
}

/// Modules of any content, sensible or not, are judged without a panic.
#[test]
fn nonsense_is_rejected_and_not_stumbled_over() {
    for seed in 0..2000 {
        let module = text::sample::random_module(seed);
        if let Err(violations) = verify(&module) {
            assert!(violations.iter().all(|violation| !violation.describe(&module).is_empty()));
        }
    }
}

//! Random modules for the tests of the text form: every kind of everything, not always sensible.

use crate::debug::{Field, Type, TypeId, Variable, VariablePlace};
use crate::*;
use source::{DataModel, Span};

/// A small deterministic source of random numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit.max(1)
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.below(2) == 0
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn number(&mut self) -> u64 {
        let shift = self.below(64);
        self.next() >> shift
    }
}

const FUNCTIONS: usize = 4;
const GLOBALS: usize = 4;
const SIGNATURES: usize = 3;
const REGISTERS: usize = 6;
const BLOCKS: usize = 3;
const TYPES: usize = 6;
const TEXTS: [&str; 6] = ["", "plain", "a \"quote\" and \\", "line\nbreak\ttab", "grün ∀", "nul\0\x7f;"];

pub(crate) fn random_module(seed: u64) -> Module {
    let random = &mut Random::new(seed);
    let mut module = Module::new(random.one_of(&[DataModel::Ilp32, DataModel::Lp64]));
    for _ in 0..SIGNATURES {
        let parameters = (0..random.below(4))
            .map(|_| match random.flag() {
                true => Parameter::Scalar(random.one_of(&Scalar::ALL)),
                false => Parameter::Aggregate { size: random.number(), alignment: random.number() },
            })
            .collect();
        let result = match random.below(3) {
            0 => ResultKind::Void,
            1 => ResultKind::Scalar(random.one_of(&Scalar::ALL)),
            _ => ResultKind::Aggregate { size: random.number(), alignment: random.number() },
        };
        module.signatures.push(Signature {
            result,
            parameters,
            is_variadic: random.flag(),
            has_prototype: random.flag(),
            fingerprint: random.number(),
        });
    }
    for index in 0..GLOBALS {
        let initializer = random.flag().then(|| Initializer {
            chunks: (0..random.below(4))
                .map(|_| InitializerChunk { offset: random.number(), data: initializer_data(random) })
                .collect(),
        });
        module.globals.push(Global {
            name: format!("{}{index}", random.one_of(&["g", ".str.", "static local ", "\"\n"])),
            linkage: linkage(random),
            size: random.number(),
            alignment: random.number(),
            is_thread_local: random.flag(),
            is_constant: random.flag(),
            initializer,
            ty: random.flag().then(|| type_id(random)),
            span: span(random),
        });
    }
    for index in 0..FUNCTIONS {
        module.functions.push(Function {
            name: format!("{}{index}", random.one_of(&["f", "f$", "module", "grün"])),
            linkage: linkage(random),
            signature: SignatureId::from_index(random.below(SIGNATURES)),
            is_noreturn: random.flag(),
            promises: promises(random),
            body: (random.below(3) > 0).then(|| body(random)),
            span: span(random),
        });
    }
    module.constructors = (0..random.below(3)).map(|_| function_id(random)).collect();
    module.destructors = (0..random.below(3)).map(|_| function_id(random)).collect();
    for _ in 0..TYPES {
        let ty = debug_type(random);
        module.types.types.push(ty);
    }
    module
}

fn promises(random: &mut Random) -> Promises {
    if random.flag() {
        return Promises::default();
    }
    let kinds = [Pointee::Nothing, Pointee::Constant, Pointee::Data, Pointee::Pointer, Pointee::Anything];
    Promises {
        parameters: (0..random.below(3)).map(|_| random.one_of(&kinds)).collect(),
        is_pure: random.flag(),
        returns_new_memory: random.flag(),
        never_null: random.flag(),
        reads_variadic: random.flag(),
        may_be_replaced: random.flag(),
        size: random.flag().then(|| (random.below(4) as u32, random.flag().then_some(1))),
        owned: random.flag().then(|| random.below(100) as u64),
        frees: random.flag().then(|| random.below(4) as u32),
        not_null: if random.flag() { u64::MAX } else { random.below(9) as u64 },
    }
}

fn initializer_data(random: &mut Random) -> InitializerData {
    match random.below(4) {
        0 => InitializerData::Address(SymbolReference::Global(global_id(random)), random.number() as i64),
        1 => InitializerData::Address(SymbolReference::Function(function_id(random)), -8),
        2 => InitializerData::Bytes((0..random.below(9)).map(|_| random.number() as u8).collect()),
        _ => InitializerData::Bytes(random.one_of(&TEXTS).as_bytes().to_vec()),
    }
}

fn body(random: &mut Random) -> Body {
    let registers = (0..REGISTERS).map(|_| Register { scalar: random.one_of(&Scalar::ALL) }).collect();
    let parameters = (0..random.below(3)).map(|_| register(random)).collect();
    let blocks = (0..BLOCKS)
        .map(|_| BasicBlock {
            instructions: (0..random.below(8))
                .map(|_| Instruction { kind: instruction(random), span: span(random) })
                .collect(),
            terminator: Terminator { kind: terminator(random), span: span(random) },
        })
        .collect();
    let mut body = Body { parameters, registers, blocks, names: Default::default() };
    for _ in 0..random.below(4) {
        let variable = Variable {
            name: text(random),
            ty: type_id(random),
            place: random.one_of(&[VariablePlace::Register, VariablePlace::Memory]),
            is_parameter: random.flag(),
            span: span(random),
        };
        body.names.variables.insert(register(random), variable);
        body.names.temporaries.insert(register(random), type_id(random));
        body.names.result = Some(type_id(random));
    }
    body
}

fn instruction(random: &mut Random) -> InstructionKind {
    use BinaryOperator as B;
    use Conversion as C;
    let destination = register(random);
    let is_volatile = random.flag();
    match random.below(23) {
        0 => InstructionKind::Copy { destination, source: operand(random) },
        1 => InstructionKind::Undefine { destination },
        2 => InstructionKind::Unary {
            destination,
            operator: random.one_of(&[UnaryOperator::Negate, UnaryOperator::BitNot]),
            operand: operand(random),
            overflow: overflow(random),
        },
        3 => InstructionKind::Binary {
            destination,
            operator: random.one_of(&[
                B::Add,
                B::Subtract,
                B::Multiply,
                B::SignedDivide,
                B::UnsignedDivide,
                B::SignedRemainder,
                B::UnsignedRemainder,
                B::And,
                B::Or,
                B::Xor,
                B::ShiftLeft,
                B::SignedShiftRight,
                B::UnsignedShiftRight,
                B::FloatAdd,
                B::FloatSubtract,
                B::FloatMultiply,
                B::FloatDivide,
            ]),
            left: operand(random),
            right: operand(random),
            overflow: overflow(random),
        },
        4 => InstructionKind::Compare {
            destination,
            comparison: random.one_of(&[
                Comparison::Equal,
                Comparison::NotEqual,
                Comparison::Less,
                Comparison::LessEqual,
                Comparison::Greater,
                Comparison::GreaterEqual,
            ]),
            domain: random.one_of(&[Domain::Signed, Domain::Unsigned, Domain::Pointer, Domain::Float]),
            left: operand(random),
            right: operand(random),
        },
        5 => InstructionKind::Convert {
            destination,
            conversion: random.one_of(&[
                C::Truncate,
                C::ZeroExtend,
                C::SignExtend,
                C::SignedToFloat,
                C::UnsignedToFloat,
                C::FloatToSigned,
                C::FloatToUnsigned,
                C::FloatToFloat,
            ]),
            operand: operand(random),
        },
        6 => InstructionKind::Load { destination, address: operand(random), is_volatile },
        7 => InstructionKind::Store { address: operand(random), value: operand(random), is_volatile },
        8 => InstructionKind::LoadBits {
            destination,
            address: operand(random),
            bit_offset: random.number() as u32,
            bit_width: random.number() as u32,
            is_signed: random.flag(),
            is_volatile,
        },
        9 => InstructionKind::StoreBits {
            address: operand(random),
            bit_offset: random.number() as u32,
            bit_width: random.number() as u32,
            value: operand(random),
            is_volatile,
        },
        10 => {
            let scale = random.one_of(&[1, 0, -1, 8, i64::MIN]);
            InstructionKind::PtrAdd { destination, base: operand(random), index: operand(random), scale }
        }
        11 => {
            let scale = random.one_of(&[1, 24, i64::MAX]);
            InstructionKind::PtrSub { destination, left: operand(random), right: operand(random), scale }
        }
        12 => InstructionKind::StackAlloc {
            destination,
            size: operand(random),
            alignment: random.number(),
            storage: random.one_of(&[
                StorageKind::Local,
                StorageKind::Temporary,
                StorageKind::Literal,
                StorageKind::Alloca,
            ]),
        },
        13 => InstructionKind::StackEnd { address: operand(random) },
        14 => InstructionKind::Call {
            destination: random.flag().then_some(destination),
            callee: match random.flag() {
                true => Callee::Direct(function_id(random)),
                false => Callee::Indirect(operand(random)),
            },
            signature: SignatureId::from_index(random.below(SIGNATURES)),
            arguments: (0..random.below(4)).map(|_| operand(random)).collect(),
        },
        15 => InstructionKind::VaStart { list: operand(random) },
        16 => InstructionKind::VaArg { destination, list: operand(random) },
        17 => InstructionKind::VaCopy { destination: operand(random), source: operand(random) },
        18 => InstructionKind::VaEnd { list: operand(random) },
        19 => InstructionKind::BlockCopy {
            destination: operand(random),
            source: operand(random),
            length: operand(random),
            overlap: random.one_of(&[CopyOverlap::Forbidden, CopyOverlap::Allowed, CopyOverlap::ExactOnly]),
        },
        20 => InstructionKind::BlockSet {
            destination: operand(random),
            value: operand(random),
            length: operand(random),
        },
        21 => assembly(random),
        _ => match random.flag() {
            true => InstructionKind::Assume { condition: operand(random) },
            false => InstructionKind::Unsupported {
                reason: text(random),
                destination: random.flag().then_some(destination),
            },
        },
    }
}

fn assembly(random: &mut Random) -> InstructionKind {
    InstructionKind::Asm {
        template: text(random),
        outputs: (0..random.below(3))
            .map(|_| AsmOutput {
                constraint: text(random),
                target: match random.flag() {
                    true => AsmTarget::Register(register(random)),
                    false => AsmTarget::Memory { address: operand(random), size: random.number() },
                },
            })
            .collect(),
        inputs: (0..random.below(3))
            .map(|_| AsmInput { constraint: text(random), value: operand(random) })
            .collect(),
        clobbers: (0..random.below(3)).map(|_| text(random)).collect(),
        is_volatile: random.flag(),
    }
}

fn terminator(random: &mut Random) -> TerminatorKind {
    match random.below(6) {
        0 => TerminatorKind::Goto(block(random)),
        1 => TerminatorKind::Branch {
            condition: operand(random),
            then: block(random),
            otherwise: block(random),
        },
        2 => TerminatorKind::Switch {
            value: operand(random),
            cases: (0..random.below(4))
                .map(|_| {
                    let first = u128::from(random.number()) << random.below(65);
                    let last = if random.flag() { first } else { first.saturating_add(3) };
                    SwitchCase { first, last, target: block(random) }
                })
                .collect(),
            default: block(random),
        },
        3 => TerminatorKind::Return(Some(operand(random))),
        4 => TerminatorKind::Return(None),
        _ => TerminatorKind::Unreachable,
    }
}

fn operand(random: &mut Random) -> Operand {
    match random.below(6) {
        0 => Operand::Global(global_id(random), random.one_of(&[0, 1, -1, i64::MIN, i64::MAX])),
        1 => Operand::Function(function_id(random)),
        2 | 3 => {
            let bits = u128::from(random.number()) << random.below(65) ^ u128::from(random.number());
            let bits = if random.flag() { bits } else { bits.wrapping_neg() };
            Operand::Constant(Constant::new(random.one_of(&Scalar::ALL), bits))
        }
        _ => Operand::Register(register(random)),
    }
}

fn debug_type(random: &mut Random) -> Type {
    match random.below(5) {
        0 => Type::Scalar { name: text(random), size: random.number(), is_unsigned: random.flag() },
        1 => Type::Pointer(type_id(random)),
        2 => Type::Array { element: type_id(random), length: random.flag().then(|| random.number()) },
        3 => Type::Record {
            name: text(random),
            size: random.number(),
            fields: (0..random.below(4))
                .map(|_| Field {
                    name: text(random),
                    offset: random.number(),
                    bits: random.flag().then(|| (random.number() as u32, random.number() as u32)),
                    ty: type_id(random),
                })
                .collect(),
        },
        _ => Type::Function { name: text(random) },
    }
}

fn text(random: &mut Random) -> String {
    random.one_of(&TEXTS).to_string()
}

fn overflow(random: &mut Random) -> Overflow {
    random.one_of(&[Overflow::Wraps, Overflow::SignedUndefined])
}

fn linkage(random: &mut Random) -> Linkage {
    random.one_of(&[Linkage::External, Linkage::Internal, Linkage::Weak])
}

fn span(random: &mut Random) -> Span {
    match random.flag() {
        true => Span::NONE,
        false => Span::new(random.number() as u32, random.number() as u32),
    }
}

fn register(random: &mut Random) -> RegisterId {
    RegisterId::from_index(random.below(REGISTERS))
}

fn block(random: &mut Random) -> BlockId {
    BlockId::from_index(random.below(BLOCKS))
}

fn global_id(random: &mut Random) -> GlobalId {
    GlobalId::from_index(random.below(GLOBALS))
}

fn function_id(random: &mut Random) -> FunctionId {
    FunctionId::from_index(random.below(FUNCTIONS))
}

fn type_id(random: &mut Random) -> TypeId {
    TypeId::from_index(random.below(TYPES))
}

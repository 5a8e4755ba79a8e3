//! From the body of a function to its [`Code`].

use crate::broken::{self, BrokenRule};
use crate::code::{
    CallSite, CallTarget, Cell, Code, Extra, Op, Position, Source, SwitchTable, Target, is_wide,
};
use crate::value::{Value, WideValue, low_mask, wide_mask};
use ir::{
    AsmInput, AsmOutput, AsmTarget, BinaryOperator, Body, Callee, Comparison, Conversion, Domain, FunctionId,
    InstructionKind, Module, Operand, Overflow, Register, RegisterId, Scalar, TerminatorKind,
};
use rustc_hash::FxHashMap;
use source::Span;
use stdx::Id;

/// The addresses of globals and functions.
#[derive(Clone)]
pub(crate) struct Symbols {
    pub globals: Vec<Value>,
    pub functions: Vec<Value>,
}

/// Switches over at most this many values get a table with one entry per value.
const DENSE_SWITCH: u128 = 1024;

struct Decoder<'a> {
    body: &'a Body,
    symbols: &'a Symbols,
    pointer_scalar: Scalar,
    broken: Option<BrokenRule>,
    code: Code,
    constants: FxHashMap<(u128, Scalar, u32), Cell>,
}

pub(crate) fn decode(
    module: &Module,
    function: FunctionId,
    body: &Body,
    symbols: &Symbols,
    broken: Option<BrokenRule>,
) -> Code {
    let mut template = Vec::new();
    let mut cells = Vec::new();
    for (_, register) in body.registers.iter() {
        cells.push(template.len() as Cell);
        let undefined = WideValue::undefined(register.scalar);
        template.push(undefined.low());
        if is_wide(register.scalar) {
            template.push(undefined.high());
        }
    }
    let signature = &module.signatures[module.functions[function].signature];
    let parameters = body
        .parameters
        .iter()
        .map(|&register| Target { cell: cells[register.index()], scalar: body.registers[register].scalar })
        .collect();
    let code = Code {
        function,
        ops: Vec::new(),
        spans: Vec::new(),
        origins: Vec::new(),
        extras: Vec::new(),
        calls: Vec::new(),
        template,
        cells,
        parameters,
        block_starts: Vec::new(),
        is_variadic: signature.is_variadic,
        marks_error: is_error_function(&module.functions[function].name),
    };
    let mut decoder = Decoder {
        body,
        symbols,
        pointer_scalar: module.pointer_scalar(),
        broken,
        code,
        constants: FxHashMap::default(),
    };
    decoder.decode();
    decoder.code
}

/// The functions by which programs of the verification competition mark errors.
pub(crate) fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

impl Decoder<'_> {
    fn decode(&mut self) {
        let body = self.body;
        for (id, block) in body.blocks.iter() {
            self.code.block_starts.push(self.code.ops.len() as Position);
            for (index, instruction) in block.instructions.iter().enumerate() {
                let op = self.instruction(&instruction.kind);
                self.push(op, instruction.span, (id, index as u32));
            }
            let origin = (id, block.instructions.len() as u32);
            let op = self.terminator(&block.terminator.kind);
            self.push(op, block.terminator.span, origin);
        }
        self.resolve_targets();
    }

    fn push(&mut self, op: Op, span: Span, origin: (ir::BlockId, u32)) {
        self.code.ops.push(op);
        self.code.spans.push(span);
        self.code.origins.push(origin);
    }

    /// Jumps were decoded with block numbers; now the starts of all blocks are known.
    fn resolve_targets(&mut self) {
        let starts = &self.code.block_starts;
        let resolve = |target: &mut Position| *target = starts[*target as usize];
        for op in &mut self.code.ops {
            match op {
                Op::Jump { target } => resolve(target),
                Op::Branch { then, otherwise, .. } => {
                    resolve(then);
                    resolve(otherwise);
                }
                _ => {}
            }
        }
        for extra in &mut self.code.extras {
            if let Extra::Switch(table) = extra {
                table.cases.iter_mut().for_each(|(_, _, target)| resolve(target));
                table.dense.iter_mut().for_each(resolve);
                resolve(&mut table.default);
            }
        }
    }

    fn constant(&mut self, bits: u128, scalar: Scalar, symbol: Option<Value>) -> Cell {
        let slot = symbol.map_or(0, |value| value.provenance.slot);
        let template = &mut self.code.template;
        *self.constants.entry((bits, scalar, slot)).or_insert_with(|| {
            let cell = template.len() as Cell;
            let wide = WideValue::new(bits);
            let mut low = wide.low();
            if let Some(symbol) = symbol {
                low.provenance = symbol.provenance;
            }
            template.push(low);
            if is_wide(scalar) {
                template.push(wide.high());
            }
            cell
        })
    }

    fn scalar(&self, operand: Operand) -> Scalar {
        self.body.scalar_of(operand, self.pointer_scalar)
    }

    fn cell(&mut self, operand: Operand) -> Cell {
        let pointer = self.pointer_scalar;
        match operand {
            Operand::Register(register) => self.code.cells[register.index()],
            Operand::Constant(constant) => self.constant(constant.bits(), constant.scalar, None),
            Operand::Global(global, offset) => {
                let value = self.symbols.globals[global.index()];
                let bits = value.bits.wrapping_add(offset as u64) & low_mask(pointer.bits());
                self.constant(u128::from(bits), pointer, Some(value))
            }
            Operand::Function(function) => {
                let value = self.symbols.functions[function.index()];
                self.constant(u128::from(value.bits), pointer, Some(value))
            }
        }
    }

    fn source(&mut self, operand: Operand) -> Source {
        let scalar = self.scalar(operand);
        Source { cell: self.cell(operand), scalar }
    }

    fn target(&self, register: RegisterId) -> Target {
        let register: Id<Register> = register;
        Target { cell: self.code.cells[register.index()], scalar: self.body.registers[register].scalar }
    }

    fn extra(&mut self, extra: Extra) -> Op {
        self.code.extras.push(extra);
        Op::Extra { index: self.code.extras.len() as u32 - 1 }
    }

    fn instruction(&mut self, kind: &InstructionKind) -> Op {
        match kind {
            InstructionKind::Copy { destination, source } => {
                let to = self.target(*destination);
                let from = self.cell(*source);
                copy(to, from)
            }
            InstructionKind::Undefine { destination } => {
                let to = self.target(*destination);
                self.extra(Extra::Undefine { to })
            }
            InstructionKind::Unary { destination, operator, operand, overflow } => {
                let to = self.target(*destination);
                let operand = self.source(*operand);
                self.extra(Extra::Unary { to, operator: *operator, operand, overflow: *overflow })
            }
            InstructionKind::Binary { destination, operator, left, right, overflow } => {
                self.binary(*destination, *operator, *left, *right, *overflow)
            }
            InstructionKind::Compare { destination, comparison, domain, left, right } => {
                self.compare(*destination, *comparison, *domain, *left, *right)
            }
            InstructionKind::Convert { destination, conversion, operand } => {
                self.convert(*destination, *conversion, *operand)
            }
            InstructionKind::Load { destination, address, .. } => {
                let to = self.target(*destination);
                let address = self.cell(*address);
                let size = to.scalar.bytes() as u8;
                if is_wide(to.scalar) {
                    Op::LoadWide { size, to: to.cell, address }
                } else {
                    Op::Load { size, to: to.cell, address }
                }
            }
            InstructionKind::Store { address, value, .. } => {
                let address = self.cell(*address);
                let value = self.source(*value);
                let size = value.scalar.bytes() as u8;
                if is_wide(value.scalar) {
                    Op::StoreWide { size, address, value: value.cell }
                } else {
                    Op::Store { size, address, value: value.cell }
                }
            }
            InstructionKind::LoadBits { destination, address, bit_offset, bit_width, is_signed, .. } => {
                let to = self.target(*destination);
                let address = self.cell(*address);
                self.extra(Extra::LoadBits {
                    to,
                    address,
                    bit_offset: *bit_offset,
                    bit_width: *bit_width,
                    is_signed: *is_signed,
                })
            }
            InstructionKind::StoreBits { address, bit_offset, bit_width, value, .. } => {
                let address = self.cell(*address);
                let value = self.source(*value);
                self.extra(Extra::StoreBits {
                    address,
                    bit_offset: *bit_offset,
                    bit_width: *bit_width,
                    value,
                })
            }
            InstructionKind::PtrAdd { destination, base, index, scale } => {
                self.pointer_add(*destination, *base, *index, *scale)
            }
            InstructionKind::PtrSub { destination, left, right, scale } => {
                let to = self.target(*destination);
                let (left, right) = (self.cell(*left), self.cell(*right));
                self.extra(Extra::PointerSubtract { to, left, right, scale: *scale })
            }
            InstructionKind::Call { destination, callee, arguments, .. } => {
                let to = destination.map(|register| self.target(register));
                let target = match callee {
                    Callee::Direct(function) => CallTarget::Direct(*function),
                    Callee::Indirect(operand) => CallTarget::Indirect(self.cell(*operand)),
                };
                let arguments = arguments.iter().map(|&argument| self.source(argument)).collect();
                self.code.calls.push(CallSite { to, target, arguments });
                Op::Call { index: self.code.calls.len() as u32 - 1 }
            }
            _ => self.rare_instruction(kind),
        }
    }

    fn rare_instruction(&mut self, kind: &InstructionKind) -> Op {
        let extra = match kind {
            InstructionKind::StackAlloc { destination, size, alignment, storage } => Extra::StackAlloc {
                to: self.target(*destination).cell,
                size: self.source(*size),
                alignment: *alignment,
                storage: *storage,
            },
            InstructionKind::StackEnd { address } => Extra::StackEnd { address: self.cell(*address) },
            InstructionKind::VaStart { list } => Extra::VaStart { list: self.cell(*list) },
            InstructionKind::VaArg { destination, list } => {
                Extra::VaArg { to: self.target(*destination), list: self.cell(*list) }
            }
            InstructionKind::VaCopy { destination, source } => {
                Extra::VaCopy { destination: self.cell(*destination), source: self.cell(*source) }
            }
            InstructionKind::VaEnd { list } => Extra::VaEnd { list: self.cell(*list) },
            InstructionKind::BlockCopy { destination, source, length, overlap } => Extra::BlockCopy {
                destination: self.cell(*destination),
                source: self.cell(*source),
                length: self.source(*length),
                overlap: *overlap,
            },
            InstructionKind::BlockSet { destination, value, length } => Extra::BlockSet {
                destination: self.cell(*destination),
                value: self.cell(*value),
                length: self.source(*length),
            },
            InstructionKind::Assume { condition } => Extra::Assume { condition: self.source(*condition) },
            InstructionKind::Asm { template, outputs, inputs, .. } if template.trim().is_empty() => {
                Extra::EmptyAsm { outputs: self.tied_outputs(outputs, inputs) }
            }
            InstructionKind::Asm { template, .. } => Extra::Asm { template: template.clone() },
            InstructionKind::Unsupported { reason, .. } => Extra::Unsupported { reason: reason.clone() },
            // The others have been decoded before.
            _ => Extra::Unreachable,
        };
        self.extra(extra)
    }

    /// The registers that empty assembly code changes, and what they get. Outputs that are also inputs
    /// (`+r`) and memory stay as they are.
    fn tied_outputs(&mut self, outputs: &[AsmOutput], inputs: &[AsmInput]) -> Vec<(Target, Option<Source>)> {
        let mut tied = Vec::new();
        for (index, output) in outputs.iter().enumerate() {
            let AsmTarget::Register(register) = output.target else { continue };
            if output.constraint.contains('+') {
                continue;
            }
            let to = self.target(register);
            let number = index.to_string();
            let input = inputs.iter().find(|input| input.constraint.trim_start_matches('%') == number);
            let source =
                input.map(|input| self.source(input.value)).filter(|source| source.scalar == to.scalar);
            tied.push((to, source));
        }
        tied
    }

    fn binary(
        &mut self,
        destination: RegisterId,
        operator: BinaryOperator,
        left_operand: Operand,
        right_operand: Operand,
        overflow: Overflow,
    ) -> Op {
        let target = self.target(destination);
        let (left, right) = (self.source(left_operand), self.source(right_operand));
        let narrow = !is_wide(target.scalar) && target.scalar.is_integer();
        let width = target.scalar.bits() as u8;
        let (to, left_cell, right_cell) = (target.cell, left.cell, right.cell);
        let checked = overflow == Overflow::SignedUndefined;
        match operator {
            BinaryOperator::Add if narrow && !checked => {
                Op::Add { width, to, left: left_cell, right: right_cell }
            }
            BinaryOperator::Add if narrow => Op::AddSigned { width, to, left: left_cell, right: right_cell },
            BinaryOperator::Subtract if narrow && !checked => {
                Op::Subtract { width, to, left: left_cell, right: right_cell }
            }
            BinaryOperator::Subtract if narrow => {
                Op::SubtractSigned { width, to, left: left_cell, right: right_cell }
            }
            BinaryOperator::Multiply if narrow && !checked => {
                Op::Multiply { width, to, left: left_cell, right: right_cell }
            }
            BinaryOperator::Multiply if narrow => {
                Op::MultiplySigned { width, to, left: left_cell, right: right_cell }
            }
            BinaryOperator::And if narrow => Op::And { width, to, left: left_cell, right: right_cell },
            BinaryOperator::Or if narrow => Op::Or { width, to, left: left_cell, right: right_cell },
            BinaryOperator::Xor if narrow => Op::Xor { width, to, left: left_cell, right: right_cell },
            BinaryOperator::FloatAdd
            | BinaryOperator::FloatSubtract
            | BinaryOperator::FloatMultiply
            | BinaryOperator::FloatDivide
                if target.scalar == Scalar::F64 =>
            {
                Op::FloatDouble { operator, to, left: left_cell, right: right_cell }
            }
            _ => self.extra(Extra::Binary { to: target, operator, left, right, overflow }),
        }
    }

    fn compare(
        &mut self,
        destination: RegisterId,
        comparison: Comparison,
        domain: Domain,
        left_operand: Operand,
        right_operand: Operand,
    ) -> Op {
        let target = self.target(destination);
        let (left, right) = (self.source(left_operand), self.source(right_operand));
        let narrow = !is_wide(left.scalar) && !is_wide(target.scalar) && domain != Domain::Float;
        let is_signed =
            domain == Domain::Signed && !broken::is(self.broken, BrokenRule::SignedComparisonIsUnsigned);
        let comparison = match comparison {
            Comparison::LessEqual if broken::is(self.broken, BrokenRule::LessEqualIsLess) => Comparison::Less,
            other => other,
        };
        // Comparing pointers by order may have to be reported; that is not for the fast operations.
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if !narrow || domain == Domain::Pointer && is_order {
            return self.extra(Extra::Compare { to: target, comparison, domain, left, right });
        }
        let (a, b) = (left.cell, right.cell);
        let (to, width) = (target.cell, left.scalar.bits() as u8);
        match (comparison, is_signed) {
            (Comparison::Equal, _) => Op::Equal { to, left: a, right: b },
            (Comparison::NotEqual, _) => Op::NotEqual { to, left: a, right: b },
            (Comparison::Less, true) => Op::LessSigned { width, to, left: a, right: b },
            (Comparison::Greater, true) => Op::LessSigned { width, to, left: b, right: a },
            (Comparison::LessEqual, true) => Op::LessEqualSigned { width, to, left: a, right: b },
            (Comparison::GreaterEqual, true) => Op::LessEqualSigned { width, to, left: b, right: a },
            (Comparison::Less, false) => Op::LessUnsigned { to, left: a, right: b },
            (Comparison::Greater, false) => Op::LessUnsigned { to, left: b, right: a },
            (Comparison::LessEqual, false) => Op::LessEqualUnsigned { to, left: a, right: b },
            (Comparison::GreaterEqual, false) => Op::LessEqualUnsigned { to, left: b, right: a },
        }
    }

    fn convert(&mut self, destination: RegisterId, conversion: Conversion, operand: Operand) -> Op {
        let to = self.target(destination);
        let from = self.source(operand);
        let narrow = !is_wide(to.scalar) && !is_wide(from.scalar);
        let (from_width, to_width) = (from.scalar.bits() as u8, to.scalar.bits() as u8);
        let conversion = match conversion {
            Conversion::SignExtend if broken::is(self.broken, BrokenRule::SignExtensionFillsZero) => {
                Conversion::ZeroExtend
            }
            Conversion::ZeroExtend if broken::is(self.broken, BrokenRule::ZeroExtensionFillsSign) => {
                Conversion::SignExtend
            }
            Conversion::UnsignedToFloat if broken::is(self.broken, BrokenRule::UnsignedToFloatIsSigned) => {
                Conversion::SignedToFloat
            }
            other => other,
        };
        match conversion {
            Conversion::Truncate if narrow => {
                let keeps_bit = broken::is(self.broken, BrokenRule::TruncationKeepsBit);
                let width = if keeps_bit && to_width < 64 { to_width + 1 } else { to_width };
                Op::Truncate { width, to: to.cell, from: from.cell }
            }
            // Bits above the width are zero already.
            Conversion::ZeroExtend if narrow && from.scalar.bytes() >= self.pointer_scalar.bytes() => {
                Op::Copy { to: to.cell, from: from.cell }
            }
            Conversion::ZeroExtend if narrow => Op::ZeroExtend { to: to.cell, from: from.cell },
            Conversion::SignExtend if narrow => {
                Op::SignExtend { width: from_width, target: to_width, to: to.cell, from: from.cell }
            }
            _ => self.extra(Extra::Convert { to, conversion, operand: from }),
        }
    }

    fn pointer_add(&mut self, destination: RegisterId, base: Operand, index: Operand, scale: i64) -> Op {
        let to = self.target(destination).cell;
        let base = self.cell(base);
        if let Operand::Constant(constant) = index {
            let offset = constant.signed().checked_mul(i128::from(scale));
            if let Some(offset) = offset.and_then(|offset| i32::try_from(offset).ok()) {
                return Op::PointerOffset { to, base, offset };
            }
        }
        let index = self.cell(index);
        match u16::try_from(scale) {
            Ok(scale) => Op::PointerAdd { scale, to, base, index },
            Err(_) => self.extra(Extra::PointerAdd { to, base, index, scale }),
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind) -> Op {
        match kind {
            TerminatorKind::Goto(target) => Op::Jump { target: target.raw() },
            TerminatorKind::Branch { condition, then, otherwise } => {
                let condition = self.source(*condition);
                if is_wide(condition.scalar) {
                    let table = SwitchTable {
                        value: condition,
                        cases: vec![(0, 0, otherwise.raw())],
                        dense: Vec::new(),
                        default: then.raw(),
                    };
                    return self.extra(Extra::Switch(Box::new(table)));
                }
                Op::Branch { condition: condition.cell, then: then.raw(), otherwise: otherwise.raw() }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let excludes_last = broken::is(self.broken, BrokenRule::SwitchRangeExcludesLast);
                let cases: Vec<(u128, u128, Position)> = cases
                    .iter()
                    .map(|case| {
                        let shrink = excludes_last && case.last > case.first;
                        (case.first, if shrink { case.last - 1 } else { case.last }, case.target.raw())
                    })
                    .collect();
                let table = SwitchTable {
                    value: self.source(*value),
                    dense: dense_table(&cases, default.raw()),
                    cases,
                    default: default.raw(),
                };
                self.extra(Extra::Switch(Box::new(table)))
            }
            TerminatorKind::Return(None) => Op::ReturnNothing,
            TerminatorKind::Return(Some(operand)) => {
                let from = self.source(*operand);
                if is_wide(from.scalar) {
                    Op::ReturnWide { from: from.cell }
                } else {
                    Op::Return { from: from.cell }
                }
            }
            TerminatorKind::Unreachable => self.extra(Extra::Unreachable),
        }
    }
}

fn copy(to: Target, from: Cell) -> Op {
    if is_wide(to.scalar) { Op::CopyWide { to: to.cell, from } } else { Op::Copy { to: to.cell, from } }
}

fn dense_table(cases: &[(u128, u128, Position)], default: Position) -> Vec<Position> {
    let (Some(first), Some(last)) = (cases.first(), cases.last()) else { return Vec::new() };
    let length = last.1.wrapping_sub(first.0);
    if length >= DENSE_SWITCH || length == wide_mask(128) {
        return Vec::new();
    }
    let mut table = vec![default; length as usize + 1];
    for &(from, to, target) in cases {
        for entry in &mut table[(from - first.0) as usize..=(to - first.0) as usize] {
            *entry = target;
        }
    }
    table
}

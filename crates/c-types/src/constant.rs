//! The value of constant expressions: integers, floating-point numbers, addresses.
//!
//! Works on the typed tree, so every step has its type and wraps as that type does.

use crate::float::Number;
use crate::kinds::wrap;
use crate::typed::{
    ArithmeticOperator, Comparison, ConstantValue, Definition, ExprId, ExprKind, FunctionId, GlobalId,
    LabelId, Program, StringId,
};
use crate::types::{FloatKind, IntegerKind, Type, TypeId};
use source::DataModel;
use std::cmp::Ordering;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// In the range of its type; a pointer with an integer value is one, too.
    Integer(i128),
    /// The bits of the format that the type has.
    Float(u128),
    /// A pointer, or an integer as wide as one.
    Address { base: AddressBase, offset: i128 },
    /// `&&from - &&to`, in bytes: known only when the code is laid out.
    LabelDifference { from: LabelId, to: LabelId },
}

/// What an address constant starts from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AddressBase {
    Global(GlobalId),
    Function(FunctionId),
    String(StringId),
    Label(LabelId),
}

/// The value of an expression that a static initialiser may have. Reads `const` variables, as
/// GCC does there.
pub fn evaluate(program: &Program, expr: ExprId) -> Option<Constant> {
    Evaluator { program, reads_constants: true }.evaluate(expr)
}

/// The value of an integer constant expression: nothing is read from memory.
pub fn evaluate_integer(program: &Program, expr: ExprId) -> Option<i128> {
    match (Evaluator { program, reads_constants: false }).evaluate(expr)? {
        Constant::Integer(value) => Some(value),
        Constant::Float(_) | Constant::Address { .. } | Constant::LabelDifference { .. } => None,
    }
}

/// As [`evaluate_integer`], for any constant.
pub fn evaluate_strictly(program: &Program, expr: ExprId) -> Option<Constant> {
    Evaluator { program, reads_constants: false }.evaluate(expr)
}

struct Evaluator<'a> {
    program: &'a Program,
    reads_constants: bool,
}

impl Evaluator<'_> {
    fn evaluate(&self, expr: ExprId) -> Option<Constant> {
        let node = &self.program.exprs[expr];
        let ty = node.ty.ty;
        match &node.kind {
            ExprKind::Constant(ConstantValue::Integer(value)) => Some(Constant::Integer(*value)),
            ExprKind::Constant(ConstantValue::Float(bits)) => Some(Constant::Float(*bits)),
            ExprKind::Convert(operand) if *self.program.types.get(ty) == Type::Bool => {
                self.truth(*operand).map(|truth| Constant::Integer(i128::from(truth)))
            }
            ExprKind::Convert(operand) => {
                let from = self.program.type_of(*operand);
                convert(self.program, self.evaluate(*operand)?, from, ty)
            }
            ExprKind::Negate(operand) => negate(self.program, self.evaluate(*operand)?, ty),
            ExprKind::BitNot(operand) => match self.evaluate(*operand)? {
                Constant::Integer(value) => self.integer(!value, ty),
                _ => None,
            },
            ExprKind::LogicalNot(operand) => {
                self.truth(*operand).map(|truth| Constant::Integer(i128::from(!truth)))
            }
            ExprKind::Arithmetic(operator, left, right) => self.arithmetic(*operator, *left, *right, ty),
            ExprKind::Compare(comparison, left, right) => self.compare(*comparison, *left, *right),
            ExprKind::PointerOffset { pointer, index, is_subtraction } => {
                self.pointer_offset(*pointer, *index, *is_subtraction, ty)
            }
            ExprKind::PointerDifference(left, right) => self.pointer_difference(*left, *right),
            ExprKind::LogicalAnd(left, right) => {
                let value = self.truth(*left)? && self.truth(*right)?;
                Some(Constant::Integer(i128::from(value)))
            }
            ExprKind::LogicalOr(left, right) => {
                let value = self.truth(*left)? || self.truth(*right)?;
                Some(Constant::Integer(i128::from(value)))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(*condition, *then, *otherwise, ty)
            }
            ExprKind::Comma(left, right) => {
                self.evaluate(*left)?;
                self.evaluate(*right)
            }
            ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => self.address(*lvalue),
            ExprKind::LabelAddress(label) => {
                Some(Constant::Address { base: AddressBase::Label(*label), offset: 0 })
            }
            ExprKind::Load(lvalue) => self.load(*lvalue),
            ExprKind::Call { callee, arguments } => self.call(*callee, arguments),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::Dereference(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Function(_)
            | ExprKind::Unsupported(_)
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::StatementExpr { .. }
            | ExprKind::RuntimeSize(_)
            | ExprKind::VaArg { .. }
            | ExprKind::Builtin { .. } => None,
        }
    }

    fn integer(&self, value: i128, ty: TypeId) -> Option<Constant> {
        let (bits, is_signed) = self.program.integer_width(ty)?;
        Some(Constant::Integer(wrap(value, bits, is_signed)))
    }

    fn truth(&self, expr: ExprId) -> Option<bool> {
        if self.is_local_address(expr) {
            return Some(true);
        }
        let ty = self.program.type_of(expr);
        truth(self.program, self.evaluate(expr)?, ty)
    }

    /// The address of a local is no constant, but it is not null.
    fn is_local_address(&self, expr: ExprId) -> bool {
        let (ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue)) = self.program.exprs[expr].kind else {
            return false;
        };
        let mut object = lvalue;
        while let ExprKind::Member { record, .. } = self.program.exprs[object].kind {
            object = record;
        }
        matches!(self.program.exprs[object].kind, ExprKind::Local(_))
    }

    /// The address that an lvalue designates.
    fn address(&self, lvalue: ExprId) -> Option<Constant> {
        let based = |base| Some(Constant::Address { base, offset: 0 });
        match &self.program.exprs[lvalue].kind {
            ExprKind::Global(global) => based(AddressBase::Global(*global)),
            ExprKind::String(string) => based(AddressBase::String(*string)),
            ExprKind::Function(function) => based(AddressBase::Function(*function)),
            ExprKind::Dereference(pointer) => self.evaluate(*pointer),
            ExprKind::Member { record, offset, bits: None, .. } => {
                let base = self.address(*record)?;
                self.displace(base, i128::from(*offset))
            }
            _ => None,
        }
    }

    fn displace(&self, address: Constant, distance: i128) -> Option<Constant> {
        match address {
            Constant::Address { base, offset } => {
                Some(Constant::Address { base, offset: offset.checked_add(distance)? })
            }
            Constant::Integer(value) => {
                let bits = self.program.data_model.pointer_bytes() as u32 * 8;
                Some(Constant::Integer(wrap(value.wrapping_add(distance), bits, false)))
            }
            Constant::Float(_) | Constant::LabelDifference { .. } => None,
        }
    }

    /// The bytes of an element that a pointer points to.
    fn element_size(&self, pointer: TypeId) -> Option<i128> {
        let target = self.program.pointee(pointer)?;
        match self.program.types.get(target) {
            Type::Void | Type::Function(_) => Some(1),
            _ => self.program.size_of(target).map(i128::from),
        }
    }

    fn pointer_offset(
        &self,
        pointer: ExprId,
        index: ExprId,
        is_subtraction: bool,
        ty: TypeId,
    ) -> Option<Constant> {
        let Constant::Integer(index) = self.evaluate(index)? else { return None };
        let distance = index.checked_mul(self.element_size(ty)?)?;
        let address = self.evaluate(pointer)?;
        self.displace(address, if is_subtraction { distance.checked_neg()? } else { distance })
    }

    fn pointer_difference(&self, left: ExprId, right: ExprId) -> Option<Constant> {
        let size = self.element_size(self.program.type_of(left))?;
        let bytes = match (self.evaluate(left)?, self.evaluate(right)?) {
            (Constant::Integer(a), Constant::Integer(b)) => a.checked_sub(b)?,
            (Constant::Address { base: a, offset: x }, Constant::Address { base: b, offset: y })
                if a == b =>
            {
                x.checked_sub(y)?
            }
            (
                Constant::Address { base: AddressBase::Label(from), offset: 0 },
                Constant::Address { base: AddressBase::Label(to), offset: 0 },
            ) => return Some(Constant::LabelDifference { from, to }),
            _ => return None,
        };
        bytes.checked_div(size).map(Constant::Integer)
    }

    fn arithmetic(
        &self,
        operator: ArithmeticOperator,
        left: ExprId,
        right: ExprId,
        ty: TypeId,
    ) -> Option<Constant> {
        let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
        match (left, right) {
            (Constant::Integer(left), Constant::Integer(right)) => {
                let (bits, is_signed) = self.program.integer_width(ty)?;
                let value = integer_arithmetic(operator, left, right, bits, is_signed).or_else(|| {
                    // As GCC computes initial values, with a warning.
                    let shifts = self.reads_constants;
                    shifts.then(|| overlong_shift(operator, left, right, bits)).flatten()
                })?;
                self.integer(value, ty)
            }
            (Constant::Float(left), Constant::Float(right)) => {
                let format = self.program.float_kind(ty)?.format();
                let (left, right) = (Number::from_bits(left, format), Number::from_bits(right, format));
                let result = match operator {
                    ArithmeticOperator::Add => left.add(right),
                    ArithmeticOperator::Subtract => left.subtract(right),
                    ArithmeticOperator::Multiply => left.multiply(right),
                    ArithmeticOperator::Divide => left.divide(right),
                    _ => return None,
                };
                Some(Constant::Float(result.to_bits(format)))
            }
            (Constant::Address { .. }, Constant::Integer(value)) => match operator {
                ArithmeticOperator::Add => self.displace(left, value),
                ArithmeticOperator::Subtract => self.displace(left, value.checked_neg()?),
                _ => None,
            },
            (Constant::Integer(value), Constant::Address { .. }) if operator == ArithmeticOperator::Add => {
                self.displace(right, value)
            }
            (Constant::Address { base: a, offset: x }, Constant::Address { base: b, offset: y })
                if operator == ArithmeticOperator::Subtract =>
            {
                match (a, b) {
                    _ if a == b => self.integer(x.checked_sub(y)?, ty),
                    (AddressBase::Label(from), AddressBase::Label(to)) if x == 0 && y == 0 => {
                        Some(Constant::LabelDifference { from, to })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn compare(&self, comparison: Comparison, left: ExprId, right: ExprId) -> Option<Constant> {
        let ty = self.program.type_of(left);
        let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
        let ordering = match (left, right) {
            (Constant::Integer(a), Constant::Integer(b)) => {
                let is_wide_unsigned = self.program.integer_kind(ty) == Some(IntegerKind::UnsignedInt128);
                if is_wide_unsigned { (a as u128).cmp(&(b as u128)) } else { a.cmp(&b) }
            }
            (Constant::Float(a), Constant::Float(b)) => {
                let format = self.program.float_kind(ty)?.format();
                match Number::from_bits(a, format).compare(Number::from_bits(b, format)) {
                    Some(ordering) => ordering,
                    None => return Some(Constant::Integer(i128::from(comparison == Comparison::NotEqual))),
                }
            }
            (Constant::Address { base: a, offset: x }, Constant::Address { base: b, offset: y })
                if a == b =>
            {
                x.cmp(&y)
            }
            // Objects are not at address zero.
            (Constant::Address { offset: 0, .. }, Constant::Integer(0)) => Ordering::Greater,
            (Constant::Integer(0), Constant::Address { offset: 0, .. }) => Ordering::Less,
            _ => return None,
        };
        let holds = match comparison {
            Comparison::Equal => ordering == Ordering::Equal,
            Comparison::NotEqual => ordering != Ordering::Equal,
            Comparison::Less => ordering == Ordering::Less,
            Comparison::LessEqual => ordering != Ordering::Greater,
            Comparison::Greater => ordering == Ordering::Greater,
            Comparison::GreaterEqual => ordering != Ordering::Less,
        };
        Some(Constant::Integer(i128::from(holds)))
    }

    fn conditional(
        &self,
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
        ty: TypeId,
    ) -> Option<Constant> {
        let value = self.evaluate(condition)?;
        let condition_type = self.program.type_of(condition);
        match (truth(self.program, value, condition_type)?, then) {
            (true, Some(then)) => self.evaluate(then),
            (true, None) => convert(self.program, value, condition_type, ty),
            (false, _) => self.evaluate(otherwise),
        }
    }

    /// A `const` scalar whose value is known.
    fn load(&self, lvalue: ExprId) -> Option<Constant> {
        if !self.reads_constants {
            return None;
        }
        let Constant::Address { base, offset } = self.address(lvalue)? else { return None };
        let ty = self.program.exprs[lvalue].ty;
        match base {
            AddressBase::String(string) => self.load_from_string(string, offset, ty.ty),
            AddressBase::Global(global) if ty.qualifiers.is_const && !ty.qualifiers.is_volatile => {
                self.load_from_global(global, offset, ty.ty)
            }
            AddressBase::Global(_) | AddressBase::Function(_) | AddressBase::Label(_) => None,
        }
    }

    fn load_from_global(&self, global: GlobalId, offset: i128, ty: TypeId) -> Option<Constant> {
        let global = &self.program.globals[global];
        let Definition::Initialized(initializer) = &global.definition else { return None };
        if global.is_weak || !self.program.is_scalar(ty) {
            return None;
        }
        let entries = &initializer.entries;
        let entry =
            entries.iter().rev().find(|entry| i128::from(entry.offset) == offset && entry.bits.is_none())?;
        if entry.ty != ty || entry.count != 1 { None } else { self.evaluate(entry.value) }
    }

    /// `"text"[2]`.
    fn load_from_string(&self, string: StringId, offset: i128, ty: TypeId) -> Option<Constant> {
        let (bits, is_signed) = self.program.integer_width(ty)?;
        let start = usize::try_from(offset).ok()?;
        let bytes = self.program.strings[string].bytes.get(start..)?.get(..bits as usize / 8)?;
        let value = bytes.iter().rev().fold(0, |value, &byte| (value << 8) | i128::from(byte));
        Some(Constant::Integer(wrap(value, bits, is_signed)))
    }

    /// Functions that GCC computes when it can.
    fn call(&self, callee: ExprId, arguments: &[ExprId]) -> Option<Constant> {
        let ExprKind::AddressOf(designator) = self.program.exprs[callee].kind else { return None };
        let ExprKind::Function(function) = self.program.exprs[designator].kind else { return None };
        let function = &self.program.functions[function];
        if function.body.is_some() {
            return None;
        }
        let [argument] = arguments[..] else { return None };
        let name = self.program.names.text(function.name);
        let value = self.evaluate(argument)?;
        let (bits, _) = match value {
            Constant::Integer(_) => self.program.integer_width(self.program.type_of(argument))?,
            _ => (0, false),
        };
        let natural = |value: i128| wrap(value, bits, false) as u128;
        let result = match (name, value) {
            ("__builtin_bswap16", Constant::Integer(value)) => i128::from((value as u16).swap_bytes()),
            ("__builtin_bswap32", Constant::Integer(value)) => i128::from((value as u32).swap_bytes()),
            ("__builtin_bswap64", Constant::Integer(value)) => i128::from((value as u64).swap_bytes()),
            (
                "__builtin_popcount" | "__builtin_popcountl" | "__builtin_popcountll",
                Constant::Integer(value),
            ) => i128::from(natural(value).count_ones()),
            ("__builtin_parity" | "__builtin_parityl" | "__builtin_parityll", Constant::Integer(value)) => {
                i128::from(natural(value).count_ones() % 2)
            }
            ("__builtin_clz" | "__builtin_clzl" | "__builtin_clzll", Constant::Integer(value))
                if value != 0 =>
            {
                i128::from(natural(value).leading_zeros()) - 128 + i128::from(bits)
            }
            ("__builtin_ctz" | "__builtin_ctzl" | "__builtin_ctzll", Constant::Integer(value))
                if value != 0 =>
            {
                i128::from(natural(value).trailing_zeros())
            }
            ("ffs" | "ffsl" | "ffsll", Constant::Integer(value)) => {
                if value == 0 {
                    0
                } else {
                    i128::from(natural(value).trailing_zeros()) + 1
                }
            }
            ("strlen", Constant::Address { base: AddressBase::String(string), offset }) => {
                let bytes = self.program.strings[string].bytes.get(usize::try_from(offset).ok()?..)?;
                bytes.iter().position(|&byte| byte == 0)? as i128
            }
            ("fabs" | "fabsf" | "fabsl", Constant::Float(bits)) => {
                let format = self.program.float_kind(self.program.type_of(argument))?.format();
                return Some(Constant::Float(Number::from_bits(bits, format).absolute().to_bits(format)));
            }
            _ => return None,
        };
        Some(Constant::Integer(result))
    }
}

/// Whether a constant of this type is not zero.
pub fn truth(program: &Program, value: Constant, ty: TypeId) -> Option<bool> {
    match value {
        Constant::Integer(value) => Some(value != 0),
        Constant::Float(bits) => Some(!Number::from_bits(bits, program.float_kind(ty)?.format()).is_zero()),
        // An object's address is not null, wherever inside the object it points.
        Constant::Address { .. } => Some(true),
        Constant::LabelDifference { .. } => None,
    }
}

/// Converts a constant between scalar types.
pub fn convert(program: &Program, value: Constant, from: TypeId, to: TypeId) -> Option<Constant> {
    if from == to {
        return Some(value);
    }
    if *program.types.get(to) == Type::Bool {
        return truth(program, value, from).map(|truth| Constant::Integer(i128::from(truth)));
    }
    let target_float = program.float_kind(to).map(FloatKind::format);
    match value {
        Constant::Integer(value) => {
            if let Some(format) = target_float {
                let is_wide_unsigned = program.integer_kind(from) == Some(IntegerKind::UnsignedInt128);
                let number = if is_wide_unsigned {
                    Number::from_natural(value as u128)
                } else {
                    Number::from_integer(value)
                };
                return Some(Constant::Float(number.to_bits(format)));
            }
            let (bits, is_signed) = program.integer_width(to)?;
            Some(Constant::Integer(wrap(value, bits, is_signed)))
        }
        Constant::Float(bits) => {
            let number = Number::from_bits(bits, program.float_kind(from)?.format());
            if let Some(format) = target_float {
                return Some(Constant::Float(number.to_bits(format)));
            }
            let (bits, is_signed) = program.integer_width(to)?;
            let value = number.to_integer()?;
            // Out of range is undefined; GCC's folding saturates.
            let (lowest, greatest) = if is_signed {
                (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits))
            } else {
                (0, if bits >= 128 { i128::MAX } else { (1 << bits) - 1 })
            };
            Some(Constant::Integer(value.clamp(lowest, greatest)))
        }
        Constant::Address { .. } => {
            let (bits, _) = program.integer_width(to)?;
            let pointer_bits = program.data_model.pointer_bytes() as u32 * 8;
            // A 64-bit integer holds a 32-bit address, but what the upper bits are is not the
            // linker's business; GCC accepts it for unsigned pointers only.
            (bits == pointer_bits || (bits > pointer_bits && program.data_model == DataModel::Ilp32))
                .then_some(value)
        }
        Constant::LabelDifference { .. } => Some(value),
    }
}

fn negate(program: &Program, value: Constant, ty: TypeId) -> Option<Constant> {
    match value {
        Constant::Integer(value) => {
            let (bits, is_signed) = program.integer_width(ty)?;
            Some(Constant::Integer(wrap(value.wrapping_neg(), bits, is_signed)))
        }
        Constant::Float(bits) => {
            let format = program.float_kind(ty)?.format();
            Some(Constant::Float(Number::from_bits(bits, format).negate().to_bits(format)))
        }
        Constant::Address { .. } | Constant::LabelDifference { .. } => None,
    }
}

/// The result before wrapping; `None` for a division by zero and for shifts that have no value.
fn integer_arithmetic(
    operator: ArithmeticOperator,
    left: i128,
    right: i128,
    bits: u32,
    is_signed: bool,
) -> Option<i128> {
    let is_wide_unsigned = bits == 128 && !is_signed;
    Some(match operator {
        ArithmeticOperator::Add => left.wrapping_add(right),
        ArithmeticOperator::Subtract => left.wrapping_sub(right),
        ArithmeticOperator::Multiply => left.wrapping_mul(right),
        ArithmeticOperator::Divide if is_wide_unsigned => (left as u128).checked_div(right as u128)? as i128,
        ArithmeticOperator::Remainder if is_wide_unsigned => {
            (left as u128).checked_rem(right as u128)? as i128
        }
        ArithmeticOperator::Divide if right == 0 => return None,
        ArithmeticOperator::Remainder if right == 0 => return None,
        ArithmeticOperator::Divide => left.wrapping_div(right),
        ArithmeticOperator::Remainder => left.wrapping_rem(right),
        ArithmeticOperator::BitAnd => left & right,
        ArithmeticOperator::BitOr => left | right,
        ArithmeticOperator::BitXor => left ^ right,
        ArithmeticOperator::ShiftLeft | ArithmeticOperator::ShiftRight => {
            let count = u32::try_from(right).ok().filter(|&count| count < bits)?;
            match operator {
                ArithmeticOperator::ShiftLeft => left.wrapping_shl(count),
                _ if is_wide_unsigned => ((left as u128) >> count) as i128,
                _ => left >> count,
            }
        }
    })
}

/// A shift by a negative count, or by more bits than there are: the other way, or all bits out.
fn overlong_shift(operator: ArithmeticOperator, left: i128, right: i128, bits: u32) -> Option<i128> {
    let is_left = match operator {
        ArithmeticOperator::ShiftLeft => right >= 0,
        ArithmeticOperator::ShiftRight => right < 0,
        _ => return None,
    };
    let count = u32::try_from(right.unsigned_abs()).unwrap_or(u32::MAX);
    Some(match (count < bits, is_left) {
        (true, true) => left.wrapping_shl(count),
        (true, false) => left >> count,
        (false, true) => 0,
        (false, false) => left >> 127,
    })
}

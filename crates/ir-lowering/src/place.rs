//! Lvalues and addresses.

use crate::function::{FunctionLowering, LocalPlace};
use crate::shape::{Reading, ScalarKind, Shape, shape};
use crate::unordered::Part;
use c_types::typed::{ExprId, ExprKind, LocalId};
use c_types::types::{ArrayLength, BitRange, Type, TypeId};
use ir::{BinaryOperator, Constant, InstructionKind, Operand, Overflow, RegisterId};
use source::Span;

/// An address that is not computed yet: constant offsets gather until it is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub base: Operand,
    pub offset: i64,
}

impl Address {
    pub(crate) fn of(base: Operand) -> Address {
        Address { base, offset: 0 }
    }

    pub(crate) fn plus(self, offset: u64) -> Address {
        Address { offset: self.offset.wrapping_add(offset as i64), ..self }
    }
}

/// The instructions for bit-fields reach so far; only an `__int128` has more.
const MOST_BITS: u32 = 64;

const WIDE_BIT_FIELD: &str = "a bit-field of more than 64 bits";

/// What an lvalue designates.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Register(RegisterId),
    Memory { address: Address, bits: Option<BitRange>, is_volatile: bool },
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn place(&mut self, id: ExprId) -> Place {
        let expr = &self.program.exprs[id];
        let is_volatile = expr.ty.qualifiers.is_volatile;
        let memory = |address| Place::Memory { address, bits: None, is_volatile };
        match &expr.kind {
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Global(global) => {
                memory(Address::of(Operand::Global(self.module.global_target(*global), 0)))
            }
            ExprKind::String(string) => {
                memory(Address::of(Operand::Global(self.module.string_global(*string), 0)))
            }
            ExprKind::Dereference(pointer) => memory(self.pointer(*pointer)),
            ExprKind::Member { record, offset, bits, .. } => {
                let address = if self.program.is_lvalue(*record) {
                    self.address(*record)
                } else {
                    self.aggregate_address(*record)
                };
                Place::Memory { address: address.plus(*offset), bits: *bits, is_volatile }
            }
            ExprKind::CompoundLiteral { local, initializer } => match self.place_of_local(*local) {
                LocalPlace::Memory(register) => {
                    let address = Address::of(Operand::Register(register));
                    self.initialize(address, initializer, expr.ty.ty, expr.span);
                    memory(address)
                }
                LocalPlace::Register(register) => {
                    self.initialize_register(register, initializer, expr.ty.ty, expr.span);
                    Place::Register(register)
                }
                LocalPlace::Unknown => memory(Address::of(self.pointer_constant(0))),
            },
            ExprKind::Function(function) => {
                memory(Address::of(Operand::Function(self.module.function_target(*function))))
            }
            ExprKind::Unsupported(reason) => {
                let scalar = self.builder.pointer_scalar();
                memory(Address::of(self.unsupported_value(scalar, reason, expr.span)))
            }
            // Not an lvalue: an aggregate value, which lives in a temporary.
            _ => memory(self.aggregate_address(id)),
        }
    }

    fn local(&mut self, local: LocalId) -> Place {
        match self.place_of_local(local) {
            LocalPlace::Register(register) => Place::Register(register),
            LocalPlace::Memory(register) => Place::Memory {
                address: Address::of(Operand::Register(register)),
                bits: None,
                is_volatile: self.program.locals[local].ty.qualifiers.is_volatile,
            },
            LocalPlace::Unknown => Place::Memory {
                address: Address::of(self.pointer_constant(0)),
                bits: None,
                is_volatile: false,
            },
        }
    }

    /// The address of an lvalue.
    pub(crate) fn address(&mut self, id: ExprId) -> Address {
        match self.place(id) {
            Place::Memory { address, .. } => address,
            Place::Register(_) => {
                let (scalar, span) = (self.builder.pointer_scalar(), self.program.exprs[id].span);
                Address::of(self.unsupported_value(scalar, "the address of a variable without one", span))
            }
        }
    }

    /// The value of an expression of pointer type.
    pub(crate) fn pointer(&mut self, id: ExprId) -> Address {
        let expr = &self.program.exprs[id];
        match &expr.kind {
            ExprKind::AddressOf(lvalue) => self.address(*lvalue),
            ExprKind::Decay(array) => {
                if self.program.is_lvalue(*array) {
                    self.address(*array)
                } else {
                    match self.place(*array) {
                        Place::Memory { address, .. } => address,
                        Place::Register(register) => Address::of(Operand::Register(register)),
                    }
                }
            }
            ExprKind::PointerOffset { pointer, index, is_subtraction } => {
                let target = self.pointer_target(expr.ty.ty);
                let kind = self.scalar_kind(*index);
                let parts = [Part::Pointer(*pointer), Part::Value(*index)];
                let (base, index) = match self.unordered(&parts, expr.span).as_deref() {
                    Some([base, index]) => (Address::of(base.value), index.value),
                    _ => {
                        let base = self.pointer(*pointer);
                        (base, self.value(*index))
                    }
                };
                self.offset(base, (index, kind), (target, *is_subtraction), expr.span)
            }
            ExprKind::Convert(operand) if self.is_pointer(*operand) => {
                let address = self.pointer(*operand);
                if address.offset == 0 {
                    self.note_cast(address.base, self.program.exprs[*operand].ty.ty, expr.ty.ty);
                }
                address
            }
            _ => Address::of(self.value(id)),
        }
    }

    fn is_pointer(&self, id: ExprId) -> bool {
        matches!(self.program.types.get(self.program.exprs[id].ty.ty), Type::Pointer(_))
    }

    /// What a pointer type points to; the type itself if it is no pointer.
    pub(crate) fn pointer_target(&self, ty: TypeId) -> TypeId {
        match self.program.types.get(ty) {
            Type::Pointer(target) => target.ty,
            _ => ty,
        }
    }

    /// `base ± index` elements of the target type.
    pub(crate) fn offset(
        &mut self,
        base: Address,
        (index, kind): (Operand, ScalarKind),
        (target, is_subtraction): (TypeId, bool),
        span: Span,
    ) -> Address {
        // The index is signed and has pointer size; a wider or unsigned one gives the same
        // address modulo the address space.
        let index =
            self.convert(index, kind, ScalarKind { reading: Reading::Signed, ..self.pointer_kind() }, span);
        let sign = if is_subtraction { -1 } else { 1 };
        if self.program.has_variable_size(target) {
            let size = self.size_at_run_time(target, span);
            let bytes = self.product(size, index, span);
            return self.add_bytes(base, bytes, sign, span);
        }
        let size = match shape(self.program, target) {
            // GCC counts in bytes where C has no size.
            Shape::Void | Shape::Function => 1,
            _ => self.program.size_of(target).unwrap_or(1),
        };
        let Ok(scale) = i64::try_from(size) else {
            let scalar = self.builder.pointer_scalar();
            return Address::of(self.unsupported_value(
                scalar,
                "an element larger than the address space",
                span,
            ));
        };
        self.add_bytes(base, index, scale * sign, span)
    }

    pub(crate) fn add_bytes(&mut self, base: Address, index: Operand, scale: i64, span: Span) -> Address {
        if let Operand::Constant(constant) = index {
            let bytes = constant.signed().wrapping_mul(i128::from(scale)) as i64;
            return Address { offset: base.offset.wrapping_add(bytes), ..base };
        }
        let base = self.materialize(base, span);
        let destination = self.builder.new_register(self.builder.pointer_scalar());
        self.emit(InstructionKind::PtrAdd { destination, base, index, scale }, span);
        Address::of(Operand::Register(destination))
    }

    /// Computes an address.
    pub(crate) fn materialize(&mut self, address: Address, span: Span) -> Operand {
        let Address { base, offset } = address;
        if offset == 0 {
            return base;
        }
        match base {
            Operand::Global(global, start) => Operand::Global(global, start.wrapping_add(offset)),
            Operand::Constant(constant) => {
                let bits = constant.bits().wrapping_add(offset as i128 as u128);
                Operand::Constant(Constant::new(constant.scalar, bits))
            }
            Operand::Register(_) | Operand::Function(_) => {
                let destination = self.builder.new_register(self.builder.pointer_scalar());
                let index = self.pointer_constant(i128::from(offset));
                self.emit(InstructionKind::PtrAdd { destination, base, index, scale: 1 }, span);
                Operand::Register(destination)
            }
        }
    }

    /// The number of bytes of a type, where that may depend on the lengths of arrays.
    pub(crate) fn size_at_run_time(&mut self, ty: TypeId, span: Span) -> Operand {
        match self.program.types.get(ty) {
            Type::Array { element, length: ArrayLength::Variable(local) } => {
                let element = self.size_at_run_time(element.ty, span);
                let length = self.length_at_run_time(*local, span);
                self.product(length, element, span)
            }
            Type::Array { element, length: ArrayLength::Fixed(length) } => {
                let element = self.size_at_run_time(element.ty, span);
                let length = self.pointer_constant(i128::from(*length));
                self.product(length, element, span)
            }
            Type::Void | Type::Function(_) => self.pointer_constant(1),
            _ => self.pointer_constant(i128::from(self.program.size_of(ty).unwrap_or(0))),
        }
    }

    /// The length of an array, which was put into a variable of its own where its type was declared.
    pub(crate) fn length_at_run_time(&mut self, length: LocalId, span: Span) -> Operand {
        match self.place_of_local(length) {
            LocalPlace::Register(register) => Operand::Register(register),
            LocalPlace::Memory(_) | LocalPlace::Unknown => {
                let place = self.local(length);
                self.load(place, self.pointer_kind(), span)
            }
        }
    }

    fn product(&mut self, left: Operand, right: Operand, span: Span) -> Operand {
        match right {
            Operand::Constant(constant) if constant.bits() == 0 => right,
            Operand::Constant(constant) if constant.bits() == 1 => left,
            _ => self.binary(BinaryOperator::Multiply, (left, right), Overflow::Wraps, span),
        }
    }

    // -----------------------------------------------------------------------------------------
    // Reading and writing scalars

    pub(crate) fn load(&mut self, place: Place, kind: ScalarKind, span: Span) -> Operand {
        match place {
            Place::Register(register) => Operand::Register(register),
            Place::Memory { bits: Some(bits), .. } if bits.width > MOST_BITS => {
                self.unsupported_value(kind.scalar, WIDE_BIT_FIELD, span)
            }
            Place::Memory { address, bits, is_volatile } => {
                let address = self.materialize(address, span);
                let destination = self.builder.new_register(kind.scalar);
                let instruction = match bits {
                    None => InstructionKind::Load { destination, address, is_volatile },
                    Some(bits) => InstructionKind::LoadBits {
                        destination,
                        address,
                        bit_offset: bits.offset,
                        bit_width: bits.width,
                        is_signed: kind.is_signed(),
                        is_volatile,
                    },
                };
                self.emit(instruction, span);
                Operand::Register(destination)
            }
        }
    }

    pub(crate) fn store(&mut self, place: Place, value: Operand, span: Span) {
        let instruction = match place {
            Place::Register(destination) => InstructionKind::Copy { destination, source: value },
            Place::Memory { bits: Some(bits), .. } if bits.width > MOST_BITS => {
                return self.emit_unsupported(WIDE_BIT_FIELD, span);
            }
            Place::Memory { address, bits, is_volatile } => {
                let address = self.materialize(address, span);
                match bits {
                    None => InstructionKind::Store { address, value, is_volatile },
                    Some(bits) => InstructionKind::StoreBits {
                        address,
                        bit_offset: bits.offset,
                        bit_width: bits.width,
                        value,
                        is_volatile,
                    },
                }
            }
        };
        self.emit(instruction, span);
    }
}

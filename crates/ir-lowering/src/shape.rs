//! How values of a C type are kept: in a register, or as bytes in memory.

use c_types::typed::Program;
use c_types::types::{FloatKind, IntegerKind, Type, TypeId};
use ir::Scalar;
use source::DataModel;

/// What lowering needs to know about a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Void,
    /// A register holds a value of it.
    Scalar(ScalarKind),
    /// Only memory holds a value of it: records, arrays, and numbers the IR has no registers for
    /// (complex numbers, vectors, half and quadruple precision), which can still be copied.
    Memory {
        size: u64,
        alignment: u64,
    },
    /// An array type whose size is known at run time only.
    Variable,
    Function,
    /// Its size is not known here: `extern struct s x;`, `extern int a[];`.
    Incomplete,
}

/// A scalar together with the way C reads its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScalarKind {
    pub scalar: Scalar,
    pub reading: Reading,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Signed,
    Unsigned,
    /// Zero or one.
    Bool,
    Pointer,
    Float,
}

impl ScalarKind {
    pub(crate) const INT: ScalarKind = ScalarKind { scalar: Scalar::I32, reading: Reading::Signed };
    pub(crate) const BOOL: ScalarKind = ScalarKind { scalar: Scalar::I8, reading: Reading::Bool };

    pub(crate) fn pointer(data_model: DataModel) -> ScalarKind {
        ScalarKind { scalar: pointer_scalar(data_model), reading: Reading::Pointer }
    }

    pub(crate) fn is_signed(self) -> bool {
        self.reading == Reading::Signed
    }

    /// The kind in which C computes with an operand of this kind.
    pub(crate) fn promoted(self) -> ScalarKind {
        match self.reading {
            Reading::Signed | Reading::Unsigned | Reading::Bool if self.scalar.bits() < 32 => ScalarKind::INT,
            Reading::Signed | Reading::Unsigned | Reading::Bool | Reading::Pointer | Reading::Float => self,
        }
    }

    /// The kind in which an argument travels for which there is no parameter type.
    pub(crate) fn promoted_argument(self) -> ScalarKind {
        match self.scalar {
            Scalar::F32 => ScalarKind { scalar: Scalar::F64, ..self },
            _ => self.promoted(),
        }
    }
}

pub(crate) fn pointer_scalar(data_model: DataModel) -> Scalar {
    match data_model {
        DataModel::Ilp32 => Scalar::I32,
        DataModel::Lp64 => Scalar::I64,
    }
}

/// The shape of a type. Errors that were reported have the shape of `int`: the functions they
/// occur in are not lowered.
pub(crate) fn shape(program: &Program, ty: TypeId) -> Shape {
    match program.types.get(ty) {
        Type::Void => Shape::Void,
        Type::Bool => Shape::Scalar(ScalarKind::BOOL),
        Type::Integer(kind) => integer(program, *kind),
        Type::Float(kind) => match float(*kind) {
            Some(scalar) => Shape::Scalar(ScalarKind { scalar, reading: Reading::Float }),
            None => memory(program, ty),
        },
        Type::Enum(id) => {
            integer(program, program.types.enums[*id].underlying.unwrap_or(IntegerKind::UnsignedInt))
        }
        Type::Pointer(_) => Shape::Scalar(ScalarKind::pointer(program.data_model)),
        Type::VaList => match program.data_model {
            DataModel::Ilp32 => Shape::Scalar(ScalarKind::pointer(program.data_model)),
            DataModel::Lp64 => memory(program, ty),
        },
        Type::Array { .. } if program.has_variable_size(ty) => Shape::Variable,
        Type::Array { .. } | Type::Record(_) | Type::Complex(_) | Type::Vector { .. } => memory(program, ty),
        Type::Function(_) => Shape::Function,
        Type::Error => Shape::Scalar(ScalarKind::INT),
    }
}

/// Whether a value of the type contains an array, so that an address of a part of it can be had
/// even if it is not an lvalue.
pub(crate) fn contains_array(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Array { .. } => true,
        Type::Record(record) => match &program.types.records[*record].layout {
            Some(layout) => layout.fields.iter().any(|field| contains_array(program, field.ty.ty)),
            None => false,
        },
        _ => false,
    }
}

fn memory(program: &Program, ty: TypeId) -> Shape {
    match program.size_of(ty) {
        Some(size) => Shape::Memory { size, alignment: program.alignment_of(ty) },
        None => Shape::Incomplete,
    }
}

fn integer(program: &Program, kind: IntegerKind) -> Shape {
    let scalar = match kind.bytes(program.data_model) {
        1 => Scalar::I8,
        2 => Scalar::I16,
        4 => Scalar::I32,
        8 => Scalar::I64,
        _ => Scalar::I128,
    };
    let reading = if kind.is_signed() { Reading::Signed } else { Reading::Unsigned };
    Shape::Scalar(ScalarKind { scalar, reading })
}

fn float(kind: FloatKind) -> Option<Scalar> {
    match kind {
        FloatKind::Float => Some(Scalar::F32),
        FloatKind::Double => Some(Scalar::F64),
        FloatKind::LongDouble => Some(Scalar::F80),
        FloatKind::Float16 | FloatKind::Float128 => None,
    }
}

//! The signatures of a module, each made once.

use crate::shape::{Shape, shape};
use c_types::typed::Program;
use c_types::types::{Type, TypeId};
use ir::{Parameter, ResultKind, Signature, SignatureId};
use rustc_hash::FxHashMap;
use stdx::Arena;

#[derive(Default)]
pub(crate) struct Signatures {
    ids: FxHashMap<Signature, SignatureId>,
    /// By the number of the function type.
    of_types: FxHashMap<TypeId, SignatureId>,
}

impl Signatures {
    /// The signature of a function type; that of `void (void)` for any other type, which only a
    /// program with errors asks for.
    pub(crate) fn of_type(
        &mut self,
        program: &Program,
        table: &mut Arena<Signature>,
        ty: TypeId,
    ) -> SignatureId {
        if let Some(&id) = self.of_types.get(&ty) {
            return id;
        }
        let signature = describe(program, ty);
        let id = self.intern(table, signature);
        self.of_types.insert(ty, id);
        id
    }

    pub(crate) fn intern(&mut self, table: &mut Arena<Signature>, signature: Signature) -> SignatureId {
        if let Some(&id) = self.ids.get(&signature) {
            return id;
        }
        let id = table.push(signature.clone());
        self.ids.insert(signature, id);
        id
    }
}

pub(crate) fn describe(program: &Program, ty: TypeId) -> Signature {
    let fingerprint = program.fingerprint(ty);
    let Type::Function(function) = program.types.get(ty) else {
        return Signature {
            result: ResultKind::Void,
            parameters: Vec::new(),
            is_variadic: false,
            has_prototype: true,
            fingerprint,
        };
    };
    Signature {
        result: result_kind(program, function.result.ty),
        parameters: function.parameters.iter().map(|&ty| parameter(program, ty)).collect(),
        is_variadic: function.is_variadic,
        has_prototype: function.has_prototype,
        fingerprint,
    }
}

fn result_kind(program: &Program, ty: TypeId) -> ResultKind {
    match shape(program, ty) {
        Shape::Scalar(kind) => ResultKind::Scalar(kind.scalar),
        Shape::Memory { size, alignment } => ResultKind::Aggregate { size, alignment },
        Shape::Void | Shape::Variable | Shape::Function | Shape::Incomplete => ResultKind::Void,
    }
}

fn parameter(program: &Program, ty: TypeId) -> Parameter {
    match shape(program, ty) {
        Shape::Scalar(kind) => Parameter::Scalar(kind.scalar),
        Shape::Memory { size, alignment } => Parameter::Aggregate { size, alignment },
        // A prototype may mention a type that is not complete yet.
        Shape::Void | Shape::Variable | Shape::Function | Shape::Incomplete => {
            Parameter::Aggregate { size: 0, alignment: 1 }
        }
    }
}

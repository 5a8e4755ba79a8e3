//! Ids of a unit become ids of the whole program.

use crate::debug::{Type, TypeId};
use crate::{
    Callee, Function, FunctionId, Global, GlobalId, InitializerData, InstructionKind, Operand, SignatureId,
    SymbolReference,
};

/// What the ids of a unit become. An id that points nowhere stays as it is, for the verifier to find.
pub(super) struct Remap {
    pub(super) functions: Vec<FunctionId>,
    pub(super) globals: Vec<GlobalId>,
    pub(super) signatures: Vec<SignatureId>,
    /// The types of a unit stay together; this is where they begin.
    pub(super) first_type: usize,
}

impl Remap {
    pub(super) fn function_id(&self, id: FunctionId) -> FunctionId {
        self.functions.get(id.index()).copied().unwrap_or(id)
    }

    fn global_id(&self, id: GlobalId) -> GlobalId {
        self.globals.get(id.index()).copied().unwrap_or(id)
    }

    fn signature_id(&self, id: SignatureId) -> SignatureId {
        self.signatures.get(id.index()).copied().unwrap_or(id)
    }

    fn type_id(&self, id: TypeId) -> TypeId {
        TypeId::from_index(self.first_type + id.index())
    }

    pub(super) fn debug_type(&self, ty: &mut Type) {
        match ty {
            Type::Pointer(inner) | Type::Array { element: inner, .. } => *inner = self.type_id(*inner),
            Type::Record { fields, .. } => {
                for field in fields {
                    field.ty = self.type_id(field.ty);
                }
            }
            Type::Scalar { .. } | Type::Function { .. } => {}
        }
    }

    pub(super) fn global(&self, global: &mut Global) {
        global.ty = global.ty.map(|ty| self.type_id(ty));
        for chunk in global.initializer.iter_mut().flat_map(|initializer| &mut initializer.chunks) {
            if let InitializerData::Address(symbol, _) = &mut chunk.data {
                *symbol = match *symbol {
                    SymbolReference::Global(id) => SymbolReference::Global(self.global_id(id)),
                    SymbolReference::Function(id) => SymbolReference::Function(self.function_id(id)),
                };
            }
        }
    }

    pub(super) fn function(&self, function: &mut Function) {
        function.signature = self.signature_id(function.signature);
        let Some(body) = &mut function.body else { return };
        for variable in body.names.variables.values_mut() {
            variable.ty = self.type_id(variable.ty);
        }
        for ty in body.names.temporaries.values_mut() {
            *ty = self.type_id(*ty);
        }
        for (_, block) in body.blocks.iter_mut() {
            for instruction in &mut block.instructions {
                self.instruction(&mut instruction.kind);
            }
            if let Some(operand) = block.terminator.kind.operand_mut() {
                self.operand(operand);
            }
        }
    }

    fn instruction(&self, kind: &mut InstructionKind) {
        kind.for_each_operand_mut(|operand| self.operand(operand));
        if let InstructionKind::Call { callee, signature, .. } = kind {
            *signature = self.signature_id(*signature);
            if let Callee::Direct(function) = callee {
                *function = self.function_id(*function);
            }
        }
    }

    fn operand(&self, operand: &mut Operand) {
        match operand {
            Operand::Global(global, _) => *global = self.global_id(*global),
            Operand::Function(function) => *function = self.function_id(*function),
            Operand::Register(_) | Operand::Constant(_) => {}
        }
    }
}

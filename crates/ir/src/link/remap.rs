//! Ids of one module become ids of another one.

use crate::debug::{Type, TypeId};
use crate::{
    Callee, Function, FunctionId, Global, GlobalId, InitializerData, InstructionKind, Operand, SignatureId,
    SymbolReference,
};

/// What ids become. An id that points nowhere stays as it is, for the verifier to find.
pub(crate) struct Remap<'a> {
    pub functions: &'a dyn Fn(FunctionId) -> FunctionId,
    pub globals: &'a dyn Fn(GlobalId) -> GlobalId,
    pub signatures: &'a dyn Fn(SignatureId) -> SignatureId,
    pub types: &'a dyn Fn(TypeId) -> TypeId,
}

impl Remap<'_> {
    pub(crate) fn function_id(&self, id: FunctionId) -> FunctionId {
        (self.functions)(id)
    }

    fn global_id(&self, id: GlobalId) -> GlobalId {
        (self.globals)(id)
    }

    fn signature_id(&self, id: SignatureId) -> SignatureId {
        (self.signatures)(id)
    }

    fn type_id(&self, id: TypeId) -> TypeId {
        (self.types)(id)
    }

    pub(crate) fn debug_type(&self, ty: &mut Type) {
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

    pub(crate) fn global(&self, global: &mut Global) {
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

    pub(crate) fn function(&self, function: &mut Function) {
        function.signature = self.signature_id(function.signature);
        let Some(body) = &mut function.body else { return };
        for variable in body.names.variables.values_mut() {
            variable.ty = self.type_id(variable.ty);
        }
        for ty in body.names.temporaries.values_mut().chain(&mut body.names.result) {
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

//! The part of a module that some functions can refer to at all, as a module of its own.
//!
//! What is done for every function of a large file costs as much as the function's slice, not as the file.

use crate::debug::{Type, TypeId};
use crate::link::remap::Remap;
use crate::{
    Callee, Function, FunctionId, Global, GlobalId, InitializerData, InstructionKind, Module, Operand,
    SignatureId, SymbolReference,
};
use std::collections::BTreeMap;

/// A part of a module. Everything keeps its name, its place and its order.
pub struct Slice {
    pub module: Module,
    functions: BTreeMap<FunctionId, FunctionId>,
}

impl Slice {
    /// The functions, what runs before and after `main`, and whatever their code and their data mention.
    pub fn new(module: &Module, functions: impl IntoIterator<Item = FunctionId>) -> Slice {
        let mut found = Found::new(module);
        for function in functions.into_iter().chain(around_main(module)) {
            found.function(function);
        }
        found.run();
        found.finish()
    }

    /// What a function of the module is called in the slice, if it is in it.
    pub fn function(&self, id: FunctionId) -> Option<FunctionId> {
        self.functions.get(&id).copied()
    }

    /// The functions of the slice: in the module, and in the slice.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, FunctionId)> + '_ {
        self.functions.iter().map(|(&old, &new)| (old, new))
    }
}

fn around_main(module: &Module) -> impl Iterator<Item = FunctionId> + '_ {
    module.constructors.iter().chain(&module.destructors).copied()
}

/// What was found to be mentioned. The new ids are given at the end, in ascending order of the old ones.
struct Found<'m> {
    module: &'m Module,
    functions: BTreeMap<FunctionId, FunctionId>,
    globals: BTreeMap<GlobalId, GlobalId>,
    signatures: BTreeMap<SignatureId, SignatureId>,
    types: BTreeMap<TypeId, TypeId>,
    work: Vec<Work>,
}

enum Work {
    Function(FunctionId),
    Global(GlobalId),
    Type(TypeId),
}

impl<'m> Found<'m> {
    fn new(module: &'m Module) -> Found<'m> {
        Found {
            module,
            functions: BTreeMap::new(),
            globals: BTreeMap::new(),
            signatures: BTreeMap::new(),
            types: BTreeMap::new(),
            work: Vec::new(),
        }
    }

    fn function(&mut self, id: FunctionId) {
        if self.functions.insert(id, id).is_none() {
            self.work.push(Work::Function(id));
        }
    }

    fn global(&mut self, id: GlobalId) {
        if self.globals.insert(id, id).is_none() {
            self.work.push(Work::Global(id));
        }
    }

    fn ty(&mut self, id: TypeId) {
        if self.types.insert(id, id).is_none() {
            self.work.push(Work::Type(id));
        }
    }

    fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Global(global, _) => self.global(global),
            Operand::Function(function) => self.function(function),
            Operand::Register(_) | Operand::Constant(_) => {}
        }
    }

    fn run(&mut self) {
        let module = self.module;
        // All types: code that goes from a member to what contains it names the latter nowhere, and contracts want its name.
        for (id, _) in module.types.types.iter() {
            self.ty(id);
        }
        while let Some(work) = self.work.pop() {
            match work {
                Work::Function(id) => self.visit_function(&module.functions[id]),
                Work::Global(id) => self.visit_global(&module.globals[id]),
                Work::Type(id) => self.visit_type(&module.types.types[id]),
            }
        }
    }

    fn visit_function(&mut self, function: &Function) {
        self.signatures.insert(function.signature, function.signature);
        let Some(body) = &function.body else { return };
        for variable in body.names.variables.values() {
            self.ty(variable.ty);
        }
        for &ty in body.names.temporaries.values() {
            self.ty(ty);
        }
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                instruction.kind.for_each_operand(|operand| self.operand(*operand));
                if let InstructionKind::Call { callee, signature, .. } = &instruction.kind {
                    self.signatures.insert(*signature, *signature);
                    if let Callee::Direct(function) = callee {
                        self.function(*function);
                    }
                }
            }
            if let Some(operand) = block.terminator.kind.operand() {
                self.operand(*operand);
            }
        }
    }

    fn visit_global(&mut self, global: &Global) {
        if let Some(ty) = global.ty {
            self.ty(ty);
        }
        for chunk in global.initializer.iter().flat_map(|initializer| &initializer.chunks) {
            match chunk.data {
                InitializerData::Address(SymbolReference::Global(id), _) => self.global(id),
                InitializerData::Address(SymbolReference::Function(id), _) => self.function(id),
                InitializerData::Bytes(_) => {}
            }
        }
    }

    fn visit_type(&mut self, ty: &Type) {
        match ty {
            Type::Pointer(inner) | Type::Array { element: inner, .. } => self.ty(*inner),
            Type::Record { fields, .. } => fields.iter().for_each(|field| self.ty(field.ty)),
            Type::Scalar { .. } | Type::Function { .. } => {}
        }
    }

    /// Copies what was found, under its new ids.
    fn finish(mut self) -> Slice {
        let module = self.module;
        for (index, new) in self.functions.values_mut().enumerate() {
            *new = FunctionId::from_index(index);
        }
        for (index, new) in self.globals.values_mut().enumerate() {
            *new = GlobalId::from_index(index);
        }
        for (index, new) in self.signatures.values_mut().enumerate() {
            *new = SignatureId::from_index(index);
        }
        for (index, new) in self.types.values_mut().enumerate() {
            *new = TypeId::from_index(index);
        }
        let remap = Remap {
            functions: &|id| self.functions.get(&id).copied().unwrap_or(id),
            globals: &|id| self.globals.get(&id).copied().unwrap_or(id),
            signatures: &|id| self.signatures.get(&id).copied().unwrap_or(id),
            types: &|id| self.types.get(&id).copied().unwrap_or(id),
        };
        let mut slice = Module::new(module.data_model);
        for &old in self.types.keys() {
            let mut ty = module.types.types[old].clone();
            remap.debug_type(&mut ty);
            slice.types.types.push(ty);
        }
        for &old in self.signatures.keys() {
            slice.signatures.push(module.signatures[old].clone());
        }
        for &old in self.globals.keys() {
            let mut global = module.globals[old].clone();
            remap.global(&mut global);
            slice.globals.push(global);
        }
        for &old in self.functions.keys() {
            let mut function = module.functions[old].clone();
            remap.function(&mut function);
            slice.functions.push(function);
        }
        slice.constructors = module.constructors.iter().map(|&id| remap.function_id(id)).collect();
        slice.destructors = module.destructors.iter().map(|&id| remap.function_id(id)).collect();
        Slice { module: slice, functions: self.functions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::print;
    use crate::text::sample::random_module;

    fn text(module: &Module) -> String {
        let mut text = String::new();
        print(module, &mut text).expect("writing to a string does not fail");
        text
    }

    #[test]
    fn slices_of_random_modules_are_modules_and_have_nothing_to_leave_out() {
        let mut left_out = 0;
        for module in (0..60).map(random_module) {
            for (id, function) in module.functions.iter() {
                let slice = Slice::new(&module, [id]);
                left_out += module.functions.len() - slice.module.functions.len();
                if crate::verify(&module).is_ok() {
                    assert_eq!(crate::verify(&slice.module), Ok(()));
                }
                let own = slice.function(id).expect("the root is in its slice");
                assert_eq!(slice.module.functions[own].name, function.name);
                let again = Slice::new(&slice.module, [own]);
                assert_eq!(text(&again.module), text(&slice.module));
            }
        }
        assert!(left_out > 0);
    }
}

//! The part of a module that some functions can refer to at all, as a module of its own.
//!
//! What is done for every function of a large file costs as much as the function's slice, not as the file.

use crate::debug::TypeId;
use crate::link::remap::Remap;
use crate::mentions::{Members, Mentions};
use crate::{FunctionId, GlobalId, Linkage, Module, SignatureId};
use stdx::Id;

/// A part of a module. Everything keeps its name, its place and its order.
pub struct Slice {
    pub module: Module,
    members: Members,
}

impl Slice {
    /// The functions, what runs before and after `main`, and whatever their code and their data mention.
    pub fn new(module: &Module, functions: impl IntoIterator<Item = FunctionId>) -> Slice {
        Slice::of(module, Mentions::new(module).members(functions))
    }

    /// Copies what the members are, under ids that begin at zero.
    pub fn of(module: &Module, members: Members) -> Slice {
        let remap = Remap {
            functions: &|id: FunctionId| position(&members.functions, id),
            globals: &|id: GlobalId| position(&members.globals, id),
            signatures: &|id: SignatureId| position(&members.signatures, id),
            types: &|id: TypeId| position(&members.types, id),
        };
        let mut slice = Module::new(module.data_model);
        for &old in &members.types {
            let mut ty = module.types.types[old].clone();
            remap.debug_type(&mut ty);
            slice.types.types.push(ty);
        }
        for &old in &members.signatures {
            slice.signatures.push(module.signatures[old].clone());
        }
        for &old in &members.globals {
            let mut global = module.globals[old].clone();
            remap.global(&mut global);
            slice.globals.push(global);
        }
        for &old in &members.functions {
            let mut function = module.functions[old].clone();
            remap.function(&mut function);
            slice.functions.push(function);
        }
        slice.constructors = module.constructors.iter().map(|&id| remap.function_id(id)).collect();
        slice.destructors = module.destructors.iter().map(|&id| remap.function_id(id)).collect();
        Slice { module: slice, members }
    }

    /// Takes away what another file may replace, but for one function, and returns whose bodies were taken.
    pub fn leave_out_replaceable(&mut self, kept: FunctionId) -> Vec<FunctionId> {
        let mut taken = Vec::new();
        for (id, function) in self.module.functions.iter_mut() {
            if id != kept && function.promises.may_be_replaced && function.body.take().is_some() {
                // It is there in any case.
                function.linkage = Linkage::External;
                taken.push(id);
            }
        }
        for (_, global) in self.module.globals.iter_mut() {
            if global.linkage == Linkage::Weak && global.initializer.take().is_some() {
                global.linkage = Linkage::External;
            }
        }
        taken
    }

    /// What a function of the module is called in the slice, if it is in it.
    pub fn function(&self, id: FunctionId) -> Option<FunctionId> {
        self.members.functions.binary_search(&id).ok().map(FunctionId::from_index)
    }

    /// The functions of the slice: in the module, and in the slice.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, FunctionId)> + '_ {
        self.members.functions.iter().enumerate().map(|(new, &old)| (old, FunctionId::from_index(new)))
    }
}

/// The new id of a member. An id that points nowhere stays as it is, for the verifier to find.
fn position<T>(members: &[Id<T>], id: Id<T>) -> Id<T> {
    members.binary_search(&id).map_or(id, Id::from_index)
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

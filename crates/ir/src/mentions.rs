//! What every function, variable and type of a module mentions. It is found out once, so that the parts of a large module
//! that single functions can refer to ([`Slice`](crate::Slice)) cost no more than themselves.

use crate::debug::{Type, TypeId};
use crate::{
    Callee, Function, FunctionId, Global, GlobalId, InitializerData, InstructionKind, Module, Operand,
    SignatureId, SymbolReference,
};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// What each part of a module mentions.
pub struct Mentions<'m> {
    pub module: &'m Module,
    pub(crate) functions: Vec<Mentioned>,
    pub(crate) globals: Vec<Mentioned>,
    pub(crate) types: Vec<Mentioned>,
    /// The records that have a field of this type.
    containers: Vec<Vec<TypeId>>,
}

/// What one part mentions, in the order in which it does so.
#[derive(Default)]
pub(crate) struct Mentioned {
    pub functions: InOrder<FunctionId>,
    pub globals: InOrder<GlobalId>,
    pub signatures: InOrder<SignatureId>,
    pub types: InOrder<TypeId>,
}

/// Ids without repetition, the first one first.
pub(crate) struct InOrder<T> {
    items: Vec<T>,
    seen: FxHashSet<T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder { items: Vec::new(), seen: FxHashSet::default() }
    }
}

impl<T: Copy + Eq + Hash> InOrder<T> {
    fn push(&mut self, item: T) {
        if self.seen.insert(item) {
            self.items.push(item);
        }
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        &self.items
    }
}

/// The ids of a part of a module, each sort in ascending order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Members {
    pub functions: Vec<FunctionId>,
    pub globals: Vec<GlobalId>,
    pub signatures: Vec<SignatureId>,
    pub types: Vec<TypeId>,
}

impl<'m> Mentions<'m> {
    pub fn new(module: &'m Module) -> Mentions<'m> {
        let functions = module.functions.as_slice().iter().map(Mentioned::by_function);
        let globals = module.globals.as_slice().iter().map(Mentioned::by_global);
        let types = module.types.types.as_slice().iter().map(Mentioned::by_type);
        let mut containers = vec![Vec::new(); module.types.types.len()];
        for (id, ty) in module.types.types.iter() {
            let Type::Record { fields, .. } = ty else { continue };
            for field in fields {
                if let Some(record) = record_in(module, field.ty)
                    && containers[record.index()].last() != Some(&id)
                {
                    containers[record.index()].push(id);
                }
            }
        }
        Mentions {
            module,
            functions: functions.collect(),
            globals: globals.collect(),
            types: types.collect(),
            containers,
        }
    }

    /// The functions, what runs before and after `main`, and whatever their code and their data mention.
    pub fn members(&self, functions: impl IntoIterator<Item = FunctionId>) -> Members {
        let mut found = Found::default();
        let around_main = self.module.constructors.iter().chain(&self.module.destructors).copied();
        let mut work: Vec<&Mentioned> = Vec::new();
        let mut open: Vec<FunctionId> = functions.into_iter().chain(around_main).collect();
        while let Some(function) = open.pop() {
            self.function(&mut found, &mut work, function);
            while let Some(mentioned) = work.pop() {
                for &function in mentioned.functions.as_slice() {
                    self.function(&mut found, &mut work, function);
                }
                for &global in mentioned.globals.as_slice() {
                    if found.globals.insert(global) {
                        work.extend(self.globals.get(global.index()));
                    }
                }
                found.signatures.extend(mentioned.signatures.as_slice());
                for &ty in mentioned.types.as_slice() {
                    self.ty(&mut found, &mut work, ty);
                }
            }
        }
        found.members()
    }

    fn function<'s>(&'s self, found: &mut Found, work: &mut Vec<&'s Mentioned>, id: FunctionId) {
        if found.functions.insert(id) {
            work.extend(self.functions.get(id.index()));
        }
    }

    /// A type, and the records that contain it: code that goes from a member to what contains it names the latter nowhere, and
    /// contracts want its name.
    fn ty<'s>(&'s self, found: &mut Found, work: &mut Vec<&'s Mentioned>, id: TypeId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if found.types.insert(id) {
                work.extend(self.types.get(id.index()));
                open.extend(self.containers.get(id.index()).into_iter().flatten());
            }
        }
    }
}

/// How many arrays of arrays are looked through.
const DEEPEST_ARRAY: usize = 64;

/// The record that a field of this type consists of.
fn record_in(module: &Module, ty: TypeId) -> Option<TypeId> {
    let mut ty = ty;
    for _ in 0..DEEPEST_ARRAY {
        match module.types.types.get(ty)? {
            Type::Array { element, .. } => ty = *element,
            Type::Record { .. } => return Some(ty),
            Type::Scalar { .. } | Type::Pointer(_) | Type::Function { .. } => return None,
        }
    }
    None
}

#[derive(Default)]
struct Found {
    functions: FxHashSet<FunctionId>,
    globals: FxHashSet<GlobalId>,
    signatures: FxHashSet<SignatureId>,
    types: FxHashSet<TypeId>,
}

impl Found {
    fn members(self) -> Members {
        fn ascending<T: Ord>(ids: FxHashSet<T>) -> Vec<T> {
            let mut ids: Vec<T> = ids.into_iter().collect();
            ids.sort_unstable();
            ids
        }
        Members {
            functions: ascending(self.functions),
            globals: ascending(self.globals),
            signatures: ascending(self.signatures),
            types: ascending(self.types),
        }
    }
}

impl Mentioned {
    fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Global(global, _) => self.globals.push(global),
            Operand::Function(function) => self.functions.push(function),
            Operand::Register(_) | Operand::Constant(_) => {}
        }
    }

    fn by_function(function: &Function) -> Mentioned {
        let mut found = Mentioned::default();
        found.signatures.push(function.signature);
        let Some(body) = &function.body else { return found };
        for variable in body.names.variables.values() {
            found.types.push(variable.ty);
        }
        for &ty in body.names.temporaries.values() {
            found.types.push(ty);
        }
        if let Some(ty) = body.names.result {
            found.types.push(ty);
        }
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                instruction.kind.for_each_operand(|operand| found.operand(*operand));
                if let InstructionKind::Call { callee, signature, .. } = &instruction.kind {
                    found.signatures.push(*signature);
                    if let Callee::Direct(function) = callee {
                        found.functions.push(*function);
                    }
                }
            }
            if let Some(operand) = block.terminator.kind.operand() {
                found.operand(*operand);
            }
        }
        found
    }

    fn by_global(global: &Global) -> Mentioned {
        let mut found = Mentioned::default();
        if let Some(ty) = global.ty {
            found.types.push(ty);
        }
        for chunk in global.initializer.iter().flat_map(|initializer| &initializer.chunks) {
            match chunk.data {
                InitializerData::Address(SymbolReference::Global(id), _) => found.globals.push(id),
                InitializerData::Address(SymbolReference::Function(id), _) => found.functions.push(id),
                InitializerData::Bytes(_) => {}
            }
        }
        found
    }

    fn by_type(ty: &Type) -> Mentioned {
        let mut found = Mentioned::default();
        match ty {
            Type::Pointer(inner) | Type::Array { element: inner, .. } => found.types.push(*inner),
            Type::Record { fields, .. } => fields.iter().for_each(|field| found.types.push(field.ty)),
            Type::Scalar { .. } | Type::Function { .. } => {}
        }
        found
    }
}

//! Linking: several translation units become one module.
//!
//! Symbols that are visible outside their unit are the same if their names are; internal ones stay
//! apart, and those whose name is taken get a number (`helper.2`). Of several definitions:
//!
//! | first | second | result |
//! |---|---|---|
//! | declaration | definition | the definition |
//! | weak | external | the external one |
//! | weak | weak | the first |
//! | external function | external function | [`LinkError::DuplicateDefinition`] |
//! | external global, all zero | external global | the second, at least as large and as aligned as the first |
//! | external global | external global, all zero | the first, at least as large and as aligned as the second |
//! | external global | external global | [`LinkError::DuplicateDefinition`] |
//!
//! The two rows about zeros are C's tentative definitions (`int x;` in several files), which the
//! intermediate representation does not tell from `int x = 0;`.

pub mod mismatch;
pub(crate) mod remap;
mod resolve;

#[cfg(test)]
mod tests;

use crate::debug::TypeId;
use crate::{
    Function, FunctionId, Global, GlobalId, Linkage, Module, Signature, SignatureId, SymbolReference,
};
use remap::Remap;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{DataModel, Span};
use std::fmt;

/// Why units do not go together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// There is nothing to link.
    NoModules,
    /// Units were compiled for different data models.
    DataModelsDiffer { first: DataModel, other: DataModel },
    /// Two units define the same name.
    DuplicateDefinition { name: String, first: Span, second: Span },
    /// A name is a function in one unit and a variable in another.
    FunctionAndVariable { name: String, first: Span, second: Span },
    /// A variable exists once per thread in one unit, and once per program in another.
    ThreadLocalDiffers { name: String, first: Span, second: Span },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::NoModules => f.write_str("there is nothing to link"),
            LinkError::DataModelsDiffer { first, other } => {
                write!(f, "one file is compiled for {first}, another one for {other}")
            }
            LinkError::DuplicateDefinition { name, .. } => write!(f, "`{name}` is defined twice"),
            LinkError::FunctionAndVariable { name, .. } => {
                write!(f, "`{name}` is a function in one file and a variable in another")
            }
            LinkError::ThreadLocalDiffers { name, .. } => {
                write!(f, "`{name}` is thread-local in one file and not in another")
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// Links units in the given order. All errors are reported, in that order.
pub fn link(modules: Vec<Module>) -> Result<Module, Vec<LinkError>> {
    let Some(first) = modules.first() else { return Err(vec![LinkError::NoModules]) };
    let mut linker = Linker::new(first.data_model);
    for module in &modules {
        linker.reserve_names(module);
    }
    for module in modules {
        linker.add(module);
    }
    if linker.errors.is_empty() { Ok(linker.output) } else { Err(linker.errors) }
}

struct Linker {
    output: Module,
    /// The symbols that are visible outside their unit.
    symbols: FxHashMap<String, SymbolReference>,
    signatures: FxHashMap<Signature, SignatureId>,
    /// Names that no internal symbol may get.
    taken_names: FxHashSet<String>,
    /// The last number that was appended to each name.
    last_numbers: FxHashMap<String, u64>,
    errors: Vec<LinkError>,
}

impl Linker {
    fn new(data_model: DataModel) -> Self {
        Linker {
            output: Module::new(data_model),
            symbols: FxHashMap::default(),
            signatures: FxHashMap::default(),
            taken_names: FxHashSet::default(),
            last_numbers: FxHashMap::default(),
            errors: Vec::new(),
        }
    }

    /// Visible names are never changed, so internal symbols make room for those of all units.
    fn reserve_names(&mut self, module: &Module) {
        let functions = module.functions.as_slice().iter().map(|function| (&function.name, function.linkage));
        let globals = module.globals.as_slice().iter().map(|global| (&global.name, global.linkage));
        for (name, linkage) in functions.chain(globals) {
            if linkage != Linkage::Internal {
                self.taken_names.insert(name.clone());
            }
        }
    }

    fn add(&mut self, module: Module) {
        if module.data_model != self.output.data_model {
            let (first, other) = (self.output.data_model, module.data_model);
            self.errors.push(LinkError::DataModelsDiffer { first, other });
            return;
        }
        let types = self.output.types.types.len();
        let signatures: Vec<SignatureId> =
            module.signatures.into_iter().map(|signature| self.signature_id(signature)).collect();
        // Code may mention what is declared after it, so all ids are known before any code moves.
        let functions: Vec<Placed<FunctionId>> =
            module.functions.as_slice().iter().map(|function| self.place_function(function)).collect();
        let globals: Vec<Placed<GlobalId>> =
            module.globals.as_slice().iter().map(|global| self.place_global(global)).collect();
        let remap = Remap {
            functions: &|id| functions.get(id.index()).map_or(id, |placed| placed.id),
            globals: &|id| globals.get(id.index()).map_or(id, |placed| placed.id),
            signatures: &|id| signatures.get(id.index()).copied().unwrap_or(id),
            // The types of a unit stay together.
            types: &|id| TypeId::from_index(types + id.index()),
        };
        for mut ty in module.types.types {
            remap.debug_type(&mut ty);
            self.output.types.types.push(ty);
        }
        for (mut function, placed) in module.functions.into_iter().zip(&functions) {
            remap.function(&mut function);
            let target = &mut self.output.functions[placed.id];
            if placed.is_new {
                function.name = std::mem::take(&mut target.name);
                *target = function;
            } else if let Some(error) = resolve::merge_function(target, function) {
                self.errors.push(error);
            }
        }
        for (mut global, placed) in module.globals.into_iter().zip(&globals) {
            remap.global(&mut global);
            let target = &mut self.output.globals[placed.id];
            if placed.is_new {
                global.name = std::mem::take(&mut target.name);
                *target = global;
            } else if let Some(error) = resolve::merge_global(target, global) {
                self.errors.push(error);
            }
        }
        let constructors = module.constructors.iter().map(|&function| remap.function_id(function));
        self.output.constructors.extend(constructors);
        let destructors = module.destructors.iter().map(|&function| remap.function_id(function));
        self.output.destructors.extend(destructors);
    }

    fn signature_id(&mut self, signature: Signature) -> SignatureId {
        if let Some(&id) = self.signatures.get(&signature) {
            return id;
        }
        let id = self.output.signatures.push(signature.clone());
        self.signatures.insert(signature, id);
        id
    }

    /// The place of a function in the output: that of the same symbol, or a new one.
    fn place_function(&mut self, function: &Function) -> Placed<FunctionId> {
        let new_id = self.output.functions.next_id();
        let reference = SymbolReference::Function(new_id);
        let name = match self.resolve(&function.name, function.linkage, reference) {
            Resolved::New { name } => name,
            Resolved::Known(SymbolReference::Function(id)) => return Placed { id, is_new: false },
            Resolved::Known(SymbolReference::Global(global)) => {
                let first = self.output.globals[global].span;
                let (name, second) = (function.name.clone(), function.span);
                self.errors.push(LinkError::FunctionAndVariable { name, first, second });
                function.name.clone()
            }
        };
        // The body and what belongs to it follow when all ids are known.
        let place = Function { name, body: None, promises: function.promises.clone(), ..*function };
        Placed { id: self.output.functions.push(place), is_new: true }
    }

    fn place_global(&mut self, global: &Global) -> Placed<GlobalId> {
        let new_id = self.output.globals.next_id();
        let reference = SymbolReference::Global(new_id);
        let name = match self.resolve(&global.name, global.linkage, reference) {
            Resolved::New { name } => name,
            Resolved::Known(SymbolReference::Global(id)) => return Placed { id, is_new: false },
            Resolved::Known(SymbolReference::Function(function)) => {
                let first = self.output.functions[function].span;
                let (name, second) = (global.name.clone(), global.span);
                self.errors.push(LinkError::FunctionAndVariable { name, first, second });
                global.name.clone()
            }
        };
        let place = Global { name, initializer: None, ..*global };
        Placed { id: self.output.globals.push(place), is_new: true }
    }

    /// What a name of a unit stands for in the whole program.
    fn resolve(&mut self, name: &str, linkage: Linkage, reference: SymbolReference) -> Resolved {
        if linkage == Linkage::Internal {
            return Resolved::New { name: self.internal_name(name) };
        }
        if let Some(&known) = self.symbols.get(name) {
            return Resolved::Known(known);
        }
        self.symbols.insert(name.to_string(), reference);
        Resolved::New { name: name.to_string() }
    }

    fn internal_name(&mut self, name: &str) -> String {
        if self.taken_names.insert(name.to_string()) {
            return name.to_string();
        }
        let last_number = self.last_numbers.entry(name.to_string()).or_insert(1);
        loop {
            *last_number += 1;
            let candidate = format!("{name}.{last_number}");
            if self.taken_names.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

struct Placed<Id> {
    id: Id,
    is_new: bool,
}

enum Resolved {
    New { name: String },
    Known(SymbolReference),
}

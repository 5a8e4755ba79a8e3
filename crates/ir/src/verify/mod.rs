//! The verifier: does a module keep the rules that everything after lowering relies on?
//!
//! It runs after every lowering, so it makes one pass and allocates next to nothing.

mod body;
mod instruction;
mod invariant;

#[cfg(test)]
mod tests;

pub use invariant::Invariant;

use crate::debug::{Type, TypeId};
use crate::{
    BlockId, Function, FunctionId, Global, GlobalId, InitializerData, Module, Parameter, ResultKind,
    SignatureId, SymbolReference,
};
use body::BodyVerifier;
use rustc_hash::FxHashSet;

/// More violations than this are not collected: they come from one cause.
const MOST_VIOLATIONS: usize = 200;

/// A rule that is broken, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub function: Option<FunctionId>,
    pub block: Option<BlockId>,
    /// The position in the block; the terminator comes after the last instruction.
    pub instruction: Option<usize>,
    pub invariant: Invariant,
    /// What in particular is wrong.
    pub message: String,
}

impl Violation {
    /// The violation as a line of text.
    pub fn describe(&self, module: &Module) -> String {
        let mut text = String::new();
        if let Some(function) = self.function.and_then(|id| module.functions.get(id)) {
            text.push_str(&format!("in `{}`", function.name));
        }
        if let Some(block) = self.block {
            text.push_str(&format!(", block b{}", block.raw()));
        }
        if let Some(instruction) = self.instruction {
            text.push_str(&format!(", instruction {}", instruction + 1));
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&self.message);
        text.push_str(". Rule: ");
        text.push_str(self.invariant.statement());
        text
    }
}

/// Checks every [`Invariant`].
pub fn verify(module: &Module) -> Result<(), Vec<Violation>> {
    let mut report = Report::default();
    verify_signatures(module, &mut report);
    verify_names(module, &mut report);
    verify_types(module, &mut report);
    for (_, global) in module.globals.iter() {
        verify_global(module, global, &mut report);
    }
    for &function in module.constructors.iter().chain(&module.destructors) {
        report.function_exists(module, function);
    }
    let mut verifier = BodyVerifier::new(module, &mut report);
    for (id, function) in module.functions.iter() {
        verifier.verify_function(id, function);
    }
    if report.violations.is_empty() { Ok(()) } else { Err(report.violations) }
}

/// Checks one function of a module.
pub fn verify_function(module: &Module, id: FunctionId, function: &Function) -> Result<(), Vec<Violation>> {
    let mut report = Report::default();
    BodyVerifier::new(module, &mut report).verify_function(id, function);
    if report.violations.is_empty() { Ok(()) } else { Err(report.violations) }
}

/// The violations so far and the place that is looked at.
#[derive(Default)]
struct Report {
    violations: Vec<Violation>,
    function: Option<FunctionId>,
    block: Option<BlockId>,
    instruction: Option<usize>,
}

impl Report {
    fn require(&mut self, holds: bool, invariant: Invariant, message: impl FnOnce() -> String) {
        if !holds {
            self.add(invariant, message());
        }
    }

    #[cold]
    fn add(&mut self, invariant: Invariant, message: String) {
        if self.violations.len() < MOST_VIOLATIONS {
            self.violations.push(Violation {
                function: self.function,
                block: self.block,
                instruction: self.instruction,
                invariant,
                message,
            });
        }
    }

    fn function_exists(&mut self, module: &Module, function: FunctionId) {
        self.require(function.index() < module.functions.len(), Invariant::FunctionExists, || {
            format!("there is no function {}", function.raw())
        });
    }

    fn global_exists(&mut self, module: &Module, global: GlobalId) {
        self.require(global.index() < module.globals.len(), Invariant::GlobalExists, || {
            format!("there is no global {}", global.raw())
        });
    }

    fn signature_exists(&mut self, module: &Module, signature: SignatureId) -> bool {
        let exists = signature.index() < module.signatures.len();
        self.require(exists, Invariant::SignatureExists, || {
            format!("there is no signature s{}", signature.raw())
        });
        exists
    }

    fn type_exists(&mut self, module: &Module, ty: TypeId) {
        self.require(ty.index() < module.types.types.len(), Invariant::TypeExists, || {
            format!("there is no type t{}", ty.raw())
        });
    }

    fn alignment(&mut self, alignment: u64, of: impl FnOnce() -> String) {
        self.require(alignment.is_power_of_two(), Invariant::AlignmentIsPowerOfTwo, || {
            format!("the alignment {alignment} of {} is not a power of two", of())
        });
    }
}

fn verify_signatures(module: &Module, report: &mut Report) {
    let mut seen = FxHashSet::default();
    for (id, signature) in module.signatures.iter() {
        report.require(seen.insert(signature), Invariant::SignaturesAreUnique, || {
            format!("signature s{} occurs twice", id.raw())
        });
        if let ResultKind::Aggregate { alignment, .. } = signature.result {
            report.alignment(alignment, || format!("the result of s{}", id.raw()));
        }
        for parameter in &signature.parameters {
            if let Parameter::Aggregate { alignment, .. } = *parameter {
                report.alignment(alignment, || format!("a parameter of s{}", id.raw()));
            }
        }
    }
}

fn verify_names(module: &Module, report: &mut Report) {
    let mut seen = FxHashSet::default();
    seen.reserve(module.functions.len() + module.globals.len());
    let functions = module.functions.as_slice().iter().map(|function| &function.name);
    let globals = module.globals.as_slice().iter().map(|global| &global.name);
    for name in functions.chain(globals) {
        report.require(seen.insert(name.as_str()), Invariant::NamesAreUnique, || {
            format!("the name `{name}` occurs twice")
        });
    }
}

fn verify_types(module: &Module, report: &mut Report) {
    for (_, ty) in module.types.types.iter() {
        match ty {
            Type::Pointer(inner) | Type::Array { element: inner, .. } => report.type_exists(module, *inner),
            Type::Record { fields, .. } => {
                fields.iter().for_each(|field| report.type_exists(module, field.ty));
            }
            Type::Scalar { .. } | Type::Function { .. } => {}
        }
    }
}

fn verify_global(module: &Module, global: &Global, report: &mut Report) {
    report.alignment(global.alignment, || format!("`{}`", global.name));
    if let Some(ty) = global.ty {
        report.type_exists(module, ty);
    }
    let Some(initializer) = &global.initializer else { return };
    let mut previous_end = 0;
    for chunk in &initializer.chunks {
        let size = match &chunk.data {
            InitializerData::Bytes(bytes) => bytes.len() as u64,
            InitializerData::Address(symbol, _) => {
                match *symbol {
                    SymbolReference::Global(global) => report.global_exists(module, global),
                    SymbolReference::Function(function) => report.function_exists(module, function),
                }
                module.data_model.pointer_bytes()
            }
        };
        report.require(previous_end <= chunk.offset, Invariant::ChunksAreOrdered, || {
            format!(
                "a chunk of `{}` at {} follows one that ends at {previous_end}",
                global.name, chunk.offset
            )
        });
        let end = chunk.offset.checked_add(size);
        let is_inside = end.is_some_and(|end| end <= global.size);
        report.require(is_inside, Invariant::ChunksAreInside, || {
            format!("`{}` has {} bytes and a chunk of {size} at {}", global.name, global.size, chunk.offset)
        });
        previous_end = end.unwrap_or(u64::MAX);
    }
}

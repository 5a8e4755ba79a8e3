//! A program: functions, globals and signatures.

use crate::debug::TypeTable;
use crate::{Function, FunctionId, Linkage, Scalar};
use source::{DataModel, Span};
use stdx::{Arena, Id};

pub type GlobalId = Id<Global>;
pub type SignatureId = Id<Signature>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    pub data_model: DataModel,
    pub functions: Arena<Function>,
    pub globals: Arena<Global>,
    /// INVARIANT: no two are equal.
    pub signatures: Arena<Signature>,
    /// Functions run before `main`, in order (`__attribute__((constructor))`).
    pub constructors: Vec<FunctionId>,
    /// Functions run after `main`, in order.
    pub destructors: Vec<FunctionId>,
    /// The types that names in the side tables refer to.
    pub types: TypeTable,
}

/// How a function is called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Signature {
    pub result: ResultKind,
    pub parameters: Vec<Parameter>,
    pub is_variadic: bool,
    /// `false` for `int f()`: calls may pass anything.
    pub has_prototype: bool,
    /// Equal for compatible C function types, and different (but for accidents) for others.
    /// Tells which functions a call through a pointer may reach.
    pub fingerprint: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ResultKind {
    Void,
    Scalar(Scalar),
    Aggregate { size: u64, alignment: u64 },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Parameter {
    Scalar(Scalar),
    Aggregate { size: u64, alignment: u64 },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// The name by which the linker knows it. Names of string literals, static locals and the
    /// like are made up and unique.
    pub name: String,
    pub linkage: Linkage,
    pub size: u64,
    pub alignment: u64,
    pub is_thread_local: bool,
    /// Writing to it is undefined: `const` objects and string literals.
    pub is_constant: bool,
    /// `None` for a global that is only declared.
    pub initializer: Option<Initializer>,
    /// Its type in the side table, if it has a name in the source.
    pub ty: Option<crate::debug::TypeId>,
    pub span: Span,
}

impl Global {
    /// Nothing defines it, and nothing need: then there is no such object, and its address is null.
    pub fn may_be_missing(&self) -> bool {
        self.linkage == Linkage::Weak && self.initializer.is_none()
    }
}

/// The contents of a global when the program starts: all zero but for the chunks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Initializer {
    /// INVARIANT: in ascending order of offsets, disjoint, inside the global.
    pub chunks: Vec<InitializerChunk>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitializerChunk {
    pub offset: u64,
    pub data: InitializerData,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitializerData {
    Bytes(Vec<u8>),
    /// An address, of pointer size.
    Address(SymbolReference, i64),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SymbolReference {
    Global(GlobalId),
    Function(FunctionId),
}

impl Module {
    pub fn new(data_model: DataModel) -> Module {
        Module {
            data_model,
            functions: Arena::new(),
            globals: Arena::new(),
            signatures: Arena::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            types: TypeTable::default(),
        }
    }

    /// The integer scalar that holds an address.
    pub fn pointer_scalar(&self) -> Scalar {
        match self.data_model {
            DataModel::Ilp32 => Scalar::I32,
            DataModel::Lp64 => Scalar::I64,
        }
    }

    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }
}

//! Lowering of a whole program: functions, globals, strings, signatures.

use crate::debug_types::DebugTypes;
use crate::effects::Effects;
use crate::function::{self, FunctionLowering, LocalPlace};
use crate::padding::Padding;
use crate::promises::promises;
use crate::scope::{JumpPlace, jumps_back};
use crate::shape::{Shape, shape};
use crate::signatures::{Signatures, describe};
use c_types::typed::{self, Definition, Program};
use c_types::types::{Type, TypeId};
use ir::{
    Body, Callee, Function, FunctionId, Global, GlobalId, Initializer, InitializerChunk, InitializerData,
    InstructionKind, Linkage, Module, Operand, Parameter, ResultKind, Signature, SignatureId, TerminatorKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;
use stdx::Symbol;

/// Functions of the C library that never return, whatever their declaration says.
const NEVER_RETURN: [&str; 5] = ["abort", "exit", "_exit", "_Exit", "quick_exit"];

/// The priority of constructors without one: after all others.
const LAST_PRIORITY: u32 = 65535;

pub(crate) struct ModuleLowering<'p> {
    pub program: &'p Program,
    pub module: Module,
    pub signatures: Signatures,
    debug_types: DebugTypes,
    names: FxHashSet<String>,
    /// By the number of the string literal; made when first needed.
    string_globals: Vec<Option<GlobalId>>,
    /// The function or variable that string literals belong to at present, and how many it has.
    owner: String,
    owned_strings: u32,
    /// What a mention of a global or function means: itself, or what it is an alias of.
    global_targets: Vec<GlobalId>,
    function_targets: Vec<FunctionId>,
    /// Functions that are aliases, and of what.
    aliases: Vec<(FunctionId, FunctionId)>,
    pub trap: Option<(FunctionId, SignatureId)>,
    pub anything: Option<(FunctionId, SignatureId)>,
    pub choice: Option<(FunctionId, SignatureId)>,
    /// Where jumps lead that go backwards, and where they start; computed ones lead to every label whose address is
    /// taken.
    jumps_back: Vec<(u32, u32)>,
    pub padding: Padding,
    pub effects: Effects<'p>,
    /// By the number of the local; those of functions already lowered are of no interest.
    pub local_places: Vec<LocalPlace>,
    pub label_places: Vec<Option<JumpPlace>>,
    /// The number of each label whose address is taken, from one in each function.
    pub label_numbers: Vec<u32>,
}

pub(crate) fn lower(program: &Program) -> Module {
    let mut lowering = ModuleLowering::new(program);
    lowering.number_labels();
    lowering.declare_functions();
    lowering.declare_globals();
    lowering.initialize_globals();
    lowering.lower_bodies();
    lowering.forward_aliases();
    lowering.order_constructors();
    lowering.module
}

impl<'p> ModuleLowering<'p> {
    fn new(program: &'p Program) -> Self {
        ModuleLowering {
            program,
            module: Module::new(program.data_model),
            signatures: Signatures::default(),
            debug_types: DebugTypes::new(),
            names: FxHashSet::default(),
            string_globals: vec![None; program.strings.len()],
            owner: String::new(),
            owned_strings: 0,
            global_targets: Vec::with_capacity(program.globals.len()),
            function_targets: Vec::with_capacity(program.functions.len()),
            aliases: Vec::new(),
            trap: None,
            anything: None,
            choice: None,
            jumps_back: jumps_back(program),
            padding: Padding::of(program),
            effects: Effects::of(program),
            local_places: vec![LocalPlace::Unknown; program.locals.len()],
            label_places: vec![None; program.labels.len()],
            label_numbers: vec![0; program.labels.len()],
        }
    }

    fn number_labels(&mut self) {
        for (_, function) in self.program.functions.iter() {
            let Some(body) = &function.body else { continue };
            let taken = body.labels.iter().filter(|&&label| self.program.labels[label].is_address_taken);
            for (number, &label) in (1..).zip(taken) {
                self.label_numbers[label.index()] = number;
            }
        }
    }

    /// String literals are from now on those of this function or variable, so that their names do not depend on what else
    /// there is in the file.
    fn begin(&mut self, owner: String) {
        self.owner = owner;
        self.owned_strings = 0;
    }

    /// A name that nothing else in the module has.
    pub(crate) fn unique_name(&mut self, wanted: String) -> String {
        let mut name = wanted;
        if self.names.contains(&name) {
            let stem = name;
            name = (1..)
                .map(|number: u32| format!("{stem}.{number}"))
                .find(|candidate| !self.names.contains(candidate))
                .unwrap_or(stem);
        }
        self.names.insert(name.clone());
        name
    }

    // -----------------------------------------------------------------------------------------
    // Questions that functions ask

    pub(crate) fn signature(&self, id: SignatureId) -> &Signature {
        &self.module.signatures[id]
    }

    pub(crate) fn signature_of_type(&mut self, ty: TypeId) -> SignatureId {
        self.signatures.of_type(self.program, &mut self.module.signatures, ty)
    }

    pub(crate) fn debug_type(&mut self, ty: TypeId) -> ir::debug::TypeId {
        self.debug_types.translate(self.program, &mut self.module.types, ty)
    }

    pub(crate) fn global_target(&self, id: typed::GlobalId) -> GlobalId {
        self.global_targets[id.index()]
    }

    pub(crate) fn function_target(&self, id: typed::FunctionId) -> FunctionId {
        self.function_targets[id.index()]
    }

    pub(crate) fn is_noreturn(&self, id: typed::FunctionId) -> bool {
        let function = &self.program.functions[id];
        function.is_noreturn
            || function.body.is_none() && NEVER_RETURN.contains(&self.program.names.text(function.link_name))
    }

    /// Whether a jump backwards leads from behind a place to one before it.
    pub(crate) fn is_jumped_back_over(&self, place: Span) -> bool {
        self.jumps_back.iter().any(|&(to, from)| to < place.start && place.start < from)
    }

    pub(crate) fn is_weak_function(&self, id: FunctionId) -> bool {
        self.module.functions[id].linkage == Linkage::Weak
    }

    /// The array of a string literal.
    pub(crate) fn string_global(&mut self, id: typed::StringId) -> GlobalId {
        if let Some(global) = self.string_globals[id.index()] {
            return global;
        }
        let string = &self.program.strings[id];
        let size = string.bytes.len() as u64;
        // What is not written down is zero, so the terminator need not be.
        let length = string.bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let chunks = if length == 0 {
            Vec::new()
        } else {
            let data = InitializerData::Bytes(string.bytes[..length].to_vec());
            vec![InitializerChunk { offset: 0, data }]
        };
        let name = self.unique_name(format!(".string.{}.{}", self.owner, self.owned_strings));
        self.owned_strings += 1;
        let global = self.module.globals.push(Global {
            name,
            linkage: Linkage::Internal,
            size,
            alignment: match string.encoding {
                c_syntax::ast::Encoding::Plain | c_syntax::ast::Encoding::Utf8 => 1,
                c_syntax::ast::Encoding::Utf16 => 2,
                c_syntax::ast::Encoding::Utf32 | c_syntax::ast::Encoding::Wide => 4,
            },
            is_thread_local: false,
            is_constant: true,
            initializer: Some(Initializer { chunks }),
            ty: None,
            span: string.span,
        });
        self.string_globals[id.index()] = Some(global);
        global
    }

    // -----------------------------------------------------------------------------------------
    // Declarations

    fn declare_functions(&mut self) {
        let program = self.program;
        let mut by_name: FxHashMap<Symbol, FunctionId> = FxHashMap::default();
        for (id, function) in program.functions.iter() {
            let signature = self.signature_of_function(function);
            let name = self.unique_name(program.names.text(function.link_name).to_owned());
            let lowered = self.module.functions.push(Function {
                name,
                linkage: linkage(function.linkage, function.is_weak || may_be_defined_again(function)),
                signature,
                is_noreturn: self.is_noreturn(id),
                promises: promises(program, function),
                body: None,
                span: function.span,
            });
            by_name.entry(function.link_name).or_insert(lowered);
            self.function_targets.push(lowered);
        }
        // A mention of an alias is a mention of its target, so both have the same address. A weak one may be replaced by something else.
        for (id, function) in program.functions.iter() {
            if let Some(&target) = function.alias.and_then(|alias| by_name.get(&alias)) {
                self.aliases.push((self.function_targets[id.index()], target));
                if !function.is_weak {
                    self.function_targets[id.index()] = target;
                }
            }
        }
    }

    /// The signature of a function; that of a definition in the old style says what is passed.
    fn signature_of_function(&mut self, function: &typed::Function) -> SignatureId {
        let program = self.program;
        match (&function.body, program.function_type(function.ty)) {
            (Some(body), Some(ty)) if !ty.has_prototype => {
                let parameters = (body.parameters.iter())
                    .map(|&local| match shape(program, program.locals[local].ty.ty) {
                        Shape::Scalar(kind) => Parameter::Scalar(kind.promoted_argument().scalar),
                        Shape::Memory { size, alignment } => Parameter::Aggregate { size, alignment },
                        _ => Parameter::Aggregate { size: 0, alignment: 1 },
                    })
                    .collect();
                let signature = Signature { parameters, ..describe(program, function.ty) };
                self.signatures.intern(&mut self.module.signatures, signature)
            }
            _ => self.signature_of_type(function.ty),
        }
    }

    fn declare_globals(&mut self) {
        let program = self.program;
        let mut by_name: FxHashMap<Symbol, GlobalId> = FxHashMap::default();
        for (_, global) in program.globals.iter() {
            let text = program.names.text(global.link_name);
            let name = match global.owner {
                // Static locals of different blocks may have the same name.
                Some(owner) => {
                    let owner = program.names.text(program.functions[owner].link_name);
                    self.unique_name(format!("{owner}.{text}"))
                }
                None => self.unique_name(text.to_owned()),
            };
            let ty = self.debug_type(global.ty.ty);
            let lowered = self.module.globals.push(Global {
                name,
                linkage: linkage(global.linkage, global.is_weak),
                // Zero for a declared object of incomplete type.
                size: global.size,
                alignment: global.alignment.max(1),
                is_thread_local: global.is_thread_local,
                is_constant: is_constant(program, global),
                initializer: match global.definition {
                    Definition::Declared => None,
                    Definition::Tentative | Definition::Initialized(_) => Some(Initializer::default()),
                },
                ty: Some(ty),
                span: global.span,
            });
            if global.owner.is_none() {
                by_name.entry(global.link_name).or_insert(lowered);
            }
            self.global_targets.push(lowered);
        }
        for (id, global) in program.globals.iter() {
            if let Some(&target) = global.alias.and_then(|alias| by_name.get(&alias)) {
                self.global_targets[id.index()] = target;
                // The storage is the target's.
                self.module.globals[GlobalId::from_raw(id.raw())].initializer = None;
            }
        }
    }

    fn initialize_globals(&mut self) {
        for (id, global) in self.program.globals.iter() {
            let Definition::Initialized(initializer) = &global.definition else { continue };
            self.begin(self.module.globals[GlobalId::from_raw(id.raw())].name.clone());
            let contents = self.static_initializer(initializer);
            let lowered = &mut self.module.globals[GlobalId::from_raw(id.raw())];
            match contents {
                Ok(contents) => lowered.initializer = Some(contents),
                // Its contents are as unknown as those of another translation unit's.
                Err(_) => lowered.initializer = None,
            }
        }
    }

    // -----------------------------------------------------------------------------------------
    // Bodies

    fn lower_bodies(&mut self) {
        let program = self.program;
        for (id, function) in program.functions.iter() {
            let id = FunctionId::from_raw(id.raw());
            self.begin(self.module.functions[id].name.clone());
            let signature = self.module.functions[id].signature;
            let signature = self.module.signatures[signature].clone();
            let body = match &function.body {
                _ if function.has_errors => {
                    let reason = "the function has errors";
                    function::unsupported_body(self, &signature, reason, function.span)
                }
                Some(body) => function::lower_body(self, function, body, &signature),
                None => continue,
            };
            self.module.functions[id].body = Some(body);
        }
    }

    /// An alias is called like any function by other translation units: its body calls the
    /// target. A variadic one cannot pass its arguments on, so it has a copy of the target's body.
    fn forward_aliases(&mut self) {
        for (id, target) in std::mem::take(&mut self.aliases) {
            let signature_id = self.module.functions[id].signature;
            let has_body = self.module.functions[id].body.is_some();
            if target == id || has_body || self.module.functions[target].signature != signature_id {
                continue;
            }
            let signature = self.module.signatures[signature_id].clone();
            let body = if signature.is_variadic {
                self.module.functions[target].body.clone()
            } else {
                Some(self.forwarding_body(target, signature_id, &signature, self.module.functions[id].span))
            };
            let alias = &mut self.module.functions[id];
            alias.body = body;
            alias.promises.may_be_replaced = alias.linkage == Linkage::Weak;
        }
    }

    fn forwarding_body(
        &mut self,
        target: FunctionId,
        signature_id: SignatureId,
        signature: &Signature,
        span: Span,
    ) -> Body {
        let mut lowering = FunctionLowering::new(self, signature);
        let parameters = lowering.declare_parameters(signature);
        let arguments =
            lowering.result_address.into_iter().chain(parameters).map(Operand::Register).collect();
        let destination = match signature.result {
            ResultKind::Scalar(scalar) => Some(lowering.builder.new_register(scalar)),
            ResultKind::Void | ResultKind::Aggregate { .. } => None,
        };
        let callee = Callee::Direct(target);
        lowering
            .emit(InstructionKind::Call { destination, callee, signature: signature_id, arguments }, span);
        lowering.terminate(TerminatorKind::Return(destination.map(Operand::Register)), span);
        lowering.complete()
    }

    /// Constructors run by ascending priority, in the order of the source where equal;
    /// destructors the other way round.
    fn order_constructors(&mut self) {
        let mut constructors = Vec::new();
        let mut destructors = Vec::new();
        for (id, function) in self.program.functions.iter() {
            let id = FunctionId::from_raw(id.raw());
            if let Some(priority) = function.constructor {
                constructors.push((if priority == 0 { LAST_PRIORITY } else { priority }, id));
            }
            if let Some(priority) = function.destructor {
                destructors.push((if priority == 0 { LAST_PRIORITY } else { priority }, id));
            }
        }
        constructors.sort();
        destructors.sort();
        self.module.constructors = constructors.into_iter().map(|(_, id)| id).collect();
        self.module.destructors = destructors.into_iter().rev().map(|(_, id)| id).collect();
    }
}

/// An inline definition stands beside those of other files, one of which the linker takes.
fn may_be_defined_again(function: &typed::Function) -> bool {
    function.is_inline && function.body.is_some() && function.linkage == typed::Linkage::External
}

fn linkage(linkage: typed::Linkage, is_weak: bool) -> Linkage {
    match linkage {
        _ if is_weak => Linkage::Weak,
        typed::Linkage::External => Linkage::External,
        typed::Linkage::Internal => Linkage::Internal,
    }
}

/// An object is constant if its type says so, or, for an array, its elements'. One that is volatile as well may be changed by others.
fn is_constant(program: &Program, global: &typed::Global) -> bool {
    let mut ty = global.ty;
    while let Type::Array { element, .. } = program.types.get(ty.ty) {
        if ty.qualifiers.is_const {
            return !ty.qualifiers.is_volatile;
        }
        ty = *element;
    }
    ty.qualifiers.is_const && !ty.qualifiers.is_volatile
}

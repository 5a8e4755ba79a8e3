//! Lowering of one function: parameters, locals, and what all the rest uses to emit code.

use crate::module::ModuleLowering;
use crate::scope::{JumpPlace, NodeId, Scopes, Storage};
use crate::shape::{ScalarKind, Shape, pointer_scalar, shape};
use crate::simplify::simplify;
use crate::switch::SwitchContext;
use c_types::typed::{self, Function, FunctionBody, LabelId, LocalId, Program};
use c_types::types::{Type, TypeId};
use ir::debug::{Variable, VariablePlace};
use ir::{
    Body, FunctionBuilder, InstructionKind, Operand, Parameter, RegisterId, ResultKind, Scalar, Signature,
    StorageKind, TerminatorKind,
};
use source::Span;
use std::collections::BTreeMap;

/// Where a local is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LocalPlace {
    /// It has not been met yet.
    Unknown,
    /// The register holds its value.
    Register(RegisterId),
    /// The register holds its address.
    Memory(RegisterId),
}

pub(crate) struct FunctionLowering<'m, 'p> {
    pub module: &'m mut ModuleLowering<'p>,
    pub program: &'p Program,
    pub builder: FunctionBuilder,
    pub scopes: Scopes,
    /// The lists of compound literals of the blocks around the current point, innermost last.
    pub open_literals: Vec<u32>,
    pub may_have_literals: bool,
    pub has_cleanups: bool,
    pub breaks: Vec<JumpPlace>,
    pub continues: Vec<JumpPlace>,
    pub switches: Vec<SwitchContext>,
    /// Labels whose address is taken, in the order of their numbers, which start at one.
    pub numbered_labels: Vec<LabelId>,
    /// Where computed jumps go, by the storage that lives where they start.
    pub dispatchers: BTreeMap<NodeId, Dispatcher>,
    /// Greater than zero inside code that runs only if some condition of its expression holds.
    pub conditional_depth: u32,
    /// How many groups of operands without order the current one is nested in.
    pub order_depth: u32,
    /// The local whose initial value is being computed, and whether the computation mentions it.
    pub initializing: Option<LocalId>,
    pub is_initializing_mentioned: bool,
    pub result: ResultKind,
    /// Where to put a result of aggregate type.
    pub result_address: Option<RegisterId>,
    pub result_kind: Option<ScalarKind>,
    pub is_main: bool,
}

/// The block that all computed jumps from equal storage share, and the register it reads.
#[derive(Clone, Copy)]
pub(crate) struct Dispatcher {
    pub block: ir::BlockId,
    pub label: RegisterId,
    pub span: Span,
}

/// The body of a function that has one in the source.
pub(crate) fn lower_body<'p>(
    module: &mut ModuleLowering<'p>,
    function: &'p Function,
    body: &'p FunctionBody,
    signature: &Signature,
) -> Body {
    let program = module.program;
    let mut lowering = FunctionLowering::new(module, signature);
    lowering.is_main = program.names.text(function.name) == "main";
    lowering.result_kind = match program.types.get(function.ty) {
        Type::Function(ty) => match shape(program, ty.result.ty) {
            Shape::Scalar(kind) => Some(kind),
            _ => None,
        },
        _ => None,
    };
    if let Type::Function(ty) = program.types.get(function.ty)
        && program.is_integer(ty.result.ty)
    {
        let ty = lowering.module.debug_type(ty.result.ty);
        lowering.builder.note_result(ty);
    }
    for &local in &body.locals {
        let described = &program.locals[local];
        lowering.may_have_literals |=
            described.name.is_none() && !described.is_parameter && needs_memory(program, local);
        lowering.has_cleanups |= described.cleanup.is_some();
    }
    lowering.numbered_labels =
        body.labels.iter().copied().filter(|&label| program.labels[label].is_address_taken).collect();
    lowering.receive_parameters(body, signature);
    lowering.statement(body.statement);
    let end = program.statements[body.statement].span;
    lowering.finish(Span::new(end.end.saturating_sub(1), end.end))
}

/// A body that consists of a reason why there is none.
pub(crate) fn unsupported_body(
    module: &mut ModuleLowering<'_>,
    signature: &Signature,
    reason: &str,
    span: Span,
) -> Body {
    let mut lowering = FunctionLowering::new(module, signature);
    lowering.declare_parameters(signature);
    lowering.emit_unsupported(reason, span);
    lowering.terminate(TerminatorKind::Unreachable, span);
    lowering.complete()
}

/// Whether a local cannot be a register.
pub(crate) fn needs_memory(program: &Program, local: LocalId) -> bool {
    let described = &program.locals[local];
    described.is_address_taken
        || described.ty.qualifiers.is_volatile
        || described.cleanup.is_some()
        || !matches!(shape(program, described.ty.ty), Shape::Scalar(_))
        // The instructions for variadic arguments take the address of the list.
        || matches!(program.types.get(described.ty.ty), Type::VaList)
}

impl<'m, 'p> FunctionLowering<'m, 'p> {
    pub(crate) fn new(module: &'m mut ModuleLowering<'p>, signature: &Signature) -> Self {
        let program = module.program;
        FunctionLowering {
            module,
            program,
            builder: FunctionBuilder::new(pointer_scalar(program.data_model)),
            scopes: Scopes::new(),
            open_literals: Vec::new(),
            may_have_literals: false,
            has_cleanups: false,
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            numbered_labels: Vec::new(),
            dispatchers: BTreeMap::new(),
            conditional_depth: 0,
            order_depth: 0,
            initializing: None,
            is_initializing_mentioned: false,
            result: signature.result,
            result_address: None,
            result_kind: None,
            is_main: false,
        }
    }

    /// Makes the registers that the signature asks for; returns those of the parameters proper.
    pub(crate) fn declare_parameters(&mut self, signature: &Signature) -> Vec<RegisterId> {
        let pointer = self.builder.pointer_scalar();
        if let ResultKind::Aggregate { .. } = signature.result {
            self.result_address = Some(self.builder.new_parameter(pointer));
        }
        (signature.parameters.iter())
            .map(|parameter| match parameter {
                Parameter::Scalar(scalar) => self.builder.new_parameter(*scalar),
                Parameter::Aggregate { .. } => self.builder.new_parameter(pointer),
            })
            .collect()
    }

    fn receive_parameters(&mut self, body: &FunctionBody, signature: &Signature) {
        let registers = self.declare_parameters(signature);
        for (&local, register) in body.parameters.iter().zip(registers) {
            let span = self.program.locals[local].span;
            let kind = match shape(self.program, self.program.locals[local].ty.ty) {
                Shape::Scalar(kind) => kind,
                // The caller's copy is the parameter.
                _ => {
                    self.set_place(local, LocalPlace::Memory(register));
                    continue;
                }
            };
            let passed = self.builder.scalar_of(Operand::Register(register));
            let value = if passed == kind.scalar {
                Operand::Register(register)
            } else {
                // A definition in the old style: the argument was promoted.
                let from = ScalarKind { scalar: passed, ..kind.promoted_argument() };
                self.convert(Operand::Register(register), from, kind, span)
            };
            if needs_memory(self.program, local) {
                let address = self.builder.new_register(self.builder.pointer_scalar());
                self.set_place(local, LocalPlace::Memory(address));
                self.begin_local(local, span);
                self.emit(
                    InstructionKind::Store {
                        address: Operand::Register(address),
                        value,
                        is_volatile: self.program.locals[local].ty.qualifiers.is_volatile,
                    },
                    span,
                );
            } else if let Operand::Register(value) = value {
                self.set_place(local, LocalPlace::Register(value));
            }
        }
    }

    /// The end of the source's function, and the whole body.
    fn finish(mut self, end: Span) -> Body {
        if self.is_live() {
            self.clean_up_for_return(end);
            let value = match self.result {
                ResultKind::Scalar(scalar) if self.is_main => Some(Operand::integer(scalar, 0)),
                ResultKind::Void | ResultKind::Scalar(_) | ResultKind::Aggregate { .. } => None,
            };
            self.terminate(TerminatorKind::Return(value), end);
        }
        self.finish_dispatchers();
        self.finish_edges();
        self.complete()
    }

    pub(crate) fn complete(self) -> Body {
        let body = self.builder.finish().expect("every block that is used has been completed");
        simplify(body)
    }

    // -----------------------------------------------------------------------------------------
    // Emitting

    /// Whether control can come to the current point, as far as is known yet.
    pub(crate) fn is_live(&self) -> bool {
        self.builder.current().is_some()
    }

    /// Appends an instruction. Code that nobody can reach is not kept.
    pub(crate) fn emit(&mut self, kind: InstructionKind, span: Span) {
        if self.is_live() {
            self.builder.push(kind, span);
        }
    }

    pub(crate) fn terminate(&mut self, kind: TerminatorKind, span: Span) {
        self.builder.terminate(kind, span);
    }

    /// Goes on to a block, and tells whether control can do so.
    pub(crate) fn go_to(&mut self, block: ir::BlockId, span: Span) -> bool {
        let is_live = self.is_live();
        self.terminate(TerminatorKind::Goto(block), span);
        is_live
    }

    pub(crate) fn emit_unsupported(&mut self, reason: &str, span: Span) {
        self.emit(InstructionKind::Unsupported { reason: reason.to_owned(), destination: None }, span);
    }

    /// A value that cannot be computed, with the reason.
    pub(crate) fn unsupported_value(&mut self, scalar: Scalar, reason: &str, span: Span) -> Operand {
        let destination = self.builder.new_register(scalar);
        self.emit(
            InstructionKind::Unsupported { reason: reason.to_owned(), destination: Some(destination) },
            span,
        );
        Operand::Register(destination)
    }

    pub(crate) fn pointer_kind(&self) -> ScalarKind {
        ScalarKind::pointer(self.program.data_model)
    }

    pub(crate) fn pointer_constant(&self, value: i128) -> Operand {
        Operand::integer(self.builder.pointer_scalar(), value)
    }

    /// A new block on the stack for what the compiler makes up; `node` says how long it lives.
    pub(crate) fn temporary(
        &mut self,
        ty: TypeId,
        node: impl FnOnce(RegisterId) -> Storage,
        span: Span,
    ) -> RegisterId {
        let destination = self.builder.new_register(self.builder.pointer_scalar());
        let size = self.program.size_of(ty).unwrap_or(0);
        let allocation = InstructionKind::StackAlloc {
            destination,
            size: self.pointer_constant(i128::from(size)),
            alignment: self.program.alignment_of(ty),
            storage: StorageKind::Temporary,
        };
        let storage = node(destination);
        let outlives_condition = matches!(storage, Storage::Temporary(_))
            && self.conditional_depth > 0
            && crate::shape::contains_array(self.program, ty);
        if outlives_condition {
            // An address into it may be the value of the conditional expression.
            self.builder.push_to_prologue(allocation, span);
        } else {
            self.emit(allocation, span);
            self.scopes.push(storage);
        }
        destination
    }

    // -----------------------------------------------------------------------------------------
    // Locals

    /// Where a local is kept. One that has not been declared yet is hidden: the length of an
    /// array, or a compound literal.
    pub(crate) fn place_of_local(&mut self, local: LocalId) -> LocalPlace {
        if self.initializing == Some(local) {
            self.is_initializing_mentioned = true;
        }
        match self.module.local_places[local.index()] {
            LocalPlace::Unknown => {
                let place = self.make_place(local);
                if let LocalPlace::Memory(_) = place {
                    self.add_literal(local);
                }
                place
            }
            place => place,
        }
    }

    /// Makes the register of a local whose scope begins.
    pub(crate) fn make_place(&mut self, local: LocalId) -> LocalPlace {
        let ty = self.program.locals[local].ty.ty;
        let place = match shape(self.program, ty) {
            Shape::Scalar(kind) if !needs_memory(self.program, local) => {
                LocalPlace::Register(self.builder.new_register(kind.scalar))
            }
            _ => LocalPlace::Memory(self.builder.new_register(self.builder.pointer_scalar())),
        };
        self.set_place(local, place);
        place
    }

    fn set_place(&mut self, local: LocalId, place: LocalPlace) {
        self.module.local_places[local.index()] = place;
        let described: &typed::Local = &self.program.locals[local];
        let Some(name) = described.name else { return };
        let (register, kind) = match place {
            LocalPlace::Register(register) => (register, VariablePlace::Register),
            LocalPlace::Memory(register) => (register, VariablePlace::Memory),
            LocalPlace::Unknown => return,
        };
        let variable = Variable {
            name: self.program.names.text(name).to_owned(),
            ty: self.module.debug_type(described.ty.ty),
            place: kind,
            is_parameter: described.is_parameter,
            span: described.span,
        };
        self.builder.name_variable(register, variable);
    }

    /// Records what a pointer to anything is taken for: that tells more than its own type.
    pub(crate) fn note_cast(&mut self, value: Operand, from: TypeId, to: TypeId) {
        let types = &self.program.types;
        if let Type::Pointer(target) = types.get(from)
            && matches!(types.get(target.ty), Type::Void)
        {
            self.note_pointer(value, to);
        }
    }

    /// Records the source type of a temporary that is a pointer.
    pub(crate) fn note_pointer(&mut self, value: Operand, ty: TypeId) {
        if let (Operand::Register(register), Type::Pointer(_)) = (value, self.program.types.get(ty)) {
            let ty = self.module.debug_type(ty);
            self.builder.note_type(register, ty);
        }
    }
}

//! Rules about bodies: parameters, blocks, terminators.

use super::{Invariant, Report};
use crate::{
    Body, Function, FunctionId, Module, Operand, Parameter, RegisterId, ResultKind, Scalar, Signature,
    Terminator, TerminatorKind,
};

/// Checks functions one after the other, using the same tables for all.
pub(super) struct BodyVerifier<'a> {
    pub(super) module: &'a Module,
    pub(super) report: &'a mut Report,
    pub(super) pointer: Scalar,
    /// What is known of each register of the current function.
    registers: Vec<RegisterUse>,
}

#[derive(Clone, Copy, Default)]
struct RegisterUse {
    is_read: bool,
    is_assigned: bool,
}

impl<'a> BodyVerifier<'a> {
    pub(super) fn new(module: &'a Module, report: &'a mut Report) -> Self {
        BodyVerifier { module, report, pointer: module.pointer_scalar(), registers: Vec::new() }
    }

    pub(super) fn verify_function(&mut self, id: FunctionId, function: &Function) {
        let module = self.module;
        self.report.function = Some(id);
        let has_signature = self.report.signature_exists(module, function.signature);
        if let Some(body) = &function.body {
            let signature = has_signature.then(|| &module.signatures[function.signature]);
            self.verify_body(body, signature);
        }
        self.report.function = None;
    }

    fn verify_body(&mut self, body: &Body, signature: Option<&Signature>) {
        self.registers.clear();
        self.registers.resize(body.registers.len(), RegisterUse::default());
        self.verify_parameters(body, signature);
        self.verify_names(body);
        self.report.require(!body.blocks.is_empty(), Invariant::BodyHasEntry, || {
            "the body has no block".to_string()
        });
        for (id, block) in body.blocks.iter() {
            self.report.block = Some(id);
            for (position, instruction) in block.instructions.iter().enumerate() {
                self.report.instruction = Some(position);
                self.verify_instruction(body, signature, &instruction.kind);
            }
            self.report.instruction = Some(block.instructions.len());
            self.verify_terminator(body, signature, &block.terminator);
        }
        self.report.block = None;
        self.report.instruction = None;
        for (index, register) in self.registers.iter().enumerate() {
            self.report.require(
                register.is_assigned || !register.is_read,
                Invariant::ReadRegisterIsAssigned,
                || format!("register %{index} is read but never assigned"),
            );
        }
    }

    fn verify_parameters(&mut self, body: &Body, signature: Option<&Signature>) {
        for &parameter in &body.parameters {
            let is_new = match self.registers.get(parameter.index()) {
                Some(register) => !register.is_assigned,
                None => true,
            };
            self.report.require(is_new, Invariant::ParametersAreDistinct, || {
                format!("%{} is a parameter twice", parameter.raw())
            });
            self.assign(body, parameter);
        }
        let Some(signature) = signature else { return };
        let place = match signature.result {
            ResultKind::Aggregate { .. } => Some(self.pointer),
            ResultKind::Void | ResultKind::Scalar(_) => None,
        };
        let expected = place.into_iter().chain(signature.parameters.iter().map(|p| self.passed_as(*p)));
        let found = body.parameters.iter().map(|&register| body.registers.get(register).map(|r| r.scalar));
        // A register that does not exist has been reported above.
        let count = usize::from(place.is_some()) + signature.parameters.len();
        let matches = count == body.parameters.len()
            && expected.zip(found).all(|(expected, found)| found.is_none_or(|found| found == expected));
        self.report.require(matches, Invariant::ParametersMatchSignature, || {
            "the parameters do not match the signature".to_string()
        });
    }

    fn verify_names(&mut self, body: &Body) {
        let module = self.module;
        for (&register, variable) in &body.names.variables {
            self.register_scalar(body, register);
            self.report.type_exists(module, variable.ty);
        }
        for (&register, &ty) in &body.names.temporaries {
            self.register_scalar(body, register);
            self.report.type_exists(module, ty);
        }
        if let Some(ty) = body.names.result {
            self.report.type_exists(module, ty);
        }
    }

    fn verify_terminator(&mut self, body: &Body, signature: Option<&Signature>, terminator: &Terminator) {
        terminator.kind.for_each_successor(|successor| {
            self.report.require(successor.index() < body.blocks.len(), Invariant::BlockExists, || {
                format!("there is no block b{}", successor.raw())
            });
            self.report.require(successor != body.entry(), Invariant::EntryHasNoPredecessor, || {
                "this jumps to the entry block".to_string()
            });
        });
        match &terminator.kind {
            TerminatorKind::Goto(_) | TerminatorKind::Unreachable | TerminatorKind::Return(None) => {}
            TerminatorKind::Branch { condition, .. } => {
                self.condition(body, condition);
            }
            TerminatorKind::Switch { value, cases, .. } => {
                let scalar = self.condition(body, value);
                let highest = scalar.map_or(u128::MAX, |scalar| u128::MAX >> (128 - scalar.bits()));
                let mut previous = None;
                for case in cases {
                    let is_ordered =
                        case.first <= case.last && previous.is_none_or(|previous| previous < case.first);
                    self.report.require(is_ordered, Invariant::CasesAreOrdered, || {
                        format!("the case {}..={} is out of order", case.first, case.last)
                    });
                    let fits = case.first <= highest && case.last <= highest;
                    self.report.require(fits, Invariant::CasesFitScalar, || {
                        format!("the case {}..={} does not fit the value", case.first, case.last)
                    });
                    previous = Some(case.last);
                }
            }
            TerminatorKind::Return(Some(value)) => {
                let found = self.scalar(body, value);
                let fits = match signature.map(|signature| signature.result) {
                    Some(ResultKind::Scalar(expected)) => found.is_none_or(|found| found == expected),
                    Some(ResultKind::Void | ResultKind::Aggregate { .. }) => false,
                    None => true,
                };
                self.report.require(fits, Invariant::ReturnMatchesResult, || {
                    "the returned value does not fit the signature".to_string()
                });
            }
        }
    }

    /// A condition's scalar.
    pub(super) fn condition(&mut self, body: &Body, condition: &Operand) -> Option<Scalar> {
        let scalar = self.scalar(body, condition);
        self.report.require(scalar.is_none_or(Scalar::is_integer), Invariant::ConditionIsInteger, || {
            "the value that decides is not an integer".to_string()
        });
        scalar
    }

    /// The scalar in which an argument is passed.
    pub(super) fn passed_as(&self, parameter: Parameter) -> Scalar {
        match parameter {
            Parameter::Scalar(scalar) => scalar,
            Parameter::Aggregate { .. } => self.pointer,
        }
    }

    /// The scalar of a value that is read; `None` if there is no such value.
    pub(super) fn scalar(&mut self, body: &Body, operand: &Operand) -> Option<Scalar> {
        match *operand {
            Operand::Register(register) => {
                let scalar = self.register_scalar(body, register)?;
                self.registers[register.index()].is_read = true;
                Some(scalar)
            }
            Operand::Constant(constant) => Some(constant.scalar),
            Operand::Global(global, _) => {
                self.report.global_exists(self.module, global);
                Some(self.pointer)
            }
            Operand::Function(function) => {
                self.report.function_exists(self.module, function);
                Some(self.pointer)
            }
        }
    }

    /// The scalar of a register that is assigned.
    pub(super) fn assign(&mut self, body: &Body, register: RegisterId) -> Option<Scalar> {
        let scalar = self.register_scalar(body, register)?;
        self.registers[register.index()].is_assigned = true;
        Some(scalar)
    }

    fn register_scalar(&mut self, body: &Body, register: RegisterId) -> Option<Scalar> {
        let declared = body.registers.get(register);
        self.report.require(declared.is_some(), Invariant::RegisterExists, || {
            format!("there is no register %{}", register.raw())
        });
        declared.map(|declared| declared.scalar)
    }
}

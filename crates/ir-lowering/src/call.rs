//! Calls, and the access to variadic arguments.

use crate::function::FunctionLowering;
use crate::place::Address;
use crate::scope::Storage;
use crate::shape::{ScalarKind, Shape, shape};
use crate::unordered::Part;
use c_types::typed::{Expr, ExprId, ExprKind, LocalId};
use c_types::types::{Type, TypeId};
use ir::{
    Callee, InstructionKind, Operand, Parameter, RegisterId, ResultKind, Scalar, SignatureId, TerminatorKind,
};
use source::Span;

/// What is called, and how.
struct Target {
    callee: Callee,
    signature: SignatureId,
    is_noreturn: bool,
}

impl<'p> FunctionLowering<'_, 'p> {
    pub(crate) fn call_for_value(
        &mut self,
        expr: &'p Expr,
        callee: ExprId,
        arguments: &'p [ExprId],
    ) -> Operand {
        match shape(self.program, expr.ty.ty) {
            Shape::Scalar(kind) => match self.call((expr.ty.ty, expr.span), callee, arguments, None) {
                Some(register) => {
                    self.note_pointer(Operand::Register(register), expr.ty.ty);
                    Operand::Register(register)
                }
                None => Operand::integer(kind.scalar, 0),
            },
            Shape::Memory { .. } => {
                let temporary = self.temporary(expr.ty.ty, Storage::Temporary, expr.span);
                self.call_into(expr, callee, arguments, Address::of(Operand::Register(temporary)));
                Operand::Register(temporary)
            }
            _ => {
                self.call((expr.ty.ty, expr.span), callee, arguments, None);
                Operand::integer(Scalar::I8, 0)
            }
        }
    }

    pub(crate) fn call_for_effect(&mut self, expr: &'p Expr, callee: ExprId, arguments: &'p [ExprId]) {
        self.call_for_value(expr, callee, arguments);
    }

    /// A call whose result of aggregate type goes to the destination.
    pub(crate) fn call_into(
        &mut self,
        expr: &'p Expr,
        callee: ExprId,
        arguments: &'p [ExprId],
        destination: Address,
    ) {
        self.call((expr.ty.ty, expr.span), callee, arguments, Some(destination));
    }

    fn call(
        &mut self,
        (ty, span): (TypeId, Span),
        callee: ExprId,
        arguments: &'p [ExprId],
        destination: Option<Address>,
    ) -> Option<RegisterId> {
        let outer = self.scopes.top();
        let (target, values) = self.target_and_arguments(callee, arguments, span);
        let mut passed = Vec::with_capacity(arguments.len() + 1);
        let result = self.module.signature(target.signature).result;
        if let ResultKind::Aggregate { .. } = result {
            passed.push(self.pointer_constant(0));
        }
        passed.extend(values);
        let mut copied_to = None;
        if let (ResultKind::Aggregate { .. }, Some(first)) = (result, passed.first_mut()) {
            *first = match destination {
                Some(destination) if !self.is_initializing_mentioned => self.materialize(destination, span),
                Some(destination) => {
                    // The arguments mention the variable that the result initialises.
                    let temporary = self.temporary(ty, Storage::Temporary, span);
                    copied_to = Some((destination, temporary));
                    Operand::Register(temporary)
                }
                None => Operand::Register(self.temporary(ty, Storage::Temporary, span)),
            };
        }
        let register = match result {
            ResultKind::Scalar(scalar) => Some(self.builder.new_register(scalar)),
            ResultKind::Void | ResultKind::Aggregate { .. } => None,
        };
        self.emit(
            InstructionKind::Call {
                destination: register,
                callee: target.callee,
                signature: target.signature,
                arguments: passed,
            },
            span,
        );
        if target.is_noreturn {
            self.terminate(TerminatorKind::Unreachable, span);
        }
        self.end_argument_copies(outer, span);
        if let Some((destination, temporary)) = copied_to {
            self.copy_aggregate(destination, Address::of(Operand::Register(temporary)), ty, span);
        }
        register
    }

    /// What is called, and the arguments as they are passed.
    fn target_and_arguments(
        &mut self,
        callee: ExprId,
        arguments: &'p [ExprId],
        span: Span,
    ) -> (Target, Vec<Operand>) {
        let direct = self.direct_target(callee);
        let pointer = if direct.is_none() { Some(Part::Value(callee)) } else { None };
        let parts: Vec<Part> = (pointer.into_iter())
            .chain(arguments.iter().map(|&argument| {
                match shape(self.program, self.program.exprs[argument].ty.ty) {
                    Shape::Memory { .. } => Part::Aggregate(argument, Storage::ArgumentCopy),
                    _ => Part::Value(argument),
                }
            }))
            .collect();
        let signature = match &direct {
            Some(target) => target.signature,
            None => self.module.signature_of_type(self.pointer_target(self.program.exprs[callee].ty.ty)),
        };
        let indirect = |pointer| Target { callee: Callee::Indirect(pointer), signature, is_noreturn: false };
        let Some(evaluated) = self.unordered(&parts, span) else {
            let target = match direct {
                Some(target) => target,
                None => indirect(self.value(callee)),
            };
            let arguments = (arguments.iter().enumerate())
                .map(|(index, &argument)| self.argument(argument, (signature, index)))
                .collect();
            return (target, arguments);
        };
        let mut values = evaluated.into_iter().map(|evaluated| evaluated.value);
        let target = match direct {
            Some(target) => target,
            None => indirect(values.next().expect("the called function was evaluated")),
        };
        let passed: Vec<Operand> = (arguments.iter().zip(values).enumerate())
            .map(|(index, (&argument, value))| self.passed(value, argument, (signature, index)))
            .collect();
        (target, passed)
    }

    /// A function that is called by its name.
    fn direct_target(&mut self, callee: ExprId) -> Option<Target> {
        let expr = &self.program.exprs[callee];
        let ty = self.pointer_target(expr.ty.ty);
        if let ExprKind::Decay(designator) | ExprKind::AddressOf(designator) = expr.kind
            && let ExprKind::Function(function) = self.program.exprs[designator].kind
        {
            return Some(Target {
                callee: Callee::Direct(self.module.function_target(function)),
                signature: self.module.signature_of_type(ty),
                is_noreturn: self.module.is_noreturn(function),
            });
        }
        None
    }

    /// The value of an argument in the type that the function has for it.
    fn passed(&mut self, value: Operand, id: ExprId, (signature, index): (SignatureId, usize)) -> Operand {
        let expr = &self.program.exprs[id];
        let Shape::Scalar(kind) = shape(self.program, expr.ty.ty) else { return value };
        let signature = self.module.signature(signature);
        match signature.parameters.get(index) {
            // Only a function without prototype is called with other types than it has.
            Some(Parameter::Scalar(scalar)) if signature.has_prototype && *scalar != kind.scalar => {
                let to = ScalarKind { scalar: *scalar, ..kind };
                self.convert(value, kind, to, expr.span)
            }
            _ => value,
        }
    }

    /// An argument as it is passed: an aggregate as the address of a copy.
    fn argument(&mut self, id: ExprId, (signature, index): (SignatureId, usize)) -> Operand {
        let expr = &self.program.exprs[id];
        match shape(self.program, expr.ty.ty) {
            Shape::Scalar(_) => {
                let value = self.value(id);
                self.passed(value, id, (signature, index))
            }
            Shape::Memory { .. } => {
                let copy = self.temporary(expr.ty.ty, Storage::ArgumentCopy, expr.span);
                self.aggregate_into(id, Address::of(Operand::Register(copy)));
                Operand::Register(copy)
            }
            Shape::Void | Shape::Variable | Shape::Function | Shape::Incomplete => {
                self.effect(id);
                self.pointer_constant(0)
            }
        }
    }

    /// The call that a `cleanup` attribute asks for, at the place where the scope is left.
    pub(crate) fn call_cleanup(&mut self, local: LocalId, span: Span) {
        let program = self.program;
        let Some(call) = program.locals[local].cleanup.map(|call| &program.exprs[call]) else { return };
        let ExprKind::Call { callee, arguments } = &call.kind else { return };
        let outer = self.scopes.top();
        self.call((call.ty.ty, span), *callee, arguments, None);
        self.leave_to(outer, span);
    }

    // -----------------------------------------------------------------------------------------
    // Variadic arguments

    /// The address of the `va_list` object that an expression means.
    pub(crate) fn list_address(&mut self, id: ExprId) -> Operand {
        let expr = &self.program.exprs[id];
        let ty = self.program.types.get(expr.ty.ty);
        let is_object = matches!(ty, Type::VaList | Type::Array { .. } | Type::Record(_));
        if is_object {
            let address = match &expr.kind {
                ExprKind::Load(lvalue) => self.address(*lvalue),
                _ => self.address(id),
            };
            self.materialize(address, expr.span)
        } else {
            // A parameter of type `va_list`, which is a pointer to the caller's.
            self.value(id)
        }
    }

    pub(crate) fn variadic_argument(&mut self, list: ExprId, expr: &'p Expr) -> Operand {
        let list = self.list_address(list);
        let scalar = self.passed_scalar(expr.ty.ty);
        let destination = self.builder.new_register(scalar);
        self.emit(InstructionKind::VaArg { destination, list }, expr.span);
        self.note_pointer(Operand::Register(destination), expr.ty.ty);
        Operand::Register(destination)
    }

    /// An aggregate is passed by its address.
    fn passed_scalar(&self, ty: TypeId) -> Scalar {
        match shape(self.program, ty) {
            Shape::Scalar(kind) => kind.scalar,
            _ => self.builder.pointer_scalar(),
        }
    }
}

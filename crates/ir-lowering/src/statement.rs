//! Statements.

use crate::function::{FunctionLowering, LocalPlace};
use crate::place::{Address, Place};
use crate::scope::{JumpPlace, JumpTarget, Storage};
use crate::shape::{Reading, ScalarKind, Shape, shape};
use c_types::typed::{Comparison, ExprId, LabelKind, LocalId, LocalInitializer, StatementId, StatementKind};
use c_types::types::{ArrayLength, Type, TypeId};
use ir::{BlockId, InstructionKind, Operand, RegisterId, ResultKind, Scalar, StorageKind, TerminatorKind};
use source::Span;

impl<'p> FunctionLowering<'_, 'p> {
    /// The statements of a block whose scope is open.
    pub(crate) fn statements(&mut self, statements: &'p [StatementId]) {
        self.begin_locals(statements);
        for &statement in statements {
            self.statement(statement);
        }
    }

    /// The locals in memory that a block declares live from its start, however it is entered.
    fn begin_locals(&mut self, statements: &'p [StatementId]) {
        for &statement in statements {
            let mut statement = &self.program.statements[statement];
            while let StatementKind::Labeled { body, .. } = &statement.kind {
                statement = &self.program.statements[*body];
            }
            if let StatementKind::DeclareLocal { local, .. } = statement.kind {
                let ty = self.program.locals[local].ty.ty;
                let place = self.make_place(local);
                if let (LocalPlace::Memory(_), Shape::Memory { .. } | Shape::Scalar(_)) =
                    (place, shape(self.program, ty))
                {
                    self.begin_local(local, self.program.locals[local].span);
                }
            }
        }
    }

    /// A statement that another one controls. It is a block of its own, braces or not (C11 6.8.4,
    /// 6.8.5), which matters for compound literals.
    pub(crate) fn controlled_statement(&mut self, id: StatementId) {
        let span = self.program.statements[id].span;
        let scope = self.open_scope(span);
        self.statement(id);
        self.close_scope(scope, end_of(span));
    }

    pub(crate) fn statement(&mut self, id: StatementId) {
        let statement = &self.program.statements[id];
        let span = statement.span;
        match &statement.kind {
            StatementKind::Empty => {}
            StatementKind::Expr(expr) => self.full_effect(*expr),
            StatementKind::Compound(statements) => {
                let scope = self.open_scope(span);
                self.statements(statements);
                self.close_scope(scope, end_of(span));
            }
            StatementKind::DeclareLocal { local, initializer } => {
                self.declare_local(*local, initializer.as_ref(), span);
            }
            StatementKind::EvaluateLength { hidden, length } => {
                let value = self.full_value(*length);
                let kind = self.scalar_kind(*length);
                let hidden_kind = self.kind_of(self.program.locals[*hidden].ty.ty);
                let value = self.convert(value, kind, hidden_kind, span);
                if let LocalPlace::Register(register) = self.place_of_local(*hidden) {
                    self.store(Place::Register(register), value, span);
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                let scope = self.open_scope(span);
                self.if_statement(*condition, *then, *otherwise, span);
                self.close_scope(scope, end_of(span));
            }
            StatementKind::While { condition, body } => {
                let scope = self.open_scope(span);
                self.while_loop(*condition, *body, span);
                self.close_scope(scope, end_of(span));
            }
            StatementKind::DoWhile { body, condition } => {
                let scope = self.open_scope(span);
                self.do_loop(*body, *condition, span);
                self.close_scope(scope, end_of(span));
            }
            StatementKind::For { init, condition, step, body } => {
                let scope = self.open_scope(span);
                self.statements(init);
                self.for_loop(*condition, *step, *body, span);
                self.close_scope(scope, end_of(span));
            }
            StatementKind::Switch { value, body } => {
                let scope = self.open_scope(span);
                self.switch_statement(*value, *body, span);
                self.close_scope(scope, end_of(span));
            }
            StatementKind::Labeled { labels, body } => {
                self.labels(labels, span);
                self.statement(*body);
            }
            StatementKind::Goto(label) => self.jump(JumpTarget::Label(*label), span),
            StatementKind::GotoComputed(target) => self.computed_goto(*target, span),
            StatementKind::Break => self.leave_loop(self.breaks.last().copied(), span),
            StatementKind::Continue => self.leave_loop(self.continues.last().copied(), span),
            StatementKind::Return(value) => self.return_statement(*value, span),
            StatementKind::Asm(asm) => self.asm(asm, span),
            StatementKind::Unsupported(reason) => self.emit_unsupported(reason, span),
        }
    }

    fn leave_loop(&mut self, place: Option<JumpPlace>, span: Span) {
        match place {
            Some(place) => self.jump(JumpTarget::Place(place), span),
            None => self.emit_unsupported("a jump out of a loop or switch where there is none", span),
        }
    }

    /// Falls through to a place that jumps lead to as well, and remembers what lives there.
    fn labels(&mut self, labels: &[LabelKind], span: Span) {
        let block = self.builder.new_block();
        self.go_to(block, span);
        self.builder.switch_to(block);
        let place = JumpPlace { block, node: self.scopes.top() };
        for label in labels {
            match label {
                LabelKind::Name(label) => self.module.label_places[label.index()] = Some(place),
                LabelKind::Case { first, last } => self.add_case(*first, *last, place),
                LabelKind::Default => self.add_default(place),
            }
        }
    }

    // -----------------------------------------------------------------------------------------
    // Declarations

    fn declare_local(&mut self, local: LocalId, initializer: Option<&'p LocalInitializer>, span: Span) {
        let described = &self.program.locals[local];
        let ty = described.ty.ty;
        if self.program.has_variable_size(ty) {
            self.declare_variable_length(local, span);
            return;
        }
        let place = self.place_of_local(local);
        match (place, initializer) {
            (LocalPlace::Register(destination), None) => {
                self.emit(InstructionKind::Undefine { destination }, span);
            }
            (LocalPlace::Register(register), Some(LocalInitializer::Value(value))) => {
                let value = self.full_value(*value);
                self.store(Place::Register(register), value, span);
            }
            (LocalPlace::Register(register), Some(LocalInitializer::List(list))) => {
                let outer = self.scopes.top();
                self.initialize_register(register, list, ty, span);
                self.leave_to(outer, span);
            }
            (LocalPlace::Memory(address), Some(initializer)) => {
                self.initialize_local(local, Address::of(Operand::Register(address)), initializer, span);
            }
            // Memory is uninitialised when its lifetime begins, and again whenever a jump backwards inside the same
            // block leads to the declaration (C11 6.2.4p6).
            (LocalPlace::Memory(address), None) => {
                if self.module.is_jumped_back_over(span) {
                    self.forget_contents(address, ty, span);
                }
            }
            (LocalPlace::Unknown, _) => {}
        }
        if described.cleanup.is_some() {
            self.scopes.push(Storage::Cleanup(local));
        }
    }

    /// Makes the contents of an object indeterminate. It stays the same object: pointers to it remain valid, so
    /// its storage does not end; it gets the bytes of memory that nobody has written.
    fn forget_contents(&mut self, address: RegisterId, ty: TypeId, span: Span) {
        let outer = self.scopes.top();
        let fresh = self.temporary(ty, Storage::Temporary, span);
        self.copy_aggregate(
            Address::of(Operand::Register(address)),
            Address::of(Operand::Register(fresh)),
            ty,
            span,
        );
        self.leave_to(outer, span);
    }

    fn initialize_local(
        &mut self,
        local: LocalId,
        address: Address,
        initializer: &'p LocalInitializer,
        span: Span,
    ) {
        let described = &self.program.locals[local];
        let ty = described.ty.ty;
        let outer = self.scopes.top();
        match (initializer, shape(self.program, ty)) {
            (LocalInitializer::Value(value), Shape::Scalar(_)) => {
                let value = self.value(*value);
                let is_volatile = described.ty.qualifiers.is_volatile;
                self.store(Place::Memory { address, bits: None, is_volatile }, value, span);
            }
            (LocalInitializer::Value(value), _) => {
                let before = (self.initializing, self.is_initializing_mentioned);
                (self.initializing, self.is_initializing_mentioned) = (Some(local), false);
                self.aggregate_into(*value, address);
                (self.initializing, self.is_initializing_mentioned) = before;
            }
            (LocalInitializer::List(list), _) => self.initialize(address, list, ty, span),
        }
        self.leave_to(outer, span);
    }

    fn declare_variable_length(&mut self, local: LocalId, span: Span) {
        let described = &self.program.locals[local];
        self.refuse_negative_lengths(described.ty.ty, span);
        let size = self.size_at_run_time(described.ty.ty, span);
        let LocalPlace::Memory(destination) = self.place_of_local(local) else { return };
        self.emit(
            InstructionKind::StackAlloc {
                destination,
                size,
                alignment: described.alignment.max(1),
                storage: StorageKind::Local,
            },
            span,
        );
        self.scopes.push(Storage::VariableLength(destination));
        if described.cleanup.is_some() {
            self.scopes.push(Storage::Cleanup(local));
        }
    }

    /// An array of negative length is undefined (C11 6.7.6.2p5), whatever its size in bytes becomes by wrapping around:
    /// where a length is negative, storage of the size -1 is asked for.
    fn refuse_negative_lengths(&mut self, ty: TypeId, span: Span) {
        let Type::Array { element, length } = self.program.types.get(ty) else { return };
        self.refuse_negative_lengths(element.ty, span);
        let ArrayLength::Variable(length) = length else { return };
        let length = self.length_at_run_time(*length, span);
        let kind = ScalarKind { reading: Reading::Signed, ..self.pointer_kind() };
        let zero = self.pointer_constant(0);
        let is_negative = self.compare(Comparison::Less, (length, zero), kind, Scalar::I32, span);
        let (refused, accepted) = (self.builder.new_block(), self.builder.new_block());
        let reach = self.branch_on_operand(is_negative, (refused, accepted), span);
        if reach.then {
            self.builder.switch_to(refused);
            let destination = self.builder.new_register(self.builder.pointer_scalar());
            let (size, storage) = (self.pointer_constant(-1), StorageKind::Local);
            self.emit(InstructionKind::StackAlloc { destination, size, alignment: 1, storage }, span);
            self.terminate(TerminatorKind::Goto(accepted), span);
        }
        self.builder.switch_to(accepted);
    }

    // -----------------------------------------------------------------------------------------
    // Control flow

    fn if_statement(
        &mut self,
        condition: ExprId,
        then: StatementId,
        otherwise: Option<StatementId>,
        span: Span,
    ) {
        let (left, right, join) =
            (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
        let reach = self.branch(condition, left, if otherwise.is_some() { right } else { join });
        // A part that is not reached is lowered all the same: it may contain labels.
        if reach.then {
            self.builder.switch_to(left);
        }
        self.controlled_statement(then);
        let mut is_join_reached = self.go_to(join, end_of(span));
        match otherwise {
            Some(otherwise) => {
                if reach.otherwise {
                    self.builder.switch_to(right);
                }
                self.controlled_statement(otherwise);
                is_join_reached |= self.go_to(join, end_of(span));
            }
            None => is_join_reached |= reach.otherwise,
        }
        if is_join_reached {
            self.builder.switch_to(join);
        }
    }

    /// Lowers the body of a loop.
    fn loop_body(&mut self, body: StatementId, (continue_to, break_to): (BlockId, BlockId)) {
        let node = self.scopes.top();
        self.continues.push(JumpPlace { block: continue_to, node });
        self.breaks.push(JumpPlace { block: break_to, node });
        self.controlled_statement(body);
        self.continues.pop();
        self.breaks.pop();
    }

    fn while_loop(&mut self, condition: ExprId, body: StatementId, span: Span) {
        let (head, inside, exit) =
            (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
        self.go_to(head, span);
        self.builder.switch_to(head);
        let reach = self.branch(condition, inside, exit);
        if reach.then {
            self.builder.switch_to(inside);
        }
        self.loop_body(body, (head, exit));
        self.go_to(head, end_of(span));
        self.builder.switch_to(exit);
    }

    fn do_loop(&mut self, body: StatementId, condition: ExprId, span: Span) {
        let (inside, check, exit) =
            (self.builder.new_block(), self.builder.new_block(), self.builder.new_block());
        self.go_to(inside, span);
        self.builder.switch_to(inside);
        self.loop_body(body, (check, exit));
        self.go_to(check, span);
        self.builder.switch_to(check);
        self.branch(condition, inside, exit);
        self.builder.switch_to(exit);
    }

    fn for_loop(&mut self, condition: Option<ExprId>, step: Option<ExprId>, body: StatementId, span: Span) {
        let (head, inside) = (self.builder.new_block(), self.builder.new_block());
        let (next, exit) = (self.builder.new_block(), self.builder.new_block());
        self.go_to(head, span);
        self.builder.switch_to(head);
        let is_entered = match condition {
            Some(condition) => self.branch(condition, inside, exit).then,
            None => self.go_to(inside, span),
        };
        if is_entered {
            self.builder.switch_to(inside);
        }
        self.loop_body(body, (next, exit));
        self.go_to(next, end_of(span));
        self.builder.switch_to(next);
        if let Some(step) = step {
            self.full_effect(step);
        }
        self.go_to(head, end_of(span));
        self.builder.switch_to(exit);
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) {
        let outer = self.scopes.top();
        let returned = match (value, self.result) {
            (None, _) => None,
            (Some(value), ResultKind::Scalar(scalar)) => {
                let from = self.scalar_kind(value);
                let value = self.value(value);
                match self.result_kind {
                    Some(kind) if from.scalar != scalar => Some(self.convert(value, from, kind, span)),
                    _ => Some(value),
                }
            }
            (Some(value), ResultKind::Aggregate { .. }) => {
                if let Some(address) = self.result_address {
                    self.aggregate_into(value, Address::of(Operand::Register(address)));
                }
                None
            }
            (Some(value), ResultKind::Void) => {
                self.effect(value);
                None
            }
        };
        self.clean_up_for_return(span);
        self.terminate(TerminatorKind::Return(returned), span);
        self.scopes.move_to(outer);
    }
}

/// The last character: where a block of the source ends.
pub(crate) fn end_of(span: Span) -> Span {
    Span::new(span.end.saturating_sub(1).max(span.start), span.end)
}

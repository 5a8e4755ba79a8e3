//! Statements.

use super::Checker;
use super::scope::Entity;
use crate::typed::{Asm, ExprId, LabelKind, StatementId, StatementKind};
use crate::types::{Type, TypeId};
use c_syntax::ast;
use source::{Diagnostic, Span};

/// A `switch` whose body is being checked.
pub struct SwitchState {
    /// The promoted type of the value.
    ty: TypeId,
    cases: Vec<(i128, i128, Span)>,
    default: Option<Span>,
}

impl Checker<'_> {
    pub(super) fn enter_block(&mut self) {
        self.scopes.enter();
    }

    pub(super) fn leave_block(&mut self) {
        self.end_local_labels(self.scopes.depth());
        self.scopes.leave();
    }

    /// Checks a statement that is not directly in a block, so it becomes exactly one.
    pub(super) fn statement(&mut self, id: ast::StatementId) -> StatementId {
        let mut statements = Vec::new();
        self.block_item(id, &mut statements);
        if let [statement] = statements[..] {
            return statement;
        }
        let span = self.unit.statements[id].span;
        let kind =
            if statements.is_empty() { StatementKind::Empty } else { StatementKind::Compound(statements) };
        self.push_statement(kind, span)
    }

    /// Checks a statement or declaration in a block; a declaration may become several statements.
    pub(super) fn block_item(&mut self, id: ast::StatementId, out: &mut Vec<StatementId>) {
        let unit = self.unit;
        let statement = &unit.statements[id];
        let span = statement.span;
        let kind = match &statement.kind {
            ast::StatementKind::Empty => return,
            ast::StatementKind::Declaration(declaration) => {
                return self.local_declaration(*declaration, out);
            }
            ast::StatementKind::StaticAssert(assertion) => return self.static_assert(*assertion),
            ast::StatementKind::LocalLabels(labels) => {
                for &(name, span) in labels {
                    self.declare_local_label(name, span);
                }
                return;
            }
            ast::StatementKind::NestedFunction(function) => {
                if let Some(name) = unit.functions[*function].declarator.name {
                    self.scopes.declare(name, Entity::NestedFunction);
                }
                StatementKind::Unsupported("a nested function".to_owned())
            }
            ast::StatementKind::Expr(expr) => {
                let value = self.rvalue_of(*expr);
                StatementKind::Expr(value)
            }
            ast::StatementKind::Compound(items) => StatementKind::Compound(self.block(items)),
            ast::StatementKind::If { condition, then, otherwise } => {
                self.if_statement(*condition, *then, *otherwise, out)
            }
            ast::StatementKind::While { condition, body } => {
                let condition = self.loop_condition(*condition);
                StatementKind::While { condition, body: self.loop_body(*body) }
            }
            ast::StatementKind::DoWhile { body, condition } => {
                let body = self.loop_body(*body);
                StatementKind::DoWhile { body, condition: self.loop_condition(*condition) }
            }
            ast::StatementKind::For { init, condition, step, body } => {
                self.for_statement(*init, *condition, *step, *body)
            }
            ast::StatementKind::Switch { value, body } => self.switch(*value, *body, out),
            ast::StatementKind::Labeled { labels, body } => {
                let labels = self.labels(labels);
                // A declaration after a label belongs to the block around it.
                let mut body_statements = Vec::new();
                self.block_item(*body, &mut body_statements);
                let mut rest = body_statements.into_iter();
                let body = match rest.next() {
                    Some(body) => body,
                    None => self.push_statement(StatementKind::Empty, span),
                };
                out.push(self.push_statement(StatementKind::Labeled { labels, body }, span));
                out.extend(rest);
                return;
            }
            ast::StatementKind::Goto(name, name_span) => match self.label(*name, *name_span) {
                Some(label) => StatementKind::Goto(label),
                None => return,
            },
            ast::StatementKind::GotoComputed(target) => {
                let target = self.rvalue_of(*target);
                let target = self.assign_convert(target, self.common.void_pointer, "the target of `goto`");
                StatementKind::GotoComputed(target)
            }
            ast::StatementKind::Break => {
                self.check_inside_loop(span, "break", true);
                StatementKind::Break
            }
            ast::StatementKind::Continue => {
                self.check_inside_loop(span, "continue", false);
                StatementKind::Continue
            }
            ast::StatementKind::Return(value) => self.return_statement(*value, span, out),
            ast::StatementKind::Asm(asm) => StatementKind::Asm(Box::new(self.asm(asm))),
        };
        out.append(&mut self.hidden_lengths);
        out.push(self.push_statement(kind, span));
    }

    /// The items of `{ … }`, in a scope of their own.
    pub(super) fn block(&mut self, items: &[ast::StatementId]) -> Vec<StatementId> {
        self.enter_block();
        let mut statements = Vec::with_capacity(items.len());
        for &item in items {
            self.block_item(item, &mut statements);
        }
        self.leave_block();
        statements
    }

    fn if_statement(
        &mut self,
        condition: ast::ExprId,
        then: ast::StatementId,
        otherwise: Option<ast::StatementId>,
        out: &mut Vec<StatementId>,
    ) -> StatementKind {
        let condition = self.condition(condition);
        out.append(&mut self.hidden_lengths);
        self.enter_block();
        let then = self.statement(then);
        self.leave_block();
        let otherwise = otherwise.map(|otherwise| {
            self.enter_block();
            let otherwise = self.statement(otherwise);
            self.leave_block();
            otherwise
        });
        StatementKind::If { condition, then, otherwise }
    }

    /// A condition that is evaluated again and again, and lengths in it with it.
    fn loop_condition(&mut self, condition: ast::ExprId) -> ExprId {
        let outer = std::mem::take(&mut self.hidden_lengths);
        let condition = self.condition(condition);
        let lengths = std::mem::replace(&mut self.hidden_lengths, outer);
        self.with_lengths(lengths, condition)
    }

    fn loop_body(&mut self, body: ast::StatementId) -> StatementId {
        self.change_loop_depth(1);
        self.enter_block();
        let body = self.statement(body);
        self.leave_block();
        self.change_loop_depth(-1);
        body
    }

    fn change_loop_depth(&mut self, change: i32) {
        if let Some(function) = &mut self.function {
            function.loop_depth = function.loop_depth.saturating_add_signed(change);
        }
    }

    fn check_inside_loop(&mut self, span: Span, word: &str, may_be_switch: bool) {
        let is_inside = self.function.as_ref().is_some_and(|function| {
            function.loop_depth > 0 || (may_be_switch && !function.switches.is_empty())
        });
        if !is_inside {
            let place = if may_be_switch { "loop or `switch`" } else { "loop" };
            self.error("misplaced-jump", span, format!("there is no {place} around this `{word}`"));
        }
    }

    fn for_statement(
        &mut self,
        init: ast::ForInit,
        condition: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StatementId,
    ) -> StatementKind {
        self.enter_block();
        let mut statements = Vec::new();
        match init {
            ast::ForInit::None => {}
            ast::ForInit::Expr(expr) => {
                let value = self.rvalue_of(expr);
                let span = self.span_of(value);
                statements.append(&mut self.hidden_lengths);
                statements.push(self.push_statement(StatementKind::Expr(value), span));
            }
            ast::ForInit::Declaration(declaration) => self.local_declaration(declaration, &mut statements),
        }
        let condition = condition.map(|condition| self.loop_condition(condition));
        let step = step.map(|step| {
            let outer = std::mem::take(&mut self.hidden_lengths);
            let step = self.rvalue_of(step);
            let lengths = std::mem::replace(&mut self.hidden_lengths, outer);
            self.with_lengths(lengths, step)
        });
        let body = self.loop_body(body);
        self.leave_block();
        StatementKind::For { init: statements, condition, step, body }
    }

    // -----------------------------------------------------------------------------------------
    // Switch and labels

    fn switch(
        &mut self,
        value: ast::ExprId,
        body: ast::StatementId,
        out: &mut Vec<StatementId>,
    ) -> StatementKind {
        let value = self.rvalue_of(value);
        out.append(&mut self.hidden_lengths);
        let value = self.promote(value);
        let mut ty = self.type_of(value);
        if !self.program.is_integer(ty) {
            if !self.program.is_error(ty) {
                let message = format!(
                    "`switch` wants an integer, but this has the type `{}`",
                    self.program.display(ty)
                );
                let span = self.span_of(value);
                self.error("type-mismatch", span, message);
            }
            ty = self.common.int;
        }
        if let Some(function) = &mut self.function {
            function.switches.push(SwitchState { ty, cases: Vec::new(), default: None });
        }
        self.enter_block();
        let body = self.statement(body);
        self.leave_block();
        let state = self.function.as_mut().and_then(|function| function.switches.pop());
        if let Some(state) = state {
            self.check_cases(state.cases);
        }
        StatementKind::Switch { value, body }
    }

    fn check_cases(&mut self, mut cases: Vec<(i128, i128, Span)>) {
        cases.sort_by_key(|&(first, _, span)| (first, span.start));
        for pair in cases.windows(2) {
            let ((_, last, previous), (first, _, span)) = (pair[0], pair[1]);
            if first <= last {
                let message = format!("two cases of the `switch` are for {first}");
                let diagnostic = Diagnostic::error("duplicate-case", span, message);
                self.report(diagnostic.with_label(previous, "the first one"));
            }
        }
    }

    pub(super) fn labels(&mut self, labels: &[ast::Label]) -> Vec<LabelKind> {
        let mut kinds = Vec::with_capacity(labels.len());
        for label in labels {
            let kind = match label.kind {
                ast::LabelKind::Name(name) => self.define_label(name, label.span).map(LabelKind::Name),
                ast::LabelKind::Case(value) => self.case(value, value, label.span),
                ast::LabelKind::CaseRange(first, last) => self.case(first, last, label.span),
                ast::LabelKind::Default => self.default_label(label.span),
            };
            kinds.extend(kind);
        }
        kinds
    }

    fn case(&mut self, first: ast::ExprId, last: ast::ExprId, span: Span) -> Option<LabelKind> {
        let ty = match self.function.as_ref().and_then(|function| function.switches.last()) {
            Some(state) => state.ty,
            None => {
                self.error("misplaced-jump", span, "there is no `switch` around this `case`");
                return None;
            }
        };
        let low = self.case_value(first, ty)?;
        let high = if first == last { low } else { self.case_value(last, ty)? };
        // An empty range is allowed and means nothing.
        if low > high {
            return None;
        }
        if let Some(state) = self.function.as_mut().and_then(|function| function.switches.last_mut()) {
            state.cases.push((low, high, span));
        }
        Some(LabelKind::Case { first: low, last: high })
    }

    fn case_value(&mut self, value: ast::ExprId, ty: TypeId) -> Option<i128> {
        let span = self.unit.exprs[value].span;
        match self.constant_of(value) {
            Some(value) => {
                let (bits, is_signed) = self.program.integer_width(ty)?;
                Some(crate::kinds::wrap(value, bits, is_signed))
            }
            None => {
                self.error("not-constant", span, "the value of a `case` is not an integer constant");
                None
            }
        }
    }

    fn default_label(&mut self, span: Span) -> Option<LabelKind> {
        let state = self.function.as_mut().and_then(|function| function.switches.last_mut());
        let Some(state) = state else {
            self.error("misplaced-jump", span, "there is no `switch` around this `default`");
            return None;
        };
        if let Some(previous) = state.default.replace(span) {
            let diagnostic =
                Diagnostic::error("duplicate-case", span, "the `switch` has two `default` labels");
            self.report(diagnostic.with_label(previous, "the first one"));
        }
        Some(LabelKind::Default)
    }

    fn return_statement(
        &mut self,
        value: Option<ast::ExprId>,
        span: Span,
        out: &mut Vec<StatementId>,
    ) -> StatementKind {
        let result = self.function.as_ref().map_or(self.common.void, |function| function.result.ty);
        let Some(value) = value else { return StatementKind::Return(None) };
        let value = self.rvalue_of(value);
        out.append(&mut self.hidden_lengths);
        if self.program.is_void(result) {
            // `return f();` and `return 1;` in a `void` function: evaluated, then dropped.
            out.push(self.push_statement(StatementKind::Expr(value), span));
            return StatementKind::Return(None);
        }
        let value = self.assign_convert(value, result, "the function's result");
        StatementKind::Return(Some(value))
    }

    // -----------------------------------------------------------------------------------------
    // Assembly

    fn asm(&mut self, asm: &ast::Asm) -> Asm {
        let text = |checker: &Self, id: ast::StringId| {
            String::from_utf8_lossy(&checker.unit.strings[id].units).into_owned()
        };
        let mut outputs = Vec::with_capacity(asm.outputs.len());
        for operand in &asm.outputs {
            let constraint = text(self, operand.constraint);
            let target = self.expr(operand.expr);
            if memory_kind(&constraint) != AsmOperandKind::Register {
                self.mark_address_taken(target);
            }
            let span = self.span_of(target);
            if !self.program.is_lvalue(target) && !self.program.is_error(self.type_of(target)) {
                self.error("not-an-lvalue", span, "an output of `asm` must be an object");
            }
            outputs.push((constraint, target));
        }
        let mut inputs = Vec::with_capacity(asm.inputs.len());
        for operand in &asm.inputs {
            let constraint = text(self, operand.constraint);
            let value = self.expr(operand.expr);
            let is_memory =
                memory_kind(&constraint) == AsmOperandKind::Memory && self.program.is_lvalue(value);
            let value = if is_memory {
                self.mark_address_taken(value);
                value
            } else {
                self.rvalue(value)
            };
            inputs.push((constraint, value));
        }
        let labels = asm.labels.iter().filter_map(|&(name, span)| self.label(name, span)).collect();
        Asm {
            is_volatile: asm.is_volatile,
            template: text(self, asm.template),
            outputs,
            inputs,
            clobbers: asm.clobbers.iter().map(|&clobber| text(self, clobber)).collect(),
            labels,
        }
    }

    // -----------------------------------------------------------------------------------------
    // Assertions

    pub(super) fn static_assert(&mut self, assertion: ast::StaticAssert) {
        let outcome = self.constant_of(assertion.condition);
        let problem = match outcome {
            Some(0) => "the static assertion fails",
            Some(_) => return,
            None => "the condition of the static assertion is not an integer constant",
        };
        let message = match assertion.message {
            Some(id) => {
                let text = String::from_utf8_lossy(&self.unit.strings[id].units).into_owned();
                format!("{problem}: {text}")
            }
            None => problem.to_owned(),
        };
        self.error("static-assert", assertion.span, message);
    }

    /// Whether a type can be that of an object.
    pub(super) fn is_object_type(&self, ty: TypeId) -> bool {
        !matches!(self.type_behind(ty), Type::Void | Type::Function(_) | Type::Error)
    }
}

/// Where an operand of `asm` may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AsmOperandKind {
    Register,
    Memory,
    Either,
}

/// What a constraint allows.
fn memory_kind(constraint: &str) -> AsmOperandKind {
    let allows_memory = constraint.contains(['m', 'o', 'V', 'g', 'X', '<', '>', 'p']);
    let letters = constraint.chars().filter(|letter| letter.is_ascii_alphanumeric());
    let only_memory = allows_memory && letters.into_iter().all(|letter| matches!(letter, 'm' | 'o' | 'V'));
    if only_memory {
        AsmOperandKind::Memory
    } else if constraint.contains(['m', 'o', 'V']) {
        AsmOperandKind::Either
    } else {
        AsmOperandKind::Register
    }
}

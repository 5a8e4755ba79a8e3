//! Expressions: the dispatcher, and what belongs nowhere else.

use super::scope::Entity;
use super::{Checker, attributes::Attributes};
use crate::constant;
use crate::layout;
use crate::typed::{
    ArithmeticOperator, ExprId, ExprKind, Initializer, InitializerEntry, StatementId, StatementKind,
};
use crate::types::{ArrayLength, QualifiedType, Type, TypeId, TypeTable};
use c_syntax::ast;
use source::{DataModel, Diagnostic, Span};
use stdx::Symbol;

/// The least or the preferred alignment of a type.
type AlignmentOf = fn(&TypeTable, DataModel, TypeId) -> u64;

impl Checker<'_> {
    /// Checks an expression; the result may be an lvalue.
    pub(super) fn expr(&mut self, id: ast::ExprId) -> ExprId {
        let unit = self.unit;
        let node = &unit.exprs[id];
        let span = node.span;
        match &node.kind {
            ast::ExprKind::Integer(literal) => self.integer_literal(*literal, span),
            ast::ExprKind::Float { text, suffix, is_imaginary } => {
                self.float_literal(*text, *suffix, *is_imaginary, span)
            }
            ast::ExprKind::Character { value, encoding } => self.character_literal(*value, *encoding, span),
            ast::ExprKind::String(string) => self.string_literal(*string),
            ast::ExprKind::FunctionName => self.function_name(span),
            ast::ExprKind::Name(name) => self.name(*name, span),
            ast::ExprKind::Unary(operator, operand) => self.unary(*operator, *operand, span),
            ast::ExprKind::Binary(operator, left, right) => self.binary(*operator, *left, *right, span),
            ast::ExprKind::LogicalAnd(left, right) => {
                let (left, right) = (self.condition(*left), self.condition(*right));
                self.push(ExprKind::LogicalAnd(left, right), self.common.int, span)
            }
            ast::ExprKind::LogicalOr(left, right) => {
                let (left, right) = (self.condition(*left), self.condition(*right));
                self.push(ExprKind::LogicalOr(left, right), self.common.int, span)
            }
            ast::ExprKind::Assign(target, value) => self.assign(*target, *value, span),
            ast::ExprKind::CompoundAssign(operator, target, value) => {
                self.compound_assign(*operator, *target, *value, span)
            }
            ast::ExprKind::Comma(left, right) => {
                let (left, right) = (self.rvalue_of(*left), self.rvalue_of(*right));
                let ty = self.type_of(right);
                self.push(ExprKind::Comma(left, right), ty, span)
            }
            ast::ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(*condition, *then, *otherwise, span)
            }
            ast::ExprKind::Cast(ty, operand) => self.cast(*ty, *operand, span),
            ast::ExprKind::CompoundLiteral(ty, list) => self.compound_literal(*ty, *list, span),
            ast::ExprKind::SizeofExpr(operand) => self.sizeof_expr(*operand, span),
            ast::ExprKind::SizeofType(ty) => self.sizeof_type(*ty, span),
            ast::ExprKind::AlignofExpr(operand) => self.alignof_expr(*operand, layout::alignment_of, span),
            ast::ExprKind::AlignofType(ty) => self.alignof_type(*ty, layout::alignment_of, span),
            ast::ExprKind::PreferredAlignofExpr(operand) => {
                self.alignof_expr(*operand, layout::preferred_alignment_of, span)
            }
            ast::ExprKind::PreferredAlignofType(ty) => {
                self.alignof_type(*ty, layout::preferred_alignment_of, span)
            }
            ast::ExprKind::Call { callee, arguments } => self.call(*callee, arguments, span),
            ast::ExprKind::Member(record, name) => self.member(*record, *name, span),
            ast::ExprKind::Arrow(pointer, name) => self.arrow(*pointer, *name, span),
            ast::ExprKind::Index(array, index) => self.index(*array, *index, span),
            ast::ExprKind::LabelAddress(name) => self.label_address(*name, span),
            ast::ExprKind::StatementExpr(statement) => self.statement_expr(*statement, span),
            ast::ExprKind::Generic(generic) => self.generic(generic, span),
            ast::ExprKind::VaArg(list, ty) => self.va_arg(*list, *ty, span),
            ast::ExprKind::Offsetof(ty, designators) => self.offsetof(*ty, designators, span),
            ast::ExprKind::TypesCompatible(left, right) => self.types_compatible(*left, *right, span),
            ast::ExprKind::ChooseExpr(condition, then, otherwise) => {
                self.choose_expr(*condition, *then, *otherwise, span)
            }
            ast::ExprKind::Error => self.error_expr(span),
        }
    }

    pub(super) fn name(&mut self, name: Symbol, span: Span) -> ExprId {
        match self.scopes.lookup(name) {
            Some(Entity::Local(local)) => {
                let ty = self.program.locals[local].ty;
                self.push_qualified(ExprKind::Local(local), ty, span)
            }
            Some(Entity::Global(global)) => {
                let ty = self.program.globals[global].ty;
                self.push_qualified(ExprKind::Global(global), ty, span)
            }
            Some(Entity::Function(function)) => {
                let ty = self.program.functions[function].ty;
                self.push(ExprKind::Function(function), ty, span)
            }
            Some(Entity::Enumerator(index)) => {
                let (value, ty) = self.scopes.enumerators[index as usize];
                self.integer_constant(value, ty, span)
            }
            Some(Entity::PrototypeParameter(ty)) => {
                let kind = ExprKind::Unsupported("a parameter of a prototype".to_owned());
                self.push_qualified(kind, ty, span)
            }
            Some(Entity::NestedFunction) => self.unsupported("a nested function", self.common.error, span),
            Some(Entity::Error) => self.error_expr(span),
            Some(Entity::Typedef(_)) => {
                let message = format!("`{}` is a type, not a value", self.text(name));
                self.error("not-a-value", span, message);
                self.error_expr(span)
            }
            None => self.undeclared(name, span),
        }
    }

    fn undeclared(&mut self, name: Symbol, span: Span) -> ExprId {
        // A builtin's address, say; a call has been looked at before.
        if let Some(function) = self.library_builtin(name, span) {
            let ty = self.program.functions[function].ty;
            return self.push(ExprKind::Function(function), ty, span);
        }
        let message = format!("`{}` is not declared", self.text(name));
        let mut diagnostic = Diagnostic::error("undeclared", span, message);
        diagnostic.help = self.suggest_name(name);
        self.report(diagnostic);
        // Report each name once.
        self.scopes.declare(name, Entity::Error);
        self.error_expr(span)
    }

    fn cast(&mut self, id: ast::TypeNameId, operand: ast::ExprId, span: Span) -> ExprId {
        let outer = std::mem::take(&mut self.hidden_lengths);
        let (target, _) = self.type_name(id);
        let lengths = std::mem::replace(&mut self.hidden_lengths, outer);
        let value = self.rvalue_of(operand);
        let result = self.cast_value(value, target.ty, span);
        self.with_lengths(lengths, result)
    }

    pub(super) fn cast_value(&mut self, value: ExprId, target: TypeId, span: Span) -> ExprId {
        let from = self.type_of(value);
        if self.program.is_error(target) {
            return self.error_expr(span);
        }
        if from == target {
            // A cast is no lvalue and its value is no bit-field.
            if self.program.bit_field_of(value).is_some() {
                return self.push(ExprKind::Convert(value), target, span);
            }
            return value;
        }
        if self.program.is_error(from) || self.program.is_void(target) {
            return self.convert(value, target);
        }
        if self.is_exotic(from) || self.is_exotic(target) {
            return self.convert(value, target);
        }
        if let Some(record) = self.program.record_of(target)
            && self.program.types.records[record].is_union
            && let Some(literal) = self.cast_to_union(value, target, span)
        {
            return literal;
        }
        if !self.program.is_scalar(target) || !self.program.is_scalar(from) {
            let (from, to) = (self.program.display(from), self.program.display(target));
            self.error("invalid-cast", span, format!("`{from}` cannot be cast to `{to}`"));
            return self.error_expr(span);
        }
        let is_float_pointer_mix = (self.program.float_kind(from).is_some()
            && self.program.is_pointer(target))
            || (self.program.is_pointer(from) && self.program.float_kind(target).is_some());
        if is_float_pointer_mix {
            let (from, to) = (self.program.display(from), self.program.display(target));
            self.error("invalid-cast", span, format!("`{from}` cannot be cast to `{to}`"));
            return self.error_expr(span);
        }
        let converted = self.convert(value, target);
        // A folded constant keeps the place of the cast.
        converted
    }

    /// GNU's cast to a union from the type of a member.
    fn cast_to_union(&mut self, value: ExprId, target: TypeId, span: Span) -> Option<ExprId> {
        let record = self.program.record_of(target)?;
        let from = self.type_of(value);
        let layout = self.program.types.records[record].layout.as_ref()?;
        let field = layout.fields.iter().find(|field| self.program.are_compatible(field.ty.ty, from))?;
        let entry = InitializerEntry {
            offset: field.offset,
            bits: field.bits,
            ty: field.ty.ty,
            value,
            count: 1,
            stride: 0,
        };
        let needs_zeroing = self.program.size_of(field.ty.ty) != Some(layout.size);
        let initializer = Initializer { entries: vec![entry], needs_zeroing };
        let local = self.hidden_local(target, span);
        let literal = self.push(ExprKind::CompoundLiteral { local, initializer }, target, span);
        Some(self.rvalue(literal))
    }

    /// Puts lengths that must be fixed first before an expression.
    pub(super) fn with_lengths(&mut self, lengths: Vec<StatementId>, value: ExprId) -> ExprId {
        if lengths.is_empty() {
            return value;
        }
        let (ty, span) = (self.type_of(value), self.span_of(value));
        let value = (!self.program.is_void(ty)).then_some(value);
        self.push(ExprKind::StatementExpr { statements: lengths, value }, ty, span)
    }

    // -----------------------------------------------------------------------------------------
    // Sizes

    fn sizeof_expr(&mut self, operand: ast::ExprId, span: Span) -> ExprId {
        let outer = std::mem::take(&mut self.hidden_lengths);
        let operand = self.without_evaluation(|checker| checker.expr(operand));
        self.hidden_lengths = outer;
        if self.program.bit_field_of(operand).is_some() {
            self.error("invalid-sizeof", span, "`sizeof` cannot be applied to a bit-field");
        }
        let ty = self.type_of(operand);
        self.sizeof(ty, span)
    }

    fn sizeof_type(&mut self, id: ast::TypeNameId, span: Span) -> ExprId {
        let outer = std::mem::take(&mut self.hidden_lengths);
        let (ty, _) = self.type_name(id);
        let lengths = std::mem::replace(&mut self.hidden_lengths, outer);
        let size = self.sizeof(ty.ty, span);
        self.with_lengths(lengths, size)
    }

    fn sizeof(&mut self, ty: TypeId, span: Span) -> ExprId {
        if self.has_variable_record(ty) {
            return self.variable_record(self.common.size, span);
        }
        let size = match self.type_behind(ty) {
            Type::Void | Type::Function(_) => Some(1),
            Type::Error => return self.error_expr(span),
            _ => self.program.size_of(ty),
        };
        if let Some(size) = size {
            return self.integer_constant(i128::from(size), self.common.size, span);
        }
        if self.program.has_variable_size(ty) {
            return self.push(ExprKind::RuntimeSize(ty), self.common.size, span);
        }
        let message = format!("the size of the incomplete type `{}` is not known", self.program.display(ty));
        self.error("incomplete-type", span, message);
        self.error_expr(span)
    }

    fn alignof_expr(&mut self, operand: ast::ExprId, alignment_of: AlignmentOf, span: Span) -> ExprId {
        let operand = self.without_evaluation(|checker| checker.expr(operand));
        let alignment = match &self.program.exprs[operand].kind {
            ExprKind::Member { record, name, .. } => {
                let record = self.program.record_of(self.type_of(*record));
                let field = record.and_then(|record| self.program.find_field(record, *name));
                if let Some((field, _)) = field {
                    let alignment = i128::from(field.alignment);
                    return self.integer_constant(alignment, self.common.size, span);
                }
                None
            }
            ExprKind::Local(local) => Some(self.program.locals[*local].alignment),
            ExprKind::Global(global) => Some(self.program.globals[*global].alignment),
            _ => None,
        };
        let ty = self.type_of(operand);
        let of_type = alignment_of(&self.program.types, self.program.data_model, ty);
        let alignment = alignment.map_or(of_type, |given| given.max(of_type));
        self.integer_constant(i128::from(alignment), self.common.size, span)
    }

    fn alignof_type(&mut self, id: ast::TypeNameId, alignment_of: AlignmentOf, span: Span) -> ExprId {
        let (ty, given) = self.type_name(id);
        let alignment =
            given.unwrap_or_else(|| alignment_of(&self.program.types, self.program.data_model, ty.ty));
        self.integer_constant(i128::from(alignment), self.common.size, span)
    }

    fn offsetof(&mut self, id: ast::TypeNameId, designators: &[ast::Designator], span: Span) -> ExprId {
        let (ty, _) = self.type_name(id);
        let (mut ty, mut offset) = (ty.ty, 0u64);
        if self.has_variable_record(ty) {
            return self.variable_record(self.common.size, span);
        }
        let mut runtime: Option<ExprId> = None;
        for designator in designators {
            match *designator {
                ast::Designator::Field(name, name_span) => {
                    let Some((field_type, field_offset)) = self.field_offset(ty, name, name_span) else {
                        return self.error_expr(span);
                    };
                    ty = field_type;
                    offset = offset.wrapping_add(field_offset);
                }
                ast::Designator::Index(index) | ast::Designator::Range(index, _) => {
                    let &Type::Array { element, .. } = self.type_behind(ty) else {
                        self.error(
                            "type-mismatch",
                            span,
                            "only an array has an element to take the offset of",
                        );
                        return self.error_expr(span);
                    };
                    let size = self.program.size_of(element.ty).unwrap_or(0);
                    let index = self.rvalue_of(index);
                    match constant::evaluate_integer(&self.program, index) {
                        Some(index) => offset = offset.wrapping_add((index as u64).wrapping_mul(size)),
                        None => runtime = Some(self.add_scaled(runtime, index, size, span)),
                    }
                    ty = element.ty;
                }
            }
        }
        let fixed = self.integer_constant(i128::from(offset), self.common.size, span);
        match runtime {
            None => fixed,
            Some(runtime) => {
                let kind = ExprKind::Arithmetic(ArithmeticOperator::Add, fixed, runtime);
                self.push(kind, self.common.size, span)
            }
        }
    }

    fn add_scaled(&mut self, sum: Option<ExprId>, index: ExprId, size: u64, span: Span) -> ExprId {
        let index = self.convert(index, self.common.size);
        let size = self.integer_constant(i128::from(size), self.common.size, span);
        let kind = ExprKind::Arithmetic(ArithmeticOperator::Multiply, index, size);
        let product = self.push(kind, self.common.size, span);
        match sum {
            None => product,
            Some(sum) => {
                self.push(ExprKind::Arithmetic(ArithmeticOperator::Add, sum, product), self.common.size, span)
            }
        }
    }

    fn field_offset(&mut self, ty: TypeId, name: Symbol, span: Span) -> Option<(TypeId, u64)> {
        if let Some(record) = self.program.record_of(ty)
            && let Some((field, offset)) = self.program.find_field(record, name)
        {
            return Some((field.ty.ty, offset));
        }
        self.no_such_member(ty, name, span);
        None
    }

    // -----------------------------------------------------------------------------------------
    // Choices at compile time

    fn generic(&mut self, generic: &ast::Generic, span: Span) -> ExprId {
        let controlling = match generic.controlling {
            ast::GenericControl::Expr(id) => {
                let value = self.without_evaluation(|checker| checker.rvalue_of(id));
                QualifiedType::unqualified(self.type_of(value))
            }
            ast::GenericControl::Type(id) => self.type_name(id).0,
        };
        let mut default = None;
        for &(ty, value) in &generic.associations {
            match ty {
                None => default = Some(value),
                Some(ty) => {
                    let (ty, _) = self.type_name(ty);
                    if self.program.are_compatible_qualified(ty, controlling) {
                        return self.expr(value);
                    }
                }
            }
        }
        if let Some(default) = default {
            return self.expr(default);
        }
        if !self.program.is_error(controlling.ty) {
            let shown = self.program.display_qualified(controlling);
            self.error("no-association", span, format!("no association of `_Generic` is for `{shown}`"));
        }
        self.error_expr(span)
    }

    fn types_compatible(&mut self, left: ast::TypeNameId, right: ast::TypeNameId, span: Span) -> ExprId {
        let ((left, _), (right, _)) = (self.type_name(left), self.type_name(right));
        // An enum is not compatible with its integer type here, unlike elsewhere.
        let is_enum = |ty: TypeId| matches!(self.type_behind(ty), Type::Enum(_));
        let is_same = self.program.are_compatible(left.ty, right.ty) && is_enum(left.ty) == is_enum(right.ty);
        self.integer_constant(i128::from(is_same), self.common.int, span)
    }

    fn choose_expr(
        &mut self,
        condition: ast::ExprId,
        then: ast::ExprId,
        otherwise: ast::ExprId,
        span: Span,
    ) -> ExprId {
        match self.constant_of(condition) {
            Some(0) => self.expr(otherwise),
            Some(_) => self.expr(then),
            None => {
                self.error("not-constant", span, "the condition of `__builtin_choose_expr` is not constant");
                self.error_expr(span)
            }
        }
    }

    // -----------------------------------------------------------------------------------------
    // Statements and objects inside expressions

    fn statement_expr(&mut self, id: ast::StatementId, span: Span) -> ExprId {
        let unit = self.unit;
        if self.function.is_none() {
            // GCC accepts it in `typeof` and `sizeof` outside of functions.
            self.error("not-constant", span, "a statement expression is only possible inside a function");
            return self.error_expr(span);
        }
        let ast::StatementKind::Compound(items) = &unit.statements[id].kind else {
            return self.error_expr(span);
        };
        let outer = std::mem::take(&mut self.hidden_lengths);
        self.enter_block();
        let mut statements = Vec::with_capacity(items.len());
        let mut value = None;
        for (index, &item) in items.iter().enumerate() {
            if index + 1 == items.len() {
                value = self.last_value(item, &mut statements);
            } else {
                self.block_item(item, &mut statements);
            }
        }
        self.leave_block();
        self.hidden_lengths = outer;
        let ty = value.map_or(self.common.void, |value| self.type_of(value));
        if self.program.is_void(ty)
            && let Some(value) = value.take()
        {
            statements.push(self.push_statement(StatementKind::Expr(value), span));
        }
        self.push(ExprKind::StatementExpr { statements, value }, ty, span)
    }

    /// The value of the last statement, if it is an expression, labelled or not.
    fn last_value(&mut self, id: ast::StatementId, statements: &mut Vec<StatementId>) -> Option<ExprId> {
        let unit = self.unit;
        let statement = &unit.statements[id];
        match &statement.kind {
            ast::StatementKind::Expr(expr) => {
                let value = self.rvalue_of(*expr);
                statements.append(&mut self.hidden_lengths);
                Some(value)
            }
            ast::StatementKind::Labeled { labels, body }
                if matches!(unit.statements[*body].kind, ast::StatementKind::Expr(_)) =>
            {
                let labels = self.labels(labels);
                let empty = self.push_statement(StatementKind::Empty, statement.span);
                let kind = StatementKind::Labeled { labels, body: empty };
                statements.push(self.push_statement(kind, statement.span));
                self.last_value(*body, statements)
            }
            _ => {
                self.block_item(id, statements);
                None
            }
        }
    }

    fn compound_literal(&mut self, id: ast::TypeNameId, list: ast::InitializerListId, span: Span) -> ExprId {
        let outer = std::mem::take(&mut self.hidden_lengths);
        let (ty, alignment) = self.type_name(id);
        let lengths = std::mem::replace(&mut self.hidden_lengths, outer);
        if self.program.is_error(ty.ty) {
            return self.error_expr(span);
        }
        if !lengths.is_empty() || self.has_variable_record(ty.ty) {
            self.error("invalid-initializer", span, "a compound literal cannot have a variable length");
            return self.error_expr(span);
        }
        let is_static = self.function.is_none();
        let (initializer, ty) = self.initializer_list(ty, list, is_static);
        if self.program.size_of(ty.ty).is_none() {
            let message = format!("`{}` is incomplete", self.program.display(ty.ty));
            self.error("incomplete-type", span, message);
            return self.error_expr(span);
        }
        if is_static {
            let attributes = Attributes { alignment, ..Attributes::default() };
            return self.static_compound_literal(ty, initializer, &attributes, span);
        }
        let local = self.hidden_local(ty.ty, span);
        self.program.locals[local].ty = ty;
        self.push_qualified(ExprKind::CompoundLiteral { local, initializer }, ty, span)
    }

    /// The array type with a length that has been found out.
    pub(super) fn with_length(&mut self, ty: QualifiedType, length: u64) -> QualifiedType {
        match *self.type_behind(ty.ty) {
            Type::Array { element, length: ArrayLength::Incomplete } => {
                QualifiedType { ty: self.array_type(element, ArrayLength::Fixed(length)), ..ty }
            }
            _ => ty,
        }
    }
}

//! How a declared type derives from its specifiers: pointers, arrays, functions.

use super::Checker;
use super::scope::Entity;
use crate::layout::greatest_size;
use crate::typed::StatementKind;
use crate::types::{ArrayLength, FunctionType, QualifiedType, Type, TypeId};
use c_syntax::ast::{self, Derivation, Qualifiers};
use source::{DataModel, Span};

impl Checker<'_> {
    /// The type and, if given by a typedef or an attribute, its alignment.
    pub(super) fn type_name(&mut self, id: ast::TypeNameId) -> (QualifiedType, Option<u64>) {
        let unit = self.unit;
        let name = &unit.type_names[id];
        let base = self.specifiers(&name.specifiers, false);
        let mut attributes = base.attributes;
        self.read_attributes(&name.declarator.attributes, &mut attributes);
        let ty = self.apply_type_attributes(base.ty, &attributes);
        let alignment = attributes.alignment.or(base.alignment);
        self.derive(ty, alignment, &name.declarator.derivations, name.declarator.span)
    }

    /// Applies derivations, which are listed from the name outwards, to a base type. An alignment
    /// stays with the elements of arrays, but not with what pointers point to.
    pub(super) fn derive(
        &mut self,
        base: QualifiedType,
        alignment: Option<u64>,
        derivations: &[Derivation],
        span: Span,
    ) -> (QualifiedType, Option<u64>) {
        let (mut ty, mut alignment) = (base, alignment);
        for derivation in derivations.iter().rev() {
            ty = match derivation {
                Derivation::Pointer { qualifiers, .. } => {
                    alignment = None;
                    QualifiedType { ty: self.pointer_to(ty), qualifiers: *qualifiers }
                }
                Derivation::Array { size, .. } => QualifiedType::unqualified(self.array_of(ty, *size, span)),
                Derivation::Function(function) => {
                    alignment = None;
                    QualifiedType::unqualified(self.function_of(ty, function, span))
                }
            };
        }
        (ty, alignment)
    }

    /// A parameter's type: arrays and functions have become pointers.
    pub(super) fn parameter_type(&mut self, parameter: &ast::Parameter) -> QualifiedType {
        let base = self.specifiers(&parameter.specifiers, false);
        let mut attributes = base.attributes;
        self.read_attributes(&parameter.declarator.attributes, &mut attributes);
        let base = self.apply_type_attributes(base.ty, &attributes);
        let ty = self.derive_parameter(base, &parameter.declarator);
        if let Some(Derivation::Array { size: ast::ArraySize::Expr(size), .. }) =
            parameter.declarator.derivations.first()
            && let Some(element) = self.program.pointee(ty.ty)
        {
            self.parameter_bound(element, *size, parameter.declarator.span);
        }
        ty
    }

    pub(super) fn derive_parameter(
        &mut self,
        base: QualifiedType,
        declarator: &ast::Declarator,
    ) -> QualifiedType {
        // The outermost length is no part of the type.
        if let [Derivation::Array { qualifiers, .. }, inner @ ..] = &declarator.derivations[..] {
            let (element, _) = self.derive(base, None, inner, declarator.span);
            return QualifiedType { ty: self.pointer_to(element), qualifiers: *qualifiers };
        }
        let (ty, _) = self.derive(base, None, &declarator.derivations, declarator.span);
        self.adjust_parameter(ty)
    }

    /// The length that a parameter of array type is declared with. It is no part of the type, but in
    /// a definition it is evaluated for what it does.
    fn parameter_bound(&mut self, element: TypeId, size: ast::ExprId, span: Span) {
        let span_of_size = self.unit.exprs[size].span;
        let value = match self.is_in_prototype() {
            true => self.without_evaluation(|checker| checker.rvalue_of(size)),
            false => self.rvalue_of(size),
        };
        let ty = self.type_of(value);
        if self.program.is_error(ty) {
            return;
        }
        if !self.program.is_integer(ty) {
            return self.length_is_no_integer(ty, span_of_size);
        }
        match crate::constant::evaluate_integer(&self.program, value) {
            Some(length) if length < 0 => self.length_is_negative(length, span_of_size),
            Some(length) => {
                let length = u64::try_from(length).unwrap_or(u64::MAX);
                self.check_array_size(element, length, span);
            }
            None => {
                if !self.is_in_prototype() && self.function.is_some() && self.has_effects(value) {
                    let statement = self.push_statement(StatementKind::Expr(value), span_of_size);
                    self.hidden_lengths.push(statement);
                }
            }
        }
    }

    fn length_is_no_integer(&mut self, ty: TypeId, span: Span) {
        let message =
            format!("the array's length has the type `{}`, not an integer's", self.program.display(ty));
        self.error("invalid-array", span, message);
    }

    fn length_is_negative(&mut self, length: i128, span: Span) {
        self.error("invalid-array", span, format!("the array's length is negative: {length}"));
    }

    /// Whether an array of this length has a place in the address space; if not, that is reported.
    fn check_array_size(&mut self, element: TypeId, length: u64, span: Span) -> bool {
        let bytes = self.program.size_of(element).unwrap_or(0).checked_mul(length);
        let fits = bytes.is_some_and(|bytes| bytes <= greatest_size(self.program.data_model));
        if !fits {
            self.error("too-large", span, "the array is larger than the address space");
        }
        fits
    }

    fn adjust_parameter(&mut self, ty: QualifiedType) -> QualifiedType {
        let adjusted = match *self.type_behind(ty.ty) {
            Type::Array { element, .. } => self.pointer_to(element),
            Type::Function(_) => self.pointer_to(ty),
            Type::VaList if self.program.data_model == DataModel::Lp64 => self.va_list_pointer(),
            _ => return ty,
        };
        QualifiedType::unqualified(adjusted)
    }

    fn array_of(&mut self, element: QualifiedType, size: ast::ArraySize, span: Span) -> TypeId {
        let element = match self.type_behind(element.ty) {
            Type::Function(_) | Type::Void => {
                let message = format!("an array of `{}` is not possible", self.program.display(element.ty));
                self.error("invalid-array", span, message);
                return self.common.error;
            }
            Type::Error => return self.common.error,
            Type::Record(id)
                if self.program.types.records[*id].layout.is_none() && !self.is_in_prototype() =>
            {
                let message = format!(
                    "the array's elements have the incomplete type `{}`",
                    self.program.display(element.ty)
                );
                self.error("incomplete-type", span, message);
                return self.common.error;
            }
            _ => element,
        };
        let length = match size {
            ast::ArraySize::Unspecified => ArrayLength::Incomplete,
            ast::ArraySize::Star => ArrayLength::Star,
            ast::ArraySize::Expr(id) => match self.array_length(id) {
                Some(length) => length,
                None => return self.common.error,
            },
        };
        if let ArrayLength::Fixed(length) = length
            && !self.check_array_size(element.ty, length, span)
        {
            return self.common.error;
        }
        self.array_type(element, length)
    }

    fn array_length(&mut self, id: ast::ExprId) -> Option<ArrayLength> {
        if let ast::ExprKind::Integer(literal) = &self.unit.exprs[id].kind
            && let Ok(length) = u64::try_from(literal.value)
        {
            return Some(ArrayLength::Fixed(length));
        }
        let span = self.unit.exprs[id].span;
        let value = self.rvalue_of(id);
        let ty = self.type_of(value);
        if self.program.is_error(ty) {
            return None;
        }
        if !self.program.is_integer(ty) {
            self.length_is_no_integer(ty, span);
            return None;
        }
        if let Some(length) = crate::constant::evaluate_integer(&self.program, value) {
            return match u64::try_from(length) {
                Ok(length) => Some(ArrayLength::Fixed(length)),
                Err(_) => {
                    self.length_is_negative(length, span);
                    None
                }
            };
        }
        if self.is_in_prototype() {
            return Some(ArrayLength::Star);
        }
        if self.function.is_none() {
            // GCC folds more than constant expressions here, with a warning.
            if let Some(crate::constant::Constant::Integer(length)) =
                crate::constant::evaluate(&self.program, value)
            {
                return u64::try_from(length).ok().map(ArrayLength::Fixed);
            }
            self.error("not-constant", span, "the length of an array at file scope is not constant");
            return None;
        }
        let length = self.convert(value, self.common.size);
        let hidden = self.hidden_local(self.common.size, span);
        let statement = self.push_statement(StatementKind::EvaluateLength { hidden, length }, span);
        self.hidden_lengths.push(statement);
        Some(ArrayLength::Variable(hidden))
    }

    pub(super) fn is_in_prototype(&self) -> bool {
        self.prototype_depth > 0
    }

    fn function_of(
        &mut self,
        result: QualifiedType,
        declarator: &ast::FunctionDeclarator,
        span: Span,
    ) -> TypeId {
        self.check_result_type(result, span);
        let (parameters, is_variadic, has_prototype) = match &declarator.parameters {
            ast::Parameters::Unspecified | ast::Parameters::Identifiers(_) => (Vec::new(), false, false),
            ast::Parameters::Prototype { parameters, is_variadic } => {
                (self.prototype_parameters(parameters), *is_variadic, true)
            }
        };
        self.program.types.intern(Type::Function(FunctionType {
            result,
            parameters,
            is_variadic,
            has_prototype,
        }))
    }

    pub(super) fn check_result_type(&mut self, result: QualifiedType, span: Span) {
        let what = match self.type_behind(result.ty) {
            Type::Array { .. } => "an array",
            Type::Function(_) => "a function",
            _ => return,
        };
        self.error("invalid-function", span, format!("a function cannot return {what}"));
    }

    fn prototype_parameters(&mut self, parameters: &[ast::Parameter]) -> Vec<TypeId> {
        let mut types = Vec::with_capacity(parameters.len());
        if parameters.is_empty() {
            return types;
        }
        self.scopes.enter();
        self.prototype_depth += 1;
        for parameter in parameters {
            let ty = self.parameter_type(parameter);
            if let Some(name) = parameter.declarator.name {
                self.scopes.declare(name, Entity::PrototypeParameter(ty));
            }
            types.push(self.unqualified_parameter(ty));
        }
        self.prototype_depth -= 1;
        self.scopes.leave();
        types
    }

    /// Qualifiers of a parameter itself are no part of the function's type.
    pub(super) fn unqualified_parameter(&mut self, ty: QualifiedType) -> TypeId {
        ty.ty
    }

    /// `struct __va_list_tag *`, which a `va_list` of x86-64 becomes when passed.
    pub(super) fn va_list_pointer(&mut self) -> TypeId {
        let element = match self.va_list_element {
            Some(element) => element,
            None => {
                let element = self.declare_va_list_element();
                self.va_list_element = Some(element);
                element
            }
        };
        self.pointer_to(QualifiedType { ty: element, qualifiers: Qualifiers::default() })
    }
}

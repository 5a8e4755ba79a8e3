//! Calls of functions, and functions declared by being called.

use super::Checker;
use super::scope::Entity;
use crate::typed::{ExprId, ExprKind, Function, FunctionId, Linkage, Promises};
use crate::types::{FunctionType, QualifiedType, Type, TypeId};
use c_syntax::ast;
use source::{DataModel, Diagnostic, Span};
use stdx::Symbol;

impl Checker<'_> {
    pub(super) fn call(&mut self, callee: ast::ExprId, arguments: &[ast::ExprId], span: Span) -> ExprId {
        let callee_node = &self.unit.exprs[callee];
        let callee = match callee_node.kind {
            ast::ExprKind::Name(name) => match self.named_callee(name, arguments, callee_node.span, span) {
                Callee::Function(callee) => callee,
                Callee::Result(result) => return result,
            },
            _ => self.expr(callee),
        };
        let callee = self.rvalue(callee);
        let callee_type = self.type_of(callee);
        let function =
            self.program.pointee(callee_type).and_then(|target| self.program.function_type(target));
        let Some(function) = function.cloned() else {
            if !self.program.is_error(callee_type) {
                let message = format!(
                    "this is called, but it is no function: it has the type `{}`",
                    self.program.display(callee_type)
                );
                let callee_span = self.span_of(callee);
                self.error("not-a-function", callee_span, message);
            }
            for &argument in arguments {
                self.rvalue_of(argument);
            }
            return self.propagate_unsupported(callee, callee, span);
        };
        if function.has_prototype {
            self.check_argument_count(&function, arguments.len(), span);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for (index, &argument) in arguments.iter().enumerate() {
            let value = self.rvalue_of(argument);
            values.push(self.passed_argument(&function, index, value));
        }
        self.finish_call(callee, &function, values, span)
    }

    /// A call that is not in the source, with a callee and arguments that have been checked.
    pub(super) fn call_with_values(&mut self, callee: ExprId, arguments: &[ExprId], span: Span) -> ExprId {
        let function = self.program.pointee(self.type_of(callee));
        let function = function.and_then(|target| self.program.function_type(target));
        let Some(function) = function.cloned() else { return self.error_expr(span) };
        if function.has_prototype {
            self.check_argument_count(&function, arguments.len(), span);
        }
        let values = arguments.iter().enumerate();
        let values = values.map(|(index, &value)| self.passed_argument(&function, index, value)).collect();
        self.finish_call(callee, &function, values, span)
    }

    /// A call whose arguments are converted.
    pub(super) fn finish_call(
        &mut self,
        callee: ExprId,
        function: &FunctionType,
        arguments: Vec<ExprId>,
        span: Span,
    ) -> ExprId {
        let result = function.result.ty;
        let is_usable = self.program.is_void(result)
            || self.program.is_error(result)
            || self.program.size_of(result).is_some();
        if !is_usable {
            let message =
                format!("the call's result has the incomplete type `{}`", self.program.display(result));
            self.error("incomplete-type", span, message);
            return self.error_expr(span);
        }
        self.push(ExprKind::Call { callee, arguments }, result, span)
    }

    fn named_callee(
        &mut self,
        name: Symbol,
        arguments: &[ast::ExprId],
        name_span: Span,
        span: Span,
    ) -> Callee {
        match self.scopes.lookup(name) {
            Some(Entity::Function(function)) => {
                let has_body = self.program.functions[function].body.is_some();
                if name == self.alloca && !has_body {
                    return Callee::Result(self.alloca_call(arguments, span));
                }
                Callee::Function(self.name(name, name_span))
            }
            Some(_) => Callee::Function(self.name(name, name_span)),
            None => {
                if let Some(result) = self.builtin_call(name, arguments, span) {
                    return Callee::Result(result);
                }
                let function = match self.library_builtin(name, name_span) {
                    Some(function) => function,
                    None => self.implicit_function(name, name_span),
                };
                let ty = self.program.functions[function].ty;
                Callee::Function(self.push(ExprKind::Function(function), ty, name_span))
            }
        }
    }

    /// `f(1)` without a declaration declares `int f()`, or what GCC knows a library function to be.
    fn implicit_function(&mut self, name: Symbol, span: Span) -> FunctionId {
        if let Some(&Entity::Function(function)) = self.linked.get(&name) {
            self.scopes.declare(name, Entity::Function(function));
            return function;
        }
        let message = format!("the function `{}` is not declared", self.text(name));
        let mut diagnostic = Diagnostic::warning("implicit-declaration", span, message);
        diagnostic.help = self.suggest_name(name);
        self.report(diagnostic);
        let function = match self.known_library_function(name) {
            Some(function) => function,
            None => {
                let result = QualifiedType::unqualified(self.common.int);
                let ty = self.program.types.intern(Type::Function(FunctionType {
                    result,
                    parameters: Vec::new(),
                    is_variadic: false,
                    has_prototype: false,
                }));
                let function = self.declare_external_function(name, ty, span);
                self.implicit_functions.insert(function);
                function
            }
        };
        self.scopes.declare(name, Entity::Function(function));
        function
    }

    /// A function that is known without a declaration in the program.
    pub(super) fn declare_external_function(&mut self, name: Symbol, ty: TypeId, span: Span) -> FunctionId {
        let function = self.program.functions.push(Function {
            name,
            link_name: name,
            linkage: Linkage::External,
            ty,
            is_noreturn: matches!(self.text(name), "exit" | "abort" | "_exit" | "_Exit"),
            promises: Promises::default(),
            is_inline: false,
            is_weak: false,
            alias: None,
            constructor: None,
            destructor: None,
            body: None,
            has_errors: false,
            span,
        });
        self.linked.insert(name, Entity::Function(function));
        function
    }

    /// An argument as the function takes it.
    fn passed_argument(&mut self, function: &FunctionType, index: usize, value: ExprId) -> ExprId {
        match function.parameters.get(index) {
            Some(&parameter) if function.has_prototype => self.argument(value, parameter, index),
            _ => self.unnamed_argument(value),
        }
    }

    /// Converts an argument to the type of its parameter.
    pub(super) fn argument(&mut self, value: ExprId, parameter: TypeId, index: usize) -> ExprId {
        if self.type_of(value) == parameter {
            return value;
        }
        let role = format!("parameter {}", index + 1);
        self.assign_convert(value, parameter, &role)
    }

    fn unnamed_argument(&mut self, value: ExprId) -> ExprId {
        let ty = self.type_of(value);
        if self.program.is_void(ty) {
            let span = self.span_of(value);
            self.error("type-mismatch", span, "this argument has no value: it is `void`");
            return self.error_expr(span);
        }
        self.promote_argument(value)
    }

    fn check_argument_count(&mut self, function: &FunctionType, given: usize, span: Span) {
        let wanted = function.parameters.len();
        let problem = if given < wanted {
            "few"
        } else if given > wanted && !function.is_variadic {
            "many"
        } else {
            return;
        };
        let at_least = if function.is_variadic { "at least " } else { "" };
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!(
            "too {problem} arguments: the function takes {at_least}{wanted} argument{plural}, not {given}"
        );
        self.error("argument-count", span, message);
    }

    pub(super) fn va_arg(&mut self, list: ast::ExprId, ty: ast::TypeNameId, span: Span) -> ExprId {
        let list = self.va_list_argument(list);
        let (ty, _) = self.type_name(ty);
        if self.program.is_error(ty.ty) || self.program.is_error(self.type_of(list)) {
            return self.error_expr(span);
        }
        if self.is_exotic(ty.ty) {
            return self.exotic(&[], ty.ty, span);
        }
        self.push(ExprKind::VaArg { list, ty: ty.ty }, ty.ty, span)
    }

    /// A `va_list` as an lvalue, or on LP64 the pointer that a parameter of that type is.
    pub(super) fn va_list_argument(&mut self, id: ast::ExprId) -> ExprId {
        let list = self.expr(id);
        if matches!(self.type_behind(self.type_of(list)), Type::VaList) {
            self.mark_address_taken(list);
            return list;
        }
        let list = self.rvalue(list);
        let ty = self.type_of(list);
        let may_be_parameter = self.program.data_model == DataModel::Lp64 && self.program.is_pointer(ty);
        if !may_be_parameter && !self.program.is_error(ty) {
            let (span, ty) = (self.span_of(list), self.program.display(ty));
            self.error(
                "type-mismatch",
                span,
                format!("a `va_list` is needed here, but this has the type `{ty}`"),
            );
            return self.error_expr(span);
        }
        list
    }
}

enum Callee {
    /// A designator or another expression to be called.
    Function(ExprId),
    /// The call was a builtin's and is done.
    Result(ExprId),
}

//! Functions: declarations and definitions.

use super::declarations::Declared;
use super::labels::Labels;
use super::scope::Entity;
use super::{Checker, FunctionState};
use crate::typed::{
    ExprKind, Function, FunctionBody, FunctionId, Linkage, Local, LocalId, LocalInitializer, StatementId,
    StatementKind,
};
use crate::types::{FunctionType, QualifiedType, Type, TypeId};
use c_syntax::ast::{self, Derivation, StorageClass};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use stdx::Symbol;

/// The functions that GCC knows not to return, whatever their declaration says.
const NEVER_RETURN: [&str; 4] = ["exit", "abort", "_exit", "_Exit"];

/// The parameters of a definition.
struct Definition {
    /// As the caller passes them.
    parameters: Vec<LocalId>,
    types: Vec<TypeId>,
    is_variadic: bool,
    has_prototype: bool,
    /// Lengths and conversions before the body proper.
    prologue: Vec<StatementId>,
}

impl Checker<'_> {
    pub(super) fn declare_function(
        &mut self,
        declared: &Declared<'_>,
        is_definition: bool,
    ) -> Option<FunctionId> {
        match self.scopes.lookup_here(declared.name) {
            // A definition is declared from inside the scope of its parameters, which may hide it.
            _ if is_definition => {}
            None | Some(Entity::Function(_) | Entity::Error) => {}
            Some(_) => {
                self.different_kind(declared.name, declared.name_span());
                return None;
            }
        }
        let known = match self.linked.get(&declared.name) {
            Some(&Entity::Function(function)) => Some(function),
            Some(_) => {
                self.different_kind(declared.name, declared.name_span());
                return None;
            }
            None => None,
        };
        let function = match known {
            Some(function) => {
                self.merge_function(function, declared);
                function
            }
            None => self.new_function(declared),
        };
        if is_definition {
            self.scopes.declare_at_file_scope(declared.name, Entity::Function(function));
        } else {
            self.scopes.declare(declared.name, Entity::Function(function));
        }
        Some(function)
    }

    fn new_function(&mut self, declared: &Declared<'_>) -> FunctionId {
        let link_name = match declared.asm_label {
            Some(label) => self.intern_string(label),
            None => declared.name,
        };
        let linkage = match declared.storage.class {
            Some(StorageClass::Static) => Linkage::Internal,
            _ => Linkage::External,
        };
        let attributes = &declared.attributes;
        let never_returns = NEVER_RETURN.contains(&self.text(declared.name));
        let function = self.program.functions.push(Function {
            name: declared.name,
            link_name,
            linkage,
            ty: declared.ty.ty,
            is_noreturn: attributes.is_noreturn || never_returns,
            promises: attributes.promises,
            is_inline: declared.is_inline,
            is_weak: attributes.is_weak,
            alias: attributes.alias,
            constructor: attributes.constructor,
            destructor: attributes.destructor,
            body: None,
            has_errors: false,
            span: declared.name_span(),
        });
        self.linked.insert(declared.name, Entity::Function(function));
        function
    }

    fn merge_function(&mut self, function: FunctionId, declared: &Declared<'_>) {
        let known = &self.program.functions[function];
        let (old, place) = (known.ty, known.span);
        let ty = if self.program.are_compatible(old, declared.ty.ty) {
            self.program.composite(old, declared.ty.ty)
        } else {
            if !self.may_replace_type(function, declared.ty.ty) {
                self.conflicting_types(declared, QualifiedType::unqualified(old), Some(place));
            }
            declared.ty.ty
        };
        self.implicit_functions.remove(&function);
        self.builtin_functions.remove(&function);
        let link_name = declared.asm_label.map(|label| self.intern_string(label));
        let known = &mut self.program.functions[function];
        let attributes = &declared.attributes;
        known.ty = ty;
        known.is_noreturn |= attributes.is_noreturn;
        known.promises.add(attributes.promises);
        known.is_inline |= declared.is_inline;
        known.is_weak |= attributes.is_weak;
        known.alias = known.alias.or(attributes.alias);
        known.constructor = known.constructor.or(attributes.constructor);
        known.destructor = known.destructor.or(attributes.destructor);
        if declared.storage.class == Some(StorageClass::Static) {
            known.linkage = Linkage::Internal;
        }
        if let Some(link_name) = link_name {
            known.link_name = link_name;
        }
        if known.span.is_none() {
            known.span = declared.name_span();
        }
    }

    /// A builtin's type gives way; a function declared by being called may turn out to be `void`.
    fn may_replace_type(&self, function: FunctionId, ty: TypeId) -> bool {
        if self.builtin_functions.contains(&function) {
            return true;
        }
        let returns_void =
            self.program.function_type(ty).is_some_and(|ty| self.program.is_void(ty.result.ty));
        self.implicit_functions.contains(&function) && returns_void
    }

    // -----------------------------------------------------------------------------------------
    // Definitions

    pub(super) fn function_definition(&mut self, id: ast::FunctionId) {
        let unit = self.unit;
        let definition = &unit.functions[id];
        let declarator = &definition.declarator;
        let base = self.specifiers(&definition.specifiers, false);
        let mut attributes = base.attributes;
        self.read_attributes(&declarator.attributes, &mut attributes);
        let base_type = self.apply_type_attributes(base.ty, &attributes);
        let (Some(name), [Derivation::Function(parameters), derivations @ ..]) =
            (declarator.name, &declarator.derivations[..])
        else {
            self.error("invalid-function", declarator.span, "this is not the declaration of a function");
            return;
        };
        let (mut result, _) = self.derive(base_type, None, derivations, declarator.span);
        if definition.specifiers.ty == ast::TypeSpecifier::ImplicitInt && self.was_declared_void(name) {
            // `void f(); f() { … }` is still `void`.
            result = QualifiedType::unqualified(self.common.void);
        }
        self.check_result_type(result, declarator.span);
        self.hidden_lengths.clear();
        self.function = Some(FunctionState {
            id: self.program.functions.next_id(),
            name,
            result,
            locals: Vec::new(),
            labels: Labels::default(),
            switches: Vec::new(),
            loop_depth: 0,
            name_global: None,
            has_errors: false,
        });
        self.scopes.enter();
        let parameters = match &parameters.parameters {
            ast::Parameters::Prototype { parameters, is_variadic } => {
                self.prototype_definition(parameters, *is_variadic)
            }
            ast::Parameters::Unspecified => self.old_style_definition(name, &[], &[]),
            ast::Parameters::Identifiers(names) => {
                self.old_style_definition(name, names, &definition.old_style_declarations)
            }
        };
        let ty = self.program.types.intern(Type::Function(FunctionType {
            result,
            parameters: parameters.types.clone(),
            is_variadic: parameters.is_variadic,
            has_prototype: parameters.has_prototype,
        }));
        let declared = Declared {
            name,
            ty: QualifiedType::unqualified(ty),
            type_alignment: None,
            attributes,
            storage: definition.specifiers.storage,
            is_inline: definition.specifiers.function.is_inline,
            asm_label: definition.asm_label,
            initializer: None,
            inferred: None,
            declarator,
        };
        if let Some(function) = self.declare_definition(&declared) {
            self.function_body(function, definition, parameters);
        }
        self.scopes.leave();
        self.function = None;
    }

    fn was_declared_void(&self, name: Symbol) -> bool {
        let Some(&Entity::Function(known)) = self.linked.get(&name) else { return false };
        let known = self.program.function_type(self.program.functions[known].ty);
        known.is_some_and(|ty| self.program.is_void(ty.result.ty))
    }

    /// Declares the function at file scope, around the scope of its parameters.
    fn declare_definition(&mut self, declared: &Declared<'_>) -> Option<FunctionId> {
        match self.linked.get(&declared.name) {
            Some(&Entity::Function(known)) => {
                let has_body = self.program.functions[known].body.is_some();
                if has_body && !self.replaceable_functions.remove(&known) {
                    let previous = self.program.functions[known].span;
                    let message = format!("the function `{}` is defined twice", self.text(declared.name));
                    let diagnostic = Diagnostic::error("redefinition", declared.name_span(), message);
                    self.report(diagnostic.with_label(previous, "first defined here"));
                    return None;
                }
            }
            Some(_) => {
                self.different_kind(declared.name, declared.name_span());
                return None;
            }
            None => {}
        }
        let function = self.declare_function(declared, true)?;
        if declared.attributes.is_gnu_inline
            && declared.is_inline
            && declared.storage.class == Some(StorageClass::Extern)
        {
            self.replaceable_functions.insert(function);
        }
        self.program.functions[function].span = declared.name_span();
        Some(function)
    }

    fn function_body(
        &mut self,
        id: FunctionId,
        definition: &ast::FunctionDefinition,
        parameters: Definition,
    ) {
        let unit = self.unit;
        if let Some(function) = &mut self.function {
            function.id = id;
        }
        let mut statements = parameters.prologue;
        let items = match definition.body.map(|body| &unit.statements[body]) {
            Some(ast::Statement { kind: ast::StatementKind::Compound(items), .. }) => &items[..],
            Some(_) | None => {
                // The body had a syntax error, which has been reported.
                self.program.functions[id].has_errors = true;
                return;
            }
        };
        for &item in items {
            self.block_item(item, &mut statements);
        }
        self.check_labels();
        if self.text(definition.declarator.name.unwrap_or(Symbol(0))) == "main" {
            self.return_zero(definition.span, &mut statements);
        }
        let statement = self.push_statement(StatementKind::Compound(statements), definition.span);
        let Some(state) = self.function.take() else { return };
        let function = &mut self.program.functions[id];
        function.has_errors = state.has_errors;
        function.body = Some(FunctionBody {
            parameters: parameters.parameters,
            locals: state.locals,
            labels: state.labels.all,
            statement,
        });
    }

    /// Reaching the end of `main` returns zero.
    fn return_zero(&mut self, span: Span, statements: &mut Vec<StatementId>) {
        let result = self.function.as_ref().map(|function| function.result.ty);
        if result == Some(self.common.int) {
            let end = Span::new(span.end.saturating_sub(1).max(span.start), span.end);
            let zero = self.integer_constant(0, self.common.int, end);
            statements.push(self.push_statement(StatementKind::Return(Some(zero)), end));
        }
    }

    fn prototype_definition(&mut self, parameters: &[ast::Parameter], is_variadic: bool) -> Definition {
        let mut locals = Vec::with_capacity(parameters.len());
        let mut types = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let ty = self.parameter_type(parameter);
            let declarator = &parameter.declarator;
            let local = self.push_parameter(declarator.name, ty, parameter.span);
            self.bind_parameter(declarator.name, local, declarator.name_span);
            types.push(ty.ty);
            locals.push(local);
        }
        let prologue = std::mem::take(&mut self.hidden_lengths);
        Definition { parameters: locals, types, is_variadic, has_prototype: true, prologue }
    }

    fn bind_parameter(&mut self, name: Option<Symbol>, local: LocalId, span: Span) {
        let Some(name) = name else { return };
        if self.scopes.lookup_here(name).is_some() {
            let message = format!("two parameters are named `{}`", self.text(name));
            self.error("redefinition", span, message);
        }
        self.scopes.declare(name, Entity::Local(local));
    }

    fn push_parameter(&mut self, name: Option<Symbol>, ty: QualifiedType, span: Span) -> LocalId {
        if !self.program.is_error(ty.ty) && self.program.size_of(ty.ty).is_none() {
            let shown = self.program.display(ty.ty);
            self.error("incomplete-type", span, format!("a parameter has the incomplete type `{shown}`"));
        }
        if self.has_variable_record(ty.ty) {
            let shown = self.program.display(ty.ty);
            self.error(
                "incomplete-type",
                span,
                format!("the size of the parameter's type `{shown}` is variable"),
            );
        }
        let alignment = self.program.alignment_of(ty.ty);
        self.push_local(Local {
            name,
            ty,
            alignment,
            is_parameter: true,
            is_address_taken: false,
            cleanup: None,
            span,
        })
    }

    /// `int f(c, x) char c; float x; { … }`: arguments arrive promoted and are converted here,
    /// unless an earlier prototype says how they are passed.
    fn old_style_definition(
        &mut self,
        function: Symbol,
        names: &[(Symbol, Span)],
        declarations: &[ast::DeclarationId],
    ) -> Definition {
        let has_prototype_before = match self.linked.get(&function) {
            Some(&Entity::Function(known)) => {
                let known = self.program.function_type(self.program.functions[known].ty);
                known.is_some_and(|ty| ty.has_prototype && ty.parameters.len() == names.len())
            }
            _ => false,
        };
        let mut definition = Definition {
            parameters: Vec::with_capacity(names.len()),
            types: Vec::with_capacity(names.len()),
            is_variadic: false,
            has_prototype: false,
            prologue: Vec::new(),
        };
        // Declared in the order of the declarations, since lengths may use what came before.
        let mut passed = FxHashMap::default();
        for &id in declarations {
            let declaration = &self.unit.declarations[id];
            let base = self.specifiers(&declaration.specifiers, false);
            for item in &declaration.declarators {
                let ty = self.derive_parameter(base.ty, &item.declarator);
                let Some(name) = item.declarator.name else { continue };
                let span = item.declarator.name_span;
                let local = self.old_style_parameter(name, ty, span, has_prototype_before, &mut definition);
                passed.insert(name, local);
            }
        }
        for &(name, span) in names {
            let local = match passed.get(&name) {
                Some(&local) => local,
                None => {
                    let int = QualifiedType::unqualified(self.common.int);
                    self.old_style_parameter(name, int, span, has_prototype_before, &mut definition)
                }
            };
            definition.parameters.push(local);
            definition.types.push(self.program.locals[local].ty.ty);
        }
        if has_prototype_before {
            definition.has_prototype = true;
            if let Some(&Entity::Function(known)) = self.linked.get(&function) {
                let known = self.program.function_type(self.program.functions[known].ty);
                definition.is_variadic = known.is_some_and(|ty| ty.is_variadic);
            }
        }
        definition.prologue.append(&mut self.hidden_lengths);
        definition
    }

    /// Declares a parameter; the result is the local that the caller fills.
    fn old_style_parameter(
        &mut self,
        name: Symbol,
        ty: QualifiedType,
        span: Span,
        has_prototype_before: bool,
        definition: &mut Definition,
    ) -> LocalId {
        let promoted = self.promoted_parameter(ty.ty);
        let local = self.push_parameter(Some(name), ty, span);
        self.bind_parameter(Some(name), local, span);
        if promoted == ty.ty || has_prototype_before {
            return local;
        }
        self.program.locals[local].is_parameter = false;
        let passed = self.push_parameter(None, QualifiedType::unqualified(promoted), span);
        let value = self.push(ExprKind::Local(passed), promoted, span);
        let value = self.rvalue(value);
        let value = self.convert(value, ty.ty);
        let initializer = Some(LocalInitializer::Value(value));
        let statement = self.push_statement(StatementKind::DeclareLocal { local, initializer }, span);
        definition.prologue.push(statement);
        passed
    }

    fn promoted_parameter(&mut self, ty: TypeId) -> TypeId {
        match self.type_behind(ty) {
            Type::Bool => self.common.int,
            Type::Float(crate::types::FloatKind::Float) => self.common.double,
            Type::Integer(_) | Type::Enum(_) => match self.program.integer_kind(ty) {
                Some(kind) if kind.promoted() != kind => self.integer_type(kind.promoted()),
                _ => ty,
            },
            _ => ty,
        }
    }
}

//! Variables: with static storage, and automatic ones.

use super::Checker;
use super::attributes::Attributes;
use super::declarations::Declared;
use super::records::VARIABLE_RECORD;
use super::scope::Entity;
use crate::typed::{
    Definition, ExprId, ExprKind, FunctionId, Global, GlobalId, Initializer, Linkage, Local, LocalId,
    StatementId, StatementKind,
};
use crate::types::{QualifiedType, TypeId};
use c_syntax::ast::{self, StorageClass};
use source::{Diagnostic, Span};

impl Checker<'_> {
    pub(super) fn declare_object(&mut self, declared: &Declared<'_>, out: &mut Vec<StatementId>) {
        let is_file_scope = self.scopes.depth() == 0;
        let is_extern = declared.storage.class == Some(StorageClass::Extern);
        if is_file_scope || is_extern {
            self.declare_global(declared, is_file_scope);
        } else if declared.storage.class == Some(StorageClass::Static) || declared.storage.thread_local {
            self.declare_static_local(declared);
        } else {
            self.declare_local(declared, out);
        }
    }

    /// The alignment of an object: what its type needs and what was asked for.
    fn object_alignment(&self, declared: &Declared<'_>, ty: TypeId) -> u64 {
        let natural = declared.type_alignment.unwrap_or_else(|| self.program.alignment_of(ty));
        declared.attributes.alignment.map_or(natural, |given| given.max(natural))
    }

    // -----------------------------------------------------------------------------------------
    // Static storage

    fn declare_global(&mut self, declared: &Declared<'_>, is_file_scope: bool) {
        match self.scopes.lookup_here(declared.name) {
            None | Some(Entity::Global(_) | Entity::Error) => {}
            Some(_) => return self.different_kind(declared.name, declared.name_span()),
        }
        let known = match self.linked.get(&declared.name) {
            Some(&Entity::Global(global)) => Some(global),
            Some(_) if is_file_scope => return self.different_kind(declared.name, declared.name_span()),
            _ => None,
        };
        let global = match known {
            Some(global) => {
                if !self.merge_global(global, declared) {
                    return;
                }
                global
            }
            None => self.new_linked_global(declared),
        };
        self.scopes.declare(declared.name, Entity::Global(global));
        if let Some(initializer) = declared.initializer {
            if let Definition::Initialized(_) = self.program.globals[global].definition {
                let previous = self.program.globals[global].span;
                let message = format!("`{}` is initialised twice", self.text(declared.name));
                let diagnostic = Diagnostic::error("redefinition", declared.name_span(), message);
                self.report(diagnostic.with_label(previous, "the first time"));
                return;
            }
            self.initialize_global(global, initializer, declared.inferred);
            self.program.globals[global].span = declared.name_span();
        } else if declared.storage.class != Some(StorageClass::Extern) && is_file_scope {
            let entry = &mut self.program.globals[global];
            if let Definition::Declared = entry.definition {
                // A register of the machine, `register long sp asm("rsp")`, is defined nowhere.
                if declared.storage.class != Some(StorageClass::Register) {
                    entry.definition = Definition::Tentative;
                    entry.span = declared.name_span();
                }
            }
        }
        self.check_global_type(global, declared);
    }

    fn check_global_type(&mut self, global: GlobalId, declared: &Declared<'_>) {
        let entry = &self.program.globals[global];
        let (ty, definition) = (entry.ty, &entry.definition);
        let is_declared = matches!(definition, Definition::Declared);
        let is_tentative = matches!(definition, Definition::Tentative);
        if self.program.is_void(ty.ty) && !is_declared {
            let message = format!("the variable `{}` has type `void`", self.text(declared.name));
            self.error("incomplete-type", declared.name_span(), message);
        }
        if is_tentative && self.is_incomplete_array(ty) {
            self.incomplete_arrays.push(global);
        }
    }

    fn new_linked_global(&mut self, declared: &Declared<'_>) -> GlobalId {
        let linkage = match declared.storage.class {
            Some(StorageClass::Static) => Linkage::Internal,
            _ => Linkage::External,
        };
        let global = self.new_global(declared, linkage, None);
        self.linked.insert(declared.name, Entity::Global(global));
        global
    }

    fn new_global(
        &mut self,
        declared: &Declared<'_>,
        linkage: Linkage,
        owner: Option<FunctionId>,
    ) -> GlobalId {
        let link_name = match declared.asm_label {
            Some(label) => self.intern_string(label),
            None => declared.name,
        };
        let alignment = self.object_alignment(declared, declared.ty.ty);
        self.program.globals.push(Global {
            name: declared.name,
            link_name,
            linkage,
            ty: declared.ty,
            alignment,
            size: self.program.size_of(declared.ty.ty).unwrap_or(0),
            is_thread_local: declared.storage.thread_local,
            is_weak: declared.attributes.is_weak,
            alias: declared.attributes.alias,
            owner,
            definition: Definition::Declared,
            span: declared.name_span(),
        })
    }

    /// Another declaration of a variable. Says whether it fits.
    fn merge_global(&mut self, global: GlobalId, declared: &Declared<'_>) -> bool {
        let known = &self.program.globals[global];
        let (old, place) = (known.ty, known.span);
        let is_same =
            old.qualifiers == declared.ty.qualifiers && self.program.are_compatible(old.ty, declared.ty.ty);
        if !is_same {
            self.conflicting_types(declared, old, Some(place));
            return false;
        }
        let ty = self.program.composite(old.ty, declared.ty.ty);
        let alignment = self.object_alignment(declared, ty);
        let size = self.program.size_of(ty).unwrap_or(0);
        let link_name = declared.asm_label.map(|label| self.intern_string(label));
        let known = &mut self.program.globals[global];
        known.ty.ty = ty;
        known.alignment = known.alignment.max(alignment);
        known.size = known.size.max(size);
        known.is_weak |= declared.attributes.is_weak;
        known.is_thread_local |= declared.storage.thread_local;
        known.alias = known.alias.or(declared.attributes.alias);
        if let Some(link_name) = link_name {
            known.link_name = link_name;
        }
        true
    }

    fn initialize_global(
        &mut self,
        global: GlobalId,
        initializer: ast::Initializer,
        inferred: Option<ExprId>,
    ) {
        // Its own address may appear in the initialiser, so it counts as defined already.
        let ty = self.program.globals[global].ty;
        let error_count = self.error_count;
        let initialized = self.initializer(ty, initializer, inferred, true);
        let list = self.as_list(initialized.value, initialized.ty.ty, initialized.size);
        let entry = &mut self.program.globals[global];
        entry.ty = initialized.ty;
        entry.size = initialized.size;
        entry.definition = if self.error_count == error_count {
            Definition::Initialized(list)
        } else {
            Definition::Initialized(Initializer { entries: Vec::new(), needs_zeroing: true })
        };
    }

    fn declare_static_local(&mut self, declared: &Declared<'_>) {
        if self.scopes.lookup_here(declared.name).is_some() {
            return self.redefined_local(declared);
        }
        let owner = self.function.as_ref().map(|function| function.id);
        let global = self.new_global(declared, Linkage::Internal, owner);
        self.program.globals[global].definition = Definition::Tentative;
        self.scopes.declare(declared.name, Entity::Global(global));
        if let Some(initializer) = declared.initializer {
            self.initialize_global(global, initializer, declared.inferred);
        }
        let ty = self.program.globals[global].ty;
        self.check_complete_object(declared, ty);
        if self.has_variable_record(ty.ty) || self.program.has_variable_size(ty.ty) {
            let message =
                format!("the size of the static variable `{}` is variable", self.text(declared.name));
            self.error("incomplete-type", declared.name_span(), message);
        }
    }

    /// A compound literal outside of functions is a variable without a name.
    pub(super) fn static_compound_literal(
        &mut self,
        ty: QualifiedType,
        initializer: Initializer,
        attributes: &Attributes,
        span: Span,
    ) -> ExprId {
        let name = self.program.names.intern("__compound_literal");
        let natural = self.program.alignment_of(ty.ty);
        let global = self.program.globals.push(Global {
            name,
            link_name: name,
            linkage: Linkage::Internal,
            ty,
            alignment: attributes.alignment.map_or(natural, |given| given.max(natural)),
            size: self.program.size_of(ty.ty).unwrap_or(0),
            is_thread_local: false,
            is_weak: false,
            alias: None,
            owner: None,
            definition: Definition::Initialized(initializer),
            span,
        });
        self.literal_globals.insert(global);
        self.push_qualified(ExprKind::Global(global), ty, span)
    }

    /// `int a[];` that nothing completed has one element.
    pub(super) fn complete_tentative_arrays(&mut self) {
        for global in std::mem::take(&mut self.incomplete_arrays) {
            let ty = self.program.globals[global].ty;
            let ty = self.with_length(ty, 1);
            let size = self.program.size_of(ty.ty).unwrap_or(0);
            let global = &mut self.program.globals[global];
            global.ty = ty;
            global.size = global.size.max(size);
        }
        // A struct may be completed after a variable of it was declared.
        for (_, global) in self.program.globals.iter_mut() {
            if global.size == 0 {
                let types = &self.program.types;
                let model = self.program.data_model;
                global.size = crate::layout::size_of(types, model, global.ty.ty).unwrap_or(0);
                let alignment = crate::layout::alignment_of(types, model, global.ty.ty);
                global.alignment = global.alignment.max(alignment);
            }
        }
    }

    // -----------------------------------------------------------------------------------------
    // Automatic storage

    fn declare_local(&mut self, declared: &Declared<'_>, out: &mut Vec<StatementId>) {
        if self.scopes.lookup_here(declared.name).is_some_and(|entity| entity != Entity::Error) {
            return self.redefined_local(declared);
        }
        let span = declared.name_span();
        let alignment = self.object_alignment(declared, declared.ty.ty);
        let local = self.push_local(Local {
            name: Some(declared.name),
            ty: declared.ty,
            alignment,
            is_parameter: false,
            is_address_taken: false,
            cleanup: None,
            span,
        });
        if let Some((name, span)) = declared.attributes.cleanup {
            self.program.locals[local].cleanup = self.cleanup_call(name, local, span);
        }
        // The name is in scope in its own initialiser.
        self.scopes.declare(declared.name, Entity::Local(local));
        let initializer = declared.initializer.map(|initializer| {
            let initialized = self.initializer(declared.ty, initializer, declared.inferred, false);
            self.program.locals[local].ty = initialized.ty;
            initialized.value
        });
        out.append(&mut self.hidden_lengths);
        let ty = self.program.locals[local].ty;
        self.check_complete_object(declared, ty);
        let kind = if self.has_variable_record(ty.ty) {
            StatementKind::Unsupported(VARIABLE_RECORD.to_owned())
        } else {
            StatementKind::DeclareLocal { local, initializer }
        };
        out.push(self.push_statement(kind, declared.declarator.span));
    }

    /// The call `f(&local)`, with the type that `f` has here. It is checked like any other call.
    fn cleanup_call(&mut self, name: stdx::Symbol, local: LocalId, span: Span) -> Option<ExprId> {
        let Some(Entity::Function(function)) = self.scopes.lookup(name) else {
            let message = format!("the cleanup function `{}` is not declared", self.text(name));
            self.error("undeclared", span, message);
            return None;
        };
        let ty = self.program.functions[function].ty;
        let callee = self.push(ExprKind::Function(function), ty, span);
        let callee = self.rvalue(callee);
        let local_type = self.program.locals[local].ty;
        let object = self.push_qualified(ExprKind::Local(local), local_type, span);
        let address = self.address_of_lvalue(object, span);
        let error_count = self.error_count;
        let call = self.call_with_values(callee, &[address], span);
        (self.error_count == error_count).then_some(call)
    }

    fn redefined_local(&mut self, declared: &Declared<'_>) {
        let message = format!("`{}` is declared twice in this scope", self.text(declared.name));
        let mut diagnostic = Diagnostic::error("redefinition", declared.name_span(), message);
        if let Some(Entity::Local(local)) = self.scopes.lookup_here(declared.name) {
            let place = self.local_span(local);
            diagnostic = diagnostic.with_label(place, "declared here first");
        }
        self.report(diagnostic);
    }

    fn local_span(&self, local: LocalId) -> Span {
        self.program.locals[local].span
    }

    fn check_complete_object(&mut self, declared: &Declared<'_>, ty: QualifiedType) {
        if self.program.is_error(ty.ty) {
            // The function cannot be trusted, even if the error was reported elsewhere.
            if let Some(function) = &mut self.function {
                function.has_errors = true;
            }
            return;
        }
        let is_complete = self.is_object_type(ty.ty)
            && (self.program.size_of(ty.ty).is_some() || self.program.has_variable_size(ty.ty));
        if !is_complete {
            let (name, shown) = (self.text(declared.name), self.program.display(ty.ty));
            let message = format!("the size of `{name}` is not known: its type `{shown}` is incomplete");
            self.error("incomplete-type", declared.name_span(), message);
        }
    }
}

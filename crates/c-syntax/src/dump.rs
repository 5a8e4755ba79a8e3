//! The tree as compact s-expressions, for tests and for looking at.

mod expressions;

use crate::ast::*;
use std::fmt::Write;
use stdx::Symbol;

/// One line for every item of the file; the statements of a body are indented.
pub fn dump(unit: &TranslationUnit) -> String {
    let mut dumper = Dumper { unit, out: String::new() };
    for item in &unit.items {
        match item {
            Item::Declaration(declaration) => dumper.declaration(*declaration),
            Item::Function(function) => dumper.function(*function, 0),
            Item::StaticAssert(assertion) => dumper.static_assert(assertion),
            Item::Asm(_) => dumper.out.push_str("(asm)"),
        }
        dumper.out.push('\n');
    }
    dumper.out
}

struct Dumper<'a> {
    unit: &'a TranslationUnit,
    out: String,
}

impl Dumper<'_> {
    fn name(&mut self, symbol: Symbol) {
        self.out.push_str(self.unit.names.text(symbol));
    }

    // -----------------------------------------------------------------------------------------
    // Declarations

    fn declaration(&mut self, id: DeclarationId) {
        let unit = self.unit;
        let declaration = &unit.declarations[id];
        self.out.push_str("(declare ");
        self.specifiers(&declaration.specifiers);
        for declarator in &declaration.declarators {
            self.out.push(' ');
            self.init_declarator(declarator);
        }
        self.out.push(')');
    }

    fn init_declarator(&mut self, declarator: &InitDeclarator) {
        self.declarator(&declarator.declarator);
        if let Some(label) = declarator.asm_label {
            self.out.push_str(" asm ");
            self.string(label);
        }
        if let Some(initializer) = &declarator.initializer {
            self.out.push_str(" = ");
            self.initializer(initializer);
        }
    }

    fn function(&mut self, id: FunctionId, indent: usize) {
        let unit = self.unit;
        let function = &unit.functions[id];
        self.out.push_str("(function ");
        self.specifiers(&function.specifiers);
        self.out.push(' ');
        self.declarator(&function.declarator);
        for &declaration in &function.old_style_declarations {
            self.out.push(' ');
            self.declaration(declaration);
        }
        match function.body {
            Some(body) => self.statement(body, indent + 1),
            None => self.out.push_str(" no-body"),
        }
        self.out.push(')');
    }

    fn static_assert(&mut self, assertion: &StaticAssert) {
        self.out.push_str("(static-assert ");
        self.expr(assertion.condition);
        if let Some(message) = assertion.message {
            self.out.push(' ');
            self.string(message);
        }
        self.out.push(')');
    }

    fn specifiers(&mut self, specifiers: &Specifiers) {
        match specifiers.storage.class {
            Some(StorageClass::Typedef) => self.out.push_str("typedef "),
            Some(StorageClass::Extern) => self.out.push_str("extern "),
            Some(StorageClass::Static) => self.out.push_str("static "),
            Some(StorageClass::Auto) => self.out.push_str("auto "),
            Some(StorageClass::Register) => self.out.push_str("register "),
            None => {}
        }
        if specifiers.storage.thread_local {
            self.out.push_str("thread-local ");
        }
        if specifiers.function.is_inline {
            self.out.push_str("inline ");
        }
        if specifiers.function.is_noreturn {
            self.out.push_str("noreturn ");
        }
        for alignment in &specifiers.alignments {
            self.out.push_str("(align ");
            match alignment {
                Alignment::Type(ty) => self.type_name(*ty),
                Alignment::Expr(expr) => self.expr(*expr),
            }
            self.out.push_str(") ");
        }
        self.attributes(&specifiers.attributes);
        self.qualifiers(specifiers.qualifiers);
        self.type_specifier(specifiers.ty);
    }

    fn qualifiers(&mut self, qualifiers: Qualifiers) {
        let Qualifiers { is_const, is_volatile, is_restrict, is_atomic } = qualifiers;
        for (present, word) in [
            (is_const, "const "),
            (is_volatile, "volatile "),
            (is_restrict, "restrict "),
            (is_atomic, "atomic "),
        ] {
            if present {
                self.out.push_str(word);
            }
        }
    }

    fn type_specifier(&mut self, ty: TypeSpecifier) {
        match ty {
            TypeSpecifier::Basic(basic) => _ = write!(self.out, "{basic:?}"),
            TypeSpecifier::Typedef(name) => self.name(name),
            TypeSpecifier::Record(id) => self.record(id),
            TypeSpecifier::Enum(id) => self.enumeration(id),
            TypeSpecifier::TypeofExpr(expr) => {
                self.out.push_str("(typeof ");
                self.expr(expr);
                self.out.push(')');
            }
            TypeSpecifier::TypeofType(ty) => {
                self.out.push_str("(typeof-type ");
                self.type_name(ty);
                self.out.push(')');
            }
            TypeSpecifier::Atomic(ty) => {
                self.out.push_str("(atomic ");
                self.type_name(ty);
                self.out.push(')');
            }
            TypeSpecifier::Auto => self.out.push_str("auto-type"),
            TypeSpecifier::VaList => self.out.push_str("va-list"),
            TypeSpecifier::ImplicitInt => self.out.push_str("implicit-int"),
            TypeSpecifier::Error => self.out.push_str("error-type"),
        }
    }

    fn record(&mut self, id: RecordId) {
        let unit = self.unit;
        let record = &unit.records[id];
        self.out.push_str(if record.is_union { "(union" } else { "(struct" });
        if let Some(tag) = record.tag {
            self.out.push(' ');
            self.name(tag);
        }
        if !record.attributes.is_empty() {
            self.out.push(' ');
            self.attributes(&record.attributes);
            self.out.pop();
        }
        for member in record.members.iter().flatten() {
            self.out.push(' ');
            match member {
                MemberDeclaration::Fields { specifiers, declarators, .. } => {
                    self.out.push_str("(member ");
                    self.specifiers(specifiers);
                    for field in declarators {
                        self.out.push(' ');
                        self.declarator(&field.declarator);
                        if let Some(width) = field.bit_width {
                            self.out.push_str(" : ");
                            self.expr(width);
                        }
                    }
                    self.out.push(')');
                }
                MemberDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
            }
        }
        if record.members.as_ref().is_some_and(Vec::is_empty) {
            self.out.push_str(" {}");
        }
        self.out.push(')');
    }

    fn enumeration(&mut self, id: EnumId) {
        let unit = self.unit;
        let enumeration = &unit.enums[id];
        self.out.push_str("(enum");
        if let Some(tag) = enumeration.tag {
            self.out.push(' ');
            self.name(tag);
        }
        if !enumeration.attributes.is_empty() {
            self.out.push(' ');
            self.attributes(&enumeration.attributes);
            self.out.pop();
        }
        if let Some(underlying) = enumeration.underlying {
            self.out.push_str(" : ");
            self.type_name(underlying);
        }
        for enumerator in enumeration.enumerators.iter().flatten() {
            self.out.push(' ');
            self.name(enumerator.name);
            if let Some(value) = enumerator.value {
                self.out.push('=');
                self.expr(value);
            }
        }
        self.out.push(')');
    }

    /// Each attribute followed by a blank.
    fn attributes(&mut self, attributes: &Attributes) {
        for attribute in attributes {
            self.out.push('@');
            self.name(attribute.name);
            if !attribute.arguments.is_empty() {
                self.out.push('(');
                self.expr_list(&attribute.arguments);
                self.out.push(')');
            }
            self.out.push(' ');
        }
    }

    fn declarator(&mut self, declarator: &Declarator) {
        match declarator.name {
            Some(name) => self.name(name),
            None => self.out.push('_'),
        }
        if declarator.derivations.is_empty() && declarator.attributes.is_empty() {
            return;
        }
        self.out.push('[');
        self.attributes(&declarator.attributes);
        for derivation in &declarator.derivations {
            self.derivation(derivation);
            self.out.push(' ');
        }
        self.out.pop();
        self.out.push(']');
    }

    fn derivation(&mut self, derivation: &Derivation) {
        match derivation {
            Derivation::Pointer { qualifiers, attributes } => {
                self.attributes(attributes);
                self.qualifiers(*qualifiers);
                self.out.push_str("pointer");
            }
            Derivation::Array { size, qualifiers, is_static } => {
                self.out.push_str("(array");
                if *is_static {
                    self.out.push_str(" static");
                }
                self.out.push(' ');
                self.qualifiers(*qualifiers);
                match size {
                    ArraySize::Unspecified => _ = self.out.pop(),
                    ArraySize::Star => self.out.push('*'),
                    ArraySize::Expr(size) => self.expr(*size),
                }
                self.out.push(')');
            }
            Derivation::Function(function) => match &function.parameters {
                Parameters::Unspecified => self.out.push_str("(function)"),
                Parameters::Prototype { parameters, is_variadic } => {
                    self.out.push_str("(prototype");
                    for parameter in parameters {
                        self.out.push_str(" (");
                        self.specifiers(&parameter.specifiers);
                        self.out.push(' ');
                        self.declarator(&parameter.declarator);
                        self.out.push(')');
                    }
                    self.out.push_str(if *is_variadic { " ...)" } else { ")" });
                }
                Parameters::Identifiers(names) => {
                    self.out.push_str("(identifiers");
                    for &(name, _) in names {
                        self.out.push(' ');
                        self.name(name);
                    }
                    self.out.push(')');
                }
            },
        }
    }

    fn type_name(&mut self, id: TypeNameId) {
        let unit = self.unit;
        let type_name = &unit.type_names[id];
        self.out.push('<');
        self.specifiers(&type_name.specifiers);
        if !type_name.declarator.derivations.is_empty() {
            self.out.push(' ');
            self.declarator(&type_name.declarator);
        }
        self.out.push('>');
    }

    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Expr(expr) => self.expr(*expr),
            Initializer::List(list) => self.initializer_list(*list),
        }
    }

    fn initializer_list(&mut self, id: InitializerListId) {
        let unit = self.unit;
        self.out.push('{');
        for (index, item) in unit.initializer_lists[id].items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.designators(&item.designators);
            if !item.designators.is_empty() {
                self.out.push_str(" = ");
            }
            self.initializer(&item.value);
        }
        self.out.push('}');
    }

    fn designators(&mut self, designators: &[Designator]) {
        for designator in designators {
            match designator {
                Designator::Field(name, _) => {
                    self.out.push('.');
                    self.name(*name);
                }
                Designator::Index(index) => {
                    self.out.push('[');
                    self.expr(*index);
                    self.out.push(']');
                }
                Designator::Range(first, last) => {
                    self.out.push('[');
                    self.expr(*first);
                    self.out.push_str(" ... ");
                    self.expr(*last);
                    self.out.push(']');
                }
            }
        }
    }

    // -----------------------------------------------------------------------------------------
    // Statements

    /// On a line of its own.
    fn statement(&mut self, id: StatementId, indent: usize) {
        let unit = self.unit;
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", indent));
        match &unit.statements[id].kind {
            StatementKind::Empty => self.out.push_str("(empty)"),
            StatementKind::Expr(expr) => self.expr(*expr),
            StatementKind::Compound(statements) => {
                self.out.push_str("(block");
                for &statement in statements {
                    self.statement(statement, indent + 1);
                }
                self.out.push(')');
            }
            StatementKind::Declaration(declaration) => self.declaration(*declaration),
            StatementKind::StaticAssert(assertion) => self.static_assert(assertion),
            StatementKind::NestedFunction(function) => self.function(*function, indent),
            StatementKind::LocalLabels(labels) => {
                self.out.push_str("(local-labels");
                self.label_names(labels);
                self.out.push(')');
            }
            StatementKind::If { condition, then, otherwise } => {
                self.out.push_str("(if ");
                self.expr(*condition);
                self.statement(*then, indent + 1);
                if let Some(otherwise) = otherwise {
                    self.statement(*otherwise, indent + 1);
                }
                self.out.push(')');
            }
            StatementKind::While { condition, body } => {
                self.out.push_str("(while ");
                self.expr(*condition);
                self.statement(*body, indent + 1);
                self.out.push(')');
            }
            StatementKind::DoWhile { body, condition } => {
                self.out.push_str("(do-while ");
                self.expr(*condition);
                self.statement(*body, indent + 1);
                self.out.push(')');
            }
            StatementKind::For { init, condition, step, body } => {
                self.out.push_str("(for ");
                match init {
                    ForInit::None => self.out.push('_'),
                    ForInit::Expr(init) => self.expr(*init),
                    ForInit::Declaration(declaration) => self.declaration(*declaration),
                }
                for part in [condition, step] {
                    self.out.push(' ');
                    match part {
                        Some(part) => self.expr(*part),
                        None => self.out.push('_'),
                    }
                }
                self.statement(*body, indent + 1);
                self.out.push(')');
            }
            StatementKind::Switch { value, body } => {
                self.out.push_str("(switch ");
                self.expr(*value);
                self.statement(*body, indent + 1);
                self.out.push(')');
            }
            StatementKind::Labeled { labels, body } => {
                self.out.push_str("(labeled");
                for label in labels {
                    self.out.push(' ');
                    self.label(label.kind);
                }
                self.statement(*body, indent + 1);
                self.out.push(')');
            }
            StatementKind::Goto(label, _) => {
                self.out.push_str("(goto ");
                self.name(*label);
                self.out.push(')');
            }
            StatementKind::GotoComputed(target) => {
                self.out.push_str("(goto-computed ");
                self.expr(*target);
                self.out.push(')');
            }
            StatementKind::Break => self.out.push_str("(break)"),
            StatementKind::Continue => self.out.push_str("(continue)"),
            StatementKind::Return(None) => self.out.push_str("(return)"),
            StatementKind::Return(Some(value)) => {
                self.out.push_str("(return ");
                self.expr(*value);
                self.out.push(')');
            }
            StatementKind::Asm(asm) => self.asm(asm),
        }
    }

    fn label_names(&mut self, labels: &[(Symbol, source::Span)]) {
        for &(label, _) in labels {
            self.out.push(' ');
            self.name(label);
        }
    }

    fn label(&mut self, label: LabelKind) {
        match label {
            LabelKind::Name(name) => {
                self.name(name);
                self.out.push(':');
            }
            LabelKind::Case(value) => {
                self.out.push_str("(case ");
                self.expr(value);
                self.out.push(')');
            }
            LabelKind::CaseRange(first, last) => {
                self.out.push_str("(case ");
                self.expr(first);
                self.out.push_str(" ... ");
                self.expr(last);
                self.out.push(')');
            }
            LabelKind::Default => self.out.push_str("(default)"),
        }
    }

    fn asm(&mut self, asm: &Asm) {
        self.out.push_str(if asm.is_volatile { "(asm volatile " } else { "(asm " });
        self.string(asm.template);
        for (word, operands) in [("out", &asm.outputs), ("in", &asm.inputs)] {
            for operand in operands {
                _ = write!(self.out, " ({word} ");
                if let Some(name) = operand.name {
                    self.name(name);
                    self.out.push(' ');
                }
                self.string(operand.constraint);
                self.out.push(' ');
                self.expr(operand.expr);
                self.out.push(')');
            }
        }
        for &clobber in &asm.clobbers {
            self.out.push_str(" (clobber ");
            self.string(clobber);
            self.out.push(')');
        }
        if !asm.labels.is_empty() {
            self.out.push_str(" (labels");
            self.label_names(&asm.labels);
            self.out.push(')');
        }
        self.out.push(')');
    }
}

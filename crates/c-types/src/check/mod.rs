//! The checker: one pass over the syntax tree that builds the typed tree.

mod attributes;
mod builtins;
mod calls;
mod conversions;
mod declarations;
mod declarators;
mod designators;
mod effects;
mod enums;
mod expressions;
mod functions;
mod initializers;
mod labels;
mod literals;
mod members;
mod objects;
mod operators;
mod overrides;
mod records;
mod scope;
mod specifiers;
mod statements;
mod suggestions;
mod unions;

use crate::Checked;
use crate::PlainChar;
use crate::typed::{
    Expr, ExprId, ExprKind, FunctionId, GlobalId, Label, LabelId, Local, LocalId, Program, Statement,
    StatementId, StatementKind,
};
use crate::types::{FloatKind, IntegerKind, QualifiedType, RecordId, Type, TypeId, TypeTable};
use attributes::AttributeWords;
use c_syntax::ast::{self, Qualifiers};
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Entity, Scopes};
use source::{DataModel, Diagnostic, Severity, Span};
use stdx::{Arena, Symbol};

/// After so many errors the rest is only counted.
const MAX_DIAGNOSTICS: usize = 200;

pub fn check(mut unit: ast::TranslationUnit, data_model: DataModel, plain_char: PlainChar) -> Checked {
    let names = std::mem::take(&mut unit.names);
    let mut types = TypeTable::default();
    let common = CommonTypes::new(&mut types, data_model, plain_char);
    let mut program = Program {
        data_model,
        types,
        names,
        functions: Arena::new(),
        globals: Arena::new(),
        strings: Arena::new(),
        exprs: Arena::with_capacity(unit.exprs.len()),
        statements: Arena::with_capacity(unit.statements.len()),
        locals: Arena::new(),
        labels: Arena::new(),
        file_scope_asm: Vec::new(),
    };
    let attribute_words = AttributeWords::new(&mut program.names);
    let alloca = program.names.intern("alloca");
    let mut checker = Checker {
        unit: &unit,
        program,
        common,
        attribute_words,
        alloca,
        scopes: Scopes::default(),
        open_records: Vec::new(),
        linked: FxHashMap::default(),
        implicit_functions: FxHashSet::default(),
        builtin_functions: FxHashSet::default(),
        literal_globals: FxHashSet::default(),
        replaceable_functions: FxHashSet::default(),
        user_aligned_records: FxHashSet::default(),
        variable_records: FxHashSet::default(),
        incomplete_arrays: Vec::new(),
        function: None,
        prototype_depth: 0,
        unevaluated: 0,
        hidden_lengths: Vec::new(),
        va_list_element: None,
        has_errors_outside: false,
        error_count: 0,
        diagnostics: Vec::new(),
    };
    checker.translation_unit();
    if checker.has_errors_outside {
        // Types and variables may be others than the file means: no function can be trusted.
        for (_, function) in checker.program.functions.iter_mut() {
            function.has_errors |= function.body.is_some();
        }
    }
    let mut diagnostics = checker.diagnostics;
    if checker.error_count > MAX_DIAGNOSTICS {
        let message = format!("{} further errors omitted", checker.error_count - MAX_DIAGNOSTICS);
        let mut last = Diagnostic::error("too-many-errors", Span::NONE, message);
        last.severity = Severity::Note;
        diagnostics.push(last);
    }
    Checked { program: checker.program, diagnostics }
}

struct Checker<'a> {
    unit: &'a ast::TranslationUnit,
    program: Program,
    common: CommonTypes,
    attribute_words: AttributeWords,
    /// The name `alloca`.
    alloca: Symbol,
    scopes: Scopes,
    /// Records whose members are being read, outermost first.
    open_records: Vec<RecordId>,
    /// Functions and variables with linkage, which all scopes share.
    linked: FxHashMap<Symbol, Entity>,
    /// Declared by being called.
    implicit_functions: FxHashSet<FunctionId>,
    /// Known without a declaration; the program's own declaration takes precedence.
    builtin_functions: FxHashSet<FunctionId>,
    /// Compound literals outside of functions.
    literal_globals: FxHashSet<GlobalId>,
    /// Defined `extern inline` in the GNU sense: another definition may follow and replaces it.
    replaceable_functions: FxHashSet<FunctionId>,
    /// Records whose alignment goes back to an attribute.
    user_aligned_records: FxHashSet<RecordId>,
    /// Records with a variable-length array as a member, a GNU extension we do not follow.
    variable_records: FxHashSet<RecordId>,
    /// Tentative definitions `int a[];`, of length one if nothing says otherwise.
    incomplete_arrays: Vec<GlobalId>,
    /// The function whose body or parameters are being checked.
    function: Option<FunctionState>,
    /// Inside how many parameter lists of prototypes we are.
    prototype_depth: u32,
    /// Inside how many operands of `sizeof`, `typeof` and the like we are.
    unevaluated: u32,
    /// Lengths of variable-length arrays that the next statement or expression must fix first.
    hidden_lengths: Vec<StatementId>,
    /// `struct __va_list_tag` of x86-64.
    va_list_element: Option<TypeId>,
    /// An error is in no function.
    has_errors_outside: bool,
    error_count: usize,
    diagnostics: Vec<Diagnostic>,
}

/// What is known about the function being checked.
struct FunctionState {
    id: FunctionId,
    name: Symbol,
    result: QualifiedType,
    locals: Vec<LocalId>,
    labels: labels::Labels,
    switches: Vec<statements::SwitchState>,
    loop_depth: u32,
    /// `__func__`, once used.
    name_global: Option<GlobalId>,
    has_errors: bool,
}

/// The ids of the types that are asked for all the time.
struct CommonTypes {
    void: TypeId,
    bool: TypeId,
    char: TypeId,
    unsigned_char: TypeId,
    unsigned_short: TypeId,
    int: TypeId,
    unsigned_int: TypeId,
    long: TypeId,
    unsigned_long: TypeId,
    long_long: TypeId,
    unsigned_long_long: TypeId,
    float: TypeId,
    double: TypeId,
    long_double: TypeId,
    void_pointer: TypeId,
    const_void_pointer: TypeId,
    char_pointer: TypeId,
    const_char_pointer: TypeId,
    size: TypeId,
    signed_size: TypeId,
    va_list: TypeId,
    error: TypeId,
}

const CONST: Qualifiers =
    Qualifiers { is_const: true, is_volatile: false, is_restrict: false, is_atomic: false };

impl CommonTypes {
    fn new(types: &mut TypeTable, model: DataModel, plain_char: PlainChar) -> CommonTypes {
        let integer = |types: &mut TypeTable, kind| types.intern(Type::Integer(kind));
        let void = types.intern(Type::Void);
        let char = integer(
            types,
            match plain_char {
                PlainChar::Signed => IntegerKind::Char,
                PlainChar::Unsigned => IntegerKind::UnsignedPlainChar,
            },
        );
        let pointer = |types: &mut TypeTable, ty, qualifiers| {
            types.intern(Type::Pointer(QualifiedType { ty, qualifiers }))
        };
        let int = integer(types, IntegerKind::Int);
        let unsigned_int = integer(types, IntegerKind::UnsignedInt);
        let long = integer(types, IntegerKind::Long);
        let unsigned_long = integer(types, IntegerKind::UnsignedLong);
        let (size, signed_size) = match model {
            DataModel::Ilp32 => (unsigned_int, int),
            DataModel::Lp64 => (unsigned_long, long),
        };
        CommonTypes {
            void,
            bool: types.intern(Type::Bool),
            char,
            unsigned_char: integer(types, IntegerKind::UnsignedChar),
            unsigned_short: integer(types, IntegerKind::UnsignedShort),
            int,
            unsigned_int,
            long,
            unsigned_long,
            long_long: integer(types, IntegerKind::LongLong),
            unsigned_long_long: integer(types, IntegerKind::UnsignedLongLong),
            float: types.intern(Type::Float(FloatKind::Float)),
            double: types.intern(Type::Float(FloatKind::Double)),
            long_double: types.intern(Type::Float(FloatKind::LongDouble)),
            void_pointer: pointer(types, void, Qualifiers::default()),
            const_void_pointer: pointer(types, void, CONST),
            char_pointer: pointer(types, char, Qualifiers::default()),
            const_char_pointer: pointer(types, char, CONST),
            size,
            signed_size,
            va_list: types.intern(Type::VaList),
            error: types.intern(Type::Error),
        }
    }
}

impl Checker<'_> {
    // -----------------------------------------------------------------------------------------
    // Messages

    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            match &mut self.function {
                Some(function) => function.has_errors = true,
                None => self.has_errors_outside = true,
            }
            self.error_count += 1;
            if self.error_count > MAX_DIAGNOSTICS {
                return;
            }
        }
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, id: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(id, span, message));
    }

    // -----------------------------------------------------------------------------------------
    // Building the tree

    fn push(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.push_qualified(kind, QualifiedType::unqualified(ty), span)
    }

    fn push_qualified(&mut self, kind: ExprKind, ty: QualifiedType, span: Span) -> ExprId {
        self.program.exprs.push(Expr { kind, ty, span })
    }

    fn push_statement(&mut self, kind: StatementKind, span: Span) -> StatementId {
        self.program.statements.push(Statement { kind, span })
    }

    /// An expression in the place of one that was wrong, and has been reported.
    fn error_expr(&mut self, span: Span) -> ExprId {
        self.unsupported("an expression with an error", self.common.error, span)
    }

    fn unsupported(&mut self, reason: impl Into<String>, ty: TypeId, span: Span) -> ExprId {
        self.push(ExprKind::Unsupported(reason.into()), ty, span)
    }

    fn pointer_to(&mut self, target: QualifiedType) -> TypeId {
        self.program.types.intern(Type::Pointer(target))
    }

    fn integer_type(&mut self, kind: IntegerKind) -> TypeId {
        self.program.types.intern(Type::Integer(kind))
    }

    fn type_of(&self, expr: ExprId) -> TypeId {
        self.program.type_of(expr)
    }

    fn span_of(&self, expr: ExprId) -> Span {
        self.program.exprs[expr].span
    }

    fn type_behind(&self, ty: TypeId) -> &Type {
        self.program.types.get(ty)
    }

    fn text(&self, name: Symbol) -> &str {
        self.program.names.text(name)
    }

    /// Adds a local to the function being checked.
    fn push_local(&mut self, local: Local) -> LocalId {
        let id = self.program.locals.push(local);
        if let Some(function) = &mut self.function {
            function.locals.push(id);
        }
        id
    }

    /// A local that the program does not see.
    fn hidden_local(&mut self, ty: TypeId, span: Span) -> LocalId {
        let alignment = self.program.alignment_of(ty);
        self.push_local(Local {
            name: None,
            ty: QualifiedType::unqualified(ty),
            alignment,
            is_parameter: false,
            is_address_taken: false,
            cleanup: None,
            span,
        })
    }

    fn push_label(&mut self, name: Symbol, span: Span) -> LabelId {
        self.program.labels.push(Label { name, is_address_taken: false, span })
    }

    /// Runs a check on an operand that is not evaluated.
    fn without_evaluation<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        self.unevaluated += 1;
        let result = check(self);
        self.unevaluated -= 1;
        result
    }

    // -----------------------------------------------------------------------------------------
    // File scope

    fn translation_unit(&mut self) {
        let unit = self.unit;
        for &item in &unit.items {
            match item {
                ast::Item::Declaration(id) => self.file_scope_declaration(id),
                ast::Item::Function(id) => self.function_definition(id),
                ast::Item::StaticAssert(assertion) => self.static_assert(assertion),
                ast::Item::Asm(span) => self.program.file_scope_asm.push(span),
            }
        }
        self.complete_tentative_arrays();
    }
}

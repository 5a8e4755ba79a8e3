//! The syntax tree: what the text says, without types and without meaning.
//!
//! Nodes live in the arenas of a [`TranslationUnit`] and refer to each other by id, so a tree of
//! any depth is dropped without recursion. The parser bounds the depth of expressions and
//! statements ([`crate::limits`]), so walking the tree recursively is safe on a large stack.

use source::Span;
use stdx::{Arena, Id, Interner, Symbol};

pub type ExprId = Id<Expr>;
pub type StatementId = Id<Statement>;
pub type DeclarationId = Id<Declaration>;
pub type FunctionId = Id<FunctionDefinition>;
pub type TypeNameId = Id<TypeName>;
pub type RecordId = Id<RecordSpecifier>;
pub type EnumId = Id<EnumSpecifier>;
pub type StringId = Id<StringLiteral>;
pub type InitializerListId = Id<InitializerList>;

/// One preprocessed file.
#[derive(Default, Debug)]
pub struct TranslationUnit {
    pub items: Vec<Item>,
    pub exprs: Arena<Expr>,
    pub statements: Arena<Statement>,
    pub declarations: Arena<Declaration>,
    pub functions: Arena<FunctionDefinition>,
    pub type_names: Arena<TypeName>,
    pub records: Arena<RecordSpecifier>,
    pub enums: Arena<EnumSpecifier>,
    pub strings: Arena<StringLiteral>,
    pub initializer_lists: Arena<InitializerList>,
    pub names: Interner,
}

/// What stands at file scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Declaration(DeclarationId),
    Function(FunctionId),
    StaticAssert(StaticAssert),
    /// `asm("…");` at file scope.
    Asm(Span),
}

// ---------------------------------------------------------------------------------------------
// Declarations

/// `specifiers declarator = init, declarator = init;` Also a lone `struct s { … };`.
#[derive(Debug)]
pub struct Declaration {
    pub specifiers: Specifiers,
    pub declarators: Vec<InitDeclarator>,
    pub span: Span,
}

#[derive(Debug)]
pub struct InitDeclarator {
    pub declarator: Declarator,
    /// `asm("name")`: what the linker calls it.
    pub asm_label: Option<StringId>,
    pub initializer: Option<Initializer>,
}

#[derive(Debug)]
pub struct FunctionDefinition {
    pub specifiers: Specifiers,
    /// Its first derivation is the function's.
    pub declarator: Declarator,
    pub asm_label: Option<StringId>,
    /// Parameter declarations between the declarator and the body, in the style of K&R.
    pub old_style_declarations: Vec<DeclarationId>,
    /// `None` if the body had a syntax error; the function is then known but not lowered.
    pub body: Option<StatementId>,
    pub span: Span,
}

/// Everything to the left of the declarators.
#[derive(Debug)]
pub struct Specifiers {
    pub storage: Storage,
    pub qualifiers: Qualifiers,
    pub function: FunctionSpecifiers,
    pub ty: TypeSpecifier,
    /// `_Alignas(…)`.
    pub alignments: Vec<Alignment>,
    pub attributes: Attributes,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Storage {
    pub class: Option<StorageClass>,
    pub thread_local: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageClass {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FunctionSpecifiers {
    pub is_inline: bool,
    pub is_noreturn: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignment {
    Type(TypeNameId),
    Expr(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSpecifier {
    Basic(BasicType),
    Typedef(Symbol),
    /// `struct` or `union`, with or without members.
    Record(RecordId),
    Enum(EnumId),
    TypeofExpr(ExprId),
    TypeofType(TypeNameId),
    /// `_Atomic(type)`.
    Atomic(TypeNameId),
    /// `__auto_type`, or `auto` without a type.
    Auto,
    /// `__builtin_va_list`.
    VaList,
    /// No type given: `int` by the rules of old.
    ImplicitInt,
    /// A syntax error, already reported.
    Error,
}

/// The combinations of `int`, `long`, `unsigned`, … that C and GCC allow, normalised.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BasicType {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    /// `_Float16`.
    Float16,
    /// `float`, `_Float32`.
    Float,
    /// `double`, `_Float64`, `_Float32x`.
    Double,
    /// `long double`, `_Float64x`, `__float80`.
    LongDouble,
    /// `__float128`, `_Float128`.
    Float128,
    ComplexFloat16,
    ComplexFloat,
    ComplexDouble,
    ComplexLongDouble,
    ComplexFloat128,
    /// GCC's `_Complex int` and the like.
    ComplexInteger,
}

/// `__attribute__((…))`, `[[…]]`. Names are stored without leading and trailing `__` and without
/// a `gnu::` prefix; attributes nobody interprets are kept too, so that a reader can look.
pub type Attributes = Vec<Attribute>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    pub name: Symbol,
    /// Arguments that are expressions; a bare word is a [`ExprKind::Name`]. An argument that is
    /// not an expression (a type, say) is skipped.
    pub arguments: Vec<ExprId>,
    pub span: Span,
}

/// A declared name and how its type derives from the specifiers.
#[derive(Debug)]
pub struct Declarator {
    /// `None` for an abstract declarator.
    pub name: Option<Symbol>,
    pub name_span: Span,
    /// From the name outwards: `int *a[3]` has `[Array(3), Pointer]`, "a is an array of pointers".
    pub derivations: Vec<Derivation>,
    pub attributes: Attributes,
    pub span: Span,
}

#[derive(Debug)]
pub enum Derivation {
    Pointer { qualifiers: Qualifiers, attributes: Attributes },
    Array { size: ArraySize, qualifiers: Qualifiers, is_static: bool },
    Function(FunctionDeclarator),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArraySize {
    /// `[]`.
    Unspecified,
    /// `[*]`.
    Star,
    Expr(ExprId),
}

#[derive(Debug)]
pub struct FunctionDeclarator {
    pub parameters: Parameters,
}

#[derive(Debug)]
pub enum Parameters {
    /// `()`: nothing is said about the parameters.
    Unspecified,
    /// `(void)` has an empty list here.
    Prototype { parameters: Vec<Parameter>, is_variadic: bool },
    /// `(a, b)` of a K&R definition.
    Identifiers(Vec<(Symbol, Span)>),
}

#[derive(Debug)]
pub struct Parameter {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub span: Span,
}

/// `specifiers abstract-declarator`, as in casts and `sizeof`.
#[derive(Debug)]
pub struct TypeName {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub span: Span,
}

#[derive(Debug)]
pub struct RecordSpecifier {
    pub is_union: bool,
    pub tag: Option<Symbol>,
    /// `None` for a mere mention, `struct s`.
    pub members: Option<Vec<MemberDeclaration>>,
    /// Those before the tag and those after the closing brace.
    pub attributes: Attributes,
    pub span: Span,
}

#[derive(Debug)]
pub enum MemberDeclaration {
    /// No declarator at all is an anonymous member (if a struct or union) or nothing.
    Fields {
        specifiers: Specifiers,
        declarators: Vec<FieldDeclarator>,
        span: Span,
    },
    StaticAssert(StaticAssert),
}

#[derive(Debug)]
pub struct FieldDeclarator {
    /// Without a name for an unnamed bit-field.
    pub declarator: Declarator,
    pub bit_width: Option<ExprId>,
}

#[derive(Debug)]
pub struct EnumSpecifier {
    pub tag: Option<Symbol>,
    /// C23's `enum e : type`: the type of the enumeration and of its enumerators.
    pub underlying: Option<TypeNameId>,
    /// `None` for a mere mention, `enum e`.
    pub enumerators: Option<Vec<Enumerator>>,
    pub attributes: Attributes,
    pub span: Span,
}

#[derive(Debug)]
pub struct Enumerator {
    pub name: Symbol,
    pub value: Option<ExprId>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticAssert {
    pub condition: ExprId,
    pub message: Option<StringId>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initializer {
    Expr(ExprId),
    List(InitializerListId),
}

#[derive(Debug)]
pub struct InitializerList {
    pub items: Vec<InitializerItem>,
    pub span: Span,
}

#[derive(Debug)]
pub struct InitializerItem {
    /// `.a[3].b =`, outermost first; also GCC's `a:`.
    pub designators: Vec<Designator>,
    pub value: Initializer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Designator {
    Field(Symbol, Span),
    Index(ExprId),
    /// GCC's `[first ... last]`.
    Range(ExprId, ExprId),
}

// ---------------------------------------------------------------------------------------------
// Statements

#[derive(Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StatementKind {
    /// `;`, also a lone `__attribute__((fallthrough));`.
    Empty,
    Expr(ExprId),
    Compound(Vec<StatementId>),
    Declaration(DeclarationId),
    StaticAssert(StaticAssert),
    /// GCC's function inside a function.
    NestedFunction(FunctionId),
    /// `__label__ a, b;`.
    LocalLabels(Vec<(Symbol, Span)>),
    If {
        condition: ExprId,
        then: StatementId,
        otherwise: Option<StatementId>,
    },
    While {
        condition: ExprId,
        body: StatementId,
    },
    DoWhile {
        body: StatementId,
        condition: ExprId,
    },
    For {
        init: ForInit,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StatementId,
    },
    Switch {
        value: ExprId,
        body: StatementId,
    },
    /// One or more labels before a statement; a chain `case 1: case 2: x: s` is one node.
    /// At the end of a block, where C23 allows it, the body is `Empty`.
    Labeled {
        labels: Vec<Label>,
        body: StatementId,
    },
    Goto(Symbol, Span),
    /// GCC's `goto *e;`.
    GotoComputed(ExprId),
    Break,
    Continue,
    Return(Option<ExprId>),
    Asm(Box<Asm>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForInit {
    None,
    Expr(ExprId),
    Declaration(DeclarationId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    pub kind: LabelKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelKind {
    Name(Symbol),
    Case(ExprId),
    /// GCC's `case first ... last:`.
    CaseRange(ExprId, ExprId),
    Default,
}

#[derive(Debug)]
pub struct Asm {
    pub is_volatile: bool,
    pub template: StringId,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<StringId>,
    /// `asm goto`: the labels it may jump to.
    pub labels: Vec<(Symbol, Span)>,
}

#[derive(Debug)]
pub struct AsmOperand {
    pub name: Option<Symbol>,
    pub constraint: StringId,
    pub expr: ExprId,
}

// ---------------------------------------------------------------------------------------------
// Expressions

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum ExprKind {
    Integer(IntegerLiteral),
    /// The digits as written, without suffix; decimal or hexadecimal.
    Float {
        text: Symbol,
        suffix: FloatSuffix,
        is_imaginary: bool,
    },
    /// The value of the constant as C gives it: an `int` for a plain one (multi-character ones
    /// as GCC does), the code unit for `L`, `u`, `U`, `u8`.
    Character {
        value: i64,
        encoding: Encoding,
    },
    String(StringId),
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`.
    FunctionName,
    Name(Symbol),
    Unary(UnaryOperator, ExprId),
    Binary(BinaryOperator, ExprId, ExprId),
    LogicalAnd(ExprId, ExprId),
    LogicalOr(ExprId, ExprId),
    Assign(ExprId, ExprId),
    /// `a op= b`.
    CompoundAssign(BinaryOperator, ExprId, ExprId),
    Comma(ExprId, ExprId),
    /// `then` is missing in GCC's `a ?: b`.
    Conditional {
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    },
    Cast(TypeNameId, ExprId),
    CompoundLiteral(TypeNameId, InitializerListId),
    SizeofExpr(ExprId),
    SizeofType(TypeNameId),
    /// `_Alignof`: the least alignment.
    AlignofExpr(ExprId),
    AlignofType(TypeNameId),
    /// GCC's `__alignof__`: the preferred alignment.
    PreferredAlignofExpr(ExprId),
    PreferredAlignofType(TypeNameId),
    Call {
        callee: ExprId,
        arguments: Vec<ExprId>,
    },
    Member(ExprId, Symbol),
    /// `a->b`.
    Arrow(ExprId, Symbol),
    Index(ExprId, ExprId),
    /// GCC's `&&label`.
    LabelAddress(Symbol),
    /// GCC's `({ … })`; the statement is a compound one.
    StatementExpr(StatementId),
    Generic(Box<Generic>),
    /// `__builtin_va_arg(list, type)`.
    VaArg(ExprId, TypeNameId),
    /// `__builtin_offsetof(type, a.b[3].c)`; the first designator is a field.
    Offsetof(TypeNameId, Vec<Designator>),
    /// `__builtin_types_compatible_p(a, b)`.
    TypesCompatible(TypeNameId, TypeNameId),
    /// `__builtin_choose_expr(condition, a, b)`.
    ChooseExpr(ExprId, ExprId, ExprId),
    /// A syntax error, already reported.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerLiteral {
    pub value: u128,
    pub is_decimal: bool,
    pub is_unsigned: bool,
    pub length: IntegerLength,
    pub is_imaginary: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntegerLength {
    Plain,
    Long,
    LongLong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    /// No suffix: `double`.
    None,
    /// `f`, `F32`.
    Float,
    /// `l`, `F64x`, `w`.
    LongDouble,
    /// `F64`, `F32x`.
    Double,
    /// `q`, `F128`.
    Float128,
    /// `F16`.
    Float16,
}

/// Adjacent literals are one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringLiteral {
    pub encoding: Encoding,
    /// The code units, little endian, without the terminator: one byte each for `Plain` and
    /// `Utf8`, two for `Utf16`, four for `Utf32` and `Wide`. Bytes that are not UTF-8 stay.
    pub units: Vec<u8>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Plain,
    /// `u8`.
    Utf8,
    /// `u`.
    Utf16,
    /// `U`.
    Utf32,
    /// `L`; `wchar_t` has 32 bits in both data models.
    Wide,
}

#[derive(Debug)]
pub struct Generic {
    pub controlling: GenericControl,
    /// `None` is `default`.
    pub associations: Vec<(Option<TypeNameId>, ExprId)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenericControl {
    Expr(ExprId),
    Type(TypeNameId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOperator {
    Plus,
    Minus,
    BitNot,
    Not,
    Dereference,
    AddressOf,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// `__real__`.
    Real,
    /// `__imag__`.
    Imaginary,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
}

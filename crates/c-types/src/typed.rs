//! The typed tree: every name is resolved, every conversion is written out, every expression has
//! its type. Control flow is still that of the source: structured statements and labels.

use crate::types::{BitRange, QualifiedType, TypeId, TypeTable};
use c_syntax::ast::{Encoding, Qualifiers};
use source::{DataModel, Span};
use stdx::{Arena, Id, Interner, Symbol};

pub type ExprId = Id<Expr>;
pub type StatementId = Id<Statement>;
pub type FunctionId = Id<Function>;
pub type GlobalId = Id<Global>;
pub type LocalId = Id<Local>;
pub type LabelId = Id<Label>;
pub type StringId = Id<StringData>;

#[derive(Debug)]
pub struct Program {
    pub data_model: DataModel,
    pub types: TypeTable,
    pub names: Interner,
    pub functions: Arena<Function>,
    pub globals: Arena<Global>,
    pub strings: Arena<StringData>,
    pub exprs: Arena<Expr>,
    pub statements: Arena<Statement>,
    /// All locals of all functions, parameters and hidden ones included.
    pub locals: Arena<Local>,
    /// All labels of all functions.
    pub labels: Arena<Label>,
    /// `asm` at file scope.
    pub file_scope_asm: Vec<Span>,
}

/// Attributes of a function that bound what its calls do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Promises {
    /// `pure` or `const`.
    pub is_pure: bool,
    /// `malloc`.
    pub returns_new_memory: bool,
    /// `returns_nonnull`.
    pub never_null: bool,
    /// `format(printf, …)`.
    pub reads_variadic: bool,
    /// `alloc_size(i)` or `alloc_size(i, j)`, counted from 0.
    pub size: Option<(u32, Option<u32>)>,
    /// Another function has the attribute `malloc(f, i)`, where `f` is this one: it gives its argument back, counted
    /// from 0.
    pub frees: Option<u32>,
    /// `nonnull`: the arguments, counted from 0, that are not null, as bits.
    pub not_null: u64,
}

impl Promises {
    /// Several declarations promise what any of them does.
    pub fn add(&mut self, other: Promises) {
        self.is_pure |= other.is_pure;
        self.returns_new_memory |= other.returns_new_memory;
        self.never_null |= other.never_null;
        self.reads_variadic |= other.reads_variadic;
        self.size = self.size.or(other.size);
        self.frees = self.frees.or(other.frees);
        self.not_null |= other.not_null;
    }
}

#[derive(Debug)]
pub struct Function {
    /// The name in the source.
    pub name: Symbol,
    /// The name for the linker: `asm("…")`, or the name.
    pub link_name: Symbol,
    pub linkage: Linkage,
    /// A function type.
    pub ty: TypeId,
    pub is_noreturn: bool,
    /// What its attributes say of calls.
    pub promises: Promises,
    pub is_inline: bool,
    pub is_weak: bool,
    /// `__attribute__((alias("target")))`.
    pub alias: Option<Symbol>,
    pub constructor: Option<u32>,
    pub destructor: Option<u32>,
    /// `None` if only declared.
    pub body: Option<FunctionBody>,
    /// Set if the body had errors and is not to be trusted: lowered as a function whose body is
    /// one `unsupported` instruction.
    pub has_errors: bool,
    pub span: Span,
}

#[derive(Debug)]
pub struct FunctionBody {
    /// In order; unnamed ones included.
    pub parameters: Vec<LocalId>,
    /// Every local declared in the function, parameters and hidden ones included.
    pub locals: Vec<LocalId>,
    pub labels: Vec<LabelId>,
    pub statement: StatementId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    External,
    Internal,
}

/// A variable with static storage: at file scope, or `static` in a function.
#[derive(Debug)]
pub struct Global {
    pub name: Symbol,
    pub link_name: Symbol,
    pub linkage: Linkage,
    pub ty: QualifiedType,
    /// From `_Alignas` and `aligned`; at least the type's.
    pub alignment: u64,
    /// In bytes: the type's size, or more if a flexible array member is initialised; 0 if the type
    /// is incomplete.
    pub size: u64,
    pub is_thread_local: bool,
    pub is_weak: bool,
    pub alias: Option<Symbol>,
    /// For a `static` local: the function it belongs to.
    pub owner: Option<FunctionId>,
    pub definition: Definition,
    pub span: Span,
}

#[derive(Debug)]
pub enum Definition {
    /// `extern int x;`.
    Declared,
    /// `int x;`: zero, unless defined elsewhere.
    Tentative,
    /// Every value is a constant or an address constant: see [`crate::constant::evaluate`].
    Initialized(Initializer),
}

/// The contents of an object, flattened: what is not listed is zero.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Initializer {
    /// In the order in which they are to be stored; where entries overlap, later ones win.
    pub entries: Vec<InitializerEntry>,
    /// Whether there are bytes of the object that no entry covers (padding included), so that it
    /// must be zeroed first.
    pub needs_zeroing: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InitializerEntry {
    pub offset: u64,
    pub bits: Option<BitRange>,
    pub ty: TypeId,
    /// Of type `ty`: a scalar, or a structure copied as a whole, or for a character array a
    /// [`ExprKind::String`] (cut or padded with zeros to the array's size).
    pub value: ExprId,
    /// GCC's ranges: the value is stored `count` times, `stride` bytes apart; evaluated once.
    pub count: u64,
    pub stride: u64,
}

/// The array of a string literal, with its terminator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringData {
    pub encoding: Encoding,
    pub bytes: Vec<u8>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Local {
    /// `None` for unnamed parameters and hidden locals.
    pub name: Option<Symbol>,
    pub ty: QualifiedType,
    /// At least the type's.
    pub alignment: u64,
    pub is_parameter: bool,
    /// Its address is taken, or it must be in memory for another reason (an aggregate is always
    /// in memory, whatever this says).
    pub is_address_taken: bool,
    /// `__attribute__((cleanup(f)))`: the call `f(&local)`, to be made when the scope ends.
    pub cleanup: Option<ExprId>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Label {
    pub name: Symbol,
    /// `&&label` occurs.
    pub is_address_taken: bool,
    pub span: Span,
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
    Empty,
    /// The value is dropped.
    Expr(ExprId),
    /// A scope: locals declared directly inside end with it.
    Compound(Vec<StatementId>),
    /// The local's scope begins; it gets its initial value, or an indeterminate one. The lifetime
    /// of a local (not a variable-length array) begins where its scope's block is entered.
    DeclareLocal {
        local: LocalId,
        initializer: Option<LocalInitializer>,
    },
    /// `hidden = expr`: the length of a variable-length array type is fixed.
    EvaluateLength {
        hidden: LocalId,
        length: ExprId,
    },
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
    /// `init` is a scope around the whole loop.
    For {
        init: Vec<StatementId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StatementId,
    },
    /// The value is of integer type after promotion.
    Switch {
        value: ExprId,
        body: StatementId,
    },
    Labeled {
        labels: Vec<LabelKind>,
        body: StatementId,
    },
    Goto(LabelId),
    GotoComputed(ExprId),
    Break,
    Continue,
    /// Converted to the function's result type.
    Return(Option<ExprId>),
    Asm(Box<Asm>),
    /// Understood but not supported, with the reason.
    Unsupported(String),
}

#[derive(Debug)]
pub enum LocalInitializer {
    /// A scalar, or an aggregate copied as a whole.
    Value(ExprId),
    /// Braces, or a string for an array.
    List(Initializer),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelKind {
    Name(LabelId),
    /// `first ..= last`, converted to the type of the switch value.
    Case {
        first: i128,
        last: i128,
    },
    Default,
}

#[derive(Debug)]
pub struct Asm {
    pub is_volatile: bool,
    pub template: String,
    /// The expressions are lvalues.
    pub outputs: Vec<(String, ExprId)>,
    /// Values, or lvalues for constraints that allow only memory.
    pub inputs: Vec<(String, ExprId)>,
    pub clobbers: Vec<String>,
    pub labels: Vec<LabelId>,
}

// ---------------------------------------------------------------------------------------------
// Expressions

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// Qualified for lvalues only.
    pub ty: QualifiedType,
    pub span: Span,
}

/// Lvalues designate an object; all others are values. An aggregate value (a call's, say) is
/// allowed wherever an aggregate value makes sense: assigned, passed, returned, a member taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    // Lvalues.
    Local(LocalId),
    Global(GlobalId),
    /// The array of a string literal.
    String(StringId),
    /// The object a pointer points to.
    Dereference(ExprId),
    /// A member of a record; an lvalue if the record is one. Anonymous members are gone through:
    /// `offset` is that from the start of the record named.
    Member {
        record: ExprId,
        offset: u64,
        bits: Option<BitRange>,
        name: Symbol,
    },
    /// A nameless object, initialised each time it is evaluated; lives as long as the enclosing
    /// block. `local` is its storage. (At file scope it has become a global.)
    CompoundLiteral {
        local: LocalId,
        initializer: Initializer,
    },
    /// A function designator.
    Function(FunctionId),
    /// `__real__`/`__imag__` and other things that have no lowering; always with a reason.
    Unsupported(String),

    // Conversions from lvalues.
    /// The value of an lvalue (scalar or aggregate).
    Load(ExprId),
    /// An array lvalue (or an array member of an aggregate value) becomes a pointer to its first element.
    Decay(ExprId),
    /// `&lvalue`, also of a function.
    AddressOf(ExprId),

    // Values.
    Constant(ConstantValue),
    /// From the operand's type to this expression's: between arithmetic types, pointers, `_Bool`
    /// (comparison with zero), to `void`, to an enum. For aggregates: the same record, or into a
    /// transparent union.
    Convert(ExprId),
    /// The operand has the (promoted) type of the result.
    Negate(ExprId),
    BitNot(ExprId),
    /// `!`: the operand is any scalar; the result is an `int`.
    LogicalNot(ExprId),
    /// Operands have the same type as the result, but for the right side of a shift, which has a
    /// promoted integer type of its own.
    Arithmetic(ArithmeticOperator, ExprId, ExprId),
    /// Operands have the same arithmetic type, or are pointers; the result is an `int`.
    Compare(Comparison, ExprId, ExprId),
    /// `pointer + index`, or minus. The index has an integer type of its own, not converted.
    /// The pointer may point to `void` or to a function (elements of one byte) or to a
    /// variable-length array.
    PointerOffset {
        pointer: ExprId,
        index: ExprId,
        is_subtraction: bool,
    },
    PointerDifference(ExprId, ExprId),
    LogicalAnd(ExprId, ExprId),
    LogicalOr(ExprId, ExprId),
    /// Both branches have the result's type (or the result is `void`). Without `then` (`a ?: b`)
    /// the condition's value, converted, is the result and is computed once.
    Conditional {
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    },
    Comma(ExprId, ExprId),
    /// The value has the lvalue's (unqualified) type. The result is the value after assignment.
    Assign {
        target: ExprId,
        value: ExprId,
    },
    /// `target = (T)((C)target op value)`: `computation` is C, the type in which it is computed;
    /// `value` has it too (but for shifts, where it has its own promoted type). For pointers
    /// (`+=`, `-=`) `computation` is the pointer type and `value` an integer.
    CompoundAssign {
        operator: ArithmeticOperator,
        target: ExprId,
        computation: TypeId,
        value: ExprId,
    },
    /// `++`, `--` on any scalar.
    Increment {
        target: ExprId,
        is_decrement: bool,
        is_prefix: bool,
    },
    /// The callee is a pointer to a function. Arguments are converted (promoted where there is
    /// no parameter).
    Call {
        callee: ExprId,
        arguments: Vec<ExprId>,
    },
    /// The value is that of the last expression statement, if the type is not `void`.
    StatementExpr {
        statements: Vec<StatementId>,
        value: Option<ExprId>,
    },
    /// `&&label`.
    LabelAddress(LabelId),
    /// `sizeof` a variable-length array type, and the like: the number of bytes at run time.
    /// The lengths it depends on have been evaluated.
    RuntimeSize(TypeId),
    /// The list is an lvalue of type `va_list` (or, on LP64, a pointer to its element).
    VaArg {
        list: ExprId,
        ty: TypeId,
    },
    Builtin {
        builtin: Builtin,
        arguments: Vec<ExprId>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstantValue {
    /// The value, in the range of the expression's type (or a pointer's integer value).
    Integer(i128),
    /// The bits of the format that the expression's type has.
    Float(u128),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArithmeticOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitXor,
    BitOr,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// What GCC builds in and what is not simply a call of a library function. (`__builtin_memcpy`
/// and its like are calls of `memcpy`; `__builtin_clz` and its like are calls of a function of
/// that name; `__builtin_expect` is its argument; `__builtin_constant_p` is a constant.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `(list)`; the list as in [`ExprKind::VaArg`].
    VaStart,
    VaEnd,
    /// `(destination, source)`.
    VaCopy,
    /// `(size)`; the result is a `void *`.
    Alloca {
        alignment: Option<u64>,
    },
    Unreachable,
    Trap,
    /// `(a, b, result pointer)`: computes exactly, stores the result wrapped to the pointed-to
    /// type, and tells whether it did not fit.
    AddOverflow,
    SubtractOverflow,
    MultiplyOverflow,
    /// `(pointer, value[, …])`; the memory order is dropped: one thread is modelled.
    AtomicLoad,
    AtomicStore,
    AtomicExchange,
    /// Returns the value before (`returns_new` false) or after the operation.
    AtomicFetch {
        operator: AtomicOperator,
        returns_new: bool,
    },
    /// `__sync_bool_compare_and_swap(p, old, new)` and the `val` variant.
    SyncCompareAndSwap {
        returns_bool: bool,
    },
    /// `__atomic_compare_exchange_n(p, expected pointer, desired, …)`.
    AtomicCompareExchange,
    /// Fences and the like: nothing happens. Arguments are evaluated.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOperator {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Nand,
}

impl QualifiedType {
    pub fn unqualified(ty: TypeId) -> QualifiedType {
        QualifiedType { ty, qualifiers: Qualifiers::default() }
    }
}

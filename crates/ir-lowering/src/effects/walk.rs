//! What expressions and statements access by themselves, calls of other functions aside.

use super::{Accesses, Effects, Spot, Word, children};
use c_types::typed::{
    Builtin, ExprId, ExprKind, FunctionId, Initializer, LabelKind, LocalInitializer, Program, StatementId,
    StatementKind,
};
use c_types::types::{RecordId, Type, TypeId};

impl<'p> Effects<'p> {
    pub(super) fn expression(&mut self, id: ExprId, into: &mut Accesses) {
        let expr = &self.program.exprs[id];
        match &expr.kind {
            ExprKind::Load(lvalue) => self.read(*lvalue, into),
            ExprKind::Assign { target, .. } => self.write(*target, into),
            ExprKind::CompoundAssign { target, .. } | ExprKind::Increment { target, .. } => {
                self.read(*target, into);
                self.write(*target, into);
            }
            ExprKind::Call { callee, arguments } => self.call(*callee, arguments, into),
            // The list is moved on.
            ExprKind::VaArg { .. } => {
                into.reads.insert(Spot::Anything);
                into.writes.insert(Spot::Anything);
            }
            ExprKind::Builtin { builtin, .. } => match builtin {
                Builtin::Nothing | Builtin::Unreachable | Builtin::Trap => {}
                Builtin::AtomicLoad => {
                    into.reads.insert(Spot::Anything);
                }
                Builtin::Alloca { .. } => {
                    into.writes.insert(Spot::Outside);
                }
                _ => {
                    into.reads.insert(Spot::Anything);
                    into.writes.insert(Spot::Anything);
                }
            },
            ExprKind::CompoundLiteral { local, initializer } => {
                into.writes.insert(Spot::Local(*local));
                self.initializer(initializer, into);
            }
            ExprKind::StatementExpr { statements, .. } => {
                for &statement in statements {
                    self.statement(statement, into);
                }
            }
            _ => {}
        }
        for child in children(self.program, id) {
            self.expression(child, into);
        }
    }

    pub(super) fn read(&mut self, lvalue: ExprId, into: &mut Accesses) {
        if let Some(spot) = self.spot(lvalue) {
            into.reads.insert(spot);
        }
    }

    fn write(&mut self, lvalue: ExprId, into: &mut Accesses) {
        if let Some(spot) = self.spot(lvalue) {
            into.writes.insert(spot);
        }
    }

    /// The place that an lvalue means. Constants have none.
    fn spot(&self, lvalue: ExprId) -> Option<Spot> {
        let program = self.program;
        if self.is_error_number(lvalue) {
            return Some(Spot::ErrorNumber);
        }
        if let Some(variable) = self.variable(lvalue) {
            return variable;
        }
        if self.is_in_union(lvalue) {
            return Some(Spot::Anything);
        }
        let word = self.word(program.exprs[lvalue].ty.ty);
        Some(match (&program.exprs[lvalue].kind, word) {
            (ExprKind::Member { record, offset, bits, .. }, Some(word)) => {
                let size = match bits {
                    Some(bits) => u64::from(bits.offset + bits.width).div_ceil(8),
                    None => program.size_of(program.exprs[lvalue].ty.ty).unwrap_or(1),
                };
                match program.record_of(program.exprs[*record].ty.ty) {
                    Some(record) => Spot::Member(record.raw(), *offset, offset + size, word),
                    None => Spot::Anything,
                }
            }
            // Bytes may be those of anything.
            (_, Some(Word::Number(1)) | None) => Spot::Anything,
            (_, Some(word)) => Spot::Word(word),
        })
    }

    /// Whether an lvalue is what `errno` stands for.
    fn is_error_number(&self, lvalue: ExprId) -> bool {
        let program = self.program;
        let ExprKind::Dereference(pointer) = program.exprs[lvalue].kind else { return false };
        let ExprKind::Call { callee, .. } = program.exprs[pointer].kind else { return false };
        called_function(program, callee).is_some_and(|function| {
            matches!(program.names.text(program.functions[function].name), "__errno_location" | "__error")
        })
    }

    /// Whether an lvalue is a part of a union, whose parts lie over each other.
    fn is_in_union(&self, mut lvalue: ExprId) -> bool {
        let program = self.program;
        while let ExprKind::Member { record, .. } = program.exprs[lvalue].kind {
            let id = program.record_of(program.exprs[record].ty.ty);
            if id.is_some_and(|id| has_union(program, id, DEEPEST)) {
                return true;
            }
            lvalue = record;
        }
        false
    }

    /// The variable that an lvalue is a part of: `Some(None)` for a part of a constant.
    fn variable(&self, mut lvalue: ExprId) -> Option<Option<Spot>> {
        let program = self.program;
        loop {
            match &program.exprs[lvalue].kind {
                ExprKind::Local(local) => return Some(Some(Spot::Local(*local))),
                ExprKind::Global(global) => return Some(Some(Spot::Global(*global))),
                ExprKind::CompoundLiteral { local, .. } => return Some(Some(Spot::Local(*local))),
                ExprKind::String(_) | ExprKind::Function(_) => return Some(None),
                ExprKind::Member { record, .. } => lvalue = *record,
                ExprKind::Dereference(pointer) => {
                    let mut pointer = *pointer;
                    if let ExprKind::PointerOffset { pointer: array, .. } = program.exprs[pointer].kind {
                        pointer = array;
                    }
                    match program.exprs[pointer].kind {
                        ExprKind::Decay(array) => lvalue = array,
                        ExprKind::AddressOf(object) => lvalue = object,
                        _ => return None,
                    }
                }
                // The value of a call, and other objects that nobody else knows.
                _ => return Some(None),
            }
        }
    }

    fn word(&self, ty: TypeId) -> Option<Word> {
        let program = self.program;
        match program.types.get(ty) {
            Type::Pointer(_) => Some(Word::Pointer),
            Type::Float(_) => program.size_of(ty).map(Word::Float),
            Type::Bool | Type::Integer(_) | Type::Enum(_) => program.size_of(ty).map(Word::Number),
            _ => None,
        }
    }

    fn call(&mut self, callee: ExprId, arguments: &'p [ExprId], into: &mut Accesses) {
        let program = self.program;
        let Some(id) = called_function(program, callee) else {
            into.has_indirect_calls = true;
            return;
        };
        let function = &program.functions[id];
        if function.body.is_some() {
            into.calls.insert(id);
            // One that the linker may take from another file does what nobody knows.
            if function.is_weak {
                into.writes.extend([Spot::Anything, Spot::Outside]);
            }
            return;
        }
        // It may call what it is given, and a function of another file whatever that file knows.
        let is_given_functions = arguments.iter().any(|&argument| {
            let target = program.pointee(program.exprs[argument].ty.ty);
            target.is_some_and(|target| matches!(program.types.get(target), Type::Function(_)))
        });
        let is_elsewhere =
            !function.promises.is_pure && !is_of_the_library(program.names.text(function.name));
        into.has_indirect_calls |= is_given_functions || is_elsewhere;
        let parameters = program.function_type(function.ty);
        for (index, &argument) in arguments.iter().enumerate() {
            let ty = program.exprs[argument].ty.ty;
            if program.pointee(ty).is_none() && program.record_of(ty).is_none() {
                continue;
            }
            into.reads.insert(Spot::Anything);
            let parameter = parameters.and_then(|ty| ty.parameters.get(index));
            let is_read_only = match parameter.map(|&ty| program.types.get(ty)) {
                Some(Type::Pointer(target)) => target.qualifiers.is_const,
                Some(_) => false,
                None => function.promises.reads_variadic,
            };
            if !is_read_only && !function.promises.is_pure {
                into.writes.insert(Spot::Anything);
            }
        }
        if !function.promises.is_pure {
            into.reads.insert(Spot::Outside);
            into.writes.extend([Spot::ErrorNumber, Spot::Outside]);
        }
    }

    fn initializer(&mut self, initializer: &Initializer, into: &mut Accesses) {
        for entry in &initializer.entries {
            self.expression(entry.value, into);
        }
    }

    pub(super) fn statement(&mut self, id: StatementId, into: &mut Accesses) {
        let program = self.program;
        match &program.statements[id].kind {
            StatementKind::Empty
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Goto(_) => {}
            StatementKind::Expr(expr) | StatementKind::GotoComputed(expr) => self.expression(*expr, into),
            StatementKind::Compound(statements) => {
                statements.iter().for_each(|&statement| self.statement(statement, into));
            }
            StatementKind::DeclareLocal { local, initializer } => {
                into.writes.insert(Spot::Local(*local));
                if let Some(cleanup) = program.locals[*local].cleanup {
                    self.expression(cleanup, into);
                }
                match initializer {
                    Some(LocalInitializer::Value(value)) => self.expression(*value, into),
                    Some(LocalInitializer::List(list)) => self.initializer(list, into),
                    None => {}
                }
            }
            StatementKind::EvaluateLength { length, .. } => self.expression(*length, into),
            StatementKind::If { condition, then, otherwise } => {
                self.expression(*condition, into);
                self.statement(*then, into);
                otherwise.iter().for_each(|&otherwise| self.statement(otherwise, into));
            }
            StatementKind::While { condition, body } | StatementKind::DoWhile { body, condition } => {
                self.expression(*condition, into);
                self.statement(*body, into);
            }
            StatementKind::For { init, condition, step, body } => {
                init.iter().for_each(|&statement| self.statement(statement, into));
                condition.iter().chain(step).for_each(|&expr| self.expression(expr, into));
                self.statement(*body, into);
            }
            StatementKind::Switch { value, body } => {
                self.expression(*value, into);
                self.statement(*body, into);
            }
            StatementKind::Labeled { labels, body } => {
                into.has_labels |= labels.iter().any(|label| matches!(label, LabelKind::Name(_)));
                self.statement(*body, into);
            }
            StatementKind::Return(value) => value.iter().for_each(|&value| self.expression(value, into)),
            StatementKind::Asm(asm) => {
                for &(_, expr) in asm.outputs.iter().chain(&asm.inputs) {
                    self.expression(expr, into);
                }
                asm.outputs.iter().for_each(|&(_, expr)| self.write(expr, into));
                into.reads.insert(Spot::Anything);
                into.writes.insert(Spot::Anything);
            }
            StatementKind::Unsupported(_) => {
                into.writes.insert(Spot::Anything);
            }
        }
    }
}

/// Records in records are looked into so deeply.
const DEEPEST: usize = 8;

/// Whether a record is a union, or has one as a part without a name of its own.
fn has_union(program: &Program, record: RecordId, depth: usize) -> bool {
    let record = &program.types.records[record];
    let nameless =
        record.layout.iter().flat_map(|layout| &layout.fields).filter(|field| field.name.is_none());
    record.is_union
        || depth > 0
            && nameless
                .filter_map(|field| program.record_of(field.ty.ty))
                .any(|part| has_union(program, part, depth - 1))
}

/// Functions of the C library that call nothing of the program and change nothing of it but what their arguments lead to and
/// the number of the last error. Others without a body may be those of another file.
const OF_THE_LIBRARY: [&str; 62] = [
    "abs",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "calloc",
    "clock",
    "exit",
    "fclose",
    "feof",
    "ferror",
    "fflush",
    "fgetc",
    "fgets",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "free",
    "fseek",
    "ftell",
    "fwrite",
    "getc",
    "getchar",
    "getenv",
    "labs",
    "llabs",
    "malloc",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "printf",
    "putc",
    "putchar",
    "puts",
    "rand",
    "read",
    "realloc",
    "snprintf",
    "sprintf",
    "strcasecmp",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strcspn",
    "strdup",
    "strerror",
    "strlen",
    "strncasecmp",
    "strncmp",
    "strncpy",
    "strndup",
    "strrchr",
    "strspn",
    "strstr",
    "strtol",
    "strtoul",
    "time",
];

fn is_of_the_library(name: &str) -> bool {
    let is_letters = |name: &str| {
        matches!(name.strip_prefix("is"), Some(class) if CLASSES.contains(&class))
            || matches!(name, "tolower" | "toupper")
    };
    OF_THE_LIBRARY.binary_search(&name).is_ok()
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || is_letters(name)
}

/// How names begin of inputs, of what compilers build in, and of what macros of the library's headers call. Not all reserved names:
/// programs have functions of their own that are named so.
const PREFIXES: [&str; 7] =
    ["__VERIFIER_", "__assert", "__besom_", "__builtin_", "__ctype_", "__errno_location", "__error"];

/// What `ctype.h` tells of letters.
const CLASSES: [&str; 12] = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
    "xdigit",
];

/// The function that is called by its name.
fn called_function(program: &Program, callee: ExprId) -> Option<FunctionId> {
    match program.exprs[callee].kind {
        ExprKind::Decay(designator) | ExprKind::AddressOf(designator) => match program.exprs[designator].kind
        {
            ExprKind::Function(function) => Some(function),
            _ => None,
        },
        _ => None,
    }
}

//! What GCC builds in.

mod atomics;
mod floats;
mod table;

use super::Checker;
use super::scope::Entity;
use crate::constant::{self, Constant};
use crate::typed::{Builtin, ConstantValue, ExprId, ExprKind, FunctionId};
use crate::types::{FunctionType, QualifiedType, Type, TypeId};
use c_syntax::ast;
use source::{DataModel, Span};
use stdx::Symbol;

impl Checker<'_> {
    /// A call of a builtin that is more than a library function under another name.
    pub(super) fn builtin_call(
        &mut self,
        name: Symbol,
        arguments: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let text = self.text(name);
        if !text.starts_with("__") {
            return (name == self.alloca).then(|| self.alloca_call(arguments, span));
        }
        if text.starts_with("__sync_") || text.starts_with("__atomic_") {
            let text = text.to_owned();
            return self.atomic_call(&text, arguments, span);
        }
        let builtin = text.strip_prefix("__builtin_")?.to_owned();
        self.special_call(&builtin, arguments, span)
    }

    fn special_call(&mut self, builtin: &str, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let result = match (builtin, arguments) {
            ("va_start", [list, ..]) => self.va_builtin(Builtin::VaStart, &[*list], span),
            ("va_end", [list]) => self.va_builtin(Builtin::VaEnd, &[*list], span),
            ("va_copy", [destination, source]) => {
                self.va_builtin(Builtin::VaCopy, &[*destination, *source], span)
            }
            ("alloca", _) => self.alloca_call(arguments, span),
            ("alloca_with_align" | "alloca_with_align_and_max", [size, bits, ..]) => {
                let alignment = self.constant_of(*bits).and_then(|bits| u64::try_from(bits / 8).ok());
                let size = self.rvalue_of(*size);
                let size = self.assign_convert(size, self.common.size, "parameter 1");
                self.push_builtin(Builtin::Alloca { alignment }, vec![size], self.common.void_pointer, span)
            }
            ("unreachable", []) => {
                self.push_builtin(Builtin::Unreachable, Vec::new(), self.common.void, span)
            }
            ("trap", []) => self.push_builtin(Builtin::Trap, Vec::new(), self.common.void, span),
            ("constant_p", [operand]) => self.constant_p(*operand, span),
            ("expect" | "expect_with_probability", [value, ..]) => {
                for &rest in &arguments[1..] {
                    self.without_evaluation(|checker| checker.rvalue_of(rest));
                }
                let value = self.rvalue_of(*value);
                self.assign_convert(value, self.common.long, "parameter 1")
            }
            ("assume_aligned" | "speculation_safe_value", [_, rest @ ..]) if self.any_has_effects(rest) => {
                self.dropped_effects(builtin, self.common.void_pointer, span)
            }
            ("assume_aligned", [pointer, ..]) => {
                let value = self.rvalue_of(*pointer);
                self.assign_convert(value, self.common.void_pointer, "parameter 1")
            }
            ("speculation_safe_value", [value, ..]) => self.rvalue_of(*value),
            ("prefetch" | "__clear_cache" | "cpu_init" | "assoc_barrier", _) => {
                let arguments = arguments.iter().map(|&argument| self.rvalue_of(argument)).collect();
                self.push_builtin(Builtin::Nothing, arguments, self.common.void, span)
            }
            ("object_size" | "dynamic_object_size", [pointer, kind]) => {
                return self.object_size_with_effects(*pointer, *kind, span);
            }
            ("classify_type", [operand]) => self.classify_type(*operand, span),
            ("is_constant_evaluated", _) => self.integer_constant(0, self.common.int, span),
            ("has_attribute" | "LINE", _) => {
                self.unsupported(format!("__builtin_{builtin}"), self.common.int, span)
            }
            ("FUNCTION", []) => self.function_name(span),
            ("FILE", []) => self.unsupported("__builtin_FILE".to_owned(), self.common.void_pointer, span),
            _ => {
                return self
                    .overflow_call(builtin, arguments, span)
                    .or_else(|| self.float_call(builtin, arguments, span))
                    .or_else(|| self.unsupported_call(builtin, arguments, span));
            }
        };
        Some(result)
    }

    /// Whether an argument that is not evaluated has effects, which are not to be lost.
    fn any_has_effects(&mut self, arguments: &[ast::ExprId]) -> bool {
        arguments.iter().any(|&argument| {
            let argument = self.without_evaluation(|checker| checker.rvalue_of(argument));
            self.has_effects(argument)
        })
    }

    fn dropped_effects(&mut self, builtin: &str, ty: TypeId, span: Span) -> ExprId {
        self.unsupported(format!("effects in an argument of `{builtin}` that only tells how"), ty, span)
    }

    /// Builtins without a lowering: vectors, complex numbers, untyped forwarding of arguments.
    fn unsupported_call(&mut self, builtin: &str, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        if table::signature(builtin).is_some() {
            return None;
        }
        let is_known =
            ["ia32_", "shuffle", "convertvector", "complex", "va_arg_pack", "apply", "return", "tgmath"]
                .iter()
                .any(|prefix| builtin.starts_with(prefix));
        if !is_known {
            return None;
        }
        for &argument in arguments {
            self.without_evaluation(|checker| checker.rvalue_of(argument));
        }
        let ty = if builtin == "va_arg_pack_len" { self.common.int } else { self.common.error };
        Some(self.unsupported(format!("__builtin_{builtin}"), ty, span))
    }

    fn push_builtin(&mut self, builtin: Builtin, arguments: Vec<ExprId>, ty: TypeId, span: Span) -> ExprId {
        self.push(ExprKind::Builtin { builtin, arguments }, ty, span)
    }

    fn va_builtin(&mut self, builtin: Builtin, lists: &[ast::ExprId], span: Span) -> ExprId {
        let lists: Vec<ExprId> = lists.iter().map(|&list| self.va_list_argument(list)).collect();
        if lists.iter().any(|&list| self.program.is_error(self.type_of(list))) {
            return self.error_expr(span);
        }
        if builtin == Builtin::VaStart && !self.is_in_variadic_function() {
            self.error("type-mismatch", span, "`va_start` is used in a function with fixed arguments");
            return self.error_expr(span);
        }
        self.push_builtin(builtin, lists, self.common.void, span)
    }

    fn is_in_variadic_function(&self) -> bool {
        let Some(function) = &self.function else { return false };
        let ty = self.program.functions[function.id].ty;
        self.program.function_type(ty).is_some_and(|ty| ty.is_variadic)
    }

    pub(super) fn alloca_call(&mut self, arguments: &[ast::ExprId], span: Span) -> ExprId {
        let [size] = arguments[..] else {
            self.error("argument-count", span, format!("`alloca` takes 1 argument, not {}", arguments.len()));
            return self.error_expr(span);
        };
        let size = self.rvalue_of(size);
        let size = self.assign_convert(size, self.common.size, "parameter 1");
        self.push_builtin(Builtin::Alloca { alignment: None }, vec![size], self.common.void_pointer, span)
    }

    fn constant_p(&mut self, operand: ast::ExprId, span: Span) -> ExprId {
        let operand = self.without_evaluation(|checker| checker.rvalue_of(operand));
        let is_constant = match constant::evaluate_strictly(&self.program, operand) {
            Some(Constant::Integer(_) | Constant::Float(_)) => true,
            Some(Constant::Address { base, .. }) => matches!(base, constant::AddressBase::String(_)),
            Some(Constant::LabelDifference { .. }) | None => false,
        };
        self.integer_constant(i128::from(is_constant), self.common.int, span)
    }

    /// An operand with side effects is not evaluated, and nothing is known about its object: the greatest
    /// size, or zero for the lower bounds. Otherwise the builtin is called like a function.
    fn object_size_with_effects(
        &mut self,
        pointer: ast::ExprId,
        kind: ast::ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let operand = self.without_evaluation(|checker| checker.rvalue_of(pointer));
        if !self.has_effects(operand) {
            return None;
        }
        let is_lower_bound = self.constant_of(kind).is_some_and(|kind| kind & 2 != 0);
        let greatest = match self.program.data_model {
            DataModel::Ilp32 => i128::from(u32::MAX),
            DataModel::Lp64 => i128::from(u64::MAX),
        };
        let size = if is_lower_bound { 0 } else { greatest };
        Some(self.integer_constant(size, self.common.size, span))
    }

    /// The numbers of GCC's `typeclass.h`.
    fn classify_type(&mut self, operand: ast::ExprId, span: Span) -> ExprId {
        let operand = self.without_evaluation(|checker| checker.rvalue_of(operand));
        let class = match self.type_behind(self.type_of(operand)) {
            Type::Void => 0,
            Type::Integer(_) | Type::Enum(_) | Type::Bool => 1,
            Type::Pointer(_) => 5,
            Type::Float(_) => 8,
            Type::Complex(_) => 9,
            Type::Record(record) if self.program.types.records[*record].is_union => 13,
            Type::Record(_) => 12,
            _ => -1,
        };
        self.integer_constant(class, self.common.int, span)
    }

    fn overflow_call(&mut self, builtin: &str, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let [left, right, result] = arguments[..] else { return None };
        let stem = builtin.strip_suffix("_overflow")?;
        let (prefix, operation) = ["add", "sub", "mul"].iter().find_map(|&operation| {
            let position = stem.find(operation)?;
            Some((&stem[..position], &stem[position..]))
        })?;
        let builtin = match &operation[..3] {
            "add" => Builtin::AddOverflow,
            "sub" => Builtin::SubtractOverflow,
            _ => Builtin::MultiplyOverflow,
        };
        // `__builtin_uaddl_overflow` and its like have fixed types.
        let ty = match (prefix, &operation[3..]) {
            ("", "") => None,
            ("s", "") => Some(self.common.int),
            ("s", "l") => Some(self.common.long),
            ("s", "ll") => Some(self.common.long_long),
            ("u", "") => Some(self.common.unsigned_int),
            ("u", "l") => Some(self.common.unsigned_long),
            ("u", "ll") => Some(self.common.unsigned_long_long),
            _ => return None,
        };
        let (mut left, mut right) = (self.rvalue_of(left), self.rvalue_of(right));
        let mut result = self.rvalue_of(result);
        if let Some(ty) = ty {
            left = self.assign_convert(left, ty, "parameter 1");
            right = self.assign_convert(right, ty, "parameter 2");
            let pointer = self.pointer_to(QualifiedType::unqualified(ty));
            result = self.assign_convert(result, pointer, "parameter 3");
        }
        let is_fit = self.program.is_integer(self.type_of(left))
            && self.program.is_integer(self.type_of(right))
            && self
                .program
                .pointee(self.type_of(result))
                .is_some_and(|target| self.program.is_integer(target));
        if !is_fit {
            self.error(
                "type-mismatch",
                span,
                "an overflow builtin takes two integers and a pointer to an integer",
            );
            return Some(self.error_expr(span));
        }
        Some(self.push_builtin(builtin, vec![left, right, result], self.common.bool, span))
    }

    // -----------------------------------------------------------------------------------------
    // Library functions

    /// The function behind `__builtin_memcpy`, `__builtin_clz` and the like.
    pub(super) fn library_builtin(&mut self, name: Symbol, span: Span) -> Option<FunctionId> {
        let stem = self.text(name).strip_prefix("__builtin_")?.to_owned();
        let (signature, is_library) = table::signature(&stem)?;
        let name = if is_library { self.program.names.intern(&stem) } else { name };
        if let Some(&Entity::Function(function)) = self.linked.get(&name) {
            return Some(function);
        }
        let ty = self.signature_type(signature);
        let function = self.declare_external_function(name, ty, span);
        self.builtin_functions.insert(function);
        Some(function)
    }

    /// A library function whose type GCC knows, called without a declaration.
    pub(super) fn known_library_function(&mut self, name: Symbol) -> Option<FunctionId> {
        let (signature, is_library) = table::signature(self.text(name))?;
        if !is_library {
            return None;
        }
        let ty = self.signature_type(signature);
        let function = self.declare_external_function(name, ty, Span::NONE);
        self.builtin_functions.insert(function);
        Some(function)
    }

    /// Reads a signature of the table: the result's letter, then the parameters'.
    fn signature_type(&mut self, signature: &str) -> TypeId {
        let mut letters = signature.chars();
        let result = letters.next().map_or(self.common.int, |letter| self.letter_type(letter));
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        for letter in letters {
            if letter == '.' {
                is_variadic = true;
            } else {
                parameters.push(self.letter_type(letter));
            }
        }
        let result = QualifiedType::unqualified(result);
        self.program.types.intern(Type::Function(FunctionType {
            result,
            parameters,
            is_variadic,
            has_prototype: true,
        }))
    }

    fn letter_type(&mut self, letter: char) -> TypeId {
        let target = match letter {
            'v' => return self.common.void,
            'p' => return self.common.void_pointer,
            'P' => return self.common.const_void_pointer,
            's' => return self.common.char_pointer,
            'S' => return self.common.const_char_pointer,
            'z' => return self.common.size,
            'Z' => return self.common.signed_size,
            'i' => return self.common.int,
            'u' => return self.common.unsigned_int,
            'l' => return self.common.long,
            'U' => return self.common.unsigned_long,
            'x' => return self.common.long_long,
            'X' => return self.common.unsigned_long_long,
            'h' => return self.common.unsigned_short,
            // 64 bits, as `uint64_t` is spelled.
            'W' => {
                return match self.program.data_model {
                    DataModel::Ilp32 => self.common.unsigned_long_long,
                    DataModel::Lp64 => self.common.unsigned_long,
                };
            }
            'f' => return self.common.float,
            'd' => return self.common.double,
            'L' => return self.common.long_double,
            'V' => {
                return match self.program.data_model {
                    DataModel::Ilp32 => self.common.va_list,
                    DataModel::Lp64 => self.va_list_pointer(),
                };
            }
            'F' => self.common.float,
            'D' => self.common.double,
            'E' => self.common.long_double,
            'I' => self.common.int,
            _ => return self.common.int,
        };
        self.pointer_to(QualifiedType::unqualified(target))
    }

    /// A call of a function that the program need not have declared.
    fn call_library(&mut self, name: &str, signature: &str, arguments: Vec<ExprId>, span: Span) -> ExprId {
        let name = self.program.names.intern(name);
        let function = match self.linked.get(&name) {
            Some(&Entity::Function(function)) => function,
            _ => {
                let ty = self.signature_type(signature);
                let function = self.declare_external_function(name, ty, span);
                self.builtin_functions.insert(function);
                function
            }
        };
        let ty = self.program.functions[function].ty;
        let designator = self.push(ExprKind::Function(function), ty, span);
        let callee = self.rvalue(designator);
        match self.program.function_type(ty).cloned() {
            Some(function) => self.finish_call(callee, &function, arguments, span),
            None => self.error_expr(span),
        }
    }

    fn float_constant(&mut self, bits: u128, ty: TypeId, span: Span) -> ExprId {
        self.push(ExprKind::Constant(ConstantValue::Float(bits)), ty, span)
    }
}

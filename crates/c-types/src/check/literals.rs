//! Numbers, characters and strings.

use super::specifiers::COMPLEX_INTEGER;
use super::{CONST, Checker};
use crate::float;
use crate::typed::{
    ConstantValue, Definition, ExprId, ExprKind, Global, GlobalId, Initializer, InitializerEntry, Linkage,
    StringData, StringId,
};
use crate::types::{ArrayLength, FloatKind, IntegerKind, QualifiedType, Type, TypeId};
use c_syntax::ast::{self, Encoding, FloatSuffix, IntegerLength};
use source::{DataModel, Span};
use stdx::Symbol;

impl Checker<'_> {
    pub(super) fn integer_literal(&mut self, literal: ast::IntegerLiteral, span: Span) -> ExprId {
        if literal.is_imaginary {
            self.error("unsupported", span, COMPLEX_INTEGER);
            return self.error_expr(span);
        }
        let kind = self.literal_kind(literal);
        let ty = self.integer_type(kind);
        let value = kind.wrap(literal.value as i128, self.program.data_model);
        self.integer_constant(value, ty, span)
    }

    /// The first type of the list in C11 6.4.4.1 that holds the value.
    fn literal_kind(&self, literal: ast::IntegerLiteral) -> IntegerKind {
        let candidates: &[IntegerKind] = match literal.length {
            IntegerLength::Plain => {
                &[IntegerKind::Int, IntegerKind::Long, IntegerKind::LongLong, IntegerKind::Int128]
            }
            IntegerLength::Long => &[IntegerKind::Long, IntegerKind::LongLong, IntegerKind::Int128],
            IntegerLength::LongLong => &[IntegerKind::LongLong, IntegerKind::Int128],
        };
        for &signed in candidates {
            let bits = signed.bits(self.program.data_model);
            let fits = |bits: u32| bits >= 128 || literal.value >> bits == 0;
            if !literal.is_unsigned && fits(bits - 1) {
                return signed;
            }
            if (literal.is_unsigned || !literal.is_decimal) && fits(bits) {
                return signed.to_unsigned();
            }
        }
        IntegerKind::UnsignedInt128
    }

    pub(super) fn float_literal(
        &mut self,
        text: Symbol,
        suffix: FloatSuffix,
        is_imaginary: bool,
        span: Span,
    ) -> ExprId {
        let kind = match suffix {
            FloatSuffix::None | FloatSuffix::Double => FloatKind::Double,
            FloatSuffix::Float => FloatKind::Float,
            FloatSuffix::LongDouble => FloatKind::LongDouble,
            FloatSuffix::Float128 => FloatKind::Float128,
            FloatSuffix::Float16 => FloatKind::Float16,
        };
        if is_imaginary {
            let ty = self.program.types.intern(Type::Complex(kind));
            return self.unsupported("a complex number", ty, span);
        }
        let ty = self.program.types.intern(Type::Float(kind));
        match float::parse(self.program.names.text(text), kind.format()) {
            Some(bits) => self.push(ExprKind::Constant(ConstantValue::Float(bits)), ty, span),
            None => {
                self.error("invalid-number", span, "this is not a number");
                self.error_expr(span)
            }
        }
    }

    pub(super) fn character_literal(&mut self, value: i64, encoding: Encoding, span: Span) -> ExprId {
        let ty = match encoding {
            Encoding::Plain => self.common.int,
            Encoding::Wide => self.wide_character(),
            Encoding::Utf8 => self.common.unsigned_char,
            Encoding::Utf16 => self.common.unsigned_short,
            Encoding::Utf32 => self.common.unsigned_int,
        };
        // Letters are read as if plain `char` were signed.
        let is_byte = encoding == Encoding::Plain && (-128..0).contains(&value);
        let has_no_sign =
            *self.program.types.get(self.common.char) == Type::Integer(IntegerKind::UnsignedPlainChar);
        let value = if is_byte && has_no_sign { value + 256 } else { value };
        self.integer_constant(i128::from(value), ty, span)
    }

    /// `wchar_t`.
    fn wide_character(&self) -> TypeId {
        match self.program.data_model {
            DataModel::Ilp32 => self.common.long,
            DataModel::Lp64 => self.common.int,
        }
    }

    pub(super) fn string_literal(&mut self, id: ast::StringId) -> ExprId {
        let unit = self.unit;
        let literal = &unit.strings[id];
        self.string_expr(literal.encoding, literal.units.clone(), literal.span)
    }

    /// The array of a string; the terminator is added.
    pub(super) fn string_expr(&mut self, encoding: Encoding, units: Vec<u8>, span: Span) -> ExprId {
        let (string, ty) = self.push_string(encoding, units, span);
        self.push(ExprKind::String(string), ty, span)
    }

    fn push_string(&mut self, encoding: Encoding, units: Vec<u8>, span: Span) -> (StringId, TypeId) {
        let (element, width) = match encoding {
            Encoding::Plain | Encoding::Utf8 => (self.common.char, 1),
            Encoding::Utf16 => (self.common.unsigned_short, 2),
            Encoding::Utf32 => (self.common.unsigned_int, 4),
            Encoding::Wide => (self.wide_character(), 4),
        };
        let mut bytes = units;
        bytes.extend_from_slice(&[0; 4][..width]);
        let length = ArrayLength::Fixed((bytes.len() / width) as u64);
        let ty = self.array_type(QualifiedType::unqualified(element), length);
        (self.program.strings.push(StringData { encoding, bytes, span }), ty)
    }

    /// `__func__` and its like: an array of the function, made when first used.
    pub(super) fn function_name(&mut self, span: Span) -> ExprId {
        let global = match &self.function {
            None => return self.string_expr(Encoding::Plain, Vec::new(), span),
            Some(function) => match function.name_global {
                Some(global) => global,
                None => self.declare_function_name(span),
            },
        };
        let ty = self.program.globals[global].ty;
        self.push_qualified(ExprKind::Global(global), ty, span)
    }

    fn declare_function_name(&mut self, span: Span) -> GlobalId {
        let (owner, name) = match &self.function {
            Some(function) => (Some(function.id), self.text(function.name).as_bytes().to_vec()),
            None => (None, Vec::new()),
        };
        let (string, string_type) = self.push_string(Encoding::Plain, name, span);
        let value = self.push(ExprKind::String(string), string_type, span);
        let size = self.program.size_of(string_type).unwrap_or(0);
        let ty = self.qualify(QualifiedType::unqualified(string_type), CONST);
        let entry = InitializerEntry { offset: 0, bits: None, ty: string_type, value, count: 1, stride: 0 };
        let name = self.program.names.intern("__func__");
        let global = self.program.globals.push(Global {
            name,
            link_name: name,
            linkage: Linkage::Internal,
            ty,
            alignment: 1,
            size,
            is_thread_local: false,
            is_weak: false,
            alias: None,
            owner,
            definition: Definition::Initialized(Initializer { entries: vec![entry], needs_zeroing: false }),
            span,
        });
        if let Some(function) = &mut self.function {
            function.name_global = Some(global);
        }
        global
    }
}

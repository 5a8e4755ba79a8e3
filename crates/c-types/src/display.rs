//! Types as the programmer writes them: `struct node *`, `int (*)(void)`.

use crate::typed::Program;
use crate::types::{ArrayLength, FloatKind, IntegerKind, QualifiedType, Type, TypeId};
use c_syntax::ast::Qualifiers;
use std::fmt::Write;

impl Program {
    /// The type's name, for messages.
    pub fn display(&self, ty: TypeId) -> String {
        self.display_qualified(QualifiedType::unqualified(ty))
    }

    pub fn display_qualified(&self, ty: QualifiedType) -> String {
        self.display_declaration(ty, "")
    }

    /// A declaration of `inner` with the type: `int *a[3]`.
    pub fn display_declaration(&self, ty: QualifiedType, inner: &str) -> String {
        let mut ty = ty;
        let mut inner = inner.to_owned();
        loop {
            match self.types.get(ty.ty) {
                Type::Pointer(target) => {
                    let qualifiers = qualifier_words(ty.qualifiers);
                    let space = if qualifiers.is_empty() || inner.is_empty() { "" } else { " " };
                    let pointer = format!("*{}{space}{inner}", qualifiers.trim_end());
                    inner = match self.types.get(target.ty) {
                        Type::Array { .. } | Type::Function(_) => format!("({pointer})"),
                        _ => pointer,
                    };
                    ty = *target;
                }
                Type::Array { element, length } => {
                    match length {
                        ArrayLength::Fixed(length) => {
                            let _ = write!(inner, "[{length}]");
                        }
                        ArrayLength::Incomplete => inner.push_str("[]"),
                        ArrayLength::Variable(_) | ArrayLength::Star => inner.push_str("[*]"),
                    }
                    ty = *element;
                }
                Type::Function(function) => {
                    let mut parameters: Vec<String> =
                        function.parameters.iter().map(|&parameter| self.display(parameter)).collect();
                    if function.is_variadic {
                        parameters.push("...".to_owned());
                    }
                    if parameters.is_empty() && function.has_prototype {
                        parameters.push("void".to_owned());
                    }
                    let _ = write!(inner, "({})", parameters.join(", "));
                    ty = function.result;
                }
                _ => break,
            }
        }
        let base = format!("{}{}", qualifier_words(ty.qualifiers), self.display_base(ty.ty));
        if inner.is_empty() { base } else { format!("{base} {inner}") }
    }

    fn display_base(&self, ty: TypeId) -> String {
        let tagged = |keyword: &str, tag: Option<stdx::Symbol>| match tag {
            Some(tag) => format!("{keyword} {}", self.names.text(tag)),
            None => format!("{keyword} <anonymous>"),
        };
        match self.types.get(ty) {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Integer(kind) => integer_name(*kind),
            Type::Float(kind) => float_name(*kind).to_owned(),
            Type::Complex(kind) => format!("_Complex {}", float_name(*kind)),
            Type::Record(id) => {
                let record = &self.types.records[*id];
                tagged(if record.is_union { "union" } else { "struct" }, record.tag)
            }
            Type::Enum(id) => tagged("enum", self.types.enums[*id].tag),
            Type::VaList => "va_list".to_owned(),
            Type::Vector { element, bytes } => {
                format!("{} __attribute__((vector_size({bytes})))", self.display(*element))
            }
            Type::Error => "<error>".to_owned(),
            Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => String::new(),
        }
    }
}

/// Each followed by a space.
fn qualifier_words(qualifiers: Qualifiers) -> String {
    let words = [
        (qualifiers.is_const, "const "),
        (qualifiers.is_volatile, "volatile "),
        (qualifiers.is_restrict, "restrict "),
        (qualifiers.is_atomic, "_Atomic "),
    ];
    words.iter().filter(|(is_there, _)| *is_there).map(|(_, word)| *word).collect()
}

fn integer_name(kind: IntegerKind) -> String {
    let name = match kind {
        IntegerKind::Char | IntegerKind::UnsignedPlainChar => "char",
        IntegerKind::SignedChar => "signed char",
        IntegerKind::UnsignedChar => "unsigned char",
        IntegerKind::Short => "short",
        IntegerKind::UnsignedShort => "unsigned short",
        IntegerKind::Int => "int",
        IntegerKind::UnsignedInt => "unsigned int",
        IntegerKind::Long => "long",
        IntegerKind::UnsignedLong => "unsigned long",
        IntegerKind::LongLong => "long long",
        IntegerKind::UnsignedLongLong => "unsigned long long",
        IntegerKind::Int128 => "__int128",
        IntegerKind::UnsignedInt128 => "unsigned __int128",
        IntegerKind::BitField { width, is_signed: true } => return format!("long long:{width}"),
        IntegerKind::BitField { width, is_signed: false } => return format!("unsigned long long:{width}"),
    };
    name.to_owned()
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float16 => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "_Float128",
    }
}

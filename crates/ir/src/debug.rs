//! The side table from registers and offsets back to source names. Only reports read it; nothing
//! an analysis decides may depend on it.

use crate::RegisterId;
use source::Span;
use std::collections::BTreeMap;
use stdx::{Arena, Id};

pub type TypeId = Id<Type>;

/// Names and types of a function's registers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FunctionNames {
    /// The variables, by the register that holds the value or the address.
    pub variables: BTreeMap<RegisterId, Variable>,
    /// The types of temporaries whose type helps to name what they point to.
    pub temporaries: BTreeMap<RegisterId, TypeId>,
    /// The type of the result, if it is a number.
    pub result: Option<TypeId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: TypeId,
    pub place: VariablePlace,
    pub is_parameter: bool,
    /// Where it is declared.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    /// The register holds the variable's value.
    Register,
    /// The register holds the address of the variable's block.
    Memory,
}

/// The types that occur in the side tables, as far as names of places need them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TypeTable {
    pub types: Arena<Type>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A number, or anything without parts; its C name and size.
    Scalar {
        name: String,
        size: u64,
        /// Its numbers are read without a sign.
        is_unsigned: bool,
    },
    Pointer(TypeId),
    Array {
        element: TypeId,
        length: Option<u64>,
    },
    /// `struct node`, its size and its fields in order; filled in after its id is known, so that
    /// a field may point to the record itself.
    Record {
        name: String,
        size: u64,
        fields: Vec<Field>,
    },
    Function {
        name: String,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Empty for an anonymous struct or union, whose fields are looked into.
    pub name: String,
    pub offset: u64,
    /// For a bit-field, its first bit counted from `offset`, and its width.
    pub bits: Option<(u32, u32)>,
    pub ty: TypeId,
}

/// How many pointers and arrays a type's name shows before it is cut short.
const DEEPEST_NAME: usize = 64;

impl TypeTable {
    /// The type as C writes it: `struct node *`, `int [4]`, `char *(*)[2]`.
    pub fn c_name(&self, ty: TypeId) -> String {
        let mut declarator = String::new();
        let mut current = ty;
        for _ in 0..DEEPEST_NAME {
            match self.types.get(current) {
                Some(Type::Pointer(target)) => {
                    declarator.insert(0, '*');
                    if let Some(Type::Array { .. }) = self.types.get(*target) {
                        declarator = format!("({declarator})");
                    }
                    current = *target;
                }
                Some(Type::Array { element, length }) => {
                    match length {
                        Some(length) => declarator.push_str(&format!("[{length}]")),
                        None => declarator.push_str("[]"),
                    }
                    current = *element;
                }
                Some(Type::Scalar { name, .. } | Type::Record { name, .. } | Type::Function { name }) => {
                    return if declarator.is_empty() { name.clone() } else { format!("{name} {declarator}") };
                }
                None => break,
            }
        }
        format!("… {declarator}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_in_c() {
        let mut table = TypeTable::default();
        let int = table.types.push(Type::Scalar { name: "int".into(), size: 4, is_unsigned: false });
        let pointer = table.types.push(Type::Pointer(int));
        let pointers = table.types.push(Type::Array { element: pointer, length: Some(3) });
        let to_pointers = table.types.push(Type::Pointer(pointers));
        let open = table.types.push(Type::Array { element: pointers, length: None });
        let endless = table.types.push(Type::Pointer(TypeId::from_raw(5)));
        assert_eq!(table.c_name(int), "int");
        assert_eq!(table.c_name(pointer), "int *");
        assert_eq!(table.c_name(pointers), "int *[3]");
        assert_eq!(table.c_name(to_pointers), "int *(*)[3]");
        assert_eq!(table.c_name(open), "int *[][3]");
        assert!(table.c_name(endless).starts_with("… ***"));
        assert_eq!(table.c_name(TypeId::from_raw(99)), "… ");
    }
}

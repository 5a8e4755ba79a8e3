//! The side table's view of C's types.

use c_types::typed::Program;
use c_types::types::{ArrayLength, RecordId, Type, TypeId};
use ir::debug;

/// Translates types on demand; each is translated once.
pub(crate) struct DebugTypes {
    /// By the number of the C type.
    translated: Vec<Option<debug::TypeId>>,
    /// Records that have an id but no fields yet. Their fields are filled in from a list and not
    /// by recursion, because a record may reach itself, or a long chain of others.
    pending: Vec<(RecordId, debug::TypeId)>,
}

impl DebugTypes {
    pub(crate) fn new() -> DebugTypes {
        DebugTypes { translated: Vec::new(), pending: Vec::new() }
    }

    pub(crate) fn translate(
        &mut self,
        program: &Program,
        table: &mut debug::TypeTable,
        ty: TypeId,
    ) -> debug::TypeId {
        if let Some(Some(id)) = self.translated.get(ty.index()) {
            return *id;
        }
        let id = self.enter(program, table, ty);
        while let Some((record, id)) = self.pending.pop() {
            let fields = self.fields(program, table, record);
            if let debug::Type::Record { fields: target, .. } = &mut table.types[id] {
                *target = fields;
            }
        }
        id
    }

    fn fields(
        &mut self,
        program: &Program,
        table: &mut debug::TypeTable,
        record: RecordId,
    ) -> Vec<debug::Field> {
        let Some(layout) = &program.types.records[record].layout else { return Vec::new() };
        (layout.fields.iter())
            .map(|field| debug::Field {
                name: field.name.map_or_else(String::new, |name| program.names.text(name).to_owned()),
                offset: field.offset,
                bits: field.bits.map(|bits| (bits.offset, bits.width)),
                ty: self.enter(program, table, field.ty.ty),
            })
            .collect()
    }

    fn enter(&mut self, program: &Program, table: &mut debug::TypeTable, ty: TypeId) -> debug::TypeId {
        if let Some(Some(id)) = self.translated.get(ty.index()) {
            return *id;
        }
        let described = match program.types.get(ty) {
            Type::Pointer(target) => debug::Type::Pointer(self.enter(program, table, target.ty)),
            Type::Array { element, length } => debug::Type::Array {
                element: self.enter(program, table, element.ty),
                length: match length {
                    ArrayLength::Fixed(length) => Some(*length),
                    ArrayLength::Incomplete | ArrayLength::Variable(_) | ArrayLength::Star => None,
                },
            },
            Type::Record(_) => debug::Type::Record {
                name: program.display(ty),
                size: program.size_of(ty).unwrap_or(0),
                fields: Vec::new(),
            },
            Type::Function(_) => debug::Type::Function { name: program.display(ty) },
            _ => debug::Type::Scalar {
                name: program.display(ty),
                size: program.size_of(ty).unwrap_or(0),
                is_unsigned: program.integer_width(ty).is_some_and(|(_, is_signed)| !is_signed),
            },
        };
        let id = table.types.push(described);
        if self.translated.len() <= ty.index() {
            self.translated.resize(ty.index() + 1, None);
        }
        self.translated[ty.index()] = Some(id);
        if let Type::Record(record) = program.types.get(ty) {
            self.pending.push((*record, id));
        }
        id
    }
}

//! Bytes that no member of a record has: what they hold after a store into the whole object is unspecified
//! (C11 6.2.6.1p6), and so is what the rest of a union holds behind the member that an initialiser names.
//!
//! Most programs cannot see these bytes. Only those of records whose address is read as that of something else
//! (`(unsigned char *)&record`, `memcmp(&record, …)`) are taken for anything; for all others nothing is emitted.

use crate::function::FunctionLowering;
use crate::place::Address;
use c_types::typed::{ExprId, ExprKind, Initializer, Program};
use c_types::types::{ArrayLength, RecordId, Type, TypeId};
use ir::{Callee, InstructionKind};
use rustc_hash::FxHashSet;
use source::Span;

/// Functions that get the address of a record and do not look at its bytes.
const BLIND: [&str; 8] = ["free", "realloc", "memset", "bzero", "explicit_bzero", "read", "recv", "fread"];

/// Objects with more gaps are left as they are: their padding keeps its bytes.
const MOST_GAPS: usize = 64;

/// A run of bytes, by its offset in an object and its length.
pub(crate) type Gap = (u64, u64);

/// The records whose bytes a program looks at one by one.
#[derive(Default)]
pub(crate) struct Padding {
    viewed: FxHashSet<RecordId>,
}

impl Padding {
    pub(crate) fn of(program: &Program) -> Padding {
        let mut blind: FxHashSet<ExprId> = FxHashSet::default();
        for (_, expr) in program.exprs.iter() {
            if let ExprKind::Call { callee, arguments } = &expr.kind
                && callee_name(program, *callee).is_some_and(|name| BLIND.contains(&name))
            {
                blind.extend(arguments);
            }
        }
        let mut padding = Padding::default();
        for (id, expr) in program.exprs.iter() {
            let ExprKind::Convert(operand) = expr.kind else { continue };
            let (from, to) = (program.exprs[operand].ty.ty, expr.ty.ty);
            let (Some(from), Some(to)) = (program.pointee(from), program.pointee(to)) else { continue };
            if program.record_of(to).is_none() && !blind.contains(&id) {
                padding.view(program, from);
            }
        }
        padding
    }

    /// The bytes of a type are looked at, and so are those of all its parts.
    fn view(&mut self, program: &Program, ty: TypeId) {
        match program.types.get(ty) {
            Type::Array { element, .. } => self.view(program, element.ty),
            Type::Record(record) => {
                if self.viewed.insert(*record)
                    && let Some(layout) = &program.types.records[*record].layout
                {
                    layout.fields.iter().for_each(|field| self.view(program, field.ty.ty));
                }
            }
            _ => {}
        }
    }

    /// The padding of a type that the program can see, in order.
    pub(crate) fn gaps(&self, program: &Program, ty: TypeId) -> Vec<Gap> {
        let mut gaps = Vec::new();
        if !self.viewed.is_empty() {
            self.collect(program, ty, 0, &mut gaps);
        }
        if gaps.len() > MOST_GAPS { Vec::new() } else { gaps }
    }

    fn collect(&self, program: &Program, ty: TypeId, at: u64, gaps: &mut Vec<Gap>) {
        match program.types.get(ty) {
            Type::Array { element, length: ArrayLength::Fixed(length) } => {
                let Some(size) = program.size_of(element.ty) else { return };
                for index in 0..*length {
                    let before = gaps.len();
                    self.collect(program, element.ty, at.saturating_add(index.saturating_mul(size)), gaps);
                    if gaps.len() == before || gaps.len() > MOST_GAPS {
                        return;
                    }
                }
            }
            Type::Record(record) if self.viewed.contains(record) => {
                let record = &program.types.records[*record];
                let Some(layout) = &record.layout else { return };
                let mut parts: Vec<(u64, u64, TypeId)> = Vec::new();
                for field in &layout.fields {
                    let size = match field.bits {
                        Some(bits) => u64::from(bits.offset + bits.width).div_ceil(8),
                        None => program.size_of(field.ty.ty).unwrap_or(layout.size - field.offset),
                    };
                    parts.push((field.offset, field.offset + size, field.ty.ty));
                }
                parts.sort_by_key(|&(start, ..)| start);
                let mut covered = 0;
                for (start, end, ty) in parts {
                    if start > covered {
                        gaps.push((at + covered, start - covered));
                    }
                    // What lies between the members of one member of a union is another's.
                    if !record.is_union {
                        self.collect(program, ty, at + start, gaps);
                    }
                    covered = covered.max(end);
                }
                if layout.size > covered {
                    gaps.push((at + covered, layout.size - covered));
                }
            }
            _ => {}
        }
    }
}

/// The bytes of unions that an initialiser gives a member, behind that member.
pub(crate) fn rest_of_unions(program: &Program, ty: TypeId, initializer: &Initializer) -> Vec<Gap> {
    let mut gaps = Vec::new();
    rest_of_unions_in(program, ty, 0, initializer, &mut gaps);
    gaps
}

fn rest_of_unions_in(program: &Program, ty: TypeId, at: u64, initializer: &Initializer, gaps: &mut Vec<Gap>) {
    let Some(record) = program.record_of(ty).map(|record| &program.types.records[record]) else { return };
    let Some(layout) = &record.layout else { return };
    if !record.is_union {
        for field in layout.fields.iter().filter(|field| field.bits.is_none()) {
            rest_of_unions_in(program, field.ty.ty, at + field.offset, initializer, gaps);
        }
        return;
    }
    let ends = initializer.entries.iter().filter_map(|entry| {
        let size = program.size_of(entry.ty)?.max(entry.stride.saturating_mul(entry.count));
        (entry.offset >= at && entry.offset < at + layout.size).then_some(entry.offset + size)
    });
    // Without an entry the first member is zero, and all bytes with it.
    let Some(end) = ends.max() else { return };
    if end < at + layout.size {
        gaps.push((end, at + layout.size - end));
    }
}

fn callee_name(program: &Program, callee: ExprId) -> Option<&str> {
    let mut callee = callee;
    loop {
        match program.exprs[callee].kind {
            ExprKind::AddressOf(inner) | ExprKind::Convert(inner) | ExprKind::Decay(inner) => callee = inner,
            ExprKind::Function(function) => {
                return Some(program.names.text(program.functions[function].link_name));
            }
            _ => return None,
        }
    }
}

impl FunctionLowering<'_, '_> {
    /// After a store into the whole of an object: bytes that belong to no value may hold anything.
    pub(crate) fn scatter(&mut self, object: Address, gaps: &[Gap], span: Span) {
        for &(offset, length) in gaps {
            let (function, signature) = self.module.anything();
            let place = self.materialize(object.plus(offset), span);
            let length = self.pointer_constant(i128::from(length));
            let call = InstructionKind::Call {
                destination: None,
                callee: Callee::Direct(function),
                signature,
                arguments: vec![place, length],
            };
            self.emit(call, span);
        }
    }
}

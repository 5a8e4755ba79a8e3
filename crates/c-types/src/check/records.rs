//! Structures and unions.

use super::Checker;
use super::attributes::Attributes;
use super::scope::Tag;
use crate::layout::{self, FieldRequest, RecordRequest, TypeAlignment};
use crate::typed::ExprId;
use crate::types::{ArrayLength, QualifiedType, Record, RecordId, RecordLayout, Type, TypeId};
use c_syntax::ast;
use rustc_hash::FxHashMap;
use source::{DataModel, Diagnostic, Span};
use stdx::Symbol;

/// Why expressions have no lowering that depend on the layout of such a structure.
pub(super) const VARIABLE_RECORD: &str = "a structure with a variable-length array in it";

impl Checker<'_> {
    pub(super) fn record_specifier(&mut self, id: ast::RecordId, is_lone: bool) -> TypeId {
        let unit = self.unit;
        let specifier = &unit.records[id];
        let record = match &specifier.members {
            None => self.mentioned_record(specifier, is_lone),
            Some(members) => {
                let record = self.record_to_define(specifier);
                self.open_records.push(record);
                self.define_record(record, specifier, members);
                self.open_records.pop();
                record
            }
        };
        self.program.types.intern(Type::Record(record))
    }

    fn mentioned_record(&mut self, specifier: &ast::RecordSpecifier, is_lone: bool) -> RecordId {
        let Some(tag) = specifier.tag else { return self.new_record(specifier) };
        let known = if is_lone { self.scopes.lookup_tag_here(tag) } else { self.scopes.lookup_tag(tag) };
        match known {
            Some(Tag::Record(record))
                if self.program.types.records[record].is_union == specifier.is_union =>
            {
                record
            }
            Some(other) => {
                self.wrong_tag(tag, other, specifier.span);
                self.new_record(specifier)
            }
            None => {
                let record = self.new_record(specifier);
                self.scopes.declare_tag(tag, Tag::Record(record));
                record
            }
        }
    }

    fn record_to_define(&mut self, specifier: &ast::RecordSpecifier) -> RecordId {
        let Some(tag) = specifier.tag else { return self.new_record(specifier) };
        match self.scopes.lookup_tag_here(tag) {
            Some(Tag::Record(record))
                if self.program.types.records[record].is_union == specifier.is_union =>
            {
                let is_open = self.open_records.contains(&record);
                let known = &mut self.program.types.records[record];
                if known.layout.is_none() && !is_open {
                    known.span = specifier.span;
                    return record;
                }
                let previous = known.span;
                let what = self.program.types.intern(Type::Record(record));
                let message = format!("`{}` is defined twice in this scope", self.program.display(what));
                let diagnostic = Diagnostic::error("redefinition", specifier.span, message);
                self.report(diagnostic.with_label(previous, "first defined here"));
            }
            Some(other) => self.wrong_tag(tag, other, specifier.span),
            None => {}
        }
        let record = self.new_record(specifier);
        self.scopes.declare_tag(tag, Tag::Record(record));
        record
    }

    fn new_record(&mut self, specifier: &ast::RecordSpecifier) -> RecordId {
        self.program.types.records.push(Record {
            is_union: specifier.is_union,
            tag: specifier.tag,
            layout: None,
            is_transparent: false,
            span: specifier.span,
        })
    }

    pub(super) fn wrong_tag(&mut self, tag: Symbol, known: Tag, span: Span) {
        let (what, previous) = match known {
            Tag::Record(record) => {
                let record = &self.program.types.records[record];
                (if record.is_union { "a union" } else { "a struct" }, record.span)
            }
            Tag::Enum(id) => ("an enum", self.program.types.enums[id].span),
        };
        let message = format!("the tag `{}` is that of {what}", self.text(tag));
        self.report(Diagnostic::error("wrong-tag", span, message).with_label(previous, "declared here"));
    }

    fn define_record(
        &mut self,
        record: RecordId,
        specifier: &ast::RecordSpecifier,
        members: &[ast::MemberDeclaration],
    ) {
        let mut fields = Vec::with_capacity(members.len());
        for member in members {
            match member {
                ast::MemberDeclaration::Fields { specifiers, declarators, span } => {
                    self.member_declaration(record, specifiers, declarators, *span, &mut fields);
                }
                ast::MemberDeclaration::StaticAssert(assertion) => self.static_assert(*assertion),
            }
        }
        self.check_duplicate_members(&fields);
        self.check_flexible_members(specifier, &fields);
        // Attributes may use constants that the members define, so they come last.
        let attributes = self.attributes(&specifier.attributes);
        let request = RecordRequest {
            is_union: specifier.is_union,
            is_packed: attributes.is_packed,
            alignment: attributes.last_alignment,
            pack: attributes.pack,
        };
        let model = self.program.data_model;
        let layout = match layout::lay_out(&self.program.types, model, request, &fields) {
            Ok((layout, is_user_aligned)) => {
                if is_user_aligned {
                    self.user_aligned_records.insert(record);
                }
                layout
            }
            Err(layout::TooLarge) => {
                self.error("too-large", specifier.span, "the type is larger than the address space");
                RecordLayout { size: 0, alignment: 1, fields: Vec::new() }
            }
        };
        let record = &mut self.program.types.records[record];
        record.layout = Some(layout);
        record.is_transparent |= attributes.is_transparent_union;
    }

    fn member_declaration(
        &mut self,
        record: RecordId,
        specifiers: &ast::Specifiers,
        declarators: &[ast::FieldDeclarator],
        span: Span,
        fields: &mut Vec<FieldRequest>,
    ) {
        let base = self.specifiers(specifiers, declarators.is_empty());
        if declarators.is_empty() {
            let is_anonymous_record = match specifiers.ty {
                ast::TypeSpecifier::Record(id) => self.unit.records[id].tag.is_none(),
                _ => false,
            };
            if is_anonymous_record {
                let declared = (base.ty, base.alignment);
                fields.push(self.field_request(None, declared, &base.attributes, None, span));
            }
            return;
        }
        for field in declarators {
            let declarator = &field.declarator;
            let mut attributes = base.attributes;
            self.read_attributes(&declarator.attributes, &mut attributes);
            let base_type = self.apply_type_attributes(base.ty, &attributes);
            let (ty, alignment) =
                self.derive(base_type, base.alignment, &declarator.derivations, declarator.span);
            let ty = self.field_type(record, ty, declarator);
            let span = declarator.span;
            let bit_width = match field.bit_width {
                Some(width) => match self.bit_width(width, ty.ty, declarator) {
                    Some(width) => Some(width),
                    None => continue,
                },
                None => None,
            };
            if declarator.name.is_none() && bit_width.is_none() {
                continue;
            }
            fields.push(self.field_request(declarator.name, (ty, alignment), &attributes, bit_width, span));
        }
    }

    /// Types that cannot be members are reported; the member is then of no use but known.
    fn field_type(
        &mut self,
        record: RecordId,
        ty: QualifiedType,
        declarator: &ast::Declarator,
    ) -> QualifiedType {
        if self.has_variable_record(ty.ty) {
            self.variable_records.insert(record);
        }
        if self.program.has_variable_size(ty.ty) {
            self.variable_records.insert(record);
            if let &Type::Array { element, .. } = self.type_behind(ty.ty) {
                let element = match self.program.size_of(element.ty) {
                    Some(_) => element,
                    None => QualifiedType::unqualified(self.common.char),
                };
                return QualifiedType::unqualified(self.array_type(element, ArrayLength::Fixed(0)));
            }
        }
        let problem = match self.type_behind(ty.ty) {
            Type::Function(_) => "is a function",
            Type::Void => "has type `void`",
            Type::Record(id) if self.program.types.records[*id].layout.is_none() => "has an incomplete type",
            _ => return ty,
        };
        let name = declarator.name.map_or("", |name| self.text(name));
        let message = format!("the member `{name}` {problem}: `{}`", self.program.display(ty.ty));
        self.error("incomplete-type", declarator.span, message);
        QualifiedType::unqualified(self.common.error)
    }

    /// Whether a structure with a variable-length array in it is part of a type. Its layout is known
    /// at run time only, so nothing that depends on it has a lowering.
    pub(super) fn has_variable_record(&self, ty: TypeId) -> bool {
        match self.type_behind(ty) {
            Type::Array { element, .. } => self.has_variable_record(element.ty),
            Type::Record(record) => self.variable_records.contains(record),
            _ => false,
        }
    }

    pub(super) fn variable_record(&mut self, ty: TypeId, span: Span) -> ExprId {
        self.unsupported(VARIABLE_RECORD, ty, span)
    }

    fn field_request(
        &self,
        name: Option<Symbol>,
        (ty, alignment): (QualifiedType, Option<u64>),
        attributes: &Attributes,
        bit_width: Option<u32>,
        span: Span,
    ) -> FieldRequest {
        FieldRequest {
            name,
            ty,
            type_alignment: self.type_alignment(ty.ty, alignment),
            alignment: attributes.alignment,
            is_packed: attributes.is_packed,
            bit_width,
            span,
        }
    }

    fn type_alignment(&self, ty: TypeId, given: Option<u64>) -> TypeAlignment {
        if let Some(bytes) = given {
            return TypeAlignment { bytes, is_user_given: true };
        }
        let mut element = ty;
        while let Type::Array { element: inner, .. } = self.type_behind(element) {
            element = inner.ty;
        }
        let is_user_given =
            self.program.record_of(element).is_some_and(|record| self.user_aligned_records.contains(&record));
        let bytes = layout::preferred_alignment_of(&self.program.types, self.program.data_model, ty);
        TypeAlignment { bytes, is_user_given }
    }

    fn bit_width(&mut self, width: ast::ExprId, ty: TypeId, declarator: &ast::Declarator) -> Option<u32> {
        let span = declarator.span;
        let name = declarator.name.map_or("<unnamed>", |name| self.text(name)).to_owned();
        let value = self.constant_of(width);
        if self.program.is_error(ty) {
            return None;
        }
        if !self.program.is_integer(ty) {
            let shown = self.program.display(ty);
            self.error("invalid-bit-field", span, format!("the bit-field `{name}` has the type `{shown}`"));
            return None;
        }
        let Some(value) = value else {
            self.error(
                "not-constant",
                span,
                format!("the width of the bit-field `{name}` is not a constant"),
            );
            return None;
        };
        let greatest = match self.type_behind(ty) {
            Type::Bool => 1,
            _ => self.program.integer_width(ty).map_or(0, |(bits, _)| bits),
        };
        let width = u32::try_from(value).ok().filter(|&width| width <= greatest);
        match width {
            Some(0) if declarator.name.is_some() => {
                self.error("invalid-bit-field", span, format!("the bit-field `{name}` has width zero"));
                None
            }
            Some(width) => Some(width),
            None => {
                let message =
                    format!("the width {value} of the bit-field `{name}` is not between 0 and {greatest}");
                self.error("invalid-bit-field", span, message);
                None
            }
        }
    }

    fn check_flexible_members(&mut self, specifier: &ast::RecordSpecifier, fields: &[FieldRequest]) {
        let Some((_, others)) = fields.split_last() else { return };
        for field in others.iter().filter(|_| !specifier.is_union) {
            if let Type::Array { length: ArrayLength::Incomplete, .. } = self.type_behind(field.ty.ty) {
                let message = "a flexible array member is not the last member of its structure";
                self.error("incomplete-type", field.span, message);
            }
        }
    }

    fn check_duplicate_members(&mut self, fields: &[FieldRequest]) {
        if fields.len() < 2 {
            return;
        }
        let mut seen: FxHashMap<Symbol, Span> = FxHashMap::default();
        for field in fields {
            let Some(name) = field.name else { continue };
            if let Some(previous) = seen.insert(name, field.span) {
                let message = format!("two members are named `{}`", self.text(name));
                let diagnostic = Diagnostic::error("redefinition", field.span, message);
                self.report(diagnostic.with_label(previous, "the first one"));
            }
        }
    }

    /// The element of x86-64's `va_list`.
    pub(super) fn declare_va_list_element(&mut self) -> TypeId {
        let tag = self.program.names.intern("__va_list_tag");
        let members = [
            ("gp_offset", self.common.unsigned_int),
            ("fp_offset", self.common.unsigned_int),
            ("overflow_arg_area", self.common.void_pointer),
            ("reg_save_area", self.common.void_pointer),
        ];
        let fields: Vec<FieldRequest> = members
            .into_iter()
            .map(|(name, ty)| {
                let name = Some(self.program.names.intern(name));
                let declared = (QualifiedType::unqualified(ty), None);
                self.field_request(name, declared, &Attributes::default(), None, Span::NONE)
            })
            .collect();
        let layout =
            layout::lay_out(&self.program.types, DataModel::Lp64, RecordRequest::default(), &fields).ok();
        let record = self.program.types.records.push(Record {
            is_union: false,
            tag: Some(tag),
            layout: layout.map(|(layout, _)| layout),
            is_transparent: false,
            span: Span::NONE,
        });
        self.program.types.intern(Type::Record(record))
    }
}

//! Initialisers, flattened to a list of stores (C11 6.7.9).
//!
//! A cursor walks over the object being initialised: a stack of levels, each an array or record
//! with the position of the next member. Designators set the cursor; a value without braces for
//! an aggregate goes down into it (brace elision).

use super::Checker;
use crate::constant;
use crate::typed::{Definition, ExprId, ExprKind, Initializer, InitializerEntry, LocalInitializer};
use crate::types::{ArrayLength, BitRange, QualifiedType, RecordId, Type, TypeId};
use c_syntax::ast::{self, Designator};
use source::{Diagnostic, Span};
use std::collections::BTreeMap;
use stdx::Symbol;

/// What an initialiser came to.
pub struct Initialized {
    pub value: LocalInitializer,
    /// The object's type, its length filled in.
    pub ty: QualifiedType,
    /// The object's size: more than the type's if a flexible array member has elements.
    pub size: u64,
}

#[derive(Default)]
struct Builder {
    entries: Vec<InitializerEntry>,
    /// At this many entries, what was stored in this range of bytes before is void.
    resets: Vec<(usize, u64, u64)>,
    /// The end of the last byte stored.
    end: u64,
    /// The number of elements of the outermost array.
    length: u64,
    is_static: bool,
}

/// An aggregate that the cursor is in.
#[derive(Clone, Copy)]
struct Level {
    offset: u64,
    /// The position of the next member.
    next: u64,
    /// The number of members; `None` if it is open.
    count: Option<u64>,
    kind: LevelKind,
}

#[derive(Clone, Copy)]
enum LevelKind {
    Array { element: TypeId, size: u64 },
    Record { record: RecordId, is_union: bool },
}

/// A place to be initialised.
#[derive(Clone, Copy)]
struct Slot {
    ty: TypeId,
    offset: u64,
    bits: Option<BitRange>,
}

/// GCC's `[first ... last]`.
#[derive(Clone, Copy)]
struct Range {
    count: u64,
    stride: u64,
}

impl Level {
    fn is_exhausted(&self) -> bool {
        self.count.is_some_and(|count| self.next >= count)
    }
}

impl Checker<'_> {
    /// The initialiser of a declaration.
    pub(super) fn initializer(
        &mut self,
        ty: QualifiedType,
        initializer: ast::Initializer,
        is_static: bool,
    ) -> Initialized {
        match initializer {
            ast::Initializer::List(list) => self.initialize_with_list(ty, list, is_static),
            ast::Initializer::Expr(expr) => self.initialize_with_value(ty, expr, is_static),
        }
    }

    /// As [`Checker::initializer`], for a compound literal.
    pub(super) fn initializer_list(
        &mut self,
        ty: QualifiedType,
        list: ast::InitializerListId,
        is_static: bool,
    ) -> (Initializer, QualifiedType) {
        let initialized = self.initialize_with_list(ty, list, is_static);
        let size = self.program.size_of(initialized.ty.ty).unwrap_or(0);
        (self.as_list(initialized.value, initialized.ty.ty, size), initialized.ty)
    }

    /// A single value as a list of one store.
    pub(super) fn as_list(&self, value: LocalInitializer, ty: TypeId, size: u64) -> Initializer {
        match value {
            LocalInitializer::List(list) => list,
            LocalInitializer::Value(value) => {
                let entry = InitializerEntry { offset: 0, bits: None, ty, value, count: 1, stride: 0 };
                let needs_zeroing = self.program.size_of(ty) != Some(size);
                Initializer { entries: vec![entry], needs_zeroing }
            }
        }
    }

    fn initialize_with_list(
        &mut self,
        ty: QualifiedType,
        list: ast::InitializerListId,
        is_static: bool,
    ) -> Initialized {
        let unit = self.unit;
        let mut builder = Builder { is_static, ..Builder::default() };
        let slot = Slot { ty: ty.ty, offset: 0, bits: None };
        self.braced(slot, &unit.initializer_lists[list], &mut builder);
        if self.program.is_scalar(ty.ty) {
            if let [entry] = builder.entries[..] {
                let size = self.program.size_of(ty.ty).unwrap_or(0);
                return Initialized { value: LocalInitializer::Value(entry.value), ty, size };
            }
        }
        self.finish(builder, ty)
    }

    fn initialize_with_value(&mut self, ty: QualifiedType, id: ast::ExprId, is_static: bool) -> Initialized {
        let span = self.unit.exprs[id].span;
        let mut builder = Builder { is_static, ..Builder::default() };
        let slot = Slot { ty: ty.ty, offset: 0, bits: None };
        let value = self.expr(id);
        if self.fill(slot, value, &mut builder) {
            let is_copy = !self.program.is_array(ty.ty);
            if let ([entry], true) = (&builder.entries[..], is_copy) {
                if entry.ty == ty.ty {
                    let size = self.program.size_of(ty.ty).unwrap_or(0);
                    return Initialized { value: LocalInitializer::Value(entry.value), ty, size };
                }
            }
            return self.finish(builder, ty);
        }
        let from = self.type_of(value);
        if !self.program.is_error(from) && !self.program.is_error(ty.ty) {
            let (from, to) = (self.program.display(from), self.program.display(ty.ty));
            let message =
                format!("an object of type `{to}` cannot be initialised with a value of type `{from}`");
            self.error("invalid-initializer", span, message);
        }
        self.finish(builder, ty)
    }

    /// Completes the type, and says what remains to be zeroed.
    fn finish(&mut self, mut builder: Builder, ty: QualifiedType) -> Initialized {
        let ty = self.with_length(ty, builder.length);
        let size = self.program.size_of(ty.ty).unwrap_or(0).max(builder.end);
        if !builder.resets.is_empty() {
            apply_resets(&mut builder);
        }
        let mut covered = 0;
        let mut is_dense = true;
        for entry in &builder.entries {
            let bytes = self.program.size_of(entry.ty).unwrap_or(0);
            let is_run = entry.count == 1 || entry.stride == bytes;
            is_dense &= entry.bits.is_none() && entry.offset == covered && is_run;
            covered = entry.offset.saturating_add(bytes.saturating_mul(entry.count));
        }
        let needs_zeroing = !is_dense || covered < size;
        let list = Initializer { entries: builder.entries, needs_zeroing };
        Initialized { value: LocalInitializer::List(list), ty, size }
    }

    // -----------------------------------------------------------------------------------------
    // Lists

    /// Initialises a slot with a list in braces.
    fn braced(&mut self, slot: Slot, list: &ast::InitializerList, builder: &mut Builder) {
        let bytes = self.program.size_of(slot.ty).unwrap_or(0);
        if slot.offset < builder.end {
            builder.resets.push((
                builder.entries.len(),
                slot.offset,
                slot.offset.saturating_add(bytes.max(1)),
            ));
        }
        if let [item] = &list.items[..] {
            if item.designators.is_empty() && self.braced_string(slot, item.value, builder) {
                return;
            }
        }
        let Some(level) = self.level(slot) else {
            self.braced_scalar(slot, list, builder);
            return;
        };
        let is_outermost = slot.offset == 0 && builder.entries.is_empty() && builder.length == 0;
        let mut stack = vec![level];
        let mut length = 0;
        for item in &list.items {
            self.item(item, &mut stack, builder, list.span);
            length = length.max(stack[0].next);
        }
        if is_outermost {
            builder.length = length;
        }
        if let (LevelKind::Array { size, .. }, None) = (level.kind, level.count) {
            // The elements that are only implied count, too.
            let end = slot.offset.saturating_add(length.saturating_mul(size));
            builder.end = builder.end.max(end);
        }
    }

    /// `{ "text" }` for an array of characters.
    fn braced_string(&mut self, slot: Slot, value: ast::Initializer, builder: &mut Builder) -> bool {
        let ast::Initializer::Expr(id) = value else { return false };
        let is_string = matches!(self.unit.exprs[id].kind, ast::ExprKind::String(_));
        if !is_string || !self.program.is_array(slot.ty) {
            return false;
        }
        let Type::Array { element, .. } = *self.type_behind(slot.ty) else { return false };
        if !self.program.is_integer(element.ty) {
            return false;
        }
        let value = self.expr(id);
        self.fill(slot, value, builder)
    }

    fn braced_scalar(&mut self, slot: Slot, list: &ast::InitializerList, builder: &mut Builder) {
        let unit = self.unit;
        let mut items = list.items.iter();
        match items.next().map(|item| item.value) {
            // `{}` is zero.
            None => {}
            Some(ast::Initializer::List(inner)) => {
                self.braced(slot, &unit.initializer_lists[inner], builder);
            }
            Some(ast::Initializer::Expr(id)) => {
                let value = self.expr(id);
                self.fill_or_report(slot, value, builder);
            }
        }
        for item in items {
            self.excess(item.value);
        }
    }

    /// More values than members: checked, but dropped, as GCC does with a warning.
    fn excess(&mut self, value: ast::Initializer) {
        let unit = self.unit;
        match value {
            ast::Initializer::Expr(id) => {
                self.without_evaluation(|checker| checker.expr(id));
            }
            ast::Initializer::List(list) => {
                for item in &unit.initializer_lists[list].items {
                    self.excess(item.value);
                }
            }
        }
    }

    fn item(
        &mut self,
        item: &ast::InitializerItem,
        stack: &mut Vec<Level>,
        builder: &mut Builder,
        list_span: Span,
    ) {
        let unit = self.unit;
        let mut range = None;
        if !item.designators.is_empty() {
            stack.truncate(1);
            if !self.designate(&item.designators, stack, &mut range, list_span) {
                self.excess(item.value);
                return;
            }
        }
        let start = builder.entries.len();
        let mut value = None;
        loop {
            while stack.len() > 1 && stack[stack.len() - 1].is_exhausted() {
                stack.pop();
            }
            let top = stack.len() - 1;
            if stack[top].is_exhausted() {
                if value.is_none() {
                    self.excess(item.value);
                }
                return;
            }
            let Some(slot) = self.advance(&mut stack[top]) else { return };
            match item.value {
                ast::Initializer::List(list) => {
                    self.braced(slot, &unit.initializer_lists[list], builder);
                    break;
                }
                ast::Initializer::Expr(id) => {
                    let value = match value {
                        Some(value) => value,
                        None => *value.insert(self.expr(id)),
                    };
                    if self.fill(slot, value, builder) {
                        break;
                    }
                    match self.level(slot) {
                        Some(level) => stack.push(level),
                        None => {
                            self.fill_or_report(slot, value, builder);
                            break;
                        }
                    }
                }
            }
        }
        if let Some(range) = range {
            repeat(builder, start, range);
            // The position has moved by one; the rest of the range is behind, too.
            stack.truncate(1);
            stack[0].next = stack[0].next.max(self.end_of_range(&item.designators));
        }
    }

    /// The slot at the cursor; the cursor moves on.
    fn advance(&self, level: &mut Level) -> Option<Slot> {
        let index = level.next;
        match level.kind {
            LevelKind::Array { element, size } => {
                level.next += 1;
                let offset = level.offset.saturating_add(index.saturating_mul(size));
                Some(Slot { ty: element, offset, bits: None })
            }
            LevelKind::Record { record, is_union } => {
                let layout = self.program.types.records[record].layout.as_ref()?;
                let field = layout.fields.get(usize::try_from(index).ok()?)?;
                level.next = if is_union { layout.fields.len() as u64 } else { index + 1 };
                Some(Slot { ty: field.ty.ty, offset: level.offset + field.offset, bits: field.bits })
            }
        }
    }

    /// The level of an aggregate; `None` for a scalar.
    fn level(&self, slot: Slot) -> Option<Level> {
        let (count, kind) = match *self.type_behind(slot.ty) {
            Type::Array { element, length } => {
                let count = match length {
                    ArrayLength::Fixed(length) => Some(length),
                    ArrayLength::Incomplete | ArrayLength::Variable(_) | ArrayLength::Star => None,
                };
                let size = self.program.size_of(element.ty).unwrap_or(0);
                (count, LevelKind::Array { element: element.ty, size })
            }
            Type::Record(record) => {
                let definition = &self.program.types.records[record];
                let count = definition.layout.as_ref().map_or(0, |layout| layout.fields.len() as u64);
                (Some(count), LevelKind::Record { record, is_union: definition.is_union })
            }
            Type::Vector { element, bytes } => {
                let size = self.program.size_of(element).unwrap_or(1).max(1);
                (Some(bytes / size), LevelKind::Array { element, size })
            }
            _ => return None,
        };
        Some(Level { offset: slot.offset, next: 0, count, kind })
    }

    // -----------------------------------------------------------------------------------------
    // Designators

    /// Sets the cursor. Says whether the designators fit.
    fn designate(
        &mut self,
        designators: &[Designator],
        stack: &mut Vec<Level>,
        range: &mut Option<Range>,
        list_span: Span,
    ) -> bool {
        for (position, designator) in designators.iter().enumerate() {
            if position > 0 {
                let top = stack.len() - 1;
                let Some(slot) = self.advance(&mut stack[top]) else { return false };
                let Some(level) = self.level(slot) else {
                    self.error(
                        "invalid-initializer",
                        list_span,
                        "a designator goes into something without members",
                    );
                    return false;
                };
                stack.push(level);
            }
            let top = stack.len() - 1;
            let is_set = match *designator {
                Designator::Field(name, span) => self.designate_field(name, span, stack),
                Designator::Index(index) => self.designate_index(index, &mut stack[top]),
                Designator::Range(first, last) => {
                    self.designate_index(first, &mut stack[top])
                        && self.designate_range(last, &stack[top], range, list_span)
                }
            };
            if !is_set {
                return false;
            }
        }
        true
    }

    fn designate_field(&mut self, name: Symbol, span: Span, stack: &mut Vec<Level>) -> bool {
        let level = stack[stack.len() - 1];
        let LevelKind::Record { record, .. } = level.kind else {
            let message = format!("there is no member `{}`: this is an array", self.text(name));
            self.error("invalid-initializer", span, message);
            return false;
        };
        let Some(path) = self.field_path(record, name) else {
            let ty = self.program.types.intern(Type::Record(record));
            self.no_such_member(ty, name, span);
            return false;
        };
        for (depth, &index) in path.iter().enumerate() {
            let top = stack.len() - 1;
            stack[top].next = index;
            if depth + 1 < path.len() {
                let Some(slot) = self.advance(&mut stack[top]) else { return false };
                let Some(level) = self.level(slot) else { return false };
                stack.push(level);
            }
        }
        true
    }

    /// The positions of a member and of the anonymous ones around it, outermost first.
    fn field_path(&self, record: RecordId, name: Symbol) -> Option<Vec<u64>> {
        let layout = self.program.types.records[record].layout.as_ref()?;
        for (index, field) in layout.fields.iter().enumerate() {
            if field.name == Some(name) {
                return Some(vec![index as u64]);
            }
            if field.name.is_none() {
                if let Some(inner) = self.program.record_of(field.ty.ty) {
                    if let Some(mut path) = self.field_path(inner, name) {
                        path.insert(0, index as u64);
                        return Some(path);
                    }
                }
            }
        }
        None
    }

    fn designate_index(&mut self, index: ast::ExprId, level: &mut Level) -> bool {
        let span = self.unit.exprs[index].span;
        if !matches!(level.kind, LevelKind::Array { .. }) {
            self.error("invalid-initializer", span, "an index designates an element, but this is no array");
            return false;
        }
        let Some(index) = self.constant_of(index) else {
            self.error("not-constant", span, "the index of a designator is not an integer constant");
            return false;
        };
        match u64::try_from(index) {
            Ok(index) if level.count.is_none_or(|count| index < count) => {
                level.next = index;
                true
            }
            _ => {
                let diagnostic = Diagnostic::error(
                    "invalid-initializer",
                    span,
                    format!("the index {index} is outside of the array"),
                );
                self.report(diagnostic);
                false
            }
        }
    }

    fn designate_range(
        &mut self,
        last: ast::ExprId,
        level: &Level,
        range: &mut Option<Range>,
        list_span: Span,
    ) -> bool {
        let LevelKind::Array { size, .. } = level.kind else { return false };
        let last = self.constant_of(last).and_then(|last| u64::try_from(last).ok());
        let Some(last) = last.filter(|&last| last >= level.next) else {
            self.error(
                "invalid-initializer",
                list_span,
                "the range of a designator is empty or not constant",
            );
            return false;
        };
        if level.count.is_some_and(|count| last >= count) {
            self.error("invalid-initializer", list_span, format!("the index {last} is outside of the array"));
            return false;
        }
        if range.is_some() {
            self.error("invalid-initializer", list_span, "a designator with two ranges");
            return false;
        }
        *range = Some(Range { count: last - level.next + 1, stride: size });
        true
    }

    /// One past the last index of a range that is the first designator.
    fn end_of_range(&mut self, designators: &[Designator]) -> u64 {
        match designators.first() {
            Some(&Designator::Range(_, last)) => {
                let last = self.constant_of(last).and_then(|last| u64::try_from(last).ok());
                last.map_or(0, |last| last.saturating_add(1))
            }
            _ => 0,
        }
    }

    // -----------------------------------------------------------------------------------------
    // Values

    fn fill_or_report(&mut self, slot: Slot, value: ExprId, builder: &mut Builder) {
        if self.fill(slot, value, builder) {
            return;
        }
        let (span, from) = (self.span_of(value), self.type_of(value));
        if !self.program.is_error(from) && !self.program.is_error(slot.ty) {
            let (from, to) = (self.program.display(from), self.program.display(slot.ty));
            self.error("invalid-initializer", span, format!("`{to}` cannot be initialised with `{from}`"));
        }
    }

    /// Stores a value in a slot, if it is for the slot as a whole.
    fn fill(&mut self, slot: Slot, value: ExprId, builder: &mut Builder) -> bool {
        match *self.type_behind(slot.ty) {
            Type::Array { element, length } => self.fill_array(slot, element, length, value, builder),
            Type::Record(_) => {
                let value_type = self.type_of(value);
                if !self.program.are_compatible(value_type, slot.ty) || self.program.is_error(value_type) {
                    return false;
                }
                if builder.is_static {
                    if let Some(known) = self.literal_of(value).or_else(|| self.constant_record(value)) {
                        splice(builder, slot.offset, &known);
                        return true;
                    }
                }
                let value = self.rvalue(value);
                self.store(slot, value, builder)
            }
            Type::Vector { .. } => {
                if !self.is_exotic(self.type_of(value)) && !self.program.is_error(self.type_of(value)) {
                    return false;
                }
                if let (true, Some(literal)) = (builder.is_static, self.literal_of(value)) {
                    splice(builder, slot.offset, &literal);
                    return true;
                }
                let value = self.rvalue(value);
                self.store(slot, value, builder)
            }
            Type::Error => true,
            _ => {
                let value = match self.literal_of(value) {
                    Some(Initializer { entries, .. }) if builder.is_static && entries.len() == 1 => {
                        entries[0].value
                    }
                    _ => self.rvalue(value),
                };
                let value = self.assign_convert(value, slot.ty, "the initialised object");
                self.store(slot, value, builder)
            }
        }
    }

    fn fill_array(
        &mut self,
        slot: Slot,
        element: QualifiedType,
        length: ArrayLength,
        value: ExprId,
        builder: &mut Builder,
    ) -> bool {
        let &Type::Array { element: value_element, length: value_length } =
            self.type_behind(self.type_of(value))
        else {
            return false;
        };
        let ArrayLength::Fixed(value_length) = value_length else { return false };
        let element_size = self.program.size_of(element.ty);
        if element_size != self.program.size_of(value_element.ty) {
            return false;
        }
        let is_string = matches!(self.program.exprs[value].kind, ExprKind::String(_));
        let literal = self.literal_of(value);
        let is_name = matches!(self.program.exprs[value].kind, ExprKind::Global(_));
        if is_string && !self.program.is_integer(element.ty) {
            return false;
        }
        if !is_string && literal.is_none() && !is_name {
            return false;
        }
        let is_open = !matches!(length, ArrayLength::Fixed(_));
        if is_open && slot.offset == 0 && builder.entries.is_empty() {
            builder.length = value_length;
        }
        if let Some(literal) = literal {
            splice(builder, slot.offset, &literal);
            return true;
        }
        if !is_string {
            // `__func__` in braces and the like.
            return false;
        }
        let ty = match is_open {
            true => self.array_type(element, ArrayLength::Fixed(value_length)),
            false => slot.ty,
        };
        self.store(Slot { ty, ..slot }, value, builder)
    }

    /// The stores of a compound literal that initialises an object directly.
    fn literal_of(&self, value: ExprId) -> Option<Initializer> {
        match &self.program.exprs[value].kind {
            ExprKind::CompoundLiteral { initializer, .. } => Some(initializer.clone()),
            ExprKind::Global(global) if self.literal_globals.contains(global) => {
                match &self.program.globals[*global].definition {
                    Definition::Initialized(initializer) => Some(initializer.clone()),
                    Definition::Declared | Definition::Tentative => None,
                }
            }
            _ => None,
        }
    }

    /// The contents of a `const` structure, which GCC lets another one start with.
    fn constant_record(&self, value: ExprId) -> Option<Initializer> {
        let node = &self.program.exprs[value];
        let ExprKind::Global(global) = node.kind else { return None };
        match &self.program.globals[global].definition {
            Definition::Initialized(initializer) if node.ty.qualifiers.is_const => Some(initializer.clone()),
            _ => None,
        }
    }

    fn store(&mut self, slot: Slot, value: ExprId, builder: &mut Builder) -> bool {
        if builder.is_static && !self.program.is_array(slot.ty) {
            self.check_static_value(value);
        }
        // A bit-field may be narrower than its type, and end before it would.
        let bytes = match slot.bits {
            Some(bits) => u64::from((bits.offset + bits.width).div_ceil(8)),
            None => self.program.size_of(slot.ty).unwrap_or(0),
        };
        builder.end = builder.end.max(slot.offset.saturating_add(bytes));
        builder.entries.push(InitializerEntry {
            offset: slot.offset,
            bits: slot.bits,
            ty: slot.ty,
            value,
            count: 1,
            stride: 0,
        });
        true
    }

    fn check_static_value(&mut self, value: ExprId) {
        let node = &self.program.exprs[value];
        if matches!(node.kind, ExprKind::Constant(_) | ExprKind::Unsupported(_)) {
            return;
        }
        let span = node.span;
        if constant::evaluate(&self.program, value).is_none() {
            let message = "the initial value of an object with static storage is not constant";
            self.error("not-constant", span, message);
        }
    }
}

/// Copies the stores of a compound literal to an offset.
fn splice(builder: &mut Builder, offset: u64, literal: &Initializer) {
    for entry in &literal.entries {
        let offset = offset.saturating_add(entry.offset);
        builder.end = builder.end.max(offset.saturating_add(1));
        builder.entries.push(InitializerEntry { offset, ..*entry });
    }
}

/// Stores what was stored since `start` once for each index of a range.
fn repeat(builder: &mut Builder, start: usize, range: Range) {
    let Range { count, stride } = range;
    if count <= 1 {
        return;
    }
    let last = builder.entries.len();
    for index in start..last {
        let entry = builder.entries[index];
        if entry.count == 1 {
            builder.entries[index].count = count;
            builder.entries[index].stride = stride;
        } else {
            // A range inside a range: the outer one is written out.
            for copy in 1..count {
                let offset = entry.offset.saturating_add(copy.saturating_mul(stride));
                builder.entries.push(InitializerEntry { offset, ..entry });
            }
        }
    }
    builder.end = builder.end.saturating_add((count - 1).saturating_mul(stride));
}

/// Drops stores into parts that were initialised again as a whole.
fn apply_resets(builder: &mut Builder) {
    let mut by_offset: BTreeMap<(u64, usize), ()> = BTreeMap::new();
    let mut is_alive = vec![true; builder.entries.len()];
    let mut resets = builder.resets.iter().peekable();
    for (index, entry) in builder.entries.iter().enumerate() {
        while let Some(&(_, start, end)) = resets.next_if(|&&(at, ..)| at <= index) {
            let stale: Vec<(u64, usize)> =
                by_offset.range((start, 0)..(end, 0)).map(|(&key, ())| key).collect();
            for key in stale {
                by_offset.remove(&key);
                is_alive[key.1] = false;
            }
        }
        by_offset.insert((entry.offset, index), ());
    }
    let mut alive = is_alive.into_iter();
    builder.entries.retain(|_| alive.next() == Some(true));
}

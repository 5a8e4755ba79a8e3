//! Initialisers, flattened to a list of stores (C11 6.7.9).
//!
//! A cursor walks over the object being initialised: a stack of levels, each an array or record
//! with the position of the next member. Designators set the cursor; a value without braces for
//! an aggregate goes down into it (brace elision).

use super::Checker;
use super::unions::{self, UnionMembers};
use crate::constant::{self, Constant};
use crate::layout::greatest_size;
use crate::typed::{Definition, ExprId, ExprKind, Initializer, InitializerEntry, LocalInitializer};
use crate::types::{ArrayLength, BitRange, QualifiedType, RecordId, Type, TypeId};
use c_syntax::ast;
use source::Span;

/// So many stores may ranges inside ranges be written out to.
const MOST_COPIES: u64 = 1 << 20;

/// What an initialiser came to.
pub struct Initialized {
    pub value: LocalInitializer,
    /// The object's type, its length filled in.
    pub ty: QualifiedType,
    /// The object's size: more than the type's if a flexible array member has elements.
    pub size: u64,
}

#[derive(Default)]
pub struct Builder {
    pub entries: Vec<InitializerEntry>,
    /// At this many entries, what was stored in this range of bytes before is void.
    pub resets: Vec<(usize, u64, u64)>,
    /// The end of the last byte stored.
    end: u64,
    /// The number of elements of the outermost array.
    length: u64,
    unions: UnionMembers,
    /// How many stores ranges inside ranges have been written out to.
    copies: u64,
    /// Set if something would take too long to work out.
    is_too_large: bool,
    is_static: bool,
    /// Whether the object may grow with the elements of a flexible array member.
    may_grow: bool,
    /// How many braces are open, and how many of them are around the element of an array.
    depth: u32,
    array_depth: u32,
}

/// An aggregate that the cursor is in.
#[derive(Clone, Copy)]
pub struct Level {
    pub offset: u64,
    /// The position of the next member.
    pub next: u64,
    /// The number of members; `None` if it is open.
    pub count: Option<u64>,
    pub kind: LevelKind,
}

#[derive(Clone, Copy)]
pub enum LevelKind {
    Array { element: TypeId, size: u64 },
    Record { record: RecordId, is_union: bool },
}

/// A place to be initialised.
#[derive(Clone, Copy)]
pub struct Slot {
    ty: TypeId,
    offset: u64,
    bits: Option<BitRange>,
}

/// GCC's `[first ... last]`.
#[derive(Clone, Copy)]
pub struct Range {
    pub count: u64,
    pub stride: u64,
    /// The position in the stack of the array that it is for.
    pub level: usize,
}

impl Level {
    fn is_array(&self) -> bool {
        matches!(self.kind, LevelKind::Array { .. })
    }

    fn is_exhausted(&self) -> bool {
        self.count.is_some_and(|count| self.next >= count)
    }
}

impl Checker<'_> {
    /// The initialiser of a declaration. Its value may have been checked already.
    pub(super) fn initializer(
        &mut self,
        ty: QualifiedType,
        initializer: ast::Initializer,
        checked: Option<ExprId>,
        is_static: bool,
    ) -> Initialized {
        match initializer {
            ast::Initializer::List(list) => {
                let builder = Builder { is_static, may_grow: is_static, ..Builder::default() };
                self.initialize_with_list(ty, list, builder)
            }
            ast::Initializer::Expr(expr) => {
                let value = checked.unwrap_or_else(|| self.expr(expr));
                self.initialize_with_value(ty, value, is_static)
            }
        }
    }

    /// As [`Checker::initializer`], for a compound literal.
    pub(super) fn initializer_list(
        &mut self,
        ty: QualifiedType,
        list: ast::InitializerListId,
        is_static: bool,
    ) -> (Initializer, QualifiedType) {
        let builder = Builder { is_static, ..Builder::default() };
        let initialized = self.initialize_with_list(ty, list, builder);
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
        mut builder: Builder,
    ) -> Initialized {
        let unit = self.unit;
        let slot = Slot { ty: ty.ty, offset: 0, bits: None };
        self.braced(slot, &unit.initializer_lists[list], &mut builder);
        if self.program.is_scalar(ty.ty)
            && let [entry] = builder.entries[..]
        {
            let size = self.program.size_of(ty.ty).unwrap_or(0);
            return Initialized { value: LocalInitializer::Value(entry.value), ty, size };
        }
        self.finish(builder, ty, unit.initializer_lists[list].span)
    }

    fn initialize_with_value(&mut self, ty: QualifiedType, value: ExprId, is_static: bool) -> Initialized {
        let span = self.span_of(value);
        let mut builder = Builder { is_static, ..Builder::default() };
        let slot = Slot { ty: ty.ty, offset: 0, bits: None };
        if self.fill(slot, value, &mut builder) {
            let is_copy = !self.program.is_array(ty.ty);
            if let ([entry], true) = (&builder.entries[..], is_copy)
                && entry.ty == ty.ty
            {
                let size = self.program.size_of(ty.ty).unwrap_or(0);
                return Initialized { value: LocalInitializer::Value(entry.value), ty, size };
            }
            return self.finish(builder, ty, span);
        }
        let from = self.type_of(value);
        if !self.program.is_error(from) && !self.program.is_error(ty.ty) {
            let (from, to) = (self.program.display(from), self.program.display(ty.ty));
            let message =
                format!("an object of type `{to}` cannot be initialised with a value of type `{from}`");
            self.error("invalid-initializer", span, message);
        }
        self.finish(builder, ty, span)
    }

    /// Completes the type, and says what remains to be zeroed.
    fn finish(&mut self, mut builder: Builder, ty: QualifiedType, list_span: Span) -> Initialized {
        let ty = self.with_length(ty, builder.length);
        let size = self.program.size_of(ty.ty).unwrap_or(0).max(builder.end);
        if size > greatest_size(self.program.data_model) || self.has_overlong_length(ty.ty) {
            self.error("too-large", list_span, "the initialised object is larger than the address space");
            let value = LocalInitializer::List(Initializer::default());
            return Initialized { value, ty: QualifiedType::unqualified(self.common.error), size: 0 };
        }
        let is_feasible = builder.resets.is_empty() || self.apply_resets(&mut builder);
        if !is_feasible || builder.is_too_large || builder.unions.is_too_large() {
            self.error("too-large", list_span, "the parts of this initialiser replace each other too often");
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

    /// Whether an array has a size that no number can express.
    fn has_overlong_length(&self, ty: TypeId) -> bool {
        match self.type_behind(ty) {
            Type::Array { element, length: ArrayLength::Fixed(_) } => {
                self.program.size_of(element.ty).is_some() && self.program.size_of(ty).is_none()
            }
            _ => false,
        }
    }

    // -----------------------------------------------------------------------------------------
    // Lists

    /// Initialises a slot with a list in braces.
    fn braced(&mut self, slot: Slot, list: &ast::InitializerList, builder: &mut Builder) {
        let bytes = self.program.size_of(slot.ty).unwrap_or(0);
        if slot.offset < builder.end && self.level(slot).is_some() {
            builder.resets.push((
                builder.entries.len(),
                slot.offset,
                slot.offset.saturating_add(bytes.max(1)),
            ));
        }
        if let [item] = &list.items[..]
            && item.designators.is_empty()
            && self.braced_string(slot, item.value, builder)
        {
            return;
        }
        let Some(level) = self.level(slot) else {
            self.braced_scalar(slot, list, builder);
            return;
        };
        let is_outermost = slot.offset == 0 && builder.entries.is_empty() && builder.length == 0;
        let mut stack = vec![level];
        let mut length = 0;
        builder.depth += 1;
        builder.array_depth += u32::from(level.is_array());
        for item in &list.items {
            self.item(item, &mut stack, builder, list.span);
            length = length.max(stack[0].next);
        }
        builder.depth -= 1;
        builder.array_depth -= u32::from(level.is_array());
        if is_outermost {
            builder.length = length;
        }
        if let (LevelKind::Array { size, .. }, None) = (level.kind, level.count) {
            // The elements that are only implied count, too.
            let end = slot.offset.saturating_add(length.saturating_mul(size));
            builder.end = builder.end.max(end);
        }
    }

    /// Whether an initialiser is a string, in braces or not.
    fn is_string(&self, value: ast::Initializer) -> bool {
        match value {
            ast::Initializer::Expr(_) => self.is_string_expr(value),
            ast::Initializer::List(list) => match &self.unit.initializer_lists[list].items[..] {
                [item] => item.designators.is_empty() && self.is_string_expr(item.value),
                _ => false,
            },
        }
    }

    fn is_string_expr(&self, value: ast::Initializer) -> bool {
        match value {
            ast::Initializer::Expr(id) => matches!(self.unit.exprs[id].kind, ast::ExprKind::String(_)),
            ast::Initializer::List(_) => false,
        }
    }

    /// A flexible array member has elements only if the object is a variable with static storage,
    /// which then grows. GCC lets a string grow an object from inside its last member, too.
    pub(super) fn check_flexible(
        &mut self,
        slot: Slot,
        stack: &[Level],
        (builder, is_string): (&Builder, bool),
        span: Span,
    ) -> bool {
        if !matches!(self.type_behind(slot.ty), Type::Array { length: ArrayLength::Incomplete, .. }) {
            return true;
        }
        let is_nested = builder.depth > 1 || stack.len() > 1;
        let is_in_array = builder.array_depth > 0 || stack.iter().any(Level::is_array);
        let message = if !builder.may_grow {
            "a flexible array member can only be initialised in a variable with static storage"
        } else if is_in_array || (is_nested && !is_string) {
            "a flexible array member can only be initialised in a variable of its own structure"
        } else {
            return true;
        };
        self.error("invalid-initializer", span, message);
        false
    }

    /// `{ "text" }` for an array of characters.
    fn braced_string(&mut self, slot: Slot, value: ast::Initializer, builder: &mut Builder) -> bool {
        let ast::Initializer::Expr(id) = value else { return false };
        if !self.is_string_expr(value) || !self.program.is_array(slot.ty) {
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
        let unions = builder.unions.mark();
        let mut range = None;
        if !item.designators.is_empty() {
            stack.truncate(1);
            if !self.designate(&item.designators, stack, &mut range, (builder, list_span)) {
                self.excess(item.value);
                return;
            }
        }
        let start = builder.entries.len();
        let first_reset = builder.resets.len();
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
            let Some(slot) = self.advance(&mut stack[top], builder) else { return };
            let is_string = self.is_string(item.value);
            if !self.check_flexible(slot, stack, (builder, is_string), list_span) {
                self.excess(item.value);
                return;
            }
            match item.value {
                ast::Initializer::List(list) => {
                    if let (Some(range), true) = (range, self.level(slot).is_some()) {
                        // The list is for the other elements of the range, too.
                        let reach = range.count.saturating_mul(range.stride);
                        let end = slot.offset.saturating_add(reach);
                        builder.resets.push((start, slot.offset, end));
                    }
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
            self.settle(builder, start, first_reset);
            self.repeat(builder, start, range);
            self.repeat_unions(builder, start, unions, range);
            // What follows without a designator goes on in the last element of the range.
            let distance = (range.count - 1).saturating_mul(range.stride);
            if let Some(level) = stack.get_mut(range.level) {
                level.next = level.next.saturating_add(range.count - 1);
            }
            for level in stack.iter_mut().skip(range.level + 1) {
                level.offset = level.offset.saturating_add(distance);
            }
        }
    }

    /// Applies the resets of an item to its own stores, before they are repeated. What was stored
    /// before the item is dealt with at the end.
    fn settle(&self, builder: &mut Builder, start: usize, first_reset: usize) {
        let resets = builder.resets.split_off(first_reset);
        builder.resets.extend(resets.iter().map(|&(_, from, to)| (start, from, to)));
        if resets.iter().all(|&(at, ..)| at <= start) {
            return;
        }
        let entries = builder.entries.split_off(start);
        let resets = resets.into_iter().map(|(at, from, to)| (at - start, from, to)).collect();
        let mut inner = Builder { entries, resets, ..Builder::default() };
        // If it was not feasible here, it is not at the end either, and reported there.
        self.apply_resets(&mut inner);
        builder.entries.append(&mut inner.entries);
    }

    /// Stores what was stored since `start` once for each index of a range.
    fn repeat(&self, builder: &mut Builder, start: usize, range: Range) {
        let Range { count, stride, .. } = range;
        if count <= 1 {
            return;
        }
        let distance = (count - 1).saturating_mul(stride);
        for entry in builder.entries.split_off(start) {
            let end = entry.offset.saturating_add(self.reach(&entry)).saturating_add(distance);
            builder.end = builder.end.max(end);
            if entry.count == 1 {
                builder.entries.push(InitializerEntry { count, stride, ..entry });
                continue;
            }
            // A range inside a range: the shorter one is written out.
            let outer = (count, stride);
            let inner = (entry.count, entry.stride);
            let (written, kept) = if count <= entry.count { (outer, inner) } else { (inner, outer) };
            builder.copies = builder.copies.saturating_add(written.0);
            if builder.copies > MOST_COPIES {
                builder.is_too_large = true;
                return;
            }
            for copy in 0..written.0 {
                let offset = entry.offset.saturating_add(copy.saturating_mul(written.1));
                builder.entries.push(InitializerEntry { offset, count: kept.0, stride: kept.1, ..entry });
            }
        }
    }

    /// The same for the unions that were initialised since then: where another member of one was
    /// initialised before, its bytes are void.
    fn repeat_unions(&self, builder: &mut Builder, start: usize, mark: unions::Mark, range: Range) {
        for (record, offset) in builder.unions.repeat(mark, range) {
            let layout = self.program.types.records[record].layout.as_ref();
            let bytes = layout.map_or(1, |layout| layout.size.max(1));
            builder.resets.push((start, offset, offset.saturating_add(bytes)));
        }
    }

    /// How many bytes a store reaches from its offset.
    pub(super) fn reach(&self, entry: &InitializerEntry) -> u64 {
        let bytes = match entry.bits {
            // A bit-field may be narrower than its type, and end before it would.
            Some(bits) => u64::from((bits.offset + bits.width).div_ceil(8)),
            None => self.program.size_of(entry.ty).unwrap_or(0),
        };
        (entry.count - 1).saturating_mul(entry.stride).saturating_add(bytes)
    }

    /// The slot at the cursor; the cursor moves on.
    pub(super) fn advance(&self, level: &mut Level, builder: &mut Builder) -> Option<Slot> {
        let index = level.next;
        match level.kind {
            LevelKind::Array { element, size } => {
                level.next = level.next.saturating_add(1);
                let offset = level.offset.saturating_add(index.saturating_mul(size));
                Some(Slot { ty: element, offset, bits: None })
            }
            LevelKind::Record { record, is_union } => {
                let layout = self.program.types.records[record].layout.as_ref()?;
                let field = layout.fields.get(usize::try_from(index).ok()?)?;
                level.next = if is_union { layout.fields.len() as u64 } else { index + 1 };
                if is_union {
                    let previous = builder.unions.set(record, level.offset, index);
                    if previous.is_some_and(|previous| previous != index) {
                        // Another member takes the place of the whole union.
                        let end = level.offset.saturating_add(layout.size.max(1));
                        builder.resets.push((builder.entries.len(), level.offset, end));
                    }
                }
                let offset = level.offset.saturating_add(field.offset);
                Some(Slot { ty: field.ty.ty, offset, bits: field.bits })
            }
        }
    }

    /// The level of an aggregate; `None` for a scalar.
    pub(super) fn level(&self, slot: Slot) -> Option<Level> {
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
                if builder.is_static
                    && let Some(known) = self.literal_of(value).or_else(|| self.constant_record(value))
                {
                    self.splice(builder, slot.offset, &known);
                    return true;
                }
                let value = self.rvalue(value);
                self.store(slot, value, builder)
            }
            Type::Vector { .. } => {
                if !self.is_exotic(self.type_of(value)) && !self.program.is_error(self.type_of(value)) {
                    return false;
                }
                if let (true, Some(literal)) = (builder.is_static, self.literal_of(value)) {
                    self.splice(builder, slot.offset, &literal);
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
            self.splice(builder, slot.offset, &literal);
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
            self.check_static_value(value, slot.bits);
        }
        let Slot { ty, offset, bits } = slot;
        let entry = InitializerEntry { offset, bits, ty, value, count: 1, stride: 0 };
        builder.end = builder.end.max(offset.saturating_add(self.reach(&entry)));
        builder.entries.push(entry);
        true
    }

    fn check_static_value(&mut self, value: ExprId, bits: Option<BitRange>) {
        let node = &self.program.exprs[value];
        if matches!(node.kind, ExprKind::Constant(_) | ExprKind::Unsupported(_)) {
            return;
        }
        let span = node.span;
        let message = match constant::evaluate(&self.program, value) {
            None => "the initial value of an object with static storage is not constant",
            Some(Constant::Address { .. }) if bits.is_some_and(|bits| !self.holds_address(bits)) => {
                "an address is known only when the program is loaded, and this bit-field has no room for it"
            }
            Some(_) => return,
        };
        self.error("not-constant", span, message);
    }

    /// Whether a bit-field is as good as a pointer.
    fn holds_address(&self, bits: BitRange) -> bool {
        bits.offset == 0 && u64::from(bits.width) == self.program.data_model.pointer_bytes() * 8
    }

    /// Copies the stores of a compound literal to an offset.
    fn splice(&self, builder: &mut Builder, offset: u64, literal: &Initializer) {
        for entry in &literal.entries {
            let offset = offset.saturating_add(entry.offset);
            builder.end = builder.end.max(offset.saturating_add(self.reach(entry)));
            builder.entries.push(InitializerEntry { offset, ..*entry });
        }
    }
}

//! Designators: `.name`, `[index]`, `[first ... last]`. They set the cursor of an initialiser.

use super::Checker;
use super::initializers::{Builder, Level, LevelKind, Range};
use crate::layout::greatest_size;
use crate::types::{RecordId, Type};
use c_syntax::ast::{self, Designator};
use source::{Diagnostic, Span};
use stdx::Symbol;

impl Checker<'_> {
    /// Sets the cursor. Says whether the designators fit.
    pub(super) fn designate(
        &mut self,
        designators: &[Designator],
        stack: &mut Vec<Level>,
        range: &mut Option<Range>,
        (builder, list_span): (&mut Builder, Span),
    ) -> bool {
        for (position, designator) in designators.iter().enumerate() {
            if position > 0 {
                let top = stack.len() - 1;
                let Some(slot) = self.advance(&mut stack[top], builder) else { return false };
                if !self.check_flexible(slot, stack, (builder, false), list_span) {
                    return false;
                }
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
                Designator::Field(name, span) => self.designate_field(name, span, stack, builder),
                Designator::Index(index) => self.designate_index(index, &mut stack[top]),
                Designator::Range(first, last) => {
                    self.designate_index(first, &mut stack[top])
                        && self.designate_range(last, stack, range, list_span)
                }
            };
            if !is_set {
                return false;
            }
        }
        true
    }

    fn designate_field(
        &mut self,
        name: Symbol,
        span: Span,
        stack: &mut Vec<Level>,
        builder: &mut Builder,
    ) -> bool {
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
                let Some(slot) = self.advance(&mut stack[top], builder) else { return false };
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
            if field.name.is_none()
                && let Some(inner) = self.program.record_of(field.ty.ty)
                && let Some(mut path) = self.field_path(inner, name)
            {
                path.insert(0, index as u64);
                return Some(path);
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
        let count = level.count.unwrap_or(greatest_size(self.program.data_model));
        match u64::try_from(index) {
            Ok(index) if index < count => {
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
        stack: &[Level],
        range: &mut Option<Range>,
        list_span: Span,
    ) -> bool {
        let level = &stack[stack.len() - 1];
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
        if last >= level.count.unwrap_or(greatest_size(self.program.data_model)) {
            self.error("invalid-initializer", list_span, format!("the index {last} is outside of the array"));
            return false;
        }
        if range.is_some() {
            self.error("invalid-initializer", list_span, "a designator with two ranges");
            return false;
        }
        *range = Some(Range { count: last - level.next + 1, stride: size, level: stack.len() - 1 });
        true
    }
}

//! Labels of a function, and those local to a block.

use super::Checker;
use crate::typed::{ExprId, ExprKind, LabelId};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use stdx::Symbol;

#[derive(Default)]
pub struct Labels {
    /// In order of first appearance.
    pub all: Vec<LabelId>,
    by_name: FxHashMap<Symbol, LabelId>,
    /// `__label__` of the open blocks, with the depth of the block's scope.
    local: Vec<(Symbol, LabelId, u32)>,
    /// INVARIANT: one entry for each label that a statement carries.
    defined: FxHashMap<LabelId, Span>,
}

impl Checker<'_> {
    /// The label that a name means here; it may be defined later.
    pub(super) fn label(&mut self, name: Symbol, span: Span) -> Option<LabelId> {
        let function = self.function.as_ref()?;
        let local = function.labels.local.iter().rev().find(|(known, ..)| *known == name);
        if let Some(&(_, label, _)) = local {
            return Some(label);
        }
        if let Some(&label) = function.labels.by_name.get(&name) {
            return Some(label);
        }
        let label = self.push_label(name, span);
        if let Some(function) = &mut self.function {
            function.labels.by_name.insert(name, label);
            function.labels.all.push(label);
        }
        Some(label)
    }

    pub(super) fn declare_local_label(&mut self, name: Symbol, span: Span) {
        let label = self.push_label(name, span);
        let depth = self.scopes.depth();
        if let Some(function) = &mut self.function {
            function.labels.local.push((name, label, depth));
            function.labels.all.push(label);
        }
    }

    /// The block at this depth ends, and its own labels with it.
    pub(super) fn end_local_labels(&mut self, depth: u32) {
        if let Some(function) = &mut self.function {
            while function.labels.local.last().is_some_and(|&(_, _, of)| of >= depth) {
                function.labels.local.pop();
            }
        }
    }

    pub(super) fn define_label(&mut self, name: Symbol, span: Span) -> Option<LabelId> {
        let label = self.label(name, span)?;
        let previous = self.function.as_mut()?.labels.defined.insert(label, span);
        if let Some(previous) = previous {
            let message = format!("the label `{}` stands at two places", self.text(name));
            let diagnostic = Diagnostic::error("redefinition", span, message);
            self.report(diagnostic.with_label(previous, "the first one"));
        }
        self.program.labels[label].span = span;
        Some(label)
    }

    pub(super) fn label_address(&mut self, name: Symbol, span: Span) -> ExprId {
        let Some(label) = self.label(name, span) else {
            self.error(
                "undeclared",
                span,
                format!("there is no label `{}` outside of a function", self.text(name)),
            );
            return self.error_expr(span);
        };
        self.program.labels[label].is_address_taken = true;
        self.push(ExprKind::LabelAddress(label), self.common.void_pointer, span)
    }

    /// At the end of a function every label that was used must have been seen.
    pub(super) fn check_labels(&mut self) {
        let Some(function) = &self.function else { return };
        let labels = &function.labels;
        let missing: Vec<LabelId> =
            labels.all.iter().copied().filter(|label| !labels.defined.contains_key(label)).collect();
        for label in missing {
            let label = &self.program.labels[label];
            let (name, span) = (label.name, label.span);
            let message = format!("the label `{}` is used but not defined in this function", self.text(name));
            self.error("undeclared", span, message);
        }
    }
}

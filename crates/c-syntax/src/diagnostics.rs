//! Collects messages, at most [`MAX_DIAGNOSTICS`] of them.

use crate::limits::MAX_DIAGNOSTICS;
use source::{Diagnostic, Severity, Span};

#[derive(Default)]
pub struct Diagnostics {
    collected: Vec<Diagnostic>,
    /// How many were left out, and the place of the first of them.
    omitted: Option<(usize, Span)>,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.collected.len() < MAX_DIAGNOSTICS {
            self.collected.push(diagnostic);
        } else {
            let (count, _) = self.omitted.get_or_insert((0, diagnostic.span));
            *count += 1;
        }
    }

    /// All messages in the order of the text.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.collected.sort_by_key(|diagnostic| diagnostic.span.start);
        if let Some((count, span)) = self.omitted {
            let mut last = Diagnostic::error("syntax", span, format!("{count} further errors omitted"));
            last.severity = Severity::Note;
            self.collected.push(last);
        }
        self.collected
    }
}

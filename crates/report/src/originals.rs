//! The texts of files as they were before preprocessing.

use source::{Diagnostic, SourceMap};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Texts by the names that line markers use. A message quotes from here where it can, so that
/// the programmer sees macros as they were written.
#[derive(Clone, Default, Debug)]
pub struct Originals {
    files: BTreeMap<Arc<str>, Original>,
}

#[derive(Clone, Debug)]
struct Original {
    text: Arc<[u8]>,
    /// Where each line starts.
    line_starts: Vec<usize>,
}

impl Originals {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn insert(&mut self, name: Arc<str>, text: impl Into<Arc<[u8]>>) {
        let text: Arc<[u8]> = text.into();
        let after_breaks =
            text.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(index, _)| index + 1);
        let line_starts = std::iter::once(0).chain(after_breaks).collect();
        self.files.insert(name, Original { text, line_starts });
    }

    /// Takes the texts of others, too.
    pub fn extend(&mut self, others: Originals) {
        self.files.extend(others.files);
    }

    pub fn contains(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// A line, counted from 1, without its line break.
    pub fn line(&self, name: &str, line: u32) -> Option<&[u8]> {
        let original = self.files.get(name)?;
        let index = (line as usize).checked_sub(1)?;
        let start = *original.line_starts.get(index)?;
        let end = match original.line_starts.get(index + 1) {
            Some(next) => next - 1,
            None => original.text.len(),
        };
        let text = &original.text[start..end];
        Some(text.strip_suffix(b"\r").unwrap_or(text))
    }
}

/// The names of all files that the messages point into: those whose original text is worth having.
pub fn files_mentioned(map: &SourceMap, diagnostics: &[Diagnostic]) -> BTreeSet<Arc<str>> {
    let mut files = BTreeSet::new();
    for diagnostic in diagnostics {
        let labels = diagnostic.labels.iter().map(|label| label.span);
        for span in std::iter::once(diagnostic.span).chain(labels) {
            files.extend(map.place(span).map(|place| place.file));
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Span;

    #[test]
    fn lines_are_counted_from_one_and_lose_their_breaks() {
        let mut originals = Originals::new();
        originals.insert(Arc::from("a.c"), "one\r\ntwo\n\nfour".as_bytes());
        let line = |number| originals.line("a.c", number);
        assert_eq!(line(0), None);
        assert_eq!(line(1), Some(&b"one"[..]));
        assert_eq!(line(2), Some(&b"two"[..]));
        assert_eq!(line(3), Some(&b""[..]));
        assert_eq!(line(4), Some(&b"four"[..]));
        assert_eq!(line(5), None);
        assert_eq!(originals.line("b.c", 1), None);
    }

    #[test]
    fn labels_are_mentioned_too() {
        let mut map = SourceMap::new();
        let a = map.add("a.c", "int x;\n# 3 \"b.h\"\nint y;\n".as_bytes()).unwrap();
        let start = map.start(a);
        let diagnostic = Diagnostic::error("syntax", Span::new(start, start + 1), "m")
            .with_label(Span::new(start + 18, start + 19), "l")
            .with_label(Span::NONE, "nowhere");
        let files: Vec<_> = files_mentioned(&map, &[diagnostic]).into_iter().collect();
        assert_eq!(files, [Arc::from("a.c"), Arc::from("b.h")]);
    }
}

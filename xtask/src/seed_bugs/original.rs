//! The way from the preprocessed text, which is parsed, back to the text of the programmer, which is changed.
//!
//! Only what stands there as it was parsed is found: an expression of which a macro made a part is not.

use source::{SourceMap, Span};
use std::ops::Range;

/// A file as the programmer wrote it.
pub struct Original<'a> {
    /// Its name in line markers.
    name: &'a str,
    text: &'a [u8],
    line_starts: Vec<usize>,
}

impl<'a> Original<'a> {
    pub fn new(name: &'a str, text: &'a [u8]) -> Original<'a> {
        let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        Original { name, text, line_starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// The number of the line, counted from 1, on which a span starts, if that is in this file.
    pub fn line(&self, map: &SourceMap, span: Span) -> Option<u32> {
        let place = map.place(span)?;
        (*place.file == *self.name && place.line as usize <= self.line_starts.len()).then_some(place.line)
    }

    /// The number of the line on which a span ends.
    pub fn last_line(&self, map: &SourceMap, span: Span) -> Option<u32> {
        self.line(map, Span::new(span.end.checked_sub(1)?, span.end))
    }

    /// Where the text of a span stands: on one line, and on that line once.
    pub fn find(&self, map: &SourceMap, span: Span) -> Option<Range<usize>> {
        let words = map.bytes(span);
        if words.is_empty() || words.contains(&b'\n') {
            return None;
        }
        let line = self.line_range(self.line(map, span)?);
        let text = &self.text[line.clone()];
        let mut found = text.windows(words.len()).enumerate().filter(|(_, window)| *window == words);
        let (at, _) = found.next()?;
        found.next().is_none().then(|| line.start + at..line.start + at + words.len())
    }

    /// Where a statement starts that is the first thing on its line.
    pub fn statement_start(&self, map: &SourceMap, span: Span) -> Option<usize> {
        let line = self.line_range(self.line(map, span)?);
        let before = map.line_text(span)?;
        let is_first = map.bytes(Span::new(before.0, span.start)).iter().all(u8::is_ascii_whitespace);
        let at = line.start + self.text[line.clone()].iter().position(|byte| !byte.is_ascii_whitespace())?;
        (is_first && self.text.get(at) == map.bytes(span).first()).then_some(at)
    }

    /// Behind a statement that is the last thing on its line.
    pub fn statement_end(&self, map: &SourceMap, span: Span) -> Option<usize> {
        let last = *map.bytes(span).last()?;
        let line = self.line_range(self.last_line(map, span)?);
        let text = &self.text[line.clone()];
        let at = text.iter().rposition(|&byte| byte == last)?;
        text[at + 1..].iter().all(u8::is_ascii_whitespace).then_some(line.start + at + 1)
    }

    pub fn text(&self, range: Range<usize>) -> &'a [u8] {
        &self.text[range]
    }

    fn line_range(&self, line: u32) -> Range<usize> {
        let start = self.line_starts[line as usize - 1];
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |next| next - 1);
        start..end
    }
}

/// A part of a text and what takes its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

impl Edit {
    pub fn insert(at: usize, text: impl Into<String>) -> Edit {
        Edit { range: at..at, text: text.into() }
    }

    /// Leaves as many lines as there were, so that messages about others keep their places.
    pub fn replace(original: &Original<'_>, range: Range<usize>, text: &str) -> Edit {
        let breaks = original.text(range.clone()).iter().filter(|&&byte| byte == b'\n').count();
        Edit { range, text: format!("{text}{}", "\n".repeat(breaks)) }
    }
}

/// The text with all edits, which do not overlap.
pub fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut result = Vec::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        result.extend_from_slice(&text[done..edit.range.start]);
        result.extend_from_slice(edit.text.as_bytes());
        done = edit.range.end;
    }
    result.extend_from_slice(&text[done..]);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_macro_made_is_not_found() {
        let written = b"#define P (p)\n  free(P); free(q);\n";
        let preprocessed = b"# 1 \"a.c\"\n\n  free((p)); free(q);\n";
        let mut map = SourceMap::new();
        let file = map.add("a.c", preprocessed.to_vec()).unwrap();
        let original = Original::new("a.c", written);
        let span = |words: &str| {
            let at = String::from_utf8_lossy(preprocessed).find(words).unwrap() as u32 + map.start(file);
            Span::new(at, at + words.len() as u32)
        };
        assert_eq!(original.find(&map, span("free((p));")), None);
        assert_eq!(original.find(&map, span("free(q);")), Some(25..33));
        assert_eq!(original.statement_start(&map, span("free((p));")), Some(16));
        assert_eq!(original.statement_start(&map, span("free(q);")), None);
        assert_eq!(original.statement_end(&map, span("free(q);")), Some(33));
    }

    #[test]
    fn edits_keep_the_number_of_lines() {
        let text = b"a\nb\nc\n";
        let original = Original::new("a.c", text);
        let edits = [Edit::replace(&original, 2..5, ";"), Edit::insert(0, "x ")];
        assert_eq!(apply(text, &edits), b"x a\n;\n\n");
    }
}

//! Where a span is, as the programmer sees it: file, line, column, and the line's text.

use crate::align::align;
use crate::originals::Originals;
use crate::quote::{Quote, quote};
use source::{Place, SourceMap, Span};
use std::ops::Range;

/// The place of a span and the line it starts on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located {
    /// The column counts characters, as editors and terminals do.
    pub place: Place,
    /// The line, cut and cleaned for display.
    pub text: String,
    /// The part of `text` that the span covers; at least one character if the line goes on there.
    pub mark: Range<usize>,
    /// Whether `text` is only a part of the line.
    pub is_cut: bool,
}

/// Lines longer than this are quoted as they were preprocessed: aligning them is not worth it.
const LONGEST_ALIGNED_LINE: usize = 10_000;

/// Finds a span. The original line is quoted if it is known, the preprocessed one otherwise.
pub fn locate(map: &SourceMap, originals: &Originals, span: Span) -> Option<Located> {
    let mut place = map.place(span)?;
    let (line_start, line) = map.line_text(span)?;
    let start = (span.start - line_start) as usize;
    let end = (span.end.max(span.start + 1) - line_start) as usize;
    let mut part = start.min(line.len())..end.min(line.len());
    let mut text = line.strip_suffix(b"\r").unwrap_or(line);
    let original = originals.line(&place.file, place.line);
    if let Some(original) = original.filter(|original| original.len().max(line.len()) <= LONGEST_ALIGNED_LINE)
    {
        let (whole, of_whole) = map.whole_line(span)?;
        part = align(&whole, of_whole, original);
        text = original;
    }
    place.column = characters(&text[..part.start.min(text.len())]).saturating_add(1);
    let Quote { text, mark, is_cut } = quote(text, part);
    Some(Located { place, text, mark, is_cut })
}

/// How many characters there are; a byte that is not valid UTF-8 counts as one.
fn characters(bytes: &[u8]) -> u32 {
    let count = |chunk: std::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
    u32::try_from(bytes.utf8_chunks().map(count).sum::<usize>()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn span_of(map: &SourceMap, file: source::FileId, needle: &str) -> Span {
        let text = map.text(file);
        let offset = text.windows(needle.len()).position(|w| w == needle.as_bytes()).unwrap() as u32;
        Span::new(map.start(file) + offset, map.start(file) + offset + needle.len() as u32)
    }

    #[test]
    fn the_original_line_is_preferred() {
        let mut map = SourceMap::new();
        let text = "# 1 \"list.c\"\nint *p = ((void *)0);\nint q;\n";
        let file = map.add("list.i", text.as_bytes()).unwrap();
        let span = span_of(&map, file, "void");
        let without = locate(&map, &Originals::new(), span).unwrap();
        assert_eq!(without.text, "int *p = ((void *)0);");
        assert_eq!(without.place.to_string(), "list.c:1:12");
        let mut originals = Originals::new();
        originals.insert(Arc::from("list.c"), "int *p = NULL;\nint q;\n".as_bytes());
        let with = locate(&map, &originals, span).unwrap();
        assert_eq!(&with.text[with.mark.clone()], "NULL");
        assert_eq!(with.place.to_string(), "list.c:1:10");
    }

    #[test]
    fn what_a_macro_of_the_system_cuts_apart_is_one_line() {
        let mut map = SourceMap::new();
        let text =
            "# 1 \"a.c\"\nwhile (next(20) != \n# 1 \"a.c\" 3 4\n   ((void *)0)\n# 1 \"a.c\"\n   ) {\n}\n";
        let file = map.add("a.i", text.as_bytes()).unwrap();
        let mut originals = Originals::new();
        originals.insert(Arc::from("a.c"), "while (next(SIZE) != NULL) {\n}\n".as_bytes());
        let whole = "next(20) != \n# 1 \"a.c\" 3 4\n   ((void *)0)";
        let located = locate(&map, &originals, span_of(&map, file, whole)).unwrap();
        assert_eq!(&located.text[located.mark], "next(SIZE) != NULL");
        let located = locate(&map, &originals, span_of(&map, file, "((void *)0)")).unwrap();
        assert!(located.text[located.mark].ends_with("NULL"));
        let located = locate(&map, &originals, span_of(&map, file, "}\n")).unwrap();
        assert_eq!((located.place.line, located.text.as_str()), (2, "}"));
    }

    #[test]
    fn a_span_over_several_lines_marks_the_first() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", "if (x)\n  y;\n".as_bytes()).unwrap();
        let located = locate(&map, &Originals::new(), span_of(&map, file, "(x)\n  y")).unwrap();
        assert_eq!(&located.text[located.mark], "(x)");
    }

    #[test]
    fn nowhere_is_nowhere() {
        assert_eq!(locate(&SourceMap::new(), &Originals::new(), Span::NONE), None);
    }
}

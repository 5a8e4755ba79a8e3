//! The table of all source texts and the way from an offset back to a file, line and column.

use crate::Span;
use std::ops::Range;
use std::sync::Arc;

/// One text entered into a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(u32);

/// A place as a programmer reads it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The file's name, as the line markers give it.
    pub file: Arc<str>,
    /// Counted from 1.
    pub line: u32,
    /// In bytes, counted from 1.
    pub column: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// From here on, until the next marker, lines belong to `file` and count from `line`.
#[derive(Clone, Debug)]
struct LineMarker {
    /// The index of the first physical line after the marker.
    physical_line: u32,
    file: Arc<str>,
    line: u32,
}

#[derive(Clone, Debug)]
struct SourceFile {
    /// INVARIANT: files do not overlap; `start` is one more than the end of the file before.
    start: u32,
    text: Arc<[u8]>,
    /// INVARIANT: sorted; the offset, inside the file, at which each physical line starts.
    line_starts: Vec<u32>,
    /// INVARIANT: sorted by physical line; the first one is for line 0 and names the file itself.
    markers: Vec<LineMarker>,
}

/// All texts of an analysis. Offset 0 belongs to no file, so that [`Span::NONE`] is nowhere.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// The texts together exceed what 32-bit offsets can address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl SourceMap {
    pub fn new() -> Self {
        Self::default()
    }

    /// Enters a text. `name` is what places in it are called until a line marker says otherwise.
    pub fn add(&mut self, name: &str, text: impl Into<Arc<[u8]>>) -> Result<FileId, TooLarge> {
        let text: Arc<[u8]> = text.into();
        let start = match self.files.last() {
            Some(last) => last.end().checked_add(1).ok_or(TooLarge)?,
            None => 1,
        };
        let length = u32::try_from(text.len()).map_err(|_| TooLarge)?;
        start.checked_add(length).and_then(|end| end.checked_add(1)).ok_or(TooLarge)?;
        let mut line_starts = vec![0];
        let mut markers = vec![LineMarker { physical_line: 0, file: Arc::from(name), line: 1 }];
        let mut line_start = 0;
        while let Some(length) = text[line_start..].iter().position(|&byte| byte == b'\n') {
            let line = &text[line_start..line_start + length];
            line_start += length + 1;
            if let Some((number, file)) = parse_line_marker(line) {
                let previous = &markers[markers.len() - 1].file;
                let file = match file {
                    Some(file) if *file != **previous => Arc::from(file),
                    _ => Arc::clone(previous),
                };
                let physical_line = line_starts.len() as u32;
                markers.push(LineMarker { physical_line, file, line: number });
            }
            line_starts.push(line_start as u32);
        }
        self.files.push(SourceFile { start, text, line_starts, markers });
        Ok(FileId(self.files.len() as u32 - 1))
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &Arc<[u8]> {
        &self.files[file.0 as usize].text
    }

    /// The offset at which a file's text starts.
    pub fn start(&self, file: FileId) -> u32 {
        self.files[file.0 as usize].start
    }

    /// The file that contains an offset; the end of a text counts as inside.
    pub fn file_of(&self, offset: u32) -> Option<FileId> {
        let index = self.files.partition_point(|file| file.start <= offset).checked_sub(1)?;
        (offset <= self.files[index].end()).then_some(FileId(index as u32))
    }

    /// Where a span starts, as the programmer knows it.
    pub fn place(&self, span: Span) -> Option<Place> {
        let file = &self.files[self.file_of(span.start)?.0 as usize];
        let offset = span.start - file.start;
        let physical_line = file.line_starts.partition_point(|&start| start <= offset) - 1;
        let marker_index =
            file.markers.partition_point(|marker| marker.physical_line as usize <= physical_line);
        let marker = &file.markers[marker_index - 1];
        Some(Place {
            file: Arc::clone(&marker.file),
            line: marker.line.saturating_add(physical_line as u32 - marker.physical_line),
            column: offset - file.line_starts[physical_line] + 1,
        })
    }

    /// The offset at which this very text starts; 0, which is nowhere, if it was not entered.
    pub fn start_of(&self, text: &Arc<[u8]>) -> u32 {
        self.files.iter().find(|file| Arc::ptr_eq(&file.text, text)).map_or(0, |file| file.start)
    }

    /// The names of all files that the text around a place was made from, some of them several times.
    pub fn files_of_text(&self, span: Span) -> impl Iterator<Item = &str> {
        let file = self.file_of(span.start).map(|id| &self.files[id.0 as usize]);
        file.into_iter().flat_map(|file| file.markers.iter().map(|marker| &*marker.file))
    }

    /// The bytes of a span; empty if it lies in no file.
    pub fn bytes(&self, span: Span) -> &[u8] {
        let Some(id) = self.file_of(span.start) else { return &[] };
        let file = &self.files[id.0 as usize];
        let start = (span.start - file.start) as usize;
        let end = (span.end.saturating_sub(file.start) as usize).min(file.text.len());
        file.text.get(start..end).unwrap_or(&[])
    }

    /// The physical line, without its line break, on which a span starts, and the offset (in the
    /// map's offset space) at which that line starts. What a message quotes.
    pub fn line_text(&self, span: Span) -> Option<(u32, &[u8])> {
        let file = &self.files[self.file_of(span.start)?.0 as usize];
        let offset = span.start - file.start;
        let physical_line = file.line_starts.partition_point(|&start| start <= offset) - 1;
        let start = file.line_starts[physical_line] as usize;
        let end = match file.line_starts.get(physical_line + 1) {
            Some(&next) => next as usize - 1,
            None => file.text.len(),
        };
        Some((file.start + start as u32, &file.text[start..end]))
    }

    /// All that was made of the line on which a span starts, and the part of it that the span covers. A macro of the system's
    /// headers puts what it stands for, and what comes behind it, on physical lines of their own.
    pub fn whole_line(&self, span: Span) -> Option<(Vec<u8>, Range<usize>)> {
        let file = &self.files[self.file_of(span.start)?.0 as usize];
        let (begin, end) = (span.start - file.start, span.end.max(span.start + 1) - file.start);
        let own = file.physical_line(begin);
        let place = file.logical_line(own);
        let is_part = |line: &usize| file.is_marker(*line) || file.logical_line(*line) == place;
        let before = (0..own).rev().take(MOST_PHYSICAL_LINES).take_while(is_part).count();
        let after = (own + 1..file.line_starts.len()).take(MOST_PHYSICAL_LINES).take_while(is_part).count();
        let (mut text, mut part) = (Vec::new(), 0..0);
        for line in (own - before..=own + after).filter(|&line| !file.is_marker(line)) {
            let range = file.range(line);
            let inside = |offset: u32| offset.clamp(range.start, range.end) - range.start;
            if line == own {
                part.start = text.len() + inside(begin) as usize;
            }
            if line == own || range.start < end && line > own {
                part.end = text.len() + inside(end) as usize;
            }
            text.extend_from_slice(&file.text[range.start as usize..range.end as usize]);
            text.push(b' ');
        }
        Some((text, part))
    }
}

/// How many physical lines before and behind another one are taken for parts of the same line.
const MOST_PHYSICAL_LINES: usize = 64;

impl SourceFile {
    fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }

    fn physical_line(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset) - 1
    }

    /// Where the line begins and ends, without its line break.
    fn range(&self, physical_line: usize) -> Range<u32> {
        let start = self.line_starts[physical_line];
        start..self.line_starts.get(physical_line + 1).map_or(self.text.len() as u32, |next| next - 1)
    }

    fn is_marker(&self, physical_line: usize) -> bool {
        let range = self.range(physical_line);
        parse_line_marker(&self.text[range.start as usize..range.end as usize]).is_some()
    }

    /// The file and the line that a physical line was made from.
    fn logical_line(&self, physical_line: usize) -> (&str, u32) {
        let index = self.markers.partition_point(|marker| marker.physical_line as usize <= physical_line);
        let marker = &self.markers[index - 1];
        (&marker.file, marker.line.saturating_add(physical_line as u32 - marker.physical_line))
    }
}

/// `# 12 "file.c" 1 3` as GCC and Clang write it, or `#line 12 "file.c"`.
fn parse_line_marker(line: &[u8]) -> Option<(u32, Option<&str>)> {
    let rest = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let number = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    let rest = rest[digits..].trim_ascii_start();
    let file = rest.strip_prefix(b"\"").and_then(|quoted| {
        let end = quoted.iter().position(|&byte| byte == b'"')?;
        std::str::from_utf8(&quoted[..end]).ok()
    });
    Some((number, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_of(map: &SourceMap, file: FileId, needle: &str) -> String {
        let text = map.text(file);
        let offset = text.windows(needle.len()).position(|w| w == needle.as_bytes()).unwrap();
        let start = map.start(file) + offset as u32;
        map.place(Span::new(start, start + 1)).unwrap().to_string()
    }

    #[test]
    fn line_markers_rename_files_and_lines() {
        let mut map = SourceMap::new();
        let text = "int a;\n# 10 \"x.h\" 1 3\nint b;\n\n  int c;\n#line 3\nint d;\n# 2 \"a.c\" 2\nint e;";
        let file = map.add("a.i", text.as_bytes()).unwrap();
        assert_eq!(place_of(&map, file, "int a"), "a.i:1:1");
        assert_eq!(place_of(&map, file, "int b"), "x.h:10:1");
        assert_eq!(place_of(&map, file, "int c"), "x.h:12:3");
        assert_eq!(place_of(&map, file, "int d"), "x.h:3:1");
        assert_eq!(place_of(&map, file, "int e"), "a.c:2:1");
    }

    #[test]
    fn spans_of_two_files_are_told_apart() {
        let mut map = SourceMap::new();
        let a = map.add("a.c", "x\n".as_bytes()).unwrap();
        let b = map.add("b.c", "\ny".as_bytes()).unwrap();
        assert_eq!(place_of(&map, a, "x"), "a.c:1:1");
        assert_eq!(place_of(&map, b, "y"), "b.c:2:1");
        assert_eq!(map.place(Span::NONE), None);
        let end = map.start(b) + 2;
        assert_eq!(map.place(Span::new(end, end)).unwrap().to_string(), "b.c:2:2");
        assert_eq!(map.file_of(end + 1), None);
    }

    #[test]
    fn the_quoted_line_excludes_its_line_break() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", "one\ntwo\n".as_bytes()).unwrap();
        let start = map.start(file) + 5;
        let (line_start, line) = map.line_text(Span::new(start, start + 1)).unwrap();
        assert_eq!((line_start, line), (map.start(file) + 4, "two".as_bytes()));
        assert_eq!(map.bytes(Span::new(start, start + 2)), b"wo");
    }
}

//! Prepares a line of text for display: cut to a sensible length, invalid UTF-8 replaced.

use std::ops::Range;

/// Lines up to this length are shown whole; the renderer fits them into the terminal.
const LONGEST_WHOLE: usize = 2_000;

/// How many bytes of a longer line are shown before and after the start of what is marked.
const BEFORE: usize = 40;
const AFTER: usize = 60;

/// A line to show, and the part of it to mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    pub text: String,
    /// Byte positions in `text`, on boundaries of characters.
    pub mark: Range<usize>,
    /// Whether `text` is only a part of the line.
    pub is_cut: bool,
}

/// Shows `line`, or the neighbourhood of `mark` if it is long.
pub fn quote(line: &[u8], mark: Range<usize>) -> Quote {
    let start = mark.start.min(line.len());
    let end = mark.end.clamp(start, line.len());
    let (from, to) = window(line, start);
    let mut shown = Shown { text: String::new(), mark_start: None, mark_end: None };
    if from > 0 {
        shown.text.push('…');
    }
    shown.append(&line[from..to], from, start, end.min(to));
    let length = shown.text.len();
    if to < line.len() {
        shown.text.push('…');
    }
    let mark_start = shown.mark_start.unwrap_or(length);
    let mark_end = shown.mark_end.unwrap_or(length).max(mark_start);
    Quote { mark: mark_start..mark_end, text: shown.text, is_cut: to - from < line.len() }
}

/// Which part of the line to show: all of it, or some bytes around a position, not cut inside a
/// character of valid UTF-8.
fn window(line: &[u8], position: usize) -> (usize, usize) {
    if line.len() <= LONGEST_WHOLE {
        return (0, line.len());
    }
    let is_boundary = |&index: &usize| index == line.len() || line[index] & 0xC0 != 0x80;
    let from = position.saturating_sub(BEFORE);
    let from = (from..(from + 4).min(position)).find(is_boundary).unwrap_or(from);
    let to = (position + AFTER).min(line.len());
    let to = (to..(to + 4).min(line.len())).find(is_boundary).unwrap_or(to);
    (from, to)
}

struct Shown {
    text: String,
    mark_start: Option<usize>,
    mark_end: Option<usize>,
}

impl Shown {
    /// Appends bytes that start at `from` in their line, and notes where the mark begins and ends.
    fn append(&mut self, bytes: &[u8], from: usize, mark_start: usize, mark_end: usize) {
        let mut position = from;
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                self.note(position, mark_start, mark_end);
                self.text.push(visible(character));
                position += character.len_utf8();
            }
            for _ in chunk.invalid() {
                self.note(position, mark_start, mark_end);
                self.text.push(char::REPLACEMENT_CHARACTER);
                position += 1;
            }
        }
        self.note(position, mark_start, mark_end);
    }

    fn note(&mut self, position: usize, mark_start: usize, mark_end: usize) {
        if position >= mark_start && self.mark_start.is_none() {
            self.mark_start = Some(self.text.len());
        }
        if position >= mark_end && self.mark_end.is_none() {
            self.mark_end = Some(self.text.len());
        }
    }
}

/// Control characters would disturb the terminal.
fn visible(character: char) -> char {
    match character {
        '\t' => character,
        _ if character.is_control() => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(line: &[u8], mark: Range<usize>) -> String {
        let quote = quote(line, mark);
        format!(
            "{}[{}]{}",
            &quote.text[..quote.mark.start],
            &quote.text[quote.mark.clone()],
            &quote.text[quote.mark.end..]
        )
    }

    #[test]
    fn short_lines_are_shown_whole() {
        assert_eq!(marked(b"int x = y;", 8..9), "int x = [y];");
        assert_eq!(marked(b"int x", 5..9), "int x[]");
        assert_eq!(marked(b"", 0..0), "[]");
    }

    #[test]
    fn invalid_bytes_are_replaced_and_the_mark_still_fits() {
        assert_eq!(marked(b"\"\xFF\xFE\" x", 5..6), "\"\u{FFFD}\u{FFFD}\" [x]");
        assert_eq!(marked("\"é\" x".as_bytes(), 5..6), "\"é\" [x]");
        assert_eq!(marked(b"a\x1b[31m", 0..1), "[a]\u{FFFD}[31m");
        // A mark that starts inside a character moves to the next one.
        assert_eq!(marked("é x".as_bytes(), 1..2), "é[] x");
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let mut line = vec![b'a'; 1_000_000];
        line[500_000] = b'!';
        let quote = quote(&line, 500_000..500_001);
        assert_eq!(&quote.text[quote.mark.clone()], "!");
        assert!(quote.text.starts_with('…') && quote.text.ends_with('…'));
        assert!(quote.text.len() < 500);
        // Everything is marked, but only the window is shown.
        let all = super::quote(&line, 0..1_000_000);
        assert_eq!(all.mark, 0..AFTER);
        assert!(all.is_cut && !super::quote(&line[..LONGEST_WHOLE], 0..1).is_cut);
    }

    #[test]
    fn characters_are_not_cut() {
        let line = "é".repeat(2000);
        for position in [0, 2, 1999, 2000, 3998, 4000] {
            let quote = quote(line.as_bytes(), position..position + 2);
            assert!(!quote.text.contains(char::REPLACEMENT_CHARACTER), "at {position}");
        }
    }
}

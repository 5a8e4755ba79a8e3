//! Lines continued by a backslash are joined before anything else looks at the text.

use source::Span;
use std::borrow::Cow;

/// A text without line continuations, and the way back to the places of the original.
///
/// A preprocessed file has next to no continuations, so the text is then borrowed as it is.
pub struct SplicedText<'a> {
    pub text: Cow<'a, [u8]>,
    /// Where the original text starts in the source map.
    start_offset: u32,
    /// INVARIANT: sorted. At this offset of `text` and after it, so many bytes have been removed.
    splices: Vec<(u32, u32)>,
}

impl<'a> SplicedText<'a> {
    pub fn new(original: &'a [u8], start_offset: u32) -> Self {
        let mut splices = Vec::new();
        let mut joined: Vec<u8> = Vec::new();
        let mut copied = 0;
        let mut search = 0;
        while let Some(distance) = original[search..].iter().position(|&byte| byte == b'\\') {
            let backslash = search + distance;
            search = backslash + 1;
            let Some(length) = line_continuation(&original[search..]) else { continue };
            joined.extend_from_slice(&original[copied..backslash]);
            search += length;
            copied = search;
            splices.push((joined.len() as u32, (copied - joined.len()) as u32));
        }
        if splices.is_empty() {
            return SplicedText { text: Cow::Borrowed(original), start_offset, splices };
        }
        joined.extend_from_slice(&original[copied..]);
        SplicedText { text: Cow::Owned(joined), start_offset, splices }
    }

    /// The place, in the source map, of a range of the spliced text.
    pub fn span(&self, start: u32, end: u32) -> Span {
        if self.splices.is_empty() {
            return Span::new(self.start_offset + start, self.start_offset + end);
        }
        let start = self.original(start);
        // The end belongs to the last byte inside, not to what a splice after it leads to.
        let end = if end == 0 { 0 } else { self.original(end - 1) + 1 };
        Span::new(self.start_offset + start, self.start_offset + end.max(start))
    }

    fn original(&self, offset: u32) -> u32 {
        let index = self.splices.partition_point(|&(at, _)| at <= offset);
        offset + index.checked_sub(1).map_or(0, |index| self.splices[index].1)
    }
}

/// The length of what follows a backslash and belongs to the line continuation: blanks, which
/// GCC tolerates, and the line break.
fn line_continuation(rest: &[u8]) -> Option<usize> {
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    (rest.get(blanks) == Some(&b'\n')).then_some(blanks + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back_to_the_original() {
        let original = b"ab\\\ncd\\ \r\n\\\nef \\n";
        let spliced = SplicedText::new(original, 100);
        assert_eq!(&spliced.text[..], b"abcdef \\n");
        assert_eq!(spliced.span(0, 6), Span::new(100, 114));
        assert_eq!(spliced.span(2, 4), Span::new(104, 106));
        assert_eq!(spliced.span(4, 6), Span::new(112, 114));
        assert_eq!(spliced.span(0, 0), Span::new(100, 100));
    }

    #[test]
    fn a_text_without_continuations_is_borrowed() {
        let spliced = SplicedText::new(b"a \\n b", 1);
        assert!(matches!(spliced.text, Cow::Borrowed(_)));
        assert_eq!(spliced.span(2, 3), Span::new(3, 4));
    }
}

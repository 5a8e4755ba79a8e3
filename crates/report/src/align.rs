//! Finds the part of an original line that a part of its preprocessed line came from.
//!
//! The preprocessor expands macros, drops comments and squeezes blanks, but leaves the rest of a
//! line as it is and in order. So both lines agree, blanks aside, before and after what a macro
//! or a comment changed: what lies in a common end is matched byte by byte, what lies between
//! belongs to the part that was rewritten.

use std::ops::Range;

/// The range of `original` that the range `part` of `preprocessed` came from.
pub fn align(preprocessed: &[u8], part: Range<usize>, original: &[u8]) -> Range<usize> {
    let part = part.start.min(preprocessed.len())..part.end.min(preprocessed.len());
    let old = visible(original, &comments(original));
    let new = visible(preprocessed, &[]);
    if old.is_empty() || new.is_empty() {
        return 0..original.len();
    }
    let (prefix, suffix) = common_ends(&new, &old, preprocessed, original);
    // The part, in visible characters of the preprocessed line.
    let first = new.partition_point(|&index| index < part.start);
    let last = new.partition_point(|&index| index < part.end).max(first + 1).min(new.len());
    let rewritten = prefix..old.len() - suffix;
    if first >= prefix && last <= new.len() - suffix && !rewritten.is_empty() {
        let text = old[rewritten.start]..old[rewritten.end - 1] + 1;
        if let Some(found) = only_occurrence(original, text, &preprocessed[part]) {
            return found;
        }
    }
    let start = if first < prefix {
        old[first]
    } else if first >= new.len() - suffix {
        match old.get(old.len() - (new.len() - first)) {
            Some(&index) => index,
            None => original.len(),
        }
    } else {
        old[rewritten.start.min(old.len() - 1)]
    };
    let end = if last <= prefix {
        last.checked_sub(1).map_or(start, |last| old[last] + 1)
    } else if last > new.len() - suffix {
        old[old.len() - 1 - (new.len() - last)] + 1
    } else {
        rewritten.end.checked_sub(1).map_or(start, |last| old[last] + 1)
    };
    start..end.max(start)
}

/// The indices of all bytes that are not blank and not in a comment.
fn visible(line: &[u8], comments: &[Range<usize>]) -> Vec<usize> {
    let in_comment = |index| comments.iter().any(|comment| comment.contains(&index));
    (0..line.len()).filter(|&index| !line[index].is_ascii_whitespace() && !in_comment(index)).collect()
}

/// The comments of a line, as far as the line alone tells.
fn comments(line: &[u8]) -> Vec<Range<usize>> {
    let mut comments = Vec::new();
    let mut quote = None;
    let mut index = 0;
    while index < line.len() {
        match (quote, line[index]) {
            (Some(_), b'\\') => index += 1,
            (Some(open), byte) if open == byte => quote = None,
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (None, b'/') if line[index..].starts_with(b"//") => {
                comments.push(index..line.len());
                return comments;
            }
            (None, b'/') if line[index..].starts_with(b"/*") => {
                let rest = line.get(index + 2..).unwrap_or(&[]);
                let end =
                    rest.windows(2).position(|two| two == b"*/").map_or(line.len(), |at| index + at + 4);
                comments.push(index..end);
                index = end - 1;
            }
            _ => {}
        }
        index += 1;
    }
    comments
}

/// The only occurrence of a word in a part of a line.
fn only_occurrence(line: &[u8], part: Range<usize>, word: &[u8]) -> Option<Range<usize>> {
    if word.is_empty() || !word.iter().copied().all(is_word) || word.len() > part.len() {
        return None;
    }
    let is_whole = |start: &usize| {
        let before = start.checked_sub(1).map(|index| line[index]);
        let after = line.get(start + word.len()).copied();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    let mut starts = (part.start..=part.end - word.len())
        .filter(|&start| line[start..].starts_with(word))
        .filter(is_whole);
    let start = starts.next()?;
    starts.next().is_none().then_some(start..start + word.len())
}

/// How many visible bytes the lines have in common at their starts and at their ends. Neither end
/// stops inside a word, because half a word that happens to agree is not the same word.
fn common_ends(new: &[usize], old: &[usize], preprocessed: &[u8], original: &[u8]) -> (usize, usize) {
    let shorter = new.len().min(old.len());
    let agree = |a: usize, b: usize| preprocessed[a] == original[b];
    let mut prefix = 0;
    while prefix < shorter && agree(new[prefix], old[prefix]) {
        prefix += 1;
    }
    if prefix < new.len() || prefix < old.len() {
        while prefix > 0 && (inside_word(preprocessed, new, prefix) || inside_word(original, old, prefix)) {
            prefix -= 1;
        }
    }
    let mut suffix = 0;
    while suffix < shorter - prefix && agree(new[new.len() - 1 - suffix], old[old.len() - 1 - suffix]) {
        suffix += 1;
    }
    while suffix > 0
        && (inside_word(preprocessed, new, new.len() - suffix)
            || inside_word(original, old, old.len() - suffix))
    {
        suffix -= 1;
    }
    (prefix, suffix)
}

/// Whether the visible bytes before and at a position belong to the same word.
fn inside_word(line: &[u8], visible: &[usize], position: usize) -> bool {
    let Some(before) = position.checked_sub(1) else { return false };
    let (Some(&before), Some(&here)) = (visible.get(before), visible.get(position)) else { return false };
    here == before + 1 && is_word(line[before]) && is_word(line[here])
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the needle of the preprocessed line is in the original.
    fn aligned<'a>(preprocessed: &str, needle: &str, original: &'a str) -> &'a str {
        let start = preprocessed.find(needle).unwrap();
        let range = align(preprocessed.as_bytes(), start..start + needle.len(), original.as_bytes());
        &original[range]
    }

    #[test]
    fn equal_lines_are_aligned_exactly() {
        assert_eq!(aligned("  a = b + c;", "b", "  a = b + c;"), "b");
        assert_eq!(aligned("int count_of(int a)", "count_of", "int  count_of (int a)"), "count_of");
    }

    #[test]
    fn blanks_and_comments_do_not_matter() {
        assert_eq!(aligned("  f (x, y);", "y", "\tf(x,  y); // call f"), "y");
        assert_eq!(aligned("a = b;", "b", "a /* the sum */ = b;"), "b");
        assert_eq!(aligned("s = \"//\";", "s", "s = \"//\"; // a comment"), "s");
    }

    #[test]
    fn what_a_macro_made_points_to_its_use() {
        let preprocessed = "  p = ((void *)0); use(p);";
        assert_eq!(aligned(preprocessed, "(void *)", "  p = NULL; use(p);"), "NULL");
        assert_eq!(aligned(preprocessed, "use", "  p = NULL; use(p);"), "use");
        let list = "  node = ((struct node *)((char *)(x) - 8));";
        assert_eq!(
            aligned(list, "- 8", "  node = container_of(x, struct node, link);"),
            "container_of(x, struct node, link"
        );
        assert_eq!(aligned(list, "x", "  node = container_of(x, struct node, link);"), "x");
    }

    #[test]
    fn the_end_of_the_line_stays_the_end() {
        let range = align(b"int x", 5..5, b"int   x");
        assert_eq!(range.end, 7);
        assert_eq!(align(b"", 0..0, b""), 0..0);
        assert_eq!(align(b"x", 0..1, b"   "), 0..3);
        assert_eq!(align(b"", 0..0, b"MACRO"), 0..5);
    }

    #[test]
    fn every_part_of_every_small_line_stays_inside() {
        let letters = [b'a', b' ', b'+'];
        let mut lines: Vec<Vec<u8>> = vec![Vec::new()];
        for length in 0..3 {
            let longer: Vec<_> = lines.iter().filter(|line| line.len() == length).cloned().collect();
            lines.extend(longer.iter().flat_map(|line| letters.map(|l| [&line[..], &[l]].concat())));
        }
        for new in &lines {
            for old in &lines {
                for start in 0..=new.len() {
                    for end in start..=new.len() {
                        let range = align(new, start..end, old);
                        assert!(range.start <= range.end && range.end <= old.len());
                    }
                }
            }
        }
    }
}

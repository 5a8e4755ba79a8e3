//! Where the statement around a place begins, seen in the text: validators want its first character.

use ir::Module;
use source::Span;

/// The name of the function in whose body a place is.
pub fn function_around(module: &Module, span: Span) -> Option<&str> {
    let before = module.functions.iter().filter(|(_, function)| {
        function.body.is_some() && function.span != Span::NONE && function.span.start <= span.start
    });
    before.max_by_key(|(_, function)| function.span.start).map(|(_, function)| function.name.as_str())
}

/// The offset of the first character of the statement, or of the controlling expression, that contains this one.
///
/// Going backwards, a statement ends at `;`, `{`, `}` and `:` of a label, behind the head of `if`, `while`, `for` and
/// `switch`, and behind `else` and `do`; inside of such a head, an expression begins behind its parenthesis.
pub fn statement_around(text: &[u8], place: usize) -> usize {
    let mut at = place.min(text.len());
    loop {
        let Some(before) = at.checked_sub(1) else { return first_letter(text, 0) };
        match text[before] {
            b';' | b'{' | b'}' => return first_letter(text, at),
            b')' => {
                let open = opening(text, before);
                if is_head(word_before(text, open)) {
                    return first_letter(text, at);
                }
                at = open;
            }
            b'(' if is_head(word_before(text, before)) => return first_letter(text, at),
            b'"' | b'\'' => at = quote(text, before),
            b':' if !is_in_condition(text, before) => return first_letter(text, at),
            letter if is_letter(letter) => {
                let word = word_before(text, at);
                if matches!(word, b"else" | b"do") && at < place {
                    return first_letter(text, at);
                }
                at -= word.len().max(1);
            }
            _ => at = before,
        }
    }
}

/// The keyword of the loop in whose head this place is, if it is `while` or `for`.
///
/// The head of `do … while (…);` is not told: there the keyword is elsewhere.
pub fn loop_around(text: &[u8], place: usize) -> Option<usize> {
    let mut at = place.min(text.len());
    let open = loop {
        let before = at.checked_sub(1)?;
        match text[before] {
            b'{' | b'}' => return None,
            b')' => at = opening(text, before),
            b'(' if is_head(word_before(text, before)) => break before,
            b'"' | b'\'' => at = quote(text, before),
            _ => at = before,
        }
    };
    let word = word_before(text, open);
    let end = text[..open].iter().rposition(|letter| !letter.is_ascii_whitespace())? + 1;
    let goes_on = match word {
        b"for" => true,
        // Behind the head of `do … while (…);` nothing is repeated.
        b"while" => {
            closing(text, open).is_some_and(|close| text.get(first_letter(text, close + 1)) != Some(&b';'))
        }
        _ => false,
    };
    goes_on.then(|| end - word.len())
}

/// Whether what is declared at a place is in scope at a later one: the block of the declaration is not left in between,
/// and it is not the head of the statement there.
pub fn is_in_scope(text: &[u8], declared: usize, place: usize) -> bool {
    let Some(between) = text.get(declared..place) else { return false };
    let (mut depth, mut quoted, mut escaped) = (0i64, None, false);
    for &letter in between {
        match quoted {
            Some(mark) => {
                quoted = (letter != mark || escaped).then_some(mark);
                escaped = letter == b'\\' && !escaped;
            }
            None => match letter {
                b'"' | b'\'' => quoted = Some(letter),
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            },
        }
        if depth < 0 {
            return false;
        }
    }
    // A variable that a `for` before this one declares is in no block, but in parentheses: it ends with its statement.
    !is_in_head(text, declared)
}

/// Whether a declaration stands in the head of a `for`.
fn is_in_head(text: &[u8], declared: usize) -> bool {
    let mut at = declared;
    while let Some(before) = at.checked_sub(1) {
        match text[before] {
            b';' | b'{' | b'}' => return false,
            b'(' => return word_before(text, before) == b"for",
            b')' => at = opening(text, before),
            _ => at = before,
        }
    }
    false
}

/// The parenthesis that belongs to an opening one.
fn closing(text: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0;
    let mut quoted = None;
    for (at, &letter) in text.iter().enumerate().skip(open) {
        match (quoted, letter) {
            (Some(mark), letter) if letter == mark && text[at - 1] != b'\\' => quoted = None,
            (None, b'"' | b'\'') => quoted = Some(letter),
            (None, b'(') => depth += 1,
            (None, b')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn is_letter(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || letter == b'_'
}

fn is_head(word: &[u8]) -> bool {
    matches!(word, b"if" | b"while" | b"for" | b"switch")
}

/// The word that ends here, spaces skipped.
fn word_before(text: &[u8], end: usize) -> &[u8] {
    let end = text[..end].iter().rposition(|letter| !letter.is_ascii_whitespace()).map_or(0, |at| at + 1);
    let start = text[..end].iter().rposition(|&letter| !is_letter(letter)).map_or(0, |at| at + 1);
    &text[start..end]
}

/// The parenthesis that belongs to a closing one.
fn opening(text: &[u8], close: usize) -> usize {
    let mut depth = 0;
    let mut at = close + 1;
    while let Some(before) = at.checked_sub(1) {
        at = before;
        match text[before] {
            b')' => depth += 1,
            b'(' => depth -= 1,
            b'"' | b'\'' => at = quote(text, before),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Where the text that ends with this quotation mark begins; a mark with a stroke before it is part of it.
fn quote(text: &[u8], end: usize) -> usize {
    let mark = text[end];
    let mut at = end;
    while let Some(before) = at.checked_sub(1) {
        at = before;
        if text[before] == b'\n' || (text[before] == mark && (before == 0 || text[before - 1] != b'\\')) {
            break;
        }
    }
    at
}

/// Whether a colon belongs to `? :`, and not to a label.
fn is_in_condition(text: &[u8], colon: usize) -> bool {
    let start = text[..colon].iter().rposition(|letter| b";{}".contains(letter)).unwrap_or(0);
    text[start..colon].contains(&b'?')
}

/// The first character that is no space; line markers are skipped.
fn first_letter(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&letter) = text.get(at) {
        match letter {
            b'#' => at += text[at..].iter().position(|&letter| letter == b'\n').unwrap_or(1).max(1),
            letter if letter.is_ascii_whitespace() => at += 1,
            _ => break,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statement around `@`, which is not part of the text.
    fn statement(text: &str) -> String {
        let place = text.find('@').unwrap();
        let text = text.replace('@', "");
        text[statement_around(text.as_bytes(), place)..].to_owned()
    }

    #[test]
    fn statements_begin_behind_what_comes_before_them() {
        for (text, begins) in [
            ("{ a = 1; b = f(1, @*p); }", "b = f(1, *p); }"),
            ("{ if (a) @*p = 1; }", "*p = 1; }"),
            ("{ if (a) *q = @*p; }", "*q = *p; }"),
            ("{ if (x && @p->a) ; }", "x && p->a) ; }"),
            ("{ while (f(a) > @*p) {} }", "f(a) > *p) {} }"),
            ("{ if (a) { } else x = @*p; }", "x = *p; }"),
            ("{ for (i = 0; @a[i] < 3; i++) ; }", "a[i] < 3; i++) ; }"),
            ("{ again: x = @*p; }", "x = *p; }"),
            ("{ x = a ? b : @*p; }", "x = a ? b : *p; }"),
            ("{ return @*p; }", "return *p; }"),
            ("{ puts(\";{\"), @*p; }", "puts(\";{\"), *p; }"),
            ("{ f(); \n# 3 \"a.c\"\n  x = @*p; }", "x = *p; }"),
            ("{ do x = @*p; while (1); }", "x = *p; while (1); }"),
        ] {
            assert_eq!(statement(text), begins, "{text}");
        }
        assert_eq!(statement_around(b"", 7), 0);
    }

    #[test]
    fn loops_begin_with_their_keyword() {
        for (text, begins) in [
            ("{ while (@i < n) i++; }", Some("while (i < n) i++; }")),
            ("{ while (f(a) && @i < n) { } }", Some("while (f(a) && i < n) { } }")),
            ("{ for (i = 0; @i < n; i++) ; }", Some("for (i = 0; i < n; i++) ; }")),
            ("{ do { } while (@i < n); }", None),
            ("{ while (1) { @i++; } }", None),
            ("{ for (;;) @i++; }", None),
            ("{ if (@i) ; }", None),
            ("{ while (i) f(@i); }", None),
        ] {
            let place = text.find('@').unwrap();
            let text = text.replace('@', "");
            let seen = loop_around(text.as_bytes(), place).map(|at| &text[at..]);
            assert_eq!(seen, begins, "{text}");
        }
    }

    #[test]
    fn declarations_are_in_scope_until_their_block_ends() {
        for (text, expected) in [
            ("{ int i; while (i) ; }", true),
            ("{ { int i; } while (i) ; }", false),
            ("{ int i; { puts(\"}\"); } while (i) ; }", true),
            ("{ for (int i; ; ) ; while (i) ; }", false),
            ("f(int i) { while (i) ; }", true),
        ] {
            let declared = text.find("int i").unwrap() + 4;
            let place = text.find("while").unwrap();
            assert_eq!(is_in_scope(text.as_bytes(), declared, place), expected, "{text}");
        }
        assert!(!is_in_scope(b"while (i) { int i; }", 16, 0));
    }
}

//! Between places of ours and those of the protocol, which counts from 0 and in units of UTF-16.

use findings::{EventKind, Finding, Level, Location};
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location as Place,
    NumberOrString, Position, Range, Uri,
};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The file that a reference names.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let path = uri.as_str().strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The reference to a file.
pub fn uri_of(path: &str) -> Option<Uri> {
    let absolute = std::path::absolute(Path::new(path)).ok()?;
    let mut text = "file://".to_owned();
    for byte in absolute.to_str()?.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                text.push(byte.into())
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

pub fn range(place: &Location) -> Range {
    let units = |column: u32| {
        let letters = place.text.chars().take(column.saturating_sub(1) as usize);
        u32::try_from(letters.map(char::len_utf16).sum::<usize>()).unwrap_or(0)
    };
    let position = |line: u32, column: u32| Position::new(line.saturating_sub(1), units(column));
    Range::new(position(place.line, place.column), position(place.end_line, place.end_column))
}

/// A finding with the steps of its story as related places.
pub fn diagnostic(finding: &Finding) -> Option<Diagnostic> {
    let place = finding.place.as_ref()?;
    let severity = match finding.level {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Note => DiagnosticSeverity::INFORMATION,
    };
    let related = finding.story.iter().filter(|event| event.kind != EventKind::Error).filter_map(|event| {
        let place = event.place.as_ref()?;
        Some(DiagnosticRelatedInformation {
            location: Place::new(uri_of(&place.file)?, range(place)),
            message: format!("{}. {}", event.number, event.text),
        })
    });
    let mut message = finding.headline();
    for line in
        finding.hint.iter().cloned().chain(finding.replay.iter().map(|replay| format!("repeat it: {replay}")))
    {
        message = format!("{message}\n{line}");
    }
    let page = finding.cwe.map(|number| format!("https://cwe.mitre.org/data/definitions/{number}.html"));
    let description = page.and_then(|page| Uri::from_str(&page).ok()).map(|href| CodeDescription { href });
    Some(Diagnostic {
        range: range(place),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.rule.to_owned())),
        code_description: description,
        source: Some("besom".to_owned()),
        message,
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    })
}

/// A message about one place of a text that is not C as it stands.
pub fn text_diagnostic(id: &str, line: u32, column: u32, message: String) -> Diagnostic {
    let start = Position::new(line.saturating_sub(1), column.saturating_sub(1));
    Diagnostic {
        range: Range::new(start, Position::new(start.line, start.character + 1)),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String(id.to_owned())),
        source: Some("besom".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// The story of a finding, for people.
pub fn story(finding: &Finding) -> String {
    let at = |place: &Option<Location>| place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
    let mut text = format!("{}{} [{}]\n\n", at(&finding.place), finding.headline(), finding.rule);
    for event in &finding.story {
        text.push_str(&format!("{:3}. {}{}\n", event.number, at(&event.place), event.text));
        if let Some(place) = &event.place {
            text.push_str(&format!("       {}\n", place.text.trim()));
        }
    }
    for line in finding.hint.iter().chain(&finding.replay) {
        text.push_str(&format!("\n{line}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Span;

    #[test]
    fn paths_and_references_are_inverse() {
        for path in ["/tmp/a.c", "/tmp/a b/ü%.c"] {
            assert_eq!(path_of(&uri_of(path).unwrap()), Some(PathBuf::from(path)));
        }
        assert_eq!(path_of(&Uri::from_str("untitled:1").unwrap()), None);
    }

    #[test]
    fn columns_count_units_of_utf_16() {
        let text = "\"𝄞\", x".to_owned();
        let place = Location {
            file: "a.c".into(),
            line: 3,
            column: 6,
            end_line: 3,
            end_column: 7,
            text,
            span: Span::NONE,
        };
        assert_eq!(range(&place), Range::new(Position::new(2, 6), Position::new(2, 7)));
    }
}

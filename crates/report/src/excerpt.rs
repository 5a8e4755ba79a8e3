//! Collects the lines that a message quotes into runs of text, one or more for each file.

use crate::locate::{Located, locate};
use crate::originals::Originals;
use source::{Diagnostic, Place, SourceMap, Span};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Marked lines this far apart go into different excerpts.
const LONGEST_GAP: u32 = 1_000;

/// A part of a file: the marked lines and those between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    pub file: Arc<str>,
    pub first_line: u32,
    /// One per line; lines far from any mark may be left empty, for they are not shown.
    pub lines: Vec<String>,
    pub marks: Vec<Mark>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub is_primary: bool,
    /// In the source of the excerpt.
    pub range: Range<usize>,
    pub label: Option<String>,
}

impl Excerpt {
    pub fn source(&self) -> String {
        self.lines.join("\n")
    }
}

/// One place to mark.
struct Spot {
    is_primary: bool,
    span: Span,
    located: Located,
    label: Option<String>,
}

/// Marked lines of one file, close together, each with one text.
struct Run {
    file: Arc<str>,
    lines: BTreeMap<u32, Vec<Spot>>,
}

impl Run {
    fn takes(&self, spot: &Spot) -> bool {
        let Located { place, text, .. } = &spot.located;
        let is_near = self.lines.keys().any(|other| other.abs_diff(place.line) <= LONGEST_GAP);
        let same_line = self.lines.get(&place.line).and_then(|spots| spots.first());
        self.file == place.file && is_near && same_line.is_none_or(|other| other.located.text == *text)
    }
}

/// The excerpts of a message, that of its main place first.
pub fn excerpts(map: &SourceMap, originals: &Originals, diagnostic: &Diagnostic) -> Vec<Excerpt> {
    let mut runs: Vec<Run> = Vec::new();
    for spot in spots(map, originals, diagnostic) {
        let Place { file, line, .. } = spot.located.place.clone();
        match runs.iter_mut().find(|run| run.takes(&spot)) {
            Some(run) => run.lines.entry(line).or_default().push(spot),
            None => runs.push(Run { file, lines: BTreeMap::from([(line, vec![spot])]) }),
        }
    }
    runs.into_iter().map(|run| excerpt(map, originals, run)).collect()
}

/// The main place and the labels. A label on the main place itself becomes its label.
fn spots(map: &SourceMap, originals: &Originals, diagnostic: &Diagnostic) -> Vec<Spot> {
    let mut labels = diagnostic.labels.iter().peekable();
    let mut spots = Vec::new();
    if let Some(located) = locate(map, originals, diagnostic.span) {
        let label = labels.next_if(|label| label.span == diagnostic.span).map(|label| label.text.clone());
        spots.push(Spot { is_primary: true, span: diagnostic.span, located, label });
    }
    spots.extend(labels.filter_map(|label| {
        let located = locate(map, originals, label.span)?;
        Some(Spot { is_primary: false, span: label.span, located, label: Some(label.text.clone()) })
    }));
    spots
}

fn excerpt(map: &SourceMap, originals: &Originals, run: Run) -> Excerpt {
    let first_line = run.lines.keys().next().copied().unwrap_or(1);
    let mut excerpt = Excerpt { file: run.file, first_line, lines: Vec::new(), marks: Vec::new() };
    let mut length = 0;
    let mut before: Option<(u32, Span)> = None;
    for (line, spots) in run.lines {
        if let Some((last, span)) = before {
            for between in last + 1..line {
                let text = line_between(map, originals, &excerpt.file, (last, span), between);
                length += text.len() + 1;
                excerpt.lines.push(text);
            }
        }
        before = spots.first().map(|spot| (line, spot.span));
        let text = spots.first().map(|spot| spot.located.text.clone()).unwrap_or_default();
        excerpt.marks.extend(spots.into_iter().map(|spot| Mark {
            is_primary: spot.is_primary,
            range: length + spot.located.mark.start..length + spot.located.mark.end,
            label: spot.label,
        }));
        length += text.len() + 1;
        excerpt.lines.push(text);
    }
    excerpt
}

/// The text of a line shortly after a marked one. Empty if it is not known, or so far away that
/// it will not be shown.
fn line_between(
    map: &SourceMap,
    originals: &Originals,
    file: &Arc<str>,
    (marked_line, marked): (u32, Span),
    line: u32,
) -> String {
    const SHOWN: u32 = 3;
    if line - marked_line > SHOWN && !originals.contains(file) {
        return String::new();
    }
    if let Some(text) = originals.line(file, line) {
        return crate::quote::quote(text, 0..0).text;
    }
    let mut span = marked;
    for _ in marked_line..line {
        let Some((start, text)) = map.line_text(span) else { return String::new() };
        let Ok(length) = u32::try_from(text.len()) else { return String::new() };
        let next = start + length + 1;
        span = Span::new(next, next);
    }
    let is_that_line = |place: Place| place.file == *file && place.line == line;
    match map.line_text(span) {
        Some((_, text)) if map.place(span).is_some_and(is_that_line) => crate::quote::quote(text, 0..0).text,
        _ => String::new(),
    }
}

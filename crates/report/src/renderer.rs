//! The two looks of a message: a story with source snippets, or one line as GCC prints it.

use crate::excerpt::{Excerpt, excerpts};
use crate::locate::locate;
use crate::originals::Originals;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Snippet};
use source::{Diagnostic, Severity, SourceMap};
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Message, place, the quoted lines with labels, help.
    Story,
    /// `file:line:column: error: message [id]`, and one such line for each label.
    OneLine,
}

/// How messages are rendered.
#[derive(Clone, Copy, Debug)]
pub struct Renderer {
    pub layout: Layout,
    /// Colours, as escape sequences for a terminal.
    pub colors: bool,
    /// In columns of the terminal.
    pub width: usize,
}

impl Default for Renderer {
    fn default() -> Self {
        Renderer { layout: Layout::Story, colors: false, width: 140 }
    }
}

impl Renderer {
    /// The message as text that ends with a line break.
    pub fn render(&self, map: &SourceMap, originals: &Originals, diagnostic: &Diagnostic) -> String {
        match self.layout {
            Layout::Story => self.story(map, originals, diagnostic),
            Layout::OneLine => one_line(map, originals, diagnostic),
        }
    }

    fn story(&self, map: &SourceMap, originals: &Originals, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(shortened(&diagnostic.message)).id(diagnostic.id);
        let mut group = Group::with_title(title);
        let primary = locate(map, originals, diagnostic.span);
        match primary {
            Some(primary) if primary.is_cut => {
                let (place, near) = (&primary.place, format!("near `{}`", primary.text));
                let origin = Origin::path(place.file.to_string());
                let origin = origin.line(place.line as usize).char_column(place.column as usize);
                group = group.element(origin).element(Level::NOTE.message(near));
                group = group.elements(diagnostic.labels.iter().filter_map(|label| {
                    let place = locate(map, originals, label.span)?.place;
                    Some(Level::NOTE.message(format!("{place}: {}", label.text)))
                }));
            }
            _ => group = group.elements(excerpts(map, originals, diagnostic).into_iter().map(snippet)),
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help.clone()));
        }
        let renderer = match self.colors {
            true => annotate_snippets::Renderer::styled(),
            false => annotate_snippets::Renderer::plain(),
        };
        let mut text = renderer.term_width(self.width).render(&[group]);
        text.push_str("\n\n");
        text
    }
}

fn snippet<'a>(excerpt: Excerpt) -> Snippet<'a, Annotation<'a>> {
    let source = excerpt.source();
    let annotations = excerpt.marks.into_iter().map(|mark| {
        let kind = match mark.is_primary {
            true => AnnotationKind::Primary,
            false => AnnotationKind::Context,
        };
        kind.span(mark.range).label(mark.label)
    });
    Snippet::source(source)
        .line_start(excerpt.first_line as usize)
        .path(excerpt.file.to_string())
        .annotations(annotations.collect::<Vec<_>>())
}

fn one_line(map: &SourceMap, originals: &Originals, diagnostic: &Diagnostic) -> String {
    let mut text = String::new();
    let place = |span| locate(map, originals, span).map(|located| format!("{}: ", located.place));
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let primary = place(diagnostic.span).unwrap_or_default();
    let message = shortened(&diagnostic.message);
    let _ = writeln!(text, "{primary}{severity}: {message} [{}]", diagnostic.id);
    for label in &diagnostic.labels {
        let _ = writeln!(text, "{}note: {}", place(label.span).unwrap_or_default(), label.text);
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "{primary}help: {help}");
    }
    text
}

/// A message may contain a name from the program, and names can be very long.
fn shortened(message: &str) -> String {
    const LONGEST: usize = 600;
    match message.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

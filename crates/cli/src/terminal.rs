//! Messages to the person in front of the terminal: colours, width, progress.

use crate::arguments::ColorChoice;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use report::{Layout, Originals, Renderer, files_mentioned};
use source::{Diagnostic, SourceMap};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// How messages are printed.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    renderer: Renderer,
}

impl Terminal {
    pub fn new(color: ColorChoice, short: bool) -> Terminal {
        let colors = match color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
                !forbidden && !is_dumb && std::io::stderr().is_terminal()
            }
        };
        let layout = if short { Layout::OneLine } else { Layout::Story };
        let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let default = Renderer::default();
        let width = width.unwrap_or(default.width).clamp(40, 400);
        Terminal { renderer: Renderer { layout, colors, width } }
    }

    /// The same, with every message on a single line.
    pub fn with_single_lines(self) -> Terminal {
        Terminal { renderer: Renderer { layout: Layout::OneLine, ..self.renderer } }
    }

    /// Prints messages to the standard error. If `originals_on_disk`, the lines are quoted as they
    /// are in the files that the line markers name.
    pub fn report(&self, map: &SourceMap, diagnostics: &[Diagnostic], originals_on_disk: bool) {
        let mut originals = Originals::new();
        if originals_on_disk {
            for file in files_mentioned(map, diagnostics) {
                if let Ok(text) = std::fs::read(&*file) {
                    originals.insert(file, text);
                }
            }
        }
        for diagnostic in diagnostics {
            self.write(&self.renderer.render(map, &originals, diagnostic));
        }
    }

    /// Prints one message that has no place in a text.
    pub fn complain(&self, diagnostic: &Diagnostic) {
        self.report(&SourceMap::new(), std::slice::from_ref(diagnostic), false);
    }

    /// Prints text to the standard error. If that is closed, nobody wants to know.
    pub fn write(&self, text: &str) {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// A bar for work on so many files; it is shown only on a terminal, and only if there is
    /// something to wait for.
    pub fn progress(&self, files: usize) -> ProgressBar {
        if files < 2 || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} [{pos}/{len}] {wide_msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        bar
    }
}

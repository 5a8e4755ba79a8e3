//! Where results go: the standard output or a file. A reader that goes away is not an error.

use source::{Diagnostic, Span};
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Receives results.
pub struct Output {
    writer: Box<dyn Write>,
    name: String,
    /// INVARIANT: once set, nothing more is written.
    failed: Option<io::Error>,
}

impl Output {
    pub fn stdout() -> Output {
        let writer = Box::new(BufWriter::with_capacity(1 << 16, io::stdout().lock()));
        Output { writer, name: "the standard output".to_owned(), failed: None }
    }

    /// Writes to the standard output at once, for results that are told as they come.
    pub fn say(text: &str) -> Result<(), Diagnostic> {
        let mut output = Output::stdout();
        // What goes wrong is told at the end.
        let _ = fmt::Write::write_str(&mut output, text);
        output.finish()
    }

    /// Creates the file, or takes the standard output if none is named.
    pub fn create(path: Option<&Path>) -> Result<Output, Diagnostic> {
        let Some(path) = path else { return Ok(Output::stdout()) };
        let name = format!("`{}`", path.display());
        match std::fs::File::create(path) {
            Ok(file) => Ok(Output { writer: Box::new(BufWriter::new(file)), name, failed: None }),
            Err(error) => {
                Err(Diagnostic::error("output", Span::NONE, format!("cannot write {name}: {error}")))
            }
        }
    }

    /// Writes what is buffered. A pipe that the reader has closed is fine, anything else is not.
    pub fn finish(mut self) -> Result<(), Diagnostic> {
        if self.failed.is_none() {
            self.failed = self.writer.flush().err();
        }
        match self.failed {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let message = format!("cannot write {}: {error}", self.name);
                Err(Diagnostic::error("output", Span::NONE, message))
            }
            _ => Ok(()),
        }
    }

    /// Whether writing on is useless.
    pub fn is_closed(&self) -> bool {
        self.failed.is_some()
    }
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.failed.is_none() {
            self.failed = self.writer.write_all(text.as_bytes()).err();
        }
        if self.failed.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    struct Closed(io::ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn output(kind: io::ErrorKind) -> Output {
        Output { writer: Box::new(Closed(kind)), name: "`x`".to_owned(), failed: None }
    }

    #[test]
    fn a_broken_pipe_is_not_an_error() {
        let mut broken = output(io::ErrorKind::BrokenPipe);
        assert!(broken.write_str("x").is_err() && broken.is_closed());
        assert_eq!(broken.finish(), Ok(()));
    }

    #[test]
    fn a_full_disk_is() {
        let mut full = output(io::ErrorKind::StorageFull);
        assert!(full.write_str("x").is_err());
        assert!(full.finish().unwrap_err().message.starts_with("cannot write `x`"));
    }
}

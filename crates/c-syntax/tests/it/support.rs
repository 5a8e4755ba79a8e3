//! What the tests share.

use c_syntax::{ParseResult, limits};
use source::SourceMap;

/// Runs a test on a stack as large as the parser asks for.
pub fn on_large_stack<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    let worker = std::thread::Builder::new().stack_size(limits::STACK_BYTES).spawn(test).unwrap();
    match worker.join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// The messages, one per line, as `line:column: id: message`, with labels and help below.
pub fn render(result: &ParseResult, text: &[u8]) -> String {
    let mut map = SourceMap::new();
    let file = map.add("t.c", text).unwrap();
    assert_eq!(map.start(file), 1);
    let place = |span| {
        let place = map.place(span).expect("every message has a place");
        format!("{}:{}", place.line, place.column)
    };
    let mut lines = String::new();
    for diagnostic in &result.diagnostics {
        lines += &format!("{}: {}: {}\n", place(diagnostic.span), diagnostic.id, diagnostic.message);
        for label in &diagnostic.labels {
            lines += &format!("  {}: {}\n", place(label.span), label.text);
        }
        if let Some(help) = &diagnostic.help {
            lines += &format!("  help: {help}\n");
        }
    }
    lines
}

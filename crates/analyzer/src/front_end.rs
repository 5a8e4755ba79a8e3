//! The pipeline from preprocessed C text to verified IR.

use crate::pass::{Pass, PassTimes};
use crate::stack::on_large_stack;
use crate::statistics::Statistics;
use c_types::PlainChar;
use ir::Module;
use ir::verify::Violation;
use source::{DataModel, Diagnostic, Severity, SourceMap, Span};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A preprocessed text, and for which machine it is meant.
#[derive(Clone, Debug)]
pub struct Input {
    /// What places in the text are called until a line marker says otherwise.
    pub name: String,
    pub text: Arc<[u8]>,
    pub data_model: DataModel,
}

/// What became of a text. Functions with an error are in the module without a body.
#[derive(Clone, Debug)]
pub struct FrontEnd {
    pub module: Module,
    /// In the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    pub statistics: Statistics,
}

impl FrontEnd {
    fn failed(data_model: DataModel, diagnostic: Diagnostic) -> FrontEnd {
        FrontEnd {
            module: Module::new(data_model),
            diagnostics: vec![diagnostic],
            statistics: Statistics::default(),
        }
    }

    /// Whether some part of the text is missing from the module.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Enters the text into the map and runs all passes on a large stack. `on_pass` is told which pass
/// begins. A panic inside a pass becomes a message with the identifier `internal`.
pub fn front_end(map: &mut SourceMap, input: &Input, on_pass: &(dyn Fn(Pass) + Sync)) -> FrontEnd {
    let start = match enter(map, input) {
        Ok(start) => start,
        Err(failed) => return *failed,
    };
    let current = AtomicUsize::new(0);
    let note_pass = |pass: Pass| {
        current.store(pass as usize, Ordering::Relaxed);
        on_pass(pass);
    };
    on_large_stack(|| passes(&input.text, start, input.data_model, &note_pass)).unwrap_or_else(|message| {
        let pass = Pass::ALL[current.load(Ordering::Relaxed)].name();
        let message = format!("the pass `{pass}` failed: {message}");
        FrontEnd::failed(input.data_model, internal(Span::new(start, start), message))
    })
}

/// As [`front_end`] for many texts, on several cores. Results come in the order of the texts; `on_text` hears how many are
/// done.
pub fn front_ends(
    map: &mut SourceMap,
    inputs: &[Input],
    jobs: usize,
    on_text: &(dyn Fn() + Sync),
) -> Vec<FrontEnd> {
    let starts: Vec<(&Input, Result<u32, Box<FrontEnd>>)> =
        inputs.iter().map(|input| (input, enter(map, input))).collect();
    stdx::parallel::map(jobs, &starts, |(input, start)| {
        let result = match start {
            Ok(start) => on_large_stack(|| passes(&input.text, *start, input.data_model, &|_| {}))
                .unwrap_or_else(|message| {
                    let message = format!("the front end failed: {message}");
                    FrontEnd::failed(input.data_model, internal(Span::new(*start, *start), message))
                }),
            Err(failed) => (**failed).clone(),
        };
        on_text();
        result
    })
}

/// As [`front_end`], but on the stack of the caller, who has made it large enough, and who deals
/// with panics.
pub fn front_end_here(map: &mut SourceMap, input: &Input) -> FrontEnd {
    match enter(map, input) {
        Ok(start) => passes(&input.text, start, input.data_model, &|_| {}),
        Err(failed) => *failed,
    }
}

fn enter(map: &mut SourceMap, input: &Input) -> Result<u32, Box<FrontEnd>> {
    match map.add(&input.name, Arc::clone(&input.text)) {
        Ok(file) => Ok(map.start(file)),
        Err(source::map::TooLarge) => {
            let message = format!("`{}` is too large: all texts together may have 4 GiB", input.name);
            let diagnostic = Diagnostic::error("too-large", Span::NONE, message);
            Err(Box::new(FrontEnd::failed(input.data_model, diagnostic)))
        }
    }
}

/// The first line of a text that is meant for a machine on which plain `char` is unsigned. It is a part of the text, so
/// that everything that depends on the text depends on it.
pub const PLAIN_CHAR_IS_UNSIGNED: &str = "#pragma besom plain char is unsigned\n";

fn plain_char(text: &[u8]) -> PlainChar {
    match text.starts_with(PLAIN_CHAR_IS_UNSIGNED.as_bytes()) {
        true => PlainChar::Unsigned,
        false => PlainChar::Signed,
    }
}

fn passes(text: &[u8], start: u32, data_model: DataModel, on_pass: &dyn Fn(Pass)) -> FrontEnd {
    let mut times = PassTimes::default();
    on_pass(Pass::Parse);
    let parsed = times.measure(Pass::Parse, || c_syntax::parse(text, start));
    let mut diagnostics = parsed.diagnostics;
    on_pass(Pass::Check);
    let checked =
        times.measure(Pass::Check, || c_types::check_for(parsed.unit, data_model, plain_char(text)));
    diagnostics.extend(checked.diagnostics);
    on_pass(Pass::Lower);
    let module = times.measure(Pass::Lower, || ir_lowering::lower(&checked.program));
    on_pass(Pass::Verify);
    let verified = times.measure(Pass::Verify, || ir::verify::verify(&module));
    diagnostics.extend(verified.err().into_iter().flatten().map(|violation| {
        let rule = violation.describe(&module);
        let message = format!("the intermediate representation is malformed {rule}");
        internal(place_of(&violation, &module), message)
    }));
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    let mut statistics = Statistics { files: 1, bytes: text.len(), times, ..Statistics::default() };
    statistics.count(&module);
    FrontEnd { module, diagnostics, statistics }
}

/// The source of the instruction that breaks a rule, or of the function around it.
fn place_of(violation: &Violation, module: &Module) -> Span {
    let function = violation.function.and_then(|id| module.functions.get(id));
    let body = function.and_then(|function| function.body.as_ref());
    let block = body.zip(violation.block).and_then(|(body, id)| body.blocks.get(id));
    let instruction = block.zip(violation.instruction).map(|(block, index)| {
        block.instructions.get(index).map_or(block.terminator.span, |instruction| instruction.span)
    });
    instruction.or(function.map(|function| function.span)).unwrap_or(Span::NONE)
}

/// A defect of the tool, not of its input.
fn internal(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("internal", span, message)
        .with_help("this is a defect of besom; please report it together with the input")
}

//! Contracts as pictures, and in the languages of other tools.

use crate::arguments::{ContractsArguments, ExportChoice};
use crate::input::LoadError;
use crate::output::Output;
use crate::results::{self, Places};
use analyzer::{FunctionContracts, parameter_types};
use findings::FunctionResult;
use ir::Module;
use ir::debug::Type;
use report::{
    Dialect, ExportedFunction, ExportedParameter, ParameterKind, dot_document, exported, pictures_of,
    svg_document,
};
use source::{Diagnostic, SourceMap, Span};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// The contracts as a C file with annotations.
pub fn as_annotations(
    map: &SourceMap,
    module: &Module,
    places: &Places<'_>,
    functions: &[FunctionContracts],
    arguments: &ContractsArguments,
    choice: ExportChoice,
) -> String {
    let dialect = match choice {
        ExportChoice::Acsl => Dialect::Acsl,
        ExportChoice::Cbmc => Dialect::Cbmc,
    };
    let functions: Vec<ExportedFunction> = functions
        .iter()
        .map(|function| {
            let parameters = parameter_types(module, &function.name);
            let parameters = parameters.into_iter().map(|(name, ty)| {
                let kind = match ty {
                    Some(Type::Scalar { .. }) => ParameterKind::Number,
                    Some(Type::Record { .. }) => ParameterKind::Aggregate,
                    // Nobody computes with what may be an address.
                    Some(Type::Pointer(_) | Type::Array { .. } | Type::Function { .. }) | None => {
                        ParameterKind::Pointer
                    }
                };
                ExportedParameter { name, kind }
            });
            ExportedFunction {
                name: function.name.clone(),
                declaration: declaration(map, function),
                parameters: parameters.collect(),
                contracts: results::function(places, function).contracts,
            }
        })
        .collect();
    // Names that are made up are no names of C.
    let is_c = |name: &&String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let globals = module.globals.as_slice().iter().map(|global| &global.name).filter(is_c).cloned();
    let globals: BTreeSet<String> = globals.collect();
    exported(dialect, &arguments.file.display().to_string(), &globals, &functions)
}

/// The text of a function's definition before and behind its name, up to its body. `None` where it is not written so: by a
/// macro that the preprocessor left, or as in the first days of C.
fn declaration(map: &SourceMap, function: &FunctionContracts) -> Option<(String, String)> {
    let file = map.file_of(function.span.start)?;
    let text = std::str::from_utf8(map.text(file)).ok()?;
    let at = (function.span.start - map.start(file)) as usize;
    let (before, from_name) = (text.get(..at)?, text.get(at..)?);
    let behind = from_name.strip_prefix(function.name.as_str())?;
    // Line markers end a declaration like everything that is not part of one.
    let start = before.rfind([';', '}', '#']).map_or(0, |end| match before.as_bytes()[end] {
        b'#' => before[end..].find('\n').map_or(at, |line| end + line + 1),
        _ => end + 1,
    });
    let behind = &behind[..behind.find('{')?];
    let is_plain = !behind.contains([';', '#']) && behind.trim_end().ends_with(')');
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let before = words(&before[start..]);
    let space = if before.ends_with('*') { "" } else { " " };
    (is_plain && !before.is_empty()).then(|| (format!("{before}{space}"), words(behind)))
}

/// Writes pictures of memory before and after calls; the name of the file says how.
pub fn draw(places: &Places<'_>, functions: &[FunctionContracts], file: &Path) -> Result<(), LoadError> {
    let results: Vec<FunctionResult> =
        functions.iter().map(|function| results::function(places, function)).collect();
    let parts = pictures_of(&results);
    let text = match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => svg_document(&parts),
        Some("dot" | "gv") => dot_document(&parts),
        _ => {
            let message = format!("`{}` should end in .svg, .dot or .gv", file.display());
            return Err(Diagnostic::error("input", Span::NONE, message).into());
        }
    };
    let mut output = Output::create(Some(file))?;
    // What goes wrong is told at the end.
    let _ = output.write_str(&text);
    Ok(output.finish()?)
}

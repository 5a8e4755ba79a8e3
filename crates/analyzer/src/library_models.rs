//! Functions of the C library that call functions of the program, or that a few lines of C say all of:
//! small C programs that are linked to it before the analysis, if it calls them and does not define them
//! itself.
//!
//! Their instructions have no place. What goes wrong in them is reported where the program calls them.

use ir::{Callee, Function, InstructionKind, Module};
use source::{DataModel, Span};

/// The functions and their texts.
const MODELS: &[(&str, &str)] = &[
    ("qsort", include_str!("library_models/qsort.c")),
    ("bsearch", include_str!("library_models/bsearch.c")),
    ("div", include_str!("library_models/div.c")),
    ("ldiv", include_str!("library_models/ldiv.c")),
    ("wcscpy", include_str!("library_models/wcscpy.c")),
    ("wcsncpy", include_str!("library_models/wcsncpy.c")),
    ("wcscat", include_str!("library_models/wcscat.c")),
    ("wcsncat", include_str!("library_models/wcsncat.c")),
    ("wcsdup", include_str!("library_models/wcsdup.c")),
    ("wcschr", include_str!("library_models/wcschr.c")),
    ("wcscmp", include_str!("library_models/wcscmp.c")),
    ("wmemcpy", include_str!("library_models/wmemcpy.c")),
    ("wmemmove", include_str!("library_models/wmemmove.c")),
];

/// The program together with the models of the functions that it calls; `None` if it calls none.
pub fn with_models(module: &Module) -> Option<Module> {
    with_those(module, |_| true)
}

/// The program together with the models of those functions that it calls and that the interpreter does
/// not know itself.
pub fn with_models_for_execution(module: Module) -> Module {
    with_those(&module, |name| !interpreter::is_modelled(name)).unwrap_or(module)
}

fn with_those(module: &Module, is_wanted: fn(&str) -> bool) -> Option<Module> {
    let mut modules = vec![module.clone()];
    for (name, text) in MODELS {
        if is_wanted(name) && is_called_but_not_defined(module, name) {
            modules.push(compile(text, module.data_model)?);
        }
    }
    if modules.len() == 1 {
        return None;
    }
    ir::link::link(modules).ok()
}

fn is_called_but_not_defined(module: &Module, name: &str) -> bool {
    let Some(target) = module.function_named(name).filter(|&id| module.functions[id].body.is_none()) else {
        return false;
    };
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    let blocks = bodies.flat_map(|body| body.blocks.iter().map(|(_, block)| block));
    blocks.flat_map(|block| &block.instructions).any(|instruction| match instruction.kind {
        InstructionKind::Call { callee, .. } => callee == Callee::Direct(target),
        _ => false,
    })
}

fn compile(text: &str, data_model: DataModel) -> Option<Module> {
    let size = match data_model {
        DataModel::Ilp32 => "unsigned int",
        DataModel::Lp64 => "unsigned long",
    };
    let text = format!("typedef {size} size_t;\n{text}");
    let parsed = c_syntax::parse(text.as_bytes(), 0);
    let checked = c_types::check(parsed.unit, data_model);
    if !parsed.diagnostics.is_empty() || !checked.diagnostics.is_empty() {
        return None;
    }
    let mut module = ir_lowering::lower(&checked.program);
    for (_, function) in module.functions.iter_mut() {
        forget_places(function);
    }
    Some(module)
}

fn forget_places(function: &mut Function) {
    function.span = Span::NONE;
    let Some(body) = &mut function.body else { return };
    for (_, block) in body.blocks.iter_mut() {
        block.terminator.span = Span::NONE;
        for instruction in &mut block.instructions {
            instruction.span = Span::NONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_compiles_for_every_data_model() {
        for (name, text) in MODELS {
            for data_model in [DataModel::Ilp32, DataModel::Lp64] {
                let module = compile(text, data_model).expect("the model is correct C");
                let function = module.function_named(name).expect("the model defines its function");
                assert!(module.functions[function].body.is_some(), "{name}");
            }
        }
    }
}

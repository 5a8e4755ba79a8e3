//! Models in C: files that include `besom.h`. A program takes from them what it calls and does not define itself.

use ir::{FunctionId, Linkage, Module, Slice};
use std::collections::BTreeSet;

/// What every file of models has from `besom.h`.
const WORD_OF_MODELS: &str = "besom_any_int";

/// The modules of a program, with the parts of its files of models that it needs. A file that is given alone is a program.
pub fn with_used_models(modules: Vec<Module>) -> Vec<Module> {
    let (models, mut modules): (Vec<Module>, Vec<Module>) = modules.into_iter().partition(is_models);
    if modules.is_empty() {
        return models;
    }
    let defined: BTreeSet<String> =
        modules.iter().flat_map(|module| names(module, |has_body| has_body)).collect();
    let mut wanted: BTreeSet<String> =
        modules.iter().map(mentioned).flat_map(|module| names(&module, |has_body| !has_body)).collect();
    wanted.retain(|name| !defined.contains(name));
    let mut used: Vec<Module> = Vec::new();
    // A model may call a function that another file of models defines.
    for _ in 0..=models.len() {
        used = models.iter().filter_map(|models| part_of(models, &wanted)).collect();
        let more: Vec<String> = used.iter().flat_map(|module| names(module, |has_body| !has_body)).collect();
        let before = wanted.len();
        wanted.extend(more.into_iter().filter(|name| !defined.contains(name)));
        if wanted.len() == before {
            break;
        }
    }
    modules.extend(used);
    modules
}

fn is_models(module: &Module) -> bool {
    let word = module.function_named(WORD_OF_MODELS).map(|id| &module.functions[id]);
    let is_there =
        word.is_some_and(|function| function.linkage == Linkage::Internal && function.body.is_some());
    is_there && module.function_named("main").is_none()
}

/// The module without what its headers declare and nobody mentions.
fn mentioned(module: &Module) -> Module {
    let bodies = module.functions.iter().filter(|(_, function)| function.body.is_some());
    Slice::new(module, bodies.map(|(id, _)| id)).module
}

/// The names that other modules see of functions with a body, or without one.
fn names(module: &Module, is_meant: impl Fn(bool) -> bool) -> Vec<String> {
    let functions = module.functions.iter().map(|(_, function)| function);
    functions
        .filter(|function| function.linkage != Linkage::Internal && is_meant(function.body.is_some()))
        .map(|function| function.name.clone())
        .collect()
}

/// The models that are wanted, and what they mention; `None` if there are none.
fn part_of(models: &Module, wanted: &BTreeSet<String>) -> Option<Module> {
    let is_wanted = |(_, function): &(FunctionId, &ir::Function)| {
        function.body.is_some() && function.linkage != Linkage::Internal && wanted.contains(&function.name)
    };
    let kept: Vec<FunctionId> = models.functions.iter().filter(is_wanted).map(|(id, _)| id).collect();
    (!kept.is_empty()).then(|| Slice::new(models, kept).module)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(text: &str) -> Module {
        let parsed = c_syntax::parse(text.as_bytes(), 1);
        let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
        ir_lowering::lower(&checked.program)
    }

    fn defined(modules: &[Module]) -> Vec<String> {
        modules.iter().flat_map(|module| names(module, |has_body| has_body)).collect()
    }

    #[test]
    fn a_program_takes_the_models_that_it_calls() {
        let word = "static inline int besom_any_int(void) { return 4; }";
        let first = format!(
            "{word} int other(void); int get(void) {{ return other(); }} int unused(void) {{ return besom_any_int(); }}"
        );
        let second =
            format!("{word} int other(void) {{ return besom_any_int(); }} int own(void) {{ return 1; }}");
        let program = "int get(void); int unused(void); int own(void) { return 2; } int main(void) { return get() + own(); }";
        let modules = vec![module(&first), module(program), module(&second)];
        let names = defined(&with_used_models(modules));
        assert_eq!(names, ["own", "main", "get", "other"]);
        assert_eq!(defined(&with_used_models(vec![module(&first)])), ["get", "unused"]);
    }
}

//! Models of a project's own functions, from `[models]` in besom.toml and from `--model`.

use analyzer::{Model, apply_models, called_members, suggestion};
use ir::Module;
use source::{Diagnostic, Span};
use std::collections::BTreeMap;

/// Gives functions the bodies that their models say. What the command line says is stronger than the file.
pub fn apply(
    module: &mut Module,
    file: &BTreeMap<String, String>,
    options: &[String],
) -> Result<(), Diagnostic> {
    let models = read(file, options).map_err(|message| Diagnostic::error("input", Span::NONE, message))?;
    apply_models(module, &models).map_err(|message| Diagnostic::error("input", Span::NONE, message))
}

/// Whether a function has a model: then it is not analysed.
pub fn has_model(name: &str, file: &BTreeMap<String, String>, options: &[String]) -> bool {
    let is_named = |option: &String| option.split_once('=').is_some_and(|(own, _)| own.trim() == name);
    file.contains_key(name) || options.iter().any(is_named)
}

fn read(file: &BTreeMap<String, String>, options: &[String]) -> Result<BTreeMap<String, Model>, String> {
    let mut models = BTreeMap::new();
    for (name, words) in file {
        let model =
            Model::parse(words).map_err(|why| format!("the model of `{name}` in besom.toml: {why}"))?;
        models.insert(name.clone(), model);
    }
    for option in options {
        let (name, words) = option.split_once('=').ok_or_else(|| {
            format!("`--model {option}`: write `--model NAME=MODEL`, such as `--model zmalloc=malloc`")
        })?;
        let model = Model::parse(words).map_err(|why| format!("`--model {option}`: {why}"))?;
        models.insert(name.trim().to_owned(), model);
    }
    Ok(models)
}

/// So many suggestions are made.
const SUGGESTIONS: usize = 6;

/// Which of the functions without a body might have a model, those first that the most functions depend on. What attributes say
/// is known.
pub fn suggestions(assumed: &BTreeMap<String, usize>, module: &Module) -> String {
    let is_told = |name: &str| {
        let function = module.function_named(name).map(|id| &module.functions[id]);
        function.is_some_and(|function| function.promises.frees.is_some() || function.promises.size.is_some())
    };
    let likely = assumed.iter().filter(|(name, _)| !is_told(name));
    let mut likely: Vec<_> =
        likely.filter_map(|(name, count)| Some((name, count, suggestion(name)?))).collect();
    likely.sort_by_key(|&(name, count, _)| (std::cmp::Reverse(count), name));
    let lines = likely.into_iter().take(SUGGESTIONS).map(|(name, count, model)| {
        let functions = if *count == 1 { "one function depends" } else { "functions depend" };
        let number = if *count == 1 { String::new() } else { format!("{count} ") };
        format!(
            "help: `{name}` has no body, {number}{functions} on it, and it may be like `{model}`: if so, say `{name} = \"{model}\"` \
             under [models] in besom.toml, or `--model {name}={model}`\n"
        )
    });
    lines.collect()
}

/// Which of the members that functions are called through might have a model.
pub fn suggestions_for_members(module: &Module) -> String {
    let members = called_members(module);
    let lines = members.iter().filter_map(|name| Some((name, suggestion(name)?)));
    let lines: Vec<String> = lines
        .take(SUGGESTIONS)
        .map(|(name, model)| {
            format!(
                "help: whoever fills in `{name}` may let it be like `{model}`: if so, say `\"{name}\" = \"{model}\"` under \
                 [models] in besom.toml, or `--model {name}={model}`\n"
            )
        })
        .collect();
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_stronger_than_the_file_and_mistakes_are_told() {
        let file = BTreeMap::from([("zmalloc".to_owned(), "malloc".to_owned())]);
        let models =
            read(&file, &["zmalloc=malloc, never fails".to_owned(), "put=frees argument 1".to_owned()]);
        let models = models.unwrap();
        assert_eq!(models["zmalloc"], Model::parse("malloc, never fails").unwrap());
        assert_eq!(models.len(), 2);
        assert!(read(&file, &["zmalloc".to_owned()]).unwrap_err().contains("NAME=MODEL"));
        assert!(read(&file, &["zmalloc=mallock".to_owned()]).unwrap_err().contains("there are: malloc"));
    }

    #[test]
    fn only_allocators_are_suggested() {
        let counts =
            BTreeMap::from([("log_error".to_owned(), 9), ("afree".to_owned(), 1), ("zfree".to_owned(), 5)]);
        let text = suggestions(&counts, &Module::new(source::DataModel::Lp64));
        assert!(text.contains("5 functions depend on it") && text.contains("`zfree = \"free\"`"));
        assert!(text.find("zfree") < text.find("afree") && !text.contains("log_error"));
    }
}

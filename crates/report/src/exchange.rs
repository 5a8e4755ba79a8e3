//! Contracts for other tools: ACSL, as Frama-C reads it, and the contracts of CBMC.
//!
//! A precondition that another language cannot say is not left out of a contract, for the contract would then promise
//! too much: such contracts are told in a comment. Of what holds afterwards, what cannot be said is left out.

mod terms;
mod translate;

use findings::Contract;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use translate::Translation;

/// A language for contracts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Acsl,
    Cbmc,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    Number,
    Pointer,
    /// Passed by value: contracts tell its memory like that of others, and C has no name for its address.
    Aggregate,
}

/// A parameter as C knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedParameter {
    pub name: String,
    pub kind: ParameterKind,
}

/// A function with its contracts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedFunction {
    pub name: String,
    /// Its declaration, before and behind its name; `None` if it cannot be repeated.
    pub declaration: Option<(String, String)>,
    pub parameters: Vec<ExportedParameter>,
    pub contracts: Vec<Contract>,
}

/// The contracts of functions of a file, as a C file that includes it.
pub fn exported(
    dialect: Dialect,
    file: &str,
    globals: &BTreeSet<String>,
    functions: &[ExportedFunction],
) -> String {
    let how = match dialect {
        Dialect::Acsl => "frama-c -wp THIS-FILE",
        Dialect::Cbmc => {
            "goto-cc THIS-FILE -o a.gb --function FUNCTION_harness; \
             goto-instrument --dfcc FUNCTION_harness --enforce-contract FUNCTION/FUNCTION_contract_1 a.gb b.gb; \
             cbmc b.gb"
        }
    };
    let mut text = format!("/* Contracts that Besom found: {how} */\n#include \"{file}\"\n");
    if dialect == Dialect::Cbmc {
        // The checks of CBMC call `free`, which must be there also if the program does not call it.
        text.push_str("void free(void *);\nstatic void besom_free(void *block) { free(block); }\n");
    }
    let mut predicates = Vec::new();
    let mut rest = String::new();
    for function in functions {
        rest.push('\n');
        match dialect {
            Dialect::Acsl => acsl(&mut rest, function, globals, &mut predicates),
            Dialect::Cbmc => cbmc(&mut rest, function, globals, &mut predicates),
        }
    }
    for predicate in &predicates {
        let _ = write!(text, "\n{predicate}");
    }
    text + &rest
}

/// What a contract takes for granted and neither language can say.
fn assumptions(text: &mut String, function: &ExportedFunction, number: usize, contract: &Contract) {
    let mut assumed: Vec<String> = contract.assumes.iter().map(|name| format!("`{name}`")).collect();
    assumed.extend(contract.calls_back_at.iter().map(|place| format!("the function called at {place}")));
    if !assumed.is_empty() {
        let _ = writeln!(
            text,
            "/* `{}`, contract {number}: proved if no memory that it tells is freed or changed by {} */",
            function.name,
            commented(&assumed.join(", "))
        );
    }
}

/// A text inside of a comment.
fn commented(text: &str) -> String {
    text.replace("*/", "* /")
}

fn acsl(
    text: &mut String,
    function: &ExportedFunction,
    globals: &BTreeSet<String>,
    predicates: &mut Vec<String>,
) {
    let Some((before, behind)) = &function.declaration else {
        let _ = writeln!(text, "/* `{}`: its declaration cannot be repeated here */", function.name);
        return;
    };
    let mut said = Vec::new();
    for (index, contract) in function.contracts.iter().enumerate() {
        let mut translation = Translation::new(Dialect::Acsl, function, globals, predicates);
        match translation.requires(&contract.requires) {
            Ok(requires) => {
                assumptions(text, function, index + 1, contract);
                let ensures = translation.ensures(&contract.ensures);
                said.push((index + 1, requires, ensures));
            }
            Err(line) => {
                let _ = writeln!(
                    text,
                    "/* `{}`, contract {}: ACSL has no words for `{}` */",
                    function.name,
                    index + 1,
                    commented(&line)
                );
            }
        }
    }
    if said.is_empty() {
        let _ = writeln!(text, "/* `{}` has no contract that can be told here */", function.name);
        return;
    }
    let all = |conditions: &[String]| match conditions {
        [] => "\\true".to_owned(),
        conditions => conditions.join(" && "),
    };
    text.push_str("/*@");
    match said.as_slice() {
        [(_, requires, ensures)] => {
            for condition in requires {
                let _ = write!(text, "\n    requires {condition};");
            }
            if let Some(ensures) = ensures {
                let _ = write!(text, "\n    ensures {ensures};");
            }
            if requires.is_empty() && ensures.is_none() {
                text.push_str("\n    requires \\true;");
            }
        }
        several => {
            let one_of: Vec<String> =
                several.iter().map(|(_, requires, _)| format!("({})", all(requires))).collect();
            let _ = write!(text, "\n    requires {};", one_of.join("\n          || "));
            for (number, requires, ensures) in several {
                let ensures = ensures.as_deref().unwrap_or("\\true");
                let _ = write!(
                    text,
                    "\n    behavior contract_{number}:\n      assumes {};\n      ensures {ensures};",
                    all(requires)
                );
            }
        }
    }
    let _ = writeln!(text, "\n*/\n{before}{}{behind};", function.name);
}

fn cbmc(
    text: &mut String,
    function: &ExportedFunction,
    globals: &BTreeSet<String>,
    predicates: &mut Vec<String>,
) {
    let Some((before, behind)) = &function.declaration else {
        let _ = writeln!(text, "/* `{}`: its declaration cannot be repeated here */", function.name);
        return;
    };
    // The contract is a declaration of its own, which everybody sees.
    let before = ["static", "inline", "__inline", "extern"]
        .iter()
        .fold(format!(" {before}"), |text, word| text.replace(&format!(" {word} "), " "));
    let mut is_said = false;
    for (index, contract) in function.contracts.iter().enumerate() {
        let mut translation = Translation::new(Dialect::Cbmc, function, globals, predicates);
        match translation.requires(&contract.requires) {
            Ok(requires) => {
                is_said = true;
                assumptions(text, function, index + 1, contract);
                let _ =
                    write!(text, "{}{}_contract_{}{behind}", before.trim_start(), function.name, index + 1);
                for condition in requires {
                    let _ = write!(text, "\n  __CPROVER_requires({condition})");
                }
                let [assigns, frees] = translation.touched();
                let _ = write!(text, "\n  __CPROVER_assigns({})", assigns.join(", "));
                let _ = write!(text, "\n  __CPROVER_frees({})", frees.join(", "));
                if let Some(ensures) = translation.ensures(&contract.ensures) {
                    let _ = write!(text, "\n  __CPROVER_ensures({ensures})");
                }
                text.push_str(";\n");
            }
            Err(line) => {
                let _ = writeln!(
                    text,
                    "/* `{}`, contract {}: CBMC has no words for `{}` */",
                    function.name,
                    index + 1,
                    commented(&line)
                );
            }
        }
    }
    if !is_said {
        let _ = writeln!(text, "/* `{}` has no contract that can be told here */", function.name);
        return;
    }
    let arguments: Vec<&str> = function.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let (declarations, arguments) = (behind.trim().trim_start_matches('('), arguments.join(", "));
    let declarations = declarations.strip_suffix(')').unwrap_or(declarations);
    let declarations = match declarations.trim() {
        "" | "void" => String::new(),
        list => format!("{}; ", list.replace(',', ";")),
    };
    // Parameters that are functions or arrays of functions have commas of their own.
    if !declarations.contains('(') {
        let _ = writeln!(
            text,
            "void {0}_harness(void) {{ {declarations}{0}({arguments}); besom_free(0); }}",
            function.name
        );
    }
}

#[cfg(test)]
mod tests;

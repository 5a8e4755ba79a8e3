//! Models of a project's own functions, as words: `zmalloc = "malloc"`.
//!
//! Members of records that functions are called through may have models, too ([`members`]).
//! A function with a model gets a body that calls the function of the library that it is like. So everything that is known
//! of that one holds for it, in the analysis and in the interpreter.

mod in_c;
mod members;

pub use in_c::with_used_models;
pub use members::called_members;

use ir::{
    Body, Callee, Comparison, Constant, Conversion, Domain, Function, FunctionBuilder, FunctionId,
    InstructionKind, Linkage, Module, Operand, Parameter, Pointee, Promises, RegisterId, ResultKind, Scalar,
    Signature, TerminatorKind,
};
use source::Span;
use std::collections::BTreeMap;

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Model {
    kind: ModelKind,
    /// It never returns null.
    never_fails: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ModelKind {
    /// It is like the function of the library of this name.
    Like(&'static str),
    /// It frees one of its arguments, counted from 0.
    Frees(usize),
}

/// The functions of the library that others may be like, and how many addresses and numbers they take.
const PATTERNS: &[(&str, usize, usize)] = &[
    ("malloc", 0, 1),
    ("calloc", 0, 2),
    ("realloc", 1, 1),
    ("reallocarray", 1, 2),
    ("free", 1, 0),
    ("strdup", 1, 0),
    ("strndup", 1, 1),
];

impl Model {
    /// Reads `malloc`, `malloc, never fails`, `frees argument 1`. Hyphens may stand for spaces.
    pub fn parse(words: &str) -> Result<Model, String> {
        let words = words.replace('-', " ");
        let mut kind = None;
        let mut never_fails = false;
        for part in words.split(',').map(str::trim) {
            if part == "never fails" {
                never_fails = true;
            } else if let Some(number) = part.strip_prefix("frees argument ") {
                let number = number.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let number = number.ok_or("arguments are counted from 1: `frees argument 1`")?;
                kind = Some(ModelKind::Frees(number));
            } else if let Some((name, ..)) = PATTERNS.iter().find(|(name, ..)| *name == part) {
                kind = Some(ModelKind::Like(name));
            } else {
                let known: Vec<&str> = PATTERNS.iter().map(|(name, ..)| *name).collect();
                return Err(format!(
                    "`{part}` is not a model; there are: {}, frees argument N, and behind a comma: never fails",
                    known.join(", ")
                ));
            }
        }
        let kind = kind.ok_or("a model says what a function is like: `malloc, never fails`")?;
        Ok(Model { kind, never_fails })
    }
}

/// Gives the functions that have a model, and that the program mentions, the bodies that their models say.
pub fn apply_models(module: &mut Module, models: &BTreeMap<String, Model>) -> Result<(), String> {
    for (name, model) in models {
        let Some(function) = module.function_named(name) else { continue };
        if matches!(model.kind, ModelKind::Like(like) if like == name) {
            continue;
        }
        let body =
            body_of(module, function, *model).map_err(|why| format!("the model of `{name}`: {why}"))?;
        let function = &mut module.functions[function];
        function.body = Some(body);
        function.promises = Promises::default();
    }
    members::apply_to_members(module, models)
}

/// A parameter of a function with a model.
#[derive(Clone, Copy)]
struct Given {
    register: RegisterId,
    scalar: Scalar,
    is_address: bool,
}

fn body_of(module: &mut Module, function: FunctionId, model: Model) -> Result<Body, String> {
    let pointer = module.pointer_scalar();
    let definition = &module.functions[function];
    let (span, signature) = (definition.span, module.signatures[definition.signature].clone());
    let pointees = definition.promises.parameters.clone();
    let mut builder = FunctionBuilder::new(pointer);
    let mut given = Vec::new();
    for (index, parameter) in signature.parameters.iter().enumerate() {
        let scalar = match parameter {
            Parameter::Scalar(scalar) => *scalar,
            Parameter::Aggregate { .. } => return Err("it takes a structure".into()),
        };
        let register = builder.new_parameter(scalar);
        let is_address =
            scalar == pointer && pointees.get(index).is_some_and(|&pointee| pointee != Pointee::Nothing);
        given.push(Given { register, scalar, is_address });
    }
    let (name, arguments) = match model.kind {
        ModelKind::Frees(index) => {
            let freed = given.get(index).filter(|given| given.scalar == pointer);
            let freed = freed.ok_or_else(|| format!("argument {} is not an address", index + 1))?;
            ("free", vec![Operand::Register(freed.register)])
        }
        // Zeroed memory that is as large as one number says.
        ModelKind::Like("calloc") if has_one_number(&given) => {
            let mut arguments = arguments_of(&mut builder, "malloc", &given, pointer, span)?;
            arguments.push(Operand::Constant(Constant::new(pointer, 1)));
            ("calloc", arguments)
        }
        ModelKind::Like(name) => (name, arguments_of(&mut builder, name, &given, pointer, span)?),
    };
    let gives = name != "free";
    let gift = if gives { ResultKind::Scalar(pointer) } else { ResultKind::Void };
    let target = declared(module, name, &vec![pointer; arguments.len()], gift);
    let result = gives.then(|| builder.new_register(pointer));
    let call = InstructionKind::Call {
        destination: result,
        callee: Callee::Direct(target),
        signature: module.functions[target].signature,
        arguments,
    };
    builder.push(call, span);
    if let Some(result) = result.filter(|_| model.never_fails) {
        let condition = builder.new_register(Scalar::I32);
        builder.push(
            InstructionKind::Compare {
                destination: condition,
                comparison: Comparison::NotEqual,
                domain: Domain::Pointer,
                left: Operand::Register(result),
                right: Operand::Constant(Constant::new(pointer, 0)),
            },
            span,
        );
        builder.push(InstructionKind::Assume { condition: Operand::Register(condition) }, span);
    }
    let returned = match (signature.result, result) {
        (ResultKind::Scalar(scalar), Some(result)) if scalar == pointer => Some(Operand::Register(result)),
        (ResultKind::Void, None) => None,
        (ResultKind::Scalar(scalar), None) if scalar.is_integer() => {
            Some(any_number(module, &mut builder, scalar, span))
        }
        _ => return Err(format!("`{name}` returns something else")),
    };
    builder.terminate(TerminatorKind::Return(returned), span);
    builder.finish().map_err(|unterminated| unterminated.to_string())
}

fn has_one_number(given: &[Given]) -> bool {
    given.iter().filter(|given| given.scalar.is_integer() && !given.is_address).count() == 1
}

/// Any number: what a function that frees something says of it is not known.
fn any_number(module: &mut Module, builder: &mut FunctionBuilder, scalar: Scalar, span: Span) -> Operand {
    let name = match scalar {
        Scalar::I8 => "__VERIFIER_nondet_char",
        Scalar::I16 => "__VERIFIER_nondet_short",
        Scalar::I32 => "__VERIFIER_nondet_int",
        _ => "__VERIFIER_nondet_long",
    };
    let target = declared(module, name, &[], ResultKind::Scalar(scalar));
    let destination = builder.new_register(scalar);
    let call = InstructionKind::Call {
        destination: Some(destination),
        callee: Callee::Direct(target),
        signature: module.functions[target].signature,
        arguments: Vec::new(),
    };
    builder.push(call, span);
    Operand::Register(destination)
}

/// The parameters to pass on: as many addresses and numbers as the function of the library takes, in order.
fn arguments_of(
    builder: &mut FunctionBuilder,
    name: &str,
    given: &[Given],
    pointer: Scalar,
    span: Span,
) -> Result<Vec<Operand>, String> {
    let pattern = PATTERNS.iter().find(|(known, ..)| *known == name);
    let &(_, addresses, numbers) = pattern.ok_or("there is no such model")?;
    let knows_addresses = given.iter().any(|given| given.is_address);
    let fitting = |is_address: bool| {
        given.iter().filter(move |given| !knows_addresses || given.is_address == is_address)
    };
    let mut operands = Vec::new();
    let mut used = Vec::new();
    for (count, is_address) in [(addresses, true), (numbers, false)] {
        let found: Vec<Given> = fitting(is_address)
            .filter(|given| !used.contains(&given.register) && given.scalar.is_integer())
            .take(count)
            .copied()
            .collect();
        if found.len() < count {
            return Err(format!("`{name}` takes {addresses} addresses and {numbers} numbers"));
        }
        for Given { register, scalar, .. } in found {
            used.push(register);
            let mut operand = Operand::Register(register);
            if scalar.bytes() < pointer.bytes() {
                let wide = builder.new_register(pointer);
                builder.push(
                    InstructionKind::Convert {
                        destination: wide,
                        conversion: Conversion::ZeroExtend,
                        operand,
                    },
                    span,
                );
                operand = Operand::Register(wide);
            }
            operands.push(operand);
        }
    }
    Ok(operands)
}

/// The function of the library, declared if it is not yet.
fn declared(module: &mut Module, name: &str, arguments: &[Scalar], result: ResultKind) -> FunctionId {
    if let Some(known) = module.function_named(name) {
        return known;
    }
    let signature = module.signatures.push(Signature {
        result,
        parameters: arguments.iter().map(|&scalar| Parameter::Scalar(scalar)).collect(),
        is_variadic: false,
        has_prototype: true,
        fingerprint: 0,
    });
    module.functions.push(Function {
        name: name.to_owned(),
        linkage: Linkage::External,
        signature,
        is_noreturn: false,
        promises: Promises::default(),
        body: None,
        span: Span::NONE,
    })
}

/// Which model a function without a body might have, to judge by its name.
pub fn suggestion(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let has = |word: &str| lower.contains(word);
    if has("dealloc") {
        Some("free")
    } else if has("realloc") {
        Some("realloc")
    } else if has("calloc") || has("zalloc") {
        Some("calloc")
    } else if has("malloc") || lower.ends_with("alloc") || lower.ends_with("allocate") {
        Some("malloc")
    } else if has("strndup") {
        Some("strndup")
    } else if has("strdup") {
        Some("strdup")
    } else if lower.ends_with("free") {
        Some("free")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_read_from_words() {
        let like = |name, never_fails| Ok(Model { kind: ModelKind::Like(name), never_fails });
        assert_eq!(Model::parse("malloc"), like("malloc", false));
        assert_eq!(Model::parse(" malloc , never fails"), like("malloc", true));
        assert_eq!(Model::parse("frees argument 2").map(|model| model.kind), Ok(ModelKind::Frees(1)));
        assert!(Model::parse("frees argument 0").is_err());
        assert!(Model::parse("never fails").is_err());
        assert!(Model::parse("mallok").unwrap_err().contains("there are: malloc"));
    }

    #[test]
    fn models_become_bodies() {
        let text = "void *zmalloc(unsigned n); void *zalloc(unsigned long n); void zfree(void *p); void put(int a, char *b); int bad(void);
            void *f(void) { zfree(zmalloc(3)); zfree(zalloc(3)); put(1, 0); bad(); return 0; }";
        let parsed = c_syntax::parse(text.as_bytes(), 1);
        let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
        let mut module = ir_lowering::lower(&checked.program);
        let model = |words: &str| Model::parse(words).unwrap();
        let models = [
            ("zmalloc", "malloc, never fails"),
            ("zalloc", "calloc"),
            ("zfree", "free"),
            ("put", "frees argument 2"),
        ];
        let models = models.map(|(name, words)| (name.to_owned(), model(words))).into();
        apply_models(&mut module, &models).unwrap();
        assert_eq!(ir::verify::verify(&module), Ok(()));
        let has_body = |name: &str| module.functions[module.function_named(name).unwrap()].body.is_some();
        assert!(has_body("zmalloc") && has_body("zalloc") && has_body("zfree") && has_body("put"));
        let wrong = [("bad".to_owned(), model("free"))].into();
        assert!(apply_models(&mut module, &wrong).is_err());
    }

    #[test]
    fn names_suggest_models() {
        assert_eq!(suggestion("jsonp_malloc"), Some("malloc"));
        assert_eq!(suggestion("os_zalloc"), Some("calloc"));
        assert_eq!(suggestion("hi_free"), Some("free"));
        assert_eq!(suggestion("hooks.deallocate"), Some("free"));
        assert_eq!(suggestion("hooks.allocate"), Some("malloc"));
        assert_eq!(suggestion("log_error"), None);
    }
}

//! A program with all that runs in it: what it does before and after `main` is spelled out.
//!
//! Functions with `__attribute__((constructor))` run before `main`, those with
//! `__attribute__((destructor))` after it and when `exit` is called. The exploration sees plain calls:
//! a function that makes them in order takes the place of `main`, and `exit` gets a body. Only the
//! exploration does so; executions go by the module as it is.

use ir::builder::FunctionBuilder;
use ir::{
    Body, Callee, Function, FunctionId, InstructionKind, Linkage, Module, Operand, Parameter, RegisterId,
    ResultKind, TerminatorKind,
};
use std::borrow::Cow;

/// What is explored, and from where.
pub struct WholeProgram<'m> {
    /// Functions and globals of the program have the same numbers here; others come after them.
    pub module: Cow<'m, Module>,
    pub root: FunctionId,
}

/// Ends the program without running anything else.
const EXIT_AT_ONCE: &str = "_exit";

impl<'m> WholeProgram<'m> {
    /// Fails with the reason if there is nothing to begin with.
    pub fn new(module: &'m Module) -> Result<WholeProgram<'m>, String> {
        let main = module
            .function_named("main")
            .filter(|&id| module.functions[id].body.is_some())
            .ok_or("there is no function `main`")?;
        if module.constructors.is_empty() && module.destructors.is_empty() {
            return Ok(WholeProgram { module: Cow::Borrowed(module), root: main });
        }
        let mut whole = module.clone();
        give_exit_a_body(&mut whole)?;
        let body = around_main(&whole, main)?;
        let root = whole.functions.push(Function {
            name: "the program".into(),
            linkage: Linkage::Internal,
            body: Some(body),
            ..module.functions[main].clone()
        });
        Ok(WholeProgram { module: Cow::Owned(whole), root })
    }
}

/// Constructors, `main`, destructors.
fn around_main(module: &Module, main: FunctionId) -> Result<Body, String> {
    let mut builder = FunctionBuilder::new(module.pointer_scalar());
    let arguments = parameters_of(module, main, &mut builder);
    for &constructor in &module.constructors {
        push_call(module, &mut builder, constructor, None, Vec::new());
    }
    let result = match module.signatures[module.functions[main].signature].result {
        ResultKind::Void => None,
        ResultKind::Scalar(scalar) => Some(builder.new_register(scalar)),
        ResultKind::Aggregate { .. } => return Err("`main` returns a structure".into()),
    };
    push_call(module, &mut builder, main, result, arguments);
    for &destructor in &module.destructors {
        push_call(module, &mut builder, destructor, None, Vec::new());
    }
    builder.terminate(TerminatorKind::Return(result.map(Operand::Register)), module.functions[main].span);
    finish(builder)
}

/// `exit` runs the destructors, then ends the program.
fn give_exit_a_body(module: &mut Module) -> Result<(), String> {
    let exit = module.function_named("exit").filter(|&id| module.functions[id].body.is_none());
    let Some(exit) = exit.filter(|_| !module.destructors.is_empty()) else { return Ok(()) };
    let at_once = module.function_named(EXIT_AT_ONCE).unwrap_or_else(|| {
        let declaration = Function { name: EXIT_AT_ONCE.into(), ..module.functions[exit].clone() };
        module.functions.push(declaration)
    });
    let mut builder = FunctionBuilder::new(module.pointer_scalar());
    let arguments = parameters_of(module, exit, &mut builder);
    for &destructor in &module.destructors {
        push_call(module, &mut builder, destructor, None, Vec::new());
    }
    push_call(module, &mut builder, at_once, None, arguments);
    builder.terminate(TerminatorKind::Unreachable, module.functions[exit].span);
    module.functions[exit].body = Some(finish(builder)?);
    Ok(())
}

/// Parameters like those of a function, to be passed on to it.
fn parameters_of(module: &Module, function: FunctionId, builder: &mut FunctionBuilder) -> Vec<Operand> {
    let parameters = &module.signatures[module.functions[function].signature].parameters;
    let scalars = parameters.iter().map(|parameter| match parameter {
        Parameter::Scalar(scalar) => *scalar,
        Parameter::Aggregate { .. } => module.pointer_scalar(),
    });
    scalars.map(|scalar| Operand::Register(builder.new_parameter(scalar))).collect()
}

fn push_call(
    module: &Module,
    builder: &mut FunctionBuilder,
    target: FunctionId,
    destination: Option<RegisterId>,
    arguments: Vec<Operand>,
) {
    let Function { signature, span, .. } = module.functions[target];
    let callee = Callee::Direct(target);
    builder.push(InstructionKind::Call { destination, callee, signature, arguments }, span);
}

fn finish(builder: FunctionBuilder) -> Result<Body, String> {
    builder.finish().map_err(|unterminated| unterminated.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module_of(text: &str) -> Module {
        let parsed = c_syntax::parse(text.as_bytes(), 1);
        let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
        assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
        ir_lowering::lower(&checked.program)
    }

    #[test]
    fn a_program_with_main_alone_stays_as_it_is() {
        let module = module_of("int main(void) { return 0; }");
        let whole = WholeProgram::new(&module).unwrap();
        assert!(matches!(whole.module, Cow::Borrowed(_)));
        assert_eq!(module.functions[whole.root].name, "main");
    }

    #[test]
    fn what_is_spelled_out_is_a_valid_module_with_the_same_numbers() {
        let module = module_of(
            "extern void exit(int);
            __attribute__((constructor)) static void begin(void) {}
            __attribute__((destructor)) static void end(void) {}
            int main(int count, char **arguments) { if (count > 1) exit(2); return 0; }",
        );
        let whole = WholeProgram::new(&module).unwrap();
        assert_eq!(ir::verify::verify(&whole.module), Ok(()));
        for (id, function) in module.functions.iter() {
            assert_eq!(whole.module.functions[id].name, function.name);
        }
        let mut text = String::new();
        ir::text::Printer::exact(&whole.module).print(&mut text).unwrap();
        let root = text.split("the program").nth(1).unwrap();
        let order = ["@begin", "@main", "@end"].map(|name| root.find(name).unwrap());
        assert!(order.is_sorted());
    }
}

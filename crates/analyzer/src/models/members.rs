//! Models of functions that are called through members of records: `"hooks.release" = "free"`.
//!
//! Which function such a member leads to is up to whoever fills in the record. A model says what all of them do, so the
//! call becomes one of a function with that model. Which member a call goes through is known from the types of the source.

use super::{Model, body_of};
use ir::debug::{Type, TypeId, TypeTable};
use ir::{
    Body, Callee, Function, FunctionId, InstructionKind, Linkage, Module, Operand, Pointee, Promises,
    RegisterId, SignatureId,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A member that functions are called through.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Member {
    /// `hooks.release`: the name of the record, and that of the member.
    name: String,
    /// What is behind the parameters of the functions.
    parameters: Vec<Pointee>,
    /// The record is a global variable.
    is_global: bool,
}

/// The members of records of callers that functions of a module are called through, by name. Those of global variables are
/// followed where they are initialised.
pub fn called_members(module: &Module) -> BTreeSet<String> {
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    let calls = bodies.flat_map(|body| calls(module, body));
    calls.map(|call| call.member).filter(|member| !member.is_global).map(|member| member.name).collect()
}

/// Lets calls through members that have a model be calls of functions with this model.
pub fn apply_to_members(module: &mut Module, models: &BTreeMap<String, Model>) -> Result<(), String> {
    if !models.keys().any(|name| name.contains('.')) {
        return Ok(());
    }
    let mut known: BTreeMap<(String, SignatureId), FunctionId> = BTreeMap::new();
    let functions: Vec<FunctionId> = module.functions.iter().map(|(id, _)| id).collect();
    for function in functions {
        let Some(body) = &module.functions[function].body else { continue };
        let found = calls(module, body);
        for IndirectCall { block, instruction, signature, member } in found {
            let Some(model) = models.get(&member.name) else { continue };
            let key = (member.name.clone(), signature);
            let target = match known.get(&key) {
                Some(&target) => target,
                None => {
                    let target = with_model(module, &member, signature, *model)?;
                    known.insert(key, target);
                    target
                }
            };
            let body = module.functions[function].body.as_mut();
            let call = body.map(|body| &mut body.blocks[block].instructions[instruction].kind);
            if let Some(InstructionKind::Call { callee, .. }) = call {
                *callee = Callee::Direct(target);
            }
        }
    }
    Ok(())
}

/// A function that stands for all that a member may lead to.
fn with_model(
    module: &mut Module,
    member: &Member,
    signature: SignatureId,
    model: Model,
) -> Result<FunctionId, String> {
    let function = module.functions.push(Function {
        name: member.name.clone(),
        linkage: Linkage::Internal,
        signature,
        is_noreturn: false,
        promises: Promises { parameters: member.parameters.clone(), ..Promises::default() },
        body: None,
        span: Span::NONE,
    });
    let body =
        body_of(module, function, model).map_err(|why| format!("the model of `{}`: {why}", member.name))?;
    module.functions[function].body = Some(body);
    module.functions[function].promises = Promises::default();
    Ok(function)
}

/// A call through a member, and where it stands.
struct IndirectCall {
    block: ir::BlockId,
    instruction: usize,
    signature: SignatureId,
    member: Member,
}

fn calls(module: &Module, body: &Body) -> Vec<IndirectCall> {
    let mut found = Vec::new();
    for (block, contents) in body.blocks.iter() {
        for (instruction, one) in contents.instructions.iter().enumerate() {
            if let InstructionKind::Call { callee: Callee::Indirect(pointer), signature, .. } = one.kind
                && let Some(member) = member_of(module, body, pointer)
            {
                found.push(IndirectCall { block, instruction, signature, member });
            }
        }
    }
    found
}

/// The member that the address of a function was loaded from.
fn member_of(module: &Module, body: &Body, pointer: Operand) -> Option<Member> {
    let Operand::Register(pointer) = pointer else { return None };
    let InstructionKind::Load { address, .. } = only_definition(body, pointer)? else { return None };
    let (record, offset) = match *address {
        Operand::Global(global, offset) => (module.globals[global].ty?, offset),
        Operand::Register(register) => place(module, body, register)?,
        _ => return None,
    };
    let member = member_at(&module.types, record, u64::try_from(offset).ok()?)?;
    Some(Member { is_global: matches!(address, Operand::Global(..)), ..member })
}

/// The record that an address leads into, and where.
fn place(module: &Module, body: &Body, address: RegisterId) -> Option<(TypeId, i64)> {
    if let Some(record) = pointee(module, body, address) {
        return Some((record, 0));
    }
    let &InstructionKind::PtrAdd { base, index: Operand::Constant(index), scale, .. } =
        only_definition(body, address)?
    else {
        return None;
    };
    let distance = i64::try_from(index.signed()).ok()?.checked_mul(scale)?;
    match base {
        Operand::Global(global, offset) => Some((module.globals[global].ty?, offset.checked_add(distance)?)),
        Operand::Register(base) => Some((pointee(module, body, base)?, distance)),
        _ => None,
    }
}

/// The record that a register is known to point to.
fn pointee(module: &Module, body: &Body, register: RegisterId) -> Option<TypeId> {
    let variable = body.names.variables.get(&register);
    let ty = match variable {
        Some(variable) if variable.place == ir::debug::VariablePlace::Memory => return Some(variable.ty),
        Some(variable) => variable.ty,
        None => *body.names.temporaries.get(&register)?,
    };
    match module.types.types.get(ty)? {
        Type::Pointer(target) => {
            matches!(module.types.types.get(*target)?, Type::Record { .. }).then_some(*target)
        }
        _ => None,
    }
}

/// The one instruction that gives a register its value.
fn only_definition(body: &Body, register: RegisterId) -> Option<&InstructionKind> {
    let all = body.blocks.iter().flat_map(|(_, block)| &block.instructions);
    let mut own = all.filter(|one| one.kind.destination() == Some(register));
    let definition = own.next()?;
    own.next().is_none().then_some(&definition.kind)
}

/// The member of a record, or of a record in it, that begins at an offset and leads to functions.
fn member_at(types: &TypeTable, record: TypeId, offset: u64) -> Option<Member> {
    let Type::Record { name, fields, .. } = types.types.get(record)? else { return None };
    fields.iter().find_map(|field| {
        let inner = offset.checked_sub(field.offset)?;
        match types.types.get(field.ty)? {
            Type::Record { size, .. } if inner < *size => member_at(types, field.ty, inner),
            Type::Pointer(target) if inner == 0 => {
                let Type::Function { name: signature } = types.types.get(*target)? else { return None };
                let record = name.trim_start_matches("struct ").trim_start_matches("union ");
                Some(Member {
                    name: format!("{record}.{}", field.name),
                    parameters: parameters(signature),
                    is_global: false,
                })
            }
            _ => None,
        }
    })
}

/// What is behind the parameters of a type of functions, to judge by how C writes it: `void (void *, int)`.
fn parameters(signature: &str) -> Vec<Pointee> {
    let Some(open) = opening_of_last(signature) else { return Vec::new() };
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in signature[open + 1..signature.len() - 1].chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    let pointee = |part: &String| if part.contains('*') { Pointee::Anything } else { Pointee::Nothing };
    parts.iter().map(pointee).collect()
}

/// Where the parenthesis opens that the last letter closes.
fn opening_of_last(signature: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, letter) in signature.char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (letter == '(').then_some(index);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_from_types() {
        let addresses = |signature: &str| -> Vec<bool> {
            parameters(signature).into_iter().map(|pointee| pointee == Pointee::Anything).collect()
        };
        assert_eq!(addresses("void (void *)"), [true]);
        assert_eq!(addresses("void *(void *, unsigned int, unsigned int)"), [true, false, false]);
        assert_eq!(addresses("int (int (*)(int, int), long)"), [true, false]);
    }

    #[test]
    fn calls_through_members_get_the_models_of_the_members() {
        let text = "struct hooks { void *(*get)(unsigned long); void (*put)(void *); };
            struct user { int n; struct hooks own; struct hooks *shared; };
            static struct hooks all;
            void f(struct user *u, void *p) { u->own.put(p); u->shared->put(p); all.put(all.get(3)); }";
        let parsed = c_syntax::parse(text.as_bytes(), 1);
        let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
        let mut module = ir_lowering::lower(&checked.program);
        let names = ["hooks.get".to_owned(), "hooks.put".to_owned()];
        assert_eq!(called_members(&module), BTreeSet::from(["hooks.put".to_owned()]));
        let models = ["malloc", "free"].map(|words| Model::parse(words).unwrap());
        apply_to_members(&mut module, &names.into_iter().zip(models).collect()).unwrap();
        assert_eq!(ir::verify::verify(&module), Ok(()));
        assert!(called_members(&module).is_empty());
    }
}

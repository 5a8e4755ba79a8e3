//! Contracts as they are printed, against executions.
//!
//! The text of every line is read back, and memories before and after calls are compared with what it says, byte by byte and
//! in the types that C has. Nothing of what the analysis knows takes part in it: a number that is printed in the wrong type,
//! a condition that is lost on the way to the text, or a name that means something else is noticed here.

mod lines;
mod matching;
mod terms;

use crate::limits::BYTES_OF_A_PRINTED_BLOCK;
use crate::open::{Contract, printed_contracts};
use interpreter::{BlockKind, FaultKind};
use interprocedural::open::completeness::{Completeness, completeness_before};
use interprocedural::open::execute::{Execution, execute_before};
use interprocedural::open::seen::{End, Memory, Seen};
use interprocedural::open::{OpenFunction, hints};
use ir::debug::Type;
use ir::{FunctionId, Module};
use lines::{Kind, Line, Types};
use matching::{Matching, Way};
use terms::{Names, cast};

/// What came of comparing printed contracts with calls.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Printed {
    /// Calls in memories that a printed precondition describes.
    pub calls: usize,
    /// What contradicts a contract, or cannot be read.
    pub wrong: Vec<String>,
}

impl Printed {
    pub fn add(&mut self, other: Printed) {
        self.calls += other.calls;
        self.wrong.extend(other.wrong);
    }
}

/// Executes the contracts of a function, in memories that satisfy them and, if any are wanted, in other small ones, and compares
/// the calls with what is printed.
pub fn execute_printed(
    open: &mut OpenFunction<'_>,
    memories: usize,
) -> (Execution, Option<Completeness>, Printed) {
    let contracts = printed_contracts(open);
    execute_as_told(open, &contracts, memories)
}

fn execute_as_told(
    open: &mut OpenFunction<'_>,
    contracts: &[Contract],
    memories: usize,
) -> (Execution, Option<Completeness>, Printed) {
    let mut judge = Judge::new(open.context.module, open.function, contracts);
    let mut observer = |seen: Seen| judge.judge(&seen);
    let execution = execute_before(open, Some(&mut observer));
    let completeness = (memories > 0).then(|| completeness_before(open, memories, Some(&mut observer)));
    (execution, completeness, judge.result)
}

struct ReadContract<'c> {
    contract: &'c Contract,
    requires: Vec<Line>,
    /// Of those outcomes after which the function returns.
    ensures: Vec<Vec<Line>>,
    may_end_program: bool,
}

struct Judge<'m, 'c> {
    module: &'m Module,
    name: &'m str,
    /// Names and types of the parameters, and the type of the result.
    parameters: Vec<(String, Option<Kind>)>,
    result_kind: Option<Kind>,
    contracts: Vec<ReadContract<'c>>,
    result: Printed,
}

impl<'m, 'c> Judge<'m, 'c> {
    fn new(module: &'m Module, function: FunctionId, contracts: &'c [Contract]) -> Judge<'m, 'c> {
        let types = Types { module };
        let definition = &module.functions[function];
        let body = definition.body.as_ref();
        let hints = body.map(hints::parameters).unwrap_or_default();
        let is_record =
            |ty| matches!(module.types.types.get(ty), Some(Type::Record { .. } | Type::Array { .. }));
        let has_records = hints.iter().any(|hint| hint.ty.is_none_or(is_record));
        let kind = |ty: Option<_>| ty.and_then(|ty| types.kind(ty));
        // Results that are no integers are addresses, or numbers with a point.
        let address_kind = match module.signatures[definition.signature].result {
            ir::ResultKind::Scalar(scalar) if scalar == module.pointer_scalar() => {
                Some(Kind { bits: scalar.bits(), is_unsigned: true, is_address: true })
            }
            _ => None,
        };
        let parameters = hints.into_iter().map(|hint| (hint.name, kind(hint.ty))).collect();
        let mut judge = Judge {
            module,
            name: &definition.name,
            parameters,
            result_kind: kind(body.and_then(|body| body.names.result)).or(address_kind),
            contracts: Vec::new(),
            result: Printed::default(),
        };
        // Records are passed as copies that have no name.
        if has_records {
            return judge;
        }
        for contract in contracts {
            // Functions of others may do what they like.
            if contract.callbacks.is_empty() && contract.assumed.is_empty() {
                judge.read(&types, contract);
            }
        }
        judge
    }

    fn read(&mut self, types: &Types<'_>, contract: &'c Contract) {
        let mut read = |formulas: &[findings::formula::Formula]| {
            let mut lines = Vec::new();
            for formula in formulas {
                match types.line(&formula.text) {
                    Some(line) => lines.push(line),
                    None => {
                        self.result.wrong.push(format!("`{}`: cannot be read: {formula}", self.name));
                        return None;
                    }
                }
            }
            Some(lines)
        };
        let returning = contract.ensures.iter().filter(|outcome| !outcome.ends_program);
        let ensures = returning.map(|outcome| read(&outcome.formulas)).collect::<Option<Vec<_>>>();
        let (Some(requires), Some(ensures)) = (read(&contract.requires), ensures) else { return };
        let may_end_program = contract.ensures.iter().any(|outcome| outcome.ends_program);
        self.contracts.push(ReadContract { contract, requires, ensures, may_end_program });
    }

    fn judge(&mut self, seen: &Seen) {
        let is_misaligned = FaultKind::MisalignedAccess.id();
        if matches!(&seen.end, End::Fails(why) if why.contains(is_misaligned)) {
            return;
        }
        let mut names = Names::new();
        for ((name, kind), &bits) in self.parameters.iter().zip(&seen.arguments) {
            let Some(kind) = kind else { continue };
            names.insert(name.clone(), cast(bits as i128, kind.bits, kind.is_unsigned));
        }
        for (&base, block) in &seen.before.blocks {
            if let Some(name) = &block.name {
                names.insert(format!("&{name}"), i128::from(base));
            }
        }
        for index in 0..self.contracts.len() {
            let before = self.matching(&seen.before, true);
            let start = Way { names: names.clone(), ..Way::default() };
            let ways = before.ways(&self.contracts[index].requires, start);
            let Some(way) = ways.into_iter().find(|way| !way.is_open) else { continue };
            self.result.calls += 1;
            if let Some(why) = self.contradiction(&self.contracts[index], seen, way) {
                let contract = self.contracts[index].contract;
                self.result.wrong.push(self.complaint(contract, seen, &why));
            }
        }
    }

    fn matching<'s>(&self, memory: &'s Memory, is_separate: bool) -> Matching<'s> {
        Matching {
            memory,
            pointer_bits: self.module.pointer_scalar().bits(),
            result_is_address: self.result_kind.is_some_and(|kind| kind.is_address),
            is_separate,
        }
    }

    /// What a call does that the contract does not say.
    fn contradiction(&self, contract: &ReadContract<'_>, seen: &Seen, way: Way) -> Option<String> {
        let result = match &seen.end {
            End::Fails(why) => return Some(format!("the call fails: {why}")),
            End::EndsProgram if contract.may_end_program => return None,
            End::EndsProgram => return Some("the program ends".to_owned()),
            End::Returned(result) => *result,
        };
        if let Some(address) = changed(seen, &way) {
            return Some(format!("{address:#x} is changed, of which nothing is said"));
        }
        let mut names = way.names;
        if let (Some(bits), Some(kind)) = (result, self.result_kind) {
            names.insert("result".to_owned(), cast(bits as i128, kind.bits, kind.is_unsigned));
        }
        let after = self.matching(&seen.after, false);
        let holds = contract.ensures.iter().any(|lines| {
            let start = Way { names: names.clone(), ..Way::default() };
            !after.ways(lines, start).is_empty()
        });
        (!holds).then(|| format!("nothing of what is promised holds (result {result:?})"))
    }

    fn complaint(&self, contract: &Contract, seen: &Seen, why: &str) -> String {
        let mut text = format!("`{}`: {why}\n  arguments: {:x?}", self.name, seen.arguments);
        for line in &contract.requires {
            text.push_str(&format!("\n  requires {line}"));
        }
        for outcome in &contract.ensures {
            let lines: Vec<String> = outcome.formulas.iter().map(ToString::to_string).collect();
            text.push_str(&format!("\n  ensures {}", lines.join("; ")));
        }
        for (when, memory) in [("before", &seen.before), ("after", &seen.after)] {
            let shown = memory.blocks.iter().filter(|(_, block)| block.kind != BlockKind::Function);
            for (base, block) in shown {
                let bytes: Vec<String> = block
                    .bytes
                    .iter()
                    .take(BYTES_OF_A_PRINTED_BLOCK)
                    .map(|byte| byte.map_or("--".to_owned(), |byte| format!("{byte:02x}")))
                    .collect();
                text.push_str(&format!("\n  {when} {base:#x}: {}", bytes.concat()));
            }
        }
        text
    }
}

/// A byte of the caller's own memory that the precondition does not speak of and that is not what it was. Objects of the
/// program that are overwritten are told where what they hold is.
fn changed(seen: &Seen, way: &Way) -> Option<u64> {
    let own = seen.before.blocks.iter().filter(|(_, block)| block.kind == BlockKind::Heap);
    own.flat_map(|(&base, block)| {
        let now = seen.after.blocks.get(&base);
        block.bytes.iter().enumerate().filter_map(move |(offset, byte)| {
            let address = base + offset as u64;
            let is_same = now.is_some_and(|now| now.bytes.get(offset) == Some(byte));
            let is_told = way.used.iter().any(|&(start, end)| start <= address && address < end);
            (!is_same && !is_told && byte.is_some()).then_some(address)
        })
    })
    .next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, Property, Question, front_end_here, open_functions};
    use findings::formula::{Assertion, Formula};
    use source::{DataModel, SourceMap};

    /// What is wrong with the contracts of the first function of a program after a part of their text was replaced.
    fn wrong(program: &str, before: &str, after: &str) -> Vec<String> {
        let text = program.as_bytes().into();
        let input = Input { name: "test.c".to_owned(), text, data_model: DataModel::Lp64 };
        let result = front_end_here(&mut SourceMap::new(), &input);
        let question = Question::new(Property::NoError);
        let mut open =
            open_functions(&result.module, &question, &["f".to_owned()]).next().expect("a function");
        let mut contracts = printed_contracts(&mut open);
        assert!(!contracts.is_empty());
        let mut replaced = 0;
        for contract in &mut contracts {
            let ensures = contract.ensures.iter_mut().map(|outcome| &mut outcome.formulas);
            for formula in ensures.chain([&mut contract.requires]).flatten() {
                if formula.text.contains(before) {
                    replaced += 1;
                    let text = formula.text.replace(before, after);
                    *formula = Formula::new(Assertion::parse(&text).expect("a line"));
                }
            }
        }
        assert!(replaced > 0, "no line has `{before}`: {contracts:#?}");
        execute_as_told(&mut open, &contracts, 200).2.wrong
    }

    #[test]
    fn what_is_printed_is_right() {
        let list = "struct n { struct n *next; int v; }; int f(struct n *l) { while (l && l->v) l = l->next; return !l; }";
        for (program, part) in [
            ("signed char f(int x) { return x; }", "result"),
            ("int t[256]; int f(signed char c) { return t[(unsigned char)c]; }", "result"),
            ("void f(char *p, unsigned long n) { p[n] = 1; }", "size(p)"),
            (list, "list l"),
            // Half of an address is no field.
            ("struct s { char *p; }; void f(struct s *s, int x) { *(int *)&s->p = x; }", "s ->"),
        ] {
            assert_eq!(wrong(program, part, part), Vec::<String>::new(), "{program}");
        }
    }

    #[test]
    fn what_is_printed_wrong_is_noticed() {
        let list =
            "struct n { struct n *next; int v; }; int f(struct n *l) { while (l) l = l->next; return 7; }";
        for (program, before, after) in [
            // Read as another type.
            ("signed char f(int x) { return x; }", "(signed char)x", "x"),
            ("unsigned f(int x) { return x; }", "(unsigned int)x", "x"),
            // A condition that is too weak.
            ("void f(char *p, unsigned long n) { p[n] = 1; }", "n < size(p)", "n <= size(p)"),
            (list, "result = 7", "result = 8"),
            // Promises that are not kept.
            ("void f(int *p, int x) { *p = x + 1; }", "x + 1", "x + 2"),
            ("int f(int *p) { *p = 7; return 3; }", "7", "8"),
            ("extern void free(void *); void f(char *p) { free(p); }", "freed p", "p = 1"),
        ] {
            assert_ne!(wrong(program, before, after), Vec::<String>::new(), "{program}: {after}");
        }
    }
}

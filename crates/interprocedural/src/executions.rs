//! Programs with few executions: all of them are executed.
//!
//! Tests, and programs that compute something from constants, take no input. Where nothing in an execution is left to the
//! implementation ([`FreedomWatch`]) but choices between two, as whether an allocation fails, the executions are as many as there
//! are ways to choose. If all of them come to their end, that is a proof, however long their loops are and whatever they compute.

use crate::finding::Finding;
use crate::limits::{EXECUTIONS_OF_ALL, INSTRUCTIONS_BETWEEN_LOOKS};
use crate::random_runs::{Attempt, execute};
use crate::replay::Replay;
use interpreter::{
    ChoiceEntry, ChoiceRequest, Choices, Control, Exit, FaultClass, FaultKind, FaultSet, FreedomWatch, Image,
    Machine, Observer,
};
use ir::{InitializerData, InstructionKind, Module, Operand, SymbolReference};
use std::cell::Cell;
use std::rc::Rc;
use symbolic_execution::Stop;

/// What came of executing everything.
pub(crate) enum Executions {
    /// None of them has an error.
    All,
    Error(Box<(Finding, Replay)>),
    /// They are too many, or take too long.
    TooMany,
    /// Something besides choices decides what the program does: this.
    Free(&'static str),
}

/// Executes the program in all ways, in so many steps all together.
pub(crate) fn execute_all(
    image: &Image<'_>,
    module: &Module,
    counts: &dyn Fn(FaultKind) -> bool,
    options: &symbolic_execution::Options,
    steps: u64,
) -> Executions {
    if depends_on_outside(module, options.volatile_may_change) {
        return Executions::Free("what is outside of the program");
    }
    // After an error that nobody asks about there is no telling what the program does. That numbers wrap around is told.
    let usual = FaultSet::default_stops().without(FaultKind::SignedOverflow).without(FaultKind::MemoryLost);
    let ends = |kind: FaultKind| counts(kind) || usual.contains(kind);
    let attempt = Attempt::new(&ends, options);
    let mut left = steps;
    let mut answers = Some(Vec::new());
    for _ in 0..EXECUTIONS_OF_ALL {
        let Some(next) = answers else { return Executions::All };
        let attempt = attempt.with(left, Vec::new(), Vec::new());
        let stop = Rc::new(Cell::new(false));
        let choices = Listed { answers: next, position: 0, is_free: Rc::clone(&stop) };
        let mut watch = Watch { freedom: FreedomWatch::new(stop), stop: options.stop, steps: 0 };
        let (result, found) = execute(image, &attempt, Box::new(choices), &mut watch);
        if let Some(why) = watch.freedom.why_free() {
            return Executions::Free(why);
        }
        match found {
            Some(found) if counts(found.0.fault.kind) => return Executions::Error(Box::new(found)),
            Some((finding, _)) if finding.fault.kind.class() == FaultClass::Limit => {
                return Executions::TooMany;
            }
            Some(_) => return Executions::Free("an error that nobody asks about"),
            None => {}
        }
        match result.exit {
            Exit::Status(_) | Exit::Aborted | Exit::AssumptionFailed => {}
            Exit::Faulted | Exit::NotStarted => return Executions::TooMany,
        }
        left = left.saturating_sub(result.statistics.steps.max(1));
        answers = next_answers(&result.choices_used.entries);
    }
    Executions::TooMany
}

/// The answers that come next if those that were given are counted like a number.
fn next_answers(entries: &[ChoiceEntry]) -> Option<Vec<bool>> {
    let given = entries.iter().flat_map(|entry| (0..entry.times).map(|_| entry.value == 1));
    let mut answers: Vec<bool> = given.collect();
    while answers.pop()? {}
    answers.push(true);
    Some(answers)
}

/// Answers from a list, then no.
struct Listed {
    answers: Vec<bool>,
    position: usize,
    /// More was asked for than yes or no.
    is_free: Rc<Cell<bool>>,
}

impl Choices for Listed {
    fn choose(&mut self, request: ChoiceRequest) -> u128 {
        if request.bits != 1 {
            self.is_free.set(true);
        }
        let answer = self.answers.get(self.position).copied().unwrap_or(false);
        self.position += 1;
        u128::from(answer)
    }
}

/// Looks for freedom, and whether the time is over.
struct Watch {
    freedom: FreedomWatch,
    stop: Stop,
    steps: u32,
}

impl Observer for Watch {
    const SEES_LOSSES_AT_ONCE: bool = false;

    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        self.steps = (self.steps + 1) % INSTRUCTIONS_BETWEEN_LOOKS;
        if self.steps == 0 && self.stop.reason().is_some() {
            return Control::Stop;
        }
        self.freedom.before_instruction(machine)
    }
}

/// Whether the program looks at its arguments, at what is defined elsewhere, if at all, or at what changes by itself.
fn depends_on_outside(module: &Module, volatile_may_change: bool) -> bool {
    let is_foreign = |id: ir::GlobalId| {
        let global = &module.globals[id];
        let is_stream = matches!(global.name.as_str(), "stdin" | "stdout" | "stderr");
        global.initializer.is_none() && !is_stream
    };
    // The address of such a function is null where nobody defines it.
    let may_be_absent = |id: ir::FunctionId| {
        let function = &module.functions[id];
        function.body.is_none() && !interpreter::is_modelled(&function.name)
    };
    let refers_to_foreign = module.globals.iter().any(|(_, global)| {
        let chunks = global.initializer.iter().flat_map(|initializer| &initializer.chunks);
        chunks.into_iter().any(|chunk| match chunk.data {
            InitializerData::Address(SymbolReference::Global(id), _) => is_foreign(id),
            InitializerData::Address(SymbolReference::Function(id), _) => may_be_absent(id),
            InitializerData::Bytes(_) => false,
        })
    });
    let Some(main) = module.function_named("main") else { return true };
    refers_to_foreign
        || module.functions.iter().any(|(id, function)| {
            let Some(body) = &function.body else { return false };
            let arguments = if id == main { &body.parameters[..] } else { &[] };
            let is_outside = |operand: &Operand| match operand {
                Operand::Register(register) => arguments.contains(register),
                Operand::Global(global, _) => is_foreign(*global),
                Operand::Function(function) => may_be_absent(*function),
                Operand::Constant(_) => false,
            };
            body.blocks.iter().any(|(_, block)| {
                block.terminator.kind.operand().is_some_and(&is_outside)
                    || block.instructions.iter().any(|instruction| {
                        let mut found = volatile_may_change && is_volatile(&instruction.kind);
                        instruction.kind.for_each_operand(|operand| found |= is_outside(operand));
                        found
                    })
            })
        })
}

fn is_volatile(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::Load { is_volatile: true, .. } | InstructionKind::LoadBits { is_volatile: true, .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(text: &str) -> Module {
        let parsed = c_syntax::parse(text.as_bytes(), 1);
        let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
        ir_lowering::lower(&checked.program)
    }

    fn outcome(text: &str) -> &'static str {
        let module = module(text);
        let options = symbolic_execution::Options {
            allocation_may_fail: true,
            check_overflow: false,
            check_uninitialised: true,
            volatile_may_change: true,
            allocates_optional_blocks: false,
            keeps_derivation: false,
            check_shifts: false,
            split_on_offsets: false,
            broken_rule: None,
            stop: Stop::default(),
        };
        let stops = FaultSet::default_stops().without(FaultKind::SignedOverflow);
        let counts = |kind: FaultKind| stops.contains(kind) && kind.class() != FaultClass::Limit;
        match execute_all(&Image::new(&module), &module, &counts, &options, 1_000_000) {
            Executions::All => "all",
            Executions::Error(_) => "error",
            Executions::TooMany => "too many",
            Executions::Free(_) => "free",
        }
    }

    const HEAD: &str = "extern void *malloc(unsigned long); extern void free(void *); extern int rand(void);
        extern int strcmp(const char *, const char *); extern int printf(const char *, ...);
        extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void); extern void abort(void);
        extern int sprintf(char *, const char *, ...); extern char **environ;
        extern long strtol(const char *, char **, int); ";

    fn of_main(body: &str) -> &'static str {
        outcome(&format!("{HEAD} int main(void) {{ {body} }}"))
    }

    #[test]
    fn what_the_program_alone_decides_is_executed_once() {
        assert_eq!(
            of_main("int sum = 0; for (int i = 0; i < 1000; i++) sum += i; return sum != 499500;"),
            "all"
        );
        assert_eq!(of_main("int a[3]; for (int i = 0; i <= 3; i++) a[i] = i; return a[0];"), "error");
        assert_eq!(of_main("for (;;) ; return 0;"), "too many");
        assert_eq!(of_main("double d = 0.1; if (d + 0.2 == 0.3) abort(); return 0;"), "all");
        assert_eq!(of_main("char t[9]; sprintf(t, \"%d-%s\", 12, \"ab\"); return t[4] != 'b';"), "all");
        // As many bytes are looked at as the call says, and the address behind them is none of those.
        let compared = "struct item { int key; struct item *self; } a = { 1, &a };
            extern int memcmp(const void *, const void *, unsigned long);
            int main(void) { int key = 1; return memcmp(&a.key, &key, SIZE) != 0; }";
        assert_eq!(outcome(&compared.replace("SIZE", "sizeof key")), "all");
        assert_eq!(
            outcome(
                &compared.replace("= 1;", "= 1; struct item b = a;").replace("&key, SIZE", "&b, sizeof b")
            ),
            "free"
        );
    }

    #[test]
    fn every_allocation_fails_once() {
        let nodes = "int *p = malloc(4); if (!p) return 0; int *q = malloc(4); if (!q) { free(p); return 0; }
            *q = *p = 1; free(p); free(q); return 0;";
        assert_eq!(of_main(nodes), "all");
        assert_eq!(of_main(&nodes.replace("{ free(p); return 0; }", "{ p = 0; return 0; }")), "error");
        assert_eq!(of_main("if (__VERIFIER_nondet_bool()) { int *p = 0; *p = 1; } return 0;"), "error");
    }

    #[test]
    fn what_implementations_decide_is_free() {
        let free = [
            "return __VERIFIER_nondet_int();",
            "return rand() == 5;",
            "int x, y; return &x < &y;",
            "int x; return (long)&x % 32 == 0;",
            "int x; return (int)(long)&x;",
            "int *p = malloc(4), *q; free(p); q = malloc(4); int r = p == q; free(q); return r;",
            "int a[2], b[2]; return a + 2 == b;",
            "return \"ab\" == \"ab\";",
            "const int *p = (const int[]){ 1 }, *q = (const int[]){ 1 }; return p == q;",
            "return strcmp(\"a\", \"c\") == -2;",
            "return strcmp(\"a\", \"c\");",
            "return printf(\"x\") == 1;",
            "return *environ == 0;",
            "double zero = 0; zero = zero / zero; return 0;",
            "double third = 1.0 / 3; return third * third > 1;",
            "int n; printf(\"%p%n\", \"x\", &n); return n;",
            "volatile int v = 0; return v;",
            "char t[30]; int x; sprintf(t, \"%lx\", (long)&x); return t[0] == '7';",
            "return strtol(\"0b1\", 0, 0) == 0;",
            "char t[9]; sprintf(t, \"%ls\", L\"a\"); return t[0] == 'a';",
            "int *p = malloc(0); int r = p == 0; free(p); return r;",
            "int x; unsigned char *c = (unsigned char *)&(int *){&x}; return c[0] == 0;",
        ];
        for body in free {
            assert_eq!(of_main(body), "free", "{body}");
        }
        assert_eq!(outcome("int main(int count, char **arguments) { return count > 1; }"), "free");
        assert_eq!(outcome("int main(int count, char **arguments) { return 0; }"), "all");
        let weak = "extern int absent(void) __attribute__((weak));";
        assert_eq!(outcome(&format!("{weak} int main(void) {{ return absent == 0; }}")), "free");
        assert_eq!(
            outcome(&format!("{weak} int (*f)(void) = absent; int main(void) {{ return f == 0; }}")),
            "free"
        );
    }

    #[test]
    fn what_looks_free_is_decided() {
        let decided = [
            "int a[3], *p = a; while (p < a + 3) *p++ = 1; return p == a + 3 ? 0 : 1;",
            "int x, y; return &x == &y;",
            "int r = strcmp(\"a\", \"c\"); return r < 0 ? 0 : 1;",
            "printf(\"%p\", \"x\"); return 0;",
            "double half = 0.5; return half * 3 + 1 != 2.5;",
            "struct s { struct s *n; int k; } a = { 0, 1 }, b = { &a, 2 }, c = b; return c.n->k;",
        ];
        for body in decided {
            assert_eq!(of_main(body), "all", "{body}");
        }
    }
}

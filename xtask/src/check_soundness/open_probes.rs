//! Short files of open code, in which one function calls another, and what executions say of their contracts.

use super::case::counts;
use analyzer::{Input, front_end_here};
use interprocedural::Request;
use interprocedural::open::execute::execute;
use interprocedural::open::known::KnownContracts;
use interprocedural::open::{analyse_with, callees_first, entry};
use ir::Module;
use source::{DataModel, SourceMap};
use symbolic_execution::Options;
use symbolic_heap::HeapRule;

struct OpenProbe {
    name: &'static str,
    text: &'static str,
}

/// Each depends on one rule by which contracts are applied.
const ALL: &[OpenProbe] = &[
    OpenProbe {
        name: "passes one address twice",
        text: "int both(int *a, int *b) { *a = 1; *b = 2; return *a; }
               int f(int *p) { return both(p, p); }",
    },
    OpenProbe {
        name: "passes a number that decides",
        text: "int read(int n, int *p) { if (n > 5) return *p; return 7; }
               int f(int *p, int c) { *p = 3; if (c) return 1; return read(9, p); }",
    },
    OpenProbe {
        name: "calls a function that writes to a table",
        text: "void *memset(void *, int, unsigned long);
               int table[4];
               void set(int byte) { memset(table, byte, sizeof table); }
               int f(void) { table[0] = 5; set(1); return table[0]; }",
    },
];

/// How an execution contradicts a contract that was found with a broken rule.
pub fn notice(rule: HeapRule) -> Option<(&'static str, String)> {
    ALL.iter().find_map(|probe| Some((probe.name, wrong_contract(probe.text, Some(rule))?)))
}

fn wrong_contract(text: &str, broken_rule: Option<HeapRule>) -> Option<String> {
    let module = module(text)?;
    let options = Options {
        allocation_may_fail: false,
        check_overflow: false,
        check_uninitialised: true,
        volatile_may_change: true,
        check_shifts: false,
        split_on_offsets: false,
        allocates_optional_blocks: false,
        keeps_derivation: false,
        broken_rule,
        stop: Default::default(),
    };
    let request = Request { options, counts, check_cleanup: false, hunt_steps: 0, proof_steps: 0 };
    let functions: Vec<_> = entry::bodies(&module).map(|(id, _)| id).collect();
    let mut known = KnownContracts::default();
    for id in callees_first(&module, &functions) {
        let mut open = analyse_with(&module, id, &request, &known);
        known.add(&open);
        if let Some(wrong) = execute(&mut open).wrong.first() {
            return wrong.lines().next().map(str::to_owned);
        }
    }
    None
}

fn module(text: &str) -> Option<Module> {
    let input =
        Input { name: "open.c".to_owned(), text: text.as_bytes().into(), data_model: DataModel::Lp64 };
    let result = front_end_here(&mut SourceMap::new(), &input);
    (!result.has_errors()).then_some(result.module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_agree_with_executions() {
        for probe in ALL {
            assert_eq!(wrong_contract(probe.text, None), None, "{}", probe.name);
        }
    }

    #[test]
    #[cfg(feature = "broken-rules")]
    fn broken_rules_of_calls_are_noticed() {
        let rules = [
            HeapRule::ContractsShareBytes,
            HeapRule::ContractsIgnoreFacts,
            HeapRule::ContractsKeepTouchedBytes,
        ];
        let unnoticed: Vec<HeapRule> = rules.into_iter().filter(|rule| notice(*rule).is_none()).collect();
        assert_eq!(unnoticed, []);
    }
}

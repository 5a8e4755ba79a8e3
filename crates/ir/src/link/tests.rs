use super::{LinkError, link};
use crate::text::{parse, sample::random_module};
use crate::{Invariant, Module, verify};

fn unit(items: &str) -> Module {
    let module = parse(&format!("module LP64\n{items}")).unwrap_or_else(|error| panic!("{error}\n{items}"));
    assert_eq!(verify(&module), Ok(()));
    module
}

/// Links units and gives the text of the result without empty lines and alignment.
fn linked(units: &[&str]) -> String {
    let module = link(units.iter().map(|items| unit(items)).collect()).unwrap();
    assert_eq!(verify(&module), Ok(()));
    let text = module.to_string();
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
}

fn errors(units: &[&str]) -> Vec<String> {
    let errors = link(units.iter().map(|items| unit(items)).collect()).unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn one_unit_stays_as_it_is() {
    for seed in 0..300 {
        let mut module = random_module(seed);
        let mut seen = std::collections::BTreeSet::new();
        module.signatures = (module.signatures.into_iter())
            .map(|mut signature| {
                while !seen.insert(signature.clone()) {
                    signature.fingerprint += 1;
                }
                signature
            })
            .collect();
        assert_eq!(link(vec![module.clone()]), Ok(module));
    }
}

#[test]
fn declarations_find_their_definitions_in_either_order() {
    let caller = "signature s0 () -> i32 #1
        global external @counter size 4 align 4
        function external @next s0
        function external @main s0 () {
        b0: %0: i32 = call @next() s0 %1: i32 = load [@counter] return %1 }";
    let callee = "signature s0 () -> void #0
        signature s1 () -> i32 #1
        global external @counter size 4 align 4 = zero
        function external @next s1 () { b0: store [@counter], 1i32 return 1i32 }";
    assert_eq!(
        linked(&[caller, callee]),
        "signature s0 () -> i32 #1
signature s1 () -> void #0
global external @counter size 4 align 4 = zero
function external @next s0 () {
b0:
store [@counter], 1i32
return 1i32
}
function external @main s0 () {
b0:
%0: i32 = call @next() s0
%1: i32 = load [@counter]
return %1
}"
    );
    let reversed = linked(&[callee, caller]);
    assert!(reversed.contains("function external @next s1 () {\nb0:\nstore [@counter], 1i32"));
    assert!(reversed.contains("%0: i32 = call @next() s1"));
}

#[test]
fn internal_symbols_stay_apart() {
    let unit = "signature s0 () -> void #0
        global internal @state size 4 align 4 = zero
        function internal @helper s0 () { b0: store [@state], 1i32 return }";
    let main = "signature s0 () -> void #0
        function external @helper s0 () { b0: return }
        function internal @helper.2 s0 () { b0: return }";
    assert_eq!(
        linked(&[unit, unit, main]),
        "signature s0 () -> void #0
global internal @state size 4 align 4 = zero
global internal @state.2 size 4 align 4 = zero
function internal @helper.2 s0 () {
b0:
store [@state], 1i32
return
}
function internal @helper.3 s0 () {
b0:
store [@state.2], 1i32
return
}
function external @helper s0 () {
b0:
return
}
function internal @helper.2.2 s0 () {
b0:
return
}"
    );
}

#[test]
fn strong_definitions_replace_weak_ones() {
    let weak = "signature s0 () -> i32 #0 function weak @f s0 () { b0: return 1i32 }";
    let other_weak = "signature s0 () -> i32 #0 function weak @f s0 () { b0: return 2i32 }";
    let strong = "signature s0 () -> i32 #0 function external @f s0 noreturn () { b0: return 3i32 }";
    assert!(linked(&[weak, other_weak]).contains("function weak @f s0 () {\nb0:\nreturn 1i32"));
    for units in [[weak, strong, other_weak], [strong, weak, other_weak], [weak, other_weak, strong]] {
        assert!(linked(&units).contains("function external @f s0 noreturn () {\nb0:\nreturn 3i32"));
    }
    assert_eq!(errors(&[strong, weak, strong]), ["`f` is defined twice"]);
}

#[test]
fn tentative_definitions_are_one() {
    let small = "global external @x size 4 align 4 = zero";
    let large = "global external @x size 16 align 8 = zero";
    let filled = "global external @x size 8 align 4 = { 0: x\"01\" }";
    assert_eq!(linked(&[small, large, small]), "global external @x size 16 align 8 = zero");
    assert_eq!(linked(&[small, filled]), "global external @x size 8 align 4 = { 0: x\"01\" }");
    assert_eq!(linked(&[filled, small]), "global external @x size 8 align 4 = { 0: x\"01\" }");
    assert_eq!(errors(&[filled, small, filled]), ["`x` is defined twice"]);
    let open = "global external @x size 0 align 4";
    assert_eq!(linked(&[open, small]), "global external @x size 4 align 4 = zero");
    assert_eq!(linked(&[open, "global external @x size 8 align 8"]), "global external @x size 8 align 8");
}

#[test]
fn what_does_not_go_together_is_said() {
    let function = "signature s0 () -> void #0 function external @x s0";
    let variable = "global external @x size 4 align 4";
    let per_thread = "global external @x size 4 align 4 thread_local";
    assert_eq!(errors(&[function, variable]), ["`x` is a function in one file and a variable in another"]);
    assert_eq!(errors(&[variable, function]), ["`x` is a function in one file and a variable in another"]);
    assert_eq!(errors(&[variable, per_thread]), ["`x` is thread-local in one file and not in another"]);
    let narrow = parse("module ILP32").unwrap();
    let error = link(vec![unit(""), narrow]).unwrap_err();
    assert_eq!(error[0].to_string(), "one file is compiled for LP64, another one for ILP32");
    assert_eq!(link(Vec::new()), Err(vec![LinkError::NoModules]));
}

#[test]
fn side_tables_and_start_up_functions_follow() {
    let unit = |name: &str| {
        format!(
            "signature s0 () -> void #0
            function internal @start s0 () {{ variable %0 \"{name}\" t1 in register temporary %0 t0
            register %0: i64 b0: return }}
            constructor @start
            type t0 = record \"struct {name}\" size 8 {{ \"next\" at 0: t1 }}
            type t1 = pointer t0"
        )
    };
    let text = linked(&[&unit("a"), &unit("b")]);
    assert!(text.contains("constructor @start\nconstructor @start.2"));
    assert!(text.contains("variable %0 \"b\" t3 in register\ntemporary %0 t2"));
    assert!(
        text.contains("type t2 = record \"struct b\" size 8 { \"next\" at 0: t3 }\ntype t3 = pointer t2")
    );
}

/// Whatever is linked, the result mentions only what exists, and names and signatures are unique.
#[test]
fn random_units_link_or_fail_cleanly() {
    let rules = [
        Invariant::FunctionExists,
        Invariant::GlobalExists,
        Invariant::SignatureExists,
        Invariant::TypeExists,
        Invariant::NamesAreUnique,
        Invariant::SignaturesAreUnique,
    ];
    let mut successes = 0;
    for seed in 0..1000 {
        let mut units = [random_module(seed), random_module(seed + 5000)];
        units[1].data_model = units[0].data_model;
        for unit in &mut units {
            unit.globals.iter_mut().for_each(|(_, global)| global.is_thread_local = false);
        }
        let Ok(module) = link(units.to_vec()) else { continue };
        successes += 1;
        let violations = verify(&module).err().unwrap_or_default();
        assert!(violations.iter().all(|violation| !rules.contains(&violation.invariant)), "seed {seed}");
    }
    assert!(successes > 100, "{successes}");
}

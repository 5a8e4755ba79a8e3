use super::sample::{Random, random_module};
use super::{parse, print_readable};
use crate::{Function, FunctionBuilder, Linkage, Module, TerminatorKind};
use source::{DataModel, SourceMap, Span};

/// The example of the manual.
const LENGTH: &str = r#"module LP64

signature s0 (i64) -> i64 #51d0f8a2

global internal @nil size 8 align 8 = zero                   !3..18

function external @length s0 (%0: i64) !20..90 {
    variable %0 "list" t1 in register parameter              !31..35
b0:
    %1: i64 = copy 0i64                                      !40..45
    goto b1
b1:
    %2: i32 = compare.pointer %0 != 0i64                     !53..57
    branch %2, b2, b3                                        !53..57
b2:
    %0: i64 = load [%0]                                      !70..80
    %1: i64 = add.signed %1, 1i64                            !59..62
    goto b1
b3:
    return %1                                                !82..88
}

type t0 = record "struct list" size 8 { "next" at 0: t1 }
type t1 = pointer t0
"#;

#[test]
fn the_example_prints_as_it_was_written() {
    assert_eq!(parse(LENGTH).unwrap().to_string(), LENGTH);
    assert!(include_str!("../../README.md").contains(LENGTH));
}

#[test]
fn readable_text_has_names_and_places_and_still_parses() {
    let mut sources = SourceMap::new();
    sources.add("list.c", vec![b'\n'; 100]).unwrap();
    let module = parse(LENGTH).unwrap();
    let mut text = String::new();
    print_readable(&module, &sources, &mut text).unwrap();
    let line = format!("{:60} ; list.c:70:1\n", "    %0.list: i64 = load [%0.list]");
    assert!(text.contains(&line), "{text}");
    assert!(text.contains("function external @length s0 (%0.list: i64) { ; list.c:20:1\n"));
    assert_eq!(parse(&text).unwrap(), without_spans(module));
}

fn without_spans(mut module: Module) -> Module {
    module.globals.iter_mut().for_each(|(_, global)| global.span = Span::NONE);
    for (_, function) in module.functions.iter_mut() {
        function.span = Span::NONE;
        let Some(body) = &mut function.body else { continue };
        body.names.variables.values_mut().for_each(|variable| variable.span = Span::NONE);
        for (_, block) in body.blocks.iter_mut() {
            block.instructions.iter_mut().for_each(|instruction| instruction.span = Span::NONE);
            block.terminator.span = Span::NONE;
        }
    }
    module
}

#[test]
fn printing_then_parsing_is_the_identity() {
    let mut sources = SourceMap::new();
    sources.add("a.c", vec![b' '; 1000]).unwrap();
    for seed in 0..3000 {
        let module = random_module(seed);
        let text = module.to_string();
        match parse(&text) {
            Ok(parsed) => assert_eq!(parsed, module, "seed {seed}"),
            Err(error) => panic!("seed {seed}: {error}\n{text}"),
        }
        text_round_trips_without_spans(&module, &sources);
    }
}

fn text_round_trips_without_spans(module: &Module, sources: &SourceMap) {
    let mut text = String::new();
    print_readable(module, sources, &mut text).unwrap();
    assert_eq!(parse(&text).as_ref(), Ok(&without_spans(module.clone())), "{text}");
}

#[test]
fn an_error_has_its_place() {
    let message = |from: &str, to: &str| parse(&LENGTH.replace(from, to)).unwrap_err().to_string();
    assert_eq!(message("goto b1\nb1", "goto b9\nb1"), "11:5: there is no block b9");
    assert_eq!(message("b2:", "b7:"), "15:1: expected `b2`, as numbers are given in order");
    assert_eq!(message("%2: i32", "%0: i32"), "13:5: this register was declared as i64 before");
    assert_eq!(message("return %1", "return %7"), "21:1: register %3 is never declared");
    assert_eq!(message("%1, 1i64", "%1, 1i7"), "17:30: this is not a number followed by a scalar it fits");
    assert_eq!(message("load [", "lode ["), "16:15: there is no such instruction");
    assert_eq!(message("%0: i64 = load", "load"), "16:5: this instruction needs a register for its result");
    assert_eq!(
        message("%0: i64 = load [%0]", "%0: i64 = assume %0"),
        "16:15: this instruction has no result"
    );
    assert_eq!(message("\"list\"", "\"list"), "8:17: this string has no end");
    assert_eq!(
        message("global internal @nil", "global internal @length"),
        "7:19: this name is declared twice"
    );
    assert_eq!(message("t1 in", "t2 in"), "8:24: there is no such type");
    assert_eq!(message("s0 (%0", "s1 (%0"), "7:27: there is no such signature");
    assert_eq!(message("LP64", "LP32"), "1:8: expected ILP32 or LP64, found `LP32`");
    assert_eq!(parse("").unwrap_err().to_string(), "1:1: expected `module`, found the end of the text");
    let huge = message("return %1", "return %4294967295");
    assert_eq!(huge, "20:12: this register number is larger than the whole text");
}

/// Whatever is done to a text, parsing answers.
#[test]
fn damaged_texts_never_panic() {
    let random = &mut Random::new(7);
    let (mut accepted, mut rejected) = (0, 0);
    for seed in 0..300 {
        let original = random_module(seed).to_string().into_bytes();
        for _ in 0..20 {
            let mut bytes = original.clone();
            for _ in 0..1 + random.below(3) {
                let position = random.below(bytes.len());
                match random.below(4) {
                    0 => drop(bytes.remove(position)),
                    1 => bytes[position] = random.one_of(b"0129bst%@\"!:[]{}()., -+=\\x\n;f\xc3"),
                    2 => bytes.truncate(position),
                    _ => bytes.insert(position, random.one_of(b"0%@\"!:{}.,-\\\n")),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            match parse(&String::from_utf8_lossy(&bytes)) {
                Ok(_) => accepted += 1,
                Err(error) => {
                    rejected += 1;
                    assert!(error.line >= 1 && error.column >= 1);
                }
            }
        }
    }
    assert!(accepted > 100 && rejected > 1000, "accepted {accepted}, rejected {rejected}");
}

#[test]
fn deep_nesting_does_not_exhaust_the_stack() {
    for repeated in ["(", "{", "[", "module ", "@", "*", "\"", "f64["] {
        assert!(parse(&format!("module LP64 {}", repeated.repeat(200_000))).is_err());
        let call =
            format!("module LP64 function external @f s0 () {{ b0: call *{}", repeated.repeat(200_000));
        assert!(parse(&call).is_err());
    }
}

#[test]
fn invalid_ids_are_shown_and_do_not_parse() {
    let mut builder = FunctionBuilder::new(crate::Scalar::I64);
    let value = crate::Operand::Function(crate::FunctionId::from_raw(9));
    builder.terminate(TerminatorKind::Return(Some(value)), Span::NONE);
    let mut module = Module::new(DataModel::Lp64);
    module.functions.push(Function {
        name: "f".into(),
        linkage: Linkage::Weak,
        signature: crate::SignatureId::from_raw(0),
        is_noreturn: false,
        promises: crate::Promises::default(),
        body: builder.finish().ok(),
        span: Span::NONE,
    });
    let text = module.to_string();
    assert!(text.contains("return <no function 9>"));
    assert!(parse(&text).is_err());
}

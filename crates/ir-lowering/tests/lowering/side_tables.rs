//! What reports read: names, types and places.

use crate::lower_for;
use ir::debug::{Type, VariablePlace};
use source::DataModel;

const LIST: &str = "
    struct node { struct node *next; int value : 5; struct { char *text; }; };
    int sum(struct node *list) {
        int total = 0;
        struct node copy = *list;
        while (list) { total += list->value; list = list->next; }
        return total + *copy.next->text;
    }
";

#[test]
fn variables_have_names_types_and_places() {
    let (_, module) = lower_for(DataModel::Lp64, LIST);
    let function = &module.functions[module.function_named("sum").expect("it is defined")];
    let body = function.body.as_ref().expect("it has a body");
    let found: Vec<_> = (body.names.variables.values())
        .map(|variable| (variable.name.as_str(), variable.place, variable.is_parameter))
        .collect();
    let expected = [
        ("list", VariablePlace::Register, true),
        ("total", VariablePlace::Register, false),
        ("copy", VariablePlace::Memory, false),
    ];
    assert_eq!(found, expected);
}

#[test]
fn records_may_refer_to_themselves() {
    let (_, module) = lower_for(DataModel::Lp64, LIST);
    let types = &module.types.types;
    let (id, fields) = (types.iter())
        .find_map(|(id, ty)| match ty {
            Type::Record { name, fields, .. } if name == "struct node" => Some((id, fields)),
            _ => None,
        })
        .expect("the record is known");
    assert_eq!(types[fields[0].ty], Type::Pointer(id));
    let described: Vec<_> =
        fields.iter().map(|field| (field.name.as_str(), field.offset, field.bits)).collect();
    assert_eq!(described, [("next", 0, None), ("value", 8, Some((0, 5))), ("", 16, None)]);
}

#[test]
fn temporaries_that_are_pointers_have_their_type() {
    let (_, module) = lower_for(DataModel::Lp64, LIST);
    let function = &module.functions[module.function_named("sum").expect("it is defined")];
    let body = function.body.as_ref().expect("it has a body");
    assert_eq!(body.names.temporaries.len(), 2, "copy.next and its text");
    for ty in body.names.temporaries.values() {
        assert!(matches!(module.types.types[*ty], Type::Pointer(_)));
    }
}

#[test]
fn every_instruction_has_a_place() {
    let (sources, module) = lower_for(DataModel::Lp64, LIST);
    for (_, function) in module.functions.iter() {
        for (_, block) in function.body.iter().flat_map(|body| body.blocks.iter()) {
            let spans = block.instructions.iter().map(|instruction| instruction.span);
            for span in spans.chain([block.terminator.span]) {
                assert!(sources.place(span).is_some());
            }
        }
    }
}

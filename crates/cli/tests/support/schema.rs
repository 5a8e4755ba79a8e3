//! Checks JSON against a schema: the part of JSON Schema that the schemas of this repository use.

use serde_json::Value;

/// What does not fit, with its path. A word of the schema that is not known here is a mistake, too.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "$", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let Some(words) = schema.as_object() else {
        found.push(format!("{path}: the schema is no object"));
        return;
    };
    for (word, argument) in words {
        match word.as_str() {
            "$ref" => {
                let pointer = argument.as_str().and_then(|text| text.strip_prefix('#')).unwrap_or_default();
                match root.pointer(pointer) {
                    Some(target) => check(root, target, value, path, found),
                    None => found.push(format!("{path}: the schema has no {pointer}")),
                }
            }
            "type" => {
                let types: Vec<&Value> =
                    argument.as_array().map_or(vec![argument], |list| list.iter().collect());
                if !types.iter().any(|name| name.as_str().is_some_and(|name| is_of(name, value))) {
                    found.push(format!("{path}: not of type {argument}"));
                }
            }
            "const" if value != argument => found.push(format!("{path}: not {argument}")),
            "enum" if !argument.as_array().is_some_and(|list| list.contains(value)) => {
                found.push(format!("{path}: {value} is none of {argument}"));
            }
            "required" if value.is_object() => {
                let names = argument.as_array().into_iter().flatten().filter_map(Value::as_str);
                let missing = names.filter(|name| value.get(name).is_none());
                found.extend(missing.map(|name| format!("{path}: `{name}` is missing")));
            }
            "properties" => {
                for (name, item) in value.as_object().into_iter().flatten() {
                    match argument.get(name) {
                        Some(schema) => check(root, schema, item, &format!("{path}.{name}"), found),
                        None => match words.get("additionalProperties") {
                            Some(Value::Bool(false)) => {
                                found.push(format!("{path}: `{name}` is not expected"));
                            }
                            Some(schema @ Value::Object(_)) => {
                                check(root, schema, item, &format!("{path}.{name}"), found);
                            }
                            _ => {}
                        },
                    }
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, argument, item, &format!("{path}[{index}]"), found);
                }
            }
            "anyOf" | "oneOf" => {
                let fits = argument.as_array().into_iter().flatten().filter(|one| {
                    let mut mistakes = Vec::new();
                    check(root, one, value, path, &mut mistakes);
                    mistakes.is_empty()
                });
                let count = fits.count();
                if count == 0 || (word == "oneOf" && count > 1) {
                    found.push(format!("{path}: {count} of the alternatives fit"));
                }
            }
            "minItems" if value.as_array().is_some_and(|list| (list.len() as u64) < bound(argument)) => {
                found.push(format!("{path}: fewer than {argument} items"));
            }
            "uniqueItems" if argument == &Value::Bool(true) => {
                let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
                if list.iter().enumerate().any(|(index, item)| list[..index].contains(item)) {
                    found.push(format!("{path}: an item is there twice"));
                }
            }
            "minimum"
                if value.as_f64().zip(argument.as_f64()).is_some_and(|(value, least)| value < least) =>
            {
                found.push(format!("{path}: {value} is less than {argument}"));
            }
            "maximum" if value.as_f64().zip(argument.as_f64()).is_some_and(|(value, most)| value > most) => {
                found.push(format!("{path}: {value} is more than {argument}"));
            }
            // Texts are not looked at: neither their form nor their patterns.
            "format" | "pattern" | "default" | "definitions" | "$id" | "minItems" | "uniqueItems"
            | "minimum" | "maximum" => {}
            "const"
            | "enum"
            | "required"
            | "additionalProperties"
            | "$defs"
            | "$schema"
            | "title"
            | "description" => {}
            other => found.push(format!("{path}: the schema says `{other}`, which is not known here")),
        }
    }
}

fn bound(argument: &Value) -> u64 {
    argument.as_u64().unwrap_or(0)
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}

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
                        None if words.get("additionalProperties") == Some(&Value::Bool(false)) => {
                            found.push(format!("{path}: `{name}` is not expected"));
                        }
                        None => {}
                    }
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, argument, item, &format!("{path}[{index}]"), found);
                }
            }
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

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}

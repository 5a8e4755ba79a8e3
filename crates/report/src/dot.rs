//! Pictures of memory for Graphviz: one cluster for each.

use crate::drawing::Captioned;
use findings::picture::{BlockState, Content, Picture};
use std::fmt::Write as _;

/// All pictures as one graph.
pub fn dot_document(parts: &[Captioned]) -> String {
    let mut text =
        String::from("digraph besom {\n  rankdir = LR;\n  node [shape = record, fontname = monospace];\n");
    let mut heading = "";
    for (number, part) in parts.iter().enumerate() {
        if part.is_heading {
            heading = &part.caption;
        }
        let Some(picture) = &part.picture else { continue };
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "  subgraph cluster_{number} {{\n    label = {};\n",
            quoted(&format!("{heading}: {}", part.caption))
        );
        cluster(&mut text, number, picture);
        text.push_str("  }\n");
    }
    text.push_str("}\n");
    text
}

fn cluster(text: &mut String, number: usize, picture: &Picture) {
    let variables: Vec<(&str, &Content)> =
        picture.variables.iter().map(|variable| (variable.name.as_str(), &variable.content)).collect();
    let from = format!("p{number}_variables");
    node(text, &from, &format!("{}()", picture.function), &variables, "style = dashed");
    arrows(text, number, &from, &variables, picture.blocks.len());
    for (index, block) in picture.blocks.iter().enumerate() {
        let cells: Vec<(&str, &Content)> =
            block.cells.iter().map(|cell| (cell.name.as_str(), &cell.content)).collect();
        let style = match (block.state, block.is_chain) {
            (BlockState::Dead, _) => "color = red, style = dotted",
            (BlockState::Alive, true) => "peripheries = 2",
            (BlockState::Alive, false) => "style = solid",
        };
        let from = format!("p{number}_{index}");
        node(text, &from, &block.title, &cells, style);
        arrows(text, number, &from, &cells, picture.blocks.len());
    }
}

fn node(text: &mut String, name: &str, title: &str, cells: &[(&str, &Content)], style: &str) {
    let rows = cells.iter().enumerate().map(|(index, (name, content))| {
        let value = match content {
            Content::Text(value) => value.clone(),
            Content::Pointer { offset: 0, .. } => String::new(),
            Content::Pointer { offset, .. } => format!("+{offset}"),
            Content::Null => "null".to_owned(),
            Content::Undefined => "?".to_owned(),
        };
        format!("<c{index}> {}", escaped(format!("{name}  {value}").trim_end()))
    });
    let label: Vec<String> = std::iter::once(format!("<t> {}", escaped(title))).chain(rows).collect();
    let _ = writeln!(text, "    {name} [label = \"{}\", {style}];", label.join(" | "));
}

fn arrows(text: &mut String, number: usize, from: &str, cells: &[(&str, &Content)], blocks: usize) {
    for (index, (_, content)) in cells.iter().enumerate() {
        if let Content::Pointer { block, .. } = content
            && *block < blocks
        {
            let _ = writeln!(text, "    {from}:c{index} -> p{number}_{block}:t;");
        }
    }
}

/// Text in a record: braces, bars and angle brackets have a meaning there.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for letter in text.chars() {
        if "\\\"{}|<>".contains(letter) {
            result.push('\\');
        }
        result.push(letter);
    }
    result
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::picture::Variable;

    #[test]
    fn what_has_a_meaning_for_graphviz_is_escaped() {
        let variables = vec![Variable { name: "a->b".to_owned(), content: Content::Null }];
        let picture = Picture { function: "f".to_owned(), variables, blocks: Vec::new() };
        let part = Captioned { caption: "\"x\"".to_owned(), is_heading: false, picture: Some(picture) };
        let text = dot_document(&[part]);
        assert!(text.contains("label = \": \\\"x\\\"\"") && text.contains("a-\\>b  null"), "{text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}

//! Pictures of memory as SVG: variables on the left, blocks in columns by how many arrows away they are.
//!
//! Blocks with cells in columns need no general layout of graphs: a list becomes a row, a tree fans out,
//! and an arrow back is an arc. So the picture of the next step looks like that of the last one.

use crate::formats::xml;
use findings::picture::{Block, BlockState, Content, Picture};
use std::fmt::Write as _;

const ROW: usize = 20;
const LETTER: usize = 7;
const GAP_X: usize = 56;
const GAP_Y: usize = 18;
const MARGIN: usize = 12;

/// A box of the picture: the variables, or a block.
struct Shape {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    column: usize,
}

/// The picture as an SVG element. Colours come from the classes; `title` tells those who cannot see it.
pub fn svg(picture: &Picture) -> String {
    sized(picture).0
}

/// The same, with its width and height.
fn sized(picture: &Picture) -> (String, usize, usize) {
    let columns = columns(picture);
    let variables: Vec<(String, String)> =
        picture.variables.iter().map(|variable| (variable.name.clone(), shown(&variable.content))).collect();
    let mut shapes = vec![Shape {
        x: MARGIN,
        y: MARGIN,
        width: width(&format!("{}()", picture.function), &variables),
        height: (variables.len() + 1) * ROW,
        column: 0,
    }];
    for (block, &column) in picture.blocks.iter().zip(&columns) {
        let rows = rows(block);
        let height = (rows.len() + 1 + usize::from(block.hidden > 0)) * ROW;
        shapes.push(Shape { x: 0, y: 0, width: width(&block.title, &rows), height, column: column + 1 });
    }
    place(&mut shapes);
    let right = shapes.iter().map(|shape| shape.x + shape.width).max().unwrap_or(0) + GAP_X;
    let bottom = shapes.iter().map(|shape| shape.y + shape.height).max().unwrap_or(0) + 2 * MARGIN;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"memory\" role=\"img\" viewBox=\"0 0 {right} {bottom}\" \
         width=\"{right}\" height=\"{bottom}\"><title>{}</title>",
        xml(&described(picture))
    );
    draw(&mut text, &shapes[0], &format!("{}()", picture.function), &variables, "frame", 0);
    for (block, shape) in picture.blocks.iter().zip(&shapes[1..]) {
        if block.is_chain {
            behind(&mut text, shape);
        }
        let class = match (block.state, block.is_concerned) {
            (BlockState::Alive, false) => "block",
            (BlockState::Alive, true) => "block concerned",
            (BlockState::Dead, false) => "block dead",
            (BlockState::Dead, true) => "block dead concerned",
        };
        draw(&mut text, shape, &block.title, &rows(block), class, block.hidden);
        if block.state == BlockState::Dead {
            let (right, bottom) = (shape.x + shape.width, shape.y + shape.height);
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "<path class=\"cross\" d=\"M{} {}L{right} {bottom}M{right} {}L{} {bottom}\"/>",
                shape.x, shape.y, shape.y, shape.x
            );
        }
    }
    let from_variables = picture.variables.iter().map(|variable| &variable.content).enumerate();
    for (row, content) in from_variables {
        arrow(&mut text, &shapes, 0, row, content);
    }
    for (index, block) in picture.blocks.iter().enumerate() {
        for (row, cell) in block.cells.iter().enumerate() {
            arrow(&mut text, &shapes, index + 1, row, &cell.content);
        }
    }
    text.push_str("</svg>");
    (text, right, bottom)
}

/// Further boxes behind the one of a chain: there may be more of them.
fn behind(text: &mut String, shape: &Shape) {
    for distance in [8, 4] {
        let (x, y) = (shape.x + distance, shape.y + distance);
        let _ = write!(
            text,
            "<g class=\"block behind\"><rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"4\"/></g>",
            shape.width, shape.height
        );
    }
}

fn rows(block: &Block) -> Vec<(String, String)> {
    block.cells.iter().map(|cell| (cell.name.clone(), shown(&cell.content))).collect()
}

fn shown(content: &Content) -> String {
    match content {
        Content::Text(text) => text.clone(),
        Content::Pointer { offset: 0, .. } => "•".to_owned(),
        Content::Pointer { offset, .. } => format!("• +{offset}"),
        Content::Null => "null".to_owned(),
        Content::Undefined => "?".to_owned(),
    }
}

fn width(title: &str, rows: &[(String, String)]) -> usize {
    let longest = rows.iter().map(|(name, value)| name.chars().count() + value.chars().count() + 3);
    longest.chain([title.chars().count()]).max().unwrap_or(0) * LETTER + 2 * MARGIN
}

/// Colours for a picture that stands alone; in a page they come from the page.
const STYLE: &str = "text { font: 12px monospace; fill: #1c1e21; } .heading { font: bold 14px sans-serif; } \
    .caption, .title { fill: #6a7078; } rect { fill: #f6f7f9; stroke: #b8bec6; } line { stroke: #d5d9de; } \
    .frame rect { fill: none; stroke-dasharray: 4 3; } .concerned rect { stroke: #b3261e; stroke-width: 2; } \
    .dead { opacity: .6; } .cross { stroke: #b3261e; stroke-width: 1.5; fill: none; } \
    .arrow { stroke: #1e5fa8; fill: none; stroke-width: 1.4; } .head { fill: #1e5fa8; }";

/// A picture with a heading or a caption above it.
pub struct Captioned {
    pub caption: String,
    pub is_heading: bool,
    pub picture: Option<Picture>,
}

/// Pictures below each other, as one file.
pub fn svg_document(parts: &[Captioned]) -> String {
    let (mut y, mut widest) = (MARGIN, 0);
    let mut body = String::new();
    for part in parts {
        let class = if part.is_heading { "heading" } else { "caption" };
        y += ROW;
        let _ =
            write!(body, "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", xml(&part.caption));
        widest = widest.max(part.caption.chars().count() * (LETTER + 1) + 2 * MARGIN);
        if let Some(picture) = &part.picture {
            let (text, width, height) = sized(picture);
            y += MARGIN / 2;
            body.push_str(&text.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1));
            y += height;
            widest = widest.max(width);
        }
    }
    y += MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {widest} {y}\" width=\"{widest}\" height=\"{y}\">\
         <style>{STYLE}</style><rect x=\"0\" y=\"0\" width=\"{widest}\" height=\"{y}\" style=\"fill: #fff; stroke: none\"/>{body}</svg>\n"
    )
}

/// How many arrows a block is away from the variables; those that nothing leads to come first.
fn columns(picture: &Picture) -> Vec<usize> {
    let mut columns: Vec<Option<usize>> = vec![None; picture.blocks.len()];
    let mut queue: Vec<usize> = Vec::new();
    let visit =
        |content: &Content, column: usize, columns: &mut Vec<Option<usize>>, queue: &mut Vec<usize>| {
            if let Content::Pointer { block, .. } = content
                && columns.get(*block) == Some(&None)
            {
                columns[*block] = Some(column);
                queue.push(*block);
            }
        };
    for variable in &picture.variables {
        visit(&variable.content, 0, &mut columns, &mut queue);
    }
    let mut next = 0;
    while let Some(&index) = queue.get(next) {
        next += 1;
        let column = columns[index].unwrap_or(0) + 1;
        for cell in &picture.blocks[index].cells {
            visit(&cell.content, column, &mut columns, &mut queue);
        }
    }
    columns.into_iter().map(|column| column.unwrap_or(0)).collect()
}

fn place(shapes: &mut [Shape]) {
    let last = shapes.iter().map(|shape| shape.column).max().unwrap_or(0);
    let mut x = MARGIN;
    for column in 0..=last {
        let mut y = MARGIN;
        let mut widest = 0;
        for shape in shapes.iter_mut().filter(|shape| shape.column == column) {
            (shape.x, shape.y) = (x, y);
            y += shape.height + GAP_Y;
            widest = widest.max(shape.width);
        }
        x += widest + GAP_X;
    }
}

fn draw(
    text: &mut String,
    shape: &Shape,
    title: &str,
    rows: &[(String, String)],
    class: &str,
    hidden: usize,
) {
    let Shape { x, y, width, height, .. } = shape;
    let _ = write!(
        text,
        "<g class=\"{class}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>\
         <text class=\"title\" x=\"{}\" y=\"{}\">{}</text>",
        x + 8,
        y + 14,
        xml(title)
    );
    for (index, (name, value)) in rows.iter().enumerate() {
        let top = y + (index + 1) * ROW;
        let _ = write!(
            text,
            "<line x1=\"{x}\" y1=\"{top}\" x2=\"{}\" y2=\"{top}\"/><text x=\"{}\" y=\"{}\">{}</text>\
             <text class=\"value\" text-anchor=\"end\" x=\"{}\" y=\"{}\">{}</text>",
            x + width,
            x + 8,
            top + 14,
            xml(name),
            x + width - 8,
            top + 14,
            xml(value)
        );
    }
    if hidden > 0 {
        let top = y + (rows.len() + 1) * ROW;
        let _ = write!(text, "<text x=\"{}\" y=\"{}\">… {hidden} more</text>", x + 8, top + 14);
    }
    text.push_str("</g>");
}

fn arrow(text: &mut String, shapes: &[Shape], from: usize, row: usize, content: &Content) {
    let &Content::Pointer { block, .. } = content else { return };
    let (Some(source), Some(target)) = (shapes.get(from), shapes.get(block + 1)) else { return };
    let start = (source.x + source.width - 6, source.y + (row + 1) * ROW + ROW / 2);
    let end_y = target.y + ROW / 2;
    let (path, head) = if target.column > source.column {
        let middle = GAP_X / 2;
        let path = format!(
            "M{} {}C{} {} {} {end_y} {} {end_y}",
            start.0,
            start.1,
            start.0 + middle,
            start.1,
            target.x.saturating_sub(middle),
            target.x
        );
        (path, format!("M{0} {end_y}l-8 -4v8z", target.x))
    } else {
        // Back, or within a column: around the right side.
        let side = target.x + target.width;
        let far = start.0.max(side) + GAP_X / 2;
        let path = format!("M{} {}C{far} {} {far} {end_y} {side} {end_y}", start.0, start.1, start.1);
        (path, format!("M{side} {end_y}l8 -4v8z"))
    };
    let _ = write!(text, "<path class=\"arrow\" d=\"{path}\"/><path class=\"head\" d=\"{head}\"/>");
}

/// The picture in words.
fn described(picture: &Picture) -> String {
    let variables = picture.variables.iter().map(|variable| {
        let value = match &variable.content {
            Content::Pointer { block, .. } => {
                let title = picture.blocks.get(*block).map_or("a block", |block| &block.title);
                format!("points to {title}")
            }
            other => shown(other),
        };
        format!("{}: {value}", variable.name)
    });
    let freed = picture.blocks.iter().filter(|block| block.state == BlockState::Dead).count();
    let mut words: Vec<String> = variables.collect();
    words.push(format!("{} blocks, {freed} of them freed", picture.blocks.len()));
    words.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::picture::{Cell, Variable};

    fn node(next: Content, state: BlockState) -> Block {
        let cells = vec![Cell { name: "next".to_owned(), content: next }];
        Block {
            title: "heap block, 16 bytes".to_owned(),
            state,
            is_concerned: false,
            is_chain: false,
            cells,
            hidden: 0,
        }
    }

    #[test]
    fn a_list_becomes_a_row_and_freed_blocks_are_crossed_out() {
        let picture = Picture {
            function: "main".to_owned(),
            variables: vec![Variable {
                name: "list".to_owned(),
                content: Content::Pointer { block: 0, offset: 0 },
            }],
            blocks: vec![
                node(Content::Pointer { block: 1, offset: 0 }, BlockState::Alive),
                node(Content::Null, BlockState::Dead),
            ],
        };
        assert_eq!(columns(&picture), [0, 1]);
        let text = svg(&picture);
        assert_eq!(text.matches("class=\"arrow\"").count(), 2);
        assert_eq!(text.matches("class=\"cross\"").count(), 1);
        assert!(text.contains("2 blocks, 1 of them freed"));
    }

    #[test]
    fn arrows_back_and_to_nowhere_are_harmless() {
        let picture = Picture {
            function: "f".to_owned(),
            variables: Vec::new(),
            blocks: vec![
                node(Content::Pointer { block: 0, offset: 8 }, BlockState::Alive),
                node(Content::Pointer { block: 7, offset: 0 }, BlockState::Alive),
            ],
        };
        assert_eq!(svg(&picture).matches("class=\"arrow\"").count(), 1);
    }
}

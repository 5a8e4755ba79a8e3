//! The shapes of nodes as text.

use super::braces;
use crate::block::Region;
use crate::numbers::Numbers;
use crate::order::{Kinds, Order};
use crate::shape::{
    Encoding, FieldContent, Measure, OwnedHeap, OwnedList, RelativeAddress, Shape, ShapeField, Sibling,
    TAIL_END, Tail,
};
use std::fmt::Write as _;

pub(super) fn shape(shape: &Shape) -> String {
    let (size, entry, link) = (shape.node_size, shape.entry, shape.link);
    let place = match shape.region {
        Region::Alloca(depth) => format!(" in alloca({depth})"),
        _ => String::new(),
    };
    let mut text = format!("node {size}{}{place} entry {entry} link {link}", tail(shape.tail));
    if let Some(back) = shape.back {
        let _ = write!(text, " back {back}");
        if shape.back_entry != shape.entry {
            let _ = write!(text, " to {}", shape.back_entry);
        }
    }
    let _ = write!(text, " word {}", shape.link_bytes);
    if shape.parameters != 0 {
        let _ = write!(text, " shared {}", shape.parameters);
    }
    let bodies: Vec<String> = shape.bodies.iter().map(|body| fields(&body.fields)).collect();
    format!("{text} {}", bodies.join(" | "))
}

/// Which bodies, by their numbers, come first, last, and after each.
pub(super) fn order(order: &Order) -> String {
    let set = |kinds: Kinds| braces(&kinds.iter().map(|kind| kind.to_string()).collect::<Vec<_>>());
    let follows: Vec<String> = order.follows.iter().map(|&kinds| set(kinds)).collect();
    format!("{} to {} by {}", set(order.firsts), set(order.lasts), follows.join(" "))
}

pub(super) fn fields(fields: &[ShapeField]) -> String {
    let entries: Vec<String> = fields
        .iter()
        .map(|field| {
            let end = if field.end == TAIL_END { "end".into() } else { field.end.to_string() };
            format!("{}..{end}: {}", field.start, field_content(&field.content))
        })
        .collect();
    braces(&entries)
}

/// An element of an array: a word, or fields.
pub(super) fn element(kind: &[ShapeField]) -> String {
    match kind {
        [ShapeField { start: 0, content, .. }] => field_content(content),
        several => fields(several),
    }
}

pub(super) fn field_content(content: &FieldContent) -> String {
    match content {
        FieldContent::Uninitialised => "uninit".into(),
        FieldContent::Fill(byte) => format!("fill {byte}"),
        FieldContent::Anything => "any".into(),
        FieldContent::Text => "text".into(),
        FieldContent::Within(numbers) => within(numbers),
        FieldContent::Shared(index) => format!("shared {index}"),
        FieldContent::Partly { index, undefined } => format!("shared {index} ? {undefined:#x}"),
        FieldContent::Counting { index, step } => format!("counting to {index} by {step}"),
        FieldContent::Own(distance) => format!("own {distance}"),
        FieldContent::Like(sibling) => like(*sibling),
        FieldContent::Link(Encoding { tag, is_relative: false }) => format!("link {tag}"),
        FieldContent::Link(Encoding { tag, is_relative: true }) => format!("relative {tag}"),
        FieldContent::Owned(heap) => format!("owns {}", owned_heap(heap)),
    }
}

pub(super) fn within(numbers: &Numbers) -> String {
    let mut text = format!("within {} to {}", numbers.low(), numbers.high());
    if !numbers.exceptions().is_empty() {
        let exceptions: Vec<String> = numbers.exceptions().iter().map(i128::to_string).collect();
        let _ = write!(text, " except {}", braces(&exceptions));
    }
    text
}

pub(super) fn owned_heap(heap: &OwnedHeap) -> String {
    match heap {
        OwnedHeap::Block { size, tail: own, entry, fields: inner, parameters, is_optional, .. } => {
            let optional = if *is_optional { "optional " } else { "" };
            format!(
                "{optional}block {size}{} entry {entry}{} {}",
                tail(*own),
                with(parameters),
                fields(inner)
            )
        }
        OwnedHeap::Ended { size, entry } => format!("ended {size} entry {entry}"),
        OwnedHeap::List(list) => owned_list(list),
    }
}

/// How long the tail of a block is, as in ` and 4 times signed 8..12 plus 1`.
pub(super) fn tail(tail: Tail) -> String {
    let Measure { is_owners, field, bytes, is_signed, factor, plus } = match tail {
        Tail::Empty => return String::new(),
        Tail::Open => return " and more".into(),
        Tail::Text => return " and text".into(),
        Tail::Shared => return " and rows".into(),
        Tail::Told(measure) => measure,
    };
    let holder = if is_owners { " of owner" } else { "" };
    let reading = if is_signed { "signed" } else { "unsigned" };
    let end = field.saturating_add(bytes);
    format!(" and {factor} times {reading} {field}..{end}{holder} plus {plus}")
}

pub(super) fn owned_list(list: &OwnedList) -> String {
    let mut text = format!("list >= {}", list.minimum);
    if list.next != RelativeAddress::Null {
        let _ = write!(text, " to {}", relative_address(list.next));
    }
    if list.previous != RelativeAddress::Null {
        let _ = write!(text, " from {}", relative_address(list.previous));
    }
    if let Some(last) = list.last {
        let _ = write!(text, " last {last}");
    }
    format!("{text}{} {}", with(&list.parameters), shape(&list.shape))
}

pub(super) fn with(parameters: &[RelativeAddress]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let parameters: Vec<String> = parameters.iter().map(|&parameter| relative_address(parameter)).collect();
    format!(" with ({})", parameters.join(", "))
}

pub(super) fn relative_address(address: RelativeAddress) -> String {
    match address {
        RelativeAddress::Null => "null".into(),
        RelativeAddress::Own(distance) => format!("own {distance}"),
        RelativeAddress::Like(sibling) => like(sibling),
    }
}

pub(super) fn like(Sibling { field, plus }: Sibling) -> String {
    if plus == 0 { format!("like {field}") } else { format!("like {field} plus {plus}") }
}

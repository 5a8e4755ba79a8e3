//! Lines of contracts, read back from their text.

use super::{Assertion, BlockAssertion, CellAssertion, ListAssertion, Storage, TreeAssertion};

impl Assertion {
    /// The assertion that is printed so. What the text does not have stays open: whether a field is a pointer, and the size
    /// of a type.
    pub fn parse(text: &str) -> Option<Assertion> {
        if let Some(address) = text.strip_prefix("freed ") {
            let (address, is_list) = match address.strip_suffix(", all nodes") {
                Some(address) => (address, true),
                None => (address, false),
            };
            return Some(Assertion::Freed { address: address.to_owned(), is_list });
        }
        // A parameter may be called so, too.
        let is_list = |rest: &&str| rest.contains(": at least ") || rest.contains(": exactly ");
        if let Some(rest) = text.strip_prefix("list ").filter(is_list) {
            return list(rest).map(Assertion::List);
        }
        let is_tree = |rest: &&str| rest.contains(": at least ") && rest.contains(" linked by ");
        if let Some(rest) = text.strip_prefix("tree ").filter(is_tree) {
            return tree(rest).map(Assertion::Tree);
        }
        if let Some((address, rest)) = text.split_once(" -> ") {
            return block(address, rest).map(Assertion::Block);
        }
        match equation(text) {
            Some((left, right)) => Some(Assertion::Equal { left: left.to_owned(), right: right.to_owned() }),
            None => Some(Assertion::Fact { fact: text.to_owned() }),
        }
    }
}

/// The sides of an equation, if the text is nothing else.
fn equation(text: &str) -> Option<(&str, &str)> {
    let is_more = ["||", "&&", "[", "!=", "<"].iter().any(|other| text.contains(other));
    if is_more { None } else { text.split_once(" = ") }
}

fn block(address: &str, rest: &str) -> Option<BlockAssertion> {
    let (mut what, cells) = split_braces(rest)?;
    let mut storage = Storage::Any;
    for other in [Storage::Heap, Storage::Kept, Storage::Local, Storage::Constant] {
        if let Some(rest) = what.strip_prefix(other.word()) {
            (what, storage) = (rest, other);
        }
    }
    let (what, length) = match what.strip_suffix(" bytes]") {
        Some(what) => {
            let open = opening(what)?;
            (&what[..open], Some(what[open + 1..].to_owned()))
        }
        None => (what, None),
    };
    if what.matches('[').count() != what.matches(']').count() {
        return None;
    }
    let bytes = what.strip_prefix("block[").and_then(|bytes| bytes.strip_suffix(']')?.parse().ok());
    let ty = (what != "block" && bytes.is_none()).then(|| what.to_owned());
    Some(BlockAssertion { address: address.to_owned(), storage, ty, bytes, length, cells: braced(cells)? })
}

/// Where the bracket is that is closed behind the end of a text.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, letter) in text.char_indices().rev() {
        match letter {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(index),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The text before the last pair of braces, and what is in them.
fn split_braces(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_suffix('}')?;
    let (before, inside) = text.rsplit_once('{')?;
    Some((before.trim_end(), inside.trim()))
}

/// Cells that are separated by commas outside of parentheses.
fn braced(text: &str) -> Option<Vec<CellAssertion>> {
    let mut cells = Vec::new();
    let mut depth = 0i32;
    let mut begin = 0;
    for (index, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 && !text[index..].starts_with(", without") => {
                cells.push(cell(&text[begin..index])?);
                begin = index + 1;
            }
            _ => {}
        }
    }
    if !text[begin..].trim().is_empty() {
        cells.push(cell(&text[begin..])?);
    }
    Some(cells)
}

fn cell(text: &str) -> Option<CellAssertion> {
    // Names like `*(p + 0):4` have a colon, but no blank behind it.
    let (field, content) = text.trim().split_once(": ")?;
    Some(CellAssertion { field: field.to_owned(), content: content.to_owned(), is_pointer: false })
}

fn list(rest: &str) -> Option<ListAssertion> {
    let (ends, is_exact, rest) = match (rest.split_once(": at least "), rest.split_once(": exactly ")) {
        (Some((ends, rest)), None) => (ends, false, rest),
        (None, Some((ends, rest))) => (ends, true, rest),
        _ => return None,
    };
    let (ends, backwards) = match ends.split_once(" and back from ") {
        Some((ends, back)) => {
            let (last, previous) = back.split_once(" to ")?;
            (ends, Some((last.to_owned(), previous.to_owned())))
        }
        None => (ends, None),
    };
    let (first, next) = ends.split_once(" -> ")?;
    let (number, rest) = rest.split_once(" heap ")?;
    let (minimum, count) = match is_exact {
        true => (0, Some(number.to_owned())),
        false => (number.parse().ok()?, None),
    };
    let (node, rest) = rest.split_once(" linked by ")?;
    let (node, entry) = match node.rsplit_once(" at ") {
        Some((node, entry)) => (node, entry.parse().ok()?),
        None => (node, 0),
    };
    let (rest, order) = match rest.split_once(" in order (") {
        Some((rest, order)) => (rest, Some(order.strip_suffix(')')?.to_owned())),
        None => (rest, None),
    };
    let (links, bodies) = match rest.split_once(" {") {
        Some((links, bodies)) => (links, bodies.strip_suffix('}')?),
        None => (rest, ""),
    };
    let (link, back_link) = match links.split_once(", back by ") {
        Some((link, back)) => (link, Some(back.to_owned())),
        None => (links, None),
    };
    let bodies = bodies.split("} | {").map(|body| braced(body.trim())).collect::<Option<Vec<_>>>()?;
    Some(ListAssertion {
        first: first.to_owned(),
        next: next.to_owned(),
        backwards,
        minimum,
        count,
        node: node.to_owned(),
        entry,
        link: link.to_owned(),
        back_link,
        bodies,
        order,
    })
}

/// The words of `a and b`, behind what comes before them.
fn listed(text: &str) -> Vec<String> {
    text.split(" and ").map(str::to_owned).collect()
}

fn tree(rest: &str) -> Option<TreeAssertion> {
    let below = |text: &str| match text.split_once(" below ") {
        Some((address, above)) => (address.to_owned(), listed(above)),
        None => (text.to_owned(), Vec::new()),
    };
    let (ends, rest) = rest.split_once(": at least ")?;
    let (root, hole) = match ends.split_once(" without ") {
        Some((root, hole)) => (root, Some(below(hole))),
        None => (ends, None),
    };
    let (root, above) = below(root);
    let (hole, above_hole) = hole.unzip();
    let (minimum, rest) = rest.split_once(" heap ")?;
    let (node, rest) = rest.split_once(" linked by ")?;
    let (node, entry) = match node.rsplit_once(" at ") {
        Some((node, entry)) => (node, entry.parse().ok()?),
        None => (node, 0),
    };
    let (links, body) = match rest.split_once(" {") {
        Some((links, body)) => (links, body.strip_suffix('}')?),
        None => (rest, ""),
    };
    let (links, links_up) = match links.split_once(", up by ") {
        Some((links, up)) => (links, listed(up)),
        None => (links, Vec::new()),
    };
    Some(TreeAssertion {
        root,
        above,
        hole,
        above_hole: above_hole.unwrap_or_default(),
        minimum: minimum.parse().ok()?,
        node: node.to_owned(),
        entry,
        links: listed(links),
        links_up,
        body: braced(body.trim())?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_printed_the_same_way() {
        for text in [
            "freed l",
            "list -> struct node * { *: *list }",
            "list = 0",
            "freed l->next, all nodes",
            "result = (signed char)x",
            "b->len < size(b->p)",
            "(a <= 0 || b = 1)",
            "b -> struct buf { p: b->p, len: b->len + 1, cap: b->cap }",
            "b->p -> heap char[size(b->p) bytes] { b->len..b->len + 1: c }",
            "malloc#1 -> heap block[2*b->len bytes] {}",
            "malloc#1 -> heap block[16] { 0..1: c, 8..16: _ }",
            "&t -> int [256] { 0..4*(unsigned char)c: _, *: m#1 }",
            "list l -> 0: at least 0 heap struct n linked by next { v: _ }",
            "list l -> 0: at least 1 heap struct n linked by next { v: 0 } | { v: _ } in order (first 1; after 1: 2; after 2: none; last 1 or 2)",
            "tree t: at least 0 heap struct t linked by left and right",
            "tree = 0",
            "tree t->root below p without x below y: at least 1 heap block[32] at 8 linked by 0..8 and 8..16, up by 16..24 { 24..32: _ }",
            "list l -> 0: exactly n + 1 heap struct n linked by next",
            "list a -> b and back from c to d: at least 1 heap block[24] at 8 linked by next, back by prev { v: 1 to 3 } | {}",
        ] {
            let read = Assertion::parse(text).unwrap_or_else(|| panic!("{text} is not read"));
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn what_is_cut_off_is_not_read() {
        for text in ["list l -> 0: at least 1 heap x", "b -> struct buf { p", "b -> char[3 bytes {}"] {
            assert!(Assertion::parse(text).is_none(), "{text}");
        }
    }
}

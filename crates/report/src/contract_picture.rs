//! Contracts as pictures: memory before the call, and after it in each way in which it may end.

use crate::drawing::Captioned;
use findings::formula::{Assertion, Formula};
use findings::picture::{Block, BlockState, Cell, Content, Picture, Variable};
use findings::{Contract, FunctionResult};

/// The pictures of one contract.
pub struct ContractPictures {
    /// `None` if nothing is said of memory.
    pub before: Option<Picture>,
    /// One for each way to end; `None` where the program ends, or where nothing is said of memory.
    pub after: Vec<Option<Picture>>,
}

pub fn contract_pictures(function: &FunctionResult, contract: &Contract) -> ContractPictures {
    let picture = |formulas: &[Formula]| {
        let picture = picture(&function.name, &function.parameters, formulas);
        (!picture.blocks.is_empty()).then_some(picture)
    };
    let after = contract.ensures.iter().map(|outcome| match outcome.ends_program {
        true => None,
        false => picture(&outcome.formulas),
    });
    ContractPictures { before: picture(&contract.requires), after: after.collect() }
}

/// All pictures of functions, with what they show above each.
pub fn pictures_of(functions: &[FunctionResult]) -> Vec<Captioned> {
    let mut parts = Vec::new();
    for function in functions {
        for (index, contract) in function.contracts.iter().enumerate() {
            let name = format!("{}({})", function.name, function.parameters.join(", "));
            let caption = format!("{name}, contract {}", index + 1);
            parts.push(Captioned { caption, is_heading: true, picture: None });
            let pictures = contract_pictures(function, contract);
            let words = |picture: &Option<Picture>| {
                if picture.is_none() { ": nothing is said of memory" } else { "" }
            };
            let caption = format!("before{}", words(&pictures.before));
            parts.push(Captioned { caption, is_heading: false, picture: pictures.before });
            for (outcome, (index, picture)) in
                contract.ensures.iter().zip(pictures.after.into_iter().enumerate())
            {
                let or = if index == 0 { "after" } else { "or after" };
                let caption = match outcome.ends_program {
                    true => format!("{or}: the program has ended"),
                    false => format!("{or}{}", words(&picture)),
                };
                parts.push(Captioned { caption, is_heading: false, picture });
            }
        }
    }
    parts
}

/// What one part of a contract says about memory.
fn picture(function: &str, parameters: &[String], formulas: &[Formula]) -> Picture {
    let addresses = addresses(formulas);
    let content = |text: &str, is_pointer: bool| content(&addresses, text, is_pointer);
    let equal = |name: &str| {
        formulas.iter().find_map(|formula| match &formula.assertion {
            Assertion::Equal { left, right } if left == name => Some(right.as_str()),
            _ => None,
        })
    };
    let mut variables = Vec::new();
    if let Some(result) = equal("result") {
        variables.push(Variable { name: "result".to_owned(), content: content(result, false) });
    }
    for name in parameters {
        let value = equal(name).unwrap_or(name);
        let content = match content(value, false) {
            Content::Text(text) if text == *name => Content::Text(String::new()),
            content => content,
        };
        variables.push(Variable { name: name.clone(), content });
    }
    let mut blocks = Vec::new();
    for formula in formulas {
        match &formula.assertion {
            Assertion::Block(block) => {
                let what = match (&block.ty, block.bytes, &block.length) {
                    (Some(ty), _, _) => ty.clone(),
                    (None, Some(bytes), _) => format!("{bytes} bytes"),
                    (None, None, Some(length)) => format!("{length} bytes"),
                    (None, None, None) => "memory".to_owned(),
                };
                let cells = block.cells.iter().map(|cell| {
                    let own = format!("{}->{}", block.address, cell.field);
                    let content = match content(&cell.content, cell.is_pointer) {
                        // What it held before, it holds.
                        Content::Text(text) if text == own => Content::Text("as before".to_owned()),
                        content => content,
                    };
                    Cell { name: cell.field.clone(), content }
                });
                blocks.push(Block {
                    title: format!("{}: {what}", block.address),
                    state: BlockState::Alive,
                    is_concerned: false,
                    is_chain: false,
                    cells: cells.collect(),
                    hidden: 0,
                });
            }
            Assertion::Freed { address, is_list } => blocks.push(Block {
                title: if *is_list {
                    format!("{address}: freed, all nodes")
                } else {
                    format!("{address}: freed")
                },
                state: BlockState::Dead,
                is_concerned: false,
                is_chain: false,
                cells: Vec::new(),
                hidden: 0,
            }),
            Assertion::List(list) => {
                let mut cells = vec![Cell {
                    name: format!("{} of the last", list.link),
                    content: content(&list.next, true),
                }];
                if let (Some((_, previous)), Some(back)) = (&list.backwards, &list.back_link) {
                    cells.push(Cell {
                        name: format!("{back} of the first"),
                        content: content(previous, true),
                    });
                }
                let nodes = if list.minimum == 1 { "node" } else { "nodes" };
                blocks.push(Block {
                    title: format!(
                        "{}: list of at least {} {nodes}, {}",
                        list.first, list.minimum, list.node
                    ),
                    state: BlockState::Alive,
                    is_concerned: false,
                    is_chain: true,
                    cells,
                    hidden: 0,
                });
            }
            Assertion::Tree(tree) => {
                let up = tree.links_up.iter().zip(&tree.above);
                let mut cells: Vec<Cell> = up
                    .map(|(up, above)| Cell {
                        name: format!("{up} of the first"),
                        content: content(above, true),
                    })
                    .collect();
                if let Some(hole) = &tree.hole {
                    cells.push(Cell { name: "leads to".to_owned(), content: content(hole, true) });
                }
                let nodes = if tree.minimum == 1 { "node" } else { "nodes" };
                blocks.push(Block {
                    title: format!("{}: tree of at least {} {nodes}, {}", tree.root, tree.minimum, tree.node),
                    state: BlockState::Alive,
                    is_concerned: false,
                    is_chain: true,
                    cells,
                    hidden: 0,
                });
            }
            Assertion::Equal { .. } | Assertion::Fact { .. } => {}
        }
    }
    Picture { function: function.to_owned(), variables, blocks }
}

/// The names of the addresses of blocks, in the order of the blocks.
fn addresses(formulas: &[Formula]) -> Vec<Vec<String>> {
    let names = formulas.iter().filter_map(|formula| match &formula.assertion {
        Assertion::Block(block) => Some(vec![block.address.clone()]),
        Assertion::Freed { address, .. } => Some(vec![address.clone()]),
        Assertion::List(list) => {
            let last = list.backwards.iter().map(|(last, _)| last.clone());
            Some(std::iter::once(list.first.clone()).chain(last).collect())
        }
        Assertion::Tree(tree) => Some(vec![tree.root.clone()]),
        Assertion::Equal { .. } | Assertion::Fact { .. } => None,
    });
    names.collect()
}

/// An arrow if the text is the address of a block, or lies so many bytes behind one.
fn content(addresses: &[Vec<String>], text: &str, is_pointer: bool) -> Content {
    let (base, offset) = match text.rsplit_once(" + ").map(|(base, offset)| (base, offset.parse())) {
        Some((base, Ok(offset))) => (base, offset),
        _ => (text, 0),
    };
    let block = addresses.iter().position(|names| names.iter().any(|name| name == base));
    match (block, text) {
        (Some(block), _) => Content::Pointer { block, offset },
        (None, "0") if is_pointer => Content::Null,
        (None, "?") => Content::Undefined,
        (None, "_") => Content::Text("any".to_owned()),
        (None, text) => Content::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::formula::{BlockAssertion, CellAssertion, ListAssertion, Storage};

    fn block(address: &str, field: &str, content: &str) -> Formula {
        Formula::new(Assertion::Block(BlockAssertion {
            address: address.to_owned(),
            storage: Storage::Heap,
            ty: Some("struct node".to_owned()),
            bytes: Some(16),
            length: None,
            cells: vec![CellAssertion {
                field: field.to_owned(),
                content: content.to_owned(),
                is_pointer: true,
            }],
        }))
    }

    #[test]
    fn addresses_become_arrows() {
        let list = Formula::new(Assertion::List(ListAssertion {
            first: "l".to_owned(),
            next: "0".to_owned(),
            backwards: None,
            minimum: 1,
            count: None,
            node: "struct node".to_owned(),
            entry: 0,
            link: "next".to_owned(),
            back_link: None,
            bodies: Vec::new(),
            order: None,
        }));
        let result =
            Formula::new(Assertion::Equal { left: "result".to_owned(), right: "malloc#1".to_owned() });
        let formulas = [result, block("malloc#1", "next", "l"), list];
        let picture = picture("push", &["l".to_owned()], &formulas);
        assert_eq!(picture.variables[0].content, Content::Pointer { block: 0, offset: 0 });
        assert_eq!(picture.blocks[0].cells[0].content, Content::Pointer { block: 1, offset: 0 });
        assert!(picture.blocks[1].is_chain);
        assert_eq!(picture.blocks[1].cells[0].content, Content::Null);
        assert_eq!(picture.variables[1].content, Content::Pointer { block: 1, offset: 0 });
    }

    #[test]
    fn distances_and_unchanged_fields_are_told() {
        let formulas = [block("p", "next", "p->next"), block("q", "next", "p + 8")];
        let picture = picture("f", &[], &formulas);
        assert_eq!(picture.blocks[0].cells[0].content, Content::Text("as before".to_owned()));
        assert_eq!(picture.blocks[1].cells[0].content, Content::Pointer { block: 0, offset: 8 });
    }
}

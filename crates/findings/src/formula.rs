//! Contracts as data: every line says one thing about memory or numbers.
//!
//! Names stand for values at the time of the call. A name with a `#` was made up: `malloc#1` is what an
//! allocation returned.

mod parse;

use serde::{Deserialize, Serialize};
use std::fmt;

/// One line of a contract.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Formula {
    pub text: String,
    #[serde(flatten)]
    pub assertion: Assertion,
}

impl Formula {
    pub fn new(assertion: Assertion) -> Formula {
        Formula { text: assertion.to_string(), assertion }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The lines, for people.
pub fn lines(formulas: &[Formula]) -> Vec<String> {
    formulas.iter().map(|formula| formula.text.clone()).collect()
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Assertion {
    /// A parameter, the result, or a value that a name stood for, is now this.
    Equal {
        left: String,
        right: String,
    },
    Block(BlockAssertion),
    /// The block, or the list or tree with all its nodes, is not there any more.
    Freed {
        address: String,
        is_list: bool,
    },
    List(ListAssertion),
    Tree(TreeAssertion),
    /// What is known of numbers.
    Fact {
        fact: String,
    },
}

/// Memory at an address, and what it holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockAssertion {
    pub address: String,
    pub storage: Storage,
    /// The type in it, as C writes it; `None` if that is not known.
    pub ty: Option<String>,
    /// Its size, if that is a number, and as a term otherwise.
    pub bytes: Option<u64>,
    pub length: Option<String>,
    pub cells: Vec<CellAssertion>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Storage {
    /// Memory of the caller, or a global object.
    Any,
    Heap,
    /// Memory that somebody else keeps.
    Kept,
    Local,
    Constant,
}

impl Storage {
    fn word(self) -> &'static str {
        match self {
            Storage::Any => "",
            Storage::Heap => "heap ",
            Storage::Kept => "kept ",
            Storage::Local => "local ",
            Storage::Constant => "constant ",
        }
    }
}

/// What a field holds. `_` is anything, `?` is not initialised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CellAssertion {
    /// A path like `pair.first`, `*` for all of it, or a range of bytes like `8..16`.
    pub field: String,
    pub content: String,
    pub is_pointer: bool,
}

impl fmt::Display for CellAssertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.content)
    }
}

/// Nodes that are linked one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListAssertion {
    pub first: String,
    /// Where the last link leads.
    pub next: String,
    /// Of a doubly linked list: the last node, and where the back link of the first one leads.
    pub backwards: Option<(String, String)>,
    pub minimum: u64,
    /// How many nodes there are, where something else is said of that number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// What the nodes are, as C writes it.
    pub node: String,
    /// Links lead so many bytes into a node.
    pub entry: u64,
    pub link: String,
    pub back_link: Option<String>,
    /// What the nodes hold: one of these.
    pub bodies: Vec<Vec<CellAssertion>>,
    /// In which order nodes that hold different things come, where not in any: `first 1; after 1: 2 or 3; last 2`, by
    /// the positions of what they hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
}

/// Nodes that are linked to any number of nodes below them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TreeAssertion {
    pub root: String,
    /// Where the links up of the first node lead.
    pub above: Vec<String>,
    /// What a link leads to instead of a node: the tree is what is left without that.
    pub hole: Option<String>,
    /// Where the links up of what stands there lead.
    pub above_hole: Vec<String>,
    pub minimum: u64,
    /// What the nodes are, as C writes it.
    pub node: String,
    /// Links lead so many bytes into a node.
    pub entry: u64,
    pub links: Vec<String>,
    pub links_up: Vec<String>,
    /// What the nodes hold.
    pub body: Vec<CellAssertion>,
}

/// A list of words, and what comes before them.
fn listed(before: &str, words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!("{before}{}", words.join(" and ")) }
}

fn braces(cells: &[CellAssertion]) -> String {
    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
    if cells.is_empty() { "{}".into() } else { format!("{{ {} }}", cells.join(", ")) }
}

impl fmt::Display for Assertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assertion::Equal { left, right } => write!(f, "{left} = {right}"),
            Assertion::Block(block) => {
                let what = match (&block.ty, block.bytes) {
                    (Some(ty), _) => ty.clone(),
                    (None, Some(bytes)) => format!("block[{bytes}]"),
                    (None, None) => "block".to_owned(),
                };
                let length = block.length.as_ref().map(|length| format!("[{length} bytes]"));
                let (storage, length) = (block.storage.word(), length.unwrap_or_default());
                write!(f, "{} -> {storage}{what}{length} {}", block.address, braces(&block.cells))
            }
            Assertion::Freed { address, is_list: false } => write!(f, "freed {address}"),
            Assertion::Freed { address, is_list: true } => write!(f, "freed {address}, all nodes"),
            Assertion::List(list) => {
                let ListAssertion { first, next, minimum, node, link, .. } = list;
                write!(f, "list {first} -> {next}")?;
                if let Some((last, previous)) = &list.backwards {
                    write!(f, " and back from {last} to {previous}")?;
                }
                match &list.count {
                    Some(count) => write!(f, ": exactly {count} heap {node}")?,
                    None => write!(f, ": at least {minimum} heap {node}")?,
                }
                if list.entry != 0 {
                    write!(f, " at {}", list.entry)?;
                }
                write!(f, " linked by {link}")?;
                if let Some(back) = &list.back_link {
                    write!(f, ", back by {back}")?;
                }
                if list.bodies.iter().any(|body| !body.is_empty()) || list.order.is_some() {
                    let bodies: Vec<String> = list.bodies.iter().map(|body| braces(body)).collect();
                    write!(f, " {}", bodies.join(" | "))?;
                }
                match &list.order {
                    Some(order) => write!(f, " in order ({order})"),
                    None => Ok(()),
                }
            }
            Assertion::Tree(tree) => {
                write!(f, "tree {}{}", tree.root, listed(" below ", &tree.above))?;
                if let Some(hole) = &tree.hole {
                    write!(f, " without {hole}{}", listed(" below ", &tree.above_hole))?;
                }
                write!(f, ": at least {} heap {}", tree.minimum, tree.node)?;
                if tree.entry != 0 {
                    write!(f, " at {}", tree.entry)?;
                }
                write!(f, "{}{}", listed(" linked by ", &tree.links), listed(", up by ", &tree.links_up))?;
                if tree.body.is_empty() { Ok(()) } else { write!(f, " {}", braces(&tree.body)) }
            }
            Assertion::Fact { fact } => f.write_str(fact),
        }
    }
}

impl Assertion {
    /// All texts in which names occur, in the order in which they are printed.
    pub fn texts_mut(&mut self) -> Vec<&mut String> {
        match self {
            Assertion::Equal { left, right } => vec![left, right],
            Assertion::Block(block) => {
                let mut texts = vec![&mut block.address];
                texts.extend(&mut block.length);
                for cell in &mut block.cells {
                    texts.extend([&mut cell.field, &mut cell.content]);
                }
                texts
            }
            Assertion::Freed { address, .. } => vec![address],
            Assertion::List(list) => {
                let mut texts = vec![&mut list.first, &mut list.next];
                texts.extend(&mut list.count);
                if let Some((last, previous)) = &mut list.backwards {
                    texts.extend([last, previous]);
                }
                texts.extend(list.bodies.iter_mut().flatten().map(|cell| &mut cell.content));
                texts
            }
            Assertion::Tree(tree) => {
                let mut texts = vec![&mut tree.root];
                texts.extend(&mut tree.above);
                texts.extend(&mut tree.hole);
                texts.extend(&mut tree.above_hole);
                texts.extend(tree.body.iter_mut().map(|cell| &mut cell.content));
                texts
            }
            Assertion::Fact { fact } => vec![fact],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_are_printed_as_the_contract_language_has_them() {
        let cell = |field: &str, content: &str| CellAssertion {
            field: field.to_owned(),
            content: content.to_owned(),
            is_pointer: false,
        };
        let block = BlockAssertion {
            address: "malloc#1".to_owned(),
            storage: Storage::Heap,
            ty: Some("struct node".to_owned()),
            bytes: Some(16),
            length: None,
            cells: vec![cell("value", "v"), cell("next", "list")],
        };
        let text = Assertion::Block(block).to_string();
        assert_eq!(text, "malloc#1 -> heap struct node { value: v, next: list }");
        let list = ListAssertion {
            first: "l".to_owned(),
            next: "0".to_owned(),
            backwards: None,
            minimum: 1,
            count: None,
            node: "struct node".to_owned(),
            entry: 0,
            link: "next".to_owned(),
            back_link: None,
            bodies: vec![Vec::new()],
            order: None,
        };
        assert_eq!(
            Assertion::List(list).to_string(),
            "list l -> 0: at least 1 heap struct node linked by next"
        );
    }
}

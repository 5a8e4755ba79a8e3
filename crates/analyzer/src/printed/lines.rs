//! The lines of a contract, with places and terms found.

use super::terms::{Fact, Reader, Term};
use findings::formula::{Assertion, BlockAssertion, CellAssertion, ListAssertion, Storage, TreeAssertion};
use interprocedural::open::hints;
use ir::Module;
use ir::debug::{Type, TypeId};

pub enum Line {
    Equal(Term, Term),
    Fact(Fact),
    Block(Block),
    List(List),
    Tree(Tree),
    Freed(Term),
    /// What no memory shows, such as that a stream is open.
    Words,
}

pub struct Block {
    pub address: Term,
    pub storage: Storage,
    pub bytes: Option<u64>,
    pub length: Option<Term>,
    pub cells: Vec<Cell>,
}

pub struct List {
    pub first: Term,
    pub next: Term,
    /// The last node, where the back link of the first one leads, and where the back link is.
    pub backwards: Option<(Term, Term, u64)>,
    pub minimum: u64,
    pub count: Option<Term>,
    pub node_bytes: u64,
    pub entry: u64,
    pub link: u64,
    pub bodies: Vec<Vec<Cell>>,
    /// Where the order of nodes that hold different things is told: what may come first, last, and after what.
    pub firsts: Option<Vec<usize>>,
    pub lasts: Option<Vec<usize>>,
    pub follows: Vec<(usize, Vec<usize>)>,
}

pub struct Tree {
    pub root: Term,
    pub above: Vec<Term>,
    /// What is left out, and where its links up lead.
    pub hole: Option<(Term, Vec<Term>)>,
    pub minimum: u64,
    pub node_bytes: u64,
    pub entry: u64,
    pub links: Vec<u64>,
    pub links_up: Vec<u64>,
    pub body: Vec<Cell>,
}

pub struct Cell {
    pub start: Term,
    pub end: Term,
    /// How its bytes are read as a number.
    pub kind: Option<Kind>,
    pub content: Content,
}

/// The numbers of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub bits: u32,
    pub is_unsigned: bool,
    /// Sums that are addresses wrap around.
    pub is_address: bool,
}

pub enum Content {
    Anything,
    /// The bytes are there.
    Room,
    Fill(u8),
    Is(Term),
    Within(i128, i128, Vec<i128>),
    /// The address of the node itself, and so many bytes.
    Own(i128),
    /// A block of an allocator; or null, too.
    Owned {
        may_be_null: bool,
    },
    /// What another field of the node holds, and so much more.
    Like(u64, i128),
    Words,
}

/// Knows the types of a module by their names.
pub struct Types<'m> {
    pub module: &'m Module,
}

impl Types<'_> {
    pub fn named(&self, name: &str) -> Option<TypeId> {
        let types = &self.module.types;
        types.types.iter().map(|(ty, _)| ty).find(|&ty| types.c_name(ty) == name)
    }

    /// How many bits a number has, and whether it has no sign.
    pub fn number(&self, name: &str) -> Option<(u32, bool)> {
        let long = 8 * self.module.pointer_scalar().bytes() as u32;
        Some(match name {
            "signed char" => (8, false),
            "unsigned char" => (8, true),
            "short" => (16, false),
            "unsigned short" => (16, true),
            "int" => (32, false),
            "unsigned" | "unsigned int" => (32, true),
            "long" => (long, false),
            "unsigned long" => (long, true),
            "long long" => (64, false),
            "unsigned long long" => (64, true),
            "__int128" => (128, false),
            "unsigned __int128" => (128, true),
            other => {
                let kind = self.kind(self.named(other)?)?;
                (kind.bits, kind.is_unsigned)
            }
        })
    }

    pub fn kind(&self, ty: TypeId) -> Option<Kind> {
        match self.module.types.types.get(ty)? {
            Type::Scalar { name, size, is_unsigned } => {
                let is_number = !["float", "double", "void"].iter().any(|word| name.contains(word));
                (is_number && matches!(size, 1 | 2 | 4 | 8)).then_some(Kind {
                    bits: 8 * *size as u32,
                    is_unsigned: *is_unsigned,
                    is_address: false,
                })
            }
            Type::Pointer(_) => {
                Some(Kind { bits: self.module.pointer_scalar().bits(), is_unsigned: true, is_address: true })
            }
            Type::Array { .. } | Type::Record { .. } | Type::Function { .. } => None,
        }
    }

    pub fn size(&self, ty: TypeId) -> Option<u64> {
        match self.module.types.types.get(ty)? {
            Type::Pointer(_) => Some(self.module.pointer_scalar().bytes()),
            _ => hints::size_of(&self.module.types, ty),
        }
    }

    /// Where a path leads in a type, and the type there.
    fn resolve(&self, ty: TypeId, path: &str) -> Option<(u64, TypeId)> {
        if path.is_empty() {
            return Some((0, ty));
        }
        match self.module.types.types.get(ty)? {
            Type::Record { fields, .. } => {
                fields.iter().filter(|field| field.bits.is_none()).find_map(|field| {
                    let rest = match field.name.is_empty() {
                        true => path,
                        false => {
                            let rest = path.strip_prefix(field.name.as_str())?;
                            match rest.strip_prefix('.') {
                                Some(rest) => rest,
                                None if rest.is_empty() || rest.starts_with('[') => rest,
                                None => return None,
                            }
                        }
                    };
                    let (offset, ty) = self.resolve(field.ty, rest)?;
                    Some((field.offset + offset, ty))
                })
            }
            Type::Array { element, .. } => {
                let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
                let (offset, ty) = self.resolve(*element, rest.strip_prefix('.').unwrap_or(rest))?;
                Some((index.parse::<u64>().ok()? * self.size(*element)? + offset, ty))
            }
            Type::Scalar { .. } | Type::Pointer(_) | Type::Function { .. } => None,
        }
    }

    fn term(&self, text: &str) -> Option<Term> {
        Reader::term(text, &|name| self.number(name))
    }

    /// The line that is printed so; `None` if it cannot be read.
    pub fn line(&self, text: &str) -> Option<Line> {
        if text.ends_with(" is an open stream") || text.ends_with(" is closed") {
            return Some(Line::Words);
        }
        Some(match Assertion::parse(text)? {
            Assertion::Equal { left, right } if right == "uninitialised" => {
                self.term(&left)?;
                Line::Words
            }
            Assertion::Equal { left, right } => Line::Equal(self.term(&left)?, self.term(&right)?),
            Assertion::Fact { fact } => Line::Fact(Reader::fact(&fact, &|name| self.number(name))?),
            Assertion::Freed { address, .. } => Line::Freed(self.term(&address)?),
            Assertion::Block(block) => Line::Block(self.block(&block)?),
            Assertion::List(list) => Line::List(self.list(&list)?),
            Assertion::Tree(tree) => Line::Tree(self.tree(&tree)?),
        })
    }

    fn block(&self, block: &BlockAssertion) -> Option<Block> {
        let ty = match &block.ty {
            Some(name) => Some(self.named(name)?),
            None => None,
        };
        let length = match &block.length {
            Some(length) => Some(self.term(length)?),
            None => None,
        };
        let of_type = ty.and_then(|ty| self.size(ty)).filter(|_| length.is_none());
        Some(Block {
            address: self.term(&block.address)?,
            storage: block.storage,
            bytes: block.bytes.or(of_type),
            length,
            cells: block.cells.iter().map(|cell| self.cell(ty, cell, false)).collect::<Option<Vec<_>>>()?,
        })
    }

    fn list(&self, list: &ListAssertion) -> Option<List> {
        let (ty, node_bytes) = self.node(&list.node)?;
        let field = |path: &str| self.link(ty, path);
        let backwards = match (&list.backwards, &list.back_link) {
            (Some((last, previous)), Some(back)) => {
                Some((self.term(last)?, self.term(previous)?, field(back)?))
            }
            _ => None,
        };
        let bodies =
            list.bodies.iter().map(|body| body.iter().map(|cell| self.cell(ty, cell, true)).collect());
        let count = match &list.count {
            Some(count) => Some(self.term(count)?),
            None => None,
        };
        let (mut firsts, mut lasts, mut follows) = (None, None, Vec::new());
        for part in list.order.iter().flat_map(|order| order.split("; ")) {
            match part.split_once(' ')? {
                ("first", kinds) => firsts = Some(kinds_of(kinds)?),
                ("last", kinds) => lasts = Some(kinds_of(kinds)?),
                ("after", rest) => {
                    let (kind, kinds) = rest.split_once(": ")?;
                    follows.push((kind.parse().ok()?, kinds_of(kinds)?));
                }
                _ => return None,
            }
        }
        Some(List {
            firsts,
            lasts,
            follows,
            first: self.term(&list.first)?,
            next: self.term(&list.next)?,
            backwards,
            minimum: list.minimum,
            count,
            node_bytes,
            entry: list.entry,
            link: field(&list.link)?,
            bodies: bodies.collect::<Option<Vec<_>>>()?,
        })
    }

    /// What nodes are: their type, if it has a name, and how many bytes they have.
    fn node(&self, name: &str) -> Option<(Option<TypeId>, u64)> {
        let ty = self.named(name);
        let size = name.strip_prefix("block[").and_then(|size| size.strip_suffix(']')?.parse().ok());
        Some((ty, size.or_else(|| self.size(ty?))?))
    }

    /// Where in a node a link is.
    fn link(&self, node: Option<TypeId>, path: &str) -> Option<u64> {
        match path.split_once("..") {
            Some((start, _)) => start.parse().ok(),
            None => self.resolve(node?, path).map(|(offset, _)| offset),
        }
    }

    fn tree(&self, tree: &TreeAssertion) -> Option<Tree> {
        let (ty, node_bytes) = self.node(&tree.node)?;
        let links =
            |paths: &[String]| paths.iter().map(|path| self.link(ty, path)).collect::<Option<Vec<_>>>();
        let terms = |texts: &[String]| texts.iter().map(|text| self.term(text)).collect::<Option<Vec<_>>>();
        Some(Tree {
            root: self.term(&tree.root)?,
            above: terms(&tree.above)?,
            hole: match &tree.hole {
                Some(hole) => Some((self.term(hole)?, terms(&tree.above_hole)?)),
                None => None,
            },
            minimum: tree.minimum,
            node_bytes,
            entry: tree.entry,
            links: links(&tree.links)?,
            links_up: links(&tree.links_up)?,
            body: tree.body.iter().map(|cell| self.cell(ty, cell, true)).collect::<Option<Vec<_>>>()?,
        })
    }

    fn cell(&self, ty: Option<TypeId>, cell: &CellAssertion, is_node: bool) -> Option<Cell> {
        let (start, end, kind) = match cell.field.split_once("..") {
            Some((start, end)) => {
                let element = ty.and_then(|ty| match self.module.types.types.get(ty)? {
                    Type::Array { element, .. } => Some(*element),
                    Type::Scalar { .. } | Type::Pointer(_) => Some(ty),
                    Type::Record { .. } | Type::Function { .. } => None,
                });
                (self.term(start)?, self.term(end)?, element.and_then(|element| self.kind(element)))
            }
            None => {
                let path = if cell.field == "*" { "" } else { &cell.field };
                let (offset, ty) = self.resolve(ty?, path)?;
                let (start, end) = (i128::from(offset), i128::from(offset + self.size(ty)?));
                (Term::Number(start), Term::Number(end), self.kind(ty))
            }
        };
        Some(Cell { start, end, kind, content: self.content(ty, &cell.content, is_node)? })
    }

    fn content(&self, ty: Option<TypeId>, text: &str, is_node: bool) -> Option<Content> {
        if let Some(byte) = text.strip_prefix("bytes 0x") {
            return u8::from_str_radix(byte, 16).ok().map(Content::Fill);
        }
        if let Some(distance) = text.strip_prefix("own address + ") {
            return distance.parse().ok().map(Content::Own);
        }
        let has_words = ["next node + ", "counting to "].iter().any(|words| text.starts_with(words));
        if has_words || text.contains(", without the bits ") {
            return Some(Content::Words);
        }
        if let Some(ty) = ty.filter(|_| is_node) {
            let (name, plus) = text.split_once(" + ").unwrap_or((text, "0"));
            if let (Some((offset, _)), Ok(plus)) = (self.resolve(ty, name), plus.parse()) {
                return Some(Content::Like(offset, plus));
            }
        }
        Some(match text {
            "_" => Content::Anything,
            "?" => Content::Room,
            "memory of its own" => Content::Owned { may_be_null: false },
            "null or memory of its own" => Content::Owned { may_be_null: true },
            _ => match within(text) {
                Some((low, high, exceptions)) => Content::Within(low, high, exceptions),
                None => Content::Is(self.term(text)?),
            },
        })
    }
}

/// `1 or 3`, `none`
fn kinds_of(text: &str) -> Option<Vec<usize>> {
    match text {
        "none" => Some(Vec::new()),
        _ => text.split(" or ").map(|kind| kind.parse().ok()).collect(),
    }
}

/// `1 to 3 except 2`
fn within(text: &str) -> Option<(i128, i128, Vec<i128>)> {
    let (range, exceptions) = text.split_once(" except ").unwrap_or((text, ""));
    let (low, high) = range.split_once(" to ")?;
    let exceptions = exceptions.split(" and ").filter(|number| !number.is_empty());
    let exceptions = exceptions.map(|number| number.parse().ok()).collect::<Option<Vec<i128>>>()?;
    Some((low.parse().ok()?, high.parse().ok()?, exceptions))
}

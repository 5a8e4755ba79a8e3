//! Whether a memory is as lines say.
//!
//! Names that no parameter has get their values where they are first met: `b->len` from the field that the line about `b`
//! says it is in. A name in the middle of a term, or a byte that was never stored, leaves the answer open.

use super::lines::{Block, Cell, Content, Kind, Line, List, Tree};
use super::terms::{Fact, Names, Sign, Term, cast};
use crate::limits::WAYS_TO_MATCH;
use findings::formula::Storage;
use interpreter::BlockKind;
use interprocedural::open::seen::Memory;

/// One way to give values to names.
#[derive(Clone, Default, Debug)]
pub struct Way {
    pub names: Names,
    /// The bytes that the lines are about, separately.
    pub used: Vec<(u64, u64)>,
    /// Something was not decided.
    pub is_open: bool,
    /// What the node of a list that was met last holds, by its position among what nodes hold; 0 before the first one.
    pub kind: usize,
}

/// The bytes at an address, as far as they can be read.
enum Read {
    Number(u128),
    NeverStored,
    Nothing,
}

pub struct Matching<'m> {
    pub memory: &'m Memory,
    pub pointer_bits: u32,
    pub result_is_address: bool,
    /// Lines about memory that are not separate do not hold.
    pub is_separate: bool,
}

impl Matching<'_> {
    /// All ways in which the lines hold; those that are open may hold in truth or not.
    pub fn ways(&self, lines: &[Line], way: Way) -> Vec<Way> {
        let mut rest: Vec<&Line> = lines.iter().collect();
        let mut ways = vec![way];
        while !rest.is_empty() && !ways.is_empty() {
            let next = rest.iter().position(|line| is_ready(line, &ways[0].names));
            let line = rest.remove(next.unwrap_or(0));
            ways = limited(ways.into_iter().flat_map(|way| self.line(line, way)).collect());
        }
        ways
    }

    fn line(&self, line: &Line, way: Way) -> Vec<Way> {
        match line {
            Line::Equal(left, right) => {
                let right = match right.value(&way.names) {
                    Some(value) if self.result_is_address && *left == Term::Name("result".to_owned()) => {
                        Term::Number(cast(value, self.pointer_bits, true))
                    }
                    _ => right.clone(),
                };
                fact(&Fact::Compare(left.clone(), Sign::Equal, right), way)
            }
            Line::Fact(told) => fact(told, way),
            Line::Words => vec![open(way)],
            Line::Freed(address) => match address.value(&way.names) {
                Some(address) => match self.block_at(address) {
                    Some(_) => Vec::new(),
                    None => vec![way],
                },
                None => vec![open(way)],
            },
            Line::Block(block) => self.block(block, way),
            Line::List(list) => self.list(list, way),
            Line::Tree(tree) => self.tree(tree, way),
        }
    }

    /// The block that has the byte at an address: where it begins, and its bytes.
    fn block_at(&self, address: i128) -> Option<(u64, BlockKind, &[Option<u8>])> {
        let address = u64::try_from(address).ok()?;
        let (&base, block) = self.memory.blocks.range(..=address).next_back()?;
        let is_inside = address < base + (block.bytes.len() as u64).max(1);
        is_inside.then_some((base, block.kind, block.bytes.as_slice()))
    }

    fn read(&self, address: i128, bytes: i128) -> Read {
        let Some((base, _, all)) = self.block_at(address) else { return Read::Nothing };
        let start = (address - i128::from(base)) as usize;
        let Some(part) = all.get(start..start + bytes as usize) else { return Read::Nothing };
        let mut number = 0;
        for byte in part.iter().take(16).rev() {
            let Some(byte) = byte else { return Read::NeverStored };
            number = number << 8 | u128::from(*byte);
        }
        Read::Number(number)
    }

    fn block(&self, block: &Block, way: Way) -> Vec<Way> {
        let Some(address) = block.address.value(&way.names) else { return vec![open(way)] };
        if matches!(block.storage, Storage::Kept | Storage::Local | Storage::Constant) {
            return vec![open(way)];
        }
        let Some((base, kind, bytes)) = self.block_at(address) else { return Vec::new() };
        let (base, room) = (i128::from(base), bytes.len() as i128);
        let is_start = address == base;
        if block.storage == Storage::Heap && !(is_start && kind == BlockKind::Heap) {
            return Vec::new();
        }
        let room = base + room - address;
        // Of memory that may be anywhere, the fields that are told are needed, separately, and no others.
        let is_whole = block.storage == Storage::Heap || block.length.is_some();
        let mut ways = match (&block.length, block.bytes) {
            // What is before it belongs to the block, too.
            (Some(_), _) if !is_start => return Vec::new(),
            (Some(length), _) => fact(&equal(length, room), way),
            (None, Some(size)) if is_whole && i128::from(size) > room => return Vec::new(),
            (None, _) => vec![way],
        };
        let size = match (&block.length, block.bytes) {
            (None, Some(size)) => i128::from(size),
            _ => room,
        };
        if is_whole {
            ways = ways.into_iter().filter_map(|way| self.using(way, address, size)).collect();
        }
        for cell in &block.cells {
            ways = ways.into_iter().flat_map(|way| self.cell(cell, address, size, way)).collect();
            if !is_whole {
                let field = |way: Way| {
                    let range = cell.start.value(&way.names).zip(cell.end.value(&way.names));
                    match range {
                        Some((start, end)) => self.using(way, address + start, end - start),
                        None => Some(open(way)),
                    }
                };
                ways = ways.into_iter().filter_map(field).collect();
            }
        }
        ways
    }

    /// The way in which these bytes are used, too; `None` if they are already.
    fn using(&self, mut way: Way, address: i128, size: i128) -> Option<Way> {
        let range = (u64::try_from(address).ok()?, u64::try_from(address + size).ok()?);
        let is_free = way.used.iter().all(|&(start, end)| range.1 <= start || end <= range.0);
        if self.is_separate && !is_free {
            return None;
        }
        way.used.push(range);
        Some(way)
    }

    fn cell(&self, cell: &Cell, address: i128, size: i128, way: Way) -> Vec<Way> {
        let mut found = Vec::new();
        for way in places(&cell.start, (0, size), way) {
            let Some(start) = cell.start.value(&way.names) else {
                found.push(open(way));
                continue;
            };
            for way in places(&cell.end, (start, size), way) {
                match cell.end.value(&way.names) {
                    Some(end) if start < 0 || end > size || end < start => {}
                    // An empty run holds nothing.
                    Some(end) if end == start => found.push(way),
                    Some(end) => found.extend(self.content(cell, address, (start, end), way)),
                    None => found.push(open(way)),
                }
            }
        }
        found
    }

    fn content(&self, cell: &Cell, address: i128, (start, end): (i128, i128), way: Way) -> Vec<Way> {
        let bytes = end - start;
        let number = match self.read(address + start, bytes) {
            Read::Number(number) => number,
            Read::Nothing => return Vec::new(),
            Read::NeverStored if matches!(cell.content, Content::Room) => return vec![way],
            Read::NeverStored => return vec![open(way)],
        };
        let kind = cell.kind.filter(|kind| i128::from(kind.bits / 8) == bytes);
        let only = |holds: bool, way: Way| if holds { vec![way] } else { Vec::new() };
        match &cell.content {
            Content::Anything | Content::Room => vec![way],
            Content::Words => vec![open(way)],
            Content::Fill(byte) => {
                let range = (start..end).map(|offset| self.read(address + offset, 1));
                let mut range =
                    range.map(|read| matches!(read, Read::Number(number) if number == u128::from(*byte)));
                only(range.all(|is_byte| is_byte), way)
            }
            Content::Is(Term::Number(0)) => {
                let mut range = (start..end).map(|offset| self.read(address + offset, 1));
                only(range.all(|read| matches!(read, Read::Number(0))), way)
            }
            _ if bytes > 8 => vec![open(way)],
            Content::Is(term) => value(term, number, bytes, kind, way),
            Content::Within(low, high, exceptions) => {
                let number = typed(number, bytes, kind);
                only(number >= *low && number <= *high && !exceptions.contains(&number), way)
            }
            Content::Own(distance) => only(number as i128 == address + distance, way),
            Content::Owned { may_be_null } => {
                let number = number as i128;
                match self.block_at(number) {
                    Some((base, BlockKind::Heap, all)) if i128::from(base) == number => {
                        self.using(way, number, all.len() as i128).map(open).into_iter().collect()
                    }
                    _ => only(*may_be_null && number == 0, way),
                }
            }
            Content::Like(offset, plus) => match self.read(address + i128::from(*offset), bytes) {
                Read::Number(other) => {
                    let bits = 8 * bytes as u32;
                    only(cast(other as i128 + plus, bits, true) == cast(number as i128, bits, true), way)
                }
                Read::NeverStored => vec![open(way)],
                Read::Nothing => Vec::new(),
            },
        }
    }

    /// The ways in which a node holds one of what nodes hold that may come after the one before.
    fn node(&self, list: &List, node: i128, way: Way) -> Vec<Way> {
        let allowed = match way.kind {
            0 => list.firsts.as_ref(),
            before => list.follows.iter().find(|(kind, _)| *kind == before).map(|(_, after)| after),
        };
        let size = i128::from(list.node_bytes);
        let mut found = Vec::new();
        for (index, body) in list.bodies.iter().enumerate() {
            let kind = index + 1;
            if allowed.is_some_and(|allowed| !allowed.contains(&kind)) {
                continue;
            }
            let whole = vec![Way { kind, ..way.clone() }];
            found.extend(body.iter().fold(whole, |ways, cell| {
                ways.into_iter().flat_map(|way| self.cell(cell, node, size, way)).collect()
            }));
        }
        found
    }

    /// Nodes from the first one on, as far as the end, or, if that has no value yet, to every place.
    fn list(&self, list: &List, way: Way) -> Vec<Way> {
        let Some(first) = list.first.value(&way.names) else { return vec![open(way)] };
        let next = list.next.value(&way.names);
        let mut found = Vec::new();
        let mut at = first;
        let mut before: Option<i128> = None;
        let mut ways = vec![Way { kind: 0, ..way }];
        // Every node is a block.
        for count in 0..=self.memory.blocks.len() as u64 {
            if count >= list.minimum && next.is_none_or(|next| next == at) {
                let ends = equal(&list.next, at);
                let is_last = |way: &Way| match &list.lasts {
                    Some(lasts) => way.kind == 0 || lasts.contains(&way.kind),
                    None => true,
                };
                let ended = ways.clone().into_iter().filter(is_last).flat_map(|way| fact(&ends, way));
                let ended = ended.flat_map(|way| match &list.count {
                    Some(told) => fact(&equal(told, i128::from(count)), way),
                    None => vec![way],
                });
                match &list.backwards {
                    None => found.extend(ended),
                    Some((last, previous, _)) => found.extend(ended.flat_map(|way| {
                        let previous = previous.clone();
                        let value = before.map_or(previous, Term::Number);
                        fact(&Fact::Compare(last.clone(), Sign::Equal, value), way)
                    })),
                }
            }
            // A list that ends where it begins has a node there, or none.
            if next == Some(at) && (count >= list.minimum || count > 0) {
                break;
            }
            let node = at - i128::from(list.entry);
            match self.block_at(node) {
                Some((base, BlockKind::Heap, bytes))
                    if i128::from(base) == node && bytes.len() as u64 == list.node_bytes => {}
                _ => break,
            }
            let size = i128::from(list.node_bytes);
            ways = ways.into_iter().filter_map(|way| self.using(way, node, size)).collect();
            let word = i128::from(self.pointer_bits / 8);
            if let Some((_, previous, back)) = &list.backwards {
                let expected = before.map_or_else(|| previous.clone(), Term::Number);
                ways = match self.read(node + i128::from(*back), word) {
                    Read::Number(number) => {
                        let is_it = equal(&expected, number as i128);
                        ways.into_iter().flat_map(|way| fact(&is_it, way)).collect()
                    }
                    Read::NeverStored => ways.into_iter().map(open).collect(),
                    Read::Nothing => Vec::new(),
                };
            }
            ways = limited(ways.into_iter().flat_map(|way| self.node(list, node, way)).collect());
            before = Some(at);
            at = match self.read(node + i128::from(list.link), word) {
                Read::Number(number) => number as i128,
                Read::NeverStored => {
                    found.extend(ways.into_iter().map(open));
                    break;
                }
                Read::Nothing => break,
            };
            if ways.is_empty() {
                break;
            }
        }
        found
    }
}

/// What comes next in a tree.
struct Below {
    at: i128,
    /// Where the links up lead.
    above: Vec<Term>,
    may_be_missing: bool,
}

impl Matching<'_> {
    /// All nodes from the first one on, up to what is left out, which must be met once.
    fn tree(&self, tree: &Tree, way: Way) -> Vec<Way> {
        let Some(root) = tree.root.value(&way.names) else { return vec![open(way)] };
        let hole = match &tree.hole {
            None => None,
            Some((hole, above)) => match hole.value(&way.names) {
                Some(hole) => Some((hole, above)),
                None => return vec![open(way)],
            },
        };
        let first = Below { at: root, above: tree.above.clone(), may_be_missing: tree.minimum == 0 };
        let mut work = vec![first];
        let mut ways = vec![way];
        let mut is_hole_met = false;
        while let Some(Below { at, above, may_be_missing }) = work.pop() {
            if let Some((_, above_hole)) =
                hole.filter(|(hole, _)| *hole == at && may_be_missing && !is_hole_met)
            {
                is_hole_met = true;
                for (one, other) in above.into_iter().zip(above_hole) {
                    let same = Fact::Compare(other.clone(), Sign::Equal, one);
                    ways = ways.into_iter().flat_map(|way| fact(&same, way)).collect();
                }
                continue;
            }
            if at == 0 && may_be_missing {
                continue;
            }
            let node = at - i128::from(tree.entry);
            match self.block_at(node) {
                Some((base, BlockKind::Heap, bytes))
                    if i128::from(base) == node && bytes.len() as u64 == tree.node_bytes => {}
                _ => return Vec::new(),
            }
            let size = i128::from(tree.node_bytes);
            ways = ways.into_iter().filter_map(|way| self.using(way, node, size)).collect();
            let word = i128::from(self.pointer_bits / 8);
            for (up, expected) in tree.links_up.iter().zip(above) {
                ways = match self.read(node + i128::from(*up), word) {
                    Read::Number(number) => {
                        let is_it = equal(&expected, number as i128);
                        ways.into_iter().flat_map(|way| fact(&is_it, way)).collect()
                    }
                    Read::NeverStored => ways.into_iter().map(open).collect(),
                    Read::Nothing => return Vec::new(),
                };
            }
            for cell in &tree.body {
                ways = limited(ways.into_iter().flat_map(|way| self.cell(cell, node, size, way)).collect());
            }
            for link in &tree.links {
                match self.read(node + i128::from(*link), word) {
                    Read::Number(number) => work.push(Below {
                        at: number as i128,
                        above: tree.links_up.iter().map(|_| Term::Number(at)).collect(),
                        may_be_missing: true,
                    }),
                    Read::NeverStored => ways = ways.into_iter().map(open).collect(),
                    Read::Nothing => return Vec::new(),
                }
            }
            if ways.is_empty() {
                return ways;
            }
        }
        if hole.is_none() || is_hole_met { ways } else { Vec::new() }
    }
}

/// As many ways as are looked at; if there are more, all are open.
fn limited(mut ways: Vec<Way>) -> Vec<Way> {
    if ways.len() > WAYS_TO_MATCH {
        ways.truncate(WAYS_TO_MATCH);
        ways.iter_mut().for_each(|way| way.is_open = true);
    }
    ways
}

fn equal(term: &Term, number: i128) -> Fact {
    Fact::Compare(term.clone(), Sign::Equal, Term::Number(number))
}

/// Whether the addresses of a line have values.
fn is_ready(line: &Line, names: &Names) -> bool {
    match line {
        Line::Equal(left, right) => left.value(names).is_some() || right.value(names).is_some(),
        Line::Fact(fact) => fact.holds(names).is_some(),
        Line::Block(block) => block.address.value(names).is_some(),
        Line::List(list) => list.first.value(names).is_some(),
        // What is left out is found where other lines have said what it is.
        Line::Tree(tree) => {
            tree.root.value(names).is_some() && tree.hole.iter().all(|(hole, _)| hole.value(names).is_some())
        }
        Line::Freed(address) => address.value(names).is_some(),
        Line::Words => true,
    }
}

fn open(mut way: Way) -> Way {
    way.is_open = true;
    way
}

/// The way in which a fact holds; an equation may say what a name is.
fn fact(fact: &Fact, mut way: Way) -> Vec<Way> {
    match fact.holds(&way.names) {
        Some(true) => vec![way],
        Some(false) => Vec::new(),
        None => {
            if let Fact::Compare(left, Sign::Equal, right) = fact {
                let solved = match (left.value(&way.names), right.value(&way.names)) {
                    (Some(number), None) => right.solve(&way.names, number),
                    (None, Some(number)) => left.solve(&way.names, number),
                    _ => None,
                };
                if let Some((name, value)) = solved {
                    way.names.insert(name, value);
                    return vec![way];
                }
            }
            vec![open(way)]
        }
    }
}

/// The ways in which an offset has a value: that which it has, or every one between two.
fn places(offset: &Term, (low, high): (i128, i128), way: Way) -> Vec<Way> {
    if offset.value(&way.names).is_some() {
        return vec![way];
    }
    let tried: Vec<Way> = (low..=high)
        .filter_map(|place| {
            let (name, value) = offset.solve(&way.names, place)?;
            let mut way = way.clone();
            way.names.insert(name, value);
            Some(way)
        })
        .collect();
    if tried.is_empty() { vec![way] } else { tried }
}

/// The number that bytes are read as: as their type says, else without a sign, but four of them with one.
fn typed(number: u128, bytes: i128, kind: Option<Kind>) -> i128 {
    let kind = kind.unwrap_or(Kind { bits: 8 * bytes as u32, is_unsigned: bytes != 4, is_address: false });
    cast(number as i128, kind.bits, kind.is_unsigned)
}

/// The way in which bytes hold what a term says.
fn value(term: &Term, number: u128, bytes: i128, kind: Option<Kind>, mut way: Way) -> Vec<Way> {
    let own = typed(number, bytes, kind);
    match term.value(&way.names) {
        Some(value) => {
            // Addresses, and bytes that no type says how to read, are compared as they are.
            let is_it = match kind {
                Some(Kind { is_address: false, .. }) => value == own,
                _ => cast(value, 8 * bytes as u32, true) == number as i128,
            };
            if is_it { vec![way] } else { Vec::new() }
        }
        None => match term.solve(&way.names, own) {
            Some((name, value)) => {
                way.names.insert(name, value);
                vec![way]
            }
            None => vec![open(way)],
        },
    }
}

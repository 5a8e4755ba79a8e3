//! Contracts as text, named after parameters and fields.
//!
//! Names stand for what the caller has when it calls: `l->next` is what `l->next` held before.

mod facts;
mod freed;
mod lengths;
mod reading;
mod trees;

use super::Notation;
use crate::limits::FIELDS_TOLD_ONE_BY_ONE;
use findings::formula::{Assertion, BlockAssertion, CellAssertion, Formula, ListAssertion, Storage};
use interprocedural::contracts::Ending;
use interprocedural::open::entry::{CALLERS, Entry};
use interprocedural::open::{OpenContract, hints};
use ir::FunctionId;
use ir::debug::TypeId;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_heap::order::{Kinds, Order};
use symbolic_heap::print::display_state;
use symbolic_heap::{
    Block, Cell, Content, Encoding, FieldContent, Numbers, OwnedHeap, Region, Segment, State,
};

pub struct Printer<'c, 'm> {
    pub(super) context: &'c mut Context<'m>,
    parameters: Vec<String>,
    /// The types of the parameters and of the result.
    types: Vec<Option<TypeId>>,
    result: Option<TypeId>,
    /// What places of the lines that are being written hold because of their types.
    typed: Vec<Fact>,
    /// Numbers of nodes that other lines speak of.
    told_counts: BTreeSet<Atom>,
    /// What names that the analysis made up are called in the precondition that was printed last.
    entry_names: Vec<(String, String)>,
    notation: Notation,
}

impl<'c, 'm> Printer<'c, 'm> {
    pub fn new(context: &'c mut Context<'m>, function: FunctionId, notation: Notation) -> Printer<'c, 'm> {
        let body = context.module.functions[function].body.as_ref();
        let hints = body.map(hints::parameters).unwrap_or_default();
        let types = hints.iter().map(|hint| hint.ty).collect();
        let parameters = hints.into_iter().map(|hint| hint.name).collect();
        let result = body.and_then(|body| body.names.result);
        Printer {
            parameters,
            types,
            result,
            typed: Vec::new(),
            told_counts: BTreeSet::new(),
            entry_names: Vec::new(),
            context,
            notation,
        }
    }

    pub fn solver(&mut self) -> &mut Solver {
        &mut self.context.solver
    }

    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// What has to hold when the function is called so that the contract holds.
    pub fn requires(&mut self, contract: &OpenContract) -> Vec<Formula> {
        let lengths = self.told_lengths(contract);
        self.entry_telling(&contract.entry, lengths)
    }

    /// What has to hold when the function is called.
    pub fn entry(&mut self, entry: &Entry) -> Vec<Formula> {
        self.entry_telling(entry, BTreeSet::new())
    }

    /// As above, with names for these numbers of nodes.
    pub fn entry_telling(&mut self, entry: &Entry, lengths: BTreeSet<Atom>) -> Vec<Formula> {
        if self.notation == Notation::Raw {
            return raw(self.context, &entry.state);
        }
        self.typed.clear();
        self.told_counts = lengths;
        self.told_counts.extend(facts::compared_counts(&self.context.solver, &entry.state));
        let mut lines = Vec::new();
        for (index, value) in entry.state.registers.iter().enumerate() {
            let Some(value) = value else { continue };
            let ty = self.types.get(index).copied().flatten();
            let text = self.read(&entry.state, value.term, ty);
            if self.parameters.get(index).is_some_and(|name| *name != text) {
                lines.push(Assertion::Equal { left: self.parameters[index].clone(), right: text });
            }
        }
        lines.extend(self.memory(&entry.state, entry));
        let known = Facts::from_facts(&mut self.context.solver, &entry.trivial);
        lines.extend(self.facts(&entry.state, known, facts::Names::Visible));
        self.entry_names.clear();
        finished(lines, &mut self.entry_names)
    }

    /// What holds when it ends, in the names of the precondition, which is printed before.
    pub fn exit(&mut self, contract: &OpenContract, ending: Ending, exit: &State) -> Vec<Formula> {
        if self.notation == Notation::Raw {
            return raw(self.context, exit);
        }
        if ending == Ending::EndsProgram {
            return Vec::new();
        }
        let entry = &contract.entry;
        let lengths = self.told_lengths(contract);
        let exit = self.with_old_names(contract, exit);
        let exit = lengths::without_untold(&self.context.solver, contract, exit, &lengths);
        self.typed.clear();
        // The precondition has given names to some.
        self.told_counts = facts::counts_elsewhere(&self.context.solver, &exit);
        self.told_counts.extend(lengths);
        self.told_counts.extend(facts::compared_counts(&self.context.solver, &entry.state));
        let mut lines = Vec::new();
        if let Some(result) = exit.registers.first().copied().flatten() {
            let text = match result.is_defined() {
                true => self.read(&exit, result.term, self.result),
                false => "uninitialised".into(),
            };
            lines.push(Assertion::Equal { left: "result".to_owned(), right: text });
        }
        for (old, new) in contract.start.held.iter().zip(&exit.held) {
            let (Some(old), Some(new)) = (old, new) else { continue };
            let equal = self.context.solver.terms.equal(old.term, new.term);
            if !contract.start.facts.proves(&mut self.context.solver, equal).is_proved() {
                lines.push(Assertion::Equal { left: self.term(old.term), right: self.term(new.term) });
            }
        }
        let freed = self.freed_nodes(contract, &exit);
        let memory = self.memory(&exit, entry);
        let is_told = |line: &Assertion| {
            let Assertion::Freed { address, .. } = line else { return false };
            freed.contains(address)
        };
        lines.extend(memory.into_iter().filter(|line| !is_told(line)));
        lines.extend(freed.iter().map(|first| Assertion::Freed { address: first.clone(), is_list: true }));
        let known = contract.start.facts.clone();
        lines.extend(self.facts(&exit, known, facts::Names::Printed));
        finished(lines, &mut self.entry_names.clone())
    }

    /// The exit with the names of the entry where it gives them new ones.
    fn with_old_names(&mut self, contract: &OpenContract, exit: &State) -> State {
        let mut exit = exit.clone();
        for index in 0..contract.start.held.len() {
            let (Some(old), Some(Some(new))) = (contract.start.held[index], exit.held.get(index)) else {
                continue;
            };
            let is_free = |context: &Context<'_>, atom: Atom| {
                let mut found = false;
                exit.for_each_term(&mut |term| found |= context.solver.terms.mentions(term, atom));
                !found && exit.heap.block(atom).is_none()
            };
            let terms = &self.context.solver.terms;
            if let (Some(name), Some(atom)) = (terms.as_atom(old.term), terms.as_atom(new.term))
                && name != atom
                && is_free(self.context, name)
            {
                exit.substitute(&mut self.context.solver, &[(atom, old.term)]);
            }
        }
        let lengths = lengths::held_lengths(&self.context.solver, contract);
        self.with_solved_names(exit, &lengths)
    }

    /// The state without names that the analysis made up for what can be said by others: `m = n + 1` for `m`. Lengths of the
    /// caller's lists are names of the precondition.
    fn with_solved_names(&mut self, mut exit: State, lengths: &BTreeSet<Atom>) -> State {
        let facts = exit.facts.as_slice().to_vec();
        for fact in facts {
            let terms = &mut self.context.solver.terms;
            let Fact::Zero(term) = fact else { continue };
            let is_new = |atom: Atom| matches!(terms.kind(atom), AtomKind::Variable(symbol) if terms.name(symbol).contains('\''));
            let is_made_up = |atom: Atom| is_new(atom) && !lengths.contains(&atom);
            let summands = terms.summands(term).to_vec();
            let only = summands.iter().filter(|&&(atom, _)| is_made_up(atom)).collect::<Vec<_>>();
            let &[&(atom, factor @ (1 | -1))] = only.as_slice() else { continue };
            let is_variable = |atom: Atom| matches!(terms.kind(atom), AtomKind::Variable(_));
            if !summands.iter().all(|&(atom, _)| is_variable(atom)) || exit.heap.block(atom).is_some() {
                continue;
            }
            let own = terms.atom_term(atom);
            let rest = terms.add_scaled(term, -factor, own);
            let value = terms.scale(-factor, rest);
            exit.substitute(&mut self.context.solver, &[(atom, value)]);
        }
        exit
    }

    fn memory(&mut self, state: &State, entry: &Entry) -> Vec<Assertion> {
        let mut lines = Vec::new();
        let blocks: Vec<Block> = state.heap.blocks().map(|block| Block::clone(block)).collect();
        for block in &blocks {
            if entry.is_stream(&self.context.solver, block) {
                let state = if block.is_live() { "an open stream" } else { "closed" };
                lines.push(Assertion::Fact { fact: format!("{} is {state}", self.base_name(block.base)) });
                continue;
            }
            if matches!(block.region, Region::Constant | Region::Code | Region::Library | Region::Arguments) {
                continue;
            }
            if !block.is_live() {
                if block.region.is_allocated() {
                    let address = self.base_name(block.base);
                    lines.push(Assertion::Freed { address, is_list: false });
                }
                continue;
            }
            let is_untouched = block.cells.iter().all(|cell| cell.content == Content::Unknown);
            if block.region == Region::Static && is_untouched {
                continue;
            }
            lines.push(self.block(state, block, entry));
        }
        for segment in state.heap.segments() {
            lines.push(self.segment(state, segment, entry));
        }
        for (_, instance) in state.heap.instances() {
            lines.push(self.tree(instance, entry));
        }
        lines
    }

    fn base_name(&mut self, base: Atom) -> String {
        self.term(self.context.solver.terms.atom_term(base))
    }

    /// The record that lies in a block of this size: as the entry says, or the only one of that size.
    fn record(&self, entry: &Entry, address: Term, size: Option<u64>) -> Option<(TypeId, i128)> {
        let types = &self.context.module.types;
        if let Some(atom) = self.context.solver.terms.as_atom(address)
            && let Some(&known) = entry.types.get(&atom)
        {
            return Some(known);
        }
        let is_of_size = |ty: TypeId| size.is_some() && hints::record_size(types, ty) == size;
        let pointed = entry.pointers.iter().find(|(term, ty)| *term == address && is_of_size(*ty));
        let alike = entry.pointers.iter().find(|(_, ty)| is_of_size(*ty));
        let inside = entry.types.values().find(|(ty, shift)| *shift == 0 && is_of_size(*ty));
        pointed.or(alike).map(|&(_, ty)| (ty, 0)).or(inside.copied())
    }

    fn block(&mut self, state: &State, block: &Block, entry: &Entry) -> Assertion {
        let terms = &self.context.solver.terms;
        let size = terms.as_constant(block.size);
        let address = terms.atom_term(block.base);
        let ty = self.record(entry, address, size.and_then(|size| u64::try_from(size).ok()));
        let storage = match block.region {
            CALLERS | Region::Static | Region::Part => Storage::Any,
            Region::Heap => Storage::Heap,
            Region::Kept => Storage::Kept,
            Region::Stack(_) | Region::Alloca(_) => Storage::Local,
            Region::Constant | Region::Code | Region::Library | Region::Arguments => Storage::Constant,
        };
        let mut cells = Vec::new();
        for cell in block.cells.iter() {
            let content = match cell.content {
                Content::Scalar(value) if value.is_defined() => {
                    let bytes = self.context.solver.terms.constant_difference(cell.end, cell.start);
                    match (self.cell_type(ty, cell.start, cell.end), bytes) {
                        (None, Some(bytes)) => self.read_bytes(state, value.term, bytes),
                        (ty, _) => self.read(state, value.term, ty),
                    }
                }
                Content::Fill(0) => "0".into(),
                Content::Fill(byte) => format!("bytes {byte:#x}"),
                // Of a part, the bytes that are told are those that are there.
                Content::Scalar(_) | Content::Uninitialised if block.is_part() => "?".into(),
                Content::Each(_) | Content::Owning(_) | Content::Unknown | Content::Letters
                    if size.is_some() =>
                {
                    "_".into()
                }
                Content::Each(_)
                | Content::Owning(_)
                | Content::Striped(_)
                | Content::Tiles(_)
                | Content::Unknown
                | Content::Letters
                | Content::Scalar(_)
                | Content::Uninitialised
                | Content::Text
                | Content::Absent => {
                    continue;
                }
            };
            for (start, end) in self.fields_of(ty, cell) {
                let (field, is_pointer) = self.cell_name(ty, start, end);
                cells.push(CellAssertion { field, content: content.clone(), is_pointer });
            }
        }
        let address = match ty {
            Some((_, shift @ ..0)) if block.is_part() => {
                format!("{} - {}", self.base_name(block.base), -shift)
            }
            _ => self.base_name(block.base),
        };
        Assertion::Block(BlockAssertion {
            address,
            storage,
            ty: ty.map(|(ty, _)| self.context.module.types.c_name(ty)),
            bytes: size.and_then(|size| u64::try_from(size).ok()),
            length: size.is_none().then(|| self.term(block.size)),
            cells,
        })
    }

    /// The fields that make up a cell, if it is a run of several.
    fn fields_of(&mut self, ty: Option<(TypeId, i128)>, cell: &Cell) -> Vec<(Term, Term)> {
        let whole = vec![(cell.start, cell.end)];
        let terms = &self.context.solver.terms;
        let (Some(start), Some(end)) = (terms.as_constant(cell.start), terms.as_constant(cell.end)) else {
            return whole;
        };
        let Some((ty, shift)) = ty.filter(|_| !matches!(cell.content, Content::Scalar(_))) else {
            return whole;
        };
        let mut fields = Vec::new();
        let mut at = start;
        while at < end {
            let found = [8i128, 4, 2, 1].into_iter().find(|bytes| {
                let offset = u64::try_from(at - shift);
                at + bytes <= end
                    && offset.is_ok_and(|offset| self.field_at(ty, offset, *bytes as u64).is_some())
            });
            let Some(bytes) = found.filter(|_| fields.len() < FIELDS_TOLD_ONE_BY_ONE) else { return whole };
            let terms = &mut self.context.solver.terms;
            fields.push((terms.constant(at), terms.constant(at + bytes)));
            at += bytes;
        }
        fields
    }

    /// The name of a field, and whether it is a pointer.
    fn cell_name(&mut self, ty: Option<(TypeId, i128)>, start: Term, end: Term) -> (String, bool) {
        let terms = &self.context.solver.terms;
        let types = &self.context.module.types;
        if let (Some(first), Some(last), Some((ty, shift))) =
            (terms.as_constant(start), terms.as_constant(end), ty)
            && let (Ok(offset), Ok(bytes)) = (u64::try_from(first - shift), u64::try_from(last - first))
            && let Some((path, ty)) = self.field_at(ty, offset, bytes)
        {
            let is_pointer = hints::pointee(types, ty).is_some();
            return (if path.is_empty() { "*".into() } else { path }, is_pointer);
        }
        (format!("{}..{}", self.term(start), self.term(end)), false)
    }

    fn segment(&mut self, state: &State, segment: &Segment, entry: &Entry) -> Assertion {
        let shape = &segment.shape;
        let ty = self.record(entry, segment.first, Some(shape.node_size));
        let node = match ty {
            Some((ty, _)) => self.context.module.types.c_name(ty),
            None => format!("block[{}]", shape.node_size),
        };
        Assertion::List(ListAssertion {
            first: self.term(segment.first),
            next: self.term(segment.next),
            backwards: segment.back.map(|ends| (self.term(ends.last), self.term(ends.previous))),
            minimum: segment.minimum,
            count: self.count(segment),
            node,
            entry: shape.entry,
            link: self.field(ty, shape.link, shape.link_bytes).0,
            back_link: shape.back.map(|back| self.field(ty, back, shape.link_bytes).0),
            bodies: shape.bodies.iter().map(|body| self.body(state, body, segment, ty)).collect(),
            order: order(&segment.order),
        })
    }

    /// How many nodes a list has, if that is said, or said of another number.
    fn count(&mut self, segment: &Segment) -> Option<String> {
        let terms = &self.context.solver.terms;
        let mut is_told = terms.as_constant(segment.count).is_some();
        terms.for_each_atom(segment.count, &mut |atom| is_told |= self.told_counts.contains(&atom));
        is_told.then(|| self.term(segment.count))
    }

    /// The name of a field of a node, and its type.
    fn field(&self, record: Option<(TypeId, i128)>, offset: u64, bytes: u64) -> (String, Option<TypeId>) {
        match record.and_then(|(ty, _)| self.field_at(ty, offset, bytes)) {
            Some((path, ty)) => (path, Some(ty)),
            None => (format!("{offset}..{}", offset + bytes), None),
        }
    }

    fn body(
        &mut self,
        state: &State,
        body: &symbolic_heap::Body,
        segment: &Segment,
        record: Option<(TypeId, i128)>,
    ) -> Vec<CellAssertion> {
        let mut fields = Vec::new();
        for part in &body.fields {
            let (name, ty) = self.field(record, part.start, part.end - part.start);
            let content = match &part.content {
                FieldContent::Uninitialised => continue,
                FieldContent::Fill(0) => "0".into(),
                FieldContent::Fill(byte) => format!("bytes {byte:#x}"),
                FieldContent::Anything => "_".into(),
                FieldContent::Text => "a string".into(),
                FieldContent::Within(numbers) => within(numbers),
                FieldContent::Shared(index) => self.read(state, segment.parameters[*index], ty),
                FieldContent::Partly { index, undefined } => {
                    let value = self.term(segment.parameters[*index]);
                    format!("{value}, without the bits {undefined:#x}")
                }
                FieldContent::Counting { index, step } => {
                    format!("counting to {} by {step}", self.term(segment.parameters[*index]))
                }
                FieldContent::Own(distance) => format!("own address + {distance}"),
                FieldContent::Link(Encoding { tag, is_relative: false }) => format!("next node + {tag}"),
                FieldContent::Link(Encoding { tag, is_relative: true }) => {
                    format!("next node + {tag} - own address")
                }
                FieldContent::Like(sibling) => {
                    let (other, _) = self.field(record, sibling.field, part.end - part.start);
                    if sibling.plus == 0 { other } else { format!("{other} + {}", sibling.plus) }
                }
                FieldContent::Owned(heap) => match &**heap {
                    OwnedHeap::List(list) if list.may_be_null() => "null or memory of its own".into(),
                    OwnedHeap::Block { is_optional: true, .. } => "null or memory of its own".into(),
                    _ => "memory of its own".into(),
                },
            };
            let is_pointer = ty.is_some_and(|ty| hints::pointee(&self.context.module.types, ty).is_some());
            fields.push(CellAssertion { field: name, content, is_pointer });
        }
        fields
    }
}

/// In which order nodes of several kinds come; `None` if in any.
fn order(order: &Order) -> Option<String> {
    let all = Kinds::all(order.follows.len());
    let set = |kinds: Kinds| {
        let kinds: Vec<String> = kinds.iter().map(|kind| (kind + 1).to_string()).collect();
        if kinds.is_empty() { "none".to_owned() } else { kinds.join(" or ") }
    };
    let mut said = Vec::new();
    if order.firsts != all {
        said.push(format!("first {}", set(order.firsts)));
    }
    for (kind, &after) in order.follows.iter().enumerate().filter(|(_, after)| **after != all) {
        said.push(format!("after {}: {}", kind + 1, set(after)));
    }
    if order.lasts != all {
        said.push(format!("last {}", set(order.lasts)));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

fn within(numbers: &Numbers) -> String {
    let exceptions: Vec<String> = numbers.exceptions().iter().map(i128::to_string).collect();
    let except =
        if exceptions.is_empty() { String::new() } else { format!(" except {}", exceptions.join(" and ")) };
    format!("{} to {}{except}", numbers.low(), numbers.high())
}

/// The lines, with numbers from one on for names that the analysis made up.
fn finished(mut assertions: Vec<Assertion>, names: &mut Vec<(String, String)>) -> Vec<Formula> {
    renumber(assertions.iter_mut().flat_map(Assertion::texts_mut), names);
    assertions.into_iter().map(Formula::new).collect()
}

/// Gives names that the analysis made up numbers from one on, in the order in which they occur; some may have one already.
fn renumber<'t>(texts: impl Iterator<Item = &'t mut String>, names: &mut Vec<(String, String)>) {
    for line in texts {
        let mut result = String::new();
        let mut rest = line.as_str();
        while let Some(quote) = rest.find('\'') {
            let begin = rest[..quote].rfind(|letter: char| !is_letter(letter)).map_or(0, |index| index + 1);
            let end = rest[quote + 1..]
                .find(|letter: char| !letter.is_ascii_digit())
                .map_or(rest.len(), |length| quote + 1 + length);
            let (name, hint) = (&rest[begin..end], &rest[begin..quote]);
            let known = names.iter().find(|(old, _)| old == name).map(|(_, new)| new.clone());
            let new = known.unwrap_or_else(|| {
                let number = 1 + names.iter().filter(|(old, _)| old.split('\'').next() == Some(hint)).count();
                let new = format!("{hint}#{number}");
                names.push((name.to_owned(), new.clone()));
                new
            });
            result.push_str(&rest[..begin]);
            result.push_str(&new);
            rest = &rest[end..];
        }
        result.push_str(rest);
        *line = result;
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Names such as `l->next` need no quotes where nobody parses them.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

fn raw(context: &Context<'_>, state: &State) -> Vec<Formula> {
    let text = display_state(&context.solver, state);
    text.lines().map(|line| Formula::new(Assertion::Fact { fact: line.to_owned() })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_made_up_are_numbered_in_order() {
        let mut lines = vec!["result = malloc'13".to_owned(), "malloc'13 -> x'7, malloc'2 + x'7".to_owned()];
        let mut names = Vec::new();
        renumber(lines.iter_mut(), &mut names);
        assert_eq!(lines, ["result = malloc#1", "malloc#1 -> x#1, malloc#2 + x#1"]);
        let mut later = vec!["x'9 + malloc'2".to_owned()];
        renumber(later.iter_mut(), &mut names);
        assert_eq!(later, ["x#2 + malloc#2"]);
    }
}

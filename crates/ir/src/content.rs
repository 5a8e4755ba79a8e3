//! What a part of a module says, without the places where it says it.
//!
//! Two slices with the same [`Content::hash`] are the same modules but for their places, and their places are in the same order
//! and coincide in the same cases. So whatever an analysis says of one of them it says of the other, at the corresponding
//! places ([`Places`]).
//!
//! What is hashed is the derived debug form of functions, variables and types, in which ids are numbers in the order of their
//! first mention and offsets of places are ranks. Nothing can be forgotten that way: a field that is added is hashed, too.

use crate::link::remap::Remap;
use crate::mentions::{Members, Mentioned, Mentions};
use crate::{Function, Global};
use blake3::{Hash, Hasher};
use source::Span;
use std::fmt::{Debug, Write};
use stdx::{Id, parallel};

/// The content of every function, variable and type of a module.
pub struct Contents<'i, 'm> {
    mentions: &'i Mentions<'m>,
    functions: Vec<Part>,
    globals: Vec<Part>,
    signatures: Vec<Hash>,
    types: Vec<Hash>,
}

struct Part {
    hash: Hash,
    /// The offsets at which its places begin and end, in ascending order.
    offsets: Vec<u32>,
}

/// What a slice says.
pub struct Content<'c> {
    pub hash: Hash,
    pub places: Places<'c>,
}

/// The places of a slice, as numbers that do not depend on where in the source it is.
pub struct Places<'c> {
    parts: Vec<&'c [u32]>,
}

/// The number of a function or variable of the slice, and the ranks of two offsets among its offsets.
pub type Place = (u32, u32, u32);

impl Places<'_> {
    /// `None` if the place is none of the slice.
    pub fn number(&self, span: Span) -> Option<Place> {
        let ranks = |offsets: &[u32]| {
            Some((
                offsets.binary_search(&span.start).ok()? as u32,
                offsets.binary_search(&span.end).ok()? as u32,
            ))
        };
        let found = self.parts.iter().enumerate().find_map(|(part, offsets)| Some((part, ranks(offsets)?)));
        found.map(|(part, (start, end))| (part as u32, start, end))
    }

    pub fn span(&self, (part, start, end): Place) -> Option<Span> {
        let offsets = self.parts.get(part as usize)?;
        Some(Span::new(*offsets.get(start as usize)?, *offsets.get(end as usize)?))
    }
}

impl<'i, 'm> Contents<'i, 'm> {
    pub fn new(mentions: &'i Mentions<'m>, jobs: usize) -> Contents<'i, 'm> {
        let module = mentions.module;
        let functions: Vec<_> = module.functions.as_slice().iter().zip(&mentions.functions).collect();
        let globals: Vec<_> = module.globals.as_slice().iter().zip(&mentions.globals).collect();
        let types = module.types.types.as_slice().iter().zip(&mentions.types).map(|(ty, mentioned)| {
            let mut ty = ty.clone();
            with_local_ids(mentioned, |remap| remap.debug_type(&mut ty));
            hash_of(&ty)
        });
        Contents {
            mentions,
            functions: parallel::map(jobs, &functions, |(function, mentioned)| {
                Part::of_function(function, mentioned)
            }),
            globals: parallel::map(jobs, &globals, |(global, mentioned)| Part::of_global(global, mentioned)),
            signatures: module.signatures.as_slice().iter().map(|signature| hash_of(signature)).collect(),
            types: types.collect(),
        }
    }

    /// What these members of the module say together.
    pub fn of(&self, members: &Members) -> Content<'_> {
        let Mentions { module, functions, globals, types, .. } = self.mentions;
        let mut text = Text(Hasher::new());
        text.word(format!("{:?}", module.data_model).as_bytes());
        text.numbers(&members.functions, &module.constructors);
        text.numbers(&members.functions, &module.destructors);
        let mut parts: Vec<&[u32]> = Vec::new();
        for &id in &members.functions {
            let part = &self.functions[id.index()];
            text.part(part.hash, members, &functions[id.index()]);
            parts.push(&part.offsets);
        }
        for &id in &members.globals {
            let part = &self.globals[id.index()];
            text.part(part.hash, members, &globals[id.index()]);
            parts.push(&part.offsets);
        }
        for &id in &members.signatures {
            text.0.update(self.signatures[id.index()].as_bytes());
        }
        for &id in &members.types {
            text.part(self.types[id.index()], members, &types[id.index()]);
        }
        text.order(&parts);
        Content { hash: text.0.finalize(), places: Places { parts } }
    }
}

struct Text(Hasher);

impl Text {
    fn number(&mut self, number: usize) {
        self.0.update(&(number as u64).to_le_bytes());
    }

    fn word(&mut self, word: &[u8]) {
        self.number(word.len());
        self.0.update(word);
    }

    /// Ids, as positions among the members.
    fn numbers<T>(&mut self, members: &[Id<T>], ids: &[Id<T>]) {
        self.number(ids.len());
        for id in ids {
            self.number(members.binary_search(id).unwrap_or(usize::MAX));
        }
    }

    fn part(&mut self, hash: Hash, members: &Members, mentioned: &Mentioned) {
        self.0.update(hash.as_bytes());
        self.numbers(&members.functions, mentioned.functions.as_slice());
        self.numbers(&members.globals, mentioned.globals.as_slice());
        self.numbers(&members.signatures, mentioned.signatures.as_slice());
        self.numbers(&members.types, mentioned.types.as_slice());
    }

    /// Which parts come first in the source; and where parts overlap, in which order their places come.
    fn order(&mut self, parts: &[&[u32]]) {
        let range = |part: &usize| Some((*parts[*part].first()?, *parts[*part].last()?));
        let mut ordered: Vec<usize> = (0..parts.len()).filter(|part| range(part).is_some()).collect();
        ordered.sort_by_key(|part| (range(part), *part));
        let mut rest = &ordered[..];
        while let Some((first, _)) = rest.split_first() {
            let mut end = range(first).map_or(0, |(_, end)| end);
            let mut count = 1;
            while let Some((start, last)) = rest.get(count).and_then(range)
                && start <= end
            {
                end = end.max(last);
                count += 1;
            }
            let (together, after) = rest.split_at(count);
            self.number(count);
            together.iter().for_each(|&part| self.number(part));
            if count > 1 {
                let mut offsets: Vec<u32> = together.iter().flat_map(|&part| parts[part]).copied().collect();
                offsets.sort_unstable();
                offsets.dedup();
                for offset in together.iter().flat_map(|&part| parts[part]) {
                    self.number(offsets.binary_search(offset).unwrap_or(usize::MAX));
                }
            }
            rest = after;
        }
    }
}

impl Part {
    fn of_function(function: &Function, mentioned: &Mentioned) -> Part {
        let mut function = function.clone();
        with_local_ids(mentioned, |remap| remap.function(&mut function));
        let mut offsets = Vec::new();
        for_each_place(&mut function, &mut |span| offsets.extend([span.start, span.end]));
        let offsets = ascending(offsets);
        for_each_place(&mut function, &mut |span| *span = rank(&offsets, *span));
        Part { hash: hash_of(&function), offsets }
    }

    fn of_global(global: &Global, mentioned: &Mentioned) -> Part {
        let mut global = global.clone();
        with_local_ids(mentioned, |remap| remap.global(&mut global));
        let offsets = match global.span {
            Span::NONE => Vec::new(),
            span => ascending(vec![span.start, span.end]),
        };
        global.span = rank(&offsets, global.span);
        Part { hash: hash_of(&global), offsets }
    }
}

/// All places of a function but those that are none.
fn for_each_place(function: &mut Function, visit: &mut dyn FnMut(&mut Span)) {
    let mut visit = |span: &mut Span| {
        if *span != Span::NONE {
            visit(span);
        }
    };
    visit(&mut function.span);
    let Some(body) = &mut function.body else { return };
    body.names.variables.values_mut().for_each(|variable| visit(&mut variable.span));
    for (_, block) in body.blocks.iter_mut() {
        block.instructions.iter_mut().for_each(|instruction| visit(&mut instruction.span));
        visit(&mut block.terminator.span);
    }
}

fn ascending(mut offsets: Vec<u32>) -> Vec<u32> {
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

/// Ranks from 1 on, so that no place is taken for none.
fn rank(offsets: &[u32], span: Span) -> Span {
    let rank = |offset: u32| offsets.binary_search(&offset).map_or(0, |rank| rank as u32 + 1);
    if span == Span::NONE { span } else { Span::new(rank(span.start), rank(span.end)) }
}

/// Ids become numbers in the order in which they are first mentioned.
fn with_local_ids(mentioned: &Mentioned, change: impl FnOnce(&Remap<'_>)) {
    fn numbered<T>(ids: &[Id<T>]) -> rustc_hash::FxHashMap<Id<T>, Id<T>> {
        ids.iter().enumerate().map(|(number, &id)| (id, Id::from_index(number))).collect()
    }
    let functions = numbered(mentioned.functions.as_slice());
    let globals = numbered(mentioned.globals.as_slice());
    let signatures = numbered(mentioned.signatures.as_slice());
    let types = numbered(mentioned.types.as_slice());
    change(&Remap {
        functions: &|id| functions.get(&id).copied().unwrap_or(id),
        globals: &|id| globals.get(&id).copied().unwrap_or(id),
        signatures: &|id| signatures.get(&id).copied().unwrap_or(id),
        types: &|id| types.get(&id).copied().unwrap_or(id),
    });
}

fn hash_of(value: &dyn Debug) -> Hash {
    let mut hashed = Hashed { hasher: Hasher::new(), pending: String::with_capacity(PENDING) };
    // A hasher takes whatever is written.
    let _ = write!(hashed, "{value:?}");
    hashed.hasher.update(hashed.pending.as_bytes());
    hashed.hasher.finalize()
}

/// How many bytes are hashed at a time.
const PENDING: usize = 1 << 14;

/// Hashes what is written to it; the short pieces that the debug form consists of are gathered first.
struct Hashed {
    hasher: Hasher,
    pending: String,
}

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if self.pending.len() + text.len() > PENDING {
            self.hasher.update(self.pending.as_bytes());
            self.pending.clear();
        }
        self.pending.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::sample::random_module;
    use crate::{FunctionId, Module, Slice};

    fn content(module: &Module, function: FunctionId) -> (Hash, Members) {
        let mentions = Mentions::new(module);
        let members = mentions.members([function]);
        let hash = Contents::new(&mentions, 1).of(&members).hash;
        (hash, members)
    }

    fn shifted(module: &Module, by: u32) -> Module {
        let mut module = module.clone();
        let shift = |span: &mut Span| *span = Span::new(span.start + by, span.end + by);
        for (_, function) in module.functions.iter_mut() {
            for_each_place(function, &mut |span| shift(span));
        }
        for (_, global) in module.globals.iter_mut() {
            if global.span != Span::NONE {
                shift(&mut global.span);
            }
        }
        module
    }

    #[test]
    fn a_slice_says_what_the_module_says_of_it() {
        for module in (0..40).map(random_module) {
            for id in module.functions.ids() {
                let (hash, members) = content(&module, id);
                let slice = Slice::of(&module, members);
                let own = slice.function(id).expect("the root is in its slice");
                assert_eq!(content(&slice.module, own).0, hash);
                assert_eq!(content(&shifted(&module, 1000), id).0, hash, "places do not matter");
            }
        }
    }

    #[test]
    fn every_change_is_noticed() {
        let mut changes = 0;
        for module in (0..40).map(random_module) {
            for id in module.functions.ids() {
                let (hash, members) = content(&module, id);
                let mut other = module.clone();
                for (changed, function) in other.functions.iter_mut() {
                    let Some(body) = &mut function.body else { continue };
                    let Some((_, block)) = body.blocks.iter_mut().next() else { continue };
                    let Some(removed) = block.instructions.pop() else { continue };
                    let members_again = members.functions.binary_search(&changed).is_ok();
                    let _ = removed;
                    changes += usize::from(members_again);
                    if members_again {
                        break;
                    }
                }
                let is_changed = other != module
                    && members
                        .functions
                        .iter()
                        .any(|&member| other.functions[member] != module.functions[member]);
                assert_eq!(content(&other, id).0 != hash, is_changed);
            }
        }
        assert!(changes > 0);
    }

    #[test]
    fn places_are_found_again_in_a_text_that_has_moved() {
        for module in (0..20).map(random_module) {
            let moved = shifted(&module, 77);
            let (before, after) = (Mentions::new(&module), Mentions::new(&moved));
            let (contents, contents_after) = (Contents::new(&before, 1), Contents::new(&after, 1));
            for (id, function) in module.functions.iter() {
                let members = before.members([id]);
                let (content, again) = (contents.of(&members), contents_after.of(&members));
                if function.span != Span::NONE {
                    let place = content.places.number(function.span).expect("a place of the slice");
                    assert_eq!(content.places.span(place), Some(function.span));
                    assert_eq!(again.places.span(place), Some(moved.functions[id].span));
                }
                assert_eq!(content.places.number(Span::new(u32::MAX - 1, u32::MAX)), None);
            }
        }
    }
}

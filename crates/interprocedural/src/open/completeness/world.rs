//! A small memory of a caller in the making: objects whose words are chosen when the function first
//! reads them.

use crate::limits::{
    BYTES_OF_AN_UNTYPED_OBJECT, ELEMENTS_OF_AN_ARRAY, OBJECTS_OF_A_TYPE, OBJECTS_OF_A_WORLD,
    PLACES_OF_ANOTHER_RECORD,
};
use crate::open::hints;
use ir::debug::{Type, TypeId};
use ir::{GlobalId, Module};
use std::collections::{BTreeMap, BTreeSet};

/// A word of the caller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Word {
    /// Cut to the size of the word.
    Number(i64),
    /// So many bytes behind the start of an object.
    Address { object: usize, offset: i64 },
}

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Heap,
    Global(GlobalId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub place: Place,
    pub ty: Option<TypeId>,
    /// Where in the object something of its type begins; not at its start if the code looks before it.
    pub shift: u64,
    pub size: u64,
    /// What the function has read so far, by offset: the number of bytes and what they hold.
    pub words: BTreeMap<u64, (u64, Word)>,
    /// Nothing else of the caller points to it: a copy that was made for a call.
    pub is_private: bool,
}

impl Object {
    fn new(module: &Module, ty: TypeId, is_private: bool) -> Object {
        let size = size_of(module, ty);
        Object { place: Place::Heap, ty: Some(ty), shift: 0, size, words: BTreeMap::new(), is_private }
    }

    /// Whether all bytes of a range were chosen.
    pub fn is_chosen(&self, offset: u64, bytes: u64) -> bool {
        (offset..offset + bytes).all(|byte| {
            self.words.range(..=byte).next_back().is_some_and(|(start, (length, _))| byte < start + length)
        })
    }
}

/// The arguments of a call and the memory behind them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct World {
    pub arguments: Vec<Word>,
    pub objects: Vec<Object>,
}

/// What kinds of words occur at all, found once for a function.
pub struct Vocabulary<'m> {
    pub module: &'m Module,
    /// Numbers that are tried in every word.
    pub numbers: Vec<i64>,
    /// The code masks words, so addresses may carry a mark in their lowest bit.
    pub has_tags: bool,
    /// Pointers may lead to elements beside those that others lead to, and characters be anything.
    pub overlaps: bool,
}

/// What a word may hold, and the object that it makes necessary.
type Choice = (Word, Option<Object>);

impl Vocabulary<'_> {
    /// All memories of a call in which nothing was read yet.
    pub fn initial(&self, globals: &BTreeSet<GlobalId>, parameters: &[ParameterKind]) -> Vec<World> {
        let mut first = World::default();
        for &id in globals {
            let global = &self.module.globals[id];
            let is_stream = matches!(global.name.as_str(), "stdin" | "stdout" | "stderr");
            if global.is_constant || global.initializer.is_none() || is_stream {
                continue;
            }
            let size = global.size;
            let words = BTreeMap::new();
            first.objects.push(Object {
                place: Place::Global(id),
                ty: global.ty,
                shift: 0,
                size,
                words,
                is_private: false,
            });
        }
        let mut worlds = vec![first];
        for &parameter in parameters {
            worlds = worlds.iter().flat_map(|world| self.with_argument(world, parameter)).collect();
        }
        worlds
    }

    /// The worlds with one more argument.
    pub fn with_argument(&self, world: &World, parameter: ParameterKind) -> Vec<World> {
        let choices = self.parameter(world, parameter).into_iter();
        choices
            .map(|choice| {
                let mut world = world.clone();
                let word = world.take(choice);
                world.arguments.push(word);
                world
            })
            .collect()
    }

    fn parameter(&self, world: &World, parameter: ParameterKind) -> Vec<Choice> {
        match parameter {
            ParameterKind::Unused => vec![(Word::Number(0), None)],
            ParameterKind::Word { ty, bytes } => self.choices(world, ty, bytes, false),
            ParameterKind::Copy { ty, size } => {
                let object = match ty {
                    Some(ty) => Object::new(self.module, ty, true),
                    None => Object {
                        place: Place::Heap,
                        ty,
                        shift: 0,
                        size,
                        words: BTreeMap::new(),
                        is_private: true,
                    },
                };
                vec![(Word::Address { object: world.objects.len(), offset: 0 }, Some(object))]
            }
        }
    }

    /// The worlds that differ in the word at an offset of an object.
    pub fn choose(&self, world: &World, object: usize, offset: u64, bytes: u64) -> Vec<World> {
        let Some(owner) = world.objects.get(object) else { return Vec::new() };
        // A part of a word that was chosen before is left as it is.
        if owner
            .words
            .range(..offset + bytes)
            .next_back()
            .is_some_and(|(start, (length, _))| start + length > offset)
        {
            return Vec::new();
        }
        let ty = self.field_at(owner, offset, bytes).map(|(_, ty)| ty);
        let inner = offset.checked_sub(owner.shift);
        let ty = ty.or_else(|| owner.ty.and_then(|ty| self.element_at(ty, inner?, bytes)));
        // Numbers stand for addresses in records that have no other links.
        let holds_addresses = self.has_tags && owner.ty.is_some_and(|ty| !self.has_pointers(ty));
        self.choices(world, ty, bytes, holds_addresses)
            .into_iter()
            .map(|choice| {
                let mut world = world.clone();
                let word = world.take(choice);
                world.objects[object].words.insert(offset, (bytes, word));
                world
            })
            .collect()
    }

    fn field_at(&self, object: &Object, offset: u64, bytes: u64) -> Option<(String, TypeId)> {
        hints::field_at(&self.module.types, object.ty?, offset.checked_sub(object.shift)?, bytes)
    }

    /// The element of an array of numbers or pointers, which has the type of its first one.
    fn element_at(&self, ty: TypeId, offset: u64, bytes: u64) -> Option<TypeId> {
        match self.module.types.types.get(ty)? {
            Type::Scalar { size, .. } => (*size == bytes && offset.is_multiple_of(bytes)).then_some(ty),
            Type::Pointer(_) => offset.is_multiple_of(bytes).then_some(ty),
            Type::Array { .. } | Type::Record { .. } | Type::Function { .. } => None,
        }
    }

    fn choices(&self, world: &World, ty: Option<TypeId>, bytes: u64, holds_addresses: bool) -> Vec<Choice> {
        let word = u64::from(self.module.pointer_scalar().bits() / 8);
        match ty.and_then(|ty| self.module.types.types.get(ty)) {
            Some(Type::Pointer(target)) if bytes == word => self.pointers(world, Some(*target)),
            None if bytes == word => self.pointers(world, None),
            Some(Type::Scalar { name, .. }) if name.contains("Bool") => {
                [0, 1].map(|number| (Word::Number(number), None)).to_vec()
            }
            _ => {
                let mut choices: Vec<Choice> =
                    self.numbers.iter().map(|&number| (Word::Number(number), None)).collect();
                if bytes == word && holds_addresses {
                    choices.extend(self.pointers(world, None).into_iter().skip(1));
                }
                choices
            }
        }
    }

    fn pointers(&self, world: &World, target: Option<TypeId>) -> Vec<Choice> {
        let types = &self.module.types;
        let mut choices = vec![(Word::Number(0), None)];
        let is_anything = target.is_none_or(|ty| size_of(self.module, ty) <= 1 && types.c_name(ty) == "void");
        for (object, owner) in world.objects.iter().enumerate().filter(|(_, owner)| !owner.is_private) {
            let mut offsets = BTreeSet::new();
            if is_anything {
                offsets.insert(0);
                if let Some(ty) = owner.ty {
                    self.records(ty, owner.shift, &mut offsets);
                }
            } else if let (Some(ty), Some(target)) = (owner.ty, target) {
                self.positions(ty, target, owner.shift, &mut offsets);
            }
            let mut offsets: BTreeSet<i64> = offsets.into_iter().map(|offset| offset as i64).collect();
            if let Some(target) = target.filter(|_| self.overlaps && !is_anything) {
                self.overlapping(owner, target, &mut offsets);
            }
            choices.extend(offsets.into_iter().map(|offset| (Word::Address { object, offset }, None)));
        }
        let made = world.objects.iter().filter(|object| object.place == Place::Heap);
        let alike = made.clone().filter(|object| match (object.ty, target) {
            (Some(a), Some(b)) => hints::are_alike(self.module, a, b),
            (a, _) => a.is_none() && is_anything,
        });
        let is_function = target.is_some_and(|ty| self.is_function(ty));
        let most = if is_function { 1 } else { OBJECTS_OF_A_TYPE };
        if alike.count() < most && made.count() < OBJECTS_OF_A_WORLD {
            let object = match target {
                Some(ty) if !is_anything => Object::new(self.module, ty, false),
                _ => Object {
                    place: Place::Heap,
                    ty: None,
                    shift: 0,
                    size: 0,
                    words: BTreeMap::new(),
                    is_private: false,
                },
            };
            choices.push((Word::Address { object: world.objects.len(), offset: 0 }, Some(object)));
        }
        if self.has_tags && !is_function {
            let marked: Vec<Choice> = choices
                .iter()
                .map(|(word, object)| match *word {
                    Word::Number(number) => (Word::Number(number + 1), object.clone()),
                    Word::Address { object: index, offset } => {
                        (Word::Address { object: index, offset: offset + 1 }, object.clone())
                    }
                })
                .collect();
            choices.extend(marked);
        }
        choices
    }

    pub fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.module.types.types.get(ty), Some(Type::Function { .. }))
    }

    fn has_pointers(&self, ty: TypeId) -> bool {
        match self.module.types.types.get(ty) {
            Some(Type::Pointer(_)) => true,
            Some(Type::Record { fields, .. }) => fields.iter().any(|field| self.has_pointers(field.ty)),
            Some(Type::Array { element, .. }) => self.has_pointers(*element),
            Some(Type::Scalar { .. } | Type::Function { .. }) | None => false,
        }
    }

    /// Where in a type another one lies.
    fn positions(&self, ty: TypeId, target: TypeId, start: u64, found: &mut BTreeSet<u64>) {
        if hints::are_alike(self.module, ty, target) {
            found.insert(start);
        }
        match self.module.types.types.get(ty) {
            Some(Type::Record { fields, .. }) => {
                for field in fields.iter().filter(|field| field.bits.is_none()) {
                    self.positions(field.ty, target, start + field.offset, found);
                }
            }
            Some(Type::Array { element, length }) => {
                let size = size_of(self.module, *element);
                for index in 0..length.unwrap_or(0).min(ELEMENTS_OF_AN_ARRAY) {
                    self.positions(*element, target, start + index * size, found);
                }
            }
            Some(Type::Scalar { .. } | Type::Pointer(_) | Type::Function { .. }) | None => {}
        }
    }

    /// Where pointers overlap an object without being equal to those that lead to it: an element further or
    /// before, and the bytes of anything where one of the two is a character.
    fn overlapping(&self, owner: &Object, target: TypeId, found: &mut BTreeSet<i64>) {
        let Some(ty) = owner.ty.filter(|&ty| !self.is_function(ty) && !self.is_function(target)) else {
            return;
        };
        let element = size_of(self.module, target) as i64;
        for same in found.clone() {
            found.extend([same + element, same - element]);
        }
        if element == 1 || size_of(self.module, ty) == 1 {
            found.insert(owner.shift as i64);
        }
        // The head of a list may be a record of its own that is taken for a node, or a word of one.
        if self.begins_with_pointer(target) {
            let mut links = Vec::new();
            self.links(ty, owner.shift, &mut links);
            found.extend(links.into_iter().take(PLACES_OF_ANOTHER_RECORD).map(|offset| offset as i64));
        }
    }

    /// Where in a record pointers are.
    fn links(&self, ty: TypeId, start: u64, found: &mut Vec<u64>) {
        match self.module.types.types.get(ty) {
            Some(Type::Pointer(_)) => found.push(start),
            Some(Type::Record { fields, .. }) => {
                for field in fields.iter().filter(|field| field.bits.is_none()) {
                    self.links(field.ty, start + field.offset, found);
                }
            }
            Some(Type::Scalar { .. } | Type::Array { .. } | Type::Function { .. }) | None => {}
        }
    }

    fn begins_with_pointer(&self, ty: TypeId) -> bool {
        match self.module.types.types.get(ty) {
            Some(Type::Record { fields, .. }) => fields.first().is_some_and(|field| {
                let is_pointer = matches!(self.module.types.types.get(field.ty), Some(Type::Pointer(_)));
                field.offset == 0 && (is_pointer || self.begins_with_pointer(field.ty))
            }),
            _ => false,
        }
    }

    /// Where in a type records begin.
    fn records(&self, ty: TypeId, start: u64, found: &mut BTreeSet<u64>) {
        if let Some(Type::Record { fields, .. }) = self.module.types.types.get(ty) {
            found.insert(start);
            for field in fields {
                self.records(field.ty, start + field.offset, found);
            }
        }
    }

    /// The worlds in which an object is large enough for an access outside of it: a link becomes the link
    /// inside of a record, an array longer.
    pub fn enlarge(&self, world: &World, object: usize, offset: i64, bytes: u64) -> Vec<World> {
        let Some(owner) = world.objects.get(object).filter(|owner| owner.place == Place::Heap) else {
            return Vec::new();
        };
        let end = offset.saturating_add_unsigned(bytes);
        let Some(ty) = owner.ty else {
            return self.with_size(world, object, offset, end, BYTES_OF_AN_UNTYPED_OBJECT, 8);
        };
        match self.module.types.types.get(ty) {
            Some(Type::Record { .. }) => {}
            _ => {
                let element = size_of(self.module, ty).max(1);
                return self.with_size(world, object, offset, end, element * ELEMENTS_OF_AN_ARRAY, element);
            }
        }
        let mut found = Vec::new();
        for (container, kind) in self.module.types.types.iter() {
            let Type::Record { size, .. } = kind else { continue };
            let mut positions = BTreeSet::new();
            if !hints::are_alike(self.module, container, ty) && owner.shift == 0 {
                self.positions(container, ty, 0, &mut positions);
            }
            for position in positions {
                let start = offset.saturating_add_unsigned(position);
                if start >= 0 && start.saturating_add_unsigned(bytes) <= *size as i64 {
                    let mut world = world.moved(object, position);
                    let owner = &mut world.objects[object];
                    (owner.ty, owner.size) = (Some(container), *size);
                    found.push(world);
                }
            }
        }
        if found.is_empty() {
            found.extend(self.with_room(world, object, offset, end));
        }
        found
    }

    /// No record is known that is large enough: there are bytes around the object.
    fn with_room(&self, world: &World, object: usize, start: i64, end: i64) -> Option<World> {
        let before = u64::try_from(start.saturating_neg().max(0)).ok()?.next_multiple_of(8);
        let size = world.objects[object].size.max(u64::try_from(end.max(0)).ok()?.next_multiple_of(8));
        if before + size > BYTES_OF_AN_UNTYPED_OBJECT {
            return None;
        }
        let mut world = world.moved(object, before);
        world.objects[object].shift += before;
        world.objects[object].size = before + size;
        Some(world)
    }

    fn with_size(
        &self,
        world: &World,
        object: usize,
        start: i64,
        end: i64,
        maximum: u64,
        unit: u64,
    ) -> Vec<World> {
        if start < 0 {
            // Elements are alike wherever the array begins.
            let begin = world.objects[object].shift;
            let mut longer = self.with_room(world, object, start, end);
            if let Some(world) = &mut longer {
                world.objects[object].shift = begin;
            }
            return longer.into_iter().collect();
        }
        if end > maximum as i64 {
            return Vec::new();
        }
        let mut world = world.clone();
        world.objects[object].size = (end as u64).next_multiple_of(unit);
        vec![world]
    }

    /// The words of an object in a range that were not chosen yet.
    pub fn open_words(&self, object: &Object, start: u64, end: u64) -> Vec<(u64, u64)> {
        let mut words = Vec::new();
        match object.ty {
            Some(ty) => self.leaves(ty, object.shift, &mut words),
            None => words.extend((0..object.size / 8).map(|index| (8 * index, 8))),
        }
        if let Some(&(0, bytes)) = words.first().filter(|_| words.len() == 1) {
            words.extend((1..object.size / bytes.max(1)).map(|index| (index * bytes, bytes)));
        }
        words.retain(|&(offset, bytes)| {
            offset < end && start < offset + bytes && !object.is_chosen(offset, bytes)
        });
        words
    }

    fn leaves(&self, ty: TypeId, start: u64, found: &mut Vec<(u64, u64)>) {
        match self.module.types.types.get(ty) {
            Some(Type::Record { fields, .. }) => {
                for field in fields.iter().filter(|field| field.bits.is_none()) {
                    self.leaves(field.ty, start + field.offset, found);
                }
            }
            Some(Type::Array { element, length }) => {
                let size = size_of(self.module, *element);
                for index in 0..length.unwrap_or(0) {
                    self.leaves(*element, start + index * size, found);
                }
            }
            Some(Type::Scalar { .. } | Type::Pointer(_)) => found.push((start, size_of(self.module, ty))),
            Some(Type::Function { .. }) | None => {}
        }
    }

    /// The memory as text: arguments, then objects with what was read of them.
    pub fn display(&self, world: &World, names: &[String]) -> String {
        let label = |object: usize| match world.objects[object].place {
            Place::Global(id) => format!("&{}", self.module.globals[id].name),
            Place::Heap => format!("m{}", object + 1),
        };
        let word = |word: Word| match word {
            Word::Number(number) => number.to_string(),
            Word::Address { object, offset: 0 } => label(object),
            Word::Address { object, offset } => format!("{}+{offset}", label(object)),
        };
        let mut parts: Vec<String> = names
            .iter()
            .zip(&world.arguments)
            .map(|(name, argument)| format!("{name} = {}", word(*argument)))
            .collect();
        for (index, object) in world.objects.iter().enumerate() {
            if object.place != Place::Heap && object.words.is_empty() {
                continue;
            }
            let kind = match object.ty {
                Some(ty) => self.module.types.c_name(ty),
                None => "memory".to_owned(),
            };
            let fields = object.words.iter().map(|(&offset, &(bytes, content))| {
                match self.field_at(object, offset, bytes) {
                    Some((path, _)) if !path.is_empty() => format!("{path}: {}", word(content)),
                    _ => format!("+{offset}: {}", word(content)),
                }
            });
            let fields: Vec<String> = fields.collect();
            parts.push(format!("{} -> {kind}[{}] {{ {} }}", label(index), object.size, fields.join(", ")));
        }
        parts.join("; ")
    }
}

impl World {
    /// How large the world is; smaller ones are tried first and told first.
    pub fn weight(&self) -> (usize, usize) {
        let objects = self.objects.iter().filter(|object| object.place == Place::Heap).count();
        (objects, self.objects.iter().map(|object| object.words.len()).sum())
    }

    fn take(&mut self, (word, object): Choice) -> Word {
        self.objects.extend(object);
        word
    }

    /// What is in an object moves behind so many new bytes.
    fn moved(&self, object: usize, distance: u64) -> World {
        let mut world = self.clone();
        let shift = |word: Word| match word {
            Word::Address { object: target, offset } if target == object => {
                Word::Address { object, offset: offset.saturating_add_unsigned(distance) }
            }
            Word::Address { .. } | Word::Number(_) => word,
        };
        for argument in &mut world.arguments {
            *argument = shift(*argument);
        }
        for owner in &mut world.objects {
            for (_, word) in owner.words.values_mut() {
                *word = shift(*word);
            }
        }
        let owner = &mut world.objects[object];
        owner.words = owner.words.iter().map(|(offset, word)| (offset + distance, *word)).collect();
        world
    }
}

/// How an argument is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// The function does not look at it.
    Unused,
    Word {
        ty: Option<TypeId>,
        bytes: u64,
    },
    /// The address of memory for this call alone.
    Copy {
        ty: Option<TypeId>,
        size: u64,
    },
}

/// The size of a value of a type.
fn size_of(module: &Module, ty: TypeId) -> u64 {
    match module.types.types.get(ty) {
        Some(Type::Scalar { size, .. } | Type::Record { size, .. }) => *size,
        Some(Type::Pointer(_)) => u64::from(module.pointer_scalar().bits() / 8),
        Some(Type::Array { element, length }) => {
            size_of(module, *element).saturating_mul(length.unwrap_or(0))
        }
        Some(Type::Function { .. }) | None => 0,
    }
}

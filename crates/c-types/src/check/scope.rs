//! Which name means what, where. Scopes nest; leaving one undoes what it declared.

use crate::typed::{FunctionId, GlobalId, LocalId};
use crate::types::{EnumId, QualifiedType, RecordId, TypeId};
use stdx::Symbol;

/// What an ordinary name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entity {
    Typedef(Typedef),
    Local(LocalId),
    Global(GlobalId),
    Function(FunctionId),
    /// An index into [`Scopes::enumerators`].
    Enumerator(u32),
    /// A parameter of a prototype that is not a definition's: it has a type and nothing else.
    PrototypeParameter(QualifiedType),
    /// GCC's function inside a function, which has no lowering.
    NestedFunction,
    /// Something that is not declared, and has been reported.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typedef {
    pub ty: QualifiedType,
    /// `aligned` on the typedef.
    pub alignment: Option<u64>,
}

/// What a tag stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Clone, Copy, Debug)]
struct Binding<T> {
    meaning: T,
    /// The scope that declared it; 0 is file scope.
    depth: u32,
}

/// One name space, indexed by symbol, with what to restore when scopes end.
#[derive(Debug)]
struct NameSpace<T> {
    bindings: Vec<Option<Binding<T>>>,
    shadowed: Vec<(Symbol, Option<Binding<T>>)>,
}

impl<T> Default for NameSpace<T> {
    fn default() -> Self {
        NameSpace { bindings: Vec::new(), shadowed: Vec::new() }
    }
}

impl<T: Copy> NameSpace<T> {
    fn get(&self, name: Symbol) -> Option<Binding<T>> {
        self.bindings.get(name.0 as usize).copied().flatten()
    }

    fn declare(&mut self, name: Symbol, meaning: T, depth: u32) {
        let index = name.0 as usize;
        if index >= self.bindings.len() {
            self.bindings.resize(index + 1, None);
        }
        let old = self.bindings[index].replace(Binding { meaning, depth });
        if depth > 0 && old.is_none_or(|old| old.depth < depth) {
            self.shadowed.push((name, old));
        }
    }

    fn restore(&mut self, length: usize) {
        while self.shadowed.len() > length {
            if let Some((name, old)) = self.shadowed.pop() {
                self.bindings[name.0 as usize] = old;
            }
        }
    }
}

#[derive(Default, Debug)]
pub struct Scopes {
    ordinary: NameSpace<Entity>,
    tags: NameSpace<Tag>,
    /// The values and types of enumerators.
    pub enumerators: Vec<(i128, TypeId)>,
    /// For each open scope, how much was shadowed when it was entered.
    open: Vec<(usize, usize)>,
}

impl Scopes {
    pub fn enter(&mut self) {
        self.open.push((self.ordinary.shadowed.len(), self.tags.shadowed.len()));
    }

    pub fn leave(&mut self) {
        if let Some((ordinary, tags)) = self.open.pop() {
            self.ordinary.restore(ordinary);
            self.tags.restore(tags);
        }
    }

    /// How many scopes are open; 0 at file scope.
    pub fn depth(&self) -> u32 {
        self.open.len() as u32
    }

    pub fn lookup(&self, name: Symbol) -> Option<Entity> {
        self.ordinary.get(name).map(|binding| binding.meaning)
    }

    /// The meaning that the innermost scope itself gives the name.
    pub fn lookup_here(&self, name: Symbol) -> Option<Entity> {
        self.ordinary.get(name).filter(|binding| binding.depth == self.depth()).map(|binding| binding.meaning)
    }

    pub fn declare(&mut self, name: Symbol, entity: Entity) {
        self.ordinary.declare(name, entity, self.open.len() as u32);
    }

    /// Declares at file scope from inside other scopes, which may hide the name.
    pub fn declare_at_file_scope(&mut self, name: Symbol, entity: Entity) {
        let binding = Binding { meaning: entity, depth: 0 };
        let hidden = self.ordinary.shadowed.iter_mut().find(|(shadowed, _)| *shadowed == name);
        match hidden {
            Some((_, old)) => *old = Some(binding),
            None => self.ordinary.declare(name, entity, 0),
        }
    }

    pub fn lookup_tag(&self, name: Symbol) -> Option<Tag> {
        self.tags.get(name).map(|binding| binding.meaning)
    }

    pub fn lookup_tag_here(&self, name: Symbol) -> Option<Tag> {
        self.tags.get(name).filter(|binding| binding.depth == self.depth()).map(|binding| binding.meaning)
    }

    pub fn declare_tag(&mut self, name: Symbol, tag: Tag) {
        self.tags.declare(name, tag, self.open.len() as u32);
    }

    /// All names that mean something here, for suggestions.
    pub fn visible(&self) -> impl Iterator<Item = Symbol> {
        let bindings = self.ordinary.bindings.iter().enumerate();
        bindings.filter(|(_, binding)| binding.is_some()).map(|(index, _)| Symbol(index as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stdx::Id;

    #[test]
    fn leaving_a_scope_restores_what_it_shadowed() {
        let mut scopes = Scopes::default();
        let name = Symbol(7);
        let local = |raw| Entity::Local(Id::from_raw(raw));
        scopes.declare(name, local(0));
        scopes.enter();
        assert_eq!(scopes.lookup_here(name), None);
        scopes.declare(name, local(1));
        scopes.declare(name, local(2));
        scopes.enter();
        scopes.declare(name, local(3));
        assert_eq!(scopes.lookup(name), Some(local(3)));
        scopes.leave();
        assert_eq!(scopes.lookup_here(name), Some(local(2)));
        scopes.leave();
        assert_eq!(scopes.lookup(name), Some(local(0)));
    }
}

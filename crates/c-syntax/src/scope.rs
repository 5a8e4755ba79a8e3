//! Which names are types: all that the grammar of C needs to know about meaning.

use crate::token::{WORDS_OF_C23, WordOfC23, word_of_c23};
use stdx::Symbol;

/// What a name means where the parser stands.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NameMeaning {
    /// A variable, function, enumerator, or not declared at all.
    #[default]
    Ordinary,
    Typedef,
    /// Used as a type without being one; reported at its first use.
    UnknownType,
}

#[derive(Default)]
pub struct Scopes {
    /// By symbol; missing entries are ordinary.
    meanings: Vec<NameMeaning>,
    /// What to restore at the end of the scopes that are open, oldest first.
    shadowed: Vec<(Symbol, NameMeaning)>,
    /// For each open scope, the length of `shadowed` when it was opened.
    open: Vec<usize>,
    /// The words of C23 that the program declares itself.
    declared_words: [bool; WORDS_OF_C23.len()],
}

impl Scopes {
    pub fn meaning(&self, symbol: Symbol) -> NameMeaning {
        self.meanings.get(symbol.0 as usize).copied().unwrap_or_default()
    }

    /// A declaration gives the name a meaning until the innermost scope ends.
    pub fn declare(&mut self, symbol: Symbol, meaning: NameMeaning) {
        if let Some(index) = word_of_c23(symbol) {
            self.declared_words[index] = true;
        }
        let old = self.meaning(symbol);
        if old == meaning {
            return;
        }
        if !self.open.is_empty() {
            self.shadowed.push((symbol, old));
        }
        self.set(symbol, meaning);
    }

    /// From here to the end of the file the name stands for an unknown type.
    pub fn declare_unknown_type(&mut self, symbol: Symbol) {
        self.set(symbol, NameMeaning::UnknownType);
    }

    fn set(&mut self, symbol: Symbol, meaning: NameMeaning) {
        let index = symbol.0 as usize;
        if index >= self.meanings.len() {
            self.meanings.resize(index + 1, NameMeaning::Ordinary);
        }
        self.meanings[index] = meaning;
    }

    /// The word of C23 that the symbol is, unless the program has declared it as a name.
    pub fn undeclared_word(&self, symbol: Symbol) -> Option<WordOfC23> {
        let index = word_of_c23(symbol)?;
        (!self.declared_words[index]).then_some(WORDS_OF_C23[index].1)
    }

    pub fn depth(&self) -> usize {
        self.open.len()
    }

    pub fn enter(&mut self) {
        self.open.push(self.shadowed.len());
    }

    pub fn leave(&mut self) {
        let Some(length) = self.open.pop() else { return };
        while self.shadowed.len() > length {
            if let Some((symbol, meaning)) = self.shadowed.pop() {
                self.set(symbol, meaning);
            }
        }
    }

    /// Ends scopes until only `depth` are open, as after a syntax error.
    pub fn leave_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            self.leave();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_meanings_end_with_their_scope() {
        let mut scopes = Scopes::default();
        let name = Symbol(1000);
        scopes.declare(name, NameMeaning::Typedef);
        scopes.enter();
        scopes.declare(name, NameMeaning::Ordinary);
        scopes.enter();
        scopes.declare(name, NameMeaning::Typedef);
        scopes.declare(name, NameMeaning::Ordinary);
        assert_eq!(scopes.meaning(name), NameMeaning::Ordinary);
        scopes.leave();
        assert_eq!(scopes.meaning(name), NameMeaning::Ordinary);
        scopes.leave();
        assert_eq!(scopes.meaning(name), NameMeaning::Typedef);
    }
}

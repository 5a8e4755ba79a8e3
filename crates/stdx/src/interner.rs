//! Strings as numbers: equal strings get equal symbols, so names compare in one instruction.

use rustc_hash::FxHashMap;

/// An interned string. Symbols order by first appearance, which is deterministic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// The table behind [`Symbol`]s.
#[derive(Clone, Default, Debug)]
pub struct Interner {
    by_text: FxHashMap<Box<str>, Symbol>,
    /// INVARIANT: `texts[s.0]` is the text of symbol `s`.
    texts: Vec<Box<str>>,
}

impl Interner {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.by_text.get(text) {
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.texts.len()).expect("fewer than 2^32 names"));
        self.texts.push(text.into());
        self.by_text.insert(text.into(), symbol);
        symbol
    }

    /// The symbol of a text that may never have been interned.
    pub fn lookup(&self, text: &str) -> Option<Symbol> {
        self.by_text.get(text).copied()
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_get_equal_symbols() {
        let mut interner = Interner::new();
        let a = interner.intern("next");
        let b = interner.intern("prev");
        assert_ne!(a, b);
        assert_eq!(interner.intern("next"), a);
        assert_eq!(interner.text(b), "prev");
        assert_eq!(interner.lookup("data"), None);
    }
}

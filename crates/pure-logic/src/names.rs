//! The names of variables and functions.
//!
//! Most variables are made where two states are compared, and never printed: such a name is a hint and a number, and its text
//! is made when somebody asks for it.

use std::borrow::Cow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::term::{Atom, Symbol};

/// What stands between the hint and the number of a name.
const MARK: char = '\'';

#[derive(Clone, Debug)]
enum Name {
    Given(Box<str>),
    Numbered { hint: u32, number: usize, variable: Atom },
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    names: Vec<Name>,
    given: HashMap<Box<str>, Symbol, FxBuildHasher>,
    hints: Vec<Box<str>>,
    hint_index: HashMap<Box<str>, u32, FxBuildHasher>,
    /// The names with a number, by number. The first is one; those are left out that a given name looks like.
    numbered: Vec<Option<Symbol>>,
    /// A name was given that looks like one with a number.
    has_given_numbers: bool,
}

impl Names {
    /// Interns a name.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.given.get(name) {
            return *symbol;
        }
        if let Some((hint, number)) = name.split_once(MARK) {
            if let Some(symbol) = self.find_numbered(hint, number) {
                return symbol;
            }
            self.has_given_numbers = true;
        }
        let symbol = self.next();
        self.names.push(Name::Given(name.into()));
        self.given.insert(name.into(), symbol);
        symbol
    }

    /// The symbol of the next name.
    pub fn next(&self) -> Symbol {
        Symbol(self.names.len() as u32)
    }

    /// Gives a variable a name that nothing has yet.
    pub fn number(&mut self, hint: &str, variable: Atom) {
        while self.has_given_numbers && self.is_given(hint, self.numbered.len() + 1) {
            self.numbered.push(None);
        }
        let hint = self.hint(hint);
        self.numbered.push(Some(self.next()));
        self.names.push(Name::Numbered { hint, number: self.numbered.len(), variable });
    }

    /// The variable of a name with a number.
    pub fn numbered_variable(&self, symbol: Symbol) -> Option<Atom> {
        match self.names[symbol.0 as usize] {
            Name::Given(_) => None,
            Name::Numbered { variable, .. } => Some(variable),
        }
    }

    pub fn text(&self, symbol: Symbol) -> Cow<'_, str> {
        match &self.names[symbol.0 as usize] {
            Name::Given(name) => Cow::Borrowed(name),
            Name::Numbered { hint, number, .. } => {
                Cow::Owned(format!("{}{MARK}{number}", self.hints[*hint as usize]))
            }
        }
    }

    /// The text of a name that has no number.
    pub fn given(&self, symbol: Symbol) -> Option<&str> {
        match &self.names[symbol.0 as usize] {
            Name::Given(name) => Some(name),
            Name::Numbered { .. } => None,
        }
    }

    fn find_numbered(&self, hint: &str, number: &str) -> Option<Symbol> {
        let position: usize = number.parse().ok()?;
        let symbol = (*self.numbered.get(position.checked_sub(1)?)?)?;
        // There are other ways to write a number than that of its text.
        let is_it = self.text(symbol).split_once(MARK) == Some((hint, number));
        is_it.then_some(symbol)
    }

    fn is_given(&self, hint: &str, number: usize) -> bool {
        self.given.contains_key(format!("{hint}{MARK}{number}").as_str())
    }

    fn hint(&mut self, text: &str) -> u32 {
        if let Some(hint) = self.hint_index.get(text) {
            return *hint;
        }
        let hint = self.hints.len() as u32;
        self.hints.push(text.into());
        self.hint_index.insert(text.into(), hint);
        hint
    }
}

//! What matched blocks are called.

use pure_logic::Term;
use pure_logic::term::Atom;

/// Names by base. Globals come first, in ascending order and by the hundred, so they are put at the end of a row.
#[derive(Default)]
pub(super) struct Bases {
    /// INVARIANT: in ascending order of bases.
    names: Vec<(Atom, Term)>,
}

impl Bases {
    pub fn get(&self, base: &Atom) -> Option<&Term> {
        let position = self.position(base).ok()?;
        Some(&self.names[position].1)
    }

    pub fn contains_key(&self, base: &Atom) -> bool {
        self.position(base).is_ok()
    }

    pub fn insert(&mut self, base: Atom, name: Term) {
        if self.names.last().is_none_or(|last| last.0 < base) {
            self.names.push((base, name));
            return;
        }
        match self.position(&base) {
            Ok(position) => self.names[position].1 = name,
            Err(position) => self.names.insert(position, (base, name)),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Atom, &Term)> {
        self.names.iter().map(|(base, name)| (base, name))
    }

    pub fn to_vec(&self) -> Vec<(Atom, Term)> {
        self.names.clone()
    }

    fn position(&self, base: &Atom) -> Result<usize, usize> {
        self.names.binary_search_by_key(base, |entry| entry.0)
    }
}

//! Reading in which order the nodes of a segment are.

use super::Parser;
use crate::sorted::{Key, Sorted};
use pure_logic::parse::ParseError;

impl Parser<'_> {
    /// What begins with `ascending` or `descending`, if something does.
    pub(super) fn sorted(&mut self) -> Result<Option<Sorted>, ParseError> {
        let is_descending = self.scanner.eat_word("descending");
        if !is_descending && !self.scanner.eat_word("ascending") {
            return Ok(None);
        }
        let is_strict = self.scanner.eat_word("strictly");
        let enter = self.scanner.number()?;
        let leave = if self.scanner.eat_word("then") { self.scanner.number()? } else { enter };
        self.scanner.expect_word("as")?;
        let is_signed = self.scanner.eat_word("signed");
        if !is_signed {
            self.scanner.expect_word("unsigned")?;
        }
        let bytes = self.scanner.number()?;
        if !(1..=8).contains(&bytes) {
            return self.scanner.fail("numbers have one to eight bytes");
        }
        self.scanner.expect_word("from")?;
        let entry_is_first = self.scanner.eat_word("exactly");
        let entry = self.term()?;
        self.scanner.expect("->")?;
        let exit_is_last = self.scanner.eat_word("exactly");
        let exit = self.term()?;
        let key = Key { enter, leave, bytes, is_signed, is_descending };
        Ok(Some(Sorted { key, is_strict, entry, exit, entry_is_first, exit_is_last }))
    }
}

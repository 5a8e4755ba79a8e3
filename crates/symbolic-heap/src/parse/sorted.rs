//! Reading in which order the nodes of a segment are, and what holds of each of them.

use super::Parser;
use crate::each_node::{EachNode, NodeWord};
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
        let (is_signed, bytes) = self.reading()?;
        self.scanner.expect_word("from")?;
        let entry_is_first = self.scanner.eat_word("exactly");
        let entry = self.term()?;
        self.scanner.expect("->")?;
        let exit_is_last = self.scanner.eat_word("exactly");
        let exit = self.term()?;
        let key = Key { enter, leave, bytes, is_signed, is_descending };
        Ok(Some(Sorted { key, is_strict, entry, exit, entry_is_first, exit_is_last }))
    }

    /// How a word is read: whether it has a sign, and how many bytes.
    fn reading(&mut self) -> Result<(bool, u64), ParseError> {
        let is_signed = self.scanner.eat_word("signed");
        if !is_signed {
            self.scanner.expect_word("unsigned")?;
        }
        let bytes = self.scanner.number()?;
        if !(1..=8).contains(&bytes) {
            return self.scanner.fail("numbers have one to eight bytes");
        }
        Ok((is_signed, bytes))
    }

    /// What begins with `each`, if something does.
    pub(super) fn each_node(&mut self) -> Result<Option<EachNode>, ParseError> {
        if !self.scanner.eat_word("each") {
            return Ok(None);
        }
        self.scanner.expect("(")?;
        let mut words = Vec::new();
        while !self.scanner.eat(")") {
            let offset = self.scanner.number()?;
            self.scanner.expect_word("as")?;
            let (is_signed, bytes) = self.reading()?;
            words.push(NodeWord { offset, bytes, is_signed });
            self.scanner.eat(",");
        }
        let mut first = None;
        if self.scanner.eat_word("first") {
            let numbers = first.get_or_insert(Vec::new());
            loop {
                numbers.push(self.term()?);
                if !self.scanner.eat(",") {
                    break;
                }
            }
        }
        if !words.is_sorted() || first.as_ref().is_some_and(|first| first.len() != words.len()) {
            return self
                .scanner
                .fail("words are in the order of their places, with a number for each of them");
        }
        let mut facts = Vec::new();
        self.in_braces(|parser| {
            facts.push(parser.term()?);
            Ok(())
        })?;
        Ok(Some(EachNode::of_arguments(&mut self.solver.terms, words, first, &facts)))
    }
}

//! Reading instances, with their definitions.

use super::{Parser, moved};
use crate::block::Region;
use crate::definition::{Definition, Instance};
use crate::limits::NESTING_OF_SHAPES;
use crate::state::State;
use pure_logic::parse::{ParseError, parse_facts};
use pure_logic::term::Atom;
use pure_logic::{Fact, Term};
use std::sync::Arc;

impl Parser<'_> {
    /// What follows the word `instance`.
    pub(super) fn instance(&mut self) -> Result<Instance, ParseError> {
        self.scanner.expect("(")?;
        let arguments = self.terms()?;
        let hole = match self.scanner.eat("~>") {
            true => Some(self.terms()?),
            false => None,
        };
        self.scanner.expect(";")?;
        let has_nodes = self.scanner.eat_word("nodes");
        if has_nodes {
            self.scanner.expect(";")?;
        }
        self.nesting += 1;
        if self.nesting > NESTING_OF_SHAPES {
            return self.scanner.fail("definitions nest too deeply");
        }
        let position = self.scanner.position();
        let definition = self.definition()?;
        self.nesting -= 1;
        self.scanner.expect(")")?;
        let count = definition.formals.len();
        if arguments.len() != count || hole.as_ref().is_some_and(|hole| hole.len() != count) {
            let message = "the definition takes another number of arguments".into();
            return Err(ParseError { position, message });
        }
        Ok(Instance { definition: Arc::new(definition), arguments, hole, has_nodes })
    }

    fn definition(&mut self) -> Result<Definition, ParseError> {
        self.scanner.expect_word("as")?;
        let formals = self.names()?;
        let entry = self.labelled("entry")?;
        self.scanner.expect_word("hides")?;
        let hidden = self.names()?;
        self.scanner.expect("{")?;
        let position = self.scanner.position();
        let (facts, body, uses) = self.body()?;
        self.scanner.expect("}")?;
        let root = hidden.first().and_then(|&root| body.heap.block(root));
        let has_root = root.is_some_and(|root| root.is_live() && root.region == Region::Heap);
        if formals.is_empty() || !has_root || uses.iter().any(|passed| passed.len() != formals.len()) {
            let message = "a definition has a node, and passes on what it takes".into();
            return Err(ParseError { position, message });
        }
        Ok(Definition { formals, hidden, entry, facts, body: body.heap, uses })
    }

    #[allow(clippy::type_complexity)]
    fn body(&mut self) -> Result<(Vec<Fact>, State, Vec<Vec<Term>>), ParseError> {
        let mut facts = Vec::new();
        if !self.scanner.is_at_part() {
            let extent = self.scanner.facts_extent();
            let parsed = parse_facts(&mut self.solver.terms, self.scanner.slice(&extent));
            facts = parsed.map_err(|error| moved(error, &extent))?;
            self.scanner.expect("&&")?;
        }
        let (mut body, mut uses) = (State::new(0), Vec::new());
        loop {
            if self.scanner.eat_word("again") {
                self.scanner.expect("(")?;
                uses.push(self.terms()?);
                self.scanner.expect(")")?;
            } else {
                self.atom(&mut body)?;
            }
            if !self.scanner.eat("*") {
                return Ok((facts, body, uses));
            }
        }
    }

    fn terms(&mut self) -> Result<Vec<Term>, ParseError> {
        let mut terms = vec![self.term()?];
        while self.scanner.eat(",") {
            terms.push(self.term()?);
        }
        Ok(terms)
    }

    /// Names in parentheses.
    fn names(&mut self) -> Result<Vec<Atom>, ParseError> {
        self.scanner.expect("(")?;
        let mut names = vec![self.name()?];
        while self.scanner.eat(",") {
            names.push(self.name()?);
        }
        self.scanner.expect(")")?;
        Ok(names)
    }
}

//! Reading states from text.
//!
//! ```text
//! state    = ["exists" name {"," name} ":"] part {"&&" part}       the names are for the reader: every variable is hidden
//! part     = facts                                                 in the syntax of pure facts
//!          | ("registers" | "held") "[" number "]" "{" [index ":" value {"," index ":" value}] "}"
//!          | atom {"*" atom}
//! atom     = "emp" | block | segment | instance
//! block    = "block" name ":" region "[" term "]" ["@" number] ["ended" "@" number] ["{" [cell {"," cell}] "}"]
//! region   = "heap" | ("stack" | "alloca") "(" number ")" | "static" | "constant" | "code"
//! cell     = term ".." term ":" ("uninit" | "any" | "fill" number | value)
//! value    = term ["?" [mask]]                                     bits that are undefined: all, or those of the mask
//! segment  = "seg" "(" term "->" term [";" "back" term "->" term] ";" "count" term ">=" number ";" shape [";" "order" order] [";" "members" terms] {";" sorted} [";" each] [";" "with" terms] ")"
//! each     = "each" "(" [offset "as" ("signed" | "unsigned") bytes {"," …}] ")" ["first" terms] "{" terms "}"
//! sorted   = ("ascending" | "descending") ["strictly"] offset ["then" offset] "as" ("signed" | "unsigned") bytes "from" ["exactly"] term "->" ["exactly"] term
//! shape    = "node" size [tail] ["in" "alloca" "(" number ")"] "entry" offset "link" offset ["back" offset ["to" offset]] "word" bytes ["shared" number] body {"|" body}
//! tail     = "and" ("more" | integer "times" ("signed" | "unsigned") number ".." number ["of" "owner"] "plus" integer)
//! body     = "{" [field {"," field}] "}"
//! order    = kinds "to" kinds "by" kinds {kinds}                   which bodies come first, last, and after each
//! kinds    = "{" [index {"," index}] "}"
//! field    = number ".." (number | "end") ":" content
//! content  = "uninit" | "any" | "fill" number | within | "shared" index ["?" mask] | "counting" "to" index "by" integer | "own" offset | sibling | "owns" owned
//! within   = "within" integer "to" integer ["except" "{" integer {"," integer} "}"]
//! sibling  = "like" offset ["plus" distance]                       what the word at that offset holds, plus the distance
//! owned    = "block" size [tail] "entry" offset [with] "{" fields "}" | "ended" size "entry" offset | list
//! list     = "list" ">=" number ["to" address] ["from" address] ["last" offset] [with] shape
//! instance = "instance" "(" terms ["~>" terms] [";" "nodes"] ";" "as" names "entry" offset "hides" names "{" [facts "&&"] item {"*" item} "}" ")"
//! item     = atom | "again" "(" terms ")"                          the definition is used again, with these arguments
//! with     = "with" "(" address {"," address} ")"
//! address  = "null" | "own" offset | sibling
//! ```
//!
//! A term that ends in a name is separated from a following `..` by a space, because names may
//! contain dots. A fact or a term that begins with a keyword stands in parentheses.

mod definition;
mod scanner;
mod shape;
mod sorted;

use crate::block::{Block, Lifetime, Region, Stride};
use crate::cells::{Cell, Cells, Content};
use crate::family::Family;
use crate::limits::REGISTERS_OF_A_STATE;
use crate::owning::{ElementSize, Owning};
use crate::place::PlaceTag;
use crate::state::State;
use crate::stripes::{Stripe, Stripes};
use crate::tiles::{Layout, Rest, TileWord, Tiling};
use crate::value::Value;
use pure_logic::parse::{ParseError, parse_facts, parse_term};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Facts, Solver, Term};
use scanner::Scanner;
use std::ops::Range;

/// Reads a state. Printing and reading a state gives the state again.
pub fn parse_state(solver: &mut Solver, text: &str) -> Result<State, ParseError> {
    let mut parser = Parser { solver, scanner: Scanner::new(text), nesting: 0 };
    let state = parser.state()?;
    parser.scanner.expect_end()?;
    Ok(state)
}

struct Parser<'a> {
    solver: &'a mut Solver,
    scanner: Scanner<'a>,
    nesting: u32,
}

impl Parser<'_> {
    fn state(&mut self) -> Result<State, ParseError> {
        if self.scanner.eat_word("exists") {
            loop {
                self.name()?;
                if !self.scanner.eat(",") {
                    break;
                }
            }
            self.scanner.expect(":")?;
        }
        let mut state = State::new(0);
        loop {
            self.part(&mut state)?;
            if !self.scanner.eat("&&") {
                return Ok(state);
            }
        }
    }

    fn part(&mut self, state: &mut State) -> Result<(), ParseError> {
        if !self.scanner.is_at_part() {
            let extent = self.scanner.facts_extent();
            let facts = parse_facts(&mut self.solver.terms, self.scanner.slice(&extent));
            let facts = facts.map_err(|error| moved(error, &extent))?;
            let mut known: Facts = state.facts.clone();
            known.assume_all(self.solver, &facts);
            state.facts = known;
            return Ok(());
        }
        if self.scanner.eat_word("registers") {
            state.registers = self.values()?;
            return Ok(());
        }
        if self.scanner.eat_word("held") {
            state.held = self.values()?;
            return Ok(());
        }
        loop {
            self.atom(state)?;
            if !self.scanner.eat("*") {
                return Ok(());
            }
        }
    }

    fn values(&mut self) -> Result<Vec<Option<Value>>, ParseError> {
        self.scanner.expect("[")?;
        let position = self.scanner.position();
        let count = self.scanner.number()?;
        if count > REGISTERS_OF_A_STATE {
            return Err(ParseError { position, message: "too many registers".into() });
        }
        self.scanner.expect("]")?;
        let mut values = vec![None; usize::try_from(count).unwrap_or(0)];
        self.in_braces(|parser| {
            let position = parser.scanner.position();
            let index = parser.scanner.number()?;
            let place = usize::try_from(index).ok().and_then(|index| values.get_mut(index));
            let Some(place) = place else {
                return Err(ParseError { position, message: "there is no register of this number".into() });
            };
            parser.scanner.expect(":")?;
            *place = Some(parser.value()?);
            Ok(())
        })?;
        Ok(values)
    }

    /// `{`, entries separated by commas, `}`.
    fn in_braces(
        &mut self,
        mut entry: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.scanner.expect("{")?;
        if self.scanner.eat("}") {
            return Ok(());
        }
        loop {
            entry(self)?;
            if !self.scanner.eat(",") {
                return self.scanner.expect("}");
            }
        }
    }

    fn term(&mut self) -> Result<Term, ParseError> {
        let extent = self.scanner.term_extent();
        parse_term(&mut self.solver.terms, self.scanner.slice(&extent)).map_err(|error| moved(error, &extent))
    }

    fn name(&mut self) -> Result<Atom, ParseError> {
        let position = self.scanner.position();
        let term = self.term()?;
        match self.solver.terms.as_atom(term) {
            Some(atom) if matches!(self.solver.terms.kind(atom), AtomKind::Variable(_)) => Ok(atom),
            _ => Err(ParseError { position, message: "expected a name".into() }),
        }
    }

    fn value(&mut self) -> Result<Value, ParseError> {
        let term = self.term()?;
        let undefined = match self.scanner.eat("?") {
            false => 0,
            true => self.scanner.optional_mask()?.unwrap_or(u128::MAX),
        };
        Ok(Value { term, undefined })
    }

    fn atom(&mut self, state: &mut State) -> Result<(), ParseError> {
        let position = self.scanner.position();
        if self.scanner.eat_word("emp") {
            return Ok(());
        }
        if self.scanner.eat_word("block") {
            let block = self.block()?;
            if state.heap.block(block.base).is_some() {
                return Err(ParseError { position, message: "a block of this name is already there".into() });
            }
            state.heap.insert_block(block);
            return Ok(());
        }
        if self.scanner.eat_word("seg") {
            let segment = self.segment()?;
            state.heap.push_segment(segment);
            return Ok(());
        }
        if self.scanner.eat_word("instance") {
            let instance = self.instance()?;
            state.heap.add_instance(instance);
            return Ok(());
        }
        Err(ParseError { position, message: "expected `block`, `seg`, `instance` or `emp`".into() })
    }

    fn block(&mut self) -> Result<Block, ParseError> {
        let base = self.name()?;
        self.scanner.expect(":")?;
        let region = self.region()?;
        self.scanner.expect("[")?;
        let size = self.term()?;
        self.scanner.expect("]")?;
        let allocated_at = self.optional_place()?.unwrap_or_default();
        let ended = self.scanner.eat_word("ended");
        let reusable = !ended && self.scanner.eat_word("reusable");
        let lifetime = if ended || reusable {
            let position = self.scanner.position();
            match self.optional_place()? {
                Some(at) if ended => Lifetime::Ended(at),
                Some(at) => Lifetime::Reusable(at),
                None => return Err(ParseError { position, message: "expected `@` and a place".into() }),
            }
        } else if self.scanner.eat_word("optional") {
            Lifetime::Optional
        } else {
            Lifetime::Live
        };
        let mut cells = Vec::new();
        if self.scanner.is_at("{") {
            self.in_braces(|parser| {
                let start = parser.term()?;
                parser.scanner.expect("..")?;
                let end = parser.term()?;
                parser.scanner.expect(":")?;
                let content = parser.content()?;
                cells.push(Cell { start, end, content });
                Ok(())
            })?;
        }
        Ok(Block {
            base,
            size,
            region,
            lifetime,
            allocated_at,
            stride: Stride::default(),
            cells: Cells::from_cells(cells),
        })
    }

    fn depth(&mut self) -> Result<u32, ParseError> {
        self.scanner.expect("(")?;
        let position = self.scanner.position();
        let Ok(depth) = u32::try_from(self.scanner.number()?) else {
            return Err(ParseError { position, message: "the depth is too large".into() });
        };
        self.scanner.expect(")")?;
        Ok(depth)
    }

    fn region(&mut self) -> Result<Region, ParseError> {
        if self.scanner.eat_word("stack") {
            return self.depth().map(Region::Stack);
        }
        if self.scanner.eat_word("alloca") {
            return self.depth().map(Region::Alloca);
        }
        for (word, region) in [
            ("heap", Region::Heap),
            ("kept", Region::Kept),
            ("static", Region::Static),
            ("constant", Region::Constant),
            ("code", Region::Code),
            ("library", Region::Library),
            ("arguments", Region::Arguments),
            ("part", Region::Part),
        ] {
            if self.scanner.eat_word(word) {
                return Ok(region);
            }
        }
        self.scanner.fail("expected `heap`, `stack`, `static`, `constant` or `code`")
    }

    fn optional_place(&mut self) -> Result<Option<PlaceTag>, ParseError> {
        match self.scanner.eat("@") {
            true => self.scanner.number().map(|number| Some(PlaceTag(number))),
            false => Ok(None),
        }
    }

    fn content(&mut self) -> Result<Content, ParseError> {
        if self.scanner.eat_word("uninit") {
            return Ok(Content::Uninitialised);
        }
        if self.scanner.eat_word("any") {
            return Ok(Content::Unknown);
        }
        if self.scanner.eat_word("letters") {
            return Ok(Content::Letters);
        }
        if self.scanner.eat_word("text") {
            return Ok(Content::Text);
        }
        if self.scanner.eat_word("absent") {
            return Ok(Content::Absent);
        }
        if self.scanner.eat_word("fill") {
            return Ok(Content::Fill(self.byte()?));
        }
        if self.scanner.eat_word("each") {
            let bytes = self.byte()?;
            let mut facts = Vec::new();
            self.in_braces(|parser| {
                facts.push(parser.term()?);
                Ok(())
            })?;
            return Ok(Content::Each(Family::of_arguments(&mut self.solver.terms, bytes, &facts)));
        }
        if self.scanner.eat_word("stripes") {
            let stride = self.byte()?;
            let mut list = Vec::new();
            self.in_braces(|parser| {
                let (phase, bytes) = (parser.byte()?, parser.byte()?);
                let mut facts = Vec::new();
                parser.in_braces(|parser| {
                    facts.push(parser.term()?);
                    Ok(())
                })?;
                let family = Family::of_arguments(&mut parser.solver.terms, bytes, &facts);
                list.push(Stripe { phase, family });
                Ok(())
            })?;
            return Ok(Content::Striped(Stripes::new(&mut self.solver.terms, stride, &list)));
        }
        if self.scanner.eat_word("own") {
            return self.owning();
        }
        if self.scanner.eat_word("tiles") {
            return self.tiling().map(Content::Tiles);
        }
        self.value().map(Content::Scalar)
    }

    fn tiling(&mut self) -> Result<Tiling, ParseError> {
        let mut layout = Layout { words: Vec::new(), rest: Rest::Anything, stride: None };
        let mut facts = Vec::new();
        self.in_braces(|parser| {
            let position = parser.scanner.position();
            let error = |message: &str| ParseError { position, message: message.into() };
            let is_link = parser.scanner.eat_word("link");
            if is_link || parser.scanner.eat_word("word") {
                let small = |parser: &mut Self, word: &str| {
                    parser.scanner.expect_word(word)?;
                    let number = u16::try_from(parser.scanner.number()?);
                    number.map_err(|_| error("expected a small number"))
                };
                let bytes = parser.byte()?;
                let offset = small(parser, "at")?;
                let link = if is_link { Some(small(parser, "null")?) } else { None };
                layout.words.push(TileWord { offset, bytes, link });
            } else if parser.scanner.eat_word("records") {
                let stride = u16::try_from(parser.scanner.number()?);
                layout.stride = Some(stride.map_err(|_| error("expected a small number"))?);
            } else if parser.scanner.eat_word("rest") {
                layout.rest = Rest::of(parser.content()?).ok_or_else(|| error("a chunk cannot hold this"))?;
            } else {
                facts.push(parser.term()?);
            }
            Ok(())
        })?;
        Ok(Tiling::of_arguments(&mut self.solver.terms, layout, &facts))
    }

    fn owning(&mut self) -> Result<Content, ParseError> {
        let position = self.scanner.position();
        let bytes = u16::try_from(self.scanner.number()?)
            .map_err(|_| ParseError { position, message: "expected the size of an element".into() })?;
        let word = match self.scanner.eat_word("words") {
            true => self.byte()?,
            false => u8::try_from(bytes)
                .map_err(|_| ParseError { position, message: "expected the size of a word".into() })?,
        };
        let size = ElementSize { bytes, word };
        let rows = match self.scanner.eat_word("rows") {
            true => Some(self.term()?),
            false => None,
        };
        let mut kinds = Vec::new();
        self.in_braces(|parser| {
            kinds.push(match parser.scanner.is_at("{") {
                true => parser.fields(0)?,
                false => size.uniform(parser.field_content(0)?),
            });
            Ok(())
        })?;
        Ok(Content::Owning(Owning::with_rows(&mut self.solver.terms, size, kinds, rows)))
    }

    fn byte(&mut self) -> Result<u8, ParseError> {
        let position = self.scanner.position();
        u8::try_from(self.scanner.number()?)
            .map_err(|_| ParseError { position, message: "expected a byte".into() })
    }
}

/// An error of a part, at its place in the whole text.
fn moved(error: ParseError, extent: &Range<usize>) -> ParseError {
    ParseError { position: extent.start + error.position, ..error }
}

#[cfg(test)]
mod tests;

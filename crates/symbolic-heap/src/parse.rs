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
mod sorted;

use crate::block::{Block, Lifetime, Region, Stride};
use crate::cells::{Cell, Cells, Content};
use crate::family::Family;
use crate::limits::{NESTING_OF_SHAPES, REGISTERS_OF_A_STATE};
use crate::numbers::Numbers;
use crate::order::{Kinds, Order};
use crate::owning::{ElementSize, Owning};
use crate::place::{Origin, PlaceTag};
use crate::segment::{BackEnds, Segment};
use crate::shape::{
    Body, Encoding, FieldContent, Measure, OwnedHeap, OwnedList, RelativeAddress, Shape, ShapeField, Sibling,
    TAIL_END, Tail,
};
use crate::state::State;
use crate::stripes::{Stripe, Stripes};
use crate::tiles::{Layout, Rest, TileWord, Tiling};
use crate::value::Value;
use pure_logic::parse::{ParseError, parse_facts, parse_term};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Facts, Solver, Term};
use scanner::Scanner;
use std::ops::Range;
use std::sync::Arc;

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

    fn segment(&mut self) -> Result<Segment, ParseError> {
        self.scanner.expect("(")?;
        let (first, next) = self.arrow()?;
        self.scanner.expect(";")?;
        let mut back = None;
        if self.scanner.eat_word("back") {
            let (last, previous) = self.arrow()?;
            back = Some(BackEnds { last, previous });
            self.scanner.expect(";")?;
        }
        self.scanner.expect_word("count")?;
        let count = self.term()?;
        self.scanner.expect(">=")?;
        let minimum = self.scanner.number()?;
        self.scanner.expect(";")?;
        let position = self.scanner.position();
        let shape = self.shape()?;
        let mut parameters = Vec::new();
        let mut order = Order::any(shape.bodies.len());
        let mut members = Vec::new();
        let (mut sorted, mut each) = (Vec::new(), None);
        while self.scanner.eat(";") {
            if let Some(known) = self.sorted()? {
                sorted.push(known);
                continue;
            }
            if let Some(known) = self.each_node()? {
                each = Some(known);
                continue;
            }
            if self.scanner.eat_word("order") {
                order = self.order(shape.bodies.len())?;
                continue;
            }
            let is_members = self.scanner.eat_word("members");
            if !is_members {
                self.scanner.expect_word("with")?;
            }
            loop {
                let term = self.term()?;
                if is_members {
                    members.push(term)
                } else {
                    parameters.push(term)
                }
                if !self.scanner.eat(",") {
                    break;
                }
            }
        }
        self.scanner.expect(")")?;
        if parameters.len() != shape.parameters || back.is_some() != shape.back.is_some() {
            let message = "the shape and the segment disagree on backward links or shared values";
            return Err(ParseError { position, message: message.into() });
        }
        sorted.sort_by_key(|sorted| sorted.key);
        let shape = Arc::new(shape);
        Ok(Segment { shape, first, next, back, minimum, count, parameters, order, members, sorted, each })
    }

    fn order(&mut self, kinds: usize) -> Result<Order, ParseError> {
        let firsts = self.kinds(kinds)?;
        self.scanner.expect_word("to")?;
        let lasts = self.kinds(kinds)?;
        self.scanner.expect_word("by")?;
        let follows = (0..kinds).map(|_| self.kinds(kinds)).collect::<Result<_, _>>()?;
        Ok(Order { firsts, lasts, follows })
    }

    fn kinds(&mut self, count: usize) -> Result<Kinds, ParseError> {
        self.scanner.expect("{")?;
        let mut kinds = Kinds::default();
        while !self.scanner.eat("}") {
            let position = self.scanner.position();
            let kind = usize::try_from(self.scanner.number()?).ok().filter(|&kind| kind < count);
            let Some(kind) = kind else {
                return Err(ParseError { position, message: "there is no such body".into() });
            };
            kinds = kinds.union(Kinds::one(kind));
            self.scanner.eat(",");
        }
        Ok(kinds)
    }

    fn arrow(&mut self) -> Result<(Term, Term), ParseError> {
        let from = self.term()?;
        self.scanner.expect("->")?;
        Ok((from, self.term()?))
    }

    fn shape(&mut self) -> Result<Shape, ParseError> {
        self.nesting += 1;
        if self.nesting > NESTING_OF_SHAPES {
            return self.scanner.fail("nested too deeply");
        }
        let node_size = self.labelled("node")?;
        let tail = self.tail()?;
        let mut region = Region::Heap;
        if self.scanner.eat_word("in") {
            self.scanner.expect_word("alloca")?;
            region = Region::Alloca(self.depth()?);
        }
        let entry = self.labelled("entry")?;
        let link = self.labelled("link")?;
        let back = self.optional_labelled("back")?;
        let turned = if back.is_some() { self.optional_labelled("to")? } else { None };
        let back_entry = turned.unwrap_or(entry);
        let link_bytes = self.labelled("word")?;
        let position = self.scanner.position();
        let parameters = self.optional_labelled("shared")?.unwrap_or(0);
        let parameters = usize::try_from(parameters)
            .map_err(|_| ParseError { position, message: "too many shared values".into() })?;
        let mut bodies = vec![Body { fields: self.fields(parameters)? }];
        while self.scanner.eat("|") {
            bodies.push(Body { fields: self.fields(parameters)? });
        }
        if bodies.len() > Kinds::MAXIMAL {
            return self.scanner.fail("too many bodies");
        }
        let counts = |field: &ShapeField| matches!(field.content, FieldContent::Counting { .. });
        if back.is_some() && bodies.iter().flat_map(|body| &body.fields).any(counts) {
            return self.scanner.fail("nothing counts along a row with backward links");
        }
        self.nesting -= 1;
        let origin = Origin::default();
        Ok(Shape {
            node_size,
            tail,
            region,
            entry,
            back_entry,
            link,
            back,
            link_bytes,
            bodies,
            parameters,
            origin,
        })
    }

    fn tail(&mut self) -> Result<Tail, ParseError> {
        if !self.scanner.eat_word("and") {
            return Ok(Tail::Empty);
        }
        if self.scanner.eat_word("more") {
            return Ok(Tail::Open);
        }
        if self.scanner.eat_word("text") {
            return Ok(Tail::Text);
        }
        if self.scanner.eat_word("rows") {
            return Ok(Tail::Shared);
        }
        let factor = self.scanner.signed_number()?;
        self.scanner.expect_word("times")?;
        let is_signed = self.scanner.eat_word("signed");
        if !is_signed {
            self.scanner.expect_word("unsigned")?;
        }
        let field = self.scanner.number()?;
        self.scanner.expect("..")?;
        let end = self.scanner.number()?;
        let Some(bytes) = end.checked_sub(field).filter(|bytes| (1..=8).contains(bytes)) else {
            return self.scanner.fail("a length is a word of one to eight bytes");
        };
        let is_owners = self.scanner.eat_word("of");
        if is_owners {
            self.scanner.expect_word("owner")?;
        }
        self.scanner.expect_word("plus")?;
        let plus = self.scanner.signed_number()?;
        Ok(Tail::Told(Measure { is_owners, field, bytes, is_signed, factor, plus }))
    }

    fn labelled(&mut self, label: &str) -> Result<u64, ParseError> {
        self.scanner.expect_word(label)?;
        self.scanner.number()
    }

    fn optional_labelled(&mut self, label: &str) -> Result<Option<u64>, ParseError> {
        match self.scanner.eat_word(label) {
            true => self.scanner.number().map(Some),
            false => Ok(None),
        }
    }

    fn fields(&mut self, parameters: usize) -> Result<Vec<ShapeField>, ParseError> {
        let mut fields = Vec::new();
        self.in_braces(|parser| {
            let start = parser.scanner.number()?;
            parser.scanner.expect("..")?;
            let end = match parser.scanner.eat_word("end") {
                true => TAIL_END,
                false => parser.scanner.number()?,
            };
            parser.scanner.expect(":")?;
            let content = parser.field_content(parameters)?;
            fields.push(ShapeField { start, end, content });
            Ok(())
        })?;
        Ok(fields)
    }

    fn field_content(&mut self, parameters: usize) -> Result<FieldContent, ParseError> {
        let position = self.scanner.position();
        if self.scanner.eat_word("uninit") {
            return Ok(FieldContent::Uninitialised);
        }
        if self.scanner.eat_word("any") {
            return Ok(FieldContent::Anything);
        }
        if self.scanner.eat_word("text") {
            return Ok(FieldContent::Text);
        }
        if self.scanner.eat_word("fill") {
            return Ok(FieldContent::Fill(self.byte()?));
        }
        if self.scanner.eat_word("within") {
            return self.within().map(FieldContent::Within);
        }
        if self.scanner.eat_word("shared") {
            let Some(index) =
                usize::try_from(self.scanner.number()?).ok().filter(|&index| index < parameters)
            else {
                return Err(ParseError { position, message: "the shape has no such shared value".into() });
            };
            if !self.scanner.eat("?") {
                return Ok(FieldContent::Shared(index));
            }
            return match self.scanner.optional_mask()? {
                Some(undefined) => Ok(FieldContent::Partly { index, undefined }),
                None => self.scanner.fail("expected the mask of the bits that were never stored"),
            };
        }
        if self.scanner.eat_word("counting") {
            self.scanner.expect_word("to")?;
            let index = usize::try_from(self.scanner.number()?).ok().filter(|&index| index < parameters);
            self.scanner.expect_word("by")?;
            let step = self.scanner.integer()?;
            return match index {
                Some(index) => Ok(FieldContent::Counting { index, step }),
                None => Err(ParseError { position, message: "the shape has no such shared value".into() }),
            };
        }
        if self.scanner.eat_word("own") {
            return Ok(FieldContent::Own(self.scanner.signed_number()?));
        }
        let is_relative = self.scanner.eat_word("relative");
        if is_relative || self.scanner.eat_word("link") {
            let tag = self.scanner.signed_number()?;
            return Ok(FieldContent::Link(Encoding { tag, is_relative }));
        }
        if self.scanner.eat_word("like") {
            return self.sibling().map(FieldContent::Like);
        }
        self.scanner.expect_word("owns")?;
        Ok(FieldContent::Owned(Arc::new(self.owned_heap()?)))
    }

    fn within(&mut self) -> Result<Numbers, ParseError> {
        let position = self.scanner.position();
        let low = self.scanner.integer()?;
        self.scanner.expect_word("to")?;
        let high = self.scanner.integer()?;
        let mut exceptions = Vec::new();
        if self.scanner.eat_word("except") {
            self.in_braces(|parser| {
                exceptions.push(parser.scanner.integer()?);
                Ok(())
            })?;
        }
        Numbers::between(low, high, exceptions)
            .ok_or_else(|| ParseError { position, message: "there are no such numbers".into() })
    }

    fn owned_heap(&mut self) -> Result<OwnedHeap, ParseError> {
        let is_optional = self.scanner.eat_word("optional");
        if is_optional || self.scanner.eat_word("block") {
            if is_optional {
                self.scanner.expect_word("block")?;
            }
            let position = self.scanner.position();
            self.nesting += 1;
            if self.nesting > NESTING_OF_SHAPES {
                return self.scanner.fail("nested too deeply");
            }
            let size = self.scanner.number()?;
            let tail = self.tail()?;
            let entry = self.labelled("entry")?;
            let parameters = self.shared_addresses()?;
            let fields = self.fields(parameters.len())?;
            self.nesting -= 1;
            let origin = Origin::default();
            let block =
                OwnedHeap::Block { size, tail, entry, fields, parameters, is_optional: false, origin };
            let message = "only a block that begins where the field leads, and owns nothing, is optional";
            return match is_optional {
                true => block.optional().ok_or_else(|| ParseError { position, message: message.into() }),
                false => Ok(block),
            };
        }
        if self.scanner.eat_word("ended") {
            let size = self.scanner.number()?;
            return Ok(OwnedHeap::Ended { size, entry: self.labelled("entry")? });
        }
        self.scanner.expect_word("list")?;
        self.scanner.expect(">=")?;
        let minimum = self.scanner.number()?;
        let next = self.optional_address("to")?;
        let previous = self.optional_address("from")?;
        let last = self.optional_labelled("last")?;
        let position = self.scanner.position();
        let parameters = self.shared_addresses()?;
        let shape = Arc::new(self.shape()?);
        if shape.parameters != parameters.len() {
            let message = "the list has another number of shared values than its shape".into();
            return Err(ParseError { position, message });
        }
        Ok(OwnedHeap::List(OwnedList { shape, minimum, next, previous, last, parameters }))
    }

    fn shared_addresses(&mut self) -> Result<Vec<RelativeAddress>, ParseError> {
        let mut addresses = Vec::new();
        if self.scanner.eat_word("with") {
            self.scanner.expect("(")?;
            loop {
                addresses.push(self.relative_address()?);
                if !self.scanner.eat(",") {
                    break;
                }
            }
            self.scanner.expect(")")?;
        }
        Ok(addresses)
    }

    fn optional_address(&mut self, label: &str) -> Result<RelativeAddress, ParseError> {
        if self.scanner.eat_word(label) { self.relative_address() } else { Ok(RelativeAddress::Null) }
    }

    fn relative_address(&mut self) -> Result<RelativeAddress, ParseError> {
        if self.scanner.eat_word("null") {
            return Ok(RelativeAddress::Null);
        }
        if self.scanner.eat_word("own") {
            return self.scanner.signed_number().map(RelativeAddress::Own);
        }
        self.scanner.expect_word("like")?;
        self.sibling().map(RelativeAddress::Like)
    }

    fn sibling(&mut self) -> Result<Sibling, ParseError> {
        let field = self.scanner.number()?;
        let plus = if self.scanner.eat_word("plus") { self.scanner.signed_number()? } else { 0 };
        Ok(Sibling { field, plus })
    }
}

/// An error of a part, at its place in the whole text.
fn moved(error: ParseError, extent: &Range<usize>) -> ParseError {
    ParseError { position: extent.start + error.position, ..error }
}

#[cfg(test)]
mod tests;

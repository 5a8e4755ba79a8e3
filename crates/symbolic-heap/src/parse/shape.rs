//! Segments, and what the shapes of their nodes tell.

use super::Parser;
use crate::block::Region;
use crate::limits::NESTING_OF_SHAPES;
use crate::numbers::Numbers;
use crate::order::{Kinds, Order};
use crate::place::Origin;
use crate::segment::{BackEnds, Segment};
use crate::shape::{
    Body, Encoding, FieldContent, Measure, OwnedHeap, OwnedList, RelativeAddress, Shape, ShapeField, Sibling,
    TAIL_END, Tail,
};
use pure_logic::Term;
use pure_logic::parse::ParseError;
use std::sync::Arc;

impl Parser<'_> {
    pub(super) fn segment(&mut self) -> Result<Segment, ParseError> {
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

    pub(super) fn order(&mut self, kinds: usize) -> Result<Order, ParseError> {
        let firsts = self.kinds(kinds)?;
        self.scanner.expect_word("to")?;
        let lasts = self.kinds(kinds)?;
        self.scanner.expect_word("by")?;
        let follows = (0..kinds).map(|_| self.kinds(kinds)).collect::<Result<_, _>>()?;
        Ok(Order { firsts, lasts, follows })
    }

    pub(super) fn kinds(&mut self, count: usize) -> Result<Kinds, ParseError> {
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

    pub(super) fn arrow(&mut self) -> Result<(Term, Term), ParseError> {
        let from = self.term()?;
        self.scanner.expect("->")?;
        Ok((from, self.term()?))
    }

    pub(super) fn shape(&mut self) -> Result<Shape, ParseError> {
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

    pub(super) fn tail(&mut self) -> Result<Tail, ParseError> {
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

    pub(super) fn labelled(&mut self, label: &str) -> Result<u64, ParseError> {
        self.scanner.expect_word(label)?;
        self.scanner.number()
    }

    pub(super) fn optional_labelled(&mut self, label: &str) -> Result<Option<u64>, ParseError> {
        match self.scanner.eat_word(label) {
            true => self.scanner.number().map(Some),
            false => Ok(None),
        }
    }

    pub(super) fn fields(&mut self, parameters: usize) -> Result<Vec<ShapeField>, ParseError> {
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

    pub(super) fn field_content(&mut self, parameters: usize) -> Result<FieldContent, ParseError> {
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

    pub(super) fn within(&mut self) -> Result<Numbers, ParseError> {
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

    pub(super) fn owned_heap(&mut self) -> Result<OwnedHeap, ParseError> {
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

    pub(super) fn shared_addresses(&mut self) -> Result<Vec<RelativeAddress>, ParseError> {
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

    pub(super) fn optional_address(&mut self, label: &str) -> Result<RelativeAddress, ParseError> {
        if self.scanner.eat_word(label) { self.relative_address() } else { Ok(RelativeAddress::Null) }
    }

    pub(super) fn relative_address(&mut self) -> Result<RelativeAddress, ParseError> {
        if self.scanner.eat_word("null") {
            return Ok(RelativeAddress::Null);
        }
        if self.scanner.eat_word("own") {
            return self.scanner.signed_number().map(RelativeAddress::Own);
        }
        self.scanner.expect_word("like")?;
        self.sibling().map(RelativeAddress::Like)
    }

    pub(super) fn sibling(&mut self) -> Result<Sibling, ParseError> {
        let field = self.scanner.number()?;
        let plus = if self.scanner.eat_word("plus") { self.scanner.signed_number()? } else { 0 };
        Ok(Sibling { field, plus })
    }
}

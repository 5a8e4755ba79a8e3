//! States as text, in the formula syntax of the project.
//!
//! ```text
//! exists b, n, x, y:
//!    1 <= b && 2 <= n
//! && registers[4] { 0: x, 2: b + 8 ? 0xff }
//! && held[1] { 0: y }
//! && block b: heap[16] @12 { 0..8: x, 8..12: 5, 12..16: uninit }
//!  * block c: stack(2)[4] @13 ended @20
//!  * seg(x -> y; back z -> w; count n >= 2; node 24 entry 0 link 0 back 8 word 8 shared 1 { 16..24: shared 0 }; with b)
//! ```
//!
//! The text depends on names only, never on ids, so that it is the same whatever order terms were
//! made in. [`crate::parse`] reads it back and describes the syntax in full.

mod natural_order;
mod shape;

use crate::block::{Block, Lifetime, Region};
use crate::cells::Content;
use crate::definition::Instance;
use crate::each_node::EachNode;
use crate::order::Order;
use crate::place::PlaceTag;
use crate::segment::Segment;
use crate::sorted::{Key, Sorted};
use crate::state::State;
use crate::stripes::Stripe;
use crate::tiles::Tiling;
use crate::value::Value;
use natural_order::natural_order;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Solver, Term, TermTable};
use shape::{element, order, shape};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Words that begin a part of a state. A fact or a term whose text begins with one of them is
/// put in parentheses.
pub(crate) const KEYWORDS: [&str; 12] = [
    "exists",
    "registers",
    "held",
    "block",
    "seg",
    "instance",
    "again",
    "emp",
    "uninit",
    "any",
    "fill",
    "each",
];

/// Facts are broken into lines of about this length.
const LINE_LENGTH: usize = 100;

/// The state as text of several lines, without a line break at the end.
pub fn display_state(solver: &Solver, state: &State) -> String {
    let printer = Printer { terms: &solver.terms };
    let mut lines = printer.facts(state.facts.as_slice());
    lines.extend(printer.values("registers", &state.registers));
    lines.extend(printer.values("held", &state.held));
    let mut atoms: Vec<String> =
        printer.blocks_by_name(state).into_iter().map(|block| printer.block(block)).collect();
    atoms.extend(state.heap.segments().iter().map(|segment| printer.segment(segment)));
    atoms.extend(state.heap.instances().map(|(_, instance)| printer.instance(instance)));
    if atoms.is_empty() {
        atoms.push("emp".into());
    }
    lines.push(atoms.join("\n * "));
    let hidden = printer.hidden_names(state);
    let mut text = String::new();
    if !hidden.is_empty() {
        text = format!("exists {}:\n   ", hidden.join(", "));
    }
    text.push_str(&lines.join("\n&& "));
    text
}

/// An instance as text, for messages.
pub fn display_instance(terms: &TermTable, instance: &Instance) -> String {
    Printer { terms }.instance(instance)
}

/// A segment as text, for messages.
pub fn display_segment(terms: &TermTable, segment: &Segment) -> String {
    Printer { terms }.segment(segment)
}

/// A block as text, for messages.
pub fn display_block(terms: &TermTable, block: &Block) -> String {
    Printer { terms }.block(block)
}

struct Printer<'a> {
    terms: &'a TermTable,
}

impl Printer<'_> {
    /// The variables that are no names of the program: all but the bases of static blocks.
    fn hidden_names(&self, state: &State) -> Vec<String> {
        let mut atoms: BTreeSet<Atom> = BTreeSet::new();
        for fact in state.facts.as_slice() {
            self.terms.for_each_atom_of_fact(*fact, &mut |atom| {
                atoms.insert(atom);
            });
        }
        state.for_each_term(&mut |term| {
            self.terms.for_each_atom(term, &mut |atom| {
                atoms.insert(atom);
            });
        });
        for block in state.heap.blocks() {
            match block.region {
                Region::Heap
                | Region::Kept
                | Region::Stack(_)
                | Region::Alloca(_)
                | Region::Library
                | Region::Arguments
                | Region::Part => atoms.insert(block.base),
                Region::Static | Region::Constant | Region::Code => atoms.remove(&block.base),
            };
        }
        let mut names: Vec<String> = atoms
            .into_iter()
            .filter(|atom| matches!(self.terms.kind(*atom), AtomKind::Variable(_)))
            .map(|atom| self.name(atom))
            .collect();
        names.sort_by(|left, right| natural_order(left, right));
        names
    }

    fn blocks_by_name<'s>(&self, state: &'s State) -> Vec<&'s Block> {
        let mut blocks: Vec<(String, &Block)> =
            state.heap.blocks().map(|block| (self.name(block.base), &**block)).collect();
        blocks.sort_by(|left, right| natural_order(&left.0, &right.0));
        blocks.into_iter().map(|(_, block)| block).collect()
    }

    fn name(&self, atom: Atom) -> String {
        self.terms.display_term(self.terms.atom_term(atom))
    }

    fn facts(&self, facts: &[Fact]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for fact in facts {
            let text = guarded(self.terms.display_fact(*fact));
            match lines.last_mut() {
                Some(line) if line.len() + text.len() < LINE_LENGTH => {
                    line.push_str(" && ");
                    line.push_str(&text);
                }
                _ => lines.push(text),
            }
        }
        lines
    }

    fn values(&self, title: &str, values: &[Option<Value>]) -> Option<String> {
        if values.is_empty() {
            return None;
        }
        let entries: Vec<String> = values
            .iter()
            .enumerate()
            .filter_map(|(index, value)| Some(format!("{index}: {}", self.value((*value)?))))
            .collect();
        Some(format!("{title}[{}] {}", values.len(), braces(&entries)))
    }

    fn value(&self, value: Value) -> String {
        let mut text = self.term(value.term);
        match value.undefined {
            0 => {}
            u128::MAX => text.push_str(" ?"),
            mask => {
                // Writing to a string does not fail.
                let _ = write!(text, " ? {mask:#x}");
            }
        }
        text
    }

    fn term(&self, term: Term) -> String {
        guarded(self.terms.display_term(term))
    }

    fn block(&self, block: &Block) -> String {
        let region = match block.region {
            Region::Heap => "heap".into(),
            Region::Kept => "kept".into(),
            Region::Stack(depth) => format!("stack({depth})"),
            Region::Alloca(depth) => format!("alloca({depth})"),
            Region::Static => "static".into(),
            Region::Constant => "constant".into(),
            Region::Code => "code".into(),
            Region::Library => "library".into(),
            Region::Arguments => "arguments".into(),
            Region::Part => "part".into(),
        };
        let mut text = format!("block {}: {region}[{}]", self.name(block.base), self.term(block.size));
        if block.allocated_at != PlaceTag::default() {
            let _ = write!(text, " @{}", block.allocated_at.0);
        }
        let cells: Vec<String> = block
            .cells
            .iter()
            .map(|cell| {
                let (start, end) = (self.term(cell.start), self.term(cell.end));
                // A name would take in the dots that follow it.
                let space = if self.terms.as_constant(cell.start).is_some() { "" } else { " " };
                format!("{start}{space}..{space}{end}: {}", self.content(cell.content))
            })
            .collect();
        match block.lifetime {
            Lifetime::Live => {}
            Lifetime::Optional => text.push_str(" optional"),
            Lifetime::Ended(at) | Lifetime::Reusable(at) => {
                let word = if block.has_own_address() { "ended" } else { "reusable" };
                let _ = write!(text, " {word} @{}", at.0);
                if cells.is_empty() {
                    return text;
                }
            }
        }
        format!("{text} {}", braces(&cells))
    }

    fn content(&self, content: Content) -> String {
        match content {
            Content::Scalar(value) => self.value(value),
            Content::Uninitialised => "uninit".into(),
            Content::Fill(byte) => format!("fill {byte}"),
            Content::Each(family) => {
                let facts: Vec<String> =
                    family.arguments(self.terms).into_iter().map(|fact| self.term(fact)).collect();
                format!("each {} {}", family.bytes, braces(&facts))
            }
            Content::Striped(stripes) => {
                let stripe = |stripe: &Stripe| {
                    let facts: Vec<String> =
                        stripe.family.arguments(self.terms).into_iter().map(|fact| self.term(fact)).collect();
                    format!("{} {} {}", stripe.phase, stripe.family.bytes, braces(&facts))
                };
                let list: Vec<String> = stripes.list(self.terms).iter().map(stripe).collect();
                format!("stripes {} {}", stripes.stride, braces(&list))
            }
            Content::Owning(owning) => {
                let kinds: Vec<String> = owning.kinds(self.terms).iter().map(|kind| element(kind)).collect();
                let words = match owning.size.is_record() {
                    true => format!(" words {}", owning.size.word),
                    false => String::new(),
                };
                let rows = match owning.rows(self.terms) {
                    Some(rows) => format!(" rows {}", self.term(rows)),
                    None => String::new(),
                };
                format!("own {}{words}{rows} {}", owning.size.bytes, braces(&kinds))
            }
            Content::Tiles(tiling) => self.tiling(tiling),
            Content::Unknown => "any".into(),
            Content::Letters => "letters".into(),
            Content::Text => "text".into(),
            Content::Absent => "absent".into(),
        }
    }

    fn tiling(&self, tiling: Tiling) -> String {
        let Some(layout) = tiling.layout(self.terms) else { return "uninit".into() };
        let words = layout.words.iter().map(|word| match word.link {
            None => format!("word {} at {}", word.bytes, word.offset),
            Some(null) => format!("link {} at {} null {null}", word.bytes, word.offset),
        });
        let rest = format!("rest {}", self.content(layout.rest.content()));
        let facts = tiling.arguments(self.terms).into_iter().map(|fact| self.term(fact));
        let stride = layout.stride.map(|stride| format!("records {stride}"));
        let parts: Vec<String> = stride.into_iter().chain(words).chain([rest]).chain(facts).collect();
        format!("tiles {}", braces(&parts))
    }

    fn segment(&self, segment: &Segment) -> String {
        let mut text = format!("seg({} -> {}", self.term(segment.first), self.term(segment.next));
        if let Some(ends) = segment.back {
            let _ = write!(text, "; back {} -> {}", self.term(ends.last), self.term(ends.previous));
        }
        let count = self.term(segment.count);
        let _ = write!(text, "; count {count} >= {}; {}", segment.minimum, shape(&segment.shape));
        if segment.order != Order::any(segment.shape.bodies.len()) {
            let _ = write!(text, "; order {}", order(&segment.order));
        }
        if !segment.members.is_empty() {
            let members: Vec<String> = segment.members.iter().map(|member| self.term(*member)).collect();
            let _ = write!(text, "; members {}", members.join(", "));
        }
        for sorted in &segment.sorted {
            let _ = write!(text, "; {}", self.sorted(sorted));
        }
        if let Some(each) = &segment.each {
            let _ = write!(text, "; {}", self.each(each));
        }
        if !segment.parameters.is_empty() {
            let parameters: Vec<String> =
                segment.parameters.iter().map(|parameter| self.term(*parameter)).collect();
            let _ = write!(text, "; with {}", parameters.join(", "));
        }
        text.push(')');
        text
    }

    /// `ascending strictly 8 then 12 as signed 4 from x -> y`
    fn sorted(&self, sorted: &Sorted) -> String {
        let Key { enter, leave, bytes, is_signed, is_descending } = sorted.key;
        let direction = if is_descending { "descending" } else { "ascending" };
        let strictly = if sorted.is_strict { " strictly" } else { "" };
        let leave = if leave == enter { String::new() } else { format!(" then {leave}") };
        let sign = if is_signed { "signed" } else { "unsigned" };
        let bound = |is_exact: bool, bound: Term| match is_exact {
            true => format!("exactly {}", self.term(bound)),
            false => self.term(bound),
        };
        let entry = bound(sorted.entry_is_first, sorted.entry);
        let exit = bound(sorted.exit_is_last, sorted.exit);
        format!("{direction}{strictly} {enter}{leave} as {sign} {bytes} from {entry} -> {exit}")
    }

    /// `each (8 as signed 4) { [x <= it8] }`
    fn each(&self, each: &EachNode) -> String {
        let words = each.words().iter().map(|word| {
            let sign = if word.is_signed { "signed" } else { "unsigned" };
            format!("{} as {sign} {}", word.offset, word.bytes)
        });
        let words: Vec<String> = words.collect();
        let facts: Vec<String> = each.arguments(self.terms).into_iter().map(|fact| self.term(fact)).collect();
        let first = each.first().map(|first| format!(" first {}", self.terms(first))).unwrap_or_default();
        format!("each ({}){first} {}", words.join(", "), braces(&facts))
    }

    fn terms(&self, terms: &[Term]) -> String {
        terms.iter().map(|&term| self.term(term)).collect::<Vec<_>>().join(", ")
    }

    /// `instance(x, p ~> y, q; nodes; as (_p0, _p1) entry 0 hides (_h0, _h1) { facts && body * again(_h1, _p0) })`
    fn instance(&self, instance: &Instance) -> String {
        let definition = &instance.definition;
        let names = |atoms: &[Atom]| atoms.iter().map(|&atom| self.name(atom)).collect::<Vec<_>>().join(", ");
        let hole = instance.hole.as_ref().map_or(String::new(), |hole| format!(" ~> {}", self.terms(hole)));
        let nodes = if instance.has_nodes { "; nodes" } else { "" };
        let facts = definition.facts.iter().map(|&fact| guarded(self.terms.display_fact(fact)));
        let body = &definition.body;
        let mut atoms: Vec<String> = body.blocks().map(|block| self.block(block)).collect();
        atoms.extend(body.segments().iter().map(|segment| self.segment(segment)));
        atoms.extend(body.instances().map(|(_, inner)| self.instance(inner)));
        atoms.extend(definition.uses.iter().map(|passed| format!("again({})", self.terms(passed))));
        let parts: Vec<String> = facts.chain([atoms.join(" * ")]).collect();
        format!(
            "instance({}{hole}{nodes}; as ({}) entry {} hides ({}) {{ {} }})",
            self.terms(&instance.arguments),
            names(&definition.formals),
            definition.entry,
            names(&definition.hidden),
            parts.join(" && ")
        )
    }
}

fn braces(entries: &[String]) -> String {
    if entries.is_empty() { "{}".into() } else { format!("{{ {} }}", entries.join(", ")) }
}

/// The text, in parentheses if its first word would be taken for a keyword.
fn guarded(text: String) -> String {
    let length = text.find(|character| !is_name_character(character)).unwrap_or(text.len());
    if KEYWORDS.contains(&&text[..length]) { format!("({text})") } else { text }
}

/// Whether a character may stand in a name after its first, as in the syntax of facts.
pub(crate) fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '\'' | '.' | '$' | '@')
}

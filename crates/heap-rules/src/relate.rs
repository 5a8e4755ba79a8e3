//! Walking two heaps side by side.
//!
//! From equal places (registers, held values, static blocks) the walk pairs what both heaps have
//! there: numbers with numbers, blocks with blocks, segments with segments, and a segment of one
//! with the row of nodes (perhaps none) that stands in its place in the other. The result is a heap
//! over new names that covers both, and what each side's names mean in it.
//!
//! Both entailment and join are read off this walk, so they cannot disagree.

mod absorb;
mod bases;
mod chunks;
mod constants;
mod contents;
mod cross;
mod each;
mod families;
mod filled;
mod in_order;
mod members;
mod optional;
mod rows;
mod sorted;
mod stripes;
mod tree_bounds;
mod trees;
mod versions;

pub use chunks::ChunksPair;
pub use each::EachPair;
pub use families::FamilyPair;
pub use in_order::LooseBound;
pub use sorted::{BoundPair, RowEnd};
pub(crate) use versions::versions_of;

use self::bases::Bases;
use crate::fold::{Known, Precision, are_different_constants};
use crate::references::References;
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_heap::{
    Block, Heap, HeapRule, InstanceId, Lifetime, Location, PlaceTag, Region, State, Value, is_broken,
};

/// How alike two states must be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Likeness {
    pub precision: Precision,
    /// Registers that hold different constants are not alike, nor rows with other kinds of nodes.
    pub tells_flags_apart: bool,
    /// A row ends where a node is of another kind than those of the segment it is compared with.
    pub same_kinds: bool,
    /// What tells the states apart becomes an alternative inside the one that covers both: null and the address of a block
    /// an optional block, a number that differs with another one a clause.
    pub alternatives: bool,
}

/// How two states correspond.
pub struct Relation {
    /// Over new names; its facts are still to be found.
    pub state: State,
    /// A new name for a number, and what it is on either side.
    pub numbers: Vec<(Term, Term, Term)>,
    /// What the bases of the left state's blocks are called in the result.
    pub left_names: Vec<(Atom, Term)>,
    pub right_names: Vec<(Atom, Term)>,
    /// New names of blocks that one of the sides does not have: there they are null.
    pub null_on_the_left: Vec<Term>,
    pub null_on_the_right: Vec<Term>,
    /// New names for what these blocks hold, and what it is on the side that has them.
    pub only_on_the_left: Vec<(Term, Term)>,
    pub only_on_the_right: Vec<(Term, Term)>,
    /// Bounds of rows that are in order.
    pub bounds: Vec<BoundPair>,
    /// Bounds of runs in order that have no words on one side.
    pub loose: Vec<LooseBound>,
    /// What holds of the new names of words that were cut out of the runs of one side.
    pub cut_facts: Vec<(Side, Fact)>,
    /// Runs of words that were paired; in the result nothing is known of them yet.
    pub families: Vec<FamilyPair>,
    /// Rows of nodes that were paired; in the result names stand for what holds of every node.
    pub each: Vec<EachPair>,
    /// Runs of chunks that were paired; in the result nothing is known of them yet.
    pub chunks: Vec<ChunksPair>,
    /// New names of versions of arrays that only one side has, and what they are there.
    pub versions: Vec<(Side, Term, Term)>,
    /// The result describes more than the left state's heap does: a node became a segment, a
    /// minimum was lowered, a content was forgotten.
    pub generalises_left: bool,
}

/// Which of the two states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// Whether an address is that of a node of a segment or an instance.
fn is_in_structure(location: Location) -> bool {
    match location {
        Location::FirstNode { .. }
        | Location::LastNode { .. }
        | Location::Root { .. }
        | Location::BeforeHole { .. } => true,
        Location::Block { .. } | Location::Member { .. } | Location::Number(_) | Location::Unknown => false,
    }
}

/// Relates two states; `None` if their heaps are not alike.
///
/// With `rests`, numbers in the nodes of the right state that are beyond the bounds of the left one's go
/// as far as one of these values, so that a sequence of left states that grow ends.
pub fn relate(
    solver: &mut Solver,
    left: &State,
    right: &State,
    likeness: Likeness,
    rests: Option<&[i128]>,
) -> Option<Relation> {
    start(solver, left, right, likeness, rests)?.run()
}

/// As [`relate`], but also `None` as soon as it is seen that the right state is no instance of the left one.
pub(crate) fn relate_instance(
    solver: &mut Solver,
    left: &State,
    right: &State,
    likeness: Likeness,
) -> Option<Relation> {
    let walk = start(solver, left, right, likeness, None)?;
    Walk { is_instance: true, ..walk }.run()
}

/// As [`relate_instance`], where both ends of the only row are known to lie outside of it.
pub(crate) fn relate_row(
    solver: &mut Solver,
    left: &State,
    right: &State,
    likeness: Likeness,
) -> Option<Relation> {
    let walk = start(solver, left, right, likeness, None)?;
    Walk { ends_lie_outside: true, is_instance: true, ..walk }.run()
}

fn start<'a>(
    solver: &'a mut Solver,
    left: &'a State,
    right: &'a State,
    likeness: Likeness,
    rests: Option<&'a [i128]>,
) -> Option<Walk<'a>> {
    if left.registers.len() != right.registers.len() || left.held.len() != right.held.len() {
        solver.derivation.because(|| "they are not as many".into());
        solver.derivation.fails("relate", || "the registers".into());
        return None;
    }
    Some(Walk {
        solver,
        states: [left, right],
        references: [None, None],
        bases: [Bases::default(), Bases::default()],
        absorbed: [BTreeSet::new(), BTreeSet::new()],
        used_segments: [BTreeSet::new(), BTreeSet::new()],
        used_instances: [BTreeSet::new(), BTreeSet::new()],
        known: BTreeMap::new(),
        numbers: Vec::new(),
        bounds: Vec::new(),
        loose: Vec::new(),
        cut_facts: Vec::new(),
        blocks: Vec::new(),
        deferred: Vec::new(),
        aliases: Vec::new(),
        heap: Heap::new(),
        families: Vec::new(),
        each: Vec::new(),
        chunks: Vec::new(),
        generalises_left: false,
        likeness,
        rests,
        tells_cells_apart: false,
        ends_lie_outside: false,
        is_instance: false,
        optional: optional::Optional::default(),
        members: members::Members::default(),
    })
}

pub(crate) struct Walk<'a> {
    solver: &'a mut Solver,
    states: [&'a State; 2],
    /// Who refers to what, once somebody asks.
    references: [Option<Arc<References>>; 2],
    /// Names of matched blocks, by base.
    bases: [Bases; 2],
    /// Blocks that have become part of a segment of the result.
    absorbed: [BTreeSet<Atom>; 2],
    used_segments: [BTreeSet<usize>; 2],
    used_instances: [BTreeSet<InstanceId>; 2],
    /// Pairs of terms that already have a name.
    known: BTreeMap<(Term, Term), Term>,
    numbers: Vec<(Term, Term, Term)>,
    bounds: Vec<BoundPair>,
    loose: Vec<LooseBound>,
    cut_facts: Vec<(Side, Fact)>,
    /// Matched blocks whose contents are still to be compared.
    blocks: Vec<(Atom, Atom, Term)>,
    /// Pairs that can only be settled when more is known, and the name they got.
    deferred: Vec<(Term, Term, Term)>,
    /// What names of deferred pairs turned out to be.
    aliases: Vec<(Atom, Term)>,
    heap: Heap,
    families: Vec<FamilyPair>,
    each: Vec<EachPair>,
    chunks: Vec<ChunksPair>,
    generalises_left: bool,
    likeness: Likeness,
    /// Where bounds of numbers in nodes rest, if they are widened.
    rests: Option<&'a [i128]>,
    /// The cells being compared are data of nodes, and different constants are not alike.
    tells_cells_apart: bool,
    /// It need not be shown that a row leads out of itself.
    ends_lie_outside: bool,
    /// The right state has to be an instance of the left one, and the relation is used for nothing else.
    is_instance: bool,
    optional: optional::Optional,
    members: members::Members,
}

impl<'a> Walk<'a> {
    fn state(&self, side: Side) -> &State {
        self.states[side as usize]
    }

    fn run(mut self) -> Option<Relation> {
        let mut result = State::new(0);
        let pair = self.match_static_blocks();
        self.or_say(pair, || "the globals".into())?;
        let (left, right) = (self.states[0], self.states[1]);
        for (index, (a, b)) in left.registers.iter().zip(&right.registers).enumerate() {
            self.may_differ(*a, *b);
            let value = self.optional(*a, *b);
            let value = self.or_say(value, || format!("register {index}"))?;
            result.registers.push(value);
        }
        for (index, (a, b)) in left.held.iter().zip(&right.held).enumerate() {
            self.may_differ(*a, *b);
            let value = self.optional(*a, *b);
            let value = self.or_say(value, || format!("the value {index} that callers hold"))?;
            result.held.push(value);
        }
        loop {
            if self.is_instance && self.generalises_left {
                self.solver.derivation.because(|| "the other state describes more there".into());
                return self.or_say(None, || "what was compared last".into());
            }
            if let Some((a, b, name)) = self.blocks.pop() {
                let pair = self.match_contents(a, b, name);
                if pair.is_none() {
                    let [a, b] = [a, b].map(|base| self.solver.terms.atom_term(base));
                    let Solver { terms, derivation, .. } = &mut *self.solver;
                    let at =
                        || format!("the blocks `{}` and `{}`", terms.display_term(a), terms.display_term(b));
                    derivation.fails("relate", at);
                    return None;
                }
                continue;
            }
            let more = self.one_more();
            if !self.or_say(more, || "lists, trees and what only one of the states has".into())? {
                break;
            }
        }
        let matched = self.everything_is_matched();
        self.or_say(matched, || "the end".into())?;
        let settled = self.settle_members();
        self.or_say(settled, || "members of lists".into())?;
        let versions = self.name_versions();
        if !self.is_instance {
            result.heap = self.heap.clone();
        }
        let mut relation = Relation {
            left_names: self.bases[0].to_vec(),
            right_names: self.bases[1].to_vec(),
            state: result,
            numbers: self.numbers,
            bounds: self.bounds,
            loose: self.loose,
            cut_facts: self.cut_facts,
            families: self.families,
            each: self.each,
            chunks: self.chunks,
            versions,
            generalises_left: self.generalises_left,
            null_on_the_left: self.optional.null_names(Side::Left),
            null_on_the_right: self.optional.null_names(Side::Right),
            only_on_the_left: self.optional.contents(Side::Left),
            only_on_the_right: self.optional.contents(Side::Right),
        };
        // Nobody asks for the heap of an instance.
        let aliases = if self.is_instance { &[] } else { &self.aliases[..] };
        for &(name, term) in aliases.iter().rev() {
            relation.state.substitute_in_heap(self.solver, &[(name, term)]);
        }
        Some(relation)
    }

    /// Notes where the walk fails; the reason was noted before.
    fn or_say<T>(&mut self, found: Option<T>, at: impl FnOnce() -> String) -> Option<T> {
        match &found {
            Some(_) => self.solver.derivation.goes_on(),
            None => self.solver.derivation.fails("relate", at),
        }
        found
    }

    /// Settles something of what was put off; whether there was anything.
    fn one_more(&mut self) -> Option<bool> {
        Some(self.settle_one_deferred()? || self.match_one_local()? || self.copy_one_optional()?)
    }

    /// Globals and functions have the same base on both sides, and keep it.
    fn match_static_blocks(&mut self) -> Option<()> {
        let [left, right] = self.states;
        let mut others = right.heap.blocks();
        let is_static =
            |block: &&Arc<Block>| matches!(block.region, Region::Static | Region::Constant | Region::Code);
        for block in left.heap.blocks().filter(is_static) {
            let base = block.base;
            let other = others.find(|other| other.base >= base).filter(|other| other.base == base)?;
            let name = self.solver.terms.atom_term(base);
            self.bases[0].insert(base, name);
            self.bases[1].insert(base, name);
            if self.is_instance {
                if Arc::ptr_eq(block, other) && self.holds_constants(block) {
                    continue;
                }
                if self.differ_in_constants(block, other) {
                    return None;
                }
            }
            self.blocks.push((base, base, name));
        }
        Some(())
    }

    /// A local variable that nothing refers to any more is still there: it is the same on both sides if
    /// it has the same base, or else if it was made at the same place. Nothing can tell which of several it is.
    fn match_one_local(&mut self) -> Option<bool> {
        let is_left_over = |walk: &Self, side: Side, base: Atom| {
            let index = side as usize;
            let block = walk.state(side).heap.block(base);
            block.is_some_and(|block| {
                block.is_live() && matches!(block.region, Region::Stack(_) | Region::Alloca(_) | Region::Part)
            }) && !walk.bases[index].contains_key(&base)
                && !walk.absorbed[index].contains(&base)
        };
        let left_over = |side: Side| {
            let bases = self.state(side).heap.blocks().map(|block| block.base);
            bases.filter(|&base| is_left_over(self, side, base)).collect::<Vec<Atom>>()
        };
        let left = left_over(Side::Left);
        if left.is_empty() {
            return Some(false);
        }
        let right = left_over(Side::Right);
        let is_same = |&(one, other): &(Atom, Atom)| {
            let (left, right) =
                (self.state(Side::Left).heap.block(one), self.state(Side::Right).heap.block(other));
            left.zip(right).is_some_and(|(left, right)| {
                (left.region, left.allocated_at, left.size) == (right.region, right.allocated_at, right.size)
                    && left.region != Region::Part
            })
        };
        let same_base = left.iter().find(|base| right.contains(base)).map(|&base| (base, base));
        let mut pairs = left.iter().flat_map(|&one| right.iter().map(move |&other| (one, other)));
        match same_base.or_else(|| pairs.find(is_same)) {
            Some((one, other)) => self.match_blocks(one, other).map(|_| true),
            None => Some(false),
        }
    }

    fn optional(&mut self, a: Option<Value>, b: Option<Value>) -> Option<Option<Value>> {
        match (a, b) {
            (Some(a), Some(b)) => {
                if self.likeness.tells_flags_apart && are_different_constants(self.solver, a.term, b.term) {
                    self.differ("are different constants", a.term, b.term);
                    return None;
                }
                self.value(a, b).map(Some)
            }
            (None, None) => Some(None),
            // A register that holds something on one side only: its value is not needed, unless it
            // is what keeps a block; then the block stays unmatched and the walk fails.
            (None, Some(_)) => Some(None),
            (Some(_), None) => {
                self.generalises_left = true;
                Some(None)
            }
        }
    }

    pub(crate) fn value(&mut self, a: Value, b: Value) -> Option<Value> {
        if b.undefined & !a.undefined != 0 {
            self.generalises_left = true;
        }
        let term = self.term(a.term, b.term)?;
        Some(Value { term, undefined: a.undefined | b.undefined })
    }

    /// The name for a pair of terms.
    pub(crate) fn term(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(&name) = self.known.get(&(a, b)) {
            return Some(name);
        }
        let at = [self.locate(Side::Left, a), self.locate(Side::Right, b)];
        let name = match at {
            [Location::Member { .. }, _] | [_, Location::Member { .. }] => self.member_pair((a, b), at)?,
            [Location::Number(x), Location::Number(y)] if x == y => a,
            [Location::Block { base: x, offset: i }, Location::Block { base: y, offset: j }] => {
                if self.are_different_links(x, (i, j)) {
                    self.differ("lead to different words of a node", a, b);
                    return None;
                }
                let base = self.match_blocks(x, y)?;
                let offset = self.number(i, j)?;
                self.solver.terms.add(base, offset)
            }
            [Location::Block { base, offset }, Location::Number(0)] => {
                self.pair_with_null(Side::Left, base, offset)?
            }
            [Location::Number(0), Location::Block { base, offset }] => {
                self.pair_with_null(Side::Right, base, offset)?
            }
            [left, right] if is_in_structure(left) || is_in_structure(right) => {
                // What a segment is paired with depends on what its surroundings are paired with.
                let name = self.solver.terms.fresh_variable("x");
                self.deferred.push((a, b, name));
                name
            }
            _ => self.number(a, b)?,
        };
        self.known.insert((a, b), name);
        Some(name)
    }

    /// Whether two addresses lead to different words of a node of a tree whose numbers are in order: what such a number was compared with
    /// tells which of its links a cursor goes on with.
    fn are_different_links(&self, base: Atom, (i, j): (Term, Term)) -> bool {
        let trees = self.likeness.precision.trees();
        let is_node = |block: &Arc<Block>| trees.of_block(&self.solver.terms, block).is_some();
        trees.have_orders()
            && are_different_constants(self.solver, i, j)
            && self.state(Side::Left).heap.block(base).is_some_and(is_node)
    }

    /// What is known of the numbers of a side.
    pub(crate) fn known_on(&self, side: Side) -> Known<'a> {
        Known { state: self.states[side as usize], precision: self.likeness.precision }
    }

    fn references(&mut self, side: Side) -> Arc<References> {
        let references = self.references[side as usize]
            .get_or_insert_with(|| Arc::new(References::of(&self.solver.terms, self.states[side as usize])));
        Arc::clone(references)
    }

    fn locate(&mut self, side: Side, term: Term) -> Location {
        self.states[side as usize].heap.locate(&mut self.solver.terms, term)
    }

    /// The name for a pair of numbers.
    pub(crate) fn number(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b && self.solver.terms.as_constant(a).is_some() {
            return Some(a);
        }
        // No values of names make two constants equal.
        if self.is_instance && are_different_constants(self.solver, a, b) {
            self.differ("are different constants", a, b);
            return None;
        }
        if let Some(&name) = self.known.get(&(a, b)) {
            return Some(name);
        }
        if self.mentions_memory(Side::Left, a) || self.mentions_memory(Side::Right, b) {
            self.differ("are no numbers, but do not lead to things that are alike", a, b);
            return None;
        }
        let name = self.solver.terms.fresh_variable("n");
        self.numbers.push((name, a, b));
        self.known.insert((a, b), name);
        Some(name)
    }

    /// Notes the reason that is told if no other one is found.
    fn may_differ(&mut self, a: Option<Value>, b: Option<Value>) {
        if let (Some(a), Some(b)) = (a, b) {
            self.differ("do not lead to things that are alike", a.term, b.term);
        }
    }

    /// Notes that two terms have no name in common.
    fn differ(&mut self, how: &str, a: Term, b: Term) {
        let Solver { terms, derivation, .. } = &mut *self.solver;
        derivation.because(|| format!("`{}` and `{}` {how}", terms.display_term(a), terms.display_term(b)));
    }

    pub(crate) fn mentions_memory(&self, side: Side, term: Term) -> bool {
        crate::fold::mentions_memory(self.solver, self.state(side), term)
    }

    /// Pairs two blocks, if neither is paired with another one.
    fn match_blocks(&mut self, a: Atom, b: Atom) -> Option<Term> {
        match (self.bases[0].get(&a), self.bases[1].get(&b)) {
            (Some(&x), Some(&y)) => return (x == y).then_some(x),
            (None, None) => {}
            _ => {
                self.blocks_differ("one is the same as another block already", a, b);
                return None;
            }
        }
        if self.absorbed[0].contains(&a) || self.absorbed[1].contains(&b) {
            self.blocks_differ("one has become a node of a list", a, b);
            return None;
        }
        let (left, right) = (self.state(Side::Left).heap.block(a)?, self.state(Side::Right).heap.block(b)?);
        if left.region != right.region || left.may_be_live() != right.may_be_live() {
            self.blocks_differ("they lie in different regions, or only one is alive", a, b);
            return None;
        }
        let name = self.solver.terms.fresh_variable("b");
        self.bases[0].insert(a, name);
        self.bases[1].insert(b, name);
        self.blocks.push((a, b, name));
        Some(name)
    }

    /// Notes that two blocks have no name in common.
    fn blocks_differ(&mut self, how: &str, a: Atom, b: Atom) {
        let Solver { terms, derivation, .. } = &mut *self.solver;
        derivation.because(|| {
            let [a, b] = [a, b].map(|base| terms.atom_term(base)).map(|base| terms.display_term(base));
            format!("the blocks `{a}` and `{b}`: {how}")
        });
    }

    fn match_contents(&mut self, a: Atom, b: Atom, name: Term) -> Option<()> {
        let left = self.state(Side::Left).heap.block(a)?.clone();
        let right = self.state(Side::Right).heap.block(b)?.clone();
        let size = self.number(left.size, right.size)?;
        if self.is_instance && left.lifetime == right.lifetime && self.hold_same_constants(&left, &right) {
            return Some(());
        }
        // A counter in a register may be stored in a node, too.
        self.tells_cells_apart = self.likeness.precision.tells_data_apart()
            && left.region == Region::Heap
            && !self.registers_differ();
        let rows = match self.chunk_rows((a, &left.cells), (b, &right.cells), name) {
            Some(cells) => Some(cells),
            None => self.family_rows(&left.cells, &right.cells, (name, left.stride.or(right.stride))),
        };
        let cells = match rows {
            Some(cells) => cells,
            None => self.cells(&left.cells, &right.cells)?,
        };
        let lifetime = match (left.lifetime, right.lifetime) {
            (Lifetime::Live, Lifetime::Live) => Lifetime::Live,
            (Lifetime::Live, Lifetime::Optional) => {
                self.generalises_left = true;
                Lifetime::Optional
            }
            (Lifetime::Optional, Lifetime::Live | Lifetime::Optional) => Lifetime::Optional,
            (Lifetime::Ended(at), Lifetime::Ended(_)) => Lifetime::Ended(at),
            (Lifetime::Ended(at), Lifetime::Reusable(_)) => {
                self.generalises_left = true;
                Lifetime::Reusable(at)
            }
            (Lifetime::Reusable(at), Lifetime::Ended(_) | Lifetime::Reusable(_)) => Lifetime::Reusable(at),
            _ => return None,
        };
        if self.is_instance {
            return Some(());
        }
        let base = self.solver.terms.as_atom(name)?;
        let allocated_at = match left.region == Region::Heap && left.allocated_at != right.allocated_at {
            true => PlaceTag::default(),
            false => left.allocated_at,
        };
        self.heap.insert_block(Block { base, size, cells, lifetime, allocated_at, ..(*left).clone() });
        Some(())
    }

    /// Whether some register holds different constants.
    fn registers_differ(&self) -> bool {
        let [left, right] = self.states;
        left.registers.iter().zip(&right.registers).any(|pair| match pair {
            (Some(a), Some(b)) => are_different_constants(self.solver, a.term, b.term),
            _ => false,
        })
    }

    /// No live memory of either side is left over.
    fn everything_is_matched(&mut self) -> Option<()> {
        for side in [Side::Left, Side::Right] {
            let state = self.states[side as usize];
            let index = side as usize;
            let blocks = state.heap.blocks().filter(|block| block.may_be_live()).all(|block| {
                self.bases[index].contains_key(&block.base) || self.absorbed[index].contains(&block.base)
            });
            let segments =
                (0..state.heap.segments().len()).all(|segment| self.used_segments[index].contains(&segment));
            let mut instances = state.heap.instances();
            let instances = instances.all(|(id, _)| self.used_instances[index].contains(&id));
            if (!blocks || !segments || !instances)
                && !is_broken(self.solver, HeapRule::RelateLeavesMemoryOver)
            {
                let which = if side == Side::Left { "first" } else { "second" };
                let what = if !blocks {
                    "a block"
                } else if !segments {
                    "a list"
                } else {
                    "a tree"
                };
                let why = || format!("{what} of the {which} state has nothing that it corresponds to");
                self.solver.derivation.because(why);
                return None;
            }
        }
        Some(())
    }
}

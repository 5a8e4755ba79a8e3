//! Pointers in an array become elements that own what they lead to.
//!
//! ```text
//!   a { …, [s, s + b): x, … }  *  what x leads to          only this word of a refers to it
//!  ───────────────────────────────────────────────────────────────────────────────────────── element
//!   a { …, [s, s + b): own b { k }, … }
//!
//!   [s, m): own b { K }  *  [m, e): own b { L }                      [s, e): all bytes zero
//!  ───────────────────────────────────────────── spread             ──────────────────────── null
//!   [s, e): own b { K ∪ L }                                          [s, e): own b { null }
//! ```
//!
//! Sound: what vanishes is told by the kind, and nobody else knows it; a word of a kind is a word of one of several.
//! Blocks whose size has a name that the program still knows, as the rows of a matrix, are said to be all as large (`rows`): the run
//! says so once. Where two runs do not say the same, such blocks have any size.
//! A run is joined with the one beside it where both have the same kinds, so that a loop along the array that makes, frees or
//! clears one element after the other leaves two runs and a boundary that moves.

use super::copies::forget_copies;
use super::element_kinds::{covering, is_closed, is_null, is_on_grid, is_whole, plain_kind, size_of};
use super::element_runs::{with_few_runs, with_same_rows};
use super::find::Eagerness;
use super::fold_all;
use super::gather::word_size;
use super::kinds::Precision;
use super::node::mentions_memory;
use super::owned::{Description, Owner, Shared};
use super::records::fold_records;
use super::tail::Layout;
use crate::limits::WORDS_OF_AN_ARRAY_OF_ELEMENTS;
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::owning::ElementSize;
use symbolic_heap::shape::{FieldContent, OwnedHeap, RelativeAddress, ShapeField, Tail};
use symbolic_heap::{Block, Cell, Cells, Content, Lifetime, Location, Owning, Region, State, Value};

/// Makes elements of the pointers of arrays, and joins runs of elements of the same kinds.
pub fn fold_elements(solver: &mut Solver, state: &mut State) {
    let is_array = |solver: &Solver, block: &Block| {
        let is_grown = block.region == Region::Heap && block.stride.is_by_words();
        let has_run = is_grown || block.cells.iter().any(|cell| is_run(solver, cell));
        block.is_live() && !block.is_part() && block.region != Region::Constant && has_run
    };
    let bases: Vec<Atom> =
        state.heap.blocks().filter(|block| is_array(solver, block)).map(|block| block.base).collect();
    for base in bases {
        forget_copies(solver, state, base);
        if fold_records(solver, state, base) {
            continue;
        }
        let mut position = 0;
        while let Some(&cell) = state.heap.block(base).and_then(|block| block.cells.as_slice().get(position))
        {
            if let Content::Scalar(value) = cell.content {
                without_empty_runs(solver, state, value);
            }
            if !is_in_progress(solver, state, base, &cell) {
                fold_element(solver, state, base, (position, cell));
            }
            position += 1;
        }
    }
    settle_elements(solver, state);
}

/// Joins runs of elements as far as they need not be told apart.
pub(crate) fn settle_elements(solver: &mut Solver, state: &mut State) {
    let has_elements = |block: &&Arc<Block>| {
        block.is_live() && block.cells.iter().any(|cell| matches!(cell.content, Content::Owning(_)))
    };
    let bases: Vec<Atom> = state.heap.blocks().filter(has_elements).map(|block| block.base).collect();
    for base in bases {
        let Some(block) = state.heap.block(base) else { continue };
        let cells = block.cells.clone();
        let merged = with_few_runs(solver, state, base, cells.as_slice());
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = Cells::from_cells(merged);
        }
    }
}

/// Whether a cell is a run of words rather than one of them.
fn is_run(solver: &Solver, cell: &Cell) -> bool {
    let is_long = |solver: &Solver| {
        let place = |term: Term| solver.terms.as_constant(term);
        place(cell.start)
            .zip(place(cell.end))
            .is_none_or(|(start, end)| end - start >= 8 * WORDS_OF_AN_ARRAY_OF_ELEMENTS)
    };
    match cell.content {
        Content::Owning(_) => true,
        Content::Uninitialised | Content::Fill(0) | Content::Unknown | Content::Letters => is_long(solver),
        Content::Each(family) => is_null(solver, family) && is_long(solver),
        Content::Scalar(_)
        | Content::Fill(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Text
        | Content::Absent => false,
    }
}

/// Whether a pointer leads to a block that is not stored as a whole, and a variable of the program counts to the place of the pointer:
/// a loop that fills one row of a matrix after the other. What is stored of it is told as long as it is a block of its own.
fn is_in_progress(solver: &mut Solver, state: &State, array: Atom, cell: &Cell) -> bool {
    let Content::Scalar(value) = cell.content else { return false };
    let Location::Block { base, .. } = state.heap.locate(&mut solver.terms, value.term) else { return false };
    let Some(block) = state.heap.block(base) else { return false };
    let is_constant = solver.terms.as_constant(block.size).is_some();
    let is_open = block.cells.iter().any(|cell| cell.content == Content::Uninitialised);
    if !block.is_live() || is_constant || !is_open {
        return false;
    }
    let Some(bytes) = word_size(solver, &state.facts, cell) else { return false };
    let places = counted_places(solver, state, (array, i128::from(bytes)));
    is_counted(solver, state, &places, cell.start, &[0])
}

/// Puts an element in the place of a pointer, if it owns what it leads to.
fn fold_element(solver: &mut Solver, state: &mut State, array: Atom, (position, cell): (usize, Cell)) {
    let Content::Scalar(value) = cell.content else { return };
    if !value.is_defined() || !mentions_memory(solver, state, value.term) {
        return;
    }
    let Some(bytes) = word_size(solver, &state.facts, &cell).filter(|bytes| *bytes >= 4) else { return };
    let size = ElementSize::of_word(bytes);
    if !is_on_grid(solver, &state.facts, cell.start, size) {
        return;
    }
    let Some(element) = describe(solver, state, array, (position, bytes, value)) else { return };
    let kinds = element.kinds.into_iter().map(|content| size.uniform(content)).collect();
    let content = Content::Owning(Owning::with_rows(&mut solver.terms, size, kinds, element.rows));
    remove_owned(state, &element.blocks, element.lists);
    if let Some(block) = state.heap.block_mut(array) {
        block.cells.set_content(position, content);
    }
}

/// Drops runs of a block that have no bytes, as the facts show: what a loop has not come to when it is through.
fn without_empty_runs(solver: &mut Solver, state: &mut State, address: Value) {
    let Location::Block { base, .. } = state.heap.locate(&mut solver.terms, address.term) else { return };
    let Some(block) = state.heap.block(base).filter(|block| block.is_live()) else { return };
    if block.cells.as_slice().len() < 2 {
        return;
    }
    let mut left: Vec<Cell> = Vec::new();
    for &cell in block.cells.iter() {
        let is_run = solver.terms.constant_difference(cell.end, cell.start).is_none();
        match left.last_mut() {
            // The cell before it reaches as far.
            Some(last) if is_run && state.facts.equal(solver, cell.start, cell.end).is_proved() => {
                last.end = cell.end;
            }
            _ => left.push(cell),
        }
    }
    if left.len() < block.cells.as_slice().len()
        && let Some(block) = state.heap.block_mut(base)
    {
        block.cells = Cells::from_cells(left);
    }
}

/// Removes what vanishes into an element: blocks, and segments by their positions.
pub(super) fn remove_owned(state: &mut State, blocks: &[Atom], mut lists: Vec<usize>) {
    for &base in blocks {
        state.heap.remove_block(base);
    }
    lists.sort_unstable();
    for index in lists.into_iter().rev() {
        state.heap.remove_segment(index);
    }
}

/// What an element is, and what vanishes into it.
struct Element {
    kinds: Vec<FieldContent>,
    /// How large the block is that it owns, if others may be as large.
    rows: Option<Term>,
    blocks: Vec<Atom>,
    /// The positions of segments.
    lists: Vec<usize>,
}

fn describe(
    solver: &mut Solver,
    state: &State,
    array: Atom,
    (position, bytes, value): (usize, u8, Value),
) -> Option<Element> {
    // What may be null is null, or is there.
    let mut state = state.clone();
    let mut kinds = Vec::new();
    if let Location::Block { base, .. } = state.heap.locate(&mut solver.terms, value.term)
        && let Some(block) = state.heap.block_mut(base)
        && block.is_optional()
    {
        block.lifetime = Lifetime::Live;
        kinds.push(FieldContent::Fill(0));
    }
    let references = References::of(&solver.terms, &state);
    let word = Cell {
        start: solver.terms.constant(0),
        end: solver.terms.constant(i128::from(bytes)),
        content: Content::Scalar(value),
    };
    // The word, as if it were a block of its own.
    let whole = state.heap.block(array)?;
    let alone = Block { size: word.end, cells: Cells::from_cells(vec![word]), ..Block::clone(whole) };
    let layout = Layout::of(solver, &state, &alone, None)?;
    let owner = Owner::of(solver, &alone, layout, u64::from(bytes));
    let mut description = Description::new(solver, &state, &references, &[]);
    let mut addresses: Vec<RelativeAddress> = Vec::new();
    let mut shared = Shared::Seen { from: &owner, at: 0, links: &[], addresses: &mut addresses };
    let fields = description.fields(&owner, &[], &mut shared, 0)?;
    let owned = description.finish(array, &[]).ok()?;
    let [ShapeField { content, .. }] = &fields[..] else { return None };
    let is_here = |holder: &Holder| match *holder {
        Holder::Cell(base, other) => base != array || other == position,
        _ => true,
    };
    let is_alone = owned.names.iter().all(|&name| references.to(name).iter().all(is_here));
    if !is_alone || !addresses.is_empty() || !is_closed(content) {
        return None;
    }
    let mut content = content.clone();
    let rows = shared_size(solver, &state, value, &owned.blocks);
    let is_zero = |block: &Arc<Block>| block.cells.iter().all(|cell| cell.content == Content::Fill(0));
    let is_zero = owned.blocks.first().and_then(|&base| state.heap.block(base)).is_some_and(is_zero);
    let rows = rows.filter(|_| share_size(&mut content, is_zero));
    kinds.push(content);
    Some(Element { kinds, rows, blocks: owned.blocks, lists: owned.lists })
}

/// How large the block is that an element owns, if that is told by names that variables of the program or the sizes of other blocks
/// mention: then others may be as large.
fn shared_size(solver: &mut Solver, state: &State, value: Value, owned: &[Atom]) -> Option<Term> {
    let Location::Block { base, .. } = state.heap.locate(&mut solver.terms, value.term) else { return None };
    let size = state.heap.block(base)?.size;
    if solver.terms.as_constant(size).is_some() || mentions_memory(solver, state, size) {
        return None;
    }
    let mut known: BTreeSet<Atom> = BTreeSet::new();
    let mut note = |term: Term| {
        solver.terms.for_each_atom(term, &mut |atom| {
            known.insert(atom);
        });
    };
    for value in state.registers.iter().chain(&state.held).flatten() {
        note(value.term);
    }
    for block in state.heap.blocks().filter(|block| !owned.contains(&block.base)) {
        for cell in block.cells.iter() {
            match cell.content {
                Content::Scalar(value) => note(value.term),
                Content::Owning(owning) => owning.rows(&solver.terms).into_iter().for_each(&mut note),
                _ => {}
            }
        }
    }
    let is_known = |solver: &Solver, term: Term| {
        let mut is_known = true;
        solver.terms.for_each_atom(term, &mut |atom| is_known &= known.contains(&atom));
        is_known
    };
    if is_known(solver, size) {
        return Some(size);
    }
    // A name that only the size has, and an equation that tells it by others.
    let own = solver.terms.as_atom(size)?;
    let equations = state.facts.as_slice().iter().filter_map(|fact| match fact {
        Fact::Zero(term) => Some(*term),
        _ => None,
    });
    let equations: Vec<Term> = equations.collect();
    equations.into_iter().find_map(|equation| {
        let coefficient = solver.terms.summands(equation).iter().find(|summand| summand.0 == own)?.1;
        // own · c + rest = 0, with c = ±1.
        let told = match coefficient {
            1 => solver.terms.subtract(size, equation),
            -1 => solver.terms.add(size, equation),
            _ => return None,
        };
        is_known(solver, told).then_some(told)
    })
}

/// Lets the block that an element owns be as large as those of others, if nothing else tells how large it is. A block of zeros is more
/// often a row of numbers than an empty string.
fn share_size(content: &mut FieldContent, is_zero: bool) -> bool {
    let FieldContent::Owned(heap) = content else { return false };
    let is_open = match &**heap {
        OwnedHeap::Block { tail: Tail::Open, .. } => true,
        OwnedHeap::Block { tail: Tail::Text, .. } => is_zero,
        _ => false,
    };
    if is_open && let OwnedHeap::Block { tail, fields, .. } = Arc::make_mut(heap) {
        *tail = Tail::Shared;
        if let (true, Some(last)) = (is_zero, fields.last_mut()) {
            last.content = FieldContent::Fill(0);
        }
    }
    is_open
}

/// The offsets in an array that variables of the program tell: as an index, or as an address.
pub(super) fn counted_places(solver: &mut Solver, state: &State, (base, bytes): (Atom, i128)) -> Vec<Term> {
    let is_variable = |block: &&Arc<Block>| block.is_live() && !block.region.has_nodes();
    let scalars = state.heap.blocks().filter(is_variable).flat_map(|block| block.cells.iter());
    let scalars = scalars.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value),
        _ => None,
    });
    let values: BTreeSet<Term> =
        state.registers.iter().flatten().copied().chain(scalars).map(|value| value.term).collect();
    let own = solver.terms.atom_term(base);
    let mut places = Vec::new();
    for value in values {
        if value == own {
            // The array itself: its first byte is no place that is counted to.
            continue;
        }
        if solver.terms.mentions(value, base) {
            places.push(solver.terms.subtract(value, own));
        } else if !mentions_memory(solver, state, value) {
            places.push(solver.terms.scale(bytes, value));
        }
    }
    places
}

/// Whether a place is one of those that are told, or so many bytes away from one.
pub(super) fn is_counted(
    solver: &mut Solver,
    state: &State,
    places: &[Term],
    place: Term,
    distances: &[i128],
) -> bool {
    places.iter().any(|&other| {
        distances.iter().any(|&distance| {
            let other = solver.terms.add_constant(other, distance);
            match solver.terms.constant_difference(other, place) {
                Some(difference) => difference == 0,
                None => state.facts.equal(solver, other, place).is_proved(),
            }
        })
    })
}

/// The array with one run of elements where bytes `[start, end)` may lie, so that it does not matter in which run they do. `None` if
/// something there is no element, or belongs to somebody else, too.
pub fn spread(
    solver: &mut Solver,
    state: &State,
    array: Atom,
    is_concerned: &mut dyn FnMut(&mut Solver, &Cell) -> bool,
) -> Option<State> {
    // Rows of nodes that begin in the array are lists first.
    let eagerness = Eagerness { precision: Precision::Shapes, same_kinds: false };
    let mut state = fold_all(solver, state.clone(), eagerness);
    let mut position = 0;
    while let Some(&cell) = state.heap.block(array).and_then(|block| block.cells.as_slice().get(position)) {
        if is_concerned(solver, &cell) {
            fold_element(solver, &mut state, array, (position, cell));
        }
        position += 1;
    }
    fold_records(solver, &mut state, array);
    let block: Arc<Block> = Arc::clone(state.heap.block(array)?);
    let concerned: Vec<usize> = (0..block.cells.as_slice().len())
        .filter(|&index| is_concerned(solver, &block.cells.as_slice()[index]))
        .collect();
    let (&first, &last) = (concerned.first()?, concerned.last()?);
    let concerned = &with_same_rows(solver, &state.facts, &block.cells.as_slice()[first..=last])[..];
    let size = concerned.iter().find_map(|cell| size_of(cell.content))?;
    let mut content = Content::Owning(Owning::new(&mut solver.terms, size, Vec::new()));
    for (index, cell) in concerned.iter().enumerate() {
        let own = match plain_kind(cell.content) {
            Some(kind) => Content::Owning(Owning::new(&mut solver.terms, size, vec![size.uniform(kind)])),
            None => cell.content,
        };
        if !is_whole(solver, &state.facts, (block.cells.as_slice(), first + index), size) {
            return None;
        }
        content = covering(solver, content, own)?;
    }
    if first == last {
        return None;
    }
    let run =
        Cell { start: block.cells.as_slice()[first].start, end: block.cells.as_slice()[last].end, content };
    let mut cells = block.cells.clone();
    cells.replace(first..last + 1, run);
    state.heap.block_mut(array)?.cells = cells;
    Some(state)
}

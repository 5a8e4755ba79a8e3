//! What several cursors that run through texts have to do with each other.
//!
//! ```text
//!   A ⊢ l ≤ (e - q) - (m - p)      B ⊢ l ≤ (e - q) - (m - p)      q, p cursors in two blocks, e and m where these end
//!  ────────────────────────────────────────────────────────────────────────────────────────────────────────────────── room
//!   A ∨ B  ⊢  l ≤ (e - q) - (m - p)
//!
//!   A ⊢ c = 0        B ⊢ k ≤ m - p        p a cursor, m where its text ends, c a variable
//!  ──────────────────────────────────────────────────────────────────────────────────────── letter
//!   A ∨ B  ⊢  c = 0  ∨  k ≤ m - p
//! ```
//!
//! Sound: what both sides entail holds of either, and of a clause one alternative is enough.
//!
//! A loop that copies one text behind another keeps as much room in the one as there is left to be read of the other; how much that
//! is nobody names. A letter that was read and is not zero tells that its cursor has not passed the end; it may be compared much later,
//! after a loop through another text.

use super::places::{strides, variables};
use crate::limits::{
    COUNTERS_OF_TEXTS, CURSORS_OF_TEXTS, ENDS_OF_A_TEXT, LETTERS_THAT_END_TEXTS, STRIDES_OF_COUNTERS,
};
use pure_logic::term::Atom;
use pure_logic::{Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Content, Location, State};

/// What a letter may be, with a sign or without.
const LETTERS: (i128, i128) = (-128, 255);

/// A place in a block that a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cursor {
    base: Atom,
    offset: Term,
}

/// The linear forms of a joined state that tell how much more room there is in one block than is left to be read of another, or than
/// a variable counts.
pub(super) fn forms_of_room(solver: &mut Solver, state: &State, sides: [&State; 2]) -> BTreeSet<Term> {
    let mut forms = BTreeSet::new();
    let mut cursors = cursors(solver, state);
    cursors.retain(|cursor| solver.terms.as_constant(cursor.offset).is_none());
    if cursors.is_empty() {
        return forms;
    }
    let counters: Vec<Term> = variables(solver, state)
        .into_iter()
        .filter(|atom| state.heap.block(*atom).is_none())
        .take(COUNTERS_OF_TEXTS)
        .map(|atom| solver.terms.atom_term(atom))
        .collect();
    let strides: Vec<i128> =
        std::iter::once(1).chain(strides(solver, sides)).take(STRIDES_OF_COUNTERS).collect();
    for writing in &cursors {
        let Some(block) = state.heap.block(writing.base) else { continue };
        let room = solver.terms.subtract(block.size, writing.offset);
        for reading in cursors.iter().filter(|reading| reading.base != writing.base) {
            for end in ends_of_text(solver, state, reading.base) {
                let left = solver.terms.subtract(end, reading.offset);
                forms.insert(solver.terms.subtract(room, left));
            }
        }
        for (&counter, &stride) in
            counters.iter().flat_map(|counter| strides.iter().map(move |s| (counter, s)))
        {
            forms.insert(solver.terms.add_scaled(room, -stride, counter));
        }
    }
    forms
}

/// Adds to what holds on both sides that cursors have not passed the ends of their texts. It is stated even where it follows from the rest:
/// what it follows from may move when it does not, as where one cursor begins again and another does not.
pub(super) fn relate_distances(solver: &mut Solver, (left, right): (&Facts, &Facts), state: &mut State) {
    let distances = distances(solver, state);
    for distance in distances {
        for least in [1, 0] {
            let apart = solver.terms.add_constant(distance, -least);
            let is_before = solver.terms.non_negative(apart);
            if state.facts.as_slice().contains(&is_before) {
                break;
            }
            if left.proves(solver, is_before).is_proved() && right.proves(solver, is_before).is_proved() {
                state.facts.assume(solver, is_before);
                break;
            }
        }
    }
}

/// How far it is from the cursors to the ends of their texts and blocks.
fn distances(solver: &mut Solver, state: &State) -> BTreeSet<Term> {
    let mut distances = BTreeSet::new();
    for cursor in cursors(solver, state) {
        for end in ends_of_text(solver, state, cursor.base) {
            distances.insert(solver.terms.subtract(end, cursor.offset));
        }
    }
    distances.retain(|&distance| solver.terms.as_constant(distance).is_none());
    distances
}

/// Adds clauses to what holds on both sides: a variable is zero, or a cursor is not yet at the end of its text.
pub(super) fn relate_letters(
    solver: &mut Solver,
    (left, right): (&Facts, &Facts),
    numbers: &[Term],
    state: &mut State,
) {
    let held = variables(solver, state);
    let mut letters: Vec<(Term, &Facts, &Facts)> = Vec::new();
    let is_held = |name: &&Term| solver.terms.as_atom(**name).is_some_and(|atom| held.contains(&atom));
    let numbers: Vec<Term> = numbers.iter().filter(is_held).copied().collect();
    for name in numbers {
        for (zero, other) in [(left, right), (right, left)] {
            let range = other.bounds(solver, name);
            let is_letter = range.value().is_none()
                && range.lower.is_some_and(|low| low >= LETTERS.0)
                && range.upper.is_some_and(|high| high <= LETTERS.1);
            if is_letter && zero.bounds(solver, name).value() == Some(0) {
                letters.push((name, zero, other));
            }
        }
    }
    if letters.is_empty() {
        return;
    }
    let distances = distances(solver, state);
    for (name, zero, other) in letters.into_iter().take(LETTERS_THAT_END_TEXTS) {
        let is_zero = solver.terms.zero(name);
        for &distance in &distances {
            for least in [1, 0] {
                let apart = solver.terms.add_constant(distance, -least);
                let is_before = solver.terms.non_negative(apart);
                if !other.proves(solver, is_before).is_proved() {
                    continue;
                }
                if !zero.proves(solver, is_before).is_proved() {
                    let clause = solver.terms.any_of(&[is_zero, is_before]);
                    state.facts.assume(solver, clause);
                }
                break;
            }
        }
    }
}

/// The places in arrays that variables of the program hold.
fn cursors(solver: &mut Solver, state: &State) -> Vec<Cursor> {
    let is_variable =
        |block: &&std::sync::Arc<symbolic_heap::Block>| block.is_live() && !block.region.has_nodes();
    let words = state.heap.blocks().filter(is_variable).flat_map(|block| block.cells.iter());
    let words = words.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value),
        _ => None,
    });
    let values: BTreeSet<Term> =
        state.registers.iter().flatten().copied().chain(words).map(|value| value.term).collect();
    let mut cursors = BTreeSet::new();
    for value in values {
        if let Location::Block { base, offset } = state.heap.locate(&mut solver.terms, value)
            && let Some(block) = state.heap.block(base)
            && block.is_live()
            && solver.terms.as_constant(block.size).is_none()
        {
            cursors.insert(Cursor { base, offset });
        }
    }
    cursors.into_iter().take(CURSORS_OF_TEXTS).collect()
}

/// Where a text in a block ends: where zeros begin, or with the block.
fn ends_of_text(solver: &Solver, state: &State, base: Atom) -> Vec<Term> {
    let Some(block) = state.heap.block(base) else { return Vec::new() };
    let is_zero = |cell: &&symbolic_heap::Cell| cell.content == Content::Fill(0);
    let zeros: Vec<Term> = block.cells.iter().filter(is_zero).map(|cell| cell.start).collect();
    let named = zeros.into_iter().filter(|&start| solver.terms.as_constant(start).is_none());
    let named: Vec<Term> = named.take(ENDS_OF_A_TEXT).collect();
    if named.is_empty() { vec![block.size] } else { named }
}

#[cfg(test)]
mod tests {
    use crate::fold::Precision;
    use crate::join::{JoinMode, join};
    use crate::relate::Likeness;
    use pure_logic::{Solver, Term};
    use symbolic_heap::State;
    use symbolic_heap::parse::parse_state;

    const LIKENESS: Likeness = Likeness {
        precision: Precision::Shapes,
        tells_flags_apart: false,
        same_kinds: false,
        alternatives: false,
    };

    fn joined(solver: &mut Solver, texts: [&str; 2], mode: JoinMode<'_>) -> State {
        let [older, newer] = texts.map(|text| parse_state(solver, text).expect("the text is a state"));
        join(solver, &older, &newer, mode, LIKENESS).expect("the heaps are alike")
    }

    /// The offset of the address in a register.
    fn offset(solver: &mut Solver, state: &State, register: usize) -> Term {
        let address = state.registers[register].expect("the register is set").term;
        match state.heap.locate(&mut solver.terms, address) {
            super::Location::Block { offset, .. } => offset,
            _ => panic!("an address in a block"),
        }
    }

    /// The size of the block that a register leads to.
    fn size(solver: &mut Solver, state: &State, register: usize) -> Term {
        let address = state.registers[register].expect("the register is set").term;
        match state.heap.locate(&mut solver.terms, address) {
            super::Location::Block { base, .. } => state.heap.block(base).expect("a block").size,
            _ => panic!("an address in a block"),
        }
    }

    /// Whether a state tells that there is as much room behind register 0 as is left to be read behind register 1.
    fn tells_room(solver: &mut Solver, state: &State) -> bool {
        let rooms = [0, 1].map(|register| {
            let (size, offset) = (size(solver, state, register), offset(solver, state, register));
            solver.terms.subtract(size, offset)
        });
        let fact = solver.terms.at_most(rooms[1], rooms[0]);
        state.facts.proves(solver, fact).is_proved()
    }

    fn copying(facts: &str, to: &str, from: &str) -> String {
        format!(
            "1 <= a && 1 <= b && 2 <= n && {facts} && registers[2] {{ 0: a + {to}, 1: b + {from} }}
             && block a: heap[m] {{ 0..m: any }} * block b: heap[n] {{ 0..n: any }}"
        )
    }

    #[test]
    fn room_for_what_is_left_stays_known() {
        let before = copying("0 <= k && k + n <= m", "k", "0");
        let after = copying("1 <= k && k + n <= m + 1", "k", "1");
        for mode in [JoinMode::Join, JoinMode::Widen(&[])] {
            let mut solver = Solver::default();
            let state = joined(&mut solver, [&before, &after], mode);
            assert!(tells_room(&mut solver, &state));
        }
    }

    #[test]
    fn room_that_one_side_lacks_is_not_claimed() {
        let before = copying("0 <= k && k + n <= m", "k", "0");
        let after = copying("1 <= k && k + n <= m + 3 && k <= m", "k", "1");
        let mut solver = Solver::default();
        let state = joined(&mut solver, [&before, &after], JoinMode::Join);
        assert!(!tells_room(&mut solver, &state));
    }

    fn reading(facts: &str, letter: &str, place: &str) -> String {
        format!(
            "1 <= a && 3 <= n && {facts} && registers[2] {{ 0: a + {place}, 1: {letter} }}
             && block a: heap[n] {{ 0..n - 1: any, n - 1 .. n: fill 0 }}"
        )
    }

    /// Whether the cursor in register 0 is inside its block once the letter in register 1 is known not to be zero.
    fn letter_tells_place(solver: &mut Solver, mut state: State) -> bool {
        let letter = state.registers[1].expect("the register is set").term;
        let fact = solver.terms.non_zero(letter);
        state.facts.assume(solver, fact);
        let (size, offset) = (size(solver, &state, 0), offset(solver, &state, 0));
        let fact = solver.terms.less_than(offset, size);
        state.facts.proves(solver, fact).is_proved()
    }

    #[test]
    fn a_letter_that_is_not_zero_tells_that_its_cursor_is_inside() {
        let inside = reading("1 <= i && i < n && 0 <= c && c <= 255", "c", "i");
        let at_end = reading("0 <= n", "0", "n");
        for texts in [[&*inside, &*at_end], [&*at_end, &*inside]] {
            let mut solver = Solver::default();
            let state = joined(&mut solver, texts, JoinMode::Widen(&[]));
            assert!(letter_tells_place(&mut solver, state));
        }
    }

    #[test]
    fn a_letter_tells_nothing_where_a_cursor_at_the_end_has_one() {
        let inside = reading("1 <= i && i < n && 0 <= c && c <= 255", "c", "i");
        let at_end = reading("0 <= c && c <= 255", "c", "n");
        let mut solver = Solver::default();
        let state = joined(&mut solver, [&inside, &at_end], JoinMode::Join);
        assert!(!letter_tells_place(&mut solver, state));
    }
}

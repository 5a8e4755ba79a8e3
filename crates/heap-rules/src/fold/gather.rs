//! Words of arrays become families, and families that lie side by side one.
//!
//! A loop that runs along an array leaves one word after the other behind. At its head the word joins the run that the loop has
//! made so far; the words before the loop has come to them keep what is known of them.

use super::mentions_memory;
use crate::family::{Told, about_words, connected};
use crate::limits::{CONSTANT_BESIDE_A_WORD, FACTS_BESIDE_A_WORD, FAMILIES_SIDE_BY_SIDE, WORDS_LOOKED_AT};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::version::{self, HeldWord};
use symbolic_heap::{Cell, Cells, Content, Family, Location, State, Value};

/// A run, and whether it is a word that was not in a family before.
struct Run {
    told: Told,
    is_word: bool,
    /// The words of an unknown run have any size.
    is_known: bool,
}

enum Item {
    Run(Run),
    Other(Cell),
}

/// The cells with words in the place of which families are; words that are kept stay what they are.
pub(crate) fn gathered(
    solver: &mut Solver,
    state: &State,
    cells: &Cells,
    alternatives: bool,
    is_kept: &dyn Fn(usize, &Cell) -> bool,
) -> Cells {
    let is_word = |solver: &mut Solver, index: usize, cell: &Cell| match cell.content {
        Content::Scalar(value) if value.is_defined() && !is_kept(index, cell) => {
            word_size(solver, &state.facts, cell)
                .filter(|_| !mentions_memory(solver, state, value.term))
                .map(|size| (value, size))
        }
        _ => None,
    };
    let found: Vec<Option<(Value, u8)>> =
        cells.iter().enumerate().map(|(index, cell)| is_word(solver, index, cell)).collect();
    let has_families = cells.iter().any(|cell| matches!(cell.content, Content::Each(_)));
    // Words of arrays of pointers are elements, if anything.
    let has_elements = cells.iter().any(|cell| matches!(cell.content, Content::Owning(_)));
    if found.iter().all(Option::is_none) && !has_families || has_elements {
        return cells.clone();
    }
    let names = names_beside(solver, state, cells, &found);
    let mut seeds: Vec<Term> = Vec::new();
    for cell in cells.iter() {
        seeds.extend([cell.start, cell.end]);
        seeds.extend(cell.content.term());
    }
    let mut reduced = state.clone();
    reduced.facts = connected(solver, state, &seeds);
    let mut items: Vec<Item> = Vec::new();
    for (cell, found) in cells.iter().zip(&found) {
        let run = match (cell.content, found) {
            (_, Some((value, bytes))) => {
                let told = of_word(solver, &reduced, (&names, alternatives), cell, *value, *bytes);
                let told = with_words_beside(solver, state, &names, cell, told);
                Some(Run { told, is_word: true, is_known: true })
            }
            (Content::Each(family), None) => {
                let told = Told::of(solver, cell, family.bytes);
                told.map(|told| Run { told: Told { alternatives, ..told }, is_word: false, is_known: true })
            }
            (Content::Unknown, None) => {
                let told = Told {
                    start: cell.start,
                    end: cell.end,
                    bytes: 1,
                    facts: Vec::new(),
                    grid: None,
                    alternatives: false,
                };
                Some(Run { told, is_word: false, is_known: false })
            }
            _ => None,
        };
        match run {
            Some(run) => push(solver, &reduced, &mut items, run),
            None if cell.start == cell.end => {}
            None => items.push(Item::Other(*cell)),
        }
    }
    keep_beginnings(solver, state, &reduced, &mut items);
    while let Some((first, second)) = pair_to_merge(solver, &reduced, &items) {
        merge(solver, &reduced, &mut items, first, second);
    }
    let cells = items.into_iter().map(|item| match item {
        Item::Other(cell) => cell,
        Item::Run(run) => {
            Cell { start: run.told.start, end: run.told.end, content: run.told.content(solver) }
        }
    });
    Cells::from_cells(cells.collect())
}

/// How many bytes a word has, if it is one of an array. Words of one byte are letters, which are told by where strings end.
pub(crate) fn word_size(solver: &mut Solver, facts: &Facts, cell: &Cell) -> Option<u8> {
    let length = solver.terms.subtract(cell.end, cell.start);
    // The same place may have several names.
    let length = match solver.terms.as_constant(length) {
        Some(length) => length,
        None => match facts.bounds(solver, length).value() {
            Some(length) => length,
            None => [4, 8, 2].into_iter().find(|&bytes| {
                let rest = solver.terms.add_constant(length, -bytes);
                let is_word = solver.terms.zero(rest);
                facts.proves(solver, is_word).is_proved()
            })?,
        },
    };
    if !matches!(length, 2 | 4 | 8) {
        return None;
    }
    u8::try_from(length).ok()
}

/// The names that something besides the words of an array mentions.
pub(super) fn names_beside(
    solver: &Solver,
    state: &State,
    cells: &Cells,
    words: &[Option<(Value, u8)>],
) -> BTreeSet<Atom> {
    let mut names = BTreeSet::new();
    let mut note = |term: Term| {
        solver.terms.for_each_atom(term, &mut |atom| {
            if matches!(solver.terms.kind(atom), AtomKind::Variable(_)) && state.heap.block(atom).is_none() {
                names.insert(atom);
            }
        });
    };
    for value in state.registers.iter().chain(&state.held).flatten() {
        note(value.term);
    }
    for block in state.heap.blocks() {
        note(block.size);
        let is_array = block.cells == *cells;
        for (index, cell) in block.cells.iter().enumerate() {
            note(cell.start);
            note(cell.end);
            if !(is_array && words.get(index).is_some_and(Option::is_some)) {
                cell.content.term().into_iter().for_each(&mut note);
            }
        }
    }
    for segment in state.heap.segments() {
        segment.terms().for_each(&mut note);
    }
    names
}

/// What is known of one word by names that are known elsewhere.
pub(super) fn of_word(
    solver: &mut Solver,
    state: &State,
    (names, alternatives): (&BTreeSet<Atom>, bool),
    cell: &Cell,
    value: Value,
    bytes: u8,
) -> Told {
    let word = Family::word(&mut solver.terms);
    let equation = solver.terms.equal(word, value.term);
    let told =
        |facts: Vec<Fact>| Told { start: cell.start, end: cell.end, bytes, facts, grid: None, alternatives };
    let function = version::function(&mut solver.terms);
    let mut versions = BTreeSet::new();
    let mut words = Vec::new();
    version::words_in_term(&solver.terms, function, value.term, &mut |word| {
        versions.insert(word.version);
        words.push(word);
    });
    let is_named = |solver: &Solver, term: Term| {
        let mut is_named = true;
        solver.terms.for_each_atom(term, &mut |atom| {
            is_named &= match solver.terms.kind(atom) {
                AtomKind::Variable(_) => names.contains(&atom) || versions.contains(&atom),
                AtomKind::Opaque(_) => false,
                _ => true,
            };
        });
        is_named
    };
    let mut facts = Vec::new();
    // That a word is the one that its version has at this place says nothing of other words.
    let is_its_own = matches!(words[..], [word] if word.place == cell.start)
        && solver.terms.as_atom(value.term) == words.first().map(|word| word.atom);
    if is_named(solver, value.term) && !is_its_own {
        facts.push(equation);
    }
    if !words.is_empty() {
        let slopes = [Slope::Upwards, Slope::Downwards, Slope::AsFactsSay];
        for slope in slopes.into_iter().take(if is_its_own { 1 } else { slopes.len() }) {
            let Some(general) = by_place(solver, &state.facts, cell.start, value.term, &words, slope) else {
                continue;
            };
            if is_named_or_place(solver, &is_named, general) {
                let fact = solver.terms.equal(word, general);
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
        }
        for fact in about_held_word(solver, state, value.term, &is_named) {
            let general = fact_by_place(solver, &state.facts, cell.start, fact);
            let news: Vec<Fact> = [fact, general].into_iter().filter(|fact| !facts.contains(fact)).collect();
            facts.extend(news);
        }
    }
    if !facts.is_empty() {
        // Of one word these say the same; which of them holds of others, too, is seen when it is joined with them.
        return told(facts);
    }
    let known = told(vec![equation]).hypotheses(solver, &state.facts);
    let own = Family::names(&mut solver.terms);
    let known = known.project(solver, &|atom| names.contains(&atom) || atom == own.0 || atom == own.1);
    let facts = about_words(solver, &known);
    let told = told(facts).without_repetitions(solver, &state.facts);
    if told.says_nothing(solver) { Told { facts: Vec::new(), ..told } } else { told }
}

/// What is told of a word, and what the facts of a state say of words of other arrays that lie as far from their beginning as a word does: what a loop has read
/// there may have decided what it stored.
pub(super) fn with_words_beside(
    solver: &mut Solver,
    state: &State,
    names: &BTreeSet<Atom>,
    cell: &Cell,
    told: Told,
) -> Told {
    if !told.alternatives || told.facts.is_empty() {
        return told;
    }
    let function = version::function(&mut solver.terms);
    let mut found = Vec::new();
    for &fact in state.facts.as_slice() {
        let (Fact::Zero(term) | Fact::NonNegative(term)) = fact else { continue };
        if found.len() == FACTS_BESIDE_A_WORD
            || solver.terms.constant_part(term).abs() >= CONSTANT_BESIDE_A_WORD
        {
            continue;
        }
        let mut words: Vec<HeldWord> = Vec::new();
        version::words_in_fact(&solver.terms, function, fact, &mut |word| words.push(word));
        let is_beside = |solver: &mut Solver, word: &HeldWord| {
            names.contains(&word.version) && state.facts.equal(solver, word.place, cell.start).is_proved()
        };
        let held: BTreeSet<Atom> = words.iter().map(|word| word.atom).collect();
        let others = solver.terms.summands(term).iter().map(|summand| summand.0);
        let is_named = others.into_iter().all(|atom| held.contains(&atom) || names.contains(&atom));
        if !words.is_empty() && is_named && words.iter().all(|word| is_beside(solver, word)) {
            let general = fact_by_place(solver, &state.facts, cell.start, fact);
            found.push(general);
        }
    }
    found.retain(|fact| !told.facts.contains(fact));
    let facts = told.facts.iter().copied().chain(found).collect();
    Told { facts, ..told }
}

/// How the places of words of versions move with the place of the word that holds them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slope {
    /// They are always as far from it.
    Upwards,
    /// They are always as far on the other side of some middle.
    Downwards,
    /// The cursors of a loop that reads and writes move by different strides: what the facts say of one place and the other.
    AsFactsSay,
}

/// A value in which words of versions are told by the place of the word that holds it.
fn by_place(
    solver: &mut Solver,
    facts: &Facts,
    place: Term,
    value: Term,
    words: &[HeldWord],
    slope: Slope,
) -> Option<Term> {
    let own = Family::place(&mut solver.terms);
    let mut meaning: Vec<(Atom, Term)> = Vec::new();
    for word in words {
        let version = solver.terms.atom_term(word.version);
        let slope = match slope {
            Slope::Upwards => 1,
            Slope::Downwards => -1,
            Slope::AsFactsSay => match facts.slope(solver, word.place, place) {
                Some(slope) => slope,
                None => {
                    let there = place_of_slower_cursor(solver, facts, word.place, place)?;
                    meaning.push((word.atom, version::held(&mut solver.terms, version, there)));
                    continue;
                }
            },
        };
        // held(v, p) with p = slope·place + distance.
        let distance = solver.terms.add_scaled(word.place, -slope, place);
        let distance = match facts.bounds(solver, distance).value() {
            Some(number) => solver.terms.constant(number),
            None => distance,
        };
        let there = solver.terms.add_scaled(distance, slope, own);
        meaning.push((word.atom, version::held(&mut solver.terms, version, there)));
    }
    Some(solver.terms.substitute(value, &meaning))
}

/// The place of a word that is read by a cursor which is slower than the one that writes, by the place of the word that is written:
/// from `place = k·read + d` follows `read = (at - d) / k`.
fn place_of_slower_cursor(solver: &mut Solver, facts: &Facts, read: Term, place: Term) -> Option<Term> {
    let slope = facts.slope(solver, place, read).filter(|slope| *slope > 1)?;
    let distance = solver.terms.add_scaled(place, -slope, read);
    let distance = facts.bounds(solver, distance).value()?;
    let own = Family::place(&mut solver.terms);
    let scaled = solver.terms.add_constant(own, -distance);
    Some(solver.terms.divide(scaled, slope))
}

/// A fact of a word in which words of other arrays are told by its place: `it <= held(w, 8)` of the word at 8 is `it <= held(w, at)`.
fn fact_by_place(solver: &mut Solver, facts: &Facts, place: Term, fact: Fact) -> Fact {
    let function = version::function(&mut solver.terms);
    let mut words: Vec<HeldWord> = Vec::new();
    version::words_in_fact(&solver.terms, function, fact, &mut |word| words.push(word));
    let meaning: Vec<(Atom, Term)> = words
        .iter()
        .filter_map(|word| {
            let own = solver.terms.atom_term(word.atom);
            let slope = facts.slope(solver, word.place, place).map_or(Slope::Upwards, |_| Slope::AsFactsSay);
            by_place(solver, facts, place, own, &[*word], slope).map(|there| (word.atom, there))
        })
        .collect();
    solver.terms.substitute_in_fact(fact, &meaning)
}

fn is_named_or_place(solver: &mut Solver, is_named: &dyn Fn(&Solver, Term) -> bool, term: Term) -> bool {
    let (_, own) = Family::names(&mut solver.terms);
    let zero = solver.terms.constant(0);
    let without = solver.terms.substitute(term, &[(own, zero)]);
    is_named(solver, without)
}

/// What the facts of a state say of a word of a version, as facts of a family.
fn about_held_word(
    solver: &mut Solver,
    state: &State,
    value: Term,
    is_named: &dyn Fn(&Solver, Term) -> bool,
) -> Vec<Fact> {
    let Some(atom) = solver.terms.as_atom(value) else { return Vec::new() };
    let word = Family::word(&mut solver.terms);
    let mut facts = Vec::new();
    for &fact in state.facts.as_slice() {
        let mut mentions = false;
        solver.terms.for_each_atom_of_fact(fact, &mut |other| mentions |= other == atom);
        if !mentions || matches!(fact, Fact::Distinct(_)) {
            continue;
        }
        let mut all_named = true;
        solver.terms.for_each_term_of_fact(fact, &mut |term| all_named &= is_named(solver, term));
        if all_named {
            facts.push(solver.terms.substitute_in_fact(fact, &[(atom, word)]));
        }
    }
    facts
}

/// The cells with a word of its own for each word of a family of which the facts say more than the family does, where a variable of
/// the program stands beside it: what is known of words that no loop has just read stays a fact.
pub(crate) fn learned(solver: &mut Solver, state: &State, base: Atom, cells: &Cells) -> Cells {
    let function = version::function(&mut solver.terms);
    let own_place = Family::place(&mut solver.terms);
    let mut found: BTreeSet<HeldWord> = BTreeSet::new();
    for &fact in state.facts.as_slice() {
        version::words_in_fact(&solver.terms, function, fact, &mut |word| {
            found.insert(word);
        });
    }
    let mut result = cells.clone();
    for held in found.into_iter().take(WORDS_LOOKED_AT) {
        let run = result.iter().copied().find_map(|cell| match cell.content {
            Content::Each(family) => {
                // Only words that are those of the version, and not others that are told by them.
                let (word, version) = (Family::word(&mut solver.terms), solver.terms.atom_term(held.version));
                let own = version::held(&mut solver.terms, version, own_place);
                let equation = solver.terms.equal(word, own);
                let is_its_own = family.facts(&mut solver.terms).contains(&equation);
                let behind = solver.terms.add_constant(held.place, i128::from(family.bytes));
                let inside =
                    [solver.terms.at_most(cell.start, held.place), solver.terms.at_most(behind, cell.end)];
                (is_its_own && state.facts.proves_all(solver, &inside).is_proved())
                    .then_some((family, behind))
            }
            _ => None,
        });
        let Some((family, behind)) = run else { continue };
        if !is_passed(solver, state, base, (held.place, behind), family.bytes) {
            continue;
        }
        let word = solver.terms.atom_term(held.atom);
        let news = about_held_word(solver, state, word, &|_, _| true);
        let told = Told {
            start: held.place,
            end: behind,
            bytes: family.bytes,
            facts: family.facts(&mut solver.terms),
            grid: None,
            alternatives: false,
        };
        let plain = connected_without(solver, state, held.atom);
        if told.is_covered_by(solver, &plain, &news) {
            continue;
        }
        let mut cut = result.clone();
        let Ok(range) = cut.isolate(solver, &state.facts, held.place, behind) else { continue };
        if let [Cell { content: Content::Each(_), .. }] = cut.as_slice()[range.clone()] {
            cut.set_content(range.start, Content::Scalar(Value::defined(word)));
            result = cut;
        }
    }
    result
}

/// Whether a variable counts, or points, to the end of a word, or to the word before it on the way back to the front of the array: a
/// loop has just read it. The word at which a search stops is not one of those that it has passed.
fn is_passed(solver: &mut Solver, state: &State, base: Atom, (start, end): (Term, Term), bytes: u8) -> bool {
    let places = [end, solver.terms.add_constant(start, -i128::from(bytes))];
    let variables = state.heap.blocks().filter(|block| block.is_live()).flat_map(|block| block.cells.iter());
    let words = variables.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value),
        _ => None,
    });
    let values: BTreeSet<Term> =
        state.registers.iter().flatten().copied().chain(words).map(|value| value.term).collect();
    values.into_iter().any(|value| {
        let cursor = match state.heap.locate(&mut solver.terms, value) {
            Location::Block { base: own, offset } if own == base => offset,
            Location::Block { .. } => return false,
            _ => solver.terms.scale(i128::from(bytes), value),
        };
        places.iter().any(|&place| {
            let distance = solver.terms.subtract(cursor, place);
            state.facts.bounds(solver, distance).value() == Some(0)
        })
    })
}

/// The facts of a state that do not mention a word.
fn connected_without(solver: &mut Solver, state: &State, atom: Atom) -> Facts {
    let mut kept = Vec::new();
    for &fact in state.facts.as_slice() {
        let mut mentions = false;
        solver.terms.for_each_atom_of_fact(fact, &mut |other| mentions |= other == atom);
        if !mentions {
            kept.push(fact);
        }
    }
    Facts::from_facts(solver, &kept)
}

/// Adds a run; what is equally known of the words beside it makes one run with them.
fn push(solver: &mut Solver, state: &State, items: &mut Vec<Item>, run: Run) {
    if let Some(Item::Run(last)) = items.last_mut() {
        let is_same = match (last.is_known, run.is_known) {
            (false, false) => true,
            (true, true) if last.told.bytes == run.told.bytes => {
                last.told.facts == run.told.facts
                    || last.told.is_covered_by(solver, &state.facts, &run.told.facts)
                        && run.told.is_covered_by(solver, &state.facts, &last.told.facts)
            }
            _ => false,
        };
        if is_same {
            // Of two descriptions that say the same of their words, the one that says it by the place of a word is true of both.
            *last = joined(solver, state, last, &run);
            return;
        }
    }
    items.push(Item::Run(run));
}

fn joined(solver: &mut Solver, state: &State, left: &Run, right: &Run) -> Run {
    let is_same = left.told.facts == right.told.facts;
    let told = match (left.is_known && right.is_known, is_same) {
        (true, true) => Told { end: right.told.end, ..left.told.clone() },
        (true, false) => left.told.joined(solver, &state.facts, &right.told),
        (false, _) => Told {
            start: left.told.start,
            end: right.told.end,
            bytes: 1,
            facts: Vec::new(),
            grid: None,
            alternatives: false,
        },
    };
    let is_known = left.is_known && right.is_known && !told.says_nothing(solver);
    Run { told, is_word: false, is_known }
}

/// As [`joined`], and which of two things holds of each word, where that is to be told.
fn joined_or_either(solver: &mut Solver, state: &State, left: &Run, right: &Run) -> Run {
    let plain = joined(solver, state, left, right);
    if plain.is_known || !left.is_known || !right.is_known {
        return plain;
    }
    let told = left.told.joined_or_either(solver, &state.facts, &right.told);
    let is_known = !told.says_nothing(solver);
    Run { told, is_word: false, is_known }
}

fn merge(solver: &mut Solver, state: &State, items: &mut Vec<Item>, first: usize, second: usize) {
    let (Some(Item::Run(left)), Some(Item::Run(right))) = (items.get(first), items.get(second)) else {
        return;
    };
    let run = joined_or_either(solver, state, left, right);
    items.remove(second);
    items.remove(first);
    // It may say the same as what lies before it.
    let rest: Vec<Item> = items.drain(first..).collect();
    push(solver, state, items, run);
    for item in rest {
        match item {
            Item::Run(run) => push(solver, state, items, run),
            other => items.push(other),
        }
    }
}

/// A word with which a loop begins in the middle of what is known already stays a run of its own: what is told of it and of the words
/// beside it has nothing in common, and the loop goes on behind it or before it.
fn keep_beginnings(solver: &mut Solver, state: &State, reduced: &State, items: &mut [Item]) {
    if items.len() > FAMILIES_SIDE_BY_SIDE {
        return;
    }
    for index in 0..items.len() {
        let Item::Run(word) = &items[index] else { continue };
        if !word.is_word || word.told.says_nothing(solver) || !is_beside_a_count(solver, state, &word.told) {
            continue;
        }
        let mut beside = [index.checked_sub(1), Some(index + 1)].into_iter().flatten().filter_map(|place| {
            match items.get(place) {
                Some(Item::Run(run)) if run.is_known && !run.is_word => Some(run),
                _ => None,
            }
        });
        let mut is_new = false;
        let is_apart = beside.all(|run| {
            is_new = true;
            let (left, right) = if run.told.end == word.told.start { (run, word) } else { (word, run) };
            run.told.bytes == word.told.bytes && !joined(solver, reduced, left, right).is_known
        });
        if let (true, true, Item::Run(word)) = (is_new, is_apart, &mut items[index]) {
            word.is_word = false;
        }
    }
}

/// Whether a variable of the program counts to the end of a word, or to the word before it.
fn is_beside_a_count(solver: &mut Solver, state: &State, word: &Told) -> bool {
    let bytes = i128::from(word.bytes);
    let before = solver.terms.add_constant(word.start, -bytes);
    let values: BTreeSet<Term> = state.registers.iter().flatten().map(|value| value.term).collect();
    values.into_iter().any(|value| {
        let counted = solver.terms.scale(bytes, value);
        [word.end, before].into_iter().any(|place| {
            let distance = solver.terms.subtract(place, counted);
            // Behind a place that other variables count to.
            let summands = solver.terms.summands(distance);
            let is_whole = summands.iter().all(|summand| summand.1 % bytes == 0);
            let is_named = solver.terms.as_constant(value).is_none() || !summands.is_empty();
            is_named && is_whole && solver.terms.constant_part(distance) == 0
        })
    })
}

/// Two runs side by side that become one, if there is a word that belongs to one of its neighbours, or if there are too many runs.
fn pair_to_merge(solver: &mut Solver, state: &State, items: &[Item]) -> Option<(usize, usize)> {
    let run = |index: Option<usize>| match index.and_then(|index| items.get(index)) {
        Some(Item::Run(run)) => Some(run),
        _ => None,
    };
    let fits =
        |one: &Run, other: &Run| !one.is_known || !other.is_known || one.told.bytes == other.told.bytes;
    for index in 0..items.len() {
        let Some(word) = run(Some(index)).filter(|run| run.is_word) else { continue };
        let left = run(index.checked_sub(1)).filter(|left| fits(left, word));
        let right = run(Some(index + 1)).filter(|right| fits(word, right));
        match (left, right) {
            (Some(left), Some(right)) => {
                let with_left = joined(solver, state, left, word);
                // A word that says more with one neighbour than the other neighbour says belongs to the former.
                if is_news(solver, state, &with_left, right) {
                    return Some((index - 1, index));
                }
                return Some((index, index + 1));
            }
            // The array goes on with something that was not stored by the loop yet.
            (Some(left), None) if index + 1 < items.len() && left.is_known => {
                return Some((index - 1, index));
            }
            (None, Some(right)) if index > 0 && right.is_known => return Some((index, index + 1)),
            _ => {}
        }
    }
    let mut length = 0;
    for index in 0..items.len() {
        match (run(Some(index)), run(index.checked_sub(1))) {
            (Some(this), Some(before)) if fits(before, this) => length += 1,
            (Some(_), _) => length = 1,
            (None, _) => length = 0,
        }
        if length > FAMILIES_SIDE_BY_SIDE {
            return Some((index - 1, index));
        }
    }
    None
}

/// Whether a run says something that does not follow from what another one says.
fn is_news(solver: &mut Solver, state: &State, run: &Run, other: &Run) -> bool {
    if !run.is_known {
        return false;
    }
    // What is said by single words of a version is forgotten as the loop goes on.
    let function = version::function(&mut solver.terms);
    let (_, own) = Family::names(&mut solver.terms);
    let mut lasting = run.told.facts.clone();
    lasting.retain(|&fact| {
        let mut is_by_place = true;
        version::words_in_fact(&solver.terms, function, fact, &mut |word| {
            is_by_place &= solver.terms.mentions(word.place, own);
        });
        is_by_place
    });
    if lasting.is_empty() {
        return false;
    }
    !other.is_known || !other.told.is_covered_by(solver, &state.facts, &lasting)
}

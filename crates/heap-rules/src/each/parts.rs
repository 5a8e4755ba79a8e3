//! What nodes and segments say of numbers, as parts of a row.

use super::Told;
use crate::fold::mentions_memory;
use crate::limits::WORDS_TOLD_OF_NODES;
use crate::sorted::{expose_word, number_as, number_at};
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term, TermTable};
use std::sync::Arc;
use symbolic_heap::shape::FieldContent;
use symbolic_heap::{Block, Content, EachNode, HeapRule, Key, NodeWord, Segment, Sorted, State, is_broken};

/// The words of a node, none of them a link, that are stored.
fn words_of_block(solver: &Solver, block: &Block, links: &[u64]) -> Vec<(u64, u64)> {
    let word = |start: Term, end: Term| {
        let (start, end) = (solver.terms.as_constant(start)?, solver.terms.as_constant(end)?);
        let (start, end) = (u64::try_from(start).ok()?, u64::try_from(end).ok()?);
        ((1..=8).contains(&(end - start)) && !links.contains(&start)).then_some((start, end - start))
    };
    let is_number = |content: Content| matches!(content, Content::Scalar(value) if value.is_defined());
    let cells = block.cells.iter().filter(|cell| is_number(cell.content));
    cells.filter_map(|cell| word(cell.start, cell.end)).collect()
}

/// The words of two nodes that hold numbers which may differ, and how they are read.
pub(crate) fn words_of_nodes(
    solver: &mut Solver,
    state: &State,
    (left, right): (&Block, &Block),
    links: &[u64],
) -> Vec<NodeWord> {
    let mut places = words_of_block(solver, left, links);
    places.extend(words_of_block(solver, right, links));
    places.sort_unstable();
    places.dedup();
    let mut words: Vec<NodeWord> = Vec::new();
    for (offset, bytes) in places {
        let numbers = [left, right].map(|block| number_at(solver, block, (offset, offset + bytes)));
        let [Some(first), Some(second)] = numbers else { continue };
        let is_plain = |number: Term| !mentions_memory(solver, state, number);
        let is_apart = words.last().is_none_or(|word| word.place().1 <= offset);
        if first != second
            && is_apart
            && is_plain(first)
            && is_plain(second)
            && words.len() < WORDS_TOLD_OF_NODES
        {
            words.push(reading(solver, state, (offset, bytes), &[first, second]));
        }
    }
    words
}

/// The words of which segments tell something, or which differ in a node from what they have in common in a segment.
pub(crate) fn words_of_parts(
    solver: &mut Solver,
    state: &State,
    segments: &[Arc<Segment>],
    node: Option<&Block>,
) -> Vec<NodeWord> {
    let mut words: Vec<NodeWord> = Vec::new();
    let is_new = |words: &[NodeWord], (start, end): (u64, u64)| {
        words.iter().all(|word| word.place().1 <= start || end <= word.offset)
    };
    for segment in segments {
        for word in told_words(segment) {
            if is_new(&words, word.place()) && words.len() < WORDS_TOLD_OF_NODES {
                words.push(word);
            }
        }
    }
    let ([segment], Some(node)) = (segments, node) else {
        words.sort_unstable();
        return words;
    };
    let links: Vec<u64> = std::iter::once(segment.shape.link).chain(segment.shape.back).collect();
    for (offset, bytes) in words_of_block(solver, node, &links) {
        let place = (offset, offset + bytes);
        let Some(number) = number_at(solver, node, place).filter(|_| is_new(&words, place)) else { continue };
        if words.len() >= WORDS_TOLD_OF_NODES || mentions_memory(solver, state, number) {
            continue;
        }
        let word = reading(solver, state, (offset, bytes), &[number]);
        let name = word.name(&mut solver.terms);
        let same = solver.terms.equal(name, number);
        let told = told_by_shape(solver, state, segment, word);
        words.extend(told.filter(|told| *told != [same]).map(|_| word));
    }
    words.sort_unstable();
    words
}

/// How a word is read that holds these numbers: as they are, if that can be.
fn reading(solver: &mut Solver, state: &State, (offset, bytes): (u64, u64), numbers: &[Term]) -> NodeWord {
    let read = |is_signed: bool| NodeWord { offset, bytes, is_signed };
    let fits = |solver: &mut Solver, word: NodeWord| {
        numbers.iter().all(|&number| {
            let range = word.key().is_in_range(&mut solver.terms, number);
            state.facts.proves_all(solver, &range).is_proved()
        })
    };
    match !fits(solver, read(true)) && fits(solver, read(false)) {
        true => read(false),
        false => read(true),
    }
}

/// What a node says of these words, or of those among them that it has.
pub(crate) fn of_block(solver: &mut Solver, state: &State, block: &Block, words: &[NodeWord]) -> Told {
    let mut told = Told { words: Vec::new(), first: None, has_nodes: true, facts: Vec::new() };
    let mut numbers = Vec::with_capacity(words.len());
    for &word in words {
        let number = number_at(solver, block, word.place());
        let number = number.and_then(|number| number_as(solver, state, number, word.key()));
        if let Some(number) = number {
            let name = word.name(&mut solver.terms);
            told.words.push(word);
            told.facts.push(solver.terms.equal(name, number));
            numbers.push(number);
        }
    }
    told.first = Some(numbers);
    told
}

/// What a segment says of these words, or of those among them of which it knows something.
pub(crate) fn of_segment(solver: &mut Solver, state: &State, segment: &Segment, words: &[NodeWord]) -> Told {
    let mut told = Told {
        words: segment.each.as_ref().map_or(Vec::new(), |each| each.words().to_vec()),
        first: segment.each.as_ref().and_then(|each| Some(each.first()?.to_vec())),
        has_nodes: segment.minimum > 0,
        facts: segment.each.as_ref().map_or(Vec::new(), |each| each.facts(&mut solver.terms)),
    };
    told.facts.extend(facts_of_orders(solver, &segment.sorted, &told.words));
    let known = told.words.clone();
    let mut added = Vec::new();
    for &word in words.iter().filter(|word| !known.contains(word)) {
        let position = told.words.iter().position(|known| known.place() == word.place());
        if let Some(position) = position {
            // A number that either reading gives is read as the other part reads it.
            let name = word.name(&mut solver.terms);
            let range = word.key().is_in_range(&mut solver.terms, name);
            if told.hypotheses(solver, &state.facts).proves_all(solver, &range).is_proved() {
                told.words[position] = word;
            }
        } else if let Some(facts) =
            told_by_order(solver, segment, word).or_else(|| told_by_shape(solver, state, segment, word))
        {
            added.push((word, facts));
        }
    }
    for (word, facts) in added {
        let position = told.words.partition_point(|known| *known < word);
        let name = word.atom(&mut solver.terms);
        let number = shared_number(&mut solver.terms, &facts, name);
        told.first = told.first.filter(|_| number.is_some());
        if let Some((first, number)) = told.first.as_mut().zip(number) {
            first.insert(position, number);
        }
        told.words.insert(position, word);
        told.facts.extend(facts);
    }
    told
}

/// The number that a word has in every node, if the facts say so.
fn shared_number(terms: &mut TermTable, facts: &[Fact], name: Atom) -> Option<Term> {
    let [Fact::Zero(term)] = *facts else { return None };
    let coefficient = terms.summands(term).iter().find(|summand| summand.0 == name)?.1;
    let own = terms.atom_term(name);
    let rest = terms.add_scaled(term, -coefficient, own);
    (coefficient.abs() == 1).then(|| terms.scale(-coefficient, rest))
}

/// The words of which a segment tells something, and those by which its nodes are in order.
pub(crate) fn told_words(segment: &Segment) -> impl Iterator<Item = NodeWord> + '_ {
    let told = segment.each.as_ref().map_or(&[][..], EachNode::words).iter().copied();
    told.chain(segment.sorted.iter().flat_map(|sorted| {
        let Key { enter, leave, bytes, is_signed, .. } = sorted.key;
        [enter, leave].map(|offset| NodeWord { offset, bytes, is_signed })
    }))
}

/// What orders say of these words of every node.
pub(crate) fn facts_of_orders(solver: &mut Solver, orders: &[Sorted], words: &[NodeWord]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for sorted in orders {
        let key = sorted.key;
        let word = |offset: u64| NodeWord { offset, bytes: key.bytes, is_signed: key.is_signed };
        let (enter, leave) = (word(key.enter), word(key.leave));
        let terms = &mut solver.terms;
        let names = [enter, leave].map(|word| words.contains(&word).then(|| word.name(terms)));
        if let Some(enter) = names[0] {
            facts.push(key.at_most(terms, sorted.entry, enter));
        }
        if let Some(leave) = names[1] {
            let passed = key.after(terms, leave, sorted.step());
            facts.push(key.at_most(terms, passed, sorted.exit));
        }
        if let [Some(enter), Some(leave)] = names {
            facts.push(key.at_most(terms, enter, leave));
        }
    }
    facts.retain(|fact| *fact != Fact::True);
    facts
}

/// What the orders of a segment say of a word of which nothing else is told.
fn told_by_order(solver: &mut Solver, segment: &Segment, word: NodeWord) -> Option<Vec<Fact>> {
    let facts = facts_of_orders(solver, &segment.sorted, &[word]);
    (!facts.is_empty()).then_some(facts)
}

/// What the shape of a segment says of a word of every node.
fn told_by_shape(solver: &mut Solver, state: &State, segment: &Segment, word: NodeWord) -> Option<Vec<Fact>> {
    let name = word.name(&mut solver.terms);
    let mut cases: Vec<Vec<Fact>> = Vec::new();
    for body in &segment.shape.bodies {
        let field = body.fields.iter().find(|field| (field.start, field.end) == word.place())?;
        cases.push(match &field.content {
            FieldContent::Shared(index) => {
                let number = number_as(solver, state, *segment.parameters.get(*index)?, word.key())?;
                vec![solver.terms.equal(name, number)]
            }
            FieldContent::Fill(0) => vec![solver.terms.zero(name)],
            FieldContent::Within(numbers) => {
                let (low, high) = word.key().range();
                if numbers.low() < low || numbers.high() > high {
                    return None;
                }
                let (low, high) =
                    (solver.terms.constant(numbers.low()), solver.terms.constant(numbers.high()));
                let mut facts = vec![solver.terms.at_most(low, name), solver.terms.at_most(name, high)];
                for &number in numbers.exceptions() {
                    let number = solver.terms.constant(number);
                    facts.push(solver.terms.not_equal(name, number));
                }
                facts
            }
            _ => return None,
        });
    }
    match cases.len() {
        1 => cases.pop(),
        _ => None,
    }
}

/// Names the told words of a node that is being exposed, and assumes what holds of them. The result: the numbers of the node.
pub(crate) fn expose(
    solver: &mut Solver,
    state: &mut State,
    segment: &Segment,
    cells: &mut Vec<(u64, u64, Content)>,
) -> Option<Vec<Term>> {
    let each = segment.each.as_ref()?;
    let mut numbers = Vec::with_capacity(each.words().len());
    for word in each.words() {
        let number = expose_word(solver, state, cells, word.offset, word.key());
        numbers.push(number.and_then(|number| number_as(solver, state, number, word.key()))?);
    }
    let facts = each.instance(&mut solver.terms, &numbers);
    state.facts.assume_all(solver, &facts);
    Some(numbers)
}

/// States what the numbers of the first node of a segment are.
pub(crate) fn assume_first(
    solver: &mut Solver,
    state: &mut State,
    segment: &Segment,
    numbers: Option<&[Term]>,
) {
    let first = segment.each.as_ref().and_then(EachNode::first);
    for (&told, &number) in first.into_iter().flatten().zip(numbers.into_iter().flatten()) {
        let fact = solver.terms.equal(number, told);
        state.assume(solver, fact);
    }
}

/// What is still known of every node after these bytes of one of them were written.
pub(crate) fn untouched(
    solver: &Solver,
    each: Option<&EachNode>,
    (start, end): (u64, u64),
) -> Option<EachNode> {
    let is_apart = |word: &NodeWord| word.place().1 <= start || end <= word.offset;
    let is_kept = |each: &&EachNode| {
        each.words().iter().all(is_apart) || is_broken(solver, HeapRule::EachKeepsWrittenWords)
    };
    each.filter(is_kept).cloned()
}

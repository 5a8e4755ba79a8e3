//! Join: one state that covers two.
//!
//! ```text
//!   relate(A, B) = heap over new names n, with A's meaning nᵢ = aᵢ and B's meaning nᵢ = bᵢ
//!  ──────────────────────────────────────────────────────────────────────────────────────────
//!   heap ∧ ((facts(A) ∧ n = a) ⊔ (facts(B) ∧ n = b))
//! ```
//!
//! Sound: every memory of A satisfies the heap with n = a, every one of B with n = b.

mod alternatives;
mod chunks;
mod each;
mod in_order;
mod places;
mod products;
mod tagged;
mod texts;

use crate::family::alternatives::of_both;
use crate::family::{Grid, Told, about_words, tell_the_word, without_held_words};
use crate::fold::{Precision, fold_members, forget_but, limit_runs, settle_elements};
use crate::limits::{CONSTANTS_OF_VARIABLES, SIGNS, WORD_RANGES};
use crate::relate::{FamilyPair, Likeness, Relation, Side, relate, versions_of};
use crate::sorted::assume_bounds;
use crate::trees::bounds::settle_bounds;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term, Thresholds};
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::{
    Block, Cell, Cells, Content, Family, HeapRule, Instance, Location, Region, State, Stripe, Stripes,
    is_broken,
};
use symbolic_heap::{division, version};

pub(crate) use in_order::with_cut_words;

/// Whether numbers are joined or, so that a growing sequence ends, widened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinMode<'a> {
    Join,
    /// Bounds that move rest at these values, besides those of the machine.
    Widen(&'a [i128]),
}

/// What a join does, in one line.
fn joined(relation: &Relation) -> String {
    let (blocks, lists) = (relation.state.heap.blocks().count(), relation.state.heap.segments().len());
    let trees = relation.state.heap.instances().count();
    let numbers = relation.numbers.len();
    format!("{blocks} blocks, {lists} lists and {trees} trees correspond, {numbers} numbers get new names")
}

/// A state that covers both, if their heaps are alike. For widening, `older` is the earlier one.
pub fn join(
    solver: &mut Solver,
    older: &State,
    newer: &State,
    mode: JoinMode<'_>,
    likeness: Likeness,
) -> Option<State> {
    join_within(solver, older, newer, mode, likeness, usize::MAX)
}

/// As [`join`], if the result has at most so many segments.
pub fn join_within(
    solver: &mut Solver,
    older: &State,
    newer: &State,
    mode: JoinMode<'_>,
    likeness: Likeness,
    most_segments: usize,
) -> Option<State> {
    let rests: Option<Vec<i128>> = match mode {
        JoinMode::Join => None,
        JoinMode::Widen(values) => Some(WORD_RANGES.iter().chain(&SIGNS).chain(values).copied().collect()),
    };
    let rule = match mode {
        JoinMode::Join => "join",
        JoinMode::Widen(_) => "widen",
    };
    let Some(relation) = relate(solver, older, newer, likeness, rests.as_deref()) else {
        solver.derivation.step(rule, || "fails, as told above".into());
        return None;
    };
    let segments = relation.state.heap.segments().len();
    if segments > most_segments {
        solver.derivation.step(rule, || format!("fails: {segments} lists are more than {most_segments}"));
        return None;
    }
    solver.derivation.step(rule, || joined(&relation));
    let cut = [(Side::Left, older), (Side::Right, newer)]
        .map(|(side, state)| in_order::with_cut_words(solver, side, &relation.cut_facts, &state.facts));
    let mut bind = |facts: &Facts, names: &[(Atom, Term)], numbers: &[(Term, Term)], null: &[Term]| {
        // Names of bases are new, so this is a renaming, and so it is for versions of arrays: words are told by them.
        let is_renamed = |&&(atom, name): &&(Atom, Term)| solver.terms.atom_term(atom) != name;
        let mut names: Vec<(Atom, Term)> = names.iter().filter(is_renamed).copied().collect();
        names.extend(renamed_versions(solver, numbers, facts));
        let names = &names;
        let mut facts = facts.substitute(solver, names);
        for &(name, value) in numbers {
            let value = solver.terms.substitute(value, names);
            let fact = solver.terms.equal(name, value);
            facts.assume(solver, fact);
        }
        for &name in null {
            let fact = solver.terms.zero(name);
            facts.assume(solver, fact);
        }
        facts
    };
    let numbers = |pick: fn(&(Term, Term, Term)) -> Term, only: &[(Term, Term)]| -> Vec<(Term, Term)> {
        let both = relation.numbers.iter().map(|number| (number.0, pick(number)));
        let bounds =
            relation.bounds.iter().map(|pair| (pair.name, pick(&(pair.name, pair.left, pair.right))));
        both.chain(bounds).chain(only.iter().copied()).collect()
    };
    let loose = |side: Side, only: &[(Term, Term)]| -> Vec<(Term, Term)> {
        let bounds = relation.loose.iter().filter(|bound| bound.side != side);
        only.iter().copied().chain(bounds.map(|bound| (bound.name, bound.value))).collect()
    };
    let own = numbers(|number| number.1, &loose(Side::Left, &relation.only_on_the_left));
    let left = bind(&cut[0], &relation.left_names, &own, &relation.null_on_the_left);
    let own = numbers(|number| number.2, &loose(Side::Right, &relation.only_on_the_right));
    let right = bind(&cut[1], &relation.right_names, &own, &relation.null_on_the_right);
    let only = [&relation.only_on_the_left, &relation.only_on_the_right]
        .map(|contents| contents.iter().map(|content| content.0).collect::<Vec<Term>>());
    let numbers = relation.numbers.iter().map(|number| number.0);
    let null = relation.null_on_the_left.iter().chain(&relation.null_on_the_right).copied();
    let names: Vec<Term> = null.chain(numbers).collect();
    let mut state = relation.state;
    let families = relation.families;
    let (mut left, mut right) = (left, right);
    for &(side, name, version) in &relation.versions {
        let fact = solver.terms.equal(name, version);
        match side {
            Side::Left => left.assume(solver, fact),
            Side::Right => right.assume(solver, fact),
        }
    }
    let mut everything = (left.clone(), right.clone());
    let loose = relation.loose;
    in_order::assume_limits(solver, &loose, &mut everything);
    // What is told of words by the versions of their arrays is told of other words, too.
    let told = families.iter().flat_map(|pair| pair.named.0.facts.iter().chain(&pair.named.1.facts));
    let told: Vec<Fact> = told.copied().collect();
    let mut versions: BTreeSet<Atom> = versions_of(solver, &told).into_iter().collect();
    let divisions = relation.chunks.iter().filter_map(|pair| pair.division);
    versions.extend(divisions.filter_map(|division| solver.terms.as_atom(division)));
    let only_visible = |solver: &mut Solver, facts: Facts| {
        let mut seen = state.clone();
        seen.facts = facts;
        forget_but(solver, &mut seen, versions.clone());
        seen.facts
    };
    let (mut left, mut right) = (only_visible(solver, left), only_visible(solver, right));
    copy_facts(solver, &left, &only[0], &mut right);
    copy_facts(solver, &right, &only[1], &mut left);
    in_order::relate_loose_bounds(solver, &loose, (&mut left, &mut right));
    state.facts = match mode {
        _ if is_broken(solver, HeapRule::JoinKeepsOlderFacts) => left.clone(),
        JoinMode::Widen(_) if is_broken(solver, HeapRule::WideningKeepsOlderFacts) => left.clone(),
        JoinMode::Join => {
            let mut joined = left.join(solver, &right);
            if likeness.alternatives {
                alternatives::relate_differences(solver, (&left, &right), &names, &mut joined);
            }
            joined
        }
        JoinMode::Widen(values) => {
            let mut of_sums = SIGNS.to_vec();
            of_sums.extend(values);
            of_sums.extend(sizes_of_traversed_blocks(solver, &state));
            of_sums.extend(limits_held_in_memory(solver, &state));
            of_sums.extend(limits_of_orders(&state));
            let of_variables: Vec<i128> = WORD_RANGES.iter().chain(&of_sums).copied().collect();
            let thresholds = Thresholds { of_variables: &of_variables, of_sums: &of_sums };
            let widened = left.widen(solver, &right, thresholds, &atoms_of_lengths(solver, &state));
            without_limits_of_lengths(solver, &state, &left, &widened)
        }
    };
    state.facts = without_limits_of_addresses(solver, &state);
    let mut forms = places::forms(solver, &state, [older, newer]);
    forms.extend(texts::forms_of_room(solver, &state, [older, newer]));
    left.relate_forms(solver, &right, &forms, &mut state.facts);
    let numbers_of = |pick: fn(&(Term, Term, Term)) -> Term| -> Vec<(Term, Term)> {
        relation.numbers.iter().map(|number| (number.0, pick(number))).collect()
    };
    let known = [
        &products::Known {
            facts: &everything.0,
            numbers: numbers_of(|number| number.1),
            names: &relation.left_names,
        },
        &products::Known {
            facts: &everything.1,
            numbers: numbers_of(|number| number.2),
            names: &relation.right_names,
        },
    ];
    products::relate_products(solver, known, [older, newer], &mut state);
    texts::relate_distances(solver, (&left, &right), &mut state);
    texts::relate_letters(solver, (&left, &right), &names, &mut state);
    for pair in &families {
        join_families(solver, &mut state, pair, &everything, rests.as_deref());
    }
    each::join_each(solver, &mut state, &relation.each, &everything, rests.as_deref());
    chunks::assume_order(solver, &mut state, &relation.chunks);
    chunks::relate_starts(solver, &mut state, &relation.chunks, &everything);
    for pair in &relation.chunks {
        let precision = likeness.precision;
        chunks::join_chunks(solver, &mut state, pair, &everything, (precision, rests.as_deref()));
    }
    let arrays: BTreeSet<Atom> = families.iter().filter_map(|pair| solver.terms.as_atom(pair.base)).collect();
    arrays.into_iter().for_each(|base| merge_alike(&mut state, base));
    tagged::join_tags(solver, &mut state, likeness.precision.trees(), &everything);
    settle_elements(solver, &mut state);
    settle_bounds(solver, &mut state, likeness.precision.trees());
    limit_runs(solver, &mut state);
    assume_bounds(solver, &mut state);
    // What the sides have in common may be parts of one list, between which a variable refers to a node.
    Some(if likeness.precision == Precision::Members { fold_members(solver, state) } else { state })
}

/// The versions of arrays that get a name of the result, each one.
fn renamed_versions(solver: &mut Solver, numbers: &[(Term, Term)], facts: &Facts) -> Vec<(Atom, Term)> {
    let mut versions: BTreeSet<Atom> = versions_of(solver, facts.as_slice()).into_iter().collect();
    versions.extend(division::places(solver, facts.as_slice()).into_iter().map(|word| word.version));
    let function = version::function(&mut solver.terms);
    for &(_, value) in numbers {
        version::words_in_term(&solver.terms, function, value, &mut |word| {
            versions.insert(word.version);
        });
    }
    let mut renamed: Vec<(Atom, Term)> = Vec::new();
    for &(name, value) in numbers {
        if let Some(atom) = solver.terms.as_atom(value)
            && versions.contains(&atom)
            && !renamed.iter().any(|known| known.0 == atom)
        {
            renamed.push((atom, name));
        }
    }
    renamed
}

/// What a block holds that only one side has may be anything on the other: there it may as well be what it is here.
fn copy_facts(solver: &mut Solver, from: &Facts, names: &[Term], to: &mut Facts) {
    if names.is_empty() {
        return;
    }
    let names: BTreeSet<Atom> = names.iter().filter_map(|&name| solver.terms.as_atom(name)).collect();
    for &fact in from.as_slice() {
        let mut is_about_them = true;
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            is_about_them &=
                names.contains(&atom) || !matches!(solver.terms.kind(atom), AtomKind::Variable(_));
        });
        if is_about_them {
            to.assume(solver, fact);
        }
    }
}

/// Finds what holds of every word of two runs: on either side its facts hold, by the names of the result.
fn join_families(
    solver: &mut Solver,
    state: &mut State,
    pair: &FamilyPair,
    (left, right): &(Facts, Facts),
    rests: Option<&[i128]>,
) {
    let Some(base) = solver.terms.as_atom(pair.base) else { return };
    let Some(cell) =
        state.heap.block(base).and_then(|block| block.cells.as_slice().get(pair.position).copied())
    else {
        return;
    };
    let mut names = BTreeSet::new();
    state.for_each_term(&mut |term| {
        solver.terms.for_each_atom(term, &mut |atom| {
            names.insert(atom);
        });
    });
    let own = Family::names(&mut solver.terms);
    for told in [&pair.named.0, &pair.named.1] {
        names.extend(versions_of(solver, &told.facts));
    }
    names.retain(|&atom| state.heap.block(atom).is_none());
    names.extend([own.0, own.1]);
    let mut known = |facts: &Facts, told: &Told| {
        let run = Told { start: cell.start, end: cell.end, ..told.clone() };
        let facts = without_held_words(solver, facts);
        let known = run.hypotheses(solver, &facts);
        known.project(solver, &|atom| names.contains(&atom))
    };
    let (left, right) = (known(left, &pair.named.0), known(right, &pair.named.1));
    let joined = match rests {
        _ if is_broken(solver, HeapRule::FamilyJoinKeepsOlderFacts) => left.clone(),
        None => left.join(solver, &right),
        Some(rests) => left.widen(solver, &right, rests, &BTreeSet::new()),
    };
    let mut facts = about_words(solver, &joined);
    if pair.left.alternatives {
        let (ours, theirs) = ((&pair.named.0, &left), (&pair.named.1, &right));
        let finds_new = rests.is_none() && !tell_the_word(solver, &facts);
        let more = of_both(solver, ours, theirs, finds_new);
        facts.extend(more.into_iter().filter(|fact| !joined.as_slice().contains(fact)));
    }
    let told = Told { start: cell.start, end: cell.end, facts, ..pair.left.clone() };
    let known = in_order::with_order(solver, &state.facts, cell.content);
    let told = told.without_repetitions(solver, &known);
    let content = match told.grid {
        Some(grid) => with_stripe(solver, cell.content, grid, &told),
        None => in_order::content(solver, cell.content, &told),
    };
    if let Some(block) = state.heap.block_mut(base) {
        block.cells.set_content(pair.position, content);
    }
}

/// Stripes with one more.
fn with_stripe(solver: &mut Solver, content: Content, grid: Grid, told: &Told) -> Content {
    let mut list = match content {
        Content::Striped(stripes) => stripes.list(&solver.terms),
        _ => Vec::new(),
    };
    let facts = if told.says_nothing(solver) { Vec::new() } else { told.facts.clone() };
    let family = Family::new(&mut solver.terms, told.bytes, &facts);
    list.push(Stripe { phase: grid.phase, family });
    Content::Striped(Stripes::new(&mut solver.terms, grid.stride, &list))
}

/// Runs of an array that lie side by side and of whose words the same is known become one.
fn merge_alike(state: &mut State, base: Atom) {
    let Some(block) = state.heap.block_mut(base) else { return };
    let mut merged: Vec<Cell> = Vec::new();
    for &cell in block.cells.iter() {
        match merged.last_mut() {
            Some(last)
                if last.content == cell.content
                    && cell.content.holds_of_unions()
                    && matches!(cell.content, Content::Each(_)) =>
            {
                last.end = cell.end;
            }
            _ => merged.push(cell),
        }
    }
    block.cells = Cells::from_cells(merged);
}

/// The sizes of blocks into which a variable offset leads: a pointer that runs through a block stops
/// at its end.
fn sizes_of_traversed_blocks(solver: &mut Solver, state: &State) -> BTreeSet<i128> {
    let words =
        state.heap.blocks().flat_map(|block| block.cells.iter()).filter_map(|cell| match cell.content {
            Content::Scalar(value) => Some(value),
            Content::Uninitialised
            | Content::Text
            | Content::Fill(_)
            | Content::Each(_)
            | Content::Owning(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Unknown
            | Content::Letters
            | Content::Absent => None,
        });
    let values = state.registers.iter().chain(&state.held).flatten().copied().chain(words);
    let addresses: BTreeSet<Term> = values.map(|value| value.term).collect();
    let mut sizes = BTreeSet::new();
    for address in addresses {
        if let Location::Block { base, offset } = state.heap.locate(&mut solver.terms, address)
            && solver.terms.as_constant(offset).is_none()
            && let Some(block) = state.heap.block(base)
        {
            sizes.extend(solver.terms.as_constant(block.size));
        }
    }
    sizes
}

/// The numbers that come before and after all that nodes in order hold: no bound has to go further.
fn limits_of_orders(state: &State) -> BTreeSet<i128> {
    let orders = state.heap.segments().iter().flat_map(|segment| &segment.sorted);
    orders.flat_map(|sorted| [sorted.key.before_all(), sorted.key.after_all()]).collect()
}

/// Numbers that variables of the program hold: a counter may stop there, or has not passed it yet.
fn limits_held_in_memory(solver: &Solver, state: &State) -> BTreeSet<i128> {
    let variables = state.heap.blocks().filter(|block| !block.region.has_nodes() && block.is_live());
    // The letters of a text are no limits: a constant that is one has a block of its own.
    let is_limit = |block: &&Arc<Block>| {
        let size = solver.terms.as_constant(block.size);
        block.region != Region::Constant || matches!(size, Some(1 | 2 | 4 | 8))
    };
    let words = variables.filter(is_limit).flat_map(|block| block.cells.iter()).filter_map(|cell| match cell
        .content
    {
        Content::Scalar(value) => solver.terms.as_constant(value.term),
        Content::Uninitialised
        | Content::Text
        | Content::Fill(_)
        | Content::Each(_)
        | Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Unknown
        | Content::Letters
        | Content::Absent => None,
    });
    let registers = state.registers.iter().flatten().filter_map(|value| solver.terms.as_constant(value.term));
    let limits: BTreeSet<i128> = words.chain(registers).filter(|&limit| limit > 1).collect();
    limits.into_iter().take(CONSTANTS_OF_VARIABLES).flat_map(|limit| [limit - 1, limit]).collect()
}

/// The names that the lengths of lists are made of.
fn atoms_of_lengths(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let counts = state.heap.segments().iter().map(|segment| segment.count);
    counts.flat_map(|count| solver.terms.summands(count).iter().map(|summand| summand.0)).collect()
}

/// The facts without those that a number is not far from where a list begins or ends: a list without nodes begins at null, which is
/// a small number by chance, and what lies between two such numbers moves with every node.
fn without_limits_of_addresses(solver: &mut Solver, state: &State) -> Facts {
    let facts = &state.facts;
    let mut ends = BTreeSet::new();
    for segment in state.heap.segments() {
        let back = segment.back.map(|back| [back.last, back.previous]);
        for term in [segment.first, segment.next].into_iter().chain(back.into_iter().flatten()) {
            solver.terms.for_each_atom(term, &mut |atom| {
                ends.insert(atom);
            });
        }
    }
    if ends.is_empty() {
        return facts.clone();
    }
    let is_limit = |fact: &Fact| {
        let Fact::NonNegative(term) = *fact else { return false };
        let summands = solver.terms.summands(term);
        let is_number = |atom: Atom| {
            !ends.contains(&atom)
                && state.heap.block(atom).is_none()
                && matches!(solver.terms.kind(atom), AtomKind::Variable(_))
        };
        summands.iter().any(|summand| ends.contains(&summand.0))
            && summands.iter().any(|summand| is_number(summand.0))
    };
    let kept: Vec<Fact> = facts.as_slice().iter().copied().filter(|fact| !is_limit(fact)).collect();
    if kept.len() == facts.as_slice().len() { facts.clone() } else { Facts::from_facts(solver, &kept) }
}

/// The length of a list is no word of the machine: no threshold is where it stops.
fn without_limits_of_lengths(solver: &mut Solver, state: &State, older: &Facts, facts: &Facts) -> Facts {
    let mut limits = Vec::new();
    // Neither is what a length was before, which the caller holds.
    let held = state.held.iter().flatten().map(|value| value.term);
    let lengths: Vec<Term> = state.heap.segments().iter().map(|segment| segment.count).chain(held).collect();
    for length in lengths {
        for threshold in WORD_RANGES.into_iter().filter(|&threshold| threshold > 1) {
            let limit = solver.terms.constant(threshold);
            limits.push(solver.terms.at_most(length, limit));
        }
    }
    // Where nodes are in order, the caller also holds numbers that they are compared with: what was known of those is no limit.
    let has_bounds = |(_, tree): (_, &Arc<Instance>)| {
        tree.definition.exact_arguments(&solver.terms) < tree.arguments.len()
    };
    if state.heap.segments().iter().any(|segment| !segment.sorted.is_empty())
        || state.heap.instances().any(has_bounds)
    {
        limits.retain(|limit| !older.as_slice().contains(limit));
    }
    let kept: Vec<Fact> = facts.as_slice().iter().copied().filter(|fact| !limits.contains(fact)).collect();
    if kept.len() == facts.as_slice().len() { facts.clone() } else { Facts::from_facts(solver, &kept) }
}

//! How the divisions of a block change when its chunks are told anew.

use super::super::fold::Item;
use super::super::places::Places;
use super::super::told::Chunks;
use super::{Part, divisions_of, parts};
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use symbolic_heap::{Block, Cell, Content, HeapRule, State, division, is_broken};

/// From one division of a block to the next.
pub(super) struct Change {
    /// The division before, if the chunks of it are known.
    old: Option<Atom>,
    /// Where chunks of it began that are no longer chunks.
    swallowed: Vec<Term>,
}

impl Change {
    pub(super) fn of(solver: &mut Solver, state: &State, block: &Block, items: &[Item]) -> Change {
        let mut versions = divisions_of(solver, block);
        if versions.is_empty() {
            // All chunks were exposed.
            versions =
                division::places(solver, state.facts.as_slice()).iter().map(|word| word.version).collect();
            versions.dedup();
        }
        let starts: Vec<Term> = items
            .iter()
            .filter_map(|item| match item {
                Item::Run(run, _) => Some(run.start),
                Item::Open(..) | Item::Other(_) => None,
            })
            .collect();
        for version in versions {
            let Some(parts) = parts(solver, &state.facts, block, version) else { continue };
            let mut swallowed = Vec::new();
            for part in parts {
                if let Part::Chunk(place) = part
                    && !starts.iter().any(|&start| state.facts.equal(solver, start, place).is_proved())
                {
                    swallowed.push(place);
                }
            }
            if is_broken(solver, HeapRule::SwallowedChunksStay) {
                swallowed.clear();
            }
            return Change { old: Some(version), swallowed };
        }
        Change { old: None, swallowed: Vec::new() }
    }

    /// Whether a place where a chunk began is one where a chunk begins.
    pub(super) fn keeps(&self, solver: &mut Solver, facts: &Facts, place: Term) -> bool {
        self.swallowed.iter().all(|&gone| {
            let differs = solver.terms.not_equal(place, gone);
            facts.proves(solver, differs).is_proved()
        })
    }

    /// Whether a place that was a boundary is one, where the last chunk ends at the same place as before.
    fn keeps_boundary(&self, solver: &mut Solver, facts: &Facts, old: Atom, place: Term) -> bool {
        let zero = solver.terms.constant(0);
        let is_inside = solver.terms.at_most(zero, place);
        let division = solver.terms.atom_term(old);
        let was_boundary = division::is_boundary(&mut solver.terms, division, place);
        facts.proves_all(solver, &[is_inside, was_boundary]).is_proved() && self.keeps(solver, facts, place)
    }

    /// Whether the links of the chunks of a run lead to places where chunks begin.
    pub(super) fn keeps_links(&self, solver: &mut Solver, facts: &Facts, run: &Chunks, link: Term) -> bool {
        self.swallowed.is_empty() || {
            let known = run.hypotheses(solver, facts);
            self.keeps(solver, &known, link)
        }
    }

    /// What is known of the new division.
    pub(super) fn facts(
        &self,
        solver: &mut Solver,
        state: &State,
        block: &Block,
        (version, items): (Atom, &[Item]),
    ) -> Vec<Fact> {
        let new = solver.terms.atom_term(version);
        let mut found = Vec::new();
        let last = items.iter().rev().find_map(|item| match item {
            Item::Run(run, _) => Some(run.end),
            Item::Open(..) | Item::Other(_) => None,
        });
        if let Some(last) = last {
            let limit = division::limit(&mut solver.terms, new);
            found.push(solver.terms.equal(limit, last));
        }
        for item in items {
            if let Item::Run(run, words) = item
                && !words.is_empty()
            {
                let end = division::end(&mut solver.terms, new, run.start);
                found.push(solver.terms.equal(end, run.end));
                found.push(solver.terms.less_than(run.start, end));
            }
        }
        let Some(old) = self.old else { return found };
        let zero = solver.terms.constant(0);
        for word in division::places(solver, state.facts.as_slice()) {
            let place = word.place;
            let inside = [solver.terms.at_most(zero, place), solver.terms.less_than(place, block.size)];
            if word.version == old
                && division::is_known_start(solver, &state.facts, old, place)
                && state.facts.proves_all(solver, &inside).is_proved()
                && self.keeps(solver, &state.facts, place)
            {
                let end = division::end(&mut solver.terms, new, place);
                found.extend([solver.terms.less_than(place, end), solver.terms.at_most(end, block.size)]);
                // In a run that is left as it was, so is the chunk.
                let is_in = |solver: &mut Solver, cell: &Cell| {
                    let inside =
                        [solver.terms.at_most(cell.start, place), solver.terms.less_than(place, cell.end)];
                    state.facts.proves_all(solver, &inside).is_proved()
                };
                let stays = items.iter().any(|item| match item {
                    Item::Run(run, words) if words.is_empty() => {
                        let cell = Cell { start: run.start, end: run.end, content: Content::Unknown };
                        run.division(solver) == Some(old) && is_in(solver, &cell)
                    }
                    Item::Run(..) | Item::Open(..) | Item::Other(_) => false,
                });
                if stays {
                    let before = solver.terms.atom_term(word.atom);
                    found.push(solver.terms.equal(end, before));
                }
            }
        }
        found
    }

    /// What is known of the boundaries of the new division: where it begins, and the others to which pointers lead. None is known where
    /// something else lies between the chunks.
    pub(super) fn boundaries(
        &self,
        solver: &mut Solver,
        state: &State,
        places: &Places,
        (version, items): (Atom, &[Item]),
    ) -> Vec<Fact> {
        let zero = solver.terms.constant(0);
        let Some(limit) = end_of_row(items, zero) else { return Vec::new() };
        let mut found = vec![zero];
        for item in items {
            if let Item::Run(run, words) = item
                && !words.is_empty()
                && places.is_place(solver, &state.facts, run.end)
            {
                found.push(run.end);
            }
        }
        if let Some(old) = self.old
            && self.keeps_limit(solver, &state.facts, old, limit)
        {
            for word in division::places(solver, state.facts.as_slice()) {
                if word.version == old
                    && !found.contains(&word.place)
                    && places.is_place(solver, &state.facts, word.place)
                    && self.keeps_boundary(solver, &state.facts, old, word.place)
                {
                    found.push(word.place);
                }
            }
        }
        let new = solver.terms.atom_term(version);
        let facts = found.into_iter().flat_map(|place| {
            let terms = &mut solver.terms;
            [division::is_boundary(terms, new, place), terms.at_most(place, limit)]
        });
        facts.collect()
    }

    /// Whether the last chunk ends where it did before.
    fn keeps_limit(&self, solver: &mut Solver, facts: &Facts, old: Atom, limit: Term) -> bool {
        let before = solver.terms.atom_term(old);
        let before = division::limit(&mut solver.terms, before);
        facts.equal(solver, before, limit).is_proved() || is_broken(solver, HeapRule::LimitsStay)
    }

    /// A run of chunks as one of the new division.
    pub(super) fn redivided(&self, solver: &mut Solver, facts: &Facts, item: Item, version: Atom) -> Item {
        let (run, words) = match item {
            Item::Run(run, words) => (run, words),
            other => return other,
        };
        let division = solver.terms.atom_term(version);
        let mut links = Vec::new();
        if words.is_empty() {
            let Some(old) = self.old.filter(|&old| run.division(solver) == Some(old)) else {
                // It is not known of which division these are.
                return Item::Run(run, words);
            };
            let old = solver.terms.atom_term(old);
            for word in run.layout.words.iter().filter(|word| word.link.is_some()) {
                let name = word.name(&mut solver.terms);
                let leads_to_start = division::is_start(&mut solver.terms, old, name);
                if run.facts.contains(&leads_to_start) && self.keeps_links(solver, facts, &run, name) {
                    links.push(division::is_start(&mut solver.terms, division, name));
                }
            }
        } else {
            for &(word, value) in words.iter().filter(|(word, _)| word.link.is_some()) {
                if division::is_known_start(solver, facts, version, value) {
                    let name = word.name(&mut solver.terms);
                    links.push(division::is_start(&mut solver.terms, division, name));
                }
            }
        }
        Item::Run(run.redivided(solver, &links, version), words)
    }
}

/// Where the last chunk of a row ends, if the chunks lie side by side from the beginning of the block on and nothing else between them.
fn end_of_row(items: &[Item], beginning: Term) -> Option<Term> {
    let mut runs = items.iter().map_while(|item| match item {
        Item::Run(run, _) => Some(run),
        Item::Open(..) | Item::Other(_) => None,
    });
    let first = runs.next().filter(|run| run.start == beginning)?;
    let last = runs.last();
    let rest = items.iter().skip_while(|item| matches!(item, Item::Run(..)));
    let is_last = !rest.into_iter().any(|item| matches!(item, Item::Run(..) | Item::Open(..)));
    is_last.then_some(last.unwrap_or(first).end)
}

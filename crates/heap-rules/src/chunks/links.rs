//! Words of chunks that are null or lead into their own block.
//!
//! ```text
//!   [s, e): tiles { word b at o, φ }   φ ⊢ it = 0                [s, e): tiles { fill 0 at o, φ }
//!  ───────────────────────────────────────────────── null       ───────────────────────────────────────────── null
//!   [s, e): tiles { link b at o null n, φ[0/it] ∧ it = -n }      [s, e): tiles { link b at o null n, φ ∧ it = -n }
//! ```
//!
//! Sound: a word whose bits are all zero is a null pointer, and the number of a null link is `-n`.

use super::told::Chunks;
use pure_logic::{Fact, Facts, Solver};
use symbolic_heap::tiles::name_of;
use symbolic_heap::{Layout, Rest, TileWord};

/// Two runs, with words that are links on one side and zero on the other told as links on both.
pub(crate) fn agreed(solver: &mut Solver, facts: [&Facts; 2], left: Chunks, right: Chunks) -> [Chunks; 2] {
    let links = |run: &Chunks| -> Vec<TileWord> {
        run.layout.words.iter().copied().filter(|word| word.link.is_some()).collect()
    };
    let (of_left, of_right) = (links(&left), links(&right));
    let left = of_right.into_iter().fold(left, |run, link| with_link(solver, facts[0], run, link));
    let right = of_left.into_iter().fold(right, |run, link| with_link(solver, facts[1], run, link));
    [left, right]
}

/// The run with a word told as a link, if it is zero in all its chunks; otherwise the run as it is.
fn with_link(solver: &mut Solver, facts: &Facts, mut run: Chunks, link: TileWord) -> Chunks {
    if run.layout.words.contains(&link) {
        return run;
    }
    let Some(null) = link.null() else { return run };
    let overlapping = run.layout.words.iter().position(|word| word.overlaps(link));
    let name = name_of(&mut solver.terms, |terms| link.name(terms));
    let zero = solver.terms.constant(0);
    match overlapping {
        Some(position) => {
            let known = run.layout.words[position];
            let own = solver.terms.atom_term(name);
            let is_same = (known.offset, known.bytes, known.link) == (link.offset, link.bytes, None);
            let is_zero = solver.terms.zero(own);
            if !is_same || !run.hypotheses(solver, facts).proves(solver, is_zero).is_proved() {
                return run;
            }
            for fact in &mut run.facts {
                *fact = solver.terms.substitute_in_fact(*fact, &[(name, zero)]);
            }
            run.facts.retain(|fact| *fact != Fact::True);
            run.layout.words[position] = link;
        }
        None if run.layout.rest == Rest::Fill(0) && has_room(solver, facts, &run, link) => {
            run.layout.words.push(link);
            run.layout.words.sort_unstable();
        }
        None => return run,
    }
    let (own, null) = (solver.terms.atom_term(name), solver.terms.constant(null));
    run.facts.push(solver.terms.equal(own, null));
    run
}

/// Whether every chunk of a run is so long that the link lies inside of it.
fn has_room(solver: &mut Solver, facts: &Facts, run: &Chunks, link: TileWord) -> bool {
    if link.end() <= run.layout.extent() {
        return true;
    }
    let length = symbolic_heap::Tiling::length(&mut solver.terms);
    let end = solver.terms.constant(link.end());
    let fits = solver.terms.at_most(end, length);
    run.hypotheses(solver, facts).proves(solver, fits).is_proved()
}

/// What both of two runs say of where links lead, which a join of facts may lose: to multiples of what stands for null, and never to null.
pub(crate) fn common_links(solver: &mut Solver, layout: &Layout, known: &[Facts; 2]) -> Vec<Fact> {
    let mut found = Vec::new();
    for word in &layout.words {
        let Some(null) = word.link else { continue };
        let name = word.name(&mut solver.terms);
        let zero = solver.terms.constant(0);
        let candidates = [solver.terms.divides(i128::from(null), name), solver.terms.at_most(zero, name)];
        for fact in candidates {
            if known.iter().all(|known| known.proves(solver, fact).is_proved()) {
                found.push(fact);
            }
        }
    }
    found
}

/// Between which numbers the words of the chunks of two runs lie: of the first run, or as far as one of these thresholds if those of the
/// second lie outside and there are any.
pub(crate) fn common_bounds(
    solver: &mut Solver,
    layout: &Layout,
    known: &[Facts; 2],
    thresholds: Option<&[i128]>,
) -> Vec<Fact> {
    let mut found = Vec::new();
    for word in &layout.words {
        let name = word.name(&mut solver.terms);
        let [older, newer] = known.each_ref().map(|known| known.bounds(solver, name));
        let (least, greatest) = word.range();
        let lower = older.lower.zip(newer.lower).and_then(|(older, newer)| match thresholds {
            Some(thresholds) if newer < older => {
                thresholds.iter().copied().filter(|&threshold| threshold <= newer).max()
            }
            _ => Some(older.min(newer)),
        });
        let upper = older.upper.zip(newer.upper).and_then(|(older, newer)| match thresholds {
            Some(thresholds) if newer > older => {
                thresholds.iter().copied().filter(|&threshold| threshold >= newer).min()
            }
            _ => Some(older.max(newer)),
        });
        if let Some(lower) = lower.filter(|&lower| lower > least) {
            let lower = solver.terms.constant(lower);
            found.push(solver.terms.at_most(lower, name));
        }
        if let Some(upper) = upper.filter(|&upper| upper < greatest) {
            let upper = solver.terms.constant(upper);
            found.push(solver.terms.at_most(name, upper));
        }
    }
    found
}

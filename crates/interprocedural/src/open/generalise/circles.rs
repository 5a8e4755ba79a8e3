//! Lists that end in a circle of their own nodes: a loop over them may be ended by a counter, by what it finds, or by a
//! function of the caller.

use super::super::entry::Entry;
use heap_rules::fold::forget;
use heap_rules::posed;
use symbolic_execution::Context;

/// The entry whose list, instead of ending with null, leads into a circle:
///
/// ```text
///   list a → 0: at least m
///  ─────────────────────────────────────────────────────────────────
///   list a → c: at least 0 * c { link: x } * list x → c: at least 0
/// ```
///
/// `None` where there is not one such list, or where its nodes differ or are linked back.
pub fn with_circle(context: &mut Context<'_>, entry: &Entry) -> Option<Entry> {
    let [segment] = entry.state.heap.segments() else { return None };
    let first = segment.first;
    let solver = &mut context.solver;
    let (state, meeting) = posed::with_circle(solver, &entry.state)?;
    let mut circle = Entry { state, ..entry.clone() };
    forget(solver, &mut circle.state);
    let base = solver.terms.as_atom(meeting).filter(|&base| circle.state.heap.block(base).is_some());
    let list = entry.pointers.iter().find(|(pointer, _)| *pointer == first);
    if let (Some(base), Some(&(_, ty))) = (base, list) {
        circle.types.insert(base, (ty, 0));
    }
    Some(circle)
}

//! Links into the heap of a callee that the caller overwrites as soon as it returns.
//!
//! ```text
//!   {local * node(w)} w := call      node(w) is not in `local`, and w leads there
//!  ────────────────────────────────────────────────────────────────────────────── forget
//!   {local * node(?)} w := call
//! ```
//!
//! In `tree->left = insert(tree->left, key)` and `pivot->next = sort(greater)` the old link says nothing that matters, but is a cutpoint: what
//! becomes of the node that it leads to would have to be told by each exit, and a function that calls itself would be called with ever more of
//! them.
//!
//! Sound: any word is one that nothing is known of. What only this word led to is lost with it, a moment before it is overwritten.

use pure_logic::{Term, TermTable};
use symbolic_heap::{Content, Heap, Location};

/// Forgets what such a word holds, if it is in the frame and leads to the local heap.
pub(super) fn forget(terms: &mut TermTable, rest: &mut Heap, local: &Heap, (address, bytes): (Term, i128)) {
    let Location::Block { base, offset } = rest.locate(terms, address) else { return };
    let Some(start) = terms.as_constant(offset) else { return };
    let Some(block) = rest.block(base).filter(|block| block.is_live()) else { return };
    let is_word = |from: Term, to: Term| {
        terms.as_constant(from) == Some(start) && terms.as_constant(to) == Some(start + bytes)
    };
    let Some(position) = block.cells.iter().position(|cell| is_word(cell.start, cell.end)) else { return };
    let Content::Scalar(value) = block.cells.as_slice()[position].content else { return };
    let leads_there = match local.locate(terms, value.term) {
        Location::Block { .. }
        | Location::FirstNode { .. }
        | Location::LastNode { .. }
        | Location::Root { .. } => true,
        Location::BeforeHole { .. } | Location::Member { .. } | Location::Number(_) | Location::Unknown => {
            false
        }
    };
    if leads_there && let Some(block) = rest.block_mut(base) {
        block.cells.set_content(position, Content::Unknown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pure_logic::Solver;
    use symbolic_heap::parse::parse_state;

    fn content(frame: &str, local: &str) -> Content {
        let mut solver = Solver::default();
        let mut rest = parse_state(&mut solver, frame).expect("a state").heap;
        let local = parse_state(&mut solver, local).expect("a state").heap;
        let node = solver.terms.variable("node");
        let address = solver.terms.add_constant(node, 8);
        forget(&mut solver.terms, &mut rest, &local, (address, 8));
        let base = solver.terms.as_atom(node).expect("a variable");
        rest.block(base).expect("the node").cells.as_slice()[1].content
    }

    const NODE: &str = "block node: heap[16] { 0..8: 0, 8..16: next }";

    #[test]
    fn applies() {
        let local = "block next: heap[16] { 0..8: 0, 8..16: 0 }";
        assert_eq!(content(NODE, local), Content::Unknown);
    }

    #[test]
    fn does_not_apply_to_what_stays_behind() {
        let both = format!("{NODE} * block next: heap[16] {{ 0..8: 0, 8..16: 0 }}");
        assert!(matches!(content(&both, "emp"), Content::Scalar(_)));
    }
}

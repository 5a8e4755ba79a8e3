//! Local variables that nothing leads to any more.
//!
//! ```text
//!   block b: stack { …, [s, e): letters or numbers, … }        nothing refers to b
//!  ───────────────────────────────────────────────────────────────────────────────
//!   block b: stack { …, [s, e): uninit, … }
//! ```
//!
//! Sound: bytes that may be anything may be these.
//! Nothing reads them: a variable is accessed by an address that a register or memory holds. So what a buffer held that was in use
//! before a loop keeps no states apart. Addresses stay: what they lead to is not lost while the variable is there.

use super::mentions_memory;
use crate::references::References;
use pure_logic::Solver;
use pure_logic::term::Atom;
use symbolic_heap::{Block, Cell, Cells, Content, Region, State, Value};

pub(super) fn forget_unused_locals(solver: &Solver, state: &mut State) {
    forget_but_addresses(solver, state, &[]);
}

/// Whether addresses in a block are among these values.
fn is_passed(solver: &Solver, arguments: &[Value], base: Atom) -> bool {
    let mut mentioned = arguments.iter().flat_map(|value| solver.terms.summands(value.term));
    mentioned.any(|&(atom, _)| atom == base)
}

fn forget_but_addresses(solver: &Solver, state: &mut State, arguments: &[Value]) {
    let is_told = |content: Content| match content {
        Content::Scalar(value) => !mentions_memory(solver, state, value.term),
        Content::Fill(_) | Content::Each(_) | Content::Striped(_) | Content::Unknown | Content::Letters => {
            true
        }
        Content::Uninitialised | Content::Text | Content::Owning(_) | Content::Tiles(_) | Content::Absent => {
            false
        }
    };
    let locals = state.heap.blocks().filter(|block| {
        matches!(block.region, Region::Stack(_))
            && block.is_live()
            && block.cells.iter().any(|cell| is_told(cell.content))
    });
    let locals: Vec<Atom> = locals.map(|block| block.base).collect();
    if locals.is_empty() {
        return;
    }
    let references = References::of(&solver.terms, state);
    let mut forgotten: Vec<(Atom, Cells)> = Vec::new();
    let is_unused = |base: &Atom| references.to(*base).is_empty() && !is_passed(solver, arguments, *base);
    for base in locals.into_iter().filter(is_unused) {
        let Some(block) = state.heap.block(base) else { continue };
        let mut cells: Vec<Cell> = Vec::new();
        for &cell in block.cells.iter() {
            let content = if is_told(cell.content) { Content::Uninitialised } else { cell.content };
            match cells.last_mut() {
                Some(last) if last.content == Content::Uninitialised && content == Content::Uninitialised => {
                    last.end = cell.end;
                }
                _ => cells.push(Cell { content, ..cell }),
            }
        }
        forgotten.push((base, Cells::from_cells(cells)));
    }
    for (base, cells) in forgotten {
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = cells;
        }
    }
}

/// Forgets what such variables hold at a call: the addresses as well, where all that they lead to is also reached from elsewhere, or from what is passed to a
/// callee: else these would be places in the callee's heap whose fate its contract has to tell, although nobody asks. That the
/// memory is not lost while the variable is there is no longer known then, as it is with variables in registers.
pub fn forget_unused_locals_at_call(solver: &Solver, state: &mut State, arguments: &[Value]) {
    forget_but_addresses(solver, state, arguments);
    let terms = &solver.terms;
    let holds_address = |content: Content| match content {
        Content::Scalar(value) => mentions_memory(solver, state, value.term),
        _ => false,
    };
    let locals = state.heap.blocks().filter(|block| {
        matches!(block.region, Region::Stack(_))
            && block.is_live()
            && block.cells.iter().any(|cell| holds_address(cell.content))
    });
    let locals: Vec<Atom> = locals.map(|block| block.base).collect();
    if locals.is_empty() {
        return;
    }
    let references = References::of(terms, state);
    let is_unused = |base: &Atom| references.to(*base).is_empty() && !is_passed(solver, arguments, *base);
    for base in locals.into_iter().filter(is_unused) {
        let Some(cells) = state.heap.block(base).map(|block| block.cells.clone()) else { continue };
        let mut kept: Vec<Cell> = cells.iter().copied().collect();
        for index in 0..kept.len() {
            let Content::Scalar(value) = kept[index].content else { continue };
            if !mentions_memory(solver, state, value.term) {
                continue;
            }
            let own = terms.atom_term(base);
            let others = state.roots(terms).into_iter().filter(|&root| root != own);
            let beside = kept.iter().enumerate().filter(|(other, _)| *other != index);
            let beside = beside.filter_map(|(_, cell)| cell.content.term());
            let passed = arguments.iter().map(|value| value.term);
            let reached = state.heap.reachable(terms, others.chain(beside).chain(passed));
            let reach = state.heap.reachable(terms, [value.term]);
            let is_reached = |block: &Atom| {
                let is_memory = |block: &Block| block.may_be_live() && block.region.has_nodes();
                reached.blocks.contains(block)
                    || !state.heap.block(*block).is_some_and(|block| is_memory(block))
            };
            if reach.blocks.iter().all(is_reached)
                && reach.segments.is_subset(&reached.segments)
                && reach.instances.is_subset(&reached.instances)
            {
                kept[index].content = Content::Uninitialised;
            }
        }
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = Cells::from_cells(kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symbolic_heap::parse::parse_state;

    fn forgotten(text: &str) -> String {
        let mut solver = Solver::default();
        let mut state = parse_state(&mut solver, text).expect("the text is a state");
        forget_unused_locals(&solver, &mut state);
        let block = state.heap.blocks().next().expect("a block");
        let is_forgotten = |cell: &Cell| cell.content == Content::Uninitialised;
        block.cells.iter().map(|cell| if is_forgotten(cell) { '-' } else { '+' }).collect()
    }

    #[test]
    fn only_what_nothing_leads_to_is_forgotten() {
        let block = "block a: stack(1)[24] { 0..8: any, 8..16: fill 0, 16..24: 7 }";
        assert_eq!(forgotten(&format!("registers[1] {{}} && {block}")), "-");
        assert_eq!(forgotten(&format!("registers[1] {{ 0: a + 8 }} && {block}")), "+++");
        let held = "registers[1] {} && held[1] { 0: a }";
        assert_eq!(forgotten(&format!("{held} && {block}")), "+++");
        let word = "block b: static[8] { 0..8: a }";
        assert_eq!(forgotten(&format!("registers[1] {{}} && {block} * {word}")), "+++");
    }

    #[test]
    fn addresses_of_what_is_reached_otherwise_are_forgotten() {
        let mut solver = Solver::default();
        let mut kept = |registers: &str| {
            let block = "block a: stack(1)[8] { 0..8: b } * block b: heap[8] { 0..8: any }";
            let text = format!("registers[1] {{ {registers} }} && {block}");
            let mut state = parse_state(&mut solver, &text).expect("the text is a state");
            forget_unused_locals_at_call(&solver, &mut state, &[]);
            let cells = state.heap.blocks().flat_map(|block| block.cells.iter().copied().collect::<Vec<_>>());
            cells.filter(|cell| matches!(cell.content, Content::Scalar(_))).count()
        };
        assert_eq!(kept("0: b"), 0);
        assert_eq!(kept(""), 1, "the variable alone leads to the block");
        assert_eq!(kept("0: a"), 1, "the variable is in use");
    }

    #[test]
    fn addresses_in_a_variable_stay() {
        let block = "block a: stack(1)[16] { 0..8: b, 8..16: any } * block b: heap[8] { 0..8: any }";
        assert_eq!(forgotten(&format!("registers[1] {{}} && {block}")), "+-");
        let heap = "block a: heap[8] { 0..8: any }";
        assert_eq!(forgotten(&format!("registers[1] {{}} && {heap}")), "+");
    }
}

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
use symbolic_heap::{Cell, Cells, Content, Region, State};

pub(super) fn forget_unused_locals(solver: &Solver, state: &mut State) {
    let is_told = |content: Content| match content {
        Content::Scalar(value) => !mentions_memory(solver, state, value.term),
        Content::Fill(_) | Content::Each(_) | Content::Unknown | Content::Letters => true,
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
    for base in locals.into_iter().filter(|&base| references.to(base).is_empty()) {
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
    fn addresses_in_a_variable_stay() {
        let block = "block a: stack(1)[16] { 0..8: b, 8..16: any } * block b: heap[8] { 0..8: any }";
        assert_eq!(forgotten(&format!("registers[1] {{}} && {block}")), "+-");
        let heap = "block a: heap[8] { 0..8: any }";
        assert_eq!(forgotten(&format!("registers[1] {{}} && {heap}")), "+");
    }
}

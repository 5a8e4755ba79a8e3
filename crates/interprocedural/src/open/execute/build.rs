//! The memory of a caller as a state describes it, in the interpreter.

use super::super::entry::CALLERS;
use super::{Built, Call};
use crate::limits::{BYTES_OF_AN_EXPLICIT_BLOCK, SIZE_OF_AN_EXPLICIT_BLOCK};
use interpreter::{BlockKind, Machine, Value as Word64, WideValue};
use ir::Scalar;
use ir::debug::Type;
use pure_logic::term::AtomKind;
use pure_logic::{Facts, Term};
use std::collections::BTreeMap;
use symbolic_heap::{Content, Location, Region, State};

impl Call<'_, '_> {
    /// Allocates the blocks of a state and fills them.
    pub fn build(&mut self, machine: &mut Machine<'_>, state: &State) -> Option<Built> {
        let module = self.context.module;
        let mut facts = state.facts.clone();
        let mut blocks = BTreeMap::new();
        for (id, _) in module.globals.iter() {
            blocks.insert(self.context.global_base(id), machine.address_of_global(id));
        }
        for (id, _) in module.functions.iter() {
            blocks.insert(self.context.function_base(id), machine.address_of_function(id));
        }
        for block in state.heap.blocks() {
            let address = match block.region {
                CALLERS | Region::Heap => {
                    // A size is chosen under what is known already.
                    let size = match self.context.solver.terms.as_constant(block.size) {
                        Some(size) => size,
                        None => {
                            let mut small = facts.clone();
                            let room = self.context.constant(SIZE_OF_AN_EXPLICIT_BLOCK);
                            let fits = self.context.solver.terms.at_most(block.size, room);
                            small.assume(&mut self.context.solver, fits);
                            let model = small.model(&mut self.context.solver);
                            let model = model.or_else(|| facts.model(&mut self.context.solver))?;
                            model.evaluate(&self.context.solver.terms, block.size)?
                        }
                    };
                    let bytes =
                        u64::try_from(size).ok().filter(|&bytes| bytes < BYTES_OF_AN_EXPLICIT_BLOCK)?;
                    let number = self.context.constant(size);
                    let fact = self.context.solver.terms.equal(block.size, number);
                    facts.assume(&mut self.context.solver, fact);
                    machine.allocate(BlockKind::Heap, bytes, 16).ok()?
                }
                Region::Part => {
                    // Around the bytes that are present there may be others.
                    let present = block.present(&self.context.solver.terms);
                    let low = present.iter().map(|extent| extent.0).min()?.min(0);
                    let high = present.iter().map(|extent| extent.1).max()?;
                    let more = [0, 16][self.seed as usize % 2];
                    let bytes = u64::try_from(high - low + more)
                        .ok()
                        .filter(|&bytes| bytes < BYTES_OF_AN_EXPLICIT_BLOCK)?;
                    let start = machine.allocate(BlockKind::Heap, bytes, 16).ok()?;
                    machine.moved(start, i64::try_from(-low).ok()?)
                }
                _ => *blocks.get(&block.base)?,
            };
            blocks.insert(block.base, address);
            let own = self.context.solver.terms.atom_term(block.base);
            let number = self.context.constant(i128::from(address.bits));
            let fact = self.context.solver.terms.equal(own, number);
            facts.assume(&mut self.context.solver, fact);
        }
        let facts = self.with_callbacks(machine, facts)?;
        let facts = self.with_numbers(state, facts);
        let model = facts.model(&mut self.context.solver)?;
        let built = Built { blocks, model };
        for block in state.heap.blocks().filter(|block| block.is_live()) {
            if matches!(block.region, Region::Constant | Region::Code) {
                continue;
            }
            let base = *built.blocks.get(&block.base)?;
            for cell in block.cells.iter() {
                let start = built.model.evaluate(&self.context.solver.terms, cell.start)?;
                let end = built.model.evaluate(&self.context.solver.terms, cell.end)?;
                self.fill(machine, &built, state, base, (start, end), cell.content)?;
            }
        }
        Some(built)
    }

    /// Pointers to functions lead to one of which nothing is known, as far as the facts allow.
    pub(super) fn with_callbacks(&mut self, machine: &mut Machine<'_>, mut facts: Facts) -> Option<Facts> {
        for &(term, ty) in &self.contract.entry.pointers {
            if !matches!(self.context.module.types.types.get(ty), Some(Type::Function { .. })) {
                continue;
            }
            let callback = machine.allocate(BlockKind::Callback, 1, 16).ok()?;
            let address = self.context.constant(i128::from(callback.bits));
            let fact = self.context.solver.terms.equal(term, address);
            let mut more = facts.clone();
            more.assume(&mut self.context.solver, fact);
            if more.model(&mut self.context.solver).is_some() {
                facts = more;
            }
        }
        Some(facts)
    }

    /// Chooses small numbers for the variables that are no bases, as far as the facts allow.
    pub(super) fn with_numbers(&mut self, state: &State, mut facts: Facts) -> Facts {
        let mut variables = Vec::new();
        state.for_each_term(&mut |term| {
            self.context.solver.terms.for_each_atom(term, &mut |atom| {
                let is_variable = matches!(self.context.solver.terms.kind(atom), AtomKind::Variable(_));
                if is_variable && state.heap.block(atom).is_none() && !variables.contains(&atom) {
                    variables.push(atom);
                }
            });
        });
        for (index, atom) in variables.into_iter().enumerate() {
            let choices: [i128; 6] = [0, 1, 5, -1, 2, 1000];
            let choice = choices[(self.seed as usize + index * (self.seed as usize / 2)) % choices.len()];
            let own = self.context.solver.terms.atom_term(atom);
            let number = self.context.constant(choice);
            let fact = self.context.solver.terms.equal(own, number);
            let mut more = facts.clone();
            more.assume(&mut self.context.solver, fact);
            if more.model(&mut self.context.solver).is_some() {
                facts = more;
            }
        }
        facts
    }

    /// The word that a term stands for: an address with its block, or a number.
    pub(super) fn word(
        &mut self,
        machine: &Machine<'_>,
        built: &Built,
        state: &State,
        term: Term,
    ) -> Option<WideValue> {
        let terms = &mut self.context.solver.terms;
        if let Location::Block { base, offset } = state.heap.locate(terms, term) {
            let offset = i64::try_from(built.model.evaluate(terms, offset)?).ok()?;
            return Some(machine.moved(*built.blocks.get(&base)?, offset).into());
        }
        Some(WideValue::new(built.model.evaluate(terms, term)? as u128))
    }

    pub(super) fn fill(
        &mut self,
        machine: &mut Machine<'_>,
        built: &Built,
        state: &State,
        base: Word64,
        (start, end): (i128, i128),
        content: Content,
    ) -> Option<()> {
        let (start, end) = (i64::try_from(start).ok()?, i64::try_from(end).ok()?);
        let byte = match content {
            Content::Scalar(value) => {
                let scalar = match end - start {
                    1 => Scalar::I8,
                    2 => Scalar::I16,
                    4 => Scalar::I32,
                    8 => Scalar::I64,
                    _ => return None,
                };
                let word = self.word(machine, built, state, value.term)?;
                return machine.write(base, start, scalar, word).ok();
            }
            Content::Uninitialised | Content::Absent => return Some(()),
            Content::Text => 0,
            Content::Letters => [1, 0x41, 0x7f, 0xff][self.seed as usize % 4],
            Content::Fill(byte) => byte,
            // Whoever needs more is not satisfied by it.
            Content::Each(_) | Content::Striped(_) | Content::Owning(_) | Content::Tiles(_) => return None,
            Content::Unknown => [0, 1, 0x7f, 0xff][self.seed as usize % 4],
        };
        (start..end).try_for_each(|offset| machine.write_integer(base, offset, Scalar::I8, byte.into()).ok())
    }
}

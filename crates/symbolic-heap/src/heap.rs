//! Blocks, segments and instances of definitions, joined by the separating conjunction.

use crate::block::Block;
use crate::definition::{Instance, InstanceId};
use crate::segment::Segment;
use pure_logic::term::Atom;
use pure_logic::{Term, TermTable};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The spatial part of a state. Atoms are named by base or by position in a stable order, never
/// by address order, so that printing and joining are deterministic.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heap {
    /// INVARIANT: in ascending order of bases.
    blocks: Arc<Vec<Arc<Block>>>,
    segments: Arc<Vec<Arc<Segment>>>,
    instances: Arc<BTreeMap<InstanceId, Arc<Instance>>>,
}

impl Heap {
    pub fn new() -> Heap {
        Heap::default()
    }

    pub fn blocks(&self) -> impl Iterator<Item = &Arc<Block>> {
        self.blocks.iter()
    }

    pub fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    pub fn block(&self, base: Atom) -> Option<&Arc<Block>> {
        let index = self.blocks.binary_search_by_key(&base, |block| block.base).ok()?;
        Some(&self.blocks[index])
    }

    /// The block, for a change. Copies what is shared.
    pub fn block_mut(&mut self, base: Atom) -> Option<&mut Block> {
        let index = self.blocks.binary_search_by_key(&base, |block| block.base).ok()?;
        Some(Arc::make_mut(&mut Arc::make_mut(&mut self.blocks)[index]))
    }

    /// Adds a block whose base no other block has, or replaces the block of that base.
    pub fn insert_block(&mut self, block: Block) {
        let blocks = Arc::make_mut(&mut self.blocks);
        match blocks.binary_search_by_key(&block.base, |other| other.base) {
            Ok(index) => blocks[index] = Arc::new(block),
            Err(index) => blocks.insert(index, Arc::new(block)),
        }
    }

    pub fn remove_block(&mut self, base: Atom) -> Option<Arc<Block>> {
        let index = self.blocks.binary_search_by_key(&base, |block| block.base).ok()?;
        Some(Arc::make_mut(&mut self.blocks).remove(index))
    }

    pub fn push_segment(&mut self, segment: Segment) {
        Arc::make_mut(&mut self.segments).push(Arc::new(segment));
    }

    /// Removes the segment at a position; later ones move up.
    pub fn remove_segment(&mut self, index: usize) -> Arc<Segment> {
        Arc::make_mut(&mut self.segments).remove(index)
    }

    pub fn replace_segment(&mut self, index: usize, segment: Segment) {
        Arc::make_mut(&mut self.segments)[index] = Arc::new(segment);
    }

    /// The heap without the numbers of nodes of its segments, to see which names occur elsewhere.
    #[must_use]
    pub fn without_counts(&self) -> Heap {
        let bare =
            |segment: &Arc<Segment>| Arc::new(Segment { count: segment.first, ..Segment::clone(segment) });
        Heap { segments: Arc::new(self.segments.iter().map(bare).collect()), ..self.clone() }
    }

    /// In the order of their names.
    pub fn instances(&self) -> impl Iterator<Item = (InstanceId, &Arc<Instance>)> {
        self.instances.iter().map(|(&id, instance)| (id, instance))
    }

    pub fn has_instances(&self) -> bool {
        !self.instances.is_empty()
    }

    pub fn instance(&self, id: InstanceId) -> Option<&Arc<Instance>> {
        self.instances.get(&id)
    }

    /// Adds an instance under a name that no other has.
    pub fn add_instance(&mut self, instance: Instance) -> InstanceId {
        let instances = Arc::make_mut(&mut self.instances);
        let id = InstanceId(instances.last_key_value().map_or(0, |(last, _)| last.0 + 1));
        instances.insert(id, Arc::new(instance));
        id
    }

    pub fn remove_instance(&mut self, id: InstanceId) -> Option<Arc<Instance>> {
        Arc::make_mut(&mut self.instances).remove(&id)
    }

    /// Puts an instance in the place of the one that has this name.
    pub fn replace_instance(&mut self, id: InstanceId, instance: Instance) {
        Arc::make_mut(&mut self.instances).insert(id, Arc::new(instance));
    }

    /// Calls `visit` for every term, except the bases of blocks.
    pub fn for_each_term(&self, visit: &mut dyn FnMut(Term)) {
        for block in self.blocks() {
            visit(block.size);
            for cell in block.cells.iter() {
                visit(cell.start);
                visit(cell.end);
                if let Some(term) = cell.content.term() {
                    visit(term);
                }
            }
        }
        for segment in self.segments() {
            segment.terms().for_each(&mut *visit);
        }
        for (_, instance) in self.instances() {
            instance.terms().for_each(&mut *visit);
        }
    }

    /// Puts terms in the place of atoms. The atoms are not bases of blocks, unless they are
    /// replaced by another variable: then the block is renamed.
    pub fn substitute(&mut self, terms: &mut TermTable, replacements: &[(Atom, Term)]) {
        if replacements.is_empty() {
            return;
        }
        let mut blocks: Vec<Arc<Block>> = Vec::with_capacity(self.blocks.len());
        for old in self.blocks.iter() {
            let mut block = old.substitute(terms, replacements);
            if let Some((_, by)) = replacements.iter().find(|(atom, _)| *atom == block.base)
                && let Some(renamed) = terms.as_atom(*by)
            {
                block.base = renamed;
            }
            // What stays as it is stays shared.
            blocks.push(if block == **old { Arc::clone(old) } else { Arc::new(block) });
        }
        blocks.sort_by_key(|block| block.base);
        self.blocks = Arc::new(blocks);
        let segments = self.segments.iter().map(|segment| Arc::new(segment.substitute(terms, replacements)));
        self.segments = Arc::new(segments.collect());
        if !self.instances.is_empty() {
            let instances = self.instances.iter();
            let instances =
                instances.map(|(&id, instance)| (id, Arc::new(instance.substitute(terms, replacements))));
            self.instances = Arc::new(instances.collect());
        }
    }
}

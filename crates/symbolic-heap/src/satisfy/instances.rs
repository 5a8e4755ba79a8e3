//! Instances of definitions, followed node by node.

use super::rows::Row;
use super::search::{Branch, Search};
use crate::definition::Instance;
use crate::segment::Segment;
use pure_logic::Term;
use std::sync::Arc;

impl Search<'_> {
    /// The ways to go on with an instance of which it is known where it begins.
    pub(super) fn instance_choices(&mut self, branch: &Branch) -> Option<Vec<Branch>> {
        let roots = branch.instances.iter().enumerate();
        let mut known = roots.filter_map(|(index, instance)| {
            Some((index, branch.values.evaluate(&self.solver.terms, instance.root())?))
        });
        let (index, root) = known.next()?;
        let mut choices: Vec<Branch> = self.without_nodes(branch, index).into_iter().collect();
        if root != 0 {
            choices.extend(self.with_node(branch, index));
        }
        Some(choices)
    }

    /// The ways to begin an instance of which nothing else says where it begins.
    pub(super) fn unplaced_instance_choices(&mut self, branch: &Branch) -> Option<Vec<Branch>> {
        let instance = branch.instances.first()?.clone();
        let mut choices: Vec<Branch> = self.without_nodes(branch, 0).into_iter().collect();
        let starts: Vec<i128> = self
            .free_blocks(branch)
            .map(|(base, _)| i128::from(base) + i128::from(instance.definition.entry))
            .collect();
        for start in starts {
            let mut choice = branch.clone();
            self.demand_equal(&mut choice, instance.root(), start);
            choices.extend(self.with_node(&choice, 0));
        }
        Some(choices)
    }

    fn without_nodes(&mut self, branch: &Branch, index: usize) -> Option<Branch> {
        let mut branch = branch.clone();
        let instance = branch.instances.remove(index);
        if instance.has_nodes {
            return None;
        }
        let terms = &mut self.solver.terms;
        match &instance.hole {
            Some(hole) => branch.facts.extend(instance.definition.covers(terms, &instance.arguments, hole)),
            None => branch.facts.push(terms.zero(instance.root())),
        }
        Some(branch)
    }

    /// The first node is there; with a hole, each of its uses may be the one that has it.
    fn with_node(&mut self, branch: &Branch, index: usize) -> Vec<Branch> {
        let mut branch = branch.clone();
        let instance = branch.instances.remove(index);
        let unfolded = instance.definition.unfold(&mut self.solver.terms, &instance.arguments);
        for block in unfolded.heap.blocks() {
            self.note_addresses(self.solver.terms.atom_term(block.base));
        }
        for &argument in unfolded.uses.iter().flatten() {
            self.note_addresses(argument);
        }
        branch.facts.extend(unfolded.facts);
        if let Some(hole) = &instance.hole {
            branch.facts.push(self.solver.terms.not_equal(hole[0], instance.root()));
        }
        branch.blocks.extend(unfolded.heap.blocks().cloned());
        self.add_rows(&mut branch, unfolded.heap.segments());
        branch.instances.extend(unfolded.heap.instances().map(|(_, inner)| Instance::clone(inner)));
        let with_hole = |at: Option<usize>| {
            let mut branch = branch.clone();
            branch.instances.extend(unfolded.uses.iter().enumerate().map(|(position, arguments)| Instance {
                definition: instance.definition.clone(),
                arguments: arguments.clone(),
                hole: instance.hole.clone().filter(|_| at == Some(position)),
                has_nodes: false,
            }));
            branch
        };
        match instance.hole {
            None => vec![with_hole(None)],
            Some(_) => (0..unfolded.uses.len()).map(|position| with_hole(Some(position))).collect(),
        }
    }

    fn note_addresses(&mut self, term: Term) {
        let mut atoms = Vec::new();
        self.solver.terms.for_each_atom(term, &mut |atom| atoms.push(atom));
        self.addresses.extend(atoms);
    }

    /// Segments that a node owns.
    fn add_rows(&mut self, branch: &mut Branch, segments: &[Arc<Segment>]) {
        for segment in segments {
            for end in segment.terms() {
                self.note_addresses(end);
            }
            let ends = segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
            for end in [segment.first, segment.next].into_iter().chain(ends) {
                branch.facts.extend(segment.range_of_end(&mut self.solver.terms, end));
            }
            branch.rows.push(Row::new(segment));
        }
    }
}

//! Lists and trees that are not there any more.

use super::Printer;
use interprocedural::open::OpenContract;
use pure_logic::Term;
use symbolic_heap::{Block, FieldContent, Instance, Segment, State};

/// What a list or a tree of the caller was made of.
struct Nodes {
    first: Term,
    size: i128,
    /// They owned other memory.
    own: bool,
}

impl Printer<'_, '_> {
    /// The lists and trees of the caller that some execution frees, and whose nodes are not here. Memory that is lost is an error
    /// and no way in which a function ends, so they were freed.
    pub(super) fn freed_nodes(&mut self, contract: &OpenContract, exit: &State) -> Vec<String> {
        let heap = &contract.entry.state.heap;
        let lists = heap.segments().iter().map(|segment| Nodes {
            first: segment.first,
            size: i128::from(segment.shape.node_size),
            own: list_owns(segment),
        });
        let terms = &self.context.solver.terms;
        let trees = heap.instances().filter_map(|(_, instance)| {
            Some(Nodes {
                first: instance.root(),
                size: instance.definition.node_size(terms)?,
                own: tree_owns(instance),
            })
        });
        let all: Vec<Nodes> = lists.chain(trees).collect();
        let mut freed = Vec::new();
        for nodes in all {
            let Some(first) = self.context.solver.terms.as_atom(nodes.first) else { continue };
            let is_freed = |exit: &State| exit.heap.block(first).is_some_and(|block| !block.is_live());
            let mut exits = contract.exits.iter().map(|(_, other)| self.with_old_names(contract, other));
            let is_freed = exits.any(|other| is_freed(&other));
            drop(exits);
            if is_freed && self.has_none_of(&contract.entry.state, &nodes, exit) {
                freed.push(self.term(nodes.first));
            }
        }
        freed
    }

    /// Whether no memory is left that such a node may be, or may have owned.
    fn has_none_of(&self, entry: &State, nodes: &Nodes, exit: &State) -> bool {
        let terms = &self.context.solver.terms;
        let may_be_of_node = |block: &Block| {
            let bytes = terms.as_constant(block.size);
            let is_possible = match nodes.own {
                true => entry.heap.block(block.base).is_none(),
                false => bytes.is_none_or(|bytes| bytes == nodes.size),
            };
            block.may_be_live() && block.region.is_allocated() && is_possible
        };
        let is_other = |size: Option<i128>, owns: bool| {
            !nodes.own && !owns && size.is_some_and(|size| size != nodes.size)
        };
        let heap = &exit.heap;
        !heap.blocks().any(|block| may_be_of_node(block))
            && heap
                .segments()
                .iter()
                .all(|other| is_other(Some(i128::from(other.shape.node_size)), list_owns(other)))
            && heap
                .instances()
                .all(|(_, other)| is_other(other.definition.node_size(terms), tree_owns(other)))
    }
}

fn list_owns(segment: &Segment) -> bool {
    let mut fields = segment.shape.bodies.iter().flat_map(|body| &body.fields);
    fields.any(|field| matches!(field.content, FieldContent::Owned(_)))
}

fn tree_owns(instance: &Instance) -> bool {
    let body = &instance.definition.body;
    body.has_instances() || !body.segments().is_empty()
}

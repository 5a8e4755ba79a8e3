//! Trees as lines of contracts.

use super::Printer;
use findings::formula::{Assertion, CellAssertion, TreeAssertion};
use interprocedural::open::entry::Entry;
use interprocedural::open::hints;
use ir::debug::TypeId;
use symbolic_heap::{Cell, Content, Instance};

impl Printer<'_, '_> {
    pub(super) fn tree(&mut self, instance: &Instance, entry: &Entry) -> Assertion {
        let definition = &instance.definition;
        let size = definition.node_size(&self.context.solver.terms).and_then(|size| u64::try_from(size).ok());
        let ty = self.record(entry, instance.root(), size);
        let node = match (ty, size) {
            (Some((ty, _)), _) => self.context.module.types.c_name(ty),
            (None, Some(size)) => format!("block[{size}]"),
            (None, None) => "block".to_owned(),
        };
        let mut tree = TreeAssertion {
            root: self.term(instance.root()),
            above: instance.arguments[1..].iter().map(|&above| self.term(above)).collect(),
            hole: None,
            above_hole: Vec::new(),
            minimum: u64::from(instance.has_nodes),
            node,
            entry: definition.entry,
            links: Vec::new(),
            links_up: Vec::new(),
            body: Vec::new(),
        };
        if let Some(hole) = &instance.hole {
            tree.hole = Some(self.term(hole[0]));
            tree.above_hole = hole[1..].iter().map(|&above| self.term(above)).collect();
        }
        let cells: Vec<Cell> = definition
            .body
            .block(definition.hidden[0])
            .map(|block| block.cells.iter().copied().collect())
            .unwrap_or_default();
        for cell in &cells {
            self.field_of_tree(instance, ty, cell, &mut tree);
        }
        Assertion::Tree(tree)
    }

    fn field_of_tree(
        &mut self,
        instance: &Instance,
        ty: Option<(TypeId, i128)>,
        cell: &Cell,
        tree: &mut TreeAssertion,
    ) {
        let definition = &instance.definition;
        let terms = &self.context.solver.terms;
        let bounds = terms.as_constant(cell.start).zip(terms.as_constant(cell.end));
        let Some((Ok(start), Ok(end))) =
            bounds.map(|(start, end)| (u64::try_from(start), u64::try_from(end)))
        else {
            return;
        };
        let (name, field) = self.field(ty, start, end - start);
        let terms = &self.context.solver.terms;
        let content = match cell.content {
            Content::Scalar(value) if terms.as_constant(value.term) == Some(0) => "0".to_owned(),
            Content::Scalar(value) => {
                if definition.uses.iter().any(|passed| passed[0] == value.term) {
                    tree.links.push(name);
                    return;
                }
                if definition.formals.iter().any(|&formal| terms.atom_term(formal) == value.term) {
                    tree.links_up.push(name);
                    return;
                }
                let mut owned = definition.body.instances().map(|(_, owned)| owned);
                match owned.find(|owned| owned.root() == value.term) {
                    Some(owned) if owned.has_nodes => "memory of its own".to_owned(),
                    Some(_) => "null or memory of its own".to_owned(),
                    None => "_".to_owned(),
                }
            }
            Content::Unknown => "_".to_owned(),
            _ => return,
        };
        let is_pointer = field.is_some_and(|ty| hints::pointee(&self.context.module.types, ty).is_some());
        tree.body.push(CellAssertion { field: name, content, is_pointer });
    }
}

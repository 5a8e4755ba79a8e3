//! An instance on one side; on the other an instance, a node with all that is below it, or nothing.
//!
//! ```text
//!   D₁(a⃗)  ~  D₂(b⃗)                      gives (D₁ ⊔ D₂)(n⃗)
//!   D₁(a⃗)  ~  node(b⃗) * what is below    gives (D₁ ⊔ its fields)(n⃗)
//!   D₁(a⃗)  ~  nothing, b₀ = 0            gives D₁(n⃗)
//!   D₁(a⃗ ⇝ c⃗)  ~  nothing, b⃗             gives D₁(n⃗ ⇝ m⃗), with m⃗ for c⃗ and b⃗
//! ```
//!
//! Sound: each side is one of the cases of the result, under the names n⃗ for its own arguments.

use super::{Side, Walk};
use crate::references::Holder;
use crate::trees::bounds::{Behind, bounds_of_node};
use crate::trees::order::{Bounded, bounds_of, split};
use crate::trees::{Described, NodeFields, TreeNode, describe, describe_block, describe_told};
use pure_logic::Term;
use pure_logic::term::Atom;
use std::sync::Arc;
use symbolic_heap::{Instance, InstanceId, Location};

/// What stands in the place of an instance on one side.
pub(super) struct Standing {
    /// `None` for nothing.
    fields: Option<Described>,
    /// `None` if any would do: there is nothing, and no hole says what. Bounds are not among them.
    arguments: Option<Vec<Term>>,
    pub(super) hole: Option<Vec<Term>>,
    pub(super) bounds: Vec<Bounded>,
    pub(super) bounds_of_hole: Vec<Bounded>,
    has_nodes: bool,
    instances: Vec<InstanceId>,
    blocks: Vec<Atom>,
    /// It is one instance.
    is_instance: bool,
}

impl Walk<'_> {
    /// What a pair of addresses is of which one is in an instance, if that can be told now. The outer `None`: the heaps are not
    /// alike.
    pub(super) fn settle_tree(&mut self, a: Term, b: Term, own_name: Term) -> Option<Option<Term>> {
        let places = [self.locate(Side::Left, a), self.locate(Side::Right, b)];
        let distance = places.iter().find_map(|place| match *place {
            Location::Root { distance, .. } | Location::BeforeHole { distance, .. } => Some(distance),
            _ => None,
        })?;
        if let Some(name) = self.settled_name(a, b, distance, own_name) {
            return Some(Some(name));
        }
        let roots = places.map(|place| match place {
            Location::Root { instance, distance: own } if own == distance => Some(instance),
            _ => None,
        });
        let pair =
            [self.solver.terms.add_constant(a, -distance), self.solver.terms.add_constant(b, -distance)];
        if roots == [None, None] {
            if self.passed_to_hole(pair).is_none() && !self.match_from_hole(places)? {
                return Some(None);
            }
            let name = self.passed_to_hole(pair);
            return Some(name.map(|name| self.solver.terms.add_constant(name, distance)));
        }
        for (side, root) in [Side::Left, Side::Right].into_iter().zip(roots) {
            if root.is_some_and(|id| self.used_instances[side as usize].contains(&id)) {
                return None;
            }
        }
        let name = self.match_tree(pair, roots)?;
        Some(name.map(|name| self.solver.terms.add_constant(name, distance)))
    }

    /// The name of a pair that is passed to the hole of an instance of the result: that of the node before the hole, which
    /// gets its name together with the hole.
    fn passed_to_hole(&mut self, [a, b]: [Term; 2]) -> Option<Term> {
        let &name = self.known.get(&(a, b))?;
        let is_passed =
            |(_, instance): (_, &Arc<Instance>)| instance.hole.iter().any(|hole| hole[1..].contains(&name));
        if !self.heap.instances().any(is_passed) {
            return None;
        }
        self.deferred.retain(|pending| pending.2 != name);
        self.numbers.push((name, a, b));
        Some(name)
    }

    /// Matches what is above a node that knows its parent, where nothing but that may lead there. The outer `None`: the heaps are not
    /// alike.
    fn match_from_hole(&mut self, places: [Location; 2]) -> Option<bool> {
        let mut above = [None, None];
        for side in [Side::Left, Side::Right] {
            let Location::BeforeHole { instance: id, .. } = places[side as usize] else { continue };
            if self.used_instances[side as usize].contains(&id) {
                return None;
            }
            above[side as usize] = Some(id);
        }
        let mut pair = Vec::new();
        for side in [Side::Left, Side::Right] {
            let root = match (above[side as usize], above[side.other() as usize]) {
                (Some(id), _) => self.state(side).heap.instance(id)?.root(),
                // Nothing is above it: it is at the other's hole.
                (None, Some(id)) => {
                    let hole = self.state(side.other()).heap.instance(id)?.hole.clone()?;
                    let Some(root) = self.counterpart(side, hole[0]) else { return Some(false) };
                    // Where null is at the hole of the result, nothing leads to what is above.
                    if self.is_known_from_hole(side.other(), id) && !self.is_not_null(side, root) {
                        return None;
                    }
                    root
                }
                (None, None) => return Some(false),
            };
            pair.push(root);
        }
        Some(self.match_tree([pair[0], pair[1]], above)?.is_some())
    }

    fn is_not_null(&mut self, side: Side, address: Term) -> bool {
        let fact = self.solver.terms.non_zero(address);
        self.states[side as usize].facts.proves(self.solver, fact).is_proved()
    }

    /// Whether nothing refers to the first node of an instance, so that only what stands at its hole leads there.
    fn is_known_from_hole(&mut self, side: Side, id: InstanceId) -> bool {
        let Some(instance) = self.state(side).heap.instance(id) else { return false };
        let root = instance.root();
        let references = self.references(side);
        self.solver
            .terms
            .summands(root)
            .iter()
            .all(|&(atom, _)| references.to(atom).iter().all(|holder| matches!(holder, Holder::Instance(_))))
    }

    fn match_tree(&mut self, pair: [Term; 2], roots: [Option<InstanceId>; 2]) -> Option<Option<Term>> {
        let instance = |walk: &Self, side: Side, id: InstanceId| walk.state(side).heap.instance(id).cloned();
        let instances = [
            roots[0].and_then(|id| instance(self, Side::Left, id)),
            roots[1].and_then(|id| instance(self, Side::Right, id)),
        ];
        let has_hole = instances.iter().flatten().any(|instance| instance.hole.is_some());
        let mut standing = Vec::new();
        for side in [Side::Left, Side::Right] {
            let own = instances[side as usize].as_ref();
            let other = instances[side.other() as usize].as_ref();
            let here = match (own, other) {
                (Some(own), _) if own.hole.is_some() == has_hole => {
                    let id = roots[side as usize]?;
                    standing_instance(self, own, id)?
                }
                (_, Some(other)) if has_hole => self.nothing_before(side, pair[side as usize], other)?,
                (_, Some(other)) => self.standing_node(side, pair[side as usize], other)?,
                (_, None) => return None,
            };
            standing.push(here);
        }
        let (right, left) = (standing.pop()?, standing.pop()?);
        self.put_together(pair, &left, &right).map(Some)
    }

    /// The side has nothing in the place of an instance with a hole: what is there stands at the hole.
    fn nothing_before(&mut self, side: Side, address: Term, other: &Instance) -> Option<Standing> {
        let fields = NodeFields::of_definition(&self.solver.terms, &other.definition)?;
        let exact = fields.exact_arguments();
        let mut told = Vec::new();
        let arguments = match self.locate(side, address) {
            Location::Root { instance, distance: 0 } => {
                let instance = self.state(side).heap.instance(instance)?.clone();
                let own = NodeFields::of_definition(&self.solver.terms, &instance.definition)?;
                told = split(&own.orders, &instance.arguments);
                instance.arguments.get(..exact)?.to_vec()
            }
            Location::Block { base, .. } => {
                let references = self.references(side);
                let state = self.states[side as usize];
                let node = describe(self.solver, state, &references, fields.kind, base)?;
                (node.address == address).then(|| node.arguments())?
            }
            _ if exact == 1 => vec![address],
            // Nothing says who its parent is, but that it is like the other's.
            _ => {
                let mut arguments = vec![address];
                for &parent in other.hole.as_ref()?[..exact].iter().skip(1) {
                    arguments.push(self.counterpart(side, parent)?);
                }
                arguments
            }
        };
        // What stands there keeps to its own bounds, and nothing is between them and those of the hole.
        let bounds: Vec<Bounded> = match fields.orders.iter().all(|&order| bounds_of(&told, order).is_some())
        {
            true => told,
            false => self.bounds_of_nothing(side, &split(&fields.orders, &other.arguments)),
        };
        Some(Standing {
            fields: None,
            hole: Some(arguments.clone()),
            arguments: Some(arguments),
            bounds_of_hole: bounds.clone(),
            bounds,
            has_nodes: false,
            instances: Vec::new(),
            blocks: Vec::new(),
            is_instance: false,
        })
    }

    /// The side has a node, or null, in the place of an instance without a hole.
    fn standing_node(&mut self, side: Side, address: Term, other: &Instance) -> Option<Standing> {
        let mut standing = Standing {
            fields: None,
            arguments: None,
            hole: None,
            bounds: Vec::new(),
            bounds_of_hole: Vec::new(),
            has_nodes: false,
            instances: Vec::new(),
            blocks: Vec::new(),
            is_instance: false,
        };
        if self.solver.terms.as_constant(address) == Some(0) {
            return Some(standing);
        }
        let Location::Block { base, offset } = self.locate(side, address) else { return None };
        if other.definition.uses.is_empty() {
            return self.standing_owned(side, base, offset, standing);
        }
        let fields = NodeFields::of_definition(&self.solver.terms, &other.definition)?;
        let (node, bounds) = self.below(side, base, &fields, &mut standing)?;
        if node.address != address {
            return None;
        }
        standing.fields = match standing.fields.take()? {
            Described::Tree(fields) => Some(Described::Tree(fields.with_proved_orders(&bounds))),
            owned @ Described::Owned(_) => Some(owned),
        };
        standing.bounds = bounds;
        standing.arguments = Some(node.arguments());
        standing.has_nodes = true;
        Some(standing)
    }

    /// The side has a block in the place of one that nodes own, or of a ring.
    fn standing_owned(
        &mut self,
        side: Side,
        base: Atom,
        offset: Term,
        standing: Standing,
    ) -> Option<Standing> {
        let entry = u64::try_from(self.solver.terms.as_constant(offset)?).ok()?;
        let references = self.references(side);
        let index = side as usize;
        let state = self.states[index];
        let part = describe_block(self.solver, state, &references, (base, entry), &[])?;
        let is_taken =
            |block: &Atom| self.bases[index].contains_key(block) || self.absorbed[index].contains(block);
        let is_used = |id: &InstanceId| self.used_instances[index].contains(id);
        if part.blocks.iter().any(is_taken) || part.instances.iter().any(is_used) {
            return None;
        }
        let own = self.solver.terms.atom_term(base);
        Some(Standing {
            fields: Some(Described::Owned(part.definition)),
            arguments: Some(vec![self.solver.terms.add(own, offset)]),
            has_nodes: true,
            instances: part.instances,
            blocks: part.blocks,
            ..standing
        })
    }

    /// Takes a node with all that is below it.
    fn below(
        &mut self,
        side: Side,
        base: Atom,
        like: &NodeFields,
        standing: &mut Standing,
    ) -> Option<(TreeNode, Vec<Bounded>)> {
        let index = side as usize;
        if self.bases[index].contains_key(&base)
            || self.absorbed[index].contains(&base)
            || standing.blocks.contains(&base)
        {
            return None;
        }
        let references = self.references(side);
        let state = self.states[index];
        let node = describe_told(self.solver, state, &references, like.kind, base, like.told())?;
        self.include(standing, &node.fields)?;
        standing.blocks.push(base);
        standing.blocks.extend(&node.owned_blocks);
        standing.instances.extend(&node.owned_instances);
        let mut behind: Vec<Behind> = Vec::new();
        for link in 0..node.links.len() {
            let passed = node.passed(link);
            if self.solver.terms.as_constant(passed[0]) == Some(0) {
                behind.push(Behind::Nothing);
                continue;
            }
            let is_alone = |atom: Atom, allowed: &[Atom], own: Option<InstanceId>| {
                references.to(atom).iter().all(|holder| match *holder {
                    Holder::Cell(holder, _) => holder == base || allowed.contains(&holder),
                    Holder::Instance(id) => Some(id) == own,
                    _ => false,
                })
            };
            match self.locate(side, passed[0]) {
                Location::Root { instance: id, distance: 0 } => {
                    let instance = state.heap.instance(id)?;
                    let root = self
                        .solver
                        .terms
                        .summands(passed[0])
                        .iter()
                        .all(|&(atom, _)| is_alone(atom, &[], Some(id)));
                    let is_free =
                        !self.used_instances[index].contains(&id) && !standing.instances.contains(&id);
                    let fields = NodeFields::of_definition(&self.solver.terms, &instance.definition)?;
                    let exact = fields.exact_arguments();
                    if instance.hole.is_some() || instance.arguments[..exact] != passed || !root || !is_free {
                        return None;
                    }
                    behind.push(Behind::Tree(split(&fields.orders, &instance.arguments)));
                    self.include(standing, &fields)?;
                    standing.instances.push(id);
                }
                Location::Block { base: child, .. } => {
                    let (lower, bounds) = self.below(side, child, like, standing)?;
                    behind.push(Behind::Tree(bounds));
                    let children: Vec<Atom> = standing.blocks.clone();
                    if lower.arguments() != passed || !is_alone(child, &children, None) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        let bounds = bounds_of_node(self.solver, &state.facts, &node.keys, &behind);
        Some((node, bounds))
    }

    fn include(&mut self, standing: &mut Standing, fields: &NodeFields) -> Option<()> {
        let fields = Described::Tree(fields.clone());
        standing.fields = Some(match &standing.fields {
            Some(so_far) => so_far.join(&fields, self.solver)?,
            None => fields,
        });
        Some(())
    }

    /// The result for what stands on both sides.
    fn put_together(&mut self, pair: [Term; 2], left: &Standing, right: &Standing) -> Option<Term> {
        let fields = match (&left.fields, &right.fields) {
            (Some(left), Some(right)) => left.join(right, self.solver)?,
            (Some(fields), None) | (None, Some(fields)) => fields.clone(),
            (None, None) => return None,
        };
        let has_nodes = left.has_nodes && right.has_nodes;
        self.generalises_left |=
            !left.is_instance || left.fields.as_ref() != Some(&fields) || left.has_nodes != has_nodes;
        let name = self.solver.terms.fresh_variable("t");
        self.numbers.push((name, pair[0], pair[1]));
        self.known.insert((pair[0], pair[1]), name);
        for (side, standing) in [left, right].into_iter().enumerate() {
            self.used_instances[side].extend(&standing.instances);
            self.absorbed[side].extend(&standing.blocks);
        }
        let mut arguments = vec![name];
        // What passes on other things is another definition.
        if let (Some(ours), Some(theirs)) = (&left.arguments, &right.arguments)
            && ours.len() != theirs.len()
        {
            return None;
        }
        let count = left.arguments.as_ref().or(right.arguments.as_ref())?.len();
        for index in 1..count {
            let own = [left, right].map(|standing| standing.arguments.as_ref().map(|list| list[index]));
            let argument = match own {
                [Some(a), Some(b)] => self.term(a, b)?,
                [Some(a), None] => self.free_argument(Side::Left, a)?,
                [None, Some(b)] => self.free_argument(Side::Right, b)?,
                [None, None] => return None,
            };
            arguments.push(argument);
        }
        let mut hole = match (&left.hole, &right.hole) {
            (None, None) => None,
            (Some(a), Some(b)) => {
                Some(a.iter().zip(b).map(|(&a, &b)| self.term(a, b)).collect::<Option<Vec<Term>>>()?)
            }
            (Some(_), None) | (None, Some(_)) => return None,
        };
        if let Described::Tree(fields) = &fields {
            let (own, of_hole) = self.pair_bounds(&fields.orders, left, right)?;
            arguments.extend(own);
            hole.iter_mut().for_each(|hole| hole.extend(&of_hole));
        }
        let definition = fields.close(&mut self.solver.terms);
        self.heap.add_instance(Instance { definition, arguments, hole, has_nodes });
        Some(name)
    }

    /// An argument that matters on one side alone: on the other it may be anything.
    fn free_argument(&mut self, side: Side, own: Term) -> Option<Term> {
        let there = match self.counterpart(side.other(), own) {
            Some(there) => there,
            None => self.solver.terms.constant(0),
        };
        self.paired(side, own, there)
    }
}

fn standing_instance(walk: &Walk<'_>, instance: &Instance, id: InstanceId) -> Option<Standing> {
    let fields = Described::of_definition(&walk.solver.terms, &instance.definition)?;
    let (exact, orders) = match &fields {
        Described::Tree(fields) => (fields.exact_arguments(), &fields.orders[..]),
        Described::Owned(definition) => (definition.formals.len(), &[][..]),
    };
    Some(Standing {
        arguments: Some(instance.arguments[..exact].to_vec()),
        hole: instance.hole.as_ref().map(|hole| hole[..exact].to_vec()),
        bounds: split(orders, &instance.arguments),
        bounds_of_hole: instance.hole.as_ref().map_or(Vec::new(), |hole| split(orders, hole)),
        fields: Some(fields),
        has_nodes: instance.has_nodes,
        instances: vec![id],
        blocks: Vec::new(),
        is_instance: true,
    })
}

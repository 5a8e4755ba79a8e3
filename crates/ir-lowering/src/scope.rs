//! Storage that comes and goes: which blocks live at a point of a function, and what a jump from
//! one point to another has to begin and to end.
//!
//! The storage that lives at a point is a chain of nodes, innermost last; chains share their
//! outer parts, so all points of a function form a tree. Entering a block of the source appends
//! a node for every local in memory; a variable-length array, a temporary and a `cleanup`
//! attribute append theirs where they are reached. A jump ends what is on its chain and not on
//! the target's, innermost first, and then begins what is only on the target's, outermost first.
//! What a jump has to do is worked out when the whole function has been seen, since the target
//! of a `goto` may come later, and so may a compound literal, which lives from the start of the
//! block that contains it.

use crate::function::{FunctionLowering, LocalPlace};
use c_types::typed::{LabelId, LocalId, Program, StatementKind};
use c_types::types::{QualifiedType, Type};
use ir::{BlockId, InstructionKind, Operand, RegisterId, StorageKind, TerminatorKind};
use source::Span;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NodeId(u32);

pub(crate) struct Node {
    parent: NodeId,
    depth: u32,
    storage: Storage,
}

#[derive(Clone, Copy)]
pub(crate) enum Storage {
    /// The function itself.
    Root,
    /// A local in memory, alive from the start of its block.
    Local(LocalId),
    /// The compound literals directly inside a block: the list of this number.
    Literals(u32),
    /// A variable-length array, alive from its declaration.
    VariableLength(RegisterId),
    /// What the compiler made up for an expression.
    Temporary(RegisterId),
    /// The copy of an aggregate that is passed to a function; it ends with the call.
    ArgumentCopy(RegisterId),
    /// A local whose declaration has been reached and that has a `cleanup` attribute.
    Cleanup(LocalId),
}

/// A place to jump to and the storage that lives there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct JumpPlace {
    pub block: BlockId,
    pub node: NodeId,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum JumpTarget {
    Place(JumpPlace),
    Label(LabelId),
}

/// A jump whose block is still empty: it will change the storage and go on to the target.
struct Edge {
    block: BlockId,
    from: NodeId,
    target: JumpTarget,
    span: Span,
}

/// The storage of one function.
pub(crate) struct Scopes {
    nodes: Vec<Node>,
    /// The innermost node of the point that is being lowered.
    top: NodeId,
    literal_lists: Vec<Vec<LocalId>>,
    edges: Vec<Edge>,
    /// Once there are many, edges between the same points are one, so that a thousand `break`s
    /// do not end a thousand locals each. Otherwise each keeps its own place in the source.
    shared_edges: BTreeMap<(NodeId, JumpTarget), BlockId>,
}

/// So many jumps of a function get edges of their own.
const MOST_OWN_EDGES: usize = 1000;

impl Scopes {
    pub(crate) fn new() -> Scopes {
        let root = Node { parent: NodeId(0), depth: 0, storage: Storage::Root };
        Scopes {
            nodes: vec![root],
            top: NodeId(0),
            literal_lists: Vec::new(),
            edges: Vec::new(),
            shared_edges: BTreeMap::new(),
        }
    }

    pub(crate) fn top(&self) -> NodeId {
        self.top
    }

    pub(crate) fn push(&mut self, storage: Storage) {
        let depth = self.node(self.top).depth + 1;
        self.nodes.push(Node { parent: self.top, depth, storage });
        self.top = NodeId((self.nodes.len() - 1) as u32);
    }

    /// Goes to another point without emitting anything.
    pub(crate) fn move_to(&mut self, node: NodeId) {
        self.top = node;
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The storage that lives at `inner` and not at `outer`, innermost first.
    fn between(&self, mut inner: NodeId, outer: NodeId) -> Vec<Storage> {
        let mut storage = Vec::new();
        while inner != outer && inner.0 != 0 {
            let node = self.node(inner);
            storage.push(node.storage);
            inner = node.parent;
        }
        storage
    }

    /// The innermost node that two points share.
    fn common(&self, mut left: NodeId, mut right: NodeId) -> NodeId {
        while left != right {
            if self.node(left).depth >= self.node(right).depth {
                left = self.node(left).parent;
            } else {
                right = self.node(right).parent;
            }
        }
        left
    }
}

/// What a block of the source needs when it ends.
pub(crate) struct OpenScope {
    outer: NodeId,
    /// If compound literals may turn up: the empty block where the scope is entered, where it
    /// leads, and the list of the literals.
    entry: Option<(BlockId, BlockId, u32)>,
    span: Span,
}

impl FunctionLowering<'_, '_> {
    /// Enters a block of the source that declares these locals in memory.
    pub(crate) fn open_scope(&mut self, span: Span) -> OpenScope {
        let outer = self.scopes.top();
        if !self.may_have_literals {
            return OpenScope { outer, entry: None, span };
        }
        let (entry, inside) = (self.builder.new_block(), self.builder.new_block());
        let list = self.scopes.literal_lists.len() as u32;
        self.scopes.literal_lists.push(Vec::new());
        self.scopes.push(Storage::Literals(list));
        self.open_literals.push(list);
        if self.is_live() {
            self.terminate(TerminatorKind::Goto(entry), span);
            self.builder.switch_to(inside);
            OpenScope { outer, entry: Some((entry, inside, list)), span }
        } else {
            OpenScope { outer, entry: None, span }
        }
    }

    pub(crate) fn close_scope(&mut self, scope: OpenScope, end: Span) {
        self.leave_to(scope.outer, end);
        if self.may_have_literals {
            self.open_literals.pop();
        }
        if let Some((entry, inside, list)) = scope.entry {
            let current = self.builder.current();
            self.builder.switch_to(entry);
            self.begin(Storage::Literals(list), scope.span);
            self.terminate(TerminatorKind::Goto(inside), scope.span);
            if let Some(current) = current {
                self.builder.switch_to(current);
            }
        }
    }

    /// A local in memory begins to live with the block being entered.
    pub(crate) fn begin_local(&mut self, local: LocalId, span: Span) {
        self.scopes.push(Storage::Local(local));
        self.begin(Storage::Local(local), span);
    }

    /// The storage of a compound literal, which lives from the start of the innermost block.
    pub(crate) fn add_literal(&mut self, local: LocalId) {
        match self.open_literals.last() {
            Some(&list) => self.scopes.literal_lists[list as usize].push(local),
            // Not in any block of the source, so it lives as long as the function.
            None => self.begin_in_prologue(local),
        }
    }

    fn begin_in_prologue(&mut self, local: LocalId) {
        if let Some(kind) = self.local_allocation(local) {
            let span = self.program.locals[local].span;
            self.builder.push_to_prologue(kind, span);
        }
    }

    /// The end of everything that lives here and not at `outer`.
    pub(crate) fn leave_to(&mut self, outer: NodeId, span: Span) {
        if self.scopes.top() == outer {
            return;
        }
        if self.is_live() {
            for storage in self.scopes.between(self.scopes.top(), outer) {
                self.end(storage, span);
            }
        }
        self.scopes.move_to(outer);
    }

    /// The end of the copies made for a call. Other temporaries live on.
    pub(crate) fn end_argument_copies(&mut self, outer: NodeId, span: Span) {
        if self.scopes.top() == outer {
            return;
        }
        let storage = self.scopes.between(self.scopes.top(), outer);
        self.scopes.move_to(outer);
        for storage in storage.into_iter().rev() {
            match storage {
                Storage::ArgumentCopy(_) => self.end(storage, span),
                other => self.scopes.push(other),
            }
        }
    }

    /// Runs the `cleanup` functions that are due when the function returns. Its blocks end by
    /// themselves.
    pub(crate) fn clean_up_for_return(&mut self, span: Span) {
        if !self.has_cleanups {
            return;
        }
        for storage in self.scopes.between(self.scopes.top(), NodeId(0)) {
            if let Storage::Cleanup(_) = storage {
                self.end(storage, span);
            }
        }
    }

    pub(crate) fn jump(&mut self, target: JumpTarget, span: Span) {
        if self.is_live() {
            let block = self.edge(self.scopes.top(), target, span);
            self.terminate(TerminatorKind::Goto(block), span);
        }
    }

    /// The block to go to in order to reach the target from a point where `from` is the innermost
    /// storage.
    pub(crate) fn edge(&mut self, from: NodeId, target: JumpTarget, span: Span) -> BlockId {
        match target {
            JumpTarget::Place(place) if place.node == from => place.block,
            _ => {
                let is_shared = self.scopes.edges.len() > MOST_OWN_EDGES;
                if let (true, Some(&block)) = (is_shared, self.scopes.shared_edges.get(&(from, target))) {
                    return block;
                }
                let block = self.builder.new_block();
                self.scopes.edges.push(Edge { block, from, target, span });
                if is_shared {
                    self.scopes.shared_edges.insert((from, target), block);
                }
                block
            }
        }
    }

    /// Fills in the blocks of all jumps.
    pub(crate) fn finish_edges(&mut self) {
        for edge in std::mem::take(&mut self.scopes.edges) {
            self.builder.switch_to(edge.block);
            let place = match edge.target {
                JumpTarget::Place(place) => Some(place),
                JumpTarget::Label(label) => self.module.label_places[label.index()],
            };
            let Some(place) = place else {
                self.emit_unsupported("a jump to a label that is not defined", edge.span);
                self.terminate(TerminatorKind::Unreachable, edge.span);
                continue;
            };
            if place.node != edge.from {
                let common = self.scopes.common(edge.from, place.node);
                for storage in self.scopes.between(edge.from, common) {
                    self.end(storage, edge.span);
                }
                for storage in self.scopes.between(place.node, common).into_iter().rev() {
                    self.begin(storage, edge.span);
                }
            }
            self.terminate(TerminatorKind::Goto(place.block), edge.span);
        }
    }

    fn begin(&mut self, storage: Storage, span: Span) {
        match storage {
            Storage::Root | Storage::Cleanup(_) => {}
            Storage::Local(local) => {
                if let Some(kind) = self.local_allocation(local) {
                    self.emit(kind, span);
                }
            }
            Storage::Literals(list) => {
                for index in 0..self.scopes.literal_lists[list as usize].len() {
                    let local = self.scopes.literal_lists[list as usize][index];
                    if let Some(kind) = self.local_allocation(local) {
                        // A place of its own tells its storage from that of others in the scope.
                        self.emit(kind, self.program.locals[local].span);
                    }
                }
            }
            Storage::VariableLength(_) => {
                self.emit_unsupported("a jump into the scope of a variable-length array", span);
            }
            Storage::Temporary(_) | Storage::ArgumentCopy(_) => {
                self.emit_unsupported("a jump into a statement expression", span);
            }
        }
    }

    fn end(&mut self, storage: Storage, span: Span) {
        match storage {
            Storage::Root => {}
            Storage::Local(local) => self.end_local(local, span),
            Storage::Literals(list) => {
                for index in (0..self.scopes.literal_lists[list as usize].len()).rev() {
                    let local = self.scopes.literal_lists[list as usize][index];
                    self.end_local(local, span);
                }
            }
            Storage::VariableLength(address)
            | Storage::Temporary(address)
            | Storage::ArgumentCopy(address) => {
                self.emit(InstructionKind::StackEnd { address: Operand::Register(address) }, span);
            }
            Storage::Cleanup(local) => self.call_cleanup(local, span),
        }
    }

    fn end_local(&mut self, local: LocalId, span: Span) {
        if let LocalPlace::Memory(address) = self.module.local_places[local.index()] {
            self.emit(InstructionKind::StackEnd { address: Operand::Register(address) }, span);
        }
    }

    /// The instruction that allocates a local of fixed size, whose place is known.
    fn local_allocation(&self, local: LocalId) -> Option<InstructionKind> {
        let LocalPlace::Memory(destination) = self.module.local_places[local.index()] else { return None };
        let described = &self.program.locals[local];
        let size = self.program.size_of(described.ty.ty)?;
        let storage = match described.name {
            Some(_) => StorageKind::Local,
            None if is_constant(self.program, described.ty) => StorageKind::Literal,
            None => StorageKind::Temporary,
        };
        Some(InstructionKind::StackAlloc {
            destination,
            size: self.pointer_constant(i128::from(size)),
            alignment: described.alignment.max(1),
            storage,
        })
    }
}

/// Whether a type is constant, or an array of elements that are.
fn is_constant(program: &Program, ty: QualifiedType) -> bool {
    ty.qualifiers.is_const
        || match program.types.get(ty.ty) {
            Type::Array { element, .. } => is_constant(program, *element),
            _ => false,
        }
}

/// All jumps that go backwards in the text, as pairs of where they lead and where they start.
pub(crate) fn jumps_back(program: &Program) -> Vec<(u32, u32)> {
    let taken = || program.labels.iter().filter(|(_, label)| label.is_address_taken).map(|(id, _)| id);
    let mut jumps = Vec::new();
    for (_, statement) in program.statements.iter() {
        let labels: Vec<LabelId> = match &statement.kind {
            StatementKind::Goto(label) => vec![*label],
            StatementKind::GotoComputed(_) => taken().collect(),
            StatementKind::Asm(asm) => asm.labels.clone(),
            _ => continue,
        };
        let starts = labels.into_iter().map(|label| program.labels[label].span.start);
        jumps.extend(starts.filter(|&to| to < statement.span.start).map(|to| (to, statement.span.start)));
    }
    jumps
}

//! What the exploration needs to know of the whole program: control flow, recursion, footprints,
//! and which functions are so small that a call is followed instead of summarised.

use crate::footprint::{footprint, offsets_read};
use crate::function_info::FunctionInfo;
use crate::limits::INSTRUCTIONS_OF_A_FOLLOWED_FUNCTION;
use crate::open::known::{KnownContract, KnownContracts};
use crate::thresholds::Thresholds;
use call_graph::CallGraph;
use ir::{Callee, FunctionId, InstructionKind, Module};
use pure_logic::term::Atom;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_execution::Context;

/// Some of it is computed when it is first needed, so one is made for all explorations with one context.
pub struct Program<'m> {
    module: &'m Module,
    graph: CallGraph,
    infos: BTreeMap<FunctionId, Arc<FunctionInfo>>,
    /// How many instructions following a call takes; `None` if it is to be summarised.
    sizes: BTreeMap<FunctionId, Option<usize>>,
    statics: BTreeMap<FunctionId, Arc<BTreeSet<Atom>>>,
    offsets_read: BTreeMap<FunctionId, Arc<BTreeSet<u64>>>,
    permanent: Option<Arc<BTreeSet<Atom>>>,
    /// Contracts from analyses before this one.
    texts: KnownContracts,
    known: BTreeMap<FunctionId, Arc<Vec<KnownContract>>>,
    /// Computed when they are first needed.
    thresholds: Option<Arc<Thresholds>>,
}

impl<'m> Program<'m> {
    pub fn new(module: &'m Module) -> Program<'m> {
        Program {
            module,
            graph: CallGraph::new(module),
            infos: BTreeMap::new(),
            sizes: BTreeMap::new(),
            statics: BTreeMap::new(),
            offsets_read: BTreeMap::new(),
            permanent: None,
            texts: KnownContracts::default(),
            known: BTreeMap::new(),
            thresholds: None,
        }
    }

    /// As [`Program::new`], where some functions were analysed before.
    pub fn with_contracts(module: &'m Module, texts: KnownContracts) -> Program<'m> {
        Program { texts, ..Program::new(module) }
    }

    /// The contracts of a function that are known from before.
    pub fn known(&mut self, context: &mut Context<'_>, function: FunctionId) -> Arc<Vec<KnownContract>> {
        let texts = &self.texts;
        let read = || Arc::new(texts.of(&mut context.solver, function));
        Arc::clone(self.known.entry(function).or_insert_with(read))
    }

    pub fn thresholds(&mut self) -> Arc<Thresholds> {
        let (module, graph) = (self.module, &self.graph);
        Arc::clone(self.thresholds.get_or_insert_with(|| Arc::new(Thresholds::new(module, graph))))
    }

    pub fn info(&mut self, function: FunctionId) -> Arc<FunctionInfo> {
        let module = self.module;
        Arc::clone(self.infos.entry(function).or_insert_with(|| {
            let body =
                module.functions[function].body.as_ref().expect("only functions with a body are explored");
            Arc::new(FunctionInfo::new(body))
        }))
    }

    pub fn graph(&self) -> &CallGraph {
        &self.graph
    }

    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.graph.is_recursive(function)
    }

    /// Whether calls of the function get a contract of their own.
    pub fn is_summarised(&mut self, function: FunctionId) -> bool {
        self.size_if_followed(function).is_none()
    }

    fn size_if_followed(&mut self, function: FunctionId) -> Option<usize> {
        if let Some(&size) = self.sizes.get(&function) {
            return size;
        }
        let size = self.compute_size(function);
        self.sizes.insert(function, size);
        size
    }

    fn compute_size(&mut self, function: FunctionId) -> Option<usize> {
        let module = self.module;
        let Some(body) = &module.functions[function].body else { return Some(1) };
        let signature = &module.signatures[module.functions[function].signature];
        if signature.is_variadic {
            // The arguments behind the named ones belong to the activation.
            return Some(0);
        }
        if self.graph.is_recursive(function) {
            return None;
        }
        let info = self.info(function);
        let mut size = 0;
        for (id, block) in body.blocks.iter() {
            if info.is_loop_head(id) {
                return None;
            }
            size += block.instructions.len() + 1;
            for instruction in &block.instructions {
                match instruction.kind {
                    InstructionKind::Call { callee: Callee::Direct(target), .. } => {
                        size += self.size_if_followed(target)?;
                    }
                    InstructionKind::Call { callee: Callee::Indirect(_), .. } => return None,
                    _ => {}
                }
            }
        }
        (size <= INSTRUCTIONS_OF_A_FOLLOWED_FUNCTION).then_some(size)
    }

    /// The bases of all globals and functions, which are the same in every state.
    pub fn permanent(&mut self, context: &Context<'_>) -> Arc<BTreeSet<Atom>> {
        let module = self.module;
        Arc::clone(self.permanent.get_or_insert_with(|| {
            let globals = module.globals.iter().map(|(id, _)| context.global_base(id));
            let functions = module.functions.iter().map(|(id, _)| context.function_base(id));
            Arc::new(globals.chain(functions).collect())
        }))
    }

    /// The bases of the globals and functions that a function and its callees refer to, and of what the
    /// library remembers.
    pub fn statics(&mut self, context: &Context<'_>, function: FunctionId) -> Arc<BTreeSet<Atom>> {
        if let Some(statics) = self.statics.get(&function) {
            return Arc::clone(statics);
        }
        let footprint = footprint(self.module, &self.graph, function);
        let globals = footprint.globals.iter().map(|&id| context.global_base(id));
        let functions = footprint.functions.iter().map(|&id| context.function_base(id));
        let library = context.library_bases().iter().copied();
        let statics: Arc<BTreeSet<Atom>> = Arc::new(globals.chain(functions).chain(library).collect());
        self.statics.insert(function, Arc::clone(&statics));
        statics
    }

    /// The constant offsets from addresses at which a function, or one that it may call, seems to read.
    pub fn offsets_read(&mut self, function: FunctionId) -> Arc<BTreeSet<u64>> {
        let (module, graph) = (self.module, &self.graph);
        let entry = self.offsets_read.entry(function);
        Arc::clone(entry.or_insert_with(|| Arc::new(offsets_read(module, graph, function))))
    }
}

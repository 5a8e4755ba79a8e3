//! What evaluating an expression reads and writes, as far as the order of evaluation may matter.
//!
//! C leaves open in which order the operands of most operators are evaluated, and calls in them may write what other
//! operands read. Here it is worked out, from the typed tree alone, whether that can be: places in memory are told
//! apart by the variable they belong to, by the member of a record that they are, or by the kind of number or pointer
//! that they hold. Calls of functions with a body do what the functions reachable from it do.
//!
//! Members of different records, and words of different kinds, are taken for different places, as the rules of C about
//! effective types have it (C11 6.5p7). The answer only decides which operands are evaluated in both orders.

mod sequence;
mod walk;

use c_types::typed::{ExprId, ExprKind, FunctionId, GlobalId, Linkage, LocalId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Functions that do more are taken to access everything.
const MOST_SPOTS: usize = 200;

/// The kind of a scalar in memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Word {
    Number(u64),
    Float(u64),
    Pointer,
}

/// A place in memory, or several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Spot {
    /// A variable, any part of it.
    Global(GlobalId),
    Local(LocalId),
    /// A member of a record that a pointer leads to: the record, where the member begins and ends, what it holds.
    Member(u32, u64, u64, Word),
    /// A scalar that a pointer leads to.
    Word(Word),
    /// Whatever a pointer leads to.
    Anything,
    /// The number of the last error, which functions of the library set.
    ErrorNumber,
    /// What a function without a body may access: variables that other files see, and things outside of memory.
    Outside,
    /// All of these but local variables to which no pointer leads.
    Everything,
}

/// What evaluating an expression may access.
#[derive(Clone, Default, Debug)]
pub(crate) struct Accesses {
    reads: BTreeSet<Spot>,
    writes: BTreeSet<Spot>,
    calls: BTreeSet<FunctionId>,
    has_indirect_calls: bool,
    /// It contains a label, so it cannot be lowered twice.
    pub has_labels: bool,
}

impl Accesses {
    /// Whether evaluating it twice differs from doing so once.
    pub(crate) fn has_effect(&self) -> bool {
        !self.writes.is_empty() || !self.calls.is_empty() || self.has_indirect_calls
    }

    /// Whether it stores to a local.
    pub(crate) fn writes_locals(&self) -> bool {
        self.writes.iter().any(|spot| matches!(spot, Spot::Local(_)))
    }

    fn is_empty(&self) -> bool {
        !self.has_effect() && self.reads.is_empty()
    }

    fn add(&mut self, other: &Accesses) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.calls.extend(&other.calls);
        self.has_indirect_calls |= other.has_indirect_calls;
        self.has_labels |= other.has_labels;
        if self.reads.len() + self.writes.len() > MOST_SPOTS {
            self.take_everything();
        }
    }

    fn take_everything(&mut self) {
        let is_local = |spot: &&Spot| matches!(spot, Spot::Local(_));
        let of = |spots: &BTreeSet<Spot>| -> BTreeSet<Spot> {
            spots.iter().filter(is_local).copied().chain([Spot::Everything]).collect()
        };
        (self.reads, self.writes) = (of(&self.reads), of(&self.writes));
    }

    /// Nothing that functions do can be added.
    fn is_everything(&self) -> bool {
        self.reads.contains(&Spot::Everything) && self.writes.contains(&Spot::Everything)
    }
}

/// The accesses of expressions and functions of a program, worked out when they are asked for.
pub(crate) struct Effects<'p> {
    program: &'p Program,
    /// Whether an expression contains a call or a store, by its number, once it was asked.
    has_effect: FxHashMap<ExprId, bool>,
    bodies: FxHashMap<FunctionId, Rc<Accesses>>,
    functions: FxHashMap<FunctionId, Rc<Accesses>>,
    /// Variables whose address is taken, and functions.
    taken: Option<(FxHashSet<GlobalId>, Vec<FunctionId>)>,
    /// What functions that may be called through pointers access, all together.
    called_through_pointers: Option<Rc<Accesses>>,
}

impl<'p> Effects<'p> {
    pub(crate) fn of(program: &'p Program) -> Effects<'p> {
        Effects {
            program,
            has_effect: FxHashMap::default(),
            bodies: FxHashMap::default(),
            functions: FxHashMap::default(),
            taken: None,
            called_through_pointers: None,
        }
    }

    /// Whether an expression contains a call, a store, or statements.
    pub(crate) fn may_have_effect(&mut self, id: ExprId) -> bool {
        if let Some(&known) = self.has_effect.get(&id) {
            return known;
        }
        let has_effect = match &self.program.exprs[id].kind {
            ExprKind::Constant(_) | ExprKind::Local(_) | ExprKind::Global(_) => return false,
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call { .. }
            | ExprKind::StatementExpr { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::Builtin { .. } => true,
            _ => children(self.program, id).into_iter().any(|child| self.may_have_effect(child)),
        };
        self.has_effect.insert(id, has_effect);
        has_effect
    }

    /// What evaluating an expression accesses, with the functions that it calls; of an lvalue only what finding the
    /// place takes.
    pub(crate) fn accesses(&mut self, id: ExprId) -> Accesses {
        let mut accesses = Accesses::default();
        self.expression(id, &mut accesses);
        self.follow_calls(accesses)
    }

    /// The same, where the value of the lvalue is read as well.
    pub(crate) fn accesses_of_load(&mut self, id: ExprId) -> Accesses {
        let mut accesses = Accesses::default();
        self.expression(id, &mut accesses);
        self.read(id, &mut accesses);
        self.follow_calls(accesses)
    }

    fn follow_calls(&mut self, mut accesses: Accesses) -> Accesses {
        if accesses.has_indirect_calls {
            accesses.reads.extend([Spot::Anything, Spot::Outside]);
            accesses.writes.extend([Spot::Anything, Spot::Outside]);
            let called = self.called_through_pointers();
            accesses.add(&called);
        }
        let calls: Vec<FunctionId> = accesses.calls.iter().copied().collect();
        for function in calls {
            let called = self.function(function);
            accesses.add(&called);
        }
        accesses
    }

    fn called_through_pointers(&mut self) -> Rc<Accesses> {
        if let Some(known) = &self.called_through_pointers {
            return known.clone();
        }
        let mut total = Accesses::default();
        for function in self.taken().1.clone() {
            if total.is_everything() {
                break;
            }
            let called = self.function(function);
            total.add(&called);
        }
        self.called_through_pointers.insert(Rc::new(total)).clone()
    }

    /// Whether the arguments of a call that gives a value may be evaluated before the place of that value, and the call be made
    /// after it, with another outcome than in either order: some compilers do so.
    pub(crate) fn is_call_split(&mut self, target: ExprId, mut value: ExprId) -> bool {
        let program = self.program;
        while let ExprKind::Convert(inner) = program.exprs[value].kind {
            value = inner;
        }
        let ExprKind::Call { arguments, .. } = &program.exprs[value].kind else { return false };
        if !self.may_have_effect(target) {
            return false;
        }
        let place = self.accesses(target);
        arguments.iter().any(|&argument| {
            let accesses = self.accesses(argument);
            self.conflict(&accesses, &place)
        })
    }

    /// Whether the order in which expressions are evaluated may matter.
    pub(crate) fn has_conflicts(&mut self, expressions: &[ExprId]) -> bool {
        if expressions.len() < 2 || !expressions.iter().any(|&id| self.may_have_effect(id)) {
            return false;
        }
        let mut before = Accesses::default();
        expressions.iter().any(|&id| {
            let accesses = self.accesses(id);
            let is_found = self.conflict(&before, &accesses);
            before.add(&accesses);
            is_found
        })
    }

    /// Whether the order of two evaluations may matter, of which one has an effect.
    pub(crate) fn conflict(&mut self, left: &Accesses, right: &Accesses) -> bool {
        if left.is_empty() || right.is_empty() {
            return false;
        }
        // What two functions do outside of the program has no order that could be told here.
        let both = left.has_effect() && right.has_effect();
        let mut meet = |writes: &BTreeSet<Spot>, others: &BTreeSet<Spot>| {
            writes.iter().filter(|&&spot| !(both && spot == Spot::Outside)).any(|&write| {
                others
                    .iter()
                    .filter(|&&spot| !(both && spot == Spot::Outside))
                    .any(|&other| self.may_overlap(write, other))
            })
        };
        meet(&left.writes, &right.reads)
            || meet(&right.writes, &left.reads)
            || meet(&without_error_number(&left.writes), &right.writes)
    }

    fn may_overlap(&mut self, left: Spot, right: Spot) -> bool {
        let (left, right) = (left.min(right), left.max(right));
        match (left, right) {
            (left, Spot::Everything) if !matches!(left, Spot::Local(_)) => true,
            (Spot::Global(left), Spot::Global(right)) => left == right,
            (Spot::Local(left), Spot::Local(right)) => left == right,
            (Spot::Global(_), Spot::Local(_)) => false,
            (Spot::Global(global), Spot::Outside) => self.is_visible(global),
            (_, Spot::Outside) => false,
            (left, Spot::ErrorNumber) => matches!(left, Spot::Anything | Spot::ErrorNumber),
            (Spot::Global(global), Spot::Member(..) | Spot::Word(_) | Spot::Anything) => {
                self.is_visible(global) || self.taken().0.contains(&global)
            }
            (Spot::Local(local), Spot::Member(..) | Spot::Word(_) | Spot::Anything | Spot::Everything) => {
                self.program.locals[local].is_address_taken
                    || self.program.is_array(self.program.locals[local].ty.ty)
            }
            (Spot::Member(first, start, end, _), Spot::Member(second, begin, stop, _)) => {
                first == second && start < stop && begin < end
            }
            (Spot::Member(.., held), Spot::Word(word)) => held == word,
            (Spot::Word(left), Spot::Word(right)) => left == right,
            (Spot::Member(..) | Spot::Word(_) | Spot::Anything, Spot::Anything) => true,
            // Nothing is greater than what is on the right.
            _ => true,
        }
    }

    fn is_visible(&self, global: GlobalId) -> bool {
        self.program.globals[global].linkage == Linkage::External
    }

    /// Variables whose address is used other than for an access, and functions that may be called through pointers.
    fn taken(&mut self) -> &(FxHashSet<GlobalId>, Vec<FunctionId>) {
        let program = self.program;
        self.taken.get_or_insert_with(|| {
            let mut called: FxHashSet<ExprId> = FxHashSet::default();
            for (_, expr) in program.exprs.iter() {
                if let ExprKind::Call { callee, .. } = expr.kind {
                    called.insert(callee);
                }
            }
            let (mut globals, mut functions) = (FxHashSet::default(), BTreeSet::new());
            for (id, expr) in program.exprs.iter() {
                let (ExprKind::AddressOf(mut lvalue) | ExprKind::Decay(mut lvalue)) = expr.kind else {
                    continue;
                };
                while let ExprKind::Member { record, .. } = program.exprs[lvalue].kind {
                    lvalue = record;
                }
                match program.exprs[lvalue].kind {
                    ExprKind::Global(global) => {
                        globals.insert(global);
                    }
                    ExprKind::Function(function) if !called.contains(&id) => {
                        functions.insert(function);
                    }
                    _ => {}
                }
            }
            // Other files may call these as well.
            let external = program.functions.iter().filter(|(_, function)| {
                function.body.is_some()
                    && function.linkage == Linkage::External
                    && program.names.text(function.name) != "main"
            });
            functions.extend(external.map(|(id, _)| id));
            (globals, functions.into_iter().collect())
        })
    }

    /// What a function with a body accesses, and all that it calls; its own variables are gone when it returns.
    fn function(&mut self, id: FunctionId) -> Rc<Accesses> {
        if let Some(known) = self.functions.get(&id) {
            return known.clone();
        }
        let (mut total, mut reached, mut open) = (Accesses::default(), BTreeSet::from([id]), vec![id]);
        while let Some(function) = open.pop() {
            if total.is_everything() {
                break;
            }
            let body = self.body(function);
            let had_indirect_calls = total.has_indirect_calls;
            total.add(&body);
            let mut next: Vec<FunctionId> = body.calls.iter().copied().collect();
            if total.has_indirect_calls && !had_indirect_calls {
                next.extend(self.taken().1.clone());
                total.reads.extend([Spot::Anything, Spot::Outside]);
                total.writes.extend([Spot::Anything, Spot::Outside]);
            }
            open.extend(next.into_iter().filter(|&function| reached.insert(function)));
        }
        total.has_labels = false;
        // They have been followed, and whoever calls the function says so.
        total.calls.clear();
        let total = Rc::new(total);
        self.functions.insert(id, total.clone());
        total
    }

    fn body(&mut self, id: FunctionId) -> Rc<Accesses> {
        if let Some(known) = self.bodies.get(&id) {
            return known.clone();
        }
        let mut accesses = Accesses::default();
        let function = &self.program.functions[id];
        match &function.body {
            Some(body) if !function.has_errors => self.statement(body.statement, &mut accesses),
            _ => {
                accesses.reads = [Spot::Anything, Spot::Outside].into();
                accesses.writes = accesses.reads.clone();
            }
        }
        accesses.reads.retain(|spot| !matches!(spot, Spot::Local(_)));
        accesses.writes.retain(|spot| !matches!(spot, Spot::Local(_)));
        let accesses = Rc::new(accesses);
        self.bodies.insert(id, accesses.clone());
        accesses
    }
}

/// Which of two calls sets the number of the last error matters only to those who read it.
fn without_error_number(spots: &BTreeSet<Spot>) -> BTreeSet<Spot> {
    spots.iter().copied().filter(|&spot| spot != Spot::ErrorNumber).collect()
}

/// The expressions that an expression consists of; not those in statements and initialisers.
fn children(program: &Program, id: ExprId) -> Vec<ExprId> {
    match &program.exprs[id].kind {
        ExprKind::Local(_)
        | ExprKind::Global(_)
        | ExprKind::String(_)
        | ExprKind::CompoundLiteral { .. }
        | ExprKind::Function(_)
        | ExprKind::Unsupported(_)
        | ExprKind::Constant(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::RuntimeSize(_) => Vec::new(),
        ExprKind::Dereference(inner)
        | ExprKind::Member { record: inner, .. }
        | ExprKind::Load(inner)
        | ExprKind::Decay(inner)
        | ExprKind::AddressOf(inner)
        | ExprKind::Convert(inner)
        | ExprKind::Negate(inner)
        | ExprKind::BitNot(inner)
        | ExprKind::LogicalNot(inner)
        | ExprKind::Increment { target: inner, .. }
        | ExprKind::VaArg { list: inner, .. } => vec![*inner],
        ExprKind::Arithmetic(_, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::PointerOffset { pointer: left, index: right, .. }
        | ExprKind::PointerDifference(left, right)
        | ExprKind::LogicalAnd(left, right)
        | ExprKind::LogicalOr(left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Assign { target: left, value: right }
        | ExprKind::CompoundAssign { target: left, value: right, .. } => vec![*left, *right],
        ExprKind::Conditional { condition, then, otherwise } => {
            then.iter().copied().chain([*condition, *otherwise]).collect()
        }
        ExprKind::Call { callee, arguments } => arguments.iter().copied().chain([*callee]).collect(),
        ExprKind::StatementExpr { value, .. } => value.iter().copied().collect(),
        ExprKind::Builtin { arguments, .. } => arguments.clone(),
    }
}

//! Calls of functions that are neither defined here nor known, in open code.
//!
//! ```text
//!   f(a₁, …, aₙ) has no body
//!  ──────────────────────────────────────────────────────────────────────────────────────────────────
//!   what the aᵢ lead to is changed as their types allow, and so are globals that others see;
//!   what they lead to is kept by others from now on; nothing is freed;
//!   the result is any word, and an address in it leads to separate memory
//! ```
//!
//! This is an assumption about `f`. Every contract of an execution with such a call tells it, and no error behind one is
//! certain. Whole programs have no such rule: there, the call is an open question.

use super::{Explorer, Mode};
use crate::contracts::ContractId;
use crate::limits::CALLS_WITHOUT_A_BODY_AT_A_PLACE;
use crate::thread::Thread;
use interpreter::FaultKind;
use ir::{Callee, Function, FunctionId, Instruction, InstructionKind, Linkage, Pointee, ResultKind};
use pure_logic::Term;
use pure_logic::term::Atom;
use std::collections::BTreeSet;
use symbolic_execution::foreign::Use;
use symbolic_execution::instruction::attempt;
use symbolic_execution::library::{self, Argument};
use symbolic_execution::{Configuration, Event, Fault, GaveUp, Missing, Outcome};
use symbolic_heap::{Content, Lifetime, Location, Region, State, Value};

/// Why a path is no longer exact.
const ASSUMPTION: &str = "a function without a body";

/// Functions of the library that read what a format says, from a list or from their own arguments. They keep nothing.
const FORMATTING: [&str; 14] = [
    "dprintf",
    "fprintf",
    "printf",
    "snprintf",
    "sprintf",
    "syslog",
    "vdprintf",
    "vfprintf",
    "vprintf",
    "vsnprintf",
    "vsprintf",
    "vsyslog",
    "vwarn",
    "warn",
];

/// Functions of POSIX that are done with what they are given when they return.
const DONE_WITH_ARGUMENTS: [&str; 43] = [
    "access",
    "bind",
    "chdir",
    "chmod",
    "chown",
    "connect",
    "fstat",
    "gethostname",
    "getnameinfo",
    "getpeername",
    "getsockname",
    "getsockopt",
    "inet_ntop",
    "inet_pton",
    "lchown",
    "lstat",
    "mkdir",
    "mkdtemp",
    "mkfifo",
    "mkstemp",
    "open",
    "poll",
    "pread",
    "pwrite",
    "read",
    "readlink",
    "recv",
    "recvfrom",
    "rename",
    "rmdir",
    "select",
    "send",
    "sendto",
    "setenv",
    "setsockopt",
    "stat",
    "statvfs",
    "symlink",
    "uname",
    "unlink",
    "unsetenv",
    "utimes",
    "write",
];

/// Functions that only concern threads. There is one thread, so they do nothing to memory but their own.
const LOCKS: [&str; 34] = [
    "cnd_broadcast",
    "cnd_signal",
    "cnd_wait",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
    "pthread_cond_broadcast",
    "pthread_cond_destroy",
    "pthread_cond_init",
    "pthread_cond_signal",
    "pthread_cond_timedwait",
    "pthread_cond_wait",
    "pthread_mutex_destroy",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_timedlock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_rwlock_destroy",
    "pthread_rwlock_init",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_unlock",
    "pthread_rwlock_wrlock",
    "pthread_spin_destroy",
    "pthread_spin_init",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "sem_init",
    "sem_post",
    "sem_trywait",
    "sem_wait",
];

/// The name of a function without what is added to that of a variant that checks sizes.
fn without_checks(name: &str) -> &str {
    name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")).unwrap_or(name)
}

fn is_formatting(name: &str) -> bool {
    FORMATTING.binary_search(&without_checks(name)).is_ok()
}

/// Whether a function of the system refers to nothing that it was given once it has returned.
pub(crate) fn keeps_nothing(name: &str) -> bool {
    is_formatting(name) || is_lock(name) || DONE_WITH_ARGUMENTS.binary_search(&without_checks(name)).is_ok()
}

fn is_lock(name: &str) -> bool {
    LOCKS.binary_search(&name).is_ok()
}

/// Whether a function of the library formats what a list of variadic arguments holds.
pub(crate) fn formats_list(name: &str) -> bool {
    is_formatting(name) && without_checks(name).starts_with('v')
}

impl Explorer<'_, '_> {
    /// Whether a function may only be assumed to behave well.
    pub(super) fn has_to_be_assumed(&self, target: FunctionId) -> bool {
        let function = &self.context.module.functions[target];
        !self.is_whole_program && function.body.is_none() && !library::is_modelled(&function.name)
    }

    /// Which function of the library was called, if nothing is known of the call because its format, or the arguments that this
    /// asks for, come from the caller: then the function can only be assumed to behave well.
    pub(super) fn left_to_format(&self, kind: &InstructionKind, outcomes: &[Outcome]) -> Option<FunctionId> {
        let InstructionKind::Call { callee: Callee::Direct(target), .. } = kind else { return None };
        let is_open = !outcomes.is_empty() && outcomes.iter().all(|one| matches!(one, Outcome::GaveUp(_)));
        let name = &self.context.module.functions[*target].name;
        (is_open && !self.is_whole_program && is_formatting(name)).then_some(*target)
    }

    /// `va_start`, `va_copy` and `va_end` where nothing is known of the variadic arguments, because they come from the caller of
    /// open code: the list holds an address of others. What reads it gives up, or is assumed to behave well.
    pub(super) fn start_unknown_list(
        &mut self,
        thread: &Thread,
        function: &Function,
        kind: &InstructionKind,
        outcomes: &[Outcome],
    ) -> Option<Thread> {
        let list = match kind {
            InstructionKind::VaStart { list } => Some(*list),
            InstructionKind::VaCopy { destination, .. } => Some(*destination),
            InstructionKind::VaEnd { .. } => None,
            _ => return None,
        };
        if self.is_whole_program || !outcomes.iter().all(|one| matches!(one, Outcome::GaveUp(_))) {
            return None;
        }
        let mut thread = thread.clone();
        let scalar = self.context.pointer_scalar();
        let Configuration { state, path } = &mut thread.configuration;
        path.assume(ASSUMPTION);
        if let Some(list) = list {
            let list = self.context.operand(state, function, list);
            let word = self.context.foreign_word(state, scalar);
            self.context.store(state, path, list, word, scalar).ok()?;
        }
        thread.index += 1;
        Some(thread)
    }

    /// Goes on behind a call of a function that is not there.
    pub(super) fn call_without_body(
        &mut self,
        mut thread: Thread,
        function: &Function,
        instruction: &Instruction,
        target: FunctionId,
    ) {
        let InstructionKind::Call { destination, signature, arguments, .. } = &instruction.kind else {
            return;
        };
        let (module, span) = (self.context.module, instruction.span);
        let callee = &module.functions[target];
        let Configuration { state, path } = &mut thread.configuration;
        let is_same = |event: &&&Event| matches!(event, Event::Called { span: other, .. } if *other == span);
        if self.mode == Mode::Hunt
            && path.events().iter().filter(is_same).count() >= CALLS_WITHOUT_A_BODY_AT_A_PLACE
        {
            let reason =
                format!("the function `{}`, which has no body, is called again and again", callee.name);
            self.give_up(GaveUp { reason: reason.into(), span });
            return;
        }
        self.context.span = span;
        let values: Vec<Argument> = arguments
            .iter()
            .map(|&argument| Argument {
                value: self.context.operand(state, function, argument),
                scalar: self.context.scalar_of(function, argument),
            })
            .collect();
        path.assume(ASSUMPTION);
        self.report.assumed.insert(callee.name.clone());
        // The place for a result that is an aggregate comes first.
        let is_aggregate = matches!(module.signatures[*signature].result, ResultKind::Aggregate { .. });
        let given = &values[usize::from(is_aggregate).min(values.len())..];
        if let Some((base, is_given_back)) =
            self.dangling_argument(&thread.configuration.state, target, given)
        {
            let message = format!("the address of memory that was freed is given to `{}`", callee.name);
            let kind = if is_given_back { FaultKind::DoubleFree } else { FaultKind::UseAfterFree };
            let fault = Fault { kind, message, span, block: Some(base) };
            self.sort_outcomes(&thread, vec![Outcome::Fault(fault, thread.configuration.clone())]);
            return;
        }
        if !self.refuse_null(&mut thread, target, given) {
            return;
        }
        let path = &mut thread.configuration.path;
        path.push(Event::Called { name: callee.name.as_str().into(), span });
        if callee.is_noreturn {
            self.stop_here(thread);
            return;
        }
        self.note_kept(&thread, target, given);
        let before = thread.configuration.state.clone();
        let state = &mut thread.configuration.state;
        if let Err(list) = self.let_callee_act(state, target, &values, is_aggregate) {
            self.give_up(GaveUp { reason: list.into(), span });
            return;
        }
        self.note_changes(&instruction.kind, &before, &thread.configuration.state);
        for thread in self.give_back(thread, target, given) {
            for mut next in self.with_result(thread, function, *destination, target, &values) {
                next.configuration.path.push(Event::Returned { span });
                next.index += 1;
                if let Some(next) = self.check_lost(next) {
                    self.enqueue(next);
                }
            }
        }
    }

    /// What parameters with the attribute `nonnull` are given is not null from now on; that it is, is an error. Returns
    /// whether the execution goes on.
    fn refuse_null(&mut self, thread: &mut Thread, target: FunctionId, given: &[Argument]) -> bool {
        let callee = &self.context.module.functions[target];
        let pointer = self.context.pointer_scalar();
        let zero = self.context.constant(0);
        for (index, argument) in given.iter().enumerate().take(u64::BITS as usize) {
            let is_wanted = callee.promises.not_null >> index & 1 == 1 && argument.scalar == pointer;
            let fact = self.context.solver.terms.non_zero(argument.value.term);
            let state = &thread.configuration.state;
            if !is_wanted || state.facts.proves(&mut self.context.solver, fact).is_proved() {
                continue;
            }
            let mut null = thread.configuration.clone();
            let is_null = self.context.solver.terms.equal(argument.value.term, zero);
            null.state.assume(&mut self.context.solver, is_null);
            if let Some(state) = heap_rules::rearrange::normalise(&mut self.context.solver, null.state) {
                let message =
                    format!("a null pointer is given to `{}`, which accesses memory there", callee.name);
                let span = self.context.span;
                let fault = Fault { kind: FaultKind::NullDereference, message, span, block: None };
                let null = Configuration { state, path: null.path };
                self.sort_outcomes(thread, vec![Outcome::Fault(fault, null)]);
            }
            let mut state = thread.configuration.state.clone();
            state.assume(&mut self.context.solver, fact);
            match heap_rules::rearrange::normalise(&mut self.context.solver, state) {
                Some(state) => thread.configuration.state = state,
                None => return false,
            }
        }
        true
    }

    /// The executions behind a function of which an attribute says that it gives one of its arguments back.
    fn give_back(&mut self, thread: Thread, target: FunctionId, given: &[Argument]) -> Vec<Thread> {
        let position = self.context.module.functions[target].promises.frees;
        let Some(&argument) = position.and_then(|position| given.get(position as usize)) else {
            return vec![thread];
        };
        let configuration = thread.configuration.clone();
        let outcomes = attempt(self.context, configuration, |context, configuration| {
            library::call(context, configuration, "free", &[argument], None)
        });
        let configurations = self.sort_outcomes(&thread, outcomes);
        configurations.into_iter().map(|configuration| Thread { configuration, ..thread.clone() }).collect()
    }

    /// Notes which words of the caller of open code are given to a function that may keep what they lead to.
    fn note_kept(&mut self, thread: &Thread, target: FunctionId, given: &[Argument]) {
        let callee = &self.context.module.functions[target];
        if callee.promises.is_pure || keeps_nothing(&callee.name) {
            return;
        }
        let pointees = &callee.promises.parameters;
        let pointer = self.context.pointer_scalar();
        let may_keep = |index: usize| pointees.get(index).is_none_or(|&pointee| pointee != Pointee::Nothing);
        let words = given.iter().enumerate().filter(|(index, one)| one.scalar == pointer && may_keep(*index));
        let words: Vec<Term> = words.map(|(_, argument)| argument.value.term).collect();
        self.note_kept_words(thread, &words);
    }

    /// As above, of words and what they lead to.
    pub(super) fn note_kept_words(&mut self, thread: &Thread, words: &[Term]) {
        let names = self.contracts.get(ContractId::OPEN).entry.held.len();
        if self.is_whole_program || words.is_empty() {
            return;
        }
        // Of a callee that is followed, it is not known which words of the caller its own are.
        if thread.contract != ContractId::OPEN {
            self.report.kept.extend(0..names);
            return;
        }
        let state = &thread.configuration.state;
        let terms = &self.context.solver.terms;
        let reached = state.heap.reachable(terms, words.iter().copied());
        let mut atoms: BTreeSet<Atom> =
            words.iter().flat_map(|&word| terms.summands(word)).map(|one| one.0).collect();
        for &base in &reached.blocks {
            let cells = state.heap.block(base).into_iter().flat_map(|block| block.cells.iter());
            for cell in cells {
                if let Content::Scalar(value) = cell.content {
                    atoms.extend(terms.summands(value.term).iter().map(|one| one.0));
                }
            }
        }
        for (index, held) in state.held.iter().take(names).enumerate() {
            let Some(held) = held else { continue };
            if terms.summands(held.term).iter().any(|(atom, _)| atoms.contains(atom)) {
                self.report.kept.insert(index);
            }
        }
    }

    /// Freed memory, if a parameter that leads to an object is given its address, and whether it is freed by that. (Words that
    /// are passed as further arguments may only be printed.)
    fn dangling_argument(
        &mut self,
        state: &State,
        target: FunctionId,
        values: &[Argument],
    ) -> Option<(Atom, bool)> {
        let promises = &self.context.module.functions[target].promises;
        let given = values.iter().zip(&promises.parameters).enumerate();
        given.into_iter().find_map(|(index, (argument, &pointee))| {
            let Location::Block { base, .. } =
                state.heap.locate(&mut self.context.solver.terms, argument.value.term)
            else {
                return None;
            };
            let has_ended = state.heap.block(base).is_some_and(|block| {
                matches!(block.lifetime, Lifetime::Ended(_))
                    && matches!(block.region, Region::Heap | Region::Kept)
            });
            let is_given_back = u32::try_from(index).ok() == promises.frees;
            (pointee != Pointee::Nothing && has_ended).then_some((base, is_given_back))
        })
    }

    /// What the callee may have done to memory. Says why, if that cannot be told.
    fn let_callee_act(
        &mut self,
        state: &mut State,
        target: FunctionId,
        values: &[Argument],
        is_aggregate: bool,
    ) -> Result<(), String> {
        let module = self.context.module;
        let callee = &module.functions[target];
        let promises = &callee.promises;
        let (result, values) = values.split_at(usize::from(is_aggregate).min(values.len()));
        for place in result {
            self.change_from(state, place.value);
        }
        if promises.is_pure || is_lock(&callee.name) {
            return Ok(());
        }
        let pointer = self.context.pointer_scalar();
        let has_numbers_only =
            promises.parameters.is_empty() && module.signatures[callee.signature].has_prototype;
        let declared = module.signatures[callee.signature].parameters.len();
        let mut reached: BTreeSet<Atom> = BTreeSet::new();
        for (index, argument) in values.iter().enumerate().filter(|(_, argument)| argument.scalar == pointer)
        {
            let pointee = match promises.parameters.get(index) {
                Some(&pointee) => pointee,
                None if index < declared && has_numbers_only => Pointee::Nothing,
                None if promises.reads_variadic => Pointee::Constant,
                None => Pointee::Anything,
            };
            // The address of a member that is a pointer is where a result goes: the callee gets at that pointer, and not at the
            // record around it. (Links of intrusive lists are records.)
            let member = match pointee {
                Pointee::Pointer if self.is_inside(state, argument.value) => {
                    self.context.change_member(state, argument.value)
                }
                _ => None,
            };
            if pointee != Pointee::Nothing {
                let root = member.unwrap_or(argument.value.term);
                let leads_to = state.heap.reachable(&self.context.solver.terms, [root]);
                // Nobody gives a block back by the address of numbers inside of it.
                let is_inside = pointee == Pointee::Data && self.is_inside(state, argument.value);
                for &base in leads_to.blocks.iter().filter(|_| !is_inside && !keeps_nothing(&callee.name)) {
                    self.context.let_others_keep(state, base);
                }
                if matches!(pointee, Pointee::Anything | Pointee::Pointer) {
                    if !leads_to.segments.is_empty() {
                        return Err(format!(
                            "the function `{}`, which has no body, may change a list",
                            callee.name
                        ));
                    }
                    reached.extend(leads_to.blocks);
                }
            }
            if pointee == Pointee::Data {
                self.change_from(state, argument.value);
            }
        }
        for (id, global) in module.globals.iter() {
            // Nobody puts another stream in the place of a standard one.
            let is_stream = matches!(global.name.as_str(), "stdin" | "stdout" | "stderr");
            let is_shared = global.linkage != Linkage::Internal && !global.is_constant && !is_stream;
            if is_shared && !keeps_nothing(&callee.name) {
                let base = self.context.global_base(id);
                // Where the callee stores something else, it has what was there.
                let root = self.context.solver.terms.atom_term(base);
                for held in state.heap.reachable(&self.context.solver.terms, [root]).blocks {
                    self.context.let_others_keep(state, held);
                }
                reached.insert(base);
            }
        }
        for base in reached {
            self.context.let_others_change(state, base, None);
        }
        Ok(())
    }

    /// Whether an address is known not to be that of a whole block.
    fn is_inside(&mut self, state: &State, address: Value) -> bool {
        match state.heap.locate(&mut self.context.solver.terms, address.term) {
            Location::Block { offset, .. } => {
                self.context.solver.terms.as_constant(offset).is_some_and(|offset| offset != 0)
            }
            _ => false,
        }
    }

    /// Changes a block from an address on.
    fn change_from(&mut self, state: &mut State, address: Value) {
        if let Location::Block { base, offset } =
            state.heap.locate(&mut self.context.solver.terms, address.term)
        {
            self.context.let_others_change(state, base, Some(offset));
        }
    }

    /// The executions behind the call, with what it may return.
    fn with_result(
        &mut self,
        mut thread: Thread,
        function: &Function,
        destination: Option<ir::RegisterId>,
        target: FunctionId,
        values: &[Argument],
    ) -> Vec<Thread> {
        let (Some(register), Some(body)) = (destination, &function.body) else { return vec![thread] };
        let scalar = body.registers[register].scalar;
        let promises = &self.context.module.functions[target].promises;
        let argument = |index: u32| values.get(index as usize).map(|argument| argument.value.term);
        let size = match promises.size {
            Some((first, second)) => match (argument(first), second.map(argument)) {
                (Some(first), None) => Some(first),
                (Some(first), Some(Some(second))) => Some(self.context.solver.terms.multiply(first, second)),
                _ => None,
            },
            None => promises.owned.map(|bytes| self.context.constant(i128::from(bytes))),
        };
        if promises.returns_new_memory
            && let Some(size) = size
        {
            let never_null = promises.never_null;
            let size = [Argument { value: Value::defined(size), scalar }];
            let options = self.context.options;
            self.context.options.allocation_may_fail &= !never_null;
            let result = Some((register, scalar));
            let outcomes = library::call(self.context, thread.configuration.clone(), "malloc", &size, result);
            self.context.options = options;
            if let Ok(outcomes) = outcomes {
                let configurations = self.sort_outcomes(&thread, outcomes);
                return configurations
                    .into_iter()
                    .map(|configuration| Thread { configuration, ..thread.clone() })
                    .map(|thread| self.with_contents_of_others(thread, register))
                    .collect();
            }
        }
        let state = &mut thread.configuration.state;
        let value = self.context.foreign_word(state, scalar);
        if promises.never_null {
            let fact = self.context.solver.terms.non_zero(value.term);
            state.assume(&mut self.context.solver, fact);
        }
        state.registers[register.index()] = Some(value);
        vec![thread]
    }

    /// Whatever a function that returns new memory has stored there, it is not known.
    fn with_contents_of_others(&mut self, mut thread: Thread, register: ir::RegisterId) -> Thread {
        let state = &mut thread.configuration.state;
        if let Some(address) = state.registers[register.index()] {
            self.change_from(state, address);
        }
        thread
    }

    /// Whether missing memory belongs to others, and is there from now on.
    pub(super) fn is_provided(
        &mut self,
        thread: &Thread,
        missing: &Missing,
        configuration: &Configuration,
    ) -> bool {
        if self.is_whole_program || self.report.assumed.is_empty() && self.report.callbacks.is_empty() {
            return false;
        }
        let usage = self.usage_at(thread);
        let Some(state) = self.context.with_foreign_memory(&configuration.state, missing, usage) else {
            return false;
        };
        let Some(state) = heap_rules::rearrange::normalise(&mut self.context.solver, state) else {
            return true;
        };
        let path = configuration.path.clone();
        self.enqueue(Thread { configuration: Configuration { state, path }, ..thread.clone() });
        true
    }

    /// Whether memory of others is given back here, of which only parts were known.
    pub(super) fn is_given_back(&mut self, thread: &Thread, block: Option<Atom>) -> bool {
        let state = &thread.configuration.state;
        let is_part = |base: &Atom| state.heap.block(*base).is_some_and(|block| block.region == Region::Part);
        let Some(base) = block.filter(is_part).filter(|_| self.usage_at(thread) == Use::Free) else {
            return false;
        };
        let Some(state) = self.context.end_foreign_part(state, base) else { return false };
        let configuration = Configuration { state, path: thread.configuration.path.clone() };
        self.enqueue(Thread { configuration, index: thread.index + 1, ..thread.clone() });
        true
    }

    /// Whether an error is that memory of others is freed or reallocated, of which it is not known where it begins and ends.
    pub(super) fn is_foreign_part(&self, thread: &Thread, fault: &Fault) -> bool {
        let heap = &thread.configuration.state.heap;
        let is_part = |base: &Atom| heap.block(*base).is_some_and(|block| block.region == Region::Part);
        fault.kind == FaultKind::FreeNotHeap
            && fault.block.filter(is_part).is_some_and(|base| self.context.is_foreign(base))
    }

    fn usage_at(&self, thread: &Thread) -> Use {
        let module = self.context.module;
        let body = module.functions[thread.function].body.as_ref();
        let instruction = body.and_then(|body| body.blocks[thread.block].instructions.get(thread.index));
        match instruction.map(|instruction| &instruction.kind) {
            Some(InstructionKind::Call { callee: Callee::Direct(callee), .. }) => {
                let callee = &module.functions[*callee];
                match callee.name.as_str() {
                    "free" | "cfree" => Use::Free,
                    _ if callee.promises.frees.is_some() => Use::Free,
                    _ => Use::Text,
                }
            }
            _ => Use::Bytes,
        }
    }
}

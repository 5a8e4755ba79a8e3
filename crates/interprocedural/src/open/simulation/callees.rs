//! What functions do with what they are given, as far as a glance at them tells.

use crate::explorer::without_body::keeps_nothing;
use crate::limits::DEPTH_OF_CALLS_LOOKED_INTO;
use crate::open::reallocations::ALLOCATING;
use ir::{Callee, FunctionId, InstructionKind, Module, Operand, Pointee, RegisterId, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the library that keep nothing of what they are given, and access it.
const ACCESSING: [&str; 30] = [
    "fgets",
    "fputs",
    "fread",
    "fwrite",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "puts",
    "read",
    "recv",
    "send",
    "snprintf",
    "sprintf",
    "strcasecmp",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strdup",
    "strlen",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strrchr",
    "strstr",
    "strtol",
    "write",
];

/// Functions that keep nothing, whatever they do with it.
const HARMLESS: [&str; 18] = [
    "atoi",
    "atol",
    "fclose",
    "feof",
    "ferror",
    "fflush",
    "fgetc",
    "fprintf",
    "fseek",
    "getc",
    "printf",
    "snprintf",
    "sprintf",
    "strncasecmp",
    "strnlen",
    "strtoul",
    "vsnprintf",
    "vsprintf",
];

/// Those that return their first argument, or an address in what it leads to.
const RETURNING_FIRST: [&str; 12] = [
    "fgets", "memchr", "memcpy", "memmove", "memset", "strcat", "strchr", "strcpy", "strncat", "strncpy",
    "strrchr", "strstr",
];

/// Functions whose result is null where something is not found, and which nobody can be sure of.
const OPENING: [&str; 5] = ["fdopen", "fopen", "opendir", "popen", "tmpfile"];
const CLOSING: [&str; 3] = ["closedir", "fclose", "pclose"];

/// What a call does with one of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Use {
    /// Neither keeps nor frees it.
    Nothing,
    /// As above, and accesses what it leads to.
    Accesses,
    /// Probably does not keep it.
    Borrows,
    Frees,
    /// Frees it or leaves it alone: nobody can tell here.
    MayFree,
    Keeps,
}

/// What the result of a call is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Result {
    /// A new block, which may be null if `may_fail`.
    New {
        may_fail: bool,
        is_stream: bool,
    },
    /// The first argument itself.
    First,
    /// An address inside of what the first argument leads to, or null.
    InFirst,
    Unknown,
}

pub struct Callees<'m> {
    module: &'m Module,
    known: BTreeMap<(FunctionId, usize), Use>,
    /// Which functions never return.
    ending: BTreeMap<FunctionId, bool>,
}

impl<'m> Callees<'m> {
    pub fn new(module: &'m Module) -> Callees<'m> {
        Callees { module, known: BTreeMap::new(), ending: BTreeMap::new() }
    }

    pub fn does_not_return(&mut self, callee: &Callee) -> bool {
        let Callee::Direct(callee) = *callee else { return false };
        if let Some(&known) = self.ending.get(&callee) {
            return known;
        }
        let never_returns = self.never_returns(callee, DEPTH_OF_CALLS_LOOKED_INTO);
        self.ending.insert(callee, never_returns);
        never_returns
    }

    /// Whether every way through a function that is called ends the program, or goes on elsewhere.
    pub fn ends_program(module: &'m Module, callee: &Callee) -> bool {
        Callees::new(module).does_not_return(callee)
    }

    /// Whether every way through a function ends the program, or goes on elsewhere.
    fn never_returns(&self, callee: FunctionId, depth: usize) -> bool {
        let function = &self.module.functions[callee];
        if function.is_noreturn {
            return true;
        }
        let (Some(body), Some(depth)) = (&function.body, depth.checked_sub(1)) else { return false };
        let mut work = vec![body.entry()];
        let mut seen = BTreeSet::new();
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let block = &body.blocks[id];
            let ends = block.instructions.iter().any(|one| match &one.kind {
                InstructionKind::Call { callee: Callee::Direct(inner), .. } => {
                    *inner != callee && self.never_returns(*inner, depth)
                }
                _ => false,
            });
            match block.terminator.kind {
                _ if ends => {}
                TerminatorKind::Return(_) => return false,
                ref other => other.for_each_successor(|successor| work.push(successor)),
            }
        }
        true
    }

    pub fn has_body(&self, callee: &Callee) -> bool {
        matches!(callee, Callee::Direct(callee) if self.module.functions[*callee].body.is_some())
    }

    /// What a call does with an argument.
    pub fn usage(&mut self, callee: &Callee, index: usize) -> Use {
        match callee {
            Callee::Direct(callee) => self.usage_by(*callee, index, DEPTH_OF_CALLS_LOOKED_INTO),
            Callee::Indirect(_) => Use::Keeps,
        }
    }

    fn usage_by(&mut self, callee: FunctionId, index: usize, depth: usize) -> Use {
        if let Some(&known) = self.known.get(&(callee, index)) {
            return known;
        }
        // What calls itself is looked at once.
        self.known.insert((callee, index), Use::Nothing);
        let usage = self.find_usage(callee, index, depth);
        self.known.insert((callee, index), usage);
        usage
    }

    fn find_usage(&mut self, callee: FunctionId, index: usize, depth: usize) -> Use {
        let function = &self.module.functions[callee];
        let Some(body) = &function.body else { return self.usage_without_body(callee, index) };
        let Some(depth) = depth.checked_sub(1) else { return Use::Keeps };
        let is_aggregate =
            matches!(self.module.signatures[function.signature].result, ir::ResultKind::Aggregate { .. });
        let Some(&parameter) = body.parameters.get(index + usize::from(is_aggregate)) else {
            return Use::Keeps;
        };
        let mut same = BTreeSet::from([parameter]);
        let mut inside = same.clone();
        let has = |set: &BTreeSet<RegisterId>, operand: &Operand| matches!(operand, Operand::Register(register) if set.contains(register));
        loop {
            let before = (same.len(), inside.len());
            for (_, block) in body.blocks.iter() {
                for instruction in &block.instructions {
                    match &instruction.kind {
                        InstructionKind::Copy { destination, source } => {
                            if has(&same, source) {
                                same.insert(*destination);
                            }
                            if has(&inside, source) {
                                inside.insert(*destination);
                            }
                        }
                        InstructionKind::PtrAdd { destination, base, .. } if has(&inside, base) => {
                            inside.insert(*destination);
                        }
                        _ => {}
                    }
                }
            }
            if before == (same.len(), inside.len()) {
                break;
            }
        }
        let mut usage = Use::Nothing;
        let mut add = |other: Use| usage = usage.max(other);
        let is_single = body.blocks.iter().count() == 1;
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                match &instruction.kind {
                    InstructionKind::Store { value, .. } if has(&inside, value) => add(Use::Keeps),
                    InstructionKind::Call { callee: inner, arguments, .. } => {
                        for (at, argument) in
                            arguments.iter().enumerate().filter(|(_, one)| has(&inside, one))
                        {
                            let inner = match inner {
                                Callee::Direct(inner) => {
                                    let shift = usize::from(matches!(
                                        self.module.signatures[self.module.functions[*inner].signature]
                                            .result,
                                        ir::ResultKind::Aggregate { .. }
                                    ));
                                    self.usage_by(*inner, at.saturating_sub(shift), depth)
                                }
                                Callee::Indirect(_) => Use::Keeps,
                            };
                            add(match inner {
                                Use::Frees if !has(&same, argument) => Use::Keeps,
                                Use::Frees if is_single => Use::Frees,
                                Use::Frees => Use::MayFree,
                                Use::Accesses => Use::Nothing,
                                other => other,
                            });
                        }
                    }
                    InstructionKind::Asm { .. } | InstructionKind::VaStart { .. } => add(Use::Keeps),
                    _ => {}
                }
            }
            if let TerminatorKind::Return(Some(result)) = &block.terminator.kind
                && has(&inside, result)
            {
                add(Use::Keeps);
            }
        }
        usage
    }

    fn usage_without_body(&self, callee: FunctionId, index: usize) -> Use {
        let function = &self.module.functions[callee];
        let name = plain(&function.name);
        if (name == "free" || CLOSING.contains(&name)) && index == 0 {
            return Use::Frees;
        }
        if matches!(name, "realloc" | "reallocarray") && index == 0 {
            return Use::MayFree;
        }
        if function.promises.frees.is_some() && function.promises.frees == u32::try_from(index).ok() {
            return Use::Frees;
        }
        if gives_back(name) {
            return Use::MayFree;
        }
        if ACCESSING.contains(&name) {
            return Use::Accesses;
        }
        if HARMLESS.contains(&name) || keeps_nothing(&function.name) || function.promises.is_pure {
            return Use::Nothing;
        }
        match function.promises.parameters.get(index) {
            Some(Pointee::Constant | Pointee::Data) => Use::Borrows,
            None if function.promises.reads_variadic => Use::Nothing,
            _ => Use::Keeps,
        }
    }

    /// The function of the library that is called.
    pub fn name(&self, callee: &Callee) -> Option<&'m str> {
        let Callee::Direct(callee) = callee else { return None };
        let function = &self.module.functions[*callee];
        function.body.is_none().then(|| plain(&function.name))
    }

    /// Which arguments of a call say how large the block is that it returns.
    pub fn size_of_new(&self, callee: &Callee) -> Option<(usize, Option<usize>)> {
        let Callee::Direct(callee) = callee else { return None };
        self.size_by(*callee, DEPTH_OF_CALLS_LOOKED_INTO)
    }

    fn size_by(&self, callee: FunctionId, depth: usize) -> Option<(usize, Option<usize>)> {
        let function = &self.module.functions[callee];
        let Some(body) = &function.body else {
            return match plain(&function.name) {
                "malloc" => Some((0, None)),
                "calloc" => Some((0, Some(1))),
                "realloc" | "aligned_alloc" => Some((1, None)),
                "reallocarray" => Some((1, Some(2))),
                _ => None,
            };
        };
        // A wrapper that passes its arguments on.
        let depth = depth.checked_sub(1)?;
        let mut blocks = body.blocks.iter();
        let (Some((_, block)), None) = (blocks.next(), blocks.next()) else { return None };
        let mut names: BTreeMap<RegisterId, usize> =
            body.parameters.iter().enumerate().map(|(index, &register)| (register, index)).collect();
        let mut found = None;
        for instruction in &block.instructions {
            match &instruction.kind {
                InstructionKind::Copy { destination, source: Operand::Register(source) }
                | InstructionKind::Convert { destination, operand: Operand::Register(source), .. } => {
                    let name = names.get(source).copied();
                    names.extend(name.map(|name| (*destination, name)));
                }
                InstructionKind::Call { callee: Callee::Direct(inner), arguments, .. } => {
                    let (first, second) = self.size_by(*inner, depth)?;
                    let name = |index: usize| match arguments.get(index) {
                        Some(Operand::Register(register)) => names.get(register).copied(),
                        _ => None,
                    };
                    let is_one = |index: usize| matches!(arguments.get(index), Some(Operand::Constant(number)) if number.bits() == 1);
                    found = match second {
                        Some(second) if is_one(second) => Some((name(first)?, None)),
                        Some(second) if is_one(first) => Some((name(second)?, None)),
                        Some(second) => Some((name(first)?, Some(name(second)?))),
                        None => Some((name(first)?, None)),
                    };
                }
                _ => {}
            }
        }
        found
    }

    /// What a call returns.
    pub fn result(&self, callee: &Callee) -> Result {
        let Callee::Direct(callee) = callee else { return Result::Unknown };
        self.result_by(*callee, DEPTH_OF_CALLS_LOOKED_INTO)
    }

    fn result_by(&self, callee: FunctionId, depth: usize) -> Result {
        let function = &self.module.functions[callee];
        let Some(body) = &function.body else {
            let name = plain(&function.name);
            return match name {
                "fgets" | "memchr" | "strchr" | "strrchr" | "strstr" => Result::InFirst,
                _ if RETURNING_FIRST.contains(&name) => Result::First,
                _ if ALLOCATING.contains(&name) => Result::New { may_fail: true, is_stream: false },
                _ if OPENING.contains(&name) => Result::New { may_fail: true, is_stream: true },
                _ => Result::Unknown,
            };
        };
        let Some(depth) = depth.checked_sub(1) else { return Result::Unknown };
        // Who decides something may say by other means what the result is.
        let mut blocks = body.blocks.iter();
        let (Some((_, block)), None) = (blocks.next(), blocks.next()) else { return Result::Unknown };
        let TerminatorKind::Return(Some(result)) = &block.terminator.kind else { return Result::Unknown };
        let never_fails =
            block.instructions.iter().any(|one| matches!(one.kind, InstructionKind::Assume { .. }));
        match self.returned(body, result, depth) {
            Some(Result::New { may_fail, is_stream }) => {
                Result::New { may_fail: may_fail && !never_fails, is_stream }
            }
            _ => Result::Unknown,
        }
    }

    /// Whether all that a register may hold is new, or null ([`Result::First`] stands for that).
    fn returned(&self, body: &ir::Body, operand: &Operand, depth: usize) -> Option<Result> {
        let register = match operand {
            Operand::Register(register) => *register,
            Operand::Constant(number) if number.bits() == 0 => return Some(Result::First),
            _ => return None,
        };
        let mut work = vec![register];
        let mut seen = BTreeSet::new();
        let mut found = None;
        while let Some(register) = work.pop() {
            if !seen.insert(register) {
                continue;
            }
            let mut is_defined = false;
            for instruction in body.blocks.iter().flat_map(|(_, block)| &block.instructions) {
                match &instruction.kind {
                    // Somebody else has it as well.
                    InstructionKind::Store { value: Operand::Register(value), .. } if *value == register => {
                        return None;
                    }
                    kind if kind.destination() != Some(register) => {}
                    InstructionKind::Undefine { .. } => is_defined = true,
                    InstructionKind::Copy { source: Operand::Constant(number), .. } if number.bits() == 0 => {
                        is_defined = true;
                        found = found.or(Some(Result::First));
                    }
                    InstructionKind::Copy { source: Operand::Register(source), .. } => {
                        is_defined = true;
                        work.push(*source);
                    }
                    InstructionKind::Call { callee: Callee::Direct(callee), .. } => {
                        let Result::New { may_fail, is_stream } = self.result_by(*callee, depth) else {
                            return None;
                        };
                        is_defined = true;
                        found = Some(Result::New { may_fail, is_stream });
                    }
                    _ => return None,
                }
            }
            if !is_defined {
                return None;
            }
        }
        found
    }
}

/// Whether a name says that a function gives back what it is given.
fn gives_back(name: &str) -> bool {
    let words =
        ["free", "destroy", "delete", "release", "unref", "decref", "dispose", "close", "cleanup", "deinit"];
    let lower = name.to_ascii_lowercase();
    words.iter().any(|word| lower.contains(word))
}

/// The plain name of a function of the library.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")).unwrap_or(name)
}

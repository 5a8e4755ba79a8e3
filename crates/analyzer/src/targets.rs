//! Which files of a project belong together: every `main` is a program of its own, made of the files that define what it
//! needs; what no program needs is a library, whose callers are not known, together with the files that define what it needs.

use ir::{Callee, InitializerData, InstructionKind, Linkage, Module, Operand, SymbolReference};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// One file of a project.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'m> {
    /// Files in the same folder belong together rather than others.
    pub path: &'m Path,
    pub module: &'m Module,
}

/// Files that are linked together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub name: String,
    /// It has a `main`.
    pub is_program: bool,
    /// By their places in the list of files, in ascending order.
    pub units: Vec<usize>,
}

/// What a file offers to others, and what it wants from them.
struct Symbols<'m> {
    defined: BTreeSet<&'m str>,
    /// Defined, but others may define them, too: weak ones, and variables without an initial value.
    weak: BTreeSet<&'m str>,
    needed: BTreeSet<&'m str>,
}

/// Finds the targets: programs in the order of their `main`, then libraries.
pub fn targets(units: &[Unit<'_>]) -> Vec<Target> {
    let symbols: Vec<Symbols<'_>> = units.iter().map(|unit| symbols(unit.module)).collect();
    let mut definers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, symbols) in symbols.iter().enumerate() {
        for &name in symbols.defined.iter().chain(&symbols.weak) {
            definers.entry(name).or_default().push(index);
        }
    }
    let has_main = |unit: usize| symbols[unit].defined.contains("main");
    let mut targets: Vec<Target> = Vec::new();
    let mut used: BTreeSet<usize> = BTreeSet::new();
    for main in (0..units.len()).filter(|&unit| has_main(unit)) {
        let mut group = Group::new(units, &symbols, main);
        group.take_what_is_needed(&definers, main);
        used.extend(&group.members);
        targets.push(Target {
            name: tail(units[main].path, 0),
            is_program: true,
            units: group.members.into_iter().collect(),
        });
    }
    make_names_unique(&mut targets, units, &symbols);
    let mut libraries: Vec<Group<'_, '_>> = Vec::new();
    for unit in (0..units.len()).filter(|unit| !used.contains(unit)) {
        match libraries.iter_mut().find(|group| group.takes(unit)) {
            Some(group) => group.add(unit),
            None => libraries.push(Group::new(units, &symbols, unit)),
        }
    }
    for (index, mut group) in libraries.into_iter().enumerate() {
        group.take_what_is_needed(&definers, group.first);
        let name = if index == 0 { "library".to_owned() } else { format!("library-{}", index + 1) };
        targets.push(Target { name, is_program: false, units: group.members.into_iter().collect() });
    }
    targets
}

/// Files that can be linked.
struct Group<'u, 'm> {
    units: &'u [Unit<'m>],
    symbols: &'u [Symbols<'m>],
    members: BTreeSet<usize>,
    strong: BTreeSet<&'m str>,
    weak: BTreeSet<&'m str>,
    first: usize,
}

impl<'u, 'm> Group<'u, 'm> {
    fn new(units: &'u [Unit<'m>], symbols: &'u [Symbols<'m>], first: usize) -> Group<'u, 'm> {
        let (members, strong, weak) = Default::default();
        let mut group = Group { units, symbols, members, strong, weak, first };
        group.add(first);
        group
    }

    fn add(&mut self, unit: usize) {
        self.members.insert(unit);
        self.strong.extend(&self.symbols[unit].defined);
        self.weak.extend(&self.symbols[unit].weak);
    }

    /// Adds the files that define what the members need, those first that lie next to the given one. Files with a `main` are programs.
    fn take_what_is_needed(&mut self, definers: &BTreeMap<&'m str, Vec<usize>>, beside: usize) {
        let symbols = self.symbols;
        let mut wanted: Vec<&str> =
            self.members.iter().rev().flat_map(|&unit| symbols[unit].needed.iter().rev().copied()).collect();
        while let Some(name) = wanted.pop() {
            if self.defines(name) {
                continue;
            }
            let candidates = definers.get(name).into_iter().flatten().copied();
            let fitting =
                candidates.filter(|&unit| !symbols[unit].defined.contains("main") && self.takes(unit));
            let nearest = fitting.min_by_key(|&unit| (usize::MAX - nearness(self.units, beside, unit), unit));
            if let Some(unit) = nearest {
                self.add(unit);
                wanted.extend(symbols[unit].needed.iter().rev().copied());
            }
        }
    }

    fn defines(&self, name: &str) -> bool {
        self.strong.contains(name) || self.weak.contains(name)
    }

    /// Whether the file is for the same machine and defines nothing again.
    fn takes(&self, unit: usize) -> bool {
        self.units[unit].module.data_model == self.units[self.first].module.data_model
            && self.symbols[unit].defined.is_disjoint(&self.strong)
    }
}

fn symbols(module: &Module) -> Symbols<'_> {
    let (mut defined, mut weak) = (BTreeSet::new(), BTreeSet::new());
    for (_, function) in module.functions.iter().filter(|(_, function)| function.body.is_some()) {
        match function.linkage {
            Linkage::External => drop(defined.insert(function.name.as_str())),
            Linkage::Weak => drop(weak.insert(function.name.as_str())),
            Linkage::Internal => {}
        }
    }
    for (_, global) in module.globals.iter() {
        let Some(initializer) = &global.initializer else { continue };
        match global.linkage {
            Linkage::External if !initializer.chunks.is_empty() => drop(defined.insert(global.name.as_str())),
            Linkage::External | Linkage::Weak => drop(weak.insert(global.name.as_str())),
            Linkage::Internal => {}
        }
    }
    let mut needed = BTreeSet::new();
    for_each_reference(module, &mut |reference| match reference {
        SymbolReference::Function(id) => {
            let function = &module.functions[id];
            if function.body.is_none() && function.linkage != Linkage::Internal {
                needed.insert(function.name.as_str());
            }
        }
        SymbolReference::Global(id) => {
            let global = &module.globals[id];
            if global.initializer.is_none() && global.linkage != Linkage::Internal {
                needed.insert(global.name.as_str());
            }
        }
    });
    Symbols { defined, weak, needed }
}

/// Every mention of a function or a variable, in code and in initial values.
fn for_each_reference(module: &Module, visit: &mut impl FnMut(SymbolReference)) {
    let mut operand = |operand: &Operand| match operand {
        Operand::Global(global, _) => visit(SymbolReference::Global(*global)),
        Operand::Function(function) => visit(SymbolReference::Function(*function)),
        Operand::Register(_) | Operand::Constant(_) => {}
    };
    for body in module.functions.iter().filter_map(|(_, function)| function.body.as_ref()) {
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                instruction.kind.for_each_operand(&mut operand);
                if let InstructionKind::Call { callee: Callee::Direct(function), .. } = instruction.kind {
                    operand(&Operand::Function(function));
                }
            }
            block.terminator.kind.operand().into_iter().for_each(&mut operand);
        }
    }
    for (_, global) in module.globals.iter() {
        for chunk in global.initializer.iter().flat_map(|initializer| &initializer.chunks) {
            if let InitializerData::Address(symbol, _) = chunk.data {
                visit(symbol);
            }
        }
    }
}

/// How many folders two files have in common.
fn nearness(units: &[Unit<'_>], a: usize, b: usize) -> usize {
    let (a, b) = (units[a].path, units[b].path);
    a.components().zip(b.components()).take_while(|(a, b)| a == b).count()
}

/// Programs of the same name are told apart by the folders of their files, as few of them as it takes: names do not tell where
/// the project lies.
fn make_names_unique(targets: &mut [Target], units: &[Unit<'_>], symbols: &[Symbols<'_>]) {
    let main_of =
        |target: &Target| target.units.iter().copied().find(|&unit| symbols[unit].defined.contains("main"));
    let mains: Vec<Option<usize>> = targets.iter().map(main_of).collect();
    let tails = |folders: usize| -> Vec<Option<String>> {
        mains.iter().map(|main| main.map(|main| tail(units[main].path, folders))).collect()
    };
    let deepest = mains.iter().flatten().map(|&main| units[main].path.components().count()).max();
    for (index, target) in targets.iter_mut().enumerate() {
        let Some(main) = mains[index] else { continue };
        // A file that is compiled in several ways is not told apart by any folder.
        let others = |other: usize| mains[other].is_some_and(|other| units[other].path != units[main].path);
        let is_alone = |folders: &usize| {
            let names = tails(*folders);
            (0..names.len()).all(|other| !others(other) || names[other] != names[index])
        };
        let folders = (0..deepest.unwrap_or(1)).find(is_alone).unwrap_or(0);
        target.name = tail(units[main].path, folders);
    }
    // A file that is compiled in several ways has the same path.
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for target in targets {
        let count = seen.entry(target.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            target.name = format!("{}-{count}", target.name);
        }
    }
}

/// The end of a path: the file without its ending, and so many folders before it.
fn tail(path: &Path, folders: usize) -> String {
    let path = path.with_extension("");
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts[parts.len().saturating_sub(folders + 1)..].join("/").replace("//", "/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, front_end};
    use source::{DataModel, SourceMap};

    /// The targets of files with these names and texts, as `name: files`.
    fn grouped(files: &[(&str, &str)]) -> Vec<String> {
        let mut map = SourceMap::new();
        let modules: Vec<Module> = files
            .iter()
            .map(|(name, text)| {
                let input = Input {
                    name: (*name).to_owned(),
                    text: text.as_bytes().into(),
                    data_model: DataModel::Lp64,
                };
                let result = front_end(&mut map, &input, &|_| {});
                assert!(!result.has_errors(), "{:?}", result.diagnostics);
                result.module
            })
            .collect();
        let units: Vec<Unit<'_>> = files
            .iter()
            .zip(&modules)
            .map(|((name, _), module)| Unit { path: Path::new(*name), module })
            .collect();
        let told = |target: &Target| {
            let names: Vec<&str> = target.units.iter().map(|&unit| files[unit].0).collect();
            format!("{}: {}", target.name, names.join(" "))
        };
        targets(&units).iter().map(told).collect()
    }

    const MAIN: &str = "int f(void); int unused(void); int main(void) { return f(); }";

    #[test]
    fn programs_take_what_they_need() {
        let files = [
            ("a.c", MAIN),
            ("f.c", "int g(void); int f(void) { return g(); }"),
            ("b.c", "int main(void) { return 0; }"),
            ("g.c", "int g(void) { return 1; }"),
            ("unused.c", "int unused(void) { return 1; }"),
        ];
        assert_eq!(grouped(&files), ["a: a.c f.c g.c", "b: b.c", "library: unused.c"]);
    }

    #[test]
    fn libraries_take_what_they_need_of_programs() {
        let files = [
            ("a.c", MAIN),
            ("f.c", "int f(void) { return 1; }"),
            ("other.c", "int f(void); int other(void) { return f(); }"),
        ];
        assert_eq!(grouped(&files), ["a: a.c f.c", "library: f.c other.c"]);
    }

    #[test]
    fn the_nearest_definition_is_taken() {
        let f = "int f(void) { return 1; }";
        let files = [("x/f.c", f), ("y/main.c", MAIN), ("y/f.c", f), ("x/main.c", MAIN)];
        assert_eq!(grouped(&files), ["y/main: y/main.c y/f.c", "x/main: x/f.c x/main.c"]);
    }

    #[test]
    fn names_do_not_tell_where_the_project_lies() {
        let one = "int main(void) { return 0; }";
        let files = [("/home/me/p/a/tool.c", one), ("/home/me/p/b/tool.c", one), ("/home/me/p/other.c", one)];
        let names: Vec<String> =
            grouped(&files).iter().map(|line| line.split(':').next().unwrap().to_owned()).collect();
        assert_eq!(names, ["a/tool", "b/tool", "other"]);
        let twice = [("/home/me/p/tool.c", one), ("/home/me/p/tool.c", "int main(void) { return 1; }")];
        assert!(grouped(&twice)[0].starts_with("tool: ") && grouped(&twice)[1].starts_with("tool-2: "));
    }

    #[test]
    fn variables_function_pointers_and_initial_values_are_needs() {
        let files = [
            ("main.c", "extern int v; extern int t[]; int main(void) { return v + t[0]; }"),
            ("v.c", "int v = 1;"),
            ("t.c", "int h(void); int (*table)(void) = h; int t[] = { 1 };"),
            ("h.c", "int h(void) { return 2; }"),
        ];
        assert_eq!(grouped(&files), ["main: main.c v.c t.c h.c"]);
    }

    #[test]
    fn what_clashes_is_linked_apart() {
        let files = [
            ("a.c", "static int s(void) { return 1; } int f(void) { return s(); } int common;"),
            ("b.c", "static int s(void) { return 2; } int g(void) { return s(); } int common;"),
            ("c.c", "int f(void) { return 3; }"),
            ("w.c", "__attribute__((weak)) int f(void) { return 4; }"),
        ];
        assert_eq!(grouped(&files), ["library: a.c b.c w.c", "library-2: c.c"]);
    }
}

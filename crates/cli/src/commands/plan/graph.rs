//! Which files of a build use which others, and what can be worked on separately.

use crate::project::Project;
use ir::{Linkage, Module};
use std::collections::{BTreeMap, BTreeSet};
use stdx::scc::strongly_connected_components;

/// The units of work of a build.
pub struct Graph {
    /// The names of programs.
    pub programs: Vec<String>,
    /// Files that use each other are one unit; those that others use come first.
    pub units: Vec<FileUnit>,
}

pub struct FileUnit {
    pub files: Vec<usize>,
    /// The units that it uses, those included that they use.
    pub uses: BTreeSet<usize>,
    /// How many units have to be done one after the other before it.
    pub depth: usize,
}

impl Graph {
    pub fn new(project: &Project) -> Graph {
        let targets = project.targets();
        let mut uses: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); project.modules.len()];
        for target in &targets {
            let mut definers: BTreeMap<&str, usize> = BTreeMap::new();
            for &file in &target.units {
                for name in names(&project.modules[file].1, true) {
                    definers.entry(name).or_insert(file);
                }
            }
            for &file in &target.units {
                let needed = names(&project.modules[file].1, false);
                uses[file]
                    .extend(needed.filter_map(|name| definers.get(name)).filter(|&&other| other != file));
            }
        }
        let successors: Vec<Vec<usize>> = uses.iter().map(|uses| uses.iter().copied().collect()).collect();
        // Those that others use come first.
        let components = strongly_connected_components(&successors);
        let mut unit_of = vec![0; project.modules.len()];
        let mut units: Vec<FileUnit> = Vec::new();
        for (number, mut files) in components.into_iter().enumerate() {
            files.sort_unstable();
            let mut all = BTreeSet::new();
            let mut depth = 0;
            for &file in &files {
                unit_of[file] = number;
            }
            for used in files.iter().flat_map(|&file| &successors[file]).map(|&file| unit_of[file]) {
                if used != number {
                    all.insert(used);
                    all.extend(units[used].uses.iter().copied());
                    depth = depth.max(units[used].depth + 1);
                }
            }
            units.push(FileUnit { files, uses: all, depth });
        }
        let programs = targets.iter().filter(|target| target.is_program).map(|target| target.name.clone());
        Graph { programs: programs.collect(), units }
    }
}

/// The names of what a file defines for others, or of what it takes from them.
fn names(module: &Module, is_defined: bool) -> impl Iterator<Item = &str> {
    let functions = module
        .functions
        .iter()
        .map(|(_, function)| (function.name.as_str(), function.linkage, function.body.is_some()));
    let globals = module
        .globals
        .iter()
        .map(|(_, global)| (global.name.as_str(), global.linkage, global.initializer.is_some()));
    functions
        .chain(globals)
        .filter(move |&(_, linkage, defined)| defined == is_defined && linkage != Linkage::Internal)
        .map(|(name, _, _)| name)
}

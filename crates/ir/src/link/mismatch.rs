//! Declarations that do not fit the definition in another file, which compilers cannot see and linkers do not look at.

use crate::{Function, Global, Linkage, Module};
use source::Span;
use std::collections::BTreeMap;

/// A declaration in one file, and a definition in another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    pub name: String,
    pub declared: Span,
    pub defined: Span,
    pub difference: Difference,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The types of the function are not compatible.
    Signature,
    /// The variable has another size, in bytes.
    Size { declared: u64, defined: u64 },
}

/// All of them, in the order of the files. Declarations of what none of the files defines are not compared.
pub fn mismatches(modules: &[&Module]) -> Vec<Mismatch> {
    let mut functions: BTreeMap<&str, (&Module, &Function)> = BTreeMap::new();
    let mut globals: BTreeMap<&str, &Global> = BTreeMap::new();
    for &module in modules {
        for (_, function) in module.functions.iter() {
            if function.body.is_some() && function.linkage != Linkage::Internal {
                functions.entry(&function.name).or_insert((module, function));
            }
        }
        for (_, global) in module.globals.iter() {
            if global.initializer.is_some() && global.linkage != Linkage::Internal {
                globals.entry(&global.name).or_insert(global);
            }
        }
    }
    let mut found = Vec::new();
    for &module in modules {
        for (_, declared) in module.functions.iter() {
            let Some(&(other, defined)) = functions.get(declared.name.as_str()) else { continue };
            let (left, right) =
                (&module.signatures[declared.signature], &other.signatures[defined.signature]);
            // `int f();` says nothing of the parameters.
            let is_told = left.has_prototype && right.has_prototype;
            let differs = left.result != right.result || is_told && left.fingerprint != right.fingerprint;
            let is_declaration = declared.body.is_none() && declared.linkage != Linkage::Internal;
            if is_declaration && differs && declared.span != Span::NONE {
                found.push(Mismatch {
                    name: declared.name.clone(),
                    declared: declared.span,
                    defined: defined.span,
                    difference: Difference::Signature,
                });
            }
        }
        for (_, declared) in module.globals.iter() {
            let Some(defined) = globals.get(declared.name.as_str()) else { continue };
            let is_declaration = declared.initializer.is_none() && declared.linkage != Linkage::Internal;
            // An array may be declared without its length, a structure without its members.
            if is_declaration && declared.size != 0 && declared.size != defined.size {
                found.push(Mismatch {
                    name: declared.name.clone(),
                    declared: declared.span,
                    defined: defined.span,
                    difference: Difference::Size { declared: declared.size, defined: defined.size },
                });
            }
        }
    }
    found
}

//! Which functions a call of some signature may reach.

use ir::{FunctionId, Module, Signature, SignatureId};
use rustc_hash::FxHashMap;

/// Whether a call with one signature may reach a function with the other, as C has it: the types are
/// compatible. Types with prototypes are compared by fingerprint. Without a prototype on one side, the
/// results and, as far as they are known, the parameters are passed in the same way.
pub fn may_call(call: &Signature, function: &Signature) -> bool {
    if call.has_prototype && function.has_prototype {
        return call.fingerprint == function.fingerprint;
    }
    let says_nothing = |signature: &Signature| !signature.has_prototype && signature.parameters.is_empty();
    call.fingerprint == function.fingerprint
        || call.result == function.result
            && (says_nothing(call) || says_nothing(function) || call.parameters == function.parameters)
}

/// For each signature, the functions that calls through pointers may reach, in ascending order;
/// only for the signatures that `is_called` holds of.
pub(crate) fn targets(module: &Module, taken: &[FunctionId], is_called: &[bool]) -> Vec<Vec<FunctionId>> {
    let signature_of = |function: FunctionId| module.signatures.get(module.functions[function].signature);
    let mut by_fingerprint: FxHashMap<u64, Vec<FunctionId>> = FxHashMap::default();
    // Functions without a prototype have to be looked at one by one; they are few.
    let mut unprototyped: Vec<FunctionId> = Vec::new();
    for &function in taken {
        match signature_of(function) {
            Some(signature) if signature.has_prototype => {
                by_fingerprint.entry(signature.fingerprint).or_default().push(function);
            }
            Some(_) => unprototyped.push(function),
            None => {}
        }
    }
    let fits = |call: &Signature, function: FunctionId| {
        signature_of(function).is_some_and(|signature| may_call(call, signature))
    };
    let targets_of = |(id, call): (SignatureId, &Signature)| {
        if !is_called[id.index()] {
            return Vec::new();
        }
        if !call.has_prototype {
            return taken.iter().copied().filter(|&function| fits(call, function)).collect();
        }
        let mut found = by_fingerprint.get(&call.fingerprint).cloned().unwrap_or_default();
        found.extend(unprototyped.iter().filter(|&&function| fits(call, function)));
        found.sort_unstable();
        found
    };
    module.signatures.iter().map(targets_of).collect()
}

//! Which of several declarations and definitions of a symbol counts.

use super::LinkError;
use crate::{Function, Global, Linkage};

/// Makes `known` the function that both together are.
pub(super) fn merge_function(known: &mut Function, other: Function) -> Option<LinkError> {
    let is_noreturn = known.is_noreturn || other.is_noreturn;
    let choice = choose(
        Candidate { is_defined: known.body.is_some(), linkage: known.linkage },
        Candidate { is_defined: other.body.is_some(), linkage: other.linkage },
    );
    match choice {
        Choice::Known => {}
        Choice::Other => *known = other,
        Choice::Clash => {
            let (first, second) = (known.span, other.span);
            return Some(LinkError::DuplicateDefinition { name: other.name, first, second });
        }
    }
    known.is_noreturn = is_noreturn;
    None
}

/// Makes `known` the global that both together are.
pub(super) fn merge_global(known: &mut Global, other: Global) -> Option<LinkError> {
    let (first, second) = (known.span, other.span);
    if known.is_thread_local != other.is_thread_local {
        return Some(LinkError::ThreadLocalDiffers { name: other.name, first, second });
    }
    let (known_is_zero, other_is_zero) = (is_all_zero(known), is_all_zero(&other));
    let choice = choose(
        Candidate { is_defined: known.initializer.is_some(), linkage: known.linkage },
        Candidate { is_defined: other.initializer.is_some(), linkage: other.linkage },
    );
    let both_are_declared = known.initializer.is_none() && other.initializer.is_none();
    let (size, alignment) = (known.size.max(other.size), known.alignment.max(other.alignment));
    let is_tentative = match choice {
        Choice::Known => false,
        Choice::Other => {
            *known = other;
            false
        }
        Choice::Clash if other_is_zero => true,
        Choice::Clash if known_is_zero => {
            *known = other;
            true
        }
        Choice::Clash => {
            return Some(LinkError::DuplicateDefinition { name: other.name, first, second });
        }
    };
    // A declaration of an array may leave its length open, and common storage is as large as the
    // largest of its definitions.
    if is_tentative || both_are_declared {
        known.size = size;
        known.alignment = alignment;
    }
    None
}

fn is_all_zero(global: &Global) -> bool {
    global.initializer.as_ref().is_some_and(|initializer| initializer.chunks.is_empty())
}

struct Candidate {
    is_defined: bool,
    linkage: Linkage,
}

enum Choice {
    Known,
    Other,
    /// Both are definitions that nothing may replace.
    Clash,
}

fn choose(known: Candidate, other: Candidate) -> Choice {
    match (known.is_defined, other.is_defined) {
        (true, false) => Choice::Known,
        (false, true) => Choice::Other,
        // A symbol that nobody defines is a weak one only if every unit says so.
        (false, false) => match known.linkage {
            Linkage::Weak => Choice::Other,
            Linkage::External | Linkage::Internal => Choice::Known,
        },
        (true, true) => match (known.linkage, other.linkage) {
            (_, Linkage::Weak) => Choice::Known,
            (Linkage::Weak, Linkage::External | Linkage::Internal) => Choice::Other,
            (Linkage::External | Linkage::Internal, Linkage::External | Linkage::Internal) => Choice::Clash,
        },
    }
}

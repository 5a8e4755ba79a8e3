//! Learning from a call for which the contracts of the callee lack something.
//!
//! The callee is not executed: what one of its contracts needs becomes part of the precondition, a list as a whole.
//! Should that lead nowhere, the call is followed after all.

use super::{Entry, Rounds};
use crate::explorer::LackingCall;
use heap_rules::apply::Lack;
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_execution::{Missing, Run, Wanted};
use symbolic_heap::Value;

impl Rounds<'_, '_, '_> {
    /// Enqueues the preconditions that have what is lacking. `None` if that cannot be told.
    pub(super) fn learn_from_call(
        &mut self,
        entry: &Entry,
        call: &LackingCall,
        held: &[Option<Value>],
    ) -> Option<()> {
        let before = entry.before.clone().unwrap_or_else(|| Arc::new(entry.clone()));
        let mut entry = Entry { before: Some(before), ..entry.clone() };
        entry.learn_types(self.context, call.function, &call.configuration.state);
        let mut is_learned = false;
        for lack in &call.lacks {
            is_learned |= self.learn_lack(&entry, call, lack, held).is_some();
        }
        is_learned.then_some(())
    }

    fn learn_lack(
        &mut self,
        entry: &Entry,
        call: &LackingCall,
        lack: &Lack,
        held: &[Option<Value>],
    ) -> Option<()> {
        let state = &call.configuration.state;
        if let Some(&(address, (start, end), is_read)) = lack.fields.first() {
            let missing = Missing {
                address: self.context.solver.terms.add_constant(address, start),
                bytes: self.context.constant(end - start),
                is_read,
                wanted: Wanted::Bytes,
                span: call.span,
                reason: String::new(),
            };
            entry.origin(self.context, missing.address)?;
            self.learn_missing(entry.clone(), &missing, state, held);
            return Some(());
        }
        if !lack.words.is_empty() {
            let mut reads = BTreeSet::new();
            for &(base, (start, end)) in &lack.words {
                let (start, end) = (self.context.constant(start), self.context.constant(end));
                reads.insert(Run { base, start, end });
            }
            let named = entry.naming(self.context, &reads)?;
            self.search.result.rules.named += reads.len() as u64;
            self.note("name", &named);
            self.search.enqueue(named);
            return Some(());
        }
        // In front of a record the list ends, whatever the record is part of: it need not become a node.
        if let (Some(list), false) = (&lack.list, lack.nodes.is_empty()) {
            let more = entry.with_list(self.context, list)?.assuming(self.context, held, state)?;
            self.search.result.rules.lists += 1;
            self.note("learn a list", &more);
            self.search.enqueue(Entry { follows: true, before: None, ..more });
            return Some(());
        }
        let mut more = entry.clone();
        for &(base, size) in &lack.nodes {
            more.make_whole(self.context, base, 0, Some(i128::from(size)))?;
            self.search.result.rules.whole += 1;
        }
        if let Some(list) = &lack.list {
            more = more.with_list(self.context, list)?;
            self.search.result.rules.lists += 1;
        }
        let more = more.with_facts(self.context, &lack.facts)?.assuming(self.context, held, state)?;
        self.note("learn what a callee lacks", &more);
        self.search.enqueue(more);
        Some(())
    }

    /// A precondition that was made from the contract of a callee does not suffice: the calls are followed instead.
    pub(super) fn follow_instead(&mut self, entry: &Entry) {
        if let Some(before) = &entry.before {
            self.search.enqueue(Entry { follows: true, before: None, ..(**before).clone() });
        }
    }
}

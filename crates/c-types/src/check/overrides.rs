//! Parts of an object that an initialiser sets more than once.
//!
//! `{ [0] = { 1, 2 }, [0] = { .b = 3 } }` initialises the first element anew: what was stored into
//! it before is void, also where the new list says nothing.

use super::Checker;
use super::initializers::Builder;
use crate::typed::InitializerEntry;
use std::collections::BTreeMap;

/// So many stores may be looked at; a sane program replaces a handful.
const MAX_STEPS: usize = 20_000_000;

/// The stores that are still valid, by offset and then by their place in the list.
type Stores = BTreeMap<(u64, usize), InitializerEntry>;

impl Checker<'_> {
    /// Drops stores into parts that were initialised again as a whole. Says whether it was feasible.
    pub(super) fn apply_resets(&self, builder: &mut Builder) -> bool {
        let mut stores = Stores::new();
        // The reach of the widest store, so that those that start before a part are found.
        let mut widest = 1;
        let mut steps = 0;
        let mut resets = builder.resets.iter().peekable();
        for (index, entry) in builder.entries.iter().enumerate() {
            while let Some(&(_, start, end)) = resets.next_if(|&&(at, ..)| at <= index) {
                steps += drop_range(&mut stores, start, end, widest);
            }
            if steps > MAX_STEPS {
                return false;
            }
            widest = widest.max(self.reach(entry));
            stores.insert((entry.offset, index), *entry);
        }
        for &(_, start, end) in resets {
            steps += drop_range(&mut stores, start, end, widest);
            if steps > MAX_STEPS {
                return false;
            }
        }
        let mut remaining: Vec<(usize, InitializerEntry)> =
            stores.into_iter().map(|((_, index), entry)| (index, entry)).collect();
        remaining.sort_by_key(|&(index, entry)| (index, entry.offset));
        builder.entries = remaining.into_iter().map(|(_, entry)| entry).collect();
        true
    }
}

/// Removes the stores that start in a range; of repeated ones, those repetitions. The result is
/// the number of stores looked at.
fn drop_range(stores: &mut Stores, start: u64, end: u64, widest: u64) -> usize {
    let candidates: Vec<(u64, usize)> =
        stores.range((start.saturating_sub(widest), 0)..(end, 0)).map(|(&key, _)| key).collect();
    for &key in &candidates {
        let Some(&entry) = stores.get(&key) else { continue };
        if entry.count == 1 {
            if entry.offset >= start {
                stores.remove(&key);
            }
            continue;
        }
        // Repetitions `first..past` start in the range.
        let stride = entry.stride.max(1);
        let position = |limit: u64| limit.saturating_sub(entry.offset).div_ceil(stride).min(entry.count);
        let (first, past) = (position(start), position(end));
        if first >= past {
            continue;
        }
        stores.remove(&key);
        if first > 0 {
            stores.insert(key, InitializerEntry { count: first, ..entry });
        }
        if past < entry.count {
            let offset = entry.offset.saturating_add(past.saturating_mul(stride));
            stores.insert((offset, key.1), InitializerEntry { offset, count: entry.count - past, ..entry });
        }
    }
    candidates.len()
}

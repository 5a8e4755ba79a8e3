//! Which member of a union an initialiser set last.
//!
//! In `{ [0 ... 9].i = -1, [3].c = 1 }` the second store is for another member than the first, so
//! that element has nothing left of the first. Ranges are kept as ranges, since they may be long.

use super::initializers::Range;
use crate::types::RecordId;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// So many elements of ranges may be looked at; a sane program has a handful.
const MAX_STEPS: usize = 2_000_000;

#[derive(Default)]
pub struct UnionMembers {
    /// Unions initialised one by one: the member, and when.
    single: BTreeMap<(RecordId, u64), (u64, usize)>,
    /// Unions initialised by ranges, the latest last.
    ranges: FxHashMap<RecordId, Vec<UnionRange>>,
    /// What was set, in order.
    log: Vec<Event>,
    steps: usize,
}

/// The unions at `offset`, `offset + stride`, … have this member.
#[derive(Clone, Copy)]
struct UnionRange {
    offset: u64,
    stride: u64,
    count: u64,
    member: u64,
    time: usize,
}

#[derive(Clone, Copy)]
enum Event {
    Single { record: RecordId, offset: u64, member: u64 },
    Range { record: RecordId, range: UnionRange },
}

/// A point of time.
#[derive(Clone, Copy)]
pub struct Mark(usize);

impl UnionRange {
    fn contains(&self, offset: u64) -> bool {
        let distance = offset.checked_sub(self.offset);
        distance.is_some_and(|distance| {
            distance % self.stride.max(1) == 0 && distance / self.stride.max(1) < self.count
        })
    }

    /// The offset of the last element.
    fn last(&self) -> u64 {
        self.offset.saturating_add((self.count - 1).saturating_mul(self.stride))
    }
}

impl UnionMembers {
    pub fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    pub fn is_too_large(&self) -> bool {
        self.steps > MAX_STEPS
    }

    /// Notes that a member is being initialised; the result is the member before.
    pub fn set(&mut self, record: RecordId, offset: u64, member: u64) -> Option<u64> {
        let previous = self.current(record, offset);
        self.single.insert((record, offset), (member, self.log.len()));
        self.log.push(Event::Single { record, offset, member });
        previous
    }

    fn current(&mut self, record: RecordId, offset: u64) -> Option<u64> {
        let single = self.single.get(&(record, offset)).copied();
        let since = single.map_or(0, |(_, time)| time);
        let ranges = self.ranges.get(&record).map_or(&[][..], |ranges| &ranges[..]);
        for range in ranges.iter().rev().take_while(|range| range.time >= since) {
            self.steps += 1;
            if range.contains(offset) {
                return Some(range.member);
            }
            if self.steps > MAX_STEPS {
                break;
            }
        }
        single.map(|(member, _)| member)
    }

    /// What happened since the mark happens for every element of a range. The result are the unions
    /// of the other elements that had another member before.
    pub fn repeat(&mut self, mark: Mark, range: Range) -> BTreeSet<(RecordId, u64)> {
        let mut displaced = BTreeSet::new();
        let events = self.log.split_off(mark.0);
        self.log.extend(&events);
        for event in events {
            match event {
                Event::Single { record, offset, member } => {
                    let Range { count, stride, .. } = range;
                    let time = self.log.len();
                    let range = UnionRange { offset, stride, count, member, time };
                    self.displaced(record, &range, &mut displaced);
                    self.add(record, range);
                }
                Event::Range { record, range: inner } => {
                    // The range inside is that of a list, which has made everything else void.
                    for copy in 1..range.count {
                        self.steps += 1;
                        if self.is_too_large() {
                            return displaced;
                        }
                        let offset = inner.offset.saturating_add(copy.saturating_mul(range.stride));
                        self.add(record, UnionRange { offset, time: self.log.len(), ..inner });
                    }
                }
            }
        }
        displaced
    }

    fn add(&mut self, record: RecordId, range: UnionRange) {
        self.ranges.entry(record).or_default().push(range);
        self.log.push(Event::Range { record, range });
    }

    /// The elements of a range, but for the first, that have another member now.
    fn displaced(&mut self, record: RecordId, range: &UnionRange, displaced: &mut BTreeSet<(RecordId, u64)>) {
        let (first, last) = (range.offset.saturating_add(1), range.last());
        if first > last {
            return;
        }
        let mut candidates: BTreeSet<u64> =
            self.single.range((record, first)..=(record, last)).map(|(&(_, offset), _)| offset).collect();
        for earlier in self.ranges.get(&record).map_or(&[][..], |ranges| &ranges[..]) {
            let stride = earlier.stride.max(1);
            let skipped = first.saturating_sub(earlier.offset).div_ceil(stride);
            for index in skipped..earlier.count {
                let offset = earlier.offset.saturating_add(index.saturating_mul(stride));
                self.steps += 1;
                if offset > last || self.steps > MAX_STEPS {
                    break;
                }
                candidates.insert(offset);
            }
        }
        for offset in candidates {
            if range.contains(offset) && self.current(record, offset).is_some_and(|now| now != range.member) {
                displaced.insert((record, offset));
            }
        }
    }
}

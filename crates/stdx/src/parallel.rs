//! The same work on many items, by several threads, with results in the order of the items.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Hands over every result as soon as all before it are there, on the thread of the caller.
pub fn for_each<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut on_result: impl FnMut(usize, R),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((index, item)) = take(items, next) {
                    // The receiver goes away only if handing over fails.
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&due) {
                on_result(due, result);
                due += 1;
            }
        }
    });
}

/// All results, in the order of the items.
pub fn map<T: Sync, R: Send>(jobs: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let mut results = Vec::with_capacity(items.len());
    for_each(jobs, items, work, |_, result| results.push(result));
    results
}

fn take<'t, T>(items: &'t [T], next: &AtomicUsize) -> Option<(usize, &'t T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, items.get(index)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        let items: Vec<u64> = (0..40).collect();
        let slow_at_first = |&item: &u64| {
            std::thread::sleep(Duration::from_micros((40 - item) * 50));
            item * 2
        };
        let expected: Vec<u64> = items.iter().map(|item| item * 2).collect();
        for jobs in [0, 1, 3, 100] {
            assert_eq!(map(jobs, &items, slow_at_first), expected);
        }
    }

    #[test]
    fn nothing_is_nothing() {
        assert!(map(4, &[] as &[u8], |&item| item).is_empty());
    }
}

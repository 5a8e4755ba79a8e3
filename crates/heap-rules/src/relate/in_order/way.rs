//! The way from the beginning of two arrays to their ends that is worth most: where both are cut.

use super::Node;
use super::cursors::Nodes;
use crate::limits::{WORTH_OF_A_PAIR, WORTH_OF_TWO_WORDS};
use std::ops::Range;
use symbolic_heap::{Cell, Cells, Content};

/// What lies between two places of one side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Nothing,
    Words,
    /// Bytes that nobody stored.
    Gap,
}

/// What the cells of a range are; `None` if words and bytes that nobody stored are among them.
pub(super) fn kind(cells: &Cells, range: &Range<usize>) -> Option<Kind> {
    let mut kind = Kind::Nothing;
    for cell in &cells.as_slice()[range.clone()] {
        let own = if cell.content == Content::Uninitialised { Kind::Gap } else { Kind::Words };
        if kind != Kind::Nothing && kind != own {
            return None;
        }
        kind = own;
    }
    Some(kind)
}

/// Whether both ranges are a single word each.
pub(super) fn self_same_word(
    (left, ours): (&Cells, &Range<usize>),
    (right, theirs): (&Cells, &Range<usize>),
) -> bool {
    let is_word = |cells: &Cells, range: &Range<usize>| {
        matches!(cells.as_slice()[range.clone()], [Cell { content: Content::Scalar(_), .. }])
    };
    is_word(left, ours) && is_word(right, theirs)
}

/// Whether a range is a run already.
pub(super) fn is_one_run(cells: &Cells, range: &Range<usize>) -> bool {
    matches!(cells.as_slice()[range.clone()], [Cell { content, .. }] if !matches!(content, Content::Scalar(_)))
}

/// The way from the beginning of both arrays to their ends that is worth most.
pub(super) fn best_way(left: &Cells, right: &Cells, nodes: &Nodes) -> Option<Vec<Node>> {
    let list: Vec<(Node, i64)> = nodes.iter().map(|(&node, found)| (node, found.worth)).collect();
    let mut best: Vec<Option<(i64, usize)>> = vec![None; list.len()];
    best[0] = Some((0, 0));
    for to in 1..list.len() {
        for from in 0..to {
            let Some((worth, _)) = best[from] else { continue };
            let (a, b) = (list[from].0, list[to].0);
            if b.0 < a.0 || b.1 < a.1 {
                continue;
            }
            let kinds = (kind(left, &(a.0..b.0)), kind(right, &(a.1..b.1)));
            let own = match kinds {
                _ if self_same_word((left, &(a.0..b.0)), (right, &(a.1..b.1))) => WORTH_OF_TWO_WORDS,
                (Some(x), Some(y)) if x == y => WORTH_OF_A_PAIR,
                (Some(_), Some(Kind::Nothing)) | (Some(Kind::Nothing), Some(_)) => -1,
                _ => continue,
            };
            let worth = worth + own + list[to].1;
            if best[to].is_none_or(|(known, _)| worth > known) {
                best[to] = Some((worth, from));
            }
        }
    }
    let mut way = vec![list.len() - 1];
    best.last().copied().flatten()?;
    while let Some(&at) = way.last().filter(|&&at| at > 0) {
        way.push(best[at]?.1);
    }
    way.reverse();
    Some(way.into_iter().map(|index| list[index].0).collect())
}

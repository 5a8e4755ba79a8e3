//! Segments, followed node by node, and what nodes own.

use super::memory::Word;
use super::propagate::add_word;
use super::search::{Branch, Contradiction, Search};
use crate::each_node::EachNode;
use crate::segment::Segment;
use crate::shape::Shape;
use crate::sorted::Sorted;
use crate::value::Value;
use pure_logic::Term;
use std::sync::Arc;

/// A segment, and how far it has been followed.
#[derive(Clone)]
pub(super) struct Row {
    segment: Arc<Segment>,
    /// `None` before the first node.
    walk: Option<Walk>,
}

#[derive(Clone)]
struct Walk {
    /// The entries of the nodes so far.
    entries: Vec<u64>,
    /// The kind of the last of them.
    kind: usize,
    /// What the last node's forward link holds.
    link: u64,
    /// What the first node's backward link holds.
    back: Option<u64>,
}

/// What the links of a node hold.
pub(super) struct Links {
    pub(super) link: u64,
    pub(super) back: Option<u64>,
}

/// What a node has in common with the others of its row.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) parameters: &'a [Term],
    /// How many nodes come after it.
    pub(super) behind: Term,
}

impl Row {
    pub fn new(segment: &Arc<Segment>) -> Row {
        Row { segment: Arc::clone(segment), walk: None }
    }
}

impl Search<'_> {
    /// The ways to go on with a segment whose next node is known.
    pub(super) fn row_choices(&mut self, branch: &Branch) -> Option<Vec<Branch>> {
        for index in 0..branch.rows.len() {
            let row = &branch.rows[index];
            match &row.walk {
                Some(walk) => {
                    let link = walk.link;
                    let mut choices: Vec<Branch> = self.stop(branch, index);
                    choices.extend(self.go_on(branch, index, link));
                    return Some(choices);
                }
                None => {
                    let Some(first) = branch.values.evaluate(&self.solver.terms, row.segment.first) else {
                        continue;
                    };
                    let mut choices: Vec<Branch> = self.empty(branch, index).into_iter().collect();
                    if let Ok(first) = u64::try_from(first) {
                        choices.extend(self.go_on(branch, index, first));
                    }
                    return Some(choices);
                }
            }
        }
        None
    }

    /// The ways to begin a segment of which nothing else says where it begins.
    pub(super) fn unplaced_row_choices(&mut self, branch: &Branch) -> Option<Vec<Branch>> {
        if branch.rows.is_empty() {
            return None;
        }
        let mut choices: Vec<Branch> = self.empty(branch, 0).into_iter().collect();
        let entry = branch.rows[0].segment.shape.entry;
        let starts: Vec<u64> = self.free_blocks(branch).map(|(base, _)| base + entry).collect();
        for start in starts {
            for mut choice in self.go_on(branch, 0, start) {
                let first = branch.rows[0].segment.first;
                self.demand_equal(&mut choice, first, i128::from(start));
                choices.push(choice);
            }
        }
        Some(choices)
    }

    pub(super) fn demand_equal(&mut self, branch: &mut Branch, term: Term, value: i128) {
        let value = self.solver.terms.constant(value);
        branch.facts.push(self.solver.terms.equal(term, value));
    }

    /// The segment at a position has no nodes.
    fn empty(&mut self, branch: &Branch, index: usize) -> Option<Branch> {
        let segment = Arc::clone(&branch.rows[index].segment);
        if segment.minimum > 0 {
            return None;
        }
        let mut branch = branch.clone();
        branch.rows.remove(index);
        let terms = &mut self.solver.terms;
        branch.facts.push(terms.equal(segment.first, segment.next));
        branch.facts.push(terms.zero(segment.count));
        branch.facts.extend(segment.members.iter().map(|&member| terms.zero(member)));
        branch.facts.extend(segment.sorted.iter().map(|sorted| sorted.fact(terms)));
        if let Some(ends) = segment.back {
            branch.facts.push(terms.equal(ends.last, ends.previous));
        }
        Some(branch)
    }

    /// The segment at a position ends after the nodes so far.
    fn stop(&mut self, branch: &Branch, index: usize) -> Vec<Branch> {
        let Some((branch, segment, entries)) = self.stopped(branch, index) else { return Vec::new() };
        self.with_members(branch, &segment, &entries)
    }

    /// As above, whatever the members are; also the segment and the entries of its nodes.
    fn stopped(&mut self, branch: &Branch, index: usize) -> Option<(Branch, Arc<Segment>, Vec<u64>)> {
        let mut branch = branch.clone();
        let Row { segment, walk } = branch.rows.remove(index);
        let walk = walk?;
        let count = walk.entries.len() as u64;
        let shape = Arc::clone(&segment.shape);
        let is_acyclic = !walk.entries.contains(&walk.link)
            && walk.back.is_none_or(|back| !walk.entries.iter().any(|&entry| turned(&shape, entry) == back));
        if count < segment.minimum || !is_acyclic || !segment.order.lasts.contains(walk.kind) {
            return None;
        }
        add_link(&mut branch, &segment.shape, segment.next, walk.link).ok()?;
        self.demand_equal(&mut branch, segment.count, i128::from(count));
        if let (Some(ends), Some(back), Some(last)) = (segment.back, walk.back, walk.entries.last()) {
            add_link(&mut branch, &segment.shape, ends.previous, back).ok()?;
            self.demand_equal(&mut branch, ends.last, i128::from(turned(&shape, *last)));
        }
        for sorted in &segment.sorted {
            self.demand_order(&mut branch, sorted, &shape, &walk.entries)?;
        }
        if let Some(each) = &segment.each {
            self.demand_of_each(&mut branch, each, &shape, &walk.entries)?;
        }
        Some((branch, segment, walk.entries))
    }

    /// What is said of every node holds of the nodes at these entries.
    fn demand_of_each(
        &mut self,
        branch: &mut Branch,
        each: &EachNode,
        shape: &Shape,
        entries: &[u64],
    ) -> Option<()> {
        for &entry in entries {
            let block = self.memory.blocks.get(&entry.checked_sub(shape.entry)?)?;
            let mut numbers = Vec::with_capacity(each.words().len());
            for word in each.words() {
                let (start, end) = word.place();
                let number = word.key().of_bits(block.defined_word(start, end)?.bits)?;
                numbers.push(self.solver.terms.constant(number));
            }
            let terms = &mut self.solver.terms;
            branch.facts.extend(each.instance(terms, &numbers));
            if entries.first() == Some(&entry)
                && let Some(first) = each.first()
            {
                let first = first.iter().zip(&numbers);
                branch.facts.extend(first.map(|(&told, &number)| terms.equal(told, number)));
            }
        }
        Some(())
    }

    /// The nodes at these entries are in order, and between the bounds.
    fn demand_order(
        &mut self,
        branch: &mut Branch,
        sorted: &Sorted,
        shape: &Shape,
        entries: &[u64],
    ) -> Option<()> {
        let number = |entry: u64, offset: u64| {
            let block = self.memory.blocks.get(&entry.checked_sub(shape.entry)?)?;
            let word = block.defined_word(offset, offset.checked_add(sorted.key.bytes)?)?;
            sorted.key.of_bits(word.bits)
        };
        let mut numbers = Vec::new();
        for &entry in entries {
            numbers.push((number(entry, sorted.key.enter)?, number(entry, sorted.key.leave)?));
        }
        let step = if sorted.key.is_descending { -sorted.step() } else { sorted.step() };
        let are_in_order = numbers.iter().all(|&(enter, leave)| sorted.key.is_at_most(enter, leave))
            && numbers.windows(2).all(|pair| sorted.key.is_at_most(pair[0].1 + step, pair[1].0));
        let (&(first, _), &(_, last)) = (numbers.first()?, numbers.last()?);
        let terms = &mut self.solver.terms;
        let (first, last) = (terms.constant(first), terms.constant(last + step));
        branch.facts.push(match sorted.entry_is_first {
            true => terms.equal(sorted.entry, first),
            false => sorted.key.at_most(terms, sorted.entry, first),
        });
        branch.facts.push(match sorted.exit_is_last {
            true => terms.equal(last, sorted.exit),
            false => sorted.key.at_most(terms, last, sorted.exit),
        });
        are_in_order.then_some(())
    }

    /// Every member is null or one of the nodes.
    fn with_members(&mut self, branch: Branch, segment: &Segment, entries: &[u64]) -> Vec<Branch> {
        let mut branches = vec![branch];
        for &member in &segment.members {
            let places: Vec<i128> =
                std::iter::once(0).chain(entries.iter().map(|&entry| i128::from(entry))).collect();
            let mut placed = Vec::new();
            for branch in branches {
                let known = branch.values.evaluate(&self.solver.terms, member);
                for &place in places.iter().filter(|&&place| known.is_none_or(|known| known == place)) {
                    let mut branch = branch.clone();
                    self.demand_equal(&mut branch, member, place);
                    placed.push(branch);
                }
            }
            branches = placed;
        }
        branches
    }

    /// The segment at a position goes on with the node at this entry address, of any kind that may
    /// come next.
    fn go_on(&mut self, branch: &Branch, index: usize, entry: u64) -> Vec<Branch> {
        let row = &branch.rows[index];
        let segment = Arc::clone(&row.segment);
        let kinds = match &row.walk {
            None => segment.order.firsts,
            Some(walk) => segment.order.follows.get(walk.kind).copied().unwrap_or_default(),
        };
        kinds.iter().filter_map(|kind| self.go_on_with(branch, index, entry, kind)).collect()
    }

    fn go_on_with(&mut self, branch: &Branch, index: usize, entry: u64, kind: usize) -> Option<Branch> {
        let mut branch = branch.clone();
        let segment = Arc::clone(&branch.rows[index].segment);
        let body = segment.shape.bodies.get(kind)?;
        let position = branch.rows[index].walk.as_ref().map_or(0, |walk| walk.entries.len());
        let behind = self.solver.terms.add_constant(segment.count, -1 - position as i128);
        let shared = Shared { parameters: &segment.parameters, behind };
        let links = self.node(&mut branch, &segment.shape, body, shared, entry).ok()?;
        let walk = &mut branch.rows[index].walk;
        match walk {
            None => *walk = Some(Walk { entries: vec![entry], kind, link: links.link, back: links.back }),
            Some(walk) => {
                let before = walk.entries.last().map(|&entry| turned(&segment.shape, entry));
                if links.back.is_some() && links.back != before {
                    return None;
                }
                walk.entries.push(entry);
                walk.kind = kind;
                walk.link = links.link;
            }
        }
        Some(branch)
    }
}

/// Where backward links lead to the node that forward links reach at an address.
pub(super) fn turned(shape: &Shape, entry: u64) -> u64 {
    entry.wrapping_sub(shape.entry).wrapping_add(shape.back_entry)
}

/// A link holds the value of a term.
pub(super) fn add_link(
    branch: &mut Branch,
    shape: &Shape,
    term: Term,
    link: u64,
) -> Result<(), Contradiction> {
    let width = u32::try_from(8 * shape.link_bytes).map_err(|_| Contradiction)?;
    add_word(branch, Value::defined(term), Word { bits: u128::from(link), width, undefined: 0 })
}

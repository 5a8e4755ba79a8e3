//! Numbers that count along a row of nodes.
//!
//! ```text
//!   node(v) * seg(counting to p by s; count n)     v = p + s·n
//!  ──────────────────────────────────────────────────────────── fold
//!   seg(counting to p by s; count n + 1)
//! ```
//!
//! Sound: the last node holds `p`, and each node `s` more than the one after it. A single node counts by any
//! step, so what has to be shown is only what the first of two parts holds, seen from the end of the second.

use super::kinds::{NodeKinds, OpenContent};
use super::known::Known;
use crate::limits::NODES_THAT_COUNT;
use pure_logic::{Solver, Term, TermTable};
use symbolic_heap::{Content, State};

/// The word at this offset becomes less by so much from node to node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counter {
    pub field: u64,
    pub step: i128,
}

impl NodeKinds {
    /// The words that count in some kind of node.
    pub fn counters(&self) -> Vec<Counter> {
        let fields = self.bodies.iter().flat_map(|body| &body.fields);
        let counters = fields.filter_map(|field| match field.content {
            OpenContent::Counting { step, .. } => Some(Counter { field: field.start, step }),
            OpenContent::Value(_) | OpenContent::Partly { .. } | OpenContent::Fixed(_) => None,
        });
        counters.collect()
    }

    /// The kind of a single node, with words read as numbers that count.
    pub fn counted(mut self, counters: &[Counter], solver: &mut Solver, known: Known<'_>) -> NodeKinds {
        let count = solver.terms.constant(1);
        for field in self.bodies.iter_mut().flat_map(|body| &mut body.fields) {
            let counter = counters.iter().find(|counter| counter.field == field.start);
            if let (OpenContent::Value(value), Some(counter)) = (&field.content, counter)
                && known.is_plain(solver, *value)
            {
                field.content = OpenContent::Counting { last: *value, step: counter.step, count };
            }
        }
        self
    }

    /// The same nodes, with what would be counted to if so many more followed.
    pub fn followed_by(&self, terms: &mut TermTable, more: Term) -> NodeKinds {
        let mut kinds = self.clone();
        for field in kinds.bodies.iter_mut().flat_map(|body| &mut body.fields) {
            if let OpenContent::Counting { last, step, count } = &mut field.content {
                *last = terms.add_scaled(*last, -*step, more);
                *count = terms.add(*count, more);
            }
        }
        kinds
    }
}

/// The words of single nodes in a row that count. That those of two nodes do may be chance.
pub(crate) fn progressions(solver: &Solver, known: Known<'_>, row: &[&NodeKinds]) -> Vec<Counter> {
    let Some(first) = row.first().and_then(|kinds| kinds.bodies.first()) else { return Vec::new() };
    let value = |kinds: &NodeKinds, start: u64, end: u64| {
        let mut fields = kinds.bodies.first()?.fields.iter();
        match fields.find(|field| (field.start, field.end) == (start, end))?.content {
            OpenContent::Value(value) if known.is_plain(solver, value) => Some(value),
            _ => None,
        }
    };
    let counters = first.fields.iter().filter_map(|field| {
        let values: Option<Vec<Term>> =
            row.iter().map(|kinds| value(kinds, field.start, field.end)).collect();
        let mut steps = values?
            .windows(2)
            .map(|pair| solver.terms.constant_difference(pair[0], pair[1]))
            .collect::<Option<Vec<i128>>>()?
            .into_iter();
        let step = steps.next().filter(|&step| step != 0)?;
        steps.all(|other| other == step).then_some(Counter { field: field.start, step })
    });
    counters.collect()
}

/// Whether a row of single nodes ends or begins with enough of them that count, and a variable of the program
/// holds how many they are, or one more or less. Otherwise they may be a few nodes with numbers of their own.
pub(crate) fn counted_by_a_variable(
    solver: &Solver,
    state: &State,
    known: Known<'_>,
    row: &[&NodeKinds],
    counter: Counter,
) -> bool {
    let counts = |part: &[&NodeKinds]| progressions(solver, known, part).contains(&counter);
    let longest = row.windows(2).fold((0, 0), |(longest, length), pair| {
        let length = if counts(pair) { length + 1 } else { 0 };
        (longest.max(length), length)
    });
    let nodes = longest.0 + 1;
    let values = state.registers.iter().chain(&state.held).flatten().map(|value| value.term);
    let variables = state.heap.blocks().filter(|block| !block.region.has_nodes() && block.is_live());
    let words = variables.flat_map(|block| block.cells.iter()).filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value.term),
        Content::Uninitialised
        | Content::Text
        | Content::Fill(_)
        | Content::Each(_)
        | Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Unknown
        | Content::Letters
        | Content::Absent => None,
    });
    let is_number_of_nodes =
        |term: Term| solver.terms.as_constant(term).is_some_and(|number| (number - nodes as i128).abs() <= 1);
    nodes >= NODES_THAT_COUNT && values.chain(words).any(is_number_of_nodes)
}

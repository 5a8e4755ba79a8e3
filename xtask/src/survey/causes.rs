//! Why functions stay open, counted by cause.

use std::collections::{BTreeMap, BTreeSet};

/// How many functions an obstacle is in the way of.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Count {
    pub functions: usize,
    /// Functions without a contract that have no other obstacle.
    pub only: usize,
}

#[derive(Default)]
pub struct Obstacles {
    pub causes: BTreeMap<String, Count>,
    /// The functions without a body that paths end at, and in how many functions.
    pub callees: BTreeMap<String, Count>,
}

impl Obstacles {
    /// Notes the open questions of one function.
    pub fn note<'a>(&mut self, has_contract: bool, reasons: impl Iterator<Item = &'a str>) {
        let reasons: Vec<&str> = reasons.collect();
        let causes: BTreeSet<String> = reasons.iter().map(|reason| cause(reason)).collect();
        let callees: BTreeSet<String> = reasons.iter().filter_map(|reason| callee(reason)).collect();
        let is_only = usize::from(!has_contract && causes.len() == 1);
        for cause in causes {
            self.causes.entry(cause).or_default().add(&Count { functions: 1, only: is_only });
        }
        let is_only = if callees.len() == 1 { is_only } else { 0 };
        for callee in callees {
            self.callees.entry(callee).or_default().add(&Count { functions: 1, only: is_only });
        }
        if reasons.is_empty() && !has_contract {
            let nothing = "no open question, and no contract".to_owned();
            self.causes.entry(nothing).or_default().add(&Count { functions: 1, only: 1 });
        }
    }

    pub fn add(&mut self, other: &Obstacles) {
        for (name, count) in &other.causes {
            self.causes.entry(name.clone()).or_default().add(count);
        }
        for (name, count) in &other.callees {
            self.callees.entry(name.clone()).or_default().add(count);
        }
    }
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.functions += other.functions;
        self.only += other.only;
    }
}

/// The names in a map of counts, the most frequent first.
pub fn by_frequency(counts: &BTreeMap<String, Count>) -> Vec<(&str, &Count)> {
    let mut sorted: Vec<(&str, &Count)> = counts.iter().map(|(name, count)| (name.as_str(), count)).collect();
    sorted.sort_by_key(|(name, count)| (std::cmp::Reverse(count.functions), *name));
    sorted
}

/// A reason without the names in it, so that equal causes are counted together.
fn cause(reason: &str) -> String {
    let parts = reason.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 0 { part } else { "…" }).collect()
}

/// The function that is called and not known, if that is the reason.
fn callee(reason: &str) -> Option<String> {
    let rest = reason.strip_prefix("the function `")?;
    let (name, rest) = rest.split_once('`')?;
    rest.contains("neither defined nor known").then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_causes_are_counted_together_and_callees_by_name() {
        let mut obstacles = Obstacles::default();
        let unknown = |name: &str| format!("the function `{name}` is neither defined nor known");
        obstacles.note(false, [unknown("f"), unknown("g")].iter().map(String::as_str));
        obstacles.note(false, [unknown("f")].iter().map(String::as_str));
        obstacles.note(true, ["the step budget is used up"].into_iter());
        obstacles.note(false, std::iter::empty());
        let cause = "the function … is neither defined nor known";
        assert_eq!(obstacles.causes[cause], Count { functions: 2, only: 2 });
        assert_eq!(obstacles.callees["f"], Count { functions: 2, only: 1 });
        assert_eq!(obstacles.causes["the step budget is used up"], Count { functions: 1, only: 0 });
        assert_eq!(by_frequency(&obstacles.callees)[0].0, "f");
    }
}

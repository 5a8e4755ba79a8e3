//! "Did you mean …?": the nearest name to one that is not declared.

use super::Checker;
use stdx::Symbol;

impl Checker<'_> {
    /// A help text if a visible name is close to the one that was not found.
    pub(super) fn suggest_name(&self, name: Symbol) -> Option<String> {
        self.suggest(name, self.scopes.visible())
    }

    pub(super) fn suggest(&self, name: Symbol, candidates: impl Iterator<Item = Symbol>) -> Option<String> {
        let wanted = self.text(name);
        let limit = (wanted.len() / 3).min(3);
        candidates
            .filter(|&candidate| candidate != name)
            .map(|candidate| self.text(candidate))
            .filter(|text| text.len().abs_diff(wanted.len()) <= limit)
            .map(|text| (distance(wanted, text), text))
            .filter(|&(distance, _)| distance <= limit)
            .min()
            .map(|(_, text)| format!("did you mean `{text}`?"))
    }
}

/// The edit distance, with swapped neighbours as one edit.
fn distance(left: &str, right: &str) -> usize {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (i, &a) in left.iter().enumerate() {
        let mut current = vec![i + 1];
        for (j, &b) in right.iter().enumerate() {
            let mut best = (previous[j] + usize::from(a != b)).min(previous[j + 1] + 1).min(current[j] + 1);
            if i > 0 && j > 0 && a == right[j - 1] && left[i - 1] == b {
                best = best.min(before[j - 1] + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[right.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("lenght", "length"), 1);
        assert_eq!(distance("next", "nxt"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}

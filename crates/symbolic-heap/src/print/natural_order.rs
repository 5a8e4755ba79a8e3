//! The order of names in which `x'9` comes before `x'10`.

use std::cmp::Ordering;

/// Compares runs of digits by their value and everything else by character.
pub(super) fn natural_order(left: &str, right: &str) -> Ordering {
    let (mut a, mut b) = (left, right);
    loop {
        let (digits_a, digits_b) = (leading_digits(a), leading_digits(b));
        if digits_a > 0 && digits_b > 0 {
            let (x, y) = (a[..digits_a].trim_start_matches('0'), b[..digits_b].trim_start_matches('0'));
            let order = x.len().cmp(&y.len()).then_with(|| x.cmp(y));
            if order != Ordering::Equal {
                return order;
            }
            (a, b) = (&a[digits_a..], &b[digits_b..]);
            continue;
        }
        let (mut rest_a, mut rest_b) = (a.chars(), b.chars());
        match (rest_a.next(), rest_b.next()) {
            // Names that differ in leading zeros only are told apart by their text.
            (None, None) => return left.cmp(right),
            (x, y) if x != y => return x.cmp(&y),
            _ => (a, b) = (rest_a.as_str(), rest_b.as_str()),
        }
    }
}

fn leading_digits(text: &str) -> usize {
    text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        let mut names = vec!["x'10", "x'9", "x", "y", "x'09", "b2c", "b10c", "b2"];
        names.sort_by(|left, right| natural_order(left, right));
        assert_eq!(names, ["b2", "b2c", "b10c", "x", "x'09", "x'9", "x'10", "y"]);
    }
}

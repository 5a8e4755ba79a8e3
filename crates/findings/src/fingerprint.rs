//! Fingerprints: what a finding is recognised by after the program was edited.
//!
//! They are made of the rule, the file, the function, and the text of the line without its spaces, so
//! they survive when lines move. Equal ones are counted in the order of their places.

use crate::finding::Finding;
use std::collections::BTreeMap;

/// Gives fingerprints to findings.
#[derive(Clone, Default, Debug)]
pub struct Fingerprints {
    /// How often a fingerprint was given.
    seen: BTreeMap<u64, u64>,
}

impl Fingerprints {
    /// Gives every finding its fingerprint. The findings are in the order of their places.
    pub fn assign(&mut self, findings: &mut [Finding]) {
        for finding in findings {
            let mut hash = Hash::new();
            hash.add(finding.rule);
            hash.add(finding.function.as_deref().unwrap_or_default());
            if let Some(place) = &finding.place {
                hash.add(&place.file.replace('\\', "/"));
                let words: Vec<&str> = place.text.split_whitespace().collect();
                hash.add(&words.join(" "));
            }
            let count = self.seen.entry(hash.0).or_default();
            *count += 1;
            finding.fingerprint = format!("{:016x}:{count}", hash.0);
        }
    }
}

/// The hash of Fowler, Noll and Vo, which is the same on every machine and in every version.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a text and its end.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Certainty, Level, Location};
    use source::Span;

    fn finding(rule: &'static str, line: u32, text: &str) -> Finding {
        let place = Location {
            file: "a.c".to_owned(),
            line,
            column: 1,
            end_line: line,
            end_column: 2,
            text: text.to_owned(),
            span: Span::NONE,
        };
        Finding {
            rule,
            cwe: None,
            certainty: Certainty::Executed,
            level: Level::Error,
            message: String::new(),
            function: None,
            place: Some(place),
            story: Vec::new(),
            call_stack: Vec::new(),
            values: Vec::new(),
            hint: None,
            replay: None,
            fingerprint: String::new(),
            suppression: None,
        }
    }

    fn fingerprints(mut findings: Vec<Finding>) -> Vec<String> {
        Fingerprints::default().assign(&mut findings);
        findings.into_iter().map(|finding| finding.fingerprint).collect()
    }

    #[test]
    fn moved_and_indented_lines_keep_their_fingerprints() {
        let before = fingerprints(vec![finding("double-free", 3, "  free(p);")]);
        assert_eq!(before, fingerprints(vec![finding("double-free", 30, "\tfree(p);")]));
        assert_ne!(before, fingerprints(vec![finding("double-free", 3, "free(q);")]));
        assert_ne!(before, fingerprints(vec![finding("use-after-free", 3, "free(p);")]));
    }

    #[test]
    fn equal_lines_are_counted() {
        let both =
            fingerprints(vec![finding("double-free", 3, "free(p);"), finding("double-free", 9, "free(p);")]);
        assert!(both[0].ends_with(":1") && both[1].ends_with(":2"));
    }
}

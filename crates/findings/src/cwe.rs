//! The most specific number in the Common Weakness Enumeration.
//!
//! A rule has a number of its own; for accesses outside a block, what is accessed and how says more.
//! All engines describe an access in the same words, so these words are read here, and only here.

/// What a message says about an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Access {
    is_write: Option<bool>,
    is_before: bool,
    is_on_stack: bool,
    is_on_heap: bool,
}

impl Access {
    fn of(message: &str) -> Access {
        let has = |words: &[&str]| words.iter().any(|word| message.contains(word));
        let is_write = match (has(&["write of", "write past", "writes "]), has(&["read of", "reads "])) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        Access {
            is_write,
            is_before: has(&["before the start"]),
            is_on_stack: has(&["local object", "temporary object", "from `alloca`"]),
            is_on_heap: has(&["heap block"]),
        }
    }
}

/// The number for a rule, whose own number is `general`, and a message; `None` where none fits.
pub fn most_specific(rule: &str, general: u32, message: &str) -> Option<u32> {
    let access = Access::of(message);
    let number = match rule {
        "out-of-bounds" => match (access.is_write, access.is_before) {
            (Some(true), true) => 124,
            (Some(false), true) => 127,
            (Some(true), false) if access.is_on_stack => 121,
            (Some(true), false) if access.is_on_heap => 122,
            (Some(true), false) => 787,
            (Some(false), false) if access.is_on_stack || access.is_on_heap => 126,
            (Some(false), false) => 125,
            (None, _) => general,
        },
        _ => general,
    };
    (number != 0).then_some(number)
}

/// The rule that a number of the enumeration is about, for those who know the number only.
pub fn rules_of(number: u32) -> &'static [&'static str] {
    match number {
        119..=122 | 124..=127 | 787 | 788 | 805 | 823 => &["out-of-bounds"],
        131 => &["bad-array-length"],
        170 => &["unterminated-string"],
        190 | 191 => &["signed-overflow", "shift-overflow"],
        369 => &["division-by-zero"],
        394 => &["missing-return-value"],
        401 | 772 | 771 => &["memory-lost", "not-freed-at-exit"],
        415 | 1341 => &["double-free"],
        416 | 825 => &["use-after-free", "use-after-scope", "bad-long-jump"],
        457 | 908 | 665 | 824 => &["uninitialised-use", "bad-call-target"],
        469 => &["unrelated-pointers"],
        475 => &["overlapping-copy"],
        476 | 690 => &["null-dereference"],
        562 => &["use-after-scope"],
        590 => &["free-not-heap"],
        617 => &["assertion-failure", "error-reached"],
        628 | 687 => &["bad-argument", "variadic-misuse"],
        674 => &["recursion-limit"],
        681 => &["float-to-integer-range"],
        685 | 686 => &["wrong-signature"],
        758 => &["write-to-constant", "unreachable-reached", "misaligned-access"],
        761 => &["free-inside-block"],
        822 => &["no-provenance"],
        1335 => &["shift-out-of-range"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_outside_blocks_are_told_apart() {
        let number = |message| most_specific("out-of-bounds", 119, message);
        for (message, expected) in [
            ("write of 4 bytes just past the end of a local object of 8 bytes", 121),
            ("write of 4 bytes just past the end of a heap block of 8 bytes", 122),
            ("write of 1 byte 4 bytes before the start of a heap block of 8 bytes", 124),
            ("read of 4 bytes just past the end of a global object of 8 bytes", 125),
            ("read of 4 bytes just past the end of a heap block of 8 bytes", 126),
            ("read of 4 bytes 4 bytes before the start of a heap block of 8 bytes", 127),
            ("write of 4 bytes across the end of a global object of 8 bytes", 787),
            ("the access lies outside its block", 119),
        ] {
            assert_eq!(number(message), Some(expected), "{message}");
        }
        assert_eq!(most_specific("use-after-free", 416, "read of 8 bytes before the start"), Some(416));
        assert_eq!(most_specific("unsupported", 0, ""), None);
    }

    #[test]
    fn numbers_lead_back_to_rules() {
        for number in [121, 122, 124, 125, 126, 127, 787] {
            assert_eq!(rules_of(number), ["out-of-bounds"]);
        }
        assert_eq!(rules_of(416)[0], "use-after-free");
        assert!(rules_of(79).is_empty());
    }
}

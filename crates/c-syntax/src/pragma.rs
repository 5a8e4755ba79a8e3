//! Pragmas that change what a program means: `#pragma pack`, and those that are refused.

/// The greatest alignment of members, as a function of the place in the token stream.
#[derive(Default, Debug)]
pub struct PackPragmas {
    /// INVARIANT: sorted by the first. From this token on, this limit holds (0: none).
    changes: Vec<(u32, u32)>,
    stack: Vec<(Option<Box<[u8]>>, u32)>,
}

impl PackPragmas {
    /// Reads what follows the word `pragma`; `next_token` is the index of the token after it.
    pub fn read(&mut self, pragma: &[u8], next_token: usize) {
        let Some(rest) = pragma.trim_ascii().strip_prefix(b"pack") else { return };
        let Some(rest) = rest.trim_ascii().strip_prefix(b"(") else { return };
        let Some(end) = rest.iter().position(|&byte| byte == b')') else { return };
        let mut current = self.current();
        let words: Vec<&[u8]> = rest[..end].split(|&byte| byte == b',').map(|w| w.trim_ascii()).collect();
        match words[..] {
            [b""] => current = 0,
            [b"push", ref arguments @ ..] => {
                let label = arguments.iter().find(|word| alignment(word).is_none());
                self.stack.push((label.map(|&label| label.into()), current));
                current = arguments.iter().find_map(|word| alignment(word)).unwrap_or(current);
            }
            [b"pop", ref arguments @ ..] => {
                let label = arguments.iter().find(|word| alignment(word).is_none());
                current = self.pop(label.copied()).unwrap_or(current);
                current = arguments.iter().find_map(|word| alignment(word)).unwrap_or(current);
            }
            [word] => current = alignment(word).unwrap_or(current),
            _ => {}
        }
        if current != self.current() {
            self.changes.push((next_token as u32, current));
        }
    }

    /// The limit at a token; `None` if there is none.
    pub fn at(&self, token: usize) -> Option<u32> {
        let index = self.changes.partition_point(|&(first, _)| first as usize <= token).checked_sub(1)?;
        Some(self.changes[index].1).filter(|&limit| limit != 0)
    }

    fn current(&self) -> u32 {
        self.changes.last().map_or(0, |&(_, limit)| limit)
    }

    /// With a label, everything down to the entry of that label goes.
    fn pop(&mut self, label: Option<&[u8]>) -> Option<u32> {
        let Some(label) = label else { return self.stack.pop().map(|(_, limit)| limit) };
        let index = self.stack.iter().rposition(|(name, _)| name.as_deref() == Some(label))?;
        let (_, limit) = self.stack[index];
        self.stack.truncate(index);
        Some(limit)
    }
}

/// Why a pragma cannot be passed over: it lays out records in a way that is not supported, gives functions other names, or lets them be
/// missing.
pub fn refusal(pragma: &[u8]) -> Option<&'static str> {
    let mut words = pragma.split(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')));
    let mut word = || words.find(|word| !word.is_empty()).unwrap_or_default();
    match (word(), word()) {
        (b"scalar_storage_order", b"big-endian") => Some("`#pragma scalar_storage_order` is not supported"),
        (b"ms_struct", b"on") => Some("`#pragma ms_struct` is not supported"),
        (b"redefine_extname", _) => Some("`#pragma redefine_extname` is not supported"),
        (b"weak", _) => Some("`#pragma weak` is not supported: write `__attribute__((weak))`"),
        _ => None,
    }
}

/// A power of two up to 16; 0 stands for "no limit", as in GCC.
fn alignment(word: &[u8]) -> Option<u32> {
    let number: u32 = std::str::from_utf8(word).ok()?.parse().ok()?;
    matches!(number, 0 | 1 | 2 | 4 | 8 | 16).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_and_pops_nest() {
        let mut pack = PackPragmas::default();
        pack.read(b" pack(push, 1)", 10);
        pack.read(b" pack(push, outer, 2)", 20);
        pack.read(b" pack ( 4 )", 30);
        pack.read(b" pack(push)", 40);
        pack.read(b" pack(pop, outer)", 50);
        pack.read(b" pack(pop)", 60);
        pack.read(b" pack(8)", 70);
        pack.read(b" pack()", 80);
        pack.read(b" GCC diagnostic push", 90);
        let limits: Vec<_> = (0..10).map(|tens| pack.at(tens * 10)).collect();
        let expected = [None, Some(1), Some(2), Some(4), Some(4), Some(1), None, Some(8), None, None];
        assert_eq!(limits, expected);
    }

    #[test]
    fn what_changes_layouts_or_names_is_refused() {
        assert!(refusal(b" scalar_storage_order big-endian").is_some());
        assert!(refusal(b" ms_struct on").is_some());
        assert!(refusal(b" redefine_extname old new").is_some());
        assert!(refusal(b" weak hook").is_some());
        for harmless in
            [&b" scalar_storage_order default"[..], b" ms_struct off", b" once", b" GCC poison x", b""]
        {
            assert!(refusal(harmless).is_none());
        }
    }
}

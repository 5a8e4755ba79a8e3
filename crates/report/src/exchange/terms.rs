//! Terms of contracts as expressions of C.
//!
//! A term that is not understood wholly is no expression: better nothing than something else.

use super::{ExportedParameter, ParameterKind};
use std::collections::{BTreeMap, BTreeSet};

/// When the values of names are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Before,
    After,
}

/// What names stand for.
pub struct Names<'a> {
    pub parameters: &'a [ExportedParameter],
    /// Variables that every function of the file sees.
    pub globals: &'a BTreeSet<String>,
    /// How the other language marks a value at the time of the call: `\old(…)`.
    pub old: &'static str,
    /// Whether parameters keep their values anyway.
    pub parameters_stay: bool,
    /// Expressions for names that the analysis made up, ready for use.
    pub made_up: BTreeMap<String, String>,
}

impl Names<'_> {
    /// The expression for a term.
    pub fn term(&self, text: &str, when: When) -> Option<String> {
        let text = text.trim();
        if let Some(expression) = self.made_up.get(text) {
            return Some(expression.clone());
        }
        if let Some(path) = self.path(text, when) {
            return Some(path);
        }
        // Sums are those of numbers: addresses are counted in bytes here and in elements there.
        let mut result = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            if is_word(first) {
                let end = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
                let word = &rest[..end];
                let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
                match is_number {
                    true if word.parse::<i64>().is_ok() => result.push_str(word),
                    true => return None,
                    false if self.is_number_parameter(word) => result.push_str(&self.path(word, when)?),
                    false => return None,
                }
                rest = &rest[end..];
            } else if " +-*()".contains(first) {
                if rest.starts_with("->") {
                    return None;
                }
                result.push(first);
                rest = &rest[first.len_utf8()..];
            } else {
                return None;
            }
        }
        (!result.is_empty()).then_some(result)
    }

    /// Whether the text is the name of a parameter that is a pointer.
    pub fn is_pointer(&self, text: &str) -> bool {
        let is_it = |parameter: &ExportedParameter| {
            parameter.name == text && parameter.kind == ParameterKind::Pointer
        };
        self.parameters.iter().any(is_it)
    }

    fn is_number_parameter(&self, word: &str) -> bool {
        self.parameters
            .iter()
            .any(|parameter| parameter.name == word && parameter.kind == ParameterKind::Number)
    }

    /// The variable whose address the text is.
    pub fn global<'t>(&self, text: &'t str) -> Option<&'t str> {
        let is_hidden = |name: &str| self.parameters.iter().any(|parameter| parameter.name == name);
        text.strip_prefix('&').filter(|name| self.globals.contains(*name) && !is_hidden(name))
    }

    /// A parameter or a variable, what it leads to, or a field of that.
    fn path(&self, text: &str, when: When) -> Option<String> {
        if let Some(name) = text.strip_prefix('*') {
            return self.is_pointer(name).then(|| match when {
                When::Before => text.to_owned(),
                When::After => format!("{}({text})", self.old),
            });
        }
        let plain = text.replace("->", ".");
        let mut words = plain.split('.');
        let base = words.next()?;
        let is_name = |word: &str| {
            !word.is_empty()
                && !word.starts_with(|letter: char| letter.is_ascii_digit())
                && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let is_base = |parameter: &ExportedParameter| {
            parameter.name == base && parameter.kind != ParameterKind::Aggregate
        };
        let is_parameter = self.parameters.iter().any(|parameter| parameter.name == base);
        let is_known = match is_parameter {
            true => self.parameters.iter().any(is_base),
            false => self.globals.contains(base),
        };
        if !is_known || !words.all(is_name) {
            return None;
        }
        let is_plain = plain == base && is_parameter;
        Some(match when {
            When::After if !(is_plain && self.parameters_stay) => format!("{}({text})", self.old),
            _ => text.to_owned(),
        })
    }

    /// The address of memory, as a pointer to its type: `links - 8` counts bytes.
    pub fn address(&self, text: &str, ty: Option<&str>, when: When) -> Option<String> {
        if text == "0" {
            return None;
        }
        let text = text.trim();
        if let Some(expression) = self.made_up.get(text).cloned().or_else(|| self.path(text, when)) {
            return Some(match ty {
                // What a name is in C, and what lies there, may differ: `void *`, the first member.
                Some(ty) => format!("(({ty} *){expression})"),
                None => expression,
            });
        }
        let (base, sign, distance) = [" - ", " + "].iter().find_map(|sign| {
            let (base, distance) = text.rsplit_once(sign)?;
            Some((base, sign, distance.parse::<u64>().ok()?))
        })?;
        let base = self.path(base, when)?;
        Some(format!("(({} *)((char *){base}{sign}{distance}))", ty?))
    }
}

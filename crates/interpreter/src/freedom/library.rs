//! Which functions of the library do the same everywhere.

use super::calls::{Uses, uses_of_result};
use super::{ADDRESS, FLOAT, FreedomWatch, OUTSIDE, Place};
use crate::code::{CallSite, CallTarget, Source};
use crate::value::Value;
use ir::FunctionId;

const LIBRARY: Option<&str> = Some("what a function of the library does");

/// What the C standard says about a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Promise {
    /// Everything.
    Whole,
    /// Only the sign of the result is told.
    Sign,
    /// As [`Promise::Sign`], for letters that every character set has.
    SignOfLetter,
    /// Everything, for letters that every character set has.
    Letter,
    /// Everything but whether output succeeds.
    Prints,
    /// Everything, for formats of integers and strings.
    Formats,
    /// Everything but what a block of no bytes is.
    Allocates,
    /// Everything for numbers that fit into the result.
    ShortNumber,
    /// Everything for bases in which all versions of C read the same; newer ones know `0b101`.
    Digits,
    /// As exact as floating-point arithmetic is.
    Float,
}

/// A function, what is promised, and what its arguments are, a letter each: `s` for strings that are looked at up to their zero,
/// `b` for bytes that are looked at, as many as the last argument says, `p` for other addresses, `n` for numbers, `*` for anything from here on.
struct Known {
    name: &'static str,
    promise: Promise,
    arguments: &'static str,
}

const fn known(name: &'static str, promise: Promise, arguments: &'static str) -> Known {
    Known { name, promise, arguments }
}

use Promise::{Allocates, Digits, Float, Formats, Letter, Prints, ShortNumber, Sign, SignOfLetter, Whole};

const KNOWN: &[Known] = &[
    known("strlen", Whole, "s"),
    known("__builtin_strlen", Whole, "s"),
    known("strnlen", Whole, "bn"),
    known("strcpy", Whole, "ps"),
    known("__builtin_strcpy", Whole, "ps"),
    known("stpcpy", Whole, "ps"),
    known("strncpy", Whole, "pbn"),
    known("strcat", Whole, "ss"),
    known("__builtin_strcat", Whole, "ss"),
    known("strncat", Whole, "sbn"),
    known("strchr", Whole, "sn"),
    known("strrchr", Whole, "sn"),
    known("strstr", Whole, "ss"),
    known("strspn", Whole, "ss"),
    known("strcspn", Whole, "ss"),
    known("strpbrk", Whole, "ss"),
    known("strtok", Whole, "ss"),
    known("strcmp", Sign, "ss"),
    known("__builtin_strcmp", Sign, "ss"),
    known("strncmp", Sign, "bbn"),
    known("memcmp", Sign, "bbn"),
    known("__builtin_memcmp", Sign, "bbn"),
    known("memchr", Whole, "bnn"),
    known("memcpy", Whole, "ppn"),
    known("__builtin_memcpy", Whole, "ppn"),
    known("memmove", Whole, "ppn"),
    known("__builtin_memmove", Whole, "ppn"),
    known("memset", Whole, "pnn"),
    known("__builtin_memset", Whole, "pnn"),
    known("bzero", Whole, "pn"),
    known("malloc", Allocates, "n"),
    known("__builtin_malloc", Allocates, "n"),
    known("calloc", Allocates, "nn"),
    known("realloc", Allocates, "pn"),
    known("reallocarray", Allocates, "pnn"),
    known("free", Whole, "p"),
    known("strdup", Whole, "s"),
    known("strndup", Whole, "bn"),
    known("atoi", ShortNumber, "s"),
    known("atol", ShortNumber, "s"),
    known("atoll", ShortNumber, "s"),
    known("strtol", Digits, "spn"),
    known("strtoll", Digits, "spn"),
    known("strtoul", Digits, "spn"),
    known("strtoull", Digits, "spn"),
    known("abs", Whole, "n"),
    known("labs", Whole, "n"),
    known("llabs", Whole, "n"),
    known("exit", Whole, "n"),
    known("_Exit", Whole, "n"),
    known("_exit", Whole, "n"),
    known("abort", Whole, ""),
    known("__assert_fail", Whole, "ppnp"),
    known("__VERIFIER_assert", Whole, "n"),
    known("__VERIFIER_assume", Whole, "n"),
    known("__VERIFIER_error", Whole, ""),
    known("reach_error", Whole, ""),
    known("__VERIFIER_nondet_bool", Whole, ""),
    known("__VERIFIER_nondet__Bool", Whole, ""),
    known("__besom_unspecified_choice", Whole, ""),
    known("__builtin_expect", Whole, "nn"),
    known("__builtin_unreachable", Whole, ""),
    known("__builtin_clz", Whole, "n"),
    known("__builtin_clzl", Whole, "n"),
    known("__builtin_clzll", Whole, "n"),
    known("__builtin_ctz", Whole, "n"),
    known("__builtin_ctzl", Whole, "n"),
    known("__builtin_ctzll", Whole, "n"),
    known("__builtin_popcount", Whole, "n"),
    known("__builtin_popcountl", Whole, "n"),
    known("__builtin_popcountll", Whole, "n"),
    known("__builtin_bswap16", Whole, "n"),
    known("__builtin_bswap32", Whole, "n"),
    known("__builtin_bswap64", Whole, "n"),
    known("isalnum", SignOfLetter, "n"),
    known("isalpha", SignOfLetter, "n"),
    known("isdigit", SignOfLetter, "n"),
    known("islower", SignOfLetter, "n"),
    known("isupper", SignOfLetter, "n"),
    known("isspace", SignOfLetter, "n"),
    known("isxdigit", SignOfLetter, "n"),
    known("ispunct", SignOfLetter, "n"),
    known("tolower", Letter, "n"),
    known("toupper", Letter, "n"),
    known("printf", Prints, "s*"),
    known("__builtin_printf", Prints, "s*"),
    known("fprintf", Prints, "ps*"),
    known("puts", Prints, "s"),
    known("__builtin_puts", Prints, "s"),
    known("putchar", Prints, "n"),
    known("__builtin_putchar", Prints, "n"),
    known("putc", Prints, "np"),
    known("fputc", Prints, "np"),
    known("fputs", Prints, "sp"),
    known("fflush", Prints, "p"),
    known("sprintf", Formats, "ps*"),
    known("__builtin_sprintf", Formats, "ps*"),
    known("snprintf", Formats, "pns*"),
    known("__builtin_snprintf", Formats, "pns*"),
    known("sqrt", Float, "n"),
    known("sqrtf", Float, "n"),
    known("fabs", Float, "n"),
    known("fabsf", Float, "n"),
    known("floor", Float, "n"),
    known("floorf", Float, "n"),
    known("ceil", Float, "n"),
    known("ceilf", Float, "n"),
    known("trunc", Float, "n"),
    known("round", Float, "n"),
];

/// No longer number is read by [`Promise::ShortNumber`].
const SHORT_NUMBER: usize = 9;

impl FreedomWatch {
    pub(super) fn free_in_call(&mut self, place: &Place<'_, '_>, index: u32) -> Option<&'static str> {
        let site = &place.code.calls[index as usize];
        let function = match site.target {
            CallTarget::Direct(function) => function,
            CallTarget::Indirect(cell) => match place.function_at(place.value(cell)) {
                Some(function) => function,
                None => return ADDRESS,
            },
        };
        let callee = &place.machine.module.functions[function];
        if callee.body.is_some() {
            return None;
        }
        let Some(known) = KNOWN.iter().find(|known| known.name == callee.name) else {
            return LIBRARY;
        };
        let uses = self.uses_of_call(place, index);
        place.free_in_arguments(site, known).or_else(|| place.free_in_promise(site, known, uses))
    }

    fn uses_of_call(&mut self, place: &Place<'_, '_>, index: u32) -> Uses {
        let key = (place.code.function.raw(), index);
        *self.uses.entry(key).or_insert_with(|| {
            let origin = place.code.origins[place.machine.position as usize];
            uses_of_result(place.machine.module, place.code.function, origin)
        })
    }
}

impl Place<'_, '_> {
    /// The function whose address this is.
    fn function_at(&self, pointer: Value) -> Option<FunctionId> {
        use crate::memory::BlockKind;
        let info = self.machine.memory.info(pointer.provenance)?;
        let is_start = self.machine.memory.block(pointer.provenance)?.base == pointer.bits;
        (info.kind == BlockKind::Function && is_start && pointer.provenance.part() == 0)
            .then(|| FunctionId::from_raw(info.symbol))
    }

    fn free_in_arguments(&self, site: &CallSite, known: &Known) -> Option<&'static str> {
        let mut kinds = known.arguments.bytes();
        let mut kind = b'n';
        // Where functions look at bytes, their last argument says at how many.
        let last = site.arguments.last().map(|argument| self.value(argument.cell));
        let most = last.filter(|last| last.provenance.is_none());
        let most = most.and_then(|last| usize::try_from(last.bits).ok()).unwrap_or(usize::MAX);
        site.arguments.iter().find_map(|argument| {
            if kind != b'*' {
                kind = kinds.next().unwrap_or(b'n');
            }
            self.free_in_argument(argument, kind, most)
        })
    }

    fn free_in_argument(&self, argument: &Source, kind: u8, most: usize) -> Option<&'static str> {
        let value = self.value(argument.cell);
        match kind {
            b's' => self.looks_at_string(value, true, usize::MAX),
            b'b' => self.looks_at_string(value, false, most),
            b'p' if value.provenance.is_none() => None,
            b'p' => {
                if value.provenance.part() == 0 {
                    None
                } else {
                    ADDRESS
                }
            }
            // What is printed may be anything, but strings must end.
            b'*' if value.provenance.part() == 0 => self.looks_at_string(value, true, usize::MAX),
            _ => {
                if value.provenance.is_none() {
                    None
                } else {
                    ADDRESS
                }
            }
        }
    }

    /// Bytes from an address on, up to a zero or to the end of the block, and no more than so many, are not those of addresses.
    fn looks_at_string(&self, address: Value, ends_at_zero: bool, most: usize) -> Option<&'static str> {
        if address.provenance.is_none() {
            return None;
        }
        if self.access(address).is_some() {
            return OUTSIDE;
        }
        let block = self.machine.memory.block(address.provenance)?;
        let Ok(offset) = usize::try_from(address.bits.wrapping_sub(block.base)) else { return ADDRESS };
        let rest = (block.size as usize).saturating_sub(offset).min(most);
        let is_zero = |byte: &u8| *byte == 0;
        let end = match ends_at_zero && rest > 0 {
            true => block.bytes(offset, rest).iter().position(is_zero).map_or(rest, |zero| zero + 1),
            false => rest,
        };
        self.looks_at(address, end)
    }

    fn free_in_promise(&self, site: &CallSite, known: &Known, uses: Uses) -> Option<&'static str> {
        let number =
            |index: usize| site.arguments.get(index).map_or(0, |argument| self.value(argument.cell).bits);
        let is_letter = number(0) as i32 >= 0 && (number(0) as i32) < 128;
        let is_kept = match known.promise {
            Whole => true,
            Sign => uses <= Uses::Sign,
            SignOfLetter => uses <= Uses::Sign && is_letter,
            Letter => is_letter,
            Prints => uses == Uses::Nothing && !self.counts_letters(site, known),
            // It may fail where the result could not tell how long the text is.
            Formats => {
                let sizes = known.arguments.bytes().enumerate().filter(|&(_, kind)| kind == b'n');
                sizes.into_iter().all(|(index, _)| number(index) <= i32::MAX as u64)
                    && self.has_plain_format(site, known)
            }
            Allocates => {
                let sizes = known.arguments.bytes().enumerate().filter(|&(_, kind)| kind == b'n');
                sizes.into_iter().all(|(index, _)| number(index) != 0)
            }
            ShortNumber => self.text(site, 0).is_some_and(|text| text.len() <= SHORT_NUMBER),
            Digits => matches!(number(2), 8 | 10 | 16),
            // The root of a negative number is none.
            Float => match f64::from_bits(number(0)) {
                _ if self.float().is_some() => return FLOAT,
                argument if known.name == "sqrt" => argument >= 0.0,
                _ if known.name == "sqrtf" => f32::from_bits(number(0) as u32) >= 0.0,
                _ => true,
            },
        };
        if is_kept { None } else { LIBRARY }
    }

    /// The string that an argument points to.
    fn text(&self, site: &CallSite, index: usize) -> Option<Vec<u8>> {
        let address = self.value(site.arguments.get(index)?.cell);
        Some(self.machine.memory.read_string(address, None).ok()?.bytes)
    }

    /// Whether a format stores how much was printed.
    fn counts_letters(&self, site: &CallSite, known: &Known) -> bool {
        if !known.arguments.ends_with('*') {
            return false;
        }
        let text = known.arguments.find('s').and_then(|index| self.text(site, index));
        text.is_none_or(|text| has_conversion(&text, b'n'))
    }

    /// Whether a format asks for nothing but integers and strings, each with its argument.
    fn has_plain_format(&self, site: &CallSite, known: &Known) -> bool {
        let Some(index) = known.arguments.find('s') else { return false };
        let Some(text) = self.text(site, index) else { return false };
        let mut arguments = site.arguments.iter().skip(index + 1);
        let mut letters = text.iter().copied().peekable();
        while let Some(letter) = letters.next() {
            if letter != b'%' {
                continue;
            }
            let mut is_long = false;
            while let Some(modifier) = letters.next_if(|letter| b"-+ #0123456789.hlzjt".contains(letter)) {
                is_long |= modifier == b'l';
            }
            let Some(conversion) = letters.next() else { return false };
            if conversion == b'%' {
                continue;
            }
            let Some(argument) = arguments.next() else { return false };
            let is_plain = match conversion {
                // How wide characters are written depends on the locale.
                b's' => !is_long,
                b'c' => !is_long && self.value(argument.cell).provenance.is_none(),
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => self.value(argument.cell).provenance.is_none(),
                _ => false,
            };
            if !is_plain {
                return false;
            }
        }
        true
    }
}

/// Whether a format has a conversion of this kind.
fn has_conversion(text: &[u8], conversion: u8) -> bool {
    let mut letters = text.iter().copied();
    while letters.any(|letter| letter == b'%') {
        let is_modifier =
            |letter: &u8| !letter.is_ascii_alphabetic() && *letter != b'%' || b"hlzjtLq".contains(letter);
        if letters.find(|letter| !is_modifier(letter)) == Some(conversion) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_found_behind_their_modifiers() {
        for text in ["%n", "a%hhn", "%5d%ln", "%%%n", "%-3.2lld%n"] {
            assert!(has_conversion(text.as_bytes(), b'n'), "{text}");
        }
        for text in ["", "n", "%dn", "%%n", "%s number"] {
            assert!(!has_conversion(text.as_bytes(), b'n'), "{text}");
        }
    }

    /// A name that the interpreter does not know would never be used, and one that stands there twice would hide another promise.
    #[test]
    fn every_function_is_modelled_and_listed_once() {
        for (index, known) in KNOWN.iter().enumerate() {
            assert!(crate::is_modelled(known.name), "{}", known.name);
            assert!(KNOWN[..index].iter().all(|other| other.name != known.name), "{}", known.name);
        }
    }
}

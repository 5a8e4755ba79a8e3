//! The functions of `wchar.h` that are more than a few lines of C; `analyzer` has models of the others.
//!
//! A wide string is known character by character or not at all.

use super::format::{Passed, with_format};
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::limits::WIDE_CHARACTERS_FOLLOWED;
use crate::memory::Access;
use crate::outcome::{Interrupt, Outcome, Step};
use interpreter::FaultKind;
use ir::Scalar;
use pure_logic::Term;
use symbolic_heap::{Content, Value};

pub(super) const TABLE: &[Entry] = &[
    entry("wcslen", 1, |context, call| length(context, call, false)),
    entry("wcsnlen", 2, |context, call| length(context, call, true)),
    entry("wmemset", 3, wmemset),
    entry("wprintf", 1, |context, call| print(context, call, None)),
    entry("fwprintf", 2, |context, call| print(context, call, Some(0))),
];

/// How many bytes a wide character has.
const WIDTH: i128 = 4;

/// What follows once the characters before the zero or the limit are known.
pub(super) type Phase<'p, 'a> = &'p mut dyn FnMut(&mut Context<'_>, Call<'a>, &[Term]) -> Step<Vec<Outcome>>;

/// Reads the wide string at an address, no further than a limit, and goes on with each string that it
/// may be.
pub(super) fn with_wide_text<'a>(
    context: &mut Context<'_>,
    call: &Call<'a>,
    address: Value,
    limit: Option<i128>,
    phase: Phase<'_, 'a>,
) -> Step<Vec<Outcome>> {
    let mut named = call.configuration.clone();
    let characters = context.characters(&mut named, address, limit)?;
    Ok(call.go_on(context, named, |context, mut call| {
        let mut text = Vec::new();
        for &character in &characters {
            if context.is_zero_character(&call.configuration, character)? {
                return phase(context, call, &text);
            }
            text.push(character);
        }
        if limit == Some(text.len() as i128) {
            return phase(context, call, &text);
        }
        // What comes next could not be read.
        let place = context.place_of(address, text.len());
        let Configuration { state, path } = &mut call.configuration;
        context.load(state, path, place, Scalar::I32)?;
        Err(Interrupt::gave_up("a wide string that is very long or not initialised"))
    }))
}

impl Context<'_> {
    fn place_of(&mut self, address: Value, index: usize) -> Value {
        Value::defined(self.solver.terms.add_constant(address.term, WIDTH * index as i128))
    }

    /// The characters from an address on, as far as they can be read, up to one that is surely zero.
    fn characters(
        &mut self,
        configuration: &mut Configuration,
        address: Value,
        limit: Option<i128>,
    ) -> Step<Vec<Term>> {
        let mut characters = Vec::new();
        let Configuration { state, path } = configuration;
        while (characters.len() as i128)
            < limit.unwrap_or(WIDE_CHARACTERS_FOLLOWED).min(WIDE_CHARACTERS_FOLLOWED)
        {
            let place = self.place_of(address, characters.len());
            let character = match self.load(state, path, place, Scalar::I32) {
                Err(_) if !characters.is_empty() => break,
                other => other?,
            };
            if !character.is_defined() && self.options.check_uninitialised {
                if characters.is_empty() {
                    let message = "a library function looks at characters that are not initialised";
                    return Err(Interrupt::fault(FaultKind::UninitialisedUse, message));
                }
                break;
            }
            characters.push(character.term);
            let is_zero = self.solver.terms.zero(character.term);
            if self.proves(&state.facts, is_zero) {
                break;
            }
        }
        Ok(characters)
    }

    /// Whether a character is the terminating zero. In the search for a proof, where too many strings are
    /// possible to look at each of them, it must be known.
    fn is_zero_character(&mut self, configuration: &Configuration, character: Term) -> Step<bool> {
        let is_zero = self.solver.terms.zero(character);
        match self.decide(configuration, is_zero) {
            Err(_) if !self.options.split_on_offsets => {
                Err(Interrupt::gave_up("the length of a wide string is not known"))
            }
            answer => answer,
        }
    }
}

fn length(context: &mut Context<'_>, call: Call<'_>, is_limited: bool) -> Step<Vec<Outcome>> {
    let address = call.pointer(context, 0)?;
    let limit = match is_limited {
        false => None,
        true => {
            let limit = call.size(context, 1)?;
            let limit = context.solver.terms.as_constant(limit);
            Some(limit.ok_or_else(|| Interrupt::gave_up("a limit of a wide string that is not constant"))?)
        }
    };
    if limit == Some(0) {
        return call.returning_number(context, 0);
    }
    with_wide_text(context, &call, address, limit, &mut |context, call, text| {
        call.returning_number(context, text.len() as i128)
    })
}

fn wmemset(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let character = call.arguments[1].value;
    let count = call.size(context, 2)?;
    if context.is_zero(&call.configuration.state, count)? {
        return call.returning(to);
    }
    let bytes = context.solver.terms.scale(WIDTH, count);
    let Configuration { state, path } = &mut call.configuration;
    let (base, start) = context.access(state, to, bytes, Access::Write)?;
    match context.solver.terms.as_constant(count).filter(|&count| count <= WIDE_CHARACTERS_FOLLOWED) {
        Some(count) => {
            for index in 0..count {
                let place = context.place_of(to, index as usize);
                context.store(state, path, place, character, Scalar::I32)?;
            }
        }
        None => {
            let end = context.solver.terms.add(start, bytes);
            let is_zero = context.solver.terms.as_constant(character.term) == Some(0);
            let content = match character.is_defined() {
                true if is_zero => Content::Fill(0),
                true => Content::Unknown,
                false => Content::Uninitialised,
            };
            path.approximate("many characters are set");
            context.write_run(state, path, base, start, end, content)?;
        }
    }
    call.returning(to)
}

fn print(context: &mut Context<'_>, call: Call<'_>, stream: Option<usize>) -> Step<Vec<Outcome>> {
    let format = stream.map_or(0, |index| index + 1);
    let address = call.pointer(context, format)?;
    with_wide_text(context, &call, address, None, &mut |context, call, text| {
        let constant = |&character: &Term| u8::try_from(context.solver.terms.as_constant(character)?).ok();
        let Some(text) = text.iter().map(constant).collect::<Option<Vec<u8>>>() else {
            return Err(Interrupt::gave_up("a format that is not constant"));
        };
        with_format(context, call, &text, format + 1, Passed::Behind, &mut |context, call, formatted| {
            if let Some(index) = stream {
                context.stream(&call, index)?;
            }
            call.returning_unless_it_fails(context, formatted.length)
        })
    })
}

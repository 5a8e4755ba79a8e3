//! `memcpy`, `memmove`, `memset`.

use super::Call;
use crate::configuration::Configuration;
use crate::context::Context;
use crate::outcome::Step;
use ir::CopyOverlap;
use pure_logic::Term;

pub fn memcpy(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Configuration>> {
    copy(context, call, CopyOverlap::Forbidden)
}

pub fn memmove(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Configuration>> {
    copy(context, call, CopyOverlap::Allowed)
}

pub fn memset(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Configuration>> {
    let (to, value) = (call.argument(0)?, call.argument(1)?);
    let length = length(context, &call, 2)?;
    let Configuration { state, path } = &mut call.configuration;
    context.set_block(state, path, to, value, length)?;
    Ok(call.returning(to))
}

fn copy(context: &mut Context<'_>, mut call: Call<'_>, overlap: CopyOverlap) -> Step<Vec<Configuration>> {
    let (to, from) = (call.argument(0)?, call.argument(1)?);
    let length = length(context, &call, 2)?;
    let Configuration { state, path } = &mut call.configuration;
    context.copy_block(state, path, to, from, length, overlap)?;
    Ok(call.returning(to))
}

fn length(context: &mut Context<'_>, call: &Call<'_>, index: usize) -> Step<Term> {
    let value = call.argument(index)?;
    context.require_defined(value, "a length")?;
    let bits = context.pointer_bits();
    Ok(context.unsigned(&call.configuration.state.facts, value.term, bits))
}

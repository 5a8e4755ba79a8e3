//! What is known of functions from earlier runs, by the content of everything that an answer depends on.
//!
//! The key of an answer is the hash of the question, of the function's slice without its places, and of the contracts of the
//! functions that it can call. So an answer cannot be out of date, and it does not matter where in the source a function is:
//! places are stored as numbers of places of the slice.

use super::{FunctionContracts, Notation};
use crate::closed::Question;
use interprocedural::open::known::ContractText;
use ir::content::{Content, Places};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use source::Span;
use std::time::Duration;
use symbolic_execution::Stop;

/// The name of an answer.
pub type Key = [u8; 32];

/// How one place, as data, is written anew; `None` if it is no place of the slice.
type PlaceMove<'a> = &'a dyn Fn(&Places<'_>, &Map<String, Value>) -> Option<Value>;

/// Where answers are kept. Whatever is not there is found out again.
pub trait Keep: Sync {
    fn get(&self, key: &Key) -> Option<Vec<u8>>;
    fn put(&self, key: &Key, answer: &[u8]);
    /// An answer about a function was found, or has to be found out.
    fn note(&self, is_kept: bool);
}

/// All that is known of a function.
#[derive(Serialize, Deserialize)]
pub(super) struct Answer {
    pub told: FunctionContracts,
    /// What callers go by.
    pub contracts: Vec<ContractText>,
}

/// What contracts say, wherever it is.
#[derive(Clone, Copy)]
pub(super) struct Digest(blake3::Hash);

impl Digest {
    pub(super) fn new(contracts: &[ContractText]) -> Digest {
        let value = serde_json::to_value(contracts).map(without_places).unwrap_or_default();
        Digest(blake3::hash(value.to_string().as_bytes()))
    }
}

/// Looks up and keeps the answer to one question about one function.
pub(super) struct Kept<'k> {
    keep: &'k dyn Keep,
    places: &'k Places<'k>,
    whole: Key,
    /// Where an answer is that the limit for one function has cut short.
    shortened: Option<Key>,
}

impl<'k> Kept<'k> {
    /// `callees` are the contracts of functions that the slice has, by their numbers in it.
    pub(super) fn new(
        keep: &'k dyn Keep,
        content: &'k Content<'k>,
        (question, notation, limit): (&Question, Notation, Option<Duration>),
        function: usize,
        callees: impl Iterator<Item = (usize, Digest)>,
    ) -> Kept<'k> {
        let question = Question { stop: Stop::default(), ..*question };
        let mut hasher = blake3::Hasher::new();
        hasher.update(content.hash.as_bytes());
        hasher.update(format!("{question:?} {notation:?} {function}").as_bytes());
        for (callee, digest) in callees {
            hasher.update(&(callee as u64).to_le_bytes()).update(digest.0.as_bytes());
        }
        let whole = *hasher.finalize().as_bytes();
        let shortened = limit.map(|limit| {
            hasher.update(format!("limit {limit:?}").as_bytes());
            *hasher.finalize().as_bytes()
        });
        Kept { keep, places: &content.places, whole, shortened }
    }

    pub(super) fn get(&self) -> Option<Answer> {
        let read = |key: &Key| {
            let value: Value = serde_json::from_slice(&self.keep.get(key)?).ok()?;
            serde_json::from_value(self.moved(value, &|places, value| read_place(places, value))?).ok()
        };
        let answer = read(&self.whole).or_else(|| read(self.shortened.as_ref()?));
        self.keep.note(answer.is_some());
        answer
    }

    pub(super) fn put(&self, answer: &Answer, is_shortened: bool) {
        let key = if is_shortened { self.shortened } else { Some(self.whole) };
        let value = serde_json::to_value(answer).ok();
        let value = value.and_then(|value| self.moved(value, &|places, span| write_place(places, span)));
        if let (Some(key), Some(value)) = (key, value) {
            self.keep.put(&key, value.to_string().as_bytes());
        }
    }

    /// The same data with other places. `None` if one of them is none of the slice.
    fn moved(&self, value: Value, place: PlaceMove<'_>) -> Option<Value> {
        Some(match value {
            Value::Object(map) if map.contains_key("$start") => place(self.places, &map)?,
            Value::Object(map) if map.contains_key("$state") => {
                let text = map.get("$state")?.as_str()?;
                json!({ "$state": with_tags(text, &|tag| self.moved_tag(tag, place))? })
            }
            Value::Object(map) => {
                let entries = map.into_iter().map(|(key, value)| Some((key, self.moved(value, place)?)));
                Value::Object(entries.collect::<Option<_>>()?)
            }
            Value::Array(values) => {
                Value::Array(values.into_iter().map(|value| self.moved(value, place)).collect::<Option<_>>()?)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
        })
    }

    /// A place inside a state is a number: that of the first offset, and the second one.
    fn moved_tag(&self, tag: &str, place: PlaceMove<'_>) -> Option<String> {
        let map: Map<String, Value> = match tag.split_once(':') {
            None => {
                let number: u64 = tag.parse().ok()?;
                let span = Span::new((number >> 32) as u32, number as u32);
                serde_json::from_value(serde_json::to_value(span).ok()?).ok()?
            }
            Some((part, rest)) => {
                let (start, end) = rest.split_once(':')?;
                let number = |text: &str| text.parse::<u32>().ok();
                let (part, start, end) = (number(part)?, number(start)?, number(end)?);
                serde_json::from_value(json!({ "$part": part, "$start": start, "$end": end })).ok()?
            }
        };
        let moved = place(self.places, &map)?;
        let number = |name: &str| moved.get(name).and_then(Value::as_u64);
        let (start, end) = (number("$start")?, number("$end")?);
        Some(match number("$part") {
            Some(part) => format!("{part}:{start}:{end}"),
            None => (start << 32 | end).to_string(),
        })
    }
}

/// The number that stands for no place.
const NOWHERE: u32 = u32::MAX;

fn write_place(places: &Places<'_>, map: &Map<String, Value>) -> Option<Value> {
    let span: Span = serde_json::from_value(Value::Object(map.clone())).ok()?;
    let (part, start, end) = if span == Span::NONE { (NOWHERE, 0, 0) } else { places.number(span)? };
    Some(json!({ "$part": part, "$start": start, "$end": end }))
}

fn read_place(places: &Places<'_>, map: &Map<String, Value>) -> Option<Value> {
    let number =
        |name: &str| map.get(name).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    let place = (number("$part")?, number("$start")?, number("$end")?);
    let span = if place.0 == NOWHERE { Span::NONE } else { places.span(place)? };
    serde_json::to_value(span).ok()
}

/// The text of a state with other places: what comes after `@`.
fn with_tags(text: &str, change: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut parts = text.split('@');
    let mut changed = parts.next()?.to_owned();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_digit() && letter != ':').unwrap_or(part.len());
        // A colon that ends it belongs to what follows.
        let tag = part[..end].trim_end_matches(':');
        changed.push('@');
        changed.push_str(&change(tag)?);
        changed.push_str(&part[tag.len()..]);
    }
    Some(changed)
}

/// The same data without its places.
fn without_places(value: Value) -> Value {
    match value {
        Value::Object(map) if map.contains_key("$start") => Value::Null,
        Value::Object(map) if map.contains_key("$state") => {
            let text = map.get("$state").and_then(Value::as_str).unwrap_or_default();
            Value::from(with_tags(text, &|_| Some(String::new())))
        }
        Value::Object(map) => {
            Value::Object(map.into_iter().map(|(key, value)| (key, without_places(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(without_places).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

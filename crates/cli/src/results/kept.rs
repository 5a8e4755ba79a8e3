//! Results in the form in which they are kept for the next run.
//!
//! A place is kept as a range of the texts that were analysed, and is looked up again, so that it has the line and the words of
//! today: comments may have moved it without changing what was analysed.

use super::Places;
use crate::cache::{StoredSpan, Texts};
use crate::findings::PAGES;
use findings::{Finding, FunctionResult, Location, OpenQuestion};
use serde::{Deserialize, Serialize};

/// Something with places and rules in it, in a fixed order.
pub trait Keepable {
    fn places_mut(&mut self) -> Vec<&mut Location>;
    fn rules_mut(&mut self) -> Vec<&mut &'static str>;
}

impl Keepable for Finding {
    fn places_mut(&mut self) -> Vec<&mut Location> {
        Finding::places_mut(self)
    }

    fn rules_mut(&mut self) -> Vec<&mut &'static str> {
        vec![&mut self.rule]
    }
}

impl Keepable for FunctionResult {
    fn places_mut(&mut self) -> Vec<&mut Location> {
        FunctionResult::places_mut(self)
    }

    fn rules_mut(&mut self) -> Vec<&mut &'static str> {
        self.errors_if_called.iter_mut().map(|error| &mut error.rule).collect()
    }
}

impl Keepable for OpenQuestion {
    fn places_mut(&mut self) -> Vec<&mut Location> {
        self.place.iter_mut().collect()
    }

    fn rules_mut(&mut self) -> Vec<&mut &'static str> {
        Vec::new()
    }
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Kept<T> {
    item: T,
    places: Vec<StoredSpan>,
    rules: Vec<String>,
}

impl<T: Keepable + Clone> Kept<T> {
    /// `None` if a place lies in none of the texts.
    pub fn new(item: &T, texts: &Texts) -> Option<Kept<T>> {
        let mut item = item.clone();
        let places = item.places_mut().into_iter().map(|place| texts.relative(place.span));
        let places = places.collect::<Option<Vec<_>>>()?;
        let rules = item.rules_mut().into_iter().map(|rule| (*rule).to_owned()).collect();
        Some(Kept { item, places, rules })
    }

    pub fn all(items: &[T], texts: &Texts) -> Option<Vec<Kept<T>>> {
        items.iter().map(|item| Kept::new(item, texts)).collect()
    }

    /// `None` if it was kept by a program with other rules, or for other texts.
    pub fn restore(self, texts: &Texts, places: &Places<'_>) -> Option<T> {
        let Kept { mut item, places: spans, rules } = self;
        let mut kept = item.places_mut();
        if kept.len() != spans.len() {
            return None;
        }
        for (place, span) in kept.iter_mut().zip(spans) {
            **place = places.location(texts.absolute(span)?)?;
        }
        let mut kept = item.rules_mut();
        if kept.len() != rules.len() {
            return None;
        }
        for (rule, name) in kept.iter_mut().zip(rules) {
            **rule = PAGES.iter().find(|(id, _)| *id == name)?.0;
        }
        Some(item)
    }

    pub fn restore_all(kept: Vec<Kept<T>>, texts: &Texts, places: &Places<'_>) -> Option<Vec<T>> {
        kept.into_iter().map(|one| one.restore(texts, places)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::Answer;
    use source::{DataModel, SourceMap, Span};

    #[test]
    fn what_is_restored_stands_where_its_text_is_now() {
        let mut map = SourceMap::new();
        let first = map.add("a.c", "int a;\n".as_bytes()).unwrap();
        let second = map.add("b.c", "\n\nint b;\n".as_bytes()).unwrap();
        let module = ir::Module::new(DataModel::Lp64);
        let places = Places::new(&map, &module, false);
        let of = |file| Texts(vec![(map.start(file), 9)]);
        let span = Span::new(map.start(first) + 4, map.start(first) + 5);
        let open = OpenQuestion { reason: "r".to_owned(), place: places.location(span) };
        let function = FunctionResult {
            name: "f".to_owned(),
            parameters: Vec::new(),
            place: places.location(span),
            answer: Answer::Unknown,
            contracts: Vec::new(),
            errors_if_called: vec![findings::ConditionalError {
                rule: "double-free",
                message: "m".to_owned(),
                place: None,
                condition: Vec::new(),
            }],
            open: vec![open],
        };
        let kept = Kept::new(&function, &of(first)).unwrap();
        let text = serde_json::to_string(&kept).unwrap();
        let read: Kept<FunctionResult> = serde_json::from_str(&text).unwrap();
        assert_eq!(read.clone().restore(&of(first), &places), Some(function.clone()));
        let moved = read.restore(&of(second), &places).unwrap();
        assert_eq!(moved.place.unwrap().to_string(), "b.c:3:3");
        assert_eq!(moved.errors_if_called[0].rule, "double-free");
        assert_eq!(Kept::new(&function, &of(second)), None, "the place is in another text");
    }
}

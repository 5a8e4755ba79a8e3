//! The keys of `besom.toml`, as the reader of the format sees them.

use super::{Level, Limits};
use crate::arguments::DataModelChoice;
use crate::findings;
use serde::Deserialize;
use source::DataModel;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// What a file says, checked.
#[derive(PartialEq, Eq, Debug)]
pub struct Document {
    pub flags: Vec<String>,
    pub exclude: Vec<String>,
    pub baseline: Option<String>,
    pub data_model: Option<DataModel>,
    pub malloc_never_fails: bool,
    pub overflow: bool,
    pub at_exit: bool,
    pub limits: Limits,
    pub models: BTreeMap<String, String>,
    pub levels: BTreeMap<String, Level>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[derive(Default)]
struct Keys {
    flags: Vec<String>,
    exclude: Vec<String>,
    baseline: Option<String>,
    data_model: Option<DataModelName>,
    malloc_never_fails: bool,
    overflow: bool,
    at_exit: bool,
    limits: LimitKeys,
    models: BTreeMap<String, String>,
    rules: BTreeMap<Spanned<String>, Level>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct LimitKeys {
    hunt_steps: Option<u64>,
    proof_steps: Option<u64>,
}

#[derive(Deserialize)]
enum DataModelName {
    #[serde(rename = "ILP32")]
    Ilp32,
    #[serde(rename = "LP64")]
    Lp64,
}

/// What is wrong with a file, and with which part of it.
pub struct Mistake {
    message: String,
    part: Range<usize>,
}

impl Mistake {
    /// As a compiler would say it.
    pub fn at(&self, path: &Path, text: &str) -> String {
        let before = text.get(..self.part.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}:{line}:{column}: {}", path.display(), self.message)
    }
}

impl Document {
    pub fn parse(text: &str) -> Result<Document, Mistake> {
        let keys: Keys = toml::from_str(text).map_err(|error| Mistake {
            message: error.message().lines().collect::<Vec<_>>().join(", "),
            part: error.span().unwrap_or(0..0),
        })?;
        let mut levels = BTreeMap::new();
        for (rule, level) in keys.rules {
            if findings::page(rule.get_ref()).is_none() {
                let message =
                    format!("there is no rule called `{}`; `besom explain` lists all", rule.get_ref());
                return Err(Mistake { message, part: rule.span() });
            }
            levels.insert(rule.into_inner(), level);
        }
        let data_model = keys.data_model.map(|name| match name {
            DataModelName::Ilp32 => DataModelChoice::Ilp32.into(),
            DataModelName::Lp64 => DataModelChoice::Lp64.into(),
        });
        Ok(Document {
            flags: keys.flags,
            exclude: keys.exclude,
            baseline: keys.baseline,
            data_model,
            malloc_never_fails: keys.malloc_never_fails,
            overflow: keys.overflow,
            at_exit: keys.at_exit,
            limits: Limits { hunt_steps: keys.limits.hunt_steps, proof_steps: keys.limits.proof_steps },
            models: keys.models,
            levels,
        })
    }
}

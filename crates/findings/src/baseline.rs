//! The findings that a project knows already, by their fingerprints, in a file to commit.

use crate::finding::{Finding, Suppression, SuppressionKind};
use serde::{Deserialize, Serialize};

/// The form of the file; a later one can be told from this one.
const VERSION: u32 = 1;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u32,
    findings: Vec<Known>,
}

/// One finding, with as much text as a reader of the file needs to recognise it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    file: String,
    rule: String,
    fingerprint: String,
    message: String,
}

impl Baseline {
    /// All findings that are not suppressed otherwise.
    pub fn of(findings: &[Finding]) -> Baseline {
        let told = findings.iter().filter(|finding| {
            finding
                .suppression
                .as_ref()
                .is_none_or(|suppression| suppression.kind == SuppressionKind::Baseline)
        });
        let mut findings: Vec<Known> = told
            .map(|finding| Known {
                file: finding.place.as_ref().map(|place| place.file.clone()).unwrap_or_default(),
                rule: finding.rule.to_owned(),
                fingerprint: finding.fingerprint.clone(),
                message: finding.message.clone(),
            })
            .collect();
        findings.sort();
        Baseline { version: VERSION, findings }
    }

    pub fn len(&self) -> usize {
        self.findings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The text of a file.
    pub fn to_text(&self) -> String {
        // A structure of texts and numbers can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads the text of a file; messages say line and column.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let baseline: Baseline = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match baseline.version {
            VERSION => Ok(baseline),
            other => Err(format!("version {other} of baselines is not known here")),
        }
    }

    /// Marks the findings that are known. Returns how many of the file were not found any more.
    pub fn apply(&self, findings: &mut [Finding]) -> usize {
        let mut gone = self.findings.len();
        for finding in findings.iter_mut() {
            if self.findings.iter().any(|known| known.fingerprint == finding.fingerprint) {
                gone = gone.saturating_sub(1);
                if finding.suppression.is_none() {
                    let reason = "known when the baseline was written".to_owned();
                    finding.suppression = Some(Suppression { kind: SuppressionKind::Baseline, reason });
                }
            }
        }
        gone
    }
}

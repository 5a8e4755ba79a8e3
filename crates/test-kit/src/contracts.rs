//! The `/*~ contract … */` comments.

use crate::observed::{FormulaJudge, InferredContract, Observed};

/// How the inferred contract is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// Its text is this one, blanks aside.
    Exact,
    /// It is this strong, or stronger.
    AtLeast,
}

/// The contract that the next function after the comment shall have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContractExpectation {
    pub strength: Strength,
    pub text: String,
    /// The line on which the comment ends; the function starts below.
    pub ends_on: u32,
    /// The bytes of the text between the comment's opening words and `*/`.
    pub range: std::ops::Range<usize>,
}

const OPENING: &str = "/*~";

/// Finds all contract comments.
pub fn parse(text: &str) -> Result<Vec<ContractExpectation>, String> {
    let mut contracts = Vec::new();
    for (start, _) in text.match_indices(OPENING) {
        let line = text[..start].matches('\n').count() + 1;
        let at = |message: &str| format!("line {line}: {message}");
        let body_start = start + OPENING.len();
        let length = text[body_start..].find("*/").ok_or_else(|| at("the comment does not end"))?;
        let body = &text[body_start..body_start + length];
        let trimmed = body.trim_start();
        let rest = trimmed.strip_prefix("contract").ok_or_else(|| at("expected `contract` after `/*~`"))?;
        let (strength, rest) = match rest.trim_start().strip_prefix("at-least") {
            Some(rest) => (Strength::AtLeast, rest),
            None => (Strength::Exact, rest),
        };
        contracts.push(ContractExpectation {
            strength,
            text: rest.trim().to_owned(),
            ends_on: (line + body.matches('\n').count()) as u32,
            range: body_start + body.len() - rest.len()..body_start + length,
        });
    }
    Ok(contracts)
}

impl ContractExpectation {
    /// The contract of the first function below the comment.
    pub fn subject<'a>(&self, observed: &'a Observed) -> Option<&'a InferredContract> {
        observed.contracts.iter().filter(|contract| contract.line >= self.ends_on).min_by_key(|c| c.line)
    }

    /// Why the inferred contract is not as demanded.
    pub fn check(&self, observed: &Observed, judge: &dyn FormulaJudge) -> Result<(), String> {
        let inferred = self.subject(observed).ok_or("no contract was inferred for the function below")?;
        match self.strength {
            Strength::Exact if normalized(&inferred.text) == normalized(&self.text) => Ok(()),
            Strength::Exact => {
                Err(format!("the contract of `{}` is now\n{}", inferred.function, inferred.text))
            }
            Strength::AtLeast => judge
                .contract_at_least(inferred, &self.text)
                .map_err(|why| format!("the contract of `{}` is weaker: {why}", inferred.function)),
        }
    }
}

/// The text with single blanks.
pub fn normalized(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

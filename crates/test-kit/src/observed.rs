//! What was reported about a program.

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// A real fault, shown to happen; or an error of the front end.
    Certain,
    /// An alarm that may be false.
    Possible,
    /// Only a condition of a contract: it happens if a caller violates it.
    IfCalled,
    /// The analysis stopped and says why.
    GaveUp,
    /// A warning of the front end.
    Warning,
}

/// One report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub certainty: Certainty,
    pub id: String,
    pub message: String,
    /// The line in the test program, counted from 1; `None` if it has no place there.
    pub line: Option<u32>,
    /// The steps that lead to it.
    pub trace: Vec<TraceStep>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    pub line: Option<u32>,
    pub text: String,
}

/// The contract that was inferred for a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InferredContract {
    pub function: String,
    /// The line on which the function's definition starts.
    pub line: u32,
    pub text: String,
}

/// Everything that was reported about one program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Observed {
    pub findings: Vec<Finding>,
    pub contracts: Vec<InferredContract>,
}

/// Answers questions about formulas, by the analysis' own entailment. An error says why not.
pub trait FormulaJudge {
    /// Whether the invariant of the loop on this line entails the formula.
    fn invariant_entails(&self, line: u32, formula: &str) -> Result<(), String>;

    /// Whether a contract is at least as strong as the one demanded.
    fn contract_at_least(&self, inferred: &InferredContract, demanded: &str) -> Result<(), String>;
}

/// For runs without an analysis: nothing is known about formulas.
#[derive(Clone, Copy, Debug)]
pub struct NoFormulas;

impl FormulaJudge for NoFormulas {
    fn invariant_entails(&self, _: u32, _: &str) -> Result<(), String> {
        Err("no invariants are inferred in this kind of test".to_owned())
    }

    fn contract_at_least(&self, _: &InferredContract, _: &str) -> Result<(), String> {
        Err("contracts are not compared in this kind of test".to_owned())
    }
}

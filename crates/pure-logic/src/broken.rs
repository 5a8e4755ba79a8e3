//! Deliberately wrong rules.
//!
//! A check that never fails proves nothing.
//! Each variant names one rule of this crate that can be made unsound on purpose; the solver check must notice every one.
//! Without the feature `broken-rules` the tests below are constant and the compiler removes them.

/// One rule that can be broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BrokenRule {
    // terms
    /// `(a mod m) mod n` loses the inner `mod` although `n` does not divide `m`.
    ModuloStripsAnyInnerModulo,
    /// Signed `wrap` has the range of the unsigned one.
    SignedWrapForgetsSign,
    /// `x | c` is `x + c` even when the bits may overlap.
    OrIsAddition,
    /// Strict inequalities keep the bound of the weak ones.
    StrictIsWeak,
    /// The constant of an inequality is rounded up, not down, when coefficients are divided by their divisor.
    TighteningRoundsUp,
    // layers
    /// Solving an equality for a variable loses the sign of the constant.
    EqualityLosesConstantSign,
    /// The interval of a sum ignores that a negative coefficient exchanges the bounds.
    IntervalIgnoresSign,
    /// Two values with the same remainder are taken for equal.
    CongruenceIsEquality,
    /// A path of difference bounds forgets its last edge.
    DifferencePathDropsEdge,
    /// A clause counts as decided as soon as one of its literals is false.
    ClauseDropsLiterals,
    /// Applications of one function are equal whatever their arguments are.
    FunctionIgnoresArguments,
    /// A disequality is split into one of its two sides only.
    DisequalitySplitsOnce,
    /// A cached model is trusted without evaluating the new fact.
    ModelIsNotChecked,
    /// The join keeps the bounds of its left side.
    JoinKeepsLeftBounds,
    /// Projection keeps rows that mention the projected variable as if the variable were zero.
    ProjectionTakesZero,
    // presburger
    /// The model of an inexact shadow is extended without looking whether an integer lies between the bounds.
    RealShadowIsExact,
    /// An empty dark shadow counts as a refutation although splinters remain.
    DarkShadowIsComplete,
    /// The last splinter of every bound is left out.
    SplintersStopEarly,
    /// The elimination rounds the constant of an inequality up.
    ShadowRoundsUp,
    /// An equality whose coefficients have a common divisor that does not divide the constant is rounded instead of refuted.
    EqualityIgnoresDivisor,
    /// A number that is not divisible may leave the remainder 0.
    ResidueMayBeZero,
    /// Of two parallel inequalities the looser one is kept.
    ParallelKeepsLooser,
    /// A case split over the values of a bounded variable leaves out the last value.
    ValueSplitForgetsLast,
    /// Projecting along an equality forgets that the coefficient divides the rest.
    ProjectionForgetsDivisibility,
    /// Projection takes the real shadow for exact.
    ProjectionTakesRealShadow,
    /// The complement of an equality has one side only.
    ComplementForgetsSide,
    /// Two sets are merged into their common hull without asking whether the hull has more points.
    CoalescingSkipsCheck,
}

impl BrokenRule {
    /// Every rule, in the order of declaration.
    pub const ALL: &'static [BrokenRule] = &[
        BrokenRule::ModuloStripsAnyInnerModulo,
        BrokenRule::SignedWrapForgetsSign,
        BrokenRule::OrIsAddition,
        BrokenRule::StrictIsWeak,
        BrokenRule::TighteningRoundsUp,
        BrokenRule::EqualityLosesConstantSign,
        BrokenRule::IntervalIgnoresSign,
        BrokenRule::CongruenceIsEquality,
        BrokenRule::DifferencePathDropsEdge,
        BrokenRule::ClauseDropsLiterals,
        BrokenRule::FunctionIgnoresArguments,
        BrokenRule::DisequalitySplitsOnce,
        BrokenRule::ModelIsNotChecked,
        BrokenRule::JoinKeepsLeftBounds,
        BrokenRule::ProjectionTakesZero,
        BrokenRule::RealShadowIsExact,
        BrokenRule::DarkShadowIsComplete,
        BrokenRule::SplintersStopEarly,
        BrokenRule::ShadowRoundsUp,
        BrokenRule::EqualityIgnoresDivisor,
        BrokenRule::ResidueMayBeZero,
        BrokenRule::ParallelKeepsLooser,
        BrokenRule::ValueSplitForgetsLast,
        BrokenRule::ProjectionForgetsDivisibility,
        BrokenRule::ProjectionTakesRealShadow,
        BrokenRule::ComplementForgetsSide,
        BrokenRule::CoalescingSkipsCheck,
    ];
}

/// Whether `rule` is the one that is broken; constantly false without the feature.
#[inline(always)]
pub fn is(selected: Option<BrokenRule>, rule: BrokenRule) -> bool {
    cfg!(feature = "broken-rules") && selected == Some(rule)
}

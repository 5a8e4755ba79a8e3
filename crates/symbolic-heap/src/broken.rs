//! Deliberately wrong rules about heaps.
//!
//! A check that never fails proves nothing.
//! Each variant names one rule, of this crate or of one above it, that can be made unsound on purpose;
//! `cargo xtask check-soundness --self-test` must notice every one.
//! Without the feature `broken-rules` the questions below are constant and the compiler removes them.

use pure_logic::Solver;

/// One rule that can be broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HeapRule {
    // rearrange
    /// Unfolding a segment forgets that it may be empty.
    UnfoldForgetsEmpty,
    /// Unfolding a segment forgets that it may have nodes.
    UnfoldForgetsNodes,
    /// Unfolding the last node leaves the old last entry to the rest.
    UnfoldLastKeepsLast,
    /// An element of an array that owns something is of the first of its kinds.
    ElementsAreOfOneKind,
    /// What elements own ends with their array.
    ArraysEndWithTheirElements,
    /// Blocks of an array that are all equally large are taken for one byte larger.
    RowsAreLarger,
    /// What elements lead to that were copied belongs to both arrays.
    CopiesOwnTheSame,
    /// Where two runs of elements tell different sizes of their blocks, that of the first is kept.
    RowsOfFirstRun,
    /// What is left after unfolding a node has as many nodes as before.
    RestKeepsMinimum,
    /// A segment whose ends may be equal is taken for not empty.
    SegmentsHaveNodes,
    /// Unfolding a segment considers only one of the kinds that may come first.
    UnfoldTakesOneKind,
    /// What follows a node is what may come first.
    RestBeginsLikeRow,
    /// A node that may be the last one of a row is never the only one.
    OnlyNodesAreNeverLast,
    /// What is left after unfolding a node is as long as before, in numbers.
    RestKeepsCount,
    /// A list that a node owns is never empty.
    OwnedListsHaveNodes,
    /// The link of an unfolded node holds the plain address of the next one.
    UnfoldForgetsTags,
    /// Unfolding takes words for stored of which some bits never were.
    UnfoldStoresAllBits,
    /// Of the numbers that a node may hold, unfolding takes the lowest.
    UnfoldTakesLowestNumber,
    /// A block whose length is told by a word is taken for one byte longer.
    UnfoldLengthensTails,
    /// What hangs below a node, or stands at a hole, is taken to keep to the bounds that are passed to it.
    TreesAreInOrder,
    /// What is left out of a search tree is taken to have all other nodes on one side.
    HolesAreBesideAllNodes,
    /// A tree in order whose bounds are equal is taken for one without nodes.
    BoundsAreNeverEqual,
    /// What is behind a node in order is strictly behind it.
    RestIsStrictlyBehind,
    /// What is before the last node in order is strictly before it.
    RestIsStrictlyBefore,
    /// Words are compared as they are, whether they have a sign or not.
    WordsAreComparedAsTheyAre,
    /// Two runs between the same bounds are taken for parts of one run in order.
    RunsBesideAWordAreOneRun,
    // fold
    /// Runs of words side by side are in order although it is not known.
    RunsAreAlwaysInOrder,
    /// Where a run has no words, its bounds are whatever they are elsewhere.
    LooseBoundsAreEqual,
    /// Neighbours are in order although it is not known.
    FoldIgnoresOrder,
    /// A folded segment claims one node more than it was made from.
    FoldCountsOneMore,
    /// Where the data of two nodes differs, that of the first is kept.
    FoldKeepsLeftData,
    /// Where the numbers of two nodes differ, those of the first are kept.
    FoldKeepsLeftNumbers,
    /// Numbers of nodes in a row count, whatever they are.
    FoldCountsAnything,
    /// Data that one of two nodes never stored is taken for stored.
    FoldForgetsUninitialised,
    /// Bytes are a string although none of them is known to be zero.
    TextsNeedNoEnd,
    /// Every byte that a loop has read or stored is taken for a letter.
    EveryByteIsALetter,
    /// What nodes own vanishes when they are folded.
    FoldForgetsOwned,
    /// A folded segment is as long as its first part, in numbers.
    FoldCountsFirstPart,
    /// Neighbours are folded wherever their backward links lead.
    FoldIgnoresBackLinks,
    /// A row that comes back to itself is folded like any other.
    RowsAreAcyclic,
    /// No node is where another block ends.
    NothingIsBehindBlocks,
    /// Lists that nodes own are taken to end at the next node.
    OwnedListsEndAtNextNode,
    /// A field that holds in one node what another one does is taken to do so in the next node.
    LikenessOfFirstNode,
    /// A word that tells the length of a block in one node is taken to do so in the next.
    MeasureOfFirstNode,
    /// What holds of the words of one run is taken to hold of those beside it.
    FamilyKeepsFirstWords,
    /// Of two things, one of which holds of each word of two runs, the first is taken to hold of all.
    AlternativesAreOne,
    /// Products are in the order of their factors, whatever the sign of what they have in common.
    ProductsKeepTheOrder,
    /// A word of which a part lies in either of two runs is taken for one of those that they tell of.
    StripesForgetTheBorder,
    /// What holds of the words of one stripe is taken to hold of all words.
    StripesAreEverywhere,
    /// What holds of the nodes of one row is taken to hold of those behind it.
    EachKeepsFirstNodes,
    /// What held of a word of every node is kept when one of the nodes gets another.
    EachKeepsWrittenWords,
    /// What holds of the chunks of one run is taken to hold of those beside it.
    TilesKeepFirstChunks,
    /// What is told of one chunk by the names of its words is told by names of the state, if other chunks have words of these names.
    NamesOfWordsAreFree,
    /// An exposed chunk reaches to the end of its run.
    TilesAreOneChunk,
    /// Words of chunks that lead into their block or are null are taken for null.
    LinksAreNull,
    /// The beginning of a chunk lies in a run of tiles, whichever chunks were exposed.
    StartsLieInRuns,
    /// Where a chunk began that was swallowed, one begins.
    SwallowedChunksStay,
    /// What was a boundary of chunks is one, wherever the last chunk ends.
    LimitsStay,
    // trees
    /// A tree that may be nothing is taken for one with nodes.
    TreesHaveNodes,
    /// The way to the hole of a tree goes on by the first link of its nodes.
    HolesAreBehindFirstLinks,
    /// Two links of a node may lead to the same tree.
    ChildrenAreShared,
    /// Data that one of two nodes of a tree never stored is taken for stored.
    NodesOfTreesAreStored,
    /// What one of two nodes of a tree owns is what the first one does.
    OwnedIsLikeThatOfFirstNode,
    /// What one of two nodes of a tree owns both of them do.
    OwnedIsNeverNull,
    /// A ring that a node of a tree owns is closed wherever its words for the nodes before lead.
    RingsCloseAnywhere,
    /// What the number of one node tells of its words those of all nodes do.
    TagsOfFirstNode,
    /// A number tells of words only what it would if it were the lowest that it may be.
    TagsTellOfLowestNumber,
    // relate: join and entailment
    /// The longer of two rows says how many nodes there are at least.
    JoinTakesLongerRow,
    /// A segment covers rows of nodes whose data it does not allow.
    EntailmentIgnoresData,
    /// Memory that one of two states does not have is ignored.
    RelateLeavesMemoryOver,
    /// Where the contents of two blocks differ, those of the first are kept.
    RelateKeepsLeftContent,
    /// A state covers another whose numbers do not satisfy its facts.
    EntailmentIgnoresFacts,
    /// A join keeps the facts of the older state.
    JoinKeepsOlderFacts,
    /// Widening keeps the facts of the older state.
    WideningKeepsOlderFacts,
    /// A join keeps the order of kinds that one of the states has.
    JoinKeepsOrder,
    /// Rows are strictly in order if those of one of the states are.
    JoinKeepsStrictness,
    /// What held of the words of an array in the older state is kept.
    FamilyJoinKeepsOlderFacts,
    /// A state covers another whose rows and trees have wider bounds.
    EntailmentIgnoresBounds,
    /// A state covers another whose arrays do not hold what it says of their words.
    EntailmentIgnoresFamilies,
    /// What held of every node of a row in the older state is kept.
    EachJoinKeepsOlderFacts,
    /// A state covers another whose nodes are not what it says of each of them.
    EntailmentIgnoresEach,
    /// What held of the chunks of a run in the older state is kept.
    TilesJoinKeepsOlderFacts,
    /// A state covers another whose chunks are not what it says of them.
    EntailmentIgnoresTiles,
    // execution
    /// Low bits that are not known are taken for zero where they are masked.
    MaskedBitsAreZero,
    /// An access may go one byte beyond the end of its block.
    AccessBeyondEnd,
    /// An access may begin before its block.
    AccessBeforeStart,
    /// Memory that was freed may be read and written.
    FreedBlockIsUsable,
    /// Memory that was freed may be freed again.
    FreedBlockIsFreeable,
    /// A pointer into the middle of a block may be freed.
    FreeInsideBlock,
    /// A write at an unknown index leaves everything as it was.
    UnknownWriteIsLost,
    /// Memory that was never stored reads as some stored value.
    UninitialisedReadIsDefined,
    /// The address of a freed block differs from that of every new one.
    FreedAddressIsUnique,
    /// Allocation never fails.
    AllocationSucceeds,
    /// Inputs are never negative.
    InputIsNatural,
    /// Setting a run of bytes changes only the first one.
    SetBlockStopsEarly,
    // exploration
    /// The locals of a function live on after it returns.
    LocalsOutliveReturn,
    /// Lists that nothing refers to are not noticed.
    LostSegmentsUnnoticed,
    /// Lists that are still there at the end are not noticed.
    SegmentsMayStayAtExit,
    /// The third state that arrives at a loop head is taken for covered.
    ThirdArrivalIsCovered,
    /// Of the executions that meet, only the first goes on.
    MeetingKeepsFirst,
    /// Callers hear only of the first way in which a function returns.
    ContractHasOneExit,
    /// What a function computes has the same name at every call.
    CallsShareNames,
    /// What an exit tells of a name of its contract is true of each call as it is.
    ExitsKeepNames,
    /// A callee never allocates where memory of the caller was freed.
    CallsReuseNoAddresses,
    // contracts of open code at calls
    /// Two parts of a contract may be the same bytes of the caller.
    ContractsShareBytes,
    /// A contract is applied whatever it asks of the caller's numbers.
    ContractsIgnoreFacts,
    /// What a function does not mention it does not change.
    ContractsKeepTouchedBytes,
}

impl HeapRule {
    /// Every rule that programs of the comparison notice, in the order of declaration. Those of families of words, of tiles and of what holds of each node are
    /// not among them yet: that programs which depend on what arrays, chunks or all nodes hold notice them was not seen. Nor are the one of owned
    /// lists that may be empty, the one of strict orders in joins, the one of names that exits keep, and the one by which words are compared as they are: no program shows
    /// them at present, the last one since what holds of each node contradicts it. Of the rules of trees, the one by which holes are behind first links, the one by
    /// which tags are those of the first node, the one by which rings close anywhere, and the one by which trees are in any order are not shown either: the programs that were tried for them are not proved with these broken. The same is true of the one by which of two things the
    /// first holds, the one of products, and the one of words that lie in two stripes.
    /// That two runs beside a word are one run in order is shown by a law on small arrays instead, and that bounds of runs without words are equal to others by no program.
    /// With the three of bounds of trees, by which holes are beside all nodes, bounds are never equal and entailment ignores bounds, the self-test was not run yet.
    /// The one by which owned lists end at the next node is left out because searches with it make shapes that nest without limit.
    pub const ALL: &'static [HeapRule] = &[
        HeapRule::UnfoldForgetsEmpty,
        HeapRule::UnfoldForgetsNodes,
        HeapRule::UnfoldLastKeepsLast,
        HeapRule::RowsAreLarger,
        HeapRule::CopiesOwnTheSame,
        HeapRule::RowsOfFirstRun,
        HeapRule::RestKeepsMinimum,
        HeapRule::SegmentsHaveNodes,
        HeapRule::UnfoldTakesOneKind,
        HeapRule::RestBeginsLikeRow,
        HeapRule::OnlyNodesAreNeverLast,
        HeapRule::RestKeepsCount,
        HeapRule::UnfoldForgetsTags,
        HeapRule::UnfoldStoresAllBits,
        HeapRule::UnfoldTakesLowestNumber,
        HeapRule::UnfoldLengthensTails,
        HeapRule::RestIsStrictlyBehind,
        HeapRule::RestIsStrictlyBefore,
        HeapRule::RunsAreAlwaysInOrder,
        HeapRule::FoldIgnoresOrder,
        HeapRule::FoldCountsOneMore,
        HeapRule::FoldKeepsLeftData,
        HeapRule::FoldKeepsLeftNumbers,
        HeapRule::FoldCountsAnything,
        HeapRule::FoldForgetsUninitialised,
        HeapRule::TextsNeedNoEnd,
        HeapRule::EveryByteIsALetter,
        HeapRule::FoldForgetsOwned,
        HeapRule::FoldCountsFirstPart,
        HeapRule::FoldIgnoresBackLinks,
        HeapRule::RowsAreAcyclic,
        HeapRule::NothingIsBehindBlocks,
        HeapRule::LikenessOfFirstNode,
        HeapRule::MeasureOfFirstNode,
        HeapRule::StripesAreEverywhere,
        HeapRule::NamesOfWordsAreFree,
        HeapRule::TreesHaveNodes,
        HeapRule::ChildrenAreShared,
        HeapRule::NodesOfTreesAreStored,
        HeapRule::OwnedIsLikeThatOfFirstNode,
        HeapRule::OwnedIsNeverNull,
        HeapRule::TagsTellOfLowestNumber,
        HeapRule::JoinTakesLongerRow,
        HeapRule::EntailmentIgnoresData,
        HeapRule::RelateLeavesMemoryOver,
        HeapRule::RelateKeepsLeftContent,
        HeapRule::EntailmentIgnoresFacts,
        HeapRule::JoinKeepsOlderFacts,
        HeapRule::WideningKeepsOlderFacts,
        HeapRule::JoinKeepsOrder,
        HeapRule::MaskedBitsAreZero,
        HeapRule::AccessBeyondEnd,
        HeapRule::AccessBeforeStart,
        HeapRule::FreedBlockIsUsable,
        HeapRule::FreedBlockIsFreeable,
        HeapRule::FreeInsideBlock,
        HeapRule::UnknownWriteIsLost,
        HeapRule::UninitialisedReadIsDefined,
        HeapRule::FreedAddressIsUnique,
        HeapRule::AllocationSucceeds,
        HeapRule::InputIsNatural,
        HeapRule::SetBlockStopsEarly,
        HeapRule::LocalsOutliveReturn,
        HeapRule::LostSegmentsUnnoticed,
        HeapRule::SegmentsMayStayAtExit,
        HeapRule::ThirdArrivalIsCovered,
        HeapRule::MeetingKeepsFirst,
        HeapRule::ContractHasOneExit,
        HeapRule::CallsShareNames,
        HeapRule::CallsReuseNoAddresses,
        HeapRule::ContractsShareBytes,
        HeapRule::ContractsIgnoreFacts,
        HeapRule::ContractsKeepTouchedBytes,
    ];
}

/// Chooses the rule that is broken; without the feature `broken-rules` that has no effect.
pub fn break_rule(solver: &mut Solver, rule: Option<HeapRule>) {
    solver.broken_rule_above = rule.map(|rule| rule as u16);
}

/// Whether `rule` is the one that is broken; constantly false without the feature.
#[inline(always)]
pub fn is_broken(solver: &Solver, rule: HeapRule) -> bool {
    if !cfg!(feature = "broken-rules") {
        return false;
    }
    solver.asked_rules_above.add(rule as u16);
    solver.broken_rule_above == Some(rule as u16)
}

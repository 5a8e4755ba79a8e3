//! Which blocks are nodes of trees.

use super::fields::NodeFields;
use crate::limits::KINDS_OF_TREE_NODES;
use pure_logic::TermTable;
use symbolic_heap::{Block, Definition, Instance, PlaceTag};

/// Blocks that were seen to branch: two words of one led to two others, with nothing in common behind them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct TreeKind {
    /// In bytes.
    pub size: u64,
    /// Where they are allocated; the default if that is not known of them.
    pub origin: PlaceTag,
    /// Where in a node links lead to.
    pub entry: u64,
    /// How many bytes a link has.
    pub word: u64,
    /// Which words of the node are links to its children: bit `i` is the word at offset `i · word`.
    pub links: u64,
    /// Which words hold the address of the node's parent.
    pub parents: u64,
}

impl TreeKind {
    /// The offsets of the words of a set.
    pub fn offsets(self, words: u64) -> impl Iterator<Item = u64> {
        (0..64).filter(move |&bit| words >> bit & 1 == 1).map(move |bit| bit * self.word)
    }

    /// The largest number that a link can hold.
    pub fn highest_word(self) -> i128 {
        (1 << (8 * self.word)) - 1
    }

    /// Whether the word at an offset holds the address of the parent.
    pub fn is_parent(self, offset: Option<i128>) -> bool {
        self.offsets(self.parents).any(|parent| offset == Some(i128::from(parent)))
    }

    /// Whether a block has the size of such nodes and may be one.
    pub fn fits(self, terms: &TermTable, block: &Block) -> bool {
        block.is_live()
            && block.region == symbolic_heap::Region::Heap
            && terms.as_constant(block.size) == Some(i128::from(self.size))
            && is_of_origin(self.origin, block.allocated_at)
    }

    /// Whether trees of a definition have such nodes.
    pub fn is_of_definition(self, terms: &TermTable, definition: &Definition) -> bool {
        definition.body.block(definition.hidden[0]).is_some_and(|node| self.fits(terms, node))
    }

    /// Whether nodes have one link.
    pub(super) fn is_list(self) -> bool {
        self.links.count_ones() < 2
    }

    /// Whether a block may be a node of both.
    fn is_like(self, other: TreeKind) -> bool {
        self.size == other.size && is_of_origin(self.origin, other.origin)
    }
}

/// Whether what is allocated at two places may be the same: of nodes that come out of a list it is not known where they were allocated.
pub(super) fn is_of_origin(one: PlaceTag, other: PlaceTag) -> bool {
    one == other || one == PlaceTag::default() || other == PlaceTag::default()
}

/// The kinds of nodes of trees that a program has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct TreeKinds {
    /// Those without a size are no kinds: a `Precision` is copied often, and should be small.
    kinds: [TreeKind; KINDS_OF_TREE_NODES],
    told: Told,
}

/// What is told of the numbers of nodes: never two things of the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Told {
    #[default]
    Nothing,
    /// Which links of a node are null with which numbers.
    Tags,
    /// In which order they are.
    Orders,
}

impl TreeKinds {
    /// The kinds of the nodes of definitions.
    pub fn of_definitions<'d>(
        terms: &TermTable,
        definitions: impl Iterator<Item = &'d Definition>,
    ) -> TreeKinds {
        let mut kinds = TreeKinds::default();
        for definition in definitions.filter(|definition| !definition.uses.is_empty()) {
            if let Some(fields) = NodeFields::of_definition(terms, definition) {
                kinds.add(fields.kind);
            }
        }
        kinds
    }

    /// The same kinds, whose numbers tell which links of a node are null.
    #[must_use]
    pub fn with_tags(self) -> TreeKinds {
        TreeKinds { told: Told::Tags, ..self }
    }

    /// The same kinds, whose numbers are in an order.
    #[must_use]
    pub fn with_orders(self) -> TreeKinds {
        TreeKinds { told: Told::Orders, ..self }
    }

    pub fn told(self) -> Told {
        self.told
    }

    pub fn have_tags(self) -> bool {
        self.told == Told::Tags
    }

    pub fn have_orders(self) -> bool {
        self.told == Told::Orders
    }

    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }

    pub fn iter(self) -> impl Iterator<Item = TreeKind> {
        self.kinds.into_iter().filter(|kind| kind.size > 0)
    }

    /// The kind that a block is a node of.
    pub fn of_block(self, terms: &TermTable, block: &Block) -> Option<TreeKind> {
        self.iter().find(|kind| kind.fits(terms, block))
    }

    /// The kinds with those words for parents alone that are at offsets like this.
    pub fn with_parents(mut self, is_kept: impl Fn(u64) -> bool) -> TreeKinds {
        for kind in self.kinds.iter_mut().filter(|kind| kind.size > 0) {
            let own = *kind;
            let dropped = own.offsets(own.parents).filter(|&offset| !is_kept(offset));
            kind.parents &= !dropped.fold(0, |set, offset| set | 1 << (offset / own.word));
        }
        self
    }

    /// Whether all that an instance passes down are words for parents of these kinds.
    pub fn has_all_parents(self, terms: &TermTable, instance: &Instance) -> bool {
        let parents = instance.definition.exact_arguments(terms) - 1;
        parents > 0
            && self.iter().any(|kind| {
                kind.parents.count_ones() as usize == parents
                    && kind.is_of_definition(terms, &instance.definition)
            })
    }

    /// These kinds, and what was seen of others or of further links.
    pub fn with(mut self, seen: TreeKinds) -> TreeKinds {
        for kind in seen.iter() {
            self.add(kind);
        }
        self
    }

    /// Adds a kind if its nodes are none of those that are known. What is seen of nodes of a kind that is known may be a state in which a
    /// program is just changing their links; but nodes that were taken for those of a list, because only one link was in use, may be seen to
    /// branch later on.
    pub fn add_other(&mut self, known: TreeKinds, seen: TreeKind) {
        let is_known = |known: TreeKind| known.is_like(seen) && (seen.is_list() || !known.is_list());
        if !known.iter().any(is_known) {
            self.add(seen);
        }
    }

    /// Adds what was seen of a kind. There is one kind for each size and origin.
    pub fn add(&mut self, seen: TreeKind) {
        let is_place = |kind: &&mut TreeKind| kind.size == 0 || kind.is_like(seen);
        let Some(kind) = self.kinds.iter_mut().find(is_place) else { return };
        if kind.size == 0 {
            *kind = seen;
        } else if (kind.entry, kind.word) == (seen.entry, seen.word) {
            kind.links |= seen.links;
            kind.parents |= seen.parents;
            // A word that leads down in one node and up in another belongs to no tree.
            kind.parents &= !kind.links;
        }
    }
}

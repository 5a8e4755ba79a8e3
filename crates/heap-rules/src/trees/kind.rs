//! Which blocks are nodes of trees.

use pure_logic::TermTable;
use symbolic_heap::{Block, Instance};

/// How many kinds of nodes are told apart.
const MAXIMAL_KINDS: usize = 4;

/// Blocks that were seen to branch: two words of one led to two others, with nothing in common behind them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TreeKind {
    /// In bytes.
    pub size: u64,
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
    }
}

/// The kinds of nodes of trees that a program has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct TreeKinds {
    kinds: [Option<TreeKind>; MAXIMAL_KINDS],
}

impl TreeKinds {
    pub fn is_empty(self) -> bool {
        self.kinds.iter().all(Option::is_none)
    }

    pub fn iter(self) -> impl Iterator<Item = TreeKind> {
        self.kinds.into_iter().flatten()
    }

    /// The kind that a block is a node of.
    pub fn of_block(self, terms: &TermTable, block: &Block) -> Option<TreeKind> {
        self.iter().find(|kind| kind.fits(terms, block))
    }

    /// The kinds with those words for parents alone that are at offsets like this.
    pub fn with_parents(mut self, is_kept: impl Fn(u64) -> bool) -> TreeKinds {
        for kind in self.kinds.iter_mut().flatten() {
            let own = *kind;
            let dropped = own.offsets(own.parents).filter(|&offset| !is_kept(offset));
            kind.parents &= !dropped.fold(0, |set, offset| set | 1 << (offset / own.word));
        }
        self
    }

    /// Whether all that an instance passes down are words for parents of these kinds.
    pub fn has_all_parents(self, terms: &TermTable, instance: &Instance) -> bool {
        let parents = instance.definition.formals.len() - 1;
        let size = instance.definition.node_size(terms);
        parents > 0
            && self.iter().any(|kind| {
                size == Some(i128::from(kind.size)) && kind.parents.count_ones() as usize == parents
            })
    }

    /// These kinds, and what was seen of others or of further links.
    pub fn with(mut self, seen: TreeKinds) -> TreeKinds {
        for kind in seen.iter() {
            self.add(kind);
        }
        self
    }

    /// Those of them that have a size which none of the known kinds has. What is seen of nodes of a size that is known may be a state in which a
    /// program is just changing their links.
    pub fn of_other_sizes(self, known: TreeKinds) -> TreeKinds {
        let mut others = TreeKinds::default();
        for kind in self.iter().filter(|kind| known.iter().all(|known| known.size != kind.size)) {
            others.add(kind);
        }
        others
    }

    /// Adds what was seen of a kind. There is one kind for each size.
    pub fn add(&mut self, seen: TreeKind) {
        for place in &mut self.kinds {
            match place {
                Some(kind) if kind.size == seen.size => {
                    if (kind.entry, kind.word) == (seen.entry, seen.word) {
                        kind.links |= seen.links;
                        kind.parents |= seen.parents;
                        // A word that leads down in one node and up in another belongs to no tree.
                        kind.parents &= !kind.links;
                    }
                    return;
                }
                Some(_) => {}
                None => {
                    *place = Some(seen);
                    return;
                }
            }
        }
    }
}

//! Kinds of lists: the shape of their nodes and the small memories they live in.

use pure_logic::Solver;
use pure_logic::term::Atom;
use std::sync::Arc;
use symbolic_heap::parse::parse_state;
use symbolic_heap::satisfy::ConcreteHeap;
use symbolic_heap::small_heaps::{BlockKind, Choice, Root, Slot, World};
use symbolic_heap::{Key, Region, Shape};

/// A kind of list.
pub struct Family {
    pub name: &'static str,
    pub world: World,
    pub shape: Arc<Shape>,
    /// A variant whose data are not shared.
    pub shape_without_sharing: Option<Arc<Shape>>,
    /// The shape of lists that nodes own.
    pub inner_shape: Option<Arc<Shape>>,
    /// The base of the head through which the list is circular.
    pub head: Option<Atom>,
}

/// The shape written as in a formula.
pub fn shape(solver: &mut Solver, text: &str) -> Arc<Shape> {
    let back = if text.contains(" back ") && !text.starts_with("node 24 entry 0 link 0 word") {
        "back l -> 0; "
    } else {
        ""
    };
    // Only the shape itself takes parameters, not those of the lists that its nodes own.
    let own = text.split("owns").next().unwrap_or(text);
    let with = if own.contains("word 8 shared 1") { "; with p" } else { "" };
    let state = parse_state(solver, &format!("seg(x -> 0; {back}count n >= 0; {text}{with})"));
    let state = state.unwrap_or_else(|error| panic!("{text}: {error}"));
    Arc::clone(&state.heap.segments()[0].shape)
}

impl Family {
    /// The memories of the family's world. Of the large ones with backward links, those in which a
    /// link does not lead back are left out, because nothing but separate blocks describes them; of
    /// the small ones those with more than one such link.
    pub fn memories(&self) -> Vec<ConcreteHeap> {
        let mut memories = Vec::new();
        self.world.for_each(&mut |mut memory| {
            // The blocks of a world come from an allocator.
            for block in memory.blocks.values_mut().filter(|block| block.region == Region::Heap) {
                block.region = self.shape.region;
            }
            let allowed = if memory.blocks.len() <= 3 { 1 } else { 0 };
            if self.shape.back.is_none() || self.one_way_links(&memory) <= allowed {
                memories.push(memory);
            }
        });
        memories
    }

    /// How many forward links lead to a place whose backward link leads elsewhere.
    fn one_way_links(&self, memory: &ConcreteHeap) -> usize {
        let word = |address: u64| {
            let (base, block) = memory.blocks.range(..=address).next_back()?;
            let bytes = block.bytes.get((address - base) as usize..)?.get(..8)?;
            bytes.iter().rev().try_fold(0u64, |value, byte| Some(value << 8 | u64::from((*byte)?)))
        };
        let entry_of = |base: &u64, size: usize| {
            if size as u64 == self.shape.node_size { base + self.shape.entry } else { *base }
        };
        let turned = |entry: u64| entry - self.shape.entry + self.shape.back_entry;
        let link_of = |entry: u64| entry - self.shape.entry + self.shape.link;
        let entries = memory.blocks.iter().map(|(base, block)| entry_of(base, block.bytes.len()));
        entries
            .filter(|entry| match word(link_of(*entry)) {
                None | Some(0) => false,
                Some(link) => {
                    word(link - self.shape.entry + self.shape.back.unwrap_or(8)) != Some(turned(*entry))
                }
            })
            .count()
    }

    /// Singly linked nodes with one number.
    pub fn single(solver: &mut Solver) -> Family {
        let number = Slot { offset: 8, bytes: 4, choice: Choice::Number(vec![Some(0), Some(1), None]) };
        Family {
            name: "single",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: vec![Slot::pointer(0, &[(0, 0)]), number] }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            shape: shape(
                solver,
                "node 16 entry 0 link 0 word 8 shared 1 { 8..12: shared 0, 12..16: uninit }",
            ),
            shape_without_sharing: Some(shape(
                solver,
                "node 16 entry 0 link 0 word 8 { 8..12: any, 12..16: uninit }",
            )),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes with a number within bounds, which may be negative.
    pub fn bounded(solver: &mut Solver) -> Family {
        let number = Slot::number(8, 4, &[0, 1, 2, u64::from(u32::MAX)]);
        let node = "node 16 entry 0 link 0 word 8";
        Family {
            name: "bounded",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: vec![Slot::pointer(0, &[(0, 0)]), number] }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            shape: shape(solver, &format!("{node} {{ 8..12: within -1 to 1, 12..16: uninit }}")),
            shape_without_sharing: Some(shape(
                solver,
                &format!("{node} {{ 8..12: within -1 to 2 except {{ 1 }}, 12..16: uninit }}"),
            )),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes with a number, by which they may be in order.
    pub fn sorted(solver: &mut Solver) -> Family {
        let number = Slot::number(8, 4, &[0, 1, 2, u64::from(u32::MAX)]);
        Family {
            name: "sorted",
            shape: shape(solver, "node 16 entry 0 link 0 word 8 { 8..12: any, 12..16: uninit }"),
            shape_without_sharing: None,
            world: World {
                kinds: vec![BlockKind { size: 16, slots: vec![Slot::pointer(0, &[(0, 0)]), number] }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            inner_shape: None,
            head: None,
        }
    }

    /// Doubly linked nodes with a number, by which they may be in order.
    pub fn sorted_double(solver: &mut Solver) -> Family {
        let number = Slot::number(16, 4, &[0, 1, u64::from(u32::MAX)]);
        let links = [Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(0, 0)])];
        Family {
            name: "sorted double",
            shape: shape(solver, "node 24 entry 0 link 0 back 8 word 8 { 16..20: any, 20..24: uninit }"),
            shape_without_sharing: None,
            world: World {
                kinds: vec![BlockKind { size: 24, slots: links.into_iter().chain([number]).collect() }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 2,
            },
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes with two numbers, by which they may be in order.
    pub fn sorted_intervals(solver: &mut Solver) -> Family {
        let numbers = [Slot::number(8, 4, &[0, 1, 2]), Slot::number(12, 4, &[0, 1])];
        Family {
            name: "sorted intervals",
            shape: shape(solver, "node 16 entry 0 link 0 word 8 { 8..12: any, 12..16: any }"),
            shape_without_sharing: None,
            world: World {
                kinds: vec![BlockKind {
                    size: 16,
                    slots: [Slot::pointer(0, &[(0, 0)])].into_iter().chain(numbers).collect(),
                }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            inner_shape: None,
            head: None,
        }
    }

    /// By which numbers nodes may be in order.
    pub fn keys(&self) -> Vec<Key> {
        let places: &[(u64, u64)] = match self.name {
            "sorted" => &[(8, 8)],
            "sorted double" => &[(16, 16)],
            "sorted intervals" => &[(8, 8), (8, 12)],
            _ => &[],
        };
        let mut keys = Vec::new();
        for &(enter, leave) in places {
            for is_signed in [true, false] {
                for is_descending in [false, true] {
                    keys.push(Key { enter, leave, bytes: 4, is_signed, is_descending });
                }
            }
        }
        keys.sort();
        keys
    }

    /// Singly linked nodes with numbers that count along the row.
    pub fn counting(solver: &mut Solver) -> Family {
        let number = Slot::number(8, 4, &[0, 1, 2]);
        let node = "node 16 entry 0 link 0 word 8 shared 1";
        Family {
            name: "counting",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: vec![Slot::pointer(0, &[(0, 0)]), number] }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            shape: shape(solver, &format!("{node} {{ 8..12: counting to 0 by 1, 12..16: uninit }}")),
            shape_without_sharing: Some(shape(
                solver,
                &format!("{node} {{ 8..12: counting to 0 by -1, 12..16: uninit }}"),
            )),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes with a word of which the high byte need not be stored.
    pub fn partly(solver: &mut Solver) -> Family {
        let low = Slot::number(8, 1, &[0, 1]);
        let high = Slot { offset: 9, bytes: 1, choice: Choice::Number(vec![Some(0), None]) };
        let node = "node 16 entry 0 link 0 word 8";
        Family {
            name: "partly",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: vec![Slot::pointer(0, &[(0, 0)]), low, high] }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            shape: shape(solver, &format!("{node} shared 1 {{ 8..10: shared 0 ? 0xff00, 10..16: uninit }}")),
            shape_without_sharing: Some(shape(
                solver,
                &format!("{node} shared 1 {{ 8..10: shared 0, 10..16: uninit }}"),
            )),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes that say themselves how long they are.
    pub fn tailed(solver: &mut Solver) -> Family {
        let kind = |size| {
            let link = Slot::pointer(0, &[(0, 0), (1, 0)]);
            BlockKind { size, slots: vec![link, Slot::number(8, 1, &[0, 1])] }
        };
        let register = || Slot::pointer(0, &[(0, 0), (1, 0)]);
        let fields = "entry 0 link 0 word 8 { 8..9: any, 9..end: uninit }";
        Family {
            name: "tailed",
            world: World {
                kinds: vec![kind(10), kind(11)],
                registers: vec![register(), register()],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            shape: shape(solver, &format!("node 9 and 1 times signed 8..9 plus 1 {fields}")),
            shape_without_sharing: Some(shape(solver, &format!("node 9 and more {fields}"))),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes that own a block each, and say how long it is.
    pub fn buffers(solver: &mut Solver) -> Family {
        let outer = vec![
            Slot::pointer(0, &[(0, 0)]),
            Slot::pointer(8, &[(1, 0), (2, 0)]),
            Slot::number(16, 4, &[1, 2]),
        ];
        let buffer = |size| BlockKind { size, slots: Vec::new() };
        let owning = |tail: &str| {
            let buffer = format!("owns block 0 {tail} entry 0 {{ 0..end: uninit }}");
            format!("node 20 entry 0 link 0 word 8 {{ 8..16: {buffer}, 16..20: any }}")
        };
        Family {
            name: "buffers",
            world: World {
                kinds: vec![BlockKind { size: 20, slots: outer }, buffer(2), buffer(4)],
                registers: vec![Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(solver, &owning("and 2 times signed 16..20 of owner plus 0")),
            shape_without_sharing: Some(shape(solver, &owning("and more"))),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes that own a text each.
    pub fn texts(solver: &mut Solver) -> Family {
        let outer = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(1, 0), (2, 0)])];
        let text =
            |size| BlockKind { size, slots: (0..size).map(|at| Slot::number(at, 1, &[0, 1])).collect() };
        let owning = |tail: &str| {
            let text = format!("owns block 0 {tail} entry 0 {{ 0..end: uninit }}");
            format!("node 16 entry 0 link 0 word 8 {{ 8..16: {text} }}")
        };
        Family {
            name: "texts",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: outer }, text(1), text(2)],
                registers: vec![Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(solver, &owning("and text")),
            shape_without_sharing: Some(shape(solver, &owning("and more"))),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes with a text between two constant places.
    pub fn names(solver: &mut Solver) -> Family {
        let slots = vec![
            Slot::pointer(0, &[(0, 0)]),
            Slot::number(8, 1, &[0, 1]),
            Slot::number(9, 1, &[0, 1]),
            Slot::number(10, 1, &[0, 1]),
        ];
        let node = "node 11 entry 0 link 0 word 8";
        Family {
            name: "names",
            world: World {
                kinds: vec![BlockKind { size: 11, slots }],
                registers: vec![Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 2,
            },
            shape: shape(solver, &format!("{node} {{ 8..10: text, 10..11: any }}")),
            shape_without_sharing: Some(shape(solver, &format!("{node} {{ 8..10: any, 10..11: any }}"))),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes that were made by `alloca`.
    pub fn on_the_stack(solver: &mut Solver) -> Family {
        let node = "node 16 in alloca(0) entry 0 link 0 word 8";
        Family {
            name: "on the stack",
            shape: shape(solver, &format!("{node} shared 1 {{ 8..12: shared 0, 12..16: uninit }}")),
            shape_without_sharing: Some(shape(solver, &format!("{node} {{ 8..12: any, 12..16: uninit }}"))),
            ..Family::single(solver)
        }
    }

    /// Three lists that begin in a static array.
    pub fn table(solver: &mut Solver) -> Family {
        let table_term = solver.terms.variable("table");
        let table = solver.terms.as_atom(table_term).expect("a variable is an atom");
        let pointer = |offset| Slot::pointer(offset, &[(0, 0)]);
        let number = Slot::number(8, 1, &[0, 1]);
        let node = "node 9 entry 0 link 0 word 8";
        Family {
            name: "table",
            world: World {
                kinds: vec![
                    BlockKind { size: 9, slots: vec![pointer(0), number] },
                    BlockKind { size: 24, slots: vec![pointer(0), pointer(8), pointer(16)] },
                ],
                registers: vec![pointer(0)],
                roots: vec![Root { kind: 1, region: Region::Static, name: Some(table) }],
                maximal_blocks: 4,
            },
            shape: shape(solver, &format!("{node} shared 1 {{ 8..9: shared 0 }}")),
            shape_without_sharing: Some(shape(solver, &format!("{node} {{ 8..9: any }}"))),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes with links to the middle of the next node.
    pub fn single_inside(solver: &mut Solver) -> Family {
        Family {
            name: "single inside",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: vec![Slot::pointer(8, &[(0, 8)])] }],
                registers: vec![Slot::pointer(0, &[(0, 8), (0, 0)]), Slot::pointer(0, &[(0, 8)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(solver, "node 16 entry 8 link 8 word 8 { 0..8: uninit }"),
            shape_without_sharing: None,
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes some of whose links have a tag.
    pub fn tagged(solver: &mut Solver) -> Family {
        let targets = [(0, 0), (0, 1)];
        let link = Slot { offset: 0, bytes: 8, choice: Choice::Tagged(targets.to_vec()) };
        let node = "node 16 entry 0 link 0 word 8";
        Family {
            name: "tagged",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: vec![link] }],
                registers: vec![Slot::pointer(0, &targets), Slot::pointer(0, &targets)],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            shape: shape(solver, &format!("{node} {{ 8..16: uninit }} | {{ 0..8: link 1, 8..16: uninit }}")),
            shape_without_sharing: Some(shape(solver, &format!("{node} {{ 0..8: link 1, 8..16: uninit }}"))),
            inner_shape: None,
            head: None,
        }
    }

    /// Singly linked nodes whose links are distances from themselves, some of them with a tag.
    pub fn relative(solver: &mut Solver) -> Family {
        let targets = vec![(0, 0), (0, 1)];
        let link = Slot { offset: 0, bytes: 8, choice: Choice::Distance(targets) };
        let node = "node 16 entry 0 link 0 word 8";
        let relative = "{ 0..8: relative 0, 8..16: uninit }";
        Family {
            name: "relative",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: vec![link] }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            shape: shape(solver, &format!("{node} {relative} | {{ 8..16: uninit }}")),
            shape_without_sharing: Some(shape(
                solver,
                &format!("{node} {relative} | {{ 0..8: relative 1, 8..16: uninit }}"),
            )),
            inner_shape: None,
            head: None,
        }
    }

    /// Doubly linked nodes without data.
    pub fn double(solver: &mut Solver) -> Family {
        let links = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(0, 0)])];
        Family {
            name: "double",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: links }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(solver, "node 16 entry 0 link 0 back 8 word 8 {}"),
            shape_without_sharing: None,
            inner_shape: None,
            head: None,
        }
    }

    /// Nodes whose backward links lead to the forward link of the node before.
    pub fn double_to_links(solver: &mut Solver) -> Family {
        let links = vec![Slot::pointer(8, &[(0, 0)]), Slot::pointer(0, &[(0, 8)])];
        Family {
            name: "double to links",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: links }],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 8)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(solver, "node 16 entry 0 link 8 back 0 to 8 word 8 {}"),
            shape_without_sharing: None,
            inner_shape: None,
            head: None,
        }
    }

    /// Doubly linked nodes in a circle through a static head, as in the Linux kernel.
    pub fn circular(solver: &mut Solver) -> Family {
        let head_term = solver.terms.variable("head");
        let head = solver.terms.as_atom(head_term).expect("a variable is an atom");
        let targets = [(0, 0), (1, 8)];
        let links = |offset| vec![Slot::pointer(offset, &targets), Slot::pointer(offset + 8, &targets)];
        Family {
            name: "circular",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: links(0) }, BlockKind { size: 24, slots: links(8) }],
                registers: vec![Slot::pointer(0, &targets)],
                roots: vec![Root { kind: 0, region: Region::Static, name: Some(head) }],
                maximal_blocks: 3,
            },
            shape: shape(solver, "node 24 entry 8 link 8 back 16 word 8 { 0..8: uninit }"),
            shape_without_sharing: None,
            inner_shape: None,
            head: Some(head),
        }
    }

    /// Singly linked nodes that own a block or a list each.
    pub fn nested(solver: &mut Solver) -> Family {
        let outer = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(1, 0)])];
        Family {
            name: "nested",
            world: World {
                kinds: vec![
                    BlockKind { size: 24, slots: outer },
                    BlockKind { size: 8, slots: vec![Slot::pointer(0, &[(1, 0)])] },
                ],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0), (1, 0)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(
                solver,
                "node 24 entry 0 link 0 word 8 { 8..16: owns list >= 0 node 8 entry 0 link 0 word 8 {}, 16..24: uninit }",
            ),
            shape_without_sharing: Some(shape(
                solver,
                "node 24 entry 0 link 0 word 8 { 8..16: owns block 8 entry 0 { 0..8: any }, 16..24: uninit }",
            )),
            inner_shape: Some(shape(solver, "node 8 entry 0 link 0 word 8 {}")),
            head: None,
        }
    }

    /// Singly linked nodes that own a block each, or hold null.
    pub fn optional(solver: &mut Solver) -> Family {
        let outer = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(1, 0)])];
        Family {
            name: "optional",
            world: World {
                kinds: vec![
                    BlockKind { size: 16, slots: outer },
                    BlockKind { size: 8, slots: vec![Slot::number(0, 8, &[0, 1])] },
                ],
                registers: vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(0, &[(0, 0), (1, 0)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(
                solver,
                "node 16 entry 0 link 0 word 8 { 8..16: owns optional block 8 entry 0 { 0..8: any } }",
            ),
            shape_without_sharing: Some(shape(
                solver,
                "node 16 entry 0 link 0 word 8 { 8..16: owns block 8 entry 0 { 0..8: any } }",
            )),
            inner_shape: None,
            head: None,
        }
    }

    /// Nodes of two levels: those of the upper one own the nodes of the lower one up to the next.
    pub fn two_levels(solver: &mut Solver) -> Family {
        let links = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(0, 0)])];
        Family {
            name: "two levels",
            world: World {
                kinds: vec![BlockKind { size: 16, slots: links }],
                registers: vec![Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 3,
            },
            shape: shape(
                solver,
                "node 16 entry 0 link 8 word 8 { 0..8: owns list >= 0 to like 8 node 16 entry 0 link 0 word 8 { 8..16: fill 0 } }",
            ),
            shape_without_sharing: Some(shape(solver, "node 16 entry 0 link 8 word 8 { 0..8: like 8 }")),
            inner_shape: Some(shape(solver, "node 16 entry 0 link 0 word 8 { 8..16: fill 0 }")),
            head: None,
        }
    }

    /// Two nodes of three levels, linked in any way.
    pub fn three_levels(solver: &mut Solver) -> Family {
        Family::levels(solver, "three levels", 2, &[(0, 0)])
    }

    /// Three nodes of three levels, none of which is followed by another on the highest one.
    pub fn below_the_third_level(solver: &mut Solver) -> Family {
        Family::levels(solver, "below the third level", 3, &[])
    }

    fn levels(
        solver: &mut Solver,
        name: &'static str,
        maximal_blocks: usize,
        highest: &[(usize, u64)],
    ) -> Family {
        let links =
            vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(0, 0)]), Slot::pointer(16, highest)];
        let lowest = "node 24 entry 0 link 0 word 8 { 8..16: fill 0, 16..24: fill 0 }";
        let middle = format!(
            "node 24 entry 0 link 8 word 8 {{ 0..8: owns list >= 0 to like 8 {lowest}, 16..24: fill 0 }}"
        );
        Family {
            name,
            world: World {
                kinds: vec![BlockKind { size: 24, slots: links }],
                registers: vec![Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks,
            },
            shape: shape(
                solver,
                &format!(
                    "node 24 entry 0 link 16 word 8 {{ 0..8: owns list >= 0 to like 8 {lowest}, 8..16: owns list >= 0 to like 16 {middle} }}"
                ),
            ),
            shape_without_sharing: Some(shape(
                solver,
                &format!(
                    "node 24 entry 0 link 16 word 8 {{ 0..8: like 8, 8..16: owns list >= 1 to like 16 {middle} }}"
                ),
            )),
            inner_shape: Some(shape(solver, &middle)),
            head: None,
        }
    }

    /// Nodes that own lists whose nodes know them.
    pub fn parents(solver: &mut Solver) -> Family {
        let outer = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(1, 0)])];
        let inner = vec![Slot::pointer(0, &[(1, 0)]), Slot::pointer(8, &[(0, 0)])];
        Family {
            name: "parents",
            world: World {
                kinds: vec![BlockKind { size: 24, slots: outer }, BlockKind { size: 16, slots: inner }],
                registers: vec![Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(
                solver,
                "node 24 entry 0 link 0 word 8 { 8..16: owns list >= 0 with (own 0) node 16 entry 0 link 0 word 8 shared 1 { 8..16: shared 0 }, 16..24: uninit }",
            ),
            shape_without_sharing: Some(shape(
                solver,
                "node 24 entry 0 link 0 word 8 { 8..16: owns block 16 entry 0 with (own 0) { 0..8: fill 0, 8..16: shared 0 }, 16..24: uninit }",
            )),
            inner_shape: Some(shape(solver, "node 16 entry 0 link 0 word 8 shared 1 { 8..16: shared 0 }")),
            head: None,
        }
    }

    /// Nodes that are heads of circular lists.
    pub fn rings(solver: &mut Solver) -> Family {
        let outer = vec![Slot::pointer(0, &[(0, 0)]), Slot::pointer(8, &[(1, 0), (0, 8)])];
        Family {
            name: "rings",
            world: World {
                kinds: vec![
                    BlockKind { size: 16, slots: outer },
                    BlockKind { size: 8, slots: vec![Slot::pointer(0, &[(1, 0), (0, 8)])] },
                ],
                registers: vec![Slot::pointer(0, &[(0, 0)])],
                roots: Vec::new(),
                maximal_blocks: 4,
            },
            shape: shape(
                solver,
                "node 16 entry 0 link 0 word 8 { 8..16: owns list >= 0 to own 8 node 8 entry 0 link 0 word 8 {} }",
            ),
            shape_without_sharing: Some(shape(solver, "node 16 entry 0 link 0 word 8 { 8..16: own 8 }")),
            inner_shape: Some(shape(solver, "node 8 entry 0 link 0 word 8 {}")),
            head: None,
        }
    }
}

//! What kind of program is written.

use crate::Random;

/// What links the nodes of a program's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Singly,
    Doubly,
    /// Singly linked, the last node points to the first.
    Ring,
    /// Doubly linked, the last node and the first point to each other.
    DoublyRing,
    /// Doubly linked through a head that is no element.
    Sentinel,
    /// Singly linked, with pointers to the first and the last node in a struct.
    Queue,
    /// As a queue, and the struct has the number of nodes.
    Counted,
}

/// What a node owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owned {
    Nothing,
    Buffer,
    /// A buffer, if another field says so.
    PerhapsBuffer,
    List,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    pub kind: Kind,
    pub owned: Owned,
    /// Lists link a member of the nodes, from whose address that of the node is computed.
    pub is_intrusive: bool,
    /// Lists are global variables.
    pub is_global: bool,
    /// Nodes are made and freed by functions of their own.
    pub has_node_functions: bool,
    pub has_recursion: bool,
    /// The program is prepared for `malloc` returning null.
    pub may_fail: bool,
}

impl Traits {
    pub fn choose(random: &mut Random, may_fail: bool) -> Traits {
        let kind = match random.below(100) {
            0..36 => Kind::Singly,
            36..56 => Kind::Doubly,
            56..63 => Kind::Ring,
            63..68 => Kind::DoublyRing,
            68..84 => Kind::Sentinel,
            84..94 => Kind::Queue,
            _ => Kind::Counted,
        };
        let owned = match random.below(100) {
            0..12 => Owned::Buffer,
            12..15 => Owned::PerhapsBuffer,
            15..22 => Owned::List,
            _ => Owned::Nothing,
        };
        let is_intrusive = random.chance(12);
        Traits {
            kind,
            owned,
            is_intrusive,
            is_global: random.chance(25),
            has_node_functions: is_intrusive || random.chance(40),
            has_recursion: kind == Kind::Singly && random.chance(30),
            may_fail,
        }
    }

    /// For a table of results.
    pub fn labels(&self) -> Vec<&'static str> {
        let mut labels = vec![match self.kind {
            Kind::Singly => "singly linked",
            Kind::Doubly => "doubly linked",
            Kind::Ring => "ring",
            Kind::DoublyRing => "doubly linked ring",
            Kind::Sentinel => "ring through a head",
            Kind::Queue => "queue with a tail",
            Kind::Counted => "queue with a count",
        }];
        labels.extend(match self.owned {
            Owned::Nothing => None,
            Owned::Buffer => Some("+ nodes own buffers"),
            Owned::PerhapsBuffer => Some("+ nodes own buffers if a field says so"),
            Owned::List => Some("+ nodes own lists"),
        });
        let others = [
            (self.is_intrusive, "+ links inside nodes"),
            (self.is_global, "+ global lists"),
            (self.has_recursion, "+ recursion"),
            (self.may_fail, "+ allocation may fail"),
        ];
        labels.extend(others.into_iter().filter(|(is_so, _)| *is_so).map(|(_, label)| label));
        labels
    }

    pub fn has_back_link(&self) -> bool {
        matches!(self.kind, Kind::Doubly | Kind::DoublyRing | Kind::Sentinel)
    }

    /// What links point to.
    pub fn element(&self) -> &'static str {
        if self.is_intrusive { "struct link" } else { "struct node" }
    }

    /// The type of a list, with what separates it from a name.
    pub fn list_type(&self) -> String {
        match self.kind {
            Kind::Singly | Kind::Doubly | Kind::Ring | Kind::DoublyRing => format!("{} *", self.element()),
            Kind::Sentinel => format!("{} ", self.element()),
            Kind::Queue | Kind::Counted => "struct queue ".to_owned(),
        }
    }

    /// A list is a pointer that can be passed and returned.
    pub fn is_pointer(&self) -> bool {
        matches!(self.kind, Kind::Singly | Kind::Doubly | Kind::Ring | Kind::DoublyRing)
    }
}

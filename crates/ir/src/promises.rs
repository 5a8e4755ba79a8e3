//! What the declaration of a function says of calls of it, for functions whose body is not there.

/// The types of the parameters and the attributes, as far as they bound what a call does.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Promises {
    /// What is behind each of the parameters that are declared.
    pub parameters: Vec<Pointee>,
    /// `pure` or `const`: a call changes nothing.
    pub is_pure: bool,
    /// `malloc`: the result is null or new memory, to which nothing else refers.
    pub returns_new_memory: bool,
    /// `returns_nonnull`.
    pub never_null: bool,
    /// `format(printf, …)`: arguments beyond the declared ones are only read.
    pub reads_variadic: bool,
    /// `weak`: the body that is there is the one that counts only if no other file has another one.
    pub may_be_replaced: bool,
    /// `alloc_size(i)` or `alloc_size(i, j)`: how large the memory is that the result leads to, as positions of
    /// parameters from 0 on.
    pub size: Option<(u32, Option<u32>)>,
    /// How many bytes new memory has at least, where that is told by the type of the result alone.
    pub owned: Option<u64>,
    /// `malloc(f, i)` of another function: this one gives back what the parameter leads to.
    pub frees: Option<u32>,
    /// `nonnull`: which of the first parameters are never null, as bits.
    pub not_null: u64,
}

/// What a callee may do behind a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pointee {
    /// It is no pointer to an object.
    Nothing,
    /// A pointer to something constant.
    Constant,
    /// A pointer to something that contains no pointers.
    Data,
    /// A pointer to a pointer. Where that is a member of a record, the rest of the record is none of the callee's business.
    Pointer,
    /// A pointer to anything: what it leads to in several steps, too.
    Anything,
}

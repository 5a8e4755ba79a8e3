//! What is known on a way through a function: what registers and memory hold, which signs values have, and what became of one block.

use super::values::{Operation, Place, Value, ValueId, Values, is_of};
use ir::{BlockId, Comparison, Domain, Operand, RegisterId};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

const NEGATIVE: u8 = 1;
const ZERO: u8 = 2;
const POSITIVE: u8 = 4;
const ANY: u8 = 7;

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    signs: u8,
    is: Option<i128>,
}

impl Fact {
    pub fn constant(self) -> Option<i128> {
        self.is
    }
}

const NOTHING: Fact = Fact { signs: ANY, is: None };

fn sign(number: i128) -> u8 {
    match number {
        0 => ZERO,
        1.. => POSITIVE,
        _ => NEGATIVE,
    }
}

/// What became of the block that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// It is not there yet.
    Before,
    /// It is there, and the function has its address.
    Own,
    /// It is there, and others have its address, too.
    Shared,
    /// There is none: its address is null.
    Null,
    Freed(Span),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    registers: BTreeMap<RegisterId, ValueId>,
    memory: BTreeMap<ValueId, ValueId>,
    /// Since when something is stored in memory that is found from an address.
    since: BTreeMap<ValueId, Place>,
    since_all: Option<Place>,
    facts: BTreeMap<ValueId, Fact>,
    pub status: Status,
    /// The address of the block.
    pub block: Option<ValueId>,
    /// How large it is.
    pub size: Option<ValueId>,
    /// Calls that were given the address, and probably do not keep it.
    pub passed: BTreeSet<Place>,
    /// The block of instructions that is executed because the address of the block was found to be null.
    pub asked: Option<BlockId>,
}

/// States with the same one are put together where ways meet.
pub type Key = (Status, Option<ValueId>, Option<ValueId>, BTreeSet<Place>, Vec<RegisterId>, Vec<ValueId>);

impl State {
    pub fn new(values: &mut Values, parameters: &[RegisterId]) -> State {
        let given = parameters.iter().map(|&register| (register, values.plain(Value::Given(register))));
        State {
            registers: given.collect(),
            memory: BTreeMap::new(),
            since: BTreeMap::new(),
            since_all: None,
            facts: BTreeMap::new(),
            status: Status::Before,
            block: None,
            size: None,
            passed: BTreeSet::new(),
            asked: None,
        }
    }

    /// Others have the address of the block from here on. Returns whether there is still something to find out about it.
    pub fn share(&mut self) -> bool {
        self.status = Status::Shared;
        self.passed.clear();
        self.size.is_some()
    }

    pub fn key(&self, live: &[RegisterId]) -> Key {
        let holders = live
            .iter()
            .filter(|&register| self.block.is_some() && self.registers.get(register).copied() == self.block);
        let places = self.memory.iter().filter(|(_, value)| self.block == Some(**value));
        (
            self.status,
            self.block,
            self.size,
            self.passed.clone(),
            holders.copied().collect(),
            places.map(|(&place, _)| place).collect(),
        )
    }

    pub fn operand(&mut self, values: &mut Values, at: Place, operand: &Operand) -> ValueId {
        match operand {
            Operand::Register(register) => match self.registers.get(register) {
                Some(&value) => value,
                None => {
                    let value = values.plain(Value::Met(at.0, *register));
                    self.registers.insert(*register, value);
                    value
                }
            },
            Operand::Constant(number) => values.constant(number.signed()),
            Operand::Global(id, offset) => {
                values.plain(Value::Address(2 * u32::try_from(id.index()).unwrap_or(0), *offset))
            }
            Operand::Function(id) => {
                values.plain(Value::Address(2 * u32::try_from(id.index()).unwrap_or(0) + 1, 0))
            }
        }
    }

    pub fn set(&mut self, register: RegisterId, value: ValueId) {
        self.registers.insert(register, value);
    }

    pub fn forget(&mut self, register: RegisterId) {
        self.registers.remove(&register);
    }

    /// Whether a register holds the address of the block.
    pub fn is_in(&self, register: RegisterId) -> bool {
        self.block.is_some() && self.registers.get(&register).copied() == self.block
    }

    /// Whether memory that is found from an address holds the address of the block.
    pub fn is_held_by(&self, values: &Values, address: ValueId) -> bool {
        let mut held = self.memory.iter().filter(|(_, value)| Some(values.root(**value)) == self.block);
        held.any(|(&place, _)| values.is_found_from(place, address))
    }

    pub fn load(&mut self, values: &mut Values, at: Place, address: ValueId) -> ValueId {
        if let Some(&held) = self.memory.get(&address) {
            return held;
        }
        let changed = values.path(address).into_iter().find_map(|object| self.since.get(&object).copied());
        values.computed(at, Value::At(address, changed.or(self.since_all)))
    }

    pub fn store(&mut self, values: &Values, at: Place, address: ValueId, value: ValueId) {
        if let Value::Combined(Operation::Element(_), ..) = values.of(address) {
            self.change(values, at, address);
            return;
        }
        self.memory.insert(address, value);
    }

    /// What is found from an address may have been changed.
    pub fn change(&mut self, values: &Values, at: Place, address: ValueId) {
        self.memory.retain(|&place, _| !values.is_found_from(place, address));
        for (&object, since) in &mut self.since {
            if values.is_found_from(object, address) {
                *since = at;
            }
        }
        self.since.insert(values.root(address), at);
    }

    /// As above, by a function that writes bytes: it leaves the address of the block alone.
    pub fn change_bytes(&mut self, values: &Values, at: Place, address: ValueId) {
        let held: Vec<(ValueId, ValueId)> = self
            .memory
            .iter()
            .filter(|(_, value)| Some(values.root(**value)) == self.block)
            .map(|(&place, &value)| (place, value))
            .collect();
        self.change(values, at, address);
        self.memory.extend(held);
    }

    /// Bytes of an object get those of another one, or others if there is none. Where it is not known which they are, the whole object is changed.
    pub fn copy(
        &mut self,
        values: &mut Values,
        at: Place,
        (destination, source): (ValueId, Option<ValueId>),
        length: Option<i128>,
    ) {
        let offset = |values: &Values, address: ValueId| match values.of(address) {
            Value::Behind(base, offset) => Some((base, offset)),
            Value::Combined(..) => None,
            _ => Some((address, 0)),
        };
        let place = offset(values, destination).zip(length);
        let Some(((object, start), length)) = place else {
            self.change(values, at, destination);
            return;
        };
        let from = source.and_then(|source| offset(values, source));
        let entries: Vec<(ValueId, i128, ValueId)> = self
            .memory
            .iter()
            .filter_map(|(&place, &value)| offset(values, place).map(|(base, offset)| (base, offset, value)))
            .collect();
        for &(base, offset, _) in &entries {
            if base == object && (start..start.saturating_add(length)).contains(&offset) {
                let place = if offset == 0 { base } else { values.plain(Value::Behind(base, offset)) };
                self.memory.remove(&place);
            }
        }
        self.since.insert(object, at);
        if let Some((other, begin)) = from {
            for &(base, offset, value) in &entries {
                if base == other && (begin..begin.saturating_add(length)).contains(&offset) {
                    let distance = start.saturating_add(offset - begin);
                    let place = match distance {
                        0 => object,
                        _ => values.plain(Value::Behind(object, distance)),
                    };
                    self.memory.insert(place, value);
                }
            }
        }
    }

    /// All memory may have been changed but what the function alone knows of.
    pub fn change_all(&mut self, values: &Values, at: Place) {
        let is_local = |place: ValueId| matches!(values.of(values.root(place)), Value::Local(_));
        self.memory.retain(|&place, _| is_local(place));
        self.since.retain(|&place, _| is_local(place));
        self.since_all = Some(at);
    }

    /// Something is told anew, so that what was known of it before is known no longer. Returns whether the block is still known.
    pub fn renew(&mut self, values: &Values, is_new: &impl Fn(Value) -> bool) -> bool {
        let is_stale = |value: ValueId| values.mentions(value, is_new);
        self.registers.retain(|_, value| !is_stale(*value));
        self.memory.retain(|place, value| !is_stale(*place) && !is_stale(*value));
        self.since.retain(|place, _| !is_stale(*place));
        self.facts.retain(|value, _| !is_stale(*value));
        if self.size.is_some_and(is_stale) {
            self.size = None;
        }
        !self.block.is_some_and(is_stale) && (self.status != Status::Shared || self.size.is_some())
    }

    /// An instruction makes something.
    pub fn renew_made(&mut self, values: &Values, at: Place) -> bool {
        self.renew(values, &is_of(at))
    }

    pub fn fact(&self, values: &Values, value: ValueId) -> Fact {
        let known = self.facts.get(&value).copied().unwrap_or(NOTHING);
        match values.of(value) {
            Value::Constant(number) => Fact { signs: sign(number), is: Some(number) },
            Value::Address(..) | Value::Local(_) => Fact { signs: POSITIVE, is: None },
            Value::Behind(base, _) if self.fact(values, base).signs == POSITIVE => {
                Fact { signs: POSITIVE, is: None }
            }
            Value::Combined(Operation::Compare(comparison, domain), left, right) => {
                match self.compare(values, comparison, domain, (left, right)) {
                    Some(holds) => {
                        Fact { signs: if holds { POSITIVE } else { ZERO }, is: Some(i128::from(holds)) }
                    }
                    None => Fact { signs: known.signs & !NEGATIVE, ..known },
                }
            }
            Value::Combined(Operation::Truncated, base, _)
                if self.fact(values, base).is.is_some_and(|number| number.unsigned_abs() < 128) =>
            {
                self.fact(values, base)
            }
            _ => known,
        }
    }

    /// Whether a number is not zero, if that is known.
    pub fn truth(&self, values: &Values, value: ValueId) -> Option<bool> {
        match self.fact(values, value).signs {
            ZERO => Some(false),
            signs if signs & ZERO == 0 => Some(true),
            _ => None,
        }
    }

    fn compare(
        &self,
        values: &Values,
        comparison: Comparison,
        domain: Domain,
        (left, right): (ValueId, ValueId),
    ) -> Option<bool> {
        if domain == Domain::Float {
            return None;
        }
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if left == right {
            return Some(matches!(
                comparison,
                Comparison::Equal | Comparison::LessEqual | Comparison::GreaterEqual
            ));
        }
        let (one, other) = (self.fact(values, left), self.fact(values, right));
        if let (Some(one), Some(other)) = (one.is, other.is)
            && (is_equality || domain == Domain::Signed || one >= 0 && other >= 0)
        {
            return Some(match comparison {
                Comparison::Equal => one == other,
                Comparison::NotEqual => one != other,
                Comparison::Less => one < other,
                Comparison::LessEqual => one <= other,
                Comparison::Greater => one > other,
                Comparison::GreaterEqual => one >= other,
            });
        }
        if is_equality {
            let differ = one.signs & other.signs == 0;
            return differ.then_some(comparison == Comparison::NotEqual);
        }
        if domain != Domain::Signed {
            return None;
        }
        // Only what follows from signs.
        let below = |low: u8, high: u8| low & high == 0 && highest(low) < lowest(high);
        match comparison {
            Comparison::Less | Comparison::LessEqual if below(one.signs, other.signs) => Some(true),
            Comparison::Greater | Comparison::GreaterEqual if below(other.signs, one.signs) => Some(true),
            Comparison::Less | Comparison::LessEqual if below(other.signs, one.signs) => Some(false),
            Comparison::Greater | Comparison::GreaterEqual if below(one.signs, other.signs) => Some(false),
            Comparison::GreaterEqual if other.is == Some(0) && one.signs & NEGATIVE == 0 => Some(true),
            Comparison::Less if other.is == Some(0) && one.signs & NEGATIVE == 0 => Some(false),
            Comparison::Greater if other.is == Some(0) && one.signs & POSITIVE == 0 => Some(false),
            Comparison::LessEqual if other.is == Some(0) && one.signs & POSITIVE == 0 => Some(true),
            _ => None,
        }
    }

    /// Whether it is known that one number is at most another one, and not that they differ.
    pub fn is_at_most(&self, values: &mut Values, left: ValueId, right: ValueId) -> bool {
        let mut known = |comparison, domain, one, other| {
            let compared = Value::Combined(Operation::Compare(comparison, domain), one, other);
            let compared = values.plain(compared);
            self.facts.get(&compared).map(|fact| fact.signs & ZERO == 0)
        };
        let mut is_at_most = false;
        for domain in [Domain::Signed, Domain::Unsigned] {
            is_at_most |= known(Comparison::LessEqual, domain, left, right) == Some(true)
                || known(Comparison::GreaterEqual, domain, right, left) == Some(true)
                || known(Comparison::Greater, domain, left, right) == Some(false)
                || known(Comparison::Less, domain, right, left) == Some(false);
            for comparison in [Comparison::Less, Comparison::Greater, Comparison::Equal, Comparison::NotEqual]
            {
                for (one, other) in [(left, right), (right, left)] {
                    let is_strict = match known(comparison, domain, one, other) {
                        Some(true) => comparison != Comparison::Equal,
                        Some(false) => comparison == Comparison::Equal,
                        None => false,
                    };
                    if is_strict {
                        return false;
                    }
                }
            }
        }
        is_at_most
    }

    fn narrow(&mut self, values: &Values, value: ValueId, signs: u8, is: Option<i128>) -> bool {
        let known = self.fact(values, value);
        let fact = Fact { signs: known.signs & signs, is: is.or(known.is) };
        if fact.signs == 0 || is.is_some() && known.is.is_some() && known.is != is {
            return false;
        }
        let is = if fact.signs == ZERO { Some(0) } else { fact.is };
        self.facts.insert(value, Fact { is, ..fact });
        true
    }

    pub fn assume_equal(&mut self, values: &Values, value: ValueId, number: i128) -> bool {
        self.narrow(values, value, sign(number), Some(number))
    }

    /// Goes on only where a number is not zero, or is. Returns whether that may be.
    pub fn assume(&mut self, values: &Values, value: ValueId, holds: bool) -> bool {
        if let Some(truth) = self.truth(values, value) {
            return truth == holds;
        }
        if !self.narrow(values, value, if holds { NEGATIVE | POSITIVE } else { ZERO }, None) {
            return false;
        }
        let Value::Combined(Operation::Compare(comparison, domain), left, right) = values.of(value) else {
            return true;
        };
        if domain == Domain::Float {
            return true;
        }
        let (one, other) = (self.fact(values, left), self.fact(values, right));
        let comparison = if holds { comparison } else { negated(comparison) };
        let sides = [(left, other, comparison), (right, one, mirrored(comparison))];
        for (side, bound, comparison) in sides {
            let Some(bound) = bound.is else { continue };
            let is_signed = domain == Domain::Signed;
            let is_possible = match comparison {
                Comparison::Equal => {
                    let is_comparison =
                        matches!(values.of(side), Value::Combined(Operation::Compare(..), ..));
                    (!is_comparison || self.assume(values, side, bound != 0))
                        && self.narrow(values, side, sign(bound), Some(bound))
                }
                Comparison::NotEqual if bound == 0 => self.assume(values, side, true),
                Comparison::Less if is_signed && bound <= 0 => self.narrow(values, side, NEGATIVE, None),
                Comparison::Less if is_signed && bound == 1 => {
                    self.narrow(values, side, NEGATIVE | ZERO, None)
                }
                Comparison::LessEqual if is_signed && bound < 0 => self.narrow(values, side, NEGATIVE, None),
                Comparison::LessEqual if is_signed && bound == 0 => {
                    self.narrow(values, side, NEGATIVE | ZERO, None)
                }
                Comparison::LessEqual if bound == 0 => self.narrow(values, side, ZERO, None),
                Comparison::Greater if is_signed && bound >= 0 => self.narrow(values, side, POSITIVE, None),
                Comparison::Greater if is_signed && bound == -1 => {
                    self.narrow(values, side, POSITIVE | ZERO, None)
                }
                Comparison::Greater if !is_signed => self.narrow(values, side, NEGATIVE | POSITIVE, None),
                Comparison::GreaterEqual if is_signed && bound > 0 => {
                    self.narrow(values, side, POSITIVE, None)
                }
                Comparison::GreaterEqual if is_signed && bound == 0 => {
                    self.narrow(values, side, POSITIVE | ZERO, None)
                }
                Comparison::GreaterEqual if !is_signed && bound != 0 => {
                    self.narrow(values, side, NEGATIVE | POSITIVE, None)
                }
                _ => true,
            };
            if !is_possible {
                return false;
            }
        }
        true
    }

    /// A way comes to the beginning of a block: what was met there before is met anew. Returns whether the block of memory is still known.
    pub fn arrive(&mut self, values: &mut Values, block: BlockId) -> bool {
        let names = self.registers.iter();
        let unchanged: BTreeSet<RegisterId> = names
            .filter(|(register, value)| values.of(**value) == Value::Met(block, **register))
            .map(|(&register, _)| register)
            .collect();
        let here = (block, usize::MAX);
        let is_new = |value: Value| match value {
            Value::Met(at, register) => at == block && !unchanged.contains(&register),
            Value::At(_, since) => since == Some(here),
            _ => false,
        };
        self.renew(values, &is_new)
    }

    /// Another way comes to the beginning of a block with the same key. Returns whether less is known now.
    pub fn meet(&mut self, values: &mut Values, block: BlockId, live: &[RegisterId], other: State) -> bool {
        let here = (block, usize::MAX);
        let before = self.clone();
        let mut facts: BTreeMap<ValueId, Fact> = BTreeMap::new();
        for (&value, &fact) in &self.facts {
            if let Some(&second) = other.facts.get(&value) {
                let both = join(fact, second);
                if both != NOTHING {
                    facts.insert(value, both);
                }
            }
        }
        let mut registers = BTreeMap::new();
        for &register in live {
            let Some(&own) = self.registers.get(&register) else { continue };
            let same = other.registers.get(&register) == Some(&own);
            if same {
                registers.insert(register, own);
                continue;
            }
            let name = values.plain(Value::Met(block, register));
            let own = self.fact(values, own);
            let second = match other.registers.get(&register) {
                Some(&second) => other.fact(values, second),
                None => NOTHING,
            };
            let both = join(own, second);
            facts.remove(&name);
            if both != NOTHING {
                facts.insert(name, both);
            }
            registers.insert(register, name);
        }
        self.registers = registers;
        self.facts = facts;
        for (place, at) in other.since {
            let since = self.since.entry(place).or_insert(at);
            *since = at.max(*since);
        }
        let changed: Vec<ValueId> = self
            .memory
            .iter()
            .chain(&other.memory)
            .filter(|(place, _)| self.memory.get(place) != other.memory.get(place))
            .map(|(&place, _)| values.root(place))
            .collect();
        self.memory.retain(|place, value| other.memory.get(place) == Some(value));
        for object in changed {
            let since = self.since.entry(object).or_insert(here);
            *since = here.max(*since);
        }
        self.since_all = self.since_all.max(other.since_all);
        self.asked = self.asked.filter(|_| self.asked == other.asked);
        *self != before
    }

    /// Keeps only what somebody may read.
    pub fn keep_live(&mut self, live: &[RegisterId]) {
        self.registers.retain(|register, _| live.binary_search(register).is_ok());
    }
}

fn join(one: Fact, other: Fact) -> Fact {
    Fact { signs: one.signs | other.signs, is: one.is.filter(|_| one.is == other.is) }
}

fn lowest(signs: u8) -> u32 {
    signs.trailing_zeros()
}

fn highest(signs: u8) -> u32 {
    u8::BITS - 1 - signs.leading_zeros()
}

fn negated(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterEqual,
        Comparison::LessEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::GreaterEqual => Comparison::Less,
    }
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterEqual => Comparison::LessEqual,
        same => same,
    }
}

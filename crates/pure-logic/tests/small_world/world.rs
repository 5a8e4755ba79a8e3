//! Random problems over a small world, with their meaning computed independently of the term table.

use std::collections::BTreeMap;

use pure_logic::{Fact, Solver, Term, Width};

/// A small generator of pseudo-random numbers (xorshift), reproducible from its seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    pub fn between(&mut self, low: i128, high: i128) -> i128 {
        low + self.below((high - low + 1) as u64) as i128
    }
}

pub const NAMES: [&str; 3] = ["x", "y", "z"];
/// The values of the variables; every problem says so.
pub const LOW: i128 = -3;
pub const HIGH: i128 = 5;
/// The values of applications; every problem says so.
pub const FUNCTION_HIGH: i128 = 2;

/// An expression with an obvious meaning.
#[derive(Clone, Debug)]
pub enum Expression {
    Variable(usize),
    Constant(i128),
    Add(Box<Expression>, Box<Expression>),
    Scale(i128, Box<Expression>),
    Modulo(Box<Expression>, i128),
    Divide(Box<Expression>, i128),
    TruncatedDivide(Box<Expression>, i128),
    TruncatedRemainder(Box<Expression>, i128),
    And(Box<Expression>, i128),
    Or(Box<Expression>, i128),
    Xor(Box<Expression>, i128),
    Wrap(Box<Expression>, Width),
    Truth(Box<Statement>),
    /// An application of `f` to a variable.
    Apply(usize),
}

/// A statement with an obvious meaning.
#[derive(Clone, Debug)]
pub enum Statement {
    Equal(Expression, Expression),
    NotEqual(Expression, Expression),
    Less(Expression, Expression),
    AtMost(Expression, Expression),
    Either(Vec<Statement>),
    Distinct(Vec<Expression>),
}

/// Values of the variables and the table of `f`.
pub struct World {
    pub variables: [i128; 3],
    pub function: BTreeMap<i128, i128>,
}

impl Expression {
    pub fn value(&self, world: &World) -> i128 {
        match self {
            Expression::Variable(index) => world.variables[*index],
            Expression::Constant(value) => *value,
            Expression::Add(left, right) => left.value(world) + right.value(world),
            Expression::Scale(factor, inner) => factor * inner.value(world),
            Expression::Modulo(inner, modulus) => inner.value(world).rem_euclid(*modulus),
            Expression::Divide(inner, divisor) => inner.value(world).div_euclid(*divisor),
            Expression::TruncatedDivide(inner, divisor) => inner.value(world) / divisor,
            Expression::TruncatedRemainder(inner, divisor) => inner.value(world) % divisor,
            Expression::And(inner, mask) => inner.value(world) & mask,
            Expression::Or(inner, mask) => inner.value(world) | mask,
            Expression::Xor(inner, mask) => inner.value(world) ^ mask,
            Expression::Wrap(inner, width) => {
                let modulus = 1i128 << width.bits;
                let value = inner.value(world).rem_euclid(modulus);
                if width.signed && value >= modulus / 2 { value - modulus } else { value }
            }
            Expression::Truth(statement) => i128::from(statement.holds(world)),
            Expression::Apply(index) => {
                world.function.get(&world.variables[*index]).copied().unwrap_or_default()
            }
        }
    }

    pub fn build(&self, solver: &mut Solver) -> Term {
        match self {
            Expression::Variable(index) => solver.terms.variable(NAMES[*index]),
            Expression::Constant(value) => solver.terms.constant(*value),
            Expression::Add(left, right) => {
                let (left, right) = (left.build(solver), right.build(solver));
                solver.terms.add(left, right)
            }
            Expression::Scale(factor, inner) => {
                let inner = inner.build(solver);
                solver.terms.scale(*factor, inner)
            }
            Expression::Modulo(inner, modulus) => {
                let inner = inner.build(solver);
                solver.terms.modulo(inner, *modulus)
            }
            Expression::Divide(inner, divisor) => {
                let inner = inner.build(solver);
                solver.terms.divide(inner, *divisor)
            }
            Expression::TruncatedDivide(inner, divisor) => {
                let inner = inner.build(solver);
                solver.terms.truncated_divide(inner, *divisor)
            }
            Expression::TruncatedRemainder(inner, divisor) => {
                let inner = inner.build(solver);
                solver.terms.truncated_remainder(inner, *divisor)
            }
            Expression::And(inner, mask) => {
                let inner = inner.build(solver);
                solver.terms.and_constant(inner, *mask)
            }
            Expression::Or(inner, mask) => {
                let inner = inner.build(solver);
                solver.terms.or_constant(inner, *mask)
            }
            Expression::Xor(inner, mask) => {
                let inner = inner.build(solver);
                solver.terms.xor_constant(inner, *mask)
            }
            Expression::Wrap(inner, width) => {
                let inner = inner.build(solver);
                solver.terms.wrap(inner, *width)
            }
            Expression::Truth(statement) => {
                let fact = statement.build(solver);
                solver.terms.truth(fact)
            }
            Expression::Apply(index) => {
                let variable = solver.terms.variable(NAMES[*index]);
                let function = solver.terms.symbol("f");
                solver.terms.apply(function, &[variable])
            }
        }
    }

    /// A random expression; `interesting` admits more than linear ones.
    pub fn random(random: &mut Random, depth: u32, interesting: bool) -> Expression {
        let choice =
            if depth == 0 { random.below(3) } else { random.below(if interesting { 16 } else { 7 }) };
        let inner =
            |random: &mut Random| Box::new(Expression::random(random, depth.saturating_sub(1), interesting));
        match choice {
            0 | 1 => Expression::Variable(random.below(3) as usize),
            2 => Expression::Constant(random.between(-6, 8)),
            3..=5 => Expression::Add(inner(random), inner(random)),
            6 => Expression::Scale(random.between(-3, 4), inner(random)),
            7 => Expression::Modulo(inner(random), random.between(1, 6)),
            8 => Expression::Divide(inner(random), random.between(1, 6)),
            9 => {
                let divisor = [-4, -3, -1, 1, 2, 5][random.below(6) as usize];
                if random.below(2) == 0 {
                    Expression::TruncatedDivide(inner(random), divisor)
                } else {
                    Expression::TruncatedRemainder(inner(random), divisor)
                }
            }
            10 => Expression::And(inner(random), random.between(-8, 9)),
            11 => Expression::Or(inner(random), random.between(-8, 9)),
            12 => Expression::Xor(inner(random), random.between(-8, 9)),
            13 => {
                let width = Width { bits: random.between(1, 4) as u32, signed: random.below(2) == 0 };
                Expression::Wrap(inner(random), width)
            }
            14 => Expression::Truth(Box::new(Statement::random(random, 0, interesting))),
            _ => Expression::Apply(random.below(3) as usize),
        }
    }
}

impl Statement {
    pub fn holds(&self, world: &World) -> bool {
        match self {
            Statement::Equal(left, right) => left.value(world) == right.value(world),
            Statement::NotEqual(left, right) => left.value(world) != right.value(world),
            Statement::Less(left, right) => left.value(world) < right.value(world),
            Statement::AtMost(left, right) => left.value(world) <= right.value(world),
            Statement::Either(alternatives) => alternatives.iter().any(|statement| statement.holds(world)),
            Statement::Distinct(members) => {
                let mut values: Vec<i128> = members.iter().map(|member| member.value(world)).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }
        }
    }

    pub fn build(&self, solver: &mut Solver) -> Fact {
        match self {
            Statement::Equal(left, right) => {
                let (left, right) = (left.build(solver), right.build(solver));
                solver.terms.equal(left, right)
            }
            Statement::NotEqual(left, right) => {
                let (left, right) = (left.build(solver), right.build(solver));
                solver.terms.not_equal(left, right)
            }
            Statement::Less(left, right) => {
                let (left, right) = (left.build(solver), right.build(solver));
                solver.terms.less_than(left, right)
            }
            Statement::AtMost(left, right) => {
                let (left, right) = (left.build(solver), right.build(solver));
                solver.terms.at_most(left, right)
            }
            Statement::Either(alternatives) => {
                let alternatives: Vec<Fact> =
                    alternatives.iter().map(|statement| statement.build(solver)).collect();
                solver.terms.any_of(&alternatives)
            }
            Statement::Distinct(members) => {
                let members: Vec<Term> = members.iter().map(|member| member.build(solver)).collect();
                solver.terms.distinct(&members)
            }
        }
    }

    pub fn random(random: &mut Random, depth: u32, interesting: bool) -> Statement {
        let choice = random.below(if interesting && depth > 0 { 10 } else { 8 });
        match choice {
            8 => {
                let count = random.between(2, 3);
                Statement::Either(
                    (0..count).map(|_| Statement::random(random, depth - 1, interesting)).collect(),
                )
            }
            9 => Statement::Distinct(
                (0..3).map(|_| Expression::random(random, depth - 1, interesting)).collect(),
            ),
            _ => {
                let left = Expression::random(random, depth, interesting);
                let right = Expression::random(random, depth, interesting);
                match choice {
                    0 | 1 => Statement::Equal(left, right),
                    2 => Statement::NotEqual(left, right),
                    3 | 4 => Statement::Less(left, right),
                    _ => Statement::AtMost(left, right),
                }
            }
        }
    }
}

/// The facts that every problem has: the ranges of the variables and of the applications.
pub fn ranges(solver: &mut Solver) -> Vec<Fact> {
    let mut facts = Vec::new();
    for index in 0..NAMES.len() {
        let variable = Expression::Variable(index);
        facts.push(Statement::AtMost(Expression::Constant(LOW), variable.clone()).build(solver));
        facts.push(Statement::AtMost(variable, Expression::Constant(HIGH)).build(solver));
        let application = Expression::Apply(index);
        facts.push(Statement::AtMost(Expression::Constant(0), application.clone()).build(solver));
        facts.push(Statement::AtMost(application, Expression::Constant(FUNCTION_HIGH)).build(solver));
    }
    facts
}

/// Calls `visit` for every world; stops when it answers true.
pub fn any_world(mut visit: impl FnMut(&World) -> bool) -> bool {
    for x in LOW..=HIGH {
        for y in LOW..=HIGH {
            for z in LOW..=HIGH {
                let variables = [x, y, z];
                let mut arguments = variables.to_vec();
                arguments.sort_unstable();
                arguments.dedup();
                let tables = (FUNCTION_HIGH as usize + 1).pow(arguments.len() as u32);
                for table in 0..tables {
                    let mut rest = table;
                    let mut function = BTreeMap::new();
                    for argument in &arguments {
                        function.insert(*argument, (rest % (FUNCTION_HIGH as usize + 1)) as i128);
                        rest /= FUNCTION_HIGH as usize + 1;
                    }
                    if visit(&World { variables, function }) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

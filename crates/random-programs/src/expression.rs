//! Random expressions without side effects.

use crate::random::Random;
use crate::types::{PROMOTED, Promoted, Scalar};

/// A readable place: its C text and its type.
#[derive(Clone, Debug)]
pub struct Place {
    pub text: String,
    pub ty: Scalar,
}

/// A function that depends on its arguments alone: its name and the number of `int` arguments.
#[derive(Clone, Debug)]
pub struct PureFunction {
    pub name: String,
    pub arity: usize,
}

/// What an expression may mention.
#[derive(Clone, Default, Debug)]
pub struct Scope {
    pub places: Vec<Place>,
    pub functions: Vec<PureFunction>,
    pub floats: bool,
}

impl Scope {
    /// An expression of promoted integer type `ty`.
    pub fn integer(&self, random: &mut Random, ty: Promoted, depth: usize) -> String {
        if depth == 0 || random.chance(12) {
            return self.leaf(random, ty);
        }
        let depth = depth - 1;
        let name = ty.c_name();
        match random.below(20) {
            0..=4 => {
                let operation = *random.pick(&["add", "sub", "mul"]);
                let (a, b) = (self.integer(random, ty, depth), self.integer(random, ty, depth));
                format!("{operation}_{}({a}, {b})", ty.tag())
            }
            5 | 6 => {
                let operation = *random.pick(&["div", "rem", "shl", "shr"]);
                let (a, b) = (self.integer(random, ty, depth), self.integer(random, ty, depth));
                format!("{operation}_{}({a}, {b})", ty.tag())
            }
            7 | 8 => {
                let operator = *random.pick(&["&", "|", "^"]);
                let (a, b) = (self.integer(random, ty, depth), self.integer(random, ty, depth));
                format!("({a} {operator} {b})")
            }
            9 | 10 if !ty.is_signed() => {
                // Unsigned arithmetic is total: no guard needed.
                let operator = *random.pick(&["+", "-", "*"]);
                let (a, b) = (self.integer(random, ty, depth), self.integer(random, ty, depth));
                format!("({a} {operator} {b})")
            }
            9 => format!("(~{})", self.integer(random, ty, depth)),
            10 => {
                // Narrow operands of either signedness meet in an `int` that cannot overflow.
                let narrow =
                    *random.pick(&["short", "unsigned char", "signed char", "char", "unsigned short"]);
                let (a, b) = (self.any_integer(random, depth), self.any_integer(random, depth));
                let operator = *random.pick(&["+", "-", "<", "==", "&"]);
                format!("({name})((({narrow}){a}) {operator} ((short){b}))")
            }
            11 | 12 => format!("(({name}){})", self.any_integer(random, depth)),
            13 => {
                let (a, b) = (self.integer(random, ty, depth), self.integer(random, ty, depth));
                format!("({} ? {a} : {b})", self.condition(random, depth))
            }
            14 => format!("(({name}){})", self.condition(random, depth)),
            15 => {
                let narrow = Scalar::random(random, false).c_name();
                format!("(({name})({narrow}){})", self.any_integer(random, depth))
            }
            16 if !self.functions.is_empty() => {
                let function = random.pick(&self.functions).clone();
                let arguments: Vec<String> =
                    (0..function.arity).map(|_| self.integer(random, Promoted::Int, depth)).collect();
                format!("(({name}){}({}))", function.name, arguments.join(", "))
            }
            17 if self.floats => {
                let conversion = *random.pick(&["double_to_int", "double_to_ll", "double_to_u"]);
                format!("(({name}){conversion}({}))", self.float(random, depth))
            }
            18 => format!("(-{})", self.integer_in_range(random, ty, depth)),
            _ => {
                // Mixed operands: the usual arithmetic conversions decide, in an unsigned type.
                let other = *random.pick(&PROMOTED);
                let (a, b) = (self.integer(random, other, depth), self.any_integer(random, depth));
                let operator = *random.pick(&["^", "|", "&"]);
                format!("(({name})({a} {operator} {b}))")
            }
        }
    }

    /// A value whose negation does not overflow.
    fn integer_in_range(&self, random: &mut Random, ty: Promoted, depth: usize) -> String {
        let inner = self.integer(random, ty, depth);
        if ty.is_signed() { format!("({inner} / 2)") } else { inner }
    }

    pub fn any_integer(&self, random: &mut Random, depth: usize) -> String {
        let ty = *random.pick(&PROMOTED);
        self.integer(random, ty, depth)
    }

    fn leaf(&self, random: &mut Random, ty: Promoted) -> String {
        let integers: Vec<&Place> = self.places.iter().filter(|place| !place.ty.is_float()).collect();
        if integers.is_empty() || random.chance(25) {
            return ty.constant(random);
        }
        let place = random.pick(&integers);
        format!("(({}){})", ty.c_name(), place.text)
    }

    /// An `int` that is 0 or 1.
    pub fn condition(&self, random: &mut Random, depth: usize) -> String {
        if depth == 0 {
            return format!("({} != 0)", self.leaf(random, Promoted::Int));
        }
        let depth = depth - 1;
        match random.below(8) {
            0 => format!("(!{})", self.any_integer(random, depth)),
            1 => format!("({} && {})", self.condition(random, depth), self.condition(random, depth)),
            2 => format!("({} || {})", self.condition(random, depth), self.any_integer(random, depth)),
            3 if self.floats => {
                let operator = *random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {operator} {})", self.float(random, depth), self.float(random, depth))
            }
            _ => {
                // Operands of different types, compared in their common type.
                let operator = *random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!(
                    "({} {operator} {})",
                    self.any_integer(random, depth),
                    self.any_integer(random, depth)
                )
            }
        }
    }

    /// An expression of type `double` or `float`.
    pub fn float(&self, random: &mut Random, depth: usize) -> String {
        let floats: Vec<&Place> = self.places.iter().filter(|place| place.ty.is_float()).collect();
        if depth == 0 || random.chance(20) {
            if !floats.is_empty() && random.chance(70) {
                return random.pick(&floats).text.clone();
            }
            let numerator = random.next_u64() % 100_000;
            return match random.below(4) {
                0 => format!("{}.{}f", numerator % 1000, random.next_u64() % 1000),
                1 => format!("(-{numerator}.5)"),
                2 => format!("{numerator}e-{}", random.below(9)),
                _ => format!("0x1.{:x}p{}", random.next_u64() % 0xffff, random.below(20)),
            };
        }
        let depth = depth - 1;
        match random.below(7) {
            0..=2 => {
                let operator = *random.pick(&["+", "-", "*"]);
                format!("({} {operator} {})", self.float(random, depth), self.float(random, depth))
            }
            3 => format!("({} / 3.5)", self.float(random, depth)),
            4 => format!("((double){})", self.any_integer(random, depth)),
            5 => format!("(-{})", self.float(random, depth)),
            _ => format!("double_to_float({})", self.float(random, depth)),
        }
    }

    /// An expression to assign to a place of type `ty`.
    pub fn value_for(&self, random: &mut Random, ty: Scalar, depth: usize) -> String {
        match ty {
            Scalar::Double => self.float(random, depth),
            Scalar::Float => format!("double_to_float({})", self.float(random, depth)),
            _ => self.any_integer(random, depth),
        }
    }
}

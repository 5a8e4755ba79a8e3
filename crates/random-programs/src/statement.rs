//! Random statements.

use crate::expression::{Place, Scope};
use crate::random::Random;
use crate::types::{Promoted, Scalar};
use std::fmt::Write;

/// A place that statements may assign, and how.
#[derive(Clone, Debug)]
pub struct Target {
    pub place: Place,
    /// The width of a bit-field, whose compound assignments have their own rules.
    pub is_bit_field: bool,
}

/// Writes the statements of one function.
pub struct StatementWriter<'a> {
    pub random: &'a mut Random,
    pub scope: &'a mut Scope,
    pub targets: &'a [Target],
    /// Whole-aggregate copies that are possible: pairs of names of the same struct type.
    pub aggregates: &'a [String],
    pub text: &'a mut String,
    /// How many statements may still be written; keeps programs small.
    pub budget: usize,
    /// Names of loop counters and labels are numbered.
    pub next_name: usize,
}

impl StatementWriter<'_> {
    pub fn block(&mut self, indent: usize, nesting: usize) {
        let count = 1 + self.random.below(4);
        for _ in 0..count {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(indent, nesting);
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = indent * 4);
    }

    fn fresh_name(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    fn statement(&mut self, indent: usize, nesting: usize) {
        if nesting == 0 {
            return self.assignment(indent);
        }
        match self.random.below(14) {
            0 | 1 => self.if_statement(indent, nesting - 1),
            2 => self.counting_loop(indent, nesting - 1),
            3 => self.switch_statement(indent, nesting - 1),
            4 => self.forward_goto(indent, nesting - 1),
            5 => self.do_while(indent, nesting - 1),
            6 if self.aggregates.len() > 1 => {
                let (to, from) =
                    (self.random.below(self.aggregates.len()), self.random.below(self.aggregates.len()));
                let line = format!("{} = {};", self.aggregates[to], self.aggregates[from]);
                self.line(indent, &line);
            }
            _ => self.assignment(indent),
        }
    }

    fn assignment(&mut self, indent: usize) {
        let target = self.random.pick(self.targets).clone();
        let (place, ty) = (&target.place.text, target.place.ty);
        let line = match self.random.below(8) {
            0 if !ty.is_float() && !target.is_bit_field && is_unsigned(ty) => {
                let operator = *self.random.pick(&["++", "--"]);
                if self.random.chance(50) {
                    format!("{place}{operator};")
                } else {
                    format!("{operator}{place};")
                }
            }
            1 if !ty.is_float() => {
                // The bit operations are total for every type.
                let operator = *self.random.pick(&["&=", "|=", "^="]);
                format!("{place} {operator} {};", self.scope.any_integer(self.random, 2))
            }
            2 if is_wide_unsigned(ty) => {
                let operator = *self.random.pick(&["+=", "-=", "*="]);
                let value = self.scope.integer(self.random, Promoted::UnsignedLongLong, 2);
                format!("{place} {operator} {value};")
            }
            3 if is_wide_unsigned(ty) => {
                let operator = *self.random.pick(&["<<=", ">>="]);
                format!("{place} {operator} ({} & 15);", self.scope.any_integer(self.random, 1))
            }
            _ => format!("{place} = {};", self.scope.value_for(self.random, ty, 3)),
        };
        self.line(indent, &line);
    }

    fn if_statement(&mut self, indent: usize, nesting: usize) {
        let condition = self.scope.condition(self.random, 2);
        self.line(indent, &format!("if {condition} {{"));
        self.block(indent + 1, nesting);
        if self.random.chance(50) {
            self.line(indent, "} else {");
            self.block(indent + 1, nesting);
        }
        self.line(indent, "}");
    }

    fn counting_loop(&mut self, indent: usize, nesting: usize) {
        let counter = self.fresh_name("i");
        let bound = 1 + self.random.below(6);
        self.line(indent, &format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.scope.places.push(Place { text: counter, ty: Scalar::Int });
        self.block(indent + 1, nesting);
        if self.random.chance(40) {
            let condition = self.scope.condition(self.random, 1);
            let jump = *self.random.pick(&["break", "continue"]);
            self.line(indent + 1, &format!("if {condition}"));
            self.line(indent + 2, &format!("{jump};"));
            self.block(indent + 1, nesting);
        }
        self.scope.places.pop();
        self.line(indent, "}");
    }

    fn do_while(&mut self, indent: usize, nesting: usize) {
        let counter = self.fresh_name("n");
        let bound = 1 + self.random.below(4);
        self.line(indent, "{");
        self.line(indent + 1, &format!("unsigned {counter} = {bound};"));
        self.scope.places.push(Place { text: counter.clone(), ty: Scalar::UnsignedInt });
        self.line(indent + 1, "do {");
        self.block(indent + 2, nesting);
        let condition = self.scope.condition(self.random, 1);
        self.line(indent + 1, &format!("}} while (--{counter} != 0 && ({condition} || {counter} > 1));"));
        self.scope.places.pop();
        self.line(indent, "}");
    }

    fn switch_statement(&mut self, indent: usize, nesting: usize) {
        let value = self.scope.any_integer(self.random, 2);
        let cases = 2 + self.random.below(4);
        self.line(indent, &format!("switch ({value} & 7) {{"));
        for case in 0..cases {
            if case == 2 {
                self.line(indent, "case 2 ... 3:");
            } else if case > 2 {
                self.line(indent, &format!("case {}:", case + 1));
            } else {
                self.line(indent, &format!("case {case}:"));
            }
            self.block(indent + 1, nesting);
            if self.random.chance(60) {
                self.line(indent + 1, "break;");
            }
        }
        if self.random.chance(60) {
            self.line(indent, "default:");
            self.block(indent + 1, nesting);
        }
        self.line(indent + 1, ";");
        self.line(indent, "}");
    }

    fn forward_goto(&mut self, indent: usize, nesting: usize) {
        let label = self.fresh_name("out");
        let condition = self.scope.condition(self.random, 1);
        self.line(indent, &format!("if {condition}"));
        self.line(indent + 1, &format!("goto {label};"));
        self.block(indent, nesting);
        self.line(indent, &format!("{label}:;"));
    }
}

fn is_unsigned(ty: Scalar) -> bool {
    matches!(ty, Scalar::UnsignedChar | Scalar::UnsignedShort) || is_wide_unsigned(ty)
}

fn is_wide_unsigned(ty: Scalar) -> bool {
    matches!(ty, Scalar::UnsignedInt | Scalar::UnsignedLong | Scalar::UnsignedLongLong)
}

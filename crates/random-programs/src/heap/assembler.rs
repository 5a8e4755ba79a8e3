//! Puts programs together from the pieces of a kit.

use super::kits::{self, Kit};
use super::lines::Lines;
use super::templates::Template;
use super::writer::PRELUDE;
use crate::Random;

pub struct Assembler<'a> {
    random: &'a mut Random,
    kit: &'static Kit,
    may_fail: bool,
    /// The lists are global variables; then operations may be in functions.
    is_global: bool,
    names: usize,
    functions: Vec<String>,
    body: Vec<String>,
}

/// Some kit; every kit is as likely as any other.
pub fn choose(random: &mut Random) -> &'static Kit {
    let kits: Vec<&'static Kit> = kits::ALL.iter().flat_map(|kits| kits.iter()).collect();
    kits[random.below(kits.len())]
}

impl<'a> Assembler<'a> {
    pub fn new(random: &'a mut Random, kit: &'static Kit, may_fail: bool) -> Assembler<'a> {
        let is_global = random.chance(40);
        Assembler { random, kit, may_fail, is_global, names: 0, functions: Vec::new(), body: Vec::new() }
    }

    pub fn labels(&self) -> Vec<&'static str> {
        let others = [(self.is_global, "+ global lists"), (self.may_fail, "+ allocation may fail")];
        let others = others.into_iter().filter(|(is_so, _)| *is_so).map(|(_, label)| label);
        std::iter::once(self.kit.label).chain(others).collect()
    }

    pub fn write(mut self) -> Lines {
        let kit = self.kit;
        self.operation(kit.make);
        for _ in 0..self.random.below(4) {
            match self.random.below(8) {
                0 => self.within("if (__VERIFIER_nondet_int()) {"),
                1 => self.within("while (__VERIFIER_nondet_int()) {"),
                _ => self.operation(kit.change),
            }
        }
        self.operation(kit.free);
        self.assemble()
    }

    fn within(&mut self, head: &str) {
        self.body.push(head.to_owned());
        self.operation(self.kit.change);
        self.body.push("}".into());
    }

    /// One of some operations, in line or in a function.
    fn operation(&mut self, templates: &[Template]) {
        let template = templates[self.random.below(templates.len())];
        let lines = self.expand(template);
        if self.is_global && self.random.chance(50) {
            self.names += 1;
            let name = format!("operation{}", self.names);
            self.functions.push(format!("static void {name}(void) {{"));
            self.functions.extend(self.locals(&lines));
            self.functions.extend(lines);
            self.functions.push("}".into());
            self.body.push(format!("{name}();"));
        } else {
            self.body.push("{".into());
            self.body.extend(lines);
            self.body.push("}".into());
        }
    }

    /// Writes a template out: `$V` is a number, `$C` a condition; `@loop {` repeats; `@made x` says
    /// that `x` was just allocated, and what comes between `@fail x` and `@end` is done where that
    /// failed.
    fn expand(&mut self, template: Template) -> Vec<String> {
        let mut lines = Vec::new();
        for line in template.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(pointer) = line.strip_prefix("@made ") {
                if self.may_fail {
                    lines.extend([format!("if ({pointer} == 0) {{"), "abort();".into(), "}".into()]);
                }
            } else if let Some(pointer) = line.strip_prefix("@fail ") {
                lines.push(format!("if ({pointer} == 0) {{"));
            } else if line == "@end" {
                lines.push("}".into());
            } else if line == "@loop {" {
                let head = self.loop_head(&mut lines);
                lines.push(head);
            } else {
                let line = self.fill(line, "$V", |random| match random.chance(40) {
                    true => "__VERIFIER_nondet_int()".into(),
                    false => random.below(4).to_string(),
                });
                lines.push(self.fill(&line, "$C", |random| match random.below(3) {
                    0 => "__VERIFIER_nondet_int()".into(),
                    1 => format!("n->value > {}", random.below(3)),
                    _ => format!("n->value == {}", random.below(4)),
                }));
            }
        }
        lines
    }

    fn fill(&mut self, line: &str, hole: &str, make: impl Fn(&mut Random) -> String) -> String {
        match line.contains(hole) {
            true => line.replace(hole, &make(self.random)),
            false => line.to_owned(),
        }
    }

    fn loop_head(&mut self, lines: &mut Vec<String>) -> String {
        self.names += 1;
        let number = self.names;
        match self.random.below(6) {
            0..4 => "while (__VERIFIER_nondet_int()) {".into(),
            4 => format!("for (int i{number} = 0; i{number} < {}; i{number}++) {{", 1 + self.random.below(4)),
            _ => {
                lines.push(format!("int m{number} = __VERIFIER_nondet_int();"));
                format!("for (int i{number} = 0; i{number} < m{number}; i{number}++) {{")
            }
        }
    }

    /// Declarations of the working variables that the lines use.
    fn locals(&self, lines: &[String]) -> Vec<String> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let uses = |name: &str| lines.iter().any(|line| line.split(|c| !is_name(c)).any(|word| word == name));
        let declarations = self.kit.locals.lines().map(str::trim).filter(|line| !line.is_empty());
        declarations.filter(|line| uses(declared_name(line))).map(str::to_owned).collect()
    }

    fn assemble(mut self) -> Lines {
        let mut lines: Vec<String> = PRELUDE.lines().map(str::to_owned).collect();
        lines.push("extern void exit(int status);".into());
        let types = self.expand(self.kit.types);
        lines.extend(self.turn_members(types));
        let state = self.expand(self.kit.state);
        if self.is_global {
            lines.extend(state.iter().cloned());
        }
        lines.extend(self.expand(self.kit.functions));
        lines.append(&mut self.functions);
        lines.push("int main(void) {".into());
        if !self.is_global {
            lines.extend(state);
        }
        lines.extend(self.locals(&self.body));
        lines.append(&mut self.body);
        lines.extend(["return 0;".into(), "}".into()]);
        Lines::new(lines)
    }

    /// Puts the members of `struct node` in another order.
    fn turn_members(&mut self, mut lines: Vec<String>) -> Vec<String> {
        let start = lines.iter().position(|line| line == "struct node {");
        let Some(start) = start.map(|start| start + 1) else { return lines };
        let Some(length) = lines[start..].iter().position(|line| line == "};") else { return lines };
        let members = &mut lines[start..start + length];
        // A member that is a union takes several lines.
        if !members.iter().any(|member| member.ends_with('{')) {
            members.rotate_left(self.random.below(length));
        }
        lines
    }
}

/// The name that a declaration declares: `n` in `struct node *n;`, `f` in `int (*f)(struct node *);`.
fn declared_name(declaration: &str) -> &str {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let declarator = declaration
        .split_once("(*")
        .map_or(declaration, |(_, rest)| rest.split_once(')').map_or(rest, |(name, _)| name));
    declarator.trim_end_matches(|c| !is_name(c)).rsplit(|c| !is_name(c)).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_declaration_is_found() {
        for (declaration, name) in [
            ("struct node *n;", "n"),
            ("struct node **at;", "at"),
            ("int (*f)(struct node *);", "f"),
            ("int i;", "i"),
        ] {
            assert_eq!(declared_name(declaration), name);
        }
    }
}

//! Random closed programs with lists, buffers and arrays on the heap, some of them wrong.
//!
//! A program is written correctly first: a few operations on lists of one kind, in between arrays
//! and owned buffers, at the end everything is freed. Then, in about two programs of three, one or
//! two statements are dropped, doubled, moved or changed, which makes about half of all programs
//! wrong in some execution. What a program does depends on `__VERIFIER_nondet_int` alone (and on
//! whether `malloc` succeeds).

mod lines;
mod templates;

use crate::Random;
use lines::Lines;
use templates::Template;

/// A random program about memory, kept line by line so that it can be made smaller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapProgram {
    lines: Lines,
}

impl HeapProgram {
    /// The program of a seed; `may_fail` says whether it is prepared for `malloc` returning null.
    pub fn generate(seed: u64, may_fail: bool) -> HeapProgram {
        let mut random = Random::new(seed);
        let mut lines = Writer::new(&mut random, may_fail).write();
        if random.chance(64) {
            let count = 1 + usize::from(random.chance(25));
            for _ in 0..count {
                lines.mutate(&mut random);
            }
        }
        HeapProgram { lines }
    }

    /// A program written elsewhere, one statement a line.
    pub fn from_text(text: &str) -> HeapProgram {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        HeapProgram { lines: Lines::new(lines.map(str::to_owned).collect()) }
    }

    pub fn text(&self) -> String {
        self.lines.text()
    }

    /// The programs with something left out, largest omissions first.
    pub fn reductions(&self) -> Vec<HeapProgram> {
        self.lines.reductions().into_iter().map(|lines| HeapProgram { lines }).collect()
    }
}

/// What links the nodes of a program's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Singly,
    Doubly,
    /// Singly linked, the last node points to the first.
    Ring,
    /// Doubly linked through a head that is no element.
    Sentinel,
}

struct Writer<'a> {
    random: &'a mut Random,
    kind: Kind,
    /// Nodes own a buffer.
    has_buffer: bool,
    may_fail: bool,
    /// Nodes are made and freed by functions of their own.
    has_node_functions: bool,
    names: usize,
    functions: Vec<String>,
    body: Vec<String>,
}

/// The names of the lists of a program.
const LISTS: [&str; 2] = ["a", "b"];

impl<'a> Writer<'a> {
    fn new(random: &'a mut Random, may_fail: bool) -> Writer<'a> {
        let kind = match random.below(10) {
            0..4 => Kind::Singly,
            4..7 => Kind::Doubly,
            7 => Kind::Ring,
            _ => Kind::Sentinel,
        };
        let has_buffer = random.chance(15);
        let has_node_functions = random.chance(40);
        Writer {
            random,
            kind,
            has_buffer,
            may_fail,
            has_node_functions,
            names: 0,
            functions: Vec::new(),
            body: Vec::new(),
        }
    }

    fn write(mut self) -> Lines {
        let is_global = self.random.chance(25);
        let operations = 1 + self.random.below(4);
        if self.random.chance(12) {
            self.apart();
        } else {
            let make = *self.random.pick(templates::of(self.kind, templates::Role::Make));
            self.operation(make);
            for _ in 0..operations {
                self.step();
            }
            for list in LISTS {
                let free = *self.random.pick(templates::of(self.kind, templates::Role::Free));
                self.operation_on(free, list, LISTS[usize::from(list == LISTS[0])]);
            }
        }
        self.assemble(is_global)
    }

    /// One operation, sometimes only under a condition.
    fn step(&mut self) {
        if self.random.chance(12) {
            self.apart();
            return;
        }
        let template = *self.random.pick(templates::of(self.kind, templates::Role::Change));
        match self.random.below(10) {
            0 => {
                self.body.push("if (__VERIFIER_nondet_int()) {".into());
                self.operation(template);
                if self.random.chance(50) {
                    self.body.push("} else {".into());
                    let other = *self.random.pick(templates::of(self.kind, templates::Role::Change));
                    self.operation(other);
                }
                self.body.push("}".into());
            }
            1 => {
                self.body.push("while (__VERIFIER_nondet_int()) {".into());
                self.operation(template);
                self.body.push("}".into());
            }
            _ => self.operation(template),
        }
    }

    /// Something that has nothing to do with the lists.
    fn apart(&mut self) {
        let template = *self.random.pick(templates::APART);
        let lines = self.expand(template, "a", "b");
        if self.random.chance(40) {
            let name = self.name("apart");
            self.function(&format!("static void {name}(void) {{"), lines, None);
            self.body.push(format!("{name}();"));
        } else {
            self.body.push("{".into());
            self.body.extend(lines);
            self.body.push("}".into());
        }
    }

    fn operation(&mut self, template: Template) {
        let first = self.random.below(8).min(1);
        let (list, other) = (LISTS[1 - first], LISTS[first]);
        self.operation_on(template, list, other);
    }

    /// An operation in line, or in a function that gets the lists by value or by address.
    fn operation_on(&mut self, template: Template, list: &str, other: &str) {
        let uses_other = template.contains("$G");
        match self.random.below(10) {
            0..5 => {
                let lines = self.expand(template, list, other);
                self.body.extend(lines);
            }
            5..7 if !uses_other && self.kind != Kind::Sentinel => {
                let lines = self.expand(template, "list", "other");
                let name = self.name("operation");
                let head = format!("static struct node *{name}(struct node *list) {{");
                self.function(&head, lines, Some("return list;"));
                self.body.push(format!("{list} = {name}({list});"));
            }
            _ => {
                let lines = self.expand(template, "(*list)", "(*other)");
                let name = self.name("operation");
                let pointer = if self.kind == Kind::Sentinel { "*" } else { "**" };
                let head =
                    format!("static void {name}(struct node {pointer}list, struct node {pointer}other) {{");
                self.function(&head, lines, None);
                self.body.push(format!("{name}(&{list}, &{other});"));
            }
        }
    }

    fn function(&mut self, head: &str, lines: Vec<String>, end: Option<&str>) {
        self.functions.push(head.to_owned());
        self.functions.extend(locals(&lines));
        self.functions.extend(lines);
        self.functions.extend(end.map(str::to_owned));
        self.functions.push("}".into());
    }

    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Writes a template out: `$H` and `$G` are the lists, `$C` a condition on the node `p`, `$V` a
    /// number; `@new x` and `@free x` make and free a node, `@loop {` repeats. Lines that begin with
    /// `%` are for doubly linked lists only.
    fn expand(&mut self, template: &str, list: &str, other: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for line in template.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let line = match line.strip_prefix('%') {
                Some(_) if self.kind != Kind::Doubly => continue,
                Some(rest) => rest,
                None => line,
            };
            let line = line.replace("$H", list).replace("$G", other);
            if let Some(name) = line.strip_prefix("@new ") {
                self.new_node(name, &mut lines);
            } else if let Some(name) = line.strip_prefix("@free ") {
                self.free_node(name, &mut lines);
            } else if line == "@loop {" {
                let head = self.loop_head(&mut lines);
                lines.push(head);
            } else {
                let line = if line.contains("$C") { line.replace("$C", &self.condition()) } else { line };
                lines.push(if line.contains("$V") { line.replace("$V", &self.number()) } else { line });
            }
        }
        lines
    }

    fn new_node(&mut self, name: &str, lines: &mut Vec<String>) {
        if self.has_node_functions {
            lines.push(format!("{name} = make_node({});", self.number()));
            return;
        }
        let number = self.number();
        lines.extend(self.node_maker(name, &number));
    }

    fn node_maker(&mut self, name: &str, number: &str) -> Vec<String> {
        let mut lines = vec![format!("{name} = malloc(sizeof(struct node));")];
        let mut check = |name: &str| {
            if self.may_fail {
                lines.extend([format!("if ({name} == 0) {{"), "abort();".into(), "}".into()]);
            }
        };
        check(name);
        lines.push(format!("{name}->value = {number};"));
        lines.push(format!("{name}->next = 0;"));
        if matches!(self.kind, Kind::Doubly | Kind::Sentinel) {
            lines.push(format!("{name}->prev = 0;"));
        }
        if self.has_buffer {
            lines.push(format!("{name}->buffer = malloc(4);"));
            if self.may_fail {
                lines.extend([format!("if ({name}->buffer == 0) {{"), "abort();".into(), "}".into()]);
            }
            lines.push(format!("{name}->buffer[{}] = 1;", self.random.below(4)));
        }
        lines
    }

    fn free_node(&mut self, name: &str, lines: &mut Vec<String>) {
        if self.has_node_functions {
            lines.push(format!("free_node({name});"));
            return;
        }
        if self.has_buffer {
            lines.push(format!("free({name}->buffer);"));
        }
        lines.push(format!("free({name});"));
    }

    fn loop_head(&mut self, lines: &mut Vec<String>) -> String {
        match self.random.below(6) {
            0..3 => "while (__VERIFIER_nondet_int()) {".into(),
            3 => {
                let index = self.name("i");
                format!("for (int {index} = 0; {index} < {}; {index}++) {{", 1 + self.random.below(4))
            }
            _ => {
                let (index, bound) = (self.name("i"), self.name("n"));
                lines.push(format!("int {bound} = __VERIFIER_nondet_int();"));
                format!("for (int {index} = 0; {index} < {bound}; {index}++) {{")
            }
        }
    }

    fn condition(&mut self) -> String {
        match self.random.below(4) {
            0 => "__VERIFIER_nondet_int()".into(),
            1 => format!("p->value > {}", self.random.below(3)),
            2 => format!("p->value != {}", self.random.below(4)),
            _ => format!("p->value == {}", self.random.below(4)),
        }
    }

    fn number(&mut self) -> String {
        match self.random.chance(40) {
            true => "__VERIFIER_nondet_int()".into(),
            false => self.random.below(4).to_string(),
        }
    }

    fn assemble(mut self, is_global: bool) -> Lines {
        let mut lines: Vec<String> = PRELUDE.lines().map(str::to_owned).collect();
        lines.push("struct node {".into());
        let mut fields = vec!["int value;", "struct node *next;"];
        if matches!(self.kind, Kind::Doubly | Kind::Sentinel) {
            fields.push("struct node *prev;");
        }
        if self.has_buffer {
            fields.push("char *buffer;");
        }
        let turn = self.random.below(fields.len());
        fields.rotate_left(turn);
        lines.extend(fields.into_iter().map(str::to_owned));
        lines.push("};".into());
        if self.has_node_functions {
            lines.extend(["static struct node *make_node(int value) {".into(), "struct node *p;".into()]);
            lines.extend(self.node_maker("p", "value"));
            lines.extend(["return p;".into(), "}".into()]);
            lines.push("static void free_node(struct node *p) {".into());
            if self.has_buffer {
                lines.push("free(p->buffer);".into());
            }
            lines.extend(["free(p);".into(), "}".into()]);
        }
        let lists: &[&str] = match self.kind {
            Kind::Sentinel => &["struct node a;", "struct node b;"],
            _ => &["struct node *a = 0;", "struct node *b = 0;"],
        };
        if is_global {
            lines.extend(lists.iter().map(|list| (*list).to_owned()));
        }
        lines.append(&mut self.functions);
        lines.push("int main(void) {".into());
        if !is_global {
            lines.extend(lists.iter().map(|list| (*list).to_owned()));
        }
        if self.kind == Kind::Sentinel {
            for list in LISTS {
                for field in ["next", "prev"] {
                    lines.push(format!("{list}.{field} = &{list};"));
                }
            }
        }
        lines.extend(locals(&self.body));
        lines.append(&mut self.body);
        lines.extend(["return 0;".into(), "}".into()]);
        Lines::new(lines)
    }
}

const PRELUDE: &str = "extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void *malloc(unsigned long size);
extern void *calloc(unsigned long count, unsigned long size);
extern void *realloc(void *block, unsigned long size);
extern void free(void *block);
extern void *memset(void *block, int byte, unsigned long size);
extern void *memcpy(void *to, const void *from, unsigned long size);";

/// Declarations of the working pointers that the lines use.
fn locals(lines: &[String]) -> Vec<String> {
    let uses = |name: &str| {
        lines
            .iter()
            .any(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name))
    };
    let mut result: Vec<String> = ["p", "q", "r"]
        .into_iter()
        .filter(|name| uses(name))
        .map(|name| format!("struct node *{name};"))
        .collect();
    if uses("pp") {
        result.push("struct node **pp;".into());
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_program_again() {
        for seed in 0..50 {
            assert_eq!(HeapProgram::generate(seed, false), HeapProgram::generate(seed, false));
        }
    }

    #[test]
    fn braces_are_balanced_in_every_program_and_every_reduction() {
        let balanced = |text: &str| text.matches('{').count() == text.matches('}').count();
        for seed in 0..300 {
            let program = HeapProgram::generate(seed, seed % 4 == 0);
            assert!(balanced(&program.text()), "{}", program.text());
            for smaller in program.reductions() {
                assert!(balanced(&smaller.text()), "{}", smaller.text());
                assert!(smaller.text().len() < program.text().len());
            }
        }
    }
}

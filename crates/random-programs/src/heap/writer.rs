//! Writes a program: lists are made, changed and freed, in line or in functions.

use super::lines::Lines;
use super::recursion::{self, Recursion};
use super::templates::{self, Role, Template};
use super::traits::{Kind, Owned, Traits};
use crate::Random;

pub struct Writer<'a> {
    random: &'a mut Random,
    traits: Traits,
    names: usize,
    functions: Vec<String>,
    body: Vec<String>,
}

/// The names of the lists of a program.
const LISTS: [&str; 2] = ["a", "b"];

impl<'a> Writer<'a> {
    pub fn new(random: &'a mut Random, traits: Traits) -> Writer<'a> {
        Writer { random, traits, names: 0, functions: Vec::new(), body: Vec::new() }
    }

    pub fn write(mut self) -> Lines {
        let operations = 1 + self.random.below(3);
        if self.random.chance(12) {
            self.apart();
        } else {
            let make = self.template(Role::Make);
            self.operation(make);
            for _ in 0..operations {
                self.step();
            }
            for list in LISTS {
                let other = LISTS[usize::from(list == LISTS[0])];
                if self.traits.has_recursion && self.random.chance(60) {
                    self.recursion(recursion::FREE, list, other);
                } else {
                    let free = self.template(Role::Free);
                    self.operation_on(free, list, other);
                }
            }
        }
        self.assemble()
    }

    fn template(&mut self, role: Role) -> Template {
        let templates = templates::of(self.traits.kind, role);
        templates[self.random.below(templates.len())]
    }

    /// One operation, sometimes only under a condition.
    fn step(&mut self) {
        if self.random.chance(12) {
            self.apart();
            return;
        }
        if self.traits.has_recursion && self.random.chance(60) {
            self.recursion(recursion::CHANGE, LISTS[0], LISTS[1]);
            return;
        }
        let template = self.template(Role::Change);
        match self.random.below(10) {
            0 => {
                self.body.push("if (__VERIFIER_nondet_int()) {".into());
                self.operation(template);
                if self.random.chance(50) {
                    self.body.push("} else {".into());
                    let other = self.template(Role::Change);
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

    /// A call of a function that calls itself.
    fn recursion(&mut self, choices: &[Recursion], list: &str, other: &str) {
        let chosen = self.random.pick(choices);
        let name = self.name("recursion");
        let pointer = format!("{} *", self.traits.element());
        let function = chosen.function.replace("$T", &pointer).replace("$F", &name);
        let lines = self.expand(&function, list, other);
        self.functions.extend(lines);
        let lines = self.expand(&chosen.call.replace("$F", &name), list, other);
        self.body.extend(lines);
    }

    fn operation(&mut self, template: Template) {
        let first = self.random.below(8).min(1);
        let (list, other) = (LISTS[1 - first], LISTS[first]);
        self.operation_on(template, list, other);
    }

    /// An operation in line, or in a function that gets the lists by value or by address.
    fn operation_on(&mut self, template: Template, list: &str, other: &str) {
        let uses_other = template.contains("$G");
        let kind = self.traits.list_type();
        match self.random.below(10) {
            0..5 => {
                // Variables that a template declares are its own.
                let lines = self.expand(template, list, other);
                let has_own = lines.first().is_some_and(|line| line.starts_with("int "));
                self.body.extend(has_own.then(|| "{".to_owned()));
                self.body.extend(lines);
                self.body.extend(has_own.then(|| "}".to_owned()));
            }
            5..7 if !uses_other && self.traits.is_pointer() => {
                let lines = self.expand(template, "list", "other");
                let name = self.name("operation");
                self.function(&format!("static {kind}{name}({kind}list) {{"), lines, Some("return list;"));
                self.body.push(format!("{list} = {name}({list});"));
            }
            _ => {
                let lines = self.expand(template, "(*list)", "(*other)");
                let name = self.name("operation");
                let head = format!("static void {name}({kind}*list, {kind}*other) {{");
                self.function(&head, lines, None);
                self.body.push(format!("{name}(&{list}, &{other});"));
            }
        }
    }

    fn function(&mut self, head: &str, lines: Vec<String>, end: Option<&str>) {
        self.functions.push(head.to_owned());
        self.functions.extend(self.locals(&lines));
        self.functions.extend(lines);
        self.functions.extend(end.map(str::to_owned));
        self.functions.push("}".into());
    }

    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Writes a template out: `$H` and `$G` are the lists, `$C` a condition on the node `p` and `$D`
    /// one on the node `list`, `$V` a number; `@new x` and `@free x` make and free a node, `@loop {`
    /// repeats. Lines that begin with `%` are for doubly linked lists only, those with `#` for lists
    /// that are counted.
    fn expand(&mut self, template: &str, list: &str, other: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for line in template.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let line = match (line.strip_prefix('%'), line.strip_prefix('#')) {
                (Some(_), _) if self.traits.kind != Kind::Doubly => continue,
                (_, Some(_)) if self.traits.kind != Kind::Counted => continue,
                (Some(rest), _) | (_, Some(rest)) => rest,
                (None, None) => line,
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
                let line = if line.contains("$C") { line.replace("$C", &self.condition("p")) } else { line };
                let line =
                    if line.contains("$D") { line.replace("$D", &self.condition("list")) } else { line };
                let line = if line.contains("$V") { line.replace("$V", &self.number()) } else { line };
                lines.push(if self.traits.is_intrusive { through_item(&line) } else { line });
            }
        }
        lines
    }

    fn new_node(&mut self, name: &str, lines: &mut Vec<String>) {
        let number = self.number();
        if self.traits.has_node_functions {
            lines.push(format!("{name} = make_node({number});"));
        } else {
            lines.extend(self.node_maker(name, &number));
        }
    }

    fn node_maker(&mut self, name: &str, number: &str) -> Vec<String> {
        let may_fail = self.traits.may_fail;
        let check = |lines: &mut Vec<String>, pointer: &str| {
            if may_fail {
                lines.extend([format!("if ({pointer} == 0) {{"), "abort();".into(), "}".into()]);
            }
        };
        let link = if self.traits.is_intrusive { "link." } else { "" };
        let mut lines = vec![format!("{name} = malloc(sizeof(struct node));")];
        check(&mut lines, name);
        lines.push(format!("{name}->value = {number};"));
        lines.push(format!("{name}->{link}next = 0;"));
        if self.traits.has_back_link() {
            lines.push(format!("{name}->{link}prev = 0;"));
        }
        let buffer = format!("{name}->buffer");
        match self.traits.owned {
            Owned::Nothing => {}
            Owned::Buffer => {
                lines.push(format!("{buffer} = malloc(4);"));
                check(&mut lines, &buffer);
                lines.push(format!("{buffer}[{}] = 1;", self.random.below(4)));
            }
            Owned::PerhapsBuffer => {
                lines.push(format!("{buffer} = 0;"));
                lines.push(format!("{name}->has_buffer = __VERIFIER_nondet_int();"));
                lines.push(format!("if ({name}->has_buffer) {{"));
                lines.push(format!("{buffer} = malloc(4);"));
                check(&mut lines, &buffer);
                lines.push("}".into());
            }
            Owned::List => {
                lines.push(format!("{name}->inner = 0;"));
                let head = self.loop_head(&mut lines);
                lines.push(head);
                lines.push("struct inner *x = malloc(sizeof(struct inner));".into());
                check(&mut lines, "x");
                lines.push(format!("x->next = {name}->inner;"));
                lines.push(format!("{name}->inner = x;"));
                lines.push("}".into());
            }
        }
        lines
    }

    fn free_node(&mut self, name: &str, lines: &mut Vec<String>) {
        if self.traits.has_node_functions {
            lines.push(format!("free_node({name});"));
        } else {
            lines.extend(self.node_freer(name));
        }
    }

    fn node_freer(&self, name: &str) -> Vec<String> {
        let mut lines = Vec::new();
        match self.traits.owned {
            Owned::Nothing => {}
            Owned::Buffer => lines.push(format!("free({name}->buffer);")),
            Owned::PerhapsBuffer => {
                lines.push(format!("if ({name}->has_buffer) {{"));
                lines.push(format!("free({name}->buffer);"));
                lines.push("}".into());
            }
            Owned::List => {
                lines.push(format!("while ({name}->inner != 0) {{"));
                lines.push(format!("struct inner *x = {name}->inner;"));
                lines.push(format!("{name}->inner = x->next;"));
                lines.push("free(x);".into());
                lines.push("}".into());
            }
        }
        lines.push(format!("free({name});"));
        lines
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

    fn condition(&mut self, node: &str) -> String {
        match self.random.below(4) {
            0 => "__VERIFIER_nondet_int()".into(),
            1 => format!("{node}->value > {}", self.random.below(3)),
            2 => format!("{node}->value != {}", self.random.below(4)),
            _ => format!("{node}->value == {}", self.random.below(4)),
        }
    }

    fn number(&mut self) -> String {
        match self.random.chance(40) {
            true => "__VERIFIER_nondet_int()".into(),
            false => self.random.below(4).to_string(),
        }
    }

    fn assemble(mut self) -> Lines {
        let mut lines: Vec<String> = PRELUDE.lines().map(str::to_owned).collect();
        lines.extend(self.types());
        if self.traits.has_node_functions {
            lines.extend(self.node_functions());
        }
        let list_type = self.traits.list_type();
        let start = if self.traits.is_pointer() { " = 0" } else { "" };
        let lists = LISTS.map(|list| format!("{list_type}{list}{start};"));
        if self.traits.is_global {
            lines.extend(lists.clone());
        }
        lines.append(&mut self.functions);
        lines.push("int main(void) {".into());
        if !self.traits.is_global {
            lines.extend(lists);
        }
        for list in LISTS {
            match self.traits.kind {
                Kind::Singly | Kind::Doubly | Kind::Ring | Kind::DoublyRing => {}
                Kind::Sentinel => {
                    lines.extend(["next", "prev"].map(|field| format!("{list}.{field} = &{list};")));
                }
                Kind::Queue | Kind::Counted => {
                    lines.extend(["head", "tail"].map(|field| format!("{list}.{field} = 0;")));
                    lines.extend((self.traits.kind == Kind::Counted).then(|| format!("{list}.count = 0;")));
                }
            }
        }
        lines.extend(self.locals(&self.body));
        lines.append(&mut self.body);
        lines.extend(["return 0;".into(), "}".into()]);
        Lines::new(lines)
    }

    fn types(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let element = self.traits.element();
        let mut links = vec![format!("{element} *next;")];
        links.extend(self.traits.has_back_link().then(|| format!("{element} *prev;")));
        let mut fields = vec!["int value;".to_owned()];
        if self.traits.owned == Owned::List {
            lines.extend(["struct inner {", "struct inner *next;", "};"].map(str::to_owned));
        }
        if self.traits.is_intrusive {
            lines.push("struct link {".into());
            lines.append(&mut links);
            lines.push("};".into());
            fields.push("struct link link;".into());
        }
        fields.append(&mut links);
        fields.extend(match self.traits.owned {
            Owned::Nothing => None,
            Owned::Buffer | Owned::PerhapsBuffer => Some("char *buffer;".to_owned()),
            Owned::List => Some("struct inner *inner;".to_owned()),
        });
        if self.traits.owned == Owned::PerhapsBuffer {
            fields.push("int has_buffer;".into());
        }
        let turn = self.random.below(fields.len());
        fields.rotate_left(turn);
        lines.push("struct node {".into());
        lines.append(&mut fields);
        lines.push("};".into());
        if matches!(self.traits.kind, Kind::Queue | Kind::Counted) {
            lines.push("struct queue {".into());
            lines.extend(["head", "tail"].map(|field| format!("{element} *{field};")));
            lines.extend((self.traits.kind == Kind::Counted).then(|| "int count;".to_owned()));
            lines.push("};".into());
        }
        lines
    }

    fn node_functions(&mut self) -> Vec<String> {
        let element = self.traits.element();
        let mut lines = Vec::new();
        let (made, freed) = match self.traits.is_intrusive {
            false => ("return n;", "struct node *n = p;"),
            true => {
                lines.push("static struct node *item(struct link *p) {".into());
                lines.push(
                    "return (struct node *)((char *)p - __builtin_offsetof(struct node, link));".into(),
                );
                lines.push("}".into());
                ("return &n->link;", "struct node *n = item(p);")
            }
        };
        lines.extend([format!("static {element} *make_node(int value) {{"), "struct node *n;".into()]);
        lines.extend(self.node_maker("n", "value"));
        lines.extend([made.into(), "}".into()]);
        lines.extend([format!("static void free_node({element} *p) {{"), freed.into()]);
        lines.extend(self.node_freer("n"));
        lines.push("}".into());
        lines
    }

    /// Declarations of the working pointers that the lines use.
    fn locals(&self, lines: &[String]) -> Vec<String> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let uses = |name: &str| lines.iter().any(|line| line.split(|c| !is_name(c)).any(|word| word == name));
        let element = self.traits.element();
        let pointers = ["p", "q", "r"].into_iter().filter(|name| uses(name));
        let mut result: Vec<String> = pointers.map(|name| format!("{element} *{name};")).collect();
        result.extend(uses("pp").then(|| format!("{element} **pp;")));
        result
    }
}

/// Puts `item(…)` around what `->value` is applied to.
fn through_item(line: &str) -> String {
    let mut result = String::new();
    let mut rest = line;
    while let Some(position) = rest.find("->value") {
        let before = &rest[..position];
        let start = start_of_operand(before);
        result.push_str(&before[..start]);
        result.push_str(&format!("item({})->value", &before[start..]));
        rest = &rest[position + "->value".len()..];
    }
    result.push_str(rest);
    result
}

/// Where the operand begins that ends a piece of text: names, members, and whole parentheses.
fn start_of_operand(text: &str) -> usize {
    let mut depth = 0;
    let mut start = text.len();
    for (index, character) in text.char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' if depth == 0 => break,
            '(' => depth -= 1,
            _ if depth > 0 => {}
            'a'..='z' | '0'..='9' | '_' | '.' | '>' | '-' => {}
            _ => break,
        }
        start = index;
    }
    start
}

/// What every program declares.
pub(super) const PRELUDE: &str = "extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void *malloc(unsigned long size);
extern void *calloc(unsigned long count, unsigned long size);
extern void *realloc(void *block, unsigned long size);
extern void free(void *block);
extern void *memset(void *block, int byte, unsigned long size);
extern void *memcpy(void *to, const void *from, unsigned long size);";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_of_nodes_that_are_reached_by_a_link_is_found_through_the_link() {
        assert_eq!(through_item("p->value = 3;"), "item(p)->value = 3;");
        assert_eq!(
            through_item("while (p->next != 0 && p->next->value < (*list)->value) {"),
            "while (p->next != 0 && item(p->next)->value < item((*list))->value) {"
        );
        assert_eq!(through_item("a.tail->value = 1;"), "item(a.tail)->value = 1;");
        assert_eq!(through_item("if (!p->value) {"), "if (!item(p)->value) {");
    }
}

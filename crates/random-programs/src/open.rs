//! Open code: a function over lists, arrays, strings and records with functions of the caller, and callers beside it that are
//! not shown to the analysis.

use crate::Random;
use std::fmt::Write as _;

/// Numbers that functions compare with and that callers pass.
const NUMBERS: [i32; 6] = [0, 1, 3, 7, 42, -1];

/// How many callers a function has.
const CALLERS: usize = 12;

const DECLARATIONS: &str = "\
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);
extern void reach_error(void);
extern int elsewhere(int);
struct node { struct node *next; int value; int *data; };
struct actions { int (*act)(int); int state; };
static int total;
";

/// A function without callers, and callers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenProgram {
    /// What the analysis is shown.
    pub open: String,
    /// The same text, then the callers and what else it takes to execute them.
    pub closed: String,
    /// The names of the callers.
    pub callers: Vec<OpenCaller>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenCaller {
    pub name: String,
    /// It passes memory wherever the function may look: no pointer is null, and the list has three nodes.
    pub provides_memory: bool,
}

impl OpenProgram {
    /// The program of this number: the same on every machine.
    pub fn new(seed: u64, number: u64) -> OpenProgram {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
        let topics = [*random.pick(&TOPICS), *random.pick(&TOPICS)];
        let mut writer = Writer { random, topics, text: DECLARATIONS.to_owned(), is_freed: false };
        if topics.contains(&Topic::Array) {
            writer.helper();
        }
        writer.function();
        let open = writer.text.clone();
        let callers = (0..CALLERS).map(|index| writer.caller(index)).collect();
        OpenProgram { open, closed: writer.text, callers }
    }
}

/// What a function looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Topic {
    List,
    Array,
    Text,
    Actions,
    Cell,
    Number,
}

const TOPICS: [Topic; 6] =
    [Topic::List, Topic::Array, Topic::Text, Topic::Actions, Topic::Cell, Topic::Number];

struct Writer {
    random: Random,
    text: String,
    topics: [Topic; 2],
    /// The function has freed what `cell` points to.
    is_freed: bool,
}

impl Writer {
    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn number(&mut self) -> i32 {
        *self.random.pick(&NUMBERS)
    }

    /// A function that the other one calls.
    fn helper(&mut self) {
        let number = self.number();
        let loops = [
            format!("for (int i = 0; i < count; i++) if (array[i] == {number}) return 1;"),
            format!(
                "int sum = 0; for (int i = 0; i < count; i++) sum += array[i]; if (sum == {number}) return 1;"
            ),
            format!("if (count > 0 && array[0] != {number}) return 1;"),
        ];
        let body = self.random.pick(&loops).clone();
        self.line(&format!("static int has(const int *array, int count) {{ {body} return 0; }}"));
    }

    fn function(&mut self) {
        self.line(
            "int f(struct node *list, int *array, int count, const char *text, struct actions *actions, int *cell, int n) {",
        );
        self.line("  int hits = 0;");
        let statements = 1 + self.random.below(2);
        for _ in 0..statements {
            self.statement();
        }
        self.error();
        self.line("  return hits;\n}");
    }

    /// What the function looks at: a few things only, so that it does not take long to analyse.
    fn topic(&mut self) -> Topic {
        let topics = self.topics;
        *self.random.pick(&topics)
    }

    fn statement(&mut self) {
        let number = self.number();
        let is_first = self.random.chance(50);
        let line = match self.topic() {
            Topic::List => match self.random.below(5) {
                0 => "if (!list) return -1;".to_owned(),
                1 => format!("for (struct node *p = list; p; p = p->next) if (p->value == {number}) hits++;"),
                2 => format!(
                    "{{ struct node *p = list; while (p && p->value != {number}) p = p->next; if (p) hits += 2; }}"
                ),
                3 => "if (list && list->data) hits += *list->data;".to_owned(),
                _ => "if (list) hits += list->value;".to_owned(),
            },
            Topic::Array if is_first => {
                format!("for (int i = 0; i < count; i++) if (array[i] == {number}) hits++;")
            }
            Topic::Array => "hits += has(array, count);".to_owned(),
            Topic::Text if is_first => "if (text && strlen(text) > 2) hits++;".to_owned(),
            Topic::Text => "for (int i = 0; text[i]; i++) hits += text[i] == 'a';".to_owned(),
            Topic::Actions if is_first => {
                format!("if (actions && actions->act) hits += actions->act({number});")
            }
            Topic::Actions => format!("hits += elsewhere({number});"),
            Topic::Cell if !self.is_freed && is_first => {
                self.is_freed = true;
                "free(cell);".to_owned()
            }
            Topic::Cell => format!("total += {number};"),
            Topic::Number => format!("if (n == {number}) return hits;"),
        };
        self.line(&format!("  {line}"));
    }

    fn condition(&mut self) -> String {
        let number = self.number();
        if self.random.chance(15) {
            return "1".to_owned();
        }
        let choice = self.random.below(3);
        match (self.topic(), choice) {
            (Topic::List, 0) => "list".to_owned(),
            (Topic::List, 1) => format!("list && list->value != {number}"),
            (Topic::List, _) => "list && list->next".to_owned(),
            (Topic::Array, 0) => format!("array[0] == {number}"),
            (Topic::Array, 1) => format!("array[1] != {number}"),
            (Topic::Array, _) => "has(array, count)".to_owned(),
            (Topic::Text, 0) => "text[0] == 'a'".to_owned(),
            (Topic::Text, 1) => "strcmp(text, \"ab\") == 0".to_owned(),
            (Topic::Text, _) => "strlen(text) != 2".to_owned(),
            (Topic::Actions, 0) => format!("hits > {number}"),
            (Topic::Actions, _) => format!("actions->state == {number}"),
            (Topic::Cell, 0) => format!("total != {number}"),
            (Topic::Cell, _) => format!("*cell == {number}"),
            (Topic::Number, 0) => format!("hits > {number}"),
            (Topic::Number, _) => format!("n > {number} || n <= {number}"),
        }
    }

    fn error(&mut self) {
        let condition = self.condition();
        let error = match self.random.below(5) {
            0 => "reach_error();",
            1 => "*(int *)0 = 1;",
            2 if self.is_freed => "free(cell);",
            2 => "{ free(cell); free(cell); }",
            3 => "{ free(list); hits += list->value; }",
            _ => "{ int *p = 0; hits += *p; }",
        };
        self.line(&format!("  if ({condition}) {error}"));
    }

    fn caller(&mut self, index: usize) -> OpenCaller {
        if index == 0 {
            self.line("static int own_action(int x) { return x - 1; }");
            self.line("int elsewhere(int x) { return x == 3; }");
        }
        let provides_memory = self.random.chance(70);
        let nodes = if provides_memory { 3 } else { self.random.below(3) };
        let name = format!("caller{index}");
        self.line(&format!("int {name}(void) {{"));
        let value = self.number();
        self.line(&format!("  total = {value};\n  struct node *list = 0;"));
        for _ in 0..nodes {
            let (value, data) = (self.number(), self.number());
            let link = "struct node *p = malloc(sizeof *p); p->next = list; p->data = malloc(sizeof(int));";
            self.line(&format!("  {{ {link} p->value = {value}; *p->data = {data}; list = p; }}"));
        }
        let elements: Vec<String> = (0..4).map(|_| self.number().to_string()).collect();
        self.line("  int *array = malloc(4 * sizeof(int));");
        for (place, element) in elements.iter().enumerate() {
            self.line(&format!("  array[{place}] = {element};"));
        }
        let text = *self.random.pick(&["ab", "", "a", "xyz", "aaaa"]);
        let (state, content, n) = (self.number(), self.number(), self.number());
        let count = self.random.below(5);
        self.line("  struct actions *actions = malloc(sizeof *actions);");
        self.line(&format!("  actions->act = own_action; actions->state = {state};"));
        self.line(&format!("  int *cell = malloc(sizeof(int)); *cell = {content};"));
        let actions = if provides_memory || self.random.chance(60) { "actions" } else { "0" };
        let text = if provides_memory || self.random.chance(60) { format!("\"{text}\"") } else { "0".into() };
        self.line(&format!("  return f(list, array, {count}, {text}, {actions}, cell, {n});\n}}"));
        OpenCaller { name, provides_memory }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_gives_the_same_program() {
        assert_eq!(OpenProgram::new(1, 5), OpenProgram::new(1, 5));
        assert_ne!(OpenProgram::new(1, 5), OpenProgram::new(1, 6));
        assert!(OpenProgram::new(1, 5).closed.starts_with(&OpenProgram::new(1, 5).open));
    }
}

//! A project of a few files whose functions call each other, and random edits of it.

use random_programs::Random;
use std::fmt::Write;
use std::path::Path;

/// The sorts of functions. `CALLEE` is a function that takes a list and returns a number, `NUMBER` some number.
const SORTS: &[&str] = &[
    "int NAME(struct node *l) { int n = NUMBER; while (l) { n += l->value; l = l->next; } return n; }",
    "int NAME(struct node *l) { return l ? l->value + CALLEE(l->next) : NUMBER; }",
    "int NAME(struct node *l) { int n = CALLEE(l); return n < NUMBER ? n : NUMBER; }",
    "int NAME(struct node *l) { struct node *n = malloc(sizeof *n); if (!n) return NUMBER; n->next = l; n->value = CALLEE(l); \
     int v = n->value; free(n); return v; }",
    "int NAME(struct node *l) { int v = l->value; free(l); return v + l->value + NUMBER; }",
    "int NAME(struct node *l) { static int count; count += NUMBER; return count + CALLEE(l); }",
    "int NAME(struct node *l) { const char *text = \"text NUMBER\"; return text[0] + CALLEE(l); }",
    "int NAME(struct node *l) { int a[4] = { NUMBER }; int i = CALLEE(l) & 3; return a[i]; }",
    "int NAME(struct node *l) { while (l && l->next) { struct node *n = l->next; l->next = n->next; free(n); } return NUMBER; }",
    "int NAME(struct node *l) { int *p = 0; if (CALLEE(l) == NUMBER) return *p; return 1; }",
    // It mentions what it does not call.
    "int NAME(struct node *l) { int (*volatile f)(struct node *) = CALLEE; return f && l ? l->value : NUMBER; }",
];

/// How many files there are.
const FILES: usize = 3;

#[derive(Clone)]
struct Written {
    name: String,
    sort: usize,
    number: usize,
    /// What it calls: a function that was made before it.
    callee: String,
    file: usize,
    /// Comments and lines before it.
    before: String,
}

/// The functions, in the order in which they are written.
pub struct RandomProject {
    functions: Vec<Written>,
    made: usize,
}

impl RandomProject {
    pub fn new(random: &mut Random) -> RandomProject {
        let mut project = RandomProject { functions: Vec::new(), made: 0 };
        for _ in 0..7 {
            project.add(random);
        }
        project
    }

    fn add(&mut self, random: &mut Random) {
        let callee = match self.functions.len() {
            0 => "length".to_owned(),
            count => self.functions[random.below(count)].name.clone(),
        };
        let at = random.below(self.functions.len() + 1);
        let function = Written {
            name: format!("f{}", self.made),
            sort: random.below(SORTS.len()),
            number: random.below(9),
            callee,
            file: random.below(FILES),
            before: String::new(),
        };
        self.made += 1;
        self.functions.insert(at, function);
    }

    /// Changes something, and says what.
    pub fn edit(&mut self, random: &mut Random) -> String {
        let at = random.below(self.functions.len());
        let name = self.functions[at].name.clone();
        match random.below(6) {
            0 => {
                self.functions[at].number = random.below(90) + 9;
                format!("another number in {name}")
            }
            1 => {
                self.functions[at].before.push_str("/* a comment */\n\n");
                format!("a comment before {name}")
            }
            2 => {
                let other = random.below(self.functions.len());
                self.functions.swap(at, other);
                format!("{name} in another place")
            }
            3 => {
                self.functions[at].file = random.below(FILES);
                format!("{name} perhaps in another file")
            }
            4 => {
                self.functions[at].sort = random.below(SORTS.len());
                format!("another body of {name}")
            }
            _ => {
                self.add(random);
                format!("a function more, f{}", self.made - 1)
            }
        }
    }

    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let mut header = "#include <stdlib.h>\nstruct node { struct node *next; int value; };\n".to_owned();
        header.push_str("static inline int length(struct node *l) { return l ? 1 : 0; }\n");
        for number in 0..self.made {
            // Writing to a string does not fail.
            let _ = writeln!(header, "int f{number}(struct node *l);");
        }
        std::fs::write(folder.join("project.h"), header)?;
        let mut entries = Vec::new();
        for file in 0..FILES {
            let mut text = "#include \"project.h\"\n".to_owned();
            for function in self.functions.iter().filter(|function| function.file == file) {
                text.push_str(&function.before);
                let body = SORTS[function.sort].replace("NAME", &function.name);
                let body = body.replace("CALLEE", &function.callee);
                let _ = writeln!(text, "{}", body.replace("NUMBER", &function.number.to_string()));
            }
            if file == 0 {
                text.push_str("int main(void) { return f0(0); }\n");
            }
            std::fs::write(folder.join(format!("file{file}.c")), text)?;
            entries.push(format!(
                "{{\"directory\": {:?}, \"file\": \"file{file}.c\", \"command\": \"cc -c file{file}.c\"}}",
                folder
            ));
        }
        std::fs::write(folder.join("compile_commands.json"), format!("[{}]", entries.join(",\n")))
    }
}

//! Short programs, each of which depends on one rule of the analysis.
//!
//! Random programs seldom go wrong in just one way; most of these do, so that a broken rule shows.

mod arenas;
mod arrays;
mod lists;
mod memory;
mod order;
mod trees;

/// Its name, and what its `main` does.
pub struct Probe {
    pub name: &'static str,
    pub allocation_may_fail: bool,
    /// A proof of it takes so many times as long as one of a random program.
    pub effort: u64,
    body: &'static str,
    /// The program but for its `main`, if that is not the usual one.
    beginning: Option<&'static str>,
}

const fn probe(name: &'static str, body: &'static str) -> Probe {
    Probe { name, allocation_may_fail: false, effort: 1, body, beginning: None }
}

/// A program whose body is functions, `main` among them; `N()` is an input.
const fn whole(name: &'static str, beginning: &'static str, body: &'static str) -> Probe {
    Probe { name, allocation_may_fail: false, effort: 4, body, beginning: Some(beginning) }
}

impl Probe {
    /// The program. In a body `N` is an input, `@push V;` puts a node with a value before the list `a`
    /// and `@free;` frees that list.
    pub fn text(&self) -> String {
        if let Some(beginning) = self.beginning {
            return format!("{DECLARATIONS}{beginning}{}\n", self.body)
                .replace("N()", "__VERIFIER_nondet_int()");
        }
        let lines = self.body.lines().map(|line| match line.trim().strip_prefix("@push ") {
            Some(value) => format!("{PUSH}p->value = {value}\n"),
            None if line.trim() == "@free;" => FREE.to_owned(),
            None => format!("{line}\n"),
        });
        let body = lines.collect::<String>().replace("(N)", "(__VERIFIER_nondet_int())");
        format!("{DECLARATIONS}{BEGINNING}{}\n{END}", body.replace("= N;", "= __VERIFIER_nondet_int();"))
    }
}

const PUSH: &str = "p = malloc(sizeof(struct node));
p->next = a;
a = p;
";

const FREE: &str = "while (a != 0) {
p = a->next;
free(a);
a = p;
}
";

const DECLARATIONS: &str = "extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *block);
extern void *memset(void *block, int byte, unsigned long size);
extern unsigned long strlen(const char *text);
";

const BEGINNING: &str = "struct node {
    struct node *next;
    int value;
    char *buffer;
    struct node *inner;
};
static int flag;
static struct node *kept;
static struct node *reverse(struct node *list, struct node *done) {
    if (list == 0) {
        return done;
    }
    struct node *rest = list->next;
    list->next = done;
    return reverse(rest, list);
}
static void release(struct node **list, struct node **other) {
    while (*list != 0) {
        struct node *p = *list;
        *list = p->next;
        free(p);
    }
}
static int choose(void) {
    while (__VERIFIER_nondet_int()) {
        flag = 0;
    }
    if (__VERIFIER_nondet_int()) {
        return 0;
    }
    return 1;
}
static int anything(void) {
    while (__VERIFIER_nondet_int()) {
        flag = 0;
    }
    return __VERIFIER_nondet_int();
}
static char *fresh(void) {
    while (__VERIFIER_nondet_int()) {
        flag = 0;
    }
    return malloc(1);
}
static int *local(void) {
    int x = 0;
    int *address = &x;
    return address;
}
int main(void) {
    int *nowhere = 0;
    struct node *a = 0;
    struct node *p = 0;
    struct node *q = 0;
";

const END: &str = "    return 0;
}
";

pub fn all() -> impl Iterator<Item = &'static Probe> {
    memory::ALL
        .iter()
        .chain(lists::ALL)
        .chain(order::ALL)
        .chain(arenas::ALL)
        .chain(arrays::ALL)
        .chain(trees::ALL)
}

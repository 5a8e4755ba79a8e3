//! Programs that grow: one idea each, without an error.

use std::fmt::Write;

/// A program for every size.
pub struct Family {
    pub name: &'static str,
    pub program: fn(usize) -> String,
    /// Up to this size the program is proved.
    pub promised: usize,
    /// The size at which an analysis that grows with the program should still prove it.
    pub aim: usize,
    /// The cost grows no faster than this power of the size.
    pub power: i32,
}

pub const FAMILIES: &[Family] = &[
    Family { name: "optional-blocks", program: optional_blocks, promised: 64, aim: 64, power: 2 },
    Family { name: "optional-fields", program: optional_fields, promised: 8, aim: 8, power: 2 },
    Family { name: "pointers-in-one-walk", program: pointers_in_one_walk, promised: 16, aim: 16, power: 2 },
    Family { name: "cursors", program: cursors, promised: 16, aim: 16, power: 2 },
    Family { name: "nested-loops", program: nested_loops, promised: 6, aim: 6, power: 2 },
    Family { name: "flags", program: flags, promised: 32, aim: 32, power: 2 },
    Family { name: "additions", program: additions, promised: 64, aim: 64, power: 2 },
    Family { name: "lists", program: lists, promised: 32, aim: 32, power: 2 },
    Family { name: "heads-in-an-array", program: heads_in_an_array, promised: 32, aim: 32, power: 2 },
    Family { name: "modules", program: modules, promised: 200, aim: 1000, power: 1 },
];

const DECLARATIONS: &str = "\
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
";

const NODE: &str = "struct node { struct node *next; int value; };\n";

/// One list of any length, as the variable `list`.
const BUILD: &str = "
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (node == 0) abort();
        node->next = list; node->value = 0; list = node;
    }
";

const DESTROY: &str = "
    while (list) { struct node *next = list->next; free(list); list = next; }
";

/// One text for each number below `size`.
fn each(size: usize, line: impl Fn(usize) -> String) -> String {
    (0..size).fold(String::new(), |mut text, number| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "    {}", line(number));
        text
    })
}

fn main_with(before: &str, body: &str) -> String {
    format!("{DECLARATIONS}{before}int main(void) {{\n{body}    return 0;\n}}\n")
}

/// Blocks that may be there or not, without any loop.
fn optional_blocks(size: usize) -> String {
    let declared = each(size, |n| format!("int *p{n} = 0;"));
    let made = each(size, |n| {
        format!("if (__VERIFIER_nondet_int()) {{ p{n} = malloc(4); if (p{n}) *p{n} = {n}; }}")
    });
    let freed = each(size, |n| format!("if (p{n}) {{ *p{n} = 0; free(p{n}); }}"));
    main_with("", &format!("{declared}{made}{freed}"))
}

/// Nodes with blocks whose allocation nobody checks.
fn optional_fields(size: usize) -> String {
    let fields = each(size, |n| format!("int *f{n};"));
    let made = each(size, |n| format!("node->f{n} = malloc(4);"));
    let freed = each(size, |n| format!("free(list->f{n});"));
    main_with(
        &format!("struct node {{ struct node *next;\n{fields}}};\n"),
        &format!(
            "    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {{
        struct node *node = malloc(sizeof *node);
        if (node == 0) abort();
{made}        node->next = list; list = node;
    }}
    while (list) {{
        struct node *next = list->next;
{freed}        free(list); list = next;
    }}
"
        ),
    )
}

/// Pointers to nodes of one list, set in one loop.
fn pointers_in_one_walk(size: usize) -> String {
    let declared = each(size, |n| format!("struct node *p{n} = 0;"));
    let set = each(size, |n| format!("if (__VERIFIER_nondet_int()) p{n} = at;"));
    let used = each(size, |n| format!("if (p{n}) p{n}->value = {n};"));
    main_with(
        NODE,
        &format!(
            "{BUILD}{declared}    for (struct node *at = list; at; at = at->next) {{\n{set}    }}\n{used}{DESTROY}"
        ),
    )
}

/// Pointers to nodes of one list, each with a loop of its own.
fn cursors(size: usize) -> String {
    let walked = each(size, |n| {
        format!("struct node *p{n} = list; while (p{n} && __VERIFIER_nondet_int()) p{n} = p{n}->next;")
    });
    let used = each(size, |n| format!("if (p{n}) p{n}->value = {n};"));
    main_with(NODE, &format!("{BUILD}{walked}{used}{DESTROY}"))
}

fn nested_loops(size: usize) -> String {
    let opened = each(size, |n| format!("for (struct node *p{n} = list; p{n}; p{n} = p{n}->next) {{"));
    let used = each(size, |n| format!("p{n}->value = {n};"));
    let closed = each(size, |_| "}".to_owned());
    main_with(NODE, &format!("{BUILD}{opened}{used}{closed}{DESTROY}"))
}

/// Flags that decide twice: once whether a block is made, then whether it is freed.
fn flags(size: usize) -> String {
    let made = each(size, |n| {
        format!(
            "int f{n} = __VERIFIER_nondet_int(); int *p{n} = 0; \
             if (f{n}) {{ p{n} = malloc(4); if (!p{n}) abort(); *p{n} = 1; }}"
        )
    });
    let freed = each(size, |n| format!("if (f{n}) {{ *p{n} = 2; free(p{n}); }}"));
    main_with("", &format!("{made}{freed}"))
}

/// Numbers that become different on different paths while a block is alive.
fn additions(size: usize) -> String {
    let added = each(size, |n| format!("if (__VERIFIER_nondet_int()) sum += {};", n + 1));
    let body = format!(
        "    int sum = 0;\n    int *block = malloc(4);\n    if (!block) abort();\n    *block = 0;\n{added}\
         \x20   *block = sum;\n    free(block);\n"
    );
    main_with("", &body)
}

/// Lists that are alive at the same time.
fn lists(size: usize) -> String {
    let built = each(size, |n| {
        format!(
            "struct node *l{n} = 0; while (__VERIFIER_nondet_int()) {{ struct node *node = malloc(sizeof *node); \
             if (!node) abort(); node->next = l{n}; l{n} = node; }}"
        )
    });
    let destroyed = each(size, |n| {
        format!("while (l{n}) {{ struct node *next = l{n}->next; free(l{n}); l{n} = next; }}")
    });
    main_with(NODE, &format!("{built}{destroyed}"))
}

/// Lists whose heads are in an array.
fn heads_in_an_array(size: usize) -> String {
    main_with(
        NODE,
        &format!(
            "    struct node *heads[{size}];
    for (int i = 0; i < {size}; i++) heads[i] = 0;
    while (__VERIFIER_nondet_int()) {{
        int i = __VERIFIER_nondet_int();
        if (i < 0 || i >= {size}) break;
        struct node *node = malloc(sizeof *node);
        if (!node) abort();
        node->next = heads[i]; heads[i] = node;
    }}
    for (int i = 0; i < {size}; i++)
        while (heads[i]) {{ struct node *next = heads[i]->next; free(heads[i]); heads[i] = next; }}
"
        ),
    )
}

/// Modules with a list of their own, used one after the other.
fn modules(size: usize) -> String {
    let mut text = String::new();
    for n in 0..size {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "struct node{n} {{ struct node{n} *next; int value; }};
static struct node{n} *build{n}(void) {{
    struct node{n} *list = 0;
    while (__VERIFIER_nondet_int()) {{
        struct node{n} *node = malloc(sizeof *node);
        if (node == 0) abort();
        node->next = list; node->value = {}; list = node;
    }}
    return list;
}}
static int sum{n}(const struct node{n} *list) {{
    int sum = 0;
    for (; list; list = list->next) sum ^= list->value;
    return sum;
}}
static void destroy{n}(struct node{n} *list) {{
    while (list) {{ struct node{n} *next = list->next; free(list); list = next; }}
}}
static int use{n}(void) {{
    struct node{n} *list = build{n}();
    int sum = sum{n}(list);
    destroy{n}(list);
    return sum;
}}",
            n % 8
        );
    }
    let used = each(size, |n| format!("last = use{n}();"));
    main_with(&text, &format!("    int last = 0;\n{used}    if (last == 1) return 1;\n"))
}

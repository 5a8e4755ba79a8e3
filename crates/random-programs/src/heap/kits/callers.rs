//! Addresses of a function's variables that others see while it runs.

use super::Kit;

pub const KITS: &[Kit] = &[NODES, BUFFERS];

/// Nodes on the stack of a caller; its callees link them in and out.
const NODES: Kit = Kit {
    label: "nodes of callers",
    types: "struct node {
    struct node *next;
    int value;
    };
    static struct node *current = 0;
    static struct node **cursor = 0;",
    state: "struct node *a = 0;",
    functions: "static void link_in(struct node **list, struct node *item) {
    item->next = *list;
    *list = item;
    }
    static void link_out(struct node **list, struct node *item) {
    while (*list != 0 && *list != item) {
    list = &(*list)->next;
    }
    if (*list != 0) {
    *list = item->next;
    }
    }
    static void raise(void) {
    if (current != 0) {
    current->value = $V;
    }
    }
    static void advance(void) {
    if (cursor != 0 && *cursor != 0) {
    *cursor = (*cursor)->next;
    }
    }
    static int sum(struct node *list) {
    int result = 0;
    while (list != 0) {
    result = result ^ list->value;
    list = list->next;
    }
    return result;
    }
    static int during(struct node **list, int value) {
    struct node own;
    struct node *outer = current;
    int result;
    own.value = value;
    link_in(list, &own);
    current = &own;
    raise();
    result = sum(*list);
    current = outer;
    link_out(list, &own);
    return result;
    }
    static int deep(struct node **list, int depth) {
    if (depth <= 0) {
    return sum(*list);
    }
    return deep(list, depth - 1) + during(list, depth);
    }",
    locals: "struct node *n;
    struct node *place;
    struct node **at;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        link_in(&a, n);
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = during(&a, 1);
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "during(&a, $V);",
        "deep(&a, 2);",
        "{
        struct node own;
        own.value = $V;
        link_in(&a, &own);
        current = a;
        raise();
        during(&a, 2);
        current = 0;
        link_out(&a, &own);
        }",
        "place = a;
        cursor = &place;
        advance();
        advance();
        cursor = 0;
        if (place != 0) {
        place->value = $V;
        }",
        "at = &a;
        cursor = at;
        if (*cursor != 0) {
        (*cursor)->value = 1;
        }
        cursor = 0;",
        "{
        struct node own;
        struct node *alone = 0;
        own.value = 0;
        link_in(&alone, &own);
        own.next = a;
        sum(alone);
        own.next = 0;
        }",
        "if (a != 0) {
        n = a;
        link_out(&a, n);
        free(n);
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        link_out(&a, n);
        free(n);
        }"],
};

/// Nodes borrow buffers and cells of a function that is still running.
const BUFFERS: Kit = Kit {
    label: "buffers of callers",
    types: "struct node {
    struct node *next;
    char *text;
    int *total;
    };
    static int *counter = 0;",
    state: "struct node *a = 0;",
    functions: "static void fill(struct node *p, char character) {
    if (p->text != 0) {
    p->text[0] = character;
    p->text[3] = 0;
    }
    if (p->total != 0) {
    *p->total = *p->total + 1;
    }
    }
    static void count(struct node *list) {
    while (list != 0) {
    if (counter != 0) {
    *counter = *counter + 1;
    }
    list = list->next;
    }
    }
    static int length(struct node *list) {
    int own = 0;
    int *outer = counter;
    counter = &own;
    count(list);
    counter = outer;
    return own;
    }
    static void borrow(struct node *p) {
    char buffer[4];
    char *before = p->text;
    p->text = buffer;
    fill(p, 'a');
    p->text = before;
    }",
    locals: "struct node *n;
    int i;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->text = 0;
        n->total = 0;
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->text = malloc(4);
        @made n->text
        n->total = 0;
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "{
        int sum = 0;
        for (n = a; n != 0; n = n->next) {
        n->total = &sum;
        fill(n, 'b');
        n->total = 0;
        }
        }",
        "{
        int sum = 0;
        for (n = a; n != 0; n = n->next) {
        n->total = &sum;
        }
        for (n = a; n != 0; n = n->next) {
        fill(n, 'c');
        }
        for (n = a; n != 0; n = n->next) {
        n->total = 0;
        }
        }",
        "if (a != 0) {
        borrow(a);
        }",
        "for (n = a; n != 0; n = n->next) {
        borrow(n);
        }",
        "i = length(a);
        if (i > 0) {
        a->total = 0;
        }",
        "{
        int cells[2] = { 0, 0 };
        counter = &cells[1];
        count(a);
        counter = 0;
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        free(n->text);
        free(n);
        }"],
};

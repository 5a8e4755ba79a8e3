//! Nodes and lists in other places than the heap and plain variables.

use super::Kit;

pub const KITS: &[Kit] =
    &[LOCALS, OUT_PARAMETERS, STATIC_NODES, STATIC_POOL, STACK_NODES, BY_VALUE, BUCKETS, AROUND_MAIN];

/// Local variables become nodes of a list for a while.
const LOCALS: Kit = Kit {
    label: "locals as nodes",
    types: "struct node {
    struct node *next;
    int value;
    };",
    state: "struct node *a = 0;",
    functions: "static int total(struct node *list) {
    struct node *p;
    int sum = 0;
    for (p = list; p != 0; p = p->next) {
    sum = sum ^ p->value;
    }
    return sum;
    }
    static int nest(struct node *outer, int depth) {
    struct node own;
    own.value = depth;
    own.next = outer;
    if (depth <= 0) {
    return total(&own);
    }
    return nest(&own, depth - 1);
    }",
    locals: "struct node *n;
    struct node *p;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a;
        a = n;
        }"],
    change: &[
        "{
        struct node own;
        own.value = $V;
        own.next = a;
        a = &own;
        for (n = a; n != 0; n = n->next) {
        n->value = $V;
        }
        a = own.next;
        }",
        "{
        struct node own;
        own.value = total(a);
        own.next = 0;
        if (a == 0) {
        a = &own;
        } else {
        for (n = a; n->next != 0; n = n->next) {
        n->value = 1;
        }
        n->next = &own;
        }
        if (a == &own) {
        a = 0;
        } else {
        for (p = a; p->next != &own; p = p->next) {
        p->value = 2;
        }
        p->next = 0;
        }
        }",
        "nest(a, __VERIFIER_nondet_int() % 4);",
        "{
        struct node first;
        struct node second;
        first.next = &second;
        first.value = 0;
        second.next = a;
        second.value = 1;
        total(&first);
        if (first.next->next != 0) {
        first.next->next->value = $V;
        }
        }",
        "{
        int cell = 0;
        int *at = &cell;
        for (n = a; n != 0; n = n->next) {
        at = &n->value;
        }
        *at = $V;
        }",
    ],
    free: &["while (a != 0) {
        n = a->next;
        free(a);
        a = n;
        }"],
};

/// Addresses of locals, members and links are passed to functions, which leave something there.
const OUT_PARAMETERS: Kit = Kit {
    label: "out-parameters",
    types: "struct node {
    int value;
    struct node *next;
    };",
    state: "struct node *a = 0;
    struct node **place = 0;",
    functions: "static int give(struct node **out) {
    struct node *p = malloc(sizeof(struct node));
    @fail p
    *out = 0;
    return 0;
    @end
    p->value = $V;
    p->next = 0;
    *out = p;
    return 1;
    }
    static struct node **end(struct node **at) {
    while (*at != 0) {
    at = &(*at)->next;
    }
    return at;
    }
    static void split(struct node *list, struct node **odd, struct node **even) {
    struct node *p;
    *odd = 0;
    *even = 0;
    while (list != 0) {
    p = list;
    list = p->next;
    if (p->value & 1) {
    p->next = *odd;
    *odd = p;
    } else {
    p->next = *even;
    *even = p;
    }
    }
    }",
    locals: "struct node *n;
    struct node *odd;
    struct node *even;
    struct node **at;",
    make: &[
        "@loop {
        if (give(&n)) {
        n->next = a;
        a = n;
        }
        }",
        "@loop {
        give(end(&a));
        }",
        "place = &a;
        @loop {
        if (give(place)) {
        place = &(*place)->next;
        }
        }",
    ],
    change: &[
        "split(a, &odd, &even);
        a = odd;
        at = end(&a);
        *at = even;",
        "if (give(&n)) {
        *end(&a) = n;
        }",
        "place = end(&a);
        if (give(&n)) {
        *place = n;
        place = &n->next;
        }",
        "{
        struct node *own = a;
        place = &own;
        if (*place != 0) {
        (*place)->value = 2;
        }
        place = 0;
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        free(n);
        }"],
};

/// Nodes that exist from the start, and others behind them.
const STATIC_NODES: Kit = Kit {
    label: "nodes in static memory",
    types: "struct node {
    struct node *next;
    int is_static;
    int value;
    };
    static struct node third = { .next = 0, .is_static = 1, .value = 3 };
    static struct node second = { .next = &third, .is_static = 1, .value = 2 };
    static struct node first = { .next = &second, .is_static = 1, .value = 1 };",
    state: "struct node *a = &first;",
    functions: "",
    locals: "struct node *n;
    struct node **at;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->is_static = 0;
        n->value = $V;
        n->next = a;
        a = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->is_static = 0;
        n->value = $V;
        n->next = first.next;
        first.next = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        n->value = $V;
        }",
        "at = &a;
        while (*at != 0 && (*at)->is_static == 0) {
        at = &(*at)->next;
        }
        if (*at != 0) {
        *at = (*at)->next;
        }",
        "if (a != 0 && a->is_static == 0) {
        n = a;
        a = n->next;
        free(n);
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        if (n->is_static == 0) {
        free(n);
        }
        }"],
};

/// Nodes are taken from an array and given back to it.
const STATIC_POOL: Kit = Kit {
    label: "pool in static memory",
    types: "struct node {
    struct node *next;
    int value;
    };
    static struct node pool[4];",
    state: "struct node *a = 0;
    struct node *unused = 0;
    int used = 0;",
    functions: "",
    locals: "struct node *n;",
    make: &[
        "while (used < 4 && __VERIFIER_nondet_int()) {
        n = &pool[used];
        used++;
        n->value = $V;
        n->next = a;
        a = n;
        }",
        "for (used = 0; used < 4; used++) {
        pool[used].next = unused;
        unused = &pool[used];
        }
        while (unused != 0 && __VERIFIER_nondet_int()) {
        n = unused;
        unused = n->next;
        n->value = $V;
        n->next = a;
        a = n;
        }",
    ],
    change: &[
        "for (n = a; n != 0; n = n->next) {
        n->value = $V;
        }",
        "if (a != 0) {
        n = a;
        a = n->next;
        n->next = unused;
        unused = n;
        }",
        "if (used > 0) {
        pool[used - 1].value = 1;
        }",
    ],
    free: &["while (a != 0) {
        n = a;
        a = n->next;
        n->next = unused;
        unused = n;
        }"],
};

/// Nodes that end with the function.
const STACK_NODES: Kit = Kit {
    label: "nodes from alloca",
    types: "struct node {
    struct node *next;
    char *text;
    int value;
    };",
    state: "struct node *kept = 0;",
    functions: "static void work(int count) {
    struct node *a = 0;
    struct node *n;
    while (count > 0) {
    n = __builtin_alloca(sizeof(struct node));
    n->value = count;
    n->text = 0;
    n->next = a;
    a = n;
    count--;
    }
    for (n = a; n != 0; n = n->next) {
    if (n->value == 2) {
    n->text = malloc(2);
    }
    }
    for (n = a; n != 0; n = n->next) {
    free(n->text);
    }
    }
    static void raise(struct node *n) {
    while (n != 0) {
    n->value = n->value + 1;
    n = n->next;
    }
    }
    static int last(int count) {
    int values[count];
    int i;
    for (i = 0; i < count; i++) {
    values[i] = i;
    }
    return values[count - 1];
    }",
    locals: "struct node *n;
    int i;",
    make: &[
        "work(__VERIFIER_nondet_int() % 5);",
        "@loop {
        n = __builtin_alloca(sizeof(struct node));
        n->value = $V;
        n->text = 0;
        n->next = kept;
        kept = n;
        }
        kept = 0;",
        "@loop {
        n = __builtin_alloca(sizeof(struct node));
        n->value = $V;
        n->text = 0;
        n->next = kept;
        kept = n;
        }
        raise(kept);
        if (kept != 0) {
        kept = kept->next;
        }
        for (n = kept; n != 0; n = n->next) {
        n->value = n->value - 1;
        }
        kept = 0;",
    ],
    change: &[
        "work(3);",
        "i = __VERIFIER_nondet_int();
        if (i > 0 && i < 20) {
        i = last(i);
        }",
    ],
    free: &["kept = 0;"],
};

/// A struct with the ends of a list is passed and returned.
const BY_VALUE: Kit = Kit {
    label: "lists in structs by value",
    types: "struct node {
    struct node *next;
    int value;
    };
    struct list {
    struct node *first;
    struct node *last;
    int length;
    };",
    state: "struct list a = { 0, 0, 0 };
    struct list b = { 0, 0, 0 };",
    functions: "static struct list push(struct list list, int value) {
    struct node *p = malloc(sizeof(struct node));
    @made p
    p->value = value;
    p->next = list.first;
    if (list.first == 0) {
    list.last = p;
    }
    list.first = p;
    list.length++;
    return list;
    }
    static struct list join(struct list x, struct list y) {
    if (x.first == 0) {
    return y;
    }
    x.last->next = y.first;
    if (y.last != 0) {
    x.last = y.last;
    }
    x.length = x.length + y.length;
    return x;
    }
    static void destroy(struct list list) {
    while (list.first != 0) {
    struct node *p = list.first;
    list.first = p->next;
    free(p);
    }
    }
    static const struct list empty = { 0, 0, 0 };",
    locals: "struct node *n;
    struct list c;",
    make: &[
        "@loop {
        a = push(a, $V);
        }",
        "@loop {
        a = push(a, 1);
        b = push(b, 2);
        }",
    ],
    change: &[
        "a = join(a, b);
        b = empty;",
        "c = a;
        a = b;
        b = c;",
        "for (n = a.first; n != 0; n = n->next) {
        n->value = $V;
        }",
        "if (a.last != 0) {
        a.last->value = $V;
        }",
        "if (a.length > 0) {
        a.first->value = 1;
        }",
    ],
    free: &[
        "destroy(a);
        destroy(b);",
        "c = join(a, b);
        destroy(c);",
    ],
};

/// A few lists in an array.
const BUCKETS: Kit = Kit {
    label: "arrays of lists",
    types: "struct node {
    struct node *next;
    int value;
    };",
    state: "struct node *a[3] = { 0, 0, 0 };",
    functions: "",
    locals: "struct node *n;
    int i;",
    make: &[
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = a[1];
        a[1] = n;
        }",
        "@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = __VERIFIER_nondet_int();
        i = 0;
        if (n->value > 5) {
        i = 2;
        }
        n->next = a[i];
        a[i] = n;
        }",
        "@loop {
        i = __VERIFIER_nondet_int();
        if (i >= 0 && i < 3) {
        n = malloc(sizeof(struct node));
        @made n
        n->value = i;
        n->next = a[i];
        a[i] = n;
        }
        }",
    ],
    change: &[
        "for (i = 0; i < 3; i++) {
        for (n = a[i]; n != 0; n = n->next) {
        n->value = $V;
        }
        }",
        "if (a[1] != 0) {
        n = a[1];
        a[1] = n->next;
        n->next = a[0];
        a[0] = n;
        }",
        "n = a[0];
        a[0] = a[2];
        a[2] = n;",
    ],
    free: &[
        "for (i = 0; i < 3; i++) {
        while (a[i] != 0) {
        n = a[i]->next;
        free(a[i]);
        a[i] = n;
        }
        }",
        "while (a[0] != 0) {
        n = a[0]->next;
        free(a[0]);
        a[0] = n;
        }
        while (a[1] != 0) {
        n = a[1]->next;
        free(a[1]);
        a[1] = n;
        }
        while (a[2] != 0) {
        n = a[2]->next;
        free(a[2]);
        a[2] = n;
        }",
    ],
};

/// Functions that run before and after `main`.
const AROUND_MAIN: Kit = Kit {
    label: "functions around main",
    types: "struct node {
    struct node *next;
    int value;
    };
    static struct node *list;
    static int *counter;",
    state: "struct node *b = 0;",
    functions: "__attribute__((constructor)) static void begin(void) {
    counter = malloc(sizeof(int));
    @made counter
    *counter = 0;
    }
    __attribute__((destructor)) static void end(void) {
    while (list != 0) {
    struct node *p = list;
    list = p->next;
    free(p);
    }
    free(counter);
    }",
    locals: "struct node *n;",
    make: &["@loop {
        n = malloc(sizeof(struct node));
        @made n
        n->value = $V;
        n->next = list;
        list = n;
        *counter = 1;
        }"],
    change: &[
        "for (n = list; n != 0; n = n->next) {
        *counter = n->value;
        }",
        "if (__VERIFIER_nondet_int()) {
        exit(1);
        }",
        "if (list != 0) {
        n = list;
        list = n->next;
        free(n);
        }",
    ],
    free: &[
        "*counter = 0;",
        "b = list;
        while (b != 0) {
        n = b->next;
        free(b);
        b = n;
        }
        list = 0;",
    ],
};

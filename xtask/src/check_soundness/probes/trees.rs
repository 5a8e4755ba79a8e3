//! Trees, what their nodes own, and numbers that tell which of their words are null.

use super::{Probe, whole};

pub(super) const ALL: &[Probe] = &[
    whole(
        "takes every node for one with a child",
        TREE,
        "static struct tree *build(void) {
    if (!N()) {
        return 0;
    }
    struct tree *t = fresh();
    t->left = build();
    t->right = build();
    return t;
}
static void visit(struct tree *t) {
    if (t != 0) {
        flag = t->left->tag;
        visit(t->left);
        visit(t->right);
    }
}
int main(void) {
    struct tree *t = build();
    visit(t);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "inserts another number below the second child than it was compared with",
        TREE,
        "static struct tree *insert(struct tree *t, int key) {
    if (t == 0) {
        t = fresh();
        t->tag = key;
        return t;
    }
    if (key < t->tag) {
        t->left = insert(t->left, key);
    } else if (key > t->tag) {
        t->right = insert(t->right, N());
    }
    return t;
}
static void visit(struct tree *t, int low, int high) {
    if (t != 0) {
        if (t->tag < low || t->tag > high) {
            flag = *nowhere;
        }
        visit(t->left, low, t->tag);
        visit(t->right, t->tag, high);
    }
}
int main(void) {
    struct tree *t = 0;
    while (N()) {
        t = insert(t, N());
    }
    visit(t, -2147483647 - 1, 2147483647);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "takes the heir of a node from both sides",
        TREE,
        "static struct tree *insert(struct tree *t, int key) {
    if (t == 0) {
        t = fresh();
        t->left = 0;
        t->right = 0;
        t->tag = key;
        return t;
    }
    if (key < t->tag) {
        t->left = insert(t->left, key);
    } else if (key > t->tag) {
        t->right = insert(t->right, key);
    }
    return t;
}
static struct tree *take(struct tree *t, int key) {
    if (t == 0) {
        return 0;
    }
    if (key < t->tag) {
        t->left = take(t->left, key);
        return t;
    }
    if (key > t->tag) {
        t->right = take(t->right, key);
        return t;
    }
    if (t->left == 0 || t->right == 0) {
        return t;
    }
    struct tree *up = t;
    struct tree *heir = t->right;
    while (heir->left != 0) {
        up = heir;
        heir = N() && heir->right != 0 ? heir->right : heir->left;
    }
    if (up == t || up->left != heir) {
        return t;
    }
    t->tag = heir->tag;
    up->left = heir->right;
    free(heir);
    return t;
}
static void visit(struct tree *t, int low, int high) {
    if (t != 0) {
        if (t->tag < low || t->tag > high) {
            flag = *nowhere;
        }
        visit(t->left, low, t->tag);
        visit(t->right, t->tag, high);
    }
}
int main(void) {
    struct tree *t = 0;
    while (N()) {
        t = insert(t, N());
        t = take(t, N());
    }
    visit(t, -2147483647 - 1, 2147483647);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "keeps a tree below a limit that becomes less",
        TREE,
        "static struct tree *insert(struct tree *t, int key) {
    if (t == 0) {
        t = fresh();
        t->left = 0;
        t->right = 0;
        t->tag = key;
        return t;
    }
    if (key < t->tag) {
        t->left = insert(t->left, key);
    } else if (key > t->tag) {
        t->right = insert(t->right, key);
    }
    return t;
}
static void visit(struct tree *t, int low, int high) {
    if (t != 0) {
        if (t->tag < low || t->tag > high) {
            flag = *nowhere;
        }
        visit(t->left, low, t->tag);
        visit(t->right, t->tag, high);
    }
}
int main(void) {
    struct tree *t = 0;
    int limit = 0;
    while (N()) {
        limit = N();
        int key = N();
        if (key <= limit) {
            t = insert(t, key);
        }
    }
    visit(t, -2147483647 - 1, limit);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "has a node between equal bounds",
        TREE,
        "static struct tree *insert(struct tree *t, int key) {
    if (t == 0) {
        t = fresh();
        t->left = 0;
        t->right = 0;
        t->tag = key;
        return t;
    }
    if (key < t->tag) {
        t->left = insert(t->left, key);
    } else if (key > t->tag) {
        t->right = insert(t->right, key);
    }
    return t;
}
static void visit(struct tree *t, int low, int high) {
    if (t != 0) {
        if (low == high) {
            flag = *nowhere;
        }
        visit(t->left, low, t->tag - 1);
        visit(t->right, t->tag + 1, high);
    }
}
int main(void) {
    struct tree *t = 0;
    while (N()) {
        t = insert(t, N());
    }
    visit(t, -2147483647 - 1, 2147483647);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "has a child twice",
        TREE,
        "static struct tree *build(void) {
    if (!N()) {
        return 0;
    }
    struct tree *t = fresh();
    struct tree *u = fresh();
    u->left = build();
    u->right = u->left;
    t->left = u;
    t->right = build();
    return t;
}
int main(void) {
    destroy(build());
    return 0;
}",
    ),
    whole(
        "reads numbers of which some nodes have none",
        TREE,
        "static struct tree *build(void) {
    if (!N()) {
        return 0;
    }
    struct tree *t = fresh();
    struct tree *u = malloc(sizeof(struct tree));
    u->up = 0;
    u->data = 0;
    u->ring = 0;
    u->left = build();
    u->right = 0;
    t->left = u;
    t->right = build();
    return t;
}
static void visit(struct tree *t) {
    if (t != 0) {
        if (t->tag == 1) {
            flag = 1;
        }
        visit(t->left);
        visit(t->right);
    }
}
int main(void) {
    struct tree *t = build();
    visit(t);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "has blocks of two sizes in a tree, the larger ones first",
        TREE,
        "static struct tree *build(void) {
    if (!N()) {
        return 0;
    }
    struct tree *t = fresh();
    if (N()) {
        t->data = malloc(8);
    } else {
        t->data = malloc(4);
    }
    t->left = build();
    t->right = build();
    return t;
}
static void visit(struct tree *t) {
    if (t != 0) {
        t->data[1] = 0;
        visit(t->left);
        visit(t->right);
    }
}
int main(void) {
    struct tree *t = build();
    visit(t);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "has blocks of two sizes in a tree, the smaller ones first",
        TREE,
        "static struct tree *build(void) {
    if (!N()) {
        return 0;
    }
    struct tree *t = fresh();
    if (N()) {
        t->data = malloc(4);
    } else {
        t->data = malloc(8);
    }
    t->left = build();
    t->right = build();
    return t;
}
static void visit(struct tree *t) {
    if (t != 0) {
        t->data[1] = 0;
        visit(t->left);
        visit(t->right);
    }
}
int main(void) {
    struct tree *t = build();
    visit(t);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "has blocks in some nodes of a tree",
        TREE,
        "static struct tree *build(void) {
    if (!N()) {
        return 0;
    }
    struct tree *t = fresh();
    if (N()) {
        t->data = malloc(4);
    }
    t->left = build();
    t->right = build();
    return t;
}
static void visit(struct tree *t) {
    if (t != 0) {
        *t->data = 0;
        visit(t->left);
        visit(t->right);
    }
}
int main(void) {
    struct tree *t = build();
    visit(t);
    destroy(t);
    return 0;
}",
    ),
    whole(
        "has numbers in a tree that tell nothing",
        TREE,
        "static struct tree *build(void) {
    if (!N()) {
        return 0;
    }
    struct tree *t = fresh();
    struct tree *u = fresh();
    int x = N();
    if (x < 0 || x > 1) {
        x = 0;
    }
    u->tag = x;
    u->left = build();
    u->right = 0;
    t->left = u;
    t->right = build();
    return t;
}
static void visit(struct tree *t) {
    if (t != 0) {
        if (t->tag == 1) {
            flag = t->left->tag;
        }
        visit(t->left);
        visit(t->right);
    }
}
int main(void) {
    struct tree *t = build();
    visit(t);
    destroy(t);
    return 0;
}",
    ),
    Probe {
        effort: 20,
        ..whole(
            "has rings in a tree whose last links lead to the first node",
            TREE,
            "static struct ring *circle(void) {
    struct ring *first = malloc(sizeof(struct ring));
    first->next = first;
    first->before = first;
    while (N()) {
        struct ring *r = malloc(sizeof(struct ring));
        r->next = first->next;
        r->before = first;
        first->next->before = r;
        first->next = r;
    }
    first->before = first->next;
    return first;
}
static struct tree *build(void) {
    if (!N()) {
        return 0;
    }
    struct tree *t = fresh();
    struct tree *u = fresh();
    u->ring = circle();
    u->left = 0;
    u->right = 0;
    t->left = u;
    t->right = build();
    return t;
}
static void visit(struct tree *t) {
    if (t != 0) {
        if (t->ring != 0 && t->ring->before->next != t->ring) {
            *nowhere = 1;
        }
        visit(t->left);
        visit(t->right);
    }
}
int main(void) {
    struct tree *t = build();
    visit(t);
    destroy(t);
    return 0;
}",
        )
    },
];

const TREE: &str = "struct ring {
    struct ring *next;
    struct ring *before;
};
struct tree {
    struct tree *left;
    struct tree *right;
    struct tree *up;
    int *data;
    struct ring *ring;
    int tag;
};
static int flag;
static int *nowhere;
static struct tree *fresh(void) {
    struct tree *t = malloc(sizeof(struct tree));
    t->up = 0;
    t->data = 0;
    t->ring = 0;
    t->tag = 0;
    return t;
}
static void destroy(struct tree *t) {
    if (t != 0) {
        struct ring *r = t->ring;
        if (r != 0) {
            while (r->next != t->ring) {
                struct ring *next = r->next;
                r->next = next->next;
                free(next);
            }
            free(r);
        }
        free(t->data);
        destroy(t->left);
        destroy(t->right);
        free(t);
    }
}
";

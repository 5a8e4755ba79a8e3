// Functions on trees, and on lists whose nodes own blocks, without a main.
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

/*~ contract requires tree tree: at least 0 heap struct tree linked by left and right ensures freed tree, all nodes */
void destroy(struct tree *tree) {
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}

struct tree *find(struct tree *tree, int key) {
    while (tree && tree->key != key)
        tree = key < tree->key ? tree->left : tree->right;
    return tree;
}

/*~ contract requires tree tree: at least 0 heap struct tree linked by left and right ensures result = 0; tree = 0 or result = (int)n#1; tree -> heap struct tree { left: t#1, right: t#2 }; tree t#1: at least 0 heap struct tree linked by left and right; tree t#2: at least 0 heap struct tree linked by left and right; 1 <= n#1 */
int size(const struct tree *tree) {
    return tree ? 1 + size(tree->left) + size(tree->right) : 0;
}

struct set {
    struct tree *root;
    int count;
};

/*~ contract requires set -> struct set { root: set->root, count: ? }; tree set->root: at least 0 heap struct tree linked by left and right ensures set -> struct set { root: 0, count: 0 }; freed set->root, all nodes */
void clear(struct set *set) {
    destroy(set->root);
    set->root = NULL;
    set->count = 0;
}

struct text {
    char *letters;
    struct text *next;
};

/*~ contract requires list text -> 0: at least 0 heap struct text linked by next { letters: null or memory of its own } ensures freed text, all nodes
    requires text -> heap struct text { letters: 0, next: text->next }; text->next -> heap struct text { letters: text->next->letters, next: 0 }; text->next->letters -> heap char[size(text->next->letters) bytes] {} ensures freed text; freed text->next; freed text->next->letters
    requires text -> heap struct text { letters: text->letters, next: text->next }; text->next -> heap struct text { letters: 0, next: 0 }; text->letters -> heap char[size(text->letters) bytes] {} ensures freed text; freed text->next; freed text->letters */
void release(struct text *text) {
    while (text) {
        struct text *next = text->next; //~ error-if-called[use-after-free]
        free(text->letters); //~ error-if-called[double-free]
        free(text);
        text = next;
    }
}

/*~ contract requires list text -> 0: at least 0 heap struct text linked by next ensures freed text, all nodes */
void forget(struct text *text) {
    while (text) {
        struct text *next = text->next; //~ error-if-called[use-after-free]
        free(text);
        text = next;
    }
}

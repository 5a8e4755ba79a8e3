//! What has nothing to do with lists.

use super::Template;

/// Arrays, buffers and variables.
pub const APART: &[Template] = &[
    // An array of symbolic size, filled and read.
    "int n = __VERIFIER_nondet_int();
    if (n > 0 && n < 100) {
    int *v = malloc(n * sizeof(int));
    if (v != 0) {
    for (int i = 0; i < n; i++) {
    v[i] = $V;
    }
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n) {
    v[k] = 3;
    }
    v[n - 1] = 1;
    free(v);
    }
    }",
    // Rows of their own.
    "char *rows[3];
    for (int i = 0; i < 3; i++) {
    rows[i] = malloc(2);
    }
    for (int i = 0; i < 3; i++) {
    if (rows[i] != 0) {
    rows[i][1] = 1;
    }
    free(rows[i]);
    }",
    // An array on the stack at a symbolic place.
    "int v[8];
    memset(v, 0, 8 * sizeof(int));
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < 8) {
    v[k] = $V;
    if (k > 0) {
    v[k - 1] = v[k];
    }
    }",
    // A buffer that is made under a condition.
    "char *text = 0;
    int has_text = 0;
    if (__VERIFIER_nondet_int()) {
    text = calloc(4, 1);
    has_text = text != 0;
    }
    if (has_text) {
    text[3] = 1;
    free(text);
    }",
    // A pointer that goes through an array.
    "int *v = malloc(4 * sizeof(int));
    if (v != 0) {
    for (int *at = v; at < v + 4; at++) {
    *at = $V;
    }
    int sum = 0;
    for (int i = 4 - 1; i >= 0; i--) {
    sum = sum ^ v[i];
    }
    free(v);
    }",
    // A buffer that grows.
    "int size = 2;
    int used = 0;
    int *v = malloc(2 * sizeof(int));
    if (v != 0) {
    while (__VERIFIER_nondet_int() && size < 1000) {
    if (used == size) {
    int *w = malloc(2 * size * sizeof(int));
    if (w == 0) {
    break;
    }
    memcpy(w, v, size * sizeof(int));
    free(v);
    v = w;
    size = 2 * size;
    }
    v[used] = $V;
    used++;
    }
    free(v);
    }",
    // Two names for one block, and the same name for different blocks.
    "int *first = malloc(sizeof(int));
    int *second = malloc(sizeof(int));
    if (first != 0 && second != 0) {
    int **choice = &first;
    if (__VERIFIER_nondet_int()) {
    choice = &second;
    }
    **choice = $V;
    free(*choice);
    *choice = 0;
    if (first != 0) {
    *first = 1;
    }
    if (second != 0) {
    *second = 1;
    }
    }
    free(first);
    free(second);",
    // A block by way of a struct that is copied.
    "struct { char *text; int length; } x;
    x.length = __VERIFIER_nondet_int();
    if (x.length > 0 && x.length <= 10) {
    x.text = malloc(x.length);
    if (x.text != 0) {
    memset(x.text, 0, x.length);
    x.text[x.length - 1] = 1;
    free(x.text);
    }
    }",
];

// The error needs a tree of a certain form: three insertions in the right order, then a removal.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
  struct tree *left, *right;
  int key;
};

static struct tree *root;

static void insert(int key) {
  struct tree **place = &root;
  while (*place) {
    if ((*place)->key == key) return;
    place = key < (*place)->key ? &(*place)->left : &(*place)->right;
  }
  struct tree *node = malloc(sizeof *node);
  if (!node) return;
  node->left = node->right = NULL;
  node->key = key;
  *place = node;
}

static void remove_smallest(void) {
  struct tree **place = &root;
  if (!root) return;
  while ((*place)->left) place = &(*place)->left;
  struct tree *smallest = *place;
  struct tree *rest = smallest->right;
  if (rest && rest->left) rest = NULL;
  *place = rest;
  free(smallest); //~ error[memory-lost]
}

static void destroy(struct tree *tree) {
  if (!tree) return;
  destroy(tree->left);
  destroy(tree->right);
  free(tree);
}

int main(void) {
  for (;;) {
    int command = __VERIFIER_nondet_int();
    if (command == 1) insert(__VERIFIER_nondet_int());
    else if (command == 0) remove_smallest();
    else break;
  }
  destroy(root);
  return 0;
}

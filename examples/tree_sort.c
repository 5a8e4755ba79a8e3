// Sorts the program's arguments with a binary tree. There is nothing wrong with it.
#include <stdio.h>
#include <stdlib.h>

struct tree {
  long key;
  struct tree *left, *right;
};

static void insert(struct tree **place, long key) {
  while (*place != NULL)
    place = key < (*place)->key ? &(*place)->left : &(*place)->right;
  struct tree *leaf = malloc(sizeof *leaf);
  if (leaf == NULL)
    exit(1);
  *leaf = (struct tree){.key = key};
  *place = leaf;
}

static void print_and_free(struct tree *tree) {
  if (tree == NULL)
    return;
  print_and_free(tree->left);
  printf("%ld\n", tree->key);
  print_and_free(tree->right);
  free(tree);
}

int main(int argc, char **argv) {
  struct tree *root = NULL;
  for (int i = 1; i < argc; i++)
    insert(&root, strtol(argv[i], NULL, 10));
  print_and_free(root);
  return 0;
}

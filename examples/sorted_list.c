// Sorts the letters of its input with a list. `main` and what it calls are correct; `take_first`, which
// nobody calls yet, is not.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void insert(struct node **list, int value) {
  while (*list != NULL && (*list)->value < value)
    list = &(*list)->next;
  struct node *node = malloc(sizeof *node);
  if (node == NULL)
    return;
  node->value = value;
  node->next = *list;
  *list = node;
}

int take_first(struct node **list) {
  struct node *first = *list;
  *list = first->next;
  free(first);
  return first->value;
}

int main(void) {
  struct node *list = NULL;
  for (int letter = getchar(); letter != EOF; letter = getchar())
    insert(&list, letter);
  while (list != NULL) {
    struct node *next = list->next;
    putchar(list->value);
    free(list);
    list = next;
  }
  return 0;
}

// Builds a list of squares, prints it, and frees it. The loop that frees is wrong.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL)
    exit(1);
  node->value = value;
  node->next = list;
  return node;
}

static void free_list(struct node *list) {
  while (list != NULL) {
    free(list);
    list = list->next;
  }
}

int main(void) {
  struct node *list = NULL;
  for (int i = 1; i <= 5; i++)
    list = push(list, i * i);
  for (struct node *node = list; node != NULL; node = node->next)
    printf("%d\n", node->value);
  free_list(list);
  return 0;
}

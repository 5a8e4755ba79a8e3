// Builds a list of squares and removes the even ones. The node that was removed is used once more.
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

static void remove_even(struct node **list) {
  struct node **place = list;
  for (struct node *node = *list; node != NULL; node = node->next) {
    if (node->value % 2 == 0) {
      *place = node->next;
      free(node);
    } else {
      place = &node->next;
    }
  }
}

int main(void) {
  struct node *list = NULL;
  for (int i = 1; i <= 5; i++)
    list = push(list, i * i);
  remove_even(&list);
  while (list != NULL) {
    struct node *next = list->next;
    printf("%d\n", list->value);
    free(list);
    list = next;
  }
  return 0;
}

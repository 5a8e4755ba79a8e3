struct node { int v; struct node *next; }; extern void *malloc(unsigned long); extern void free(void *);
static struct node *push(struct node *l, int v) { struct node *n = malloc(sizeof *n); if (!n) return l; n->v = v; n->next = l; return n; }
int main(void) { struct node *l = 0; for (int i = 0; i < 3; i++) l = push(l, i); while (l) { struct node *n = l->next; free(l); l = n; } return 0; }

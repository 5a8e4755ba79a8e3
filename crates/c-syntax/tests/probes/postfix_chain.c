struct n { struct n *next; int v[3]; int (*get)(struct n *); };
int f(struct n *p) { return p->next->next->v[1]++ + (*p).next->get(p->next) + p++->v[0]--; }

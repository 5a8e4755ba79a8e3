#include <stdio.h>
#include <stdlib.h>

struct node { struct node *next; int value; };
struct queue { struct node *first, **last; };

static struct node *spare;
static int allocated;

static struct node *obtain(int value)
{
    struct node *node = spare;
    if (node) {
        spare = node->next;
    } else {
        node = malloc(sizeof *node);
        allocated++;
    }
    node->value = value;
    node->next = NULL;
    return node;
}

static void recycle(struct node *node)
{
    node->next = spare;
    spare = node;
}

static void enqueue(struct queue *q, int value)
{
    *q->last = obtain(value);
    q->last = &(*q->last)->next;
}

static int dequeue(struct queue *q)
{
    struct node *node = q->first;
    int value = node->value;
    if (!(q->first = node->next))
        q->last = &q->first;
    recycle(node);
    return value;
}

int main(void)
{
    struct queue q = { NULL, &q.first };
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i <= round; i++)
            enqueue(&q, round * 10 + i);
        printf("%d ", dequeue(&q));
    }
    while (q.first)
        printf("%d ", dequeue(&q));
    printf("%d nodes\n", allocated);
    while (spare) {
        struct node *next = spare->next;
        free(spare);
        spare = next;
    }
    return allocated;
}

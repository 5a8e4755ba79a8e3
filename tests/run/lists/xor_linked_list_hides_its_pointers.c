#include <stdint.h>
#include <stdio.h>

struct node { int value; uintptr_t link; };

static uintptr_t mix(const struct node *a, const struct node *b)
{
    return (uintptr_t)a ^ (uintptr_t)b;
}

static int walk(struct node *from)
{
    struct node *previous = NULL;
    int count = 0;
    while (from) {
        struct node *next = (struct node *)(from->link ^ (uintptr_t)previous);
        printf("%d ", from->value);
        previous = from;
        from = next;
        count++;
    }
    printf("\n");
    return count;
}

int main(void)
{
    struct node nodes[6];
    for (int i = 0; i < 6; i++) {
        nodes[i].value = i * i;
        nodes[i].link = mix(i > 0 ? &nodes[i - 1] : NULL, i < 5 ? &nodes[i + 1] : NULL);
    }
    walk(&nodes[0]);
    walk(&nodes[5]);
    /* Removes the third node: its neighbours swap it for each other. */
    nodes[1].link ^= mix(&nodes[2], &nodes[3]);
    nodes[3].link ^= mix(&nodes[2], &nodes[1]);
    walk(&nodes[0]);
    return walk(&nodes[5]);
}

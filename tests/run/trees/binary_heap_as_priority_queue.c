#include <stdio.h>

struct heap { int size; struct entry { int priority; char name; } items[32]; };

static void swap(struct entry *a, struct entry *b)
{
    struct entry t = *a;
    *a = *b;
    *b = t;
}

static void push(struct heap *h, int priority, char name)
{
    int i = h->size++;
    h->items[i] = (struct entry){ priority, name };
    for (; i > 0 && h->items[(i - 1) / 2].priority > h->items[i].priority; i = (i - 1) / 2)
        swap(&h->items[i], &h->items[(i - 1) / 2]);
}

static struct entry pop(struct heap *h)
{
    struct entry top = h->items[0];
    h->items[0] = h->items[--h->size];
    for (int i = 0;;) {
        int least = i;
        for (int child = 2 * i + 1; child <= 2 * i + 2 && child < h->size; child++)
            if (h->items[child].priority < h->items[least].priority)
                least = child;
        if (least == i)
            break;
        swap(&h->items[i], &h->items[least]);
        i = least;
    }
    return top;
}

int main(void)
{
    struct heap h = { 0 };
    const char *names = "the quick brown fox";
    for (int i = 0; names[i]; i++)
        push(&h, (names[i] * 31 + i * 7) % 100 * 20 + i, names[i]);
    int last = -1, sorted = 1;
    while (h.size) {
        struct entry e = pop(&h);
        sorted &= e.priority > last;
        last = e.priority;
        printf("%c%d ", e.name, e.priority);
    }
    printf("%s\n", sorted ? "sorted" : "unsorted");
    return 0;
}

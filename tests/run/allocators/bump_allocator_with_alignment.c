#include <stdint.h>
#include <stdio.h>
#include <string.h>

static _Alignas(16) unsigned char arena[256];
static size_t used;

static void *allocate(size_t size, size_t alignment)
{
    size_t start = (used + alignment - 1) & ~(alignment - 1);
    if (start + size > sizeof arena)
        return NULL;
    used = start + size;
    return arena + start;
}

struct node { char tag; struct node *next; double weight; };

int main(void)
{
    char *text = allocate(5, 1);
    strcpy(text, "abcd");
    struct node *list = NULL;
    int count = 0;
    for (struct node *n; (n = allocate(sizeof *n, _Alignof(struct node))); count++) {
        *n = (struct node){ 'a' + count, list, count / 2.0 };
        list = n;
        if (count == 4)
            break;
    }
    double total = 0;
    for (struct node *n = list; n; n = n->next) {
        total += n->weight;
        putchar(n->tag);
        if ((uintptr_t)n % _Alignof(struct node))
            return 1;
    }
    printf(" %s %g\n", text, total);
    size_t before = used;
    printf("%d\n", allocate(300, 8) == NULL && used == before);
    used = 0;
    int *numbers = allocate(4 * sizeof *numbers, 4);
    for (int i = 0; i < 4; i++)
        numbers[i] = i;
    printf("%d %d\n", numbers[3], (unsigned char *)numbers == arena);
    return 0;
}

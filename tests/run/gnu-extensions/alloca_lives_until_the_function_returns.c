#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node { struct node *next; int value; };

static int collect(int n)
{
    struct node *list = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i * i;
        node->next = list;
        list = node;
    }
    int sum = 0;
    for (; list; list = list->next)
        sum += list->value;
    return sum;
}

static size_t reversed(const char *text)
{
    size_t n = strlen(text);
    char *copy = __builtin_alloca(n + 1);
    for (size_t i = 0; i < n; i++)
        copy[i] = text[n - 1 - i];
    copy[n] = 0;
    puts(copy);
    return n;
}

int main(void)
{
    printf("%d %d\n", collect(5), collect(50));
    size_t n = reversed("stressed") + reversed("");
    return n;
}

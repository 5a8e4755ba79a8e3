#include <stdio.h>
#include <stdlib.h>

#define LEVELS 4

struct node { int key; struct node *next[]; };

static unsigned state = 7;

static int random_level(void)
{
    int level = 1;
    while (level < LEVELS && ((state = state * 1103515245u + 12345u) >> 30) == 0)
        level++;
    return level;
}

static struct node *make(int key, int levels)
{
    struct node *node = malloc(sizeof *node + levels * sizeof *node->next);
    node->key = key;
    for (int i = 0; i < levels; i++)
        node->next[i] = NULL;
    return node;
}

static struct node *find(struct node *head, int key, struct node **path)
{
    struct node *at = head;
    for (int level = LEVELS - 1; level >= 0; level--) {
        while (at->next[level] && at->next[level]->key < key)
            at = at->next[level];
        path[level] = at;
    }
    return at->next[0] && at->next[0]->key == key ? at->next[0] : NULL;
}

int main(void)
{
    struct node *head = make(0, LEVELS), *path[LEVELS];
    for (int i = 0; i < 40; i++) {
        int key = i * 17 % 41, levels = random_level();
        if (find(head, key, path))
            continue;
        struct node *node = make(key, levels);
        for (int level = 0; level < levels; level++) {
            node->next[level] = path[level]->next[level];
            path[level]->next[level] = node;
        }
    }
    for (int key = 5; key < 45; key += 7) {
        struct node *node = find(head, key, path);
        printf("%d %s\n", key, node ? "found" : "missing");
        for (int level = 0; node && level < LEVELS; level++)
            if (path[level]->next[level] == node)
                path[level]->next[level] = node->next[level];
        free(node);
    }
    int count = 0;
    for (struct node *n = head, *next; n; n = next, count++) {
        if (n != head)
            printf("%d ", n->key);
        next = n->next[0];
        free(n);
    }
    printf("\n");
    return count;
}

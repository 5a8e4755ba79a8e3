#include <stdio.h>
#include <stdlib.h>

struct tree { char label; struct tree *left, *right; };

static struct tree *parse(const char **text)
{
    char c = *(*text)++;
    if (c == '.')
        return NULL;
    struct tree *t = malloc(sizeof *t);
    t->label = c;
    t->left = parse(text);
    t->right = parse(text);
    return t;
}

static void preorder(const struct tree *t)
{
    if (!t)
        return;
    putchar(t->label);
    preorder(t->left);
    preorder(t->right);
}

static void inorder_with_stack(const struct tree *t)
{
    const struct tree *stack[16];
    int top = 0;
    while (t || top) {
        for (; t; t = t->left)
            stack[top++] = t;
        t = stack[--top];
        putchar(t->label);
        t = t->right;
    }
}

static void level_order(const struct tree *t)
{
    const struct tree *queue[32];
    int head = 0, tail = 0;
    queue[tail++] = t;
    while (head < tail) {
        t = queue[head++];
        if (!t)
            continue;
        putchar(t->label);
        queue[tail++] = t->left;
        queue[tail++] = t->right;
    }
}

static int release(struct tree *t)
{
    if (!t)
        return 0;
    int count = release(t->left) + release(t->right) + 1;
    putchar(t->label);
    free(t);
    return count;
}

int main(void)
{
    const char *text = "abd..e.g..cf...";
    struct tree *t = parse(&text);
    preorder(t);
    putchar('\n');
    inorder_with_stack(t);
    putchar('\n');
    level_order(t);
    putchar('\n');
    int count = release(t);
    putchar('\n');
    return count;
}

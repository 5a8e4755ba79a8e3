#include <stdio.h>

static int numbers[5] = { 1, 2, 3, 4, 5 };
static int *middle = &numbers[2], *end = numbers + 5;
static int **indirect = &middle;
static char *texts[] = { "alpha", "beta" + 1, (char *)"gamma" };
static const char **second = (const char **)&texts[1];
static long difference = sizeof numbers / sizeof *numbers - 2;
struct tree { const char *name; struct tree *left, *right; };
static struct tree leaf = { "leaf", NULL, NULL };
static struct tree root = { "root", &leaf, &(struct tree){ "right", &leaf, &root } };
static int (*print)(const char *, ...) = printf;
static char *inside = &"string"[3];
static int constant = 3 * (4 - 1) + (sizeof(char) == 1 ? 100 : 0) + 'a' % 10;
static unsigned mask = ~0u << 4;
static double real = 1 / 3.0 + 1;
static unsigned char narrow = 300 & 0xff;
enum { A = 5, B, C = B * 2, D };
static int enumerated[D] = { [C] = B };
static void *self = &self;

int main(void)
{
    print("%d %d %d\n", *middle, end[-1], **indirect);
    ++*indirect;
    print("%d %td\n", *middle, end - middle);
    print("%s %s %s %s\n", texts[0], texts[1], texts[2], *second);
    print("%ld %s %s\n", difference, root.right->left->name, root.right->right->name);
    print("%s %d %x %.3f %d\n", inside, constant, mask, real, narrow);
    print("%d %d %zu\n", D, enumerated[12], sizeof enumerated / sizeof(int));
    print("%d\n", self == &self);
    return 0;
}

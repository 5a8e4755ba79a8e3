//@ seen-by: asan ubsan valgrind
#include <stdlib.h>

struct node { struct node *next; int value; };

int main(void)
{
    struct node c = { NULL, 3 }, b = { &c, 2 }, a = { &b, 1 };
    int sum = 0;
    struct node *n = &a;
    for (int i = 0; i < 4; i++) {
        sum += n->value; //~ error[null-dereference]
        n = n->next;
    }
    return sum;
}

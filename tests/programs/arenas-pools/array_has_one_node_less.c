//@ mode: check
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node nodes[20];
static int used;

static struct node *take(void)
{
    if (used > 20) {
        return 0;
    }
    return &nodes[used++];
}

int main(void)
{
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = take();
        if (!node) {
            break;
        }
        node->value = 1; //~ error[out-of-bounds]
        node->next = head;
        head = node;
    }
    int sum = 0;
    for (struct node *node = head; node; node = node->next) {
        sum += node->value;
    }
    return sum == 7;
}

// Which of two calls comes first is open.
static int left = 2;
static int table[2];

static int pop(void) {
    if (left > 0) {
        left--;
    }
    return left;
}

int main(void) {
    int difference = pop() - pop();
    return table[1 - difference]; //~ error[out-of-bounds]
}

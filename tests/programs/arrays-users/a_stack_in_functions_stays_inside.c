// The bound of the stack is compared with in a function that has no loop; it is called in one.
//@ mode: check
#define SIZE 10

extern int __VERIFIER_nondet_int(void);

static int stack[SIZE];
static int top;

static void push(int value) {
  if (top < SIZE)
    stack[top++] = value;
}

static int pop(void) {
  return top > 0 ? stack[--top] : -1;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      push(__VERIFIER_nondet_int());
    else
      pop();
  }
  return 0;
}

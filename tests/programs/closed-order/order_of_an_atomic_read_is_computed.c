// Which memory order an operation has may be computed with effects; those are not left out.
static int *place;
static int number;

static int order(void) {
  place = 0;
  return 0;
}

int main(void) {
  place = &number;
  int value = __atomic_load_n(&number, order()); //~ gave-up[analysis]
  *place = value;
  return 0;
}

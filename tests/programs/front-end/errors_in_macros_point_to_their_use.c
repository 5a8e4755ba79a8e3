#define FIELD(object, name) ((object)->name)
struct point { int x, y; };

int f(struct point *p) {
  return FIELD(p, x) + FIELD(p, z); //~ error[no-member]
}

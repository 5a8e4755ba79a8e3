struct point { int x, y; };
union number { long integer; double fraction; };

int depth(struct point p) {
  return p.z; //~ error[no-member]
}

long value(union number *n) {
  return n->intger; //~ error[no-member]
}

struct unknown;
struct unknown global;

unsigned long f(struct unknown *p) {
  return sizeof *p; //~ error[incomplete-type]
}

int g(struct unknown *p) {
  return p->member; //~ error[incomplete-type]
}

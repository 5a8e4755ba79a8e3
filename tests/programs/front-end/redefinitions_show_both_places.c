int twice(void) {
  return 1;
}

int twice(void) { //~ error[redefinition]
  return 2;
}

int variable;
double variable; //~ error[conflicting-types]

struct tag { int x; };
struct tag { int y; }; //~ error[redefinition]

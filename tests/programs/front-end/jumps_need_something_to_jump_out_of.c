void f(void) {
  break; //~ error[misplaced-jump]
}

void g(int x) {
  if (x)
    continue; //~ error[misplaced-jump]
}

void h(int x) {
  case 1: //~ error[misplaced-jump]
    x = 2;
}

void k(void) {
  goto nowhere; //~ error[undeclared]
}

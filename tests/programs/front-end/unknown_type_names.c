node *first(node *list) { //~ error[unknown-type]
  return list;
}

int fine(void) {
  return 1;
}

uint32_t counter; //~ error[unknown-type]

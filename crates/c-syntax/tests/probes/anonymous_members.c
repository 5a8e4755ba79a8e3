struct value { int tag; union { int i; struct { short low, high; }; }; };
int high(struct value *v) { return v->high; }

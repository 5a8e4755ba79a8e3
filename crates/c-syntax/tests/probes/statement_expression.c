int max(int a, int b) { return ({ int x = a, y = b; x > y ? x : y; }); } void g(void) { ({ ; }); ({ }); }

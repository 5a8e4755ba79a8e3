union u { int i; double d; };
union u f(int x) { return (union u) x; }

int f(int x) { __auto_type y = x; const __auto_type z = 2.5; return y + z; }

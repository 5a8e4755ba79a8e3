int digit(int c) { switch (c) { case '0' ... '9': return c - '0'; case 'a' ... 'f': case 'A' ... 'F': return 10; default: return -1; } }

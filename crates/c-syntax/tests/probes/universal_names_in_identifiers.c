int \u00e9t\u00e9 = 1; int größe = 2; int f(void) { return été + größe; }

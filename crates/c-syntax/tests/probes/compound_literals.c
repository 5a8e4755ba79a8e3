struct point { int x, y; };
int *p = (int[]){1, 2, 3};
int f(void) { return ((struct point){.y = 2}).y + (int[2]){4, 5}[1] + sizeof (struct point){1}.x + (const char){'a'}; }

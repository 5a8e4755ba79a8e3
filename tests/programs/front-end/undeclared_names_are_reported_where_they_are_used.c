struct point { int x, y; };

int total(const struct point *points, int count) {
  int sum = 0;
  for (int index = 0; index < count; index++)
    sum += points[indx].x; //~ error[undeclared]
  return sum;
}

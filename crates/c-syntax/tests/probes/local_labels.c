int f(int x) { return ({ __label__ out, again; int y = x; again: if (y > 10) goto out; y += 3; goto again; out: y; }); }

typedef long word; struct s { int x; };
word f(s, w) struct s *s; word w; { return s->x + w; }

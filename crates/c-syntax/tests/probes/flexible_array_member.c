struct packet { unsigned n; char data[]; }; struct old { int n; char data[0]; };
struct packet p = { 3, { 'a', 'b', 'c' } };

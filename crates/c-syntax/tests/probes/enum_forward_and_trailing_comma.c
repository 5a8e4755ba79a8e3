enum later; enum later { A, B = 5, C, }; enum { D = C + 1, E = -1 } e;

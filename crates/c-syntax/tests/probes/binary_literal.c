int mask = 0b1010 | 0B11u;

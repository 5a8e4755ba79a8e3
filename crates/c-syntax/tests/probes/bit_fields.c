struct flags { unsigned a : 1, : 3, b : 2; int : 0; signed c : sizeof(int) * 4; _Bool d : 1; long long e : 40; };

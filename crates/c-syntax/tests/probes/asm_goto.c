int f(int x) { asm goto ("jmp %l1" : : "r"(x) : "cc" : away); return 1; away: return 0; }

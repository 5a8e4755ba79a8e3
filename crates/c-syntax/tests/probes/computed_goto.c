int run(const unsigned char *code) { static void *table[] = { &&inc, &&stop }; int x = 0; goto *table[*code++]; inc: x++; goto *table[*code++]; stop: return x; }

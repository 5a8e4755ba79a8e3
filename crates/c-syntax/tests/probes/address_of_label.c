void *first(void) { here: return &&here; }

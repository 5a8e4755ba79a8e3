int a __attribute__((unused)), __attribute__((aligned(16))) b, *c __attribute__((used));

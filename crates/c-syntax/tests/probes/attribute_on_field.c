struct s { int a __attribute__((aligned(16))), b : 3 __attribute__((packed)); __attribute__((unused)) char c; };

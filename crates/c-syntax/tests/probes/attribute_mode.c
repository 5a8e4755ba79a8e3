typedef int si __attribute__((mode(SI))); typedef unsigned int ti __attribute__((__mode__(__TI__)));

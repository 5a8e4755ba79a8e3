enum e { OLD __attribute__((deprecated)) = 1, NEW __attribute__((unavailable)) } __attribute__((packed));

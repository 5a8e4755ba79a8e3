int $a$b = 1; int f$(int $) { return $ + $a$b; }

;; int x;; struct s { ; int a;; };

//! Functions that call themselves, for lists that end in null. See `Writer::expand` for the notation;
//! `$F` is the function, `$T` a pointer to a node.

/// The function, and the lines that call it.
pub struct Recursion {
    pub function: &'static str,
    pub call: &'static str,
}

pub const CHANGE: &[Recursion] = &[
    // Change data.
    Recursion {
        function: "static void $F($Tlist) {
        if (list == 0) {
        return;
        }
        if ($D) {
        list->value = $V;
        }
        $F(list->next);
        }",
        call: "$F($H);",
    },
    // Append the other list.
    Recursion {
        function: "static $T$F($Tlist, $Tother) {
        if (list == 0) {
        return other;
        }
        list->next = $F(list->next, other);
        return list;
        }",
        call: "$H = $F($H, $G);
        $G = 0;",
    },
    // Remove all nodes that fit.
    Recursion {
        function: "static $T$F($Tlist) {
        $Trest;
        if (list == 0) {
        return 0;
        }
        rest = $F(list->next);
        if ($D) {
        @free list
        return rest;
        }
        list->next = rest;
        return list;
        }",
        call: "$H = $F($H);",
    },
    // Reverse.
    Recursion {
        function: "static $T$F($Tlist, $Tdone) {
        $Trest;
        if (list == 0) {
        return done;
        }
        rest = list->next;
        list->next = done;
        return $F(rest, list);
        }",
        call: "$H = $F($H, 0);",
    },
    // Copy to the front of the other list.
    Recursion {
        function: "static $T$F($Tlist, $Tend) {
        $Tcopy;
        if (list == 0) {
        return end;
        }
        @new copy
        copy->next = $F(list->next, end);
        return copy;
        }",
        call: "$G = $F($H, $G);",
    },
    // Build.
    Recursion {
        function: "static $T$F(int n, $Tend) {
        $Tfirst;
        if (n <= 0) {
        return end;
        }
        @new first
        first->next = $F(n - 1, end);
        return first;
        }",
        call: "$H = $F(__VERIFIER_nondet_int() % 5, $H);",
    },
    // Insert at the end.
    Recursion {
        function: "static void $F($T*at, $Tlast) {
        if (*at == 0) {
        *at = last;
        } else {
        $F(&(*at)->next, last);
        }
        }",
        call: "@new p
        $F(&$H, p);",
    },
];

pub const FREE: &[Recursion] = &[
    Recursion {
        function: "static void $F($Tlist) {
        if (list != 0) {
        $F(list->next);
        @free list
        }
        }",
        call: "$F($H);
        $H = 0;",
    },
    Recursion {
        function: "static void $F($Tlist) {
        $Trest;
        if (list == 0) {
        return;
        }
        rest = list->next;
        @free list
        $F(rest);
        }",
        call: "$F($H);
        $H = 0;",
    },
];

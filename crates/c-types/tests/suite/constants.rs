//! Constant expressions, by static assertions that must hold.

use crate::check_for;
use source::DataModel;

fn holds(model: DataModel, assertions: &[&str]) {
    for assertion in assertions {
        let checked = check_for(
            model,
            &format!("struct s {{ char c; int i; }}; extern int x; _Static_assert({assertion}, \"\");"),
        );
        assert_eq!(checked.diagnostics, [], "{assertion}");
    }
}

#[test]
fn integers_wrap_as_their_types_do() {
    holds(
        DataModel::Lp64,
        &[
            "(unsigned char)300 == 44",
            "-1 > 0u",
            "-1L < 0u",
            "(char)200 < 0",
            "0xffffffff + 1 == 0",
            "0xffffffff + 1L == 0x100000000",
            "-7 / 2 == -3 && -7 % 2 == -1",
            "(-8 >> 1) == -4",
            "(unsigned)-1 >> 31 == 1",
            "1 ? 1 : 1 / 0",
            "0 && 1 / 0 || 1",
            "(int)3.99 == 3 && (int)-3.99 == -3",
            "(_Bool)0.5 == 1",
            "sizeof(1 ? 1 : 1L) == 8",
            "((__int128)1 << 100) >> 98 == 4",
            "(unsigned __int128)-1 / 2 > 0",
            "'\\377' == -1",
            "sizeof(struct s) == 8 && _Alignof(struct s) == 4",
            "__builtin_offsetof(struct s, i) == 4",
            "(unsigned long)&((struct s *)0)->i == 4",
            "sizeof(int[3][4]) == 48",
            "sizeof \"abc\" == 4 && sizeof L\"abc\" == 16",
            "!__builtin_constant_p(x) && __builtin_constant_p(1.5) && __builtin_constant_p(\"s\")",
            "1.5 + 1.5 == 3.0 && 0.1f != 0.1 && 1.0L / 3 != 1.0 / 3",
            "__builtin_types_compatible_p(__typeof__(1.0f + 1), float)",
        ],
    );
    holds(
        DataModel::Ilp32,
        &[
            "sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long double) == 12",
            "-1L > 0u",
            "_Alignof(long long) == 4 && __alignof__(long long) == 8 && _Alignof(double) == 4 && __alignof__(double) == 8",
            "sizeof(2147483648) == 8 && sizeof(0x80000000) == 4",
            "sizeof(struct { char c; double d; }) == 12",
            "sizeof(struct { char c; long long d; } [2]) == 24",
        ],
    );
}

#[test]
fn members_have_alignments_of_their_own() {
    let text = "struct s { char c; _Alignas(64) int i; short h __attribute__((packed)); } s, *p; \
         struct __attribute__((packed)) t { int i; struct { short a; }; } t; \
         _Static_assert(_Alignof(s.i) == 64 && __alignof__(p->i) == 64 && _Alignof(s.h) == 1, \"\"); \
         _Static_assert(_Alignof(s.c) == 1 && _Alignof(t.i) == 1 && _Alignof(t.a) == 2, \"\");";
    assert_eq!(check_for(DataModel::Lp64, text).diagnostics, []);
}

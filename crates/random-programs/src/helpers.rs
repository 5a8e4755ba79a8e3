//! The part of a program that does not vary: checksums and guarded arithmetic.

use crate::types::{PROMOTED, Promoted};
use std::fmt::Write;

/// Declarations and functions that every program starts with.
pub fn prelude() -> String {
    let mut text = String::from(
        "\
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long checksum;

static void mix(unsigned long long value)
{
    checksum = (checksum ^ value) * 1099511628211ULL;
    checksum ^= checksum >> 29;
}

static void mix_double(double value)
{
    unsigned long long bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        bits = 1;
    mix(bits);
}

static void mix_float(float value)
{
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        bits = 1;
    mix(bits);
}

static int double_to_int(double value)
{
    return value > -2147483000.0 && value < 2147483000.0 ? (int)value : 17;
}

static long long double_to_ll(double value)
{
    return value > -9.0e18 && value < 9.0e18 ? (long long)value : -17;
}

static unsigned double_to_u(double value)
{
    return value > -0.5 && value < 4294967000.0 ? (unsigned)value : 18u;
}

static float double_to_float(double value)
{
    return value > -3.0e38 && value < 3.0e38 ? (float)value : 0.25f;
}

static unsigned hash_list(unsigned count, unsigned step)
{
    struct node { struct node *next; unsigned value; struct node **home; } *head = 0, *node;
    unsigned result = 0, i;
    for (i = 0; i < count % 9u; i++) {
        node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = i * step;
        node->next = head;
        node->home = &head;
        head = node;
    }
    for (node = head; node; node = node->next)
        result = result * 31u + node->value + (*node->home == head);
    while (head) {
        node = head->next;
        free(head);
        head = node;
    }
    return result;
}

static int sum_variadic(int count, ...)
{
    __builtin_va_list list;
    unsigned result = 0;
    int i;
    __builtin_va_start(list, count);
    for (i = 0; i < count; i++)
        result = result * 3u + (unsigned)__builtin_va_arg(list, int);
    __builtin_va_end(list);
    return (int)(result & 0x7fffffff);
}

",
    );
    for ty in PROMOTED {
        guarded_operations(ty, &mut text);
    }
    text
}

/// `add_i(a, b)` and its like: the operation if it is defined, else something that is.
fn guarded_operations(ty: Promoted, text: &mut String) {
    let (name, tag) = (ty.c_name(), ty.tag());
    let mut define = |operation: &str, body: &str| {
        let _ = writeln!(
            text,
            "static {name} {operation}_{tag}({name} a, {name} b)\n{{\n    return {body};\n}}\n"
        );
    };
    if !ty.is_signed() {
        define("add", "a + b");
        define("sub", "a - b");
        define("mul", "a * b");
        define("div", "b == 0 ? a : a / b");
        define("rem", "b == 0 ? a : a % b");
        define("shl", &format!("a << (b & (sizeof({name}) * CHAR_BIT - 1))"));
        define("shr", &format!("a >> (b & (sizeof({name}) * CHAR_BIT - 1))"));
        return;
    }
    let (minimum, maximum) = match ty {
        Promoted::Int => ("INT_MIN", "INT_MAX"),
        Promoted::Long => ("LONG_MIN", "LONG_MAX"),
        _ => ("LLONG_MIN", "LLONG_MAX"),
    };
    define("add", &format!("(b > 0 && a > {maximum} - b) || (b < 0 && a < {minimum} - b) ? a : a + b"));
    define("sub", &format!("(b < 0 && a > {maximum} + b) || (b > 0 && a < {minimum} + b) ? a : a - b"));
    define(
        "mul",
        &format!(
            "a != 0 && b != 0 && (a == {minimum} || b == {minimum} || \
             (a < 0 ? -a : a) > {maximum} / (b < 0 ? -b : b)) ? b : a * b"
        ),
    );
    define("div", &format!("b == 0 || (a == {minimum} && b == -1) ? a : a / b"));
    define("rem", &format!("b == 0 || (a == {minimum} && b == -1) ? b : a % b"));
    define("shl", &format!("a < 0 || a > ({maximum} >> (b & 15)) ? a : a << (b & 15)"));
    define("shr", &format!("a >> (b & ({name})(sizeof({name}) * CHAR_BIT - 1))"));
}

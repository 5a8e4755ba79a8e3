//! Lists whose nodes are in order.

use super::{Probe, probe};

pub(super) const ALL: &[Probe] = &[
    probe(
        "takes any list for one in order",
        "    int x;
    while (N) {
        x = N;
        @push x;
    }
    for (p = a; p != 0 && p->next != 0; p = p->next) {
        if (p->value > p->next->value) {
            *(int *)0 = 1;
        }
    }
    @free;",
    ),
    probe(
        "has equal numbers in order",
        "    int x;
    while (N) {
        x = N;
        if (a != 0 && x > a->value) {
            x = a->value;
        }
        @push x;
    }
    for (p = a; p != 0 && p->next != 0; p = p->next) {
        if (p->value == p->next->value) {
            *(int *)0 = 1;
        }
    }
    @free;",
    ),
    probe(
        "has lower numbers or equal ones in order",
        "    int x;
    while (N) {
        x = N;
        if (a == 0 || x < a->value) {
            @push x;
        } else {
            x = a->value;
            @push x;
        }
    }
    for (p = a; p != 0 && p->next != 0; p = p->next) {
        if (p->value == p->next->value) {
            *(int *)0 = 1;
        }
    }
    @free;",
    ),
    probe(
        "has equal numbers at the end of a list in order",
        "    int x;
    struct node *end = 0;
    while (N) {
        x = N;
        if (a != 0 && x > a->value) {
            x = a->value;
        }
        p = a;
        @push x;
        p = a->next;
        a->inner = 0;
        if (p != 0) {
            p->inner = a;
        } else {
            end = a;
        }
    }
    if (end != 0 && end->inner != 0 && end->inner->value == end->value) {
        *(int *)0 = 1;
    }
    @free;",
    ),
    probe(
        "has numbers in order of which some are negative",
        "    int x;
    while (N) {
        x = N;
        if (a == 0 || (unsigned)x <= (unsigned)a->value) {
            @push x;
        }
    }
    for (p = a; p != 0 && p->next != 0; p = p->next) {
        if (p->value > p->next->value) {
            *(int *)0 = 1;
        }
    }
    @free;",
    ),
];

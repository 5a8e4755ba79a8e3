//! Arrays whose elements own blocks that are all equally large, and arrays of words in order.

use super::{Probe, probe};

pub(super) const ALL: &[Probe] = &[
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "writes one byte behind a row",
            "    int rows = N;
    int columns = N;
    int i;
    if (rows < 1 || rows > 50 || columns < 1 || columns > 50) {
        return 0;
    }
    char **matrix = malloc(rows * sizeof(char *));
    for (i = 0; i < rows; i = i + 1) {
        matrix[i] = malloc(columns);
    }
    for (i = 0; i < rows; i = i + 1) {
        matrix[i][columns] = 1;
    }
    for (i = 0; i < rows; i = i + 1) {
        free(matrix[i]);
    }
    free(matrix);",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "has rows of two lengths",
            "    int rows = N;
    int columns = N;
    int others = N;
    int i;
    if (rows < 1 || rows > 50 || columns < 1 || columns > 50 || others < 1 || others > 50) {
        return 0;
    }
    char **matrix = malloc(2 * rows * sizeof(char *));
    for (i = 0; i < rows; i = i + 1) {
        matrix[i] = malloc(columns);
    }
    for (i = rows; i < 2 * rows; i = i + 1) {
        matrix[i] = malloc(others);
    }
    for (i = 0; i < 2 * rows; i = i + 1) {
        matrix[i][columns - 1] = 1;
    }
    for (i = 0; i < 2 * rows; i = i + 1) {
        free(matrix[i]);
    }
    free(matrix);",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "takes one member of its records for the other",
            "    int count = N;
    int i;
    if (count < 1 || count > 50) {
        return 0;
    }
    struct pair {
        int index;
        int other;
    } *pairs = malloc(count * sizeof(struct pair));
    char *table = malloc(5);
    for (i = 0; i < count; i = i + 1) {
        pairs[i].index = 3;
        pairs[i].other = 9;
    }
    for (i = 0; i < count; i = i + 1) {
        table[pairs[i].other] = 1;
    }
    free(table);
    free(pairs);",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "stores one of two numbers",
            "    int count = N;
    int i;
    if (count < 1 || count > 50) {
        return 0;
    }
    int *places = malloc(count * sizeof(int));
    char *table = malloc(5);
    for (i = 0; i < count; i = i + 1) {
        if ((N) > 0) {
            places[i] = 3;
        } else {
            places[i] = 9;
        }
    }
    for (i = 0; i < count; i = i + 1) {
        table[places[i]] = 1;
    }
    free(table);
    free(places);",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "changes a part of some words",
            "    int count = N;
    int i;
    if (count < 1 || count > 50) {
        return 0;
    }
    char *bytes = malloc(8 * count);
    char *table = malloc(5);
    for (i = 0; i < count; i = i + 1) {
        *(int *)(bytes + 8 * i) = 3;
    }
    for (i = 0; i < count; i = i + 1) {
        if ((N) > 0) {
            bytes[8 * i + 1] = 1;
        }
    }
    for (i = 0; i < count; i = i + 1) {
        table[*(int *)(bytes + 8 * i)] = 1;
    }
    free(table);
    free(bytes);",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "frees what a copied array leads to, too",
            "    extern void *memcpy(void *to, const void *from, unsigned long bytes);
    int count = N;
    int i;
    if (count < 6 || count > 50) {
        return 0;
    }
    char **first = malloc(count * sizeof(char *));
    char **second = malloc(count * sizeof(char *));
    for (i = 0; i < count; i = i + 1) {
        first[i] = malloc(4);
    }
    memcpy(second, first, count * sizeof(char *));
    for (i = 0; i < count; i = i + 1) {
        free(first[i]);
    }
    for (i = 0; i < count; i = i + 1) {
        free(second[i]);
    }
    free(first);
    free(second);",
        )
    },
    Probe {
        beginning: None,
        effort: 1,
        ..probe(
            "multiplies by a negative number",
            "    int x = N;
    int y = N;
    int factor = N;
    if (x < 0 || x > 5 || y < 0 || y > 5 || x >= y || factor < -5 || factor > 5) {
        return 0;
    }
    char *block = malloc(4);
    if (x * factor + factor > y * factor) {
        free(block);
    }
    free(block);",
        )
    },
    Probe {
        beginning: None,
        effort: 8,
        ..probe(
            "takes any array for one in order",
            "    int count = N;
    int i;
    if (count < 1 || count > 50) {
        return 0;
    }
    int *words = malloc(count * sizeof(int));
    for (i = 0; i < count; i = i + 1) {
        words[i] = N;
    }
    for (i = 0; i + 1 < count; i = i + 1) {
        if (words[i] > words[i + 1]) {
            *nowhere = 1;
        }
    }
    free(words);",
        )
    },
];

//! Arrays whose elements own blocks that are all equally large.

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
];

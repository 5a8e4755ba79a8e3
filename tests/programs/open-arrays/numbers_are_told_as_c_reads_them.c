// Contracts name the numbers that C reads: a word that does not fit its type is cast, and what every number of a type satisfies is not told.
#include <stdlib.h>

unsigned char table[256];

/*~ contract requires  ensures result = m#1; &table -> unsigned char [256] { 0..(unsigned char)letter: _, (unsigned char)letter..(unsigned char)letter + 1: m#1, (unsigned char)letter + 1..256: _ } */
int direct(signed char letter) { return table[(unsigned char)letter]; }

/*~ contract requires  ensures result = (signed char)number */
signed char narrow(int number) { return number; }

/*~ contract requires  ensures result = (int)(-number) */
long negative(int number) { return -number; }

/*~ contract requires  ensures result = number; 0 <= (long)number or result = 0; (long)number <= -1 */
unsigned long half(unsigned long number) {
    if (number > 0x7fffffffffffffffUL) return 0;
    return number;
}

struct record {
    signed char letter;
    unsigned char byte;
    short number;
};

/*~ contract requires record -> struct record { letter: ?, byte: ?, number: ? } ensures record -> struct record { letter: (signed char)value, byte: (unsigned char)value, number: 5 } */
void store(struct record *record, int value) {
    record->letter = value;
    record->byte = value;
    record->number = 5;
}

/*~ contract requires record -> struct record { letter: record->letter, byte: record->byte }; 3 <= record->letter ensures result = record->byte; record -> struct record { letter: record->letter, byte: record->byte } */
int classify(struct record *record) {
    if (record->letter >= 1 && record->letter >= 2 && record->letter >= 3) return record->byte;
    abort();
}

/*~ contract requires numbers -> int[size(numbers) bytes] {}; 4*index + 4 <= size(numbers) ensures result = m#1; numbers -> int[size(numbers) bytes] { 4*index..4*index + 4: m#1 } */
int element(int *numbers, unsigned index) { return numbers[index]; }

int entries[10];

/*~ contract requires 0 <= index; index <= 9 ensures result = m#1; &entries -> int [10] { 0..4*index: _, 4*index..4*index + 4: m#1, 4*index + 4..40: _ } */
int entry(signed char index) { return entries[index]; } //~ error-if-called[out-of-bounds]

/*~ contract requires parameter1 -> block[size(parameter1) bytes] {}; 4 <= size(parameter1) ensures parameter1 -> block[size(parameter1) bytes] { 0..1: (unsigned char)value, 1..2: (unsigned char)(value + 1), 2..4: (unsigned short)value } */
struct record made(int value) {
    struct record record;
    record.letter = value;
    record.byte = value + 1;
    record.number = value;
    return record;
}

/*~ contract requires parameter1 -> block[size(parameter1) bytes] {}; 4 <= size(parameter1) ensures parameter1 -> block[size(parameter1) bytes] { 0..1: letter, 1..2: byte, 2..4: byte } */
struct record made_of_fitting(signed char letter, unsigned char byte) {
    struct record record = { letter, byte, byte };
    return record;
}

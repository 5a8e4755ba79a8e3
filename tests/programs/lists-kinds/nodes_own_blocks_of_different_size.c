//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct message {
    int is_long;
    char *text;
    struct message *next;
};

int main(void)
{
    struct message *messages = NULL;
    while (__VERIFIER_nondet_int()) { //~ invariant seg(messages -> 0; count n >= 0; node 24 entry 0 link 16 word 8 shared 2 { 0..4: shared 0, 4..8: uninit, 8..16: owns block 16 entry 0 { 0..16: uninit } } | { 0..4: shared 1, 4..8: uninit, 8..16: owns block 256 entry 0 { 0..256: uninit } }; with 0, 1)
        struct message *message = malloc(sizeof *message);
        message->is_long = __VERIFIER_nondet_int() != 0;
        message->text = malloc(message->is_long ? 256 : 16);
        message->next = messages;
        messages = message;
    }
    while (messages != NULL) {
        struct message *message = messages;
        messages = message->next;
        message->text[message->is_long ? 255 : 15] = 0;
        free(message->text);
        free(message);
    }
    return 0;
}

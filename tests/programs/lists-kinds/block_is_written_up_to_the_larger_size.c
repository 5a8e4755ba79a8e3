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
    while (__VERIFIER_nondet_int()) {
        struct message *message = malloc(sizeof *message);
        message->is_long = __VERIFIER_nondet_int() != 0;
        message->text = malloc(message->is_long ? 256 : 16);
        message->next = messages;
        messages = message;
    }
    while (messages != NULL) {
        struct message *message = messages;
        messages = message->next;
        message->text[255] = 0; //~ error[out-of-bounds]
        free(message->text);
        free(message);
    }
    return 0;
}

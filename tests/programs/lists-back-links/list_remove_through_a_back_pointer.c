//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

#define LIST_HEAD(name, type) struct name { struct type *first; }
#define LIST_ENTRY(type) struct { struct type *next; struct type **prev; }
#define LIST_INSERT_HEAD(head, element, field)                      \
    do {                                                            \
        (element)->field.next = (head)->first;                      \
        if ((element)->field.next != NULL)                          \
            (head)->first->field.prev = &(element)->field.next;     \
        (head)->first = (element);                                  \
        (element)->field.prev = &(head)->first;                     \
    } while (0)

extern int __VERIFIER_nondet_int(void);

struct client {
    int socket;
    LIST_ENTRY(client) link;
};

LIST_HEAD(clients, client);

static void list_remove(struct client *client)
{
    if (client->link.next != NULL)
        client->link.next->link.prev = client->link.prev;
    *client->link.prev = client->link.next;
}

int main(void)
{
    struct clients clients = { NULL };
    while (__VERIFIER_nondet_int()) {
        struct client *client = malloc(sizeof *client);
        client->socket = 3;
        LIST_INSERT_HEAD(&clients, client, link);
    }
    while (clients.first != NULL) {
        struct client *client = clients.first;
        list_remove(client);
        free(client);
    }
    return 0;
}

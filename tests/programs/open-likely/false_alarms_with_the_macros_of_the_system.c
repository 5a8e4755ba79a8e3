// What other tools report wrongly about lists, with the macros of `sys/queue.h` and of Linux: removal while a tail queue is walked through, `LIST_REMOVE`, loops
// that remember the next element, `container_of` in loops, arrays of pointers. Nothing of it is an error; the same with one line
// moved is.
//@ mode: likely
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

struct packet {
    int number;
    TAILQ_ENTRY(packet) packets;
};

TAILQ_HEAD(packets, packet);

void remove_odd(struct packets *packets)
{
    struct packet *packet = TAILQ_FIRST(packets);
    while (packet) {
        struct packet *next = TAILQ_NEXT(packet, packets);
        if (packet->number % 2) {
            TAILQ_REMOVE(packets, packet, packets);
            free(packet);
        }
        packet = next;
    }
}

void remove_odd_wrongly(struct packets *packets)
{
    struct packet *packet;
    TAILQ_FOREACH(packet, packets, packets) { //~ alarm[use-after-free]
        if (packet->number % 2) {
            TAILQ_REMOVE(packets, packet, packets);
            free(packet);
        }
    }
}

void empty_packets(struct packets *packets)
{
    struct packet *packet;
    while ((packet = TAILQ_FIRST(packets))) {
        TAILQ_REMOVE(packets, packet, packets);
        free(packet);
    }
}

void empty_packets_wrongly(struct packets *packets)
{
    struct packet *packet;
    while ((packet = TAILQ_FIRST(packets))) {
        free(packet);
        TAILQ_REMOVE(packets, packet, packets); //~ error[use-after-free]
    }
}

struct client {
    int number;
    LIST_ENTRY(client) clients;
};

LIST_HEAD(clients, client);

void remove_client(struct client *client)
{
    LIST_REMOVE(client, clients);
    free(client);
}

void remove_client_wrongly(struct client *client)
{
    free(client);
    LIST_REMOVE(client, clients); //~ error[use-after-free]
}

void remove_clients(struct clients *clients)
{
    struct client *client;
    while ((client = LIST_FIRST(clients))) {
        LIST_REMOVE(client, clients);
        free(client);
    }
}

int remove_number(struct clients *clients, int number)
{
    struct client *client;
    LIST_FOREACH(client, clients, clients) {
        if (client->number == number) {
            LIST_REMOVE(client, clients);
            free(client);
            return 1;
        }
    }
    return 0;
}

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define list_entry(ptr, type, member) container_of(ptr, type, member)
#define list_for_each_entry_safe(pos, n, head, type, member)                                                          \
    for (pos = list_entry((head)->next, type, member), n = list_entry(pos->member.next, type, member);                \
         &pos->member != (head); pos = n, n = list_entry(n->member.next, type, member))
#define list_for_each_entry(pos, head, type, member)                                                                  \
    for (pos = list_entry((head)->next, type, member); &pos->member != (head);                                        \
         pos = list_entry(pos->member.next, type, member))

static void list_del(struct list_head *entry)
{
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
}

struct session {
    int id;
    struct list_head list;
    char *name;
};

int count_sessions(struct list_head *sessions)
{
    struct session *session;
    int count = 0;
    list_for_each_entry(session, sessions, struct session, list) count += session->id;
    return count;
}

void close_sessions(struct list_head *sessions)
{
    struct session *session, *next;
    list_for_each_entry_safe(session, next, sessions, struct session, list) {
        list_del(&session->list);
        free(session->name);
        free(session);
    }
}

void close_sessions_wrongly(struct list_head *sessions)
{
    struct session *session;
    list_for_each_entry(session, sessions, struct session, list) { //~ error[use-after-free]
        list_del(&session->list);
        free(session);
    }
}

void free_all(char **names, int count)
{
    int i;
    for (i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

char **copy_all(char **names, int count)
{
    char **copies = calloc(count, sizeof *copies);
    int i;
    if (!copies)
        return NULL;
    for (i = 0; i < count; i++) {
        copies[i] = strdup(names[i]);
        if (!copies[i]) {
            while (i--)
                free(copies[i]);
            free(copies);
            return NULL;
        }
    }
    return copies;
}

void free_all_wrongly(char **names, int count)
{
    int i;
    free(names);
    for (i = 0; i < count; i++)
        free(names[i]); //~ alarm[use-after-free]
}

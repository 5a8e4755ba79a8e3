// Lists of the system's macros, nodes with links to links, tables of lists, rings, counts of references, and texts that are split, as
// they are found in real projects: those without mistakes are silent, and what is wrong is told.
//@ mode: likely
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

struct job { SLIST_ENTRY(job) next; int id; char *name; };
SLIST_HEAD(jobs, job);
struct conn { LIST_ENTRY(conn) link; int fd; };
LIST_HEAD(conns, conn);
struct msg { STAILQ_ENTRY(msg) link; size_t size; char *body; };
STAILQ_HEAD(msgs, msg);

void jobs_remove(struct jobs *jobs, int id)
{
    struct job *j;
    SLIST_FOREACH(j, jobs, next)
        if (j->id == id) {
            SLIST_REMOVE(jobs, j, job, next);
            free(j->name);
            free(j);
            return;
        }
}
void jobs_clear(struct jobs *jobs)
{
    while (!SLIST_EMPTY(jobs)) {
        struct job *j = SLIST_FIRST(jobs);
        SLIST_REMOVE_HEAD(jobs, next);
        free(j->name);
        free(j);
    }
}
void jobs_clear_wrong(struct jobs *jobs)
{
    while (!SLIST_EMPTY(jobs)) {
        struct job *j = SLIST_FIRST(jobs);
        free(j);
        SLIST_REMOVE_HEAD(jobs, next); //~ error[use-after-free]
    }
}
void conns_close(struct conns *conns, int fd)
{
    struct conn *c, *n;
    for (c = LIST_FIRST(conns); c; c = n) {
        n = LIST_NEXT(c, link);
        if (c->fd == fd) {
            LIST_REMOVE(c, link);
            free(c);
        }
    }
}
void conns_close_wrong(struct conns *conns, int fd)
{
    struct conn *c;
    LIST_FOREACH(c, conns, link) //~ alarm[use-after-free]
        if (c->fd == fd) {
            LIST_REMOVE(c, link);
            free(c);
        }
}
void msgs_drop(struct msgs *q)
{
    struct msg *m;
    while ((m = STAILQ_FIRST(q)) != NULL) {
        STAILQ_REMOVE_HEAD(q, link);
        free(m->body);
        free(m);
    }
}
int msgs_add(struct msgs *q, const char *text)
{
    struct msg *m = malloc(sizeof *m);
    if (!m) return -1;
    m->body = strdup(text);
    if (!m->body) { free(m); return -1; }
    m->size = strlen(text);
    STAILQ_INSERT_TAIL(q, m, link);
    return 0;
}
/* Nodes that know what leads to them. */
struct hnode { struct hnode *next, **pprev; int key; };
struct hhead { struct hnode *first; };
static void hdel(struct hnode *n)
{
    struct hnode *next = n->next, **pprev = n->pprev;
    *pprev = next;
    if (next) next->pprev = pprev;
}
void hhead_remove(struct hhead *h, int key)
{
    struct hnode *n, *t;
    for (n = h->first; n && (t = n->next, 1); n = t)
        if (n->key == key) { hdel(n); free(n); }
}
void table_free(struct hhead *table, int buckets)
{
    for (int i = 0; i < buckets; i++) {
        struct hnode *n = table[i].first;
        while (n) { struct hnode *t = n->next; free(n); n = t; }
    }
    free(table);
}
/* Links to links. */
struct item { struct item *next; int key; };
int item_remove(struct item **head, int key)
{
    struct item **pp = head, *p;
    int count = 0;
    while ((p = *pp)) {
        if (p->key == key) { *pp = p->next; free(p); count++; }
        else pp = &p->next;
    }
    return count;
}
int item_remove_wrong(struct item **head, int key)
{
    struct item **pp;
    int count = 0;
    for (pp = head; *pp; pp = &(*pp)->next)
        if ((*pp)->key == key) { struct item *p = *pp; free(p); *pp = p->next; count++; } //~ alarm[use-after-free]
    return count;
}
/* A ring. */
struct ring { struct ring *next; };
void ring_free(struct ring *r)
{
    struct ring *p, *n;
    if (!r) return;
    p = r->next;
    while (p != r) { n = p->next; free(p); p = n; }
    free(r);
}
/* The last reference to an object lets go of the one above it. */
struct object { int refs; char *data; struct object *parent; };
void object_put(struct object *o)
{
    while (o && --o->refs == 0) {
        struct object *parent = o->parent;
        free(o->data);
        free(o);
        o = parent;
    }
}
char **split(const char *text, int *count)
{
    char **list = NULL;
    int n = 0;
    while (*text) {
        const char *end = strchr(text, ',');
        size_t len = end ? (size_t)(end - text) : strlen(text);
        char **more = realloc(list, (n + 1) * sizeof *list);
        if (!more) goto fail;
        list = more;
        list[n] = malloc(len + 1);
        if (!list[n]) goto fail;
        memcpy(list[n], text, len);
        list[n][len] = 0;
        n++;
        text += len + (end != NULL);
    }
    *count = n;
    return list;
fail:
    while (n > 0) free(list[--n]);
    free(list);
    return NULL;
}
char **split_wrong(const char *text, int *count)
{
    char **list = NULL;
    int n = 0;
    while (*text) {
        const char *end = strchr(text, ',');
        size_t len = end ? (size_t)(end - text) : strlen(text);
        char **more = realloc(list, (n + 1) * sizeof *list);
        if (!more) goto fail;
        list = more;
        list[n] = malloc(len);
        if (!list[n]) goto fail;
        memcpy(list[n], text, len);
        list[n][len] = 0; //~ alarm[out-of-bounds]
        n++;
        text += len + (end != NULL);
    }
    *count = n;
    return list;
fail:
    while (n > 0) free(list[--n]);
    return NULL; //~ alarm[memory-lost]
}

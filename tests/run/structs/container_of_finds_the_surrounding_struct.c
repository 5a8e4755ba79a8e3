#include <stddef.h>
#include <stdio.h>

#define container_of(pointer, type, member) ({ \
    const __typeof__(((type *)0)->member) *inner = (pointer); \
    (type *)((char *)inner - offsetof(type, member)); })

struct link { struct link *next, *previous; };

struct task {
    int priority;
    struct link by_time;
    char name[12];
    struct link by_priority;
};

static void append(struct link *list, struct link *node)
{
    node->next = list;
    node->previous = list->previous;
    list->previous->next = node;
    list->previous = node;
}

static void insert_sorted(struct link *list, struct task *task)
{
    struct link *at = list->next;
    while (at != list && container_of(at, struct task, by_priority)->priority >= task->priority)
        at = at->next;
    append(at, &task->by_priority);
}

int main(void)
{
    struct link time = { &time, &time }, priority = { &priority, &priority };
    struct task tasks[] = { { 2, { 0 }, "sweep", { 0 } }, { 9, { 0 }, "cook", { 0 } }, { 5, { 0 }, "shop", { 0 } }, { 9, { 0 }, "sleep", { 0 } } };
    for (int i = 0; i < 4; i++) {
        append(&time, &tasks[i].by_time);
        insert_sorted(&priority, &tasks[i]);
    }
    for (struct link *l = time.next; l != &time; l = l->next)
        printf("%s ", container_of(l, struct task, by_time)->name);
    printf("\n");
    for (struct link *l = priority.next; l != &priority; l = l->next) {
        struct task *t = container_of(l, struct task, by_priority);
        printf("%s:%d ", t->name, t->priority);
    }
    printf("\n");
    for (struct link *l = priority.previous; l != &priority; l = l->previous)
        printf("%td ", container_of(l, struct task, by_priority) - tasks);
    printf("\n");
    return 0;
}

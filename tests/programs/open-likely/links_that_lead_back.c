// A node leads back to what it was found in: a child to its parent, an element to the place that leads to it, a link to the head inside of another
// record or of another type. Removing one changes that record, so what was freed is not found again. That is how such
// structures are, and no usual caller runs into an error; where the order is wrong, all do.
//@ mode: likely
#include <stddef.h>
#include <stdlib.h>

struct parent;

struct child {
    struct parent *parent;
    struct child *sibling;
    int key;
};

struct parent {
    struct child *child;
    int count;
};

static void drop(struct child *child)
{
    child->parent->child = child->sibling;
    free(child);
}

void drop_all(struct parent *parent)
{
    while (parent->child)
        drop(parent->child);
}

void drop_two(struct parent *parent)
{
    struct child *child = parent->child;
    if (!child)
        return;
    child->parent->child = child->sibling;
    free(child);
    child = parent->child;
    if (!child)
        return;
    child->parent->child = child->sibling;
    free(child);
}

void drop_all_wrongly(struct parent *parent)
{
    while (parent->child) {
        struct child *child = parent->child;
        free(child);
        child->parent->child = child->sibling; //~ error[use-after-free]
    }
}

void count_after_it_was_freed(struct parent *parent)
{
    while (parent->child) {
        struct child *child = parent->child;
        child->parent->child = child->sibling;
        free(child);
        parent->count -= child->key; //~ error[use-after-free]
    }
}

void used_if_there_are_many(struct parent *parent)
{
    struct child *child = parent->child;
    if (!child)
        return;
    child->parent->child = child->sibling;
    free(child);
    if (parent->count > 3)
        parent->count = child->key; //~ alarm[use-after-free]
}

struct link {
    struct link *next, *previous;
};

struct job {
    int number;
    struct link link;
};

struct owner {
    int count;
    struct link jobs;
};

#define job_of(position) ((struct job *)((char *)(position) - offsetof(struct job, link)))

static void take_out(struct link *link)
{
    link->next->previous = link->previous;
    link->previous->next = link->next;
}

void finish(struct owner *owner)
{
    while (owner->jobs.next != &owner->jobs) {
        struct job *job = job_of(owner->jobs.next);
        take_out(&job->link);
        free(job);
    }
}

void finish_the_first(struct owner *owner)
{
    struct job *job;
    if (owner->jobs.next == &owner->jobs)
        return;
    job = job_of(owner->jobs.next);
    take_out(&job->link);
    free(job);
    if (owner->jobs.next == &owner->jobs)
        return;
    owner->count += job_of(owner->jobs.next)->number;
}

void finish_wrongly(struct owner *owner)
{
    while (owner->jobs.next != &owner->jobs) {
        struct job *job = job_of(owner->jobs.next);
        free(job);
        take_out(&job->link); //~ alarm[use-after-free]
    }
}

void finish_without_taking_out(struct owner *owner)
{
    struct link *position;
    for (position = owner->jobs.next; position != &owner->jobs; position = position->next) //~ alarm[use-after-free]
        free(job_of(position));
}

struct task {
    struct task *next, *before;
    int number;
};

struct queue {
    struct task *next, *before;
};

void drop_tasks(struct queue *queue)
{
    struct task *task;
    while ((task = queue->next) != (struct task *)queue) {
        task->before->next = task->next;
        task->next->before = task->before;
        free(task);
    }
}

void drop_tasks_wrongly(struct queue *queue)
{
    struct task *task;
    while ((task = queue->next) != (struct task *)queue) {
        free(task);
        task->before->next = task->next; //~ error[use-after-free]
        task->next->before = task->before;
    }
}

//@ options: --malloc-never-fails --at-exit
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    struct job *next;
    int id;
};

struct jobs {
    struct job *first;
    struct job **last;
};

static void put(struct jobs *jobs, int id)
{
    struct job *job = malloc(sizeof *job);
    job->id = id;
    job->next = NULL;
    *jobs->last = job; //~ error[use-after-free]
    jobs->last = &job->next;
}

static void take(struct jobs *jobs)
{
    struct job *job = jobs->first;
    jobs->first = job->next;
    free(job);
}

int main(void)
{
    struct jobs jobs = { NULL, &jobs.first };
    do {
        if (__VERIFIER_nondet_int())
            put(&jobs, 1);
        else if (jobs.first != NULL)
            take(&jobs);
    } while (__VERIFIER_nondet_int());
    while (jobs.first != NULL)
        take(&jobs);
    return 0;
}

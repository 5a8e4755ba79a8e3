//@ options: --malloc-never-fails --at-exit
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct ring {
    struct ring *after, *before;
};

struct job {
    int cost;
    struct ring place;
};

static struct ring jobs = { &jobs, &jobs };

static struct job *job_at(struct ring *place)
{
    return (struct job *)((char *)place - offsetof(struct job, place));
}

static void put_between(struct ring *place, struct ring *before, struct ring *after)
{
    place->before = before;
    place->after = after;
    before->after = place;
    after->before = place;
}

static void take_out(struct ring *place)
{
    place->before->after = place->after;
    place->after->before = place->before;
}

/* One pass over the ring: a job that costs more than the next one changes places with it. */
static int pass(void)
{
    int has_changed = 0;
    struct ring *place = jobs.after;
    while (place->after != &jobs) {
        struct ring *next = place->after;
        if (job_at(place)->cost <= job_at(next)->cost) {
            place = next;
        } else {
            take_out(place);
            put_between(place, next, next->after);
            has_changed = 1;
        }
    }
    return has_changed;
}

int main(void)
{
    do {
        struct job *job = malloc(sizeof *job);
        job->cost = __VERIFIER_nondet_int();
        put_between(&job->place, &jobs, jobs.after);
    } while (__VERIFIER_nondet_int());
    while (pass()) {
    }
    while (jobs.after != &jobs) {
        struct job *job = job_at(jobs.after);
        take_out(&job->place);
        free(job);
    }
    return 0;
}

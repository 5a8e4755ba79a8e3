// The head of a ring is another record than its nodes and is taken for one of them. Of the nodes of usual callers the one before leads
// back to the head, so what is freed is not used again: the error is not one of every caller.
#include <stdlib.h>

struct job {
    struct job *next, *before;
    int number;
};

struct queue {
    struct job *next, *before;
};

void drop_all(struct queue *queue)
{
    struct job *job;
    while ((job = queue->next) != (struct job *)queue) {
        job->before->next = job->next; //~ error-if-called[use-after-free]
        job->next->before = job->before;
        free(job);
    }
}

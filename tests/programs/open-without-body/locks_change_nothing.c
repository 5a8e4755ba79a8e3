// There is one thread: locks and conditions change nothing but themselves, and keep nothing. What threads do at the same time is out of scope.
//@ mode: likely
#include <pthread.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count;
    char *text;
};

int next(struct counter *counter)
{
    int number;
    pthread_mutex_lock(&counter->lock);
    number = ++counter->count;
    pthread_cond_signal(&counter->changed);
    pthread_mutex_unlock(&counter->lock);
    return number;
}

void finish(struct counter *counter)
{
    pthread_mutex_lock(&counter->lock);
    free(counter->text);
    pthread_mutex_unlock(&counter->lock);
    pthread_mutex_destroy(&counter->lock);
    free(counter);
}

void finish_wrongly(struct counter *counter)
{
    pthread_mutex_lock(&counter->lock);
    free(counter->text);
    free(counter);
    pthread_mutex_unlock(&counter->lock); //~ alarm[use-after-free]
}

void text_is_freed_twice(struct counter *counter)
{
    free(counter->text);
    pthread_mutex_unlock(&counter->lock);
    free(counter->text); //~ alarm[double-free]
}

int lost_behind_a_lock(struct counter *counter)
{
    char *memory = malloc(3);
    pthread_mutex_lock(&counter->lock);
    counter->count++;
    pthread_mutex_unlock(&counter->lock);
    return memory != NULL; //~ alarm[memory-lost]
}

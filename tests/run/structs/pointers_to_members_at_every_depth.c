#include <stdio.h>
#include <string.h>

struct address { char street[12]; int number; };
struct person { char name[8]; struct address home, work; struct person *friend; };

static void move(struct address *a, const char *street, int number)
{
    strcpy(a->street, street);
    a->number = number;
}

static int *number_of(struct person *p, int at_work)
{
    return at_work ? &p->work.number : &p->home.number;
}

int main(void)
{
    struct person people[2] = { { .name = "ann" }, { .name = "bob" } };
    people[0].friend = &people[1];
    people[1].friend = people;
    move(&people[0].home, "first", 1);
    move(&people[0].friend->work, "second", 2);
    *number_of(people, 1) = 30;
    ++*number_of(people[0].friend, 1);
    char *c = &people[1].friend->home.street[2];
    *c = 'R';
    for (int i = 0; i < 2; i++)
        printf("%s: %s %d, %s %d, %s\n", people[i].name, people[i].home.street, people[i].home.number,
               people[i].work.street, people[i].work.number, people[i].friend->name);
    struct address *addresses[] = { &people[0].home, &people[0].work, &people[1].home, &people[1].work };
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += addresses[i]->number * (i + 1);
    printf("%d\n", sum);
    struct person copy = *people[1].friend;
    copy.home.number = -1;
    printf("%d %d\n", people[0].home.number, copy.friend->friend->home.number);
    return 0;
}

// A parcel is freed before it is taken out of its list.
//@ options: --malloc-never-fails
//@ complete: 12/12
#include "list.h"

static void drop_first(struct list_head *head)
{
    struct parcel *first = parcel_of(head->next);
    if (head != &first->links) {
        free(first);
        list_join_neighbours(first->links.prev, first->links.next); //~ error[use-after-free] //~ error-if-called[null-dereference]
    }
}

int main(void)
{
    struct list_head *head = two_parcels();
    drop_first(head);
    drop_first(head);
    free(head);
    return 0;
}

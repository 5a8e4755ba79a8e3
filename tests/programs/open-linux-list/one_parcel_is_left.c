// A list of two parcels is taken apart, but only one is taken out before its head is freed.
//@ options: --malloc-never-fails
//@ complete: 12/12
#include "list.h"

static void drop_first(struct list_head *head)
{
    struct parcel *first = parcel_of(head->next);
    if (head != &first->links) {
        list_del(&first->links);
        free(first);
    }
}

int main(void)
{
    struct list_head *head = two_parcels();
    drop_first(head);
    free(head);
    return 0; //~ error[memory-lost]
}

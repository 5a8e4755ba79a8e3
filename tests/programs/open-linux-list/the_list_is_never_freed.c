// The list is built and returned to a caller that forgets it.
//@ options: --malloc-never-fails
//@ complete: 11/11
#include "list.h"

int build_and_forget(void)
{
    struct list_head *head = two_parcels();
    list_unlink_and_mark(head);
    return 0; //~ error[memory-lost]
}

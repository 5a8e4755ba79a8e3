#include <stdio.h>
#include <string.h>

struct packet {
    unsigned version : 4;
    unsigned header : 4;
    unsigned service : 8;
    unsigned length : 16;
    unsigned char flags : 3;
    unsigned char : 2;
    unsigned char last : 3;
    short offset : 13;
};

static void show(const struct packet *p)
{
    printf("%u %u %u %u %u %u %d\n", p->version, p->header, p->service, p->length, p->flags, p->last, p->offset);
}

int main(void)
{
    struct packet p;
    memset(&p, 0xff, sizeof p);
    show(&p);
    p.header = 0;
    show(&p);
    p.flags = 2;
    p.offset = -4000;
    show(&p);
    p.length = 0x1234;
    p.last = 5;
    show(&p);
    struct packet q = p;
    q.version = 6;
    q.service = p.length;
    show(&q);
    show(&p);
    struct packet *r = &q;
    r->flags ^= 7;
    r->last |= r->flags;
    r->length--;
    show(r);
    unsigned char bytes[sizeof p];
    memset(&p, 0, sizeof p);
    p.version = 1;
    p.header = 2;
    p.length = 0xabcd;
    memcpy(bytes, &p, 4);
    printf("%x %x %x %x %zu\n", bytes[0], bytes[1], bytes[2], bytes[3], sizeof p);
    return 0;
}

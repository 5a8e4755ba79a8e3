#

int x;

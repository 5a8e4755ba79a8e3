int continued\
_name = 1; const char *s = "con\
tinued"; // a comment that \
goes on
int after;

const char *f(void) { return __func__[0] ? __FUNCTION__ : __PRETTY_FUNCTION__; }

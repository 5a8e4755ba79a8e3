static __thread int a; extern _Thread_local int b; _Thread_local static int c = 1;

int x __attribute__(()) __attribute__((, unused, ,used)) ;

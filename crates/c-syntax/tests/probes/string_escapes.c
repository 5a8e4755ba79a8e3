const char s[] = "\a\b\f\n\r\t\v\e\\\"\'\?\0\12\123\x41\x0g\u20ac\U0001F600";

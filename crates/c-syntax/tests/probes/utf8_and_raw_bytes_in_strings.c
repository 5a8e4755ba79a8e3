const char *s = "größe ÿ", *t = "日本語"; int c = 'é';

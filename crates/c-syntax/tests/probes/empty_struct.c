struct nothing {}; union none {}; struct nothing n; int size = sizeof(struct nothing);

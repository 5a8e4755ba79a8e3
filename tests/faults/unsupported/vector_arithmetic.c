typedef int vector __attribute__((vector_size(16)));

int main(void)
{
    vector a = { 1, 2, 3, 4 }, b = { 5, 6, 7, 8 };
    vector c = a + b; //~ gave-up[unsupported]
    return c[0];
}

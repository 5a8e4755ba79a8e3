// What `main` returns decides the exit status of the program.
int main(void) {
    int status;
    return status; //~ error[uninitialised-use] "the exit status"
}

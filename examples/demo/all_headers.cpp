// Every generated C++ header of a module, in one program.
#include ALL_HEADERS
int main() { return 0; }

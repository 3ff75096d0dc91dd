/* Every generated C header of a module, in one C program. */
#include ALL_HEADERS
int main(void) { return 0; }

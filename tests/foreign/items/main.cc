// Starts, which shows that every name that the other sources use is defined in the libraries, and calls what does
// something by itself.
#include <cstdio>

void LogsOfUnitTests();
void LogsOfKernelTests();
bool ContextsWithoutDevice();
bool OwnNumbers();

int main() {
  LogsOfUnitTests();
  LogsOfKernelTests();
  if (!ContextsWithoutDevice() || !OwnNumbers()) return 1;
  std::puts("items ok");
  return 0;
}

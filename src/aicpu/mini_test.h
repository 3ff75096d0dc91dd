/// @file
/// The few lines of a test program that does not need GoogleTest, whose library exists for one string ABI only: tests that are
/// built with both ABIs use it.
#ifndef OPSTRATA_SRC_AICPU_MINI_TEST_H_
#define OPSTRATA_SRC_AICPU_MINI_TEST_H_

#include <cstdio>
#include <vector>

namespace mini_test {
struct Case {
  const char *name;
  void (*run)();
};
inline std::vector<Case> &cases() {
  static std::vector<Case> list;
  return list;
}
inline int &failures() {
  static int count = 0;
  return count;
}
inline int run_all() {
  for (const Case &test : cases()) {
    const int before = failures();
    test.run();
    std::printf("[%s] %s\n", failures() == before ? "  OK  " : "FAILED", test.name);
  }
  std::printf("%zu cases, %d failures\n", cases().size(), failures());
  return cases().empty() || failures() != 0 ? 1 : 0;
}
}  // namespace mini_test

#define MINI_TEST(name)                                                                                        \
  static void mini_test_##name();                                                                              \
  [[maybe_unused]] static const int mini_test_entry_##name =                                                   \
      (mini_test::cases().push_back({#name, &mini_test_##name}), 0);                                           \
  static void mini_test_##name()
#define EXPECT(condition)                                                              \
  do {                                                                                 \
    if (!(condition)) {                                                                \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);            \
      ++mini_test::failures();                                                         \
    }                                                                                  \
  } while (0)
#define MINI_TEST_MAIN() \
  int main() { return mini_test::run_all(); }

#endif  // OPSTRATA_SRC_AICPU_MINI_TEST_H_

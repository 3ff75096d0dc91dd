/// @file
/// Helpers for unit tests of AI CPU kernels (aicpu-kernel-api section 25): run a node through the kernel register and compare
/// what it computed.
///
///     auto node = CpuKernelUtils::CreateNodeDef();
///     NodeDefBuilder(node.get(), "Neg", "Neg").Input({"x", DT_FLOAT, {4}, x}).Output({"y", DT_FLOAT, {4}, y});
///     RUN_KERNEL(node, HOST, KERNEL_STATUS_OK);
///     EXPECT_TRUE(CompareResult(y, expected, 4));
///
/// The macros use names of `aicpu` unqualified: tests say `using namespace aicpu;`.
#ifndef OPSTRATA_TESTKIT_UTILS_AICPU_TEST_UTILS_H_
#define OPSTRATA_TESTKIT_UTILS_AICPU_TEST_UTILS_H_

#include <math.h>

#include <complex>
#include <cstdint>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "Eigen/Core"

/// Product of the dimensions of `shapes[index]`.
inline uint64_t CalTotalElements(std::vector<std::vector<int64_t>> &shapes, uint32_t index) {
  uint64_t elements = 1;
  for (const int64_t dim : shapes[index]) elements *= static_cast<uint64_t>(dim);
  return elements;
}

namespace opstrata_testkit {

/// Errors up to which a computed element passes: it fails only when both are exceeded.
template <typename T>
struct ErrorBounds {
  static constexpr double kAbsolute = 0.0, kRelative = 0.0;
};
template <>
struct ErrorBounds<float> {
  static constexpr double kAbsolute = 1e-6, kRelative = 1e-6;
};
template <>
struct ErrorBounds<double> {
  static constexpr double kAbsolute = 1e-12, kRelative = 1e-10;
};
template <>
struct ErrorBounds<Eigen::half> {
  static constexpr double kAbsolute = 1e-3, kRelative = 1e-3;
};
template <>
struct ErrorBounds<std::complex<float>> {
  static constexpr double kAbsolute = 1e-6, kRelative = 1e-6;
};
template <>
struct ErrorBounds<std::complex<double>> {
  static constexpr double kAbsolute = 1e-7, kRelative = 1e-7;
};

inline bool WithinBounds(double computed, double expected, double absolute, double relative) {
  if (computed == expected || (std::isnan(computed) && std::isnan(expected))) return true;
  const double error = std::fabs(computed - expected);
  return error <= absolute || error <= relative * std::fabs(expected);
}
template <typename T>
bool Passes(const T &computed, const T &expected, std::true_type) {
  return WithinBounds(static_cast<double>(computed), static_cast<double>(expected), ErrorBounds<T>::kAbsolute,
                      ErrorBounds<T>::kRelative);
}
template <typename T>
bool Passes(const T &computed, const T &expected, std::false_type) {
  return computed == expected;
}
template <typename T>
bool Passes(const std::complex<T> &computed, const std::complex<T> &expected, std::true_type) {
  using Bounds = ErrorBounds<std::complex<T>>;
  return WithinBounds(static_cast<double>(computed.real()), static_cast<double>(expected.real()), Bounds::kAbsolute, Bounds::kRelative) &&
         WithinBounds(static_cast<double>(computed.imag()), static_cast<double>(expected.imag()), Bounds::kAbsolute, Bounds::kRelative);
}

template <typename T>
void PrintElement(const T &value) { std::cout << value; }
inline void PrintElement(int8_t value) { std::cout << static_cast<int>(value); }
inline void PrintElement(uint8_t value) { std::cout << static_cast<int>(value); }

/// Prints every element that fails; true when there is none.
template <typename T, typename Pass>
bool CompareElements(const T *output, const T *expected, uint64_t num, const Pass &pass) {
  bool equal = true;
  for (uint64_t i = 0; i < num; ++i) {
    if (pass(output[i], expected[i])) continue;
    std::cout << "output[" << i << "] = ";
    PrintElement(output[i]);
    std::cout << ", expected ";
    PrintElement(expected[i]);
    std::cout << std::endl;
    equal = false;
  }
  return equal;
}

}  // namespace opstrata_testkit

/// Compares `num` elements: integers exactly; floating-point types fail only where both the absolute and the relative error
/// exceed their bounds (float 1e-6, double 1e-12 and 1e-10, half 1e-3, complex per part). Prints the differences.
template <typename T>
bool CompareResult(T output[], T expect_output[], uint64_t num) {
  using Bounded = std::integral_constant<bool, (opstrata_testkit::ErrorBounds<T>::kAbsolute > 0.0)>;
  return opstrata_testkit::CompareElements(output, expect_output, num, [](const T &computed, const T &expected) {
    return opstrata_testkit::Passes(computed, expected, Bounded());
  });
}
/// The same with |difference| <= 1e-4 + 1e-4 |expected|.
inline bool CompareResultAllClose(float output[], float expect_output[], uint64_t num) {
  return opstrata_testkit::CompareElements(output, expect_output, num, [](float computed, float expected) {
    return computed == expected || std::fabs(static_cast<double>(computed) - static_cast<double>(expected)) <=
                                       1e-4 + 1e-4 * std::fabs(static_cast<double>(expected));
  });
}

/// Fills with uniform values of [min, max). One sequence per process, the same in every run, so that a failure can be repeated.
template <typename T>
void SetRandomValue(T input[], uint64_t num, float min = 0.0, float max = 10.0) {
  static std::mt19937_64 engine(20260330);
  std::uniform_real_distribution<> draw(static_cast<double>(min), static_cast<double>(max));
  for (uint64_t i = 0; i < num; ++i) input[i] = static_cast<T>(draw(engine));
}

/// Runs a node through the V1 register and expects the status `expect`; declares `node_def_str`, `ctx` and `ret`: once a scope.
#define RUN_KERNEL(node_def, device_type, expect)                 \
  std::string node_def_str;                                       \
  node_def->SerializeToString(node_def_str);                      \
  CpuKernelContext ctx(device_type);                              \
  EXPECT_EQ(ctx.Init(node_def.get()), KERNEL_STATUS_OK);          \
  uint32_t ret = CpuKernelRegister::Instance().RunCpuKernel(ctx); \
  EXPECT_EQ(ret, expect)

/// The same as one block of a run that is split: `blkInfo` points to a `BlkDimInfo`.
#define RUN_KERNEL_WITHBLOCK(node_def, device_type, expect, blkInfo) \
  auto blockNum = CpuKernelUtils::CreateAttrValue();                 \
  blockNum->SetInt((blkInfo)->block_num);                            \
  node_def->AddAttrs("block_num", blockNum.get());                   \
  auto blockId = CpuKernelUtils::CreateAttrValue();                  \
  blockId->SetInt((blkInfo)->block_id);                              \
  node_def->AddAttrs("block_id", blockId.get());                     \
  RUN_KERNEL(node_def, device_type, expect)

#endif  // OPSTRATA_TESTKIT_UTILS_AICPU_TEST_UTILS_H_

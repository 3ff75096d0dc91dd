#include "mat_mul/gemm.h"

namespace opstrata::operators {
namespace {

// One text, compiled for the base instruction set and for AVX2 with fused multiply-add. The compilers' vector types make
// the sixteen columns four (or two) registers per row.
template <class C>
struct Vector;
template <>
struct Vector<float> {
  typedef float type __attribute__((vector_size(32)));
};
template <>
struct Vector<uint32_t> {
  typedef uint32_t type __attribute__((vector_size(32)));
};

#define OPSTRATA_PANEL_PRODUCT(C)                                                       \
  using V = typename Vector<C>::type;                                                   \
  V s0[kPanelRows] = {}, s1[kPanelRows] = {};                                           \
  for (int64_t k = 0; k < depth; ++k, a += kPanelRows, b += kPanelColumns) {            \
    V b0, b1;                                                                           \
    __builtin_memcpy(&b0, b, sizeof(V));                                                \
    __builtin_memcpy(&b1, b + kPanelColumns / 2, sizeof(V));                            \
    for (int64_t i = 0; i < kPanelRows; ++i) {                                          \
      s0[i] += a[i] * b0;                                                               \
      s1[i] += a[i] * b1;                                                               \
    }                                                                                   \
  }                                                                                     \
  for (int64_t i = 0; i < kPanelRows; ++i) {                                            \
    __builtin_memcpy(sums + i * kPanelColumns, &s0[i], sizeof(V));                      \
    __builtin_memcpy(sums + i * kPanelColumns + kPanelColumns / 2, &s1[i], sizeof(V));  \
  }

template <class C>
void product_base(const C *a, const C *b, int64_t depth, C *sums) {
  OPSTRATA_PANEL_PRODUCT(C)
}

#if defined(__x86_64__)
template <class C>
__attribute__((target("avx2,fma"))) void product_avx2(const C *a, const C *b, int64_t depth, C *sums) {
  OPSTRATA_PANEL_PRODUCT(C)
}
#endif

template <class C>
PanelProduct<C> choose() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return product_avx2<C>;
#endif
  return product_base<C>;
}

}  // namespace

PanelProduct<float> panel_product(float) { return choose<float>(); }
PanelProduct<uint32_t> panel_product(uint32_t) { return choose<uint32_t>(); }

}  // namespace opstrata::operators

/// @file
/// Product of two matrices in blocks that stay in the caches. Operands are packed into panels of the compute type, so that
/// any strides and any element type reach the same inner loop; sums run in fixed order, whatever the number of threads.
#ifndef OPSTRATA_OPERATORS_MAT_MUL_GEMM_H_
#define OPSTRATA_OPERATORS_MAT_MUL_GEMM_H_

#include <algorithm>
#include <cstdint>
#include <memory>

#include "support/elements.h"
#include "support/rows.h"

namespace opstrata::operators {

inline constexpr int64_t kRowsPerBlock = 64, kColumnsPerBlock = 128, kDepthPerBlock = 256;
inline constexpr int64_t kPanelRows = 4, kPanelColumns = 16;

/// sums[4][16] += a panel (depth x 4) times a panel (depth x 16).
template <class C>
using PanelProduct = void (*)(const C *a, const C *b, int64_t depth, C *sums);
/// The fastest one that this machine runs.
PanelProduct<float> panel_product(float);
PanelProduct<uint32_t> panel_product(uint32_t);

struct Matrix {
  const char *data;
  int64_t row_stride, column_stride;  ///< bytes
};

/// Packs rows [0, rows) and columns [0, depth) of `m` into panels of `Width` rows; missing rows become zeros.
template <class T, int64_t Width>
void pack(const Matrix &m, int64_t rows, int64_t depth, Compute<T> *panels) {
  for (int64_t r = 0; r < rows; r += Width, panels += Width * depth) {
    const int64_t count = std::min(Width, rows - r);
    const char *data = m.data + r * m.row_stride;
    if (m.column_stride < m.row_stride) {  // read along rows
      for (int64_t i = 0; i < count; ++i) {
        for (int64_t k = 0; k < depth; ++k) panels[k * Width + i] = load(element<T>(data, i * m.row_stride + k * m.column_stride));
      }
    } else {
      for (int64_t k = 0; k < depth; ++k) {
        for (int64_t i = 0; i < count; ++i) panels[k * Width + i] = load(element<T>(data, i * m.row_stride + k * m.column_stride));
      }
    }
    for (int64_t k = 0; k < depth && count < Width; ++k) std::fill(panels + k * Width + count, panels + (k + 1) * Width, Compute<T>{0});
  }
}

inline int64_t round_up(int64_t n, int64_t step) { return (n + step - 1) / step * step; }

/// sums (row-major, rows x columns rounded up to panels) = a (rows x depth) times b (depth x columns).
/// `work`: memory of `gemm_work(depth)` numbers.
template <class T>
void multiply_block(const Matrix &a, const Matrix &b, int64_t rows, int64_t columns, int64_t depth, PanelProduct<Compute<T>> product,
                    Compute<T> *work, Compute<T> *sums) {
  using C = Compute<T>;
  const int64_t width = round_up(columns, kPanelColumns);
  std::fill(sums, sums + round_up(rows, kPanelRows) * width, C{0});
  C *a_panels = work, *b_panels = work + kRowsPerBlock * kDepthPerBlock;
  for (int64_t k0 = 0; k0 < depth; k0 += kDepthPerBlock) {
    const int64_t dk = std::min(kDepthPerBlock, depth - k0);
    pack<T, kPanelRows>({a.data + k0 * a.column_stride, a.row_stride, a.column_stride}, rows, dk, a_panels);
    pack<T, kPanelColumns>({b.data + k0 * b.row_stride, b.column_stride, b.row_stride}, columns, dk, b_panels);
    for (int64_t c = 0; c < columns; c += kPanelColumns) {
      for (int64_t r = 0; r < rows; r += kPanelRows) {
        C part[kPanelRows * kPanelColumns] = {};
        product(a_panels + r * dk, b_panels + c * dk, dk, part);
        for (int64_t i = 0; i < kPanelRows; ++i) {
          for (int64_t j = 0; j < kPanelColumns; ++j) sums[(r + i) * width + c + j] += part[i * kPanelColumns + j];
        }
      }
    }
  }
}

inline constexpr int64_t kGemmWork = (kRowsPerBlock + kColumnsPerBlock) * kDepthPerBlock;

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_MAT_MUL_GEMM_H_

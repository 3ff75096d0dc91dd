/**
 * @file
 * Broadcasting of two shapes (aicpu-kernel-api section 16).
 */
#ifndef AICPU_UTILS_BCAST_H
#define AICPU_UTILS_BCAST_H

#include <cstdint>
#include <vector>

#include "cpu_context.h"

namespace aicpu {
/** How a kernel should loop over two inputs. */
enum class BcastShapeType {
  SAME_SHAPE = 0,
  X_ONE_ELEMENT = 1,
  Y_ONE_ELEMENT = 2,
  DIFF_SHAPE = 3,
};

/** Tensors of a binary operator, and what GenerateBcastInfo and GetBcastVec work out: all vectors have the output's rank. */
struct BCalcInfo {
  BCalcInfo() : input_0(nullptr), input_1(nullptr), output(nullptr) {}
  Tensor *input_0;
  Tensor *input_1;
  Tensor *output;
  std::vector<int64_t> reshape_0;
  std::vector<int64_t> reshape_1;
  std::vector<int64_t> shape_out;
  std::vector<int64_t> bcast_0;
  std::vector<int64_t> bcast_1;
  std::vector<int64_t> x_indexes;
  std::vector<int64_t> y_indexes;
};

class OPSTRATA_API Bcast {
 public:
  Bcast() : valid_(true) {}
  /**
   * Right-aligned broadcasting; adjacent dimensions that broadcast the same way are merged, those of size 1 in both are
   * dropped, equal shapes become one dimension.
   */
  Bcast(std::vector<int64_t> &x_shape, std::vector<int64_t> &y_shape);
  ~Bcast() = default;

  /** Works out the vectors of the three tensors, without merging. KERNEL_STATUS_PARAM_INVALID when they do not fit. */
  uint32_t GenerateBcastInfo(const BCalcInfo &calc_info);
  /** Moves the vectors out. */
  void GetBcastVec(BCalcInfo &calc_info);
  /** Flat input index for every output element. */
  void BCastIndexes(std::vector<int64_t> &x_indexes, std::vector<int64_t> &y_indexes);
  /** Flat input index of flat output index `index`; for shapes that differ. */
  int64_t GetBroadcastXIndex(int64_t index) const;
  int64_t GetBroadcastYIndex(int64_t index) const;

  /** False when the shapes are incompatible. */
  bool IsValid() const { return valid_; }
  const std::vector<int64_t> &XReshape() const { return x_reshape_; }
  const std::vector<int64_t> &YReshape() const { return y_reshape_; }
  const std::vector<int64_t> &ResultShape() const { return shape_out_; }
  const std::vector<int64_t> &XBcast() const { return x_bcast_; }
  const std::vector<int64_t> &YBcast() const { return y_bcast_; }

 private:
  bool valid_;
  std::vector<int64_t> x_reshape_;
  std::vector<int64_t> y_reshape_;
  std::vector<int64_t> shape_out_;
  std::vector<int64_t> x_bcast_;
  std::vector<int64_t> y_bcast_;
  std::vector<int64_t> x_input_strides_;
  std::vector<int64_t> y_input_strides_;
  std::vector<int64_t> output_strides_;
};
}  // namespace aicpu

#endif  // AICPU_UTILS_BCAST_H

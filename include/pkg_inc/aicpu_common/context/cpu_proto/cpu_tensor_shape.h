/**
 * @file
 * `aicpu::TensorShape` (aicpu-kernel-api section 8).
 */
#ifndef CPU_KERNEL_TENSOR_SHAPE_H
#define CPU_KERNEL_TENSOR_SHAPE_H

#include <cstdint>
#include <memory>
#include <vector>

#include "cpu_types.h"

namespace aicpu {
class TensorShapeImpl;

/** A handle onto a stored shape: copies and the handles of one tensor share it. Created by CpuKernelUtils. */
class OPSTRATA_API TensorShape {
  friend class CpuKernelUtils;

 public:
  TensorShape() = delete;
  /** For the framework: the stored object. */
  explicit TensorShape(std::shared_ptr<TensorShapeImpl> impl);
  const std::shared_ptr<TensorShapeImpl> &impl() const { return impl_; }
  ~TensorShape() = default;

  void SetFormat(Format format);
  Format GetFormat() const;
  /** Only stored. */
  bool GetUnknownRank() const;
  void SetUnknownRank(bool unknownRank);
  /** Replaces all dimensions. */
  void SetDimSizes(const std::vector<int64_t> &dimSizes);
  std::vector<int64_t> GetDimSizes() const;
  /** 0 with an error record when out of range. */
  int64_t GetDimSize(int32_t index) const;
  int32_t GetDims() const;
  /** Product; 1 for a scalar, 0 if a dimension is 0, -1 if one is negative or the product overflows. */
  int64_t NumElements() const;

 private:
  std::shared_ptr<TensorShapeImpl> impl_;
};
}  // namespace aicpu

#endif  // CPU_KERNEL_TENSOR_SHAPE_H

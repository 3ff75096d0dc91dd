/// @file
/// Tensors whose elements have less than a byte (DT_INT4, DT_UINT1, DT_FLOAT4_*): element i occupies the bits [i * n,
/// (i + 1) * n) of the memory, counted from the lowest bit of each byte.
#ifndef OPSTRATA_OPERATORS_SUPPORT_PACKED_H_
#define OPSTRATA_OPERATORS_SUPPORT_PACKED_H_

#include <memory>
#include <vector>

#include "opstrata/kernel.h"

namespace opstrata::operators {

/// Bits of an element of a packed type; 0 for types of whole bytes and without a size.
int packed_bits(ge::DataType dtype);

/// Reads and writes elements of a strided view one by one, packed or not, by their row-major number.
class ElementAccess {
 public:
  ElementAccess() = default;
  explicit ElementAccess(const KernelTensor &tensor);

  /// Bytes of an element where it is spread out: 1 for packed types.
  int64_t item() const { return item_; }
  /// Elements that start at a multiple of this number may be written by different threads at the same time; 0: none
  /// may.
  int64_t write_unit() const { return bits_ == 0 || contiguous_ ? 8 : 0; }
  /// Copies elements [begin, begin + n) of the tensor at `base` to `spread`; DT_INT4 gets its sign.
  void load(const void *base, int64_t begin, int64_t n, char *spread) const;
  void store(void *base, int64_t begin, int64_t n, const char *spread) const;

 private:
  int64_t position(int64_t element) const;

  int bits_ = 0;  ///< of packed types
  bool has_sign_ = false, contiguous_ = true;
  int64_t item_ = 1;
  std::vector<int64_t> shape_, strides_;
};

/// Kernel of Cast where x or y is packed.
std::unique_ptr<KernelState> prepare_packed_cast(PrepareContext &ctx);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_PACKED_H_

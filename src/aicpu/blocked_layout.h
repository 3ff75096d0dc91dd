/// @file
/// Where the elements of a tensor lie that is stored in a private format (NC1HWC0, FRACTAL_NZ, ...): kernels that go by
/// shapes get them unpacked.
#ifndef OPSTRATA_SRC_AICPU_BLOCKED_LAYOUT_H_
#define OPSTRATA_SRC_AICPU_BLOCKED_LAYOUT_H_

#include <optional>
#include <string>
#include <vector>

#include "aicpu/kernel_registry.h"

namespace opstrata::aicpu {

class BlockedLayout {
 public:
  /// Of a tensor that is `blocked`; none for formats that are not known here and for shapes that do not fit them.
  static std::optional<BlockedLayout> of(const CallTensor &tensor);
  /// The plain format in which the tensor's shape is read.
  static ge::Format plain_format(const CallTensor &tensor);

  size_t dense_bytes() const { return bytes_of(elements_); }
  /// The elements in the order of the shape from their memory, and back; what pads the memory becomes 0.
  void unpack(const void *memory, void *dense) const;
  void pack(const void *dense, void *memory) const;

 private:
  /// The elements of one dimension: `stride` apart, or in blocks of `block` whose firsts lie `outer` apart.
  struct Axis {
    int64_t stride = 0, block = 0, outer = 0;
    int64_t offset(int64_t i) const { return block == 0 ? i * stride : i / block * outer + i % block * stride; }
  };
  bool set_axes(ge::Format storage, const std::vector<int64_t> &memory);
  Axis &axis(char letter);
  int64_t extent(char letter) const;
  template <class Item, bool kPack>
  void move(char *memory, char *dense) const;
  template <bool kPack>
  void move(char *memory, char *dense) const;
  /// The same for elements of less than a byte, one by one: several share what is written.
  template <bool kPack>
  void move_bits(char *memory, char *dense) const;
  size_t bytes_of(int64_t elements) const {
    return static_cast<size_t>(bits_ == 0 ? elements * item_ : (elements * bits_ + 7) / 8);
  }

  std::string letters_;
  std::vector<int64_t> shape_;
  std::vector<Axis> axes_;
  Axis unused_;  ///< of letters that the tensor does not have
  int64_t elements_ = 1, memory_ = 1, item_ = 0, bits_ = 0;  ///< bits of an element of less than a byte
};

}  // namespace opstrata::aicpu

#endif  // OPSTRATA_SRC_AICPU_BLOCKED_LAYOUT_H_

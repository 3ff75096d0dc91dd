#include "aicpu/blocked_layout.h"

#include <algorithm>
#include <cstring>

#include "aicpu/parallel.h"
#include "opstrata/format_letters.h"

namespace opstrata::aicpu {
namespace {

ge::Format primary(ge::Format format) {
  return static_cast<ge::Format>(ge::GetPrimaryFormat(static_cast<int32_t>(format)));
}

/// As format_letters; of ND tensors the last two are M and K.
std::string letters_of(ge::Format format, size_t rank) {
  std::string letters(format_letters(format));
  for (size_t i = 0; format == ge::FORMAT_ND && i < rank; ++i)
    letters += i + 2 == rank ? 'M' : i + 1 == rank ? 'K' : static_cast<char>('a' + i);
  return letters;
}

constexpr int64_t kNotSet = -1;  // the stride of dimensions that the format does not have

struct Item16 {
  uint64_t parts[2];
};

}  // namespace

ge::Format BlockedLayout::plain_format(const CallTensor &tensor) {
  const ge::Format format = primary(tensor.format);
  return letters_of(format, tensor.shape.size()).size() == tensor.shape.size() ? format : ge::FORMAT_ND;
}

BlockedLayout::Axis &BlockedLayout::axis(char letter) {
  const size_t at = letters_.find(letter);
  return at == std::string::npos ? unused_ : axes_[at];
}
int64_t BlockedLayout::extent(char letter) const {
  const size_t at = letters_.find(letter);
  return at == std::string::npos ? 1 : shape_[at];
}

bool BlockedLayout::set_axes(ge::Format storage, const std::vector<int64_t> &s) {
  const size_t r = s.size(), n = axes_.size();
  std::vector<int64_t> step(r, 1);
  for (size_t d = r; d-- > 1;) step[d - 1] = step[d] * s[d];
  switch (storage) {
    case ge::FORMAT_NC1HWC0:
    case ge::FORMAT_NC1HWC0_C04:
      if (r != 5) return false;
      axis('N') = {step[0]};
      axis('C') = {1, s[4], step[1]};
      axis('H') = {step[2]};
      axis('W') = {step[3]};
      return true;
    case ge::FORMAT_NDC1HWC0:
      if (r != 6) return false;
      axis('N') = {step[0]};
      axis('D') = {step[1]};
      axis('C') = {1, s[5], step[2]};
      axis('H') = {step[3]};
      axis('W') = {step[4]};
      return true;
    case ge::FORMAT_FRACTAL_Z:
    case ge::FORMAT_FRACTAL_Z_3D: {
      if (r != 4 || s[3] < 1) return false;
      const int64_t plane = extent('H') * extent('W') * step[0];
      axis('C') = {1, s[3], plane};
      axis('D') = {(extent('C') + s[3] - 1) / s[3] * plane};
      axis('H') = {extent('W') * step[0]};
      axis('W') = {step[0]};
      axis('N') = {step[2], s[2], step[1]};
      return true;
    }
    case ge::FORMAT_FRACTAL_NZ:
    case ge::FORMAT_FRACTAL_NZ_C0_2:
    case ge::FORMAT_FRACTAL_NZ_C0_4:
    case ge::FORMAT_FRACTAL_NZ_C0_8:
    case ge::FORMAT_FRACTAL_NZ_C0_16:
    case ge::FORMAT_FRACTAL_NZ_C0_32:
      if (n < 2 || r != n + 2) return false;
      for (size_t i = 0; i + 2 < n; ++i) axes_[i] = {step[i]};
      axes_[n - 2] = {step[r - 2], s[r - 2], step[r - 3]};
      axes_[n - 1] = {1, s[r - 1], step[r - 4]};
      return true;
    default:
      return false;
  }
}

std::optional<BlockedLayout> BlockedLayout::of(const CallTensor &tensor) {
  BlockedLayout layout;
  layout.letters_ = letters_of(plain_format(tensor), tensor.shape.size());
  layout.shape_ = tensor.shape;
  layout.axes_.assign(tensor.shape.size(), {kNotSet});
  const int size = ge::GetSizeByDataType(tensor.dtype);
  layout.bits_ = size > ge::kDataTypeSizeBitOffset ? size - ge::kDataTypeSizeBitOffset : 0;
  layout.item_ = layout.bits_ != 0 ? 1 : size;
  if (layout.item_ < 1 || layout.item_ > 16 || layout.bits_ > 4) return std::nullopt;
  for (const int64_t d : tensor.shape) layout.elements_ *= d;
  for (const int64_t d : tensor.storage_shape) layout.memory_ *= d;
  if (!layout.set_axes(primary(tensor.storage_format), tensor.storage_shape)) return std::nullopt;
  // The last element of every dimension lies in the memory, and with it all others.
  int64_t last = 0;
  for (size_t d = 0; d < layout.axes_.size(); ++d) {
    if (layout.shape_[d] < 0 || layout.axes_[d].stride == kNotSet || layout.axes_[d].block < 0) return std::nullopt;
    last += layout.shape_[d] == 0 ? 0 : layout.axes_[d].offset(layout.shape_[d] - 1);
  }
  if (layout.elements_ < 0 || (layout.elements_ != 0 && last >= layout.memory_)) return std::nullopt;
  return layout;
}

template <class Item, bool kPack>
void BlockedLayout::move(char *memory, char *dense) const {
  const size_t rank = shape_.size();
  const int64_t row = rank == 0 ? 1 : shape_.back();
  if (elements_ == 0) return;
  const auto rows = [&](int64_t begin, int64_t end) {
    const Axis inner = rank == 0 ? Axis{} : axes_.back();
    for (int64_t r = begin; r < end; ++r) {
      int64_t offset = 0, rest = r;
      for (size_t d = rank; d-- > 1; rest /= shape_[d - 1]) offset += axes_[d - 1].offset(rest % shape_[d - 1]);
      auto *in_memory = reinterpret_cast<Item *>(memory) + offset;
      auto *in_order = reinterpret_cast<Item *>(dense) + r * row;
      for (int64_t i = 0; i < row; ++i) {
        Item &there = in_memory[inner.offset(i)];
        if constexpr (kPack) {
          there = in_order[i];
        } else {
          in_order[i] = there;
        }
      }
    }
  };
  constexpr int64_t kGrain = 16384;
  parallel_for(
      elements_ / row, std::max<int64_t>(1, kGrain / row),
      [](const void *f, int64_t begin, int64_t end) { (*static_cast<const decltype(rows) *>(f))(begin, end); }, &rows);
}
template <bool kPack>
void BlockedLayout::move(char *memory, char *dense) const {
  switch (item_) {
    case 1:
      return move<uint8_t, kPack>(memory, dense);
    case 2:
      return move<uint16_t, kPack>(memory, dense);
    case 4:
      return move<uint32_t, kPack>(memory, dense);
    case 8:
      return move<uint64_t, kPack>(memory, dense);
    default:
      return move<Item16, kPack>(memory, dense);
  }
}
template <bool kPack>
void BlockedLayout::move_bits(char *memory, char *dense) const {
  const auto copy = [this](const char *from, int64_t source, char *to, int64_t target) {
    const unsigned mask = (1U << bits_) - 1;
    const int64_t in = source * bits_, out = target * bits_;
    const unsigned code = static_cast<unsigned char>(from[in / 8]) >> (in % 8) & mask;
    const unsigned old = static_cast<unsigned char>(to[out / 8]) & ~(mask << (out % 8));
    to[out / 8] = static_cast<char>(old | code << (out % 8));
  };
  for (int64_t i = 0; i < elements_; ++i) {
    int64_t offset = 0, rest = i;
    for (size_t d = shape_.size(); d-- > 0; rest /= shape_[d]) offset += axes_[d].offset(rest % shape_[d]);
    if constexpr (kPack) {
      copy(dense, i, memory, offset);
    } else {
      copy(memory, offset, dense, i);
    }
  }
}
void BlockedLayout::unpack(const void *memory, void *dense) const {
  if (bits_ != 0) return move_bits<false>(static_cast<char *>(const_cast<void *>(memory)), static_cast<char *>(dense));
  move<false>(static_cast<char *>(const_cast<void *>(memory)), static_cast<char *>(dense));
}
void BlockedLayout::pack(const void *dense, void *memory) const {
  if (memory_ > elements_) std::memset(memory, 0, bytes_of(memory_));
  if (bits_ != 0) return move_bits<true>(static_cast<char *>(memory), static_cast<char *>(const_cast<void *>(dense)));
  move<true>(static_cast<char *>(memory), static_cast<char *>(const_cast<void *>(dense)));
}

}  // namespace opstrata::aicpu

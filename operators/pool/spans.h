/// @file
/// The windows of pooling along one direction. Shared by inference and kernels.
#ifndef OPSTRATA_OPERATORS_POOL_SPANS_H_
#define OPSTRATA_OPERATORS_POOL_SPANS_H_

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "conv/geometry.h"

namespace opstrata::operators {

/// What the attributes of a pooling operator say.
struct Pooling {
  std::array<int64_t, 3> kernel{1, 1, 1};
  Windows windows;
  std::string_view padding = "CALCULATED";
  bool ceil = false, global = false;
};

/// Padding before and after `size` points along a direction; the window there is `kernel` points.
inline void padding_of(const Pooling &p, size_t axis, int64_t size, int64_t &before, int64_t &after) {
  before = after = 0;
  if (p.padding == "CALCULATED") {
    before = p.windows.before[axis];
    after = p.windows.after[axis];
  } else if (p.padding == "SAME") {
    const int64_t places = (size + p.windows.stride[axis] - 1) / p.windows.stride[axis];
    const int64_t window = (p.kernel[axis] - 1) * p.windows.dilation[axis] + 1;
    const int64_t missing = std::max<int64_t>((places - 1) * p.windows.stride[axis] + window - size, 0);
    before = missing / 2;
    after = missing - before;
  }
}
/// Windows along a direction of `size` points; 0 when there is none.
inline int64_t pool_places(const Pooling &p, size_t axis, int64_t size) {
  if (p.global) return 1;
  int64_t before = 0, after = 0;
  padding_of(p, axis, size, before, after);
  const int64_t stride = p.windows.stride[axis];
  const int64_t room = size + before + after - (p.kernel[axis] - 1) * p.windows.dilation[axis] - 1;
  if (room < 0 && !p.ceil) return 0;
  int64_t places = (room + (p.ceil ? stride - 1 : 0)) / stride + 1;
  if (p.ceil && (places - 1) * stride >= size + before) --places;  // begins beyond the image
  return std::max<int64_t>(places, 0);
}

/// One window: its points begin, begin + step, ... before `end`, all inside; `padded`: points with those in the
/// padding.
struct Span {
  int64_t begin, end, step, padded;
};
inline std::vector<Span> spans_of(const Pooling &p, size_t axis, int64_t size) {
  if (p.global) return {{0, size, 1, size}};
  int64_t before = 0, after = 0;
  padding_of(p, axis, size, before, after);
  std::vector<Span> spans;
  const int64_t step = p.windows.dilation[axis];
  for (int64_t i = 0; i < pool_places(p, axis, size); ++i) {
    int64_t begin = i * p.windows.stride[axis] - before;
    const int64_t stop = std::min(begin + (p.kernel[axis] - 1) * step + 1, size + after);
    const int64_t padded = (stop - begin + step - 1) / step;
    if (begin < 0) begin += (step - 1 - begin) / step * step;
    spans.push_back({begin, std::min(stop, size), step, padded});
  }
  return spans;
}
/// `places` windows that cover `size` points evenly.
inline std::vector<Span> even_spans(int64_t size, int64_t places) {
  std::vector<Span> spans;
  for (int64_t i = 0; i < places; ++i) {
    const int64_t begin = i * size / places, end = ((i + 1) * size + places - 1) / places;
    spans.push_back({begin, end, 1, end - begin});
  }
  return spans;
}

/// The dimensions of images where no attribute names them.
inline const char *default_letters(size_t rank) { return rank == 4 ? "NHWC" : "NDHWC"; }

/// From lists as `per_direction` reads them; pads: two numbers per direction, or one for both ends. Null, or what is
/// wrong.
template <class List>
const char *read_pooling(std::string_view data_format, size_t rank, const List &ksize, const List &strides,
                         const List &dilations, const List &pads, Pooling &p) {
  const size_t axes = directions_of(rank).size();
  if (data_format.size() != rank) return "data_format: does not have the dimensions of x";
  if (!p.global && !per_direction(data_format, rank, ksize, p.kernel)) return "ksize: positive numbers are required";
  if (!p.global && !per_direction(data_format, rank, strides, p.windows.stride))
    return "strides: positive numbers are required";
  // One number per direction and end, as one prototype's default has it, is one per direction, twice.
  if (dilations.size() != 0 && (dilations.size() == rank || dilations.size() != 2 * axes) &&
      !per_direction(data_format, rank, dilations, p.windows.dilation))
    return "dilation: positive numbers are required";
  for (size_t a = 0; dilations.size() == 2 * axes && dilations.size() != rank && a < axes; ++a) {
    p.windows.dilation[a] = dilations[2 * a];
    if (dilations[2 * a] < 1 || dilations[2 * a] > kMostPoints) return "dilation: positive numbers are required";
  }
  if (p.padding != "CALCULATED" && p.padding != "SAME" && p.padding != "VALID")
    return "padding: CALCULATED, SAME and VALID are allowed";
  if (p.padding != "CALCULATED" || p.global) return nullptr;
  if (pads.size() != 2 * axes && pads.size() != axes && pads.size() != 1)
    return "pads: one or two numbers for each direction are required";
  for (size_t a = 0; a < axes; ++a) {
    p.windows.before[a] = pads[pads.size() == 1 ? 0 : pads.size() == axes ? a : 2 * a];
    p.windows.after[a] = pads[pads.size() == 1 ? 0 : pads.size() == axes ? a : 2 * a + 1];
    if (p.windows.before[a] < 0 || p.windows.after[a] < 0 ||
        p.windows.before[a] > (p.kernel[a] - 1) * p.windows.dilation[a])
      return "pads: negative, or as large as a window";
  }
  return nullptr;
}

/// Where the attributes of a pooling operator stand in its prototype; kNone: it has no such one.
struct PoolAttrs {
  static constexpr size_t kNone = static_cast<size_t>(-1);
  size_t padding = kNone, pads = kNone, dilation = kNone, ceil = kNone, global = kNone, data_format = kNone;
};

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_POOL_SPANS_H_

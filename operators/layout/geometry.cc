#include "layout/geometry.h"

#include <algorithm>

namespace opstrata::operators {
namespace {

bool bit(int64_t mask, size_t i) { return i < 63 && (mask >> i & 1) != 0; }

/// One entry on a dimension of extent `n`.
SlicedDim slice_dim(int64_t source, int64_t n, const Slicing &s, size_t entry) {
  SlicedDim dim;
  dim.source = source;
  dim.step = s.strides.empty() ? 1 : s.strides[entry];
  const int64_t low = dim.step > 0 ? 0 : -1, high = dim.step > 0 ? n : n - 1;
  const auto place = [&](int64_t v) { return std::clamp(v < 0 ? v + n : v, low, high); };
  if (bit(s.shrink_axis_mask, entry)) {
    dim.start = s.begin[entry] < 0 ? s.begin[entry] + n : s.begin[entry];
    dim.step = 1;
    dim.shrinks = true;
    return dim;
  }
  dim.start = bit(s.begin_mask, entry) ? (dim.step > 0 ? 0 : n - 1) : place(s.begin[entry]);
  const int64_t stop = bit(s.end_mask, entry) ? (dim.step > 0 ? n : -1) : place(s.end[entry]);
  const int64_t distance = dim.step > 0 ? stop - dim.start : dim.start - stop;
  const int64_t size = dim.step > 0 ? dim.step : -dim.step;
  dim.count = distance <= 0 ? 0 : (distance + size - 1) / size;
  return dim;
}

}  // namespace

bool slice_dims(const Integers &x, const Slicing &s, std::vector<SlicedDim> &dims) {
  const size_t entries = s.begin.size(), rank = x.size();
  if (s.end.size() != entries || (!s.strides.empty() && s.strides.size() != entries) || (!s.axes.empty() && s.axes.size() != entries)) return false;
  if (std::count(s.strides.begin(), s.strides.end(), 0) != 0) return false;
  dims.clear();
  if (!s.axes.empty()) {
    for (size_t d = 0; d < rank; ++d) dims.push_back({static_cast<int64_t>(d), 0, 1, x[d], false});
    for (size_t i = 0; i < entries; ++i) {
      const int64_t axis = s.axes[i] < 0 ? s.axes[i] + static_cast<int64_t>(rank) : s.axes[i];
      if (axis < 0 || axis >= static_cast<int64_t>(rank)) return false;
      dims[static_cast<size_t>(axis)] = slice_dim(axis, x[static_cast<size_t>(axis)], s, i);
    }
  } else {
    size_t consumed = 0;  // dimensions of x that entries other than an ellipsis name
    for (size_t i = 0; i < entries; ++i) consumed += !bit(s.ellipsis_mask, i) && !bit(s.new_axis_mask, i);
    if (consumed > rank) return false;
    size_t next = 0;
    bool ellipsis = false;
    const auto whole = [&](size_t count) {
      for (; count > 0; --count, ++next) dims.push_back({static_cast<int64_t>(next), 0, 1, x[next], false});
    };
    for (size_t i = 0; i < entries; ++i) {
      if (bit(s.ellipsis_mask, i)) {
        if (ellipsis) return false;
        ellipsis = true;
        whole(rank - consumed);
      } else if (bit(s.new_axis_mask, i)) {
        dims.push_back({});
      } else {
        dims.push_back(slice_dim(static_cast<int64_t>(next), x[next], s, i));
        ++next;
      }
    }
    whole(rank - next);
  }
  return std::all_of(dims.begin(), dims.end(), [&](const SlicedDim &d) {
    return !d.shrinks || (d.start >= 0 && d.start < x[static_cast<size_t>(d.source)]);
  });
}

bool split_paddings(const Integers &paddings, size_t rank, bool contiguous, Integers &before, Integers &after) {
  if (paddings.size() != 2 * rank) return false;
  before.assign(rank, 0);
  after.assign(rank, 0);
  for (size_t d = 0; d < rank; ++d) {
    before[d] = contiguous ? paddings[2 * d] : paddings[d];
    after[d] = contiguous ? paddings[2 * d + 1] : paddings[rank + d];
  }
  return true;
}

bool pad_mode(std::string_view name, PadMode &mode) {
  constexpr std::pair<std::string_view, PadMode> kNames[] = {
      {"constant", PadMode::kConstant}, {"reflect", PadMode::kReflect}, {"REFLECT", PadMode::kReflect}, {"symmetric", PadMode::kSymmetric},
      {"SYMMETRIC", PadMode::kSymmetric}, {"edge", PadMode::kEdge}, {"replicate", PadMode::kEdge}, {"circular", PadMode::kCircular}, {"wrap", PadMode::kCircular}};
  for (const auto &[text, value] : kNames) {
    if (text == name) return mode = value, true;
  }
  return false;
}

int64_t padded_source(int64_t i, int64_t n, PadMode mode) {
  if (i >= 0 && i < n) return i;
  if (n <= 0) return -1;
  switch (mode) {
    case PadMode::kEdge: return i < 0 ? 0 : n - 1;
    case PadMode::kCircular: return (i % n + n) % n;
    case PadMode::kReflect: {
      if (n == 1) return 0;
      const int64_t period = 2 * (n - 1), at = (i % period + period) % period;
      return at < n ? at : period - at;
    }
    case PadMode::kSymmetric: {
      const int64_t period = 2 * n, at = (i % period + period) % period;
      return at < n ? at : period - 1 - at;
    }
    default: return -1;
  }
}

}  // namespace opstrata::operators

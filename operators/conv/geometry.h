/// @file
/// The dimensions of a convolution: which letter each dimension of a tensor has, and how many places a window has along
/// a direction. Shared by inference and kernels.
#ifndef OPSTRATA_OPERATORS_CONV_GEOMETRY_H_
#define OPSTRATA_OPERATORS_CONV_GEOMETRY_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graph/types.h"
#include "opstrata/format_letters.h"

namespace opstrata::operators {

/// Letters of an image, by its format or else by attribute data_format; empty when neither has `rank` dimensions.
inline std::string_view image_letters(ge::Format format, std::string_view data_format, size_t rank) {
  const std::string_view own = format_letters(format);
  const std::string_view letters = own.size() == rank ? own : data_format;
  const bool known = letters == "NCHW" || letters == "NHWC" || letters == "NCDHW" || letters == "NDHWC";
  return known && letters.size() == rank ? letters : std::string_view();
}
inline std::string_view filter_letters(ge::Format format, std::string_view data_format, size_t rank) {
  const std::string_view own = format_letters(format);
  if (own.size() == rank) return own;
  const bool channels_first = data_format == "NCHW" || data_format == "NCDHW";
  if (data_format.size() != rank) return {};
  return rank == 4 ? (channels_first ? "NCHW" : "HWCN") : rank == 5 ? (channels_first ? "NCDHW" : "DHWCN") : "";
}
/// The directions of images of `rank` dimensions.
inline std::string_view directions_of(size_t rank) { return rank == 4 ? "HW" : "DHW"; }

/// Strides, dilations and pads along the directions.
struct Windows {
  std::array<int64_t, 3> stride{1, 1, 1}, dilation{1, 1, 1}, before{}, after{};
};
/// More than any image has along a direction, and few enough that sums of products do not overflow.
inline constexpr int64_t kMostPoints = int64_t{1} << 30;

/// Positive numbers along the directions, from a list with one per dimension of data_format, one per direction, or one
/// for all.
template <class List>
bool per_direction(std::string_view data_format, size_t rank, const List &list, std::array<int64_t, 3> &to) {
  const std::string_view directions = directions_of(rank);
  const size_t axes = directions.size();
  if (list.size() != rank && list.size() != axes && list.size() != 1) return false;
  for (size_t a = 0; a < axes; ++a) {
    to[a] = list[list.size() == 1 ? 0 : list.size() == axes ? a : data_format.find(directions[a])];
    if (to[a] < 1 || to[a] > kMostPoints) return false;
  }
  return true;
}
/// From lists as `per_direction` reads them, and pads with two numbers per direction. Null, or what is wrong.
template <class List>
const char *read_windows(std::string_view data_format, size_t rank, const List &strides, const List &dilations,
                         const List &pads, Windows &w) {
  const size_t axes = directions_of(rank).size();
  if (data_format.size() != rank) return "data_format: does not have the dimensions of the image";
  if (!per_direction(data_format, rank, strides, w.stride))
    return "strides: a positive number for each dimension is required";
  if (dilations.size() != 0 && !per_direction(data_format, rank, dilations, w.dilation))
    return "dilations: a positive number for each dimension is required";
  if (pads.size() != 2 * axes) return "pads: two numbers for each direction are required";
  for (size_t a = 0; a < axes; ++a) {
    w.before[a] = pads[2 * a];
    w.after[a] = pads[2 * a + 1];
    if (std::min(w.before[a], w.after[a]) < 0 || std::max(w.before[a], w.after[a]) > kMostPoints)
      return "pads: negative, or larger than any image";
  }
  return nullptr;
}
/// Places of a window of `kernel` points in an image of `size`; 0 when there is none.
inline int64_t places_of(const Windows &w, size_t axis, int64_t size, int64_t kernel) {
  const int64_t room = size + w.before[axis] + w.after[axis] - w.dilation[axis] * (kernel - 1) - 1;
  return room < 0 ? 0 : room / w.stride[axis] + 1;
}

/// A tensor by letters: sizes and strides (of its dense elements) of N, C, D, H, W. What it does not have has size 1.
struct Tensor5 {
  int64_t n = 1, c = 1, size[3] = {1, 1, 1};
  int64_t step_n = 0, step_c = 0, step[3] = {0, 0, 0};
};
template <class List>
Tensor5 by_letters(const List &shape, std::string_view letters) {
  Tensor5 t;
  const std::string_view directions = directions_of(letters.size());
  const size_t skipped = 3 - directions.size();
  int64_t step = 1;
  for (size_t d = letters.size(); d-- > 0; step *= shape[d]) {
    if (letters[d] == 'N') {
      t.n = shape[d];
      t.step_n = step;
    } else if (letters[d] == 'C') {
      t.c = shape[d];
      t.step_c = step;
    } else {
      const size_t a = skipped + directions.find(letters[d]);
      t.size[a] = shape[d];
      t.step[a] = step;
    }
  }
  return t;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_CONV_GEOMETRY_H_

/// @file
/// Windows that move over images [n, height, width, channels]. Shared by inference and kernels.
#ifndef OPSTRATA_OPERATORS_IMAGE_FRAME_H_
#define OPSTRATA_OPERATORS_IMAGE_FRAME_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace opstrata::operators {

struct Frame {
  int64_t size[2] = {1, 1}, step[2] = {1, 1}, rate[2] = {1, 1}, before[2] = {0, 0};
  int64_t places[2] = {0, 0};  ///< -1 where the extent of the images is not known

  /// From lists [1, height, width, 1]. Null, or what is wrong.
  template <class List>
  const char *set_steps(const List &strides, const List &rates) {
    if (!two(strides, step)) return "strides: [1, height, width, 1] is required";
    return two(rates, rate) ? nullptr : "rates: [1, height, width, 1] is required";
  }
  /// The same for the size of windows.
  template <class List>
  const char *set_size(const List &sizes) {
    return two(sizes, size) ? nullptr : "ksizes: [1, height, width, 1] is required";
  }
  /// How many places the windows have on images of `extent` points each way; `pads`: top, bottom, left, right. Null, or
  /// what is wrong.
  template <class List>
  const char *place(std::string_view padding, const List &pads, bool ceil, const int64_t *extent) {
    if (padding != "SAME" && padding != "VALID" && padding != "CALCULATED")
      return "padding: SAME, VALID and CALCULATED are allowed";
    if (padding == "CALCULATED" && pads.size() != 4) return "pads: four numbers are required";
    for (size_t a = 0; a < 2; ++a) {
      const int64_t window = (size[a] - 1) * rate[a] + 1;
      int64_t after = 0;
      if (padding == "SAME") {
        const int64_t missing =
            std::max<int64_t>(((extent[a] + step[a] - 1) / step[a] - 1) * step[a] + window - extent[a], 0);
        before[a] = missing / 2;
        after = missing - missing / 2;
      } else if (padding == "CALCULATED") {
        before[a] = pads[2 * a];
        after = pads[2 * a + 1];
        if (before[a] < 0 || after < 0 || before[a] >= window || after >= window)
          return "pads: negative, or as large as a window";
      }
      const int64_t room = extent[a] + before[a] + after - window;
      places[a] = extent[a] < 0 ? -1 : room < 0 || extent[a] == 0 ? 0 : (room + (ceil ? step[a] - 1 : 0)) / step[a] + 1;
    }
    return nullptr;
  }

 private:
  template <class List>
  static bool two(const List &list, int64_t *values) {
    constexpr int64_t kMost = int64_t{1} << 24;
    if (list.size() != 4 || list[0] != 1 || list[3] != 1) return false;
    values[0] = list[1];
    values[1] = list[2];
    return values[0] >= 1 && values[1] >= 1 && values[0] <= kMost && values[1] <= kMost;
  }
};

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_IMAGE_FRAME_H_

// Shapes in memory of formats that differ from the original one (INFER_SHAPE, opdev-api section 2.20).
#include <string_view>

#include "base/data_type.h"
#include "exec/launch.h"
#include "opdev/common_types.h"
#include "opdev/format_utils.h"

namespace opstrata::exec {
namespace {

constexpr int64_t kCube = 16;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Elements of the innermost block: what the format word says, else 32 bytes of the type.
int64_t c0_of(ge::Format format, ge::DataType type) {
  if (const int64_t given = op::GetC0Format(static_cast<int32_t>(format)); given != 0) return given;
  switch (op::GetPrimaryFormat(format)) {
    case ge::FORMAT_NC1HWC0_C04:
    case ge::FORMAT_FRACTAL_NZ_C0_4: return 4;
    case ge::FORMAT_FRACTAL_NZ_C0_2: return 2;
    case ge::FORMAT_FRACTAL_NZ_C0_8: return 8;
    case ge::FORMAT_FRACTAL_NZ_C0_16: return 16;
    case ge::FORMAT_FRACTAL_NZ_C0_32: return 32;
    default: break;
  }
  const int bits = data_type_bits(type);
  return bits == 8 ? 32 : (bits == 4 ? 64 : kCube);
}

/// The dimension that a format's letter names; 1 for an axis that it does not have.
int64_t axis(const gert::Shape &shape, std::string_view letters, char letter) {
  const size_t at = letters.find(letter);
  return at == std::string_view::npos || at >= shape.GetDimNum() ? 1 : shape.GetDim(at);
}

bool is_axes(std::string_view name) { return name.size() >= 3 && name.find_first_not_of("NCDHW") == std::string_view::npos; }

}  // namespace

gert::Shape storage_shape_of(const gert::Shape &original_shape, ge::Format original, ge::Format storage, ge::DataType type) {
  const ge::Format to = op::GetPrimaryFormat(storage);
  if (op::GetPrimaryFormat(original) == to) return original_shape;
  const std::string_view from_name = format_name(op::GetPrimaryFormat(original));
  const std::string_view to_name = format_name(to);
  const size_t rank = original_shape.GetDimNum();
  const bool has_axes = is_axes(from_name) && from_name.size() == rank;
  const auto dim = [&](char letter) { return axis(original_shape, from_name, letter); };
  const int64_t c0 = c0_of(storage, type);
  switch (to) {
    case ge::FORMAT_NC1HWC0:
    case ge::FORMAT_NC1HWC0_C04:
      if (has_axes) return {dim('N'), ceil_div(dim('C'), c0), dim('H'), dim('W'), c0};
      break;
    case ge::FORMAT_NDC1HWC0:
      if (has_axes) return {dim('N'), dim('D'), ceil_div(dim('C'), c0), dim('H'), dim('W'), c0};
      break;
    case ge::FORMAT_FRACTAL_Z:
      if (has_axes) return {ceil_div(dim('C'), c0) * dim('H') * dim('W'), ceil_div(dim('N'), kCube), kCube, c0};
      break;
    case ge::FORMAT_FRACTAL_Z_3D:
      if (has_axes) return {dim('D') * ceil_div(dim('C'), c0) * dim('H') * dim('W'), ceil_div(dim('N'), kCube), kCube, c0};
      break;
    case ge::FORMAT_FRACTAL_NZ:
    case ge::FORMAT_FRACTAL_NZ_C0_2:
    case ge::FORMAT_FRACTAL_NZ_C0_4:
    case ge::FORMAT_FRACTAL_NZ_C0_8:
    case ge::FORMAT_FRACTAL_NZ_C0_16:
    case ge::FORMAT_FRACTAL_NZ_C0_32: {
      if (rank < 2) break;
      gert::Shape shape;
      for (size_t i = 0; i + 2 < rank; ++i) shape.AppendDim(original_shape.GetDim(i));
      shape.AppendDim(ceil_div(original_shape.GetDim(rank - 1), c0));
      shape.AppendDim(ceil_div(original_shape.GetDim(rank - 2), kCube));
      shape.AppendDim(kCube);
      shape.AppendDim(c0);
      return shape;
    }
    default:
      // Plain formats of the same axes: the dimensions change places.
      if (has_axes && is_axes(to_name) && to_name.size() == rank) {
        gert::Shape shape;
        for (const char letter : to_name) shape.AppendDim(dim(letter));
        return shape;
      }
      break;
  }
  return original_shape;
}

}  // namespace opstrata::exec

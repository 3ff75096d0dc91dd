#include "op_common/op_host/util/shape_util.h"

#include <algorithm>

#include "graph/types.h"

namespace Ops {
namespace Base {

bool IsUnknownRank(const gert::Shape &check_shape) {
  return check_shape.GetDimNum() == 1 && check_shape.GetDim(0) == ge::UNKNOWN_DIM_NUM;
}

void SetUnknownRank(gert::Shape &output_shape) {
  output_shape.SetScalar();
  output_shape.AppendDim(ge::UNKNOWN_DIM_NUM);
}

bool IsUnknownShape(const gert::Shape &check_shape) {
  for (size_t i = 0; i < check_shape.GetDimNum(); ++i) {
    if (check_shape.GetDim(i) == ge::UNKNOWN_DIM) return true;
  }
  return false;
}

void SetUnknownShape(int64_t rank, gert::Shape &output_shape) {
  output_shape.SetScalar();
  const auto most = static_cast<int64_t>(gert::Shape::kMaxDimNum);
  for (int64_t i = 0; i < std::min(rank, most); ++i) output_shape.AppendDim(ge::UNKNOWN_DIM);
}

}  // namespace Base
}  // namespace Ops

#include "op_common/op_host/infershape_broadcast_util.h"

#include <algorithm>

#include "op_common/log/log.h"
#include "op_common/op_host/util/shape_util.h"

namespace Ops {
namespace Base {
namespace {

/// Dimension that two broadcast to; false when they do not fit.
bool broadcast_dim(int64_t a, int64_t b, int64_t &out) {
  if (a == b || b == 1) {
    out = a;
  } else if (a == 1) {
    out = b;
  } else if (a == ge::UNKNOWN_DIM || b == ge::UNKNOWN_DIM) {
    out = a == ge::UNKNOWN_DIM ? b : a;
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool BroadcastShape(const gert::Shape *in1, const gert::Shape *in2, gert::Shape *shape_out) {
  if (in1 == nullptr || in2 == nullptr || shape_out == nullptr) return false;
  if (IsUnknownRank(*in1) || IsUnknownRank(*in2)) {
    SetUnknownRank(*shape_out);
    return true;
  }
  const size_t rank1 = in1->GetDimNum();
  const size_t rank2 = in2->GetDimNum();
  const size_t rank = std::max(rank1, rank2);
  if (rank > gert::Shape::kMaxDimNum) return false;
  // Aside, because `shape_out` may be one of the inputs and stays as it is when they do not fit.
  int64_t dims[gert::Shape::kMaxDimNum];
  for (size_t i = 0; i < rank; ++i) {
    const int64_t dim1 = i + rank1 >= rank ? in1->GetDim(i + rank1 - rank) : 1;
    const int64_t dim2 = i + rank2 >= rank ? in2->GetDim(i + rank2 - rank) : 1;
    if (!broadcast_dim(dim1, dim2, dims[i])) return false;
  }
  shape_out->SetScalar();
  for (size_t i = 0; i < rank; ++i) shape_out->AppendDim(dims[i]);
  return true;
}

bool BroadcastShape(const std::vector<const gert::Shape *> &in_shapes, gert::Shape *shape_out) {
  if (in_shapes.empty() || shape_out == nullptr || in_shapes[0] == nullptr) return false;
  gert::Shape out = *in_shapes[0];
  for (size_t i = 1; i < in_shapes.size(); ++i) {
    if (!BroadcastShape(&out, in_shapes[i], &out)) return false;
  }
  *shape_out = out;
  return true;
}

ge::graphStatus InferShape4Broadcast(gert::InferShapeContext *context, size_t input_num) {
  const gert::Shape *const first = context->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, first);
  gert::Shape *out = context->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, out);
  bool fits = input_num != 0;
  if (input_num == 1) *out = *first;
  for (size_t i = 1; i < input_num; ++i) {
    const gert::Shape *const shape = context->GetInputShape(i);
    OP_CHECK_NULL_WITH_CONTEXT(context, shape);
    fits = fits && BroadcastShape(i == 1 ? first : out, shape, out);
  }
  if (fits) return ge::GRAPH_SUCCESS;
  std::vector<const gert::Shape *> shapes;
  for (size_t i = 0; i < input_num; ++i) shapes.push_back(context->GetInputShape(i));
  OP_LOGE(context, "shapes %s cannot be broadcast together", ToString(shapes).c_str());
  return ge::GRAPH_FAILED;
}

ge::graphStatus InferShape4Broadcast(gert::InferShapeContext *context) { return InferShape4Broadcast(context, 2U); }

}  // namespace Base
}  // namespace Ops

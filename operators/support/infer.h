/// @file
/// What shape and type inference of the shipped operators share. Inference runs with concrete shapes (two-phase calls) and
/// with unknown ones (-1 a dimension, the only dimension -2 a rank) when a graph is prepared; index inputs may be unknown too.
#ifndef OPSTRATA_OPERATORS_SUPPORT_INFER_H_
#define OPSTRATA_OPERATORS_SUPPORT_INFER_H_

#include <algorithm>
#include <string>

#include "base/err_msg.h"
#include "opdev/data_type_utils.h"
#include "register/op_impl_registry.h"
#include "support/axis.h"

namespace opstrata::operators {

inline bool is_unknown_rank(const gert::Shape &shape) { return shape.GetDimNum() == 1 && shape.GetDim(0) == ge::UNKNOWN_DIM_NUM; }
inline void set_unknown_rank(gert::Shape &shape) { shape = gert::Shape({ge::UNKNOWN_DIM_NUM}); }

/// "[2, 3]"
inline std::string shape_text(const gert::Shape &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.GetDimNum(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape.GetDim(i));
  return text + "]";
}

/// `rank` unknown dimensions.
inline void set_unknown_dims(gert::Shape &shape, size_t rank) {
  shape.SetDimNum(0);
  for (size_t i = 0; i < rank; ++i) shape.AppendDim(ge::UNKNOWN_DIM);
}

/// Number of values of index input `instance`; -1 when unknown.
inline int64_t index_count(const gert::InferShapeContext *ctx, size_t instance) {
  const gert::Shape *shape = ctx->GetInputShape(instance);
  if (shape == nullptr || is_unknown_rank(*shape)) return -1;
  const int64_t n = shape->GetShapeSize();
  return n < 0 ? -1 : n;
}

/// Attribute `index`, or `fallback` when the call does not carry it.
template <class T>
T attr_or(const gert::ExtendedKernelContext *ctx, size_t index, T fallback) {
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  const T *value = attrs == nullptr || index >= attrs->GetAttrNum() ? nullptr : attrs->GetAttrPointer<T>(index);
  return value == nullptr ? fallback : *value;
}

/// The values of integer input `instance` where the host knows them; false otherwise.
inline bool known_values(const gert::InferShapeContext *ctx, size_t instance, gert::Shape &values) {
  const gert::Tensor *tensor = ctx->GetInputTensor(instance);
  const int64_t count = index_count(ctx, instance);
  if (tensor == nullptr || count < 0 || count > static_cast<int64_t>(gert::Shape::kMaxDimNum) || (count > 0 && tensor->GetAddr() == nullptr)) {
    return false;
  }
  values.SetDimNum(0);
  for (int64_t i = 0; i < count; ++i) {
    if (tensor->GetDataType() == ge::DT_INT64) {
      values.AppendDim(tensor->GetData<int64_t>()[i]);
    } else if (tensor->GetDataType() == ge::DT_INT32) {
      values.AppendDim(tensor->GetData<int32_t>()[i]);
    } else {
      return false;
    }
  }
  return true;
}
/// The same for an input of one value.
inline bool known_value(const gert::InferShapeContext *ctx, size_t instance, int64_t &value) {
  gert::Shape values;
  if (!known_values(ctx, instance, values) || values.GetDimNum() != 1) return false;
  value = values.GetDim(0);
  return true;
}

/// Shape to which both broadcast; unknown dimensions follow the known ones. False when there is none.
inline bool broadcast_shapes(const gert::Shape &a, const gert::Shape &b, gert::Shape &result) {
  if (is_unknown_rank(a) || is_unknown_rank(b)) {
    set_unknown_rank(result);
    return true;
  }
  const size_t rank = std::max(a.GetDimNum(), b.GetDimNum());
  gert::Shape shape;
  for (size_t i = 0; i < rank; ++i) {
    const int64_t x = i + a.GetDimNum() < rank ? 1 : a.GetDim(i + a.GetDimNum() - rank);
    const int64_t y = i + b.GetDimNum() < rank ? 1 : b.GetDim(i + b.GetDimNum() - rank);
    if (x != y && x != 1 && y != 1 && x != ge::UNKNOWN_DIM && y != ge::UNKNOWN_DIM) return false;
    if (x == 1 || x == y) {
      shape.AppendDim(y);
    } else {
      shape.AppendDim(y == 1 || y == ge::UNKNOWN_DIM ? x : y);
    }
  }
  result = shape;
  return true;
}

/// Reports why the node has no result (the thread's recent message) and returns GRAPH_FAILED from the function.
#define OPSTRATA_INFER_REFUSE(ctx, text, ...)                                                                    \
  do {                                                                                                           \
    REPORT_INNER_ERR_MSG("EZ9999", "%s: " text, (ctx)->GetNodeName() == nullptr ? "" : (ctx)->GetNodeName(), ##__VA_ARGS__); \
    return ge::GRAPH_FAILED;                                                                                     \
  } while (false)
#define OPSTRATA_INFER_REQUIRE(ctx, pointer)                                            \
  do {                                                                                  \
    if ((pointer) == nullptr) OPSTRATA_INFER_REFUSE(ctx, "%s: missing", #pointer);      \
  } while (false)

/// Output 0 has the shape to which inputs 0 and 1 broadcast.
inline ge::graphStatus infer_broadcast(gert::InferShapeContext *ctx) {
  const gert::Shape *x1 = ctx->GetInputShape(0), *x2 = ctx->GetInputShape(1);
  gert::Shape *y = ctx->GetOutputShape(0);
  OPSTRATA_INFER_REQUIRE(ctx, x1);
  OPSTRATA_INFER_REQUIRE(ctx, x2);
  OPSTRATA_INFER_REQUIRE(ctx, y);
  if (!broadcast_shapes(*x1, *x2, *y)) {
    OPSTRATA_INFER_REFUSE(ctx, "x1, x2: the shapes %s and %s cannot be broadcast", shape_text(*x1).c_str(), shape_text(*x2).c_str());
  }
  return ge::GRAPH_SUCCESS;
}
/// Output 0 has the shape of input 0.
inline ge::graphStatus infer_same(gert::InferShapeContext *ctx) {
  const gert::Shape *x = ctx->GetInputShape(0);
  gert::Shape *y = ctx->GetOutputShape(0);
  OPSTRATA_INFER_REQUIRE(ctx, x);
  OPSTRATA_INFER_REQUIRE(ctx, y);
  *y = *x;
  return ge::GRAPH_SUCCESS;
}

/// Output 0 has the type of input 0.
inline ge::graphStatus infer_type_same(gert::InferDataTypeContext *ctx) { return ctx->SetOutputDataType(0, ctx->GetInputDataType(0)); }
/// Output 0 has the type to which inputs 0 and 1 promote.
inline ge::graphStatus infer_type_promoted(gert::InferDataTypeContext *ctx) {
  const ge::DataType type = op::PromoteType(ctx->GetInputDataType(0), ctx->GetInputDataType(1));
  return type == ge::DT_UNDEFINED ? ge::GRAPH_FAILED : ctx->SetOutputDataType(0, type);
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_INFER_H_

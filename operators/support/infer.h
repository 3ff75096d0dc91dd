/// @file
/// What shape inference of the shipped operators shares: reading of index inputs and attributes, and the functions that
/// several operators have. Data types follow from the symbols of the prototypes; a function is brought only for what symbols
/// cannot say (the type that an attribute names). Inference runs with concrete shapes (two-phase calls) and
/// with unknown ones (-1 a dimension, the only dimension -2 a rank) when a graph is prepared; index inputs may be unknown too.
#ifndef OPSTRATA_OPERATORS_SUPPORT_INFER_H_
#define OPSTRATA_OPERATORS_SUPPORT_INFER_H_

#include <string>
#include <vector>

#include "op_common/log/log.h"
#include "op_common/op_host/infershape_broadcast_util.h"
#include "op_common/op_host/infershape_elewise_util.h"
#include "op_common/op_host/util/const_util.h"
#include "op_common/op_host/util/shape_util.h"
#include "register/op_impl_registry.h"
#include "support/axis.h"

namespace opstrata::operators {

using Ops::Base::BroadcastShape;
using Ops::Base::GetConstInt;
using Ops::Base::IsUnknownRank;
using Ops::Base::SetUnknownRank;
using Ops::Base::ToString;

/// `rank` unknown dimensions.
inline void set_unknown_dims(gert::Shape &shape, size_t rank) {
  shape.SetDimNum(0);
  for (size_t i = 0; i < rank; ++i) shape.AppendDim(ge::UNKNOWN_DIM);
}

/// Number of values of index input `instance`; -1 when unknown.
inline int64_t index_count(const gert::InferShapeContext *ctx, size_t instance) {
  const gert::Shape *shape = ctx->GetInputShape(instance);
  if (shape == nullptr || IsUnknownRank(*shape)) return -1;
  const int64_t n = shape->GetShapeSize();
  return n < 0 ? -1 : n;
}

/// The values of integer input `instance` where the host knows them; false otherwise. An input without values needs no data.
inline bool known_values(const gert::InferShapeContext *ctx, size_t instance, gert::Shape &values) {
  const int64_t count = index_count(ctx, instance);
  values.SetDimNum(0);
  return count == 0 || (count > 0 && count <= static_cast<int64_t>(gert::Shape::kMaxDimNum) &&
                        Ops::Base::GetConstIntToShape(ctx, static_cast<int64_t>(instance), values));
}

/// The dimensions of a shape, and a shape made of them.
inline std::vector<int64_t> dims_of(const gert::Shape &shape) {
  std::vector<int64_t> dims;
  for (size_t d = 0; d < shape.GetDimNum(); ++d) dims.push_back(shape.GetDim(d));
  return dims;
}
inline void set_dims(gert::Shape &shape, const std::vector<int64_t> &dims) {
  shape.SetDimNum(0);
  for (int64_t d : dims) shape.AppendDim(d);
}
/// known_values as a list.
inline bool known_list(const gert::InferShapeContext *ctx, size_t instance, std::vector<int64_t> &values) {
  gert::Shape shape;
  if (!known_values(ctx, instance, shape)) return false;
  values = dims_of(shape);
  return true;
}

/// Attribute `index`, or `fallback` when the call does not carry it.
template <class T>
T attr_or(const gert::ExtendedKernelContext *ctx, size_t index, T fallback) {
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  const T *value = attrs == nullptr || index >= attrs->GetAttrNum() ? nullptr : attrs->GetAttrPointer<T>(index);
  return value == nullptr ? fallback : *value;
}

/// List attribute `index` of whole numbers; empty when the call does not carry it.
inline std::vector<int64_t> list_attr(const gert::ExtendedKernelContext *ctx, size_t index) {
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  const auto *list = attrs == nullptr || index >= attrs->GetAttrNum() ? nullptr : attrs->GetListInt(index);
  return list == nullptr ? std::vector<int64_t>() : std::vector<int64_t>(list->GetData(), list->GetData() + list->GetSize());
}
/// Text attribute `index`, or `fallback` when the call does not carry it.
inline std::string text_attr(const gert::ExtendedKernelContext *ctx, size_t index, const char *fallback = "") {
  const gert::RuntimeAttrs *attrs = ctx->GetAttrs();
  const char *text = attrs == nullptr || index >= attrs->GetAttrNum() ? nullptr : attrs->GetStr(index);
  return text == nullptr ? fallback : text;
}

/// y has the shape of input `Input`.
template <size_t Input>
ge::graphStatus infer_like(gert::InferShapeContext *ctx) {
  const gert::Shape *x = ctx->GetInputShape(Input);
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, x);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = *x;
  return ge::GRAPH_SUCCESS;
}
/// y has the sizes that input `Input` holds.
template <size_t Input>
ge::graphStatus infer_sizes(gert::InferShapeContext *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  gert::Shape dims;
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  const int64_t count = index_count(ctx, Input);
  if (known_values(ctx, Input, dims)) {
    for (int64_t d : dims_of(dims)) {
      if (d >= 0) continue;
      OP_LOGE(ctx->GetNodeName(), "shape: %ld is no size", static_cast<long>(d));
      return ge::GRAPH_FAILED;
    }
    *y = dims;
  } else if (count >= 0) {
    set_unknown_dims(*y, static_cast<size_t>(count));
  } else {
    SetUnknownRank(*y);
  }
  return ge::GRAPH_SUCCESS;
}
/// y is a vector of as many elements as input `Input` says.
template <size_t Input>
ge::graphStatus infer_count(gert::InferShapeContext *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  gert::Shape n;
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  set_unknown_dims(*y, 1);
  if (known_values(ctx, Input, n) && n.GetDimNum() == 1) y->SetDim(0, n.GetDim(0));
  return ge::GRAPH_SUCCESS;
}
/// y is a matrix of as many rows as input `Rows` has elements and as many columns as input `Columns` has.
template <size_t Rows, size_t Columns>
ge::graphStatus infer_outer(gert::InferShapeContext *ctx) {
  gert::Shape *y = ctx->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(ctx, y);
  *y = gert::Shape({index_count(ctx, Rows), index_count(ctx, Columns)});
  return ge::GRAPH_SUCCESS;
}
/// y has the data type that attribute `Attr` names, `Fallback` where the call does not carry it.
template <size_t Attr, ge::DataType Fallback>
ge::graphStatus infer_type_of_attr(gert::InferDataTypeContext *ctx) {
  return ctx->SetOutputDataType(0, static_cast<ge::DataType>(attr_or<int64_t>(ctx, Attr, Fallback)));
}

inline ge::graphStatus infer_broadcast(gert::InferShapeContext *ctx) { return Ops::Base::InferShape4Broadcast(ctx); }
inline ge::graphStatus infer_same(gert::InferShapeContext *ctx) { return Ops::Base::InferShape4Elewise(ctx); }

}  // namespace opstrata::operators

/// Reports why the node has no result and returns GRAPH_FAILED from the function.
#define OPSTRATA_INFER_REFUSE(ctx, ...)         \
  do {                                          \
    OP_LOGE((ctx)->GetNodeName(), __VA_ARGS__); \
    return ge::GRAPH_FAILED;                    \
  } while (false)

#endif  // OPSTRATA_OPERATORS_SUPPORT_INFER_H_

/**
 * @file
 * One output of a node of a graph under construction (es-api section 10.7).
 */
#ifndef OPSTRATA_GE_ES_C_TENSOR_HOLDER_H_
#define OPSTRATA_GE_ES_C_TENSOR_HOLDER_H_

#include <cstdint>

#include "ge/esb_funcs.h"
#include "ge/ge_api_error_codes.h"
#include "graph/gnode.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

struct EsCGraphBuilder;

/// Names an output of a node and describes its tensor. Owned by its builder. Setters act on the node's output description
/// and return ge::SUCCESS or the reason's code.
struct OPSTRATA_API EsCTensorHolder {
 public:
  EsCTensorHolder(EsCGraphBuilder &owner, const ge::GNode &producer, int32_t index);
  ~EsCTensorHolder();
  EsCTensorHolder(EsCTensorHolder &&other) noexcept;
  EsCTensorHolder &operator=(EsCTensorHolder &&other) noexcept;
  EsCTensorHolder(const EsCTensorHolder &) = delete;
  EsCTensorHolder &operator=(const EsCTensorHolder &) = delete;

  ge::Status SetDataType(const ge::DataType data_type);
  /// Origin and storage format; origin only; storage only.
  ge::Status SetFormat(const ge::Format format);
  ge::Status SetOriginFormat(const ge::Format format);
  ge::Status SetStorageFormat(const ge::Format format);
  /// Origin and storage shape; origin only; storage only.
  ge::Status SetShape(const ge::Shape &shape);
  ge::Status SetOriginShape(const ge::Shape &shape);
  ge::Status SetStorageShape(const ge::Shape &shape);
  ge::Status SetOriginSymbolShape(const char *const *shape_str, const int64_t shape_str_num);

  ge::GNode &GetProducer();
  /// -1 for a node without outputs.
  int32_t GetOutIndex() const;
  EsCGraphBuilder &GetOwnerBuilder();

 private:
  friend struct EsCGraphBuilder;
  EsCGraphBuilder *owner_;
  ge::GNode producer_;
  int32_t out_index_;
};

#endif  // OPSTRATA_GE_ES_C_TENSOR_HOLDER_H_

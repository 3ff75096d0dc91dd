/**
 * @file
 * What shape inference of resource operators knows beyond tensors: shapes and types behind handles, marks, and resource
 * contexts by name. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_INFERENCE_CONTEXT_H_
#define OPSTRATA_GRAPH_INFERENCE_CONTEXT_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/resource_context.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opstrata/visibility.h"

namespace ge {

class InferenceContext;
using InferenceContextPtr = std::shared_ptr<InferenceContext>;

/// Shape and element type behind a resource handle.
class OPSTRATA_API ShapeAndType {
 public:
  ShapeAndType();
  ~ShapeAndType();
  ShapeAndType(const Shape &shape, DataType data_type);
  void SetShape(const Shape &shape);
  void SetType(DataType data_type);
  Shape GetShape() const;
  DataType GetDataType() const;

 private:
  Shape shape_;
  DataType data_type_;
};

class InferenceContextImpl;
class OPSTRATA_API InferenceContext {
 public:
  /// A context of its own. `resource_context_mgr` is kept for compatibility and not used.
  static std::unique_ptr<InferenceContext> Create(void *resource_context_mgr = nullptr);
  ~InferenceContext();
  InferenceContext(const InferenceContext &) = delete;
  InferenceContext &operator=(const InferenceContext &) = delete;

  void SetInputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>> &&shapes_and_types);
  const std::vector<std::vector<ShapeAndType>> &GetInputHandleShapesAndTypes() const;
  const std::vector<std::vector<ShapeAndType>> &GetOutputHandleShapesAndTypes() const;
  void SetOutputHandleShapesAndTypes(const std::vector<std::vector<ShapeAndType>> &shapes_and_types);
  void SetOutputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>> &&shapes_and_types);

  void SetMarks(const std::vector<AscendString> &marks);
  void GetMarks(std::vector<AscendString> &marks) const;
  /// std::string flavours, deprecated.
  void SetMarks(const std::vector<std::string> &marks) {
    std::vector<AscendString> copies;
    for (const auto &mark : marks) {
      copies.emplace_back(mark.data(), mark.size());
    }
    SetMarks(copies);
  }
  std::vector<std::string> GetMarks() const {
    std::vector<AscendString> marks;
    GetMarks(marks);
    std::vector<std::string> copies;
    for (const auto &mark : marks) {
      copies.emplace_back(mark.GetString(), mark.GetLength());
    }
    return copies;
  }

  /// The context owns `resource_context`; GRAPH_FAILED when it is null.
  graphStatus SetResourceContext(const AscendString &key, ResourceContext *resource_context);
  /// Null when there is none of that name.
  ResourceContext *GetResourceContext(const AscendString &key);

 private:
  InferenceContext();
  std::unique_ptr<InferenceContextImpl> impl_;
};

}  // namespace ge

#endif  // OPSTRATA_GRAPH_INFERENCE_CONTEXT_H_
